"""fault_lines.py - the games of fault_lines.txt, written line by line, with faults
where none can be.
"""
import play
import scene

def read_case(line):
    """The game, its seats, and the steps of all its games."""
    game, seats, steps = line.split(" ", 2)
    before, bar, last = steps.rpartition(" | ")
    games = [before.split(", ")] * 3 if bar else []
    return game, int(seats), [*games, last.split(", ")]


with open(f"{scene.SRC}/tests/hostile/tampering/fault_lines.txt",
          encoding="utf-8") as table:
    CASES = [read_case(line) for line in table.read().splitlines()
             if line and line[0] != "#"]


class Teller(play.Writer):
    """Writes the steps it is given, right or wrong."""

    def tell(self, step):
        """Writes a step; returns False for the first wrong one."""
        wrong = step.startswith("!")
        kind, _, seat = step.strip("!").partition(" ")
        game = self.replay.game
        if kind == "draw":
            self.draw(*self.replay.next_draw())
        elif kind == "move":
            self.write(t="move", seat=game.due.seat, move=game.due.legal[0])
            game.send(game.due.legal[0])
        elif kind == "over":
            self.write(t="over", **game.result)
        elif kind == "again":
            self.write(t="again", seat=int(seat))
        else:
            self.write(t="fault", seat=int(seat), fault=kind, detail="")
            if game.due is not None:
                game.out(int(seat))
        return not wrong

    def draw(self, stream, k, count, sides):
        # the forfeits that are due come first, if this step is right
        self.replay.forfeits = []
        super().draw(stream, k, count, sides)


def told(game, seats, games):
    """(the log, the number of its first wrong line or None)"""
    teller = Teller(game, seats, {}, boards=len(games), rotations=1)
    steps = iter([step for one in games for step in one])
    wrong = []

    def one_game(rotation):
        teller.write(t="game", board=teller.board, rotation=rotation,
                     seats=list(range(seats)))
        teller.replay = play.Replay(game, seats, teller.rules)
        teller.chains = {(s, 0) for s in range(seats + 1)}
        for step in steps:
            if not teller.tell(step):
                wrong.append(len(teller.out))
            if step == "over" or wrong:
                break
        if wrong and teller.out[-1]["t"] == "fault" and \
                teller.replay.game.due is None:
            teller.tell("over")
        return True

    teller.one_game = one_game
    return teller.log(), wrong[0] if wrong else None

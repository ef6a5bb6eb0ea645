"""fault_lines.py - games written line by line, with faults where none can be.

A step is `draw`, `move`, `over`, `again SEAT`, or a fault's word and its seat.
The step after a `!` is the first wrong one; without `!` the log is good.
"""
import play

# Played three times, these bring both seats, or one, to faults_max faults.
BOTH = ["start 0", "start 1", "over"]
FIRST = ["start 0", "over"]
SECOND = ["start 1", "over"]

# (game, seats, the games: three of them before, and the last one)
CASES = [
    # directly after `game`, in seat order, whatever the game
    ("pig", 2, [], "start 0, start 1, over"),
    ("pig", 2, [], "start 1, !start 0"),
    ("pig", 2, [], "gone 0, start 1, over"),
    ("pig", 2, [], "start 0, gone 1, over"),
    ("pig", 2, [], "gone 1, !start 0"),
    ("pig", 2, [], "start 1, !gone 0"),
    ("pig", 2, [], "garbled 0, limit 1, over"),
    ("pig", 2, [], "flood 0, timeout 1, over"),
    ("pig", 3, [], "start 2, !start 0"),
    ("pig", 3, [], "start 0, gone 2, !start 1"),
    ("pig", 2, BOTH, "forfeit 0, forfeit 1, over"),
    ("pig", 2, BOTH, "!forfeit 1"),
    ("pig", 2, BOTH, "forfeit 0, !over"),
    ("pig", 2, BOTH, "!draw"),
    ("pig", 2, FIRST, "forfeit 0, gone 1, over"),
    ("pig", 2, FIRST, "!gone 1"),
    ("pig", 2, SECOND, "gone 0, forfeit 1, over"),
    ("pig", 2, SECOND, "forfeit 1, !gone 0"),
    ("pig", 3, BOTH, "!forfeit 1"),
    ("rolit", 2, BOTH, "!move"),
    ("rolit", 3, BOTH, "!again 0"),
    # only the seat that was asked can answer wrongly
    ("pig", 2, [], "!illegal 0"),
    ("pig", 2, [], "draw, illegal 0, over"),
    ("pig", 2, [], "draw, garbled 0, over"),
    ("pig", 2, [], "draw, !illegal 1"),
    ("pig", 2, [], "draw, !garbled 1"),
    ("pig", 2, [], "draw, gone 1, over"),
    ("pig", 2, [], "draw, flood 1, over"),
    ("pig", 2, [], "draw, limit 1, over"),
    ("pig", 2, [], "draw, timeout 1, over"),
    ("pig", 2, [], "draw, timeout 0, !flood 1"),
    ("pig", 3, [], "draw, !start 1"),
    # and only when the rules allow it no further try
    ("rolit", 2, [], "again 0, illegal 0, over"),
    ("rolit", 2, [], "!illegal 0"),
    ("rolit", 2, [], "garbled 0, over"),
    ("rolit", 2, [], "move, !illegal 1"),
    ("rolit", 2, [], "again 0, move, !illegal 1"),
    ("rolit", 2, [], "again 0, move, again 1, illegal 1, over"),
    ("rolit", 2, [], "again 0, move, again 1, !illegal 0"),
    ("rolit", 2, [], "again 0, !again 0"),
    ("rolit", 3, [], "start 0, again 1, illegal 1, over"),
    ("rolit", 3, [], "again 0, illegal 0, !illegal 1"),
    ("rolit", 3, [], "again 0, illegal 0, again 1, illegal 1, over"),
]


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


def told(game, seats, before, last):
    """(the log, the number of its first wrong line or None)"""
    games = [before] * 3 * bool(before) + [last.split(", ")]
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

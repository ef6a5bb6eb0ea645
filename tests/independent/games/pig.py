"""pig.py - the example: one die, a 1 loses the turn."""

from game import common_rules
from race import RANKING, Race


class Pig(Race):
    rules = dict(common_rules(200), **RANKING, target=(100, 10, 100000))

    def game(self):
        yield from self.rounds(0, lambda: False)

    def turn(self, seat):
        while True:
            yield from self.throw(seat, 1)
            face = self.roll[0]
            if face == 1:
                self.tell("bust", seat=seat, lost=self.total)
                return
            self.total += face
            move = yield from self.ask(seat, [{"then": "roll"},
                                              {"then": "bank"}])
            if move["then"] == "bank":
                self.bank(seat)
                if self.scores[seat] >= self.rule["target"]:
                    self.decide([seat])
                return

    def view(self):
        return {"seat": self.seat, "scores": list(self.scores),
                "turns": list(self.turns),
                "out": sorted(self.gone), "total": self.total,
                "roll": list(self.roll)}

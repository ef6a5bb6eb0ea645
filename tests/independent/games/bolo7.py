"""bolo7.py - Bolo with seven dice."""

from functools import lru_cache

from game import common_rules
from race import RANKING, Race, best_split, subsets, take


def series(face, count):
    triple = 1000 if face == 1 else 100 * face
    return triple * 2 ** (count - 3)


def worth(group):
    if group in ((1,), (5,)):
        return 100 if group == (1,) else 50
    if len(group) >= 3 and len(set(group)) == 1:
        return series(group[0], len(group))
    return 1500 if group == (1, 2, 3, 4, 5, 6) else None


@lru_cache(maxsize=None)
def keep_value(keep, opened=()):
    """The value of a keep beside open series ((face, dice), ..), or None."""
    value, rest = 0, keep
    for face, count in opened:
        added = keep.count(face)
        value += series(face, count) * (2 ** added - 1)
        rest = tuple(d for d in rest if d != face)
    split = best_split(rest, worth)
    return None if split is None else value + split


def keeps(roll, opened=()):
    found = [(k, keep_value(k, tuple(opened))) for k in subsets(roll)]
    return [(k, v) for k, v in found if v is not None]


class Bolo7(Race):
    rules = dict(common_rules(200), **RANKING,
                 target=(10000, 50, 1000000), opening=(1000, 0, 100000),
                 series_extension=("same_roll", ("same_roll", "same_turn")),
                 hot_dice=("may", ("may", "must")),
                 endgame=("sudden_death",
                          ("sudden_death", "last_round", "immediate")),
                 catch=("ge", ("ge", "gt")))

    def game(self):
        self.phase, self.trigger = "normal", -1
        self.queue, self.contenders, self.open = [], [], {}
        yield from self.rounds(0, lambda: self.trigger >= 0)
        trigger = self.trigger
        bar = self.scores[trigger]
        self.tell("final_round", seat=trigger, score=bar)
        self.phase, self.queue = "final", self.after(trigger)
        while self.waiting():
            yield from self.turn_of(self.queue.pop(0))
        if self.rule["endgame"] == "last_round" or trigger in self.gone:
            self.decide(self.by_score())
        caught = [s for s in self.after(trigger) if self.reached(s, bar)]
        if not caught:
            self.decide([trigger])
        yield from self.sudden([trigger] + caught)

    def waiting(self):
        self.queue = [s for s in self.queue if s not in self.gone]
        return self.queue

    def reached(self, seat, bar):
        if self.rule["catch"] == "gt":
            return self.scores[seat] > bar
        return self.scores[seat] >= bar

    def sudden(self, contenders):
        self.phase, self.contenders = "sudden", contenders
        self.tell("sudden_death", seats=list(contenders))
        order = list(contenders)
        while True:
            for seat in order:
                self.still_in()
                if seat not in self.contenders:
                    continue
                yield from self.turn_of(seat)
                self.still_in()
                others = [s for s in self.contenders if s != seat]
                if seat in self.contenders and any(
                        self.scores[seat] <= self.scores[s] for s in others):
                    self.contenders = others
                    self.tell("out", seat=seat)
                    self.still_in()

    def somebody_left(self):
        Race.somebody_left(self)
        if self.phase == "sudden":
            self.still_in()

    def still_in(self):
        self.contenders = [s for s in self.contenders if s not in self.gone]
        if len(self.contenders) == 1:
            self.decide(list(self.contenders))

    def need(self, seat):
        return self.rule["opening"] if self.scores[seat] == 0 else 0

    def legal(self, seat, found):
        moves = []
        for keep, value in found:
            moves.append({"keep": list(keep), "then": "roll"})
            hot = len(keep) == len(self.roll)
            if hot and self.rule["hot_dice"] == "must":
                continue
            if self.total + value >= self.need(seat):
                moves.append({"keep": list(keep), "then": "bank"})
        return moves

    def turn(self, seat):
        hand, self.open = 7, {}
        while True:
            yield from self.throw(seat, hand)
            found = keeps(self.roll, sorted(self.open.items()))
            if not found:
                self.tell("bust", seat=seat, lost=self.total)
                return
            move = yield from self.ask(seat, self.legal(seat, found))
            keep = tuple(move["keep"])
            self.total += dict(found)[keep]
            hand = len(take(self.roll, keep))
            self.extend(keep)
            if move["then"] == "bank":
                self.bank_all(seat)
                return
            if hand == 0:
                self.tell("hot_dice", seat=seat, total=self.total)
                hand, self.open = 7, {}

    def extend(self, keep):
        if self.rule["series_extension"] == "same_roll":
            return
        for face in set(keep):
            if face in self.open or keep.count(face) >= 3:
                self.open[face] = self.open.get(face, 0) + keep.count(face)

    def bank_all(self, seat):
        first = self.scores[seat] == 0
        self.bank(seat)
        if first:
            self.tell("opened", seat=seat)
        if self.phase == "normal" and self.scores[seat] >= self.rule["target"]:
            if self.rule["endgame"] == "immediate":
                self.decide([seat])
            self.trigger = seat

    def view(self):
        self.waiting()
        contenders = [s for s in self.contenders if s not in self.gone]
        return {"phase": self.phase, "seat": self.seat,
                "scores": list(self.scores), "turns": list(self.turns),
                "out": sorted(self.gone),
                "total": self.total, "roll": list(self.roll),
                "need": self.need(self.seat),
                "open": [list(s) for s in sorted(self.open.items())],
                "trigger": self.trigger, "queue": list(self.queue),
                "contenders": contenders}

"""bolo5.py - Bolo with five dice."""

from functools import lru_cache

from game import common_rules
from race import RANKING, Race, best_split, subsets, take

STRAIGHTS = ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6))


def worth(group):
    if group in ((1,), (5,)):
        return 100 if group == (1,) else 50
    faces = sorted(set(group), key=group.count, reverse=True)
    triple = 1000 if faces[0] == 1 else 100 * faces[0]
    if len(faces) == 1 and len(group) == 5:
        return 10000 if faces[0] == 1 else 5000
    if len(faces) == 1 and len(group) in (3, 4):
        return triple if len(group) == 3 else 2 * triple
    if len(group) == 5 and len(faces) == 2 and group.count(faces[0]) == 3:
        return 500
    return 1000 if group in STRAIGHTS else None


@lru_cache(maxsize=None)
def keep_value(keep):
    return best_split(keep, worth)


def keeps(roll, five_forced=True):
    if five_forced and len(roll) == 5 and len(set(roll)) == 1:
        return [(tuple(roll), keep_value(tuple(roll)))]
    found = [(k, keep_value(k)) for k in subsets(roll)]
    return [(k, v) for k, v in found if v is not None]


def left_over(roll, keep):
    """Condition 1: a die that does not score is left over."""
    rest = take(roll, keep)
    return any(d in (2, 3, 4, 6) and rest.count(d) <= 2 for d in rest)


class Bolo5(Race):
    stride = 4
    rules = dict(common_rules(500), **RANKING,
                 start=("seat", ("seat", "roll")),
                 target=(10000, 50, 1000000), min_first=(650, 0, 100000),
                 min_turn=(350, 0, 100000), min_7000=(750, 0, 100000),
                 min_9000=(1000, 0, 100000), nine_k=("all", ("all", "win")),
                 five_kind_forced=(True, 0, 0), yahtzee_clause=(True, 0, 0),
                 last_round=(False, 0, 0), hits_on_bolo=(False, 0, 0),
                 van_halen=(True, 0, 0))

    def game(self):
        self.phase, self.trigger, self.queue = "normal", -1, []
        first = 0
        if self.rule["start"] == "roll":
            first = yield from self.throw_for_start()
        yield from self.rounds(first, lambda: self.trigger >= 0)
        self.tell("final_round", seat=self.trigger,
                  score=self.scores[self.trigger])
        self.phase, self.queue = "final", self.after(self.trigger)
        while self.waiting():
            yield from self.turn_of(self.queue.pop(0))
        self.decide(self.by_score())

    def waiting(self):
        self.queue = [s for s in self.queue if s not in self.gone]
        return self.queue

    def need(self, seat):
        score = self.scores[seat]
        if score == 0:
            return self.rule["min_first"]
        if score < 7000:
            return self.rule["min_turn"]
        return self.rule["min_7000" if score < 9000 else "min_9000"]

    def enough(self, seat, total):
        score = self.scores[seat]
        if (score >= 9000 and self.rule["nine_k"] == "win" and
                score + total < self.rule["target"]):
            return total >= self.rule["min_7000"]
        return total >= self.need(seat)

    def legal(self, seat, found):
        moves = []
        for keep, value in found:
            moves.append({"keep": list(keep), "then": "roll"})
            if (left_over(self.roll, keep) and
                    self.enough(seat, self.total + value)):
                moves.append({"keep": list(keep), "then": "bank"})
        return moves

    def turn(self, seat):
        aside = []              # the keeps of the current five dice
        high_roller = False     # five equal dice were kept just now
        while True:
            hand = 5 - sum(len(k) for k in aside)
            yield from self.throw(seat, hand)
            if self.roll == [2, 2, 3, 3, 4]:
                self.tell("scorn", seat=seat)
            found = keeps(self.roll, self.rule["five_kind_forced"])
            if not found and self.thrown_again(aside):
                self.tell("yahtzee_clause", seat=seat)
                continue
            if not found:
                self.bolo(seat, high_roller)
                return
            move = yield from self.ask(seat, self.legal(seat, found))
            keep = tuple(move["keep"])
            value = dict(found)[keep]
            self.total += value
            high_roller = len(keep) == 5 and len(set(keep)) == 1
            if high_roller:
                self.tell("high_roller", seat=seat, points=value)
            aside.append(keep)
            if len(keep) == hand:
                self.tell("hot_dice", seat=seat, total=self.total)
                aside = []
            if move["then"] == "bank":
                self.bank_all(seat)
                return

    def thrown_again(self, aside):
        """Must this roll be thrown again by the Yahtzee clause?"""
        if not self.rule["yahtzee_clause"] or len(aside) != 1:
            return False
        face = aside[0][0]
        return (len(aside[0]) in (3, 4) and face in (2, 3, 4, 6) and
                set(aside[0]) == {face} and set(self.roll) == {face})

    def bolo(self, seat, high_roller):
        self.tell("bolo", seat=seat, lost=self.total)
        if high_roller:
            self.tell("travesty", seat=seat)
        if self.rule["hits_on_bolo"] and self.total >= 1000:
            self.tell("hits", seat=seat, hits=self.total // 1000)

    def bank_all(self, seat):
        first = self.scores[seat] == 0
        self.bank(seat)
        if first:
            self.tell("on_board", seat=seat)
        if self.total >= 1000:
            self.tell("hits", seat=seat, hits=self.total // 1000)
        if self.rule["van_halen"] and self.scores[seat] == 5150:
            self.tell("van_halen", seat=seat, hits=1)
        if self.phase == "normal" and self.scores[seat] >= self.rule["target"]:
            if not self.rule["last_round"]:
                self.decide([seat])
            self.trigger = seat

    def view(self):
        self.waiting()
        return {"phase": self.phase, "seat": self.seat,
                "scores": list(self.scores), "turns": list(self.turns),
                "out": sorted(self.gone),
                "total": self.total, "roll": list(self.roll),
                "need": self.need(self.seat), "trigger": self.trigger,
                "queue": list(self.queue)}

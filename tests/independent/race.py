"""race.py - what the race games share: turns, banking, winners; and keeps."""

import itertools

from game import Decided, Game, TurnLost

RANKING = {"ranking": ("winner", ("winner", "score"))}


def subsets(dice):
    """Every non-empty part of the dice once, in the order of `legal`."""
    found = set()
    for size in range(1, len(dice) + 1):
        found.update(itertools.combinations(sorted(dice), size))
    return sorted(found, key=lambda part: (len(part), part))


def take(dice, part):
    """The dice without those of `part`."""
    rest = list(dice)
    for die in part:
        rest.remove(die)
    return rest


def best_split(dice, worth):
    """The best sum over all ways to divide the dice into groups that score.

    worth(group) is the value of one group or None; None if there is no way.
    """
    if not dice:
        return 0
    first, others = dice[0], dice[1:]
    best = None
    for size in range(len(others) + 1):
        for rest_of_group in set(itertools.combinations(others, size)):
            value = worth(tuple(sorted((first,) + rest_of_group)))
            if value is None:
                continue
            more = best_split(tuple(take(others, rest_of_group)), worth)
            if more is not None and (best is None or value + more > best):
                best = value + more
    return best


class Race(Game):
    def __init__(self, seats, rules):
        self.scores = [0] * seats
        self.total = 0
        self.roll = []
        Game.__init__(self, seats, rules)

    def turn_of(self, seat):
        """One turn, even if the seat is out in the middle of it."""
        self.begin(seat)
        self.total = 0
        try:
            yield from self.turn(seat)
        except TurnLost:
            pass
        self.total = 0
        self.seat = -1

    def throw(self, seat, count):
        values = yield from self.draw(seat + 1, count, 6)
        self.roll = sorted(values)

    def bank(self, seat):
        self.scores[seat] += self.total
        self.tell("bank", seat=seat, points=self.total,
                  score=self.scores[seat])

    def after(self, seat):
        """The other seats still in the game, in order after `seat`."""
        others = [(seat + i) % self.seats for i in range(1, self.seats)]
        return [s for s in others if s not in self.gone]

    def rounds(self, seat, stop):
        """Turns in seat order from `seat` until stop() holds after one."""
        while True:
            if seat not in self.gone:
                yield from self.turn_of(seat)
                if stop():
                    return
            seat = (seat + 1) % self.seats

    def by_score(self):
        best = max(self.scores[s] for s in self.left())
        return [s for s in self.left() if self.scores[s] == best]

    def decide(self, winners):
        raise Decided("normal", winners)

    def finish(self, end, winners):
        if winners is None:
            winners = self.by_score()
        ranks = []
        for seat in range(self.seats):
            better = [s for s in range(self.seats)
                      if self.place(s, winners) < self.place(seat, winners)]
            ranks.append(1 + len(better))
        if self.rule["ranking"] == "winner":
            ranks = [1 if s in winners else 2 for s in range(self.seats)]
        self.tell("win", seats=winners)
        self.result = {"scores": list(self.scores), "ranks": ranks,
                       "end": end}

    def place(self, seat, winners):
        if seat in winners:
            return (0, 0)
        if seat in self.gone:
            return (2, 0)
        return (1, -self.scores[seat])

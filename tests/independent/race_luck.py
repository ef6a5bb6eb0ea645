#!/usr/bin/env python3
"""race_luck.py - a second measure of luck by the race formula, for bolo7 with
two seats that ends at the target (`endgame` immediate).

    referee replay LOG --json | python3 tests/independent/race_luck.py C H R E

Prints a line for each game: the chance of seat 0 at the start, and the luck of
each seat's own rolls.
"""
import collections
import functools
import itertools
import json
import math
import sys

UNIT, DICE, ROWS = 50, 7, 1500


def groups(count):
    """Units of dice counted by face, without a straight; None if one is left
    over."""
    units = 0
    for face, n in enumerate(count, 1):
        if n >= 3:
            units += (20 if face == 1 else 2 * face) << n - 3
        elif face in (1, 5):
            units += n * (2 if face == 1 else 1)
        elif n:
            return None
    return units


@functools.lru_cache(None)
def worth(count):
    rest = groups([n - 1 for n in count]) if all(count) else None
    return max(groups(count) or 0, 0 if rest is None else 30 + rest)


@functools.lru_cache(None)
def keeps(count):
    """What may be kept of a roll: (units, dice)."""
    kept = itertools.product(*(range(n + 1) for n in count))
    return tuple(sorted({(worth(one), sum(one)) for one in kept
                         if worth(one)}))


def by_face(values):
    return tuple(values.count(face) for face in range(1, 7))


@functools.lru_cache(None)
def rolls(dice):
    """What can be kept of a roll of so many dice, with its probability."""
    found = collections.Counter()
    for values in itertools.combinations_with_replacement(range(1, 7), dice):
        count = by_face(values)
        ways = math.factorial(dice) // math.prod(map(math.factorial, count))
        found[keeps(count)] += ways / 6 ** dice
    return tuple(found.items())


def left(dice, kept):
    return DICE if kept == dice else dice - kept


def turn_means():
    """The mean points of a turn, by total and dice in hand."""
    halt = {dice: sum(chance for allowed, chance in rolls(dice) if allowed)
            for dice in range(1, DICE + 1)}
    rows = []

    def mean(total, dice):
        return rows[ROWS - 1 - total][dice] if total < ROWS else \
            total * halt[dice]

    for total in reversed(range(ROWS)):
        rows.append({dice: sum(chance * max(
            max(total + units, mean(total + units, left(dice, kept)))
            for units, kept in allowed)
            for allowed, chance in rolls(dice) if allowed) for dice in halt})
    return mean


class Race:
    def __init__(self, rules, numbers):
        self.target = rules["target"] / UNIT
        self.opening = rules["opening"] / UNIT
        self.c, self.h, self.r, self.e = numbers
        self.mean = turn_means()
        self.mu = self.mean(0, DICE)

    def chance(self, score, mover, turn):
        """The mover's chance to win, expecting `turn` points from this turn."""
        own, other = score[mover] + turn, score[1 - mover] + self.h * self.mu
        rest = max(self.target - max(own, other) + self.r, self.r / 2)
        return 1 / (1 + math.exp(self.c * (rest / 100) ** -self.e *
                                 (other - own)))

    def over(self, score, mover):
        """The chance of the mover whose turn ends with these scores."""
        return 1. if score[mover] >= self.target else \
            1 - self.chance(score, 1 - mover, self.mu)

    def after(self, score, mover, total, dice, allowed):
        found = [] if allowed else [self.over(score, mover)]
        for units, kept in allowed:
            now = total + units
            found.append(self.chance(score, mover,
                                     self.mean(now, left(dice, kept))))
            if now >= (self.opening if score[mover] == 0 else 1):
                banked = list(score)
                banked[mover] += now
                found.append(self.over(banked, mover))
        return max(found)

    def luck(self, score, mover, total, dice, values):
        return self.after(score, mover, total, dice,
                          keeps(by_face(values))) - sum(
            chance * self.after(score, mover, total, dice, allowed)
            for allowed, chance in rolls(dice))


def measure(events, numbers):
    race, games = None, []
    for event in events:
        if event["event"] == "match":
            race = Race(event["rules"], numbers)
        elif event["event"] == "game":
            score, luck, total, dice = [0, 0], [0, 0], 0, DICE
            games.append((race.chance(score, 0, race.mu), luck))
        elif event["event"] == "roll":
            mover = event["seat"]
            luck[mover] += race.luck(score, mover, total, dice,
                                     event["values"])
            if not keeps(by_face(event["values"])):
                total, dice = 0, DICE
        elif event["event"] == "move":
            kept = event["move"]["keep"]
            total += worth(by_face(kept))
            dice = left(dice, len(kept))
            if event["move"]["then"] == "bank":
                score[mover] += total
                total, dice = 0, DICE
    return games


if __name__ == "__main__":
    for result in measure(map(json.loads, sys.stdin),
                          list(map(float, sys.argv[1:]))):
        print(json.dumps(result))

#!/usr/bin/env python3
"""bolo5.py - Bolo with five dice by one question: what is a roll worth now?

Every move gets a worth in points.  Banking is worth what it banks.  Rolling
gains on average while the turn has gathered little and loses on average when
it has gathered much; LIMIT says, for each number of dice, where the two are
level, and LOSE how steep the line is there.  Whether a bank is allowed at
all, the minimum and the die left over, `legal` says already.
"""
import os
import sys

# The SDK lies beside the folder of bots.
sys.path[0] = os.path.join(os.path.dirname(os.path.realpath(__file__)),
                           "..", "sdk", "python")
import rollcall

# For 1..5 dice about to be rolled (docs/games/bolo5.md has them exactly).
LIMIT = {1: 150, 2: 150, 3: 350, 4: 900, 5: 3250}
LOSE = {1: 2 / 3, 2: 4 / 9, 3: 5 / 18, 4: 17 / 108, 5: 25 / 324}
SAFE = 10 ** 6          # more than any turn: this wins


def value(keep):
    """Points of a keep, split as is best."""
    faces = {face: keep.count(face) for face in keep}
    points = 0
    for face, dice in faces.items():
        three = 1000 if face == 1 else 100 * face
        if dice >= 3:
            points += {3: three, 4: 2 * three,
                       5: 10000 if face == 1 else 5000}[dice]
        else:
            points += {1: 100, 5: 50}.get(face, 0) * dice
    if len(faces) == 5:
        return 1000                     # a straight: nothing else scores so
    if sorted(faces.values()) == [2, 3]:
        return max(points, 500)         # a full house
    return points


def goal(view, rules):
    """The score to reach: in the last round, that of the best so far."""
    return max(view["scores"]) if view["phase"] == "final" else rules["target"]


def worth(move, view, rules):
    total = view["total"] + value(move["keep"])
    left = len(view["roll"]) - len(move["keep"]) or 5
    if move["then"] == "roll":
        return total + LOSE[left] * (LIMIT[left] - total)
    if view["scores"][view["seat"]] + total >= goal(view, rules):
        return SAFE
    return total if view["phase"] == "normal" else -SAFE


def choose(turn):
    rules = turn.hello["rules"]
    return max(turn.legal, key=lambda move: worth(move, turn.view, rules))


rollcall.run(choose, events=False)

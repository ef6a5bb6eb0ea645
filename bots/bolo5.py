#!/usr/bin/env python3
"""bolo5.py - plays Bolo with five dice by what the next roll is worth.

Every move gets a worth in points.  Banking is worth the points banked.
Rolling gains points on average while the turn has few and loses points when
it has many: for each number of dice, LIMIT is the total where it breaks even,
and LOSE the chance of losing the turn.  The rules about when a bank is allowed
need no code here: `legal` has only moves that are.
"""
import os
import sys

# The SDK is in the folder beside bots/.
sys.path[0] = os.path.join(os.path.dirname(os.path.realpath(__file__)),
                           "..", "sdk", "python")
import rollcall

# By the number of dice to roll (docs/games/bolo5.md has the exact numbers).
LIMIT = {1: 150, 2: 150, 3: 350, 4: 900, 5: 3250}
LOSE = {1: 2 / 3, 2: 4 / 9, 3: 5 / 18, 4: 17 / 108, 5: 25 / 324}
SAFE = 10 ** 6          # more than any turn: the move wins


def value(keep):
    """The points of a keep, counted in the best way."""
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
        return 1000                     # all different: it is a straight
    if sorted(faces.values()) == [2, 3]:
        return max(points, 500)         # a full house
    return points


def goal(view, rules):
    """The score to reach; in the last round, the best score so far."""
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

#!/usr/bin/env python3
"""vollelotte.py - plays Volle Lotte by counting cards.

Every move gets a worth in points.  The cards left in the deck are known, so
the chances of the next card can be counted: before turning a card with many
points at risk, a player should know how many stops are left.
"""
import os
import sys

# The SDK is in the folder beside bots/.
sys.path[0] = os.path.join(os.path.dirname(os.path.realpath(__file__)),
                           "..", "sdk", "python")
import rollcall

# By the number of dice to roll, 0 to 6 (docs/games/vollelotte.md has the exact
# numbers).  NULL: the chance that no die scores.  LOTTE and SUITE: the best
# chance to reach a Volle Lotte, and to complete a suite.
NULL = [0, 2 / 3, 4 / 9, 5 / 18, 17 / 108, 25 / 324, 5 / 162]
MEAN = [0, 25, 50, 87, 141, 216, 309]           # points of the best keep
LOTTE = [1, .3333, .2593, .2449, .2508, .2607, .2710]
SUITE = [1, .1667, .1389, .1547, .1716, .1843, .1969]
CERTAIN = 10 ** 6               # more than any turn: the move wins


def value(keep):
    points = 0
    for face in set(keep):
        threes, single = divmod(keep.count(face), 3)
        points += threes * (1000 if face == 1 else 100 * face)
        points += single * {1: 100, 5: 50}.get(face, 0)
    return points


def worth_of_card(total, deck):
    """The worth of turning a card with `total` at risk, by the deck left."""
    stop, firework, *bonuses, double, plusminus, suite, clover = deck
    sum_of_worths = (
        firework * (total + 623) + sum(bonuses) * (.97 * total + 400) +
        double * (1.1 * total + 400) + plusminus * LOTTE[6] * (total + 1000) +
        suite * SUITE[6] * (total + 2000) + clover * .07 * 6000)
    return sum_of_worths / (sum(deck) or 56)


def worth(move, view, rules):
    card, total, then = view["card"], view["total"], move["then"]
    left = len(view["roll"]) - len(move["keep"])
    if card in ("suite", "plusminus", "clover"):
        if left > 0:                    # dice score no points here
            return (SUITE if card == "suite" else LOTTE)[left]
        total += {"suite": 2000, "plusminus": 1000, "clover": CERTAIN}[card]
    else:
        total += value(move["keep"])
        bonus = int(card[5:]) if card.startswith("bonus") else \
            total if card == "double" else 0
        if then == "roll":
            left = left or 6            # a firework rolls all six again
            return (1 - NULL[left]) * (total + MEAN[left]) + LOTTE[left] * bonus
        total += bonus if left == 0 else 0
    if then == "card":
        return worth_of_card(total, view["deck"])
    score = view["scores"][view["seat"]] + total
    if view["phase"] == "extra":        # the last turn: only the lead wins
        return CERTAIN if score >= max(view["scores"]) else -1
    return total if score < rules["target"] else total + 1000


def choose(turn):
    rules = turn.hello["rules"]
    return max(turn.legal, key=lambda move: worth(move, turn.view, rules))


rollcall.run(choose, events=False)

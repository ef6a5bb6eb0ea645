#!/usr/bin/env python3
"""montecarlo.py - plays Bolo for two by the results of random rolls."""
import collections
import functools
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "../sdk/python"))
from rollcall import games, run

ROLLS, BANK = 15000, 4000       # BANK: a total that is always banked


def roll_on(state, move):
    """Makes a move; returns whose dice are due, how many, and the total."""
    state.apply(move)
    return state.due().seat, state.due().dice, state.view()["total"]


@functools.lru_cache(9999)
def chance(now, dice, total):
    """The chance to win after rolling so many dice; 0: after banking total."""
    if dice and total < BANK:           # the mean over all such rolls
        return sum(times * max(chance(now, 0, total + gain if left else 0),
                               chance(now, left, total + gain if left else 0))
                   for (left, gain), times in SEEN[dice].items()) \
            / sum(SEEN[dice].values())
    lead, need, phase = now             # the chance depends on the lead
    lead += total if total >= need else 0
    lost = dice or phase != "normal" and lead < (phase == "sudden")
    return 0 if lost else 1 / (1 + math.exp((300 - lead) / 1000))


def choose(turn):
    view, chances = turn.view, []
    if turn.hello["game"] != "bolo7" or turn.hello["seats"] != 2:
        return 0
    lead = view["scores"][view["seat"]] - view["scores"][1 - view["seat"]]
    for place, move in enumerate(turn.legal):
        if move["then"] == "roll":      # a bank with the same dice follows
            state = games.State.from_view("bolo7", view, turn.hello["rules"])
            _, dice, total = roll_on(state, place)
        chances.append(chance((lead, view["need"], view["phase"]),
                              dice if move["then"] == "roll" else 0, total))
    return chances.index(max(chances))


# Turns that keep everything and never bank; SEEN: the results of their rolls.
SEEN = collections.defaultdict(collections.Counter)
STATE = games.State("bolo7", 8, "opening=0,max_turns=9999")
DICE, HANDS = games.Random(1), []
for _ in range(ROLLS):
    STATE.roll(DICE)
    HANDS.append(roll_on(STATE, STATE.legal_count() - 2))
for (was, dice, before), (seat, left, total) in zip(HANDS, HANDS[1:]):
    SEEN[dice][(left, total - before) if seat == was else (0, 0)] += 1
run(choose, events=False)

#!/usr/bin/env python3
"""montecarlo.py - Bolo with seven dice for two: plays every legal move on
copies of the position, many times.  The engine knows all options: no table is
needed.
"""
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "../sdk/python"))
import rollcall
from rollcall.games import Random, State

SAMPLES = 100
SWING = 1400        # points that decide a game


def chance(state, me, opening):
    """To win: known at the end, before it by the lead.  Who has still to make
    the first bank is behind by that."""
    if state.over:
        return state.points()[me]
    mine, theirs = state.scores()[me], state.scores()[1 - me]
    lead = mine - theirs + opening * ((mine > 0) - (theirs > 0))
    return 1 / (1 + math.exp(-lead / SWING))


def choose(turn):
    if turn.hello["game"] != "bolo7" or turn.hello["seats"] != 2:
        return 0
    me, opening = turn.hello["seat"], turn.hello["rules"]["opening"]
    now = State.from_view("bolo7", turn.view, turn.hello["rules"])
    copy, sums = now.clone(), []
    for move in range(len(turn.legal)):
        dice = Random(1)                # the same dice for each move
        sums.append(0)
        for _ in range(SAMPLES):
            copy.assign(now)
            copy.apply(move)
            copy.roll(dice)
            while copy.turn == me:      # the last move banks most
                copy.apply(copy.legal_count() - 1)
                copy.roll(dice)
            sums[move] += chance(copy, me, opening)
    return sums.index(max(sums))


rollcall.run(choose, events=False)

#!/usr/bin/env python3
"""random_move.py - plays a random legal move: every other bot should beat it.

The random numbers come from the seed that the referee sends with each game,
so a match can be rerun move for move.
"""
import os
import sys

# The SDK is in the folder beside bots/.
sys.path[0] = os.path.join(os.path.dirname(os.path.realpath(__file__)),
                           "..", "sdk", "python")
import rollcall


def choose(turn):
    return turn.random.below(len(turn.legal))


rollcall.run(choose, events=False)

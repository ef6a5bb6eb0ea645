#!/usr/bin/env python3
"""random_move.py - any legal move, at random: the bot that every other must beat.

The random numbers come from the seed that the referee sends with each game,
so the same match can be played again, move for move.
"""
import os
import sys

# The SDK lies beside the folder of bots.
sys.path[0] = os.path.join(os.path.dirname(os.path.realpath(__file__)),
                           "..", "sdk", "python")
import rollcall


def choose(turn):
    return turn.random.below(len(turn.legal))


rollcall.run(choose, events=False)

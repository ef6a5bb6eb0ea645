#!/usr/bin/env python3
"""blackpot.py - plays Black-Pot by the worth of a pawn on each cell.

The lesson: price the cells, not the moves.  There are hundreds of moves but
only 109 cells.  A cell is worth what the windows of five through it promise:
a lot if four of our pawns are already there, nothing if both sides are.
A pawn must bring more than the 10 points that it is worth in the box; if no
move does, the dice may make 0, or a pass may be claimed.
"""
import os
import sys

sys.path[0] = os.path.join(os.path.dirname(os.path.realpath(__file__)),
                           "..", "sdk", "python")
import rollcall

SIDE, PAWN = 11, 10
STEPS = [(1, 0, 1), (0, 1, 2), (1, 1, 4), (-1, 1, 8)]   # columns, rows, bit
BLACK = {13, 14, 17, 19, 21, 22, 23}
# By the number of our pawns in a window: the share of its points that one more
# pawn is worth.  STOP: the same for blocking a window with opposing pawns only.
SHARE = [.03, .05, .12, .3, 1]
STOP = [0, 0, .02, .1, .7]


def windows(numbers):
    """All windows of five cells: (bit of the direction, cells, points)."""
    found = []
    for first in range(SIDE * SIDE):
        for x, y, bit in STEPS:
            column, row = first % SIDE + 4 * x, first // SIDE + 4 * y
            if not 0 <= column < SIDE or row >= SIDE:
                continue
            cells = [first + i * (SIDE * y + x) for i in range(5)]
            on = [numbers[cell] for cell in cells]
            if 0 in on:
                continue
            black = len([n for n in on if n in BLACK])
            pays = [30, 30, 100, 250, 400, 400][black]
            if not black and min(on) > 6:
                pays = 100
            elif max(on) <= 6:
                pays = 50
            found.append((bit, cells, pays))
    return found


def prices(view, side):
    """The worth in points of a pawn of `side` on each cell, minus its cost."""
    worth = [-PAWN] * (SIDE * SIDE)
    for bit, cells, pays in windows(view["numbers"]):
        pawns = [view["own"][cell] for cell in cells]
        if any(int(view["used"][cell], 16) & bit for cell in cells):
            continue
        mine, others = pawns.count(side), pawns.count("10"[int(side)])
        gain = pays * (SHARE[mine] if not others and mine < 5 else
                       STOP[others] if not mine and others < 5 else 0)
        for cell in cells:
            worth[cell] += gain
    return worth


def choose(turn):
    if turn.view["asked"] == "challenge":
        return len(turn.legal) - 1      # makes them place the most pawns
    worth = prices(turn.view, str(turn.hello["seat"] % 2))

    def price(move):
        return sum(worth[(int(cell[1:]) - 1) * SIDE + ord(cell[0]) - 97]
                   for cell in move.get("cells", ()))

    return max(range(len(turn.legal)), key=lambda i: price(turn.legal[i]))


rollcall.run(choose, events=False)

#!/usr/bin/env python3
"""rolit.py - plays Rolit for corners and mobility, and for balls at the end.

The lesson: balls turned early are turned back later.  A ball in a corner is
safe, because no line runs through it; a ball beside a corner gives it away.
So each move is tried on a copy of the board.  The board is valued by the cells
held, minus the moves of the next player, and late in the game by the balls.
"""
import os
import sys

sys.path[0] = os.path.join(os.path.dirname(os.path.realpath(__file__)),
                           "..", "sdk", "python")
import rollcall

STEPS = [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y]


def turned(board, size, cell, colour):
    """The cells that a ball of `colour` on `cell` turns."""
    found = []
    for x, y in STEPS:
        run, column, row = [], cell % size + x, cell // size + y
        while 0 <= column < size and 0 <= row < size:
            at = row * size + column
            if board[at] == ".":
                break
            if board[at] == colour:
                found += run
                break
            run.append(at)
            column, row = column + x, row + y
    return found


def worth_of_place(board, size, cell, colour):
    """The worth of holding a cell, apart from the ball itself."""
    column, row = cell % size, cell // size
    ends = (0, size - 1)
    if column in ends and row in ends:
        return 40
    near_x = 0 if column < size // 2 else size - 1
    near_y = 0 if row < size // 2 else size - 1
    if abs(column - near_x) <= 1 and abs(row - near_y) <= 1:
        corner = board[near_y * size + near_x]
        if corner == ".":               # opens the way to the corner
            return -8 if column in ends or row in ends else -16
        return 4 if corner == colour else 0
    return 3 if column in ends or row in ends else 0


def choose(turn):
    view, size = turn.view, turn.view["size"]
    colour = view["colours"][view["seat"]]
    after = view["colours"][(view["seat"] + 1) % len(view["colours"])]
    late = view["board"].count(".") <= size

    def price(move):
        cell = (int(move["cell"][1:]) - 1) * size + ord(move["cell"][0]) - 97
        board = list(view["board"])
        for at in turned(board, size, cell, colour) + [cell]:
            board[at] = colour
        places = sum(worth_of_place(board, size, at, colour)
                     for at, ball in enumerate(board) if ball == colour)
        answers = sum(1 for at, ball in enumerate(board) if ball == "."
                      and turned(board, size, at, after))
        return places - answers + board.count(colour) * (10 if late else 0)

    return max(range(len(turn.legal)), key=lambda i: price(turn.legal[i]))


rollcall.run(choose, events=False)

#!/usr/bin/env python3
"""connect4.py - Connect Four, as a program that the referee asks: connect4.md
has the rules."""
import os
import sys

# The library is beside this file, or where this tree has it.
sys.path.append(os.path.join(os.path.dirname(os.path.realpath(__file__)),
                             "../../../sdk/python/rollcall"))

from own_game import Game, ask, picture, ranks_by, run  # noqa: E402

COLUMNS, ROWS = 7, 6


def has_four(board, column, row):
    """Is the stone there one of four in a line?"""
    stone = board[column][row]
    for dx, dy in (1, 0), (0, 1), (1, 1), (1, -1):
        count = 1
        for sign in 1, -1:
            x, y = column + sign * dx, row + sign * dy
            while 0 <= x < COLUMNS and 0 <= y < len(board[x]) and \
                    board[x][y] == stone:
                count += 1
                x, y = x + sign * dx, y + sign * dy
        if count >= 4:
            return True
    return False


def drawn(board):
    return "\n".join("".join("XO"[board[x][y]] if y < len(board[x]) else "."
                             for x in range(COLUMNS))
                     for y in reversed(range(ROWS)))


class Connect4(Game):
    name, title, players, result = "connect4", "Connect Four", (2, 2), "winner"
    sheet = ["Drop a stone into a column; four of yours in a line win.",
             'Moves: {"column":0} to {"column":6}']

    def play(self, seats, rules):
        board = [[] for _ in range(COLUMNS)]    # each from below
        for turn in range(COLUMNS * ROWS):
            seat = turn % 2
            yield picture(drawn(board))
            move = yield ask(seat, {"board": board},
                             [{"column": x} for x in range(COLUMNS)
                              if len(board[x]) < ROWS])
            column = move["column"]
            board[column].append(seat)
            if has_four(board, column, len(board[column]) - 1):
                scores = [int(one == seat) for one in range(2)]
                return scores, ranks_by(scores)
        return [0, 0], [1, 1]


if __name__ == "__main__":
    run(Connect4)

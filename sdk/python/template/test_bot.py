"""test_bot.py - python3 -m unittest"""
import unittest

import rollcall
from bot import choose

# What the referee sends before a decision with @MOVES@ legal moves.
HELLO = r"""@HELLO@"""
TURN = r"""@TURN@"""


class Choose(unittest.TestCase):
    def test_a_legal_move(self):
        turn = rollcall.turn_from(TURN, HELLO)
        move = choose(turn)
        self.assertTrue(move in range(len(turn.legal))
                        or move in turn.legal, move)


if __name__ == "__main__":
    unittest.main()

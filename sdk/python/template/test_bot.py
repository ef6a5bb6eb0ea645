"""test_bot.py - python3 -m unittest"""
import unittest

import rollcall
from bot import choose


class Choose(unittest.TestCase):
    def test_a_legal_move(self):
        turn = rollcall.turn_of("@GAME@", {}, legal=[{"then": "roll"},
                                                     {"then": "bank"}])
        self.assertIn(choose(turn), (0, 1))


if __name__ == "__main__":
    unittest.main()

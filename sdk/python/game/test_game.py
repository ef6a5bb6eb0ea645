"""test_@GAME@.py - python3 -m unittest"""
import importlib
import unittest

MyGame = importlib.import_module("@GAME@").MyGame


class Play(unittest.TestCase):
    def test_one_round(self):
        game = MyGame().play(2, {"rounds": 1})
        self.assertEqual(next(game)["roll"]["seat"], 0)
        self.assertEqual(game.send([2])["ask"]["view"]["die"], 2)
        self.assertEqual(game.send({"do": "again"})["roll"]["seat"], 0)
        self.assertEqual(game.send([5])["event"]["points"], 5)
        next(game)
        self.assertEqual(next(game)["roll"]["seat"], 1)
        game.send([4])
        game.send({"do": "keep"})
        next(game)
        with self.assertRaises(StopIteration) as end:
            next(game)
        self.assertEqual(end.exception.value, ([5, 4], [1, 2]))


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""test_games.py - tests the engines in Python, and play_local.

tier: quick
"""
import copy
import os
import random
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.realpath(__file__))
LIBRARY = os.path.join(os.path.abspath(os.environ.get(
    "builddir", f"{HERE}/../../build")), "librollcall-games.so.1")
if b"__asan" in open(LIBRARY, "rb").read():
    print("not tried: rollcall.games (Python cannot load a library with "
          "sanitizers)")
    sys.exit(0)
os.environ["ROLLCALL_GAMES_LIBRARY"] = LIBRARY
sys.path.insert(0, HERE)
import rollcall
from rollcall import games
from rollcall.games import CHANCE, Due, Random, State, playouts
from rollcall.local import play_local


def hold(points):
    return lambda turn: 1 if turn.view["total"] >= points else 0


class Games(unittest.TestCase):
    def assert_equal_states(self, one, other):
        self.assertEqual(one.turn, other.turn)
        self.assertEqual(one.view(0), other.view(0))
        self.assertEqual(one.legal(), other.legal())
        self.assertEqual(one.rules, other.rules)

    def test_a_view_is_the_position_in_every_game(self):
        for game in games.names():
            state, dice = State(game), Random(3)
            steps = 0
            while not state.over:
                if state.turn == CHANCE:
                    state.roll(dice)
                    continue
                if steps % 20 == 0:
                    self.assert_equal_states(state, State.from_view(
                        game, state.view(), state.rules))
                moves = state.legal()
                self.assertEqual(len(moves), state.legal_count())
                place = dice.below(len(moves))
                state.apply(place if steps % 2 else moves[place])
                steps += 1
            self.assertEqual(sum(state.points()), 1)
            self.assertEqual((state.ending(), state.legal()), ("normal", []))

    def test_dice_are_due_and_land(self):
        state = State("bolo7", 3)
        self.assertEqual((state.turn, state.due()), (CHANCE, Due(7, 6, 0)))
        for wrong in ([1] * 6, [7] * 7, []):
            with self.assertRaisesRegex(ValueError, "not those that are due"):
                state.land(wrong)
        state.land([1, 1, 1, 2, 3, 5, 6])
        self.assertEqual(state.turn, 0)
        state.apply({"keep": [1, 1, 1], "then": "bank"})
        self.assertEqual((state.scores(), state.turn), ([1000, 0, 0], CHANCE))
        self.assertEqual(State("vollelotte").due(), Due(1, 56, -1))

    def test_generators_of_every_kind_roll(self):
        rolled = []
        for dice in Random(7), rollcall.Random(7), random.Random(7):
            state = State("bolo7")
            state.roll(dice)
            rolled.append(state.view())
        self.assertEqual(rolled[0], rolled[1])
        self.assertNotEqual(rolled[0], rolled[2])

    def test_a_clone_lives_alone(self):
        state = State("pig", 2, "target=20")
        state.roll(rollcall.Random(1))
        for clone in state.clone(), copy.copy(state), copy.deepcopy(state):
            self.assert_equal_states(state, clone)
            clone.apply(1)
            self.assertEqual(state.turn, 0)
            clone.assign(state)
            self.assert_equal_states(state, clone)
        with self.assertRaisesRegex(ValueError, "a state of bolo7"):
            state.assign(State("bolo7"))

    def test_what_is_wrong_is_told(self):
        pig = State("pig")
        for call, told in (
                (lambda: State("chess"), 'there is no game "chess"'),
                (lambda: State("pig", 9), "2 to 8 players, not 9"),
                (lambda: State("pig", 2, {"goal": 5}), 'unknown key "goal"'),
                (lambda: State("pig", 2, "target=1"), "expected 10..100000"),
                (lambda: State.from_view("pig", {}), "expected a view of pig"),
                (lambda: State.from_view("pig", {"turns": [1, 0]}),
                 "seat: expected an integer"),
                (lambda: pig.apply(0), "place 0; 0 moves are legal"),
                (lambda: pig.apply({"then": "roll"}), "no seat has to decide now"),
                (lambda: pig.view(2), "seat 2; expected 0 to 1"),
                (lambda: playouts(pig, 0), "n is 0"),
                (lambda: Random(1).below(0), "expected 1 to")):
            with self.assertRaisesRegex(ValueError, told):
                call()

    def test_playouts_follow_from_the_seed(self):
        state = State("pig", 3, {"target": 20})
        means = playouts(state, 500, seed=1)
        self.assertEqual(means, playouts(state, 500, seed=1))
        self.assertNotEqual(means, playouts(state, 500, seed=2))
        self.assertAlmostEqual(sum(means), 1)
        state.land([6])
        ahead = playouts(state, 500, seed=1)
        self.assertGreater(ahead[0], means[0])

    def test_a_library_that_is_missing_is_told(self):
        done = subprocess.run(
            [sys.executable, "-c", "import rollcall.games"],
            env=dict(os.environ, PYTHONPATH=HERE, PYTHONDONTWRITEBYTECODE="1",
                     ROLLCALL_GAMES_LIBRARY="/nowhere/engines.so"),
            stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("ImportError: cannot load /nowhere/engines.so, the "
                      "engines of Rollcall", done.stderr)


class Local(unittest.TestCase):
    def test_the_points_follow_from_the_seed(self):
        bots = [hold(10), hold(20)]
        points = play_local("pig", bots, games=200, seed=1)
        self.assertEqual(points, play_local("pig", bots, games=200, seed=1))
        self.assertNotEqual(points, play_local("pig", bots, games=200, seed=2))
        self.assertEqual(sum(points), 200)
        self.assertGreater(points[1], points[0])

    def test_a_bot_is_told_what_the_referee_tells(self):
        seen = set()

        def curious(turn):
            seen.add((turn.hello["seat"], turn.game["number"]))
            self.assertEqual(turn.hello["names"][turn.hello["seat"]],
                             "curious-0")
            self.assertEqual(turn.hello["rules"]["target"], 30)
            self.assertEqual(turn.view["seat"], turn.hello["seat"])
            return turn.legal[-1]

        play_local("pig", [curious, hold(20), hold(10)], games=3,
                   rules={"target": 30})
        self.assertEqual(seen, {(0, 1), (2, 2), (1, 3)})

    def test_what_is_no_move_is_told(self):
        for answer, told in ((2, "expected a place in legal, 0 to 1"),
                             (None, "choose returned None")):
            with self.assertRaisesRegex(TypeError, told):
                play_local("pig", [lambda turn, answer=answer: answer] * 2)
        with self.assertRaisesRegex(ValueError, "roll or bank"):
            play_local("pig", [lambda turn: {"then": "sleep"}] * 2)


if __name__ == "__main__":
    unittest.main()

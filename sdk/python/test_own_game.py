#!/usr/bin/env python3
"""test_own_game.py - tests the library for games of your own.

tier: quick
"""
import io
import json
import sys
import unittest

from rollcall.own_game import (Bool, Choice, Game, Int, Out, Word, ask, ask_all,
                               event, illegal, picture, ranks_by, roll, run,
                               text)


def talk(play, *lines, seats=3, **members):
    """The answers to `new` and these lines."""
    game = type("Small", (Game,), {"name": "small", "players": (2, 9),
                                   "play": play, **members})
    out = io.StringIO()
    sent = [{"type": "new", "seats": seats, "rules": {"rounds": 2}}, *lines]
    run(game, [json.dumps(line) for line in sent], out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def rolled(*values):
    return {"type": "rolled", "values": list(values)}


def moved(seat, move):
    return {"type": "move", "seat": seat, "move": move}


def out(seat):
    return {"type": "out", "seat": seat}


class OwnGame(unittest.TestCase):
    def test_hello_is_answered_with_what_the_class_says(self):
        class Full(Game):
            name, players, result = "full", (2, 4), "ranking"
            stride, hidden, sheet = 4, True, ("a", "b")
            rules = [Int("n", 1, 0, 9, "a number"), Bool("b", True, "yes"),
                     Word("w", "x", ("x", "y"), "a word"),
                     Choice("c", 5, (5, 7), "one of two")]

        written = io.StringIO()
        run(Full, ['{"type":"hello","protocol":1}'], written)
        self.assertEqual(json.loads(written.getvalue()), {
            "type": "game", "name": "full", "title": "Full", "players": [2, 4],
            "result": "ranking", "stride": 4, "hidden": True,
            "sheet": ["a", "b"], "rules": [
                {"name": "n", "type": "int", "default": 1, "min": 0, "max": 9,
                 "help": "a number"},
                {"name": "b", "type": "bool", "default": True, "help": "yes"},
                {"name": "w", "type": "word", "default": "x",
                 "words": ["x", "y"], "help": "a word"},
                {"name": "c", "type": "choice", "default": 5,
                 "choices": [5, 7], "help": "one of two"}]})

    def test_a_game_from_the_first_roll_to_the_end(self):
        def play(self, seats, rules):
            a, b = yield roll(2, 6)
            yield event("pair", sum=a + b)
            yield text("{1} thinks")
            yield picture("*")
            move = yield ask(1, {"pot": a + b}, [{"do": "x"}, {"do": "y"}])
            return [0, len(move["do"]), 0], ranks_by([0, 1, 0])

        self.assertEqual(talk(play, rolled(2, 3), moved(1, {"do": "y"})), [
            {"roll": {"dice": 2, "sides": 6}},
            {"ask": {"seat": 1, "view": {"pot": 5},
                     "legal": [{"do": "x"}, {"do": "y"}]},
             "events": [{"e": "pair", "sum": 5}], "text": ["{1} thinks"],
             "picture": "*"},
            {"over": {"scores": [0, 1, 0], "ranks": [2, 1, 2],
                      "end": "normal"}}])

    def test_turns_are_counted(self):
        def play(self, seats, rules):
            for seat in 0, 0, 1, 0:
                yield roll(1, 6, seat=seat)
            yield ask(0, {}, [{}])
            yield roll(1, 6, seat=0, hidden=True)
            yield ask(1, {}, [{}])
            yield roll(1, 6, seat=0)
            yield roll(1, 6)
            yield roll(1, 6, seat=0)

        lines = [rolled(1)] * 4 + [moved(0, {}), rolled(1), moved(1, {}),
                                   rolled(1), rolled(1)]
        self.assertEqual(
            [answer["roll"].get("turn") for answer in talk(play, *lines)
             if "roll" in answer], [1, 1, 1, 2, 2, 3, None, 3])

    def test_a_move_that_is_not_listed_is_refused(self):
        def play(self, seats, rules):
            move = yield ask(0, {}, [{"n": 1}])
            return [move["n"], 0, 0], [1, 2, 2]

        answers = talk(play, moved(0, {"n": True}), moved(0, {"n": 1, "m": 2}),
                       moved(0, {"n": 1}))
        self.assertIn("illegal", answers[1])
        self.assertNotIn("seat", answers[1])
        self.assertIn("illegal", answers[2])
        self.assertIn("over", answers[3])

    def test_a_game_can_refuse_moves_itself(self):
        def play(self, seats, rules):
            move = yield ask(2, {})
            while move["n"] < 5:
                move = yield illegal("too few")
            return [0, 0, move["n"]], [2, 2, 1]

        answers = talk(play, moved(2, {"n": 1}), moved(2, {"n": 7}))
        self.assertEqual(answers[0], {"ask": {"seat": 2, "view": {}}})
        self.assertEqual(answers[1], {"illegal": "too few"})
        self.assertEqual(answers[2]["over"]["scores"], [0, 0, 7])

    def test_seats_decide_together(self):
        def play(self, seats, rules):
            moves = yield ask_all(ask(seat, {}, [{"n": 1}, {"n": 2}])
                                  for seat in (2, 0))
            return [moves[0]["n"], 0, moves[2]["n"]], [1, 1, 1]

        def both(one, two):
            return {"type": "moves", "moves": [{"seat": 0, "move": {"n": one}},
                                               {"seat": 2, "move": {"n": two}}]}

        answers = talk(play, both(1, 3), both(1, 2))
        self.assertEqual([one["seat"] for one in answers[0]["ask"]], [0, 2])
        self.assertEqual(answers[1]["seat"], 2)
        self.assertEqual(answers[2]["over"]["scores"], [1, 0, 2])

    def test_one_seat_can_decide_together(self):
        def play(self, seats, rules):
            moves = yield ask_all([ask(1, {}, [{"n": 4}])])
            return [0, moves[1]["n"], 0], [2, 1, 2]

        self.assertEqual(talk(play, moved(1, {"n": 4}))[1]["over"]["scores"],
                         [0, 4, 0])

    def test_a_fault_ends_a_game_that_does_not_catch_it(self):
        def play(self, seats, rules):
            yield roll(1, 6)

        self.assertEqual(talk(play, out(1))[1], {
            "over": {"scores": [0, 0, 0], "ranks": [1, 3, 1], "end": "fault"}})

    def test_who_is_out_ranks_last(self):
        def play(self, seats, rules):
            try:
                yield ask(0, {}, [{}])
            except Out as fault:
                assert fault.seat == 2
            return [1, 2, 3], [3, 2, 1]

        self.assertEqual(talk(play, out(2))[1], {
            "over": {"scores": [1, 2, 3], "ranks": [2, 1, 3], "end": "fault"}})
        self.assertEqual(talk(play, out(2), result="teams")[1]["over"]["ranks"],
                         [3, 2, 1])

    def test_mistakes_are_named(self):
        def nothing(self, seats, rules):
            yield roll(1, 6)

        def five(self, seats, rules):
            yield 5

        with self.assertRaisesRegex(TypeError, "return scores and ranks"):
            talk(nothing, rolled(1))
        with self.assertRaisesRegex(TypeError, "not 5"):
            talk(five)

    def test_what_a_game_prints_is_no_answer(self):
        def play(self, seats, rules):
            print("hello")
            yield roll(1, 6)

        class Prints(Game):
            pass

        Prints.play = play
        before = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = io.StringIO(), io.StringIO()
        try:
            written = sys.stdout
            run(Prints, ['{"type":"new","seats":2,"rules":{}}'])
            printed = sys.stderr.getvalue()
        finally:
            sys.stdout, sys.stderr = before
        self.assertEqual(json.loads(written.getvalue()),
                         {"roll": {"dice": 1, "sides": 6}})
        self.assertEqual(printed, "hello\n")


if __name__ == "__main__":
    unittest.main()

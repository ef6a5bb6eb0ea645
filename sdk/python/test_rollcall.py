#!/usr/bin/env python3
"""test_rollcall.py - tests the Python SDK, beside the transcripts.

tier: quick
"""
import contextlib
import io
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.realpath(__file__))
SRC = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
import rollcall
from rollcall import dice, views

HELLO = {"type": "hello", "game": "pig", "seat": 0, "seats": 2}
GAME = {"type": "game", "number": 1, "of": 1, "seed": 7, "anchors": []}
VIEW = {"scores": [1, 2], "total": 9, "roll": [4], "turns": [1, 1], "seat": 1}
LEGAL = [{"then": "roll"}, {"then": "bank"}]
TURN = {"type": "turn", "ms": 5, "view": VIEW, "legal": LEGAL, "events": []}


def played(choose, *lines, **options):
    """The answers to these lines, without the one to hello."""
    text = "".join(json.dumps(line) + "\n" for line in [HELLO, GAME, *lines])
    output = io.BytesIO()
    rollcall.run(choose, input=io.BytesIO(text.encode()), output=output,
                 **options)
    return [json.loads(line) for line in output.getvalue().splitlines()][1:]


def vectors(group):
    with open(f"{SRC}/tests/vectors/fair-dice.json", encoding="utf-8") as file:
        return json.load(file)[group]


class Numbers(unittest.TestCase):
    def test_they_are_those_of_splitmix64(self):
        numbers = rollcall.Random(7)
        self.assertEqual([f"{numbers.next():016x}" for _ in range(3)],
                         ["63cbe1e459320dd7", "044c3cd7f43c661c",
                          "e6984080bab12a02"])

    def test_every_number_below_a_limit_comes(self):
        numbers = rollcall.Random(1)
        self.assertEqual({numbers.below(7) for _ in range(200)}, set(range(7)))
        self.assertEqual(numbers.below(1), 0)
        for wrong in (0, -1, 2 ** 31 + 1):
            with self.assertRaises(ValueError):
                numbers.below(wrong)

    def test_the_methods_of_random_use_them_too(self):
        numbers = rollcall.Random(5)
        same = rollcall.Random(5)
        bits = same.next()
        self.assertEqual(numbers.getrandbits(10), bits >> 54)
        self.assertEqual(numbers.getrandbits(64), same.next())
        wide = same.next() << 64 | same.next()
        self.assertEqual(numbers.getrandbits(65), wide >> 63)
        self.assertEqual(numbers.random(), (same.next() >> 11) / 2 ** 53)
        self.assertIn(numbers.choice("abc"), "abc")
        self.assertIsInstance(numbers, random.Random)
        state = numbers.getstate()
        first = numbers.sample(range(99), 9)
        numbers.setstate(state)
        self.assertEqual(numbers.sample(range(99), 9), first)

    def test_shuffle_swaps_from_the_last_one_down(self):
        numbers, same = rollcall.Random(3), rollcall.Random(3)
        cards = list("abcde")
        wanted = list(cards)
        for i in (4, 3, 2, 1):
            other = same.below(i + 1)
            wanted[i], wanted[other] = wanted[other], wanted[i]
        numbers.shuffle(cards)
        self.assertEqual(cards, wanted)
        self.assertEqual(numbers.pick("xyz"), "xyz"[same.below(3)])


class Results(unittest.TestCase):
    def refused(self, result, words, **options):
        line = TURN if options.get("legal", True) else \
            {key: TURN[key] for key in TURN if key != "legal"}
        with self.assertRaisesRegex(TypeError, re.escape(words)):
            played(lambda turn: result, line, **options)

    def test_what_is_no_move_is_told(self):
        asked = "expected a place in legal, 0 to 1, or a move"
        self.refused(None, f"choose returned None (NoneType); {asked}")
        self.refused(2, f"choose returned 2; {asked}")
        self.refused(-1, f"choose returned -1; {asked}")
        self.refused(True, f"choose returned True (bool); {asked}")
        self.refused("roll", f"choose returned roll (str); {asked}")
        self.refused(0.0, f"choose returned 0.0 (float); {asked}")
        self.refused(-1, "-1; expected a place, from 0, or a move", legal=False)

        async def late(turn):
            return 0
        promise = late(None)
        self.refused(promise, " (coroutine); expected")
        promise.close()

    def test_other_integers_are_taken(self):
        class Place:                    # like an integer of numpy
            def __index__(self):
                return 1
        self.assertEqual(played(lambda turn: Place(), TURN), [{"move": 1}])
        self.assertEqual(
            played(lambda turn: rollcall.keep([Place()], "roll"), TURN),
            [{"move": {"keep": [1], "then": "roll"}}])

    def test_errors_pass_through(self):
        with self.assertRaises(ZeroDivisionError):
            played(lambda turn: 1 // 0, TURN)


class Streams(unittest.TestCase):
    def test_print_of_a_child_process_is_no_answer_either(self):
        bot = "import os, rollcall\nprint('early')\n" \
              "def choose(turn):\n    os.system('echo child')\n    return 0\n" \
              "rollcall.run(choose)\nprint('late')\n"
        lines = "".join(json.dumps(line) + "\n" for line in [HELLO, GAME, TURN])
        done = subprocess.run(
            [sys.executable, "-c", bot], input=lines, text=True, timeout=600,
            capture_output=True, check=True, env={**os.environ,
                                                  "PYTHONPATH": HERE,
                                                  "PYTHONUNBUFFERED": ""})
        self.assertEqual(len(done.stdout.splitlines()), 2)
        self.assertEqual(done.stderr, "early\nchild\nlate\n")

    def test_text_and_lines_from_anywhere(self):
        output = io.StringIO()
        rollcall.run(lambda turn: 0, input=map(json.dumps, [HELLO, TURN]),
                     output=output)
        self.assertEqual(output.getvalue().splitlines()[1], '{"move":0}')

    def test_again_skips_a_place_that_was_tried_as_a_move(self):
        again = {"type": "again", "why": "no"}
        with contextlib.redirect_stderr(io.StringIO()) as words:
            answers = played(lambda turn: {"then": "roll"}, TURN, again)
        self.assertEqual(answers, [{"move": {"then": "roll"}}, {"move": 1}])
        self.assertEqual(words.getvalue(), "refused: no\n")


class Turns(unittest.TestCase):
    def test_of_a_view_and_of_a_line(self):
        turn = rollcall.turn_of("pig", VIEW, LEGAL, rules={"target": 50}, seed=7)
        self.assertEqual((turn.view, turn.legal, turn.events, turn.lost),
                         (VIEW, LEGAL, [], 0))
        self.assertEqual((turn.hello["game"], turn.hello["seat"],
                          turn.hello["rules"]), ("pig", 1, {"target": 50}))
        other = rollcall.turn_from(json.dumps(TURN).encode(), HELLO,
                                   json.dumps(GAME))
        self.assertEqual((other.view, other.legal, other.ms), (VIEW, LEGAL, 5))
        self.assertEqual(other.random.next(), turn.random.next())
        self.assertIsNone(rollcall.turn_from({"view": {}}).legal)

    def test_the_typed_views_have_the_fields_of_the_pages(self):
        for name in ("pig", "bolo7", "bolo5", "vollelotte", "rolit", "blackpot"):
            with open(f"{SRC}/docs/games/{name}.md", encoding="utf-8") as file:
                page = file.read().split("| field | type | meaning |")[1]
            fields = re.findall(r"^\| `(\w+)` \|", page.split("\n\n")[0], re.M)
            typed = getattr(views, f"{name.capitalize()}View")
            self.assertEqual(set(fields), set(typed.__annotations__), name)


class TrueDice(unittest.TestCase):
    def test_a_link_leads_down_its_chain_and_nowhere_else(self):
        for row in vectors("leads_to"):
            self.assertEqual(row["ok"], dice.leads_to(
                bytes.fromhex(row["link"]), row["element"],
                bytes.fromhex(row["shown"]), row["shown_element"]))
        self.assertFalse(dice.leads_to(b"1", 2, b"1", 2))

    def test_the_values_of_a_link(self):
        for row in vectors("draw"):
            self.assertEqual(row["values"], dice.values(
                bytes.fromhex(row["salt"]), bytes.fromhex(row["link"]),
                row["dice"]))


class Texts(unittest.TestCase):
    def test_no_text_for_spectators_is_a_fault(self):
        for say, sent in ((5, "5"), ("", ""), ("a\0b\ud800", "a\ufffdb?"),
                          ("x" * 99999, "x" * 500),
                          ("x" + "\u00e9" * 250, "x" + "\u00e9" * 249)):
            def choose(turn):
                turn.say = say
                return 0
            self.assertEqual(played(choose, TURN), [{"move": 0, "say": sent}])


class Readme(unittest.TestCase):
    def test_its_bots_play_and_its_test_passes(self):
        with open(f"{HERE}/README.md", encoding="utf-8") as file:
            text = file.read()
        small, typed = re.findall("```python bot\n(.*?)```", text, re.S)
        test = re.search("```python test\n(.*?)```", text, re.S).group(1)
        lines = "".join(json.dumps(line) + "\n"
                        for line in [HELLO, GAME, TURN]).encode()
        with tempfile.TemporaryDirectory() as folder:
            for bot, last in ((small, {"move": 1}), (typed, {
                    "move": {"then": "roll"}, "say": "9 points at risk"})):
                with open(f"{folder}/bot.py", "w", encoding="utf-8") as file:
                    file.write(bot)
                output = self.start([f"{folder}/bot.py"], lines)
                self.assertEqual(json.loads(output.splitlines()[-1]), last)
            with open(f"{folder}/test.py", "w", encoding="utf-8") as file:
                file.write(test)
            self.assertEqual(self.start([f"{folder}/test.py"], b""), b"")

    def start(self, command, lines):
        return subprocess.run(
            [sys.executable, "-B", *command], input=lines, check=True,
            stdout=subprocess.PIPE, timeout=600,
            env={**os.environ, "PYTHONPATH": HERE}).stdout


if __name__ == "__main__":
    unittest.main()

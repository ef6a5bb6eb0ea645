#!/usr/bin/env python3
"""example_bots.py - talks to every bot in bots/ like a referee, through pipes.

The environment names the folders: srcdir, and builddir for the bots in C. What
needs node is left out without it, with a line that says so.

tier: full
"""
import functools
import os
import shutil
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
from talk import (BYE, Bot, LINE_SIZE_MAX, OVER, POSITIONS, SILENT_S, SRC,
                  compact, game, hello, is_legal, turn)

BUILD = os.path.abspath(os.environ.get("builddir", "."))

# ### what there is to test

NODE = shutil.which("node")
BOTS = {
    "first_move.sh": [f"{SRC}/bots/first_move.sh"],
    "first_move": [f"{BUILD}/bots/first_move"],
    "random_move.py": [sys.executable, f"{SRC}/bots/random_move.py"],
    "threshold": [f"{BUILD}/bots/threshold"],
}
if NODE:
    BOTS["greedy.js"] = [NODE, f"{SRC}/bots/greedy.js"]
else:
    print("not tried: bots/greedy.js (node is not installed)")


class Case(unittest.TestCase):
    def finish(self, bot, *last):
        bot.tell(*last)
        self.assertEqual(bot.end(), (0, "", b""))

    def play(self, command, name, seeds, end="\n"):
        """Plays one game per seed through all positions of game `name`;
        returns the moves."""
        bot = Bot(command)
        ready = bot.ask(hello(name), end=end)
        self.assertEqual(ready.pop("type"), "ready")
        self.assertLessEqual(set(ready), {"name", "legal", "events"})
        moves = []
        for number, seed in enumerate(seeds, 1):
            bot.tell(game(number, seed), end=end)
            for view, legal in POSITIONS[name]:
                answer = bot.ask(turn(view, legal, ready), end=end)
                self.assertTrue(is_legal(answer, legal), answer)
                moves.append(answer["move"])
            bot.tell(OVER, end=end)
        self.finish(bot, BYE)
        return moves


# ### the bots

def with_each_bot(test):
    @functools.wraps(test)
    def run(self):
        for name, command in BOTS.items():
            with self.subTest(bot=name):
                test(self, command)
    return run


class Bots(Case):
    @with_each_bot
    def test_a_legal_move_in_every_position_of_every_game(self, command):
        for name in POSITIONS:
            with self.subTest(game=name):
                self.play(command, name, [1, 2**53 - 1, 3])

    @with_each_bot
    def test_cr_lf_ends_a_line_too(self, command):
        self.assertEqual(self.play(command, "bolo7", [5], end="\r\n"),
                         self.play(command, "bolo7", [5]))

    @with_each_bot
    def test_equal_seeds_give_equal_moves_in_any_game_of_any_process(self, command):
        first = self.play(command, "bolo7", [7, 8, 7])
        third = len(first) // 3
        self.assertEqual(first, self.play(command, "bolo7", [7, 8, 7]))
        self.assertEqual(first[:third], first[2 * third:])

    def test_other_seeds_give_other_random_moves(self):
        moves = self.play(BOTS["random_move.py"], "bolo7", [7, 8])
        self.assertNotEqual(moves[:len(moves) // 2], moves[len(moves) // 2:])

    @with_each_bot
    def test_new_keys_other_orders_and_new_types_change_nothing(self, command):
        view, legal = POSITIONS["pig"][0]
        bot = Bot(command)
        greeting = {**hello("pig"), "new": {"deep": [1.5]}}
        greeting = dict(reversed(list(greeting.items())))
        ready = bot.ask({"type": "weather", "wind": 3}, greeting)
        self.assertEqual(ready["type"], "ready")
        question = {"new": [1], **turn(view, legal, ready)}
        question = dict(reversed(list(question.items())))
        answer = bot.ask(game(1), {"type": "weather"}, question)
        self.assertTrue(is_legal(answer, legal))
        self.finish(bot, BYE)

    @with_each_bot
    def test_the_longest_line_and_one_in_two_pieces(self, command):
        view, legal = POSITIONS["pig"][0]
        bot = Bot(command)
        ready = bot.ask(hello("pig"))
        question = {**turn(view, legal, ready), "pad": ""}
        question["pad"] = "x" * (LINE_SIZE_MAX - 1 - len(compact(question)))
        self.assertTrue(is_legal(bot.ask(game(1), question), legal))
        question.pop("pad")
        text = compact(question).encode()
        bot.process.stdin.write(text[:20])
        bot.process.stdin.write(text[20:] + b"\n")
        self.assertTrue(is_legal(bot.hear(), legal))
        self.finish(bot, BYE)

    @with_each_bot
    def test_the_end_of_the_input_is_a_quiet_end(self, command):
        self.finish(Bot(command))
        bot = Bot(command)
        bot.ask(hello("pig"))
        self.finish(bot, game(1))

    @with_each_bot
    def test_bye_ends_a_bot_while_its_input_stays_open(self, command):
        bot = Bot(command)
        bot.ask(hello("pig"))
        bot.tell(BYE)
        self.assertEqual(bot.process.wait(SILENT_S), 0)
        bot.end()

    @with_each_bot
    def test_again_is_answered_with_another_legal_move(self, command):
        for name, place, times in (("bolo7", 1, 2), ("pig", 0, 1)):
            view, legal = POSITIONS[name][place]
            bot = Bot(command)
            ready = bot.ask(hello(name))
            tried = [bot.ask(game(1), turn(view, legal, ready))["move"]]
            for _ in range(times):
                answer = bot.ask({"type": "again", "ms": 640, "why": "no"})
                self.assertTrue(is_legal(answer, legal))
                if ready.get("legal"):
                    self.assertNotIn(answer["move"], tried)
                tried.append(answer["move"])
            bot.tell(BYE)
            self.assertEqual(bot.end()[0], 0)


def pig(total, own, rival):
    return ({"seat": 1, "scores": [rival, own], "turns": [1, 1],
             "total": total, "roll": [3]}, [{"then": "roll"}, {"then": "bank"}])


def bolo7(roll, keeps, total=0, scores=(5000, 5000), phase="normal",
          opened=(), trigger=-1, contenders=(), need=0):
    view = {"phase": phase, "seat": 0, "scores": list(scores),
            "turns": [1] * len(scores), "total": total, "roll": roll,
            "need": need, "open": list(opened), "trigger": trigger,
            "queue": [], "contenders": list(contenders)}
    return view, [{"keep": list(map(int, keep)), "then": then}
                  for keep in keeps.split() for then in ("roll", "bank")]


# what it shows, game, rules, position, kept dice (None: pig), and then
DECISIONS = {"threshold": [
    ("19 is not enough", "pig", {}, pig(19, 0, 0), None, "roll"),
    ("20 is enough", "pig", {}, pig(20, 0, 0), None, "bank"),
    ("a rival near the end changes that", "pig", {}, pig(20, 0, 71), None, "roll"),
    ("so does being near it oneself", "pig", {}, pig(20, 71, 0), None, "roll"),
    ("points that win are banked", "pig", {}, pig(9, 91, 95), None, "bank"),
    ("the target is the one of the rules", "pig", {"target": 50}, pig(20, 21, 0), None, "roll"),
    ("300 with two dice left: roll", "bolo7", {}, bolo7([1, 2, 3], "1", 200), [1], "roll"),
    ("350 with two dice left: bank", "bolo7", {}, bolo7([1, 2, 3], "1", 250), [1], "bank"),
    ("1050 with four dice left: roll", "bolo7", {}, bolo7([1, 2, 3, 4, 6], "1", 950), [1], "roll"),
    ("1100 with four dice left: bank", "bolo7", {}, bolo7([1, 2, 3, 4, 6], "1", 1000), [1], "bank"),
    ("hot dice are rolled", "bolo7", {}, bolo7([1], "1", 3000), [1], "roll"),
    ("a five is left to have more dice", "bolo7", {}, bolo7([1, 2, 3, 4, 5, 6, 6], "1 5 15"), [1], "roll"),
    ("four equal are two triples' worth", "bolo7", {},
     bolo7([2, 2, 2, 2, 3, 4, 6], "222 2222", 100), [2, 2, 2, 2], "bank"),
    ("a straight is worth 1500", "bolo7", {}, bolo7([1, 2, 3, 4, 5, 6], "1 123456", 0, (8500, 0)),
     [1, 2, 3, 4, 5, 6], "bank"),
    ("and a seventh die counts beside it", "bolo7", {},
     bolo7([1, 1, 2, 3, 4, 5, 6], "1 1123456", 0, (8400, 0)), [1, 1, 2, 3, 4, 5, 6], "bank"),
    ("but not twice", "bolo7", {}, bolo7([1, 1, 2, 3, 4, 5, 6], "1123456", 0, (8350, 0)),
     [1, 1, 2, 3, 4, 5, 6], "roll"),
    ("an open series doubles", "bolo7", {}, bolo7([2, 3, 4, 6], "2", 200, (9600, 0), opened=[[2, 3]]),
     [2], "bank"),
    ("and counts in no other way", "bolo7", {},
     bolo7([2, 4, 5, 6], "5", 500, (8950, 10000), "final", [[5, 3]], 1), [5], "roll"),
    ("the target is banked at any risk", "bolo7", {}, bolo7([5, 2, 3, 4, 6, 6], "5", 0, (9950, 0)), [5], "bank"),
    ("less than the bar is no use in the final", "bolo7", {},
     bolo7([1, 2], "1", 1000, (8000, 10000), "final", trigger=1), [1], "roll"),
    ("the bar is, and no more", "bolo7", {},
     bolo7([1, 2, 2, 3, 4, 4], "1", 100, (9800, 10000), "final", trigger=1), [1], "bank"),
    ("with catch gt it is not", "bolo7", {"catch": "gt"},
     bolo7([1, 2, 2, 3, 4, 4], "1", 100, (9800, 10000), "final", trigger=1), [1], "roll"),
    ("a last round asks for the highest score", "bolo7", {"endgame": "last_round"},
     bolo7([1, 2], "1", 100, (9800, 10000, 10500), "final", trigger=1), [1], "roll"),
    ("sudden death asks for more than all others", "bolo7", {},
     bolo7([1, 2], "1", 100, (10000, 10200), "sudden", trigger=1, contenders=[1, 0]), [1], "roll"),
    ("and no more than that", "bolo7", {},
     bolo7([1, 2, 2, 3, 4, 4], "1", 150, (10000, 10200), "sudden", trigger=1, contenders=[1, 0]), [1], "bank"),
], "greedy.js": [
    ("14 is not enough", "pig", {}, pig(14, 0, 0), None, "roll"),
    ("15 is enough", "pig", {}, pig(15, 0, 0), None, "bank"),
    ("all that scores is kept", "bolo7", {}, bolo7([1, 2, 3, 4, 5, 6, 6], "1 5 15"), [1, 5], "roll"),
    ("few dice are not risked", "bolo7", {}, bolo7([1, 2, 3, 4], "1", 0), [1], "bank"),
    ("hot dice are rolled", "bolo7", {}, bolo7([1], "1", 0), [1], "roll"),
]}


class Decisions(Case):
    def test_the_bots_decide_as_their_first_comment_says(self):
        for name in DECISIONS.keys() & BOTS.keys():
            for why, of, rules, (view, legal), keep, then in DECISIONS[name]:
                with self.subTest(f"{name}: {why}"):
                    bot = Bot(BOTS[name])
                    bot.ask(hello(of, rules))
                    answer = bot.ask(game(1), turn(view, legal))
                    wanted = {"keep": keep, "then": then}
                    if keep is None:
                        del wanted["keep"]
                    self.assertEqual(legal[answer["move"]], wanted)
                    self.finish(bot, BYE)

    def test_what_may_not_be_banked_is_rolled(self):
        view, legal = bolo7([1, 1, 1, 2, 3, 4, 6], "1 111", 0, (0, 0), need=1050)
        legal = [move for move in legal if move["then"] == "roll"]
        for name in DECISIONS.keys() & BOTS.keys():
            with self.subTest(name):
                bot = Bot(BOTS[name])
                bot.ask(hello("bolo7"))
                answer = bot.ask(game(1), turn(view, legal))
                self.assertEqual(legal[answer["move"]]["keep"], [1, 1, 1])
                self.finish(bot, BYE)


if __name__ == "__main__":
    unittest.main()

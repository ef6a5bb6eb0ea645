#!/usr/bin/env python3
"""sdk.py - talks to every bot and SDK like a referee, through pipes.

The environment names the folders: srcdir, and builddir for the bots in C.
What needs node or a C compiler is left out, with a line that says so.
"""
import functools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
from talk import (BYE, Bot, Chains, LINE_SIZE_MAX, OVER, POSITIONS, SILENT_S,
                  SRC, compact, game, hello, is_legal, turn, vectors)

BUILD = os.path.abspath(os.environ.get("builddir", "."))
CC = os.environ.get("CC", "cc").split()
SDK = {"py": f"{SRC}/sdk/python/rollcall.py",
       "js": f"{SRC}/sdk/javascript/rollcall.js",
       "c": f"{SRC}/sdk/c/rollcall.c"}
sys.path.insert(0, os.path.dirname(SDK["py"]))
import rollcall

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
    print("check_sdk: no node, so nothing in JavaScript is tested")

work = tempfile.TemporaryDirectory(prefix="check_sdk.")


def compile_c(name, text):
    """The command of a bot in C, made in the temporary folder."""
    source = f"{work.name}/{name}.c"
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    program = f"{work.name}/{name}"
    subprocess.run(CC + [f"-I{SRC}/sdk/c", "-D_POSIX_C_SOURCE=200809L", "-o",
                         program, source, SDK["c"], "-lcjson"],
                   check=True, stdin=subprocess.DEVNULL, capture_output=True)
    return [program]


def have_c():
    return shutil.which(CC[0]) and subprocess.run(
        CC + ["-fsyntax-only", "-xc", "-"], input=b"#include <cjson/cJSON.h>\n",
        capture_output=True, check=False).returncode == 0


HAVE_C = have_c()
if not HAVE_C:
    print("check_sdk: no C compiler with cJSON, so no bot in C is compiled")


def script(language, text):
    """The command of a bot whose source is `text`, beside its SDK."""
    if language == "c":
        return compile_c("bot", text)
    shutil.copyfile(SDK[language], f"{work.name}/rollcall.{language}")
    path = f"{work.name}/bot.{language}"
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return [sys.executable if language == "py" else NODE, path]


def languages(*wanted):
    return [language for language in wanted
            if language == "py" or (NODE if language == "js" else HAVE_C)]


class Case(unittest.TestCase):
    def finish(self, bot, *last):
        bot.tell(*last)
        self.assertEqual(bot.end(), (0, "", b""))

    def play(self, command, name, seeds, end="\n"):
        """A game a seed through all positions of game `name`; the moves."""
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


# shows, game, rules, position, kept dice (None: pig), then
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


# ### the SDKs

TALKER = {
    "py": """import rollcall
def choose(turn):
    assert turn.legal is None and turn.events is None
    turn.say = f"{turn.hello['game']} {turn.game['number']} {turn.ms}"
    return {"then": turn.view["word"]}
rollcall.run(choose, name="talker", legal=False, events=False)
""",
    "js": """const rollcall = require('./rollcall');
rollcall.run(turn => {
  if (turn.legal || turn.events) throw new Error('not wanted');
  turn.say = `${turn.hello.game} ${turn.game.number} ${turn.ms}`;
  return { then: turn.view.word };
}, { name: 'talker', legal: false, events: false });
""",
    "c": """#include <stdio.h>
#include "rollcall.h"
static int choose(struct rollcall_turn *turn)
{
	static char move[99];
	snprintf(move, sizeof move, "{\\"then\\":\\"%s\\"}",
		 cJSON_GetObjectItem(turn->view, "word")->valuestring);
	turn->move = move;
	return turn->legal != NULL || turn->events != NULL || turn->ms != 1000;
}
int main(void)
{
	return rollcall_run(choose, ROLLCALL_NO_LEGAL | ROLLCALL_NO_EVENTS);
}
"""}

BROKEN = {
    "py": "import rollcall\nrollcall.run(lambda turn: turn.%s)\n",
    "js": "require('./rollcall').run(turn => turn.%s);\n"}

CAREFUL = {
    "py": """import rollcall
rollcall.run(lambda turn: 0, check_dice=True)
""",
    "js": """require('./rollcall').run(turn => 0, { checkDice: true });
"""}


class Sdks(Case):
    def test_the_bots_of_the_readme_play(self):
        with open(f"{SRC}/sdk/README.md", encoding="utf-8") as file:
            text = file.read()
        for language, mark in (("py", "python"), ("js", "js"), ("c", "c")):
            example = re.search(f"```{mark}\n(.*?)```", text, re.S).group(1)
            for _ in languages(language):
                with self.subTest(language):
                    command = script(language, example)
                    moves = self.play(command, "bolo7", [7, 8, 7])
                    third = len(moves) // 3
                    self.assertEqual(moves[:third], moves[2 * third:])
                    self.assertNotEqual(moves[:third], moves[third:2 * third])
                    bot = Bot(command)
                    bot.ask(hello("pig"))
                    same = turn({}, list(range(9)))
                    moves = {bot.ask(game(1), same)["move"]}
                    moves |= {bot.ask(same)["move"] for _ in range(9)}
                    self.assertGreater(len(moves), 1)
                    self.finish(bot, BYE)

    def test_moves_of_their_own_words_to_spectators_and_short_lines(self):
        view = {"word": "h\u00e9"}
        for language in languages("py", "js", "c"):
            with self.subTest(language):
                bot = Bot(script(language, TALKER[language]))
                ready = bot.ask(hello("pig"))
                wanted = {"type": "ready", "legal": False, "events": False}
                answer = bot.ask(game(2), turn(view, [], ready))
                told = {"move": {"then": "h\u00e9"}}
                if language != "c":
                    wanted["name"] = "talker"
                    told["say"] = "pig 2 1000"
                self.assertEqual((ready, answer), (wanted, told))
                for place in range(3):
                    again = bot.ask({"type": "again", "ms": 9, "why": "no pun"})
                    self.assertEqual(again, {"move": place})
                bot.tell(BYE)
                self.assertEqual(bot.end(), (0, "refused: no pun\n" * 3, b""))

    def test_a_broken_bot_ends_with_its_error_on_standard_error(self):
        for language in languages("py", "js"):
            for mistake, word in (("nothing.more", "nothing"),
                                  ("say", "choose returned no move")):
                with self.subTest(f"{language}: {mistake}"):
                    bot = Bot(script(language, BROKEN[language] % mistake))
                    bot.ask(hello("pig"))
                    self.assertIsNone(bot.ask(game(1), turn({}, [1])))
                    status, words, stray = bot.end()
                    self.assertEqual((status, stray), (1, b""))
                    self.assertIn(word, words)
                    self.assertIn("rollcall.", words)

    def test_a_link_leads_down_its_chain_and_nowhere_else(self):
        rows = vectors("fair-dice.json", "leads_to")
        same = {"link": "11" * 32, "element": 2, "shown": "11" * 32}
        rows.append({**same, "shown_element": 2, "ok": False})
        wanted = [row["ok"] for row in rows]
        self.assertEqual(wanted, [rollcall.leads_to(
            bytes.fromhex(row["link"]), row["element"],
            bytes.fromhex(row["shown"]), row["shown_element"])
            for row in rows])
        self.in_javascript(rows, "leadsTo(Buffer.from(row.link, 'hex'), row.element,"
                           "Buffer.from(row.shown, 'hex'), row.shown_element)", wanted)

    def test_the_values_of_a_link(self):
        rows = vectors("fair-dice.json", "draw")
        wanted = [row["values"] for row in rows]
        self.assertEqual(wanted, [rollcall.values(
            bytes.fromhex(row["salt"]), bytes.fromhex(row["link"]),
            row["dice"]) for row in rows])
        self.in_javascript(rows, "values(Buffer.from(row.salt, 'hex'),"
                           "Buffer.from(row.link, 'hex'), row.dice)", wanted)

    def in_javascript(self, rows, expression, wanted):
        if not NODE:
            return
        done = subprocess.run(
            [NODE, "-e", "const { leadsTo, values } = require(process.argv[1]);"
             "const rows = JSON.parse(require('fs').readFileSync(0));"
             f"console.log(JSON.stringify(rows.map(row => {expression})));",
             SDK["js"]], input=json.dumps(rows).encode(), capture_output=True,
            check=True, timeout=SILENT_S)
        self.assertEqual(wanted, json.loads(done.stdout))


# ### true dice and others

CHAINS = Chains()


def flip(digits):
    return digits[:-1] + ("1" if digits[-1] == "0" else "0")


def alter(what, index, key, change):
    what[index] = {**what[index], key: change(what[index][key])}


# what was done, how, what the error says (None: the dice stay true), lost
FORGERIES = [
    ("nothing", lambda m: None, None),
    ("a roll is left out", lambda m: m["first"].pop(1), None),
    ("a value", lambda m: alter(m["first"], 0, "v", lambda v: [v[0] % 6 + 1] + v[1:]), "values"),
    ("the order of the values", lambda m: alter(m["first"], 0, "v", sorted), "values"),
    ("a value more", lambda m: alter(m["first"], 0, "v", lambda v: v + [1]), "values"),
    ("a link", lambda m: alter(m["first"], 1, "link", flip), "lead"),
    ("a number", lambda m: alter(m["first"], 1, "k", lambda k: k + 1), "lead"),
    ("another seat's roll", lambda m: alter(m["first"], 0, "s", lambda s: 2), "lead"),
    ("a roll twice", lambda m: m["first"].insert(1, m["first"][1]), "later"),
    ("an old roll in the last line", lambda m: m["last"].append(CHAINS.draw(1, 3)), "later"),
    ("a bad roll in the last line", lambda m: m["last"].append(
        {**CHAINS.draw(1, 7), "v": [1]}), "values"),
    ("an anchor", lambda m: m["anchors"].__setitem__(1, flip(m["anchors"][1])), "lead"),
    ("the anchor of a later chain", lambda m: alter(m["first"], 2, "anchor", flip), "lead"),
    ("no anchor of a later chain", lambda m: m["first"].pop(2), "no anchor"),
    ("lines cut for length", lambda m: (m.update(lost=3), m["first"].pop(2)), None),
    ("a second anchor", lambda m: m["first"].append(CHAINS.chain(1, 1)), "second anchor"),
    ("another secret", lambda m: m.update(secret=flip(m["secret"])), "secret"),
]


class DiceOfAMatch(Case):
    def converse(self, command, match):
        """Two games on the same dice, or what the bot lives to see of them."""
        bot = Bot(command)
        bot.ask(hello("bolo7", None, **CHAINS.told()))
        view, legal = POSITIONS["bolo7"][0]
        question = turn(view, legal, events=match["first"])
        if match["lost"]:
            question["lost"] = match["lost"]
        try:
            for number in (1, 2):
                bot.ask(game(number, 1, match["anchors"]), question)
                bot.tell({**OVER, "events": match["last"]})
            bot.tell({"type": "bye", "secret": match["secret"]})
        except BrokenPipeError:
            pass
        return bot.end()

    def test_true_dice_are_accepted_and_altered_ones_are_not(self):
        for language in languages("py", "js"):
            command = script(language, CAREFUL[language])
            for what, change, error in FORGERIES:
                with self.subTest(f"{language}: {what}"):
                    match = {
                        "anchors": [CHAINS.element(s, 0, 0) for s in range(3)],
                        "first": [CHAINS.draw(1, 1), CHAINS.draw(1, 3),
                                  CHAINS.chain(1, 1), CHAINS.draw(1, 5),
                                  CHAINS.draw(2, 1)],
                        "last": [CHAINS.draw(2, 4)], "lost": 0,
                        "secret": CHAINS.secret}
                    change(match)
                    status, words, _ = self.converse(command, match)
                    if error is None:
                        self.assertEqual((status, words), (0, ""))
                    else:
                        self.assertEqual(status, 1)
                        self.assertIn(error, words)


if __name__ == "__main__":
    unittest.main()

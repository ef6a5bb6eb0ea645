#!/usr/bin/env python3
"""check_feed.py - referee check and referee feed, with good and bad bots.

The environment names the folders: srcdir, and builddir for the programs.

tier: full
"""
import concurrent.futures
import contextlib
import functools
import json
import os
import pty
import subprocess
import sys
import tempfile
import tty
import unittest

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene

SRC = os.path.abspath(os.environ.get("srcdir", "."))
BUILD = os.path.abspath(os.environ.get("builddir", "."))
REFEREE = f"{BUILD}/referee/referee"
FIRST, THRESHOLD = f"{BUILD}/bots/first_move", f"{BUILD}/bots/threshold"
PYTHON = scene.PYTHON
HANGS_S = scene.HANGS_S

work = tempfile.TemporaryDirectory(prefix="commands_check.")
os.chmod(work.name, 0o755)      # root's referee runs bots as another user


def referee(*words, **more):
    """Exit status, standard output, standard error."""
    done = subprocess.run([REFEREE, *words], capture_output=True, check=False,
                          stdin=subprocess.DEVNULL, timeout=HANGS_S,
                          env={**os.environ, "HOME": work.name,
                               "XDG_DATA_HOME": work.name,
                               "XDG_CONFIG_HOME": work.name}, **more)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def path(name):
    return f"{work.name}/{name}"


def write(name, text):
    with open(path(name), "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path(name), 0o755)
    return path(name)


# What each bad bot does instead of the right thing.  A check starts a bot
# dozens of times, and importing json takes as long as starting Python: only its
# part in C is used here.
BOT = """import _json, os, sys, time
class Scan:
    strict, memo = True, {{}}
    object_hook = object_pairs_hook = parse_constant = None
    parse_float, parse_int = float, int
read = _json.make_scanner(Scan)
games = decisions = 0
def to_json(answer):
    return str(answer).replace("'", '"').replace("False", "false")
{start}
for line in sys.stdin:
    line = read(line, 0)[0]
    kind = line["type"]
    games += kind == "game"
    decisions += kind == "turn"
    answer = None
    if kind == "hello":
        answer = {{"type": "ready"}}
    elif kind in ("turn", "again"):
        answer = {{"move": 0}}
    {change}
    if answer is not None:
        print(to_json(answer), flush=True)
"""


def bot(name, change="pass", start="", python=BOT):
    return [PYTHON, "-IS",
            write(f"{name}.py", python.format(change=change, start=start))]


def check(command, *options, game="pig", move_ms=30000, start_ms=30000,
          rules=None):
    # Bots that are not meant to be late may have to wait for a busy machine.
    return referee("check", game, "--rules", rules or
                   scene.short_rules(game), "--limit",
                   f"move_ms={move_ms}", "--limit", f"start_ms={start_ms}",
                   *options, "--", *command)


@functools.lru_cache(None)
def first_move(game):
    """A check of the fastest bot; several tests share it."""
    return check([FIRST], game=game)


# name, change, start, the first line that fails, what is printed below it
BAD = [
    ("no_flush", "sys.stdout = open(1, 'w', closefd=False) if games else "
     "sys.stdout\n    if answer and games: print(to_json(answer)); continue",
     "", "FAIL every seat of a game for 2: timeout: no answer in time",
     ["came      nothing", "within 500 ms", "hint      flush"]),
    ("no_line_feed", "if games and answer: print('{\"move\":0}', end='', "
     "flush=True); continue", "",
     "FAIL every seat of a game for 2: timeout: no answer in time",
     ['came      {"move":0}', "no line feed", "hint      an answer ends"]),
    ("from_one", "if kind == 'turn': answer = {'move': len(line['legal'])}",
     "", "FAIL every seat of a game for 2: illegal: place 2 is not in the list",
     ['came      {"move": 2}', "N from 0 to 1", "places count from 0"]),
    ("banner", "pass", "print('Bot \\x1b[31m3000', flush=True)",
     "FAIL every seat of a game for 2: ",    # garbled; flood with its ready
     ['sent      {"type":"hello"', "came      Bot ?[31m3000", "to standard error",
      "the other checks need a bot that can be started"]),
    ("no_json", "if kind == 'hello': print('hi', flush=True); answer = None",
     "", "FAIL every seat of a game for 2: garbled",
     ["came      hi", 'expected  {"type":"ready"}', "banners"]),
    ("one_game", "if kind == 'over': sys.exit(0)", "",
     "FAIL many games in one process: gone: exit status 0 (seat 0 of 2, "
     "target=20, game 2 of 100)", ["one process plays all games"]),
    ("crash", "if games == 3 and kind == 'turn': sys.exit('no idea')", "",
     "FAIL many games in one process: gone: exit status 1",
     ["stderr    no idea", "its standard error, if any"]),
    ("slow", "if decisions == 1 and kind == 'turn': time.sleep(60)", "",
     "FAIL every seat of a game for 2: timeout", ["came      nothing"]),
    ("object", "if kind == 'turn': answer = {'move': {'then': 'jump'}}", "",
     'FAIL every seat of a game for 2: illegal: "then" is roll or bank',
     ['came      {"move": {"then": "jump"}}', "key for key"]),
    ("never_ready", "if kind == 'hello': answer = None", "",
     "FAIL every seat of a game for 2: start: not ready in time",
     ["the other checks need a bot that can be started",
      "pig: 1 of 1 checks failed"]),
    ("wrong_ready", "if kind == 'hello': answer = {'type': 'hi'}", "",
     "FAIL every seat of a game for 2: start: the first answer",
     ["answer hello with"]),
    ("gone_early", "pass", "sys.exit(3)",
     "FAIL every seat of a game for 2: start: exit status 3",
     ["it ended before it said ready"]),
    ("answers_all", "answer = answer or {'ok': 1}", "",
     "FAIL every seat of a game for 2: ", ['came      {"ok": 1}']),
    ("answers_over", "if kind == 'over': answer = {'well': 'played'}", "",
     "FAIL every seat of a game for 2: flood: wrote without being asked",
     ['came      {"well": "played"}', "answer no game, over or bye line"]),
    ("no_again", "if kind == 'again': answer = None", "",
     "FAIL answers that are taken back: timeout",
     ['sent      {"type":"again"', "hint      an again line asks"]),
    ("strict_keys", "assert len(line) < 6 or kind == 'hello', kind", "",
     "FAIL unknown keys: gone: exit status 1",
     ["AssertionError: game"]),
    ("short_buffer", "pass", "bytes = sys.stdin.buffer\nsys.stdin = iter("
     "lambda: bytes.readline(60000).decode(), '')",
     "FAIL lines of 65,536 bytes: ", ["more bytes.."]),
    ("big_sums", "assert kind != 'turn' or line['view']['turns'] < [500]", "",
     "FAIL a long game: gone", ["max_turns=1000"]),
    ("target", "assert kind != 'hello' or line['rules']['target'] < 9999", "",
     "FAIL a long game: start", ["target=100000"]),
    ("divides", "x = 1 / (line['ms'] - 1) if kind == 'turn' else 0", "",
     "FAIL the shortest clock: gone", ["ZeroDivisionError", '"ms":1,']),
    ("twice", "if kind == 'turn': print('{\"move\":0}')", "",
     "FAIL every seat of a game for 2: flood: wrote on after its answer",
     ['came      {"move":0}']),
]

GOOD = [
    ("index", "pass"),
    ("last_place", "if kind == 'turn': answer = {'move': len(line['legal']) - 1}"),
    ("whole_move", "if kind == 'turn': answer = {'move': line['legal'][-1]}"),
    ("talker", "if kind == 'turn': answer = {'say': 'hm', 'move': 0, 'x': 1.5}\n"
     "    if kind == 'hello': answer['events'] = False\n"
     "    if kind == 'game': assert line['seed'] < 2 ** 53\n"
     "    print('thinking', file=sys.stderr)"),
]


# The others behave alike in every game, and a check of rolit starts few bots.
OF_PIG = ("from_one", "one_game", "crash", "object", "never_ready", "big_sums",
          "target")


class Check(unittest.TestCase):
    @staticmethod
    def check_bad(name, change, start, line, _):
        late = "timeout" in line or "not ready" in line
        return check(bot(name, change, start),
                     game="pig" if name in OF_PIG else "rolit", **(
                         {"move_ms": 500, "start_ms": 5000} if late else {}))

    def test_bad_bots_fail_with_what_came_and_a_hint(self):
        # Some of them wait for a clock.
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            found = pool.map(lambda bad: self.check_bad(*bad), BAD)
        for (name, _, _, line, below), (code, out, err) in zip(BAD, found):
            with self.subTest(bot=name):
                self.assertEqual((code, err), (1, ""))
                failures = [row for row in out.split("\n") if
                            row.startswith("FAIL ")]
                self.assertTrue(failures, out)
                self.assertTrue(failures[0].startswith(line), failures[0])
                report = out[out.index(failures[0]):]
                for text in below:
                    self.assertIn(text, report)
                self.assertIn("expected  ", report)
                self.assertIn("hint      ", report)
                self.assertNotIn("\x1b", out)

    def test_good_bots_pass_every_check(self):
        for name, change in GOOD:
            for game in ("pig", "bolo7") if "move" in name else ("pig",):
                with self.subTest(bot=name, game=game):
                    code, out, err = check(bot(name, change), game=game)
                    self.assertEqual((code, err), (0, ""), out)
                    self.assertNotIn("FAIL", out)
                    self.assertIn(f"{game}: all 15 checks passed\n", out)

    def test_the_bots_of_the_tree_pass_and_the_lines_are_these(self):
        # Slow starters are checked in the game with the fewest starts.
        for game, seats, command in (
                ("bolo7", 9, [FIRST]), ("bolo7", 9, [THRESHOLD]),
                ("rolit", 5, [f"{SRC}/bots/first_move.sh"]),
                ("rolit", 5, [PYTHON, f"{SRC}/bots/random_move.py"])):
            with self.subTest(bot=command):
                code, out, err = first_move(game) if command == [FIRST] else \
                    check(command, game=game)
                self.assertEqual((code, err), (0, ""), out)
                lines = [row[5:].split(" (")[0].split(":")[0]
                         for row in out.split("\n") if row.startswith("ok   ")]
                self.assertEqual(lines, [
                    *(f"every seat of a game for {n}" for n in range(2, seats)),
                    "many games in one process", "a long game",
                    f"every option of {game} at its limits",
                    "answers that are taken back", "unknown keys",
                    "lines of 65,536 bytes", "the shortest clock",
                    "every kind of decision"])

    def test_every_game_can_be_checked(self):
        out = referee("games", "--json")[1]
        for game in (json.loads(line)["name"] for line in out.splitlines()):
            with self.subTest(game=game):
                code, out, err = first_move(game)
                self.assertEqual((code, err), (0, ""), out)
                self.assertIn(" checks passed\n", out)

    def test_the_referee_leads_to_kinds_that_a_bot_does_not_come_to(self):
        code, out, _ = first_move("bolo7")
        self.assertEqual(code, 0)
        # A bot that never banks never reaches a sudden death.
        self.assertRegex(out, r"every kind of decision: 5 of 5 were met \(\d+ "
                         "more games, with moves of the referee\\)\n")
        self.assertRegex(out, r"\n +[1-9]\d*  phase=sudden then=roll\|bank\n")

    def test_one_failure_does_not_end_the_other_checks(self):
        code, out, _ = check(bot("ends", "if games == 3: sys.exit(0)"))
        self.assertEqual(code, 1)
        self.assertIn("ok   every seat of a game for 8", out)
        self.assertIn("FAIL many games", out)
        self.assertIn("ok   a long game", out)
        self.assertIn("pig: 5 of 15 checks failed\n", out)

    def test_equal_seeds_give_equal_checks(self):
        first, again, other = (check([THRESHOLD], "--seed", seed)[1]
                               for seed in ("7", "7", "8"))
        clean = [[row for row in out.split("\n")
                  if "was told 1 ms" not in row]
                 for out in (first, again, other)]
        self.assertEqual(clean[0], clean[1])
        self.assertNotEqual(clean[0], clean[2])

    def test_trouble_is_exit_status_2_and_a_sentence(self):
        for words, sentence in (
                (["chess", "--", FIRST], 'there is no game "chess"; the games'),
                (["pig"], "missing COMMAND; usage: referee check GAME"),
                (["pig", FIRST], f'unexpected argument "{FIRST}"; usage'),
                (["pig", "--"], "missing COMMAND; usage: referee check GAME"),
                (["pig", "--", "no_such_program"], "no_such_program not found in PATH"),
                (["pig", "--", "./no/such"], "there is no file ./no/such"),
                (["pig", "--seed", "x", "--", FIRST], "--seed: expected"),
                (["pig", "--limit", "x=1", "--", FIRST], "x"),
                (["pig", "--rules", "target=5", "--", FIRST],
                 'target: expected 10..100000, found "5"'),
                (["pig", "--files", "none", "--", FIRST], "cannot open none"),
                (["pig", "--sandbox", "soft", "--", FIRST], "--sandbox"),
                (["pig", "--wrong", "--", FIRST], "unknown option --wrong"),
                (["pig", "--trace", "/no/such", "--", FIRST], "/no/such")):
            with self.subTest(words=words):
                code, out, err = referee("check", *words)
                self.assertEqual((code, out), (2, ""))
                self.assertTrue(err.startswith("referee check: "), err)
                self.assertIn(sentence, err)

    def test_rules_that_are_given_hold_where_a_check_sets_none(self):
        picky = bot("picky", "assert kind != 'hello' or line['rules']"
                    "['target'] in (33, 10, 100000)")
        self.assertEqual(check(picky, rules="target=33")[0], 0)
        self.assertEqual(check(picky, rules="target=34")[0], 1)

    def test_words_of_the_command_stay_whole(self):
        code, out, _ = check(["sh", "-c", 'exec "$0" "$1"', PYTHON,
                              bot("a file", "pass")[-1]], "--sandbox", "none")
        self.assertEqual(code, 0, out)

    def test_its_trace_can_be_fed(self):
        trace = path("check.jsonl")
        command = bot("three", "if games == 3 and kind == 'turn': answer = 7")
        out = check(command, "--trace", trace)[1]
        replay = next(row for row in out.split("\n") if "replay    " in row)
        words = replay.split()[2:-1]
        self.assertEqual(words[:2] + words[-1:], ["feed", trace, "--"])
        code, out, err = referee(*words, *command)
        self.assertEqual((code, err), (0, ""), out)
        self.assertIn(": 7\n", out)


class Feed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.random = [PYTHON, f"{SRC}/bots/random_move.py"]
        cls.trace = path("trace.jsonl")
        code, out, err = referee(
            "play", "pig", THRESHOLD, " ".join(cls.random), "--boards", "2",
            "--limit", "move_ms=30000", "--trace", cls.trace,
            "-o", path("trace.log.jsonl"))
        assert code == 0, out + err

    def feed(self, *words):
        return referee("feed", *words)

    def test_the_same_bot_gives_the_same_answers(self):
        # One process per rotation: in the second, the bots have changed seats.
        for seat, process, command in ((0, 1, [THRESHOLD]), (0, 2, self.random),
                                       (1, 1, self.random), (1, 2, [THRESHOLD])):
            with self.subTest(seat=seat, process=process):
                code, out, err = self.feed(self.trace, "--seat", str(seat),
                                           f"--process={process}", "--",
                                           *command)
                self.assertEqual((code, err), (0, ""), out)
                self.assertRegex(out, rf"\nseat {seat}, process {process} of "
                                 r"2: \d\d+ answers, all the same\n$")
                self.assertNotIn("differs", out)
                self.assertIn("game 3: " if process == 1 else "game 4: ", out)

    def test_another_bot_differs_with_both_lines(self):
        code, out, err = self.feed(self.trace, "--", FIRST)
        self.assertEqual((code, err), (1, ""))
        self.assertRegex(out, r"\n     recorded  \{\"move\":1\}\n"
                         r"     now       \{\"move\":0\}\n")
        self.assertRegex(out, r"answers, \d+ differences\n$")

    def test_lines_are_printed_for_a_bot_by_hand(self):
        code, out, err = self.feed(self.trace, "--print")
        self.assertEqual((code, err), (0, ""))
        lines = [json.loads(line) for line in out.splitlines()]
        types = [line["type"] for line in lines]
        self.assertEqual((types[0], types[-1]), ("hello", "bye"))
        self.assertEqual(types.count("game"), 2)
        done = subprocess.run([THRESHOLD], input=out.encode(), check=True,
                              capture_output=True)
        self.assertEqual(done.stdout.count(b"\n"),
                         types.count("turn") + types.count("hello"))

    def talk(self, *lines):
        """Writes a trace of one seat from (game, key, text)."""
        return write("small.jsonl", "".join(json.dumps(
            {"us": 1, "game": game, "seat": 0, key: text}) + "\n"
            for game, key, text in lines))

    HELLO = (0, "to", '{"type":"hello"}'), (0, "from", '{"type":"ready"}')
    TURN = '{"type":"turn"}'

    def test_white_space_and_order_make_no_difference(self):
        trace = self.talk(*self.HELLO, (1, "to", self.TURN),
                          (1, "from", '{"move":1,"say":"a"}'))
        code, out, _ = self.feed(trace, "--", "sh", "-c", "read a; "
                                 "echo '{\"type\": \"ready\"}'; read a; "
                                 "echo '{\"say\":\"a\", \"move\":1}'")
        self.assertEqual(code, 0, out)

    def test_a_bot_that_ends_or_talks_too_much_differs(self):
        trace = self.talk(*self.HELLO, (1, "to", self.TURN),
                          (1, "from", '{"move":1}'))
        ready = "read a; echo '{\"type\":\"ready\"}'; "
        for rest, said in (
                ("exit 3", "now       nothing: it has ended"),
                ("exit 3", "the bot ended with exit status 3"),
                ("kill -9 $$", "the bot was killed: Killed"),
                ("read a; echo '{\"move\":1}'; echo more",
                 "it wrote without being asked:\n     now       more"),
                ("read a; head -c 3000000 /dev/zero", "?????")):
            with self.subTest(rest=rest):
                code, out, err = self.feed(trace, "--", "sh", "-c",
                                           ready + rest)
                self.assertEqual((code, err), (1, ""))
                self.assertIn(said, out)

    def test_a_terminal_gets_no_control_characters_of_a_bot(self):
        said = b"a\tb\x1b[31m\xc2\x9bc \xc3\xa9\a\r\n" + b"x" * 200000
        with open(path("said"), "wb") as file:
            file.write(said)
        for terminal in True, False:
            ours, theirs = pty.openpty()
            tty.setraw(theirs)
            if not terminal:
                ours, theirs = os.pipe()
            process = subprocess.Popen(
                [REFEREE, "feed", self.trace, "--", "sh", "-c",
                 f"cat {path('said')} >&2; exec {THRESHOLD}"],
                stdout=subprocess.DEVNULL, stderr=theirs)
            os.close(theirs)
            heard = b""
            with contextlib.suppress(OSError):
                while part := os.read(ours, 1 << 16):
                    heard += part
            os.close(ours)
            self.assertEqual(process.wait(HANGS_S), 0)
            self.assertEqual(heard, b"a\tb?[31m?c \xc3\xa9??\n" + b"x" *
                             200000 if terminal else said)

    def test_a_restarted_process_is_one_of_its_own(self):
        # Game 1 was lost by a fault, so a new process plays game 2.
        trace = self.talk(*self.HELLO, (1, "to", self.TURN),
                          (1, "from", "oops"), (1, "to", self.HELLO[0][2]),
                          (1, "from", '{"type":"ready","name":"b"}'),
                          (2, "to", self.TURN), (2, "from", '{"move":5}'),
                          (2, "to", '{"type":"bye"}'))
        for process, turns in (("1", [self.TURN]),
                               ("2", [self.TURN, '{"type":"bye"}'])):
            code, out, _ = self.feed(trace, "--print", "--process", process)
            self.assertEqual((code, out.split("\n")[1:-1]), (0, turns))
        code, out, _ = self.feed(trace, "--process=2", "--", "sh", "-c", "cat "
                                 ">&2& echo '{\"type\":\"ready\",\"name\":\"b\"}'"
                                 "; sleep 0; echo '{\"move\":5}'")
        self.assertIn("seat 0, process 2 of 2: 2 answers", out)

    def test_a_process_that_never_was_ready_takes_no_answers(self):
        trace = self.talk(self.HELLO[0], *self.HELLO, (1, "to", self.TURN),
                          (1, "from", '{"move":0}'))
        _, out, _ = self.feed(trace, "--", FIRST)
        self.assertIn('\nok      line 4, game 1: {"move":0}\n', out)

    def test_trouble_is_exit_status_2_and_a_sentence(self):
        line = '{"us":1,"game":0,"seat":0,"to":"{\\"type\\":\\"hello\\"}"}\n'
        broken = write("broken.jsonl", line + '{"us":2,"game":\n')
        cut = write("cut.jsonl", line + line[:-1])
        other = write("other.jsonl", line * 2 + '{"t":"match","v":1}\n')
        headless = write("headless.jsonl", line.replace("hello", "turn"))
        empty = write("empty.jsonl", "")
        bot_ = ["--", FIRST]
        for words, sentence in (
                ([path("none.jsonl"), *bot_], "cannot open "),
                ([broken, *bot_], f"{broken}:2: "),
                ([cut, *bot_], f"{cut}:2: the line has no end"),
                ([other, *bot_], f"{other}:3: not a line of a trace"),
                ([headless, *bot_], f"{headless}:1: seat 0 is sent a line"),
                ([empty, *bot_], "is empty"),
                ([self.trace, "--seat", "5", *bot_], "has no seat 5"),
                ([self.trace, "--process", "3", *bot_],
                 "has no process 3 on seat 0: the last one is 2"),
                ([self.trace, "--process", "0", *bot_], "--process: expected"),
                ([self.trace], "missing COMMAND; usage: referee feed TRACE"),
                ([self.trace, "--print", *bot_], "--print runs no bot"),
                ([self.trace, "more", *bot_], 'unexpected argument "more"; usage'),
                ([self.trace, "--", "/no/such"],
                 "cannot run /no/such: No such file")):
            with self.subTest(words=words):
                code, out, err = self.feed(*words)
                self.assertEqual((code, out), (2, ""))
                self.assertTrue(err.startswith("referee feed: "), err)
                self.assertIn(sentence, err)


if __name__ == "__main__":
    unittest.main()

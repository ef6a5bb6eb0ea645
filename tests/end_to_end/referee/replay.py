#!/usr/bin/env python3
"""replay.py - replay shows logs as recorded; games lists games.

The logs tests/golden/replay-*.jsonl never change.  UPDATE_GOLDEN=1 writes the
output for them, tests/golden/replay-*.txt, again.

tier: full
"""
import difflib
import glob
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
import scene
import terminal

SRC = os.path.abspath(os.environ.get("srcdir", "."))
BUILD = os.path.abspath(os.environ.get("builddir", "."))
REFEREE = f"{BUILD}/referee/referee"
GOLDEN = f"{SRC}/tests/golden"
LOGS = ["pig", "bolo7", "absent"]
WIDTH = 80
KEYS = {
    "match": "v game title rules entrants boards rotations tournament match",
    "game": "number board rotation seats",
    "roll": "seat turn sides values",
    "move": "seat move text",
    "again": "seat",
    "fault": "seat fault detail",
    "chances": "seats",
    "told": "e text",
    "view": "view",
    "abandoned": "",
    "over": "scores ranks end",
    "end": "games verified",
}


def referee(*words, **more):
    """Exit status, standard output, standard error."""
    done = subprocess.run([REFEREE, *words], capture_output=True, check=False,
                          stdin=subprocess.DEVNULL, timeout=scene.HANGS_S, **more)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def told(*words, **more):
    """The objects of replay --json."""
    return [json.loads(line) for line in
            referee("replay", *words, "--json", **more)[1].splitlines()]


def before_moves(events):
    """The last `view` before each `move`."""
    for event in events:
        if event["event"] == "view":
            view = event
        elif event["event"] == "move":
            yield view


def games_of(log):
    """The input for tests/independent: an object per game."""
    with open(log, encoding="utf-8") as file:
        header, *lines = map(json.loads, file)
    head = {"game": header["game"], "rules": header["rules"],
            "seats": len(header["entrants"])}
    for line in lines:
        if line["t"] == "game":
            yield (game := {**head, "lines": []})
        elif line["t"] in ("draw", "move", "again", "fault"):
            game["lines"].append(line)


def independent_views(logs):
    """The views that tests/independent shows before each move of each log."""
    games = [(log, game) for log in logs for game in games_of(log)]
    done = subprocess.run(
        [sys.executable, f"{SRC}/tests/independent", "moves"], check=True,
        capture_output=True, timeout=120,
        input="".join(json.dumps(game) + "\n" for _, game in games).encode())
    views = {log: [] for log in logs}
    for (log, game), shown in zip(games, done.stdout.splitlines()):
        views[log] += [decision["view"]
                       for decision in json.loads(shown)["decisions"]
                       if game["lines"][decision["before_line"]]["t"] ==
                       "move"]
    return views


class Replay(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        for log in LOGS:
            shutil.copy(f"{GOLDEN}/replay-{log}.jsonl",
                        f"{self.folder}/{log}.jsonl")

    def run_here(self, *words, **more):
        return referee(*words, cwd=self.folder, **more)

    def told_here(self, *words):
        return told(*words, cwd=self.folder)

    def lines(self, log):
        with open(f"{self.folder}/{log}.jsonl", encoding="utf-8") as file:
            return file.read().splitlines(keepends=True)

    def write(self, name, lines):
        with open(f"{self.folder}/{name}", "w", encoding="utf-8") as file:
            file.writelines(lines)

    def compare(self, name, shown):
        path = f"{GOLDEN}/{name}"
        if os.environ.get("UPDATE_GOLDEN"):
            with open(path, "w", encoding="utf-8") as file:
                file.write(shown)
        with open(path, encoding="utf-8") as file:
            golden = file.read()
        if golden != shown:
            self.fail("\n" + "".join(difflib.unified_diff(
                golden.splitlines(True), shown.splitlines(True), path,
                "what is printed now")))

    def test_logs_are_told_in_words_as_recorded(self):
        for log in LOGS:
            with self.subTest(log):
                code, out, err = self.run_here("replay", f"{log}.jsonl")
                self.assertEqual((code, err), (0, ""))
                self.compare(f"replay-{log}.txt", out)

    def test_logs_are_told_as_json_as_recorded(self):
        for log in LOGS:
            with self.subTest(log):
                code, out, err = self.run_here("replay", f"{log}.jsonl",
                                               "--json")
                self.assertEqual((code, err), (0, ""))
                self.compare(f"replay-{log}-json.txt", out)

    def test_every_event_has_its_keys_and_is_seen(self):
        seen = set()
        for log in LOGS:
            for line in self.told_here(f"{log}.jsonl", "--analyse",
                                       "--views"):
                seen.add(line["event"])
                self.assertEqual(list(line), ["event", "line",
                                              *KEYS[line["event"]].split()])
        self.assertEqual(seen, set(KEYS))

    def test_the_page_documents_every_event_and_its_keys(self):
        with open(f"{SRC}/docs/replay.md", encoding="utf-8") as file:
            table = file.read().split("| `event` |")[1]
        rows = re.findall(r"^\| `(\w+)` \| (.*?) \|", table, re.M)
        self.assertEqual({event: " ".join(re.findall(r"`(\w+)`", keys))
                          for event, keys in rows}, KEYS)

    def test_json_says_of_a_log_what_the_log_says(self):
        kinds = {"draw": "roll", "move": "move", "again": "again",
                 "fault": "fault", "over": "over", "game": "game"}
        for log in LOGS:
            with self.subTest(log):
                events = [line for line in self.told_here(f"{log}.jsonl")
                          if line["event"] in kinds.values()]
                lines = [(number, line) for number, line in
                         enumerate(map(json.loads, self.lines(log)), 1)
                         if line["t"] in kinds]
                self.assertEqual(len(events), len(lines))
                for event, (number, line) in zip(events, lines):
                    self.assertEqual((event["event"], event["line"]),
                                     (kinds[line["t"]], number))
                    if line["t"] == "draw":
                        line = {"seat": line["s"] - 1, "values": line["v"],
                                "sides": int(line["dice"].split("d")[1])}
                    for key in set(line) & set(event):
                        self.assertEqual(event[key], line[key])

    def test_what_is_told_has_the_line_that_says_it(self):
        """An event or a view has the line of the step before it."""
        for log in LOGS:
            step, last = None, len(self.lines(log))
            for event in self.told_here(f"{log}.jsonl", "--views"):
                if event["event"] in ("told", "view"):
                    self.assertEqual(event["line"], step, event)
                step = event["line"]
            self.assertEqual((event["event"], step), ("end", last))

    def test_views_are_told_besides(self):
        for log in LOGS:
            whole = self.told_here(f"{log}.jsonl", "--views")
            self.assertEqual([line for line in whole
                              if line["event"] != "view"],
                             self.told_here(f"{log}.jsonl"))
            steps = [line for line in whole if line["event"] in
                     ("game", "roll", "move", "fault")]
            self.assertEqual([line["line"] for line in whole
                              if line["event"] == "view"],
                             [line["line"] for line in steps])

    def test_the_views_of_every_game_are_those_of_another_program(self):
        """The view before each decision is the one that the mover was sent."""
        logs = sorted(glob.glob(f"{GOLDEN}/games/*.jsonl"))
        for log, views in independent_views(logs).items():
            with self.subTest(log):
                self.assertGreater(len(views), 0)
                self.assertEqual(views, [line["view"] for line in before_moves(
                    told(log, "--views"))])

    def test_words_fit_a_terminal(self):
        for log in LOGS:
            for line in self.run_here("replay", f"{log}.jsonl")[1].split("\n"):
                self.assertLessEqual(len(line), WIDTH, line)
                self.assertEqual(line, line.rstrip())

    def test_one_game_is_told_as_among_all(self):
        for log in LOGS:
            whole = self.told_here(f"{log}.jsonl")
            games = [line["number"] for line in whole
                     if line["event"] == "game"]
            for number in set(games):
                part = self.told_here(f"{log}.jsonl", "--game", str(number))
                first = 1 + games.index(number)
                at = [i for i, line in enumerate(whole)
                      if line["event"] == "game"]
                after = [i for i, line in enumerate(whole)
                         if line["event"] == "game" and
                         line["number"] > number] + [len(whole) - 1]
                self.assertEqual(part[:-1],
                                 whole[:1] + whole[at[first - 1]:after[0]])
                self.assertEqual(part[-1], {
                    "event": "end", "line": part[-2]["line"], "games": 1,
                    "verified": False})

    def test_a_board_alone_is_told_as_among_all(self):
        """Forfeits follow from earlier boards, as in the log `absent`."""
        for log in [f"{GOLDEN}/replay-{name}.jsonl" for name in LOGS] + \
                [f"{GOLDEN}/{name}.jsonl" for name in
                 ("pig-2", "pig-4-resumed", "bolo7-3-faults")]:
            for number in range(1, told(log)[-1]["games"] + 1):
                words = [log, "--game", str(number), "--views"]
                with self.subTest(words):
                    end = {**told(*words)[-1], "board_only": True}
                    self.assertEqual(told(*words, "--board-only"),
                                     [*told(*words)[:-1], end])

    def test_nothing_before_a_board_alone_is_verified(self):
        with open(f"{GOLDEN}/pig-2.jsonl", encoding="utf-8") as file:
            lines = file.readlines()
        boards = [i for i, line in enumerate(lines) if '"t":"board"' in line]
        place, last = [[i for i, line in enumerate(lines) if
                        '"t":"draw"' in line and (i > boards[1]) == after]
                       for after in (False, True)]
        game = str(1 + sum('"t":"over"' in line for line in
                           lines[:boards[1]]))
        for at, alone in ((place[0], 0), (last[0], 1)):
            self.write("bad.jsonl", [
                line.replace('"link":"', '"link":"0', 1) if i == at else line
                for i, line in enumerate(lines)])
            words = ["replay", "bad.jsonl", "--game", game]
            self.assertEqual(self.run_here(*words)[0], 1)
            code, out, err = self.run_here(*words, "--board-only")
            self.assertEqual(code, alone)
            self.assertTrue(out.endswith(
                "\nOnly this board was verified, up to the end of this "
                "game.\n") if alone == 0 else
                err.startswith(f"not verified: bad.jsonl:{at + 1}: "), err)

    def test_a_board_alone_needs_the_games_before_it(self):
        with open(f"{GOLDEN}/pig-2.jsonl", encoding="utf-8") as file:
            lines = file.readlines()
        board = [i for i, line in enumerate(lines) if '"t":"board"' in line][1]
        over = [i for i, line in enumerate(lines) if '"t":"over"' in line][0]
        self.write("bad.jsonl", lines[:over] + lines[over + 1:])
        words = ["replay", "bad.jsonl", "--game", "4", "--board-only"]
        self.assertEqual(self.run_here(*words), (
            1, "", f"not verified: bad.jsonl:{board}: another number of games "
            "before this board\n"))
        self.write("bad.jsonl", lines[:over] + ["x" * 70000 + "\n"] +
                   lines[over:])
        code, _, err = self.run_here(*words)
        self.assertEqual(code, 1)
        self.assertTrue(err.startswith(f"not verified: bad.jsonl:{over + 1}: "))
        self.assertEqual(
            referee("replay", f"{GOLDEN}/pig-2.jsonl", "--game", "5",
                    "--board-only"),
            (2, "", "referee replay: " + f"{GOLDEN}/pig-2.jsonl has no game 5: "
             "its games are 1 to 4\n"))

    def test_words_say_how_much_was_verified(self):
        for words, last in (
                ([], "The log was verified from end to end.\n"),
                (["--game", "2"], "The log was verified up to the end of this "
                 "game.\n")):
            code, out, err = self.run_here("replay", "pig.jsonl", *words)
            self.assertEqual((code, err), (0, ""))
            self.assertTrue(out.endswith("\n" + last), out)

    def test_a_game_that_is_not_there_is_one_sentence(self):
        for words in (["--game", "3"], ["--game", "3", "--json"]):
            self.assertEqual(
                self.run_here("replay", "pig.jsonl", *words),
                (2, "", "referee replay: pig.jsonl has no game 3: its games "
                 "are 1 to 2\n"))

    def test_bad_usage_is_one_sentence(self):
        for words in ([], ["pig.jsonl", "--game", "0"], ["nothing.jsonl"],
                      ["pig.jsonl", "--game", "x"], ["pig.jsonl", "--jason"],
                      ["pig.jsonl", "--views"],
                      ["pig.jsonl", "--board-only"],
                      ["pig.jsonl", "--board-only", "--game", "1",
                       "--follow"],
                      ["pig.jsonl", "bolo7.jsonl"]):
            with self.subTest(words):
                code, out, err = self.run_here("replay", *words)
                self.assertEqual((code, out), (2, ""))
                self.assertRegex(err, r"\Areferee replay: .+\n\Z")

    def test_what_was_told_before_a_wrong_line_stays(self):
        good = self.run_here("replay", "pig.jsonl")[1]
        lines = self.lines("pig")
        place = [i for i, line in enumerate(lines) if '"t":"draw"' in line][7]
        lines[place] = lines[place].replace('"v":[3]', '"v":[4]')
        self.write("bad.jsonl", lines)
        code, out, err = self.run_here("replay", "bad.jsonl")
        self.assertEqual(code, 1)
        self.assertTrue(good.startswith(out))
        self.assertTrue(out.endswith("ann banks 5 points and has 5.\n"))
        self.assertRegex(err, rf"\Anot verified: bad.jsonl:{place + 1}: .+\n")
        code, out, err = self.run_here("replay", "bad.jsonl", "--game", "1")
        self.assertEqual((code, err), (0, ""))

    def test_the_verdict_comes_after_what_was_told(self):
        self.write("bad.jsonl", self.lines("pig")[:-1] + ["{}\n"])
        done = subprocess.run([REFEREE, "replay", "bad.jsonl"], check=False,
                              cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=scene.HANGS_S)
        self.assertRegex(done.stdout.decode().splitlines()[-1],
                         "^not verified: ")

    def test_an_interrupted_log_is_refused(self):
        self.write("cut.jsonl", self.lines("pig")[:-2])
        code, out, err = self.run_here("replay", "cut.jsonl")
        self.assertEqual((code, out), (1, ""))
        self.assertIn("close line with the secret", err)

    def test_a_name_cannot_steer_the_terminal(self):
        lines = self.lines("pig")
        lines[0] = lines[0].replace('"ann"', '"a\\u001b[31m\\u009b\\nn"')
        self.write("evil.jsonl", lines)
        code, out, err = self.run_here("replay", "evil.jsonl")
        self.assertEqual((code, out), (1, ""))
        self.assertIn("a\\u001b[31m\\u009b\\n", err)
        self.assertNotRegex(out + err, "[\x00-\x09\x0b-\x1f\x7f-\x9f]")

    def test_a_detail_cannot_steer_the_terminal(self):
        """Even with our colours on, nothing else controls the terminal."""
        self.write("evil.jsonl", [line.replace(
            "exit status 3", "\\u001b[2K\u009b\u202eh\\ni\u200b")
            for line in self.lines("absent")])
        shown = self.on_a_terminal("replay", "evil.jsonl",
                                   env={"NO_COLOR": ""}, code=1)
        self.assertIn("\033[1m", shown)
        self.assertIn("?[2K??h?i?", shown)
        self.assertNotRegex(re.sub("\033\\[[0-9;]*m", "", shown),
                            "[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e\u200b]")

    def test_colours_are_for_terminals_that_want_them(self):
        plain = self.run_here("replay", "bolo7.jsonl")[1]
        for setting, wanted in ((None, True), ("", True), ("1", False)):
            environment = {key: value for key, value in os.environ.items()
                           if key != "NO_COLOR"}
            if setting is not None:
                environment["NO_COLOR"] = setting
            shown = self.on_a_terminal("replay", "bolo7.jsonl",
                                       env=environment)
            with self.subTest(setting):
                self.assertEqual("\033[" in shown, wanted)
                self.assertEqual(re.sub("\033\\[[0-9;]*m", "", shown), plain)

    def on_a_terminal(self, *words, env, code=0):
        found, text = terminal.shown([REFEREE, *words], self.folder, env)
        self.assertEqual(found, code)
        return text

    def test_a_reader_that_leaves_ends_it_without_a_word(self):
        ours, theirs = os.pipe()
        os.close(ours)
        done = subprocess.run([REFEREE, "replay", "bolo7.jsonl"],
                              cwd=self.folder, stdout=theirs, check=False,
                              stderr=subprocess.PIPE, timeout=scene.HANGS_S)
        os.close(theirs)
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(done.stderr, b"")


class Games(unittest.TestCase):
    maxDiff = None

    def test_json_without_a_name_has_every_game_of_the_list(self):
        lines = referee("games", "--json")[1].splitlines()
        names = [json.loads(line)["name"] for line in lines]
        listed = referee("games")[1].split("\n\n")[0].splitlines()[1:]
        self.assertEqual(names, [line.split()[0] for line in listed])
        for name, line in zip(names, lines):
            self.assertEqual(referee("games", name, "--json")[1], line + "\n")

    def test_defaults_are_in_their_range(self):
        for line in referee("games", "--json")[1].splitlines():
            for rule in json.loads(line)["rules"]:
                if rule["type"] == "int":
                    self.assertIn(rule["default"],
                                  range(rule["min"], rule["max"] + 1))
                elif rule["type"] != "bool":
                    self.assertIn(str(rule["default"]), rule["words"])

    def test_bad_usage_is_one_sentence(self):
        for words, sentence in (
                (["chess"], 'there is no game "chess"; the games are '),
                (["pig", "bolo7"], 'unexpected argument "bolo7"; usage: '),
                (["--jason"], "unknown option --jason")):
            code, out, err = referee("games", *words)
            self.assertEqual((code, out), (2, ""))
            self.assertRegex(err, r"\Areferee games: .+\n\Z")
            self.assertIn(sentence, err)


if __name__ == "__main__":
    if not os.access(REFEREE, os.X_OK):
        sys.exit(f"{REFEREE} is not there: build it first")
    unittest.main()

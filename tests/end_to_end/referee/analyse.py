#!/usr/bin/env python3
"""analyse.py - referee analyse measures the luck and the mistakes in logs.

The value of every roll and move is checked by the unit tests; these tests
check what the commands make of it.

tier: full
"""
import hashlib
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

GOLDEN = f"{scene.SRC}/tests/golden"
BOLITO = f"{scene.BUILD}/bots/bolito"
RACE = ["0.02", "0.7", "30", "0.6"]


def run(*words):
    """Exit status, standard output, standard error."""
    done = subprocess.run(words, capture_output=True, check=False,
                          stdin=subprocess.DEVNULL, timeout=scene.HANGS_S)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def analyse(log, *words):
    return run(scene.REFEREE, "analyse", log, *words)


def golden(name):
    return f"{GOLDEN}/{name}.jsonl"


def decimals(texts):
    return [float(text) for text in texts]


class Analyse(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = place.name
        with open(f"{scene.SRC}/tests/vectors/luck.json",
                  encoding="utf-8") as file:
            self.known = json.load(file)["logs"][0]
        self.log = self.write("match.jsonl",
                              "\n".join(self.known["log"]) + "\n")

    def write(self, name, text):
        return scene.write(f"{self.folder}/{name}", text, 0o600)

    def games(self, log, *words):
        """The header and the games of --json."""
        code, out, err = analyse(log, "--json", *words)
        self.assertEqual(code, 0, err)
        head, *games = [json.loads(line) for line in out.splitlines()]
        return head, games

    def refuses(self, says, *words, command="analyse"):
        code, out, err = run(scene.REFEREE, command, *words)
        lines = [line for line in err.splitlines()
                 if not line.startswith("no table of these rules")]
        self.assertEqual((code, out, len(lines)), (2, "", 1), err)
        self.assertRegex(lines[0], f"^referee {command}: .*{says}")

    def luck_file(self, name="luck.json", **changes):
        header = json.loads(self.known["log"][0])
        luck = {"v": 1, "game": "bolo7", "rules": header["rules"], "seats": 2,
                "f": "race", "numbers": RACE, "table": None, "beta": "0.85",
                "from": "a test"}
        return self.write(name, json.dumps({**luck, **changes}))

    def table(self, game="bolo7", target=1000, more=("opening=300",)):
        path = f"{self.folder}/{game}-{target}.worth"
        code, _, err = run(BOLITO, "--solve", game, f"target={target}", *more,
                           path)
        self.assertEqual(code, 0, err)
        return path

    # ### with a table

    def test_a_match_is_what_the_vectors_say(self):
        head, games = self.games(self.log)
        self.assertEqual(head["f"], "table")
        self.assertEqual(len(games), len(self.known["games"]))
        for game, known in zip(games, self.known["games"]):
            self.assertEqual(decimals(game["points"]), known["points"])
            self.assertAlmostEqual(float(game["luck_total"][0]),
                                   float(known["luck_total"]), delta=2e-6)
            for loss, other in zip(game["loss"], known["loss"]):
                self.assertAlmostEqual(float(loss), float(other), delta=2e-6)

    def test_start_luck_and_losses_make_the_points(self):
        logs = [self.log, *map(golden, [
            "pig-2", "bolo7-2", "replay-pig", "games/bolo5-2",
            "games/bolo7-2", "games/pig-2"])]
        for log in logs:
            for game in self.games(log)[1]:
                if game["fault"]:
                    continue
                start, luck, total, loss, points = (
                    decimals(game[key]) for key in (
                        "start", "luck", "luck_total", "loss", "points"))
                self.assertAlmostEqual(
                    points[0], start[0] + total[0] - loss[0] + loss[1],
                    delta=4e-6, msg=log)
                self.assertAlmostEqual(total[0], luck[0] - luck[1],
                                       delta=4e-6, msg=log)
                self.assertAlmostEqual(sum(total), 0, delta=2e-6)
                for real, all_of in zip(game["real"], game["decisions"]):
                    self.assertLessEqual(real, all_of)

    def test_people_read_the_sums_and_the_worst_moves(self):
        code, out, err = analyse(self.log, "--worst", "2")
        self.assertEqual((code, err.count("\n")), (0, 1))
        for line in [
                "Bolo with seven dice: luck and mistakes by an exact table "
                "solved now.",
                "Points = start + own luck + luck of others - own mistakes + "
                "mistakes of others:",
                "  b  1 = 0.615 + 0.244 + 0.107 - 0.164 + 0.197",
                "  0.510  game 1, turn 2, b, 1100:1600, roll 1 4 4 4: from "
                "0.173 to 0.684",
                "  0.104  game 2, turn 5, a, 2300:2450, roll 1 1 2 3 3 4 6: "
                "keeps 1 1 (200) and banks 200, wins 0.397; a player who keeps "
                "1 (100) and rolls the other 6 dice wins 0.501"]:
            self.assertIn(line, out)
        # Two of each bot, and the mistakes of 2 games.
        self.assertEqual(len(re.findall("(?m)^  0.*game ", out)), 4)
        self.assertRegex(out, r"(?m)^  a .* 0\.098 +1\.159$")

    def test_the_page_quotes_what_is_printed(self):
        printed = analyse(self.log)[1] + analyse(self.log, "--json")[1]
        with open(f"{scene.SRC}/docs/analyse.md", encoding="utf-8") as file:
            page = file.read().split("## For people")[1]
        quoted = re.findall("(?m)^    (.+)$", page)
        self.assertGreater(len(quoted), 7)
        for line in quoted:
            self.assertIn(f"\n{line}\n", printed)

    def test_the_page_has_the_keys(self):
        with open(f"{scene.SRC}/docs/analyse.md", encoding="utf-8") as file:
            tables = re.findall("(?m)^(?:\\| `.*\n)+", file.read())
        known = [[key for row in table.splitlines()
                  for key in re.findall("`(\\w+)`", row.split("|")[1])]
                 for table in tables]
        head, games = self.games(self.log, "--positions")
        self.assertEqual([sorted(keys) for keys in known],
                         [sorted(head), sorted(games[0])])

    def test_bolito_loses_nothing(self):
        log = f"{self.folder}/bolito.jsonl"
        self.write("key", scene.KEY + "\n")
        for game, rules in (("bolo7", "target=600,opening=300"),
                            ("bolo5", "target=1000"), ("pig", "target=40")):
            code, _, err = run(
                scene.REFEREE, "play", game, BOLITO,
                f"b={scene.BUILD}/bots/first_move", "--boards",
                "100" if scene.LONG else "3", "--rules", rules, "--sandbox",
                "none", "--limit", "start_ms=60000", "--limit",
                "move_ms=60000", "-o", log, "--key-file",
                f"{self.folder}/key")
            self.assertEqual(code, 0, err)
            others = 0
            for match in self.games(log)[1]:
                bolito = match["seats"].index(0)
                self.assertFalse(match["fault"])
                self.assertEqual(match["loss"][bolito], "0.000000")
                others += float(match["loss"][1 - bolito])
            self.assertGreater(others, 0.01)
            for name in os.listdir(self.folder):
                if name.startswith("bolito."):
                    os.remove(f"{self.folder}/{name}")

    def test_one_game_is_as_it_is_among_all(self):
        _, games = self.games(self.log)
        _, one = self.games(self.log, "--game", "2")
        self.assertEqual(one, games[1:])
        self.refuses("has no game 3: its games are 1 to 2", self.log,
                     "--game", "3")

    def test_a_table_may_be_named(self):
        expected = self.games(self.log)
        table = self.table()
        self.assertEqual(self.games(self.log, "--table", table), expected)
        self.assertEqual(analyse(self.log, "--table", table)[2], "")
        for name, other in (("more", self.table(target=950)),
                            ("pig", self.table("pig", 100, ()))):
            with self.subTest(name):
                self.refuses("is a table of another game or of other rules "
                             "than those of the log", self.log, "--table",
                             other)
        self.refuses("cannot open", self.log, "--table", "/none")

    def test_a_cut_or_changed_table_is_refused(self):
        table = self.table()
        with open(table, "rb") as file:
            whole = file.read()
        self.write("cut.worth", whole[:-9])
        self.refuses("cut.worth", self.log, "--table",
                     f"{self.folder}/cut.worth")
        self.write("wrong.worth", whole[:-9] + b"\x3f" + whole[-8:])
        self.refuses("wrong.worth: the table is damaged", self.log, "--table",
                     f"{self.folder}/wrong.worth")
        luck = self.luck_file(f="table", numbers=[], table="0a" * 32)
        self.refuses("SHA-256", self.log, "--table", table, "--luck-file",
                     luck)

    def test_a_luck_file_may_name_the_table(self):
        table = self.table()
        with open(table, "rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest()
        luck = self.luck_file(f="table", numbers=[], table=digest)
        expected = self.games(self.log)
        # The table solved on the fly is identical to the last bit.
        self.assertEqual(self.games(self.log, "--luck-file", luck), expected)
        self.assertEqual(self.games(self.log, "--luck-file", luck, "--table",
                                    table), expected)
        self.refuses("an exact table solved now has the SHA-256 "
                     f"{digest}; .*luck.json names the table 0a0a", self.log,
                     "--luck-file", self.luck_file(
                         f="table", numbers=[], table="0a" * 32))

    def test_an_installed_table_is_used_if_it_fits(self):
        """Builds a referee with a data folder of the test that has tables."""
        with open(scene.REFEREE, "rb") as file:
            if b"__asan" in file.read() or not shutil.which("gcc"):
                print("not tried: an installed table (sanitizers, or no gcc)")
                return
        environment = {key: value for key, value in os.environ.items()
                       if key not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
        libraries = subprocess.run(
            ["make", "-s", "-C", scene.BUILD, "--no-print-directory",
             "--eval", "libs:;@echo $(REFEREE_LIBS) $(LIBS)",
             "libs"], capture_output=True, text=True, check=True,
            env=environment).stdout.split()
        subprocess.run(
            ["gcc", "-std=c11", "-D_XOPEN_SOURCE=700", "-ffp-contract=off",
             f'-DPKGDATADIR="{self.folder}"', f"-I{scene.SRC}/referee",
             "-o", f"{self.folder}/referee",
             f"{scene.SRC}/referee/worth/table_file.c",
             *(f"referee/cmd/{name}"
               for name in os.listdir(f"{scene.BUILD}/referee/cmd")
               if name.endswith(".o")), *libraries],
            cwd=scene.BUILD, check=True)
        solved = analyse(self.log)
        os.mkdir(f"{self.folder}/tables")
        installed = f"{self.folder}/tables/bolo7.table"

        def by_installed():
            return run(f"{self.folder}/referee", "analyse", self.log)

        self.assertEqual(by_installed(), solved)
        os.rename(self.table(), installed)
        self.assertEqual(by_installed(), (0, solved[1].replace(
            "an exact table solved now", f"the exact table {installed}"), ""))
        with open(installed, "rb") as file:
            whole = file.read()
        os.rename(self.table(target=950), installed)
        self.assertEqual(by_installed(), solved)
        with open(installed, "wb") as file:
            file.write(whole[:-1])
        code, out, err = by_installed()
        self.assertEqual((code, out, err.count("\n")), (2, "", 1), err)
        self.assertIn(f"{installed}: expected ", err)

    # ### with a formula

    def test_a_formula_knows_luck_and_no_mistakes(self):
        logs = ["games/bolo7-3", "games/bolo5-8", "games/vollelotte-10",
                "games/vollelotte-2"]
        for name in logs:
            head, games = self.games(golden(name))
            self.assertIn(head["f"], ("race", "volle"))
            for game in games:
                self.assertIsNone(game["loss"])
                self.assertAlmostEqual(sum(decimals(game["luck_total"])), 0,
                                       delta=1e-5)
                self.assertAlmostEqual(sum(decimals(game["start"])), 1,
                                       delta=1e-5)
            out = analyse(golden(name))[1]
            self.assertIn("\nWithout a table there are no mistakes.\n", out)
            self.assertNotIn("worst moves", out)

    def test_another_program_finds_the_same_luck(self):
        """Compares tests/independent/race_luck.py, on a match played now."""
        log = f"{self.folder}/race.jsonl"
        self.write("key", scene.KEY + "\n")
        code, _, err = run(
            scene.REFEREE, "play", "bolo7", f"{scene.BUILD}/bots/threshold",
            f"{scene.BUILD}/bots/first_move", "--boards", "2", "--rules",
            "target=2000,opening=350,endgame=immediate", "--sandbox", "none",
            "--limit", "move_ms=60000", "-o", log, "--key-file",
            f"{self.folder}/key")
        self.assertEqual(code, 0, err)
        with open(log, encoding="utf-8") as file:
            rules = json.loads(file.readline())["rules"]
        _, games = self.games(log, "--luck-file", self.luck_file(rules=rules))
        replay = run(scene.REFEREE, "replay", log, "--json")[1]
        second = subprocess.run(
            [sys.executable, f"{scene.SRC}/tests/independent/race_luck.py",
             *RACE], input=replay, capture_output=True, text=True, check=True)
        found = [json.loads(line) for line in second.stdout.splitlines()]
        self.assertEqual(len(found), len(games))
        for game, (start, luck) in zip(games, found):
            for said, due in zip(
                    decimals([game["start"][0], *game["luck"],
                              game["luck_total"][0]]),
                    [start, *luck, luck[0] - luck[1]]):
                self.assertAlmostEqual(said, due, delta=1.1e-6)

    def test_a_luck_file_says_which_formula(self):
        luck = self.luck_file()
        code, out, err = analyse(self.log, "--luck-file", luck)
        self.assertEqual((code, err), (0, ""))
        self.assertIn("luck by the race formula with 0.02 0.7 30 0.6.", out)
        for says, changes in [
                ("luck.json: seats: the log has 2, found 3", {"seats": 3}),
                ("luck.json: game: the log plays bolo7, found \"bolo5\"",
                 {"game": "bolo5", "rules": self.rules("bolo5")}),
                ("luck.json", {"numbers": ["0.02"]}),
                ("luck.json", {"colour": "red"})]:
            with self.subTest(says):
                self.refuses(says, self.log, "--luck-file",
                             self.luck_file(**changes))
        self.refuses("measures luck by a formula; leave out --table",
                     self.log, "--luck-file", self.luck_file(), "--table",
                     self.table())

    def rules(self, game):
        out = run(scene.REFEREE, "games", game, "--json")[1]
        return {rule["name"]: rule["default"]
                for rule in json.loads(out)["rules"]}

    def test_turns_begin_where_positions_say(self):
        _, games = self.games(self.log, "--positions")
        self.assertEqual(games[0]["turns"], [
            [0, 0, 0], [1, 1050, 0], [0, 1050, 1100], [1, 1600, 1100],
            [0, 1600, 3800]])
        self.refuses("missing --json", self.log, "--positions")

    # ### what has no luck, or none to be measured

    def test_a_game_with_a_fault_says_nothing(self):
        _, games = self.games(golden("bolo7-3-faults"))
        faults = [game for game in games if game["fault"]]
        self.assertTrue(faults)
        for game in faults:
            self.assertEqual([game[key] for key in (
                "start", "luck", "loss", "luck_total")], [None] * 4)
        out = analyse(golden("bolo7-3-faults"))[1]
        self.assertEqual(out.count(": left out, because of a fault"),
                         len(faults))
        for game in faults:
            self.assertNotIn(f"game {game['game']}, ", out)

    def test_games_without_a_worth_say_why(self):
        self.refuses("rolit has no luck except in the opening",
                     golden("games/rolit-2"))
        self.refuses("no formula for the luck in blackpot has proved useful yet",
                     golden("games/blackpot-2"), "--json")
        self.refuses("a table of pig is for 2 seats, not 3",
                     golden("games/pig-3"))
        self.refuses("rolit has no luck except", golden("games/rolit-2"),
                     "--analyse", command="replay")

    def test_pig_that_is_not_solved_has_no_luck(self):
        """There is no formula for it, either."""
        self.write("key", scene.KEY + "\n")
        for rule, says in (("target=401", "target=401 is too large"),
                           ("max_turns=1", "max_turns=1 is too small")):
            log = f"{self.folder}/{rule}.jsonl"
            code, _, err = run(
                scene.REFEREE, "play", "pig",
                *2 * [f"{scene.BUILD}/bots/first_move"],
                "--rules", rule + ",max_turns=1" * (rule[0] == "t"),
                "--sandbox", "none", "-o", log, "--key-file",
                f"{self.folder}/key")
            self.assertEqual(code, 0, err)
            self.refuses(says, log)

    def test_nothing_is_said_of_a_log_that_does_not_verify(self):
        changed = self.known["log"][:]
        changed[4] = changed[4].replace('"bank"', '"roll"')
        self.write("changed.jsonl", "\n".join(changed) + "\n")
        self.refuses(r"changed\.jsonl:6: expected",
                     f"{self.folder}/changed.jsonl", "--json")
        self.refuses("cannot open", f"{self.folder}/none.jsonl")

    # ### replay

    def test_a_replay_tells_the_chances(self):
        code, out, err = run(scene.REFEREE, "replay", self.log, "--analyse",
                             "--json")
        self.assertEqual(code, 0, err)
        events = [json.loads(line) for line in out.splitlines()]
        chances = [event["seats"] for event in events
                   if event["event"] == "chances"]
        steps = [step for game in self.known["games"]
                 for step in game["steps"]]
        self.assertEqual(len(chances), len(steps))
        self.assertAlmostEqual(chances[0][0], float(self.known["start"]) +
                               float(steps[0]["luck"]), delta=2e-6)
        for chance in chances:
            self.assertAlmostEqual(sum(chance), 1, delta=2e-6)
        out = run(scene.REFEREE, "replay", self.log, "--analyse")[1]
        text = " ".join(out.split())
        self.assertIn("keeps 5 5 (100) and rolls the other 5 dice (chance "
                      "0.177, now 0.132)", text)
        self.assertIn("b won. (chance 0.000)", text)
        plain = run(scene.REFEREE, "replay", self.log)[1]
        self.assertNotIn("chance", plain)
        self.refuses("missing --analyse", self.log, "--table", self.table(),
                     command="replay")

    def test_a_replay_tells_none_after_a_fault(self):
        out = run(scene.REFEREE, "replay", golden("bolo7-3-faults"),
                  "--analyse", "--json")[1]
        out_of_it = None
        for line in out.splitlines():
            event = json.loads(line)
            if event["event"] == "game":
                out_of_it = False
            out_of_it = out_of_it or event["event"] == "fault"
            self.assertFalse(out_of_it and event["event"] == "chances")


if __name__ == "__main__":
    unittest.main()

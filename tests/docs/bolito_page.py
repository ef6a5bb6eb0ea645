#!/usr/bin/env python3
"""bolito_page.py - checks the numbers of docs/bolito.md against the vectors,
which tests/unit/worth/duel_test.c checks against the solution.

Each chance of a move is that of the vectors, correctly rounded where it is
rounded.  Files and rules that the page names exist.

tier: quick
"""
import json
import re
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../support")
import scene

PHASES = {"normal": "", "final": "last turn", "sudden": "sudden death"}
with open(f"{scene.SRC}/docs/bolito.md", encoding="utf-8") as file:
    PAGE = file.read()
with open(f"{scene.SRC}/tests/vectors/bolito.json", encoding="utf-8") as file:
    VECTORS = json.load(file)


def rows(columns):
    """The rows of the table with these headings, cells by heading."""
    lines = PAGE.splitlines()
    at = lines.index(f"| {' | '.join(columns)} |")
    for line in lines[at + 2:]:
        if not line.startswith("| "):
            return
        yield [cell.strip() for cell in line.strip("|").split("|")]


def words(move):
    return f"keep {' '.join(map(str, move['keep']))}, {move['then']}"


def positions():
    """The vectors' decisions in the words of the page, with each move's
    chance."""
    found = {}
    for table in VECTORS["tables"]:
        rules = ", ".join([table["game"], *(
            f"`{name}` {value}" for name, value in table["options"].items())])
        for one in table["decisions"]:
            phase = PHASES[one["phase"]]
            key = (f"{rules}, {phase}" if phase else rules,
                   f"{one['own']}:{one['other']}", str(one["total"]),
                   " ".join(map(str, one["roll"])))
            found[key] = words(one["best"]), {
                words(one[which]): one[which]["wins"]
                for which in ("best", "second", "most_points")}
    return found


def rounded(exact, shown):
    digits = len(shown.partition(".")[2])
    return shown == f"{float(exact):.{digits}f}"


class Page(unittest.TestCase):
    def test_ten_positions_with_both_chances(self):
        known, count = positions(), 0
        for *key, best, wins, instead, less in rows(
                ["rules", "scores", "turn", "roll", "best", "wins",
                 "instead", "wins"]):
            with self.subTest(key=key):
                move, chances = known[tuple(key)]
                self.assertEqual(best, move)
                self.assertTrue(rounded(chances[best], wins), chances)
                self.assertTrue(rounded(chances[instead], less), chances)
                self.assertLess(float(less), float(wins))
                count += 1
        self.assertEqual(count, 10)

    def test_who_is_first_to_move(self):
        chances = {table["game"]: table["first_player_wins"]
                   for table in VECTORS["tables"] if not table["options"]}
        chances["pig"] = next(table["first_player_wins"]
                              for table in VECTORS["pig"]
                              if table["target"] == 100)
        found = dict(rows(["game, default rules",
                           "the first of two perfect players wins"]))
        self.assertEqual(found, chances)

    def test_rules_that_the_page_names_are_options(self):
        options = set()
        for game in "bolo7", "bolo5", "pig":
            done = subprocess.run([scene.REFEREE, "games", game, "--json"],
                                  capture_output=True, text=True, check=True)
            options |= {rule["name"]
                        for rule in json.loads(done.stdout)["rules"]}
        listed = re.search("Rules that change no chance (.*?)more\\.",
                           " ".join(PAGE.split()))[1]
        named = set(re.findall(r"`([a-z_]+)`", listed))
        self.assertEqual(named, {"illegal_retries", "ranking", "start",
                                 "hits_on_bolo", "van_halen", "max_turns"})
        self.assertLessEqual(named, options)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""formats_page.py - the examples of docs/formats.md are what really happens,
and every format has a section.

tier: quick
"""
import itertools
import json
import re
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../support")
import scene
from pairings import ask, question

RULES = {"the first named wins": "first", "every game is a tie": "equal"}
EXAMPLE = re.compile(r'    (\{"type": .*\}) +(\d+) entrants'
                     r"(?:, (\d+) seats)?(?:, (\d+) rotations?)?( in teams)?"
                     r"; (.*)")
TITLES = ["| match | round | slot | entrants | |", "|---|---|---|---|---|"]
with open(f"{scene.SRC}/docs/formats.md", encoding="utf-8") as file:
    PAGE = file.read()


def examples():
    """For each example its line, its question, and the lines after it."""
    lines = PAGE.splitlines()
    for at, line in enumerate(lines):
        if line.startswith('    {"type"'):
            form, entrants, seats, rotations, teams, rule = \
                EXAMPLE.fullmatch(line).groups()
            options = json.loads(form)
            yield line, question(options.pop("type"), int(entrants),
                                 int(seats or 2), RULES[rule], bool(teams),
                                 int(rotations) if rotations else None,
                                 **options), lines[at + 1:]


def whole(rows, due):
    """The rows, with those that `..` stands for filled in."""
    found = []
    for row, after in zip(rows, [*rows[1:], None]):
        if row[0] == "..":
            found += due[len(found):due.index(after) if after else None]
        else:
            found.append(row)
    return found


def known():
    """All formats of the program."""
    (_, line), = ask([question("?", 2)])
    return set(re.findall(r'"(\w+)"', line["error"].split("expected")[1]
                          .split("found")[0]))


class Page(unittest.TestCase):
    def test_every_example_is_what_happens(self):
        for line, asked, lines in examples():
            (meetings, end), = ask([asked])
            due = [[str(one["match"]), str(one["round"]), str(one["slot"]),
                    " ".join(map(str, one["entrants"]))] for one in meetings]
            self.assertEqual(lines[:3], ["", *TITLES], line)
            rows = [[cell.strip() for cell in row.split("|")[1:5]]
                    for row in itertools.takewhile(
                        lambda row: row.startswith("|"), lines[3:])]
            # For a tie that is never broken, the page leaves out most matches.
            if asked["results"] == "equal":
                rows = whole(rows, due)
            self.assertEqual(rows, due, line)
            if end["places"] is not None:
                self.assertEqual(
                    next(row for row in lines[3:] if row and row[0] != "|"),
                    f"Places {' '.join(map(str, end['places']))}.", line)

    def test_every_format_has_an_example(self):
        self.assertEqual({asked["format"]["type"]
                          for _, asked, _ in examples()}, known())

    def test_every_format_and_no_other_has_a_section(self):
        self.assertEqual(
            sorted(re.findall(r"^## ([a-z_]+)$", PAGE, re.M)),
            sorted(known()))


if __name__ == "__main__":
    unittest.main()

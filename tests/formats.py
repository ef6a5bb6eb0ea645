#!/usr/bin/env python3
"""formats.py - round robins, gauntlets and leagues pair as docs/formats.md
says: its examples, and a second implementation for many sizes."""
import itertools
import json
import re
import subprocess
import sys
import unittest

import scene

sys.path.insert(0, f"{scene.SRC}/tests/independent")
import schedules    # noqa: E402

PAIRINGS = f"{scene.BUILD}/tests/pairings"
MINE = "round_robin|gauntlet|league"
EXAMPLE = re.compile(
    r'^    (\{"type": "(?:%s)".*\}) +(\d+) entrants(?:, (\d+) seats)?'
    r"( in teams)?; the first named wins$" % MINE)


def ask(questions):
    """For each question its meetings."""
    lines = subprocess.run(
        [PAIRINGS], input="".join(json.dumps(one) + "\n" for one in questions),
        stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    meetings = []
    for line in map(json.loads, lines):
        if "match" in line:
            meetings.append((line["match"], line["round"], line["slot"],
                             line["entrants"]))
        else:
            yield meetings, line
            meetings = []


def question(form, entrants, seats=2, teams=False):
    return {"format": form, "entrants": entrants, "seats": seats,
            "game_result": "teams" if teams else
            "ranking" if seats == 2 else "winner"}


class Page(unittest.TestCase):
    def examples(self):
        with open(f"{scene.SRC}/docs/formats.md", encoding="utf-8") as page:
            lines = page.read().splitlines()
        for at, line in enumerate(lines):
            found = EXAMPLE.match(line)
            if found:
                form, entrants, seats, teams = found.groups()
                rows = itertools.takewhile(lambda row: row.startswith("|"),
                                           lines[at + 4:])
                yield (line, question(json.loads(form), int(entrants),
                                      int(seats or 2), bool(teams)),
                       [[cell.strip() for cell in row.split("|")[1:5]]
                        for row in rows])

    def test_every_example_is_what_happens(self):
        seen = set()
        for line, asked, rows in self.examples():
            (meetings, _), = ask([asked])
            self.assertEqual(rows, [
                [str(match), str(at), str(slot), " ".join(map(str, row))]
                for match, at, slot, row in meetings], line)
            seen.add(asked["format"]["type"])
        self.assertEqual(seen, set(MINE.split("|")))

    def test_every_format_and_no_other_has_a_section(self):
        with open(f"{scene.SRC}/docs/formats.md", encoding="utf-8") as page:
            names = re.findall(r"^## ([a-z_]+)$", page.read(), re.M)
        (_, line), = ask([question({"type": "?"}, 2)])
        known = re.findall(r'"(\w+)"', line["error"].split("expected")[1]
                           .split("found")[0])
        self.assertEqual(sorted(names), sorted(known))


class Second(unittest.TestCase):
    """The second implementation says the same."""

    def compare(self, cases):
        """(format, entrants, seats, teams, the other's rounds)."""
        questions = [question(*case[:4]) for case in cases]
        answers = list(ask(questions))
        self.assertEqual(len(answers), len(cases))
        for (form, _, _, teams, rounds), asked, (meetings, end) in zip(
                cases, questions, answers):
            due = list(schedules.matches(rounds, form.get("matches", 1),
                                         teams))
            self.assertEqual(meetings, due, (asked, end))
            self.assertGreater(len(due), 0, asked)

    def test_round_robins_of_two(self):
        self.compare([
            ({"type": "round_robin", "matches": matches}, n, 2, False,
             schedules.round_robin(n, 2))
            for n in range(2, 34) for matches in (1, 3)])

    def test_every_group_once(self):
        self.compare([
            ({"type": "round_robin", "matches": 1 + n % 2}, n, seats, teams,
             schedules.round_robin(n, seats))
            for seats, teams in ((3, False), (4, False), (4, True), (5, False),
                                 (6, False), (10, False))
            for n in range(seats, seats + 8)])

    def test_every_group_of_many(self):
        self.compare([({"type": "round_robin", "groups": "all"}, n, seats,
                       False, schedules.round_robin(n, seats, "all"))
                      for n, seats in ((21, 3), (14, 5))])

    def test_balanced_groups(self):
        self.compare([
            ({"type": "round_robin", "groups": "balanced"}, n, seats, teams,
             schedules.round_robin(n, seats, "balanced"))
            for seats, teams in ((3, False), (4, True), (5, False), (10, False))
            for n in (*range(seats, seats + 6), 21)])

    def test_balanced_groups_by_their_number(self):
        self.compare([
            ({"type": "round_robin", "each": each}, n, seats, False,
             schedules.round_robin(n, seats, each=each))
            for n, seats, each in ((9, 3, 12), (13, 3, 6), (10, 4, 20),
                                   (105, 3, 3))])

    def test_many_groups_are_balanced_ones(self):
        self.compare([({"type": "round_robin"}, n, 3, False,
                       schedules.round_robin(n, 3)) for n in (19, 20, 30)])

    def test_gauntlets(self):
        self.compare([
            ({"type": "gauntlet", "challengers": challengers,
              "matches": 1 + n % 2}, n, seats, teams,
             schedules.gauntlet(n, seats, challengers))
            for seats, teams in ((2, False), (3, False), (4, True), (6, False))
            for challengers in (1, 2, 5)
            for n in range(challengers + seats - 1, challengers + seats + 9)])

    def test_gauntlets_of_several_blocks(self):
        self.compare([
            ({"type": "gauntlet", "challengers": challengers,
              "each": blocks * (n - challengers)}, n, seats, False,
             schedules.gauntlet(n, seats, challengers,
                                blocks * (n - challengers)))
            for n, seats, challengers, blocks in (
                (8, 3, 1, 4), (12, 4, 3, 3), (9, 6, 2, 2))])


if __name__ == "__main__":
    unittest.main()

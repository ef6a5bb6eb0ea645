#!/usr/bin/env python3
"""formats_b.py - swiss, knockout, double_knockout and sprt pair as the page
says: its examples, and a second implementation over many tournaments."""
import glob
import itertools
import json
import re
import subprocess
import sys
import unittest

import scene

sys.path.insert(0, f"{scene.SRC}/tests/independent")
import brackets     # noqa: E402

PAIRINGS = f"{scene.BUILD}/tests/pairings"
RULES = {"the first named wins": "first", "every game is a tie": "equal"}
EXAMPLE = re.compile(
    r"^    (\{\"type\": \"(?:swiss|\w*knockout|sprt)\".*\}) +(\d+) entrants"
    r"(?:, (\d+) seats)?; (.*)$")


def ask(questions):
    """For each question its meetings and the last line."""
    lines = subprocess.run(
        [PAIRINGS], input="".join(json.dumps(one) + "\n" for one in questions),
        stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    answers, meetings = [], []
    for line in map(json.loads, lines):
        if "match" in line:
            meetings.append(line)
        else:
            answers.append((meetings, line))
            meetings = []
    assert len(answers) == len(questions) and not meetings
    return answers


def question(kind, entrants, seats=2, results="first", teams=False, **options):
    return {"format": {"type": kind, **options}, "entrants": entrants,
            "seats": seats, "results": results, "game_result":
            "teams" if teams else "ranking" if seats == 2 else "winner"}


class Waves:
    """Goes along the meetings that were made, wave by wave."""

    def __init__(self, test, asked, meetings):
        self.test, self.asked, self.meetings = test, asked, meetings
        self.past, self.number = [], 0

    def follow(self, due):
        """The next ones are these: (round, slot, entrants, boards)."""
        at = len(self.past)
        for line, found in itertools.zip_longest(
                due, self.meetings[at:at + len(due)]):
            bye = len(line[2]) == 1
            self.number += not bye
            self.test.assertEqual(
                found and (found["match"], found["round"], found["slot"],
                           found["entrants"], found["boards"]),
                (0 if bye else self.number, *line), self.asked)
            self.past.append(brackets.Match(
                found["round"], found["slot"], found["entrants"],
                found["boards"], found["points"]))

    def end(self):
        self.test.assertEqual(len(self.past), len(self.meetings), self.asked)


class Page(unittest.TestCase):
    """The examples of the page are what happens."""

    def examples(self):
        for path in sorted(glob.glob(f"{scene.SRC}/docs/formats*.md")):
            with open(path, encoding="utf-8") as paper:
                lines = paper.read().splitlines()
            for at, line in enumerate(lines):
                found = EXAMPLE.match(line)
                if found:
                    yield line, found.groups(), lines[at + 1:]

    def check(self, line, asked, lines):
        (meetings, end), = ask([asked])
        rows = list(itertools.takewhile(lambda row: row.startswith("|"),
                                        lines[3:]))
        at = 0
        for row in rows:
            cells = [cell.strip() for cell in row.split("|")[1:-1]]
            if cells[0] == "..":
                at = None
                continue
            if at is None:
                at = next(i for i, one in enumerate(meetings)
                          if one["match"] == int(cells[0]))
            one = meetings[at]
            self.assertEqual(cells[:4], [
                str(one["match"]), str(one["round"]), str(one["slot"]),
                " ".join(map(str, one["entrants"]))], line)
            at += 1
        self.assertIn(at, (None, len(meetings)), line)
        if end["places"] is not None:
            self.assertEqual(lines[4 + len(rows)], "Places %s." % " ".join(
                map(str, end["places"])), line)

    def test_every_example(self):
        count = 0
        for line, (form, entrants, seats, rule), lines in self.examples():
            options = json.loads(form)
            asked = question(options.pop("type"), int(entrants),
                             int(seats or 2), RULES[rule], **options)
            self.assertTrue(lines[1].startswith("| match"), line)
            self.check(line, asked, lines)
            count += 1
        self.assertGreaterEqual(count, 7)


class Swiss(unittest.TestCase):
    def compare(self, questions):
        for asked, (meetings, end) in zip(questions, ask(questions)):
            waves = Waves(self, asked, meetings)
            form = end["format"]
            teams = asked["game_result"] == "teams"
            for _ in range(form["rounds"]):
                due = brackets.swiss_round(
                    asked["entrants"], form["seats"], form["matches"], teams,
                    waves.past)
                waves.follow([
                    (*line, 0 if len(line[2]) == 1 else 1) for line in due])
            waves.end()

    def test_two_seats_all_rounds_there_can_be(self):
        self.compare([
            question("swiss", n, results=f"random {seed}", rounds=n - 1)
            for n in range(2, 10) for seed in range(40)])

    def test_two_seats_more_entrants(self):
        self.compare([
            question("swiss", n, results=result, rounds=rounds,
                     matches=1 + n % 3)
            for n, rounds in ((10, 8), (11, 9), (12, 7), (13, 6), (20, 5),
                              (24, 5))
            for result in ("first", "index", "equal", "random 7", "random 8")])

    def test_more_seats_and_teams(self):
        self.compare([
            question("swiss", n, seats, f"random {n}", teams, rounds=rounds,
                     matches=1 + n % 2)
            for seats, teams in ((3, False), (4, False), (4, True), (10, False))
            for n in range(seats, seats + 11) for rounds in (5,)])

    def test_rounds_by_default_are_those_of_a_knockout(self):
        entrants = (2, 3, 4, 5, 8, 9, 16, 17, 33)
        for n, (_, end) in zip(entrants, ask([
                question("swiss", n) for n in entrants])):
            self.assertEqual(end["format"]["rounds"], (n - 1).bit_length())


class Brackets(unittest.TestCase):
    def compare(self, questions):
        for asked, (meetings, end) in zip(questions, ask(questions)):
            self.assertIn("over", end, asked)
            form, n = end["format"], asked["entrants"]
            drawing = brackets.knockout_drawing(
                n, form["seats"], form["third_place"]) \
                if form["type"] == "knockout" else \
                brackets.double_drawing(n, form["reset"])
            waves = Waves(self, asked, meetings)
            while True:
                due = brackets.bracket_wave(
                    drawing, form["matches"], asked["format"].get("boards", 1),
                    form["tie_boards"], waves.past)
                if not due:
                    break
                waves.follow(due)
            waves.end()
            self.assertEqual(brackets.bracket_places(drawing, n),
                             end["places"], asked)

    def test_knockout(self):
        self.compare([
            question("knockout", n, results=result, matches=matches,
                     tie_boards=2, third_place=third)
            for n in [*range(2, 20), 31, 32, 33, 64]
            for result in ("first", "index", "equal", "random 1", "random 2")
            for matches, third in ((1, n > 3), (3, False))])

    def test_knockout_of_more_seats(self):
        self.compare([
            question("knockout", n, seats, result)
            for seats in range(3, 11)
            for n in itertools.islice(itertools.count(seats, seats - 1), 12)
            for result in ("first", "equal", f"random {n}")])

    def test_double_knockout(self):
        self.compare([
            question("double_knockout", n, results=result, boards=2,
                     reset=reset)
            for n in [*range(2, 20), 31, 32, 33, 64]
            for result in ("first", "index", "equal", "random 1", "random 2",
                           "random 3")
            for reset in (False, True)])


class Refused(unittest.TestCase):
    """What cannot be is refused with what can."""
    cases = [
        (question("swiss", 4, rounds=4), "at most 3"),
        (question("swiss", 5000, rounds=4999), "too many"),
        (question("knockout", 11, 4), "10 or 13 do"),
        (question("knockout", 8, 4, teams=True), "swiss"),
        (question("double_knockout", 8, 4, teams=True), "swiss"),
        (question("double_knockout", 9, 3), "two seats"),
        (question("knockout", 3, third_place=True), "at least 4 entrants"),
        (question("knockout", 5, 3, third_place=True), "two seats"),
        (question("knockout", 4, until_error=10), "until_error"),
        (question("double_knockout", 4, until_error=10), "until_error"),
        (question("double_knockout", 5000, matches=1000), "too many"),
        (question("sprt", 3), "exactly two entrants, found 3"),
        (question("sprt", 4, 3), "two seats"),
        (question("sprt", 4, 4, teams=True), "two seats"),
        (question("sprt", 2, elo0=5), '"elo1" (5) has to be above "elo0" (5)'),
        (question("sprt", 2, elo0="0.5", elo1="0.25"), "above"),
        (question("sprt", 2, alpha=0.5, beta=0.5), "less than 1 together"),
        (question("sprt", 2, alpha=1), "alpha"),
        (question("sprt", 2, matches=2), '"matches"'),
        (question("sprt", 2, until_error=5), '"until_error"'),
        (question("sprt", 2, boards=50, boards_max=120),
         "100 or 150, not 120"),
        (question("sprt", 2, boards=50, boards_max=20),
         "a multiple of the 50 boards of a match, not 20"),
        (question("sprt", 2, model="trinomial"), "normalized"),
    ]

    def test_every_case(self):
        for (asked, says), (meetings, end) in zip(
                self.cases, ask([asked for asked, _ in self.cases])):
            self.assertEqual(meetings, [], asked)
            self.assertIn(says, end.get("error", ""), asked)


class Sprt(unittest.TestCase):
    def test_boards_max_by_default_is_whole_matches(self):
        cases = ((1, 20000), (7, 19999), (15000, 15000), (30000, 30000))
        answers = ask([question("sprt", 2, boards=boards)
                       for boards, _ in cases])
        for (boards, most), (meetings, end) in zip(cases, answers):
            self.assertEqual(end["format"]["boards_max"], most)
            self.assertEqual(len(meetings), most // boards)

    def test_a_match_a_round(self):
        (meetings, _), = ask([question("sprt", 2, boards=10, boards_max=40)])
        self.assertEqual(
            [(one["match"], one["round"], one["entrants"], one["boards"])
             for one in meetings],
            [(i, i, [0, 1], 10) for i in range(1, 5)])


if __name__ == "__main__":
    unittest.main()

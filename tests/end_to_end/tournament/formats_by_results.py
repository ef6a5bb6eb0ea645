#!/usr/bin/env python3
"""formats_by_results.py - formats that depend on results pair like a second
implementation over many tournaments, and refuse impossible settings.

tier: full
"""
import itertools
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene
from pairings import ask, question

sys.path.insert(0, f"{scene.SRC}/tests/independent")
import brackets     # noqa: E402


class Waves:
    """Follows the meetings that were made, wave by wave."""

    def __init__(self, test, asked, meetings):
        self.test, self.asked, self.meetings = test, asked, meetings
        self.past, self.number = [], 0

    def follow(self, due):
        """Expects these as the next meetings: (round, slot, entrants,
        boards)."""
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


class Swiss(unittest.TestCase):
    def compare(self, questions):
        for asked, (meetings, end) in zip(questions, ask(questions)):
            waves = Waves(self, asked, meetings)
            form = end["format"]
            teams = asked["game_result"] == "teams"
            for _ in range(form["rounds"]):
                due = brackets.swiss_round(
                    asked["entrants"], form["seats"], form["matches"], teams,
                    asked["rotations"], waves.past)
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

    def test_matches_take_turns_at_the_seats(self):
        self.compare([
            question("swiss", n, seats, f"random {n}", teams, rotations,
                     rounds=4, matches=matches)
            for seats, rotations, teams in (
                (2, 1, False), (3, 1, False), (3, 2, False), (4, 1, True))
            for n in range(seats + 3, seats + 9) for matches in (1, 2, 5)])

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
                    form["tie_boards"], asked["rotations"], waves.past)
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

    def test_matches_take_turns_at_the_seats(self):
        self.compare([
            question(kind, n, results=result, rotations=1, matches=matches)
            for kind in ("knockout", "double_knockout") for n in (2, 5, 8, 13)
            for result in ("first", "index", "equal", "random 4")
            for matches in (1, 2, 5)] + [
            question("knockout", n, 3, result, rotations=rotations, matches=2)
            for n in (3, 7, 9) for result in ("first", "equal", "random 5")
            for rotations in (1, 2)])

    def test_double_knockout(self):
        self.compare([
            question("double_knockout", n, results=result, boards=2,
                     reset=reset)
            for n in [*range(2, 20), 31, 32, 33, 64]
            for result in ("first", "index", "equal", "random 1", "random 2",
                           "random 3")
            for reset in (False, True)])


class Refused(unittest.TestCase):
    """What is impossible is refused, with what is possible."""
    cases = [
        (question("swiss", 4, rounds=4), "after 3 everyone"),
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
        (question("sprt", 2, alpha=0.5, beta=0.5), "add up to less than 1"),
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

    def test_with_one_rotation_the_two_take_turns_at_the_seats(self):
        (meetings, _), = ask([question("sprt", 2, rotations=1, boards=10,
                                       boards_max=50)])
        self.assertEqual([one["entrants"] for one in meetings],
                         [[0, 1], [1, 0], [0, 1], [1, 0], [0, 1]])


if __name__ == "__main__":
    unittest.main()

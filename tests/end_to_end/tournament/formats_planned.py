#!/usr/bin/env python3
"""formats_planned.py - formats whose pairings depend on no result pair like a
second implementation: round robins and gauntlets of many sizes.

tier: full
"""
import collections
import itertools
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene
from pairings import ask, question

sys.path.insert(0, f"{scene.SRC}/tests/independent")
import schedules    # noqa: E402


class Planned(unittest.TestCase):
    def compare(self, cases):
        """`cases`: (question, rounds of the second implementation)."""
        answers = ask([asked for asked, _ in cases])
        for (asked, rounds), (meetings, end) in zip(cases, answers):
            due = list(schedules.matches(
                rounds, asked["format"].get("matches", 1),
                asked["game_result"] == "teams", asked["rotations"]))
            self.assertEqual(
                [(one["match"], one["round"], one["slot"], one["entrants"])
                 for one in meetings], due, (asked, end))
            self.assertGreater(len(due), 0, asked)

    def test_round_robins_of_two(self):
        self.compare([
            (question("round_robin", n, matches=matches),
             schedules.round_robin(n, 2))
            for n in range(2, 34) for matches in (1, 3)])

    def test_every_group_once(self):
        self.compare([
            (question("round_robin", n, seats, teams=teams,
                      matches=1 + n % 2),
             schedules.round_robin(n, seats))
            for seats, teams in ((3, False), (4, False), (4, True), (5, False),
                                 (6, False), (10, False))
            for n in range(seats, seats + 8)])

    def test_every_group_of_many(self):
        self.compare([(question("round_robin", n, seats, groups="all"),
                       schedules.round_robin(n, seats, "all"))
                      for n, seats in ((21, 3), (14, 5))])

    def test_balanced_groups(self):
        self.compare([
            (question("round_robin", n, seats, teams=teams,
                      groups="balanced"),
             schedules.round_robin(n, seats, "balanced"))
            for seats, teams in ((3, False), (4, True), (5, False), (10, False))
            for n in (*range(seats, seats + 6), 21)])

    def test_balanced_groups_by_their_number(self):
        self.compare([
            (question("round_robin", n, seats, each=each),
             schedules.round_robin(n, seats, each=each))
            for n, seats, each in ((9, 3, 12), (13, 3, 6), (10, 4, 20),
                                   (105, 3, 3))])

    def test_many_groups_are_balanced_ones(self):
        self.compare([(question("round_robin", n, 3),
                       schedules.round_robin(n, 3)) for n in (19, 20, 30)])

    def test_gauntlets(self):
        self.compare([
            (question("gauntlet", n, seats, teams=teams,
                      challengers=challengers, matches=1 + n % 2),
             schedules.gauntlet(n, seats, challengers))
            for seats, teams in ((2, False), (3, False), (4, True), (6, False))
            for challengers in (1, 2, 5)
            for n in range(challengers + seats - 1, challengers + seats + 9)])

    def test_gauntlets_of_several_blocks(self):
        self.compare([
            (question("gauntlet", n, seats, challengers=challengers,
                      each=blocks * (n - challengers)),
             schedules.gauntlet(n, seats, challengers,
                                blocks * (n - challengers)))
            for n, seats, challengers, blocks in (
                (8, 3, 1, 4), (12, 4, 3, 3), (9, 6, 2, 2))])

    def test_a_whole_cycle_before_anything_is_repeated(self):
        (meetings, _), = ask([question("round_robin", 6, matches=3)])
        for cycle in range(3):
            self.assertEqual(
                {tuple(sorted(one["entrants"]))
                 for one in meetings[15 * cycle:15 * (cycle + 1)]},
                set(itertools.combinations(range(6), 2)))

    def test_matches_take_turns_at_the_seats(self):
        self.compare([
            (question("round_robin", n, seats, teams=teams,
                      rotations=rotations, matches=matches),
             schedules.round_robin(n, seats))
            for seats, rotations, teams in (
                (2, 1, False), (3, 1, False), (3, 2, False), (4, 3, True),
                (4, 1, True))
            for n in range(seats, seats + 5) for matches in (1, 2, 4, 5)])
        self.compare([
            (question("round_robin", n, 3, rotations=1, matches=4,
                      groups="balanced"),
             schedules.round_robin(n, 3, "balanced")) for n in (5, 8)])
        self.compare([
            (question("gauntlet", n, seats, teams=teams, rotations=1,
                      challengers=2, matches=matches),
             schedules.gauntlet(n, seats, 2))
            for seats, teams in ((2, False), (3, False), (4, True))
            for n in range(seats + 1, seats + 6) for matches in (1, 2, 3)])

    def test_as_many_matches_as_seats_are_fair_to_every_pairing(self):
        """Everyone is in every seat of each pairing equally often."""
        for kind, seats, options in (
                ("round_robin", 2, {}), ("round_robin", 4, {}),
                ("round_robin", 3, {"groups": "balanced"}),
                ("gauntlet", 3, {}), ("swiss", 3, {}), ("knockout", 3, {}),
                ("double_knockout", 2, {}),
                ("league", 3, {"pairs": [[0, 1, 2], [4, 3, 1]]})):
            (meetings, end), = ask([question(
                kind, 7, seats, results="index", rotations=1, matches=seats,
                **options)])
            self.assertIn("over", end, kind)
            sat = collections.Counter()
            for one in meetings:
                if one["match"] > 0:
                    sat.update((frozenset(one["entrants"]), who, seat)
                               for seat, who in enumerate(one["entrants"]))
            for pairing, who, _ in list(sat):
                counts = {sat[pairing, who, seat] for seat in range(seats)}
                self.assertEqual(len(counts), 1, (kind, pairing, who, sat))


if __name__ == "__main__":
    unittest.main()

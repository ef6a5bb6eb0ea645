#!/usr/bin/env python3
"""formats_planned.py - formats whose pairings depend on no result pair like a
second implementation: round robins and gauntlets of many sizes."""
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
        """(question, the other's rounds)."""
        answers = ask([asked for asked, _ in cases])
        for (asked, rounds), (meetings, end) in zip(cases, answers):
            due = list(schedules.matches(
                rounds, asked["format"].get("matches", 1),
                asked["game_result"] == "teams"))
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


if __name__ == "__main__":
    unittest.main()

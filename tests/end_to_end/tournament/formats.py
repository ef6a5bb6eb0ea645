#!/usr/bin/env python3
"""formats.py - pairings and tables like those of second implementations.

tests/support/contest_drive makes the meetings of a format with results that a
rule decides, and tests/independent/schedules.py and brackets.py make them
again; tests/support/standings_drive ranks random results, and
tests/independent/standings.py ranks them again with fractions.

tier: quick
"""
import collections
import itertools
import json
import random
import subprocess

import brackets
import scene
import schedules
import stages
import standings

DRIVE = f"{scene.BUILD}/tests/support"


def question(kind, entrants, seats=2, results="first", teams=False,
             rotations=None, **options):
    return {"format": {"type": kind, **options}, "entrants": entrants,
            "seats": seats, "rotations": rotations or seats,
            "results": results, "game_result":
            "teams" if teams else "ranking" if seats == 2 else "winner"}


def ask(questions):
    """The meetings and the last line for each question."""
    lines = subprocess.run(
        [f"{DRIVE}/contest_drive"], check=True, stdout=subprocess.PIPE,
        input="".join(json.dumps(one) + "\n" for one in questions),
        text=True).stdout.splitlines()
    answers, meetings = [], []
    for line in map(json.loads, lines):
        if "match" in line:
            meetings.append(line)
        else:
            answers.append((meetings, line))
            meetings = []
    assert len(answers) == len(questions) and not meetings
    return answers


# ### formats that depend on no result

def planned(*cases):
    """`cases`: (question, rounds of the second implementation)."""
    cases = [case for some in cases for case in some]
    for (asked, rounds), (meetings, end) in zip(
            cases, ask([asked for asked, _ in cases])):
        due = list(schedules.matches(
            rounds, asked["format"].get("matches", 1),
            asked["game_result"] == "teams", asked["rotations"]))
        assert due == [(one["match"], one["round"], one["slot"],
                        one["entrants"]) for one in meetings], (asked, end)
        assert due, asked


def robins(sizes, seats=2, teams=False, groups=None, rotations=None, **more):
    options = {"groups": groups} if groups else {}
    each = {"each": more["each"]} if "each" in more else {}
    return [(question("round_robin", n, seats, teams=teams,
                      rotations=rotations, **options, **more),
             schedules.round_robin(n, seats, *options.values(), **each))
            for n in sizes]


def gauntlets(sizes, seats, challengers, teams=False, rotations=None, **more):
    return [(question("gauntlet", n, seats, teams=teams, rotations=rotations,
                      challengers=challengers, **more),
             schedules.gauntlet(n, seats, challengers)) for n in sizes]


def test_round_robins(_folder):
    planned(robins(range(2, 34)), robins(range(2, 12), matches=3))
    for seats, teams in ((3, False), (4, False), (4, True), (5, False),
                         (6, False), (10, False)):
        planned(robins(range(seats, seats + 8), seats, teams,
                       matches=1 + seats % 2))
    planned(robins([21], 3, groups="all"), robins([14], 5, groups="all"))


def test_balanced_groups(_folder):
    for seats, teams in ((3, False), (4, True), (5, False), (10, False)):
        planned(robins([*range(seats, seats + 6), 21], seats, teams,
                       "balanced"))
    for n, seats, each in ((9, 3, 12), (13, 3, 6), (10, 4, 20), (105, 3, 3)):
        planned(robins([n], seats, each=each))
    # Many groups are balanced ones.
    planned(robins([19, 20, 30], 3))


def test_gauntlets(_folder):
    for seats, teams in ((2, False), (3, False), (4, True), (6, False)):
        for challengers in (1, 2, 5):
            least = challengers + seats - 1
            planned(gauntlets(range(least, least + 10), seats, challengers,
                              teams, matches=1 + seats % 2))
    for n, seats, challengers, blocks in ((8, 3, 1, 4), (12, 4, 3, 3),
                                          (9, 6, 2, 2)):
        each = blocks * (n - challengers)
        planned([(question("gauntlet", n, seats, challengers=challengers,
                           each=each),
                  schedules.gauntlet(n, seats, challengers, each))])


def test_matches_take_turns_at_the_seats(_folder):
    for seats, rotations, teams in ((2, 1, False), (3, 1, False),
                                    (3, 2, False), (4, 3, True), (4, 1, True)):
        for matches in (1, 2, 4, 5):
            planned(robins(range(seats, seats + 5), seats, teams,
                           rotations=rotations, matches=matches))
    planned(robins([5, 8], 3, groups="balanced", rotations=1, matches=4))
    for seats, teams in ((2, False), (3, False), (4, True)):
        for matches in (1, 2, 3):
            planned(gauntlets(range(seats + 1, seats + 6), seats, 2, teams,
                              rotations=1, matches=matches))


@scene.each([
    ("round_robin", 2, {}), ("round_robin", 4, {}),
    ("round_robin", 3, {"groups": "balanced"}), ("gauntlet", 3, {}),
    ("swiss", 3, {}), ("knockout", 3, {}), ("double_knockout", 2, {}),
    ("league", 3, {"pairs": [[0, 1, 2], [4, 3, 1]]})])
def test_as_many_matches_as_seats_are_fair(_folder, kind, seats, options):
    """Everyone is in every seat of each pairing equally often."""
    (meetings, end), = ask([question(kind, 7, seats, results="index",
                                     rotations=1, matches=seats, **options)])
    assert "over" in end
    sat = collections.Counter()
    for one in meetings:
        if one["match"] > 0:
            sat.update((frozenset(one["entrants"]), who, seat)
                       for seat, who in enumerate(one["entrants"]))
    for pairing, who, _ in list(sat):
        assert len({sat[pairing, who, seat] for seat in range(seats)}) == 1, \
            (pairing, who, sat)


# ### formats that depend on the results

class Waves:
    """Follows the meetings that were made, wave by wave."""

    def __init__(self, asked, meetings):
        self.asked, self.meetings = asked, meetings
        self.past, self.number = [], 0

    def follow(self, due):
        """Expects these as the next meetings: (round, slot, entrants,
        boards)."""
        at = len(self.past)
        for line, found in itertools.zip_longest(
                due, self.meetings[at:at + len(due)]):
            bye = len(line[2]) == 1
            self.number += not bye
            assert found and (
                found["match"], found["round"], found["slot"],
                found["entrants"], found["boards"]) == (
                    0 if bye else self.number, *line), (self.asked, line)
            self.past.append(brackets.Match(
                found["round"], found["slot"], found["entrants"],
                found["boards"], found["points"]))

    def end(self):
        assert len(self.past) == len(self.meetings), self.asked


def check(questions):
    """Expects the matches of the second implementation; of brackets also the
    places."""
    for asked, (meetings, end) in zip(questions, ask(questions)):
        assert "over" in end, asked
        waves = Waves(asked, meetings)
        form = {**end["format"], "boards": asked["format"].get("boards", 1)}
        pool = stages.Pool(range(asked["entrants"]), form, asked["rotations"],
                           asked["game_result"] == "teams")
        pool.past = waves.past
        while due := pool.wave():
            waves.follow(due)
        waves.end()
        if "knockout" in asked["format"]["type"]:
            assert brackets.bracket_places(pool.drawing, pool.n) == \
                end["places"], asked


def wishes(entrants, rounds, seed):
    """Byes that entrants asked for, at most 4 a round, and must not have."""
    chance = random.Random(seed)
    places = [(who, number) for number in range(1, rounds + 1)
              for who in chance.sample(range(entrants),
                                       chance.choice((0, 1, 2, 4)))]
    chance.shuffle(places)
    half = chance.randrange(len(places) + 1)
    return {"half_byes": places[:half], "zero_byes": places[half:],
            "no_bye": chance.sample(range(entrants), chance.choice((0, 2, 5)))}


def test_300_swiss_tournaments_with_byes(_folder):
    """Nobody meets twice while that can be avoided, which the independent
    pairings show; who asked for a bye has it; no others are two byes of one
    entrant, nor forbidden, while somebody else could have it."""
    asked = [question("swiss", n, results=f"random {seed}", rounds=5,
                      **wishes(n, 5, seed)) for n in range(12, 22)
             for seed in range(30)]
    given = 0
    for one, (meetings, _) in zip(asked, ask(asked)):
        form, had, met = one["format"], set(), set()
        due = sorted([*form["half_byes"], *form["zero_byes"]])
        alone = [(line["entrants"][0], line["round"]) for line in meetings
                 if line["match"] == 0]
        given += len(alone) - len(due)
        assert set(due) <= set(alone), one
        for who, number in alone:
            if (who, number) in due:
                continue
            able = set(range(one["entrants"])) - had - {
                other for other, at in due if at == number}
            assert who in able - set(form["no_bye"]), (one, who, number)
            had.add(who)
        for line in meetings:
            pair = frozenset(line["entrants"])
            assert len(pair) == 1 or pair not in met, (one, line)
            met.add(pair)
    assert given > 300, given


def perfect(meetings):
    """How many have won everything, after each round."""
    left, shown = None, []
    for _, lines in itertools.groupby(meetings, lambda line: line["round"]):
        won = {line["entrants"][points.index(max(points))] for line in lines
               for points in [line["points"]] if max(points) > min(points)
               or len(points) == 1}
        left = won if left is None else left & won
        shown.append(len(left))
    return shown


def test_300_accelerated_tournaments(_folder):
    """Where the better one wins, fewer have won everything after two rounds
    and never more."""
    answers = [perfect(meetings) for meetings, _ in ask([
        question("swiss", n, results="index", rounds=6, acceleration=how)
        for n in range(33, 183) for how in ("none", "baku")])]
    for plain, fast in zip(answers[::2], answers[1::2]):
        assert fast[1] < plain[1], (plain, fast)
        assert all(a <= b for a, b in zip(fast, plain)), (plain, fast)


def test_swiss(_folder):
    check([question("swiss", n, results=f"random {seed}", rounds=n - 1)
           for n in range(2, 10) for seed in range(12)])
    check([question("swiss", n, results=result, rounds=rounds,
                    matches=1 + n % 3)
           for n, rounds in ((10, 8), (11, 9), (12, 7), (13, 6), (20, 5))
           for result in ("first", "index", "equal", "random 7")])
    check([question("swiss", n, seats, f"random {n}", teams, rounds=5,
                    matches=1 + n % 2)
           for seats, teams in ((3, False), (4, False), (4, True), (10, False))
           for n in range(seats, seats + 9)])
    check([{**question("swiss", n, seats, f"random {n}", teams, rotations,
                       rounds=4, matches=matches, boards=2),
            "version": version} for version in (1, 2)
           for seats, rotations, teams in ((2, 1, False), (3, 1, False),
                                           (3, 2, False), (4, 1, True))
           for n in range(seats + 3, seats + 7) for matches in (1, 2, 5)])
    check([question("swiss", n, 2, f"random {seed}", rotations=1, rounds=n - 1)
           for n in (6, 8, 9) for seed in range(3)])
    check([question("swiss", n, seats, f"random {seed}", rotations=rotations,
                    rounds=5, matches=1 + seed % 2, **wishes(n, 5, seed))
           for seats, rotations in ((2, 2), (2, 1), (3, 3))
           for n in range(9, 13) for seed in range(8)])
    check([question("swiss", n, seats, f"random {n}", teams, rotations,
                    rounds=rounds, matches=1 + n % 2, acceleration="baku",
                    **(wishes(n, rounds, n) if n > 9 else {}))
           for seats, rotations, teams in ((2, 2, False), (2, 1, False),
                                           (3, 3, False), (4, 4, True))
           for n in range(6, 15) for rounds in (1, 4, 5)])
    # By default there are as many rounds as in a knockout.
    entrants = (2, 3, 4, 5, 8, 9, 16, 17, 33)
    for n, (_, end) in zip(entrants, ask([
            question("swiss", n) for n in entrants])):
        assert end["format"]["rounds"] == (n - 1).bit_length()


def test_knockouts(_folder):
    check([question("knockout", n, results=result, matches=matches,
                    tie_boards=2, third_place=third)
           for n in [*range(2, 18), 31, 33, 129]
           for result in ("first", "index", "equal", "random 1")
           for matches, third in ((1, n > 3), (3, False))])
    check([question("knockout", n, seats, result)
           for seats in range(3, 11)
           for n in itertools.islice(itertools.count(seats, seats - 1), 9)
           for result in ("first", "equal", f"random {n}")])
    check([question("double_knockout", n, results=result, boards=2,
                    reset=reset)
           for n in [*range(2, 18), 31, 33, 66]
           for result in ("first", "index", "equal", "random 1",
                          "random 2")
           for reset in (False, True)])


def test_knockouts_take_turns_at_the_seats(_folder):
    check([{**question(kind, n, results=result, rotations=1,
                       matches=matches), "version": version}
           for version in (1, 2)
           for kind in ("knockout", "double_knockout") for n in (2, 5, 13)
           for result in ("first", "index", "equal", "random 4")
           for matches in (1, 2, 5)])
    check([question("knockout", n, 3, result, rotations=rotations,
                    matches=2)
           for n in (3, 7, 9) for result in ("first", "equal", "random 5")
           for rotations in (1, 2)])


def test_nobody_has_one_seat_often(_folder):
    """In no results has anybody a seat three matches more than another."""
    asked = [question(kind, n, results=f"random {seed}", rotations=1, **rounds)
             for kind, n, rounds in (
                 ("swiss", 8, {"rounds": 6}), ("swiss", 17, {"rounds": 7}),
                 ("knockout", 32, {}), ("double_knockout", 16, {}))
             for seed in range(20)]
    for meetings, _ in ask(asked):
        more = collections.Counter()
        for one in meetings:
            if one["match"]:
                more.update(one["entrants"][:1])
                more.subtract(one["entrants"][1:])
        assert max(map(abs, more.values())) <= 2, more


def test_stages(_folder):
    pools = [{"type": "round_robin", "boards": 2}, {"type": "gauntlet"},
             {"type": "round_robin", "matches": 2},
             {"type": "swiss", "rounds": 2, "boards": 3,
              "tie_breaks": ["wins", "buchholz_cut1"]},
             {"type": "knockout", "matches": 2}, {"type": "double_knockout"}]
    finals = [{"type": "knockout", "third_place": True, "boards": 3},
              {"type": "round_robin", "matches": 2}, {"type": "swiss"},
              {"type": "double_knockout", "reset": False}]
    asked = [question("stages", n, results=result, rotations=rotations,
                      stages=[{"format": first, "pools": count, "go_on": goes},
                              {"format": last}])
             for i, (first, last) in enumerate(itertools.product(pools, finals))
             for n, count, goes in ((7, 1, 4), (9, 2, 5), (14, 4, 6))
             for result, rotations in (("equal", 1 + i % 2),
                                       (f"random {i}", 2 - i % 2))]
    asked += [question("stages", 9, results=f"random {n}", stages=[
        {"format": {"type": "swiss", "half_byes": [[n, 2]], "rounds": 3,
                    "zero_byes": [[n + 1, 1]]}, "go_on": 4},
        {"format": {"type": "swiss"}}]) for n in range(6)]
    asked += [question("stages", 27, 3, f"random {n}", stages=[
        {"format": {"type": "round_robin"}, "pools": 7, "go_on": 15},
        {"format": {"type": "swiss", "rounds": 2}, "pools": 2, "go_on": 9},
        {"format": {"type": "knockout"}}]) for n in range(6)]
    for one, (meetings, end) in zip(asked, ask(asked)):
        assert "over" in end, (one, end)
        waves = Waves(one, meetings)
        there = end["format"], one["entrants"], one["rotations"], False
        while due := stages.wave(*there, waves.past):
            waves.follow(due)
        waves.end()
        assert stages.places(*there, waves.past) == end["places"], one


def test_what_is_impossible_is_refused(_folder):
    rows = scene.rows("refused_formats.txt")
    for (asked, says), (meetings, end) in zip(
            rows, ask([json.loads(asked) for asked, _ in rows])):
        assert not meetings and says in end.get("error", ""), (asked, end)


def test_sprt(_folder):
    """By default boards_max is whole matches, a match a round; with one
    rotation the two take turns at the seats."""
    cases = ((1, 20000), (7, 19999), (15000, 15000), (30000, 30000))
    for (boards, most), (meetings, end) in zip(cases, ask([
            question("sprt", 2, boards=boards) for boards, _ in cases])):
        assert end["format"]["boards_max"] == most, end
        assert len(meetings) == most // boards
    for rotations in (2, 1):
        (meetings, _), = ask([question("sprt", 2, rotations=rotations,
                                       boards=10, boards_max=40)])
        assert [(one["match"], one["round"], one["entrants"], one["boards"])
                for one in meetings] == [
            (i, i, [1, 0] if rotations == 1 and i % 2 == 0 else [0, 1], 10)
            for i in range(1, 5)]


# ### tables

UNITS = {"points": 5040, **dict.fromkeys(
    ("direct", "sonneborn_berger", "buchholz", "buchholz_cut1"), 5040 ** 2)}


def test_standings(_folder):
    count, shared, direct = 1200, 0, 0
    lines = subprocess.run(
        [f"{DRIVE}/standings_drive", "1", str(count)], check=True,
        stdout=subprocess.PIPE).stdout.splitlines()
    assert len(lines) == count
    for seed, case in enumerate(map(json.loads, lines), 1):
        table = case["table"]
        shared += len({row["place"] for row in table}) < len(table)
        direct += any(row["direct"] for row in table)
        other = standings.standings([
            standings.Meeting(one["entrants"], one["points"],
                              case["boards"] * case["rotations"],
                              case["points"] == "match", one["round"],
                              one["bye"])
            for one in case["meetings"] if one["decided"]],
            case["entrants"], case["format"].get(
                "tie_breaks", standings.SWISS_ORDER
                if case["format"]["type"] == "swiss"
                else standings.GAME_ORDER))
        assert len(other) == len(table), seed
        for ours, theirs in zip(table, other):
            for key, value in theirs.items():
                assert ours[key] == value * UNITS.get(key, 1), (
                    seed, key, ours, theirs)
    assert min(shared, direct) > count / 20, (shared, direct)


scene.main()

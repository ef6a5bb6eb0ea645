"""stages.py - tournaments in stages, written from docs/formats.md.

Each wave is found from the beginning: the matches of the past are given to the
pools in the order in which they must have been made.
"""
from fractions import Fraction

import brackets
import schedules
import standings


class Pool:
    """`people`: who of the tournament is who of the pool."""

    def __init__(self, people, form, rotations, teams):
        self.people, self.form, self.past = people, form, []
        self.rotations, self.teams = rotations, teams
        self.n, self.rounds = len(people), None
        kind = form["type"]
        if kind == "knockout":
            self.drawing = brackets.knockout_drawing(
                self.n, form["seats"], form["third_place"])
        elif kind == "double_knockout":
            self.drawing = brackets.double_drawing(self.n, form["reset"])
        elif kind != "swiss":
            self.rounds = self.fixed()

    def fixed(self):
        form = self.form
        make, key = (schedules.round_robin, "groups") \
            if form["type"] == "round_robin" else \
            (schedules.gauntlet, "challengers")
        rounds = {}
        for _, at, slot, who in schedules.matches(
                make(self.n, form["seats"], form[key], form["each"]),
                form["matches"], self.teams, self.rotations):
            rounds.setdefault(at, []).append((at, slot, who, form["boards"]))
        return rounds

    def wave(self):
        """The next (round, slot, entrants, boards), numbered as in the
        pool."""
        form, played = self.form, self.past[-1].round if self.past else 0
        if self.rounds is not None:
            return self.rounds.get(played + 1, [])
        if form["type"] != "swiss":
            return brackets.bracket_wave(self.drawing, form, form["boards"],
                                         self.rotations, self.past)
        if played == form["rounds"]:
            return []
        return [(*line, 0 if len(line[2]) == 1 else form["boards"])
                for line in brackets.swiss_round(
                    self.n, form, self.teams, self.rotations, self.past)]

    def bye(self, match):
        asked = dict(brackets.byes_asked(self.form, match.round))
        return {2520: "half", 0: "zero"}.get(
            asked.get(match.entrants[0]), "win")

    def table(self):
        """(place, points for each match) of each of the pool."""
        if self.form["type"].endswith("knockout"):
            brackets.resolve(self.drawing, self.form["matches"], self.past)
            return [(place, 0) for place in brackets.bracket_places(
                self.drawing, self.n)]
        swiss = self.form["type"] == "swiss"
        found = {row["entrant"]: row for row in standings.standings([
            standings.Meeting(one.entrants, one.points,
                              self.form["boards"] * self.rotations, swiss,
                              one.round, self.bye(one))
            for one in self.past], self.n, self.form.get(
                "tie_breaks", standings.SWISS_ORDER) if swiss else
            standings.GAME_ORDER)}
        return [(row["place"], Fraction(row["points"]) /
                 ((row["matches"] + row["byes"]) or 1))
                for _, row in sorted(found.items())]


def deal(people, stage, rotations, teams):
    count = stage["pools"]
    hands = [[] for _ in range(count)]
    for i, who in enumerate(people):
        row, column = divmod(i, count)
        hands[count - 1 - column if row % 2 else column].append(who)
    most = max(map(len, hands))
    return [Pool(hand, stage["formats"][len(hand) < most], rotations, teams)
            for hand in hands]


def finish(people, pools):
    """(entrant, place in its pool), the best first."""
    found = {who: row for pool in pools
             for who, row in zip(pool.people, pool.table())}
    return [(who, found[who][0]) for who in sorted(people, key=lambda who: (
        found[who][0], -found[who][1], people.index(who)))]


def follow(form, entrants, rotations, teams, past):
    """The next wave, and the order of finish of the stages before."""
    people, at, before, ends = list(range(entrants)), 0, 0, []
    for stage in form["stages"]:
        pools = deal(people, stage, rotations, teams)
        while True:
            due = [(pool, line) for pool in pools for line in pool.wave()]
            wave = [(line[0] + before,
                     line[1] * len(pools) + pools.index(pool),
                     [pool.people[who] for who in line[2]], line[3])
                    for pool, line in due]
            if not due or at == len(past):
                break
            for pool, line in due:
                pool.past.append(brackets.Match(
                    *line[:2], [pool.people.index(who)
                                for who in past[at].entrants],
                    line[3], past[at].points))
                at += 1
        if due:
            return wave, ends
        ends.append(finish(people, pools))
        before = max(one.round for one in past[:at])
        people = [who for who, _ in ends[-1][:stage.get("go_on", 0)]]
    return [], ends


def wave(form, entrants, rotations, teams, past):
    return follow(form, entrants, rotations, teams, past)[0]


def places(form, entrants, rotations, teams, past):
    ahead, place = 0, [0] * entrants
    for end in reversed(follow(form, entrants, rotations, teams, past)[1]):
        for i, (who, own) in enumerate(end[ahead:], ahead):
            if i == ahead or own != end[i - 1][1]:
                shared = i + 1
            place[who] = shared
        ahead = len(end)
    return place

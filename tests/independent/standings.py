"""standings.py - points, tie-breaks and places exactly as defined, in
fractions."""

from collections import defaultdict
from fractions import Fraction
from itertools import combinations

POINT = 5040
GAME_ORDER = ["direct", "sonneborn_berger", "wins"]
SWISS_ORDER = ["buchholz", "sonneborn_berger", "direct", "wins"]


class Meeting:
    """What each entrant scored; a bye is one entrant that wins."""

    def __init__(self, entrants, points, whole_match, by_match, number, bye):
        self.entrants = entrants
        self.round = number
        self.bye = len(entrants) == 1
        self.worth = Fraction(["zero", "half", "win"].index(bye), 2)
        self.asked = self.bye and bye != "win"
        self.half = Fraction(1 if by_match else whole_match, 2)
        top = max(points)
        self.first = [e for e, p in zip(entrants, points) if p == top]
        if by_match and self.bye:
            self.made = {entrants[0]: self.worth}
        elif by_match:
            self.made = {e: Fraction(e in self.first, len(self.first))
                         for e in entrants}
        elif self.bye:
            self.made = {entrants[0]: self.worth * whole_match}
        else:
            self.made = {e: Fraction(p, POINT)
                         for e, p in zip(entrants, points)}

    def score(self, i, j):
        """1, 1/2 or 0 for i against j."""
        mine, other = self.made[i], self.made[j]
        return Fraction((mine > other) + (mine >= other), 2)

    def others(self, i):
        return [j for j in self.entrants if j != i]


def tables(meetings, entrants):
    """Everything that does not depend on who is tied with whom."""
    rows = {i: dict(entrant=i, points=Fraction(0), matches=0, wins=0, draws=0,
                    losses=0, byes=0, sonneborn_berger=Fraction(0),
                    direct=Fraction(0))
            for i in range(entrants)}
    others = dict.fromkeys(rows, Fraction(0))
    for m in meetings:
        for i in m.entrants:
            row = rows[i]
            row["points"] += m.made[i]
            row["byes"] += m.bye
            # What it asked for and was not there after counts half for others.
            others[i] = others[i] + m.half - m.made[i] if m.asked else \
                Fraction(0)
            row["matches"] += not m.bye
            if not m.bye:
                what = "losses" if i not in m.first else \
                    "wins" if m.first == [i] else "draws"
                row[what] += 1
    rounds = {i: defaultdict(Fraction) for i in rows}   # of the Buchholz
    asked = {i: set() for i in rows}
    for m in meetings:
        for i in m.entrants:
            if m.bye:
                met = [(rows[i]["points"], m.worth)]
            else:
                met = [(rows[j]["points"] + others[j], m.score(i, j))
                       for j in m.others(i)]
            for points, score in met:
                worth = points / len(met)
                rounds[i][m.round] += worth
                asked[i] |= {m.round} if m.asked else set()
                rows[i]["sonneborn_berger"] += score * worth
    for i, each in rounds.items():
        rows[i]["buchholz"] = sum(each.values(), Fraction(0))
        rows[i]["buchholz_cut1"] = rows[i]["buchholz"] - min(
            (each[number] for number in asked[i] or each), default=0)
    return rows


def meet_directly(meetings, rows, group):
    """Sets `direct`, but only if all of the group have met."""
    met = {frozenset(pair) for m in meetings
           for pair in combinations(m.entrants, 2)}
    if all(frozenset(pair) in met for pair in combinations(group, 2)):
        for i in group:
            rows[i]["direct"] = sum(
                (m.score(i, j) / (len(m.entrants) - 1)
                 for m in meetings if i in m.entrants
                 for j in m.others(i) if j in group), Fraction(0))


def split(groups, key):
    """Splits each group into smaller ones, the highest key first."""
    return [[i for i in group if key(i) == value] for group in groups
            for value in sorted({key(i) for i in group}, reverse=True)]


def standings(meetings, entrants, order):
    """Rows in the order of the table, ties broken in this order."""
    rows = tables(meetings, entrants)
    groups = split([list(range(entrants))], lambda i: rows[i]["points"])
    for rule in order:
        if rule == "direct":
            for group in groups:
                meet_directly(meetings, rows, group)
        groups = split(groups, lambda i, rule=rule: rows[i][rule])
    table = []
    for group in groups:
        place = len(table) + 1
        table += [dict(rows[i], place=place) for i in group]
    return table

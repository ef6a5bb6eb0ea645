"""schedules.py - round robins and gauntlets, written from docs/formats.md.

A round is a list of pairings, each a list of entrants.
"""
import itertools
import math


def circle(n):
    """The rounds of a round robin of two."""
    m = n + n % 2
    for t in range(m - 1):
        pairs = [[t, m - 1] if t % 2 == 0 else [m - 1, t]]
        pairs += [[(t + k) % (m - 1), (t - k) % (m - 1)]
                  for k in range(1, m // 2)]
        yield [pair for pair in pairs if max(pair) < n]


def turned(n, base, t):
    return [(place + t) % n for place in base]


def turns_in_order(n, base, count):
    had = dict.fromkeys(range(n), 0)
    left = list(range(count))
    while left:
        sums = [sum(had[one] for one in turned(n, base, t)) for t in left]
        t = left.pop(sums.index(min(sums)))
        for one in turned(n, base, t):
            had[one] += 1
        yield t


def all_bases(n, seats):
    seen = set()
    for rest in itertools.combinations(range(1, n), seats - 1):
        base = (0, *rest)
        groups = {tuple(sorted(turned(n, base, t))) for t in range(n)}
        if not groups & seen:
            yield list(base), len(groups)
        seen |= groups


def distances(n, base):
    return [(y - x) % n for x, y in itertools.permutations(base, 2)]


def squares(n, bases):
    met = [0] * n
    for base in bases:
        for d in distances(n, base):
            met[d] += 1
    return sum(m * m for m in met)


def cost(n, bases):
    """The number of distances not yet covered, then the sum of squares."""
    met = {d for base in bases for d in distances(n, base)}
    return (n - 1 - len(met), squares(n, bases))


def next_base(n, seats, before):
    if seats == 1:
        return [0]
    found = []
    for s in range(1, min(100, n - 1) + 1):
        base = [0, s]
        while len(base) < seats:
            base.append(min(
                (place for place in range(n) if place not in base),
                key=lambda place: cost(n, before + [base + [place]])))
        found.append(base)
    return min(found, key=lambda base: cost(n, before + [base]))


def rounds_to_meet(n, seats):
    """How many bases it takes until all have met; a lower bound for large n."""
    if n > 1000:
        return -(-(n - 1) // (seats * (seats - 1)))
    bases = []
    while cost(n, bases)[0] > 0:
        bases.append(next_base(n, seats, bases))
    return len(bases)


def balanced_bases(n, seats, count):
    bases = []
    for _ in range(count):
        bases.append(next_base(n, seats, bases))
    return bases


def round_robin(n, seats, groups="auto", each=None):
    if groups == "auto":
        many = each is not None or math.comb(n, seats) > 1000
        groups = "balanced" if seats > 2 and many else "all"
    if seats == 2:
        yield from circle(n)
        return
    if groups == "all":
        bases = all_bases(n, seats)
    else:
        each = each or seats * rounds_to_meet(n, seats)
        bases = [(base, n)
                 for base in balanced_bases(n, seats, each // seats)]
    for base, count in bases:
        yield [turned(n, base, t) for t in turns_in_order(n, base, count)]


def gauntlet(n, seats, challengers=1, each=None):
    rest = n - challengers
    for base in balanced_bases(rest, seats - 1, (each or rest) // rest):
        for i, t in enumerate(turns_in_order(rest, base, rest)):
            pairings = []
            for c in range(challengers):
                row = [c] + [challengers + q
                             for q in turned(rest, base, t + c)]
                cut = len(row) - i % seats
                pairings.append(row[cut:] + row[:cut])
            yield pairings


def seating(row, match, teams, rotations):
    """The order of a pairing in its match number `match`, from 0."""
    if teams:
        a, b, c, d = row
        row = [[a, b, c, d], [a, c, b, d], [a, b, d, c]][match % 3]
    first = match % len(row) if rotations < len(row) else 0
    return row[first:] + row[:first]


def matches(rounds, count, teams, rotations, cycles=True):
    """(match, round, slot, entrants) of all rounds.  Repetitions come cycle by
    cycle, or within the rounds."""
    rounds, partners = list(rounds), 3 if teams else 1
    if cycles:
        plan = [(pairings, range(cycle * partners, (cycle + 1) * partners))
                for cycle in range(count) for pairings in rounds]
    else:
        plan = [(pairings, range(count * partners)) for pairings in rounds]
    number = 0
    for at, (pairings, played) in enumerate(plan, 1):
        for match in played:
            for slot, row in enumerate(pairings):
                number += 1
                yield number, at, slot, seating(row, match, teams, rotations)

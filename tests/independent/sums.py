"""sums.py - Black-Pot's sums: what three dice can make, and how it is said."""

import itertools
from fractions import Fraction
from functools import lru_cache

SIGNS = "+-*/"


def apply(sign, a, b):
    """a sign b as an integer, or None."""
    if sign == "/":
        exact = Fraction(a, b) if b else None
        return int(exact) if exact is not None and exact.denominator == 1 \
            else None
    return {"+": a + b, "-": a - b, "*": a * b}[sign]


@lru_cache(maxsize=None)
def texts(dice, division, arith):
    """Every (text, signs, value) that uses each of the dice once."""
    if len(dice) == 1:
        return [(str(dice[0]), "", dice[0])]
    signs = SIGNS if division == "exact" else SIGNS[:3]
    found = set()
    for order in set(itertools.permutations(dice)):
        cuts = range(1, len(order))
        if len(order) == 3 and arith == "chain":
            cuts = [2]
        for cut in cuts:
            parts = texts(order[:cut], division, arith), \
                texts(order[cut:], division, arith)
            for (lt, ls, lv), (rt, rs, rv) in itertools.product(*parts):
                for sign in signs:
                    value = apply(sign, lv, rv)
                    if value is None:
                        continue
                    left = "(%s)" % lt if ls else lt
                    right = "(%s)" % rt if rs else rt
                    found.add((left + sign + right, ls + sign + rs, value))
    return sorted(found)


@lru_cache(maxsize=None)
def groups(dice, division, arith):
    """The same, complete: results 0..25, with `=` and value after an
    expression."""
    return [(text + "=%d" % value if signs else text, signs, value)
            for text, signs, value in texts(dice, division, arith)
            if 0 <= value <= 25]


def partitions(roll):
    """All ways to divide the dice into groups, as sorted lists of groups."""
    a, b, c = roll
    return [[(a,), (b,), (c,)], [tuple(sorted((a, b))), (c,)],
            [tuple(sorted((a, c))), (b,)], [tuple(sorted((b, c))), (a,)],
            [tuple(sorted(roll))]]


@lru_cache(maxsize=None)
def announcements(roll, division, arith):
    """(values in spoken order, text, signs) of every way; zeros come last."""
    found = set()
    for parts in partitions(roll):
        for order in itertools.permutations(parts):
            for ways in itertools.product(
                    *[groups(p, division, arith) for p in order]):
                zeros = [w[2] == 0 for w in ways]
                if zeros != sorted(zeros):
                    continue
                values = tuple(w[2] for w in ways if w[2])
                found.add((values, ", ".join(w[0] for w in ways),
                           "".join(w[1] for w in ways)))
    return found


@lru_cache(maxsize=None)
def combinations(roll, division, arith):
    """All multisets of values, including the zero combination ()."""
    return sorted({tuple(sorted(values)) for values, _, _ in
                   announcements(roll, division, arith)},
                  key=lambda c: (len(c), c))


@lru_cache(maxsize=None)
def said(roll, values, division, arith):
    """The combination as spoken, its values in this order."""
    def key(way):
        signs = sorted(SIGNS.index(s) for s in way[2])
        return (len(signs), signs, way[1].encode())
    return min((a for a in announcements(roll, division, arith)
                if a[0] == tuple(values)), key=key)[1]

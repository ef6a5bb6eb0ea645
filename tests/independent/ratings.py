"""ratings.py - ratings of games in which everybody is ranked, from every single
order that a shared place stands for."""

from decimal import Decimal, getcontext
from itertools import groupby, permutations, product
from math import exp, log
from operator import mul

ELO = 400 / log(10)
getcontext().prec = 60


def orders(ranks):
    """Every order of the seats, best first, that these ranks leave open."""
    seats = sorted(range(len(ranks)), key=lambda seat: ranks[seat])
    places = [list(permutations(place)) for _, place in groupby(
        seats, key=lambda seat: ranks[seat])]
    return [sum(order, ()) for order in product(*places)]


def solve(matrix, columns):
    """The inverse of the matrix, times the columns."""
    rows = [row + more for row, more in zip(matrix, columns)]
    for i, row in enumerate(rows):
        pivot = row[i]
        rows[i] = row = [value / pivot for value in row]
        for j, other in enumerate(rows):
            if j != i:
                factor = other[i]
                rows[j] = [a - factor * b for a, b in zip(other, row)]
    return [row[len(matrix):] for row in rows]


def game_terms(who, ranks, b, entrants):
    """Log-likelihood, gradient and information of a game: for each order those
    of Plackett and Luce, and of these the mean."""
    size = len(b)
    gradient = [0.0] * size
    information = [[0.0] * size for _ in b]
    total = 0.0
    ways = orders(ranks)
    slots = [[who[seat]] + ([entrants + seat] if size > entrants and
                            seat < len(who) - 1 else [])
             for seat in range(len(who))]
    weight = [exp(sum(b[q] for q in slot)) for slot in slots]
    for order in ways:
        for first in range(len(order)):
            left = order[first:]
            behind = sum(weight[seat] for seat in left)
            total += log(weight[left[0]] / behind) / len(ways)
            mean = [0.0] * size
            for seat in left:
                for q in slots[seat]:
                    mean[q] += weight[seat] / behind
                    for r in slots[seat]:
                        information[q][r] += \
                            weight[seat] / behind / len(ways)
            for q in slots[left[0]]:
                gradient[q] += 1 / len(ways)
            for q, one in enumerate(mean):
                gradient[q] -= one / len(ways)
                for r, other in enumerate(mean):
                    information[q][r] -= one * other / len(ways)
    return total, gradient, information


def fit(games, entrants, seats, prior=2.0):
    """Of games as (block, entrants by seat, ranks): ratings and seat advantages
    in Elo, their errors, the naive ones, the log-likelihood, and the covariance
    of ratings.  `seats`: how many have an advantage, 0 or all but the last."""
    size = entrants + seats
    b = [0.0] * size
    for _ in range(30):
        gradient = [-value / prior ** 2 for value in b]
        info = [[(q == r) / prior ** 2 for r in range(size)]
                for q in range(size)]
        total = sum(-value ** 2 / prior ** 2 / 2 for value in b)
        blocks = {}
        for block, who, ranks in games:
            more, slope, curve = game_terms(who, ranks, b, entrants)
            total += more
            sums = blocks.setdefault(block, [0.0] * size)
            for q in range(size):
                gradient[q] += slope[q]
                sums[q] += slope[q]
                for r in range(size):
                    info[q][r] += curve[q][r]
        b = [value + step[0] for value, step in zip(
            b, solve(info, [[value] for value in gradient]))]
    share = len(blocks) / (len(blocks) - 1)
    scatter = [[(q == r) / prior ** 2 + share * sum(
        sums[q] * sums[r] for sums in blocks.values())
                for r in range(size)] for q in range(size)]
    naive = solve(info, [[float(q == r) for r in range(size)]
                         for q in range(size)])
    robust = solve(info, [list(row) for row in zip(*solve(info, scatter))])
    # Of the entrants only differences mean something.
    centre = [[(q == r) - (max(q, r) < entrants) / entrants
               for r in range(size)] for q in range(size)]
    return ([ELO * sum(map(mul, row, b)) for row in centre],
            *([ELO * sum(row[q] * row[r] * cov[q][r] for q in range(size)
                         for r in range(size)) ** .5 for row in centre]
              for cov in (robust, naive)), total,
            [[ELO ** 2 * sum(one[q] * other[r] * robust[q][r]
                             for q in range(size) for r in range(size))
              for one in centre[:entrants]] for other in centre[:entrants]])


def anchored(elo, cov, anchors):
    """Ratings and their errors when anchors (i, Elo, error) are heard one after
    another; before the first one nothing is known of what all have in common."""
    elo = [Decimal(value) for value in elo]
    cov = [[Decimal(value) + Decimal(10) ** 20 for value in row]
           for row in cov]
    for i, given, error in anchors:
        gain = [row[i] / (cov[i][i] + Decimal(error) ** 2) for row in cov]
        off = Decimal(given) - elo[i]
        elo = [value + off * share for value, share in zip(elo, gain)]
        cov = [[value - share * heard for value, heard in zip(row, cov[i])]
               for row, share in zip(cov, gain)]
    return [float(value) for value in elo], [
        float(max(row[i], Decimal(0))) ** .5 for i, row in enumerate(cov)]

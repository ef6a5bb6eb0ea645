#!/usr/bin/env python3
"""adjusted.py - a second luck-adjusted ladder, from `tournament games` and
luck.csv, in the form of ladder-luck.csv:

    python3 tests/independent/adjusted.py GAMES.csv LUCK.csv BETA

For games with any number of seats and one winner each, where nobody is
unbeaten and all have met.
"""
import csv
import math
import sys

E, Z = 400 / math.log(10), 1.959963984540054


def read(games_csv, luck_csv):
    """Blocks of games (entrants, the seat that won, luck of the seats in
    millionths): all, and those without a fault."""
    book = {}
    for row in csv.DictReader(open(luck_csv, encoding="utf-8")):
        book.setdefault(row["match"], []).append(row["luck"])
    rows = list(csv.DictReader(open(games_csv, encoding="utf-8")))
    whole = [row["block"] for row in rows if "." in row["block"]]
    size = whole.count(whole[0])
    every, fine, played = {}, {}, {}
    for row in rows:
        match = row["block"].split(".")[0]
        number = played[match] = played.get(match, -1) + 1
        board = book[match][number // size * size:][:size]
        seats = row["entrants"].split("|")
        luck = [int(one.replace(".", "")) for one in
                book[match][number].split("|") if one] or [0] * len(seats)
        game = (seats, row["ranks"].split("|").index("1"), luck)
        every.setdefault(row["block"], []).append(game)
        if all(board):
            fine.setdefault((match, number // size), []).append(game)
    return list(every.values()), list(fine.values())


def inverse(a):
    n = len(a)
    a = [row + [float(i == j) for j in range(n)] for i, row in enumerate(a)]
    for k in range(n):
        a[k] = [x / a[k][k] for x in a[k]]
        a = [row if i == k else [x - row[k] * y for x, y in zip(row, a[k])]
             for i, row in enumerate(a)]
    return [row[n:] for row in a]


def product(a, b):
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)]
            for row in a]


def raise_to_floor(m, h, blocks, names):
    """Raises the errors of the official ladder where few blocks were
    decided."""
    short = []
    for i, name in enumerate(names):
        count = sum(name in block[0][0] for block in blocks)
        few = min(3, count / 8) if count >= 8 else 0
        least = min(few * (1 - few / count), h[i][i] - 0.25)
        lacks = least - (m[i][i] - 0.25)
        short.append(lacks / (h[i][i] - 0.25) if lacks > 1e-9 * least else 0)
    for i in range(len(names)):
        for j in range(i):
            weight = -h[i][j] * max(short[i], short[j])
            for p, q, sign in ((i, i, 1), (j, j, 1), (i, j, -1), (j, i, -1)):
                m[p][q] += sign * weight


def eigen(a):
    """Eigenvalues and eigenvectors (Jacobi 1846)."""
    n, turned = len(a), [row[:] for row in a]
    v = [[float(i == j) for j in range(n)] for i in range(n)]
    while max((abs(turned[i][j]) for i in range(n) for j in range(i)), default=0) > 1e-15:
        for p, q in ((i, j) for i in range(n) for j in range(i)):
            t = math.atan2(2 * turned[p][q], turned[q][q] - turned[p][p]) / 2
            j = [[float(x == y) for y in range(n)] for x in range(n)]
            j[p][p] = j[q][q] = math.cos(t)
            j[p][q], j[q][p] = math.sin(t), -math.sin(t)
            turned = product(product([list(row) for row in zip(*j)], turned), j)
            v = product(v, j)
    return [(turned[i][i], [row[i] for row in v]) for i in range(n)]


def fit(blocks, names, beta):
    """Ratings, their covariance, and whose come from the prior; with beta
    None, the official ones."""
    n, seats, step = len(names), len(blocks[0][0][0]), [1]
    size = n + seats - 1
    at = {name: i for i, name in enumerate(names)}
    count = {name: sum(name in block[0][0] for block in blocks) for name in names}
    thin = [name for name in names if beta is None and count[name] < 8]
    b, prior = [0.0] * size, [[0.25 * (i == j) for j in range(size)] for i in range(size)]
    while max(map(abs, step)) > 1e-12:
        h, m, g = [row[:] for row in prior], [row[:] for row in prior], [-x / 4 for x in b]
        if beta is not None:
            m = [[0.0] * size for _ in b]
        for block in blocks:
            u, by_model = [0.0] * size, any(name in thin for name in block[0][0])
            for seated, won, luck in block:
                slots = [[at[name]] + [n + s] * (s < seats - 1) for s, name in enumerate(seated)]
                p = [math.exp(sum(b[q] for q in slot)) for slot in slots]
                p = [x / sum(p) for x in p]
                for s, slot in enumerate(slots):
                    for q in slot:
                        u[q] += (s == won) - p[s] - (beta or 0) * luck[s] / 1e6
                    for t, other in enumerate(slots):
                        part = p[s] * ((s == t) - p[t])
                        for q in slot:
                            for r in other:
                                h[q][r] += part
                                m[q][r] += part * by_model
            g = [x + y for x, y in zip(g, u)]
            part = 0 if by_model else len(blocks) / (len(blocks) - 1)
            m = [[x + part * own * y for x, y in zip(row, u)] for row, own in zip(m, u)]
        step = [row[0] for row in product(inverse(h), [[x] for x in g])]
        b = [x + y for x, y in zip(b, step)]
    if beta is None:
        raise_to_floor(m, h, blocks, names)
    centre = [[(i == j) - (i < n > j) / n for j in range(size)] for i in range(size)]
    half = product(centre, inverse(h))
    v, held = product(product(half, m), [list(row) for row in zip(*half)]), []
    if beta is not None:
        shown = [float(q >= n or count[names[q]] >= 30) for q in range(size)]
        few = [[(i == j) * shown[i] - (i < n > j) * shown[i] * shown[j] / max(1, sum(shown[:n]))
                for j in range(size)] for i in range(size)]
        found = eigen(product(product(few, inverse(h)), few))
        found = [(x / 4, vector) for x, vector in found if x / 4 > 0.1]
        v = [[x + sum(4 * s * s * w[i] * w[j] for s, w in found) for j, x in enumerate(row)]
             for i, row in enumerate(v)]
        model = product(half, centre)
        held = [sum(4 * s * w[i]**2 for s, w in found) > model[i][i] / 2 for i in range(n)]
    return [E * (x - sum(b[:n]) / n) for x in b[:n]], [[E * E * x for x in row] for row in v], held


def quantile(v):
    if v == 29:
        return 2.045230
    return Z if v > 99 else Z + (Z**3 + Z) / (4 * v) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (
        96 * v**2) + (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / (384 * v**3)


def main(games_csv, luck_csv, beta):
    every, fine = read(games_csv, luck_csv)
    names = sorted({name for block in every for game in block for name in game[0]})
    raw = fit(every, names, None)[1]
    elo, v, held = fit(fine, names, float(beta))
    rows = []
    for i, name in enumerate(names):
        own = [[game[2][game[0].index(name)] for game in block if name in game[0]]
               for block in fine]
        luck = [sum(block) / len(block) / 1e6 for block in own if block]
        games = sum(map(len, own))
        if len(luck) >= 30:
            rows.append((-elo[i], i, name, games, luck, sum(map(sum, own)) / (1e6 * games)))
    print("pool,rank,entrant,elo,err95,se,se_raw,fewer,luck,luck_se,luck_z,"
          "games,blocks,los_next,mark")
    rows.sort()
    for k, (_, i, name, games, luck, mean) in enumerate(rows):
        count, se = len(luck), math.sqrt(v[i][i])
        luck_se = math.sqrt(sum((x - mean)**2 for x in luck) / (count * (count - 1)))
        los = ""
        if k + 1 < len(rows):
            j = rows[k + 1][1]
            los = "%.6f" % (math.erfc((elo[j] - elo[i]) / math.sqrt(
                2 * (v[i][i] + v[j][j] - 2 * v[i][j]))) / 2)
        numbers = (elo[i], quantile(count - 1) * se, se, math.sqrt(raw[i][i]),
                   raw[i][i] / v[i][i], mean, luck_se, mean / luck_se)
        print("1,%d,%s,%s,%d,%d,%s,%s" % (k + 1, name, ",".join("%.6f" % x for x in numbers),
                                         games, count, los, "p" * held[i]))


if __name__ == "__main__":
    main(*sys.argv[1:])

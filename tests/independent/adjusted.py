#!/usr/bin/env python3
"""adjusted.py - a second luck-adjusted ladder, from `tournament games` and
luck.csv, printed as ladder-luck.csv is:

    python3 tests/independent/adjusted.py GAMES.csv LUCK.csv BETA

For games of two without draws, in which nobody is unbeaten and all have met.
"""
import csv
import math
import sys

E, Z = 400 / math.log(10), 1.959963984540054


def read(games_csv, luck_csv):
    """Blocks of games (first, second, won, luck of the first in millionths):
    all, and those without a fault."""
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
        luck = book[match][number].split("|")[0].replace(".", "")
        first, second = row["entrants"].split("|")
        game = (first, second, row["ranks"] == "1|2", int(luck or 0))
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
    """Adds what official errors need where few blocks were decided."""
    short = []
    for i, name in enumerate(names):
        count = sum(name in block[0] for block in blocks)
        few = min(3, count / 8) if count >= 8 else 0
        least = min(few * (1 - few / count), h[i][i] - 0.25)
        lacks = least - (m[i][i] - 0.25)
        short.append(lacks / (h[i][i] - 0.25) if lacks > 1e-9 * least else 0)
    for i in range(len(names)):
        for j in range(i):
            weight = -h[i][j] * max(short[i], short[j])
            for p, q, sign in ((i, i, 1), (j, j, 1), (i, j, -1), (j, i, -1)):
                m[p][q] += sign * weight


def fit(blocks, names, beta):
    """Ratings and their covariance; beta None: official ones."""
    n, size, step = len(names), len(names) + 1, [1]
    at = {name: i for i, name in enumerate(names)}
    thin = [name for name in names if beta is None and
            sum(name in block[0] for block in blocks) < 8]
    b, prior = [0.0] * size, [[0.25 * (i == j) for j in range(size)] for i in range(size)]
    while max(map(abs, step)) > 1e-12:
        h, m, g = [row[:] for row in prior], [row[:] for row in prior], [-x / 4 for x in b]
        if beta is not None:
            m = [[0.0] * size for _ in b]
        for block in blocks:
            u, by_model = [0.0] * size, any(name in thin for name in block[0][:2])
            for first, second, won, luck in block:
                signs = [(at[first], 1), (at[second], -1), (n, 1)]
                p = 1 / (1 + math.exp(-sum(sign * b[q] for q, sign in signs)))
                for q, sign in signs:
                    u[q] += sign * (won - p - (beta or 0) * luck / 1e6)
                    for r, other in signs:
                        h[q][r] += sign * other * p * (1 - p)
                        m[q][r] += sign * other * p * (1 - p) * by_model
            g = [x + y for x, y in zip(g, u)]
            part = 0 if by_model else len(blocks) / (len(blocks) - 1)
            m = [[x + part * own * y for x, y in zip(row, u)] for row, own in zip(m, u)]
        step = [row[0] for row in product(inverse(h), [[x] for x in g])]
        b = [x + y for x, y in zip(b, step)]
    if beta is None:
        raise_to_floor(m, h, blocks, names)
    centre = [[(i == j) - 1 / n for j in range(n)] + [0] for i in range(n)]
    half = product(centre, inverse(h))
    v = product(product(half, m), [list(row) for row in zip(*half)])
    return [E * (x - sum(b[:n]) / n) for x in b[:n]], [[E * E * x for x in row] for row in v]


def quantile(v):
    if v == 29:
        return 2.045230
    return Z if v > 99 else Z + (Z**3 + Z) / (4 * v) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (
        96 * v**2) + (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / (384 * v**3)


def main(games_csv, luck_csv, beta):
    every, fine = read(games_csv, luck_csv)
    names = sorted({game[s] for block in every for game in block for s in (0, 1)})
    raw = fit(every, names, None)[1]
    elo, v = fit(fine, names, float(beta))
    rows = []
    for i, name in enumerate(names):
        own = [[game[3] * (1 if game[0] == name else -1) for game in block if name in game[:2]]
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
        print("1,%d,%s,%s,%d,%d,%s," % (k + 1, name, ",".join("%.6f" % x for x in numbers),
                                       games, count, los))


if __name__ == "__main__":
    main(*sys.argv[1:])

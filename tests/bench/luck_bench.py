#!/usr/bin/env python3
"""luck_bench.py - how many times fewer games are needed with luck taken out.

Matches of two bots of bots/ on shared dice are analysed by `referee analyse`:
the variance of one bot's raw score in single games and in games of a block,
and the same with luck taken out, for beta 1 and for the best beta of these
games.  Then simulated ladders and sequential tests.
"""
import json
import os
import subprocess

from measure import BUILD, REFEREE, bot, folder, luck_file, play, rules, use

BOARDS = os.environ.get("BENCH_BOARDS", "300")
SHORT = {"target": 2000}
# Game, rules, two bots, measure of luck.
MATCHES = [
    ("bolo7", SHORT, "bolito", "threshold", "table"),
    ("bolo7", SHORT, "bolito", "threshold", "race"),
    ("bolo7", SHORT, "threshold", "montecarlo", "table"),
    ("bolo7", {}, "threshold", "bolito", "race"),
    ("bolo5", SHORT, "bolito", "bolo5.py", "table"),
    ("bolo5", {}, "bolo5.py", "bolito", "race"),
    ("pig", {}, "bolito", "threshold", "table"),
    ("pig", {}, "threshold", "greedy.js", "table"),
    ("vollelotte", {}, "vollelotte.py", "vollelotte.py", "volle"),
    ("vollelotte", {}, "vollelotte.py", "random_move.py", "volle"),
]


def played(path, game, options, first, second, measure):
    """Blocks of the first bot's (score, luck) in two games."""
    _, log = play(path, game, BOARDS, *rules(options), core=None,
                  bots=(f"a={bot(first)}", f"b={bot(second)}"))
    luck = luck_file(f"{path}/luck.json", game, measure, options)
    blocks = {}
    for line in use(REFEREE, "analyse", "--json", "--luck-file", luck, log,
                    stderr=subprocess.DEVNULL).out.splitlines():
        said = json.loads(line)
        if said.get("luck_total"):
            seat = (said["game"] - 1) % 2
            blocks.setdefault((said["game"] - 1) // 2, []).append(
                (float(said["points"][seat]), float(said["luck_total"][seat])))
    return [block for block in blocks.values() if len(block) == 2]


def covariance(pairs):
    x, y = zip(*pairs)
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    return sum((a - mean_x) * (b - mean_y) for a, b in pairs) / (len(x) - 1)


def left(pairs, beta=None):
    """The variance without luck; with the best beta if none is given."""
    square = covariance([(luck, luck) for _, luck in pairs])
    if beta is None:
        beta = covariance(pairs) / square if square else 0
    rest = [score - beta * luck for score, luck in pairs]
    return covariance([(value, value) for value in rest])


def times(variance, less):
    """The ratio, or "-" for no variance: equal bots split every shared
    block."""
    return f"{variance / less:.1f}" if less > 1e-9 else "-"


def row(path, *match):
    game, options, first, second, measure = match
    blocks = played(path, *match)
    means = [[sum(game[k] for game in block) / 2 for k in (0, 1)]
             for block in blocks]
    seats = [[block[seat] for block in blocks] for seat in (0, 1)]
    single = sum(left(seat, 0) for seat in seats) / 2
    alone = [times(single, sum(left(seat, beta) for seat in seats) / 2)
             for beta in (1, None)]
    both = [times(single, 2 * left(means, beta)) for beta in (0, 1, None)]
    what = f"{game}{' 2000' if options else ''}: {first} - {second}"
    print(f"{what:<44}{measure:>6}{single:>8.3f}{both[0]:>8}"
          f"{alone[0]:>9}/{alone[1]:<7}{both[1]:>8}/{both[2]:<7}"
          f"{sum(mean[1] for mean in means) / len(means):>+8.4f}", flush=True)


print(f"luck: {BOARDS} boards a match; variance of a single game, and how "
      f"many times fewer games do\n{'match':<44}{'f':>6}{'single':>8}{'shared':>8}"
      f"{'adjusted':>14}{'both':>14}{'luck':>13}\n"
      f"{'':<66}{'beta 1/best':>15}{'beta 1/best':>15}")
with folder() as place:
    for one in MATCHES:
        row(place, *one)
print("\n" + "\n".join(line for line in use(
    f"{BUILD}/tests/unit/unit_tests", "rating/simulations_full_test"
    ).out.splitlines() if ":" in line and "Checks" not in line and
    "suite" not in line), flush=True)

#!/usr/bin/env python3
"""luck_bench.py - how many times fewer games are needed with luck taken out.

Matches of two bots of bots/ on shared dice are analysed by `referee analyse`:
the variance of one bot's raw score in single games and in games of a block,
and the same with luck taken out, for beta 1 and for the best beta of these
games.  Then simulated ladders and sequential tests.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

BUILD = os.path.abspath(os.environ.get("builddir", "."))
SOURCE = os.path.abspath(os.environ.get("srcdir", "."))
REFEREE = os.path.join(BUILD, "referee/referee")
BOARDS = os.environ.get("BENCH_BOARDS", "300")
RACE = {"bolo7": ["0.0365", "0.632", "46.1", "0.656"],
        "bolo5": ["0.0251", "0.575", "45.1", "0.409"],
        "vollelotte": ["0.00065"]}
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


def bot(name):
    built = os.path.join(BUILD, "bots", name)
    return built if os.path.exists(built) else \
        os.path.join(SOURCE, "bots", name)


def run(*words, **options):
    return subprocess.run(words, stdout=subprocess.PIPE, check=True,
                          **options).stdout.decode()


def luck_file(path, game, rules, measure):
    """Writes a luck file with every rule; the defaults come from the
    referee."""
    told = {rule["name"]: rule["default"] for line in
            run(REFEREE, "games", "--json").splitlines()
            for known in [json.loads(line)] if known["name"] == game
            for rule in known["rules"]}
    with open(path, "w", encoding="ascii") as file:
        json.dump({"v": 1, "game": game, "rules": {**told, **rules},
                   "seats": 2, "f": measure,
                   "numbers": [] if measure == "table" else RACE[game],
                   "table": None, "beta": "1", "from": "bench"}, file)


def played(folder, game, rules, first, second, measure):
    """Blocks of the first bot's (score, luck) in two games."""
    log, luck = (os.path.join(folder, name) for name in ("log", "luck.json"))
    for name in os.listdir(folder):
        os.remove(os.path.join(folder, name))
    words = ["--rules", ",".join(f"{k}={v}" for k, v in rules.items())] \
        if rules else []
    run(REFEREE, "play", game, "a=" + bot(first), "b=" + bot(second),
        "--boards", BOARDS, "-o", log + ".jsonl", *words)
    luck_file(luck, game, rules, measure)
    blocks = {}
    for line in run(REFEREE, "analyse", "--json", "--luck-file", luck,
                    log + ".jsonl", stderr=subprocess.DEVNULL).splitlines():
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


def row(folder, *match):
    game, rules, first, second, measure = match
    blocks = played(folder, *match)
    means = [[sum(game[k] for game in block) / 2 for k in (0, 1)]
             for block in blocks]
    seats = [[block[seat] for block in blocks] for seat in (0, 1)]
    single = sum(left(seat, 0) for seat in seats) / 2
    alone = [times(single, sum(left(seat, beta) for seat in seats) / 2)
             for beta in (1, None)]
    both = [times(single, 2 * left(means, beta)) for beta in (0, 1, None)]
    what = f"{game}{' 2000' if rules else ''}: {first} - {second}"
    print(f"{what:<44}{measure:>6}{single:>8.3f}{both[0]:>8}"
          f"{alone[0]:>9}/{alone[1]:<7}{both[1]:>8}/{both[2]:<7}"
          f"{sum(mean[1] for mean in means) / len(means):>+8.4f}", flush=True)


def main():
    folder = tempfile.mkdtemp(prefix="rollcall-bench-")
    os.chmod(folder, 0o755)
    keys = os.environ["XDG_CONFIG_HOME"] = folder + ".config"
    try:
        print(f"luck: {BOARDS} boards a match; variance of a single game, and "
              "how many times fewer games do\n"
              f"{'match':<44}{'f':>6}{'single':>8}{'shared':>8}"
              f"{'adjusted':>14}{'both':>14}{'luck':>13}\n"
              f"{'':<66}{'beta 1/best':>15}{'beta 1/best':>15}")
        for match in MATCHES:
            row(folder, *match)
    finally:
        shutil.rmtree(folder)
        shutil.rmtree(keys, ignore_errors=True)
    print("\n" + "\n".join(line for line in run(
        os.path.join(BUILD, "tests/unit/unit_tests"),
        "rating/simulations_full_test").splitlines()
        if ":" in line and "Checks" not in line and "suite" not in line),
        flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""solve_bench.py - what solving a game takes: processor seconds and memory.

SOLVE_BENCH=all adds the targets that take minutes.
"""
import hashlib
import os
import tempfile

BOLITO = os.path.join(os.path.abspath(os.environ.get("builddir", ".")),
                      "bots/bolito")
GAMES = ["bolo7", "-j 2 bolo7", "bolo7 target=1000", "bolo7 target=2000",
         "bolo7 target=3000", "bolo7 target=5000",
         "bolo7 target=2000 endgame=immediate",
         "bolo7 target=2000 endgame=last_round", "bolo7 target=2000 catch=gt",
         "bolo7 target=2000 hot_dice=must", "bolo7 target=2000 opening=0",
         "bolo7 target=1000 series_extension=same_turn",
         "bolo7 target=2000 series_extension=same_turn", "bolo5",
         "bolo5 last_round=true", "bolo5 yahtzee_clause=false", "pig",
         "pig target=400"]
LONG = ["bolo7 series_extension=same_turn", "bolo7 target=20000",
        "bolo5 target=20000"]


def solve(words, path):
    """Seconds, megabytes and the hash of the table."""
    child = os.fork()
    if child == 0:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.execv(BOLITO, [BOLITO, "--solve", *words, path])
    _, status, used = os.wait4(child, 0)
    assert status == 0, words
    with open(path, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, digest


def main():
    games = GAMES + (LONG if os.environ.get("SOLVE_BENCH") == "all" else [])
    print(f"{'solving':<48} seconds   MB  table")
    with tempfile.TemporaryDirectory() as folder:
        for game in games:
            seconds, memory, digest = solve(game.split(), f"{folder}/table")
            print(f"{game:<48} {seconds:7.2f} {memory:4.0f}  {digest[:16]}",
                  flush=True)


if __name__ == "__main__":
    main()

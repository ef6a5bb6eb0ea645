#!/usr/bin/env python3
"""solve_bench.py - what solving a game takes: processor seconds and memory.

SOLVE_BENCH=all adds the targets that take minutes.
"""
import hashlib
import os

from measure import BOLITO, folder, use

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

print(f"{'solving':<48} seconds   MB  table")
with folder() as path:
    for game in GAMES + LONG * (os.environ.get("SOLVE_BENCH") == "all"):
        used = use(BOLITO, "--solve", *game.split(), f"{path}/table")
        with open(f"{path}/table", "rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest()
        print(f"{game:<48} {used.processor:7.2f} {used.megabytes:4.0f}  "
              f"{digest[:16]}", flush=True)

#!/usr/bin/env python3
"""shards_bench.py - what a tournament in shards costs, step by step, and how
it grows: processor seconds and the largest memory of a process, for pig
between two bots in C.

BENCH_MATCHES="1000 10000" sets the numbers of matches, and BENCH_GAMES the
games of each, 100 by default.  Above 1,000 matches there is no plain run to
compare with.  Files are kept in memory where /dev/shm has room, so that no
disk is measured.
"""
import os
import shutil
import subprocess

from measure import bot, folder, tournament, write

MATCHES = os.environ.get("BENCH_MATCHES", "100 1000").split()
GAMES = int(os.environ.get("BENCH_GAMES", "100"))
STEPS = {
    "plain run": ["run", "plain", "-j", "2"],
    "shard": ["run", "cup", "--shard", "0/1", "-j", "2"],
    "gather --due": ["gather", "cup", "--due"],
    "gather": ["gather", "cup"],
    "standings": ["standings", "cup"],
    "ladder": ["ladder", "cup"],
    "watch": ["watch", "cup"],
    "verify": ["verify", "cup"],
}


def measure(path, matches):
    for name, program in ("ada", "threshold"), ("bob", "first_move"):
        shutil.copy(bot(program), f"{path}/{name}")
    write(f"{path}/cup.json", {
        "name": "cup", "game": "pig", "rules": {"target": 50},
        "format": {"type": "round_robin", "boards": GAMES // 2,
                   "matches": matches},
        "entrants": [{"name": name, "command": [f"./{name}"]}
                     for name in ("ada", "bob")]})
    tournament("init", "cup.json", cwd=path)
    shutil.copytree(f"{path}/cup", f"{path}/plain")
    print(f"{matches} matches, {GAMES * matches} games")
    for name, words in STEPS.items():
        if matches > 1000 and words[1] == "plain":
            continue
        # gather --due exits with 1 if matches are due.
        used = tournament(*words, cwd=path, may=(0, 1),
                          stderr=subprocess.DEVNULL)
        print(f"  {name:<13}{used.processor:10.2f} s of processor, "
              f"{used.clock:10.2f} s, {used.megabytes:6.0f} MB, "
              f"{1e6 * used.processor / matches:10.0f} us a match", flush=True)


for count in map(int, MATCHES):
    room = os.access("/dev/shm", os.W_OK) and \
        shutil.disk_usage("/dev/shm").free > count * GAMES * 4 * 10 ** 4
    with folder("/dev/shm" if room else None) as place:
        measure(place, count)

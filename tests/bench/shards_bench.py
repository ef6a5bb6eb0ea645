#!/usr/bin/env python3
"""shards_bench.py - what a tournament in shards costs, step by step, and how
it grows: processor seconds and the largest memory of a process, for pig
between two bots in C.

BENCH_MATCHES="1000 10000" sets the numbers of matches, and BENCH_GAMES the
games of each, 100 by default.  Above 1,000 matches there is no plain run to
compare with.  Files are kept in memory where /dev/shm has room, so that no
disk is measured.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

BUILD = os.path.abspath(os.environ.get("builddir", "."))
TOURNAMENT = f"{BUILD}/tournaments/tournament"
MATCHES = [int(word) for word in
           os.environ.get("BENCH_MATCHES", "100 1000").split()]
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


def step(folder, words):
    """Processor seconds including all children, seconds, and MB."""
    began = time.perf_counter()
    process = subprocess.Popen(
        [TOURNAMENT, *words], cwd=folder, stdout=subprocess.DEVNULL,
        env={**os.environ, "XDG_CONFIG_HOME": folder, "TMPDIR": folder})
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    # gather --due exits with 1 if matches are due.
    if process.returncode not in (0, 1):
        sys.exit(f"{words}: exit status {process.returncode}")
    return (used.ru_utime + used.ru_stime, time.perf_counter() - began,
            used.ru_maxrss / 1024)


def measure(matches):
    """{step: (processor seconds, seconds, MB)}"""
    base = "/dev/shm" if os.access("/dev/shm", os.W_OK) and \
        shutil.disk_usage("/dev/shm").free > matches * GAMES * 4 * 10**4 else None
    folder = tempfile.mkdtemp(prefix="rollcall-bench-", dir=base)
    os.chmod(folder, 0o755)
    try:
        for name, bot in ("ada", "threshold"), ("bob", "first_move"):
            shutil.copy(f"{BUILD}/bots/{bot}", f"{folder}/{name}")
        with open(f"{folder}/cup.json", "w", encoding="utf-8") as file:
            json.dump({"name": "cup", "game": "pig", "format": {
                "type": "round_robin", "boards": GAMES // 2,
                "matches": matches},
                "rules": {"target": 50}, "entrants": [
                    {"name": name, "command": [f"./{name}"]}
                    for name in ("ada", "bob")]}, file)
        step(folder, ["init", "cup.json"])
        shutil.copytree(f"{folder}/cup", f"{folder}/plain")
        return {name: step(folder, words) for name, words in STEPS.items()
                if matches <= 1000 or words[1] == "cup"}
    finally:
        shutil.rmtree(folder)


def main():
    found = {}
    for matches in MATCHES:
        found = measure(matches)
        print(f"{matches} matches, {GAMES * matches} games")
        for name, (used, passed, memory) in found.items():
            print(f"  {name:<13}{used:10.2f} s of processor, {passed:10.2f} s,"
                  f" {memory:6.0f} MB, {1e6 * used / matches:10.0f} us a match",
                  flush=True)


if __name__ == "__main__":
    main()

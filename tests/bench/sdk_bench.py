#!/usr/bin/env python3
"""sdk_bench.py - how fast a bot of each language starts and decides.

The conformance bots play bolo7 against a bot in C, on one core, with the same
moves in every language.  A decision is measured in processor time, so that
other load matters little; of a few starts the shortest counts, as the one
least disturbed.  Languages without a toolchain are named.  Nothing here is a
test: it prints a table and never fails for being slow.
"""
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

BUILD = os.path.abspath(os.environ.get("builddir", "."))
SOURCE = os.path.abspath(os.environ.get("srcdir", "."))
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "5"))
sys.path.insert(1, f"{SOURCE}/tests/end_to_end/sdk")
from languages import files, languages      # noqa: E402

LEVELS = ["limits", "strict"]
BOARDS = 40             # enough for just-in-time compilers to finish
MEMORY_MB = 4096        # for the address space of a JVM


def match(folder, language, command, level, seed):
    """Plays a match with the language's bot in seat 0: returns the
    microseconds of its start, and the milliseconds of processor time per
    decision."""
    entrants = [{"name": language, "command": command,
                 "files": files(language, command)},
                {"name": "first", "command": [f"{BUILD}/bots/first_move"]}]
    with open(f"{folder}/match.json", "w", encoding="utf-8") as file:
        json.dump({"game": "bolo7", "entrants": entrants, "boards": BOARDS,
                   "rotations": 1, "sandbox": level,
                   "limits": {"memory_mb": MEMORY_MB, "clock": "cpu"}}, file)
    trace = f"{folder}/trace-{language}-{level}-{seed}"
    table = subprocess.run(
        ["taskset", "-c", "0", f"{BUILD}/referee/referee", "play",
         f"{folder}/match.json", "-o", f"{trace}.jsonl", "--trace", trace],
        check=True, stdout=subprocess.PIPE, text=True).stdout
    spent, = re.findall(rf"^{language} .* ([0-9.]+)$", table, re.M)
    with open(trace, encoding="utf-8") as file:
        asked, ready = [record["us"] for record in map(json.loads, file)
                        if record["seat"] == 0 and
                        ("to" in record or "from" in record)][:2]
    return ready - asked, float(spent)


def measured(folder, language, command):
    """Two figures for each level: ms to start, decisions per second."""
    row = []
    for level in LEVELS:
        starts, spent = zip(*[match(folder, language, command, level, seed)
                              for seed in range(ROUNDS)])
        row += [min(starts) / 1000, 1000 / statistics.median(spent)]
    return row


def main():
    # Bots that run as other users need access to it.
    folder = tempfile.mkdtemp(prefix="rollcall-bench-")
    os.chmod(folder, 0o755)
    os.environ["XDG_CONFIG_HOME"] = folder
    print(f"\nSDKs: a bot of each language in bolo7, one core, {ROUNDS} matches"
          f"\n{'':<12}{'start, ms':>18}{'decisions/s':>22}{'beside C':>18}"
          f"\n{'language':<12}{'limits':>9}{'strict':>9}{'limits':>13}"
          f"{'strict':>9}{'limits':>9}{'strict':>9}")
    c = None
    try:
        for language, (reason, command) in languages().items():
            if reason:
                print(f"not tried: sdk/{language} ({reason})")
                continue
            # The bot for tests is compiled without optimisation.
            optimised = f"{BUILD}/sdk/{language}/optimised/conformance"
            if os.path.exists(optimised):
                command = [optimised]
            row = measured(folder, language, command)
            c = c or (row if language == "c" else None)
            beside = "".join(f"{row[i] / c[i]:>9.3f}" for i in (1, 3)) \
                if c else ""
            print(f"{language:<12}{row[0]:>9.1f}{row[2]:>9.1f}{row[1]:>13,.0f}"
                  f"{row[3]:>9,.0f}{beside}", flush=True)
    finally:
        shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())

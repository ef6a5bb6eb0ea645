#!/usr/bin/env python3
"""sdk_bench.py - how fast a bot of each language starts and decides.

The conformance bots play bolo7 against a bot in C, on one core, with the same
moves in every language.  A decision is measured in processor time, so that
other load matters little; of a few starts the shortest counts, as the one
least disturbed.  Languages without a toolchain are named.
"""
import glob
import json
import os
import re
import statistics

from languages import languages
from measure import BUILD, REFEREE, ROUNDS, SRC, bot, folder, use, write

LEVELS = ["limits", "strict"]
BOARDS = 40             # enough for just-in-time compilers to finish
MEMORY_MB = 4096        # for the address space of a JVM
# Language: files that its bot needs besides those of the command.
FILES = {
    "python": [f"{SRC}/sdk/python/rollcall/*.py"],
    "javascript": [f"{SRC}/sdk/javascript/rollcall.js"],
    "java": [f"{BUILD}/sdk/java/rollcall.jar",
             f"{BUILD}/sdk/java/conformance/**/*.class"],
    "perl": [f"{SRC}/sdk/perl/lib/**/*.pm"],
    "sh": [f"{SRC}/sdk/sh/rollcall.sh"],
}


def files(language, command):
    return [word for word in command[1:] if os.path.isfile(word)] + [
        path for pattern in FILES.get(language, [])
        for path in glob.glob(pattern, recursive=True)] or command[:1]


def match(path, language, command, level, number):
    """Plays a match with the language's bot in seat 0: returns the
    microseconds of its start, and the milliseconds of processor time per
    decision."""
    write(f"{path}/match.json", {
        "game": "bolo7", "boards": BOARDS, "rotations": 1, "sandbox": level,
        "limits": {"memory_mb": MEMORY_MB, "clock": "cpu"}, "entrants": [
            {"name": language, "command": command,
             "files": files(language, command)},
            {"name": "first", "command": [bot("first_move")]}]})
    trace = f"{path}/trace-{language}-{level}-{number}"
    table = use(REFEREE, "play", f"{path}/match.json", "-o", f"{trace}.jsonl",
                "--trace", trace, core=0).out
    spent, = re.findall(rf"^{language} .* ([0-9.]+)$", table, re.M)
    with open(trace, encoding="utf-8") as file:
        asked, ready = [record["us"] for record in map(json.loads, file)
                        if record["seat"] == 0 and
                        ("to" in record or "from" in record)][:2]
    return ready - asked, float(spent)


def measured(path, language, command):
    """Two figures for each level: ms to start, decisions per second."""
    row = []
    for level in LEVELS:
        starts, spent = zip(*[match(path, language, command, level, number)
                              for number in range(ROUNDS)])
        row += [min(starts) / 1000, 1000 / statistics.median(spent)]
    return row


print(f"\nSDKs: a bot of each language in bolo7, one core, {ROUNDS} matches"
      f"\n{'':<12}{'start, ms':>18}{'decisions/s':>22}{'beside C':>18}"
      f"\n{'language':<12}{'limits':>9}{'strict':>9}{'limits':>13}"
      f"{'strict':>9}{'limits':>9}{'strict':>9}")
with folder() as place:
    c = None
    for name, (reason, words) in languages().items():
        if reason:
            print(f"not tried: sdk/{name} ({reason})")
            continue
        # The bot for tests is compiled without optimisation.
        optimised = f"{BUILD}/sdk/{name}/optimised/conformance"
        found = measured(place, name, [optimised] if os.path.exists(optimised)
                         else words)
        c = c or (found if name == "c" else None)
        beside = "".join(f"{found[i] / c[i]:>9.3f}" for i in (1, 3)) \
            if c else ""
        print(f"{name:<12}{found[0]:>9.1f}{found[2]:>9.1f}{found[1]:>13,.0f}"
              f"{found[3]:>9,.0f}{beside}", flush=True)

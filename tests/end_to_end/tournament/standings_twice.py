#!/usr/bin/env python3
"""standings_twice.py - two implementations agree on random tournaments.

    standings_twice.py [--count N] [--first SEED]

The program tests/support/standings_drive ranks random results without playing;
tests/independent/standings.py ranks the same results with fractions.

tier: full
"""
import argparse
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True

SOURCE = os.path.abspath(os.environ.get("srcdir", "."))
DRIVE = os.path.abspath(os.path.join(os.environ.get("builddir", "."),
                                     "tests/support/standings_drive"))
sys.path.insert(0, os.path.join(SOURCE, "tests/independent"))
import standings        # noqa: E402

UNITS = {"points": 5040, "direct": 5040 ** 2, "sonneborn": 5040 ** 2,
         "buchholz": 5040 ** 2}


def difference(case):
    """None, or the first difference."""
    meetings = [standings.Meeting(m["entrants"], m["points"],
                                  case["boards"] * case["rotations"],
                                  case["points"] == "match")
                for m in case["meetings"] if m["decided"]]
    other = standings.standings(meetings, case["entrants"], case["swiss"])
    if len(other) != len(case["table"]):
        return "%d lines, not %d" % (len(case["table"]), len(other))
    for ours, theirs in zip(case["table"], other):
        for key, value in theirs.items():
            if ours[key] != value * UNITS.get(key, 1):
                return "%s of entrant %d: %s, by the other %s" % (
                    key, ours["entrant"], ours[key],
                    value * UNITS.get(key, 1))
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--first", type=int, default=1)
    args = parser.parse_args()
    drive = subprocess.run([DRIVE, str(args.first), str(args.count)],
                           stdout=subprocess.PIPE, check=True)
    cases = [json.loads(line) for line in drive.stdout.splitlines()]
    if len(cases) != args.count:
        sys.exit("%d tournaments, not %d" % (len(cases), args.count))
    wrong = shared = direct = 0
    for seed, case in enumerate(cases, args.first):
        table = case["table"]
        shared += len({row["place"] for row in table}) < len(table)
        direct += any(row["direct"] for row in table)
        what = difference(case)
        if what:
            wrong += 1
            print("seed %d: %s" % (seed, what))
    print("%d tournaments, %d with shared places, %d with direct encounters,"
          " %d differ" % (len(cases), shared, direct, wrong))
    return wrong > 0 or min(shared, direct) < len(cases) / 20


if __name__ == "__main__":
    sys.exit(main())

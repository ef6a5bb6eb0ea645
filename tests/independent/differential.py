#!/usr/bin/env python3
"""differential.py - the engines and the second implementation play the same
games.

    differential.py [--games N] [--first SEED] [GAME..]

The program tests/support/game_drive plays random games with the engines: seats,
rules, dice, moves and faults are random.  tests/independent follows the same
lines.  Views, legal moves, events, what is due and the result must be equal.
N is the number for each game; without GAME, all games of the engines are
compared.

tier: quick
"""
import argparse
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True

SOURCE = os.path.abspath(os.environ.get("srcdir", "."))
BUILD = os.path.abspath(os.environ.get(
    "builddir", "build" if os.path.isdir("build/referee") else "."))
# for each game
GAMES = 100
DRIVE = os.path.join(BUILD, "tests/support/game_drive")
sys.path.insert(0, os.path.join(SOURCE, "tests/independent"))
import moves        # noqa: E402


def text(value):
    return json.dumps(value, separators=(",", ":"))


def first_difference(what, ours, theirs):
    for i, (one, other) in enumerate(zip(ours, theirs)):
        if one != other:
            return "%s %d: engine %s, other %s" % (what, i, text(one),
                                                   text(other))
    return "%s: engine %d, other %d" % (what, len(ours), len(theirs))


def compare(game):
    """None, or where the two differ."""
    other = moves.follow(game)
    if "error" in other:
        return "refused by the other: %s" % other["error"]
    for what in "decisions", "events":
        if game[what] != other[what]:
            return first_difference(what, game[what], other[what])
    if game["due"] != other["due"]:
        return "due: engine %s, other %s" % (game["due"], other["due"])
    return None


def check(name, first, count):
    """Prints what differs; returns the numbers of games and decisions."""
    decisions = wrong = 0
    with subprocess.Popen([DRIVE, name, str(first), str(count)],
                          stdout=subprocess.PIPE) as drive:
        for seed, line in enumerate(drive.stdout, first):
            game = json.loads(line)
            decisions += len(game["decisions"])
            difference = compare(game)
            if difference:
                wrong += 1
                rules = text(game["rules"])
                print("%s, seed %d, %d seats, %s\n  %s" % (
                    name, seed, game["seats"], rules, difference[:2000]))
    if drive.returncode != 0 or decisions < count:
        sys.exit("drive %s: status %d" % (name, drive.returncode))
    print("%s: %d games, %d decisions, %d games differ" % (
        name, count, decisions, wrong))
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("names", nargs="*", metavar="GAME")
    args = parser.parse_args()
    names = args.names or subprocess.run(
        [DRIVE], stdout=subprocess.PIPE, check=True).stdout.decode().split()
    return max(check(name, args.first, args.games) for name in names) > 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""luck_twice.py - tests/independent/adjusted.py computes the same adjusted
ladder from the games and their luck, to the last digit.

tier: full
"""
import os
import json
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import luck
import scene

SCRIPT = os.path.join(os.environ.get("srcdir") or f"{sys.path[0]}/../../..",
                      "tests/independent/adjusted.py")
# The format, the arguments of the bots, and beta.  An illegal move now and then
# leaves out blocks; in one cup a bot has too few.
CUPS = {
    "six": ({"type": "round_robin", "boards": 16}, ("20", "6", "12"), "1"),
    "faults": ({"type": "round_robin", "boards": 16, "matches": 2},
               ("20", "7", "12 x"), "0.85"),
    "few": ({"type": "gauntlet", "boards": 20, "challengers": 1},
            ("20", "5", "12"), "0.5"),
    "one seat": ({"type": "round_robin", "boards": 60, "rotations": 1},
                 ("20", "12"), "1"),
}


def compared(folder, beta, show):
    """Compares the table of the run with that of the script."""
    games = luck.run(folder, "games", "cup").out
    scene.write(f"{folder}/games.csv", games)
    second = subprocess.run(
        [sys.executable, SCRIPT, f"{folder}/games.csv",
         f"{folder}/cup/luck.csv", beta], stdout=subprocess.PIPE,
        check=True).stdout.decode()
    first = scene.content(f"{folder}/cup", "ladder-luck.csv").decode()
    wrong = [f"{one}, again: {two}" for one, two in zip(
        first.split("\n"), second.split("\n")) if one != two]
    if first != second and not wrong:
        wrong.append(f"not as many lines: {second}")
    return wrong + show(folder, first)


def twice(cup, show):
    def case(at):
        style, words, beta = CUPS[cup]
        style = dict(style)
        seats = style.pop("rotations", 2)
        folder = at.folder()
        scene.bot(folder, "hold", luck.HOLD)
        scene.write(f"{folder}/luck.json",
                    json.dumps({**luck.LUCK, "beta": beta}))
        scene.write(f"{folder}/cup.json", json.dumps({
            "name": "cup", "game": "pig", "rules": {"target": 20},
            "links": 64, "format": style, "luck": "luck.json",
            "rotations": seats,
            "limits": {"move_ms": 20000},
            "entrants": [{"name": f"bot{word.split()[0]}",
                          "command": ["./hold", *word.split()]}
                         for word in words]}))
        luck.run(folder, "run", "cup.json", "-j", "2", *luck.KEY)
        return compared(folder, beta, show)
    return case


def three_seats(at):
    """With the race formula."""
    folder = at.folder()
    for name, program in (("ann", "threshold"), ("bob", "bolito"),
                          ("cyd", "threshold")):
        scene.entrant(folder, name, program)
    scene.write(f"{folder}/luck.json", json.dumps({
        "v": 1, "game": "bolo7", "rules": {
            "illegal_retries": 0, "ranking": "winner", "target": 1500,
            "opening": 1000, "series_extension": "same_roll",
            "hot_dice": "may", "endgame": "sudden_death", "catch": "ge",
            "max_turns": 200}, "seats": 3, "f": "race",
        "numbers": ["0.0343", "0.721", "19.5", "0.353"], "table": None,
        "beta": "0.85", "from": "the tests"}))
    scene.write(f"{folder}/cup.json", json.dumps({
        "name": "cup", "game": "bolo7", "rules": {"target": 1500},
        "links": 64, "luck": "luck.json", "sandbox": luck.BOLITO_LEVEL,
        "limits": {"start_ms": 60000, "move_ms": 20000},
        "format": {"type": "round_robin", "seats": 3, "boards": 8,
                   "matches": 4},
        "entrants": [{"name": name, "command": [f"./{name}"]}
                     for name in ("ann", "bob", "cyd")]}))
    luck.run(folder, "run", "cup.json", "-j", "2", *luck.KEY)
    return compared(folder, "0.85", whole)


def held(folder, table):
    return [] if table.count(",p\n") == 2 else [f"not held: {table}"]


def whole(folder, table):
    return [] if table.count("\n") == 4 else [f"not three bots: {table}"]


def left_out(folder, table):
    said = luck.run(folder, "ladder", "cup", "--luck").out
    return [] if "left out: a fault in the block" in said else [said]


def one_short(folder, table):
    said = luck.run(folder, "ladder", "cup", "--luck").out
    return [] if table.count("\n") == 2 and "no adjusted rating" in said \
        else [said, table]


CASES = {
    "a cup": twice("six", whole),
    "one with faults": twice("faults", left_out),
    "one with few blocks": twice("few", one_short),
    "one where seat and strength are confounded": twice("one seat", held),
    "three seats": three_seats,
}

if __name__ == "__main__":
    sys.exit(scene.run_cases(CASES))

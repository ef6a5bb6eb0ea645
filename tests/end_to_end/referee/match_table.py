#!/usr/bin/env python3
"""match_table.py - the table at the end of a match, compared with its log.

Bots are ordered by games won, then by the sum of their scores: so a match of
Rolit is decided by the sum of balls.  The first fault of each bot is below.

tier: full
"""
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene

# Decides at random, from a seed, so that all places occur.
PLAYER = f"#!{scene.PYTHON}" + """
import json, random, sys
choice = random.Random(%r)
for line in sys.stdin:
    line = json.loads(line)
    if line["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif line["type"] in ("turn", "again"):
        print('{"move":%%d}' %% choice.randrange(len(line["legal"])),
              flush=True)
"""
LATE = f"#!{scene.PYTHON}" + """
import sys
games = 0
for line in sys.stdin:
    games += '"type":"game"' in line
    if '"type":"hello"' in line:
        print('{"type":"ready"}', flush=True)
    elif '"type":"turn"' in line:
        print('{"move":0}' if games < 2 else %s, flush=True)
"""


def player(folder, name):
    scene.bot(folder, name, PLAYER % name)
    return f"./{name}"


def rows_of(told):
    """The rows by name, in order, and the lines about faults below them."""
    lines = told.splitlines()
    rows = {}
    while lines and len(lines[0].split()) in (6, 7):
        name, *numbers = lines.pop(0).split()
        rows[name] = numbers
    return rows, [line for line in lines if line.startswith("fault")]


def results_of(folder):
    """From the log, by name: games won, the sum of all scores, and the sum
    over games without an own fault, which orders ties."""
    lines = scene.read_log(f"{folder}/log.jsonl")
    names = [entrant["name"] for entrant in lines[0]["entrants"]]
    won, score, clean = ({name: 0 for name in names} for _ in range(3))
    for line in lines:
        if line["t"] == "game":
            rotation, faulty = line["rotation"], set()
        elif line["t"] == "fault":
            faulty.add(line["seat"])
        elif line["t"] == "over":
            for seat, rank in enumerate(line["ranks"]):
                name = names[(seat + rotation) % len(names)]
                won[name] += rank == 1
                score[name] += line["scores"][seat]
                if seat not in faulty:
                    clean[name] += line["scores"][seat]
    return won, score, clean


def wrong_order(stage, game, count, boards):
    folder = stage.folder()
    names = ["ann", "bob", "cyd", "dan"][:count]
    result = scene.play(folder, game, "--boards", str(boards),
                        *(player(folder, name) for name in names))
    if result.code != 0:
        return f"{result.code} {result.err}"
    won, score, _ = results_of(folder)
    expected = sorted(names, key=lambda name: (-won[name], -score[name]))
    rows, _ = rows_of(result.out)
    if list(rows)[1:] != expected:
        return f"{list(rows)}, expected {expected}: {won} {score}"
    if expected == names:
        return "the order of the names proves nothing: choose other names"
    return [f"{name}: {rows[name]}" for name in names
            if int(rows[name][1]) != won[name] or
            rows[name][3] != f"{score[name] / (boards * count):.1f}"]


# Tries an illegal move in its tenth turn of each game, with many balls on the
# board.
GIVES_UP = f"#!{scene.PYTHON}" + """
import json, random, sys
choice = random.Random(%d)
turns = 0
for line in sys.stdin:
    line = json.loads(line)
    if line["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif line["type"] == "game":
        turns = 0
    elif line["type"] in ("turn", "again"):
        turns += 1
        print('{"move":%%d}' %% (999 if turns > 9 else
                                 choice.randrange(len(line["legal"]))),
              flush=True)
"""


def wrong_tie(stage):
    """Balls of a game that a bot lost by a fault do not break a tie."""
    proved = False
    for seed in range(12):
        folder = stage.folder()
        names = ["cyd", "bad", "ann", "bob"]
        scene.bot(folder, "bad", GIVES_UP % seed)
        for name in names:
            if name != "bad":
                scene.bot(folder, name, PLAYER % f"{name}{seed}")
        result = scene.play(folder, "rolit", "--boards", "1",
                            *(f"./{name}" for name in names))
        if result.code != 0:
            return f"{result.code} {result.err}"
        won, score, clean = results_of(folder)
        expected = sorted(names, key=lambda name: (-won[name], -clean[name]))
        if list(rows_of(result.out)[0])[1:] != expected:
            return f"{result.out}, expected {expected}: {won} {clean}"
        proved = proved or expected != sorted(
            names, key=lambda name: (-won[name], -score[name]))
        if proved:
            return []
    return "the balls of the faulty games decide nothing: choose other seeds"


def wrong_fault(stage, answer, expression):
    folder = stage.folder()
    scene.bot(folder, "bad", LATE % answer)
    result = scene.play(folder, "pig", "--boards", "3", "./bad",
                        player(folder, "ann"))
    _, faults = rows_of(result.out)
    if result.code != 0 or len(faults) != 1 or \
            not re.fullmatch(expression, faults[0]):
        return f"{result.code} {faults} {result.err}"
    return []


def wrong_forfeit(stage):
    """Forfeited games depend on each other: one match gives no error."""
    wrong = []
    for crashes, expected in ((True, "no Elo; forfeited games depend on each "
                               "other, so there is no error to give"),
                              (False, r"[+-]\d+\.\d \+- (\d+\.\d|inf) Elo")):
        folder = stage.folder()
        if crashes:
            scene.bot(folder, "bad", "#!/bin/sh\nread -r line\nexit 3\n")
        else:
            player(folder, "bad")
        result = scene.play(folder, "pig", "--boards", "12",
                            player(folder, "ann"), "./bad")
        if result.code != 0 or not re.search("ann - bad: " + expected,
                                             result.out):
            wrong.append(f"{result}")
    return wrong


def wrong_without(stage):
    folder = stage.folder()
    result = scene.play(folder, "pig", player(folder, "ann"),
                        player(folder, "bob"))
    return [] if result.code == 0 and "fault of" not in result.out and \
        "faults of" not in result.out else result.out


def wrong_seats(stage, count, rotations, says):
    folder = stage.folder()
    result = scene.play(folder, "pig", *(
        ["--rotations", str(rotations)] if rotations else []), *(
            player(folder, name) for name in ("ann", "bob", "cyd")[:count]))
    said = [line for line in result.out.splitlines()
            if line.startswith("seats are not")]
    return [] if result.code == 0 and said == (
        [f"seats are not balanced: with {says} nobody plays in every seat"]
        if says else []) else [str(result)]


CASES = {
    "one rotation of two": lambda at: wrong_seats(at, 2, 1, "1 rotation"),
    "two rotations of three": lambda at: wrong_seats(at, 3, 2, "2 rotations"),
    "all rotations": lambda at: wrong_seats(at, 3, 0, ""),
    "two players of bolo7": lambda at: wrong_order(at, "bolo7", 2, 8),
    "three players of rolit": lambda at: wrong_order(at, "rolit", 3, 4),
    "four players of rolit": lambda at: wrong_order(at, "rolit", 4, 3),
    "balls of a game lost by a fault": wrong_tie,
    "a bot that exits": lambda at: wrong_fault(
        at, "exit(3)",
        "faults of bad, the first in game 3: gone, exit status 3"),
    "a bot that is no bot": lambda at: wrong_fault(
        at, "'hello'",
        "faults of bad, the first in game 3: garbled, .*"),
    "no error where games were forfeit": wrong_forfeit,
    "no fault, no line": wrong_without,
}

if __name__ == "__main__":
    sys.exit(scene.run_cases(CASES))

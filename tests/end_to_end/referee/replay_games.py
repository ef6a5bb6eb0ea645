#!/usr/bin/env python3
"""replay_games.py - a replay says what a spectator would ask: whose pieces are
which, what was drawn by lot, what a roll was for, and who begins.

Each case plays a match with a fixed secret and replays its log.

tier: full
"""
import json
import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene
import terminal

SEATS = ["ann", "bob", "cyd", "dan"]


def played(at, game, seats, *words, absent=()):
    """Plays a match of bots that take the first legal move; returns its
    folder."""
    folder = at.folder()
    for name in SEATS[:seats]:
        if name in absent:
            scene.bot(folder, name, "#!/bin/sh\nread line\nexit 1\n")
        else:
            scene.entrant(folder, name)
    result = scene.play(folder, game, *words, *(
        f"./{name}" for name in SEATS[:seats]))
    assert result.code == 0, result
    return folder


def words(folder):
    result = scene.run(folder, "replay", "log.jsonl")
    assert result.code == 0, result
    return result.out.splitlines()


def told(folder):
    result = scene.run(folder, "replay", "log.jsonl", "--json")
    assert result.code == 0, result
    return [json.loads(line) for line in result.out.splitlines()]


def in_colour(folder):
    """What is written to a terminal."""
    code, text = terminal.shown(
        [scene.REFEREE, "replay", "log.jsonl"], folder,
        {key: value for key, value in os.environ.items() if key != "NO_COLOR"})
    assert code == 0, text
    return text


def missing(lines, text):
    return [f"no {line!r} in {text[:2000]!r}" for line in lines
            if line not in text]


def marks(at, game, rules, first, second):
    """Seats and marks in both rotations, and their colours."""
    folder = played(at, game, 2, "--rules", rules)
    lines = words(folder)
    places = [i for i, line in enumerate(lines)
              if line.startswith("Seats:")]
    wrong = []
    for (a, b), i in zip((("ann", "bob"), ("bob", "ann")), places):
        if lines[i:i + 2] != [f"Seats: 0  {a}  {first[0]}",
                              f"       1  {b}  {second[0]}"]:
            wrong.append(str(lines[i:i + 2]))
    if len(places) != 2:
        wrong.append(f"{len(places)} games")
    shown = in_colour(folder)
    return wrong + missing([
        f"Seats: 0  {ansi}ann\033[0m  {ansi}{mark}\033[0m\n"
        for mark, ansi in (first,)] + [
        f"       1  {ansi}bob\033[0m  {ansi}{mark}\033[0m\n"
        for mark, ansi in (second,)], shown)


def drawn(at):
    """Every placement by lot: who, where, and the board with the ball."""
    folder = played(at, "rolit", 3, "--rules", "size=6,opening_plies=5")
    lines, wrong, cells = words(folder), [], []
    for i, line in enumerate(lines):
        found = re.match(r" +\d+ +(\w+) places ([a-f])([1-6]), drawn by lot",
                         line)
        if not found:
            continue
        cells.append(found[2] + found[3])
        top = next(k for k in range(i, i + 5)
                   if lines[k].split() == list("abcdef"))
        ball = lines[top + int(found[3])].split()[1 + "abcdef".index(found[2])]
        game = "".join(line for line in lines[:i] if line[:5] == "Seats" or
                       re.match(r"       \d  ", line))
        if f"{found[1]}  {ball}," not in game[-60:]:
            wrong.append(f"{line}: {ball}, {game[-60:]}")
    events = [line for line in told(folder) if line["event"] == "roll"]
    texts = [line.get("text", "") for line in events]
    if len(cells) != 15 or [
            re.search("places (..), drawn by lot[.]", text)[1]
            for text in texts] != cells:
        wrong.append(f"{cells}: {texts}")
    return wrong


def suites(at):
    """A suite collects dice, and its end is not reported as a roll without
    score."""
    folder = played(at, "vollelotte", 2, "--rules",
                    "target=1500,max_turns=40", "--boards", "3")
    wrong, seen, card, text = [], set(), None, None
    for line in told(folder):
        event = line.get("e", {}).get("e")
        if event == "card":
            card = line["e"]["card"]
        if line["event"] == "roll":
            text = line.get("text")
        if line["event"] == "move":
            verb = "collects" if card == "suite" else "keeps"
            seen.add(verb)
            if line["text"].split()[0] != verb:
                wrong.append(f"{card}: {line}")
        if event == "null":
            due = "No new face." if card == "suite" else "Nothing scores."
            seen.add(due)
            if text != due:
                wrong.append(f"{card}: {text}")
    return wrong + ([] if len(seen) == 4 else [f"only {seen} happened"])


def the_throw(at):
    """A seat that is out may win the throw: the seat said to begin really
    does, and it is said once."""
    folder = played(at, "bolo5", 3, "--rules",
                    "start=roll,max_turns=1", "--boards", "12",
                    "--limit", "faults_max=100", absent=["bob"])
    wrong, winners, dice = [], set(), None
    lines = told(folder)
    for line, after in zip(lines, lines[1:]):
        if line["event"] == "game":
            seats = line["seats"]
        if line["event"] == "roll":
            dice = line["values"]
        if line.get("e", {}).get("e") != "start":
            continue
        name = SEATS[seats[line["e"]["seat"]]]
        if len(dice) == 3:
            winners.add(SEATS[seats[dice.index(max(dice))]])
        if line["text"] != f"The throw is decided: {name} begins." or \
                after["event"] != "roll" or \
                after["seat"] != line["e"]["seat"] or name == "bob":
            wrong.append(f"{dice} {line} {after}")
    begins = [line for line in words(folder) if "begins" in line]
    if "bob" not in winners:
        wrong.append(f"only {winners} won the throw")
    if len(begins) != 36:
        wrong.append(f"{len(begins)} of 36 games: {begins}")
    return wrong


def the_roller(at):
    """In teams the winner of the throw rolls first, and plays last."""
    folder = played(at, "blackpot", 4, "--rules",
                    "start=roll,pawns=2,stall_rounds=1")
    said = [line for line in words(folder) if "begins" in line or
            "first" in line]
    return [] if len(said) == 4 and all(
        re.search(r"\w+ throws highest and rolls first\.$", line)
        for line in said) else [str(said)]


CASES = {
    "marks of Rolit": lambda at: marks(
        at, "rolit", "size=4", ("R, red", "\033[1;97;41m"),
        ("G, green", "\033[1;97;42m")),
    "marks of Black-Pot": lambda at: marks(
        at, "blackpot", "pawns=2,stall_rounds=1", ("o", "\033[30;47m"),
        ("x", "\033[97;41m")),
    "placements drawn by lot": drawn,
    "suites of Volle Lotte": suites,
    "who begins by the throw": the_throw,
    "who rolls first by the throw": the_roller,
}

if __name__ == "__main__":
    sys.exit(scene.run_cases(CASES))

#!/usr/bin/env python3
"""early_end.py - until_error ends a tournament when all are in one pool, after
a whole cycle or round; and all tables agree when a test ends.

tier: full
"""
import csv
import io
import json
import re
import shutil
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene

sys.path.insert(0, f"{scene.SRC}/tests/independent")
import tournament   # noqa: E402


# Its first answer in each game is illegal.
WEAK = """#!/bin/sh
while read -r line
do
    case $line in
    *'"type":"hello"'*) echo '{"type":"ready"}' ;;
    *'"type":"turn"'*) echo '{"move":99}' ;;
    esac
done
"""


def play(at, form, entrants, jobs="2", **more):
    folder = at.folder()
    names = [f"bot{i}" for i in range(entrants)]
    for name in names:
        scene.entrant(folder, name, "threshold")
    scene.write(f"{folder}/cup.json", json.dumps({
        "name": "cup", "game": "pig", "rules": {"target": 10}, "format": form,
        "links": 16, "rotations": 1, "entrants": [{"name": name, "command": [f"./{name}"]}
                                  for name in names], **more}))
    return folder, scene.tournament(folder, "run", "cup.json", "-j", jobs,
                                    "--key-file", "key")


def ends_after(at, due, entrants, **form):
    """The tournament ends after so many matches, and both verifiers accept
    it."""
    folder, result = play(at, {"boards": 40, "until_error": 5000, **form},
                          entrants)
    ended = sum(line["t"] == "end" for line in scene.read_log(
        f"{folder}/cup/book.jsonl"))
    wrong = [] if result.code == 0 and ended == due else \
        [f"{ended} matches, expected {due}: {result}"]
    verified = scene.tournament(folder, "verify", "cup", "-j", "2")
    good, why = tournament.verify_folder(f"{folder}/cup")
    return wrong + ([] if verified.code == 0 and good else
                    [f"{verified} {why}"])


def tables_of(folder):
    """What the tables print, and the games that each of them counts."""
    shown = {words: scene.tournament(folder, *words.split(), "cup", "--csv")
             for words in ("standings", "crosstable", "ladder")}
    assert not any(one.code for one in shown.values()), shown
    rows = {words: list(csv.DictReader(io.StringIO(one.out)))
            for words, one in shown.items()}
    return shown, {
        "standings": sum(float(row["points"]) for row in rows["standings"]),
        "crosstable": int(rows["crosstable"][0]["games"]),
        "ladder": int(rows["ladder"][0]["games"])
    }, sum(int(row["faults"]) for row in rows["standings"])


def a_test_counts_up_to_its_stop(at):
    """One entrant loses every game by a fault and forfeits none; the test
    stops in the middle of a match, and with -j 6 the book has further
    matches."""
    folder = at.folder()
    scene.entrant(folder, "good", "threshold")
    scene.bot(folder, "weak", WEAK)
    scene.write(f"{folder}/cup.json", json.dumps({
        "name": "cup", "game": "pig", "rules": {"target": 10}, "links": 16,
        "limits": {"faults_max": 1000}, "format": {"type": "sprt", "model": "logistic", "elo1": 200,
                   "boards": 3, "boards_max": 60},
        "entrants": [{"name": name, "command": [f"./{name}"]}
                     for name in ("good", "weak")]}))
    made = scene.tournament(folder, "init", "cup.json", "--key-file", "key")
    assert made.code == 0, made
    found, wrong = [], []
    for jobs in ("1", "6"):
        here = at.folder()
        shutil.copytree(folder, here, dirs_exist_ok=True)
        run = scene.tournament(here, "run", "cup", "-j", jobs, "--key-file",
                               "key")
        book = scene.read_log(f"{here}/cup/book.jsonl")
        ends = [line for line in book if line["t"] == "end"]
        played = sum(len(end["ranks"]) for end in ends)
        shown, games, faults = tables_of(here)
        count = 2 * int(re.search(r"after (\d+) blocks", run.out)[1])
        due = sum((end["match"] - 1) * 6 + fault["game"] <= count
                  for end in ends for fault in end["faults"])
        if run.code != 0 or set(games.values()) != {count} or \
                played <= count or faults != due or due < 2:
            wrong.append(f"-j {jobs}: {count} games count, {played} played, "
                         f"{games}; {faults} faults of {due}: {run}")
        found.append((played, shown))
    if found[0][1] != found[1][1] or found[0][0] >= found[1][0]:
        wrong.append(f"-j 1 and 6 differ: {found}")
    return wrong


# Pairs of the first round have 30 blocks and small errors, in pools of two.
CASES = {
    "a round robin ends after a cycle": lambda at: ends_after(
        at, 6, 4, type="round_robin", matches=3),
    "of three seats, too": lambda at: ends_after(
        at, 4, 4, type="round_robin", seats=3, matches=2),
    "a gauntlet ends after a cycle": lambda at: ends_after(
        at, 6, 5, type="gauntlet", challengers=2, matches=2),
    "a test counts up to its stop": a_test_counts_up_to_its_stop,
    "swiss ends after a round that joins the pools": lambda at: ends_after(
        at, 4, 4, type="swiss", rounds=3),
}

if __name__ == "__main__":
    sys.exit(scene.run_cases(CASES))

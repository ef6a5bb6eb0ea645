#!/usr/bin/env python3
"""cups.py - when a tournament ends, and who sits where.

until_error ends a tournament when all are in one pool, after a whole cycle or
round; a test counts up to its stop in all tables; seats are balanced from
round to round, or it is said that they are not.

tier: full
"""
import collections
import csv
import glob
import io
import os
import re
import shutil

import scene
import tournament

KEY = "--key-file", "key"


def make(folder, names, form, path="cup.json", program="threshold", **more):
    for name in names:
        scene.entrant(folder, name, program)
    scene.cup(folder, names, path, **{
        "rules": {"target": 10}, "links": 32, "rotations": 1, "format": form,
        **more})


def play(folder, *words):
    return scene.expect(scene.tournament(folder, "run", "cup.json", *words,
                                         *KEY)).out


def check(folder):
    scene.expect(scene.tournament(folder, "verify", "cup"))
    good, why = tournament.verify_folder(f"{folder}/cup")
    assert good, why


def ends(folder):
    return [line for line in scene.read_log(f"{folder}/cup/book.jsonl")
            if line["t"] == "end"]


# Pairs of the first round have 30 blocks and small errors, in pools of two.
@scene.each([
    (6, 4, {"type": "round_robin", "matches": 3}),
    (4, 4, {"type": "round_robin", "seats": 3, "matches": 2}),
    (6, 5, {"type": "gauntlet", "challengers": 2, "matches": 2}),
    (4, 4, {"type": "swiss", "rounds": 3})])
def test_until_error(folder, due, entrants, form):
    make(folder, [f"bot{n}" for n in range(entrants)],
         {"boards": 40, "until_error": 5000, **form})
    play(folder)
    assert len(ends(folder)) == due
    check(folder)


def tables_of(folder):
    """What the tables print, the games that each counts, and faults."""
    shown = [scene.expect(scene.tournament(folder, words, "cup", "--csv")).out
             for words in ("standings", "crosstable", "ladder")]
    standings, crosstable, ladder = (
        list(csv.DictReader(io.StringIO(one))) for one in shown)
    return shown, {
        sum(float(row["points"]) for row in standings),
        int(crosstable[0]["games"]), int(ladder[0]["games"])}, \
        sum(int(row["faults"]) for row in standings)


def test_a_test_counts_up_to_its_stop(folder):
    """One entrant loses every game by a fault and forfeits none; the test
    stops in the middle of a match, and with -j 6 the book has further
    matches."""
    make(folder, ["good", "weak"], {
        "type": "sprt", "model": "logistic", "elo1": 200, "boards": 3,
        "boards_max": 60}, limits={"faults_max": 1000}, rotations=2)
    scene.bot(folder, "weak", """#!/bin/sh
while read -r line
do
    case $line in
    *'"type":"hello"'*) echo '{"type":"ready"}' ;;
    *'"type":"turn"'*) echo '{"move":99}' ;;
    esac
done
""")
    scene.expect(scene.tournament(folder, "init", "cup.json", *KEY))
    found = []
    for jobs in ("1", "6"):
        shutil.copytree(f"{folder}/cup", f"{folder}/made{jobs}")
        out = play(folder, "-j", jobs)
        played = sum(len(end["ranks"]) for end in ends(folder))
        shown, games, faults = tables_of(folder)
        count = 2 * int(re.search(r"after (\d+) blocks", out)[1])
        due = sum((end["match"] - 1) * 6 + fault["game"] <= count
                  for end in ends(folder) for fault in end["faults"])
        assert games == {count} and played > count, (games, count, played)
        assert faults == due >= 2, (faults, due)
        found.append((played, shown))
        shutil.rmtree(f"{folder}/cup")
        shutil.move(f"{folder}/made{jobs}", f"{folder}/cup")
    assert found[0][1] == found[1][1] and found[0][0] < found[1][0], found


# ### seats


@scene.each([2, 3])
def test_seats_stay_balanced_from_round_to_round(folder, seats):
    names = ["ann", "bob", "cyd", "dan", "eve"]
    os.mkdir(f"{folder}/league")
    make(folder, names, {"type": "league", "boards": 2, "seats": seats},
         "league/league.json", base="..")
    scene.expect(scene.tournament(folder, "league", "league", "--rounds", "6",
                                  *KEY))
    scene.expect(scene.tournament(folder, "verify", "league"))
    sat = collections.Counter()
    for book in glob.glob(f"{folder}/league/round-*/book.jsonl"):
        for line in scene.read_log(book):
            if line["t"] == "start":
                sat.update((who, seat) for seat, who in
                           enumerate(line["entrants"]))
    for who in range(len(names)):
        had = [sat[who, seat] for seat in range(seats)]
        assert sum(had) >= 12 and max(had) - min(had) <= 3, (who, had)


scene.main()

#!/usr/bin/env python3
"""league_tamper.py - rounds of a league that are edited, missing, or against
its rules; `tournament verify` of the league has to report it.

tier: full
"""
import json
import re
import shutil

import scene
import wasm
from signing import OTHER_KEY


def as_round(folder, number, key="key", turn=True):
    """Makes a round by hand, with reversed pairings if `turn`."""
    home = f"{folder}/league"
    with open(f"{home}/round-{number:03}.json", encoding="utf-8") as file:
        form = json.load(file)
    if turn:
        form["format"]["pairs"].reverse()
    scene.write(f"{home}/hand.json", json.dumps(form))
    shutil.rmtree(f"{home}/round-{number:03}")
    scene.expect(scene.tournament(
        folder, "run", "league/hand.json", "-o",
        f"league/round-{number:03}", "--key-file", key))


def edited(folder, home):
    scene.write(f"{home}/round-002/book.jsonl", scene.content(
        home, "round-002/book.jsonl").replace(
            b'"ranks":[[1,2]', b'"ranks":[[2,1]', 1).replace(
                b'"salt":"', b'"salt":"0', 1))


def opened(folder, home):
    book = scene.content(home, "round-003/book.jsonl").splitlines()
    scene.write(f"{home}/round-003/book.jsonl", b"\n".join(book[:-1]) + b"\n")


def stranger(folder, home):
    scene.write(f"{folder}/key2", OTHER_KEY + "\n", 0o600)
    as_round(folder, 3, "key2", False)


def of_another_format(folder, home):
    shutil.rmtree(f"{home}/round-003")
    shutil.copytree(f"{scene.SRC}/tests/golden/robin", f"{home}/round-003")


def without(*rounds):
    return lambda folder, home: [shutil.rmtree(f"{home}/round-{number:03}")
                                 for number in rounds]


# What it is, what is done, the exit code, and what is printed.
CASES = [
    ("three rounds", lambda folder, home: None, 0,
     'a league of 3 verified rounds|"tournaments":'),
    ("the last is being played", opened, 0,
     r'not proved: round 3, which|"tournaments":'),
    ("no second round", without(2), 1, "round-002 is missing"),
    ("an edited round", edited, 1, r"round-002/book\.jsonl:1"),
    ("pairings of his own", lambda folder, home: as_round(folder, 3), 1,
     r"round-003/manifest\.json: format\.pairs\[0\]"),
    ("another operator", stranger, 1,
     r"round-003/manifest\.json: operator\.key"),
    ("a round of another format", of_another_format, 1,
     r"format\.type: expected \\?\"league"),
    ("no round at all", without(1, 2, 3), 2, "no round of this league"),
]


@scene.each(CASES)
def test_league(folder, _, change, code, says):
    change(folder, f"{folder}/league")
    for words in ((), ("--json",)):
        result = scene.tournament(folder, "verify", "league", *words)
        assert re.search(says, result.out + result.err), result
        assert result.code == code, result
        assert not wasm.differs(folder, result, "verify", "league", *words,
                                program=scene.TOURNAMENT)


scene.main("league", "bots")

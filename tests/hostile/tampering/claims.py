#!/usr/bin/env python3
"""claims.py - what a log merely claims is no proof: a level, a person, that it
was spoilt.  tests/cases/verdicts.txt has tournaments and whose keys are known.

tier: quick
"""
import hashlib
import json
import os
import re

import scene
from book_edits import with_void
from signing import log_signed


def changed(**changes):
    """The golden log with another entrant in its first line, signed again."""
    with open(f"{scene.SRC}/tests/golden/pig-2.jsonl", "rb") as file:
        lines = file.read().splitlines()
    header = json.loads(lines[0])
    header["entrants"][0].update(changes)
    lines[0] = json.dumps(header, separators=(",", ":")).encode()
    return log_signed(lines[:-1])


@scene.each([
    ("none", 0, "not proved: sandbox none for banks-0: it could have read the "
     "secret, passed on duplicate dice and answered for a rival "
     "(docs/hosting.md)\n"),
    ("strict", 0, "not proved: sandbox strict for banks-0 by its own setting "
     "(docs/hosting.md)\n"),
    ("limits", 1, "entrants[0].sandbox: limits is the level of all")])
def test_a_level_of_one(folder, level, code, says):
    scene.write(f"{folder}/log.jsonl", changed(sandbox=level))
    result = scene.run(folder, "verify", "log.jsonl")
    assert result.code == code and says in result.out, result
    assert scene.verify.verify(f"{folder}/log.jsonl")[0] == (code == 0)


def test_a_person(folder):
    scene.write(f"{folder}/log.jsonl", changed(
        bot="00" * 32, command=hashlib.sha256(b"[]").hexdigest()))
    told = scene.run(folder, "replay", "log.jsonl").out.splitlines()
    assert "banks-0: played by a person." in told[:4], told[:4]
    first = scene.run(folder, "replay", "log.jsonl", "--json").out
    assert json.loads(first.splitlines()[0])["people"] == [0], first[:300]
    scene.expect(scene.run(folder, "verify", "log.jsonl"), 0,
                 "\n  told: banks-0: played by a person, whose moves no rerun "
                 "can repeat\n")


@scene.each([
    ("rolls-1", 1, r":40: the log says .*\"bank\".*, now it is .*\"roll\""),
    ("banks-2", 0, "abandoned games: 2, the same as far as they go; ")])
def test_an_abandoned_move(folder, seat, code, says):
    """A rerun compares what was cut off with what the bots do now."""
    log = scene.content(
        f"{scene.SRC}/tests/golden", "pig-4-resumed.jsonl").splitlines()
    log[39] = log[39].replace(b"roll", b"bank")
    scene.write(f"{folder}/log.jsonl", log_signed(log[:-1]))
    scene.expect(scene.run(
        folder, "rerun", "log.jsonl", "--seat", seat, "--moved", "--",
        f"{scene.SRC}/tests/golden/bots/bot", "01"[seat == "banks-2"]),
        code, says)


def reversed_ranks(line):
    """The ranks of two players exchanged, if this is the end of a game."""
    return re.sub(rb'("ranks":)\[([12]),([12])\]', rb"\1[\3,\2]", line)


@scene.each([
    (lambda log: log[:-3], 1, r"void1\.jsonl: nothing in it is damaged, and 3 "
     "of 4 games are finished: a match that can be resumed cannot be void"),
    (lambda log: [b"?"] + log[1:-2], 1, r"all games \(4\) are finished"),
    (lambda log: [b"?"] + [reversed_ranks(line) for line in log[1:-3]], 0,
     r"1: match 1 \(3 of 4 games can be read as finished, [1-3] of them with "
     "another result"),
    (lambda log: [b"?"] + [line for line in log[1:-2] if b"over" not in line],
     0, r"1: match 1 \(0 of 4 games can be read as finished\)"),
    (lambda log: [b"?"], 0, r"1: match 1 \(its log cannot be read: nobody ")])
def test_a_void_match(folder, spoil, code, says):
    home = f"{scene.SRC}/tests/golden/robin"
    files = {name: scene.content(home, name) for name in os.listdir(home)}
    log = files["match-000001.jsonl"].splitlines()
    os.mkdir(f"{folder}/cup")
    for name, content in with_void(
            files, b"\n".join(spoil(log)) + b"\n").items():
        scene.write(f"{folder}/cup/{name}", content)
    scene.expect(scene.tournament(folder, "verify", "cup"), code, says)


scene.main("bots")

#!/usr/bin/env python3
"""shards.py - many processes play a tournament; started twice, stopped, killed
or half committed they lose nothing and end with the same bytes.
tests/cases/shards.txt has what is said and refused.

tier: quick
"""
import hashlib
import json
import os
import shutil
import signal

import scene
import sharding
from sharding import CUP, check, copy, due, gather, prepare, shard, start

# One match, whose bots wait at a gate.
GATED = {**CUP, "rules": {"target": 10},
         "format": {"type": "round_robin", "boards": 1}}
BOTS = "ada", "bob"


def test_the_same_bytes_and_tables(folder):
    prepare(folder, {**CUP, "format": {"type": "swiss", "rounds": 3}}, 5)
    one, many = copy(folder, "one"), copy(folder, "many")
    scene.expect(scene.tournament(folder, "run", "cup", *sharding.KEY))
    sharding.play(one, [1] * 9, jobs=2)
    sharding.play(many, [3, 5, 2, 3])
    for command in "results", "standings", "crosstable", "ladder":
        tables = {scene.expect(scene.tournament(
            place, command, "cup", "--csv")).out
            for place in (folder, one, many)}
        assert len(tables) == 1, tables
    check(one)
    check(many)
    sharding.check_same(one, many)


def gated(folder):
    prepare(folder, GATED, 2, lambda folder, name: scene.bot(
        folder, name, scene.WAITS + name))
    os.chmod(folder, 0o777)
    for name in BOTS:
        scene.write(f"{folder}/{name}.gate", "")


def open_gates(folder):
    for name in BOTS:
        os.unlink(f"{folder}/{name}.gate")


def until_here(folder, processes):
    """Waits until each process plays: its log in its own folder has a line."""
    def play_all():
        begun = [place for place in sharding.places(folder) if b'"t":"draw"'
                 in scene.content(f"{folder}/t/{place}",
                                  "match-000001.jsonl")]
        return len(begun) >= len(processes) or \
            any(process.poll() is not None for process in processes)
    os.makedirs(f"{folder}/t", exist_ok=True)
    assert scene.wait_until(play_all)
    assert not [process for process in processes
                if process.poll() is not None]


def test_started_twice_at_once(folder):
    """Two processes play the same match: one result is committed."""
    gated(folder)
    both = [start(folder, 0, 1, "--no-pin") for _ in range(2)]
    until_here(folder, both)
    open_gates(folder)
    ends = [scene.expect(scene.finish(process)) for process in both]
    assert sum("is discarded" in end.out for end in ends) == 1, ends
    gather(folder)
    check(folder)


def test_killed(folder):
    """A shard that dies leaves nothing in the tournament's folder."""
    gated(folder)
    process = start(folder, 0, 1)
    until_here(folder, [process])
    process.kill()
    scene.finish(process)
    assert not scene.gone_in_the_end(folder)
    open_gates(folder)
    assert not [name for _, _, names in os.walk(f"{folder}/cup/matches")
                for name in names]
    gather(folder, 1)
    shutil.rmtree(f"{folder}/t")
    shard(folder, 0, 4)
    assert due(folder) == [1]
    shard(folder, 1, 4)
    gather(folder)
    check(folder)


def test_stopped(folder):
    """Ctrl-C ends it, and it says how to continue."""
    gated(folder)
    process = start(folder, 0, 1)
    until_here(folder, [process])
    for number in signal.SIGINT, signal.SIGTERM, signal.SIGINT:
        process.send_signal(number)
    open_gates(folder)
    scene.expect(scene.finish(process), 2, err="stopped; committed matches are "
                 "kept; run it again to finish")
    assert not sharding.places(folder)


@scene.each(["gather", "shard"])
def test_half_committed(folder, command):
    """The result has its final name but the log does not: either command
    completes the commit."""
    prepare(folder, CUP, 2)
    shard(folder, 0, 1)
    place = f"{folder}/cup/matches/0000"
    told = json.loads(scene.content(place, "match-000001.result.json"))
    os.rename(f"{place}/match-000001.jsonl",
              f"{place}/{told['temporary']}.log.tmp")
    if command == "shard":
        assert "match 1:" not in shard(folder, 0, 1).out
        assert os.path.exists(f"{place}/match-000001.jsonl")
    gather(folder)
    check(folder)


def test_a_gather_that_was_killed(folder):
    """The book is any beginning of what it would have been."""
    prepare(folder, CUP, 3)
    shard(folder, 0, 1)
    ended = copy(folder, "ended")
    gather(ended)
    book = scene.content(ended, "cup/book.jsonl")
    lines = book.splitlines(True)
    for count, line in enumerate(lines):
        size = sum(map(len, lines[:count]))
        for cut in {size, size + len(line) // 2, size + len(line) - 1}:
            other = copy(folder, str(cut))
            scene.write(f"{other}/cup/book.jsonl", book[:cut])
            gather(other)
            sharding.check_same(other, ended)
    shutil.copy(f"{ended}/cup/book.jsonl", f"{folder}/cup/book.jsonl")
    gather(folder)
    sharding.check_same(folder, ended)
    check(ended)


@scene.each(["ranks", "faults", "log"])
def test_a_result_that_is_not_of_its_log(folder, key):
    """Nothing is signed, and the secret stays."""
    prepare(folder, CUP, 2)
    shard(folder, 0, 1)
    path = "cup/matches/0000/match-000001.result.json"
    told = json.loads(scene.content(folder, path))
    honest = dict(told)
    told[key] = {"ranks": [row[::-1] for row in told["ranks"]],
                 "faults": [{"game": 1, "entrant": 0, "fault": "gone"}],
                 "log": "00" * 32}[key]
    for said, code in (told, 2), (honest, 0):
        del said["sum"]
        text = json.dumps(said, separators=(",", ":"))[:-1]
        scene.write(f"{folder}/{path}", f'{text},"sum":"' + hashlib.sha256(
            text.encode()).hexdigest() + '"}\n')
        gather(folder, code)
        assert os.path.exists(f"{folder}/cup/secret") == (code == 2)
        assert b'"end"' not in scene.content(folder, "cup/book.jsonl") or \
            code == 0
    check(folder)


scene.main()

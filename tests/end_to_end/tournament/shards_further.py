#!/usr/bin/env python3
"""shards_further.py - many processes play teams, leagues, tests without luck,
tournaments with a beacon and more than 1,000 matches; a full disk and a killed
gather lose nothing.

tier: full, root
"""
import csv
import io
import itertools
import json
import os
import random
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import luck
import scene
import shards
from shards import CUP, gather, play, prepare, same, shard, whole

INSIDE = "inside"       # in a mount namespace with its own disks
DISK_BLOCKS = 20        # of 4 kB; a log has about ten, more if bots are slow


def teams(at):
    made = prepare(at, {**CUP, "game": "blackpot", "rules": {},
                        "format": {"type": "round_robin", "seats": 4,
                                   "boards": 1}})
    return shards.same_every_way(at, made, dict, twice=False)


def three_seats(at):
    made = prepare(at, {**CUP, "format": {"type": "swiss", "seats": 3,
                                          "rounds": 2, "boards": 1}}, 5)
    return shards.same_every_way(at, made, dict, twice=False)


# ### leagues

def run(folder, *words):
    result = scene.tournament(folder, *words)
    assert result.code == 0, (words, result)
    return result.out


def games(folder):
    """The games in the order of matches, not of time."""
    table = run(folder, "games", "league/round-001")
    return sorted(csv.reader(io.StringIO(table)))


def play_round(folder, name):
    """Plays a round of a league, which is called cup while shards play it."""
    os.rename(f"{folder}/league/{name}", f"{folder}/cup")
    wrong = play(folder, itertools.repeat(2, 9), random.Random(1))
    os.rename(f"{folder}/cup", f"{folder}/league/{name}")
    return wrong


def league(at):
    """A round is made, played in shards and counted like any other."""
    folder = prepare(at)
    os.mkdir(f"{folder}/league")
    with open(f"{folder}/cup.json", encoding="utf-8") as file:
        cup = json.load(file)
    scene.write(f"{folder}/league/league.json", json.dumps({
        **cup, "base": "..", "format": {"type": "league", "boards": 2}}))
    shutil.rmtree(f"{folder}/cup")
    make = "league", "league", "--make", "--key-file", "key"
    wrong = []
    for _ in range(2):
        if run(folder, *make) != "league/round-001\n":
            wrong.append("not round 1")
    plain = at.folder()
    shutil.copytree(folder, plain, dirs_exist_ok=True)
    wrong += play_round(folder, "round-001")
    run(plain, "league", "league", "--key-file", "key")
    if games(folder) != games(plain):
        wrong.append(f"round 1: {games(folder)} {games(plain)}")
    for place in folder, plain:
        if run(place, *make) != "league/round-002\n":
            wrong.append("not round 2")
    one, two = (scene.content(f"{place}/league", "round-002.json")
                for place in (folder, plain))
    if one != two:
        wrong.append(f"other pairings: {one} {two}")
    os.mkdir(f"{folder}/league/round-002/matches")
    wrong += scene.one_sentence(
        scene.tournament(folder, *make[:2], *make[3:]),
        "league/round-002 is played in shards: tournament gather "
        "league/round-002 says what is due")
    wrong += play_round(folder, "round-002")
    verdict = scene.tournament(folder, "verify", "league")
    return wrong + [repr(verdict)] * (verdict.code != 0)


# ### packed logs

def packed(at):
    """Logs are packed in place; playing or gathering again changes nothing."""
    folder = prepare(at)
    wrong = play(folder, [2, 2], random.Random(1))
    before = shards.tables(folder)
    told = run(folder, "pack", "cup")
    matches = f"{folder}/cup/matches/0000"
    logs = sorted(name for name in os.listdir(matches)
                  if not name.endswith(".result.json"))
    if logs != [f"match-{number:06}.pack" for number in range(1, 7)]:
        wrong.append(f"{told}: {logs}")
    packs = [scene.content(matches, name) for name in logs]
    for end in shard(folder, 0, 2), gather(folder), scene.tournament(
            folder, "run", "cup", "--key-file", "key"):
        if end.code != 0:
            wrong.append(repr(end))
    if [scene.content(matches, name) for name in logs] != packs or \
            logs != sorted(name for name in os.listdir(matches)
                           if not name.endswith(".result.json")):
        wrong.append("a pack has changed")
    if shards.tables(folder) != before:
        wrong.append(f"{shards.tables(folder)} instead of {before}")
    run(folder, "verify", "cup")
    for source, target, says in (
            (f"{matches}/{logs[0]}", f"{folder}/cup/{logs[0]}",
             f"cup/{logs[0]}: the book names no such log"),
            (f"{matches}/{logs[0]}", f"{matches}/../{logs[0]}",
             f"{logs[0]}: the book names no such log"),
            (f"{matches}/{logs[0]}", f"{matches}/match-000009.pack",
             "match-000009.pack: the book names no such log"),
            (f"{matches}/{logs[0]}", f"{matches}/match-000001.void1.pack",
             "match-000001.void1.pack: the book names no such log"),
            (f"{matches}/{logs[0]}", f"{matches}/{logs[1]}",
             f"{logs[1]} is not the log that cup/book.jsonl:"),
            (scene.write(f"{folder}/cut", packs[2][:-1]),
             f"{matches}/{logs[2]}",
             f"{logs[2]}: the packed log was changed")):
        kept = scene.content(*os.path.split(target))
        shutil.copy(source, target)
        verdict = scene.tournament(folder, "verify", "cup")
        if verdict.code != 1 or says not in verdict.out:
            wrong.append(f"{says!r} is not in {verdict}")
        if kept:
            scene.write(target, kept)
        else:
            os.unlink(target)
    return wrong


# ### a beacon

def beacon(at):
    """The beacon must open the tournament first."""
    folder = prepare(at, {**CUP, "beacon": {"source": "drand", "round": 7}})
    wrong = []
    for end in shard(folder, 0, 1), gather(folder):
        wrong += scene.one_sentence(
            end, "cup waits for its beacon: tournament open cup")
    if os.path.exists(f"{folder}/cup/matches"):
        wrong.append("it began to play")
    run(folder, "open", "cup", "--beacon", "be" * 32)
    wrong += play(folder, [2, 2], random.Random(1))
    return wrong + whole(folder)


# ### a test without luck

def without_luck(at):
    """The test stops where a plain run does, and has the luck of the same
    games."""
    made = luck.prepare(at, words=("20", "12"), rotations=2, format={
        "type": "sprt", "elo0": 0, "elo1": 8, "boards": 2,
        "boards_max": 800})
    run(made, "init", "cup.json", "--key-file", "key")
    plain, one, many = (shards.copy(at, made) for _ in range(3))
    for folder in plain, one, many:
        shutil.copy(f"{made}/hold", f"{folder}/hold")
    run(plain, "run", "cup", "-j", "2", "--key-file", "key")
    wrong = play(one, itertools.repeat(1, 40), random.Random(1), jobs=2)
    wrong += play(many, itertools.repeat(3, 40), random.Random(2))
    wrong += whole(one, twice=False) + whole(many, twice=False)
    wrong += same(one, many)
    for name in luck.FILES:
        if scene.content(one, f"cup/{name}") != \
                scene.content(many, f"cup/{name}"):
            wrong.append(f"{name} differs")
    matches = scene.content(one, "cup/book.jsonl").count(b'"end"')
    if matches % 16 or not 0 < matches < 400:
        wrong.append(f"it ends with {matches} matches")
    ends = {run(folder, "standings", "cup") for folder in (plain, one, many)}
    return wrong + [f"not one end: {ends}"] * (len(ends) != 1)


# ### a gather that was killed

def killed_gather(at):
    """The book is any beginning of what it would have been."""
    made = prepare(at, entrants=3)
    result = shard(made, 0, 1)
    wrong = [] if result.code == 0 else [repr(result)]
    ended = shards.copy(at, made)
    if gather(ended).code != 0:
        wrong.append(f"gather: {gather(ended)}")
    book = scene.content(ended, "cup/book.jsonl")
    lines = book.splitlines(True)
    for count in range(len(lines)):
        size = len(b"".join(lines[:count]))
        for cut in size, size + len(lines[count]) // 2, \
                size + len(lines[count]) - 1:
            folder = shards.copy(at, made)
            scene.write(f"{folder}/cup/book.jsonl", book[:cut])
            again = gather(folder)
            if again.code != 0:
                wrong.append(f"after {cut} bytes: {again}")
            wrong += same(folder, ended)
            shutil.rmtree(folder)
    shutil.copy(f"{ended}/cup/book.jsonl", f"{made}/cup/book.jsonl")
    if gather(made).code != 0:
        wrong.append(f"without its note: {gather(made)}")
    return wrong + same(made, ended) + whole(ended)


# ### many matches

def thousand(at):
    """Folders have 1,000 matches each; with ROLLCALL_LONG_TESTS all 1,100 are
    played."""
    folder = prepare(at, {**CUP, "rules": {"target": 10}, "format": {
        "type": "round_robin", "boards": 1, "matches": 1100}}, 2)
    wrong = []
    for number in 999, 1000:
        result = shard(folder, number, 10000)
        wrong += [] if result.code == 0 else [repr(result)]
    names = sorted(
        f"{os.path.basename(place)}/{name}" for place, _, found
        in os.walk(f"{folder}/cup/matches") for name in found)
    if names != [f"{number // 1000:04}/match-{number:06}.{ending}"
                 for number in (999, 1000)
                 for ending in ("jsonl", "result.json")]:
        wrong.append(f"{names}")
    told = scene.tournament(folder, "gather", "cup", "--due", "--as", "slurm")
    if told.out != "1-998,1001-1100\n":
        wrong.append(repr(told))
    of = scene.tournament(folder, "gather", "cup", "--due", "--as", "slurm",
                          "--of", "4")
    if of.out != "0-3\n":
        wrong.append(repr(of))
    if scene.LONG:
        wrong += play(folder, [4, 4], random.Random(1), jobs=2)
        wrong += whole(folder)
    return wrong


# ### a full disk

def full_disk(at):
    """The folder's disk is full after any number of blocks: there is one
    sentence and no incomplete file, and it continues when there is room."""
    made = prepare(at, entrants=2)
    reference = shards.copy(at, made)
    wrong = play(reference, [1, 1], random.Random(1))
    refused = 0
    for blocks in range(DISK_BLOCKS):
        folder = at.folder()
        os.mkdir(f"{folder}/cup")
        os.makedirs(f"{folder}/t")
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "none",
                        f"{folder}/cup"], check=True)
        try:
            shutil.copytree(f"{made}/cup", f"{folder}/cup",
                            dirs_exist_ok=True)
            wrong += fill(f"{folder}/cup/filler", blocks)
            end = shard(folder, 0, 1)
            if end.code != 0:
                refused += 1
                wrong += scene.one_sentence(
                    end, "cannot .*No space left on device")
            wrong += [f"{blocks} blocks: {name} is there" for name in
                      named(folder) if end.code != 0]
            if shards.places(folder):
                wrong.append("the shard's own folder is left")
            os.unlink(f"{folder}/cup/filler")
            wrong += play(folder, [1, 1], random.Random(1))
            wrong += same(folder, reference) + whole(folder)
        finally:
            subprocess.run(["umount", f"{folder}/cup"], check=True)
    return wrong + [f"{refused} of {DISK_BLOCKS} were refused"] * (
        not 0 < refused < DISK_BLOCKS)


def named(folder):
    return [name for _, _, names in os.walk(f"{folder}/cup/matches")
            for name in names if name.endswith(".result.json")]


def fill(path, left):
    """Fills the disk, except for so many blocks of 4 kB."""
    with open(path, "wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass
        size = os.path.getsize(path) // 4096 * 4096
        file.truncate(size - left * 4096)
    free = os.statvfs(path).f_bavail
    return [] if free == left else [f"{free} blocks are free, not {left}"]


def own_disks(at):
    del at
    result = subprocess.run(
        ["unshare", "--mount", "--propagation", "private", sys.executable,
         __file__, INSIDE], capture_output=True, text=True, check=False)
    return [] if result.returncode == 0 else [result.stdout + result.stderr]


CASES = {
    "teams": teams, "three seats": three_seats, "league": league,
    "packed": packed, "beacon": beacon, "a test without luck": without_luck,
    "killed gather": killed_gather, "more than 1,000 matches": thousand,
}


def main():
    if sys.argv[1:] == [INSIDE]:
        del sys.argv[1:]
        return scene.run_cases({"full disk": full_disk})
    cases = dict(CASES)
    if scene.ROOT:
        cases["full disk"] = own_disks
    else:
        print("not tried: a full disk, which root has to mount")
    return scene.run_cases(cases, workers=3)


if __name__ == "__main__":
    sys.exit(main())

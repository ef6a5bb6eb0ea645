#!/usr/bin/env python3
"""shards_whole.py - tournaments of every kind end with the same bytes however
many shards there are; and the disk is full at any block.

tier: full, root full_disk
"""
import csv
import io
import json
import os
import shutil
import subprocess
import sys

import scene
import sharding
from sharding import CUP, KEY, check, copy, prepare

INSIDE = "inside"       # in a mount namespace with its own disks
# The free blocks of 4 kB; a log has about ten, more if bots are slow.
DISK_BLOCKS = 0, 1, 2, 3, 5, 8, 11, 20
TABLES = "results", "standings", "crosstable", "ladder"


@scene.each([
    ({"type": "round_robin", "boards": 4, "matches": 9, "until_error": 400},
     3),
    ({"type": "double_knockout", "boards": 2}, 3),
    ({"type": "stages", "stages": [
        {"format": {"type": "round_robin", "matches": 2}, "pools": 2,
         "go_on": 3}, {"format": {"type": "knockout", "boards": 3}}]}, 5),
    ({"type": "sprt", "boards": 4, "boards_max": 200, "elo0": "0",
      "elo1": "100"}, 2),
    ({"type": "sprt", "boards": 2, "boards_max": 200, "elo1": "100"}, 2,
     "luck.json"),
    ({"type": "swiss", "seats": 3, "rounds": 2, "boards": 1}, 5)])
def test_the_same_bytes(folder, form, entrants, luck=None):
    """For any N and -j; and the tables are those of a plain run.  Without luck
    a test stops elsewhere."""
    scene.write(f"{folder}/luck.json", json.dumps({
        "v": 1, "game": "pig", "rules": {
            "illegal_retries": 0, "ranking": "winner", "target": 30,
            "max_turns": 200}, "seats": 2, "f": "table", "numbers": [],
        "table": None, "beta": "1", "from": "the tests"}))
    prepare(folder, {**CUP, "format": form,
                     **({"luck": luck} if luck else {})}, entrants)
    one, many = copy(folder, "one"), copy(folder, "many")
    scene.expect(scene.tournament(folder, "run", "cup", "-j", "2", *KEY),
                 err="" if luck else None)
    sharding.play(one, [1] * 40, jobs=2)
    sharding.play(many, [3, 5, 2] * 20)
    for command in TABLES:
        # After a test's stop a plain run has further matches.
        if form["type"] == "sprt" and command == "results":
            continue
        tables = {scene.expect(scene.tournament(
            place, command, "cup", "--csv"), err="" if luck else None).out
            for place in (folder, one, many)}
        assert len(tables) == 1, tables
    for place in one, many:
        check(place, form.get("seats", 2) == 2 and not luck)
    sharding.check_same(one, many)
    for name in ("luck.csv", "ladder-luck.csv") if luck else ():
        assert scene.content(one, f"cup/{name}") == \
            scene.content(many, f"cup/{name}") != b"", name
    matches = scene.content(one, "cup/book.jsonl").count(b'"end"')
    assert "until_error" not in form or 0 < matches < 27, matches


def test_a_league(folder):
    """A round is made, played in shards and counted like any other."""
    def run(place, *words):
        return scene.expect(scene.tournament(place, *words)).out

    def games(place):
        return sorted(csv.reader(io.StringIO(
            run(place, "games", "league/round-001"))))

    def play_round(name):
        """A round is called cup while shards play it."""
        place = f"{folder}/league"
        os.rename(f"{place}/{name}", f"{place}/cup")
        shutil.copy(f"{folder}/key", place)
        sharding.play(place, [2] * 9)
        os.unlink(f"{place}/key")
        os.rename(f"{place}/cup", f"{place}/{name}")

    prepare(folder, CUP, 4)
    shutil.rmtree(f"{folder}/cup")
    cup = json.loads(scene.content(folder, "cup.json"))
    os.mkdir(f"{folder}/league")
    scene.write(f"{folder}/league/league.json", json.dumps({
        **cup, "base": folder, "format": {"type": "league", "boards": 2}}))
    make = "league", "league", "--make", *KEY
    for _ in range(2):
        assert run(folder, *make) == "league/round-001\n"
    plain = f"{folder}/plain"
    shutil.copytree(f"{folder}/league", f"{plain}/league")
    shutil.copy(f"{folder}/key", plain)
    sharding.link_bots(folder, plain)
    play_round("round-001")
    run(plain, "league", "league", *KEY)
    assert games(folder) == games(plain)
    for place in folder, plain:
        assert run(place, *make) == "league/round-002\n"
    assert scene.content(folder, "league/round-002.json") == \
        scene.content(plain, "league/round-002.json")
    os.mkdir(f"{folder}/league/round-002/matches")
    scene.expect(scene.tournament(folder, "league", "league", *KEY), 2,
                 err="league/round-002 is played in shards: tournament gather "
                 "league/round-002 says what is due")
    play_round("round-002")
    run(folder, "verify", "league")


# ### a full disk

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
    assert os.statvfs(path).f_bavail == left


def full_disk(folder):
    """The folder's disk is full after some blocks: there is one
    sentence and no incomplete file, and it continues when there is room."""
    prepare(folder, CUP, 2)
    reference, refused = copy(folder, "reference"), 0
    sharding.play(reference, [1, 1])
    for blocks in DISK_BLOCKS:
        other = f"{folder}/{blocks}"
        os.makedirs(f"{other}/cup")
        shutil.copy(f"{folder}/key", other)
        sharding.link_bots(folder, other)
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "none",
                        f"{other}/cup"], check=True)
        shutil.copytree(f"{folder}/cup", f"{other}/cup", dirs_exist_ok=True)
        fill(f"{other}/cup/filler", blocks)
        end = scene.finish(sharding.start(other, 0, 1))
        if end.code != 0:
            refused += 1
            scene.expect(end, 2, err="cannot .*No space left on device")
            assert not [name for _, _, names in os.walk(f"{other}/cup")
                        for name in names if name.endswith(".result.json")]
        assert not sharding.places(other)
        os.unlink(f"{other}/cup/filler")
        sharding.play(other, [1, 1])
        sharding.check_same(other, reference)
        check(other)
        subprocess.run(["umount", f"{other}/cup"], check=True)
    assert 0 < refused < len(DISK_BLOCKS), refused


def test_a_full_disk(_folder):
    if not scene.ROOT:
        raise scene.Skip("only root can mount a disk")
    done = subprocess.run(
        ["unshare", "--mount", "--propagation", "private", sys.executable,
         __file__, INSIDE], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


if sys.argv[1:] == [INSIDE]:
    with scene.Scene() as at:
        full_disk(at.folder())
    sys.exit(0)
scene.main(workers=3)

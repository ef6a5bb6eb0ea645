"""sharding.py - tournaments that are played in shards."""
import json
import os
import shutil

import scene
import tournament

NAMES = "ada", "bob", "cyd", "dan", "eve"
KEY = "--key-file", "key"
# Clocks so long that no bot is too slow, however busy the machine is.
CUP = {"name": "cup", "game": "pig", "rules": {"target": 30},
       "limits": {"start_ms": 600000, "move_ms": 600000},
       "format": {"type": "round_robin", "boards": 2}}


def prepare(folder, cup, entrants, bot=None):
    """Makes the tournament; `bot(folder, name)` makes a bot."""
    for number, name in enumerate(NAMES[:entrants]):
        if bot:
            bot(folder, name)
        else:
            scene.entrant(folder, name, "threshold" if number % 2 == 0 and
                          cup["game"] == "pig" else "first_move")
    scene.cup(folder, NAMES[:entrants], **cup)
    scene.expect(scene.tournament(folder, "init", "cup.json", *KEY))


def link_bots(folder, other):
    """A tournament looks for its bots from its own folder on."""
    for name in NAMES:
        if os.path.exists(f"{folder}/{name}"):
            os.symlink(f"{folder}/{name}", f"{other}/{name}")


def copy(folder, name):
    """A folder inside of this one with a copy of the tournament; its bots are
    those of this one."""
    other = f"{folder}/{name}"
    os.makedirs(other)
    shutil.copy(f"{folder}/key", other)
    shutil.copytree(f"{folder}/cup", f"{other}/cup")
    link_bots(folder, other)
    return other


def start(folder, index, of, *words):
    return scene.start(folder, "run", "cup", "--shard", f"{index}/{of}",
                       *KEY, *words, program=scene.TOURNAMENT)


def shard(folder, index, of, *words):
    return scene.expect(scene.finish(start(folder, index, of, *words)))


def gather(folder, code=0):
    """Gathers; it is over with 0, and 1 if something is due."""
    return scene.expect(scene.tournament(folder, "gather", "cup", *KEY), code)


def due(folder):
    told = scene.tournament(folder, "gather", "cup", "--due", "--json")
    return json.loads(told.out)["due"]


def play(folder, waves, jobs=1):
    """Plays waves until the tournament is over.  `waves` has the shards of
    each, from the last to the first."""
    for of in waves:
        result = scene.tournament(folder, "gather", "cup", *KEY)
        if result.code != 1:
            scene.expect(result, err="")
            return
        for index in reversed(range(of)):
            shard(folder, index, of, "-j", str(jobs))
    raise AssertionError("it does not end")


def places(folder):
    """The folders where shards play; what a killed referee leaves is cleaned
    up by its keeper."""
    return [name for name in os.listdir(f"{folder}/t")
            if name.startswith("rollcall-shard-")]


def check(folder, twice=True):
    """Checks a finished tournament.  The independent verifier only knows two
    seats and no luck: otherwise not `twice`."""
    scene.expect(scene.tournament(folder, "verify", "cup"))
    if twice:
        good, why = tournament.verify_folder(f"{folder}/cup")
        assert good, why
    left = [name for _, _, names in os.walk(f"{folder}/cup")
            for name in names if name.endswith(".tmp")] + places(folder)
    assert not left and not scene.gone_in_the_end(folder), left


def check_same(folder, other):
    for name in "manifest.json", "book.jsonl", "book.note":
        assert scene.content(folder, f"cup/{name}") == \
            scene.content(other, f"cup/{name}"), f"{name} differs"

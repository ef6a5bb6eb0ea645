#!/usr/bin/env python3
"""pack_killed.py - packing is killed before any of its system calls, and no
log is lost: each is unchanged, or packed and complete, and the same command
continues.

tests/hostile/faults/inject.c sends the signal: by default before each call
that changes a file and a sample of the others, with ROLLCALL_LONG_TESTS=1
before all calls.

tier: full
"""
import collections
import os
import shutil
import sys

sys.dont_write_bytecode = True
sys.path[1:1] = [f"{sys.path[0]}/../../support",
                 f"{sys.path[0]}/../../hostile/faults"]
import scene
import inject
import tournament_stage as ts
import unpack

SOME = 0 if scene.LONG else 4       # how many of the other calls; 0: all
CHANGES = "write", "fsync", "rename", "unlink"
NAMES = [f"match-00000{number}" for number in (1, 2, 3)]
ENTRANTS = [{"name": name, "command": [f"./{name}"]}
            for name in ("ann", "bob", "cat")]
# The command, and the process whose calls are counted.
Case = collections.namedtuple("Case", "name program process words")
CASES = [Case("pack", "referee", "referee", ["pack", "cup/match-000002.jsonl"]),
         Case("unpack", "referee", "referee",
              ["unpack", "cup/match-000001.pack"]),
         Case("tournament pack", "tournament", "tournament",
              ["pack", "cup", "-j", "1"]),
         Case("a referee of tournament pack", "tournament", "referee",
              ["pack", "cup", "-j", "1"])]


class Played:
    """A folder with a finished tournament, and the bytes of its logs."""

    def __init__(self, stage):
        self.stage, self.folder = stage, stage.folder()
        for entrant in ENTRANTS:
            scene.entrant(self.folder, entrant["name"], "threshold")
        ts.cup(self.folder, "cup.json", entrants=ENTRANTS)
        run = scene.tournament(self.folder, "run", "cup.json", *ts.KEY)
        assert run.code == 0, run
        self.logs = {name: scene.content(f"{self.folder}/cup", f"{name}.jsonl")
                     for name in NAMES}
        packed = self.copy(CASES[0])
        pack(packed)
        self.names = sorted(os.listdir(f"{packed}/cup"))

    def copy(self, case):
        folder = self.stage.folder()
        shutil.copytree(f"{self.folder}/cup", f"{folder}/cup")
        if case.name == "unpack":
            pack(folder)
        return folder


def pack(folder):
    packed = scene.tournament(folder, "pack", "cup")
    assert packed.code == 0, packed


def lost(folder, logs):
    """What is wrong: each log must exist and be complete under its name."""
    wrong, there = [], os.listdir(f"{folder}/cup")
    for name, log in logs.items():
        plain, packed = f"{name}.jsonl", f"{name}.pack"
        if plain in there and scene.content(f"{folder}/cup", plain) != log:
            wrong.append(f"{plain} is damaged")
        if packed in there and unpack.unpack(
                scene.content(f"{folder}/cup", packed)) != log:
            wrong.append(f"{packed} is damaged")
        if plain not in there and packed not in there:
            wrong.append(f"{name} is lost")
    return wrong


def killed(played, case, call, n):
    folder = played.copy(case)
    run = inject.Run(folder, case, call, n, "SIGKILL", case.words)
    scene.gone_in_the_end(folder)
    wrong = lost(folder, played.logs)
    if run.code == 0:
        wrong.append(f"it was not killed: {run}")
    if case.name == "unpack" and NAMES[0] + ".jsonl" not in os.listdir(
            f"{folder}/cup"):
        wrong += [f"{again}" for again in [scene.run(folder, *case.words)]
                  if again.code != 0]
    pack(folder)
    wrong += lost(folder, played.logs)
    verdict = scene.tournament(folder, "verify", "cup")
    names = sorted(os.listdir(f"{folder}/cup"))
    if verdict.code != 0 or names != played.names:
        wrong.append(f"{run}, and then {verdict}, {names}")
    shutil.rmtree(folder, ignore_errors=True)
    return wrong


def cases_of(played, case):
    """Leaves out the loader's calls of the program that is started first."""
    words = {"referee": "games", "tournament": "formats"}[case.program]
    loader = inject.Run(played.copy(case), case, "all", words=[words]).count
    whole = inject.Run(played.copy(case), case, "all", words=case.words)
    moments = [("all", n) for n in inject.numbers(1 + loader // 2,
                                                  whole.count, SOME)]
    moments += [(call, n) for call in CHANGES
                for n in range(1, whole.kinds.get(call, 0) + 1)]
    for call, n in moments:
        yield (f"{case.name}: killed at {call} {n}",
               lambda call=call, n=n: killed(played, case, call, n))


def main():
    tally = scene.Tally()
    if inject.cannot_run():
        return 77
    with scene.Scene() as stage:
        played = Played(stage)
        tally.run([one for case in CASES for one in cases_of(played, case)],
                  2, of=2)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

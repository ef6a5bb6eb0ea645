#!/usr/bin/env python3
"""pack_killed.py - packing is killed before each call that changes a file, and
no log is lost: each is unchanged, or packed and complete, and the same command
continues.  tests/hostile/faults/inject.c sends the signal.

tier: full
"""
import collections
import os
import shutil
import subprocess

import scene
import unpack

INJECT = f"{scene.BUILD}/tests/hostile/faults/inject"
CHANGES = "write", "fsync", "rename", "unlink"
MOST = 5        # kills before calls of one kind
NAMES = [f"match-00000{number}" for number in (1, 2, 3)]
LOGS = {name: scene.content(f"{scene.SRC}/tests/golden/robin",
                            f"{name}.jsonl") for name in NAMES}
# The command, and the process whose calls are counted.
Case = collections.namedtuple("Case", "name program process words")
CASES = [Case("pack", "referee", "referee",
              ["pack", "robin/match-000002.jsonl"]),
         Case("unpack", "referee", "referee",
              ["unpack", "robin/match-000001.pack"]),
         Case("tournament pack", "tournament", "tournament",
              ["pack", "robin", "-j", "1"]),
         Case("a referee of tournament pack", "tournament", "referee",
              ["pack", "robin", "-j", "1"])]


def prepare(at, case):
    folder = at.folder()
    scene.golden(folder, "robin")
    if case.name == "unpack":
        scene.expect(scene.tournament(folder, "pack", "robin"))
    return folder


def inject(folder, case, call, n=0):
    """Kills the process before the n-th such call; with n = 0 none.  Returns
    the exit status and how often each call was made."""
    link = f"{folder}/{case.program}"   # a process is named after its file
    os.symlink({"referee": scene.REFEREE,
                "tournament": scene.TOURNAMENT}[case.program], link)
    done = subprocess.run(
        [INJECT, f"{folder}/report", case.process, call, str(n), "SIGKILL",
         link, *case.words], cwd=folder, stdin=subprocess.DEVNULL,
        env=scene.referee_environment(folder), capture_output=True,
        timeout=scene.HANGS_S, check=False)
    os.unlink(link)
    kinds = scene.content(folder, "report").decode().split()[2:]
    return done.returncode, dict(zip(kinds[::2], map(int, kinds[1::2])))


def check_logs(folder):
    """Each log must exist and be complete under its name."""
    there = os.listdir(f"{folder}/robin")
    for name, log in LOGS.items():
        plain, packed = f"{name}.jsonl", f"{name}.pack"
        assert plain in there or packed in there, f"{name} is lost"
        if plain in there:
            assert scene.content(f"{folder}/robin", plain) == log, plain
        if packed in there:
            assert unpack.unpack(scene.content(f"{folder}/robin",
                                               packed)) == log, packed


def killed(at, case, call, n):
    folder = prepare(at, case)
    code, _ = inject(folder, case, call, n)
    assert code != 0, "it was not killed"
    assert not scene.gone_in_the_end(folder)
    check_logs(folder)
    if case.name == "unpack" and \
            not os.path.exists(f"{folder}/robin/{NAMES[0]}.jsonl"):
        scene.expect(scene.run(folder, *case.words))
    scene.expect(scene.tournament(folder, "pack", "robin"))
    check_logs(folder)
    scene.expect(scene.tournament(folder, "verify", "robin"))
    left = {name.rpartition(".")[2] for name in os.listdir(f"{folder}/robin")
            if name.startswith("match-")} - {"pack", "json"}
    assert not left, left
    shutil.rmtree(folder)


def cases(at):
    for case in CASES:
        _, kinds = inject(prepare(at, case), case, "all")
        for call in CHANGES:
            count = kinds.get(call, 0)
            for n in range(1, count + 1, -(-count // MOST) or 1):
                yield (f"{case.name}: killed at {call} {n} of {count}",
                       lambda case=case, call=call, n=n: killed(
                           at, case, call, n))


if not os.access(INJECT, os.X_OK):
    scene.skip_all(f"{INJECT} is not built (it needs libseccomp)")
scene.main(cases=cases)

#!/usr/bin/env python3
"""left_behind.py - what a run leaves that is killed, and what bots try to leave.
"""
import os
import shutil
import signal
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene

GAME = ["--rules", "target=10", "--limit", "move_ms=600000"]
# Leaves something in its folder, says so, and waits.
WAITS = scene.prelude("json, os, signal, sys, time") + """
until_turn(1)
os.makedirs("a/b/c")
open("a/b/c/full", "w").close()
if not os.path.exists("{folder}/at/it"):
    open("{folder}/at/it", "w").close()
while os.path.exists("{folder}/gate"):
    time.sleep(0.002)
go_on()
"""


def prepare(stage, temporary=None):
    """A folder with bots; several may share the place for what is temporary."""
    folder = stage.folder()
    scene.bot(folder, "waits", WAITS.replace("{folder}", folder))
    scene.healthy(folder)
    os.mkdir(f"{folder}/at")
    os.chmod(f"{folder}/at", 0o777)
    if temporary:
        os.symlink(temporary, f"{folder}/t")
    else:
        os.mkdir(f"{folder}/t")
    return folder


def begin(folder):
    """A match whose first bot waits."""
    scene.write(f"{folder}/gate", "")
    process = scene.start(folder, "play", "pig", "./waits", "./rival", *GAME,
                          "-o", "log.jsonl", "--key-file", "key")
    assert scene.wait_until(lambda: os.path.exists(f"{folder}/at/it")
                            or process.poll() is not None)
    assert process.poll() is None, scene.finish(process)
    return process


def ordinary(folder, level):
    result = scene.run(folder, "play", "pig", "a=./rival", "b=./rival", *GAME,
                       "-o", "log.jsonl", "--key-file", "key", "--sandbox",
                       level)
    return [] if result.code == 0 and not result.err else [repr(result)]


def folders(temporary):
    return [name for name in os.listdir(temporary)
            if name.startswith("rollcall-")]


def tree_of(pid):
    return [pid] + [one for child in scene.children_of(pid)
                    for one in tree_of(child)]


def killed(stage):
    """All processes at once; what is in the folder stays."""
    folder = prepare(stage)
    process = begin(folder)
    # Stopped first, so that none can tidy up for the others.
    found = tree_of(process.pid)
    for number in signal.SIGSTOP, signal.SIGKILL:
        for pid in found:
            os.kill(pid, number)
    scene.finish(process)
    wrong = scene.gone_in_the_end(folder)
    if len(folders(f"{folder}/t")) != 1:
        wrong.append(f"there is {folders(f'{folder}/t')} in TMPDIR")
    return f"{folder}/t", wrong


def removed_at(level):
    def case(stage):
        temporary, wrong = killed(stage)
        wrong += ordinary(prepare(stage, temporary), level)
        if os.listdir(temporary):
            wrong.append(f"left: {os.listdir(temporary)}")
        return wrong
    return case


def in_use(stage):
    """The folder of a match that is being played stays."""
    temporary, wrong = killed(stage)
    folder = prepare(stage, temporary)
    process = begin(folder)
    wrong += ordinary(prepare(stage, temporary), "limits")
    if len(folders(temporary)) != 1:
        wrong.append(f"in play: {folders(temporary)}")
    os.unlink(f"{folder}/gate")
    result = scene.finish(process)
    faults = [line for line in scene.read_log(f"{folder}/log.jsonl")
              if line["t"] == "fault"]
    if result.code != 0 or faults or folders(temporary):
        wrong.append(f"{result} {faults} {folders(temporary)}")
    return wrong


def not_ours(stage):
    """What only looks like it stays."""
    folder = prepare(stage)
    temporary = f"{folder}/t"
    os.mkdir(f"{folder}/kept")
    scene.write(f"{folder}/kept/file", "")
    os.symlink(f"{folder}/kept", f"{temporary}/rollcall-bots-aaaaaa")
    scene.write(f"{temporary}/rollcall-bots-bbbbbb", "")
    for name, mode in (("rollcall-bots-cccccc", 0o755),
                       ("rollcall-bots-dddddd.old", 0o711),
                       ("rollcall-backup", 0o711)):
        os.mkdir(f"{temporary}/{name}")
        os.chmod(f"{temporary}/{name}", mode)
    if scene.ROOT:
        os.mkdir(f"{temporary}/rollcall-bots-eeeeee", 0o711)
        os.chown(f"{temporary}/rollcall-bots-eeeeee", 12345, 12345)
    before = sorted(os.listdir(temporary))
    wrong = ordinary(folder, "limits")
    if sorted(os.listdir(temporary)) != before or \
            not os.path.exists(f"{folder}/kept/file"):
        wrong.append(f"before {before}, after {os.listdir(temporary)}")
    return wrong


if __name__ == "__main__":
    sys.exit(scene.main({
        "the next run removes it": removed_at("limits"),
        "the next run at another level removes it": removed_at("none"),
        "what is in use stays": in_use,
        "what is not ours stays": not_ours,
    }, 3))

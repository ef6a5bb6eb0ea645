"""disturbed.py - matches that are killed or interrupted, resumed, and compared
with the same match undisturbed.

The bots answer from the current line alone, so that the results are the same.
"""
import contextlib
import fcntl
import json
import os
import shutil
import signal
import time

import scene

# Nothing here waits for a clock, as machines can be slow.
GAME = ["pig", "careful=./careful 5", "daring=./daring 12", "--rules",
        "target=30", *scene.PATIENT.split()]
WITH = ["--secret-file", "secret", "--key-file", "key"]
GO_ON = ["play", "--resume", "log.jsonl", "--json", *WITH]
FILES = {"t", "config", "key", "secret", "careful", "daring", "log.jsonl",
         "log.json"}


def prepare(folder):
    for name in "careful", "daring":
        scene.small_bot(folder, name, "hold.sh")
    return folder


def begin(boards, level):
    return ["play", *GAME, "--boards", str(boards), "--sandbox", level, "-o",
            "log.jsonl", "--json", *WITH]


def end_event(result):
    """The last line, which a tournament reads, without the digest."""
    event = json.loads(result.out.splitlines()[-1])
    event.pop("log")
    return event


class Normal:
    """The undisturbed match."""

    def __init__(self, folder, boards):
        self.folder, self.boards = prepare(folder), boards
        self.event = end_event(scene.expect(scene.run(
            folder, *begin(boards, "limits"))))
        self.bytes = scene.content(folder)
        self.overs = scene.overs(f"{folder}/log.jsonl")


def compare(folder, result, normal):
    """A match that was disturbed and then finished."""
    scene.expect(result)
    doubts = scene.doubts(folder)
    assert not doubts, doubts
    assert scene.overs(f"{folder}/log.jsonl") == normal.overs
    assert end_event(result) == normal.event
    assert set(os.listdir(folder)) <= FILES, os.listdir(folder)
    begun = sum(line["t"] == "game"
                for line in scene.read_log(f"{folder}/log.jsonl"))
    told = json.loads(scene.run(folder, "verify", "--json", "log.jsonl").out)
    assert told["abandoned"] == begun - len(normal.overs)


def tree_of(keeper):
    """The player and the wardens of a running match."""
    children = scene.children_of(keeper)
    return children[:1], children[1:]


def kill_pids(pids, number=signal.SIGKILL):
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def hit(process, how):
    """Kills a part of a match, or sends it a signal as a terminal does."""
    if process.poll() is not None:
        return
    player, wardens = tree_of(process.pid)
    if how == "group":
        os.killpg(process.pid, signal.SIGINT)
    elif how.startswith("SIG"):
        kill_pids([process.pid], getattr(signal, how))
    else:
        kill_pids({"player": player, "keeper": [process.pid],
                   "everything": [process.pid, *player, *wardens]}[how])


def wait_for(process, folder, size):
    """Waits until the log has that size or the match is over."""
    scene.wait_until(lambda: process.poll() is not None or (
        os.path.exists(f"{folder}/log.jsonl") and
        os.path.getsize(f"{folder}/log.jsonl") >= size))


def waits_for_itself(left):
    """docs/hosting.md, Processes: a bwrap that was about to make namespaces
    may survive its keeper; no bot runs in it."""
    # A process that is ending has no command any more.
    pid, _, command = left.partition(" ")
    return command.startswith("bwrap ") and not scene.children_of(int(pid))


def is_free(folder):
    """Nobody holds the log.  A process that is ending has no command or folder
    any more, but still holds its files."""
    try:
        with open(f"{folder}/log.jsonl", "rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        pass
    except BlockingIOError:
        return False
    return True


def nothing_left(folder, how=""):
    """Nothing keeps running.  The bots' folder may stay if the keeper was
    killed, whose child removes it; the next run removes it then
    (left_behind.py)."""
    keeper = how in ("everything", "keeper")
    assert scene.wait_until(lambda: all(
        keeper and waits_for_itself(one)
        for one in scene.left_running(folder))), scene.left_running(folder)
    scene.kill_all(folder)
    assert scene.wait_until(lambda: is_free(folder)), "the log is locked"
    assert keeper or not os.listdir(f"{folder}/t")
    shutil.rmtree(f"{folder}/t")


def go_on(folder, boards, level):
    """The command that resumes, or starts if there is nothing to resume."""
    if os.path.exists(f"{folder}/log.json"):
        return GO_ON
    if os.path.exists(f"{folder}/log.jsonl"):
        os.unlink(f"{folder}/log.jsonl")
    return begin(boards, level)


def at_the_gate(folder, *words, move_ms=60000, **more):
    """Starts a match whose second bot waits in the middle of a game."""
    scene.write(f"{prepare(folder)}/daring.gate", "")
    game = [f"move_ms={move_ms}" if word.startswith("move_ms=") else word
            for word in GAME]
    process = scene.start(folder, "play", *game, "-o", "log.jsonl", *words,
                          **more)
    assert scene.wait_until(
        lambda: process.poll() is not None or
        b'"t":"draw","s":2' in scene.content(folder))
    assert process.poll() is None, scene.finish(process)
    return process


def ask_until_it_ends(process, ask):
    """Repeats the signal: the first only lets the current game finish, and two
    that arrive together count as one."""
    while process.poll() is None:
        ask()
        time.sleep(0.005)
    return scene.finish(process)

#!/usr/bin/env python3
"""left_behind.py - what a killed run leaves, and what bots try to leave.

tier: full, root
"""
import contextlib
import os
import re
import shutil
import signal
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene
import somebody

GAME = ["--rules", "target=10", "--limit", "move_ms=600000"]
# Leaves something in its folder, reports where it is, and waits.
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
    """A folder with bots; several may share the folder for temporary files."""
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
    """Starts a match whose first bot waits."""
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
    """Kills all processes at once; what is in the folder stays."""
    folder = prepare(stage)
    process = begin(folder)
    # Stopped first, so that none can clean up for the others.
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
    """The folder of a match being played stays."""
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
    """What only looks like a folder of the referee stays."""
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


# ### bots that cannot be ended at once

PLAYS_ON = scene.prelude("json, os, signal, subprocess, sys, time") + """
{first}
until_turn(99)
"""
BECOMES_ROOT = """
child = subprocess.Popen(["{folder}/become", "--reuid=0", "--regid=0",
                          "--clear-groups", "{folder}/sleeps", "100000"])
open("{folder}/at/" + str(child.pid), "w").close()
while open("/proc/%d/comm" % child.pid).read() != "sleeps\\n":
    time.sleep(0.002)
"""


# So slow that the waiting bot is paused.
SLOW = scene.prelude("json, sys, time") + """
for game in 1, 2:
    until_turn(game)
    time.sleep(0.1)
    print('{"move":1}', flush=True)
until_turn(99)
"""


def other_user(stage):
    """A bot starts a setuid root program, which the referee cannot suspend,
    resume or end.  The match has its result, and the referee reports what it
    leaves."""
    if not scene.ROOT:
        print("not tried: a setuid program (not root)")
        return []
    who = somebody.Somebody(stage, somebody.USER)
    folder = who.folder()
    os.mkdir(f"{folder}/at")
    scene.bot(folder, "roots", PLAYS_ON.replace("{first}", BECOMES_ROOT)
              .replace("{folder}", folder))
    scene.bot(folder, "slow", SLOW)
    shutil.copy(shutil.which("sleep"), f"{folder}/sleeps")
    who.own(folder)
    shutil.copy(shutil.which("setpriv"), f"{folder}/become")
    own, who.own = who.own, lambda path: None
    os.chmod(f"{folder}/become", 0o4755)
    process = who.start(folder, "play", "pig", "./roots", "./slow", *GAME,
                        "--sandbox", "none", "-o", "log.jsonl",
                        "--secret-file", "secret", "--key-file", "key")
    who.own = own
    ended = scene.wait_until(lambda: process.poll() is not None)
    children = [int(name) for name in os.listdir(f"{folder}/at")]
    for pid in children:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    result = scene.finish(process)
    wrong = [] if ended else ["the referee waits for it"]
    games = len(scene.overs(f"{folder}/log.jsonl"))
    if result.code != 0 or games != 2 or "roots" not in result.out or \
            not re.search("cannot end processes of a bot", result.err):
        wrong.append(f"{games} games, {result}")
    if len(children) != 2:
        wrong.append(f"the bot started {len(children)} of them")
    return wrong + scene.doubts(folder)


# Stops or traces the bot's warden, then plays on or exits.
HOLDS = {
    "ptrace": "assert ctypes.CDLL(None).ptrace(16, warden, 0, 0) == 0",
    "stop": "os.kill(warden, signal.SIGSTOP)",
}
HOLDS_IT = scene.prelude("ctypes, json, os, signal, sys, time") + """
until_turn(2)
warden, (out, to) = os.getppid(), os.pipe()
if os.fork() == 0:
    {hold}
    os.write(to, b"x")
    os.close(0), os.close(1)
    signal.pause()
assert os.read(out, 1) == b"x"
{then}
"""


def holds(how, then):
    """A bot holds its warden: that may take time, but every game has its
    result."""
    def case(stage):
        if how == "ptrace" and not scene.ROOT:
            print("not tried: a bot that may trace the referee (not root)")
            return []
        folder = stage.folder()
        scene.bot(folder, "bot", HOLDS_IT.replace("{hold}", HOLDS[how])
                  .replace("{then}", then))
        scene.healthy(folder)
        result = scene.play(folder, "pig", "./bot", "./rival", *GAME,
                            "--boards", "3", "--sandbox", "none")
        wrong = scene.gone_in_the_end(folder)
        faults = [(line["fault"], game[0]["rotation"] == line["seat"])
                  for game in scene.games_of(scene.read_log(
                      f"{folder}/log.jsonl"))
                  for line in game if line["t"] == "fault"]
        due = [("gone", True)] * 2 if "exit" in then else []
        if result.code != 0 or faults != due:
            wrong.append(f"{faults} {result}")
        return wrong + scene.doubts(folder)
    return case


def never_started(stage):
    """A bot that is not started in time ends the match: without a sandbox,
    nothing about a start takes that long."""
    folder = prepare(stage)
    key = scene.content(folder, "key")
    os.unlink(f"{folder}/key")
    os.mkfifo(f"{folder}/key", 0o600)
    process = scene.start(folder, "play", "pig", "a=./rival", "b=./rival",
                          *GAME, "-o", "log.jsonl", "--key-file", "key")
    # The player waits for the key; this process starts the bots.
    assert scene.wait_until(lambda: scene.children_of(process.pid))
    process.send_signal(signal.SIGSTOP)
    player, = scene.children_of(process.pid)
    scene.write(f"{folder}/key", key, 0o600)
    scene.wait_until(lambda: scene.stat_of(player)[2] == "Z")
    process.send_signal(signal.SIGCONT)
    return scene.one_sentence(scene.finish(process), r"play: cannot host the "
                              r"bots: a bot was not started in \d+ s$")


if __name__ == "__main__":
    if not scene.LONG:
        print("not tried: a bot that is never started (make check-all)")
    sys.exit(scene.run_cases({
        "the next run removes it": removed_at("limits"),
        "the next run at another level removes it": removed_at("none"),
        "what is in use stays": in_use,
        "what is not ours stays": not_ours,
        "a program of another user": other_user,
        # As long as a sandbox may take: 30 s and more.
        **({"a bot that is never started": never_started}
           if scene.LONG else {}),
        **{f"{how} of its warden, then {then}": holds(how, then)
           for how in HOLDS for then in ("go_on()", "os._exit(0)")},
    }, 12, of=2))

#!/usr/bin/env python3
"""private_files.py - nobody else can read a log or a trace before it is
closed.

The other rotations of a board have the same dice: a bot that could read the
growing log would know its own.

tier: full, root
"""
import os
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene

GAME = ["--rules", "target=10", "--boards", "4", "--limit", "move_ms=600000"]
FILES = ["log.jsonl", "trace"]
# In its second game it reports where it is, and waits as long as the gate
# exists.
WAITS = scene.prelude("json, os, signal, sys, time") + """
until_turn(2)
if not os.path.exists("{folder}/at/it"):
    open("{folder}/at/it", "w").close()
while os.path.exists("{folder}/gate"):
    time.sleep(0.002)
go_on()
"""
# The same, but tries to read the files first.
READS = WAITS.replace("if not", """
for path in "log.jsonl", "trace":
    try:
        open("{folder}/" + path).read(1)
        print("read " + path, file=sys.stderr, flush=True)
    except OSError as error:
        print(error, file=sys.stderr, flush=True)
if not""", 1)


def modes(folder, names=tuple(FILES)):
    return [oct(os.stat(f"{folder}/{name}").st_mode & 0o777)
            for name in names]


def begin(folder, bot, level="none", **more):
    """Starts a match whose first bot waits in its second game."""
    os.makedirs(f"{folder}/at", exist_ok=True)
    os.chmod(f"{folder}/at", 0o777)
    scene.bot(folder, "waits", bot.replace("{folder}", folder))
    scene.healthy(folder)
    scene.write(f"{folder}/gate", "")
    return waiting(folder, scene.start(
        folder, "play", "pig", "./waits", "./rival", *GAME, "--sandbox", level, "-o", "log.jsonl", "--trace",
        "trace", "--secret-file", "secret", "--key-file", "key", **more))


def waiting(folder, process):
    assert scene.wait_until(lambda: os.path.exists(f"{folder}/at/it")
                            or process.poll() is not None)
    assert process.poll() is None, scene.finish(process)
    return process


def end(folder, process):
    os.unlink(f"{folder}/gate")
    result = scene.finish(process)
    return [] if result.code == 0 else [repr(result)]


def expect(found, due, when):
    return [] if found == due else [f"{when}: {found}, expected {due}"]


def closed_until_over(stage):
    folder = stage.folder()
    # The file may exist before; the umask at the end counts.
    scene.write(f"{folder}/trace", '{"us":1}\n', 0o666)
    process = begin(folder, WAITS, umask=0o027)
    wrong = expect(modes(folder), ["0o600", "0o600"], "in play")
    wrong += end(folder, process)
    return wrong + expect(modes(folder), ["0o640", "0o640"], "closed")


def closed_when_killed(stage):
    """The log stays closed until it is finished, also a copy that was open."""
    folder = stage.folder()
    process = begin(folder, WAITS)
    process.kill()
    scene.finish(process)
    scene.gone_in_the_end(folder)
    wrong = expect(modes(folder), ["0o600", "0o600"], "killed")
    os.chmod(f"{folder}/log.jsonl", 0o644)
    os.unlink(f"{folder}/at/it")
    resume = ["play", "--resume", "log.jsonl", "--key-file", "key",
              "--secret-file", "secret"]
    process = waiting(folder, scene.start(folder, *resume))
    wrong += expect(modes(folder, FILES[:1]), ["0o600"], "resumed")
    wrong += end(folder, process)
    wrong += expect(modes(folder, FILES[:1]), ["0o644"], "closed")
    # As if killed between the last line and the change of mode.
    os.chmod(f"{folder}/log.jsonl", 0o600)
    result = scene.run(folder, *resume)
    if result.code != 0:
        wrong.append(repr(result))
    return wrong + expect(modes(folder, FILES[:1]), ["0o644"], "once more")


def bots_cannot_read(stage):
    """Root's bots run as other users."""
    if not scene.ROOT:
        print("not tried: bots of another user (not root)")
        return []
    folder = stage.folder()
    process = begin(folder, READS, level="limits")
    wrong = end(folder, process)
    said = [line["stderr"] for line in scene.read_log(f"{folder}/trace")
            if "stderr" in line]
    text = "".join(said)
    if "read " in text or text.count("Permission denied") < len(FILES):
        wrong.append(repr(said))
    return wrong


def pipes(stage):
    """Only the mode of a regular file is restricted."""
    folder = stage.folder()
    scene.healthy(folder)
    os.mkfifo(f"{folder}/trace")
    os.chmod(f"{folder}/trace", 0o666)
    reader = subprocess.Popen(["cat", "trace"], cwd=folder,
                              stdout=subprocess.DEVNULL)
    result = scene.run(folder, "play", "pig", "a=./rival", "b=./rival", "--rules",
                       "target=10", "-o", "log.jsonl", "--trace", "trace",
                       "--key-file", "key")
    reader.wait()
    return [repr(result)] if result.code != 0 else expect(
        modes(folder), ["0o644", "0o666"], "a pipe")


if __name__ == "__main__":
    sys.exit(scene.run_cases({
        "closed until it is over": closed_until_over,
        "closed when it was killed": closed_when_killed,
        "bots cannot read it": bots_cannot_read,
        "a pipe": pipes,
    }, 3))

#!/usr/bin/env python3
"""clocks.py - what counts as a bot's time, and which bot is paused while
another thinks.

No verdict depends on exact times: bots burn or sleep far more than the limits
allow, or far less.

tier: full
"""
import contextlib
import json
import os
import re
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene

PRELUDE = scene.prelude("json, os, signal, sys, threading, time") + """
def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end: pass

"""

CPU = ["clock=cpu", "move_ms=250"]


class Row:
    def __init__(self, name, limits, body, fault="", burns=0):
        self.name, self.limits, self.fault = name, limits, fault
        self.text = PRELUDE + "until_turn(2)\n" + body + "\n"
        self.burns = burns      # at least so many milliseconds until its fault


ROWS = [
    Row("sleep is no processor time", CPU, "time.sleep(0.8); go_on()"),
    Row("so is waiting for a sleeping child", CPU,
        "if os.fork() == 0: time.sleep(0.8); os._exit(0)\nos.wait(); go_on()"),
    Row("a little processor time is within the limit", CPU,
        "burn(0.05); go_on()"),
    Row("too much of it is a timeout", CPU, "burn(60); go_on()", "timeout", 250),
    Row("a child's counts", CPU,
        "if os.fork() == 0: burn(60); os._exit(0)\nos.wait(); go_on()",
        "timeout", 250),
    Row("that of children who are dead counts", CPU,
        "for i in range(200):\n"
        "    if os.fork() == 0: burn(0.05); os._exit(0)\n    os.wait()\n"
        "go_on()", "timeout", 240),
    Row("a daemon's counts", CPU,
        "if os.fork() == 0:\n    os.setsid()\n"
        "    if os.fork(): os._exit(0)\n    burn(60); os._exit(0)\n"
        "os.wait(); hang()", "timeout", 250),
    Row("a thread's counts", CPU,
        "t = threading.Thread(target=burn, args=(60,)); t.start(); t.join()",
        "timeout", 250),
    Row("the wall is a far backstop", ["clock=cpu", "move_ms=20"],
        "hang()", "timeout"),
    Row("a game's sum is of processor time", ["clock=cpu", "game_ms=400"],
        "time.sleep(0.6)\nburn(0.05)\ngo_on()"),
    Row("a game's sum can be too much", ["clock=cpu", "game_ms=400"],
        "while True:\n    burn(0.15)\n    print('{\"move\":0}', flush=True)\n"
        "    sys.stdin.readline()", "timeout"),
    Row("with wall-clock time sleep counts", ["move_ms=400"],
        "time.sleep(1.5); go_on()", "timeout"),
]


def play(folder, level, limits, *words, **more):
    options = [word for limit in limits for word in ("--limit", limit)]
    return scene.finish(scene.start(
        folder, "play", "pig", "./bot", "./rival", "--rules", "target=20",
        "--boards", "3", "--sandbox", level, "--trace", "trace", "-o",
        "log.jsonl", "--secret-file", "secret", "--key-file", "key",
        *options, *words, **more))


def found_in(folder):
    lines = scene.read_log(f"{folder}/log.jsonl")
    notes = [line["note"] for line in scene.read_log(f"{folder}/trace")
             if "note" in line]
    return lines[0], [line for line in lines if line["t"] == "fault"], notes


NOTE = re.compile(r"([\d.]+) ms of wall-clock time, ([\d.]+) ms of "
                  r"processor time, ([\d.]+) ms of waiting")


def clock(stage, row, level):
    def once():
        folder = stage.folder()
        wrong = clock_once(folder, row, level)
        return wrong, scene.is_suspect(folder)
    return scene.short_clock(f"{row.name} ({level})", once)


def clock_once(folder, row, level):
    scene.healthy(folder)
    scene.bot(folder, "bot", row.text)
    result = play(folder, level, row.limits)
    wrong = scene.left_running(folder)
    if result.code != 0 or result.err:
        return wrong + [str(result)]
    header, faults, notes = found_in(folder)
    logged = header["limits"].get("clock")
    if logged != ("cpu" if "clock=cpu" in row.limits else None):
        wrong.append(f"the log says clock {logged}")
    if [line["fault"] for line in faults] != [row.fault] * (
            2 if row.fault else 0):
        wrong.append(str(faults))
    used = [float(match[2]) for match in map(NOTE.match, notes) if match]
    if row.fault and (len(used) != 2 or len(notes) != 2):
        wrong.append(f"notes {notes}")
    # The wall-clock backstop must not have noticed it first.
    if row.burns and not all(row.burns <= one < 1000 for one in used):
        wrong.append(f"noticed late or too early: {notes}")
    return wrong + scene.doubts(folder)


def crowded(stage):
    """On a crowded machine a bot loses by wall-clock time, and the loss is
    marked as suspect; it does not lose by processor time."""
    processor = min(os.sched_getaffinity(0))
    text = PRELUDE + "until_turn(2)\nburn(0.1)\ngo_on()\n"
    wrong = []

    def pinned():
        os.sched_setaffinity(0, {processor})
    with scene.crowd(processor, 7):
        for limits in ["move_ms=300"], ["move_ms=300", "clock=cpu"]:
            folder = stage.folder()
            scene.healthy(folder)
            scene.bot(folder, "bot", text)
            result = play(folder, "limits", limits + ["start_ms=60000"],
                          preexec_fn=pinned)
            _, faults, notes = found_in(folder)
            wrong += scene.doubts(folder)
            told = re.search("suspect: 2 time faults of bot while", result.out)
            if "clock=cpu" in limits:
                if faults or told or result.code != 0:
                    wrong.append(f"{result} {faults}")
            elif len(faults) != 2 or not told or not all(
                    "suspect: this machine was" in note for note in notes):
                wrong.append(f"{result} {faults} {notes}")
    return wrong


def idle(stage):
    """A bot that sleeps through its time is not marked as suspect."""
    folder = stage.folder()
    scene.healthy(folder)
    scene.bot(folder, "bot", PRELUDE + "until_turn(2)\nhang()\n")
    result = play(folder, "limits", ["move_ms=1500"])
    _, faults, notes = found_in(folder)
    if len(faults) != 2 or "suspect" in result.out + "".join(notes):
        return f"{result} {faults} {notes}"
    return ""


# ### paused bots

# Thinks in its first game until the gate says "open".  The gate is one of its
# declared files, because it sees no others in a sandbox.
THINKER = PRELUDE + """until_turn(1)
while open(GATE).read() != "open":
    time.sleep(0.001)
go_on()
"""
# Ponders with several threads and processes.
PONDERER = PRELUDE + """def ponder():
    while True: pass
threading.Thread(target=ponder, daemon=True).start()
up, ready = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.write(ready, b"x")
        ponder()
    hang()
os.read(up, 1)
until_turn(99)
"""


def is_frozen(pid):
    """Is it in a frozen control group?  A frozen process has no special
    state."""
    with contextlib.suppress(OSError), open(f"/proc/{pid}/cgroup",
                                            encoding="ascii") as file:
        path = re.search("^0::(.*)$", file.read(), re.M)[1]
        for mount in "", "/unified":
            events = f"/sys/fs/cgroup{mount}{path}/cgroup.events"
            if os.path.exists(events):
                with open(events, encoding="ascii") as file:
                    return "frozen 1" in file.read()
    return False


def states(folder, word):
    """The states of the processes that have that word in their command."""
    found = []
    for one in scene.left_running(folder):
        stat = scene.stat_of(one.split()[0])
        if re.search(rf"(python|/){word}|/{word}\b", one) and "bwrap" not in \
                one and ".inside" not in one and stat:
            found.append("T" if is_frozen(one.split()[0]) else stat[2])
    return found


def waits(stage, level, pause):
    folder = stage.folder()
    gate = scene.write(f"{folder}/gate", "shut")
    scene.bot(folder, "thinker", THINKER.replace("GATE", repr(gate)))
    scene.bot(folder, "ponderer", PONDERER)
    scene.write(f"{folder}/m.json", json.dumps({
        "game": "pig", "rules": {"target": 20}, "sandbox": level,
        "rotations": 1,
        "limits": {"move_ms": 600000, "pause_waiting": pause},
        "entrants": [
            {"name": "thinker", "command": ["./thinker"],
             "files": ["thinker", "gate"]},
            {"name": "ponderer", "command": ["./ponderer"]}]}))
    process = scene.start(folder, "play", "m.json", "-o", "log.jsonl")
    wanted = "TTT" if pause else ""
    seen = set()
    deadline = time.monotonic() + scene.HANGS_S / 4
    looks = 0
    # The game begins with the third line of the log.
    while time.monotonic() < deadline and (looks < 30 or pause):
        begun = scene.content(folder).count(b"\n") > 3
        now = "".join(sorted(states(folder, "ponderer")))
        if begun:
            looks += 1
            seen.add(now)
        if begun and pause and now == wanted:
            break
        time.sleep(0.005)
    with open(gate, "w", encoding="ascii") as file:
        file.write("open")
    result = scene.finish(process)
    wrong = scene.left_running(folder) + scene.doubts(folder)
    faults = [line for line in scene.read_log(f"{folder}/log.jsonl")
              if line["t"] == "fault"]
    if result.code != 0 or faults:
        wrong.append(f"{result} {faults}")
    if pause and wanted not in seen:
        wrong.append(f"never stopped: {seen}")
    if not pause and (not seen or any("T" in one for one in seen)):
        wrong.append(f"stopped: {seen}")
    return wrong


def gone_on(stage):
    """The clocks in the log and in the match file also hold after a resume."""
    folder = stage.folder()
    scene.healthy(folder)
    scene.bot(folder, "bot", PRELUDE + "until_turn(2)\ntime.sleep(0.8)\n"
              "go_on()\n")
    limits = CPU + ["pause_waiting=0"]
    whole = play(folder, "limits", limits)
    kept = scene.content(folder)
    scene.write(f"{folder}/log.jsonl", kept[:len(kept) // 2])
    result = scene.run(folder, "play", "--resume", "log.jsonl",
                       "--secret-file", "secret", "--key-file", "key")
    again = scene.run(folder, "rerun", "log.jsonl")
    header, faults, _ = found_in(folder)
    wrong = scene.doubts(folder)
    if whole.code != 0 or result.code != 0 or faults:
        wrong.append(f"{whole} {result} {faults}")
    if list(header["limits"].items())[-2:] != [("clock", "cpu"),
                                               ("pause_waiting", 0)]:
        wrong.append(str(header["limits"]))
    if again.code != 0 or "replayed identically" not in again.out:
        wrong.append(f"rerun: {again}")
    return wrong


def main():
    tally = scene.Tally()
    with scene.Scene() as stage:
        told = scene.run(stage.folder(), "doctor").out.splitlines()[-1]
        levels = [level for level in ("none", "limits", "strict")
                  if level in told]
        if "strict" not in levels:
            print("not tried: strict, which this machine cannot do")
        # At none the clocks work as at limits.
        cases = [(f"{row.name} ({level})",
                  lambda row=row, level=level: clock(stage, row, level))
                 for row in ROWS for level in levels
                 if level != "none" or scene.LONG]
        cases += [(f"who waits is {'stopped' if pause else 'left alone'} "
                   f"({level})",
                   lambda level=level, pause=pause:
                   waits(stage, level, pause))
                  for level in levels for pause in (1, 0)]
        cases += [("going on by the same clocks", lambda: gone_on(stage))]
        tally.run(cases, of=2)
        # Alone: they fill a processor, or need an idle one.
        alone = [("an idle machine", lambda: idle(stage))]
        if scene.WIDE:
            alone.append(("a crowded machine", lambda: crowded(stage)))
        else:
            print("not tried: a crowded machine (ROLLCALL_WIDE_TESTS=1)")
        tally.run(alone, workers=1)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

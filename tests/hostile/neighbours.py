#!/usr/bin/env python3
"""neighbours.py - what a hostile bot can do to its rival.

It tries to take the rival's processor, its processes and its voice, and plays
on.  Nothing here depends on how busy the machine is: what is looked at is
whether the bot's processes run at all while its rival is on turn.  How much
they take is measured by tests/bench/hostile_bench.py.

tier: full, root limits
"""
import json
import os
import re
import shutil
import time

import arena
import hostile_cases
import scene

WORKS = f"{scene.BUILD}/tests/hostile/bots/works"
HOGS = ("resuming_ring", "resuming_threads", "spinning_children",
        "forking_again", "spinning_sessions", "spinning_threads",
        "spinning_clones", "resuming_timers", "slows_the_first_process",
        "resuming_by_the_first")
LEAKS = ("leaks_threads", "leaks_processes", "leaks_a_storm")
WORK_MS = 700       # of the rival, for a move
STILL_S = 0.2       # with the processor for eight others, one gets its turn
# At limits, an ordinary user's bots share that user.
SHARED = {"limits": not scene.ROOT, "strict": False, "none": True}


def play(folder, level, bot, rival, before=None, **more):
    """Starts a match between a hostile bot and `works`."""
    if level not in arena.levels_reached():
        raise scene.Skip(f"this machine has no level {level}")
    shutil.copy(arena.HOSTILE, f"{folder}/hostile")
    shutil.copy(WORKS, f"{folder}/rival")
    scene.write(f"{folder}/match.json", json.dumps({
        "game": "pig", "rules": {"target": 20, "max_turns": 2}, "boards": 1,
        "rotations": 1, "sandbox": level,
        "limits": {"move_ms": 600000, "start_ms": 600000, **more.pop(
            "limits", {})},
        "entrants": [
            {"name": "bot", "files": ["hostile"], "command": [
                "./hostile", bot, f"@{folder}", "0", "0", "1000", "64",
                "64"]},
            {"name": "rival", "files": ["rival"],
             "command": ["./rival", *map(str, rival)]}], **more}))
    return scene.start(folder, "play", "match.json", "-o", "log.jsonl",
                       "--secret-file", "secret", "--key-file", "key",
                       "--trace", "trace", preexec_fn=before)


def check_end(folder, process, faults=()):
    """Only the hostile bot may be blamed for what the bots do here."""
    scene.expect(scene.finish(process))
    assert not scene.gone_in_the_end(folder)
    assert not scene.doubts(folder)
    found = [(line["seat"], line["fault"])
             for line in scene.faults_of(folder)]
    assert found == list(faults), found


# ### its processor

def read_used(pid):
    used = 0
    for thread in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{thread}/schedstat",
                  encoding="ascii") as file:
            used += int(file.read().split()[0])
    return used


def used_by(program):
    """Nanoseconds of processor time by process that runs a program."""
    found = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                if file.read().startswith(program.encode()):
                    found[pid] = read_used(pid)
        except OSError:
            pass        # the process is gone
    return found


def question(folder):
    """When the question was sent that the rival has to answer; or None."""
    opened = None
    for line in scene.content(folder, "trace").split(b"\n")[:-1]:
        line = json.loads(line)
        if line.get("to", "").startswith('{"type":"turn"'):
            opened = line["us"] if line["seat"] == 1 else None
        if "from" in line:
            opened = None
    return opened


def is_still(folder):
    """Is there a moment of the rival's turn in which nothing of the bot
    runs?"""
    asked = question(folder)
    if asked is None:
        return False
    before = used_by(f"{folder}/hostile")
    time.sleep(STILL_S)
    after = used_by(f"{folder}/hostile")
    return before == after and len(before) > 0 and question(folder) == asked


@scene.each([(hog, level) for hog in HOGS for level in ("limits", "strict")])
def test_it_does_not_run_while_its_rival_is_on_turn(folder, hog, level):
    if level == "limits" and not re.search(
            "waiting bots stop at once +yes",
            scene.run(folder, "doctor").out):
        raise scene.Skip("a bot that is not frozen can resume itself")
    process = play(folder, level, hog, [WORK_MS])
    still = False
    while process.poll() is None and not still:
        still = is_still(folder)
    check_end(folder, process)
    assert still, "it always ran"


# ### its cores

@scene.each([(level, count) for level in ("limits", "strict")
             for count in (1, 2)])
def test_both_have_the_same_cores(folder, level, count):
    """Those of the match first; `works` reports them."""
    first = max(os.sched_getaffinity(0))
    process = play(
        folder, level, "spinning_few", [],
        lambda: os.sched_setaffinity(0, {first}), limits={"cores": count},
        entrants=[{"name": name, "files": ["rival"],
                   "command": ["./rival", "0", "cores"]}
                  for name in ("bot", "rival")])
    check_end(folder, process)
    found = [{int(core) for core in cores.split()} for cores in re.findall(
        rb"cores((?: \d+)+)\.", scene.content(folder, "trace"))]
    assert len(found) >= 2, found
    assert all(cores == found[0] for cores in found), found
    assert first in found[0], found
    assert len(found[0]) == min(count, len(os.sched_getaffinity(0))), found


# ### its processes, and its voice

@scene.each([(leak, level) for leak in LEAKS
             for level in ("limits", "strict")])
def test_leaked_processes_do_not_stop_its_rival(folder, leak, level):
    """The rival needs a process for each move.  Where both share a user, the
    bot comes to its limit, and pays."""
    rules = {"target": 100, "max_turns": 100}
    if SHARED[level]:
        rules = {"target": 100000, "max_turns": 5000}
    process = play(folder, level, leak, [20, "starts"], rules=rules)
    check_end(folder, process, [(0, "limit")] if SHARED[level] else [])


@scene.each(["limits", "strict"])
def test_it_cannot_answer_for_its_rival(folder, level):
    if SHARED[level] and hostile_cases.LANDLOCK <= 0:
        raise scene.Skip("no Landlock")
    check_end(folder, play(folder, level, "answers_for_its_rival", [100],
                           rules={"target": 100, "max_turns": 10}))


scene.main(workers=2)

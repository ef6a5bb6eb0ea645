#!/usr/bin/env python3
"""hostile.py - every hostile bot against a healthy rival.

hostile_cases.py has the bots and their verdicts, arena.py what else must hold.

tier: full, root limits, alone
"""
import os
import re
import signal
import subprocess
import time

import arena
import hostile_cases
import scene

ROWS = [(row, level) for at, row in enumerate(hostile_cases.ROWS)
        for level in hostile_cases.levels_of(at, row, arena.LEVELS)]


@scene.each(ROWS)
def test_bot(folder, row, level):
    return arena.check_row(folder, row, level)


@scene.each(arena.LEVELS)
def test_memory_stays_the_same(folder, level):
    """However often a bot dies, the referee needs the same memory and files."""
    if level not in arena.levels_reached():
        raise scene.Skip(f"level {level}, which this machine cannot do")
    found = []
    for boards in 20, 100:
        place = f"{folder}/{boards}"
        scene.make_keys(place)
        arena.prepare(place, hostile_cases.Row("segv", {"": "gone"}), level,
                      boards, more={"faults_max": 1000000}.items())
        played = arena.play(place)
        assert played.result.code == 0, played.result
        found.append((played.memory, played.files))
    (few_kb, few_files), (many_kb, many_files) = found
    # 80 more games with a bot that dies would leave 80 files.
    assert many_kb < few_kb + 4096 and many_files < few_files + 10, found


# Reports its user, and plays as soon as the gate exists.
WHO = """#!%s
import os, sys, time
os.write(2, b"user %%d." %% os.getuid())
while not os.path.exists("%s"): time.sleep(0.001)
for line in sys.stdin:
    if '"type":"hello"' in line: print('{"type":"ready"}', flush=True)
    if '"type":"turn"' in line: print('{"move":1}', flush=True)
"""


def test_at_limits_users_are_apart(folder):
    """All bots of root's matches run as different users, even if their
    processes have the same numbers."""
    if not scene.ROOT or not arena.can_throw_away():
        raise scene.Skip("only root's bots have users of their own")
    places, gate = [f"{folder}/{one}" for one in "ab"], f"{folder}/gate"
    matches, users = [], []
    for place in places:
        scene.make_keys(place)
        scene.bot(place, "bot", WHO % (scene.PYTHON, gate))
        matches.append(subprocess.Popen(
            arena.THROWN_AWAY + [
                scene.REFEREE, "play", "pig", "one=./bot", "two=./bot",
                "--sandbox", "limits", "--limit", "start_ms=600000", "-o",
                "log.jsonl", "--secret-file", "secret", "--key-file", "key",
                "--trace", "trace"], cwd=place,
            env=scene.referee_environment(place), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE))

    def seen():
        users[:] = [user for place in places for user in re.findall(
            rb"user (\d+)\.", scene.content(place, "trace"))]
        return len(users) == 8
    scene.wait_until(seen, 300)
    scene.write(gate, "")
    ends = [arena.finish(match, place, scene.HANGS_S)
            for match, place in zip(matches, places)]
    assert len(set(users)) == len(users) == 8, users
    assert all(end.code == 0 for end in ends), ends


# ### removing what bots left

def begin_tidying(folder):
    """Plays a match up to the point where only its bots' files remain to be
    removed.  Returns the match and the process that removes them, stopped."""
    row = next(row for row in hostile_cases.ROWS if row.name == "wide_folder")
    arena.prepare(folder, row, "limits", arena.BOARDS)
    match = scene.start(folder, "play", "match.json", "-o", "log.jsonl",
                        "--secret-file", "secret", "--key-file", "key")
    # The playing process prints the summary last.
    match.stdout.read(1)
    before = set(scene.children_of(match.pid))
    while match.poll() is None:
        now = scene.children_of(match.pid)
        if now and not before & set(now):
            os.kill(now[0], signal.SIGSTOP)
            return match, now[0]
        time.sleep(0.001)
    raise scene.Skip(f"nobody was seen to tidy up: {scene.finish(match)}")


def test_tidying_goes_on_when_the_referee_is_killed(folder):
    match, tidier = begin_tidying(folder)
    match.kill()
    os.kill(tidier, signal.SIGCONT)
    scene.finish(match)
    assert not scene.gone_in_the_end(folder)
    assert not os.listdir(f"{folder}/t")


def test_tidying_can_be_interrupted(folder):
    match, _ = begin_tidying(folder)
    match.send_signal(signal.SIGINT)
    told = match.stderr.readline().decode()
    match.send_signal(signal.SIGTERM)
    result = scene.finish(match)
    left = [f"{folder}/t/{name}" for name in os.listdir(f"{folder}/t")]
    running = scene.left_running(folder)
    arena.sweep(folder)
    assert not running and len(left) == 1, (running, left)
    scene.expect(result, 0, err=f"{left[0]} was not removed")
    assert f"removing what bots left in {left[0]};" in told, told


scene.main(workers=16)     # most of them wait for a clock

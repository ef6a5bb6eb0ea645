#!/usr/bin/env python3
"""soak.py - match after match with a random hostile bot in each.

Not part of `make check`.  From the build folder:

    srcdir=.. builddir=. python3 ../tests/hostile/soak.py [N] [SECONDS] [SEED]

plays 10,000 matches, or N, for 15 minutes at most, or SECONDS, in equal parts
at the levels above `none` that this machine reaches.  At the end no process,
file, descriptor or kernel object may exist that did not exist before.  Then a
long match of bots that die in every game, at each level, shows whether the
referee's memory and descriptors stay the same.
"""
import collections
import concurrent.futures
import os
import random
import shutil
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../support")
import scene

sys.path.insert(0, f"{scene.SRC}/tests/hostile")
import arena    # noqa: E402
import hostile_cases     # noqa: E402

MATCHES, SECONDS, WORKERS = 10000, 900, 6
QUICK_MS = 100      # instead of longer clocks: soaking does not test timing
LONG_BOARDS = 500
SLOW = {"burns_the_processor", "children_burn",
        "short_lived_burn", "hogs_memory", "just_enough_memory"}


def machine(stage):
    """What must be the same before and after."""
    mark = stage.root.replace("/", "-")
    found = {"descriptors": len(os.listdir("/proc/self/fd")),
             "processes": scene.left_running(stage.root)}
    for place in "/tmp", "/dev/shm", "/var/tmp", "/run":
        found[place] = [name for name in os.listdir(place) if mark in name]
    for kind in "shm", "sem", "msg":
        with open(f"/proc/sysvipc/{kind}", encoding="ascii") as table:
            found[kind] = len(table.readlines())
    with open("/proc/self/mounts", encoding="utf-8") as table:
        found["mounts"] = len(table.readlines())
    return found


def differences(before, after):
    return [f"{name}: {before[name]}, then {after[name]}"
            for name in before if before[name] != after[name]]


def candidates(level, who):
    """The bots that this level contains."""
    return [row for row in hostile_cases.ROWS if isinstance(
        row.at(level, who.name), str) and row.name not in SLOW and
        (row.needs is None or shutil.which(row.needs))]


def one_match(stage, row, level, who):
    folder = stage.folder()
    quick = {name: QUICK_MS for name in ("move_ms", "start_ms")
             if name in row.limits}
    arena.prepare(folder, row, level, 2, more=quick.items())
    played = arena.play(folder, who.uid())
    wrong = arena.check_left(folder, played)
    if played.result.code != 0:
        wrong.append(str(played.result))
    elif any(line["t"] == "fault" and line["fault"] != "timeout" and
             line["seat"] != (line_game - 1) % 2
             for line_game, line in numbered(played.lines)):
        wrong.append("a fault of the rival")
    if not wrong:
        shutil.rmtree(folder)
    return wrong, played.memory


def numbered(lines):
    """Pairs of each line's game number and the line."""
    game = 0
    for line in lines:
        game += line["t"] == "game"
        yield game, line


def soak(stage, level, who, most, seconds, seed):
    chance = random.Random(seed)
    choice = candidates(level, who)
    deadline = time.monotonic() + seconds
    count, wrong, memory = 0, [], collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        waiting = {}
        while (count < most and time.monotonic() < deadline) or waiting:
            while len(waiting) < WORKERS and count < most and \
                    time.monotonic() < deadline:
                row = chance.choice(choice)
                count += 1
                waiting[pool.submit(one_match, stage, row, level, who)] = \
                    f"match {count}, {row.name}"
            done, _ = concurrent.futures.wait(
                waiting, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in done:
                what = waiting.pop(future)
                more, most_kb = future.result()
                wrong += [f"{what}: {one}" for one in more]
                memory[most_kb // 1024] += 1
    return count, wrong, memory


def long_match(stage, level, who):
    """Memory and descriptors of the referee while a bot dies in every game:
    two lengths of match must need the same."""
    found = []
    for boards in LONG_BOARDS // 10, LONG_BOARDS:
        folder = stage.folder()
        arena.prepare(folder, hostile_cases.Row("segv", "gone"), level, boards,
                      more=(("faults_max", 1000000),))
        played = arena.play(folder, who.uid(), seconds=600)
        assert played.result.code == 0, played.result
        found.append((boards, played.memory, played.files))
    return found


def main():
    words = [int(word) for word in sys.argv[1:]]
    most, seconds, seed = words + [MATCHES, SECONDS, 1][len(words):]
    failed = 0
    with scene.Scene() as stage:
        before = machine(stage)
        parts = [(who, level) for who in arena.everybody()
                 for level in arena.levels_reached(stage, who)
                 if level != "none"]
        for who, level in parts:
            start = time.monotonic()
            count, wrong, memory = soak(
                stage, level, who, most // len(parts),
                seconds / len(parts), seed)
            print(f"{who.name}, {level}: {count} matches in "
                  f"{time.monotonic() - start:.0f} s, {len(wrong)} wrong; "
                  f"memory of the referee, MiB: {dict(sorted(memory.items()))}")
            for one in wrong:
                print(f"    {one[:600]}")
            failed += len(wrong)
            for boards, kilobytes, files in long_match(stage, level, who):
                print(f"    {2 * boards} games with a bot that dies: "
                      f"{kilobytes} KiB, {files or 'unknown'} descriptors")
        for one in differences(before, machine(stage)):
            print(f"not as it was before: {one}")
            failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""`tournament ladder --games` does not keep the games.

Four times as many blocks of the same entrants take no more memory.  Games come
through a pipe, so that the peak of the program can be read while it waits for
more: all that it keeps of them it has then.  Blocks whose lines are scattered
have the same ladder, from a file and from a pipe.
"""
import os
import random
import subprocess
import sys
import tempfile

PROGRAM = os.path.join(os.environ.get("builddir", "."), "tournaments",
                       "tournament")
ENTRANTS = 12
FEW, MANY = 100_000, 400_000    # blocks, of two games
MORE_KB = 1000                  # kept, a block takes 30 bytes or more: 9 MB


def lines(blocks):
    """Two games a block; its text is as `tournament games` writes it."""
    dice = random.Random(5)
    bodies = []
    for _ in range(1000):
        first, second = dice.sample(range(ENTRANTS), 2)
        bodies.append([f"e{a}|e{b},{dice.choice(('1|2', '2|1', '1|1'))}\n"
                       for a, b in ((first, second), (second, first))])
    yield "block,entrants,ranks\n"
    for block in range(blocks):
        label = f"{block // 10 + 1}.{block % 10 + 1},"
        one, other = bodies[block * 7919 % 1000]
        yield label + one
        yield label + other


def start(games, **more):
    return subprocess.Popen([PROGRAM, "ladder", "--csv", "--games", games],
                            stdout=subprocess.PIPE, **more)


def finish(process):
    table = process.stdout.read()
    if process.wait() != 0:
        sys.exit(f"ladder --games: exit {process.returncode}")
    return table


def peak(blocks):
    """In KB, when all but what the pipe holds was read."""
    process = start("-", stdin=subprocess.PIPE)
    process.stdin.write("".join(lines(blocks)).encode())
    process.stdin.flush()
    with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
        memory = next(int(line.split()[1]) for line in status
                      if line.startswith("VmHWM:"))
    process.stdin.close()
    finish(process)
    return memory


def check_memory():
    few, many = peak(FEW), peak(MANY)
    if many > few + MORE_KB:
        sys.exit(f"{MANY} blocks take {many} KB, {FEW} blocks {few} KB")


def check_scattered():
    header, *games = lines(5000)
    mixed = games[:]
    random.Random(1).shuffle(mixed)
    with tempfile.TemporaryDirectory() as folder:
        tables = []
        for number, of_file in enumerate((games, mixed)):
            path = os.path.join(folder, str(number))
            with open(path, "w", encoding="ascii") as file:
                file.writelines([header] + of_file)
            tables.append(finish(start(path)))
            cat = subprocess.Popen(["cat", path], stdout=subprocess.PIPE)
            tables.append(finish(start("-", stdin=cat.stdout)))
            cat.wait()
        if len(set(tables)) != 1:
            sys.exit("the order of the lines shows")


if __name__ == "__main__":
    check_memory()
    check_scattered()

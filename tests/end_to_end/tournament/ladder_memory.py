#!/usr/bin/env python3
"""ladder_memory.py - `tournament ladder` does not keep the games.

With --games, four times as many blocks of the same entrants take no more
memory.  The games come through a pipe, so that the program's peak can be read
while it waits for more and holds all that it keeps of them.  Blocks whose
lines are scattered give the same ladder, from a file and from a pipe.

`tournament ladder DIR` keeps little of each match until its games are added
up.  It waits, after its peak, when it writes a file that is a pipe.

tier: full
"""
import fcntl
import json
import os
import random
import select
import subprocess
import sys
import tempfile

PROGRAM = os.path.join(os.path.abspath(os.environ.get("builddir", ".")),
                       "tournaments", "tournament")
ENTRANTS = 12
FEW, MANY = 100_000, 400_000    # blocks of two games
MORE_KB = 1000                  # a kept block would take 30 bytes or more: 9 MB

PLAYERS = [f"{i:*>40}" for i in range(48)]  # their --los fills a pipe
TIMES, MORE_TIMES = 20, 60      # how often each meets each
# For a match with two seats and two games; up to 287 were seen.
MATCH_BYTES = 320


def lines(blocks):
    """Two games per block, as `tournament games` writes them."""
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


def most_used(process):
    """The peak in KB."""
    with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status
                    if line.startswith("VmHWM:"))


def peak(blocks):
    """The peak in KB, after all was read but what the pipe holds."""
    process = start("-", stdin=subprocess.PIPE)
    process.stdin.write("".join(lines(blocks)).encode())
    process.stdin.flush()
    memory = most_used(process)
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


# ### of a folder

def command(*words):
    return subprocess.run([PROGRAM, *words], stdout=subprocess.PIPE,
                          check=True).stdout


def make_folder(times):
    """A tournament with made-up results of all matches; returns their
    number."""
    name = f"cup{times}"
    with open("bot", "w", encoding="ascii") as bot:
        bot.write("#!/bin/sh\n")
    os.chmod("bot", 0o755)
    with open(f"{name}.json", "w", encoding="ascii") as file:
        json.dump({"name": name, "game": "pig", "rules": {},
                   "format": {"type": "round_robin", "boards": 1,
                              "matches": times},
                   "entrants": [{"name": player, "command": ["./bot"]}
                                for player in PLAYERS]}, file)
    with open("key", "w", encoding="ascii") as key:
        key.write("c0de" * 16 + "\n")
    os.chmod("key", 0o600)
    command("init", f"{name}.json", "-o", name, "--key-file", "key")
    command("open", name)
    matches = json.loads(command("results", name, "--json"))["matches"]
    dice = random.Random(3)
    with open(f"{name}/book.jsonl", "a", encoding="ascii") as book:
        for match in matches:
            number = match["match"]
            entrants = ",".join(str(PLAYERS.index(player))
                                for player in match["entrants"])
            ranks = ",".join(dice.choice(("[1,2]", "[2,1]"))
                             for _ in range(2))
            book.write(f'{{"t":"start","match":{number},"entrants":'
                       f'[{entrants}],"attempt":1}}\n'
                       f'{{"t":"end","match":{number},"log":"{"00" * 32}",'
                       f'"ranks":[{ranks}],"faults":[]}}\n')
    return name, len(matches)


def peak_of_folder(name):
    """The peak in KB.  The program writes the file after making the ladder,
    and waits then, because the pipe holds less than the file."""
    os.mkfifo(f"{name}.los")
    with open(os.open(f"{name}.los", os.O_RDONLY | os.O_NONBLOCK), "rb") as los:
        room = fcntl.fcntl(los, fcntl.F_SETPIPE_SZ, 4096)
        process = subprocess.Popen([PROGRAM, "ladder", name, "--csv", "--los",
                                    f"{name}.los"], stdout=subprocess.PIPE)
        select.select([los], [], [])
        memory = most_used(process)
        os.set_blocking(los.fileno(), True)
        if len(los.read()) <= room:
            sys.exit("the file is too short to wait for")
    finish(process)
    return memory


def check_folder():
    here = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        some, few = make_folder(TIMES)
        more, many = make_folder(MORE_TIMES)
        each = (peak_of_folder(more) - peak_of_folder(some)) * 1024 / \
            (many - few)
        os.chdir(here)
    if each > MATCH_BYTES:
        sys.exit(f"{each:.0f} bytes for each match, {MATCH_BYTES} at most")


if __name__ == "__main__":
    check_memory()
    check_scattered()
    check_folder()

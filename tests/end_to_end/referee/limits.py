#!/usr/bin/env python3
"""limits.py - each limit: a bot beyond it, and one just below it; and what
else holds at level limits.

As root, an ordinary user tries the levels that root does not; with
ROLLCALL_LONG_TESTS=1 both try all.

tier: full, root
"""
import ctypes
import fcntl
import os
import platform
import re
import struct
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene
import somebody
from somebody import PRELUDE, faults_of, stderr_of, without_groups


class Limit:
    def __init__(self, name, limits, body, fault="", detail="",
                 levels=("limits", "strict")):
        self.name, self.limits, self.body = name, limits, body
        self.fault, self.detail, self.levels = fault, detail, levels


BURN = "\nwhile time.process_time() < %s: pass\n"
CHILD = """
if os.fork() == 0:
    %s
    while time.process_time() < %s: pass
    os._exit(0)
os.wait()
go_on()
"""
COUNT = """
count = 0
try:
    while True:
        %s
        count += 1
except (OSError, RuntimeError):
    pass
sys.stderr.write(f"count {count}\\n")
go_on()
"""
FORK = COUNT % "if os.fork() == 0: hang()"
THREAD = COUNT % "threading.Thread(target=hang, daemon=True).start()"
FILE = COUNT % "os.open('/dev/null', os.O_RDONLY)"
WRITE = """
signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
def fill(name, size):
    with open(name, "wb", 0) as file:
        for i in range(size >> 12): file.write(b"x" * 4096)
"""
SLOW = "move_ms=60000"
STRICT = ("strict",)
LIMITS = [
    Limit("memory below", ["memory_mb=200", SLOW],
          "hog = bytearray(150 << 20)\ngo_on()"),
    Limit("memory beyond", ["memory_mb=200"],
          "hog = bytearray(250 << 20)\ngo_on()", "gone", "exit status 1"),
    Limit("memory refused is no fault by itself", ["memory_mb=200"],
          "try: bytearray(250 << 20)\nexcept MemoryError: pass\ngo_on()"),
    Limit("processor time below", ["cpu_s=2", SLOW], BURN % 0.3 + "go_on()"),
    Limit("processor time beyond", ["cpu_s=1", SLOW],
          "while True: pass", "limit", "processor time"),
    Limit("processor time of a child", ["cpu_s=1", SLOW],
          CHILD % ("pass", 9), "limit", "processor time"),
    Limit("processor time of a child below", ["cpu_s=2", SLOW],
          CHILD % ("pass", 0.2)),
    Limit("processor time of a daemon", ["cpu_s=1", SLOW],
          CHILD.replace("go_on()", "hang()") %
          ("os.setsid()\n    if os.fork(): os._exit(0)", 9),
          "limit", "processor time"),
    Limit("processor time of one child after another", ["cpu_s=1", SLOW],
          "while True:\n    if os.fork() == 0:\n"
          "        while time.process_time() < 0.1: pass\n"
          "        os._exit(0)\n    os.wait()\n", "limit", "processor time"),
    Limit("processor time is counted by the game", ["cpu_s=1", SLOW],
          BURN % 0.7 + "print('{\"move\":1}', flush=True)\nuntil_turn(3)\n" +
          BURN % 1.4 + "go_on()"),
    Limit("as many processes as allowed", ["tasks=8"], FORK, "", "count 7",
          STRICT),
    Limit("as many threads as allowed", ["tasks=8"], THREAD, "", "count 7",
          STRICT),
    Limit("as many files as allowed", ["files=20"], FILE, "", "count 17"),
    Limit("a file just small enough", ["box_mb=1"], WRITE +
          "fill('a', (1 << 20) - 65536); go_on()"),
    Limit("a file too big", ["box_mb=1"], WRITE + "fill('a', 2 << 20)",
          "limit", "a file beyond"),
    Limit("files too big together", ["box_mb=1"], WRITE +
          "fill('a', 700000)\ntry: fill('b', 700000)\n"
          "except OSError as error: sys.stderr.write(error.strerror)\n"
          "go_on()", "", "No space left", STRICT),
    Limit("output below", ["output_mb=1"],
          "os.write(2, b'x' * 1000000); go_on()"),
    Limit("output beyond", ["output_mb=1"],
          "for i in range(20): os.write(2, b'x' * 60000)\nhang()",
          "limit", "more output"),
]


def limited(me, row, level):
    folder = me.folder()
    scene.bot(folder, "bot", PRELUDE + "until_turn(2)\n" + row.body)
    # Nothing here waits for a clock, as machines can be slow.
    limits = [SLOW, "start_ms=60000", *row.limits]
    options = [word for limit in limits for word in ("--limit", limit)]
    result = me.play(folder, "pig", "./bot", "./rival", "--rules",
                     "target=20", "--boards", "3", "--rotations", "1",
                     "--sandbox", level, "--trace", "trace", *options)
    wrong = scene.left_running(folder)
    if result.code != 0:
        return wrong + [str(result)]
    found = faults_of(folder)
    if not row.fault:
        if found or row.detail not in stderr_of(folder):
            wrong += [str(found), stderr_of(folder)]
    elif len(found) != 1 or found[0]["fault"] != row.fault or \
            not re.search(row.detail, found[0]["detail"]):
        wrong.append(f"{found} {stderr_of(folder)}")
    return wrong


# ### at level limits

LIBC = ctypes.CDLL(None, use_errno=True)
KEYCTL, ADD_KEY = 250, 248      # on x86-64
JOIN, SEARCH, SESSION = 1, 10, ctypes.c_long(-3)


def take_key():
    """Creates a session keyring with a secret, as a login may leave one."""
    LIBC.syscall(KEYCTL, JOIN, None)
    LIBC.syscall(ADD_KEY, b"user", b"rollcall", b"secret", 6, SESSION)


KEYS = f"""
libc = ctypes.CDLL(None, use_errno=True)
found = libc.syscall({KEYCTL}, {SEARCH}, ctypes.c_long(-3), b"user",
                     b"rollcall", 0)
own = libc.syscall({ADD_KEY}, b"user", b"mine", b"x", 1, ctypes.c_long(-3))
sys.stderr.write(f"found {{found}} own {{own > 0}} ")
go_on()
"""


def keyring(me):
    folder = me.folder()
    scene.bot(folder, "bot", PRELUDE + "until_turn(1)\n" + KEYS)
    result = me.play(folder, "pig", "./bot", "./rival", "--trace", "trace",
                     "--rules", "target=20", before=take_key)
    said = stderr_of(folder)
    if result.code != 0 or "found -1 own True" not in said or \
            said.count("found -1") != said.count("found"):
        return f"{result} {said}"
    return ""


def long_place(me):
    """Bots have their folders in TMPDIR, even if its name is long."""
    folder = me.folder()
    place = f"{folder}/{'x' * 200}"
    os.mkdir(place)
    scene.bot(folder, "bot", PRELUDE + "until_turn(1)\n"
              "sys.stderr.write(os.environ['HOME'] + os.getcwd())\ngo_on()")
    result = me.play(folder, "pig", "./bot", "./rival", "--trace", "trace",
                     "--rules", "target=20", place=place)
    said = stderr_of(folder)
    if result.code != 0 or said.count(f"{place}/rollcall-") != 4 or \
            os.listdir(place):
        return f"{result} {said} {os.listdir(place)}"
    return ""


def spared_user(me):
    """Root's bots do not run as a user who has processes.  All users before
    one with a process are locked, so that it would be the next."""
    first, number = 70000, 3000
    folder = me.folder()
    scene.bot(folder, "bot", PRELUDE + "until_turn(1)\n"
              "sys.stderr.write(f'user {os.getuid()} ')\n"
              "try: os.kill(-1, 9)\nexcept OSError: pass\ngo_on()\n")
    process = subprocess.Popen(
        ["sleep", "1000"], cwd=folder, user=first + number,
        group=first + number, extra_groups=[])
    try:
        with open("/run/rollcall.users", "ab") as locks:
            for byte in range(number):
                try:
                    fcntl.fcntl(locks, 37, struct.pack(     # F_OFD_SETLK
                        "hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, byte, 1, 0))
                except BlockingIOError:
                    pass
            result = me.play(folder, "pig", "./bot", "b=./bot", "--trace",
                             "trace", "--rules", "target=20")
        lives = process.poll() is None
    finally:
        process.kill()
        process.wait()
    users = set(re.findall(r"user (\d+)", stderr_of(folder)))
    if result.code != 0 or not lives or not users or \
            str(first + number) in users:
        return f"{result} lives: {lives}, users: {users}"
    return ""


WATCHER = """
import signal, sys
told = []
signal.signal(signal.SIGCONT, lambda number, frame: told.append(number))
print("here", flush=True)
sys.stdin.read()
print(len(told))
"""
SLOW_BOT = PRELUDE + "until_turn(1)\ntime.sleep(0.2)\ngo_on()\n"


def nobody_else(me, level):
    """Resuming a bot resumes no other process, such as a job stopped by
    Ctrl-Z, although kill(-1) would reach everything the user may signal."""
    folder = me.folder()
    scene.bot(folder, "bot", SLOW_BOT)
    with subprocess.Popen([scene.PYTHON, "-c", WATCHER], text=True,
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          user=me.user or None) as watcher:
        watcher.stdout.readline()
        result = me.play(folder, "pig", "./bot", "./rival", "--sandbox", level,
                         "--rules", "target=20", "--limit", SLOW,
                         before=without_groups if me.name == "as root"
                         else None)
        told = watcher.communicate()[0].strip()
    return "" if result.code == 0 and told == "0" else f"{told}: {result}"


def cases_of(me):
    for level in "none", "limits", "strict":
        yield (f"nobody else is resumed ({level}, {me.name})",
               lambda level=level: nobody_else(me, level))
    if platform.machine() == "x86_64" and \
            LIBC.syscall(KEYCTL, 0, SESSION, 0) > 0:
        yield f"no keys of the session ({me.name})", lambda: keyring(me)
    yield f"a long TMPDIR ({me.name})", lambda: long_place(me)
    if me.name == "as root":
        yield "a user with processes is nobody's bot", \
            lambda: spared_user(me)
    for number, row in enumerate(LIMITS):
        for at, level in enumerate(row.levels):
            # Root and the user share the levels of a row.
            if scene.ROOT and not scene.LONG and len(row.levels) > 1 and \
                    (number + at + (me.name == "as root")) % 2:
                continue
            yield (f"{row.name} ({level}, {me.name})",
                   lambda row=row, level=level: limited(me, row, level))


if __name__ == "__main__":
    sys.exit(somebody.main(cases_of, of=2))

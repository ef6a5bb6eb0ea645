"""limits.py - the clocks: a bot beyond each, and one just below it; and what
else holds at level limits.  tests/hostile/hostile_cases.txt has the limits.

tier: full, root
"""
import contextlib
import fcntl
import json
import os
import platform
import re
import resource
import shutil
import signal
import struct
import subprocess
import tempfile
import ctypes

import acts
import scene
from acts import Act
from somebody import LEVELS, LIBC, USERS, Somebody, stderr_of, without_groups

EVERYWHERE = [(user, level) for user in USERS for level in LEVELS]

# ### clocks

BURN = "end = time.process_time() + %s\n" \
    "while time.process_time() < end: pass\n"
CHILD = """if os.fork() == 0:
    %s
    while time.process_time() < %s: pass
    os._exit(0)
os.wait(); %s
"""
DAEMON = "os.setsid()\n    if os.fork(): os._exit(0)"
CPU = [
    Act("sleep is no processor time", "time.sleep(0.8); put(GOOD)"),
    Act("so is waiting for a sleeping child", "if os.fork() == 0: "
        "time.sleep(0.8); os._exit(0)\nos.wait(); put(GOOD)"),
    Act("a little is within the limit", BURN % 0.05 + "put(GOOD)"),
    Act("too much of it is not", BURN % 60),
    Act("a child's counts", CHILD % ("pass", 60, "hang()")),
    Act("that of children who are dead counts", "for i in range(200):\n" +
        re.sub("(?m)^", "    ", CHILD % ("pass", 0.05, "pass"))),
    Act("a daemon's counts", CHILD % (DAEMON, 60, "hang()")),
    Act("a thread's counts", "def burn():\n    while True: pass\n"
        "threading.Thread(target=burn, daemon=True).start()\nhang()"),
]
CPU = [act if "put" in act.body else act._replace(
    fault="timeout", detail=".") for act in CPU]
CLOCKS = {
    ("clock=cpu", "move_ms=300"): CPU,
    # The wall is a far backstop.
    ("clock=cpu", "move_ms=20"): [Act("hangs", "hang()", "timeout", ".")],
    ("clock=cpu", "game_ms=400"): [
        Act("a game's sum is of processor time", "time.sleep(0.6)\n" +
            BURN % 0.05 + "put(GOOD)"),
        Act("a game's sum can be too much", "while True:\n" + re.sub(
            "(?m)^", "    ", BURN % 0.15) + "put('{\"move\":0}\\n'); "
            "until_turn()", "timeout", ".", moved=True)],
    ("game_ms=2000",): [
        Act("uses up the time of a game", "while True:\n"
            "    time.sleep(0.9); put('{\"move\":0}\\n'); until_turn()",
            "timeout", ".", moved=True)],
}
NOTE = re.compile(r"([\d.]+) ms of wall-clock time, ([\d.]+) ms of "
                  r"processor time, ([\d.]+) ms of waiting")


@scene.each([(level, limits) for level in LEVELS for limits in CLOCKS])
def test_clocks(folder, level, limits):
    acts.check(folder, CLOCKS[limits], level, *limits)
    head = scene.read_log(f"{folder}/log.jsonl")[0]
    assert head["limits"].get("clock") == (
        "cpu" if "clock=cpu" in limits else None)
    notes = [line["note"] for line in scene.read_log(f"{folder}/trace")
             if "note" in line]
    # Others say that the machine was overloaded.
    spent = [tuple(map(float, found.groups()))
             for found in map(NOTE.match, notes) if found]
    assert len(spent) == len(scene.faults_of(folder)), notes
    if CLOCKS[limits] is CPU:
        # The wall-clock backstop did not notice it before its time.
        assert all(used < 1000 and (used >= 280 or wall >= 4000)
                   for wall, used, _ in spent), notes


# Thinks in its first game until the gate says "open".  The gate is one of its
# declared files, because it sees no others in a sandbox.
THINKER = scene.prelude("json, signal, sys, time") + """until_turn(1)
while open(%r).read() != "open":
    time.sleep(0.001)
go_on()
"""
# Ponders with several threads and processes.
PONDERER = scene.prelude("json, os, signal, sys, threading") + """
def ponder():
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
        pid = one.split()[0]
        stat = scene.stat_of(pid)
        if re.search(rf"(python|/){word}|/{word}\b", one) and "bwrap" not in \
                one and ".inside" not in one and stat:
            found.append("T" if is_frozen(pid) else stat[2])
    return "".join(sorted(found))


@scene.each([(level, pause) for level in LEVELS for pause in (1, 0)])
def test_who_waits_is_stopped(folder, level, pause):
    gate = scene.write(f"{folder}/gate", "shut")
    scene.bot(folder, "thinker", THINKER % gate)
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
    # The game begins with the third line of the log.
    scene.wait_until(lambda: scene.content(folder).count(b"\n") > 3)
    if pause:
        assert scene.wait_until(lambda: states(folder, "ponderer") == "TTT")
    else:
        seen = [states(folder, "ponderer") for _ in range(30)]
        assert all(seen) and "T" not in "".join(seen), seen
    scene.write(gate, "open")
    scene.expect(scene.finish(process))
    assert not scene.left_running(folder) and not scene.doubts(folder)
    assert not scene.faults_of(folder)


# ### at level limits

KEYCTL, ADD_KEY = 250, 248      # on x86-64
JOIN, SEARCH, SESSION = 1, 10, ctypes.c_long(-3)
KEYS = f"""import ctypes
libc = ctypes.CDLL(None, use_errno=True)
found = libc.syscall({KEYCTL}, {SEARCH}, ctypes.c_long(-3), b"user",
                     b"rollcall", 0)
own = libc.syscall({ADD_KEY}, b"user", b"mine", b"x", 1, ctypes.c_long(-3))
say(f"found {{found}} own {{own > 0}} ")
put(GOOD)
"""


def take_key():
    """Creates a session keyring with a secret, as a login may leave one."""
    LIBC.syscall(KEYCTL, JOIN, None)
    LIBC.syscall(ADD_KEY, b"user", b"rollcall", b"secret", 6, SESSION)


@scene.each(USERS)
def test_no_keys_of_the_session(folder, user):
    if platform.machine() != "x86_64" or LIBC.syscall(
            KEYCTL, 0, SESSION, 0) <= 0:
        raise scene.Skip("keys: no keyring")
    who = Somebody(folder, user)
    acts.check(folder, [Act("", KEYS, said="^found -1 own True")], "limits",
               player=lambda _, *words: who.play(*words, before=take_key))


@scene.each(USERS)
def test_bots_are_in_tmpdir_even_if_its_name_is_long(folder, user):
    place = f"{folder}/t/{'x' * 200}"
    os.makedirs(place)
    who = Somebody(folder, user)
    acts.check(folder, [Act("", "say(os.environ['HOME'] + os.getcwd())\n"
                            "put(GOOD)", said=f"^({place}/rollcall-.*)"
                            "{2}")],
               "limits", player=lambda _, *words: drained(
                   who.play(*words, TMPDIR=place), place))


def drained(result, place):
    os.rmdir(place)     # it is empty
    return result


def test_bots_of_root_are_no_user_who_has_processes(folder):
    """All users before one with a process are locked, so that it would be the
    next."""
    if not scene.ROOT:
        raise scene.Skip("bots of other users: not root")
    first, number = 70000, 3000
    scene.healthy(folder)
    scene.bot(folder, "bot", scene.prelude("json, os, signal, sys") +
              "until_turn(1)\nsys.stderr.write(f'user {os.getuid()} ')\n"
              "try: os.kill(-1, 9)\nexcept OSError: pass\ngo_on()\n")
    with subprocess.Popen(
            ["sleep", "1000"], cwd=folder, user=first + number,
            group=first + number, extra_groups=[]) as process, \
            open("/run/rollcall.users", "ab") as locks:
        for byte in range(number):
            with contextlib.suppress(BlockingIOError):
                fcntl.fcntl(locks, 37, struct.pack(     # F_OFD_SETLK
                    "hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, byte, 1, 0))
        result = scene.play(folder, "pig", "./bot", "b=./bot", "--trace",
                            "trace", "--rules", "target=20")
        lives = process.poll() is None
        process.kill()
    scene.expect(result)
    users = set(re.findall(r"user (\d+)", stderr_of(folder)))
    assert lives and users and str(first + number) not in users, users


WATCHER = """
import signal, sys
told = []
signal.signal(signal.SIGCONT, lambda number, frame: told.append(number))
print("here", flush=True)
sys.stdin.read()
print(len(told))
"""


@scene.each(EVERYWHERE)
def test_nobody_else_is_resumed(folder, user, level):
    """Resuming a bot resumes no other process, such as a job stopped by
    Ctrl-Z, although kill(-1) would reach everything the user may signal."""
    who = Somebody(folder, user)
    with subprocess.Popen([scene.PYTHON, "-c", WATCHER], text=True,
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          user=user or None) as watcher:
        watcher.stdout.readline()
        acts.check(folder, [Act("", "time.sleep(0.2); put(GOOD)")], level,
                   player=lambda _, *words: who.play(
                       *words, before=without_groups if who.is_root else
                       None))
        assert watcher.communicate()[0].strip() == "0"


# ### how the referee itself was started

def test_signals_of_children_are_ignored(folder):
    scene.expect(scene.finish(scene.start(
        folder, "doctor", "--sandbox", "limits",
        preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))),
        0, "levels: ")


def test_almost_no_stack(folder):
    little = 1 << 16, 1 << 16
    scene.expect(scene.finish(scene.start(
        folder, "doctor", preexec_fn=lambda: resource.setrlimit(
            resource.RLIMIT_STACK, little))), 2, "",
        "the stack may only have 64 kB .ulimit -s.: at least 256 are needed$")


def removed(group):
    with contextlib.suppress(OSError):
        os.rmdir(group)
    return not os.path.exists(group)


@contextlib.contextmanager
def control_group(controller, file):
    """A control group for a test, with a group inside, which goes with it."""
    places = [f"/sys/fs/cgroup{kind}" for kind in ("", f"/{controller}")]
    places = [place for place in places
              if os.access(f"{place}/cgroup.procs", os.W_OK)]
    if not scene.ROOT or not places:
        raise scene.Skip("only root makes control groups, where it may")
    outer = tempfile.mkdtemp(prefix="test-", dir=places[-1])
    os.mkdir(f"{outer}/inner")
    try:
        if not os.path.exists(f"{outer}/{file}"):
            raise scene.Skip(f"no control group has {file}")
        yield outer
    finally:
        # What has just been ended may still be leaving.
        for group in f"{outer}/inner", outer:
            assert scene.wait_until(lambda name=group: removed(name))


def start_in(group, folder, *words, **more):
    return scene.finish(scene.start(
        folder, *words, **more, preexec_fn=lambda:
        scene.write(f"{group}/cgroup.procs", str(os.getpid()))))


TAKES_ALL = scene.prelude("json, os, signal, sys") + """
for _ in range(500):
    try:
        if os.fork() == 0: signal.pause()
    except OSError:
        break
until_turn(99)
"""
NEEDS_SOME = f"#!{scene.PYTHON}" + """
import json, os, sys, threading
def also():
    if os.fork() == 0: os._exit(0)
    os.wait()
for line in sys.stdin:
    kind = json.loads(line)["type"]
    if kind == "turn":
        thread = threading.Thread(target=also)
        thread.start()
        thread.join()
        print('{"move":1}', flush=True)
    elif kind == "hello":
        print('{"type":"ready"}', flush=True)
"""


def test_bots_share_the_processes_of_the_control_group(folder):
    """The limit of a group above counts, too; what is left is shared out
    equally, also between matches that are played at the same time."""
    os.chmod(folder, 0o777)     # bots run as other users
    scene.bot(folder, "a", TAKES_ALL)
    scene.bot(folder, "b", NEEDS_SOME)
    scene.cup(folder, "ab", rules={"target": 20},
              format={"type": "round_robin", "matches": 2},
              limits={"move_ms": 60000, "start_ms": 60000})
    with control_group("pids", "pids.max") as outer:
        inner = f"{outer}/inner"
        scene.write(f"{outer}/pids.max", "100")
        scene.expect(start_in(inner, folder, "play", "pig", "./a", "./b",
                              "--rules", "target=20", "-o", "log.jsonl",
                              *scene.PATIENT.split()), 0, "",
                     "may have 100 processes .*: each bot may have 2. tasks "
                     "instead of 64\n$")
        assert not scene.faults_of(folder)
        told = scene.expect(start_in(
            inner, folder, "run", "cup.json", "-j", "2", "--key-file", "key",
            program=scene.TOURNAMENT)).out
        # Once, and half of the 22 that one match would have.
        share, = re.findall(r"each bot may have (\d+) tasks", told)
        assert 9 <= int(share) <= 11, told
        scene.expect(scene.tournament(folder, "results", "cup", "--faults",
                                      "--csv"), 0, "fault,suspect\n$")
        scene.write(f"{outer}/pids.max", "20")
        scene.expect(start_in(inner, folder, "doctor", "--sandbox", "limits"),
                     1, "processes allowed +NO: the control group may have 20 "
                     r"\(pids.max\): .* too few are left for 4 bots")


HOG = """
import sys
print('{"type":"ready"}', flush=True)
for line in sys.stdin:
    if '"type":"turn"' in line:
        eaten = b"x" * 400_000_000
        print('{"move":0}', flush=True)
"""


def test_the_kernel_ends_a_bot_for_memory(folder):
    """Where bots have no control groups of their own, another one may have used
    it up: the match has no result."""
    with control_group("memory", "memory.limit_in_bytes") as group:
        scene.write(f"{group}/memory.limit_in_bytes", "150M")
        scene.bot(folder, "hog", f"#!{scene.PYTHON}\n{HOG}")
        result = start_in(group, folder, "play", "pig", "a=./hog", "b=./hog",
                          "-o", "log.jsonl", "--sandbox", "none",
                          "--limit", "move_ms=600000", "--limit",
                          "start_ms=600000")
    scene.expect(result, 2, "", "because memory ran out, and bot [ab] ended")
    assert not scene.faults_of(folder)


@scene.each([level for level in LEVELS if level != "none"])
def test_bots_share_the_memory_of_the_control_group(folder, level):
    """Who uses up more than a share is ended, and nobody else."""
    with control_group("memory", "memory.limit_in_bytes") as group:
        scene.write(f"{group}/memory.limit_in_bytes", "300M")
        os.chmod(folder, 0o777)
        scene.bot(folder, "hog", f"#!{scene.PYTHON}\n{HOG}")
        scene.healthy(folder, "b")
        scene.expect(start_in(group, folder, "play", "pig", "a=./hog",
                              "./b", "--sandbox", level, "-o", "log.jsonl",
                              *scene.PATIENT.split()), 0, "",
                     "warning: the control group may have 300 MB of memory: "
                     "each bot may have 71 of them\n$")
        faults = scene.faults_of(folder)
        assert [(line["seat"], line["fault"]) for line in faults] == [
            (0, "limit"), (1, "limit")], faults
        assert "its share of the memory" in faults[0]["detail"], faults
        assert os.listdir(group).count("inner") == 1 and not [
            name for name in os.listdir(group) if "rollcall" in name]


def test_a_file_system_without_modes(folder):
    """Such as those of other systems: the secret and keys are refused there,
    as everybody could read them."""
    if not scene.ROOT or not shutil.which("bindfs"):
        raise scene.Skip("files without modes: not root, or no bindfs")
    os.mkdir(f"{folder}/real")
    os.mkdir(f"{folder}/open")
    subprocess.run(["bindfs", "-o", "allow_other", "-p", "0777",
                    "--chmod-ignore", "--chown-ignore", f"{folder}/real",
                    f"{folder}/open"], check=True)
    try:
        scene.healthy(folder, "a")
        for words in (["play", "pig", "./a", "b=./a", "-o",
                       "open/log.jsonl"], ["keygen", "-o", "open/key"]):
            scene.expect(scene.run(folder, *words), 2, "",
                         "open/.* would be readable by others, because this "
                         "file system ignores permissions; use a folder")
        assert os.listdir(f"{folder}/open") == []
    finally:
        subprocess.run(["umount", f"{folder}/open"], check=True)


def test_processes_of_others_in_proc(folder):
    if not scene.ROOT:
        raise scene.Skip("only root makes a namespace of processes")
    result = subprocess.run(["unshare", "-pf", scene.REFEREE, "doctor"],
                            capture_output=True, text=True, check=False,
                            env=scene.referee_environment(folder))
    assert "NO: /proc shows another namespace of processes; mount its own" in \
        result.stdout, result


scene.main()

"""arena.py - matches of hostile bots, and what must hold after each.

hostile.py, hostile_few.py, neighbours.py and tests/bench/hostile_bench.py use
it.  Everything is played as the user who runs it.
"""
import collections
import contextlib
import ctypes
import functools
import json
import os
import re
import shutil
import signal
import socket
import subprocess

import hostile_cases
import scene

LEVELS = ("none", "limits", "strict")
OF_THE_SYSTEM = ("memory_mb", "cpu_s", "tasks", "files", "box_mb")
TARGET = 20
BOARDS = 3
MEMORY_MORE_KB = 64 << 10   # sanitizers keep what was freed
FILES_MOST = 64     # open in the referee, with two bots in two seats
HOSTILE = f"{scene.BUILD}/tests/hostile/bots/hostile"
WATCH = f"{scene.BUILD}/tests/hostile/bots/watch"
THROWN_AWAY = ["bwrap", "--unshare-pid", "--unshare-ipc", "--unshare-net",
               "--die-with-parent", "--dev-bind", "/", "/", "--proc", "/proc",
               "--tmpfs", "/dev/shm"]
FILES = {"t", "config", "key", "secret", "bot", "hostile", "rival",
         "match.json", "log.jsonl", "log.json", "trace", "report", "victim",
         "socket"}

Played = collections.namedtuple(
    "Played", "result lines trace left memory files")


# ### who plays, and where

ME = "root" if scene.ROOT else "user"


@functools.lru_cache(None)
def levels_reached():
    """The levels that `referee doctor` reports."""
    with scene.Scene() as at:
        out = scene.run(at.folder(), "doctor").out
    line = re.search(r"^levels: ([^;\n]*)", out, re.M)
    return line.group(1).split(", ") if line else []


@functools.lru_cache(None)
def can_throw_away():
    """Can a namespace be made to contain what must not get out?"""
    with contextlib.suppress(OSError):
        return subprocess.run(THROWN_AWAY + ["true"], check=False,
                              capture_output=True).returncode == 0
    return False


# ### a match

def command_of(row, folder, limits, ports):
    if row.program is not None:
        scene.write(f"{folder}/bot", row.program, 0o755)
        return ["./bot"], ["bot"]
    if row.text is not None:
        first = scene.PYTHON if row.needs == "python3" else \
            f"/usr/bin/env {row.needs}"
        scene.bot(folder, "bot", f"#!{first}\n{row.text}")
        return ["./bot"], ["bot"]
    shutil.copy(HOSTILE, f"{folder}/hostile")
    return ["./hostile", row.name, f"@{folder}", *map(str, ports),
            *(str(limits.get(name, default)) for name, default in
              (("move_ms", 1000), ("files", 64), ("box_mb", 64)))], ["hostile"]


def prepare(folder, row, level, boards, ports=(0, 0), more=()):
    # Bots that do not wait for their clock get a long one: machines can be
    # slow.
    limits = {"move_ms": 10000, **row.limits, **dict(more)}
    command, files = command_of(row, folder, limits, ports)
    if level == "none":
        limits = {name: value for name, value in limits.items()
                  if name not in OF_THE_SYSTEM}
    scene.healthy(folder)
    os.mkdir(f"{folder}/victim")
    scene.write(f"{folder}/victim/kept", "kept\n")
    os.makedirs(f"{folder}/t", exist_ok=True)
    scene.write(f"{folder}/match.json", json.dumps({
        "game": "pig", "rules": {"target": TARGET}, "boards": boards,
        "sandbox": level, "limits": limits, "entrants": [
            {"name": "bot", "command": command, "files": files},
            {"name": "rival", "command": ["./rival"], "files": ["rival"]}]}))


def read_trace(folder):
    lines = []
    for line in scene.content(folder, "trace").split(b"\n")[:-1]:
        lines.append(json.loads(line))
    return lines


def finish(process, folder, seconds):
    """Waits for the process; after `seconds`, kills everything that still runs
    in that folder."""
    try:
        out, err = process.communicate(timeout=seconds)
        return scene.Result(process.returncode, out.decode(), err.decode())
    except subprocess.TimeoutExpired:
        pass
    assert folder.startswith("/tmp/rc."), "this would hit others"
    process.kill()
    for _ in range(100):
        for one in scene.left_running(folder):
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(one.split()[0]), signal.SIGKILL)
    process.wait()
    process.stdout.close()
    process.stderr.close()
    return scene.Result("hangs", "", "")


def play(folder, thrown_away=False, seconds=scene.HANGS_S):
    """Plays the prepared match under `watch`, which reports what outlives
    it."""
    # The name contains the folder, so that bots and tests find this referee.
    os.symlink(scene.REFEREE, f"{folder}/referee")
    process = subprocess.Popen(
        THROWN_AWAY * thrown_away + [
            WATCH, f"{folder}/report", f"{folder}/referee", "play",
            "match.json", "-o", "log.jsonl", "--secret-file", "secret",
            "--key-file", "key", "--trace", "trace"], cwd=folder,
        env={**scene.referee_environment(folder), "HOSTILE_MARK": folder},
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE)
    result = finish(process, folder, seconds)
    os.unlink(f"{folder}/referee")
    report = scene.content(folder, "report").split()
    left, memory, files = map(int, report[1:4]) if report else (None, 0, 0)
    lines = []
    if result.code == 0:
        lines = scene.read_log(f"{folder}/log.jsonl")
    return Played(result, lines, read_trace(folder) if lines else [], left,
                  memory, files)


# ### what must hold

def expected(row, verdict, game, found):
    due = (row.pattern or hostile_cases.MIDDLE)[game] if verdict else "."
    words = verdict.split("|")
    if due == "." or (not found and "" in words):
        return not found
    if due == "f":
        words = ["forfeit"]
    return len(found) == 1 and found[0]["fault"] in words


def check_games(row, verdict, lines, normal):
    """That bot has exactly the expected faults and loses those games; all
    other games are as in the undisturbed match."""
    games = scene.games_of(lines)
    if len(games) != len(normal):
        return [f"{len(games)} games"]
    wrong = []
    for number, game in enumerate(games):
        seat, over = number % 2, game[-1]
        found = [line for line in game if line["t"] == "fault"]
        if not expected(row, verdict, number, found) or any(
                line["seat"] != seat for line in found):
            wrong.append(f"game {number + 1}: {found}")
        elif found and (over["ranks"][seat] != 2 or
                        over["ranks"][1 - seat] != 1):
            wrong.append(f"game {number + 1} is not lost: {over}")
        elif found and row.detail and (
                not re.search(row.detail, found[0]["detail"]) or
                any(line["t"] == "move" and line["seat"] == seat
                    for line in game) != row.moved):
            wrong.append(f"game {number + 1}: {game}")
        elif not found and over != normal[number]:
            wrong.append(f"game {number + 1} was disturbed: {over}")
    return wrong


def checks_of(trace, seat_games):
    """What a snoop has reported: one dict for each of its processes."""
    text = collections.defaultdict(str)
    for line in trace:
        if "stderr" in line and (line["game"] - 1) % 2 == line["seat"]:
            text[line["seat"]] += line["stderr"]
    found = []
    for seat in range(seat_games):
        done = dict(re.findall(r"^check (\S+) (.*)$", text[seat], re.M))
        count = re.search(r"^checks (\d+)$", text[seat], re.M)
        found.append((done, int(count.group(1)) if count else None))
    return found


def check_snoop(row, level, trace):
    wanted = hostile_cases.CHECKS.get(row.name)
    if wanted is None:
        return []
    wrong = []
    for done, count in checks_of(trace, 2):
        if count != len(wanted) or set(done) != set(wanted):
            wrong.append(f"{count} checks finished of {len(wanted)}, not "
                         f"{sorted(set(wanted) ^ set(done))}")
        for name, result in done.items():
            if result != "refused" and name in wanted and (
                    result.startswith("could not run") or
                    hostile_cases.refused(wanted[name], level, ME)):
                wrong.append(f"{name}: {result}")
    return sorted(set(wrong))


def leak_key(folder):
    key = 5381
    for byte in folder.encode():
        key = (key * 33 + byte) & 0xffffffff
    return key & 0x7fffffff


def marked_files(folder):
    mark = folder.replace("/", "-")
    return [f"{place}/{mark}" for place in
            ("/tmp", "/dev/shm", "/var/tmp", "/run", folder)
            if os.path.exists(f"{place}/{mark}")]


def sweep(folder):
    """Removes what is left behind, after it has been reported."""
    for path in marked_files(folder):
        os.unlink(path)
    # The bots' folders may be locked, deep and full of links.
    for words in ["chmod", "-R", "u+rwX"], ["rm", "-rf"]:
        subprocess.run([*words, f"{folder}/t"], check=False,
                       stderr=subprocess.DEVNULL)


def leaks(folder):
    """Everything named after a match, wherever a bot may have put it."""
    mark = folder.replace("/", "-")
    found = marked_files(folder)
    for kind in "shm", "sem", "msg":
        with open(f"/proc/sysvipc/{kind}", encoding="ascii") as table:
            if str(leak_key(folder)) in [line.split()[0] for line in table]:
                found.append(f"System V {kind}")
    libc = ctypes.CDLL(None)
    if hasattr(libc, "mq_open") and \
            libc.mq_open(f"/{mark}".encode(), os.O_RDONLY) >= 0:
        libc.mq_unlink(f"/{mark}".encode())
        found.append("a message queue")
    return found


def check_left(folder, played):
    wrong = [f"left running: {one}" for one in scene.left_running(folder)]
    if played.left != 0:
        wrong.append(f"{played.left} processes outlived the referee")
    stray = sorted(set(os.listdir(folder)) - FILES) + os.listdir(f"{folder}/t")
    wrong += [f"left behind: {name!r}" for name in stray + leaks(folder)]
    if scene.content(f"{folder}/victim", "kept") != b"kept\n":
        wrong.append("a file of somebody else is gone")
    return wrong


def check_referee(played, normal):
    wrong = []
    if played.memory > normal.memory + MEMORY_MORE_KB:
        wrong.append(f"memory of {played.memory} KiB, {normal.memory} KiB "
                     "undisturbed")
    if played.files > FILES_MOST:
        wrong.append(f"{played.files} open files")
    return wrong


def check_order(played):
    """The rival must hear of the end of a game before the referee waits for
    the end of the bot that lost it."""
    wrong = []
    for game in range(1, len(scene.games_of(played.lines))):
        kinds = ["end" if "end" in line else "over"
                 for line in played.trace if line["game"] == game and
                 ("end" in line or line.get("to", "").startswith(
                     '{"type":"over"'))]
        if "end" in kinds and kinds[0] == "end":
            wrong.append(f"the bot was waited for in game {game}: {kinds}")
    return wrong


def verified(folder):
    """The log is signed and closed, and survives packing and unpacking."""
    results = [scene.run(folder, "verify", "log.jsonl"),
               scene.run(folder, "pack", "log.jsonl")]
    if results[-1].code == 0:
        os.rename(f"{folder}/log.pack", f"{folder}/back.pack")
        results.append(scene.run(folder, "unpack", "back.pack"))
    wrong = [f"{result}" for result in results if result.code != 0]
    if not wrong and scene.content(folder, "back.jsonl") != \
            scene.content(folder):
        wrong.append("another log comes back from the packed one")
    return wrong


class Normal:
    """The undisturbed match at a level."""

    def __init__(self, folder, level):
        row = hostile_cases.Row("plays_well", {"": ""})
        prepare(folder, row, level, BOARDS)
        played = play(folder)
        assert played.result.code == 0, played.result
        self.overs = [game[-1] for game in scene.games_of(played.lines)]
        self.memory = played.memory
        assert all(over["end"] == "normal" for over in self.overs)


@functools.lru_cache(None)
def normal(level):
    with scene.Scene() as at:
        return Normal(at.folder(), level)


# ### a case

def check(folder, row, level):
    """Plays a hostile bot at a level; returns what is wrong."""
    verdict = row.at(level, ME)
    if isinstance(verdict, hostile_cases.Open):
        return check_open(folder, row, level, verdict.verdict)
    with listening(folder) as (ports, came):
        prepare(folder, row, level, BOARDS, ports)
        played = play(folder)
    wrong = check_left(folder, played)
    sweep(folder)
    if played.result.code != 0 or played.result.err:
        return wrong + [f"exit {played.result.code}, {played.result.err}"]
    wrong += check_games(row, verdict, played.lines, normal(level).overs)
    wrong += verified(folder) + check_snoop(row, level, played.trace)
    wrong += check_referee(played, normal(level)) + check_order(played)
    if level == "strict":
        wrong += [f"reached from inside: {what}" for what in came]
    return wrong


def check_open(folder, row, level, verdict):
    """Plays what a level does not prevent, in a place where it hurts nobody.
    A referee that was stopped is presumed dead, and thrown away as well."""
    prepare(folder, row, level, BOARDS)
    played = play(folder, thrown_away=True,
                  seconds=scene.HANGS_S if verdict is not None else 5)
    wrong = [f"left running: {one}" for one in scene.gone_in_the_end(folder)]
    sweep(folder)
    if verdict is None:
        return wrong
    if played.result.code != 0:
        return wrong + [str(played.result)]
    return wrong + check_games(row, verdict, played.lines,
                               normal(level).overs)


def check_row(folder, row, level):
    """The same, or why it cannot be tried here."""
    verdict = row.at(level, ME)
    if level not in levels_reached():
        raise scene.Skip(f"this machine has no level {level}")
    if isinstance(verdict, hostile_cases.Skip):
        raise scene.Skip(verdict.why)
    if row.needs and shutil.which(row.needs) is None:
        raise scene.Skip(f"{row.needs} is missing")
    if isinstance(verdict, hostile_cases.Open) and not can_throw_away():
        raise scene.Skip("no namespace to throw away")
    return check(folder, row, level)


# ### what a snoop could connect to

@contextlib.contextmanager
def listening(folder):
    """Opens ports and sockets; yields a list of those that were contacted."""
    with contextlib.ExitStack() as stack:
        def listener(family, kind, name):
            one = stack.enter_context(socket.socket(family, kind))
            one.bind(name)
            if kind == socket.SOCK_STREAM:
                one.listen(8)
            one.setblocking(False)
            return one

        tcp = listener(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0))
        udp = listener(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0))
        file = listener(socket.AF_UNIX, socket.SOCK_STREAM,
                        f"{folder}/socket")
        os.chmod(f"{folder}/socket", 0o777)
        name = listener(socket.AF_UNIX, socket.SOCK_STREAM, f"\0{folder}")
        came = []
        yield (tcp.getsockname()[1], udp.getsockname()[1]), came
        for what, one in (("tcp", tcp), ("unix_file", file),
                          ("unix_name", name)):
            with contextlib.suppress(BlockingIOError):
                stack.enter_context(one.accept()[0])
                came.append(what)
        with contextlib.suppress(BlockingIOError):
            udp.recv(16)
            came.append("udp")

#!/usr/bin/env python3
"""strict.py - level strict: what a bot sees there, and how it ends.

As root, everything is tried again as an ordinary user.

tier: quick
"""
import contextlib
import errno
import glob
import hashlib
import json
import os
import platform
import re
import signal
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene
import somebody
from somebody import PRELUDE, deny, faults_of, stderr_of


# ### what strict must allow

PERL = """#!/usr/bin/perl
$| = 1;
while (<STDIN>) {
    print qq({"type":"ready"}\\n) if /"type":"hello"/;
    print qq({"move":1}\\n) if /"type":"turn"/;
}
"""
NODE = """#!/usr/bin/env node
require('readline').createInterface({ input: process.stdin }).on('line',
  (line) => {
    const { type } = JSON.parse(line);
    if (type === 'hello') console.log('{"type":"ready"}');
    if (type === 'turn') console.log('{"move":1}');
  });
"""
JAVA = """import java.io.*;
public class Bot {
    public static void main(String[] words) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null;) {
            if (line.contains("\\"type\\":\\"hello\\""))
                System.out.println("{\\"type\\":\\"ready\\"}");
            if (line.contains("\\"type\\":\\"turn\\""))
                System.out.println("{\\"move\\":1}");
        }
    }
}
"""
PYTHON = PRELUDE + "until_turn(99)\n"
SHELL = open(f"{scene.SRC}/bots/first_move.sh", encoding="utf-8").read()
LANGUAGES = [("python3", "bot", PYTHON, "./bot"),
             ("python3", "bot.py", PYTHON, "python3 ./bot.py"),
             ("node", "bot.js", NODE, "./bot.js"),
             ("perl", "bot.pl", PERL, "perl ./bot.pl"),
             ("java", "Bot.java", JAVA, "java ./Bot.java"),
             ("sh", "bot.sh", SHELL, "sh ./bot.sh")]


def language(me, name, text, command):
    folder = me.folder()
    scene.bot(folder, name, text)
    result = me.play(folder, "pig", f"bot={command}", "./rival", "--rules",
                     "target=20", "--sandbox", "strict", "--trace", "trace",
                     "--limit", "start_ms=50000",
                     "--limit", "move_ms=60000")
    wrong = scene.left_running(folder)
    if result.code != 0 or result.err or faults_of(folder):
        return wrong + [str(result), str(faults_of(folder)),
                        stderr_of(folder)]
    if '"sandbox":"strict"' not in scene.content(folder).decode():
        wrong.append("the log does not say strict")
    verdict = scene.run(folder, "verify", "log.jsonl")
    if verdict.code != 0 or "not proved: sandbox" in verdict.out:
        wrong.append(str(verdict))
    return wrong


# Each line is one check.  The bot reports each check that it has finished, so
# that a bot which died early cannot look clean.
SIGHTS = r"""
check("the environment", set(os.environ) - {"LC_CTYPE"} ==
      {"PATH", "LANG", "HOME"})
check("an empty folder", os.getcwd() == os.environ["HOME"] == "/tmp/box"
      and not os.listdir("."))
check("nobody else's processes",
      [p for p in os.listdir("/proc") if p.isdigit()] == ["1", "2"])
check("a session of its own", os.getsid(0) == os.getpid() == os.getpgid(0))
check("no descriptors", [fd for fd in range(3, 64) if is_open(fd)] == [])
check("not root", os.getuid() != 0 and "CapEff:\t0000000000000000" in status)
check("no capability to get", "CapBnd:\t0000000000000000" in status)
check("no new privileges", "NoNewPrivs:\t1" in status)
check("a filter", "Seccomp:\t2" in status)
check("a host name", socket.gethostname() == "bot")
for path in OUTSIDE:
    check("not " + path, not os.path.lexists(path))
for path in ("/", "/usr", "/dev", "/proc", "/etc", "/usr/bin"):
    check("cannot write in " + path, fails(lambda: open(path + "/x", "w")))
check("cannot write its own file", fails(lambda: open(sys.argv[0], "a")))
check("cannot remove its own file", fails(lambda: os.unlink(sys.argv[0])))
check("can write its folder", open("x", "w").write("x") == 1)
check("can write /tmp and /dev/shm",
      open("/tmp/y", "w").write("y") and open("/dev/shm/z", "w").write("z"))
check("no terminal", fails(lambda: open("/dev/tty")))
check("the first process is closed",
      fails(lambda: open("/proc/1/mem", "rb"), errno.EACCES) and
      fails(lambda: os.listdir("/proc/1/fd"), errno.EACCES))
check("killing all is harmless", fails(lambda: os.kill(-1, 9), errno.ESRCH))
os.kill(1, 9)
check("the first process cannot be killed", True)
check("no network", [name for _, name in socket.if_nameindex()] == ["lo"]
      and fails(lambda: socket.create_connection(("192.0.2.1", 9), 1)))
check("no port of the machine", fails(
      lambda: socket.create_connection(("127.0.0.1", PORT), 1)))
check("no abstract socket of the machine", fails(
      lambda: socket.socket(socket.AF_UNIX).connect(NAME)))
pair = socket.socketpair()
check("sockets of its own", pair[0].send(b"x") == 1)
for family in (17, 38, 40):
    check(f"no sockets of family {family}",
          fails(lambda: socket.socket(family, socket.SOCK_RAW),
                errno.EAFNOSUPPORT))
for name, words, number in CALLS:
    check("refused: " + name, call(*words) == number)
check("one core", len(os.sched_getaffinity(0)) == 1)
check("a priority of its own", os.nice(1) == 1)
check("a signal of its own for pipes", fcntl.fcntl(0, 10, 23) == 0)
check("limits of its own", resource.setrlimit(
      resource.RLIMIT_CORE, (0, 0)) is None)
check("threads", not threading.Thread(target=int).start())
check("children", subprocess.run(["true"]).returncode == 0)
check("pseudo random", len(os.urandom(8)) == 8)
for name in sorted(DEVICES):
    path = "/dev/" + name
    check("a device: " + path, stat.S_ISCHR(os.stat(path).st_mode))
    check("cannot change " + path, fails(lambda: os.chmod(path, 0o600)))
check("random bytes", all(len(open("/dev/" + name, "rb").read(8)) == 8
                          for name in ("random", "urandom")))
check("nothing else in /dev", set(os.listdir("/dev")) == DEVICES | {
      "fd", "stdin", "stdout", "stderr", "shm"})
for path, digest in SETTINGS.items():
    check("as on the machine: " + path, hashlib.sha256(
          open(path, "rb").read()).hexdigest() == digest)
    check("cannot write " + path, fails(lambda: open(path, "a")))
"""
SIGHTS_PRELUDE = """
libc = ctypes.CDLL(None, use_errno=True)
status = open("/proc/self/status").read()

def check(name, good):
    sys.stderr.write(("good " if good else "BAD ") + name + "\\n")

def is_open(fd):
    try:
        os.fstat(fd)
    except OSError:
        return False
    return True

def fails(what, number=None):
    try:
        what()
    except OSError as error:
        return number in (None, error.errno)
    return False

def call(*words):
    ctypes.set_errno(0)
    libc.syscall(*(ctypes.c_ulong(word) for word in words))
    return ctypes.get_errno()
"""
SIGHTS_END = """
if os.fork() == 0:
    os.setsid()
    hang()
check("the end", True)
sys.stderr.flush()
go_on()
"""
EPERM, ENOSYS = errno.EPERM, errno.ENOSYS
# Call numbers of x86-64; elsewhere the other checks have to do.
CALLS = [("ptrace", (101, 0, 0, 0, 0), EPERM), ("bpf", (321, 0, 0, 0), EPERM),
         ("keyctl", (250, 0, 0, 0), EPERM), ("add_key", (248,), EPERM),
         ("io_uring_setup", (425, 1, 0), ENOSYS),
         ("userfaultfd", (323, 0), EPERM),
         ("perf_event_open", (298, 0, 0, -1, -1, 0), EPERM),
         ("mount", (165, 0, 0, 0, 0, 0), EPERM), ("fsopen", (430, 0, 0), EPERM),
         ("open_tree", (428, -1, 0, 0), EPERM), ("chroot", (161, 0), EPERM),
         ("sched_setaffinity", (203, 0, 0, 0), EPERM),
         ("timer_create", (222, 1, 0, 0), ENOSYS),
         ("F_SETSIG of SIGCONT", (72, 0, 10, 18), EPERM),
         ("setpriority of another", (141, 0, 1, 5), EPERM),
         ("setpriority of all", (141, 2, 0, 5), EPERM),
         ("sched_setscheduler of another", (144, 1, 0, 0), EPERM),
         ("sched_setparam of another", (142, 1, 0), EPERM),
         ("sched_setattr of another", (314, 1, 0, 0), EPERM),
         ("prlimit64 of another", (302, 1, 7, 0, 0), EPERM),
         ("setns", (308, -1, 0), EPERM), ("clone3", (435, 0, 0), ENOSYS),
         ("clone with a user namespace", (56, 0x10000000 | 17, 0, 0, 0, 0),
          EPERM),
         ("clone with a network namespace", (56, 0x40000000 | 17, 0, 0, 0, 0),
          EPERM),
         ("unshare a user namespace", (272, 0x10000000), EPERM),
         ("unshare a time namespace", (272, 0x80), EPERM),
         ("process_vm_writev", (311, 1, 0, 0, 0, 0, 0), EPERM),
         ("TIOCSTI", (16, 0, 0x5412, 0), EPERM),
         ("TIOCSTI and a bit", (16, 0, 0x5412 | 1 << 40, 0), EPERM),
         ("TIOCLINUX", (16, 0, 0x541c, 0), EPERM),
         ("mmap of a growing stack", (9, 0, 4096, 3, 0x122, -1, 0), EPERM),
         ("memfd_create", (319, 0, 0), ENOSYS), ("shmget", (29, 0, 9, 0o600),
                                                 ENOSYS),
         ("open_by_handle_at", (304, -1, 0, 0), EPERM)]
if platform.machine() != "x86_64":
    CALLS = []


DEVICES = {"null", "zero", "full", "random", "urandom"}


def settings():
    """The files in /etc that a bot sees, with their hashes."""
    names = ["/etc/ld.so.cache", "/etc/localtime"] + [
        name for folder in ("/etc/java-*", "/etc/maven", "/etc/perl",
                            "/etc/python3*")
        for name in sorted(glob.glob(f"{folder}/**", recursive=True))]
    return {name: hashlib.sha256(open(name, "rb").read()).hexdigest()
            for name in names if os.path.isfile(name)}


def sights(me):
    """A snooping bot, beside a declared file and an undeclared one."""
    import socket
    folder = me.folder()
    scene.write(f"{folder}/table", "mine")
    scene.write(f"{folder}/other", "not mine")
    outside = ["/etc/passwd", "/etc/shadow", "/home", "/root", "/var", "/sys",
               "/run", "/dev/sda", "/dev/pts", "/dev/mem", folder + "/secret",
               folder + "/key", folder + "/rival", folder + "/other",
               folder + "/log.jsonl", folder + "/m.json", me.referee]
    with socket.create_server(("127.0.0.1", 0)) as server, \
            socket.socket(socket.AF_UNIX) as abstract:
        name = f"\0{folder}"
        abstract.bind(name)
        abstract.listen()
        values = (f"OUTSIDE, HERE, PORT = {outside!r}, {folder!r}, "
                  f"{server.getsockname()[1]}\nNAME, CALLS = {name!r}, "
                  f"{CALLS!r}\nimport hashlib, stat\n"
                  f"DEVICES, SETTINGS = {DEVICES!r}, {settings()!r}\n")
        scene.bot(folder, "bot", PRELUDE + values + SIGHTS_PRELUDE +
                  "until_turn(2)\n" + SIGHTS +
                  'check("a declared file", '
                  'open(HERE + "/table").read() == "mine")\n' + SIGHTS_END)
        scene.write(f"{folder}/m.json", json.dumps({
            "game": "pig", "rules": {"target": 20}, "boards": 3,
            "sandbox": "strict", "entrants": [
                {"name": "bot", "command": ["./bot"],
                 "files": ["bot", "table"]},
                {"name": "rival", "command": ["./rival"]}]}))
        result = me.play(folder, "m.json", "--trace", "trace")
    wrong = scene.left_running(folder)
    said = stderr_of(folder)
    checks = SIGHTS.count("\ncheck(") + 2 + len(outside) + 6 + 3 + \
        len(CALLS) + 2 * len(DEVICES) + 2 * len(settings())
    # Each of its two processes checks everything once.
    if said.count("good ") != 2 * checks or "BAD" in said:
        wrong += [line for line in said.splitlines() if "good" not in line]
        wrong.append(f"{said.count('good ')} of {2 * checks} checks")
    if result.code != 0 or faults_of(folder):
        wrong += [str(result), str(faults_of(folder))]
    return wrong


# ### the end

DAEMONS = PRELUDE + """until_turn(1)
for i in range(3):
    if os.fork() == 0:
        os.setsid()
        for number in range(1, 65):
            if number not in (9, 19, 32, 33):
                signal.signal(number, signal.SIG_IGN)
        if os.fork() == 0: hang()
        hang()
open("/tmp/box/up", "w")
hang()
"""


def running(folder):
    """The bot's processes: two in the two seats, and six daemons."""
    return [one for one in scene.left_running(folder)
            if re.match(r"\d+ \S*python\S* \S*/bot$", one)]


def killed(me, whom):
    """Whichever process is killed, nothing of a strict bot survives."""
    folder = me.folder()
    scene.bot(folder, "bot", DAEMONS)
    process = me.start(folder, "play", "pig", "./bot", "./rival", "--sandbox",
                       "strict", "-o", "log.jsonl", "--limit",
                       "move_ms=600000")
    deadline = time.monotonic() + scene.HANGS_S / 4
    while len(running(folder)) < 8 and time.monotonic() < deadline:
        time.sleep(0.002)
    up = running(folder)
    player, *wardens = scene.children_of(process.pid)
    pids = {"keeper": [process.pid], "player": [player], "wardens": wardens,
            "all": [process.pid, player, *wardens]}[whom]
    # All at once, so that none of them can end the others.
    for number in signal.SIGSTOP, signal.SIGKILL:
        for pid in pids:
            # The end of one may have ended another.
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)
    if whom == "wardens":
        # Their bots are gone, which is those bots' fault; the match continues.
        deadline = time.monotonic() + scene.HANGS_S / 4
        while set(up) & set(running(folder)) and time.monotonic() < deadline:
            time.sleep(0.002)
        left = sorted(set(up) & set(running(folder)))
        process.send_signal(signal.SIGTERM)
    else:
        left = []
    scene.finish(process)
    wrong = left + scene.gone_in_the_end(folder)
    if len(up) < 8:
        wrong.append(f"only {up} came up")
    return wrong


def descendants(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            found = file.read().split()
    except OSError:
        return []
    return found + [one for child in found for one in descendants(child)]


def programs_of(pid):
    """The programs of all processes of a match, without any that is just
    ending."""
    found = []
    for one in descendants(pid):
        with contextlib.suppress(OSError):
            found.append(os.readlink(f"/proc/{one}/exe"))
    return found


def first_program(me):
    """The first process of each namespace is a small program, which only root
    can see; without executable memory files it is the referee itself."""
    wrong = []
    for before, first, all_of_them in (
            (None, "/memfd:strict_first (deleted)", 4),
            (deny(errno.EACCES, 319), me.referee, 4 + 4 + 1)):
        folder = me.folder()
        scene.bot(folder, "bot", PRELUDE + "until_turn(1)\nhang()\n")
        process = me.start(folder, "play", "pig", "./bot", "./bot",
                           "--sandbox", "strict", "-o", "log.jsonl",
                           "--limit", "move_ms=600000", before=before)
        python = os.path.realpath(scene.PYTHON)
        scene.wait_until(
            lambda: programs_of(process.pid).count(python) == 4)
        found = programs_of(process.pid)
        process.send_signal(signal.SIGTERM)
        process.send_signal(signal.SIGINT)
        scene.finish(process)
        if found.count(first) != all_of_them:
            wrong.append(f"{found}")
    return wrong


def status_number(pid, name):
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return int(re.search(rf"{name}:\s+(\d+)", file.read())[1])


def look(process):
    """Open files, and memory in KiB, of the keeper and of the player.  If a
    process may not be inspected, the size of its file table is used: 64, then
    128."""
    found = {}
    for name, pid in (("keeper", process.pid),
                      ("player", scene.children_of(process.pid)[0])):
        try:
            files = len(os.listdir(f"/proc/{pid}/fd"))
        except PermissionError:
            files = status_number(pid, "FDSize")
        found[f"files of the {name}"] = files
        found[f"memory of the {name}"] = status_number(pid, "RssAnon")
    return found


# Dies in each of its games, and waits before that while the gate names an
# earlier game, so that the test can look.
DIES = """#!/bin/sh
while read -r line; do
    case $line in
    *'"type":"hello"'*) echo '{"type":"ready"}';;
    *'"type":"game"'*) game=${line#*'"number":'} game=${game%%,*};;
    *'"type":"turn"'*)
        while read -r most <GATE && [ "$game" -gt "$most" ]; do
            sleep 0.01
        done
        sleep 100 & exit 1;;
    esac
done
"""
GAMES, LOOKS = 80, (20, 79)
LOOKS_AGAIN = 200       # what is still there then, stays
MEMORY_MORE_KB = 256


def open_gate(gate, game):
    """Writes in one piece: an empty file would stop no bot."""
    with open(gate, "r+b", 0) as file:
        file.write(b"%02d\n" % game)


def looked_at(process, folder, gate, game):
    """What the match uses while the game after that one waits."""
    def count(kind):
        return scene.content(folder).count(b'"t":"%s"' % kind)

    open_gate(gate, game)
    scene.wait_until(lambda: process.poll() is not None or
                     (count(b"over") == game and count(b"game") > game))
    assert process.poll() is None, scene.finish(process)
    return look(process)


def more(was, now):
    return [f"{what}: {was[what]}, then {now[what]}" for what in was
            if now[what] > was[what] + ("memory" in what) * MEMORY_MORE_KB]


def constant(me, level):
    """Bots that die in each game use up nothing in the referee."""
    folder = me.folder()
    gate = scene.write(f"{folder}/gate", "00\n")
    scene.bot(folder, "bot", DIES.replace("GATE", gate))
    scene.write(f"{folder}/m.json", json.dumps({
        "game": "pig", "rules": {"target": 10}, "boards": GAMES,
        # Always in the same seat: a bot counts its games in a seat.
        "rotations": 1, "sandbox": level,
        "limits": {"faults_max": 1000000, "move_ms": 600000},
        "entrants": [
            {"name": "bot", "command": ["./bot"], "files": ["bot", "gate"]},
            {"name": "rival", "command": ["./rival"]}]}))
    process = me.start(folder, "play", "m.json", "-o", "log.jsonl")
    was, now = (looked_at(process, folder, gate, game) for game in LOOKS)
    # What the last bot leaves is removed in parallel with the match.
    for _ in range(LOOKS_AGAIN):
        if more(was, now):
            time.sleep(0.05)
            now = look(process)
    open_gate(gate, GAMES)
    result = scene.finish(process)
    wrong = scene.left_running(folder) + os.listdir(f"{folder}/t")
    if result.code != 0 or len(faults_of(folder)) != GAMES:
        wrong.append(str(result))
    return wrong + more(was, now)


def cases_of(me):
    name = me.name
    for program, file, text, command in LANGUAGES:
        if not os.path.exists(f"/usr/bin/{program}"):
            print(f"not tried: {program}, which is not in /usr/bin")
            continue
        yield (f"{command} plays ({name})",
               lambda file=file, text=text, command=command:
               language(me, file, text, command))
    yield f"what a bot sees ({name})", lambda: sights(me)
    if name == "as root" and platform.machine() == "x86_64":
        yield f"the first program ({name})", lambda: first_program(me)
    for whom in "keeper", "player", "wardens", "all":
        yield (f"killed: {whom} ({name})",
               lambda whom=whom: killed(me, whom))
    for level in "none", "limits", "strict":
        yield (f"{GAMES} bots die ({level}, {name})",
               lambda level=level: constant(me, level))


if __name__ == "__main__":
    sys.exit(somebody.main(cases_of, of=2))

"""strict.py - level strict: what a bot sees there, and that nothing of it
survives.

As root, everything is tried again as an ordinary user.

tier: quick, root
"""
import contextlib
import errno
import glob
import hashlib
import os
import platform
import re
import signal
import socket

import acts
import scene
from somebody import LEVELS, USERS, Somebody, deny

# Each line is one check, which the bot reports.
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
check("a priority of its own", 1 + os.nice(0) == os.nice(1))
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
    say(("good " if good else "BAD ") + name)

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
check("a declared file", open(HERE + "/table").read() == "mine")
if os.fork() == 0:
    os.setsid()
    hang()
check("the end", True)
put(GOOD)
"""
EPERM, ENOSYS = errno.EPERM, errno.ENOSYS
# Call numbers of x86-64; elsewhere the other checks have to do.
CALLS = [("ptrace", (101, 0, 0, 0, 0), EPERM), ("bpf", (321, 0, 0, 0), EPERM),
         ("keyctl", (250, 0, 0, 0), EPERM), ("add_key", (248,), EPERM),
         ("io_uring_setup", (425, 1, 0), ENOSYS),
         ("userfaultfd", (323, 0), EPERM),
         ("perf_event_open", (298, 0, 0, -1, -1, 0), EPERM),
         ("mount", (165, 0, 0, 0, 0, 0), EPERM),
         ("fsopen", (430, 0, 0), EPERM),
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


def needs_strict():
    if "strict" not in LEVELS:
        raise scene.Skip("level strict, which this machine cannot do")


@scene.each(USERS)
def test_what_a_bot_sees(folder, user):
    """A snooping bot, beside a declared file and an undeclared one."""
    needs_strict()
    who = Somebody(folder, user)
    scene.write(f"{folder}/table", "mine")
    scene.write(f"{folder}/other", "not mine")
    outside = ["/etc/passwd", "/etc/shadow", "/home", "/root", "/var", "/sys",
               "/run", "/dev/sda", "/dev/pts", "/dev/mem", who.referee,
               *(f"{folder}/{name}" for name in (
                   "secret", "key", "rival", "other", "log.jsonl"))]
    with socket.create_server(("127.0.0.1", 0)) as server, \
            socket.socket(socket.AF_UNIX) as abstract:
        abstract.bind(f"\0{folder}")
        abstract.listen()
        acts.play(folder, [acts.Act("", f"""
import ctypes, errno, fcntl, hashlib, stat
OUTSIDE, HERE, NAME = {outside!r}, {folder!r}, {chr(0) + folder!r}
PORT, CALLS = {server.getsockname()[1]}, {CALLS!r}
DEVICES, SETTINGS = {DEVICES!r}, {settings()!r}
{SIGHTS_PRELUDE}{SIGHTS}{SIGHTS_END}""")], "strict", player=lambda _, *words:
                  who.play(*words, "--files", "bot=bot,table"),
                  beside=("table", "other"))
    said = acts.said_in(folder, 2)
    assert "BAD" not in said and said.endswith("\ngood the end\n"), said


DAEMONS = scene.prelude("json, os, signal, sys") + """until_turn(1)
for i in range(3):
    if os.fork() == 0:
        os.setsid()
        for number in range(1, 65):
            if number not in (9, 19, 32, 33):
                signal.signal(number, signal.SIG_IGN)
        if os.fork() == 0: hang()
        hang()
hang()
"""


def running(folder):
    """The bot's processes: two in the two seats, and six daemons."""
    return [one for one in scene.left_running(folder)
            if re.match(r"\d+ \S*python\S* \S*/bot$", one)]


@scene.each([(user, whom) for user in USERS
             for whom in ("keeper", "player", "wardens", "all")])
def test_nothing_survives(folder, user, whom):
    """Whichever process of the match is killed."""
    needs_strict()
    who = Somebody(folder, user)
    scene.bot(folder, "bot", DAEMONS)
    process = who.start("play", "pig", "./bot", "./rival", "--sandbox",
                        "strict", "-o", "log.jsonl", "--limit",
                        "move_ms=600000")
    assert scene.wait_until(lambda: len(running(folder)) == 8)
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
        assert scene.wait_until(lambda: not set(up) & set(running(folder)))
        process.send_signal(signal.SIGTERM)
    scene.finish(process)
    assert not scene.gone_in_the_end(folder)


def descendants(pid):
    return [one for child in scene.children_of(pid)
            for one in [child, *descendants(child)]]


def programs_of(pid):
    """The programs of all processes of a match, without any that is just
    ending."""
    found = []
    for one in descendants(pid):
        with contextlib.suppress(OSError):
            found.append(os.readlink(f"/proc/{one}/exe"))
    return found


@scene.each([(False, "/memfd:strict_first (deleted)", 4),
             (True, scene.REFEREE, 4 + 4 + 1)])
def test_first_program(folder, denied, first, count):
    """The first process of each namespace is a small program, which only root
    can see; without executable memory files it is the referee itself."""
    needs_strict()
    if not scene.ROOT or platform.machine() != "x86_64":
        raise scene.Skip("the first program: not root, or not x86-64")
    who = Somebody(folder, 0)
    scene.bot(folder, "bot", scene.prelude("json, signal, sys") +
              "until_turn(1)\nhang()\n")
    process = who.start(
        "play", "pig", "./bot", "./bot", "--sandbox", "strict", "-o",
        "log.jsonl", "--limit", "move_ms=600000",
        before=deny(errno.EACCES, 319) if denied else None)
    python = os.path.realpath(scene.PYTHON)
    scene.wait_until(lambda: programs_of(process.pid).count(python) == 4)
    found = programs_of(process.pid)
    process.send_signal(signal.SIGTERM)
    process.send_signal(signal.SIGINT)
    scene.finish(process)
    assert found.count(first) == count, found


scene.main()

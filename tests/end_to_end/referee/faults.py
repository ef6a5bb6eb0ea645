"""faults.py - bots that misbehave in every way: each kind of fault loses the
game it belongs to and no other, and nothing is left behind.

tier: quick
"""
import subprocess

import acts
import scene
from acts import Act

REACHED = subprocess.run([scene.REFEREE, "doctor"], capture_output=True,
                         text=True, check=False).stdout.splitlines()[-1]
LEVELS = [level for level in ("none", "limits", "strict") if level in REACHED]
LIMITS = ("limits", "strict")
if "strict" not in LEVELS:
    print("not tried: strict, which this machine cannot do")

FAULTS = [
    # tests/unit/host/answers.txt has all that is garbled or illegal.
    Act("60,000 brackets in its answer",
        "put('{\"move\":0,\"x\":' + '[' * 60000 + '\\n'); hang()", "garbled",
        "."),
    Act("a huge number", "put('{\"move\":' + '9' * 30000 + '}\\n'); hang()",
        "garbled", "."),
    Act("an unknown move", "put('{\"move\":{\"then\":\"pass\"}}\\n')",
        "illegal", "."),
    Act("an endless line", "while True: put(b'x' * 4096)", "flood",
        "more than 65536 bytes"),
    Act("a line of 100 MB",
        "for i in range(1600): put(b' ' * 65536)\nput(GOOD)", "flood",
        "more than 65536 bytes"),
    Act("a line of one byte too many",
        "put(b'{\"move\":1' + b' ' * 65526 + b'}\\n'); hang()", "flood",
        "more than 65536 bytes"),
    Act("a million lines", "put(GOOD * 1_000_000)", "flood",
        "wrote (on after|without)"),
    Act("two answers in one write", "put(GOOD + GOOD); hang()", "flood",
        "wrote on after its answer"),
    Act("an answer with text behind its line feed", "put(GOOD + ' '); hang()",
        "flood", "wrote on after its answer"),
    Act("words between two games", "put('well played\\n')", "flood|garbled",
        "wrote (without|on after)|not a JSON object", at="over"),
    Act("exits", "sys.exit(3)", "gone", "exit status 3"),
    Act("answers and exits", "put(GOOD); os._exit(0)", "gone",
        "exit status 0", moved=True),
    Act("dies by SEGV", "os.kill(os.getpid(), signal.SIGSEGV)", "gone",
        "signal 11"),
    Act("dies by ABRT", "os.abort()", "gone", "signal 6"),
    Act("kills its group", "os.killpg(0, signal.SIGKILL)", "gone",
        "signal 9"),
    Act("closes its output and lives on", "os.close(1); hang()", "gone",
        "closed its output"),
    Act("closes its input and lives on", "os.close(0); put(GOOD); hang()",
        "gone", "closed its input", moved=True),
    Act("exits between two games", "sys.exit(5)", "gone", "exit status 5",
        at="over"),
    Act("leaves an heir on the pipe",
        "if os.fork(): os._exit(0)\nos.setsid(); hang()", "gone",
        "exit status 0"),
    Act("half a line, then exit", "put('{\"move\"'); os._exit(0)", "garbled",
        "middle of a line"),
    Act("half a line, then closes its output",
        "put('{\"move\"'); os.close(1); hang()", "garbled",
        "middle of a line"),
    Act("256 MiB of error output",
        "for i in range(4096): os.write(2, b'x' * 65536)\nhang()", "limit",
        "more output"),
]
# With a clock that it alone can exceed: the others answer at once.
FORKS = """if not os.fork():
    while not os.fork(): os.setsid()
    os._exit(0)
hang()"""
LATE = [
    Act("silence", "hang()"),
    Act("an answer that comes too late", "time.sleep(9); put(GOOD)"),
    Act("a byte each 50 ms", "while True: put(' '); time.sleep(0.05)"),
    Act("half a line, then silence", "put('{\"move\"'); hang()"),
    Act("stops itself", "os.kill(os.getpid(), signal.SIGSTOP)"),
    Act("ignores every signal it may", "for n in range(1, 65):\n"
        "    if n not in (9, 19, 32, 33): signal.signal(n, signal.SIG_IGN)\n"
        "hang()"),
    Act("hangs with a daemon of its own",
        "if not os.fork():\n    os.setsid()\n    if not os.fork(): hang()\n"
        "    os._exit(0)\nos.wait(); hang()"),
    Act("children that ignore the end",
        "for i in range(20):\n    if not os.fork():\n        os.setsid()\n"
        "        signal.signal(15, signal.SIG_IGN); hang()\nhang()"),
    Act("a process that always forks and exits", FORKS,
        levels=LEVELS if scene.ROOT else ("none", "strict")),
    # Where its processes are counted, on a busy machine more than it may have
    # can wait to be reaped.
    Act("a process that always forks and exits, counted", FORKS,
        "timeout|limit", r"no answer in time|more than \d+ proc",
        levels=() if scene.ROOT else ("limits",)),
    Act("a storm of forks",
        "try:\n    for i in range(200):\n        if not os.fork(): hang()\n"
        "except OSError: pass\nhang()", "timeout|limit",
        r"no answer in time|more than \d+ proc", levels=LIMITS),
    Act("kills the process that watches it",
        "try: os.kill(os.getppid(), signal.SIGKILL)\n"
        "except OSError: pass\nhang()", "gone|timeout", "."),
]
LATE = [act if act.fault else act._replace(
    fault="timeout", detail="no answer in time") for act in LATE]

WELL = [
    Act("leaves a daemon behind and plays on",
        "if not os.fork():\n    os.setsid()\n    if not os.fork(): hang()\n"
        "    os._exit(0)\nos.wait(); put(GOOD)"),
    Act("ends its lines with CR LF", "put('{\"move\":1}\\r\\n')"),
    Act("spaces and unknown keys",
        "put(' { \"x\" : [ 1.5e3 , { } ] , \"move\" : 1 } \\n')"),
    Act("the longest line", "put(b'{\"move\":1' + b' ' * 65525 + b'}\\n')"),
    Act("16 levels",
        "put(b'{\"move\":1,\"x\":' + b'[' * 15 + b']' * 15 + b'}\\n')"),
    Act("a line in pieces", "for c in GOOD: put(c); time.sleep(0.002)"),
    Act("escapes and format strings in what it says",
        "put('{\"move\":1,\"say\":\"\\\\u001b[31m%s%n\\\\n\"}\\n')\n"
        "os.write(2, b'\\x1b[31m%s%n\\xff\\0')"),
    Act("a megabyte of error output",
        "put(GOOD)\nfor i in range(16): os.write(2, b'x' * 65536)"),
    Act("sees no more than it should",
        "for fd in range(3, 1024):\n    try: os.fstat(fd)\n"
        "    except OSError: continue\n    sys.exit(9)\n"
        "assert os.getsid(0) == os.getpid() == os.getpgid(0)\n"
        "try: os.open('/dev/tty', os.O_RDWR); sys.exit(8)\n"
        "except OSError: pass\n"
        "assert resource.getrlimit(resource.RLIMIT_CORE)[1] == 0\nput(GOOD)"),
    Act("is held by the limits",
        "assert set(os.environ) - {'LC_CTYPE'} == {'PATH', 'LANG', 'HOME'}\n"
        "assert os.getcwd() == os.environ['HOME'] and not os.listdir('.')\n"
        "open('mine', 'w').write('x' * 1000)\n"
        "assert 'NoNewPrivs:\\t1' in open('/proc/self/status').read()\n"
        "def most(what): return resource.getrlimit(what)[1]\n"
        "assert most(resource.RLIMIT_DATA) == 4 << 30\n"
        "assert most(resource.RLIMIT_NOFILE) == 64\n"
        "assert most(resource.RLIMIT_FSIZE) == 64 << 20\n"
        "assert os.getuid() != 0\nput(GOOD)", levels=LIMITS),
    Act("cannot read the referee's memory",
        # Only of this match: others run beside it, including commands that
        # know no secret and hide nothing.
        "import ctypes\n"
        "referee = os.path.dirname(sys.argv[0]) + '/referee\\0play'\n"
        "seen = 0\n"
        "for pid in filter(str.isdigit, os.listdir('/proc')):\n"
        "    try:\n"
        "        command = open(f'/proc/{pid}/cmdline').read()\n"
        "        if not command.startswith(referee): continue\n"
        "        seen += 1\n"
        "        open(f'/proc/{pid}/mem', 'rb'); sys.exit(9)\n"
        "    except OSError: pass\n"
        # At strict it sees only the first process of its namespace.
        "assert seen >= 2 or os.getppid() == 1\n"
        "assert ctypes.CDLL(None).ptrace(16, os.getppid(), 0, 0) == -1\n"
        "put(GOOD)", levels=LIMITS if scene.ROOT else ("none", *LIMITS)),
    # As an ordinary user it would end everything that the user runs.
    Act("kills everybody it may",
        "try: os.kill(-1, 9)\nexcept ProcessLookupError: pass\nput(GOOD)",
        levels=LIMITS if scene.ROOT else ("strict",)),
    Act("changes the flags of its pipes", "import fcntl\nput(GOOD)\n"
        "for fd in 1, 2: fcntl.fcntl(fd, fcntl.F_SETFL, os.O_NONBLOCK)\n"
        "fcntl.fcntl(0, fcntl.F_SETPIPE_SZ, 4096)"),
    Act("closes its error output", "os.close(2); put(GOOD)"),
    Act("writes into its own file",
        "try: open(sys.argv[0], 'a').write('#')\n"
        "except OSError: pass\nput(GOOD)"),
]


@scene.each(LEVELS)
def test_faults(folder, level):
    # A paused bot would say too late what it says between two games.
    acts.check(folder, FAULTS, level, "pause_waiting=0")


@scene.each(LEVELS)
def test_late_answers(folder, level):
    acts.check(folder, LATE, level, "move_ms=1000", *(
        ["tasks=32"] if level != "none" else []))


@scene.each(LEVELS)
def test_what_is_allowed(folder, level):
    acts.check(folder, WELL, level)


@scene.each(LEVELS)
def test_both_at_once(folder, level):
    """The first fault ends a game of two; what the other bot sent meanwhile
    counts in its next game."""
    scene.bot(folder, "bot", """#!/bin/sh
read -r hello; echo '{"type":"ready"}'; read -r game; read -r turn; sleep 999
""")
    scene.bot(folder, "rival", """#!/bin/sh
read -r hello; echo '{"type":"ready"}'; read -r game; echo '{}'; cat
""")
    scene.expect(scene.play(
        folder, "rolit", "./bot", "./rival", "--boards", "2", "--rotations",
        "1", "--limit", "move_ms=1000", "--limit", "pause_waiting=0",
        "--sandbox", level))
    assert not scene.doubts(folder) and not scene.left_running(folder)
    assert [[(line["seat"], line["fault"]) for line in game
             if line["t"] == "fault"] for game in
            scene.games_of(scene.read_log(f"{folder}/log.jsonl"))] == [
        [(0, "timeout")], [(1, "flood")]]


scene.main()

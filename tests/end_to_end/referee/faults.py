#!/usr/bin/env python3
"""faults.py - one bot for each way to misbehave, in the middle of a match.

Each plays six games of pig against a healthy rival, correctly at first.  Only
that bot must lose the games of its faults, with the right fault word, and
nothing may be left behind.

tier: quick, root
"""
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene

# What a bot may use.  `until_turn(n)` plays legally until the bot has to decide
# in its n-th game; each process plays every second game of the match, or one
# fewer after a restart.
PRELUDE = """#!%s
import json, os, signal, sys, time
GOOD = '{"move":1}\\n'
games = 0

def put(text):
    data = text if isinstance(text, bytes) else text.encode()
    while data:
        data = data[os.write(1, data):]

def until(kind, game):
    global games
    while True:
        line = sys.stdin.readline()
        if not line:
            sys.exit(0)
        line = json.loads(line)
        if line["type"] == "hello":
            put('{"type":"ready"}\\n')
        games += line["type"] == "game"
        if line["type"] == kind and games == game:
            return line
        if line["type"] in ("turn", "again"):
            put(GOOD)

def until_turn(game):
    return until("turn", game)

def hang():
    while True:
        signal.pause()

""" % scene.PYTHON

MIDDLE = "..xx.."      # only the second game of each process is lost
ALWAYS = "xxxfff"      # three faults, then the rest is forfeited
REACHED = subprocess.run([scene.REFEREE, "doctor"], capture_output=True,
                         text=True, check=False).stdout.splitlines()[-1]
EITHER = tuple(level for level in ("none", "limits", "strict")
               if level in REACHED)
LIMITS = EITHER[1:]
TARGET = 20


# Modules that are slow to import, and rarely needed.
SELDOM = ("ctypes", "fcntl", "resource", "threading")


def program(body):
    """The prelude, the further imports that the body needs, and the body."""
    more = "".join(f"import {name}\n" for name in SELDOM if f"{name}." in body)
    return f"{PRELUDE}{more}{body}"


class Row:
    def __init__(self, name, fault, detail, body, limits=(), levels=EITHER,
                 pattern=None, whole=False, moved=False):
        self.name, self.fault, self.detail = name, fault, detail
        self.text = program(("" if whole else "until_turn(2)\n") + body)
        if body.startswith("#!"):
            self.text = body
        self.limits, self.levels = limits, levels
        self.pattern = pattern or (MIDDLE if fault else "......")
        self.moved = moved      # its answer before the fault is recorded


def well(name, body, **more):
    """No fault, however the match continues."""
    return Row(name, "", "", body + "\nuntil_turn(99)\n", **more)


def say(fault, texts):
    """Bots that give one answer.  It means the same at all levels, so each bot
    is tried at one of them."""
    return [Row(name, fault, ".", f"put({text})\nhang()\n",
                levels=EITHER if scene.LONG else
                EITHER[number % len(EITHER):][:1])
            for number, (name, text) in enumerate(texts)]


SLOW = ("move_ms=500",)
GARBLED = [
    ("a NUL in its answer", r"b'{\"move\":0,\"say\":\"\\0\"}\n'"),
    ("a NUL behind its answer", r"b'{\"move\":0}\0\n'"),
    ("bytes that are no UTF-8", r"b'{\"move\":0,\"say\":\"\xff\"}\n'"),
    ("half a surrogate", r"b'{\"move\":0,\"say\":\"\xed\xa0\x80\"}\n'"),
    ("half an escaped surrogate", r"b'{\"move\":0,\"say\":\"\\ud800\"}\n'"),
    ("a byte order mark", r"b'\xef\xbb\xbf{\"move\":0}\n'"),
    ("60,000 brackets", r"b'[' * 60000 + b'\n'"),
    ("60,000 brackets in its answer",
     r"b'{\"move\":0,\"x\":' + b'[' * 60000 + b'\n'"),
    ("17 levels", r"b'{\"move\":0,\"x\":' + b'[' * 16 + b']' * 16 + b'}\n'"),
    ("a key twice", r"b'{\"move\":0,\"move\":1}\n'"),
    ("a key twice, once escaped", r"b'{\"move\":0,\"m\\u006fve\":1}\n'"),
    ("two objects", r"b'{\"move\":0}{\"move\":1}\n'"),
    ("1e999", r"b'{\"move\":1e999}\n'"),
    ("half a move", r"b'{\"move\":0.5}\n'"),
    ("a whole number written as a float", r"b'{\"move\":0.0}\n'"),
    ("an integer of 2^53", r"b'{\"move\":9007199254740993}\n'"),
    ("an integer of 30,000 digits", r"b'{\"move\":' + b'9' * 30000 + b'}\n'"),
    ("a leading zero", r"b'{\"move\":00}\n'"),
    ("an empty line", r"b'\n'"),
    ("spaces only", r"b'   \n'"),
    ("plain text", r"b'roll\n'"),
    ("a list", r"b'[0]\n'"),
    ("a tab in a string", r"b'{\"move\":0,\"say\":\"\t\"}\n'"),
    ("an object cut short", r"b'{\"move\":0\n'"),
    ("single quotes", r"b'{\'move\':0}\n'"),
]
ILLEGAL = [
    ("no move", r"b'{\"mvoe\":0}\n'"),
    ("a place out of range", r"b'{\"move\":2}\n'"),
    ("a huge place", r"b'{\"move\":9007199254740991}\n'"),
    ("a negative place", r"b'{\"move\":-1}\n'"),
    ("a move that is null", r"b'{\"move\":null}\n'"),
    ("a move that is a word", r"b'{\"move\":\"bank\"}\n'"),
    ("a move that is a list", r"b'{\"move\":[]}\n'"),
    ("an unknown move", r"b'{\"move\":{\"then\":\"pass\"}}\n'"),
    ("a move with a key too many",
     r"b'{\"move\":{\"then\":\"bank\",\"x\":1}}\n'"),
    ("another letter case", r"b'{\"Move\":0}\n'"),
]

ROWS = [
    # ### flood
    Row("an endless line", "flood", "more than 65536 bytes",
        "while True: put(b'x' * 4096)"),
    Row("a line of 100 MB", "flood", "more than 65536 bytes",
        "for i in range(1600): put(b' ' * 65536)\nput(GOOD)"),
    Row("a line of one byte too many", "flood", "more than 65536 bytes",
        "put(b'{\"move\":1' + b' ' * 65526 + b'}\\n'); hang()"),
    Row("a million lines", "flood", "wrote (on after|without)",
        "put(GOOD * 1_000_000)"),
    Row("two answers in one write", "flood", "wrote on after its answer",
        "put(GOOD + GOOD); hang()"),
    Row("an answer with text behind its line feed", "flood",
        "wrote on after its answer", "put(GOOD + ' '); hang()"),
    # From a slow bot these are taken for the answer to the next question.
    Row("words between two games", "flood|garbled",
        "wrote (without|on after)|not a JSON object",
        "until('over', 1); put('well played\\n'); until_turn(99)",
        # A paused bot would say it too late.
        ("pause_waiting=0",), whole=True),
    # ### timeout
    Row("silence", "timeout", "no answer in time", "hang()", SLOW),
    Row("an answer that comes too late", "timeout", "no answer in time",
        "time.sleep(2); put(GOOD); until_turn(99)", SLOW),
    Row("a byte each 50 ms", "timeout", "no answer in time",
        "while True: put(' '); time.sleep(0.05)", SLOW),
    Row("half a line, then silence", "timeout", "no answer in time",
        "put('{\"move\"'); hang()", SLOW),
    Row("stops itself", "timeout", "no answer in time",
        "os.kill(os.getpid(), signal.SIGSTOP)", SLOW),
    Row("ignores every signal it may", "timeout", "no answer in time",
        "for n in range(1, 65):\n"
        "    if n not in (9, 19, 32, 33): signal.signal(n, signal.SIG_IGN)\n"
        "hang()", SLOW),
    Row("uses up the time of a game", "timeout", "no answer in time",
        "put(GOOD)\nwhile True:\n    until_turn(2); time.sleep(0.6)\n"
        "    put(GOOD)\n", ("game_ms=1000",), moved=True),
    Row("answers around the deadline", "timeout|", "",
        "time.sleep(0.5); put(GOOD); until_turn(99)", SLOW, pattern="any"),
    # ### gone
    Row("exits", "gone", "exit status 3", "sys.exit(3)"),
    Row("answers and exits", "gone", "exit status 0",
        "put(GOOD); os._exit(0)", moved=True),
    Row("dies by SEGV", "gone", "signal 11",
        "os.kill(os.getpid(), signal.SIGSEGV)"),
    Row("dies by ABRT", "gone", "signal 6", "os.abort()"),
    Row("kills its group", "gone", "signal 9",
        "os.killpg(0, signal.SIGKILL)"),
    Row("closes its output and lives on", "gone", "closed its output",
        "os.close(1); hang()"),
    Row("closes its input and lives on", "gone", "closed its input",
        "os.close(0); put(GOOD); hang()", moved=True),
    Row("exits between two games", "gone", "exit status 5",
        "until('over', 1); sys.exit(5)", whole=True),
    Row("leaves an heir on the pipe", "gone", "exit status 0",
        "if os.fork(): os._exit(0)\nos.setsid(); hang()"),
    Row("hogs memory", "gone", "exit status 1",
        "hog = bytearray(300 << 20)", ("memory_mb=100",), LIMITS),
    # The referee may count them before the system refuses more.
    Row("a storm of threads", "gone|limit", "exit status 1|more than 8 proc",
        "while True: threading.Thread(target=hang, daemon=True).start()",
        ("memory_mb=300", "tasks=8"), LIMITS),
    # ### garbled
    Row("half a line, then exit", "garbled", "middle of a line",
        "put('{\"move\"'); os._exit(0)"),
    Row("half a line, then closes its output", "garbled", "middle of a line",
        "put('{\"move\"'); os.close(1); hang()"),
    *say("garbled", GARBLED),
    # ### illegal
    *say("illegal", ILLEGAL),
    # ### limit
    Row("too much error output", "limit", "more output",
        "while True: os.write(2, b'x' * 65536)", ("output_mb=1",)),
    Row("256 MiB of error output", "limit", "more output",
        "for i in range(4096): os.write(2, b'x' * 65536)\nhang()"),
    Row("burns the processor", "limit", "processor time",
        "while True: pass", ("cpu_s=1", "move_ms=20000"),
        LIMITS if scene.LONG else LIMITS[:1]),
    Row("a file beyond the size limit", "limit", "a file beyond",
        "signal.signal(signal.SIGXFSZ, signal.SIG_DFL)\n"
        "with open('big', 'wb', 0) as f:\n"
        "    while True: f.write(b'x' * 65536)", ("box_mb=1",), LIMITS),
    # ### start
    Row("a bad interpreter", "start", "cannot be run: No such file",
        "#!/no/such/interpreter\n", pattern=ALWAYS),
    Row("a file that is no program", "start", "", "#!", pattern=ALWAYS),
    Row("exits before it is ready", "start", "exit status 7",
        "sys.exit(7)", whole=True, pattern=ALWAYS),
    Row("is never ready", "start", "not ready in time", "hang()",
        ("start_ms=1000",), whole=True, pattern=ALWAYS),
    Row("says something else than ready", "start", "not .*ready",
        "put(GOOD); hang()", whole=True, pattern=ALWAYS),
    Row("is garbled at the start", "garbled", ".", "put('ready\\n'); hang()",
        whole=True, pattern=ALWAYS),
    Row("is ready twice", "flood", "wrote on after",
        "put('{\"type\":\"ready\"}\\n' * 2); hang()", whole=True,
        pattern=ALWAYS),
    Row("is wrong in each game", "illegal", "no \"move\"",
        "until_turn(1); put('{}\\n'); hang()", whole=True, pattern=ALWAYS),
    # ### what must be ended, or must not work
    Row("hangs with a daemon of its own", "timeout", "no answer in time",
        "if not os.fork():\n    os.setsid()\n    if not os.fork(): hang()\n"
        "    os._exit(0)\nos.wait(); hang()", SLOW),
    Row("children that ignore the end", "timeout", "no answer in time",
        "for i in range(20):\n    if not os.fork():\n        os.setsid()\n"
        "        signal.signal(15, signal.SIG_IGN); hang()\nhang()", SLOW),
    Row("a process that always forks and exits", "timeout", "no answer",
        "if not os.fork():\n    while not os.fork(): os.setsid()\n"
        "    os._exit(0)\nhang()", SLOW),
    Row("a storm of forks", "timeout|limit",
        "no answer in time|more than 16 proc",
        "try:\n    for i in range(200):\n        if not os.fork(): hang()\n"
        "except OSError: pass\nhang()", SLOW + ("tasks=16",), LIMITS),
    Row("kills the process that watches it", "gone|timeout", "",
        "try: os.kill(os.getppid(), signal.SIGKILL)\n"
        "except OSError: pass\nhang()", SLOW),
    well("leaves a daemon behind and plays on",
         "if not os.fork():\n    os.setsid()\n    if not os.fork(): hang()\n"
         "    os._exit(0)\nos.wait(); put(GOOD)"),
    # ### what is allowed
    well("ends its lines with CR LF", "put('{\"move\":1}\\r\\n')"),
    well("spaces and unknown keys",
         "put(' { \"x\" : [ 1.5e3 , { } ] , \"move\" : 1 } \\n')"),
    well("the longest line",
         "put(b'{\"move\":1' + b' ' * 65525 + b'}\\n')"),
    well("16 levels",
         "put(b'{\"move\":1,\"x\":' + b'[' * 15 + b']' * 15 + b'}\\n')"),
    well("a line in pieces", "for c in GOOD: put(c); time.sleep(0.002)"),
    well("escapes and format strings in what it says",
         "put('{\"move\":1,\"say\":\"\\\\u001b[31m%s%n\\\\n\"}\\n')\n"
         "os.write(2, b'\\x1b[31m%s%n\\xff\\0')"),
    well("a megabyte of error output", "put(GOOD)\n"
         "for i in range(16): os.write(2, b'x' * 65536)"),
    well("closes its error output", "os.close(2); put(GOOD)"),
    well("changes the flags of its pipes", "put(GOOD)\n"
         "for fd in 1, 2: fcntl.fcntl(fd, fcntl.F_SETFL, os.O_NONBLOCK)\n"
         "fcntl.fcntl(0, fcntl.F_SETPIPE_SZ, 4096)"),
    well("writes into its own file",
         "try: open(sys.argv[0], 'a').write('#')\n"
         "except OSError: pass\nput(GOOD)"),
    well("sees no more than it should",
         "for fd in range(3, 1024):\n    try: os.fstat(fd)\n"
         "    except OSError: continue\n    sys.exit(9)\n"
         "assert os.getsid(0) == os.getpid() == os.getpgid(0)\n"
         "try: os.open('/dev/tty', os.O_RDWR); sys.exit(8)\n"
         "except OSError: pass\n"
         "assert resource.getrlimit(resource.RLIMIT_CORE)[1] == 0\nput(GOOD)"),
    well("is held by the limits",
         "assert set(os.environ) - {'LC_CTYPE'} == {'PATH', 'LANG', 'HOME'}\n"
         "assert os.getcwd() == os.environ['HOME'] and not os.listdir('.')\n"
         "open('mine', 'w').write('x' * 1000)\n"
         "assert 'NoNewPrivs:\\t1' in open('/proc/self/status').read()\n"
         "def most(what): return resource.getrlimit(what)[1]\n"
         "assert most(resource.RLIMIT_DATA) == 4 << 30\n"
         "assert most(resource.RLIMIT_NOFILE) == 64\n"
         "assert most(resource.RLIMIT_FSIZE) == 64 << 20\n"
         "assert os.getuid() != 0\nput(GOOD)", levels=LIMITS),
    well("cannot read the referee's memory",
         # Only of this match: others run beside it, including commands that
         # know no secret and hide nothing.
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
         "libc = ctypes.CDLL(None)\n"
         "assert libc.ptrace(16, os.getppid(), 0, 0) == -1\nput(GOOD)",
         levels=LIMITS if scene.ROOT else EITHER),
]
if scene.ROOT:
    # As an ordinary user it would end everything that the user runs.
    ROWS.append(well("kills everybody it may", "try: os.kill(-1, 9)\n"
                     "except ProcessLookupError: pass\nput(GOOD)",
                     levels=LIMITS))
# Each bot is tried at the middle level, or at the two others.
for at, one in enumerate(ROWS):
    if one.levels is EITHER and not scene.LONG:
        one.levels = EITHER[at % 2::2] or EITHER


def expected(row, game, found):
    """Do the fault lines of a game match the row?"""
    due = row.pattern[game] if row.pattern != "any" else "?"
    if due == "." or (due == "?" and not found):
        return not found
    fault = "forfeit" if due == "f" else row.fault
    detail = "faults_max 3" if due == "f" else row.detail
    return (len(found) == 1 and re.fullmatch(fault, found[0]["fault"]) and
            re.search(detail, found[0]["detail"]))


def check_games(row, lines, normal):
    wrong = []
    games = scene.games_of(lines)
    if len(games) != 6:
        return [f"{len(games)} games"]
    for number, game in enumerate(games):
        seat = number % 2       # of the bot, which is the first entrant
        found = [line for line in game if line["t"] == "fault"]
        if not expected(row, number, found) or any(
                line["seat"] != seat for line in found):
            wrong.append(f"game {number + 1}: {found}")
        elif found and game[-1]["ranks"][seat] != 2:
            wrong.append(f"game {number + 1} is not lost: {game[-1]}")
        elif not found and game[-1] != normal[number]:
            wrong.append(f"game {number + 1} was disturbed: {game[-1]}")
        moves = [line for line in game
                 if line["t"] == "move" and line["seat"] == seat]
        if found and row.pattern == MIDDLE and row.moved != bool(moves) and \
                "between" not in row.name:
            wrong.append(f"game {number + 1} has the moves {moves}")
    return wrong


def play(folder, text, level, limits):
    scene.healthy(folder)
    scene.bot(folder, "bot", text)
    # Bots that do not wait for a clock get a long one: machines can be slow.
    limits = ["move_ms=60000", "start_ms=60000", *limits]
    options = [word for limit in limits for word in ("--limit", limit)]
    return scene.play(folder, "pig", "./bot", "./rival", "--boards", "3",
                      "--rules", f"target={TARGET}", "--sandbox", level,
                      "--trace", "trace", *options)


def check(stage, row, level, normal):
    def once():
        folder = stage.folder()
        wrong = check_once(folder, row, level, normal)
        return wrong, scene.is_suspect(folder)
    return scene.short_clock(f"{row.name} ({level})", once)


def check_once(folder, row, level, normal):
    result = play(folder, row.text, level, row.limits)
    left = scene.left_running(folder)
    wrong = [f"left running: {process}" for process in left]
    if result.code != 0 or result.err:
        return wrong + [f"exit {result.code}, {result.err}"]
    stray = set(os.listdir(folder)) - {
        "t", "config", "key", "secret", "bot", "rival", "log.jsonl",
        "log.json", "trace"}
    for name in sorted(stray) + os.listdir(f"{folder}/t"):
        wrong.append(f"left behind: {name}")
    lines = scene.read_log(f"{folder}/log.jsonl")
    return wrong + check_games(row, lines, normal) + scene.doubts(folder)


# ### matches of another shape

def three_seats(stage, level):
    """The others continue without a bot that is out."""
    folder = stage.folder()
    scene.healthy(folder)
    scene.bot(folder, "bot", PRELUDE + "until_turn(1); sys.exit(4)\n")
    scene.bot(folder, "third", PRELUDE + "until_turn(99)\n")
    result = scene.play(folder, "pig", "./rival", "./bot", "./third",
                        "--rules", "target=20,ranking=score", "--limit",
                        "faults_max=2", "--sandbox", level)
    if result.code != 0:
        return str(result)
    games = scene.games_of(scene.read_log(f"{folder}/log.jsonl"))
    faults = [[line["fault"] for line in game if line["t"] == "fault"]
              for game in games]
    wrong = scene.doubts(folder) + scene.left_running(folder)
    if faults != [["gone"], ["gone"], ["forfeit"]]:
        wrong.append(f"faults {faults}")
    for number, game in enumerate(games):
        over, seat = game[-1], (1 - number) % 3
        if over["end"] != "normal" or over["ranks"][seat] != 3 or \
                over["ranks"][(2 - number) % 3] != 1:
            wrong.append(f"game {number + 1}: {over}")
    return wrong


def taken_back(stage, level):
    """An illegal answer that the rules let a bot take back is no fault; the
    one after its last try is."""
    folder = stage.folder()
    scene.healthy(folder)
    scene.bot(folder, "bot", PRELUDE + "until_turn(2); put('{}\\n')\n"
              "if until('again', 2)['why']: put('{}\\n')\n"
              "until('again', 2); put(GOOD)\n"
              "until_turn(2)\nfor i in range(3): put('{}\\n');"
              " sys.stdin.readline()\nhang()\n")
    result = scene.play(folder, "pig", "./bot", "./rival", "--boards", "3",
                        "--rules", "target=20,illegal_retries=2",
                        "--sandbox", level)
    games = scene.games_of(scene.read_log(f"{folder}/log.jsonl"))
    found = [[line["t"] for line in game if line["t"] in ("again", "fault")]
             for game in games]
    wrong = scene.doubts(folder) + scene.left_running(folder)
    lost = ["again"] * 4 + ["fault"]
    if result.code != 0 or found != [[], [], lost, lost, [], []]:
        wrong.append(f"{result.code}: {found}")
    return wrong


def both_at_once(stage, level):
    """The first fault ends a game of two; what the other bot sent meanwhile
    counts in its next game."""
    folder = stage.folder()
    scene.bot(folder, "bot", PRELUDE + "until_turn(1); hang()\n")
    scene.bot(folder, "rival", PRELUDE + "until('game', 1); put('{}\\n')\n"
              "until_turn(99)\n")
    result = scene.play(folder, "rolit", "./bot", "./rival", "--boards", "2",
                        "--rotations", "1", "--limit", "move_ms=2000",
                        "--limit", "pause_waiting=0", "--sandbox", level)
    games = scene.games_of(scene.read_log(f"{folder}/log.jsonl"))
    found = [[(line["seat"], line["fault"]) for line in game
              if line["t"] == "fault"] for game in games]
    wrong = scene.doubts(folder) + scene.left_running(folder)
    if result.code != 0 or found != [[(0, "timeout")], [(1, "flood")]]:
        wrong.append(f"{result.code}: {found}")
    return wrong


def main():
    tally = scene.Tally()
    if "strict" not in EITHER:
        print("not tried: strict, which this machine cannot do")
    with scene.Scene() as stage:
        folder = stage.folder()
        play(folder, PRELUDE + "until_turn(99)\n", "limits", ())
        normal = scene.overs(f"{folder}/log.jsonl")
        tally.add("an undisturbed match is won by both",
                  "" if len(normal) == 6 and
                  all(over["end"] == "normal" for over in normal)
                  else str(normal))
        cases = [(f"{row.name} ({level})",
                  lambda row=row, level=level: check(stage, row, level,
                                                     normal))
                 for row in ROWS for level in row.levels]
        print(f"# {len(cases)} of {len(EITHER) * len(ROWS)} bots at a level; "
              "all that differ with ROLLCALL_LONG_TESTS=1")
        for level in EITHER:
            cases.append((f"three seats ({level})",
                          lambda level=level: three_seats(stage, level)))
            cases.append((f"taken back ({level})",
                          lambda level=level: taken_back(stage, level)))
            cases.append((f"both at once ({level})",
                          lambda level=level: both_at_once(stage, level)))
        tally.run(cases, of=4)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

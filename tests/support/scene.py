"""scene.py - the frame of the tests in Python, and what they need: folders,
bots, runs.

A test is a function test_NAME(folder) of a file that ends with scene.main().
It gets a new folder with a key and a secret in it; with scene.main("robin",
"bots") also copies of these folders of tests/golden.  It fails if it raises or
returns something.
@scene.each(ROWS) runs it with each row: test_NAME(folder, *row).
tests/run.py starts the files; it says what their first lines have to say.
"""
import collections
import concurrent.futures
import contextlib
import functools
import itertools
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SRC = os.path.abspath(os.environ.get("srcdir", "."))
BUILD = os.path.abspath(os.environ.get(
    "builddir", "build" if os.path.isdir("build/referee") else "."))
REFEREE = f"{BUILD}/referee/referee"
TOURNAMENT = f"{BUILD}/tournaments/tournament"
HANGS_S = 1200     # longer than any load could explain
ROOT = os.geteuid() == 0
# For commands quoted in documents, which set no limits of their own.
PATIENT = "--limit move_ms=60000 --limit start_ms=60000"
sys.path.insert(0, f"{SRC}/tests/independent")
import ed25519      # noqa: E402
import verify       # noqa: E402

SECRET = "5eed" * 16
KEY = "c0de" * 16
PUBLIC = ed25519.public_key(bytes.fromhex(KEY)).hex()


def open_to_all(path):
    """Can another user run it?  Home folders, root's above all, are often
    closed to others."""
    path = os.path.realpath(path)
    return os.path.exists(path) and all(
        os.stat(folder).st_mode & 0o001
        for folder in [path, *map(str, pathlib.Path(path).parents)])


# The first line of a bot in Python: as root, another user runs it.
PYTHON = next(filter(open_to_all, [sys.executable, "/usr/bin/python3"]),
              sys.executable)

# A bot that waits at its turn as long as NAME.gate lies beside it.  Appended
# text makes it a different bot.
WAITS = f"""#!{PYTHON}
import os, sys, time
for line in sys.stdin:
    if '"type":"hello"' in line: print('{{"type":"ready"}}', flush=True)
    if '"type":"turn"' in line:
        while os.path.exists(sys.argv[0] + ".gate"): time.sleep(0.001)
        print('{{"move":1}}', flush=True)
# """

Result = collections.namedtuple("Result", "code out err")


def referee_environment(folder):
    """An environment that leaves the user's own key and configuration alone."""
    environment = {**os.environ, "XDG_CONFIG_HOME": f"{folder}/config",
                   "TMPDIR": f"{folder}/t"}
    os.makedirs(f"{folder}/t", exist_ok=True)
    return environment


class Scene:
    """Temporary folders that everybody may enter: when root runs the tests,
    bots at level `limits` run as another user."""

    def __init__(self):
        # Not below TMPDIR: the referee needs a short path for its folders.
        self.root = tempfile.mkdtemp(prefix="rc.", dir="/tmp")
        os.chmod(self.root, 0o755)
        os.umask(0o022)
        self.numbers = itertools.count(1)   # shared by threads

    def __enter__(self):
        return self

    def __exit__(self, *ignored):
        shutil.rmtree(self.root, ignore_errors=True)

    def folder(self):
        """A new folder with a key and a secret in it."""
        path = f"{self.root}/{next(self.numbers)}"
        make_keys(path)
        return path


def make_keys(folder):
    """Makes a folder with a key and a secret in it."""
    os.mkdir(folder)
    for name, digits in (("key", KEY), ("secret", SECRET)):
        write(f"{folder}/{name}", digits + "\n", 0o600)


def write(path, text, mode=0o644):
    with open(path, "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())
    os.chmod(path, mode)
    return path


def bot(folder, name, text):
    return write(f"{folder}/{name}", text, 0o755)


def small_bot(folder, name, file):
    """Copies tests/bots/FILE.  The name is appended, because identical
    programs would count as the same bot."""
    text = content(f"{SRC}/tests/bots", file).decode()
    if file.endswith(".py"):
        text = f"#!{PYTHON}\n" + text.partition("\n")[2]
    return bot(folder, name, f"{text}# {name}\n")


PLAYS = """games = 0

def until_turn(game):
    global games
    for line in sys.stdin:
        line = json.loads(line)
        if line["type"] == "hello":
            print('{"type":"ready"}', flush=True)
        games += line["type"] == "game"
        if line["type"] == "turn":
            if games == game:
                return
            print('{"move":1}', flush=True)
    sys.exit(0)

def go_on():
    print('{"move":1}', flush=True)
    until_turn(99)

def hang():
    while True:
        signal.pause()

"""


def prelude(modules):
    """The first lines of a bot in Python: `until_turn(n)` plays legally until
    the bot has to decide in its n-th game."""
    return f"#!{PYTHON}\nimport {modules}\n{PLAYS}"


@functools.lru_cache(None)
def short_rules(game):
    """The rules of its golden logs: short games in which everything occurs."""
    with open(f"{SRC}/tests/vectors/games/{game}.json",
              encoding="utf-8") as file:
        return ",".join(f"{key}={str(value).lower()}" for key, value in
                        json.load(file)["golden_rules"].items())


def healthy(folder, name="rival"):
    """Copies the compiled first_move bot, or the slower one in sh if there is
    none."""
    built = f"{BUILD}/bots/first_move"
    path = f"{folder}/{name}"
    shutil.copy(built if os.path.exists(built) else
                f"{SRC}/bots/first_move.sh", path)
    os.chmod(path, 0o755)
    return path


def entrant(folder, name, program="first_move"):
    """A bot of a tournament.  Its name is appended to the program, because
    identical programs would count as the same bot."""
    path = f"{folder}/{name}"
    shutil.copy(f"{BUILD}/bots/{program}", path)
    with open(path, "ab") as file:
        file.write(f"\n# {name}\n".encode())
    os.chmod(path, 0o755)
    return path


def cup(folder, names, path="cup.json", **changes):
    """Writes the file of a tournament of pig between these bots."""
    write(f"{folder}/{path}", json.dumps({
        "name": "cup", "game": "pig", "entrants": [
            {"name": name, "command": [f"./{name}"]} for name in names],
        **changes}))


def start(folder, *words, program=REFEREE, stdin=subprocess.DEVNULL, **more):
    # The command contains the folder, so that left_running finds the process.
    return subprocess.Popen(
        [f"{folder}/{os.path.basename(program)}", *words],
        executable=program, cwd=folder, env=referee_environment(folder),
        stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)


def other_referee(folder, text):
    """Makes a program `tournament` in the folder whose referee is this script;
    returns its path.  It is copied by another process: a program that is open
    for writing, also in a child of a thread, cannot be executed."""
    subprocess.run(["cp", TOURNAMENT, f"{folder}/tournament"], check=True)
    bot(folder, "referee", text)
    return f"{folder}/tournament"


def finish(process):
    try:
        out, err = process.communicate(timeout=HANGS_S)
    except subprocess.TimeoutExpired:
        kill_all(os.path.dirname(process.args[0]))
        process.wait()
        return Result("hangs", "", "")
    return Result(process.returncode, out.decode("utf-8", "replace"),
                  err.decode("utf-8", "replace"))


def run(folder, *words, **more):
    return finish(start(folder, *words, **more))


def tournament(folder, *words):
    return run(folder, *words, program=TOURNAMENT)


def play(folder, *words, log="log.jsonl"):
    """Plays a match with the secret and the key of the folder."""
    return run(folder, "play", *words, "-o", log, "--secret-file", "secret",
               "--key-file", "key")


def read_log(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def content(folder, name="log.jsonl"):
    try:
        with open(f"{folder}/{name}", "rb") as file:
            return file.read()
    except FileNotFoundError:
        return b""


def games_of(lines):
    """The finished games, each as a list of its lines."""
    games, at = [], None
    for line in lines:
        if line["t"] == "game":
            at = []
        if at is not None:
            at.append(line)
        if line["t"] == "over":
            games.append(at)
            at = None
        if line["t"] == "resume":
            at = None
    return games


def faults_of(folder):
    return [line for line in read_log(f"{folder}/log.jsonl")
            if line["t"] == "fault"]


def overs(path):
    return [game[-1] for game in games_of(read_log(path))]


def doubts(folder, log="log.jsonl"):
    """What the two verifiers object to in a log: a list of sentences, empty if
    nothing."""
    found = []
    result = run(folder, "verify", log)
    if result.code != 0:
        found.append(f"referee verify: {result.code}: "
                     f"{result.out.strip()} {result.err.strip()}")
    good, why = verify.verify(f"{folder}/{log}")
    if not good:
        found.append(f"the independent verifier: {why}")
    return found


# ### processes

def stat_of(pid):
    """Parent, start time and state of a process, or None."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8",
                  errors="replace") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return None
    return int(fields[1]), int(fields[19]), fields[0]


def children_of(pid):
    """The children of a process, oldest first.  Several often start in the
    same clock tick, and process numbers may have wrapped around in between."""
    with open("/proc/sys/kernel/pid_max", encoding="ascii") as file:
        most = int(file.read())
    found = []
    for name in os.listdir("/proc"):
        stat = stat_of(name) if name.isdigit() else None
        if stat and stat[0] == pid:
            found.append((stat[1], (int(name) - pid) % most, int(name)))
    return [child for _, _, child in sorted(found)]


def descendants(pid):
    """All descendants, parents before their children."""
    return [one for child in children_of(pid)
            for one in [child, *descendants(child)]]


def left_running(folder):
    """The processes that belong to a folder, by their command or working
    directory."""
    found = []
    for pid in os.listdir("/proc"):
        if not pid.isdigit() or int(pid) == os.getpid():
            continue
        command = place = ""
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                command = file.read().replace(b"\0", b" ").decode(
                    errors="replace")
            place = os.readlink(f"/proc/{pid}/cwd")
        except OSError:
            pass
        if f"{folder}/" in command or f"{place}/".startswith(f"{folder}/"):
            stat = stat_of(pid)
            if stat and stat[2] not in "ZX":
                found.append(f"{pid} {command.strip()}")
    return found


def kill_all(folder):
    """Kills the processes that belong to a folder."""
    assert folder.startswith("/tmp/"), folder      # never match everything
    for one in left_running(folder):
        with contextlib.suppress(ProcessLookupError):
            os.kill(int(one.split()[0]), signal.SIGKILL)


def wait_until(condition, seconds=HANGS_S):
    """Waits until it is true; False if that did not happen in ample time."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() >= deadline:
            return False
        time.sleep(0.002)
    return True


@contextlib.contextmanager
def crowd(processor, count):
    """Keeps one processor busy with `count` processes while the block runs."""
    burners = [subprocess.Popen(
        [sys.executable, "-c", "while True: pass"],
        # Where the scheduler groups by session, each process is its own group.
        start_new_session=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {processor}))
        for _ in range(count)]
    try:
        yield
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()


def gone_in_the_end(folder):
    """What is still running after everything had ample time to end."""
    wait_until(lambda: not left_running(folder))
    return left_running(folder)


def process_pool():
    """A process for each processor, for slow work in Python.  They are started
    here, before there are threads: a process forked beside a thread keeps what
    that thread had open, which may then wait for its end for ever."""
    pool = concurrent.futures.ProcessPoolExecutor(os.cpu_count())
    list(pool.map(time.sleep, os.cpu_count() * [0.05]))
    return pool


# ### tests

class Skip(Exception):
    """A case that cannot be tried here, and why."""


def each(rows):
    """Runs a test with every row: a tuple of arguments, or one argument."""
    def mark(function):
        function.rows = [row if isinstance(row, tuple) else (row,)
                         for row in rows]
        return function
    return mark


def golden(folder, *names):
    """Puts copies of these files and folders of tests/golden into the folder,
    beside each other."""
    for name in names:
        source = f"{SRC}/tests/golden/{name}"
        if os.path.isdir(source):
            shutil.copytree(source, f"{folder}/{name}")
        else:
            shutil.copy(source, folder)
    for path in pathlib.Path(folder).rglob("*.json"):
        text = path.read_text(encoding="utf-8", errors="surrogateescape")
        if "@BASE@" in text:
            path.write_text(text.replace("@BASE@", folder), encoding="utf-8",
                            errors="surrogateescape")


def expect(result, code=0, out="", err=None):
    """Checks how a command ended: its status, and expressions that are found
    in what it printed; `err` None: standard error is empty, or with status 2
    one line."""
    said = f"{result.code}, {result.out[-1500:]!r}, {result.err[-1500:]!r}"
    assert result.code == code, f"exit status {code} expected: {said}"
    assert re.search(out, result.out), f"expected /{out}/: {said}"
    if err is None:
        assert result.err.count("\n") == (code == 2), \
            f"standard error: {said}"
    else:
        assert re.search(err, result.err), f"expected /{err}/: {said}"
    return result


def cases_of(module):
    """(name, function of a folder) of all tests of a file."""
    found = []
    for name, function in vars(module).items():
        if not name.startswith("test_"):
            continue
        if not hasattr(function, "rows"):
            found.append((name[5:], function))
        for row in getattr(function, "rows", []):
            found.append((f"{name[5:]} {row}"[:200], functools.partial(
                lambda folder, function, row: function(folder, *row),
                function=function, row=row)))
    return found


def rows(name):
    """The rows of a text file beside the test: texts with tabs between them; a
    - is an empty one."""
    folder = os.path.dirname(os.path.abspath(sys.argv[0]))
    return [tuple("" if text == "-" else text.replace("\\n", "\n")
                  for text in line.split("\t")) for line in
            content(folder, name).decode().splitlines() if line[:1] != "#"]


def skip_all(why):
    """Ends the program: nothing of this file can be tried here."""
    print(f"not tried: {why}")
    sys.exit(77)


def main(*stage, workers=4, cases=None):
    """Runs the tests of the file that calls this; ends the program.  `cases`:
    a function of a scene that yields further ones, as (name, function).  Words
    on the command line select the cases whose names contain them all."""
    ends = collections.Counter()

    def in_folder(function):
        folder = at.folder()
        golden(folder, *stage)
        return function(folder)

    def run_case(name, function):
        try:
            wrong = function()
        except Skip as why:
            print(f"not tried: {name} ({why})")
            return "not tried"
        except Exception as error:
            wrong = f"{type(error).__name__}: {error}"
        if wrong:
            print(f"FAILED {name}")
            for line in [wrong] if isinstance(wrong, str) else wrong:
                print(f"    {line[:600]}")
        return "failed" if wrong else "passed"

    with Scene() as at, \
            concurrent.futures.ThreadPoolExecutor(workers) as pool:
        chosen = [(name, function) for name, function in [
            *((name, functools.partial(in_folder, function)) for
              name, function in cases_of(sys.modules["__main__"])),
            *(cases(at) if cases else ())]
                  if all(word in name for word in sys.argv[1:])]
        ends.update(pool.map(lambda case: run_case(*case), chosen))
    print(", ".join(f"{ends[end]} {end}" for end in
                    ("passed", "failed", "not tried")))
    sys.exit(1 if ends["failed"] or not ends else
             0 if ends["passed"] else 77)

"""measure.py - what the programs of `make bench` share.

They print tables and never fail for being slow.  BENCH_ROUNDS is how often
each figure is measured.
"""
import collections
import contextlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from scene import BUILD, REFEREE, SRC, TOURNAMENT

ROUNDS = int(os.environ.get("BENCH_ROUNDS", "3"))
BENCH = f"{BUILD}/tests/bench/bench"
BOLITO = f"{BUILD}/bots/bolito"
SHORT = {"target": 10, "max_turns": 2}      # games of a few decisions
RACE = {"bolo7": ["0.0365", "0.632", "46.1", "0.656"],
        "bolo5": ["0.0251", "0.575", "45.1", "0.409"],
        "vollelotte": ["0.00065"]}

# Seconds, the processor's of all descendants, and what was printed.
Used = collections.namedtuple("Used", "clock processor megabytes out code")


def use(*words, core=None, may=(0,), **options):
    """Runs a command, on one core if asked; its exit status must be one of
    `may`."""
    if core is not None:
        words = ["taskset", "-c", str(core), *words]
    start = time.perf_counter()
    with subprocess.Popen(words, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, text=True,
                          **options) as process:
        out = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        clock = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in may:
        sys.exit(f"{words}: exit status {process.returncode}")
    return Used(clock, usage.ru_utime + usage.ru_stime,
                usage.ru_maxrss / 1024, out, process.returncode)


def rules(options):
    return ["--rules", ",".join(f"{name}={value}" for name, value in
                                options.items())] if options else []


def bot(name):
    """The path of a bot of bots/, compiled or not."""
    built = f"{BUILD}/bots/{name}"
    return built if os.path.exists(built) else f"{SRC}/bots/{name}"


@contextlib.contextmanager
def folder(where=None):
    """A folder that bots may enter which run as other users."""
    with tempfile.TemporaryDirectory(prefix="rollcall-bench-",
                                     dir=where) as path:
        os.chmod(path, 0o755)
        os.environ["XDG_CONFIG_HOME"] = path
        yield path


def write(path, tree):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(tree, file)
    return path


def play(path, game, boards, *more, bots=(bot("first_move"),) * 2, core=0):
    """Plays a match; returns (processor seconds, log)."""
    log = f"{path}/bench.jsonl"
    for ending in ".jsonl", ".json", ".secret":
        with contextlib.suppress(FileNotFoundError):
            os.remove(log[:-6] + ending)
    used = use(REFEREE, "play", game, *bots, "--boards", str(boards), "-o",
               log, "--json", *more, core=core, stderr=subprocess.DEVNULL)
    return used.processor, log


def luck_file(path, game, measure, options=()):
    """Writes a luck file with every rule; the defaults are the referee's."""
    told = json.loads(use(REFEREE, "games", game, "--json").out)
    return write(path, {
        "v": 1, "game": game, "seats": 2, "f": measure, "table": None,
        "rules": {**{rule["name"]: rule["default"] for rule in told["rules"]},
                  **dict(options)},
        "numbers": [] if measure == "table" else RACE[game],
        "beta": "1", "from": "make bench"})


def contest(path, name, game, entrants, options=None, program="first_move",
            **form):
    """Writes a tournament file of equal entrants; returns its future
    folder."""
    shutil.rmtree(f"{path}/{name}", ignore_errors=True)
    write(f"{path}/{name}.json", {
        "name": name, "game": game, "rules": options or {}, "format": form,
        "entrants": [{"name": f"e{i}", "command": [bot(program)],
                      "files": [bot(program)]} for i in range(entrants)]})
    return f"{path}/{name}"


def tournament(*words, **options):
    return use(TOURNAMENT, *words, **options)


def show(name, values, digits=2, note=""):
    """A row: the median of the values, and their range."""
    if len(values) > 1:
        note = f"{min(values):,.{digits}f}..{max(values):,.{digits}f}"
    print(f"{name:<44}{statistics.median(values):>14,.{digits}f}  "
          f"{note}".rstrip(), flush=True)


def columns(values, width=8, scale=1000):
    """The median and the worst of each column of rows of figures."""
    return "".join(f"{figure(column) / scale:>{width}.1f}"
                   for column in zip(*values)
                   for figure in (statistics.median, max))

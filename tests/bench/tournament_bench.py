#!/usr/bin/env python3
"""tournament_bench.py - how fast a tournament is, from its start to its end.

Machines differ and are shared, so a figure is shown beside a raw measurement
from the same minute.  "By processor" compares processor time of all processes
together, which other load changes little; "by clock" is how long somebody
waits, and means nothing on a machine that is busy otherwise.  Nothing here is
a test: it prints tables, at the end all figures as one JSON line, and never
fails for being slow.

  tournament_bench.py [PART]..     speed overhead knockout pairing resume; all
  BENCH_ROUNDS                     how often each speed is measured (3)
"""
import collections
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
import bench    # noqa: E402  (found beside this file)

TOURNAMENT = os.path.join(bench.BUILD, "tournaments/tournament")
BOOK_MAKE = os.path.join(bench.BUILD, "tests/bench/book_make")
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "3"))
QUICK = {"target": 10, "max_turns": 2}      # games of a few decisions
FSYNCS = 50

Used = collections.namedtuple("Used", "clock processor megabytes out")
FOUND = {}


def use(words, core=None):
    """Runs a command; returns what it and its descendants used."""
    if core is not None:
        words = ["taskset", "-c", str(core), *words]
    start = time.perf_counter()
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE)
    out = process.stdout.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    clock = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(words)}: exit {process.returncode}")
    return Used(clock, usage.ru_utime + usage.ru_stime,
                usage.ru_maxrss / 1024, out)


def cores():
    return sorted(os.sched_getaffinity(0))


def load():
    return f"load {os.getloadavg()[0]:.1f}, {len(cores())} cores"


def keep(part, **figures):
    """Adds figures to the final JSON line."""
    FOUND.setdefault(part, []).append(
        {name: round(value, 6) if isinstance(value, float) else value
         for name, value in figures.items()})


def contest(folder, name, game, entrants, rules=None, bot=bench.BOT, **form):
    """Writes a tournament file of equal entrants; returns its future folder."""
    path = os.path.join(folder, name)
    shutil.rmtree(path, ignore_errors=True)
    with open(path + ".json", "w") as file:
        json.dump({"name": name, "game": game, "rules": rules or {},
                   "format": form, "entrants": [
                       {"name": f"e{i}", "command": [bot], "files": [bot]}
                       for i in range(entrants)]},
                  file)
    return path


def run(path, jobs, *more):
    shutil.rmtree(path, ignore_errors=True)
    return use([TOURNAMENT, "run", path + ".json", "-o", path, "-j",
                str(jobs), *more])


def spare_time(events, jobs):
    """The share of time for which a job had nothing to play although the
    tournament was not over."""
    busy, spare, before, first, now = 0, 0.0, None, None, None
    for now, event in events:
        if before is not None and busy < jobs:
            spare += (now - before) * (jobs - busy) / jobs
        if event == "match":
            first = now if first is None else first
            busy += 1
        elif event == "result":
            busy -= 1
        before = now if first is not None else None
        if event == "over":
            break
    return spare / (now - first)


def watch(path, jobs):
    """The times of its events, as (seconds, name)."""
    shutil.rmtree(path, ignore_errors=True)
    events = []
    with subprocess.Popen([TOURNAMENT, "run", path + ".json", "-o", path, "-j",
                           str(jobs), "--json"], stdout=subprocess.PIPE,
                          text=True) as process:
        for line in process.stdout:
            if not line.startswith('{"event":"game'):
                events.append((time.perf_counter(),
                               json.loads(line)["event"]))
    return events


# ### speed

def one_speed(path, jobs, lengths):
    """One tournament compared with a raw ping-pong: a dict of figures."""
    raw = use([bench.BENCH, "pingpong", *map(str, lengths), "100000"],
              cores()[0])
    played = run(path, jobs)
    checked = use([TOURNAMENT, "verify", path, "--json"])
    result = json.loads(checked.out)["tournaments"][0]
    decisions = result["decisions"]
    raw_us = float(raw.out.split()[1])
    return {
        "games": result["games"], "decisions": decisions,
        "games_per_second": result["games"] / played.clock,
        "decisions_per_second": decisions / played.clock,
        "raw_us": raw_us,
        "ratio_by_clock": decisions / played.clock / (jobs * 1e6 / raw_us),
        "ratio_by_processor": raw.processor / 1e5 /
        (played.processor / decisions),
        "processor_us": played.processor / decisions * 1e6,
        "verify_games_per_second": result["games"] / checked.processor,
        "verify_times": played.processor / checked.processor,
    }


def speed(folder):
    most = len(cores())
    for game, boards in (("bolo7", 10), ("pig", 10)):
        lengths = bench.line_lengths(folder, game)
        path = contest(folder, game, game, 4, type="round_robin",
                       boards=boards, matches=2)
        print(f"\n{game}: a tournament of 4 C bots, 12 matches, log and "
              f"proofs on; {load()}")
        all_of = {jobs: [] for jobs in sorted({1, most})}
        for _ in range(ROUNDS):
            for jobs, rows in all_of.items():
                rows.append(one_speed(path, jobs, lengths))
        for jobs, rows in all_of.items():
            middle = {name: statistics.median(row[name] for row in rows)
                      for name in rows[0]}
            spare = spare_time(watch(path, jobs), jobs)
            keep("speed", game=game, jobs=jobs, spare=spare, **middle)
            print(f"-j {jobs}: {middle['games']:.0f} games, "
                  f"{middle['decisions']:.0f} decisions")
            for name, key, digits in (
                    ("games per second", "games_per_second", 0),
                    ("decisions per second", "decisions_per_second", 0),
                    ("raw ping-pong, us", "raw_us", 2),
                    (f"share of {jobs} x raw, by clock", "ratio_by_clock", 2),
                    ("share of raw, by processor", "ratio_by_processor", 2),
                    ("verify: games per second and core",
                     "verify_games_per_second", 0),
                    ("verify: times as fast as playing", "verify_times", 1)):
                bench.show("  " + name, f"{middle[key]:,.{digits}f}",
                           bench.spread([row[key] for row in rows], digits))
            bench.show("  time with a place that has no match",
                       f"{100 * spare:.1f}%")


# ### overhead

def disk(folder, sync):
    """Milliseconds to write a little and sync it to the disk."""
    times = []
    with open(os.path.join(folder, "sync"), "w") as file:
        for _ in range(FSYNCS):
            file.write("x" * 200)
            file.flush()
            start = time.perf_counter()
            sync(file.fileno())
            times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e3


def per_match(words_of, count):
    """(clock, processor) milliseconds of a command, the median of `count`
    runs."""
    rows = [use(words_of(i)) for i in range(count)]
    return [statistics.median(row[column] for row in rows) * 1e3
            for column in (0, 1)]


def overhead(folder):
    matches, count = 120, 40
    path = contest(folder, "short", "pig", 4, QUICK, type="round_robin",
                   boards=1, matches=matches // 6)
    print(f"\na match of two quick games, four bot processes; {load()}\n"
          f"{'milliseconds a match':<44}{'by clock':>10}{'by processor':>14}")

    def row(name, clock, processor):
        keep("overhead", name=name, clock_ms=clock, processor_ms=processor)
        print(f"{name:<44}{clock:>10.2f}{processor:>14.2f}", flush=True)

    for jobs in sorted({1, len(cores())}):
        rows = [run(path, jobs) for _ in range(ROUNDS)]
        row(f"tournament run -j {jobs}", *(statistics.median(
            one[column] for one in rows) * 1e3 / matches
            for column in (0, 1)))
    secret = os.path.join(folder, "secret")
    with open(secret, "w") as file:
        file.write("5eed" * 16 + "\n")
    os.chmod(secret, 0o600)
    row("of it: referee play", *per_match(
        lambda i: [bench.REFEREE, "play", "pig", bench.BOT, bench.BOT,
                   "--rules", bench.SHORT, "--json", "--secret-file", secret,
                   "-o", os.path.join(folder, f"one{i}.jsonl")], count))
    clock, processor = per_match(lambda i: [bench.REFEREE, "--version"],
                                 count)
    row("  of it: starting the referee's program", clock, processor)
    clock, processor = per_match(lambda i: [bench.BOT], count)
    row("  of it: starting four bots' program", 4 * clock, 4 * processor)
    row("  of it: the log brought to the disk", disk(folder, os.fsync), 0)
    row("of it: the book brought to the disk", disk(folder, os.fdatasync), 0)


def knockout(folder):
    """Matches so short that most of their time is the start of four
    processes."""
    python = os.path.join(bench.SOURCE, "bots/random_move.py")
    path = contest(folder, "knockout", "pig", 64, QUICK, python,
                   type="knockout", boards=1)
    print(f"\na knockout of 64 Python bots, one board a match; {load()}\n"
          f"{'milliseconds a match':<44}{'by clock':>10}{'by processor':>14}")
    raw = per_match(lambda i: [sys.executable, "-c", "import json, random"],
                    20)
    rows = {"raw: starting Python four times": [4 * raw[0], 4 * raw[1]]}
    used = run(path, len(cores()))
    with open(os.path.join(path, "book.jsonl")) as book:
        matches = sum(line.startswith('{"t":"end"') for line in book)
    rows[f"tournament run -j {len(cores())}"] = [
        value * 1e3 / matches for value in (used.clock, used.processor)]
    for name, (clock, processor) in rows.items():
        keep("knockout", name=name, clock_ms=clock, processor_ms=processor)
        print(f"{name:<44}{clock:>10.2f}{processor:>14.2f}", flush=True)


# ### books

def fill(path, left=0):
    use([TOURNAMENT, "init", path + ".json", "-o", path])
    use([TOURNAMENT, "open", path])
    use([BOOK_MAKE, path, str(left)])


def pairing(folder):
    print(f"\nreading a book and pairing again; {load()}\n"
          f"{'tournament standings of':<28}{'matches':>10}{'seconds':>10}"
          f"{'megabytes':>11}{'times':>8}")
    for name, sizes in (
            ("round_robin", ((142, {}), (448, {}))),
            ("swiss", tuple((1000, {"rounds": rounds})
                            for rounds in (25, 50, 100, 200))),
            ("swiss, nearly all meet", ((300, {"rounds": 145}),
                                        (300, {"rounds": 290}))),
            ("swiss, longer pairings", ((1000, {"rounds": 20}),
                                        (1000, {"rounds": 20,
                                                "matches": 10}))),
            ("knockout", ((1000, {"matches": 10}),
                          (1000, {"matches": 100})))):
        before = None
        for entrants, more in sizes:
            path = contest(folder, "pairing", "pig", entrants, QUICK,
                           type=name.split(",")[0], **more)
            fill(path)
            rows = [use([TOURNAMENT, "standings", "--csv", path])
                    for _ in range(ROUNDS)]
            seconds = min(row.processor for row in rows)
            with open(os.path.join(path, "book.jsonl")) as book:
                matches = sum(line.startswith('{"t":"end"') for line in book)
            times = "" if before is None else f"{seconds / before:.1f}"
            before = seconds
            keep("pairing", name=name, entrants=entrants, matches=matches,
                 seconds=seconds, megabytes=rows[0].megabytes)
            print(f"{name:<28}{matches:>10,}{seconds:>10.2f}"
                  f"{rows[0].megabytes:>11.0f}{times:>8}", flush=True)
            shutil.rmtree(path)


def resume(folder):
    print(f"\na folder of a million games; {load()}\n"
          f"{'':<44}{'by clock':>10}{'by processor':>14}{'megabytes':>11}")
    for entrants, boards in (100, 101), (448, 5):
        path = contest(folder, "million", "pig", entrants, QUICK,
                       type="round_robin", boards=boards)
        fill(path, 1)
        games = entrants * (entrants - 1) * boards
        print(f"{entrants} entrants, {games:,} games, "
              f"{entrants * (entrants - 1) // 2:,} matches")
        for name, words in (
                ("run: the last match, then the tables", ["run", path]),
                ("run: there is nothing left to do", ["run", path]),
                ("standings", ["standings", path]),
                ("ladder", ["ladder", path])):
            used = use([TOURNAMENT, *words])
            keep("resume", entrants=entrants, games=games, name=name,
                 clock=used.clock, processor=used.processor,
                 megabytes=used.megabytes)
            print(f"  {name:<42}{used.clock:>10.2f}{used.processor:>14.2f}"
                  f"{used.megabytes:>11.0f}", flush=True)
        shutil.rmtree(path)


PARTS = {"speed": speed, "overhead": overhead, "knockout": knockout,
         "pairing": pairing, "resume": resume}


def main(names):
    # Bots that run as other users need access to it.
    folder = tempfile.mkdtemp(prefix="rollcall-bench-")
    os.chmod(folder, 0o755)
    os.environ["XDG_CONFIG_HOME"] = folder
    try:
        for name in names or PARTS:
            PARTS[name](folder)
    finally:
        shutil.rmtree(folder)
    print("\n" + json.dumps(FOUND))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

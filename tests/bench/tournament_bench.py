#!/usr/bin/env python3
"""tournament_bench.py - how fast a tournament is, from its start to its end.

Machines differ and are shared, so a figure is shown beside a raw measurement
from the same minute.  "By processor" compares processor time of all processes
together, which other load changes little; "by clock" is how long somebody
waits, and means nothing on a machine that is busy otherwise.

  tournament_bench.py [PART]..     speed overhead knockout pairing resume; all
"""
import json
import os
import shutil
import statistics
import subprocess
import sys
import time

import bench
from measure import (BENCH, BUILD, REFEREE, ROUNDS, SHORT, TOURNAMENT, bot,
                     contest, folder, rules, show, tournament, use)

BOOK_MAKE = f"{BUILD}/tests/bench/book_make"
FSYNCS = 50
CORES = sorted(os.sched_getaffinity(0))
HEAD = f"{'milliseconds a match':<44}{'by clock':>10}{'by processor':>14}"


def load():
    return f"load {os.getloadavg()[0]:.1f}, {len(CORES)} cores"


def words_of_run(path, jobs):
    shutil.rmtree(path, ignore_errors=True)
    return ["run", f"{path}.json", "-o", path, "-j", str(jobs)]


def run(path, jobs):
    return tournament(*words_of_run(path, jobs), stderr=subprocess.DEVNULL)


def row(name, clock, processor, more=""):
    print(f"{name:<44}{clock:>10.2f}{processor:>14.2f}{more}", flush=True)


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
    events = []
    with subprocess.Popen([TOURNAMENT, *words_of_run(path, jobs), "--json"],
                          stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            if not line.startswith('{"event":"game'):
                events.append((time.perf_counter(),
                               json.loads(line)["event"]))
    return events


# ### speed

def one_speed(path, jobs, lengths):
    """One tournament compared with a raw ping-pong: what is shown of it."""
    raw = use(BENCH, "pingpong", *lengths, "100000", core=CORES[0])
    played = run(path, jobs)
    checked = tournament("verify", path, "--json")
    result = json.loads(checked.out)["tournaments"][0]
    games, decisions = result["games"], result["decisions"]
    raw_us = float(raw.out.split()[1])
    return {
        "games per second": games / played.clock,
        "decisions per second": decisions / played.clock,
        "raw ping-pong, us": raw_us,
        f"share of {jobs} x raw, by clock":
            decisions / played.clock / (jobs * 1e6 / raw_us),
        "share of raw, by processor":
            raw.processor / 1e5 / (played.processor / decisions),
        "verify: games per second and core": games / checked.processor,
        "verify: times as fast as playing":
            played.processor / checked.processor}


def speed(place):
    for game in "bolo7", "pig":
        lengths = bench.line_lengths(place, game)
        path = contest(place, game, game, 4, type="round_robin", boards=10,
                       matches=2)
        print(f"\n{game}: a tournament of 4 C bots, 12 matches, log and "
              f"proofs on; {load()}")
        for jobs in sorted({1, len(CORES)}):
            rows = [one_speed(path, jobs, lengths) for _ in range(ROUNDS)]
            print(f"-j {jobs}")
            for name in rows[0]:
                show(f"  {name}", [one[name] for one in rows])
            show("  % of time with a place that has no match",
                 [100 * spare_time(watch(path, jobs), jobs)], 1)


# ### overhead

def disk(place, sync):
    """Milliseconds to write a little and sync it to the disk."""
    times = []
    with open(f"{place}/sync", "w", encoding="ascii") as file:
        for _ in range(FSYNCS):
            file.write("x" * 200)
            file.flush()
            start = time.perf_counter()
            sync(file.fileno())
            times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e3


def per_match(count, words_of):
    """(clock, processor) milliseconds of a command, the median of `count`
    runs."""
    used = [use(*words_of(i)) for i in range(count)]
    return [statistics.median(one[column] for one in used) * 1e3
            for column in (0, 1)]


def overhead(place):
    matches, count = 120, 40
    path = contest(place, "short", "pig", 4, SHORT, type="round_robin",
                   boards=1, matches=matches // 6)
    print(f"\na match of two quick games, four bot processes; {load()}\n"
          f"{HEAD}")
    for jobs in sorted({1, len(CORES)}):
        used = [run(path, jobs) for _ in range(ROUNDS)]
        row(f"tournament run -j {jobs}", *(statistics.median(
            one[column] for one in used) * 1e3 / matches
            for column in (0, 1)))
    first = bot("first_move")
    row("of it: referee play", *per_match(
        count, lambda i: [REFEREE, "play", "pig", first, first, *rules(SHORT),
                          "--json", "-o", f"{place}/one{i}.jsonl"]))
    row("  of it: starting the referee's program",
        *per_match(count, lambda _: [REFEREE, "--version"]))
    row("  of it: starting four bots' program", *(
        4 * one for one in per_match(count, lambda _: [first])))
    row("  of it: the log brought to the disk", disk(place, os.fsync), 0)
    row("of it: the book brought to the disk", disk(place, os.fdatasync), 0)


def ended(path):
    with open(f"{path}/book.jsonl", encoding="ascii") as book:
        return sum(line.startswith('{"t":"end"') for line in book)


def knockout(place):
    """Matches so short that most of their time is the start of four
    processes."""
    path = contest(place, "knockout", "pig", 64, SHORT, "random_move.py",
                   type="knockout", boards=1)
    print(f"\na knockout of 64 Python bots, one board a match; {load()}\n"
          f"{HEAD}")
    row("raw: starting Python four times", *(4 * one for one in per_match(
        20, lambda _: [sys.executable, "-c", "import json, random"])))
    used = run(path, len(CORES))
    row(f"tournament run -j {len(CORES)}", *(
        value * 1e3 / ended(path) for value in used[:2]))


# ### books

def fill(path, left=0):
    tournament("init", f"{path}.json", "-o", path)
    tournament("open", path)
    use(BOOK_MAKE, path, str(left))


def pairing(place):
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
            path = contest(place, "pairing", "pig", entrants, SHORT,
                           type=name.split(",")[0], **more)
            fill(path)
            used = [tournament("standings", "--csv", path)
                    for _ in range(ROUNDS)]
            seconds = min(one.processor for one in used)
            times = "" if before is None else f"{seconds / before:.1f}"
            before = seconds
            print(f"{name:<28}{ended(path):>10,}{seconds:>10.2f}"
                  f"{used[0].megabytes:>11.0f}{times:>8}", flush=True)
            shutil.rmtree(path)


def resume(place):
    print(f"\na folder of a million games; {load()}\n"
          f"{'':<44}{'by clock':>10}{'by processor':>14}{'megabytes':>11}")
    for entrants, boards in (100, 101), (448, 5):
        path = contest(place, "million", "pig", entrants, SHORT,
                       type="round_robin", boards=boards)
        fill(path, 1)
        print(f"{entrants} entrants, "
              f"{entrants * (entrants - 1) * boards:,} games, "
              f"{entrants * (entrants - 1) // 2:,} matches")
        for name, word in (("run: the last match, then the tables", "run"),
                           ("run: there is nothing left to do", "run"),
                           ("standings", "standings"), ("ladder", "ladder")):
            used = tournament(word, path, stderr=subprocess.DEVNULL)
            row(f"  {name}", *used[:2], f"{used.megabytes:>11.0f}")
        shutil.rmtree(path)


PARTS = {"speed": speed, "overhead": overhead, "knockout": knockout,
         "pairing": pairing, "resume": resume}

with folder() as scratch:
    for part in sys.argv[1:] or PARTS:
        PARTS[part](scratch)

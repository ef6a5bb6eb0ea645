#!/usr/bin/env python3
"""hostile_bench.py - what a level costs, and how soon a hostile bot is gone.
"""
import json
import shutil
import statistics
import time

import arena
import hostile_cases
import scene
from measure import ROUNDS, SHORT, columns

PROMISED_US = 50000 # from a bot's fault, or the end of its clock, until all
                    # of it is gone and its rival told

STARTS = 40         # bots started for one figure
DECISIONS = 20000   # about this many for one figure
PYTHON = """import sys
for line in sys.stdin:
    if '"type":"hello"' in line:
        print('{"type":"ready"}', flush=True)
    elif '"type":"turn"' in line:
        print('{"move":0}', flush=True)
"""


def quiet_match(stage, bot, level, boards, processes, trace):
    """Plays a match between two equal bots; returns seconds and folder."""
    folder = stage.folder()
    if bot == "C":
        scene.healthy(folder, "bot")
    else:
        scene.bot(folder, "bot", f"#!{scene.PYTHON}\n{PYTHON}")
    scene.write(f"{folder}/match.json", json.dumps({
        "game": "pig", "rules": SHORT,
        "boards": boards, "sandbox": level, "processes": processes,
        "entrants": [{"name": name, "command": ["./bot"], "files": ["bot"]}
                     for name in ("one", "two")]}))
    start = time.perf_counter()
    result = scene.run(folder, "play", "match.json", "-o", "log.jsonl",
                       "--secret-file", "secret", "--key-file", "key",
                       *(("--trace", "trace") if trace else ()))
    seconds = time.perf_counter() - start
    assert result.code == 0, result
    return seconds, folder


def start_times(stage, bot, level):
    """Microseconds from a bot's start until it is ready."""
    _, folder = quiet_match(stage, bot, level, STARTS // 4, "game", True)
    begun, times = {}, []
    for line in arena.read_trace(folder):
        if line.get("to", "").startswith('{"type":"hello"'):
            begun[line["seat"]] = line["us"]
        elif line.get("from", "").startswith('{"type":"ready"'):
            times.append(line["us"] - begun.pop(line["seat"]))
    return times


def round_trip(stage, level):
    """Microseconds per decision, without the bots' starts and ends."""
    found = []
    for boards in 10, DECISIONS // 8:
        seconds, folder = quiet_match(stage, "C", level, boards, "seat",
                                      False)
        result = scene.run(folder, "verify", "--json", "log.jsonl")
        found.append((seconds, json.loads(result.out)["decisions"]))
    (less, few), (more, many) = found
    return (more - less) / (many - few) * 1e6


def costs(stage, levels):
    print(f"{'level':<10}{'C bot: ready in, ms':>28}"
          f"{'Python bot: ready in, ms':>28}{'a decision, us':>18}")
    for level in levels:
        cells = []
        for bot in "C", "Python":
            times = [us / 1000 for us in start_times(stage, bot, level)]
            cells.append(f"{statistics.median(times):.1f} (worst "
                         f"{max(times):.1f})")
        trips = [round_trip(stage, level) for _ in range(ROUNDS)]
        print(f"{level:<10}{cells[0]:>28}{cells[1]:>28}"
              f"{statistics.median(trips):>18.1f}", flush=True)


def verdict_times(played, clock_us):
    """Three times per fault in microseconds, from the question or the end of
    the bot's clock: until the verdict, as far as the trace shows it (its last
    line from or about the bot), until the rival hears of it, and until all
    processes of the bot are gone."""
    times = []
    games = scene.games_of(played.lines)
    for number, game in enumerate(games):
        found = [line for line in game if line["t"] == "fault"]
        seat = number % 2
        if not found or found[0]["fault"] in ("forfeit", "start"):
            continue
        asked = [line["us"] for line in played.trace
                 if line["game"] == number + 1 and line["seat"] == seat and
                 line.get("to", "").startswith('{"type":"turn"')]
        told = [line["us"] for line in played.trace
                if line["game"] == number + 1 and line["seat"] != seat and
                line.get("to", "").startswith('{"type":"over"')]
        if asked and told:
            last = [line["us"] for line in played.trace
                    if line["game"] == number + 1 and line["seat"] == seat
                    and ("from" in line or "note" in line) and
                    line["us"] > asked[-1]] or told
            begun = asked[-1]
            if found[0]["fault"] == "timeout":
                begun += clock_us
            gone = [line["us"] for line in played.trace
                    if line["game"] == number + 1 and line["seat"] == seat
                    and "end" in line] or told
            times.append((last[-1] - begun, told[-1] - begun,
                          max(told[-1], gone[0]) - begun))
    return times


def many(stage, row, level, boards, rounds):
    """The times of several matches, and the faults."""
    times, faults = [], set()
    for _ in range(rounds):
        folder = stage.folder()
        arena.prepare(folder, row, level, boards)
        played = arena.play(folder)
        faults |= {line["fault"] for line in played.lines
                   if line["t"] == "fault"} - {"forfeit"}
        times += verdict_times(played, 1000 * row.limits.get("move_ms", 0))
        shutil.rmtree(folder)
    return times, faults


def hostile(stage, level):
    """All hostile bots, one after the other."""
    every, told = [], []
    print(f"\nhostile bots at level {level}, as {arena.ME}; ms from the "
          "question, or the end of its clock,\nuntil the verdict, until its "
          "rival is told, and until all of the bot is gone;\n"
          f"{ROUNDS} matches each\n"
          f"{'bot':<26}{'verdict':<16}{'median':>8}{'worst':>8}"
          f"{'told':>8}{'worst':>8}{'gone':>8}{'worst':>8}")
    for row in hostile_cases.ROWS:
        verdict = row.at(level, arena.ME)
        if not isinstance(verdict, str) or verdict == "" or \
                (row.needs and shutil.which(row.needs) is None):
            continue
        times, faults = many(stage, row, level, 3, ROUNDS)
        if not times:
            continue
        every += times
        if "cpu_s" not in row.limits:
            told += [gone for _, _, gone in times]
        print(f"{row.name:<26}{'|'.join(sorted(faults)):<16}{columns(times)}",
              flush=True)
    print(f"{'all':<26}{'':<16}{columns(every)}")
    share = sum(us > PROMISED_US for us in told) / len(told)
    print(f"all but those whose clock is the processor's, until all of the "
          f"bot is gone: median {statistics.median(told) / 1000:.1f},\nworst "
          f"{max(told) / 1000:.1f}; {share:.1%} of {len(told)} above "
          f"{PROMISED_US // 1000}")


def storms(stage):
    """Many children that compute, each with its own share of the processor."""
    print("\nchildren that compute, each in a session of its own; ms from the "
          "end of the bot's clock\nuntil its rival is told, and until all of "
          f"the bot is gone; {2 * ROUNDS} matches each\n"
          f"{'level':<14}{'children':>10}{'told':>8}{'worst':>8}"
          f"{'gone':>8}{'worst':>8}")
    for level in arena.levels_reached():
        for count in 64, 128, 256:
            times, _ = many(stage, hostile_cases.waits(
                f"sessions_{count}", tasks=count + 8), level, 2, 2 * ROUNDS)
            rest = columns([row[1:] for row in times])
            print(f"{level:<14}{count:>10}{rest}", flush=True)


with scene.Scene() as scratch:
    storms(scratch)
    reached = arena.levels_reached()
    costs(scratch, reached)
    for one in reached[1:]:
        hostile(scratch, one)

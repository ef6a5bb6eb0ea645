#!/usr/bin/env python3
"""bench.py - how fast a match is, as a ratio to what the machine can do.

Every figure is processor time.  That of a match is shown beside a raw
measurement from the same minute and core, because machines differ and are
shared.
"""
import json
import os
import statistics
import subprocess
import time

from measure import (BENCH, BOLITO, REFEREE, ROUNDS, SHORT, SRC, bot, folder,
                     luck_file, play, rules, show, use)


def figures(*words):
    """The NAME VALUE lines that the bench program prints."""
    lines = (line.rsplit(None, 1)
             for line in use(BENCH, *words, core=0).out.splitlines())
    return {name: float(value) for name, value in lines}


def line_lengths(path, game):
    """Mean bytes of a question and an answer, LF included."""
    trace = f"{path}/trace"
    play(path, game, 2, "--trace", trace)
    to, back = [], []
    with open(trace, encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            if record.get("to", "").startswith('{"type":"turn"'):
                to.append(len(record["to"].encode()) + 1)
            elif record.get("from", "").startswith('{"move"'):
                back.append(len(record["from"].encode()) + 1)
    return [str(round(statistics.mean(sizes))) for sizes in (to, back)]


def verdict(log):
    used = use(REFEREE, "verify", "--json", log, core=0)
    return used.processor, json.loads(used.out)["decisions"]


def compared(path, game, boards):
    """A raw ping-pong of such lines and a decision, in microseconds; what
    verify takes of the match, decisions, and the log."""
    raw = figures("pingpong", *line_lengths(path, game), "100000")["processor"]
    seconds, log = play(path, game, boards)
    checked, decisions = verdict(log)
    return raw, seconds / decisions * 1e6, checked, decisions, log


def match_speed(path, game, boards):
    rows = []
    for _ in range(ROUNDS):
        raw, cost, checked, decisions, log = compared(path, game, boards)
        hashed = figures("hash", log)["megabytes_per_second"]
        size = os.path.getsize(log)
        rows.append((raw, cost, raw / cost, cost * decisions / 1e6 / checked,
                     size / checked / 1e6 / hashed,
                     checked / use("sha256sum", log, core=0).processor))
    print(f"\n{game}: two C bots, one core, log and proofs on; "
          f"{decisions} decisions a match of {size / decisions:.0f} bytes, "
          f"verified at {decisions / checked:,.0f} a second")
    for name, values in zip((
            "raw ping-pong, us", "a decision, us", "ratio to raw ping-pong",
            "verify: times as fast as playing",
            "verify: share of plain SHA-256's MB/s",
            "verify: times as long as sha256sum"), zip(*rows)):
        show(name, values)


def parts(game):
    print(f"\n{game}: one decision by parts, us (best of 50)")
    for name, value in figures("parts", game).items():
        show(name, [value], 3)


def every_game(path):
    """The engine alone, and decisions through pipes compared with a raw
    ping-pong."""
    print("\nevery game: engine alone with random play, playouts by the "
          "library (two seats),\nand a match of two C bots\n"
          f"{'game':<12}{'games/s':>10}{'playouts/s':>12}{'decisions/s':>13}"
          f"{'ratio to raw':>14}")
    for line in use(REFEREE, "games", "--json").out.splitlines():
        game = json.loads(line)["name"]
        engine = figures("engine", game, "2")["games_per_second"]
        playouts = figures("playouts", game, "2")["playouts_per_second"]
        rows = [compared(path, game, 300)[:2] for _ in range(ROUNDS)]
        speed = statistics.median(1e6 / cost for _, cost in rows)
        ratio = statistics.median(raw / cost for raw, cost in rows)
        print(f"{game:<12}{engine:>10,.0f}{playouts:>12,.0f}{speed:>13,.0f}"
              f"{ratio:>14.2f}", flush=True)


def alone(path, command, log):
    """How many lines of this match a program without rolls answers in a second,
    when it finds all of them in a file."""
    lines = ['{"type":"hello","protocol":1}']
    with open(log, encoding="utf-8") as logged:
        for line in map(json.loads, logged):
            if line["t"] == "game":
                lines.append('{"type":"new","seats":2,"rules":{}}')
            elif line["t"] == "move":
                lines.append(json.dumps({"type": "move", "seat": line["seat"],
                                         "move": line["move"]}))
    with open(f"{path}/lines", "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    return len(lines) / use("sh", "-c", f"exec {command} <{path}/lines",
                            core=0).clock


def own_games(path):
    """Games that are programs.  By the clock, as nobody is told what a process
    has taken that was ended with its sandbox."""
    print("\ngames that are programs: two C bots, one core, by the clock")
    python = ("--game-files", f"{SRC}/sdk/python/rollcall/own_game.py")
    for name, command, *files in (
            ("C", f"{BENCH} game"),
            ("Python", f"{SRC}/tournaments/examples/games/connect4.py",
             *python)):
        rows = []
        for _ in range(ROUNDS):
            raw = figures("pingpong", "100", "12", "100000")["roundtrip"]
            began = time.perf_counter()
            log = play(path, command, 300, *files)[1]
            seconds = time.perf_counter() - began
            decisions = verdict(log)[1]
            rows.append((decisions / seconds, raw * decisions / seconds / 1e6,
                         decisions / seconds / alone(path, command, log),
                         seconds / use(REFEREE, "verify", "--game", command,
                                       *files, log, core=0).clock))
        for what, values in zip((
                "decisions a second", "ratio to raw ping-pong",
                "ratio to the program alone",
                "verify --game: times as fast as playing"), zip(*rows)):
            show(f"{name}: {what}", values)


def start_cost(path):
    print("\na match from start to end (pig, two seats, two games: four "
          "processes of bots), ms")
    for level, name in (("none", "first_move"), ("limits", "first_move"),
                        ("strict", "first_move"), ("limits",
                                                   "random_move.py")):
        if use(REFEREE, "doctor", "--sandbox", level, may=(0, 1, 2),
               stderr=subprocess.DEVNULL).code != 0:
            print(f"{level}: this machine cannot do it")
            continue
        show(f"{name} at {level}", [
            play(path, "pig", 1, *rules(SHORT), "--sandbox", level,
                 bots=(bot(name),) * 2)[0] * 1e3 for _ in range(ROUNDS * 3)])
    show("referee --version alone", [
        use(REFEREE, "--version", core=0).processor * 1e3
        for _ in range(ROUNDS * 3)])


def resident(pid):
    """Kilobytes of the referee's processes: the keeper and its children."""
    sizes = [0]
    for entry in os.listdir("/proc"):
        try:
            with open(f"/proc/{entry}/status", encoding="ascii") as status:
                fields = dict(line.split(":", 1) for line in status)
        except (OSError, ValueError):
            continue
        if str(pid) in (entry, fields["PPid"].strip()):
            sizes.append(int(fields.get("VmRSS", "0 kB").split()[0]))
    return max(sizes)


def memory(path):
    """The playing process's memory after some and after many games."""
    print("\nmemory of the referee's largest process, kilobytes")
    with subprocess.Popen(
            ["taskset", "-c", "0", REFEREE, "play", "pig", bot("first_move"),
             bot("first_move"), "--boards", "50000", *rules(SHORT), "-o",
             f"{path}/memory.jsonl", "--json"],
            stdout=subprocess.PIPE) as process:
        for line in process.stdout:
            played = json.loads(line).get("games")
            if played in (1000, 10000, 50000, 99999):
                show(f"after {played:,} games", [resident(process.pid)], 0)
    os.remove(f"{path}/memory.jsonl")


def analyse(path):
    """The cost of a game's luck, without that of making a table."""
    print("\nreferee analyse: processor time a game, less that of verify, ms")
    for game, measure, *bots in (
            ("bolo7", "table", "threshold", "bolito"),
            ("bolo7", "race", "threshold", "bolito"),
            ("bolo5", "table", "bolito", "bolito"),
            ("bolo5", "race", "bolito", "bolito"),
            ("pig", "table", "threshold", "bolito"),
            ("vollelotte", "volle", "vollelotte.py", "vollelotte.py")):
        # Bolito may have to solve the game first.
        _, log = play(path, game, 20, "--sandbox", "none", "--limit",
                      "start_ms=60000", core=None, bots=[
                          f"{seat}={bot(name)}"
                          for seat, name in zip("ab", bots)])
        if measure == "table":
            how = ["--table", f"{path}/{game}.worth"]
            use(BOLITO, "--solve", game, how[1], stderr=subprocess.DEVNULL)
        else:
            how = ["--luck-file", luck_file(f"{path}/luck.json", game,
                                            measure)]
        raw = use(REFEREE, "verify", log).processor
        used = use(REFEREE, "analyse", "--json", log, *how)
        games = len(used.out.splitlines()) - 1
        show(f"{game}, by {measure}", [(used.processor - raw) * 1e3 / games],
             note=f"1000 boards take {used.processor * 2000 / games:.0f} s")


def packed_logs(path):
    """How small a packed log is, and how fast packing is compared with
    verify."""
    print("\npacked logs of bolo7 against threshold, 50 and 10 boards; "
          "processor time, of verify's speed")
    for name, boards in ("threshold", 50), ("montecarlo", 10):
        _, log = play(path, "bolo7", boards, "--sandbox", "none", core=None,
                      bots=(f"a={bot(name)}", f"b={bot('threshold')}"))
        pack, rows = f"{log[:-6]}.pack", []
        for _ in range(ROUNDS):
            verified = use(REFEREE, "verify", log).processor
            used = [use(REFEREE, "pack", log)]
            size = os.path.getsize(log)
            os.remove(log)
            used += [use(REFEREE, "unpack", pack),
                     use(REFEREE, "verify", pack)]
            rows.append([verified / one.processor for one in used])
        show(f"{name}: times smaller", [size / os.path.getsize(pack)], 0,
             f"{size:,} bytes in {os.path.getsize(pack):,}")
        for what, ratios in zip(("pack", "unpack", "verify packed"),
                                zip(*rows)):
            show(f"{name}: {what}", ratios)


if __name__ == "__main__":
    with folder() as place:
        match_speed(place, "bolo7", 100)
        parts("bolo7")
        start_cost(place)
        memory(place)
        every_game(place)
        own_games(place)
        analyse(place)
        packed_logs(place)

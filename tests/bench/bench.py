#!/usr/bin/env python3
"""bench.py - how fast a match is, as a ratio to what the machine can do.

Every figure is processor time.  That of a match is shown beside a raw
measurement from the same minute and core, because machines differ and are
shared.  Nothing here is a test: it prints a table and never fails for being
slow.
"""
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

BUILD = os.path.abspath(os.environ.get("builddir", "."))
SOURCE = os.path.abspath(os.environ.get("srcdir", "."))
REFEREE = os.path.join(BUILD, "referee/referee")
BENCH = os.path.join(BUILD, "tests/bench/bench")
BOT = os.path.join(BUILD, "bots/first_move")
BOLITO = os.path.join(BUILD, "bots/bolito")
RACE = {"bolo7": ["0.0365", "0.632", "46.1", "0.656"],
        "bolo5": ["0.0251", "0.575", "45.1", "0.409"]}
SHORT = "target=10,max_turns=2"         # games of a few decisions
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "5"))


def run(words, core=None, **options):
    """Runs a command, on one core if asked; returns (seconds, stdout).

    The seconds are processor time of all its processes, which is nearly the
    same however busy the machine is."""
    if core is not None:
        words = ["taskset", "-c", str(core)] + words
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, stdout=subprocess.PIPE, check=True, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime -
            before.ru_stime), done.stdout.decode()


def figures(words, core=None):
    """The NAME VALUE lines that the bench program prints."""
    _, out = run([BENCH] + words, core)
    lines = (line.rsplit(None, 1) for line in out.splitlines())
    return {name: float(value) for name, value in lines}


def play(folder, game, boards, *more, bots=(BOT, BOT), core=0):
    """Plays a match; returns (seconds, log)."""
    log = os.path.join(folder, "bench.jsonl")
    for ending in (".jsonl", ".json", ".secret"):
        if os.path.exists(log[:-6] + ending):
            os.remove(log[:-6] + ending)
    words = [REFEREE, "play", game, *bots, "--boards", str(boards), "-o", log,
             "--json", *more]
    seconds, _ = run(words, core)
    return seconds, log


def line_lengths(folder, game):
    """Mean bytes of a question and an answer, LF included."""
    trace = os.path.join(folder, "trace")
    play(folder, game, 2, "--trace", trace)
    to, back = [], []
    with open(trace) as lines:
        for line in lines:
            record = json.loads(line)
            if record.get("to", "").startswith('{"type":"turn"'):
                to.append(len(record["to"].encode()) + 1)
            elif record.get("from", "").startswith('{"move"'):
                back.append(len(record["from"].encode()) + 1)
    return round(statistics.mean(to)), round(statistics.mean(back))


def verdict(log):
    seconds, out = run([REFEREE, "verify", "--json", log], 0)
    return seconds, json.loads(out)


def show(name, value, note=""):
    print(f"{name:<44} {value:>12}  {note}".rstrip(), flush=True)


def spread(values, digits=2):
    return (f"{min(values):.{digits}f}..{max(values):.{digits}f}, "
            f"{len(values)} rounds")


def match_speed(folder, game, boards):
    """Decisions per second, compared with a raw ping-pong of such lines."""
    question, answer = line_lengths(folder, game)
    ratios, costs, raws, verifies, hashes, sums = [], [], [], [], [], []
    for _ in range(ROUNDS):
        raw = figures(["pingpong", str(question), str(answer), "100000"],
                      0)["processor"]
        seconds, log = play(folder, game, boards)
        checked, result = verdict(log)
        hashed = figures(["hash", log], 0)["megabytes_per_second"]
        cost = seconds / result["decisions"] * 1e6
        size = os.path.getsize(log)
        raws.append(raw)
        costs.append(cost)
        ratios.append(raw / cost)
        verifies.append(seconds / checked)
        hashes.append(size / checked / 1e6 / hashed)
        sums.append(checked / run(["sha256sum", log], 0)[0])
    decisions = result["decisions"]
    median = statistics.median
    print(f"\n{game}: two C bots, one core, log and proofs on; "
          f"{decisions} decisions a match")
    show("question and answer, bytes", f"{question} + {answer}")
    show("raw ping-pong, us", f"{median(raws):.2f}", spread(raws))
    show("a decision, us", f"{median(costs):.2f}", spread(costs))
    show("decisions per second", f"{1e6 / median(costs):,.0f}")
    show("ratio to raw ping-pong", f"{median(ratios):.2f}", spread(ratios))
    show("log, bytes per decision", f"{size / decisions:.0f}")
    show("verify: decisions per second",
         f"{decisions / checked:,.0f}")
    show("verify: times as fast as playing", f"{median(verifies):.1f}",
         spread(verifies, 1))
    show("verify: MB/s", f"{size / checked / 1e6:.0f}")
    show("verify: share of plain SHA-256's MB/s", f"{median(hashes):.2f}",
         spread(hashes))
    show("verify: times as long as sha256sum", f"{median(sums):.1f}",
         spread(sums, 1))


def every_game(folder):
    """The engine alone, and decisions through pipes compared with a raw
    ping-pong."""
    _, out = run([REFEREE, "games", "--json"])
    print("\nevery game: engine alone with random play, playouts by the library "
          "(two seats),\nand a match of two C bots\n"
          f"{'game':<12}{'games/s':>10}{'playouts/s':>12}{'decisions/s':>13}"
          f"{'ratio to raw':>14}")
    for game in (json.loads(line)["name"] for line in out.splitlines()):
        engine = figures(["engine", game, "2"], 0)["games_per_second"]
        playouts = figures(["playouts", game, "2"], 0)["playouts_per_second"]
        question, answer = line_lengths(folder, game)
        speeds, ratios = [], []
        for _ in range(ROUNDS):
            raw = figures(["pingpong", str(question), str(answer), "100000"],
                          0)["processor"]
            seconds, log = play(folder, game, 300)
            cost = seconds / verdict(log)[1]["decisions"] * 1e6
            speeds.append(1e6 / cost)
            ratios.append(raw / cost)
        print(f"{game:<12}{engine:>10,.0f}{playouts:>12,.0f}"
              f"{statistics.median(speeds):>13,.0f}{statistics.median(ratios):>14.2f}",
              flush=True)


def start_cost(folder):
    print("\na match from start to end (pig, two seats, two games: four "
          "processes of bots)")
    python = os.path.join(SOURCE, "bots/random_move.py")
    for name, level, bot in (("C bots", "none", BOT), ("C bots", "limits", BOT),
                             ("C bots", "strict", BOT),
                             ("Python bots", "limits", python)):
        if subprocess.run([REFEREE, "doctor", "--sandbox", level],
                          stdout=subprocess.DEVNULL).returncode != 0:
            show(f"{name} at {level}, ms", "not tried",
                 "this machine cannot do it")
            continue
        times = [play(folder, "pig", 1, "--rules", SHORT, "--sandbox", level,
                      bots=(bot, bot))[0] * 1e3 for _ in range(ROUNDS * 3)]
        show(f"{name} at {level}, ms", f"{statistics.median(times):.1f}",
             spread(times, 1))
    times = [run([REFEREE, "--version"], 0)[0] * 1e3
             for _ in range(ROUNDS * 3)]
    show("referee --version alone, ms", f"{statistics.median(times):.1f}",
         spread(times, 1))


def resident(pid):
    """Kilobytes of the referee's processes: the keeper and its children."""
    total = {}
    for entry in os.listdir("/proc"):
        try:
            with open(f"/proc/{entry}/status") as status:
                fields = dict(line.split(":", 1) for line in status)
        except (OSError, ValueError):
            continue
        if entry == str(pid) or fields["PPid"].strip() == str(pid):
            total[entry] = int(fields.get("VmRSS", "0 kB").split()[0])
    return max(total.values())


def memory(folder):
    """The playing process's memory after some and after many games."""
    print("\nmemory of the referee's largest process")
    log = os.path.join(folder, "memory.jsonl")
    words = [REFEREE, "play", "pig", BOT, BOT, "--boards", "50000", "--rules",
             SHORT, "-o", log, "--json"]
    with subprocess.Popen(["taskset", "-c", "0"] + words,
                          stdout=subprocess.PIPE) as process:
        for line in process.stdout:
            played = json.loads(line).get("games")
            if played in (1000, 10000, 50000, 99999):
                show(f"after {played:,} games, kilobytes",
                     f"{resident(process.pid):,}")
    os.remove(log)


def analyse(folder):
    """The cost of a game's luck, without that of making a table."""
    print("\nreferee analyse: processor time a game, less that of verify")
    threshold = os.path.join(BUILD, "bots/threshold")
    vollelotte = os.path.join(SOURCE, "bots/vollelotte.py")
    for game, table, rival in (
            ("bolo7", True, threshold), ("bolo7", False, threshold),
            ("bolo5", True, BOLITO), ("bolo5", False, BOLITO),
            ("pig", True, threshold), ("vollelotte", False, vollelotte)):
        bots = (rival, "b=" + (vollelotte if game == "vollelotte" else
                               BOLITO))
        # Bolito may have to solve the game first.
        _, log = play(folder, game, 20, "--sandbox", "none", "--limit",
                      "start_ms=60000", bots=bots, core=None)
        how = []
        if table:
            how = ["--table", os.path.join(folder, f"{game}.worth")]
            run([BOLITO, "--solve", game, how[1]], stderr=subprocess.DEVNULL)
        elif game in RACE:
            how = ["--luck-file", race_file(folder, log, game)]
        raw, _ = run([REFEREE, "verify", log])
        seconds, out = run([REFEREE, "analyse", "--json", log,
                                          *how])
        games = len(out.splitlines()) - 1
        show(f"{game}, by {'a table' if table else 'a formula'}, ms",
             f"{(seconds - raw) * 1e3 / games:.2f}",
             f"{games / 2:.0f} boards; 1000 take "
             f"{seconds * 2000 / games:.0f} s")


def race_file(folder, log, game):
    with open(log, encoding="ascii") as file:
        header = json.loads(file.readline())
    path = os.path.join(folder, "luck.json")
    with open(path, "w", encoding="ascii") as file:
        json.dump({"v": 1, "game": game, "rules": header["rules"], "seats": 2,
                   "f": "race", "numbers": RACE[game], "table": None,
                   "beta": "1", "from": "bench.py"}, file)
    return path


def packed_logs(folder):
    """How small a packed log is, and how fast packing is compared with
    verify."""
    print("\npacked logs of bolo7 against threshold, 50 and 10 boards; "
          "processor time")
    for what, bots, boards in (
            ("threshold", ("threshold", "threshold"), 50),
            ("montecarlo", ("montecarlo", "threshold"), 10)):
        bots = [f"{name}={os.path.join(BUILD, 'bots', bot)}"
                for name, bot in zip("ab", bots)]
        _, log = play(folder, "bolo7", boards, "--sandbox", "none", bots=bots,
                      core=None)
        pack = log[:-6] + ".pack"
        packs, unpacks, verifies = [], [], []
        for _ in range(ROUNDS):
            verified, _ = run([REFEREE, "verify", log])
            packs.append(verified / run(
                [REFEREE, "pack", log])[0])
            size = os.path.getsize(log)
            os.remove(log)
            unpacks.append(verified / run(
                [REFEREE, "unpack", pack])[0])
            verifies.append(verified / run(
                [REFEREE, "verify", pack])[0])
        show(f"{what}: times smaller", f"{size / os.path.getsize(pack):.0f}",
             f"{size:,} bytes in {os.path.getsize(pack):,}")
        for name, ratios in (("pack", packs), ("unpack", unpacks),
                             ("verify packed", verifies)):
            show(f"{what}: {name}, of verify's speed",
                 f"{statistics.median(ratios):.2f}", spread(ratios))


def main():
    # Bots that run as other users need access to it.
    folder = tempfile.mkdtemp(prefix="rollcall-bench-")
    os.chmod(folder, 0o755)
    os.environ["XDG_CONFIG_HOME"] = folder
    try:
        match_speed(folder, "bolo7", 100)
        print("\nbolo7: one decision by parts, us (best of 50)")
        for name, value in figures(["parts", "bolo7"], 0).items():
            show(name, f"{value:.3f}")
        start_cost(folder)
        memory(folder)
        every_game(folder)
        analyse(folder)
        packed_logs(folder)
    finally:
        shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())

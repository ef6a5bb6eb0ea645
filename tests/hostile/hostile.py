#!/usr/bin/env python3
"""hostile.py - every hostile bot against a healthy rival.

hostile_cases.py has the bots, their verdicts, and the levels and users at which
each is tried (all with ROLLCALL_LONG_TESTS); arena.py has what else must hold.  Root plays as root and as an ordinary user.  Words select
cases by name, level or user; --table prints the verdicts that were found.

tier: quick, root, alone
"""
import functools
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../support")
import scene

sys.path.insert(0, f"{scene.SRC}/tests/hostile")
import arena    # noqa: E402
import hostile_cases     # noqa: E402

WORKERS = 8     # most of them wait for a clock
BOARDS = 3
TRIES = 5       # to be in time, when run alone
TIMES = 10      # allowance: so often the time of a bot that merely exits,
ROUNDS = 5      # and so often that of its processes, as it starts more meanwhile
PROCESSORS = len(os.sched_getaffinity(0))
EXITS = hostile_cases.Row("exits", "gone")


class Finding:
    """What the cases have shown besides passing or failing."""

    def __init__(self):
        self.times, self.memory, self.verdicts, self.skipped = [], 0, {}, {}
        self.cases = []     # with the slowest verdict of each
        self.tried = self.all = 0

    def add(self, row, level, someone, played):
        who = someone.name
        times = arena.told_us(row, played)
        self.times += [(us, f"{row.name} ({level}, {who})") for us in times]
        self.memory = max(self.memory, played.memory)
        faults = {line["fault"] for line in played.lines
                  if line["t"] == "fault"} - {"forfeit"}
        self.verdicts[row.name, level, who] = "|".join(sorted(faults)) or "-"
        if times:
            self.verdicts[row.name, level, who] += f" {max(times) // 1000} ms"
            self.cases.append((max(times), row, level, someone))

    def median_us(self):
        return statistics.median(us for us, _ in self.times)

    def late(self):
        """Cases far slower than the others, to be tried again alone."""
        if not self.times:
            return []
        usual = min(self.median_us(), arena.PROMISED_US)
        return [case for us, *case in self.cases if us >
                arena.PROMISED_US + case[0].own_us + TIMES * usual]

    def tell(self):
        if self.times:
            worst = max(self.times)
            print(f"# from fault or end of clock until the bot is gone and "
                  f"its rival told: median {self.median_us() / 1000:.1f} ms, "
                  f"worst {worst[0] / 1000:.1f} ms, {worst[1]}; "
                  f"{len(self.late())} cases looked at alone")
            print(f"# largest memory of the referee: {self.memory} KiB")
        print(f"# {self.tried} of {self.all} bots at a level as a user; all "
              "with ROLLCALL_LONG_TESTS=1")
        for why, names in sorted(self.skipped.items()):
            print(f"not tried: {', '.join(sorted(names))} ({why})")

    def table(self, columns):
        print("bot".ljust(26) + "".join(
            f"{level}/{who}".ljust(18) for level, who in columns))
        for row in hostile_cases.ROWS:
            print(row.name.ljust(26) + "".join(
                self.verdicts.get((row.name, level, who), "").ljust(18)
                for level, who in columns))


def check(*case):
    _, row, level, who, _, _ = case
    return scene.short_clock(f"{row.name} at {level}/{who.name}",
                             lambda: check_once(*case))


def check_once(stage, row, level, who, normal, finding):
    verdict = row.at(level, who.name)
    folder = stage.folder()
    uid = who.uid()
    with arena.listening(folder) as (ports, came):
        arena.prepare(folder, row, level, BOARDS, ports)
        played = arena.play(folder, uid)
    wrong = arena.check_left(folder, played)
    arena.sweep(folder)
    if played.result.code != 0 or played.result.err:
        return wrong + [f"exit {played.result.code}, "
                        f"{played.result.err}"], False
    finding.add(row, level, who, played)
    wrong += arena.check_games(row, verdict, played.lines, normal.overs)
    wrong += arena.verified(folder)
    wrong += arena.check_snoop(row, level, who.name, played.trace)
    wrong += arena.check_referee(played, normal)
    wrong += arena.check_order(played)
    if level == "strict":
        wrong += [f"reached from inside: {what}" for what in came]
    return wrong, scene.is_suspect(folder)


def storm(stage, row, level, who, normal, finding):
    """Runs a bot alone that would disturb all others: its rival must hear of
    the fault first and in time, and then all of the bot must go."""
    wrong = check(stage, row, level, who, normal, finding)
    return wrong or in_time(stage, row, level, who)


def slowest(stage, row, level, who):
    folder = stage.folder()
    arena.prepare(folder, row, level, BOARDS)
    played = arena.play(folder, who.uid())
    arena.sweep(folder)
    return max(arena.told_us(row, played), default=0)


def crowd():
    """How many processes currently share a processor."""
    with open("/proc/loadavg", encoding="ascii") as file:
        running = int(file.read().split()[3].partition("/")[0])
    return max(1, running / PROCESSORS)


def ends_us(count):
    """How long this machine takes to start and to kill so many processes."""
    begun = time.monotonic()
    pids = []
    for _ in range(count):
        pid = os.fork()
        if pid == 0:
            signal.pause()
        pids.append(pid)
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
    for pid in pids:
        os.waitpid(pid, 0)
    return (time.monotonic() - begun) * 1e6


def in_time(stage, row, level, who):
    """Tries a bot that was late among others again, alone: it must be in time,
    with an allowance for what this machine takes for any bot and for so many
    processes, and for other load.  A real delay appears in every try."""
    found = []
    ends = min(ends_us(row.limits.get("tasks", 0)) for _ in range(TRIES))
    for _ in range(TRIES):
        before = crowd()
        beside = slowest(stage, EXITS, level, who)
        alone = slowest(stage, row, level, who)
        others = max(before, crowd())
        if alone <= others * (arena.PROMISED_US + row.own_us + ROUNDS * ends) \
                + TIMES * beside:
            return []
        found.append(f"{alone / 1000:.0f} ms until its rival is told, "
                     f"{beside / 1000:.1f} ms with a bot that exits, "
                     f"{ends / 1000:.1f} ms for its processes, "
                     f"{others:.1f} processes to a processor")
    return found


def exits_in_time(stage, level, who):
    """The bot that all others are compared with must be in time itself."""
    found = []
    for _ in range(TRIES):
        before = crowd()
        told = slowest(stage, EXITS, level, who)
        others = max(before, crowd())
        if told <= others * arena.PROMISED_US:
            return []
        found.append(f"{told / 1000:.1f} ms until its rival is told, "
                     f"{others:.1f} processes to a processor")
    return found


def check_open(stage, row, level, who, normal, finding):
    """Plays what a level does not prevent, in a place where it hurts nobody."""
    verdict = row.at(level, who.name).verdict
    folder = stage.folder()
    arena.prepare(folder, row, level, BOARDS)
    # A referee that was stopped is presumed dead, and thrown away as well.
    played = arena.play(folder, who.uid(), thrown_away=True,
                        seconds=scene.HANGS_S if verdict is not None else 5)
    wrong = [f"left running: {one}"
             for one in scene.gone_in_the_end(folder)]
    arena.sweep(folder)
    finding.verdicts[row.name, level, who.name] = "(open)"
    if verdict is not None:
        if played.result.code != 0:
            return wrong + [str(played.result)]
        wrong += arena.check_games(row, verdict, played.lines, normal.overs)
    return wrong


# Reports its user, and plays as soon as the gate exists.
WHO = """#!%s
import os, sys, time
os.write(2, b"user %%d." %% os.getuid())
while not os.path.exists("%s"): time.sleep(0.001)
for line in sys.stdin:
    if '"type":"hello"' in line: print('{"type":"ready"}', flush=True)
    if '"type":"turn"' in line: print('{"move":1}', flush=True)
"""


def users_apart(stage):
    """All bots of root's matches run as different users, even if their
    processes have the same numbers."""
    folders = [stage.folder() for _ in range(2)]
    gate = f"{stage.folder()}/gate"
    matches, users = [], []
    for folder in folders:
        scene.bot(folder, "bot", WHO % (scene.PYTHON, gate))
        matches.append(subprocess.Popen(
            arena.THROWN_AWAY + [
                scene.REFEREE, "play", "pig", "one=./bot", "two=./bot",
                "--sandbox", "limits", "--limit", "start_ms=60000", "-o",
                "log.jsonl", "--secret-file", "secret", "--key-file", "key",
                "--trace", "trace"], cwd=folder,
            env=scene.referee_environment(folder), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE))
    deadline = time.monotonic() + scene.HANGS_S / 4
    while len(users) < 8 and time.monotonic() < deadline:
        users = [user for folder in folders for user in re.findall(
            rb"user (\d+)\.", scene.content(folder, "trace"))]
        time.sleep(0.001)
    scene.write(gate, "")
    ends = [arena.finish(match, folder, scene.HANGS_S)
            for match, folder in zip(matches, folders)]
    if len(users) != 8 or len(set(users)) != 8 or \
            any(end.code != 0 for end in ends):
        return [f"{users} {ends}"]
    return []


def begin_tidying(stage, who):
    """Plays a match up to the point where only its bots' files remain to be
    removed.  Returns (folder, match, process that removes them), that process
    stopped to avoid a race, or None instead of it if it was not caught."""
    row = next(row for row in hostile_cases.ROWS if row.name == "wide_folder")
    folder, uid = stage.folder(), who.uid()
    arena.prepare(folder, row, "limits", BOARDS)
    if uid is not None:
        arena.give_away(folder, uid)
    match = scene.start(folder, "play", "match.json", "-o", "log.jsonl",
                        "--secret-file", "secret", "--key-file", "key",
                        **arena.as_user(uid))
    # The playing process prints the summary last.
    match.stdout.read(1)
    before = set(scene.children_of(match.pid))
    while match.poll() is None:
        now = scene.children_of(match.pid)
        if now and not before & set(now):
            os.kill(now[0], signal.SIGSTOP)
            return folder, match, now[0]
        time.sleep(0.001)
    scene.finish(match)
    return folder, match, None


def tidying(stage, who, how):
    """Removing the bots' files may take long: it can be interrupted, and
    continues if the referee is killed."""
    for _ in range(TRIES):
        folder, match, tidier = begin_tidying(stage, who)
        if tidier is not None:
            break
    else:
        return "nobody was seen to tidy up"
    if how == "killed":
        match.kill()
        os.kill(tidier, signal.SIGCONT)
        scene.finish(match)
        wrong = scene.gone_in_the_end(folder)
        return wrong + [f"left behind: {name}"
                        for name in os.listdir(f"{folder}/t")]
    match.send_signal(signal.SIGINT)
    told = match.stderr.readline().decode()
    match.send_signal(signal.SIGTERM)
    result = scene.finish(match)
    left = [f"{folder}/t/{name}" for name in os.listdir(f"{folder}/t")]
    wrong = scene.left_running(folder)
    arena.sweep(folder)
    if result.code != 0 or len(left) != 1 or \
            f"removing what bots left in {left[0]};" not in told or \
            f"{left[0]} was not removed" not in result.err:
        wrong.append(f"{told} {result} {left}")
    return wrong


def cases_of(stage, who, level, finding):
    """The cases to be run together, and those to be run alone."""
    normal = arena.Normal(stage, level, who)
    throws = arena.can_throw_away(who)
    cases, alone = [], []
    users = ["root", "user"] if scene.ROOT else ["user"]
    for at, row in enumerate(hostile_cases.ROWS):
        finding.all += 1
        if not scene.LONG and (level, who.name) not in hostile_cases.where(
                at, row, arena.LEVELS, users):
            continue
        finding.tried += 1
        verdict, run = row.at(level, who.name), check
        why = None
        if isinstance(verdict, hostile_cases.Skip):
            why = verdict.why
        elif row.needs and shutil.which(row.needs) is None:
            why = f"{row.needs} is missing"
        elif isinstance(verdict, hostile_cases.Open):
            run = check_open
            why = None if throws else "no namespace to throw away"
        if why is not None:
            finding.skipped.setdefault(f"{level}, {who.name}, {why}",
                                       []).append(row.name)
            continue
        if row.storm:
            run = storm
        (alone if row.storm else cases).append((
            f"{row.name} ({level}, {who.name})",
            lambda row=row, run=run: run(stage, row, level, who, normal,
                                         finding)))
    return cases, alone


def main():
    tally, finding = scene.Tally(), Finding()
    table = "--table" in sys.argv
    sys.argv = [word for word in sys.argv if word != "--table"]
    for path in arena.HOSTILE, arena.WATCH:
        if not os.access(path, os.X_OK):
            print(f"hostile.py: {path} is not built", file=sys.stderr)
            return 1
    columns, cases, alone = [], [], []
    with scene.Scene() as stage:
        for who in arena.everybody():
            reached = arena.levels_reached(stage, who)
            for level in arena.LEVELS:
                if level not in reached:
                    print(f"not tried: {level} as {who.name}, which this "
                          "machine cannot do")
                    continue
                columns.append((level, who.name))
                together, storms = cases_of(stage, who, level, finding)
                cases += together
                alone += storms
                alone.append((f"exits ({level}, {who.name}), alone",
                              functools.partial(exits_in_time, stage, level,
                                                who)))
                if level == "limits":
                    cases += [(f"tidying up is {how} ({who.name})",
                               functools.partial(tidying, stage, who, how))
                              for how in ("interrupted", "killed")]
        if scene.ROOT and arena.can_throw_away(arena.Who("root")):
            cases.append(("users apart", lambda: users_apart(stage)))
        tally.run(cases, WORKERS, of=4)
        tally.run(alone + [
                   (f"{row.name} ({level}, {who.name}), in time",
                    functools.partial(in_time, stage, row, level, who))
                   for row, level, who in finding.late()
                   if not row.storm], 1, of=3)
    finding.tell()
    if table:
        finding.table(columns)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

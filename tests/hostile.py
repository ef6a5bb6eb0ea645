#!/usr/bin/env python3
"""hostile.py - every hostile bot at every level against a healthy rival.

tests/hostile/rows.py has the bots and their verdicts, tests/hostile/arena.py
what must hold besides.  Root plays all of it twice, as root and as an
ordinary user.  Words choose cases by name, level or user; --table prints
the verdicts that were found.
"""
import os
import re
import shutil
import statistics
import subprocess
import sys
import time

sys.dont_write_bytecode = True
import scene

sys.path.insert(0, f"{scene.SRC}/tests/hostile")
import arena    # noqa: E402
import rows     # noqa: E402

WORKERS = 8     # most of them wait for a clock
BOARDS = 3


class Finding:
    """What the cases have shown besides passing or not."""

    def __init__(self):
        self.times, self.memory, self.verdicts, self.skipped = [], 0, {}, {}

    def add(self, row, level, who, played):
        clock = 1000 * row.limits.get("move_ms", 0)
        times = [us for _, us in arena.verdict_times(played, clock)]
        self.times += [(us, f"{row.name} ({level}, {who})") for us in times]
        self.memory = max(self.memory, played.memory)
        faults = {line["fault"] for line in played.lines
                  if line["t"] == "fault"} - {"forfeit"}
        self.verdicts[row.name, level, who] = "|".join(sorted(faults)) or "-"
        if times:
            self.verdicts[row.name, level, who] += f" {max(times) // 1000} ms"
        return times

    def tell(self):
        if self.times:
            worst = max(self.times)
            median = statistics.median(us for us, _ in self.times)
            print(f"# from fault or end of clock until the bot is gone and "
                  f"its rival told: median {median / 1000:.1f} ms, worst "
                  f"{worst[0] / 1000:.1f} ms, {worst[1]}")
            print(f"# largest memory of the referee: {self.memory} KiB")
        for why, names in sorted(self.skipped.items()):
            print(f"# not run, {why}: {', '.join(sorted(names))}")

    def table(self, columns):
        print("bot".ljust(26) + "".join(
            f"{level}/{who}".ljust(18) for level, who in columns))
        for row in rows.ROWS:
            print(row.name.ljust(26) + "".join(
                self.verdicts.get((row.name, level, who), "").ljust(18)
                for level, who in columns))


def check(*case):
    """Once more where the referee itself says that its machine was too slow
    for a short clock."""
    for _ in range(3):
        wrong, suspect = check_once(*case)
        if not wrong or not suspect:
            break
    return wrong


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
    times = finding.add(row, level, who.name, played)
    wrong += arena.check_games(row, verdict, played.lines, normal.overs)
    wrong += arena.verified(folder)
    wrong += arena.check_snoop(row, level, who.name, played.trace)
    wrong += arena.check_referee(played, normal)
    wrong += [f"{us / 1e6:.0f} s until the verdict" for us in times
              if us > arena.VERDICT_S * 1e6]
    if level == "strict":
        wrong += [f"reached from inside: {what}" for what in came]
    return wrong, scene.is_suspect(folder)


def check_open(stage, row, level, who, normal, finding):
    """What a level does not prevent, where it hurts nobody."""
    verdict = row.at(level, who.name).verdict
    folder = stage.folder()
    arena.prepare(folder, row, level, BOARDS)
    # A referee that was stopped is left for dead, and thrown away too.
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


# Says who it is, and plays as soon as there is a gate.
WHO = """#!%s
import os, sys, time
os.write(2, b"user %%d." %% os.getuid())
while not os.path.exists("%s"): time.sleep(0.001)
for line in sys.stdin:
    if '"type":"hello"' in line: print('{"type":"ready"}', flush=True)
    if '"type":"turn"' in line: print('{"move":1}', flush=True)
"""


def users_apart(stage):
    """All bots of root's matches are different users, also where processes
    have the same numbers."""
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


def cases_of(stage, who, level, finding):
    normal = arena.Normal(stage, level, who)
    throws = arena.can_throw_away(who)
    cases = []
    for row in rows.ROWS:
        verdict, run = row.at(level, who.name), check
        why = None
        if isinstance(verdict, rows.Skip):
            why = verdict.why
        elif row.needs and shutil.which(row.needs) is None:
            why = f"{row.needs} is missing"
        elif isinstance(verdict, rows.Open):
            run = check_open
            why = None if throws else "no namespace to throw away"
        if why is not None:
            finding.skipped.setdefault(f"{level}, {who.name}, {why}",
                                       []).append(row.name)
            continue
        cases.append((f"{row.name} ({level}, {who.name})",
                      lambda row=row, run=run: run(stage, row, level, who,
                                                   normal, finding)))
    return cases


def main():
    tally, finding = scene.Tally(), Finding()
    table = "--table" in sys.argv
    sys.argv = [word for word in sys.argv if word != "--table"]
    for path in arena.HOSTILE, arena.WATCH:
        if not os.access(path, os.X_OK):
            print(f"hostile.py: {path} is not built", file=sys.stderr)
            return 1
    columns, cases = [], []
    with scene.Scene() as stage:
        for who in arena.everybody():
            reached = arena.levels_reached(stage, who)
            for level in arena.LEVELS:
                if level not in reached:
                    print(f"# {who.name}: level {level} is not reached here")
                    continue
                columns.append((level, who.name))
                cases += cases_of(stage, who, level, finding)
        if scene.ROOT and arena.can_throw_away(arena.Who("root")):
            cases.append(("users apart", lambda: users_apart(stage)))
        tally.run(cases, WORKERS)
    finding.tell()
    if table:
        finding.table(columns)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

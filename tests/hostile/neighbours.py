#!/usr/bin/env python3
"""neighbours.py - what a hostile bot can do to its rival.

The rival works while the bot tries to take its processor, its processes and
its voice.  No verdict here depends on real time: the tests compare the
processor time of both, as the system counts it, so that other processes on
this machine affect both alike.  Root tries everything again as an ordinary
user.

tier: full, root, alone
"""
import functools
import json
import os
import re
import shutil
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../support")
import scene
import somebody

sys.path.insert(0, f"{scene.SRC}/tests/hostile")
import arena    # noqa: E402
import hostile_cases     # noqa: E402

WORKS = f"{scene.BUILD}/tests/hostile/bots/works"
# The first FEW are tried each time, only the first where nothing is promised.
HOGS = ("resuming_ring", "resuming_threads", "spinning_children",
        "forking_again", "spinning_sessions", "spinning_threads",
        "spinning_clones", "resuming_timers", "slows_the_first_process")
FEW = 4
LEAKS = ("leaks_threads", "leaks_processes", "leaks_a_storm")
# What a bot may use while its rival is on turn, as a fraction of what the rival
# uses.  The promise is one half; a referee that has to wait for a processor
# itself allows as much again, and a bot that is not paused uses ten times as
# much.
MOST_LOST = 1.0
WORK_MS = 300
RIVALS = [f"rival{number}" for number in range(5 if scene.LONG else 3)]
# Limit for all bots of a round robin, compared with one of honest bots only.  In
# the match with the hostile bot both may use ten times as much, because a busy
# or slow machine finds a restless bot late (4.3 times was seen in all with three
# rivals).  If the bot is not paused, all of them use seven to ten times as much.
MOST_OF_ALL = 1 + 9 * 2 / (len(RIVALS) + 1)
ROBIN_MS = 40
TRIES = 3
REPEATED = "from now on it is suspended at once"


def prepare(stage, level, uid, name, rival, **more):
    folder = stage.folder()
    os.makedirs(f"{folder}/t")
    shutil.copy(arena.HOSTILE, f"{folder}/hostile")
    shutil.copy(WORKS, f"{folder}/rival")
    match = {
        "game": "pig", "rules": {"target": 20, "max_turns": 2}, "boards": 1,
        "rotations": 1, "sandbox": level,
        "limits": {"move_ms": 600000, "start_ms": 600000}, "entrants": [
            {"name": "bot", "files": ["hostile"],
             "command": ["./hostile", name, f"@{folder}", "0", "0", "1000",
                         "64", "64"]},
            {"name": "rival", "files": ["rival"],
             "command": ["./rival", *map(str, rival)]}]}
    for key, value in more.items():
        match[key] = {**match[key], **value} if isinstance(value, dict) \
            else value
    scene.write(f"{folder}/match.json", json.dumps(match))
    if uid is not None:
        arena.give_away(folder, uid)
    return folder


def is_promised(level, uid):
    """Whether the rival must not be slowed down there."""
    return level == "strict" or (level == "limits" and uid is None and
                                 scene.ROOT)


def start(folder, uid, before=None):
    return scene.start(folder, "play", "match.json", "-o", "log.jsonl",
                       "--secret-file", "secret", "--key-file", "key",
                       "--trace", "trace", preexec_fn=before,
                       **arena.as_user(uid))


def check_end(folder, result, who):
    """Only the hostile bot may be blamed for what the bots do here."""
    wrong = scene.gone_in_the_end(folder)
    if result.code != 0:
        return wrong + [f"{who}: {result}"]
    return wrong + scene.doubts(folder)


# ### its processor

def read_used(pid, kind):
    used = 0
    for thread in os.listdir(f"/proc/{pid}/{kind}"):
        with open(f"/proc/{pid}/{kind}/{thread}/schedstat",
                  encoding="ascii") as file:
            used += int(file.read().split()[0])
    return used


def used_by(program):
    """Nanoseconds of processor time, by thread, of all processes that run a
    program."""
    found = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                if file.read().startswith(program.encode()):
                    found[pid] = read_used(pid, "task")
        except OSError:
            pass        # the process is gone
    return found


def more_than(now, before):
    return sum(max(0, used - before.get(pid, 0))
               for pid, used in now.items())


class Question:
    """Follows a trace: which question to the rival is open?"""

    def __init__(self, folder):
        self.path, self.read, self.rest = f"{folder}/trace", 0, b""
        self.open = None

    def look(self):
        try:
            with open(self.path, "rb") as file:
                file.seek(self.read)
                more = file.read()
        except OSError:
            return None
        self.read += len(more)
        *lines, self.rest = (self.rest + more).split(b"\n")
        for line in map(json.loads, lines):
            if line.get("to", "").startswith('{"type":"turn"'):
                self.open = line["us"] if line["seat"] == 1 else None
            if "from" in line:
                self.open = None
        return self.open


def beside(folder, uid, before):
    """Plays; returns the milliseconds that the bot and its rival used while
    the rival was on turn."""
    process = start(folder, uid, before)
    question = Question(folder)
    bot = rival = 0
    last, before = None, None
    while process.poll() is None:
        now = question.look()
        if now is not None:
            used = used_by(f"{folder}/hostile"), used_by(f"{folder}/rival")
            # Both looks must fall within the same question.
            if now == last and question.look() == now:
                bot += more_than(used[0], before[0])
                rival += more_than(used[1], before[1])
            before = used
        last = now
        time.sleep(0.005)
    return bot / 1e6, rival / 1e6, scene.finish(process)


def holds(stage, level, who, hog, told, before=None):
    """Tries again if nothing was seen, or if the referee may have been late."""
    uid = who.uid()
    for _ in range(TRIES):
        folder = prepare(stage, level, uid, hog, [WORK_MS])
        bot, rival, result = beside(folder, uid, before)
        wrong = check_end(folder, result, hog)
        if wrong or (rival >= WORK_MS / 2 and bot <= MOST_LOST * rival):
            break
    told.append(f"{hog} at {level}/{who.name}"
                f"{' without control groups' * (before is not None)}: {bot:.0f} ms beside "
                f"{rival:.0f} ms of its rival")
    if not wrong and rival < WORK_MS / 2:
        return f"nothing was seen: {told[-1]}"
    # Pausing processes one by one cannot do better where both share a user.
    if is_promised(level, uid) and bot > MOST_LOST * rival:
        wrong.append(told[-1])
    return wrong


# ### a round robin

def own_ms(stage, level, uid, hog):
    """How long the bot's own moves take when its rival's take ROBIN_MS: other
    load slows both alike."""
    folder = prepare(stage, level, uid, hog, [ROBIN_MS],
                     rules={"target": 100, "max_turns": 10})
    result = scene.finish(start(folder, uid))
    assert result.code == 0, result
    took, since = ([], []), 0
    for line in scene.read_log(f"{folder}/trace"):
        if line.get("to", "").startswith('{"type":"turn"'):
            since = line["us"]
        elif line["game"] > 0 and "from" in line:
            took[line["seat"]].append(line["us"] - since)
    bot, rival = (sum(times) / len(times) for times in took)
    return max(1, round(ROBIN_MS * bot / rival))


def robin(stage, level, uid, program, words):
    """Plays a round robin.  Returns seconds of real time, milliseconds of
    processor time of all bots, and what is wrong."""
    folder = stage.folder()
    os.makedirs(f"{folder}/t")
    entrants = {"first": (program, words)}
    entrants.update((name, (WORKS, [str(ROBIN_MS)])) for name in RIVALS)
    for name, (path, _) in entrants.items():
        shutil.copy(path, f"{folder}/{name}")
        with open(f"{folder}/{name}", "ab") as file:
            file.write(name.encode())   # otherwise they count as the same bot
    scene.write(f"{folder}/cup.json", json.dumps({
        "name": "cup", "game": "pig", "rules": {"target": 20, "max_turns": 2},
        "format": {"type": "round_robin", "boards": 1}, "sandbox": level,
        "limits": {"move_ms": 600000, "start_ms": 600000}, "entrants": [
            {"name": name, "files": [name], "command": [
                f"./{name}", *(word.replace("@", f"@{folder}")
                               for word in more)]}
            for name, (_, more) in entrants.items()]}))
    if uid is not None:
        arena.give_away(folder, uid)
    begun, used = time.monotonic(), {}
    process = scene.start(folder, "run", "cup.json", "-j", "2", "--key-file",
                          "key", program=scene.TOURNAMENT, **arena.as_user(uid))
    while process.poll() is None:
        for name in "first", "rival":
            used.update(used_by(f"{folder}/{name}"))
        time.sleep(0.01)
    seconds = time.monotonic() - begun
    result = scene.finish(process)
    wrong = scene.gone_in_the_end(folder)
    if result.code != 0:
        wrong.append(str(result))
    told = scene.tournament(folder, "results", "cup", "--faults", "--csv").out
    if told.count("\n") != 1:
        wrong.append(f"faults: {told}")
    return seconds, sum(used.values()) / 1e6, wrong


def slows_a_tournament(stage, level, who, hog, told):
    """Compares with the same round robin with an honest bot whose moves take
    as long."""
    uid = who.uid()
    for _ in range(TRIES):
        load = scene.Load()
        twin = own_ms(stage, level, uid, hog)
        seconds, used, wrong = robin(stage, level, uid, arena.HOSTILE, [
            hog, "@", "0", "0", "1000", "64", "64"])
        honest, due, more = robin(stage, level, uid, WORKS, [str(twin)])
        wrong += more
        if wrong or used <= MOST_OF_ALL * due:
            break
    told.append(f"a round robin with {hog} at {level}/{who.name}: {used:.0f} ms "
                f"of all bots in {seconds:.1f} s; with one that takes {twin} "
                f"ms for a move: {due:.0f} ms in {honest:.1f} s")
    if wrong or used <= MOST_OF_ALL * due:
        return wrong
    # Processes that have to be stopped one by one get away meanwhile.
    return scene.not_tried(told[-1], "the machine is busy") \
        if load.is_high() else [told[-1]]


# ### restless bots

def restless(stage, level, who):
    """A bot that uses the processor while it is not asked is detected."""
    uid = who.uid()
    folder = prepare(stage, level, uid, "spinning_few", [15],
                     rules={"target": 100, "max_turns": 100})
    result = scene.finish(start(folder, uid))
    wrong = check_end(folder, result, "spinning_few")
    notes = [line["note"] for line in scene.read_log(f"{folder}/trace")
             if "note" in line and REPEATED in line["note"]]
    if len(notes) != 1 and not wrong:
        wrong.append(f"notes {notes}")
    return wrong


# ### its cores

def cores(stage, level, who, count):
    """Both bots of a match run on the same cores, beginning with the match's
    own.  They report them themselves, on standard error."""
    uid = who.uid()
    folder = prepare(stage, level, uid, "spinning_few", [], limits={
        "cores": count}, entrants=[
            {"name": name, "files": ["rival"],
             "command": ["./rival", "0", "cores"]} for name in ("bot", "rival")])
    first = max(os.sched_getaffinity(0))
    process = start(folder, uid, lambda: os.sched_setaffinity(0, {first}))
    wrong = check_end(folder, scene.finish(process), "cores")
    found = [{int(core) for core in cores.split()} for cores in re.findall(
        rb"cores((?: \d+)+)\.", scene.content(folder, "trace"))]
    expected = min(count, len(os.sched_getaffinity(0)))
    if len(found) < 2 or any(cores != found[0] for cores in found) or \
            len(found[0]) != expected or first not in found[0]:
        wrong.append(f"{count} cores, {first} first: {found}")
    return wrong


# ### its processes, and its voice

def faults(folder):
    return [(line["seat"], line["fault"])
            for line in scene.read_log(f"{folder}/log.jsonl")
            if line["t"] == "fault"]


def leaks(stage, level, who, leak):
    """Processes leaked by the bot may hurt a rival that needs one for each
    move."""
    uid = who.uid()
    shared = level == "limits" and (uid is not None or not scene.ROOT)
    # A waiting bot is suspended and leaks little in each turn: where it has to
    # come to the limit, the match ends when it does, not before.
    folder = prepare(stage, level, uid, leak, [20, "starts"], rules={
        "target": 100000, "max_turns": 5000} if shared else {
            "target": 100, "max_turns": 100})
    result = scene.finish(start(folder, uid))
    wrong = check_end(folder, result, leak)
    expected = [(0, "limit")] if shared else []
    if not wrong and faults(folder) != expected:
        wrong.append(f"{faults(folder)}, and not {expected}")
    return wrong


def answers(stage, level, who):
    uid = who.uid()
    folder = prepare(stage, level, uid, "answers_for_its_rival", [100],
                     rules={"target": 100, "max_turns": 10})
    result = scene.finish(start(folder, uid))
    wrong = check_end(folder, result, "answers_for_its_rival")
    if not wrong and faults(folder):
        wrong.append(str(faults(folder)))
    return wrong


# ### all

def hogs_of(level, uid, groups):
    """If there is much to try: the even ones with control groups, the odd ones
    without."""
    if not scene.LONG:
        return HOGS[not groups:FEW:2] if is_promised(level, uid) else HOGS[:1]
    # At `none`, root's bots run as root.
    return [hog for hog in HOGS if level != "none" or
            hog == "resuming_ring" or hog.startswith("spinning_")]


def cases_of(stage, who, level, told):
    name = f"({level}, {who.name})"
    # An ordinary user's bots have no control groups.
    groups = scene.ROOT and who.name == "root"
    for hog in hogs_of(level, who.uid(), groups):
        yield (f"a pause holds: {hog} {name}",
               functools.partial(holds, stage, level, who, hog, told))
    # With a control group the group is frozen; try also without one.
    for hog in hogs_of(level, who.uid(), False) if groups and \
            level != "none" else ():
        yield (f"a pause holds without control groups: {hog} {name}",
               functools.partial(holds, stage, level, who, hog, told,
                                 somebody.without_groups))
    for hog in ("resuming_ring", *(["spinning_children"] if scene.LONG else [])
                ) if is_promised(level, who.uid()) and (
                    scene.LONG or level != "strict" or not groups) else ():
        yield (f"a round robin with {hog} {name}",
               functools.partial(slows_a_tournament, stage, level, who, hog,
                                 told))
    yield (f"restless {name}", functools.partial(restless, stage, level, who))
    if level == "none":
        return
    shared = level == "limits" and not groups
    for count in (1, 2) if scene.LONG else (1,) if groups else (2,):
        yield (f"{count} cores {name}",
               functools.partial(cores, stage, level, who, count))
    # All of them where the rival pays; otherwise two.
    for leak in LEAKS if scene.LONG or shared else LEAKS[groups:][:2]:
        yield (f"{leak} {name}",
               functools.partial(leaks, stage, level, who, leak))
    if level == "strict" or who.name == "root" or hostile_cases.LANDLOCK > 0:
        yield (f"answers for its rival {name}",
               functools.partial(answers, stage, level, who))
    else:
        print(f"not tried: answers for its rival {name} (no Landlock)")


def main():
    tally, told = scene.Tally(), []
    with scene.Scene() as stage:
        for who in arena.everybody():
            reached = arena.levels_reached(stage, who)
            for level in arena.LEVELS:
                if level in reached:
                    tally.run(list(cases_of(stage, who, level, told)), 2,
                              of=2)
                else:
                    print(f"not tried: {level}, {who.name}")
    for line in told:
        print(f"# {line}")
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""survive.py - a tournament is killed at any moment and resumed.

One folder is made and copied.  Whatever is done to a copy, it must end with
the results of the undisturbed one: the same tables to the byte, no match lost
or counted twice, a verdict of "verified", nothing left running.

tier: quick
"""
import json
import os
import random
import re
import resource
import shutil
import signal
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene
import tournament

KILLS = int(os.environ.get("ROLLCALL_KILLS", "140" if scene.LONG else "12" if scene.WIDE else "6"))
TABLES = [("results", "--csv"), ("standings", "--csv"), ("ladder", "--csv"),
          ("crosstable", "--csv")]
NAMES = "ada", "bob", "cyd"
CUP = {
    "name": "cup", "game": "pig", "rules": {"target": 50},
    "format": {"type": "round_robin", "boards": 20, "matches": 4},
    "entrants": [{"name": name, "command": [f"./{name}", str(number)]}
                 for number, name in enumerate(NAMES)],
}
# For bots that wait at their turn while a file exists beside them.
GATED = {**CUP, "rules": {"target": 20}, "limits": {"move_ms": 600000},
         "format": {"type": "round_robin", "boards": 1, "matches": 2}}


def start(folder, jobs, **more):
    return scene.start(folder, "run", "cup", "-j", str(jobs), "--key-file",
                       "key", program=scene.TOURNAMENT, **more)


def run(folder, jobs):
    return scene.finish(start(folder, jobs))


def fast(folder, name):
    """A bot that always plays the same in the same position."""
    scene.entrant(folder, name, "threshold")


def gated(folder, name):
    scene.bot(folder, name, scene.WAITS + name)


def prepare(stage, cup=CUP, bot=fast):
    """A folder with bots and an initialised tournament."""
    folder = stage.folder()
    for name in NAMES:
        bot(folder, name)
    scene.write(f"{folder}/cup.json", json.dumps(cup))
    made = scene.tournament(folder, "init", "cup.json", "--key-file", "key")
    assert made.code == 0, made
    return folder


class Stage:
    def __init__(self, stage):
        self.stage = stage
        self.folder = prepare(stage)

    def copy(self):
        """The folder as it was before the first match."""
        folder = self.stage.folder()
        shutil.copytree(f"{self.folder}/cup", f"{folder}/cup")
        # tournament.json has the commands, relative to its base.
        return folder


def tables(folder):
    found = {}
    for command, form in TABLES:
        result = scene.tournament(folder, command, "cup", form)
        found[command] = result.out if result.code == 0 else repr(result)
    # If the tournament was killed before a match had a log there may be a void
    # attempt; its results are the same.
    found["results"] = re.sub(r",\d+,ended$", ",ended", found["results"],
                              flags=re.M)
    return found


def doubts(folder, expected):
    wrong = []
    verdict = scene.tournament(folder, "verify", "cup")
    if verdict.code != 0:
        wrong.append(f"verify: {verdict}")
    for command, table in tables(folder).items():
        if table != expected[command]:
            wrong.append(f"{command} differs:\n{table}\n{expected[command]}")
    left = scene.gone_in_the_end(folder)
    return wrong + left


def go_on(folder, jobs):
    """Runs until the tournament is over, however it was left."""
    for _ in range(10):
        result = run(folder, jobs)
        if result.code == 0:
            return []
    return [f"it does not end: {result}"]


def undisturbed(stage, expected, jobs):
    folder = stage.copy()
    return go_on(folder, jobs) + doubts(folder, expected)


def descendants(pid):
    found = []
    for child in scene.children_of(pid):
        found += [child, *descendants(child)]
    return found


def kill_quietly(pid, number=signal.SIGKILL):
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def kill_tournament(process, rng):
    process.kill()


def kill_referee(process, rng):
    """Kills the keeper or the player of a match.  Killing a bot or its warden
    would be a fault of the bot."""
    keepers = scene.children_of(process.pid)
    if keepers:
        keeper = rng.choice(keepers)
        kill_quietly(rng.choice([keeper, *scene.children_of(keeper)[:1]]))


def kill_everything(process, rng):
    """Kills bots last: one that dies before its referee would be at fault."""
    keepers = scene.children_of(process.pid)
    players = [pid for keeper in keepers
               for pid in scene.children_of(keeper)[:1]]
    found = descendants(process.pid)
    process.kill()
    for pid in [*players, *keepers, *found]:
        kill_quietly(pid)


def ask_once(process, rng):
    process.send_signal(rng.choice([signal.SIGINT, signal.SIGTERM]))


def ask_twice(process, rng):
    process.send_signal(signal.SIGINT)
    time.sleep(rng.random() * 0.02)
    if process.poll() is None:
        process.send_signal(signal.SIGINT)


WAYS = [kill_tournament, kill_referee, kill_everything, kill_tournament,
        kill_everything, ask_once, ask_twice]


def disturbed(stage, expected, seed, length_s):
    """Some kills at random moments, then a run without any."""
    rng = random.Random(seed)
    folder = stage.copy()
    way = WAYS[seed % len(WAYS)]
    jobs = rng.choice([1, 2, 4])
    for _ in range(rng.randrange(1, 4)):
        process = start(folder, jobs)
        time.sleep(rng.random() * length_s)
        if process.poll() is None:
            way(process, rng)
        result = scene.finish(process)
        if result.code == "hangs":
            return [f"{way.__name__} hangs"]
    wrong = go_on(folder, jobs) + doubts(folder, expected)
    if way in (ask_once, ask_twice) and voids(folder):
        wrong.append(f"stopped, and void: {voids(folder)}")
    return wrong


def voids(folder):
    return [line for line in scene.read_log(f"{folder}/cup/book.jsonl")
            if line["t"] == "void"]


def until_log(folder, number):
    """Plays one match at a time until that match has its log."""
    process = start(folder, 1)
    while not os.path.exists(f"{folder}/cup/match-{number:06}.jsonl") and \
            process.poll() is None:
        time.sleep(0.0005)
    return process


def torn_book(stage, expected):
    """The last line of the book was being written."""
    folder = stage.copy()
    process = until_log(folder, 3)
    kill_everything(process, random)
    scene.finish(process)
    scene.gone_in_the_end(folder)
    scene.write(f"{folder}/cup/book.jsonl",
                scene.content(folder, "cup/book.jsonl") +
                b'{"t":"end","match":')
    return go_on(folder, 2) + doubts(folder, expected)


# ### in the middle of a match

class Gate:
    """A separate tournament whose bots wait at a gate, and its results when
    they do not wait."""

    def __init__(self, stage):
        self.stage = stage
        self.made = prepare(stage, GATED, gated)
        folder = self.prepare()
        wrong = go_on(folder, 1)
        assert not wrong, wrong
        self.expected = tables(folder)

    def prepare(self):
        """A copy with its own bots."""
        folder = self.stage.folder()
        shutil.copytree(self.made, folder, dirs_exist_ok=True)
        path = f"{folder}/cup/tournament.json"
        cup = json.loads(scene.content(folder, "cup/tournament.json"))
        scene.write(path, json.dumps({**cup, "base": folder}))
        return folder

    def begin(self, **more):
        """Starts the first match; its second bot waits."""
        folder = self.prepare()
        for name in NAMES:
            scene.write(f"{folder}/{name}.gate", "")
        process = start(folder, 1, **more)
        log = "cup/match-000001.jsonl"
        assert scene.wait_until(lambda: b'"t":"draw"' in scene.content(
            folder, log) or process.poll() is not None)
        assert process.poll() is None, scene.finish(process)
        return folder, process

    def killed(self):
        folder, process = self.begin()
        kill_everything(process, random)
        scene.finish(process)
        self.open(folder)
        return folder, scene.gone_in_the_end(folder)

    @staticmethod
    def open(folder):
        for name in NAMES:
            os.unlink(f"{folder}/{name}.gate")


def torn_log(gate):
    """The last line of a log was being written."""
    folder, wrong = gate.killed()
    log = "cup/match-000001.jsonl"
    scene.write(f"{folder}/{log}", scene.content(folder, log) +
                b'{"t":"draw","s":')
    return wrong + go_on(folder, 2) + doubts(folder, gate.expected)


def told(folder, expected):
    """What is wrong with a finished tournament that had one void."""
    verdict = scene.tournament(folder, "verify", "cup")
    good, why = tournament.verify_folder(f"{folder}/cup")
    wrong = [] if good else [f"the independent verifier: {why}"]
    if verdict.code != 0 or "void and played again on the same dice: 1" not in \
            verdict.out:
        wrong.append(f"the verdict does not tell of it: {verdict}")
    standings = tables(folder)["standings"]
    if standings != expected["standings"]:
        wrong.append(standings)
    return wrong


SLOW = f"""#!/bin/sh
: >here
while [ -e wait ]; do sleep .01; done
exec {scene.REFEREE} "$@"
"""


def stopped_before_its_log(gate):
    """A referee that is asked to stop before it has a log makes one."""
    folder = gate.prepare()
    shutil.copy(scene.TOURNAMENT, f"{folder}/tournament")
    scene.bot(folder, "referee", SLOW)
    scene.write(f"{folder}/wait", "")
    process = scene.start(folder, "run", "cup", "-j", "1", "--key-file",
                          "key", program=f"{folder}/tournament")
    assert scene.wait_until(lambda: os.path.exists(f"{folder}/here"))
    process.send_signal(signal.SIGINT)
    said = process.stdout.readline()
    while said and not said.startswith(b"stopping"):
        said = process.stdout.readline()
    os.unlink(f"{folder}/wait")
    wrong = scene.one_sentence(scene.finish(process), "stopped; continue")
    wrong += go_on(folder, 1)
    if voids(folder):
        wrong.append(f"the book has {voids(folder)}")
    return wrong + doubts(folder, gate.expected)


def says_once(result):
    """One command to resume is named, once, and no other."""
    if result.err.count(" are saved") == 1 and "referee play" not in \
            result.err and result.err.count("tournament run cup") == 1:
        return []
    return [f"it is not said once that all is saved: {result}"]


def player_killed(gate):
    folder, process = gate.begin()
    keeper = scene.children_of(process.pid)[0]
    kill_quietly(scene.children_of(keeper)[0])
    gate.open(folder)
    wrong = says_once(scene.finish(process))
    return wrong + go_on(folder, 1) + doubts(folder, gate.expected)


def player_fails(gate):
    """The player has no room left for its log."""
    folder, process = gate.begin(
        restore_signals=False, preexec_fn=lambda: signal.signal(
            signal.SIGXFSZ, signal.SIG_IGN))
    keeper = scene.children_of(process.pid)[0]
    player = scene.children_of(keeper)[0]
    size = len(scene.content(folder, "cup/match-000001.jsonl"))
    resource.prlimit(player, resource.RLIMIT_FSIZE, (size, size))
    gate.open(folder)
    wrong = says_once(scene.finish(process))
    return wrong + go_on(folder, 1) + doubts(folder, gate.expected)


def log_gone(gate, left):
    """If the log of a match or its contents are removed, to have it played
    again, the book records it."""
    folder, wrong = gate.killed()
    log = f"{folder}/cup/match-000001.jsonl"
    os.unlink(log)
    if left is not None:
        scene.write(log, left)
    wrong += go_on(folder, 1)
    if [(line["match"], line["log"]) for line in voids(folder)] != [(1, None)]:
        wrong.append(f"the book has {voids(folder)}")
    return wrong + told(folder, gate.expected)


def log_gone_in_play(gate):
    """The same while the tournament is running."""
    folder, process = gate.begin()
    keeper = scene.children_of(process.pid)[0]
    process.send_signal(signal.SIGSTOP)
    kill_quietly(keeper)
    os.unlink(f"{folder}/cup/match-000001.jsonl")
    gate.open(folder)
    process.send_signal(signal.SIGCONT)
    result = scene.finish(process)
    wrong = [] if result.code == 0 else [repr(result)]
    if [(line["match"], line["log"]) for line in voids(folder)] != [(1, None)]:
        wrong.append(f"the book has {voids(folder)}")
    return wrong + told(folder, gate.expected)


def spoilt(gate):
    """A log that cannot be resumed is void, and the match is played again."""
    folder, wrong = gate.killed()
    log = "cup/match-000001.jsonl"
    lines = scene.content(folder, log).decode().split("\n")
    spoilt_line = lines[1].replace('"board":1', '"board":2')
    assert spoilt_line != lines[1], lines
    lines[1] = spoilt_line
    scene.write(f"{folder}/{log}", "\n".join(lines))
    wrong += go_on(folder, 1)
    if not os.path.exists(f"{folder}/cup/match-000001.void1.jsonl"):
        wrong.append("the spoilt log was not kept")
    return wrong + told(folder, gate.expected)


def kept_closed(gate):
    """The dice of a void attempt are used again: nobody else may read its log
    before the tournament is over."""
    folder, wrong = gate.killed()
    log = f"{folder}/cup/match-000001.jsonl"
    text = scene.content(folder, "cup/match-000001.jsonl")
    # Keeps the mode of the file: only its owner may read it.
    with open(log, "r+b") as file:
        file.write(text.replace(b'"board":1', b'"board":2', 1))
    for name in NAMES:
        scene.write(f"{folder}/{name}.gate", "")
    process = start(folder, 1)
    assert scene.wait_until(lambda: b'"t":"draw"' in scene.content(
        folder, "cup/match-000001.jsonl") and voids(folder))
    modes = [oct(os.stat(f"{folder}/cup/match-000001.{ending}").st_mode)
             for ending in ("jsonl", "void1.jsonl")]
    gate.open(folder)
    result = scene.finish(process)
    if result.code != 0:
        wrong.append(repr(result))
    if modes != ["0o100600", "0o100600"]:
        wrong.append(f"in play: {modes}")
    kept = f"{folder}/cup/match-000001.void1.jsonl"
    if os.stat(kept).st_mode & 0o777 != 0o644:
        wrong.append("a stranger cannot read the log that was kept")
    return wrong + told(folder, gate.expected)


def two_at_once(gate):
    folder, first = gate.begin()
    second = run(folder, 1)
    gate.open(folder)
    result = scene.finish(first)
    wrong = scene.one_sentence(second, "is being played by another process")
    if result.code != 0:
        wrong.append(f"the first: {result}")
    return wrong + doubts(folder, gate.expected)


def change(folder, name):
    """Replaces the file: a running program cannot be written to."""
    shutil.copy(f"{folder}/{name}", f"{folder}/{name}.old")
    shutil.copy(f"{folder}/{name}", f"{folder}/new")
    with open(f"{folder}/new", "ab") as file:
        file.write(b"\n")
    os.rename(f"{folder}/new", f"{folder}/{name}")


def change_back(folder, name):
    os.rename(f"{folder}/{name}.old", f"{folder}/{name}")


def changed_bot(gate):
    """A changed bot is refused by name, and nothing is lost."""
    folder = gate.prepare()
    change(folder, "bob")
    wrong = scene.one_sentence(run(folder, 1), "bot bob has changed")
    change_back(folder, "bob")
    os.rename(f"{folder}/cyd", f"{folder}/cyd.old")
    wrong += scene.one_sentence(run(folder, 1), "bot cyd: there is no file")
    change_back(folder, "cyd")
    return wrong + go_on(folder, 2) + doubts(folder, gate.expected)


def changed_meanwhile(gate):
    """Only the manifest's bots may play, also in later matches."""
    folder, process = gate.begin()
    change(folder, "bob")
    gate.open(folder)
    wrong = scene.one_sentence(scene.finish(process), "bot bob has changed")
    change_back(folder, "bob")
    return wrong + go_on(folder, 2) + doubts(folder, gate.expected)


def main():
    tally = scene.Tally()
    with scene.Scene() as stage:
        gate = Gate(stage)
        stage = Stage(stage)
        folder = stage.copy()
        before = time.monotonic()
        wrong = go_on(folder, 2)
        length_s = time.monotonic() - before
        assert not wrong, wrong
        expected = tables(folder)
        tally.run([
            *((f"-j {jobs}", lambda jobs=jobs: undisturbed(
                stage, expected, jobs)) for jobs in (1, 2, 4)),
            *((f"{WAYS[seed % len(WAYS)].__name__}, seed {seed}",
               lambda seed=seed: disturbed(stage, expected, seed, length_s))
              for seed in range(KILLS)),
            ("a torn last line of the book",
             lambda: torn_book(stage, expected)),
            *((what, lambda case=case: case(gate)) for what, case in (
                ("a torn last line of the log", torn_log),
                ("a spoilt log", spoilt),
                ("a spoilt log stays closed", kept_closed),
                ("stopped before its log", stopped_before_its_log),
                ("a player that is killed", player_killed),
                ("a player that fails", player_fails),
                ("a log is gone", lambda gate: log_gone(gate, None)),
                ("a log is empty", lambda gate: log_gone(gate, "")),
                ("a log's first line is torn",
                 lambda gate: log_gone(gate, '{"t":"match"')),
                ("a log is gone in play", log_gone_in_play),
                ("two runs at once", two_at_once),
                ("a bot that has changed", changed_bot),
                ("a bot that changes", changed_meanwhile))),
        ], 3, of=3)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

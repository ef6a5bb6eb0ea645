#!/usr/bin/env python3
"""tournament_survive.py - a tournament is killed at any moment and goes on.

One folder is made and copied.  Whatever is done to a copy, it must end with
the results of the one that nobody disturbed: the same tables to the byte, no
match lost or counted twice, a verdict of "verified", nothing left running.
"""
import json
import os
import random
import re
import shutil
import signal
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene

KILLS = int(os.environ.get("ROLLCALL_KILLS", "100"))
TABLES = [("results", "--csv"), ("standings", "--csv"), ("ladder", "--csv"),
          ("crosstable", "--csv")]
NAMES = "ada", "bob", "cyd"
CUP = {
    "name": "cup", "game": "pig", "rules": {"target": 50},
    "format": {"type": "round_robin", "boards": 20, "matches": 4},
    "entrants": [{"name": name, "command": [f"./{name}", str(number)]}
                 for number, name in enumerate(NAMES)],
}


def start(folder, jobs):
    return scene.start(folder, "run", "cup", "-j", str(jobs), "--key-file",
                       "key", program=scene.TOURNAMENT)


def run(folder, jobs):
    return scene.finish(start(folder, jobs))


def prepare(stage):
    """A folder with bots and an initialised tournament."""
    folder = stage.folder()
    for name in NAMES:
        # Fast, and always the same in the same position.
        scene.entrant(folder, name, "threshold")
    scene.write(f"{folder}/cup.json", json.dumps(CUP))
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
        # The commands stand in tournament.json, relative to its base.
        return folder


def tables(folder):
    found = {}
    for command, form in TABLES:
        result = scene.tournament(folder, command, "cup", form)
        found[command] = result.out if result.code == 0 else repr(result)
    return found


def doubts(folder, expected):
    wrong = []
    verdict = scene.tournament(folder, "verify", "cup")
    if verdict.code != 0:
        wrong.append(f"verify: {verdict}")
    for command, table in tables(folder).items():
        # The state of void attempts may differ, the results may not.
        if table != expected[command]:
            wrong.append(f"{command} differs:\n{table}\n{expected[command]}")
    left = scene.gone_in_the_end(folder)
    return wrong + left


def go_on(folder, jobs):
    """Runs until it is over, however it was left."""
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
    """A worker's keeper or its player.  To kill a bot is to make a fault, and
    to kill what watches over it looks the same."""
    keepers = scene.children_of(process.pid)
    if keepers:
        keeper = rng.choice(keepers)
        kill_quietly(rng.choice([keeper, *scene.children_of(keeper)[:1]]))


def kill_everything(process, rng):
    """Bots last: one that dies before its referee has made a fault."""
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
    """Some kills at random moments, then the rest in peace."""
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
    return go_on(folder, jobs) + doubts(folder, expected)


def until_log(folder, number):
    """Plays one match at a time until that one has its log."""
    process = start(folder, 1)
    while not os.path.exists(f"{folder}/cup/match-{number:06}.jsonl") and \
            process.poll() is None:
        time.sleep(0.0005)
    return process


def killed_at(folder, number):
    process = until_log(folder, number)
    kill_everything(process, random)
    scene.finish(process)
    scene.gone_in_the_end(folder)


def torn(stage, expected, name):
    """The last line of the book, or of a log, was being written."""
    folder = stage.copy()
    killed_at(folder, 3)
    if name == "book":
        path = f"{folder}/cup/book.jsonl"
        scene.write(path, scene.content(folder, "cup/book.jsonl") +
                    b'{"t":"end","match":')
    else:
        last = max(found for found in os.listdir(f"{folder}/cup")
                   if re.fullmatch(r"match-\d+\.jsonl", found))
        path = f"{folder}/cup/{last}"
        if b'"t":"sign"' in scene.content(folder, f"cup/{last}"):
            # It is whole: nobody was writing it any more.
            return go_on(folder, 2) + doubts(folder, expected)
        scene.write(path, scene.content(folder, f"cup/{last}") +
                    b'{"t":"draw","s":')
    return go_on(folder, 2) + doubts(folder, expected)


def interrupted_in_match_2(stage):
    """A tournament that was killed when the log of match 2 had begun and was
    not over.  A busy machine may look too late."""
    for _ in range(20):
        folder = stage.copy()
        killed_at(folder, 2)
        text = scene.content(folder, "cup/match-000002.jsonl").decode()
        if text.count("\n") >= 2 and '"t":"close"' not in text:
            return folder, text
    return None, None


def spoilt(stage, expected):
    """A log that cannot be resumed is void, and played again."""
    folder, text = interrupted_in_match_2(stage)
    if folder is None:
        return "never killed in the middle of match 2"
    lines = text.split("\n")
    lines[1] = lines[1].replace('"board":1', '"board":2')
    scene.write(f"{folder}/cup/match-000002.jsonl", "\n".join(lines))
    wrong = go_on(folder, 1)
    verdict = scene.tournament(folder, "verify", "cup")
    if verdict.code != 0 or "void" not in verdict.out:
        wrong.append(f"the verdict does not tell of it: {verdict}")
    if not os.path.exists(f"{folder}/cup/match-000002.void1.jsonl"):
        wrong.append("the spoilt log was not kept")
    standings = tables(folder)["standings"]
    if standings != expected["standings"]:
        wrong.append(standings)
    return wrong


def two_at_once(stage, expected):
    folder = stage.copy()
    first = until_log(folder, 1)
    first.send_signal(signal.SIGSTOP)
    second = run(folder, 1)
    first.send_signal(signal.SIGCONT)
    result = scene.finish(first)
    wrong = scene.one_sentence(second, "is being played by another process")
    if result.code != 0:
        wrong.append(f"the first: {result}")
    return wrong + doubts(folder, expected)


def with_own_bots(stage):
    """A copy, and the folder of bots that it alone plays with."""
    folder = stage.copy()
    bots = f"{folder}/bots"
    os.mkdir(bots)
    for name in NAMES:
        shutil.copy(f"{stage.folder}/{name}", bots)
    path = f"{folder}/cup/tournament.json"
    with open(path, encoding="utf-8") as file:
        cup = json.load(file)
    scene.write(path, json.dumps({**cup, "base": bots}))
    return folder, bots


def changed_bot(stage, expected):
    """Refused with its name, and nothing lost."""
    folder, bots = with_own_bots(stage)
    with open(f"{bots}/bob", "ab") as file:
        file.write(b"\n")
    refused = run(folder, 1)
    wrong = scene.one_sentence(refused, "bot bob has changed")
    shutil.copy(f"{stage.folder}/bob", bots)
    os.unlink(f"{bots}/cyd")
    refused = run(folder, 1)
    wrong += scene.one_sentence(refused, "bot cyd: there is no file")
    shutil.copy(f"{stage.folder}/cyd", bots)
    return wrong + go_on(folder, 2) + doubts(folder, expected)


def changed_meanwhile(stage, expected):
    """The manifest's bots alone may play, also in the matches to come."""
    folder, bots = with_own_bots(stage)
    process = until_log(folder, 1)
    # Another file takes its name: the running one cannot be written to.
    shutil.copy(f"{bots}/bob", f"{bots}/new")
    with open(f"{bots}/new", "ab") as file:
        file.write(b"\n")
    os.rename(f"{bots}/new", f"{bots}/bob")
    wrong = scene.one_sentence(scene.finish(process), "bot bob has changed")
    shutil.copy(f"{stage.folder}/bob", f"{bots}/new")
    os.rename(f"{bots}/new", f"{bots}/bob")
    return wrong + go_on(folder, 2) + doubts(folder, expected)


def main():
    tally = scene.Tally()
    with scene.Scene() as stage:
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
            *((f"a torn last line of the {name}", lambda name=name: torn(
                stage, expected, name)) for name in ("book", "log")),
            ("a spoilt log", lambda: spoilt(stage, expected)),
            ("two runs at once", lambda: two_at_once(stage, expected)),
            ("a bot that has changed", lambda: changed_bot(stage, expected)),
            ("a bot that changes", lambda: changed_meanwhile(
                stage, expected)),
        ], 3)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

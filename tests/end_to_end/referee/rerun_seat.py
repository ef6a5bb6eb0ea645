#!/usr/bin/env python3
"""rerun_seat.py - an author runs their own bot again, with nothing but its
log.

Matches are played in one folder.  Another folder gets a copy of the log and of
one bot only: what the others did comes from the log.

tier: full
"""
import json
import os
import shutil
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene
from scene import one_sentence

# Depends only on its seed.  If CHEAT, a file of the operator, exists, it plays
# differently now and then.
SEEDED = f"""#!{scene.PYTHON}
import json, os, random, sys
dice, turns = random.Random(), 0
for line in sys.stdin:
    line = json.loads(line)
    if line["type"] == "hello":
        print('{{"type":"ready","legal":true}}', flush=True)
    if line["type"] == "game":
        dice.seed(line["seed"])
    if line["type"] in ("turn", "again"):
        turns += 1
        if line["type"] == "turn":
            legal = len(line["legal"])
        move = dice.randrange(legal)
        if os.path.exists("CHEAT") and turns == 7:
            move = (move + 1) % legal
        print(json.dumps({{"move": move}}), flush=True)
"""
# Behaves unrepeatably, with every kind of fault.
WILD = f"""#!{scene.PYTHON}
import json, os, random, sys
games = 0
for line in sys.stdin:
    line = json.loads(line)
    if line["type"] == "hello":
        if line["seat"] == 1 and os.path.exists("LATE"):
            sys.exit(1)
        print('{{"type":"ready","legal":true}}', flush=True)
    games += line["type"] == "game"
    if line["type"] in ("turn", "again"):
        what = random.randrange(12)
        legal = len(line["legal"]) if line["type"] == "turn" else legal
        if what == 0:
            print('{{"move":9999}}', flush=True)
        elif what == 1:
            print("nonsense", flush=True)
        elif what == 2:
            sys.exit(3)
        else:
            print(json.dumps({{"move": random.randrange(legal)}}), flush=True)
"""
LIMITS = ["--limit", "faults_max=8", "--limit", "move_ms=60000",
          "--limit", "start_ms=60000"]


class Match:
    """A match in which `ann` is the bot that is run again."""

    def __init__(self, stage, words, more=(), wild="wild"):
        self.stage, self.folder = stage, stage.folder()
        self.bots = {"ann": "./ann"}
        scene.bot(self.folder, "ann", SEEDED.replace(
            "CHEAT", f"{self.folder}/cheat"))
        scene.bot(self.folder, wild, WILD.replace(
            "LATE", f"{self.folder}/late"))
        scene.healthy(self.folder)
        self.words = [*words, *more]

    def play(self):
        result = scene.play(self.folder, *self.words, *LIMITS, "--sandbox",
                            "none")
        assert result.code == 0, result
        return f"{self.folder}/log.jsonl"

    def alone(self, *files):
        """What the author has: the log, and their own files."""
        folder = self.stage.folder()
        shutil.copy(f"{self.folder}/log.jsonl", folder)
        for name in files or ("ann",):
            shutil.copy(f"{self.folder}/{name}", folder)
        return folder


def rerun(folder, *words, seat="ann", command=("./ann",)):
    return scene.run(folder, "rerun", "log.jsonl", "--seat", seat, *words,
                     "--", *command)


def moves_of(log, name):
    """How many moves the entrant made in games that count."""
    lines = scene.read_log(log)
    names = [entrant["name"] for entrant in lines[0]["entrants"]]
    return sum(line["t"] == "move" and names[
        (line["seat"] + game[0]["rotation"]) % len(names)] == name
        for game in scene.games_of(lines) for line in game)


def wild_enough(match):
    """Plays until the other bot, which acts at random, has done enough."""
    for _ in range(20):
        log = match.play()
        moves = moves_of(log, "ann")
        kinds = {line["t"] for line in scene.read_log(log)}
        if moves >= 10 and {"fault", "again"} <= kinds:
            return moves
        for name in "log.jsonl", "log.json":
            os.unlink(f"{match.folder}/{name}")
    raise AssertionError(f"all matches are too tame: {moves}, {kinds}")


def same(match):
    moves = wild_enough(match)
    folder = match.alone()
    result = rerun(folder)
    wrong = []
    if result.code != 0 or f"{moves} moves of ann\n" not in result.out or \
            'starts ann: ["./ann"]\n' not in result.out:
        wrong.append(f"{moves} moves: {result}")
    left = sorted(os.listdir(folder))
    if left != ["ann", "key", "log.jsonl", "secret", "t"]:
        wrong.append(f"it left {left}")
    return wrong


def of_two(stage):
    return same(Match(stage, ["bolo7", "./ann", "./wild"], [
        "--boards", "6", "--rules", "target=1500,illegal_retries=2"]))


def of_three(stage):
    return same(Match(stage, ["pig", "./wild", "./ann", "./rival"], [
        "--boards", "9", "--rules", "target=40,illegal_retries=1"]))


def of_what_is_said(stage):
    """In Black-Pot a move says what it did, and there are many decisions."""
    return same(Match(stage, ["blackpot", "./wild", "./ann"], [
        "--boards", "3", "--rules", "illegal_retries=1"]))


def at_the_start(stage):
    """The other bot does not start, and finally forfeits."""
    match = Match(stage, ["pig", "./wild", "./ann"],
                  ["--boards", "12", "--limit", "faults_max=3"])
    scene.write(f"{match.folder}/late", "")
    log = match.play()
    faults = {line["fault"] for line in scene.read_log(log)
              if line["t"] == "fault"}
    result = rerun(match.alone())
    if result.code != 0 or not {"start"} <= faults:
        return [f"{faults} {result}"]
    return []


def resumed(stage):
    """Abandoned games do not count."""
    match = Match(stage, ["pig", "./ann", "./rival"], ["--boards", "40"])
    process = scene.start(
        match.folder, "play", *match.words, *LIMITS, "--sandbox", "none", "-o",
        "log.jsonl", "--secret-file", "secret", "--key-file", "key")
    scene.wait_until(lambda: scene.content(match.folder).count(b"over") > 4)
    process.kill()
    scene.finish(process)
    scene.gone_in_the_end(match.folder)
    go_on = scene.run(match.folder, "play", "--resume", "log.jsonl",
                      "--secret-file", "secret", "--key-file", "key")
    result = rerun(match.alone())
    if go_on.code != 0 or b'"resume"' not in scene.content(match.folder) or \
            result.code != 0:
        return [f"{go_on} {result}"]
    return []


def a_process_a_game(stage):
    match = Match(stage, ["match.json"])
    scene.write(f"{match.folder}/match.json", json.dumps({
        "game": "pig", "processes": "game", "boards": 6, "sandbox": "none",
        "limits": {"move_ms": 60000, "start_ms": 60000, "faults_max": 8},
        "rules": {"target": 30}, "entrants": [
            {"name": "wild", "command": ["./wild"]},
            {"name": "ann", "command": ["./ann"]}]}))
    played = scene.play(match.folder, "match.json")
    assert played.code == 0, played
    result = rerun(match.alone())
    return [] if result.code == 0 else [repr(result)]


def invented(stage):
    """The operator recorded another move than the bot's."""
    match = Match(stage, ["bolo7", "./ann", "./rival"], ["--boards", "4"])
    scene.write(f"{match.folder}/cheat", "")
    log = match.play()
    folder = match.alone()
    os.unlink(f"{match.folder}/cheat")
    with open(log, "rb") as file:
        lines = file.read().split(b"\n")
    result = rerun(folder)
    number = int(result.out.split("log.jsonl:")[1].split(":")[0])
    line = json.loads(lines[number - 1])
    if result.code != 1 or line["t"] != "move" or line["seat"] != 0 or \
            f"the log says {lines[number - 1].decode()}, now it is" not in \
            result.out:
        return [repr(result)]
    return []


def only_time(stage):
    """A bot was slowed down: only the timeout is reported as a difference."""
    match = Match(stage, ["pig", "./ann", "./rival"], ["--boards", "2"])
    text = scene.content(match.folder, "ann").decode()
    scene.bot(match.folder, "ann", text.replace(
        "        turns += 1\n", "        turns += 1\n        while os.path."
        f"exists('{match.folder}/slow'): pass\n"))
    scene.write(f"{match.folder}/slow", "")
    match.words += ["--limit", "faults_max=1"]
    result = scene.play(match.folder, *match.words, "--limit", "move_ms=50",
                        "--sandbox", "none")
    assert result.code == 0, result
    os.unlink(f"{match.folder}/slow")
    result = rerun(match.alone())
    if result.code != 1 or '"fault":"timeout"' not in result.out or \
            'now it is {"t":"move"' not in result.out:
        return [repr(result)]
    return []


def another_bot(stage):
    match = Match(stage, ["pig", "./ann", "./rival"])
    match.play()
    folder = match.alone()
    os.mkdir(f"{folder}/there")
    os.rename(f"{folder}/ann", f"{folder}/there/ann")
    moved = ("./there/ann",)
    wrong = one_sentence(rerun(folder, command=moved), r"command of ann is "
                         r'\["\./there/ann"\].*not the one in the log.*--moved')
    result = rerun(folder, "--moved", command=moved)
    if result.code != 0 or "words of its command differ" not in result.out:
        wrong.append(repr(result))
    with open(f"{folder}/there/ann", "a", encoding="utf-8") as file:
        file.write("# changed\n")
    for more in ([], ["--moved"]):
        wrong += one_sentence(rerun(folder, *more, command=moved),
                              "files of this bot are not those of ann")
    wrong += one_sentence(rerun(folder, seat="eve"),
                          "--seat: expected one of ann, rival; found \"eve\"")
    wrong += one_sentence(rerun(folder, command=("./none",)), "no file ./none")
    wrong += one_sentence(scene.run(folder, "rerun", "log.jsonl", "--seat",
                                    "ann"), "missing -- COMMAND")
    for more in (["--moved"], ["--files", "a"], ["--", "./ann"],
                 ["--sandbox", "none"]):
        wrong += one_sentence(scene.run(folder, "rerun", "log.jsonl", *more),
                              "only with --seat NAME")
    return wrong


def of_several_files(stage):
    match = Match(stage, ["pig"])
    scene.write(f"{match.folder}/a.txt", "a")
    scene.write(f"{match.folder}/b.txt", "b")
    scene.write(f"{match.folder}/match.json", json.dumps({
        "game": "pig", "sandbox": "none", "entrants": [
            {"name": "ann", "command": ["./ann", "x y"],
             "files": ["ann", "b.txt", "a.txt"]},
            {"name": "rival", "command": ["./rival"]}]}))
    match.words = ["match.json"]
    result = scene.play(match.folder, "match.json")
    assert result.code == 0, result
    folder = match.alone("ann", "a.txt", "b.txt")
    command = ("./ann", "x y")
    wrong = []
    for files, code in (("ann,b.txt,a.txt", 0), ("ann,a.txt,b.txt", 2),
                        ("ann,b.txt", 2)):
        result = rerun(folder, "--files", files, command=command)
        if result.code != code:
            wrong.append(f"{files}: {result}")
    return wrong + one_sentence(
        rerun(folder, "--files", "ann,none", command=command), "none")


def the_whole(stage):
    """It prints the commands that it starts, and starts only those in the
    log."""
    match = Match(stage, ["pig", "./ann", "./rival"])
    match.play()
    folder = match.folder
    result = scene.run(folder, "rerun", "log.jsonl")
    wrong = []
    if result.code != 0 or 'starts ann: ["./ann"]\nstarts rival: ["./rival"]' \
            not in result.out:
        wrong.append(repr(result))
    tree = json.loads(scene.content(folder, "log.json"))
    tree["entrants"][0]["command"] = ["./ann", "; rm -rf"]
    scene.write(f"{folder}/log.json", json.dumps(tree))
    result = scene.run(folder, "rerun", "log.jsonl")
    wrong += one_sentence(result, r'log\.json: the command of ann is '
                          r'\["\./ann","; rm -rf"\].*not the one in the log')
    if "starts" in result.out:
        wrong.append("it says that it starts something")
    return wrong


if __name__ == "__main__":
    sys.exit(scene.run_cases({
        "two seats": of_two,
        "three seats": of_three,
        "moves that say something": of_what_is_said,
        "a rival that does not start": at_the_start,
        "a match that was resumed": resumed,
        "a process a game": a_process_a_game,
        "an invented move": invented,
        "a timeout that does not happen again": only_time,
        "another bot, other words": another_bot,
        "several files": of_several_files,
        "the whole match": the_whole,
    }, 3))

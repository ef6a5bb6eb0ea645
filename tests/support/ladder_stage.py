"""ladder_stage.py - for tests of the ladder: tournaments that are really
played, and games in CSV files.
"""
import csv
import io
import json
import os
import random
import shutil
import subprocess

import scene

HEADER = "block,entrants,ranks\n"
COLUMNS = ("pool,rank,rank_lo,rank_hi,entrant,elo,err95,se,se_naive,deff,"
           "games,blocks,points,score,faults,los_next,mark")
CRASHES = "#!/bin/sh\nread -r line\nexit 3\n"


def run(folder, *words, stdin=""):
    """Like scene.tournament, with text on standard input."""
    done = subprocess.run(
        [scene.TOURNAMENT, *words], cwd=folder, input=stdin.encode(),
        env=scene.referee_environment(folder), capture_output=True,
        timeout=scene.HANGS_S, check=False)
    return scene.Result(done.returncode, done.stdout.decode(),
                        done.stderr.decode())


def ladder(folder, *words, stdin=""):
    """The output of the ladder command, which must succeed with an empty
    standard error."""
    result = run(folder, "ladder", *words, stdin=stdin)
    assert result.code == 0 and result.err == "", result
    return result.out


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def by_name(text):
    return {row["entrant"]: row for row in rows(text)}


# ### tournaments

def copy_bot(folder, name, built, mark):
    """Copies a program and appends a mark, so that it counts as another bot."""
    shutil.copy(f"{scene.BUILD}/bots/{built}", f"{folder}/{name}")
    with open(f"{folder}/{name}", "ab") as file:
        file.write(f"\n# {mark}".encode())
    os.chmod(f"{folder}/{name}", 0o755)


def cup(folder, name, bots, play=True, **more):
    """Plays a tournament in folder/name; bots are (name, program, mark)."""
    for bot, built, mark in bots:
        if built == "crashes":
            scene.bot(folder, bot, CRASHES)
        else:
            copy_bot(folder, bot, built, mark)
    scene.write(f"{folder}/{name}.json", json.dumps({
        "name": name, "game": "pig", "rules": {"target": 40},
        "format": {"type": "round_robin", "boards": 3, "matches": 4},
        "entrants": [{"name": bot, "command": [f"./{bot}"]}
                     for bot, _, _ in bots], **more}))
    done = run(folder, *(("run", f"{name}.json", "-j", "2") if play else
                         ("init", f"{name}.json")), "--key-file", "key")
    assert done.code == 0, done


class Stage:
    """Tournaments for the tests, which only read them."""

    def __init__(self, at):
        self.at = at
        self.folder = folder = at.folder()
        cup(folder, "cup", [("ada", "threshold", 1), ("bob", "first_move", 2),
                            ("cyd", "threshold", 3), ("dan", "threshold", 4)])
        cup(folder, "twins", [("c", "threshold", 5), ("d", "first_move", 6),
                              ("c2", "threshold", 5)])
        cup(folder, "again", [("ada", "first_move", 7),
                              ("eve", "threshold", 1)])
        cup(folder, "unplayed", [("ada", "threshold", 1),
                                 ("fay", "threshold", 8)], play=False)
        os.mkdir(f"{folder}/elsewhere")
        copy_bot(folder, "elsewhere/ada", "threshold", 1)
        for name, bot, path in (("renamed", "amy", "./ada"),
                                ("moved", "ada", "./elsewhere/ada")):
            cup(folder, name, [], entrants=[
                {"name": bot, "command": [path]},
                {"name": "bob", "command": ["./bob"]}])
        cup(folder, "faulty", [("ada", "threshold", 1),
                               ("bad", "crashes", 0),
                               ("cyd", "threshold", 3)],
            format={"type": "round_robin", "boards": 2, "matches": 2})
        cup(folder, "crash", [("ada", "threshold", 1), ("bad", "crashes", 0)],
            format={"type": "round_robin", "boards": 2, "matches": 2})
        cup(folder, "table", [(name, "threshold", name) for name in "pqrs"],
            format={"type": "round_robin", "seats": 4, "boards": 3,
                    "matches": 3})

    def file(self, text, name="games.csv"):
        """Writes a CSV file into a new folder; returns the folder."""
        folder = self.at.folder()
        scene.write(f"{folder}/{name}", text)
        return folder


def games_of(folder, name):
    """The games of a book as (match, board, entrants by seat, ranks)."""
    with open(f"{folder}/{name}/manifest.json", encoding="utf-8") as file:
        rotations = json.load(file)["rotations"]
    matches = []
    with open(f"{folder}/{name}/book.jsonl", encoding="utf-8") as file:
        book = [json.loads(line) for line in file]
    seated = {line["match"]: line["entrants"] for line in book
              if line["t"] == "start"}
    names = [entrant["name"] for entrant in json.loads(
        scene.content(folder, f"{name}.json"))["entrants"]]
    for line in book:
        if line["t"] == "end":
            matches.append((line["match"], line["ranks"]))
    for match, ranks in sorted(matches):
        who = [names[i] for i in seated[match]]
        for g, row in enumerate(ranks):
            turn = [(s + g % rotations) % len(who) for s in range(len(who))]
            yield (match, g // rotations, [who[t] for t in turn],
                   [row[t] for t in turn])


def simulated(entrants, blocks, seed, seats=2, ties=0.2):
    """Random games in which each entrant is a little better than the next."""
    rng = random.Random(seed)
    lines = []
    for block in range(blocks):
        who = rng.sample(range(entrants), seats)
        for turn in range(2):
            who = who[turn:] + who[:turn]
            merit = [rng.gauss(-0.4 * i, 1) for i in who]
            ranks = [1 + sum(other > mine for other in merit)
                     for mine in merit]
            if rng.random() < ties:
                ranks = [1] * seats
            lines.append(f"b{block},{'|'.join(f'bot{i}' for i in who)},"
                         f"{'|'.join(map(str, ranks))}\n")
    return lines

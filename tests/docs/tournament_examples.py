#!/usr/bin/env python3
"""tournament_examples.py - every tournament in tournaments/examples/ is played
to its end without a fault, and verified; there is one for every format.

The environment names the folders: srcdir, and builddir for the programs.

tier: full
"""
import json
import os
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../support")
import scene

ROUNDS = 2                              # of the league
SMALLER = {"demo": {"boards": 2, "matches": 2}}


def names():
    return sorted(name[:-5] for name in os.listdir(f"{scene.SRC}/tournaments/examples")
                  if name.endswith(".json") and "-match" not in name)


def read(name):
    with open(f"{scene.SRC}/tournaments/examples/{name}.json",
              encoding="utf-8") as file:
        return json.load(file)


def copy_of_the_project(folder):
    """As root the bots run as other users, who need access to them."""
    for part in ("bots", "sdk", "tournaments"):
        shutil.copytree(f"{scene.SRC}/{part}", f"{folder}/{part}",
                        copy_function=shutil.copy)
    os.makedirs(f"{folder}/build/bots")
    for bot in ("bolito", "threshold", "first_move"):
        shutil.copy(f"{scene.BUILD}/bots/{bot}", f"{folder}/build/bots/{bot}")
    subprocess.run(["chmod", "-R", "a+rX,u+w", *(
        f"{folder}/{part}" for part in ("bots", "sdk", "tournaments",
                                        "build"))], check=True)


def wrong_with_folder(folder, played):
    """What is wrong with a tournament that should be over."""
    faults = scene.tournament(folder, "results", played, "--faults", "--csv")
    verdict = scene.tournament(folder, "verify", played)
    wrong = []
    if faults != (0, "match,game,entrant,fault,suspect\n", ""):
        wrong.append(f"faults: {faults}")
    if verdict.code != 0 or f"{played}: verified: " not in verdict.out:
        wrong.append(f"verify: {verdict}")
    return wrong


def wrong_with(stage, name):
    folder = stage.folder()
    copy_of_the_project(folder)
    file = read(name)
    path = f"{folder}/tournaments/examples/{name}.json"
    if name in SMALLER:
        file["format"].update(SMALLER[name])
        scene.write(path, json.dumps(file))
    if file["name"] != name:
        return f"it calls itself {file['name']}"
    if file["format"]["type"] == "league":
        os.mkdir(f"{folder}/league")
        shutil.copy(path, f"{folder}/league/league.json")
        result = scene.tournament(folder, "league", "league", "--rounds",
                                  str(ROUNDS), "--key-file", "key")
        played = [f"league/round-{n:03d}" for n in range(1, ROUNDS + 1)]
    else:
        result = scene.tournament(folder, "run", f"tournaments/examples/{name}.json",
                                  "--key-file", "key")
        played = [name]
    if result.code != 0:
        return repr(result)
    return [line for one in played for line in wrong_with_folder(folder, one)]


def wrong_with_the_choice(folder):
    """Formats without an example, and examples missing from the table."""
    found = {name: read(name) for name in names()}
    listed = scene.tournament(folder, "formats").out
    known = set(re.findall(r"^(\w+)  ", listed, re.M)) - {"name"}
    shown = {file["format"]["type"] for file in found.values()}
    wrong = []
    if not known or known != shown:
        wrong.append(f"formats: {sorted(known)}, examples have "
                     f"{sorted(shown)}")
    with open(f"{scene.SRC}/tournaments/examples/README.md", encoding="utf-8") as file:
        rows = {row[0]: row[1:] for row in re.findall(
            r"^\| `([\w-]+)\.json` \| (\w+) \| (\w+) \| (.*) \|$",
            file.read(), re.M)}
    for name, file in found.items():
        due = (file["game"], file["format"]["type"])
        if rows.get(name, ())[:2] != due:
            wrong.append(f"tournaments/examples/README.md, {name}: {due}")
    wrong += [f"tournaments/examples/README.md: no file {name}"
              for name in rows.keys() - found.keys()]
    return wrong


def main():
    tally = scene.Tally()
    with scene.Scene() as stage:
        tally.run([("the choice of examples",
                    lambda: wrong_with_the_choice(stage.folder())),
                   *((name, lambda name=name: wrong_with(stage, name))
                     for name in names())], 2)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

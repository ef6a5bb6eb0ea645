#!/usr/bin/env python3
"""all_languages.py - a tournament at strict with a bot in every language.

They sit at one table, and each verifies the dice that it is shown.  In the
second rotation every seat has another language, but the same dice and the same
random numbers, so the same game is played again, move for move.

tier: full
"""
import json
import os
import shutil
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene
from languages import files, languages

# Shared machines are slow, a JVM reserves much memory, and the sh bot starts a
# process for every hash.
LIMITS = {"start_ms": 60000, "move_ms": 60000, "memory_mb": 4096}


def available():
    found = {}
    for language, (reason, command) in languages().items():
        if reason:
            print(f"not tried: sdk/{language} ({reason})")
        else:
            found[language] = command
    return found


def entrants(folder, commands, *words):
    """The entrants, with their files in the folder, where every user may read
    them."""
    rows = []
    for language, command in commands.items():
        moved = {}
        for path in files(language, command):
            root = scene.SRC if path.startswith(f"{scene.SRC}/sdk/") else \
                scene.BUILD
            moved[path] = os.path.relpath(path, root)
            os.makedirs(os.path.dirname(f"{folder}/{moved[path]}"),
                        exist_ok=True)
            shutil.copy(path, f"{folder}/{moved[path]}")
        command = [f"./{moved[word]}" if word in moved else
                   word.replace(f"{scene.BUILD}/", f"{folder}/")
                   for word in command]
        rows.append({"name": language, "command": [*command, *words],
                     "files": list(moved.values())})
    return rows


def table(at, commands):
    """Plays a table of these bots; reports faults and what the verifier
    finds."""
    folder = at.folder()
    seats = len(commands)
    scene.write(f"{folder}/all.json", json.dumps({
        "name": "all", "game": "bolo7", "sandbox": "strict", "limits": LIMITS,
        "rules": {"target": 1000, "opening": 300}, "rotations": 2,
        "format": {"type": "round_robin", "seats": seats},
        "entrants": entrants(folder, commands, "verify")}))
    played = scene.tournament(folder, "run", "all.json", "--key-file", "key",
                              "-o", "t")
    if played.code:
        return [f"run: {played.code}: {played.out[-300:]} {played.err[-600:]}"]
    verified = scene.tournament(folder, "verify", "t")
    wrong = []
    if verified.code:
        wrong.append(f"verify: {verified.code}: {verified.out} {verified.err}")
    games = scene.games_of(scene.read_log(f"{folder}/t/match-000001.jsonl"))
    wrong += [str(line) for game in games for line in game
              if line["t"] == "fault"]
    moves = [[(line["seat"], line["move"]) for line in game
              if line["t"] == "move"] for game in games]
    if len(games) != 2 or moves[0] != moves[1] or not moves[0]:
        wrong.append(f"expected the same game twice, found {moves}")
    return wrong


def main():
    with scene.Scene() as at:
        told = scene.run(at.folder(), "doctor").out
        if "strict" not in told.splitlines()[-1]:
            print("not tried: strict, which this machine cannot do")
            return 0
        commands = available()
        tally = scene.Tally()
        tally.add("a tournament of all languages", table(at, commands))
        return tally.end()


if __name__ == "__main__":
    sys.exit(main())

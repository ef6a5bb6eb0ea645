#!/usr/bin/env python3
"""examples.py - every match file in tournaments/examples/ plays, verifies and
reruns; so does a match of every game between the bots of bots/, in at least
two languages.

tier: full
"""
import json
import os
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../support")
import scene


# Game, rules, entrants: programs in bots/, by name.
MATCHES = [
    ("pig", {}, ["threshold", "greedy.js"]),
    ("bolo7", {"target": 3000}, ["threshold", "random_move.py"]),
    ("bolo7", {"target": 2000, "opening": 300},
     ["montecarlo", "montecarlo.py"]),
    ("bolo5", {"target": 3000}, ["bolo5.py", "first_move.sh"]),
    ("vollelotte", {"target": 2000}, ["vollelotte.py", "first_move.sh"]),
    ("rolit", {}, ["rolit.py", "first_move.sh"]),
    ("rolit", {}, ["rolit.py", "first_move.sh", "random_move.py"]),
    ("blackpot", {}, ["blackpot.py", "first_move.sh"]),
    ("blackpot", {}, ["blackpot.py", "first_move.sh", "random_move.py",
                      "first_move.sh"]),
]


ENGINES = f"{scene.BUILD}/librollcall-games.so.1"


def copy_of_the_project(folder):
    """Copies what bots need to where other users, who may run them, have
    access."""
    for part in ("bots", "sdk", "tournaments"):
        shutil.copytree(f"{scene.SRC}/{part}", f"{folder}/{part}",
                        copy_function=shutil.copy)
        subprocess.run(["chmod", "-R", "a+rX,u+w", f"{folder}/{part}"],
                       check=True)
    # Compiled programs come from the build folder; Python looks for the engines
    # in the package.
    for bot in "montecarlo", "threshold":
        shutil.copy(f"{scene.BUILD}/bots/{bot}", f"{folder}/bots/{bot}")
    shutil.copy(ENGINES, f"{folder}/sdk/python/rollcall")


def wrong_with(stage, name):
    folder = stage.folder()
    copy_of_the_project(folder)
    return wrong_with_match(folder, f"tournaments/examples/{name}")


def wrong_with_bots(stage, game, rules, bots):
    folder = stage.folder()
    copy_of_the_project(folder)
    scene.write(f"{folder}/match.json", json.dumps({
        "game": game, "rules": rules, "limits": {"move_ms": 30000},
        "entrants": [{"name": f"{bot}-{at}", "command": [f"bots/{bot}"]}
                     for at, bot in enumerate(bots)]}))
    return wrong_with_match(folder, "match.json")


def wrong_with_match(folder, path):
    result = scene.play(folder, path)
    if result.code != 0:
        return f"play: {result.code} {result.err}"
    faults = [line for line in scene.read_log(f"{folder}/log.jsonl")
              if line["t"] == "fault"]
    if faults:
        return f"a bot is at fault: {faults[0]}"
    found = scene.doubts(folder)
    told = scene.run(folder, "replay", "log.jsonl")
    if told.code != 0 or "verified from end to end" not in told.out:
        found.append(f"replay: {told.code} {told.err}")
    # The match file beside the log has the played match with all defaults.
    again = scene.run(folder, "rerun", "log.jsonl")
    if again.code != 0:
        found.append(f"rerun: {again.code} {again.out} {again.err}")
    return found


def main():
    tally = scene.Tally()
    matches = MATCHES
    with open(ENGINES, "rb") as file:
        if b"__asan" in file.read():
            print("not tried: bots/montecarlo.* (with sanitizers a bot needs "
                  "more memory than it may have)")
            matches = [match for match in MATCHES
                       if "montecarlo" not in match[2]]
    names = sorted(name for name in os.listdir(f"{scene.SRC}/tournaments/examples")
                   if name.endswith("-match.json"))
    with scene.Scene() as stage:
        tally.run([*((name, lambda name=name: wrong_with(stage, name))
                     for name in names),
                   *((f"{match[0]}: {', '.join(match[2])}",
                      lambda match=match: wrong_with_bots(stage, *match))
                     for match in matches)], 2)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

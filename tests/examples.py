#!/usr/bin/env python3
"""examples.py - every example in tournaments/ plays, verifies and reruns."""
import os
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
import scene


def copy_of_the_project(folder):
    """Where the bots of a match are other users, they have to reach them."""
    for part in ("bots", "sdk", "tournaments"):
        shutil.copytree(f"{scene.SRC}/{part}", f"{folder}/{part}",
                        copy_function=shutil.copy)
        subprocess.run(["chmod", "-R", "a+rX,u+w", f"{folder}/{part}"],
                       check=True)


def wrong_with(stage, name):
    folder = stage.folder()
    copy_of_the_project(folder)
    result = scene.run(folder, "play", f"tournaments/{name}", "-o",
                       "log.jsonl", "--secret-file", "secret",
                       "--key-file", "key")
    if result.code != 0:
        return f"play: {result.code} {result.err}"
    faults = [line for line in scene.read_log(f"{folder}/log.jsonl")
              if line["t"] == "fault"]
    if faults:
        return f"a bot of an example is at fault: {faults[0]}"
    found = scene.doubts(folder)
    # The match file beside the log is the example, made complete.
    again = scene.run(folder, "rerun", "log.jsonl")
    if again.code != 0:
        found.append(f"rerun: {again.code} {again.out} {again.err}")
    return found


def main():
    tally = scene.Tally()
    names = sorted(name for name in os.listdir(f"{scene.SRC}/tournaments")
                   if name.endswith(".json"))
    with scene.Scene() as stage:
        tally.run([(name, lambda name=name: wrong_with(stage, name))
                   for name in names])
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

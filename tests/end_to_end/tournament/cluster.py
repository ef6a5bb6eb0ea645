#!/usr/bin/env python3
"""cluster.py - the scripts for clusters play a tournament to its end, and stop
when nothing can be played.

GNU parallel is the real one, on this host; sbatch is a stand-in that plays the
tasks of an array one after the other and fails as jobs do.
"""
import functools
import json
import os
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene

SCRIPTS = f"{scene.SRC}/tournaments/cluster"
# The first task of all is lost, and every job says that it has failed.
SBATCH = f"""#!{scene.PYTHON}
import os, subprocess, sys
words = dict(word.split("=", 1) for word in sys.argv[1:] if "=" in word)
for part in words["--array"].split(","):
    first, _, last = part.partition("-")
    for task in range(int(first), int(last or first) + 1):
        if not os.path.exists("lost"):
            open("lost", "w").close()
            continue
        subprocess.run(["sh", "-c", words["--wrap"]], check=False,
                       env={{**os.environ, "SLURM_ARRAY_TASK_ID": str(task)}})
sys.exit(1)
"""
CUP = {"name": "cup", "game": "pig", "rules": {"target": 20},
       "format": {"type": "swiss", "rounds": 2, "boards": 2},
       "entrants": [{"name": name, "command": [f"./{name}"]}
                    for name in ("ada", "bob", "cyd", "dan")]}


def prepare(at):
    folder = at.folder()
    for name in "ada", "bob", "cyd", "dan":
        scene.entrant(folder, name)
    os.makedirs(f"{folder}/bin")
    scene.bot(f"{folder}/bin", "sbatch", SBATCH)
    os.symlink(scene.TOURNAMENT, f"{folder}/bin/tournament")
    scene.write(f"{folder}/cup.json", json.dumps(CUP))
    made = scene.tournament(folder, "init", "cup.json")
    assert made.code == 0, made
    return folder


def run(folder, script, *words):
    environment = {**scene.referee_environment(folder),
                   "PATH": f"{folder}/bin:{os.environ['PATH']}"}
    return subprocess.run([f"{SCRIPTS}/{script}", "cup", "2", *words],
                          cwd=folder, env=environment, capture_output=True,
                          stdin=subprocess.DEVNULL, text=True,
                          timeout=scene.HANGS_S, check=False)


def to_its_end(script, words, at):
    folder = prepare(at)
    end = run(folder, script, *words)
    wrong = [] if end.returncode == 0 else [repr(end)]
    verdict = scene.tournament(folder, "verify", "cup")
    return wrong + ([] if verdict.code == 0 else [repr(verdict)])


def stops(script, words, at):
    """A bot has changed: it is not tried without end."""
    folder = prepare(at)
    with open(f"{folder}/bob", "ab") as file:
        file.write(b"another version")
    end = run(folder, script, *words)
    return [] if end.returncode == 2 and "no match was committed" in \
        end.stderr else [repr(end)]


def main():
    scripts = {"slurm.sh": ()}
    if shutil.which("parallel"):
        scripts["parallel.sh"] = ":",
    else:
        print("not tried: parallel.sh, as GNU parallel is not installed")
    cases = {}
    for script, words in scripts.items():
        cases[script] = functools.partial(to_its_end, script, words)
        cases[f"{script} stops"] = functools.partial(stops, script, words)
    return scene.main(cases)


if __name__ == "__main__":
    sys.exit(main())

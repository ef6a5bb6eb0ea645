#!/usr/bin/env python3
"""cluster.py - the scripts for clusters play a tournament to its end, and stop
when nothing can be played.

GNU parallel is the real one, on this host; sbatch is a stand-in that runs the
tasks of an array one after the other and fails as jobs do.  Pods are processes
here: one of them never starts, and one is started twice.

tier: full
"""
import functools
import json
import os
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene

try:
    import yaml
except ImportError:
    yaml = None

SCRIPTS = f"{scene.SRC}/tournaments/cluster"
# The very first task is lost, and every job reports failure.
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
KEY = "--key-file", "key"
CUP = {"name": "cup", "game": "pig", "rules": {"target": 20},
       "limits": {"start_ms": 600000, "move_ms": 600000},
       "format": {"type": "swiss", "rounds": 2, "boards": 2},
       "entrants": [{"name": name, "command": [f"./{name}"]}
                    for name in ("ada", "bob", "cyd", "dan")]}


def prepare(at, *words):
    folder = at.folder()
    for name in "ada", "bob", "cyd", "dan":
        scene.entrant(folder, name)
    os.makedirs(f"{folder}/bin")
    scene.bot(f"{folder}/bin", "sbatch", SBATCH)
    os.symlink(scene.TOURNAMENT, f"{folder}/bin/tournament")
    scene.write(f"{folder}/cup.json", json.dumps(CUP))
    made = scene.tournament(folder, "init", "cup.json", *words)
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
    """A bot has changed: the script does not retry forever."""
    folder = prepare(at)
    with open(f"{folder}/bob", "ab") as file:
        file.write(b"another version")
    end = run(folder, script, *words)
    return [] if end.returncode == 2 and "no match was committed" in \
        end.stderr else [repr(end)]


# ### Kubernetes

def kubernetes(at):
    """The form of an Indexed Job, and what its pods run."""
    with open(f"{SCRIPTS}/kubernetes.yaml", encoding="utf-8") as file:
        job = yaml.safe_load(file)
    spec = job["spec"]
    pod = spec["template"]["spec"]
    box = pod["containers"][0]
    mounted = {one["name"]: one["mountPath"] for one in box["volumeMounts"]}
    count = spec["completions"]
    facts = {
        "kind": (job["apiVersion"], job["kind"]) == ("batch/v1", "Job"),
        "name": bool(re.fullmatch("[a-z0-9-]{1,63}",
                                  job["metadata"]["name"])),
        "index": spec["completionMode"] == "Indexed",
        # backoffLimitPerIndex requires this policy.
        "policy": pod["restartPolicy"] == "Never" and
        0 < spec["backoffLimitPerIndex"] and
        0 < spec["maxFailedIndexes"] <= count,
        "shards": 0 < spec["parallelism"] <= count and
        f"$JOB_COMPLETION_INDEX/{count} " in box["args"][0],
        "volumes": sorted(mounted) == sorted(
            one["name"] for one in pod["volumes"]),
        "whole cores": all(value["cpu"].isdigit() for value in
                           box["resources"].values()) and
        box["resources"]["limits"] == box["resources"]["requests"],
        "unknown keys": set(spec) == {
            "completionMode", "completions", "parallelism", "template",
            "backoffLimitPerIndex", "maxFailedIndexes"} and
        set(pod) == {"restartPolicy", "containers", "volumes"},
    }
    wrong = [f"kubernetes.yaml: {fact}" for fact, good in facts.items()
             if not good]
    return wrong + play_pods(prepare(at, *KEY), box, mounted, count)


def play_pods(folder, box, mounted, count):
    wrong = []
    words = [*box["command"], *box["args"]]
    words[-1] = words[-1].replace(f"{mounted['key']}/key", "key").replace(
        f"{mounted['cup']} ", "cup ")
    pods = [0, *range(2, count), 0]     # 1 never starts
    for _ in range(9):
        end = scene.tournament(folder, "gather", "cup", *KEY)
        if end.code != 1:
            break
        ends = {subprocess.run(
            words, cwd=folder, capture_output=True, check=False, env={
                **scene.referee_environment(folder),
                "PATH": f"{folder}/bin:{os.environ['PATH']}",
                "JOB_COMPLETION_INDEX": str(index)}).returncode
                for index in pods}
        pods = range(count)
        if ends != {0}:
            wrong.append(f"pods end with {ends}")
    verdict = scene.tournament(folder, "verify", "cup")
    return wrong + ([] if (end.code, verdict.code) == (0, 0) else
                    [f"{end} {verdict}"])


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
    if yaml is not None:
        cases["kubernetes.yaml"] = kubernetes
    else:
        print("not tried: kubernetes.yaml, as python3-yaml is not installed")
    return scene.run_cases(cases)


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""cluster.py - the scripts for clusters play a tournament to its end, and stop
when nothing can be played.

GNU parallel is the real one, on this host; sbatch is a stand-in that runs the
tasks of an array one after the other and fails as jobs do.  Pods are processes
here: one of them never starts, and one is started twice.

tier: full
"""
import os
import shutil
import subprocess

import scene
import sharding

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


def prepare(folder):
    os.makedirs(f"{folder}/bin")
    scene.bot(f"{folder}/bin", "sbatch", SBATCH)
    os.symlink(scene.TOURNAMENT, f"{folder}/bin/tournament")
    # The user's own key.
    os.makedirs(f"{folder}/config/rollcall", 0o700)
    scene.write(f"{folder}/config/rollcall/key", scene.KEY + "\n", 0o600)
    sharding.prepare(folder, {
        **sharding.CUP, "rules": {"target": 20},
        "format": {"type": "swiss", "rounds": 2, "boards": 2}}, 4)


def run(folder, words, **more):
    return subprocess.run(
        words, cwd=folder, capture_output=True, text=True, check=False,
        stdin=subprocess.DEVNULL, timeout=scene.HANGS_S, env={
            **scene.referee_environment(folder),
            "PATH": f"{folder}/bin:{os.environ['PATH']}", **more})


@scene.each([("slurm.sh",), ("parallel.sh", ":")])
def test_a_script_plays_to_the_end(folder, script, *words):
    if script == "parallel.sh" and not shutil.which("parallel"):
        raise scene.Skip("GNU parallel is not installed")
    prepare(folder)
    words = [f"{SCRIPTS}/{script}", "cup", "2", *words]
    bot = scene.content(folder, "bob")
    scene.write(f"{folder}/bob", bot + b"another version", 0o755)
    # It does not retry forever.
    end = run(folder, words)
    assert end.returncode == 2 and "no match was committed" in end.stderr, end
    scene.write(f"{folder}/bob", bot, 0o755)
    end = run(folder, words)
    assert end.returncode == 0, end
    scene.expect(scene.tournament(folder, "verify", "cup"))


# ### Kubernetes

def test_kubernetes(folder):
    """The form of an Indexed Job, and what its pods run."""
    if yaml is None:
        raise scene.Skip("python3-yaml is not installed")
    with open(f"{SCRIPTS}/kubernetes.yaml", encoding="utf-8") as file:
        job = yaml.safe_load(file)
    spec = job["spec"]
    pod = spec["template"]["spec"]
    box = pod["containers"][0]
    mounted = {one["name"]: one["mountPath"] for one in box["volumeMounts"]}
    count = spec["completions"]
    # backoffLimitPerIndex requires this policy.
    assert spec["completionMode"] == "Indexed" and \
        pod["restartPolicy"] == "Never"
    assert f"$JOB_COMPLETION_INDEX/{count} " in box["args"][0]
    assert sorted(mounted) == sorted(one["name"] for one in pod["volumes"])
    prepare(folder)
    words = [*box["command"], *box["args"]]
    words[-1] = words[-1].replace(f"{mounted['key']}/key", "key").replace(
        f"{mounted['cup']} ", "cup ")
    pods = [0, *range(2, count), 0]     # 1 never starts
    for _ in range(9):
        if scene.tournament(folder, "gather", "cup",
                            *sharding.KEY).code != 1:
            break
        for index in pods:
            end = run(folder, words, JOB_COMPLETION_INDEX=str(index))
            assert end.returncode == 0, end
        pods = range(count)
    sharding.gather(folder)
    scene.expect(scene.tournament(folder, "verify", "cup"))


scene.main()

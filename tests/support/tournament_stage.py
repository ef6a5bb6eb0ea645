"""tournament_stage.py - for tests of single commands: a folder with
tournaments in various states, to be copied; and what a command does in the
copy.
"""
import json
import os
import resource
import shutil
import signal
import subprocess

import scene

NOBODY = 65534
KEY = ["--key-file", "key"]
CUP = {"name": "cup", "game": "pig", "rules": {"target": 12},
       "format": {"type": "round_robin", "boards": 1},
       "entrants": [{"name": "ann", "command": ["./ann"]},
                    {"name": "bob", "command": ["./bob"]}]}
LUCK = {"v": 1, "game": "pig",
        "rules": {"illegal_retries": 0, "ranking": "winner", "target": 12,
                  "max_turns": 200},
        "seats": 2, "f": "table", "numbers": [], "table": None, "beta": "1",
        "from": "the tests"}
AUTHOR = {"name": "eve", "commit": "0c" * 32, "key": "0d" * 32}


def cup(folder, path="new.json", text=None, **changes):
    tree = {key: value for key, value in {**CUP, **changes}.items()
            if value != "none"}
    scene.write(f"{folder}/{path}", text if text is not None else
                json.dumps(tree))


def lucky(folder, path="luck.json", text=None, **changes):
    """Writes a luck file for that cup."""
    scene.write(f"{folder}/{path}", text if text is not None else
                json.dumps({**LUCK, **changes}))


def edit(name, old, new, count=1):
    """A function that replaces text in a file of the folder; the old text must
    exist."""
    def change(folder):
        text = scene.content(folder, name)
        assert old.encode() in text, (name, old, text[:300])
        scene.write(f"{folder}/{name}", text.replace(
            old.encode(), new.encode(), count))
    return change


def listing(folder):
    """The content of all files; for files that we cannot read, the time of
    their last change."""
    found = {}
    for place, folders, files in os.walk(folder):
        for name in folders + files:
            path = os.path.join(place, name)
            if f"{folder}/config" in path or path == f"{folder}/t":
                continue
            try:
                held = scene.content(place, name) \
                    if os.path.isfile(path) else None
            except PermissionError:
                held = os.stat(path).st_mtime_ns
            found[path[len(folder) + 1:]] = held
    return found


def run(folder, words, user=False, full=False, most=None):
    """Runs a command.  `user`: as an ordinary user; `full`: with a full device
    as standard output; `most`: the largest size of a file in bytes."""
    def before():
        if most is not None:
            # Like a full disk, except for the name of the error.
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            # Only the soft limit: bots need a higher one, up to the hard limit.
            hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))

    other = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}",
             "--clear-groups"] if user and scene.ROOT else []
    with open("/dev/full", "wb") as nothing:
        process = subprocess.Popen(
            [*other, scene.TOURNAMENT, *words], cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=nothing if full else subprocess.PIPE,
            stderr=subprocess.PIPE, preexec_fn=before,
            env=scene.referee_environment(folder))
        out, err = process.communicate(timeout=scene.HANGS_S)
    return scene.Result(process.returncode, (out or b"").decode(),
                        err.decode())


class Stage:
    """The folder, which is only read; tests work on copies."""

    def __init__(self, stage):
        self.stage, self.base = stage, stage.folder()
        for name in ("ann", "bob"):
            scene.entrant(self.base, name)
        scene.write(f"{self.base}/key2", "0bad" * 16 + "\n", 0o600)
        os.mkdir(f"{self.base}/empty")
        os.mkdir(f"{self.base}/l")
        scene.write(f"{self.base}/l/league.json", json.dumps(
            {**CUP, "format": {"type": "league"}, "base": ".."}))
        cup(self.base, "cup.json")
        cup(self.base, "trust.json", authors=[AUTHOR])
        # The bots are in the copy as well: paths are relative to the base.
        for words in (["init", "cup.json", "-o", "made"],
                      ["run", "cup.json", "-o", "done", "-j", "1"],
                      ["init", "trust.json", "--trusted"]):
            result = run(self.base, [*words, *KEY])
            assert result.code == 0, result
        shutil.rmtree(f"{self.base}/config", ignore_errors=True)

    def copy(self):
        folder = self.stage.folder()
        shutil.copytree(self.base, folder, dirs_exist_ok=True)
        for name in ("made", "done", "trust"):
            edit(f"{name}/tournament.json", self.base, folder)(folder)
        return folder

"""project.py - a copy of what users see of the project.

Bots may run as other users, who have no access to the source folder.
"""
import os
import shutil
import subprocess

import scene

ENGINES = f"{scene.BUILD}/librollcall-games.so.1"


def sanitized():
    """Other programs cannot load the library then."""
    with open(ENGINES, "rb") as file:
        return b"__asan" in file.read()


def copy(folder):
    """Copies the bots, the SDKs and the examples, with what is compiled."""
    parts = [f"{folder}/{part}" for part in ("bots", "sdk", "tournaments")]
    for part in parts:
        shutil.copytree(f"{scene.SRC}/{os.path.basename(part)}", part,
                        copy_function=shutil.copy)
    os.makedirs(f"{folder}/build/bots")
    for name in ("bolito", "first_move", "montecarlo", "threshold"):
        for place in ("bots", "build/bots"):
            shutil.copy(f"{scene.BUILD}/bots/{name}", f"{folder}/{place}")
    # Python looks for the engines in the package.
    shutil.copy(ENGINES, f"{folder}/sdk/python/rollcall")
    for program in scene.TOURNAMENT, scene.REFEREE:
        path = f"{folder}/build/{os.path.relpath(program, scene.BUILD)}"
        os.makedirs(os.path.dirname(path))
        os.symlink(program, path)
    subprocess.run(["chmod", "-R", "a+rX,u+w", *parts, f"{folder}/build"],
                   check=True)


def environment(folder):
    """As a user has it who has installed the programs."""
    return {**scene.referee_environment(folder), "LIBRARY": ENGINES,
            "PATH": f"{scene.BUILD}/tournaments:{scene.BUILD}/referee:"
                    f"{os.environ['PATH']}"}


def has_strict(folder):
    return " strict" in scene.run(folder, "doctor").out.rpartition(
        "levels:")[2]

"""wasm.py - the checker for WebAssembly, in Node with the page's own WASI.

Its verdict on a folder must be the same as that of the programs.
"""
import json
import os
import shutil
import subprocess
import threading

import scene

MODULE = f"{scene.BUILD}/checker.wasm"
HAS = bool(os.path.exists(MODULE) and shutil.which("node"))
NOT_TRIED = "not tried: the checker for WebAssembly, which needs node and " \
    "what configure says of checker.wasm"
NODES = {}      # by process and thread
NAMES = {scene.REFEREE: "referee", scene.TOURNAMENT: "tournament"}


def node():
    here = os.getpid(), threading.get_ident()
    if here not in NODES:
        # It ends when its input is closed, at the latest with this process.
        NODES[here] = subprocess.Popen(
            ["node", f"{scene.SRC}/tests/support/wasm.js",
             f"{scene.SRC}/tournaments/checker/wasi.js", MODULE],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    return NODES[here]


def run(folder, *words, program=scene.REFEREE):
    """What the checker prints about files, which it cannot change."""
    process = node()
    process.stdin.write(json.dumps(
        {"folder": folder, "args": [NAMES[program], *words]}).encode() + b"\n")
    process.stdin.flush()
    said = json.loads(process.stdout.readline())
    return scene.Result(said["code"], *(
        said[key].encode("latin-1").decode("utf-8", "replace")
        for key in ("out", "err")))


def differs(folder, result, *words, program=scene.REFEREE):
    """How the checker's answer differs from `result`, the program's."""
    if not HAS:
        return []
    said = run(folder, *words, program=program)
    return [] if said == result else [f"in WebAssembly: {said}, not {result}"]

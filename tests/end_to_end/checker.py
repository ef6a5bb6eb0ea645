#!/usr/bin/env python3
"""checker.py - the checker for WebAssembly says of logs what referee says.

Golden logs and damaged ones are verified, and one log of each game is told; the
module may ask its host for no more than tournaments/checker/imports lists.
"""
import glob
import json
import os
import random
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../support")
import scene

WASM = f"{scene.BUILD}/checker.wasm"
GOLDEN = f"{scene.SRC}/tests/golden"
DAMAGED = 400 if scene.LONG else 60
IMPORTS = """
const wasm = require("fs").readFileSync(process.argv[1]);
for (const one of WebAssembly.Module.imports(new WebAssembly.Module(wasm)))
    console.log(one.module, one.name);
"""


def same(folder, *words):
    said = [subprocess.run([*program, *words], cwd=folder, check=False,
                           capture_output=True, timeout=300)
            for program in ([scene.REFEREE], ["node", "--no-warnings",
                            f"{scene.SRC}/tournaments/checker/run.mjs", WASM, "referee"])]
    native, wasm = [(one.returncode, one.stdout, one.stderr) for one in said]
    return [] if native == wasm else [f"{words}: {native} {wasm}"]


def logs():
    return sorted(glob.glob(f"{GOLDEN}/games/*.jsonl") +
                  glob.glob(f"{GOLDEN}/*.jsonl"))


def good_logs(folder):
    for path in logs():
        shutil.copy(path, folder)
    names = sorted(os.path.basename(path) for path in logs())
    return same(folder, "verify", "--json", *names)


def damaged_logs(folder):
    """A byte each is another, or the log ends there."""
    random.seed(15)
    names = []
    for i in range(DAMAGED):
        with open(random.choice(logs()), "rb") as file:
            log = bytearray(file.read())
        at = random.randrange(len(log))
        if i % 4 == 0:
            del log[at:]
        else:
            log[at] = random.choice(b'0123456789abcdef"{}[],:')
        names.append(f"{i}.jsonl")
        scene.write(f"{folder}/{i}.jsonl", bytes(log))
    return same(folder, "verify", "--json", *names)


def told(folder):
    games = {}
    for path in glob.glob(f"{GOLDEN}/games/*.jsonl"):
        with open(path, encoding="utf-8") as file:
            games[json.loads(file.readline())["game"]] = path
    wrong = []
    for path in games.values():
        shutil.copy(path, f"{folder}/log.jsonl")
        wrong += same(folder, "replay", "log.jsonl", "--json", "--views")
    return wrong


def imports(folder):
    out = subprocess.run(["node", "-e", IMPORTS, WASM], check=True, timeout=60,
                         capture_output=True, cwd=folder).stdout.decode()
    with open(f"{scene.SRC}/tournaments/checker/imports", encoding="utf-8") as file:
        listed = [f"wasi_snapshot_preview1 {line}"
                  for line in file.read().splitlines()]
    return [] if sorted(out.splitlines()) == sorted(listed) else out


def main():
    if not os.path.exists(WASM) or not shutil.which("node"):
        print("not tried: the checker for WebAssembly: configure it with "
              "--with-wasm-sources, and install node")
        return 0
    tally = scene.Tally()
    with scene.Scene() as scenes:
        for case in good_logs, damaged_logs, told, imports:
            tally.add(case.__name__, case(scenes.folder()))
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

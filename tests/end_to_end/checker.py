#!/usr/bin/env python3
"""checker.py - the checker for WebAssembly says what the programs say.

Logs, good and damaged ones, are verified and shown, and tournaments of several
formats are verified and rated, by the programs and by the module.  The module
may import nothing but what tournaments/checker/imports lists.  The tests in
hostile/tampering/ also compare it over all their changes.

tier: quick
"""
import glob
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../support")
import scene
import wasm

sys.path.insert(0, f"{scene.SRC}/tests/hostile/tampering")
from small_tournaments import CUPS, bots, play       # noqa: E402

GOLDEN = f"{scene.SRC}/tests/golden"
CHECKER = f"{scene.SRC}/tournaments/checker"
DAMAGED = 400 if scene.LONG else 60
PLAYED = CUPS if scene.LONG else ["three", "knockout", "swiss", "trust"]
READS = [["verify", "--json"], ["verify"], ["ladder", "--json"],
         ["ladder", "--history", "--csv"], ["ladder", "--best", "--wdl"],
         ["standings", "--json"], ["crosstable", "--json"],
         ["results", "--json"]]
IMPORTS = """
const wasm = require("fs").readFileSync(process.argv[1]);
for (const one of WebAssembly.Module.imports(new WebAssembly.Module(wasm)))
    console.log(one.module, one.name);
"""


def same(folder, *words, program=scene.REFEREE):
    result = scene.run(folder, *words, program=program)
    return wasm.differs(folder, result, *words, program=program)


def logs():
    return sorted(glob.glob(f"{GOLDEN}/games/*.jsonl") +
                  glob.glob(f"{GOLDEN}/*.jsonl"))


def good_logs(folder):
    for path in logs():
        shutil.copy(path, folder)
    names = sorted(os.path.basename(path) for path in logs())
    for name in names[:4]:
        scene.run(folder, "pack", name)
        names.append(name.replace(".jsonl", ".pack"))
    return same(folder, "verify", "--json", *names)


def damaged_logs(folder):
    """Logs with one byte changed, or cut off."""
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
    wrong = same(folder, "verify", "--json", *names)
    for name in names[:20]:
        wrong += same(folder, "replay", name, "--json", "--views")
    return wrong


def told(folder):
    wrong = []
    for path in glob.glob(f"{GOLDEN}/games/*.jsonl"):
        shutil.copy(path, f"{folder}/log.jsonl")
        wrong += same(folder, "replay", "log.jsonl", "--json", "--views")
    shutil.copy(f"{GOLDEN}/replay-pig.jsonl", folder)
    return wrong + same(folder, "replay", "replay-pig.jsonl") + \
        same(folder, "replay", "replay-pig.jsonl", "--game", "2", "--json",
             "--views", "--board-only")


def measured(folder):
    """Chances and luck by a table, and by the formula of a luck file."""
    log = scene.read_log(f"{GOLDEN}/pig-2.jsonl")[0]
    solved = scene.run(folder, "--solve", "pig",
                       *(f"{key}={value}" for key, value in
                         log["rules"].items()), "table",
                       program=f"{scene.BUILD}/bots/bolito")
    wrong = [] if solved.code == 0 else [solved]
    for name, words in (("pig-2", ["--table", "table"]),
                        ("games/bolo7", []), ("games/vollelotte", [])):
        [path] = glob.glob(f"{GOLDEN}/{name}*.jsonl")[:1]
        shutil.copy(path, f"{folder}/log.jsonl")
        if not words:
            head = scene.read_log(path)[0]
            scene.write(f"{folder}/luck.json", json.dumps({
                "v": 1, "game": head["game"], "rules": head["rules"],
                "seats": len(head["entrants"]), "table": None, "beta": "1",
                "from": "the tests", **({"f": "race", "numbers": [
                    "0.0365", "0.632", "46.1", "0.656"]} if "bolo" in name
                    else {"f": "volle", "numbers": ["0.00065"]})}))
            words = ["--luck-file", "luck.json"]
        for command in ["analyse"], ["replay", "--analyse"]:
            wrong += same(folder, *command, "log.jsonl", "--json", *words)
            if scene.run(folder, *command, "log.jsonl", *words).code != 0:
                wrong.append(f"{command} {path}")
    return wrong


def known_answers(folder):
    """The replacements for parts of libsodium really compute: the SHA-256
    equals Python's, the key is that of RFC 8032 (7.1, test 1), and a signature
    with any byte changed is wrong."""
    scene.write(f"{folder}/key", "9d61b19deffd5a60ba844af492ec2cc44449c5697b3269"
                "19703bac031cae7f60\n", 0o600)
    scene.healthy(folder)
    played = scene.play(folder, "pig", "./rival", "./rival", "--rules",
                        "target=10")
    log = scene.content(folder)
    said = wasm.run(folder, "verify", "--json", "log.jsonl")
    wrong = [] if played.code == said.code == 0 else [played, said]
    verdict = json.loads(said.out)
    signed = log[:log.rindex(b'{"t":"sign"')]
    due = {"log": hashlib.sha256(signed).hexdigest(),
           "key": "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68"
                  "f707511a"}
    wrong += [f"{key}: {verdict.get(key)}" for key, value in due.items()
              if verdict.get(key) != value]
    at = log.rindex(b'"sig":"') + 7
    names = []
    for byte in range(64):
        other = bytearray(log)
        place = at + 2 * byte
        other[place] = ord("1" if other[place] == ord("0") else "0")
        names.append(f"{byte}.jsonl")
        scene.write(f"{folder}/{byte}.jsonl", bytes(other))
    lines = wasm.run(folder, "verify", "--json", *names).out.splitlines()
    return wrong + [line for line in lines if json.loads(line)["verified"]] + \
        [f"{len(lines)} verdicts"] * (len(lines) != 64)


def wrong_words(folder):
    """Wrong arguments."""
    shutil.copy(f"{GOLDEN}/pig-2.jsonl", folder)
    os.mkdir(f"{folder}/empty.d")
    scene.write(f"{folder}/empty.d/x", "")
    wrong = []
    for words in (["verify", "no"], ["verify", "no/log"], ["verify", "empty.d"],
                  ["verify", "pig-2.jsonl/x"], ["verify", "--json", "no"],
                  ["verify", "./empty.d/../pig-2.jsonl"],
                  ["verify", "pig-2.jsonl", "--key", "00" * 32],
                  ["replay", "pig-2.jsonl", "--game", "9"], ["verify"]):
        wrong += same(folder, *words)
    for words in (["verify", "no"], ["verify", "empty.d"], ["ladder", "no"],
                  ["ladder", "empty.d", "empty.d"], ["results"]):
        wrong += same(folder, *words, program=scene.TOURNAMENT)
    return wrong


def left_out(folder):
    """What no browser can do is refused with a sentence, and changes
    nothing."""
    shutil.copy(f"{GOLDEN}/pig-2.jsonl", folder)
    followed = wasm.run(folder, "replay", "pig-2.jsonl", "--follow")
    played = wasm.run(folder, "play", "pig-2.jsonl")
    wrong = [] if followed.code == 2 and followed.out == "" and \
        "--follow: pig-2.jsonl does not grow" in followed.err else [followed]
    return wrong if played.code == 2 and \
        'there is no command "play"' in played.err else [*wrong, played]


def rated(folder):
    wrong = []
    bots(folder)
    for name in PLAYED:
        play(folder, name)
        for command, *words in READS:
            wrong += same(folder, command, name, *words,
                          program=scene.TOURNAMENT)
    path = f"{folder}/{name}/ladder.svg"
    drawn = wasm.run(folder, "ladder", name, "--svg", f"{name}/ladder.svg",
                     program=scene.TOURNAMENT)
    return wrong if drawn.code == 2 and "ladder.svg" in drawn.err and \
        not os.path.exists(path) else [*wrong, drawn]


def imports(folder):
    out = subprocess.run(["node", "-e", IMPORTS, wasm.MODULE], check=True,
                         timeout=scene.HANGS_S, capture_output=True,
                         cwd=folder).stdout.decode()
    with open(f"{CHECKER}/imports", encoding="utf-8") as file:
        listed = [f"wasi_snapshot_preview1 {line}"
                  for line in file.read().splitlines()]
    return [] if sorted(out.splitlines()) == sorted(listed) else out


def main():
    if not wasm.HAS:
        print(wasm.NOT_TRIED)
        return 0
    tally = scene.Tally()
    with scene.Scene() as scenes:
        for case in (good_logs, damaged_logs, told, measured, known_answers,
                     wrong_words, left_out, rated, imports):
            tally.add(case.__name__, case(scenes.folder()))
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""checker.py - the checker for WebAssembly says what the programs say.

Logs, good and damaged ones, are verified and shown, and tournaments of every
format are verified and rated, by the programs and by the module.  The module
may import nothing but what tournaments/checker/imports lists.  The tests in
hostile/tampering/ also compare it over all their changes.

tier: quick
needs: node
"""
import glob
import hashlib
import json
import os
import random
import shutil

import fences
import scene
import wasm

GOLDEN = f"{scene.SRC}/tests/golden"
LOGS = sorted(glob.glob(f"{GOLDEN}/games/*.jsonl") +
              glob.glob(f"{GOLDEN}/*.jsonl"))
DAMAGED = 60
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
    wrong = wasm.differs(folder, result, *words, program=program)
    assert not wrong, wrong
    return result


def test_good_logs(folder):
    for path in LOGS:
        shutil.copy(path, folder)
    names = list(map(os.path.basename, LOGS))
    for name in names[:4]:
        scene.run(folder, "pack", name)
        names.append(name.replace(".jsonl", ".pack"))
    same(folder, "verify", "--json", *names)


def test_damaged_logs(folder):
    """Logs with one byte changed, or cut off."""
    random.seed(15)
    names = []
    for i in range(DAMAGED):
        with open(random.choice(LOGS), "rb") as file:
            log = bytearray(file.read())
        at = random.randrange(len(log))
        if i % 4 == 0:
            del log[at:]
        else:
            log[at] = random.choice(b'0123456789abcdef"{}[],:')
        names.append(f"{i}.jsonl")
        scene.write(f"{folder}/{i}.jsonl", bytes(log))
    same(folder, "verify", "--json", *names)
    for name in names[:20]:
        same(folder, "replay", name, "--json", "--views")


def test_replays(folder):
    for path in LOGS:
        shutil.copy(path, f"{folder}/log.jsonl")
        same(folder, "replay", "log.jsonl", "--json", "--views")
    shutil.copy(f"{GOLDEN}/replay-pig.jsonl", folder)
    same(folder, "replay", "replay-pig.jsonl")
    same(folder, "replay", "replay-pig.jsonl", "--game", "2", "--json",
         "--views", "--board-only")


@scene.each([
    ("pig-2.jsonl", None, []),
    ("games/bolo7-2.jsonl", "race", ["0.0365", "0.632", "46.1", "0.656"]),
    ("games/vollelotte-2.jsonl", "volle", ["0.00065"])])
def test_chances_and_luck(folder, log, formula, figures):
    """By a table, and by the formula of a luck file."""
    shutil.copy(f"{GOLDEN}/{log}", f"{folder}/log.jsonl")
    head = scene.read_log(f"{folder}/log.jsonl")[0]
    if formula:
        scene.write(f"{folder}/luck.json", json.dumps({
            "v": 1, "game": head["game"], "rules": head["rules"], "seats": 2,
            "f": formula, "numbers": figures, "table": None, "beta": "1",
            "from": "the tests"}))
        words = "--luck-file", "luck.json"
    else:
        scene.expect(scene.run(
            folder, "--solve", "pig", *(f"{key}={value}" for key, value in
                                        head["rules"].items()),
            "table", program=f"{scene.BUILD}/bots/bolito"))
        words = "--table", "table"
    for command in ["analyse"], ["replay", "--analyse"]:
        assert scene.run(folder, *command, "log.jsonl", *words).code == 0
        same(folder, *command, "log.jsonl", "--json", *words)


def test_known_answers(folder):
    """The replacements for parts of libsodium really compute: the SHA-256
    equals Python's, the key is that of RFC 8032 (7.1, test 1), and a signature
    with any byte changed is wrong."""
    scene.write(f"{folder}/key", "9d61b19deffd5a60ba844af492ec2cc44449c569"
                "7b326919703bac031cae7f60\n", 0o600)
    scene.healthy(folder)
    played = scene.play(folder, "pig", "./rival", "./rival", "--rules",
                        "target=10")
    log = scene.content(folder)
    said = wasm.run(folder, "verify", "--json", "log.jsonl")
    assert played.code == said.code == 0, (played, said)
    verdict = json.loads(said.out)
    signed = log[:log.rindex(b'{"t":"sign"')]
    due = {"log": hashlib.sha256(signed).hexdigest(),
           "key": "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68"
                  "f707511a"}
    assert {**verdict, **due} == verdict, verdict
    at = log.rindex(b'"sig":"') + 7
    names = []
    for byte in range(64):
        other = bytearray(log)
        place = at + 2 * byte
        other[place] = ord("1" if other[place] == ord("0") else "0")
        names.append(f"{byte}.jsonl")
        scene.write(f"{folder}/{byte}.jsonl", bytes(other))
    lines = wasm.run(folder, "verify", "--json", *names).out.splitlines()
    assert len(lines) == 64
    return [line for line in lines if json.loads(line)["verified"]]


def test_wrong_words(folder):
    shutil.copy(f"{GOLDEN}/pig-2.jsonl", folder)
    os.mkdir(f"{folder}/empty.d")
    scene.write(f"{folder}/empty.d/x", "")
    for words in (["verify", "no"], ["verify", "no/log"],
                  ["verify", "empty.d"],
                  ["verify", "pig-2.jsonl/x"], ["verify", "--json", "no"],
                  ["verify", "./empty.d/../pig-2.jsonl"],
                  ["verify", "pig-2.jsonl", "--key", "00" * 32],
                  ["replay", "pig-2.jsonl", "--game", "9"], ["verify"]):
        same(folder, *words)
    for words in (["verify", "no"], ["verify", "empty.d"], ["ladder", "no"],
                  ["ladder", "empty.d", "empty.d"], ["results"]):
        same(folder, *words, program=scene.TOURNAMENT)


def test_what_no_browser_can_do(folder):
    """It is refused with a sentence, and changes nothing."""
    scene.golden(folder, "pig-2.jsonl", "robin")
    for words, why, program in (
            (["replay", "pig-2.jsonl", "--follow"],
             "--follow: pig-2.jsonl does not grow", scene.REFEREE),
            (["play", "pig-2.jsonl"], 'there is no command "play"',
             scene.REFEREE)):
        scene.expect(wasm.run(folder, *words, program=program), 2, "^$", why)


@scene.each(["robin", "three", "score", "knockout", "double", "stages",
             "swiss", "byes", "trust", "sprt", "faults", "sharded"])
def test_tournaments(folder, name):
    scene.golden(folder, name)
    for command, *words in READS:
        same(folder, command, name, *words, program=scene.TOURNAMENT)


def test_imports(_):
    out = fences.done("node", "-e", IMPORTS, wasm.MODULE)
    listed = fences.read("tournaments/checker/imports").splitlines()
    assert sorted(out.splitlines()) == sorted(
        f"wasi_snapshot_preview1 {line}" for line in listed), out


if not wasm.HAS:
    scene.skip_all(wasm.NOT_TRIED)
scene.main(workers=2)

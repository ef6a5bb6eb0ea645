#!/usr/bin/env python3
"""signed_twice.py - a key signs one manifest for each id, and two are proof.

Two manifests with one id would let an operator or an author choose the better
one.  The commands that sign refuse the second, and `verify` shows what was
signed twice all the same.

tier: full
"""
import base64
import hashlib
import json
import os
import re
import shutil
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene
from scene import one_sentence

REFUSED = (r"has already signed another manifest with the id cup-1 .*"
           r"key\.signed:\d.*--again")
AUTHOR = "0bad" * 16
MEMORY = "key.signed"


def cup(**changes):
    return {"name": "cup", "id": "cup-1", "game": "pig",
            "rules": {"target": 12},
            "format": {"type": "round_robin", "boards": 1},
            "entrants": [{"name": name, "command": [f"./{name}"]}
                         for name in ("ann", "bob")], **changes}


def prepare(stage, **changes):
    folder = stage.folder()
    for name in ("ann", "bob"):
        scene.entrant(folder, name)
    scene.write(f"{folder}/cup.json", json.dumps(cup(**changes)))
    scene.write(f"{folder}/author", AUTHOR + "\n", 0o600)
    return folder


def call(folder, *words, key="key"):
    return scene.tournament(folder, *words, "--key-file", key)


def done(result):
    return [] if result.code == 0 else [repr(result)]


def signs_once(command):
    def case(stage):
        folder = prepare(stage)
        wrong = done(call(folder, command, "cup.json", "-o", "one"))
        held = scene.content(folder, MEMORY)
        wrong += one_sentence(
            call(folder, command, "cup.json", "-o", "two"), REFUSED)
        if [name for name in os.listdir(folder) if name.startswith("two")]:
            wrong.append("a refused manifest was made")
        if not held or held != scene.content(folder, MEMORY):
            wrong.append("the memory is empty, or a refusal changed it")
        wrong += done(call(folder, command, "cup.json", "-o", "two",
                           "--again"))
        # A third is refused as well; the first one's folder is not checked
        # again.
        wrong += one_sentence(
            call(folder, command, "cup.json", "-o", "three"), REFUSED)
        return wrong + done(call(folder, "run", "one"))
    return case


def league(stage):
    """The id of a round contains its number, so that rounds differ."""
    folder = stage.folder()
    for name in ("ann", "bob"):
        scene.entrant(folder, name)
    os.mkdir(f"{folder}/l")
    scene.write(f"{folder}/l/league.json", json.dumps(
        cup(format={"type": "league"}, base="..")))
    wrong = done(call(folder, "league", "l", "--rounds", "2"))
    ids = [json.loads(scene.content(folder, f"l/round-00{n}/manifest.json"))[
        "id"] for n in (1, 2)]
    if ids != ["cup-1.r1", "cup-1.r2"]:
        wrong.append(f"the ids of the rounds are {ids}")
    shutil.rmtree(f"{folder}/l/round-002")
    wrong += one_sentence(call(folder, "league", "l"),
                          r"another manifest with the id cup-1\.r2 .*--again")
    return wrong + done(call(folder, "league", "l", "--again"))


def author(stage):
    folder = prepare(stage)
    wrong = done(call(folder, "init", "cup.json", "-o", "one"))
    wrong += done(call(folder, "init", "cup.json", "-o", "two", "--again"))
    shutil.copytree(f"{folder}/one", f"{folder}/copy")

    def sign(where, *more):
        return call(folder, "sign", where, "--as", "eve", *more, key="author")

    wrong += done(sign("one"))
    # The same manifest again, here or in a copy, is no second one.
    wrong += done(sign("one")) + done(sign("copy"))
    note = scene.content(folder, "two/manifest.note")
    wrong += one_sentence(
        sign("two"), r"cup-1 .*author\.signed:1.*--again")
    if note != scene.content(folder, "two/manifest.note"):
        wrong.append("the refused signature is in the note")
    wrong += done(sign("two", "--again")) + done(sign("two"))
    if b"eve" not in scene.content(folder, "two/manifest.note"):
        wrong.append("--again did not sign")
    return wrong


def others(stage):
    """Other ids, other keys and ids made from the seal never count as a
    second."""
    folder = prepare(stage)
    wrong = done(call(folder, "init", "cup.json", "-o", "one"))
    scene.write(f"{folder}/other.json", json.dumps(cup(id="cup-10")))
    scene.write(f"{folder}/plain.json", json.dumps(cup(id=None)))
    wrong += done(call(folder, "init", "other.json"))
    wrong += done(call(folder, "init", "cup.json", "-o", "b", key="author"))
    for number in range(2):
        wrong += done(call(folder, "init", "plain.json", "-o", f"p{number}"))
    # Another key under the same file name has signed nothing yet.
    scene.write(f"{folder}/key", "1bad" * 16 + "\n", 0o600)
    wrong += done(call(folder, "init", "cup.json", "-o", "c"))
    # The same key under another name.
    os.symlink("key", f"{folder}/alias")
    return wrong + one_sentence(
        call(folder, "init", "cup.json", "-o", "d", key="alias"), REFUSED)


def own_key(stage):
    """The list for the user's own key is beside it, closed to others."""
    folder = prepare(stage)
    wrong = done(scene.tournament(folder, "init", "cup.json", "-o", "one"))
    memory = f"{folder}/config/rollcall/key.signed"
    if not os.path.exists(memory) or os.stat(memory).st_mode & 0o777 != 0o600:
        wrong.append("no such file, or open to others")
    return wrong + one_sentence(
        scene.tournament(folder, "init", "cup.json", "-o", "two"), REFUSED)


def nothing_made(stage):
    """An init that fails has signed nothing."""
    folder = prepare(stage)
    os.makedirs(f"{folder}/full/x")
    wrong = one_sentence(call(folder, "init", "cup.json", "-o", "full"),
                         "exists and is not empty")
    return wrong + done(call(folder, "init", "cup.json", "-o", "one"))


def at_once(stage):
    """Of many started together only one may sign."""
    folder = prepare(stage)
    runs = [scene.start(folder, "init", "cup.json", "-o", f"d{n}",
                        "--key-file", "key", program=scene.TOURNAMENT)
            for n in range(8)]
    results = [scene.finish(one) for one in runs]
    codes = sorted(result.code for result in results)
    return [] if codes == [0] + [2] * 7 else [repr(results)]


def damaged(stage):
    folder = prepare(stage)
    wrong = done(call(folder, "init", "cup.json", "-o", "one"))
    held = scene.content(folder, MEMORY).decode()
    # A line that was being written when the machine stopped: nothing had been
    # signed yet.
    scene.write(f"{folder}/{MEMORY}", held[:-9], 0o600)
    wrong += done(call(folder, "init", "cup.json", "-o", "two"))
    if scene.content(folder, MEMORY).count(b"\n") != 1:
        wrong.append("the torn line is still there")
    held = scene.content(folder, MEMORY).decode()
    for spoilt in (held + "\n", held + "x\n", held.upper(),
                   held.replace(" ", "  "), held + held[5:]):
        scene.write(f"{folder}/{MEMORY}", spoilt, 0o600)
        wrong += one_sentence(
            call(folder, "init", "cup.json", "-o", "three"),
            rf"{MEMORY}:[12]: expected a key, an id and a hash")
    os.unlink(f"{folder}/{MEMORY}")
    os.mkdir(f"{folder}/{MEMORY}")
    return wrong + one_sentence(
        call(folder, "init", "cup.json", "-o", "three"), MEMORY)


# ### proof

def signatures(note):
    """The text of a note, and {name: signature}."""
    said, _, lines = note.partition("\n\n")
    return said + "\n", {
        line.split()[1]: base64.b64decode(line.split()[2])[4:]
        for line in lines.splitlines()}


def proof(stage):
    """What verify prints is enough to check the proof with any other
    program."""
    public = scene.ed25519.public_key(bytes.fromhex(AUTHOR)).hex()
    folder = prepare(stage, authors=[{"name": "eve", "key": public}],
                     operator={"name": "club"})
    wrong = []
    for place in ("one", "two"):
        wrong += done(call(folder, "init", "cup.json", "-o", place,
                           "--again"))
        wrong += done(call(folder, "sign", place, "--as", "eve", "--again",
                           key="author"))
    # What an operator publishes before anything is played.
    for place in ("one", "two"):
        os.mkdir(f"{folder}/{place}.public")
        for name in ("manifest.json", "manifest.note"):
            shutil.copy(f"{folder}/{place}/{name}",
                        f"{folder}/{place}.public/{name}")
    result = scene.tournament(folder, "verify", "one.public", "two.public")
    head = result.out.split("\n")[0]
    if result.code != 1 or head != ("proof of fraud: club, eve signed two "
                                    "manifests of cup-1"):
        wrong.append(repr(result))
    for place in ("one", "two"):
        note = scene.content(folder, f"{place}/manifest.note").decode()
        shown = "".join(f"  {line}".rstrip() + "\n"
                        for line in note.splitlines())
        if shown not in result.out:
            wrong.append(f"the note of {place} is not shown")
        text, signed = signatures(note)
        digest = hashlib.sha256(scene.content(
            folder, f"{place}/manifest.json")).hexdigest()
        if text != f"rollcall manifest\ncup-1\n{digest}\n":
            wrong.append(text)
        for name, key in (("club", scene.PUBLIC), ("eve", public)):
            if not scene.ed25519.verify(bytes.fromhex(key), text.encode(),
                                        signed[name]) or \
                    f"{name} {key}" not in result.out:
                wrong.append(f"{name}: {result.out}")
    told = json.loads(scene.tournament(
        folder, "verify", "one.public", "two.public", "--json").out)
    if told["fraud"] is not True or told["id"] != "cup-1" or \
            [one["name"] for one in told["signers"]] != ["club", "eve"]:
        wrong.append(repr(told))
    return wrong


def no_proof(stage):
    folder = prepare(stage, operator={"name": "club"})
    wrong = done(call(folder, "init", "cup.json", "-o", "one"))
    wrong += done(call(folder, "init", "cup.json", "-o", "two", key="author"))
    scene.write(f"{folder}/other.json", json.dumps(cup(id="cup-2")))
    wrong += done(call(folder, "init", "other.json", "-o", "other"))
    shutil.copytree(f"{folder}/one", f"{folder}/same")
    verify = lambda *words: scene.tournament(folder, "verify", *words)
    same, keys = verify("one", "same"), verify("one", "two")
    if same.code != 0 or not re.search("the same manifest", same.out):
        wrong.append(repr(same))
    if keys.code != 0 or not re.search("nobody signed both", keys.out):
        wrong.append(repr(keys))
    if json.loads(verify("one", "two", "--json").out)["fraud"] is not False:
        wrong.append("--json calls it fraud")
    wrong += one_sentence(verify("one", "other"), "cup-1.*cup-2")
    wrong += one_sentence(verify("one", "none"), "none")
    wrong += one_sentence(verify("one", "one", "--key", "00" * 32),
                          "--key")
    # A signature that is not the operator's proves nothing about them.
    shutil.copy(f"{folder}/two/manifest.json", f"{folder}/same/manifest.json")
    return wrong + one_sentence(verify("one", "same"), "same/manifest.note:")


if __name__ == "__main__":
    sys.exit(scene.run_cases({
        "init signs once": signs_once("init"),
        "run signs once": signs_once("run"),
        "a league signs each round once": league,
        "an author signs once": author,
        "what is no second manifest": others,
        "the user's own key": own_key,
        "an init that fails": nothing_made,
        "eight at once": at_once,
        "a damaged memory": damaged,
        "two manifests are shown as proof": proof,
        "what is no proof": no_proof,
    }, 3))

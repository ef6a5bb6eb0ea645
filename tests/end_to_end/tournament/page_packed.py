#!/usr/bin/env python3
"""page_packed.py - the page of a tournament whose logs are packed, or in
shards.

The page has the packed logs as they are, and a browser replays and checks them
like any others.

tier: full
needs: chromium
"""
import base64
import json
import os
import re
import shutil
import sys
import zlib

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import page_stage
import scene
import tournament_stage as stage
from page import BADGE, STEPS, Page, proof

LOG = re.compile(r'rollcall\.log\(1,0,(\d+),"([^"]*)"\);')


def played(folder):
    """One tournament of each kind, with the same bots."""
    scene.entrant(folder, "ann")
    scene.entrant(folder, "bob", "first_move")
    stage.cup(folder, game="bolo7", rules={"target": 1000}, name="plain",
              limits={"start_ms": 60000, "move_ms": 60000},
              format={"type": "round_robin", "boards": 2, "matches": 2})
    for code, *words in ((0, "run", "new.json", "-o", "plain"),
                         (0, "init", "new.json", "-o", "shards"),
                         (1, "gather", "shards"),
                         (0, "run", "shards", "--shard", "0/1"),
                         (0, "gather", "shards")):
        result = scene.tournament(folder, *words, *stage.KEY)
        if result.code != code:
            return [f"{words}: {result}"]
    wrong = []
    for name in ("plain", "shards"):
        shutil.copytree(f"{folder}/{name}", f"{folder}/{name}_packed")
        result = scene.tournament(folder, "pack", f"{name}_packed")
        wrong += [str(result)] * (result.code != 0)
    return wrong


def written(folder):
    """The files of a page are those of the folder, and data.js has the
    uncompressed size of a packed log."""
    wrong = []
    for name in ("plain", "plain_packed", "shards", "shards_packed"):
        result = scene.tournament(folder, "site", name, "-o", f"pages/{name}")
        wrong += [f"{name}: {result}"] * (result.code != 0)
    ending = {"plain": "jsonl", "plain_packed": "pack"}
    sizes = {name: os.path.getsize(f"{folder}/{name}/match-000001.{end}")
             for name, end in ending.items()}
    for name, due in (("plain", [1, 0, sizes["plain"]]),
                      ("plain_packed", [1, 0, sizes["plain_packed"],
                                        sizes["plain"]])):
        data = scene.content(folder, f"pages/{name}/data.js").decode()
        logs = json.loads(data[data.index("{"):data.rindex(")")])["logs"]
        wrong += [f"{name}: {logs[:1]}, not {due}"] * (logs[:1] != [due])
    if wrong:
        return wrong
    size, text = LOG.search(scene.content(
        folder, "pages/plain_packed/logs/000001.js").decode()).groups()
    held = zlib.decompress(base64.b64decode(text), -15)
    if int(size) != len(held) or held != scene.content(
            folder, "plain_packed/match-000001.pack"):
        wrong.append("logs/000001.js is not the packed log")
    return wrong


def looked_at(one, url, name):
    """Replayed and verified, alone and with all others."""
    page = Page(one, f"{url}/{name}")
    page.view("#/match/1/game/2/step/3", STEPS)
    page.has("badge", one.wait(BADGE + "?.textContent"), "verified here")
    page.has("to save", page.text()[0], "Save the packed log"
             if "packed" in name else "Save the log")
    page.has("proof", proof(page), "Verified here in", "2 matches, 8 games")
    return page.wrong


def other_byte(folder, name):
    """A changed byte in the middle of the packed data."""
    packed = bytearray(scene.content(folder, name))
    packed[(packed.index(b"\n") + len(packed)) // 2] ^= 1
    scene.write(f"{folder}/{name}", bytes(packed))


def cut(folder, name):
    scene.write(f"{folder}/{name}", scene.content(folder, name)[:-1])


def headless(folder, name):
    scene.write(f"{folder}/{name}", b"x" + scene.content(folder, name)[1:])


def swapped(folder, _):
    one, two = (f"{folder}/match-00000{i}.pack" for i in (1, 2))
    os.rename(one, f"{folder}/x")
    os.rename(two, one)
    os.rename(f"{folder}/x", two)


CHANGED = "the packed log was changed: the SHA-256"
CHANGES = {other_byte: CHANGED, cut: CHANGED,
           headless: "Line 1: byte 1: not a JSON object",
           swapped: "another log"}


def changed(one, folder, url, change, due):
    """Red, with the reason, at the match and in the proof."""
    for path in (f"{folder}/changed", f"{folder}/pages/changed"):
        shutil.rmtree(path, ignore_errors=True)
    shutil.copytree(f"{folder}/plain_packed", f"{folder}/changed")
    change(f"{folder}/changed", "match-000001.pack")
    result = scene.tournament(folder, "site", "changed", "-o", "pages/changed")
    if result.code != 0:
        return [str(result)]
    page = Page(one, f"{url}/changed")
    page.view("#/match/1", "document.querySelector('.banner.bad')")
    page.expect("badge", one.wait(BADGE + "?.className"), "badge bad")
    page.has("why", " ".join(page.text("main .finding.bad, .banner.bad")), due)
    page.has("proof", proof(page, "banner bad"), "match-000001.pack"
             if change is not swapped else "match-00000")
    return page.wrong


def before(tally, folder):
    tally.add("tournaments", played(folder))
    tally.add("pages", written(folder))


def looks(tally, one, folder, files, _):
    for name in ("plain_packed", "shards", "shards_packed"):
        tally.add(name, looked_at(one, files, name))
    for change, due in CHANGES.items():
        tally.add(f"changed: {change.__name__}",
                  changed(one, folder, files, change, due))


if __name__ == "__main__":
    sys.exit(page_stage.main(before, looks))

#!/usr/bin/env python3
"""page_changed.py - what was changed after the tournament is red on its page,
at the right place: lines of logs, packed logs, luck, what the page says
besides its logs.

tier: full
needs: chromium
"""
import functools
import io
import re
import shutil
import tarfile

import pages
import scene
from pages import opened, the_stage

LOG = "match-000001.jsonl"


@functools.lru_cache(None)
def written():
    at = the_stage()
    scene.golden(at.folder, "robin", "knockout", "sprt", "luck",
                 "sharded")
    for name in "robin", "sharded":
        shutil.copytree(f"{at.folder}/{name}", f"{at.folder}/{name}_packed")
        pages.must(at.folder, "pack", f"{name}_packed")
    pages.must(at.folder, "ladder", "luck", "--luck")
    for name in "robin", "knockout", "sprt", "luck":
        at.page(name)


def other(found):
    return found[1] + ("0" if found[2] != "0" else "1")


def line(old, new, file=LOG):
    return lambda folder: pages.change(folder, file, old, new)


def of_pack(change):
    def edit(folder):
        text = scene.content(folder, "match-000001.pack")
        scene.write(f"{folder}/match-000001.pack", change(text))
    return edit


def other_byte(text):
    """In the middle of the packed data."""
    at = (text.index(b"\n") + len(text)) // 2
    return text[:at] + bytes([text[at] ^ 1]) + text[at + 1:]


CHANGED = "the packed log was changed: the SHA-256"
# The tournament, the change (it returns the number of a wrong line), and what
# the page says.
CHANGES = {
    "a die": ("robin", line(r'(^{"t":"draw".*"v":\[)\d', r"\g<1>9"), ""),
    "a move": ("robin", line('"then":"[a-z]+"', '"then":"fly"'), ""),
    "the book": ("robin", line('("match":1,"log":")(.)', other,
                               "book.jsonl"), ""),
    "a packed byte": ("robin_packed", of_pack(other_byte), CHANGED),
    "the head of a pack": (
        "robin_packed", of_pack(lambda text: b"x" + text[1:]),
        "Line 1: byte 1: not a JSON object"),
    "swapped packs": ("robin_packed", lambda folder: pages.swap(
        folder, "match-000001.pack", "match-000002.pack"), "another log")}


@scene.each(CHANGES)
def test_changed(_, name):
    written()
    at, (source, change, said) = the_stage(), CHANGES[name]
    for path in "changed", "pages/changed":
        shutil.rmtree(f"{at.folder}/{path}", ignore_errors=True)
    shutil.copytree(f"{at.folder}/{source}", f"{at.folder}/changed")
    number = change(f"{at.folder}/changed")
    at.page("changed")
    with opened("changed") as page:
        page.view("#/match/1", "document.querySelector('.banner.bad')")
        page.badge("bad")
        page.shows(said, within="main .finding.bad, .banner.bad")
        if number and name != "the book":
            page.shows(f"Line {number}:", within="main .finding.bad")
            page.shows(f"{number}  {{", within=".lines .wrong")
        page.proof("bad", "match-00000" * ("pack" in name))


# Where the page itself is changed, what is found, and the tournament.
FALSE = {
    "ladder": ('("ladder":.*?"elo":)', "ladder", "robin"),
    "standings": ('("standings":.*?"points":)', "standings", "robin"),
    "crosstable": ('("crosstable":.*?"points":)', "crosstable", "robin"),
    "results": ('("results":.*?"points":.)', "list of matches", "robin"),
    "course": ('("course":.*?"elo":.(?:null,)*-?)', "course", "robin"),
    "key": ('("key":")', "description of the tournament", "robin"),
    "limits": ('("move_ms":)', "description of the tournament", "robin"),
    "games": ('("games":)', "number of games", "robin"),
    "bracket": ('("bracket":.*?"points":.)', "bracket", "knockout"),
    "winner": ('("bracket":.*?"winner":")', "bracket", "knockout"),
    "test": ('("sprt":.*?"llr":-?)', "sequential test", "sprt"),
    "course of the test": ('("llr":.*?,-?)', "sequential test", "sprt"),
    "luck": ('("luck":{.*?"elo":-?)', "ladder without luck", "luck")}


@scene.each(FALSE)
def test_false_page(_, name):
    """The logs are good, but the page says something else."""
    written()
    folder, (place, due, cup) = the_stage().folder, FALSE[name]
    shutil.rmtree(f"{folder}/pages/false", ignore_errors=True)
    shutil.copytree(f"{folder}/pages/{cup}", f"{folder}/pages/false")
    text = scene.content(folder, "pages/false/data.js").decode()
    changed = re.sub(place + "(.)", lambda found: found[1] + (
        "2" if found[2] == "1" else "1") + (found[2] == "-") * "0", text,
        count=1)
    assert changed != text
    scene.write(f"{folder}/pages/false/data.js", changed)
    with opened("false") as page:
        page.proof("bad", f"The {due} on this page",
                   "did not come from these games")


def test_false_luck(_):
    """luck.csv has another number."""
    written()
    at = the_stage()
    shutil.copytree(f"{at.folder}/luck", f"{at.folder}/false_luck")
    text = scene.content(at.folder, "false_luck/luck.csv").decode()
    game, old = re.search(r"^1,(\d+),(-?\d+\.\d+\|-?\d+\.\d+)$", text,
                          re.M).groups()
    scene.write(f"{at.folder}/false_luck/luck.csv", text.replace(
        old, "0.500000|-0.500000", 1))
    at.page("false_luck")
    with opened("false_luck") as page:
        page.view("#/match/1", "document.querySelector('.luck-table') && " +
                  pages.BADGE)
        page.shows("luck.csv of this tournament has other numbers for game "
                   f"{game}.")


@scene.each(["robin_packed", "sharded", "sharded_packed"])
def test_packed_and_sharded_pages_are_good(_, name):
    written()
    the_stage().page(name)
    with opened(name) as page:
        page.view("#/match/1/game/2/step/3", pages.STEPS)
        page.badge()
        page.shows("Save the packed log" if "packed" in name else
                   "Save the log")
        page.proof("good", "Verified here in")
        # The folder that it saves is the one that it was made from.
        page.one.value("saveFile = (name, blob) => { saved = blob; }")
        page.click("#save-folder")
        text = page.one.wait("""'saved' in window && saved.arrayBuffer().then(
            (all) => [...new Uint8Array(all)].map((byte) =>
                String.fromCharCode(byte)).join(""))""")
    with tarfile.open(fileobj=io.BytesIO(text.encode("latin-1"))) as archive:
        found = {one.name.split("/", 1)[1]: archive.extractfile(one).read()
                 for one in archive}
    folder = f"{the_stage().folder}/{name}"
    assert sum("match-" in one for one in found) == 6 and all(
        scene.content(folder, one) == text for one, text in found.items())


scene.main(workers=1)

#!/usr/bin/env python3
"""tournament_tamper.py - finished tournaments, changed in thousands of ways.

The played tournaments of tests/golden are edited, cut, moved, swapped and
forged, also by an operator who signs again what they have changed.
`tournament verify` has to refuse each case and to name the place;
tests/independent/tournament.py and the checker for WebAssembly have to agree.

tier: full
"""
import json
import os
import random
import re
import shutil

import scene
import tournament
import wasm
from book_edits import PLACE, book_edits, trust_edits, void_edits
from log_edits import log_edits
from paper_edits import manifest_edits, note_edits
from signing import book_signed, compact, finished, load

CUPS = ["robin", "three", "swiss", "knockout", "stages", "sprt", "error",
        "trust", "turns", "changed"]
CASES = 600
BATCH = 40
OF_A_KIND = 2
# Who enters or withdraws is signed with all of the book before it.
SIGNED = "book.jsonl:[0-9]+: \"sig\" is not the operator's signature"


def of_each_kind(found, chance):
    """Some of each kind: cases that differ only by numbers are of one kind, as
    one match or line of the book is as good as another."""
    kinds = {}
    for one in found:
        kinds.setdefault(re.sub(r"\d+", "0", one[0]), []).append(one)
    return [one for kind in kinds.values()
            for one in chance.sample(kind, min(len(kind), OF_A_KIND))]


def tamperings(name, files, chance):
    """The cases of one tournament: some of each kind that was written one by
    one, and of the generated ones as many as there is time for."""
    found = [*book_edits(files), *log_edits(files, chance),
             *note_edits(files), *manifest_edits(files)]
    if name in ("robin", "sprt"):
        found += void_edits(files)
    if name == "trust":
        found += trust_edits(files)
    rare, many = [], []
    for what, new, place in found:
        (many if place in (PLACE, None, "manifest") else rare).append(
            (f"{name}: {what}", new, place))
    rare = of_each_kind(rare, chance)
    return rare + chance.sample(many, max(0, min(
        len(many), CASES // len(CUPS) - len(rare))))


# ### verdicts

def wrong_with(folder, base, what, new, place):
    """What is wrong with the two verdicts on one tampering."""
    os.mkdir(folder)
    for name, content in new.items():
        if base.get(name) == content:
            os.link(f"{base['']}/{name}", f"{folder}/{name}")
        else:
            scene.write(f"{folder}/{name}", content)
    words = os.path.dirname(folder), "verify", os.path.basename(folder)
    result = scene.tournament(*words, "-j", "1")
    other = wasm.differs(words[0], result, *words[1:],
                         program=scene.TOURNAMENT)
    mine, why = tournament.verify_folder(folder)
    shutil.rmtree(folder)
    said = f"{what}: {result.code} {result.out.strip()[:300]} " \
        f"{result.err.strip()}; the other: {mine} {why[:300]}"
    if other:
        return [f"{what}: {other}"]
    if result.code not in (0, 1, 2) or (result.code == 0) != mine:
        return [f"not agreed: {said}"]
    if place and place.startswith("cannot open"):
        return [] if result.code == 2 and re.search(place, result.err) else \
            [f"looked at: {said}"]
    if place == "good":
        return [] if result.code == 0 else [f"not verified: {said}"]
    if result.code == 0:
        return [] if place is None else [f"not refused: {said}"]
    if result.code == 2 and not re.search("cannot open .*(book|manifest)",
                                          result.err):
        return [f"not looked at: {said}"]
    if result.code == 1 and not (
            re.fullmatch("not verified: .*\n", result.out) and
            re.search(f"{place or PLACE}|{SIGNED}", result.out)):
        return [f"expected /{place}/: {said}"]
    return []


def tried(work):
    root, base, batch = work
    os.mkdir(root)
    wrong = []
    for i, (what, new, place) in enumerate(batch):
        wrong += wrong_with(f"{root}/{i}", base, what, finished(new), place)
    shutil.rmtree(root)
    return wrong


@scene.each([*CUPS, "byes"])
def test_untouched_folders_are_verified_by_both(folder, name):
    good, why = tournament.verify_folder(f"{scene.SRC}/tests/golden/{name}")
    assert good, why
    scene.expect(scene.tournament(f"{scene.SRC}/tests/golden", "verify", name),
                 0, "verified")


# ### a round too many

def one_more(home, number, like, entrants):
    """Plays a match with the secret that the closed book reveals; returns its
    two lines for the book."""
    paper = json.loads(scene.content(home, f"match-{like:06}.json"))
    book = [json.loads(line) for line in
            scene.content(home, "book.jsonl").splitlines()]
    secret = tournament.dice.match_secret(
        bytes.fromhex(book[-1]["secret"]), number)
    names = [entrant["name"] for entrant in json.loads(
        scene.content(home, "manifest.json"))["entrants"]]
    known = {entrant["name"]: entrant for i in range(1, like + 1)
             for entrant in json.loads(scene.content(
                 home, f"match-{i:06}.json"))["entrants"]}
    paper.update(match=number, seal=tournament.dice.seal(secret).hex(),
                 entrants=[known[names[i]] for i in entrants])
    name = f"match-{number:06}"
    scene.write(f"{home}/{name}.json", json.dumps(paper))
    scene.write(f"{home}/m", secret.hex() + "\n", 0o600)
    here = os.path.basename(home)
    played = scene.run(os.path.dirname(home), "play", f"{here}/{name}.json",
                       "-o", f"{here}/{name}.jsonl", "--secret-file",
                       f"{here}/m", "--key-file", "key", "--json")
    assert played.code == 0, played
    end = json.loads(played.out.splitlines()[-1])
    return [compact({"t": "start", "match": number, "entrants": entrants,
                     "attempt": 1}),
            compact({"t": "end", "match": number, **{
                key: end[key] for key in ("log", "ranks", "faults")}})]


def test_a_match_after_the_wanted_error_is_refused(folder):
    home = f"{folder}/error"
    book = scene.content(home, "book.jsonl").splitlines()
    further = 1 + sum(b'"t":"start"' in line for line in book)
    book[-1:-1] = one_more(home, further, further - 1,
                            [1 - further % 2, further % 2])
    files = book_signed({**load(home), "book.jsonl": b"\n".join(book) +
                         b"\n"})
    for name in ("book.jsonl", "book.note"):
        scene.write(f"{home}/{name}", files[name])
    scene.expect(scene.tournament(folder, "verify", "error"), 1,
                 rf"book\.jsonl:\d+: match {further} is of round")


def cases(stage):
    """Batches of tamperings, each in a process of its own: the second verifier
    is slow."""
    chance, work = random.Random(4), []
    for name in CUPS:
        home = f"{scene.SRC}/tests/golden/{name}"
        found = tamperings(name, load(home), chance)
        work += [(f"{stage.root}/{name}.{i}", {**load(home), "": home},
                  found[i:i + BATCH]) for i in range(0, len(found), BATCH)]
    pool = scene.process_pool()
    for one in work:
        yield (f"{len(one[2])} tamperings from \"{one[2][0][0]}\" on",
               lambda one=one: pool.submit(tried, one).result())


scene.main("error", "bots", cases=cases)

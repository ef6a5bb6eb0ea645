#!/usr/bin/env python3
"""tournament_tamper.py - finished tournaments, changed in thousands of ways.

Small tournaments of several formats are played.  Then everything in their
folders is edited, cut, moved, swapped and forged, also by an operator who
signs again what they have changed.  `tournament verify` has to refuse each
case and to name the place; tests/independent/tournament.py and the checker for
WebAssembly have to agree.

tier: full
"""
import concurrent.futures
import functools
import json
import os
import random
import re
import shutil
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene
import tournament
import wasm

sys.path.insert(0, f"{scene.SRC}/tests/hostile/tampering")
from book_edits import PLACE, book_edits, trust_edits, void_edits  # noqa: E402
from small_tournaments import CUPS, bots, done, load, play       # noqa: E402
from log_edits import log_edits                     # noqa: E402
from paper_edits import manifest_edits, note_edits  # noqa: E402
from signing import book_signed, compact, finished  # noqa: E402

CASES = int(os.environ.get("ROLLCALL_TAMPER",
                           "2400" if scene.LONG else "800" if scene.WIDE else
                           "400"))
BATCH = 40
OF_A_KIND = 2


def of_each_kind(found, chance):
    """Some of each kind: cases that differ only by numbers are of one kind, as
    one match or line of the book is as good as another."""
    if scene.LONG:
        return found
    kinds = {}
    for one in found:
        kinds.setdefault(re.sub(r"\d+", "0", one[0]), []).append(one)
    return [one for kind in kinds.values()
            for one in chance.sample(kind, min(len(kind), OF_A_KIND))]


def tamperings(name, files, chance):
    """The cases of one tournament, and how many exist: some of each kind that
    was written one by one, and as many of the generated ones as there is time
    for."""
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
        len(many), CASES // len(CUPS) - len(rare)))), len(found)


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
            re.search(place or PLACE, result.out)):
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


def words_of_doubt(folder, name):
    """Checks what the verdict on a good folder lists as not proved."""
    due = {"trust": ["unsigned|without signing.*", "withheld|reveal",
                     "compare with round 7 of drand",
                     "that this round came after the manifest",
                     "that the key of ann is theirs", "2\\^1 salts",
                     "sandbox limits"],
           "robin": ["operator could have picked", "--key", "sandbox"]}
    out = done(folder, "verify", name)
    pinned = done(folder, "verify", name, "--key", scene.PUBLIC)
    wrong = [f"no /{word}/ in {out}" for word in due.get(name, [])
             if not re.search(f"not proved: .*({word})", out)]
    if "belongs to the operator" in pinned:
        wrong.append(pinned)
    other = scene.tournament(folder, "verify", name, "--key", "0a" * 32)
    if other.code != 1 or "manifest.json: operator.key" not in other.out:
        wrong.append(str(other))
    good, why = tournament.verify_folder(f"{folder}/{name}")
    return wrong + ([] if good else [f"the other verifier: {why}"])


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


def check_further(stage, base):
    """A match that was played after the wanted error was reached is refused."""
    folder = stage.folder()
    home = f"{folder}/error"
    shutil.copytree(f"{base}/error", home)
    book = scene.content(home, "book.jsonl").splitlines()
    pair = next(tournament.schedules.circle(3))[0]
    book[-1:-1] = one_more(home, 4, 3, pair)
    files = book_signed({**load(home), "book.jsonl": b"\n".join(book) +
                         b"\n"})
    for name in ("book.jsonl", "book.note"):
        scene.write(f"{home}/{name}", files[name])
    result = scene.tournament(folder, "verify", "error")
    return [] if result.code == 1 and re.search(
        r"book\.jsonl:8: match 4 is of round 4", result.out) else \
        [str(result)]


def main():
    chance = random.Random(4)
    tally = scene.Tally()
    with scene.Scene() as stage:
        folders = {name: stage.folder() for name in CUPS}
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            for folder in folders.values():
                bots(folder)
            list(pool.map(lambda name: play(folders[name], name), CUPS))
        for name, folder in folders.items():
            tally.add(f"{name} is verified, and the verdict says what was not "
                      "proved", words_of_doubt(folder, name))
        tally.run([("a round too many", functools.partial(
            check_further, stage, folders["error"]))])
        work, count, every = [], 0, 0
        for name, folder in folders.items():
            files = load(f"{folder}/{name}")
            cases, known = tamperings(name, files, chance)
            count += len(cases)
            every += known
            base = {**files, "": f"{folder}/{name}"}
            work += [(f"{stage.root}/w{len(work)}.{i}", base,
                      cases[i:i + BATCH])
                     for i in range(0, len(cases), BATCH)]
        with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
            for (_, _, batch), wrong in zip(work, pool.map(tried, work)):
                tally.add(f"{len(batch)} tamperings from \"{batch[0][0]}\" on",
                          wrong)
        print(f"{count} of {every} tamperings; more with ROLLCALL_TAMPER, "
              "all kinds in full with ROLLCALL_LONG_TESTS=1")
    if not wasm.HAS:
        print(wasm.NOT_TRIED)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

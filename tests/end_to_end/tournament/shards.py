#!/usr/bin/env python3
"""shards.py - a tournament played by many processes ends with the same bytes.

However many shards there are, in whatever order, started twice, killed or half
committed: manifest, book and tables are the same, and the tables are those of
a plain run.  What is not a whole match is refused or played again.

tier: quick
"""
import functools
import itertools
import json
import os
import random
import shutil
import signal
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene
import tournament

NAMES = "ada", "bob", "cyd", "dan", "eve"
TABLES = "results", "standings", "crosstable", "ladder"
# Clocks so long that no bot is too slow, however busy the machine is.
CUP = {"name": "cup", "game": "pig", "rules": {"target": 30},
       "limits": {"start_ms": 600000, "move_ms": 600000},
       "format": {"type": "round_robin", "boards": 2}}
FORMATS = {
    "round_robin": ({"type": "round_robin", "boards": 2, "matches": 2}, 4),
    "cycles": ({"type": "round_robin", "boards": 4, "matches": 9,
                "until_error": 400}, 3),
    "gauntlet": ({"type": "gauntlet", "boards": 2}, 4),
    "swiss": ({"type": "swiss", "boards": 2, "rounds": 3}, 5),
    "knockout": ({"type": "knockout", "boards": 2}, 3),
    "double_knockout": ({"type": "double_knockout", "boards": 2}, 3),
    "sprt": ({"type": "sprt", "boards": 4, "boards_max": 200, "elo0": "0",
              "elo1": "100"}, 2),
}


def shard(folder, index, of, *words, start=False, **more):
    begun = scene.start(folder, "run", "cup", "--shard", f"{index}/{of}",
                        "--key-file", "key", *words,
                        program=scene.TOURNAMENT, **more)
    return begun if start else scene.finish(begun)


def gather(folder, *words):
    return scene.tournament(folder, "gather", "cup", "--key-file", "key",
                            *words)


def due(folder):
    told = scene.tournament(folder, "gather", "cup", "--due", "--json")
    assert told.code in (0, 1), told
    return json.loads(told.out)


def prepare(at, cup=CUP, entrants=4, bot=None):
    folder = at.folder()
    os.makedirs(f"{folder}/t")
    for number, name in enumerate(NAMES[:entrants]):
        if bot is None:
            scene.entrant(folder, name, "threshold" if number % 2 == 0 and
                          cup["game"] == "pig" else "first_move")
        else:
            scene.bot(folder, name, bot + name)
            os.chmod(folder, 0o777)
    cup = {**cup, "entrants": [
        {"name": name, "command": [f"./{name}"]}
        for name in NAMES[:entrants]]}
    scene.write(f"{folder}/cup.json", json.dumps(cup))
    made = scene.tournament(folder, "init", "cup.json", "--key-file", "key")
    assert made.code == 0, made
    return folder


def copy(at, made):
    folder = at.folder()
    shutil.copytree(f"{made}/cup", f"{folder}/cup")
    return folder


def play(folder, shards, rng, jobs=1):
    """Plays waves until the tournament is over.  `shards` has the number of
    shards of each wave."""
    for of in shards:
        result = gather(folder)
        if result.code != 1:
            return [] if result.code == 0 else [f"gather: {result}"]
        for index in rng.sample(range(of), of):
            result = shard(folder, index, of, "-j", str(jobs))
            if result.code != 0:
                return [f"shard {index}/{of}: {result}"]
    return ["it does not end"]


def tables(folder):
    found = {}
    for command in TABLES:
        result = scene.tournament(folder, command, "cup", "--csv")
        found[command] = result.out if result.code == 0 else repr(result)
    return found


def of_sprt(found):
    """Leaves out `results`: a plain run has matches after the stop, which
    count in no other table."""
    return {command: table for command, table in found.items()
            if command != "results"}


def places(folder):
    """The folders where shards play; what a killed referee leaves is cleaned
    up by its keeper."""
    return [name for name in os.listdir(f"{folder}/t")
            if name.startswith("rollcall-shard-")]


def whole(folder, twice=True):
    """What is wrong with a finished tournament.  The independent verifier only
    knows two seats and no luck: otherwise not `twice`."""
    verdict = scene.tournament(folder, "verify", "cup")
    wrong = [] if verdict.code == 0 else [f"verify: {verdict}"]
    good, why = tournament.verify_folder(f"{folder}/cup") if twice else \
        (True, None)
    if not good:
        wrong.append(f"the independent verifier: {why}")
    left = [name for _, _, names in os.walk(folder) for name in names
            if name.endswith(".tmp")] + places(folder)
    return wrong + [f"left: {left}"] * bool(left) + scene.gone_in_the_end(
        folder)


def same(folder, other):
    return [f"{name} differs" for name in
            ("manifest.json", "book.jsonl", "book.note")
            if scene.content(folder, f"cup/{name}") !=
            scene.content(other, f"cup/{name}")]


def every_way(form, at):
    rules, entrants = FORMATS[form]
    return same_every_way(at, prepare(at, {**CUP, "format": rules}, entrants),
                          of_sprt if form == "sprt" else dict,
                          fewer=27 if form == "cycles" else None)


def same_every_way(at, made, only, twice=True, fewer=None):
    """The same bytes for any N, order and -j, and the tables of a plain run
    that `only` selects.  `twice` as for `whole`; it ends before match
    `fewer`."""
    plain, one, many = (copy(at, made) for _ in range(3))
    result = scene.tournament(plain, "run", "cup", "-j", "2", "--key-file",
                              "key")
    wrong = [] if result.code == 0 else [repr(result)]
    wrong += play(one, itertools.repeat(1, 40), random.Random(1), jobs=2)
    wrong += play(many, itertools.islice(itertools.cycle([3, 5, 2]), 60),
                  random.Random(3))
    expected = only(tables(plain))
    for folder in one, many:
        for command, table in only(tables(folder)).items():
            if table != expected[command]:
                wrong.append(f"{command}:\n{table}\n{expected[command]}")
        wrong += whole(folder, twice)
    matches = scene.content(one, "cup/book.jsonl").count(b'"end"')
    if fewer is not None and not 0 < matches < fewer:
        wrong.append(f"it ends with {matches} matches")
    return wrong + same(one, many)


# ### in the middle

def gated(at):
    """One match, whose bots wait at a gate."""
    folder = prepare(at, {**CUP, "rules": {"target": 10},
                          "format": {"type": "round_robin", "boards": 1}}, 2,
                     scene.WAITS)
    for name in NAMES[:2]:
        scene.write(f"{folder}/{name}.gate", "")
    return folder


def until_here(folder, processes):
    """Waits until each process plays: its log in its own folder has a line."""
    def play_all():
        begun = [place for place in places(folder) if b'"t":"draw"' in
                 scene.content(f"{folder}/t/{place}", "match-000001.jsonl")]
        return len(begun) >= len(processes) or \
            any(process.poll() is not None for process in processes)
    assert scene.wait_until(play_all)
    return [f"ended: {scene.finish(process)}" for process in processes
            if process.poll() is not None]


def open_gates(folder):
    for name in NAMES[:2]:
        os.unlink(f"{folder}/{name}.gate")


def twice_at_once(at):
    """Two processes play the same match: one result is committed."""
    folder = gated(at)
    both = [shard(folder, 0, 1, "--no-pin", start=True) for _ in range(2)]
    wrong = until_here(folder, both)
    open_gates(folder)
    ends = [scene.finish(process) for process in both]
    thrown = sum("is discarded" in end.out for end in ends)
    if [end.code for end in ends] != [0, 0] or thrown != 1:
        wrong.append(f"{thrown} discarded: {ends}")
    if gather(folder).code != 0:
        wrong.append(f"not over: {gather(folder)}")
    return wrong + whole(folder)


def killed(at):
    """A shard that dies leaves nothing in the tournament's folder."""
    folder = gated(at)
    process = shard(folder, 0, 1, start=True)
    wrong = until_here(folder, [process])
    process.kill()
    scene.finish(process)
    wrong += scene.gone_in_the_end(folder)
    open_gates(folder)
    left = [name for place, _, names in os.walk(f"{folder}/cup/matches")
            for name in names]
    if left or gather(folder).code != 1 or due(folder)["due"] != [1]:
        wrong.append(f"left: {left}; {due(folder)}")
    shutil.rmtree(f"{folder}/t")
    os.makedirs(f"{folder}/t")
    if shard(folder, 0, 4).code != 0 or due(folder)["due"] != [1]:
        wrong.append("shard 0 of 4 played match 1")
    if shard(folder, 1, 4).code != 0 or gather(folder).code != 0:
        wrong.append(f"it is not played again: {gather(folder)}")
    return wrong + whole(folder)


def stopped(at):
    """Ctrl-C ends it, and it says how to continue."""
    folder = gated(at)
    process = shard(folder, 0, 1, start=True)
    wrong = until_here(folder, [process])
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGTERM)
    process.send_signal(signal.SIGINT)
    open_gates(folder)
    wrong += scene.one_sentence(scene.finish(process), "stopped; what is "
                                "committed is safe; the same command")
    return wrong + [f"left: {name}" for name in places(folder)]


def half_committed(at):
    """The result has its final name but the log does not: either command
    completes the commit."""
    wrong = []
    for command in "gather", "shard":
        made = prepare(at, entrants=2)
        wrong += [repr(end) for end in [shard(made, 0, 1)] if end.code != 0]
        place = f"{made}/cup/matches/0000"
        with open(f"{place}/match-000001.result.json", "rb") as file:
            told = json.load(file)
        os.rename(f"{place}/match-000001.jsonl",
                  f"{place}/{told['temporary']}.log.tmp")
        if command == "shard":
            said = shard(made, 0, 1)
            if said.code != 0 or "match 1:" in said.out:
                wrong.append(f"played again: {said}")
            if not os.path.exists(f"{place}/match-000001.jsonl"):
                wrong.append("the shard did not name the log")
        end = gather(made)
        wrong += [f"{command}: {end}"] if end.code != 0 else whole(made)
    return wrong


# ### refusals

def played(at, entrants=3):
    folder = prepare(at, entrants=entrants)
    result = shard(folder, 0, 1)
    assert result.code == 0, result
    return folder, f"{folder}/cup/matches/0000"


def change(path, old, new):
    with open(path, "rb") as file:
        text = file.read()
    assert old in text, (path, old)
    scene.write(path, text.replace(old, new, 1))


def changed(name, old, new, expected, at):
    """A byte of a committed file was changed: it is refused, then played
    again."""
    folder, place = played(at)
    other = copy(at, folder)
    change(f"{place}/{name}", old, new)
    wrong = scene.one_sentence(gather(folder), expected)
    wrong += scene.one_sentence(gather(folder), "to have match 2 played again")
    for ending in "jsonl", "result.json":
        os.unlink(f"{place}/match-000002.{ending}")
    if due(folder)["due"] != [2] or gather(folder).code != 1:
        wrong.append(f"not due: {due(folder)}")
    wrong += [repr(end) for end in (shard(folder, 2, 5), gather(folder),
                                    gather(other)) if end.code != 0]
    return wrong + whole(folder) + same(folder, other)


def missing(at):
    """No wave is closed while a match is missing, whatever a job reported."""
    folder, place = played(at)
    os.unlink(f"{place}/match-000003.result.json")
    told = gather(folder)
    wrong = [] if told.code == 1 and "1 match is due, from round 3 on: 3" in \
        told.out else [repr(told)]
    if b'"close"' in scene.content(folder, "cup/book.jsonl"):
        wrong.append("the book is closed")
    return wrong


def unnamed(at):
    """A log that the book does not name is found anywhere in the folders: of
    no match, or a second one of a match."""
    folder, place = played(at)
    wrong = [repr(end) for end in [gather(folder)] if end.code != 0]
    for name in ("matches/0000/match-000009.jsonl", "match-000001.jsonl",
                 "matches/match-000001.jsonl",
                 "matches/0001/match-000001.jsonl"):
        os.makedirs(os.path.dirname(f"{folder}/cup/{name}"), exist_ok=True)
        shutil.copy(f"{place}/match-000001.jsonl", f"{folder}/cup/{name}")
        verdict = scene.tournament(folder, "verify", "cup")
        if verdict.code != 1 or f"cup/{name}: the book names no such log" \
                not in verdict.out:
            wrong.append(f"{name}: {verdict}")
        good, why = tournament.verify_folder(f"{folder}/cup")
        if good or name not in why:
            wrong.append(f"independent: {why}")
        os.unlink(f"{folder}/cup/{name}")
    return wrong + whole(folder)


def other_bot(at):
    folder = prepare(at)
    with open(f"{folder}/bob", "ab") as file:
        file.write(b"another version\n")
    wrong = scene.one_sentence(shard(folder, 0, 2), "bot bob has changed")
    if os.path.exists(f"{folder}/cup/matches"):
        wrong.append("it began to play")
    return wrong


def unwritable(at):
    folder = prepare(at)
    scene.write(f"{folder}/cup/matches", "")
    return scene.one_sentence(shard(folder, 0, 2), "cannot make the folder "
                              "cup/matches/0000: Not a directory")


def not_mixed(at):
    """A tournament is played either entirely in shards or not at all."""
    folder, _ = played(at)
    wrong = scene.one_sentence(scene.tournament(
        folder, "run", "cup", "--key-file", "key"), "is played in shards")
    plain = gated(at)
    process = scene.start(plain, "run", "cup", "--key-file", "key",
                          program=scene.TOURNAMENT)
    assert scene.wait_until(lambda: b'"start"' in scene.content(
        plain, "cup/book.jsonl"))
    for end in shard(plain, 0, 1), scene.tournament(plain, "gather", "cup",
                                                    "--due"):
        wrong += scene.one_sentence(end, "was begun without shards: continue "
                                    "with tournament run cup")
    open_gates(plain)
    return wrong + [repr(end) for end in [scene.finish(process)]
                    if end.code != 0]


def files(folder):
    return {f"{place}/{name}": scene.content(place, name)
            for place, _, names in os.walk(f"{folder}/cup") for name in names}


def watched(at):
    """watch shows what is committed, gathered or not, and how to continue."""
    folder, place = played(at)
    whole_folder = copy(at, folder)
    scene.tournament(whole_folder, "gather", "cup", "--key-file", "key")
    os.unlink(f"{place}/match-000002.result.json")
    wrong, told = [], []
    for command in None, gather:
        if command is not None and command(folder).code != 1:
            wrong.append(f"gather: {command(folder)}")
        before = files(folder)
        seen = scene.tournament(folder, "watch", "cup")
        told.append(json.loads(scene.tournament(folder, "watch", "cup",
                                                "--json").out))
        if files(folder) != before:
            wrong.append("it changed a file")
        if "tournament gather cup enters the results into the book" not in seen.out:
            wrong.append(repr(seen))
    points = sum(float(row["points"]) for row in told[0]["standings"])
    if told[0] != told[1] or told[0]["matches"] != 2 or \
            told[0]["games"] != 8 or points != 8:
        wrong.append(repr(told))
    over = json.loads(scene.tournament(whole_folder, "watch", "cup",
                                       "--json").out)
    return wrong + ([] if over["over"] and over["matches"] == 3 else
                    [repr(over)])


def wrong_words(at):
    folder = prepare(at)
    wrong = []
    for word in "2/2", "0", "0/0", "a/2", "-1/2", "1/2/3", "1/", "0/10000001":
        wrong += scene.one_sentence(scene.tournament(
            folder, "run", "cup", "--shard", word, "--key-file", "key"),
            "--shard: expected I/N, with N from 1 to 10000000 and I from 0 to "
            f"N - 1, found {word}")
    return wrong


def told(at):
    """--due in each form; it changes nothing."""
    folder = prepare(at)
    shard(folder, 2, 3)
    forms = {(): "cup: 4 matches are due, from round 1 on: 1, 3-4, 6\n",
             ("--as", "slurm"): "1,3-4,6\n",
             ("--as", "lines"): "1\n3\n4\n6\n",
             ("--of", "3", "--as", "slurm"): "0-1\n",
             ("--of", "3"): "cup: matches are due in 2 of 3 shards, from "
             "round 1 on: 0-1\n"}
    wrong = []
    for words, expected in forms.items():
        said = scene.tournament(folder, "gather", "cup", "--due", *words)
        out = said.out.replace(said.out.split(":")[0] + ":", "cup:", 1) \
            if ":" in said.out else said.out
        if said.code != 1 or out != expected:
            wrong.append(f"{words}: {said}")
    if os.path.exists(f"{folder}/cup/book.jsonl"):
        wrong.append("--due wrote a book")
    return wrong


CASES = {
    **{f"{form}: the same bytes": functools.partial(every_way, form)
       for form in FORMATS},
    "started twice at once": twice_at_once, "killed": killed,
    "stopped": stopped, "half committed": half_committed,
    "a changed log": functools.partial(
        changed, "match-000002.jsonl", b'"t":"over"', b'"t":"0ver"',
        "is not the log that was committed"),
    "a changed result": functools.partial(
        changed, "match-000002.result.json", b'"ranks":[[', b'"ranks":[[ ',
        "is incomplete or damaged"),
    "a cut result": functools.partial(
        changed, "match-000002.result.json", b'"}\n', b'', "is incomplete or damaged"),
    "a missing match": missing, "an unnamed log": unnamed,
    "another version of a bot": other_bot,
    "a folder that cannot be made": unwritable, "not mixed": not_mixed,
    "wrong words": wrong_words, "what is due": told,
    "watched": watched,
}

if __name__ == "__main__":
    sys.exit(scene.run_cases(CASES, workers=3, of=3))

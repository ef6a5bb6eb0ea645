#!/usr/bin/env python3
"""own_sandbox.py - an entrant with its own sandbox level.

Only this entrant runs at that level.  The warning, the log, the manifest, the
ladder and the verdict say so, and nothing can change it on the way.

The environment names the folders: srcdir, and builddir for the programs.

tier: full
"""
import json
import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene
import tournament as independent    # after scene, which adds its folder

KEY = ("--key-file", "key")
NOTE = "sandbox none for ann; limits for all others"
# Reports where it runs, each time that it is started: at `limits` its working
# folder is its home, at `none` the folder where the referee was started.
PLACE = scene.prelude("json, os, signal, sys") + """
where = "box" if os.environ["HOME"] == os.getcwd() else "none"
name = os.path.basename(sys.argv[0])
sys.stderr.write("%s is in: %s\\n" % (name, where))
sys.stderr.flush()
until_turn(99)
"""


def entrants(folder, ann="none", bob=None):
    for name in ("ann", "bob"):
        scene.bot(folder, name, PLACE + f"# {name}\n")
    one = {"name": "ann", "command": ["./ann"]}
    other = {"name": "bob", "command": ["./bob"]}
    return [{**one, "sandbox": ann} if ann else one,
            {**other, "sandbox": bob} if bob else other]


def match(folder, **changes):
    """A match file; its entrants say how ann and bob are run."""
    scene.write(f"{folder}/match.json", json.dumps(
        {"game": "pig", "rules": {"target": 10}, **changes}))


def cup(folder, path="cup.json", **changes):
    scene.write(f"{folder}/{path}", json.dumps(
        {"name": "cup", "game": "pig", "rules": {"target": 10},
         "format": {"type": "round_robin", "boards": 1}, **changes}))


def places(folder):
    """Where the bots of a match say that they run."""
    said = "".join(line.get("stderr", "")
                   for line in scene.read_log(f"{folder}/trace"))
    found = dict(re.findall(r"^(\w+) is in: (\w+)$", said, re.M))
    return [found.get(name) for name in ("ann", "bob")]


def played_so(at):
    """A bot at none beside one at limits, and the reverse."""
    wrong = []
    for all_, ann, bob, due, header in (
            ("limits", "none", None, ["none", "box"], ["none", None]),
            ("none", None, "limits", ["none", "box"], [None, "limits"]),
            ("limits", "limits", None, ["box", "box"], [None, None]),
            ("none", "limits", "limits", ["box", "box"],
             ["limits", "limits"])):
        folder = at.folder()
        match(folder, entrants=entrants(folder, ann, bob), sandbox=all_)
        result = scene.play(folder, "match.json", "--trace", "trace")
        first = scene.read_log(f"{folder}/log.jsonl")[0]
        found = [entrant.get("sandbox") for entrant in first["entrants"]]
        again = scene.run(folder, "rerun", "log.jsonl")
        if result.code != 0 or places(folder) != due or found != header or \
                again.code != 0 or scene.doubts(folder):
            wrong.append(f"{all_} {ann} {bob}: {places(folder)} {found} "
                         f"{result} {again} {scene.doubts(folder)}")
        told = f"referee: warning: {NOTE}\n" if ann == "none" else ""
        if told not in result.err or ("for all others" in result.err) != \
                bool(told):
            wrong.append(f"{all_} {ann} {bob}: the warning: {result.err}")
        verdict = scene.run(folder, "verify", "log.jsonl")
        if ("sandbox none for ann: it could have read the secret"
                in verdict.out) != (ann == "none"):
            wrong.append(f"{all_} {ann} {bob}: the verdict: {verdict.out}")
    return wrong


def strict_too(at):
    """A bot at none beside one at strict, which sees nothing of the other."""
    folder = at.folder()
    told = scene.run(folder, "doctor")
    if "strict" not in told.out.splitlines()[-1]:
        print("not tried: own_sandbox.py beside strict: this machine cannot "
              "do --sandbox strict")
        return []
    list_ = entrants(folder)
    scene.bot(folder, "bob", PLACE.replace(
        'where = "box"',
        f'where = "seen" if os.path.exists("{folder}/ann") else "box"'))
    match(folder, entrants=list_, sandbox="strict",
          limits={"memory_mb": 2048, "cpu_s": 600})
    result = scene.play(folder, "match.json", "--trace", "trace")
    note = "sandbox none for ann; strict for all others"
    verdict = scene.run(folder, "verify", "log.jsonl").out
    if result.code != 0 or places(folder) != ["none", "box"] or \
            note not in result.err or "sandbox strict" in verdict or \
            "sandbox none for ann: it could" not in verdict:
        return [f"{places(folder)} {result} {verdict}"]
    return []


def resumed_so(at):
    """A log is not continued at another level."""
    folder = at.folder()
    match(folder, entrants=entrants(folder), boards=2)
    scene.play(folder, "match.json")
    lines = scene.content(folder).splitlines(True)
    scene.write(f"{folder}/log.jsonl", b"".join(lines[:-2]))
    scene.write(f"{folder}/log.secret", scene.SECRET + "\n", 0o600)
    tree = json.loads(scene.content(folder, "log.json"))
    whole = json.dumps(tree)
    del tree["entrants"][0]["sandbox"]
    scene.write(f"{folder}/log.json", json.dumps(tree))
    wrong = scene.one_sentence(
        scene.run(folder, "play", "--resume", "log.jsonl", *KEY),
        'the match file log.json is not that of the log: "entrants" differs')
    scene.write(f"{folder}/log.json", whole)
    result = scene.run(folder, "play", "--resume", "log.jsonl", *KEY)
    if result.code != 0 or scene.doubts(folder):
        wrong.append(f"{result} {scene.doubts(folder)}")
    return wrong


def in_a_tournament(at):
    """Manifest, logs, notes and verdict, in all commands that read them."""
    folder, wrong = at.folder(), []
    # A limit that level none does not have applies to bob alone.
    cup(folder, entrants=entrants(folder), limits={"memory_mb": 2048})
    check = scene.tournament(folder, "check", "cup.json")
    result = scene.tournament(folder, "run", "cup.json", "-j", "1", *KEY)
    manifest = json.loads(scene.content(folder, "cup/manifest.json"))
    found = [one.get("sandbox") for one in manifest["entrants"]]
    log = scene.read_log(f"{folder}/cup/match-000001.jsonl")[0]
    if check.code != 0 or result.code != 0 or found != ["none", None] or \
            log["entrants"][0].get("sandbox") != "none":
        wrong.append(f"{check} {result} {found} {log['entrants']}")
    if result.out.count(f"warning: {NOTE}\n") != 1 or \
            f"\n{NOTE}\n" not in result.out:
        wrong.append(f"the run: {result.out}")
    for words in (["ladder", "cup"], ["verify", "cup"]):
        shown = scene.tournament(folder, *words)
        if shown.code != 0 or NOTE not in shown.out:
            wrong.append(f"{words}: {shown}")
    if "sandbox none for ann: it could have read the secret" not in shown.out:
        wrong.append(f"the verdict: {shown.out}")
    good, why = independent.verify_folder(f"{folder}/cup")
    return wrong if good else wrong + [f"the independent verifier: {why}"]


def compared(at):
    """A copy in the folder or a log with another level is refused."""
    folder, wrong = at.folder(), []
    cup(folder, entrants=entrants(folder))
    scene.tournament(folder, "init", "cup.json", *KEY)
    path = "cup/tournament.json"
    whole = scene.content(folder, path)
    tree = json.loads(whole)
    tree["entrants"][0]["sandbox"] = "limits"
    scene.write(f"{folder}/{path}", json.dumps(tree))
    wrong += scene.one_sentence(
        scene.tournament(folder, "run", "cup", *KEY),
        r"entrants\[0\]\.sandbox: it is not the level of ann that the "
        "manifest was signed with")
    scene.write(f"{folder}/{path}", whole)
    if scene.tournament(folder, "run", "cup", *KEY).code != 0:
        return wrong + ["it does not play"]
    log = "cup/match-000001.jsonl"
    os.chmod(f"{folder}/{log}", 0o600)
    changed = scene.content(folder, log).replace(b',"sandbox":"none"}', b'}',
                                                 1)
    if changed == scene.content(folder, log):
        wrong.append("the log has no sandbox of ann")
    scene.write(f"{folder}/{log}", changed)
    verdict = scene.tournament(folder, "verify", "cup")
    if verdict.code != 1:
        wrong.append(f"a log without it: {verdict}")
    return wrong


def in_a_league(at):
    """A round keeps the levels of the league."""
    folder = at.folder()
    os.mkdir(f"{folder}/l")
    cup(folder, "l/league.json", entrants=entrants(folder), base="..",
        format={"type": "league", "boards": 1})
    result = scene.tournament(folder, "league", "l", *KEY)
    found = [json.loads(open(f"{place}/manifest.json", encoding="utf-8")
                        .read())["entrants"]
             for place, _, names in os.walk(f"{folder}/l")
             if "manifest.json" in names]
    if not found or [one.get("sandbox") for one in found[0]] != \
            ["none", None]:
        return [f"{result} {found}"]
    return []


REFUSED = (
    ({"sandbox": "loose"}, r"entrants\[0\]\.sandbox: expected one of "
     '"none", "limits", "strict", found "loose"'),
    ({"sandbox": 1}, r"entrants\[0\]\.sandbox: expected .*found"),
)


def refused(at):
    """Wrong levels, and an ssh whose processor time would count."""
    folder, wrong = at.folder(), []
    for change, expression in REFUSED:
        list_ = entrants(folder)
        list_[0].update(change)
        cup(folder, entrants=list_)
        match(folder, entrants=list_)
        wrong += scene.one_sentence(
            scene.tournament(folder, "run", "cup.json", *KEY), expression)
        wrong += scene.one_sentence(scene.play(folder, "match.json"),
                                    expression)
    list_ = entrants(folder)
    os.rename(f"{folder}/ann", f"{folder}/ssh")
    list_[0]["command"] = ["./ssh", "ann@example", "bot"]
    sentence = "bot ann: behind ssh it thinks on another machine, whose " \
        "processor time cannot be measured here: use clock wall"
    cup(folder, entrants=list_, limits={"clock": "cpu"})
    match(folder, entrants=list_, limits={"clock": "cpu"})
    wrong += scene.one_sentence(
        scene.tournament(folder, "check", "cup.json"), sentence)
    wrong += scene.one_sentence(scene.play(folder, "match.json"), sentence)
    return wrong


def with_authors(at):
    """With authors who reveal, everybody must be at strict, or be trusted."""
    folder = at.folder()
    cup(folder, entrants=entrants(folder), sandbox="strict",
        authors=[{"name": "eve", "commit": "0c" * 32, "key": "0d" * 32}])
    wrong = scene.one_sentence(
        scene.tournament(folder, "init", "cup.json", *KEY),
        r'entrants\[0\]\.sandbox: a contest that authors commit to needs '
        '"strict"')
    result = scene.tournament(folder, "init", "cup.json", "--trusted", *KEY)
    return wrong if result.code == 0 else wrong + [str(result)]


if __name__ == "__main__":
    sys.exit(scene.run_cases({
        "played so": played_so,
        "beside strict": strict_too,
        "resumed so": resumed_so,
        "in a tournament": in_a_tournament,
        "compared": compared,
        "in a league": in_a_league,
        "refused": refused,
        "with authors": with_authors,
    }, workers=2))

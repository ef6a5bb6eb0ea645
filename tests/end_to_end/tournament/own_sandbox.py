#!/usr/bin/env python3
"""own_sandbox.py - an entrant with its own sandbox level.

Only this entrant runs at that level.  The warning, the log, the manifest, the
ladder and the verdict say so, and nothing can change it on the way.

tier: full
"""
import json
import os
import re

import scene
import tournament

KEY = ("--key-file", "key")
NOTE = "sandbox none for ann; limits for all others"
# Reports where it runs, each time that it is started: at `limits` its working
# folder is its home, at `none` the folder where the referee was started.
PLACE = scene.prelude("json, os, signal, sys") + """
where = "box" if os.environ["HOME"] == os.getcwd() else "none"
if os.path.exists("{0}/ann"): where += ", sees ann"
name = os.path.basename(sys.argv[0])
sys.stderr.write("%s is in: %s\\n" % (name, where))
sys.stderr.flush()
until_turn(99)
"""


def prepare(folder, ann="none", bob=None, path="match.json", **changes):
    """A match or tournament file; its entrants say how ann and bob are run."""
    for name in ("ann", "bob"):
        scene.bot(folder, name, PLACE.replace("{0}", folder) + f"# {name}\n")
    scene.write(f"{folder}/{path}", json.dumps({
        "game": "pig", "rules": {"target": 10}, "entrants": [
            {"name": name, "command": [f"./{name}"],
             **({"sandbox": level} if level else {})}
            for name, level in (("ann", ann), ("bob", bob))], **changes}))


def cup(folder, **changes):
    prepare(folder, **{"path": "cup.json", "name": "cup", "format":
                       {"type": "round_robin", "boards": 1}, **changes})


def places(folder):
    """Where the bots of a match say that they run."""
    said = "".join(line.get("stderr", "")
                   for line in scene.read_log(f"{folder}/trace"))
    found = dict(re.findall(r"^(\w+) is in: (.*)$", said, re.M))
    return [found[name].split(",")[0] for name in ("ann", "bob")]


def change(folder, path, **changes):
    tree = json.loads(scene.content(folder, path))
    tree["entrants"][0].update(changes)
    scene.write(f"{folder}/{path}", json.dumps(tree))


@scene.each([
    ("limits", "none", None, ["none", "box"], ["none", None]),
    ("none", None, "limits", ["none", "box"], [None, "limits"]),
    ("limits", "limits", None, ["box", "box"], [None, None]),
    ("none", "limits", "limits", ["box", "box"], ["limits", "limits"])])
def test_one_beside_another(folder, every, ann, bob, due, header):
    prepare(folder, ann, bob, sandbox=every)
    warned = ann == "none"
    result = scene.expect(
        scene.play(folder, "match.json", "--trace", "trace"), err=f"^referee: "
        f"warning: {NOTE}\n" if warned else None)
    assert places(folder) == due
    assert [one.get("sandbox") for one in scene.read_log(
        f"{folder}/log.jsonl")[0]["entrants"]] == header
    assert ("for all others" in result.err) == warned
    scene.expect(scene.run(folder, "rerun", "log.jsonl"), err="")
    assert not scene.doubts(folder)
    said = scene.run(folder, "verify", "log.jsonl").out
    assert ("sandbox none for ann: it could have read the secret"
            in said) == warned, said


def test_one_beside_strict(folder):
    """Those at strict see nothing of the other."""
    if "strict" not in scene.run(folder, "doctor").out.splitlines()[-1]:
        raise scene.Skip("this machine has no level strict")
    prepare(folder, sandbox="strict",
            limits={"memory_mb": 2048, "cpu_s": 600})
    scene.expect(scene.play(folder, "match.json", "--trace", "trace"),
                 err="sandbox none for ann; strict for all others")
    assert places(folder) == ["none", "box"]
    assert b"bob is in: box, sees" not in scene.content(folder, "trace")
    said = scene.run(folder, "verify", "log.jsonl").out
    assert "sandbox none for ann: it could" in said and \
        "sandbox strict" not in said, said


def test_a_log_is_not_continued_at_another_level(folder):
    prepare(folder, boards=2)
    scene.play(folder, "match.json")
    scene.write(f"{folder}/log.jsonl",
                b"".join(scene.content(folder).splitlines(True)[:-2]))
    scene.write(f"{folder}/log.secret", scene.SECRET + "\n", 0o600)
    resume = "play", "--resume", "log.jsonl", *KEY
    change(folder, "log.json", sandbox="limits")
    scene.expect(scene.run(folder, *resume), 2, err="the match file log.json "
                 'is not that of the log: "entrants" differs')
    change(folder, "log.json", sandbox="none")
    scene.expect(scene.run(folder, *resume), err=".*")
    assert not scene.doubts(folder)


def test_in_a_tournament(folder):
    """Manifest, logs, notes and verdict, in all commands that read them."""
    # A limit that level none does not have applies to bob alone.
    cup(folder, limits={"memory_mb": 2048})
    scene.expect(scene.tournament(folder, "check", "cup.json"))
    said = scene.expect(scene.tournament(folder, "run", "cup.json", *KEY)).out
    assert said.count(f"warning: {NOTE}\n") == 1 and f"\n{NOTE}\n" in said
    for path, get in (("manifest.json", 0), ("match-000001.jsonl", 0)):
        first = json.loads(scene.content(f"{folder}/cup", path).splitlines()[
            get])
        assert [one.get("sandbox") for one in first["entrants"]] == \
            ["none", None], first
    scene.expect(scene.tournament(folder, "ladder", "cup"), 0, NOTE)
    scene.expect(scene.tournament(folder, "verify", "cup"), 0, "sandbox none "
                 "for ann: it could have read the secret(.|\n)*" + NOTE)
    good, why = tournament.verify_folder(f"{folder}/cup")
    assert good, why
    log = scene.content(folder, "cup/match-000001.jsonl")
    os.chmod(f"{folder}/cup/match-000001.jsonl", 0o600)
    scene.write(f"{folder}/cup/match-000001.jsonl",
                log.replace(b',"sandbox":"none"}', b'}', 1))
    scene.expect(scene.tournament(folder, "verify", "cup"), 1)


def test_the_copy_in_the_folder_is_compared(folder):
    cup(folder)
    scene.tournament(folder, "init", "cup.json", *KEY)
    change(folder, "cup/tournament.json", sandbox="limits")
    scene.expect(scene.tournament(folder, "run", "cup", *KEY), 2, err=""
                 r"entrants\[0\]\.sandbox: it is not the level of ann that "
                 "the manifest was signed with")
    change(folder, "cup/tournament.json", sandbox="none")
    scene.expect(scene.tournament(folder, "run", "cup", *KEY))


def test_a_round_keeps_the_levels_of_the_league(folder):
    os.mkdir(f"{folder}/l")
    cup(folder, path="l/league.json", base="..", format={"type": "league"})
    scene.expect(scene.tournament(folder, "league", "l", *KEY))
    manifest = json.loads(scene.content(folder, "l/round-001/manifest.json"))
    assert [one.get("sandbox") for one in manifest["entrants"]] == \
        ["none", None]


scene.main()

#!/usr/bin/env python3
"""own_sandbox.py - an entrant with its own sandbox level.

Only this entrant runs at that level.  tests/cases/levels.txt has what says so.

tier: full
"""
import json
import re

import scene

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


def places(folder):
    """Where the bots of a match say that they run."""
    said = "".join(line.get("stderr", "")
                   for line in scene.read_log(f"{folder}/trace"))
    found = dict(re.findall(r"^(\w+) is in: (.*)$", said, re.M))
    return [found[name].split(",")[0] for name in ("ann", "bob")]


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
    scene.expect(scene.run(folder, "rerun", "log.jsonl",
                           "--sandbox", "limits"), err="")
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


scene.main()

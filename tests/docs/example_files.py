#!/usr/bin/env python3
"""example_files.py - every match and tournament of tournaments/examples/ is
played without a fault and verified, and so is every game between the bots of
bots/; the Monte-Carlo bots are as good as bots/README.md says.

tier: full
"""
import glob
import json
import os
import re

import fences
import project
import scene

EXAMPLES = {os.path.basename(path)[:-5]: json.loads(fences.read(path))
            for path in sorted(glob.glob(
                "tournaments/examples/*.json", root_dir=scene.SRC))}
CUPS = {name: file for name, file in EXAMPLES.items() if "format" in file}
SMALLER = {"demo": {"boards": 2, "matches": 2}}
ROUNDS = 2                              # of the league
# Game, rules, entrants: programs in bots/, by name.
MATCHES = [
    ("pig", {}, ["threshold", "greedy.js"]),
    ("bolo7", {"target": 3000}, ["threshold", "random_move.py"]),
    ("bolo7", {"target": 2000, "opening": 300},
     ["montecarlo", "montecarlo.py"]),
    ("bolo5", {"target": 3000}, ["bolo5.py", "first_move.sh"]),
    ("vollelotte", {"target": 2000}, ["vollelotte.py", "first_move.sh"]),
    ("rolit", {}, ["rolit.py", "first_move.sh", "random_move.py"]),
    ("blackpot", {}, ["blackpot.py", "first_move.sh", "random_move.py",
                      "first_move.sh"])]


@scene.each([f"tournaments/examples/{name}.json"
             for name in EXAMPLES.keys() - CUPS.keys()] + MATCHES)
def test_match(folder, game, rules=None, bots=()):
    project.copy(folder)
    path = game if "/" in game else scene.write(
        f"{folder}/match.json", json.dumps({
            "game": game, "rules": rules, "limits": {"move_ms": 60000},
            "entrants": [{"name": f"{bot}-{at}", "command": [f"bots/{bot}"]}
                         for at, bot in enumerate(bots)]}))
    if "montecarlo" in bots and project.sanitized():
        raise scene.Skip("with sanitizers a bot needs more memory")
    scene.expect(scene.play(folder, path))
    log = scene.read_log(f"{folder}/log.jsonl")
    assert not [line for line in log if line["t"] == "fault"]
    # The match file beside the log has the played match with all defaults.
    scene.expect(scene.run(folder, "rerun", "log.jsonl",
                           "--sandbox", "limits"))
    return scene.doubts(folder)


@scene.each(CUPS)
def test_tournament(folder, name):
    project.copy(folder)
    file, path = CUPS[name], f"tournaments/examples/{name}.json"
    key, played = ("--key-file", "key"), [name]
    assert file["name"] == name
    if name in SMALLER:
        file["format"].update(SMALLER[name])
        scene.write(f"{folder}/{path}", json.dumps(file))
    if file["format"]["type"] == "league":
        os.mkdir(f"{folder}/league")
        os.rename(f"{folder}/{path}", f"{folder}/league/league.json")
        scene.expect(scene.tournament(folder, "league", "league", "--rounds",
                                      str(ROUNDS), *key))
        played = [f"league/round-{n:03d}" for n in range(1, ROUNDS + 1)]
    else:
        scene.expect(scene.tournament(folder, "run", path, *key))
    for one in played:
        faults = scene.tournament(folder, "results", one, "--faults", "--csv")
        assert faults.out == "match,game,entrant,fault,suspect\n", faults
        scene.expect(scene.tournament(folder, "verify", one), out="verified: ")


def test_there_is_an_example_for_every_format(folder):
    listed = scene.tournament(folder, "formats").out
    known = set(re.findall(r"^(\w+)  ", listed, re.M)) - {"name"}
    assert known == {file["format"]["type"] for file in CUPS.values()}
    assert {row[0]: row[1:3] for row in fences.table(
        "tournaments/examples/README.md", "file", "game", "format")} == {
            f"{name}.json": [file["game"], file["format"]["type"]]
            for name, file in CUPS.items()}


@scene.each(["c", "python"])
def test_montecarlo_was_measured(folder, language):
    """The evaluation from the recorded book and luck is that of the page."""
    golden = f"{scene.SRC}/tests/golden/montecarlo/{language}"
    told = scene.run(folder, "games", "bolo7", "--json").out
    with open(f"{golden}/manifest.json", encoding="utf-8") as file:
        assert json.load(file)["rules"] == {
            rule["name"]: rule["default"] for rule in
            json.loads(told)["rules"]}
    test = json.loads(scene.tournament(folder, "watch", "--json",
                                       golden).out)["test"]
    adjusted = test.get("adjusted", {"beta": 0, "score": 0})
    page = fences.read("bots/README.md")
    assert (test["answer"], test["a"]) == ("H1", "montecarlo")
    assert test["sentence"] in page
    assert f"luck taken out, beta {adjusted['beta']:.2f}: score " \
        f"{adjusted['score']:.4f} " in page, adjusted


@scene.each(["py", "js"])
def test_montecarlo_is_short(_, end):
    assert fences.read(f"bots/montecarlo.{end}").count("\n") < 60


scene.main(workers=2)

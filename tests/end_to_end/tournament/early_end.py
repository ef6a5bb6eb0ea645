#!/usr/bin/env python3
"""early_end.py - until_error ends a tournament when all are in one pool, after
a whole cycle or round; and a test ends one for every table.
"""
import json
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene

sys.path.insert(0, f"{scene.SRC}/tests/independent")
import tournament   # noqa: E402


def play(at, form, entrants, jobs="2", **more):
    folder = at.folder()
    names = [f"bot{i}" for i in range(entrants)]
    for name in names:
        scene.entrant(folder, name, "threshold")
    scene.write(f"{folder}/cup.json", json.dumps({
        "name": "cup", "game": "pig", "rules": {"target": 10}, "format": form,
        "links": 16, "rotations": 1, "entrants": [{"name": name, "command": [f"./{name}"]}
                                  for name in names], **more}))
    return folder, scene.tournament(folder, "run", "cup.json", "-j", jobs,
                                    "--key-file", "key")


def ends_after(at, due, entrants, **form):
    """It ends after so many matches, and both verdicts agree."""
    folder, result = play(at, {"boards": 40, "until_error": 5000, **form},
                          entrants)
    ended = sum(line["t"] == "end" for line in scene.read_log(
        f"{folder}/cup/book.jsonl"))
    wrong = [] if result.code == 0 and ended == due else \
        [f"{ended} matches, expected {due}: {result}"]
    verified = scene.tournament(folder, "verify", "cup", "-j", "2")
    good, why = tournament.verify_folder(f"{folder}/cup")
    return wrong + ([] if verified.code == 0 and good else
                    [f"{verified} {why}"])


# Pairs of the first round have 30 blocks and small errors, in pools of two.
CASES = {
    "a round robin ends after a cycle": lambda at: ends_after(
        at, 6, 4, type="round_robin", matches=3),
    "of three seats, too": lambda at: ends_after(
        at, 4, 4, type="round_robin", seats=3, matches=2),
    "a gauntlet ends after a cycle": lambda at: ends_after(
        at, 6, 5, type="gauntlet", challengers=2, matches=2),
    "swiss ends after a round that joins the pools": lambda at: ends_after(
        at, 4, 4, type="swiss", rounds=3),
}

if __name__ == "__main__":
    sys.exit(scene.main(CASES))

#!/usr/bin/env python3
"""golden_games.py - every game at every number of players, byte for byte.

The golden logs come from fixed secrets, keys and bots; with UPDATE_GOLDEN=1
they are written anew.  A game without golden logs fails.
"""
import json
import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../support")
import scene

GOLDEN = f"{scene.SRC}/tests/golden/games"
# Short games, so that the logs stay small.
RULES = {
    "blackpot": {"pawns": 30},
    "bolo5": {"target": 1500, "min_first": 150, "min_turn": 50},
    "bolo7": {"target": 1500, "opening": 150},
    "pig": {"target": 20},
    "rolit": {"opening_plies": 2},
    "vollelotte": {"target": 600},
}
# Its choice follows from the question alone.
BOT = """#!%s
import json, sys
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "hello":
        print('{"type":"ready","events":false}', flush=True)
    elif said["type"] in ("turn", "again"):
        view = json.dumps(said.get("view"))
        legal = said.get("legal", [0])
        print(json.dumps({"move": sum(view.encode()) %% len(legal)}),
              flush=True)
"""


def plain(log):
    """Without the program's version, and the signature that goes with it."""
    return re.sub(rb'"version":"[^"]*"', b"", log, count=1).splitlines()[:-1]


def wrong_with(stage, game, seats):
    folder = stage.folder()
    scene.bot(folder, "bot", BOT % scene.PYTHON)
    scene.write(f"{folder}/match.json", json.dumps({
        "game": game, "rules": RULES.get(game, {}), "rotations": 1, "sandbox": "none",
        "entrants": [{"name": f"bot-{seat}", "command": ["./bot"]}
                     for seat in range(seats)]}))
    result = scene.play(folder, "match.json")
    if result.code != 0:
        return f"play: {result.code} {result.err}"
    with open(f"{folder}/log.jsonl", "rb") as file:
        log = file.read()
    found = scene.doubts(folder)
    told = scene.run(folder, "replay", "log.jsonl")
    if told.code != 0 or not told.out:
        found.append(f"replay: {told.code} {told.err}")
    # Dice of an opening are nobody's.
    if game == "rolit" and re.search(r"\n\nbot-\d .*\n +\d", told.out):
        found.append(f"a seat's heading stands above an opening: {told.out}")
    again = scene.run(folder, "rerun", "log.jsonl")
    if again.code != 0:
        found.append(f"rerun: {again.code} {again.out} {again.err}")
    path = f"{GOLDEN}/{game}-{seats}.jsonl"
    if os.environ.get("UPDATE_GOLDEN"):
        os.makedirs(GOLDEN, exist_ok=True)
        scene.write(path, log)
    elif not os.path.exists(path):
        found.append(f"there is no golden log {path}")
    else:
        with open(path, "rb") as file:
            kept = plain(file.read())
        for at, (new, old) in enumerate(zip(plain(log), kept), 1):
            if new != old:
                found.append(f"line {at}: now {new}, golden {old}")
                break
        if len(plain(log)) != len(kept):
            found.append("the golden log has another length")
    return found


def main():
    tally = scene.Tally()
    with scene.Scene() as stage:
        listed = scene.run(stage.folder(), "games", "--json").out
        known = [json.loads(line) for line in listed.splitlines()]
        tally.run([(f"{game['name']} with {seats}",
                    lambda game=game["name"], seats=seats:
                    wrong_with(stage, game, seats))
                   for game in known
                   for seats in map(int, game["result"])], 2)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

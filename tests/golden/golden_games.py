#!/usr/bin/env python3
"""golden_games.py - every game at every number of players, byte for byte.

The golden logs come from fixed secrets, keys and bots.  games.txt is the
output of `referee games`, and README.md lists the games.  UPDATE_GOLDEN=1
writes all of them again.  A game without golden logs is a failure.

tier: quick
"""
import difflib
import json
import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../support")
import scene

GOLDEN = f"{scene.SRC}/tests/golden/games"
# The list of games in README.md is between these lines.
README = f"{scene.SRC}/README.md"
BEGIN, END = "<!-- games -->\n", "<!-- end of games -->\n"
# It chooses by the question alone.
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


def short_rules(game):
    """Rules that keep the logs small."""
    with open(f"{scene.SRC}/tests/vectors/games/{game}.json",
              encoding="utf-8") as file:
        return json.load(file)["golden_rules"]


def difference(path, text):
    """The difference from the file; UPDATE_GOLDEN=1 writes the file first."""
    if os.environ.get("UPDATE_GOLDEN"):
        scene.write(path, text)
    with open(path, encoding="utf-8") as file:
        golden = file.read()
    return list(difflib.unified_diff(golden.splitlines(), text.splitlines(),
                                     path, "now", lineterm=""))


def wrong_with_games_txt(folder):
    text = ""
    for words in ([], ["pig"], ["bolo7"], ["pig", "--json"],
                  ["bolo7", "--json"]):
        result = scene.run(folder, "games", *words)
        if result.code != 0 or result.err:
            return repr(result)
        text += " ".join(["$ referee games", *words]) + f"\n{result.out}\n"
    return difference(f"{scene.SRC}/tests/golden/games.txt", text)


def first_sentence(game):
    with open(f"{scene.SRC}/docs/games/{game}.md", encoding="utf-8") as file:
        prose = file.read().split("\n\n")[1]
    return re.match(r".*?\.(?= |$)", " ".join(prose.split()))[0]


def wrong_with_readme(known):
    with open(README, encoding="utf-8") as file:
        text = file.read()
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    rows = ["| game | |", "|---|---|"]
    rows += [f"| [{game}](docs/games/{game}.md) | {first_sentence(game)} |"
             for game in (game["name"] for game in known)]
    return difference(README, before + BEGIN + "\n".join(rows) + "\n" + END + after)


def wrong_with(stage, game, seats):
    folder = stage.folder()
    scene.bot(folder, "bot", BOT % scene.PYTHON)
    scene.write(f"{folder}/match.json", json.dumps({
        "game": game, "rules": short_rules(game), "rotations": 1,
        "sandbox": "none",
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
    # Dice of an opening belong to no seat.
    if game == "rolit" and re.search(r"\n\nbot-\d .*\n +\d", told.out):
        found.append(f"a seat's heading stands above an opening: {told.out}")
    again = scene.run(folder, "rerun", "log.jsonl")
    if again.code != 0:
        found.append(f"rerun: {again.code} {again.out} {again.err}")
    path = f"{GOLDEN}/{game}-{seats}.jsonl"
    if os.environ.get("UPDATE_GOLDEN"):
        os.makedirs(GOLDEN, exist_ok=True)
        scene.record(path, log)
    elif not os.path.exists(path):
        found.append(f"there is no golden log {path}")
    else:
        with open(path, "rb") as file:
            golden = scene.without_version(file.read())
        made = scene.without_version(log)
        for at, (new, old) in enumerate(zip(made, golden), 1):
            if new != old:
                found.append(f"line {at}: now {new}, golden {old}")
                break
        if len(made) != len(golden):
            found.append("the golden log has another length")
    return found


def main():
    tally = scene.Tally()
    with scene.Scene() as stage:
        listed = scene.run(stage.folder(), "games", "--json").out
        known = [json.loads(line) for line in listed.splitlines()]
        tally.run([("the list of games.txt",
                    lambda: wrong_with_games_txt(stage.folder())),
                   ("the list of README.md",
                    lambda: wrong_with_readme(known)),
                   *((f"{game['name']} with {seats}",
                      lambda game=game["name"], seats=seats:
                      wrong_with(stage, game, seats))
                     for game in known
                     for seats in map(int, game["result"]))], 2, of=2)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

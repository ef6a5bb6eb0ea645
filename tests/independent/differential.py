#!/usr/bin/env python3
"""differential.py - the engines and the second implementation play the same
games.

The program tests/support/game_drive plays random games with the engines: seats,
rules, dice, moves and faults are random.  tests/independent follows the same
lines.  Views, legal moves, events, what is due and the result must be equal.
The vectors have whole games, which the second implementation plays, too.

tier: quick
"""
import json
import subprocess

import moves
import scene

DRIVE = f"{scene.BUILD}/tests/support/game_drive"
GAMES = 100         # of each kind


def drive(*words):
    return subprocess.run([DRIVE, *words], stdout=subprocess.PIPE, text=True,
                          check=True).stdout.splitlines()


def difference(game):
    """Where the two differ; nothing if they do not."""
    other = moves.follow(game)
    if "error" in other:
        return f"refused by the other: {other['error']}"
    for what in "decisions", "events":
        for at, (one, two) in enumerate(zip(game[what], other[what])):
            if one != two:
                return f"{what} {at}: engine {one}, other {two}"
    for what in "decisions", "events", "due":
        if game[what] != other[what]:
            return f"{what}: engine {game[what]}, other {other[what]}"
    return None


@scene.each(drive())
def test_game(_, name):
    games = list(map(json.loads, drive(name, "1", str(GAMES))))
    assert sum(len(game["decisions"]) for game in games) >= GAMES
    return [f"seed {seed}, {game['seats']} seats, {game['rules']}: {wrong}"
            for seed, game in enumerate(games, 1)
            for wrong in [difference(game)] if wrong]


@scene.each(drive())
def test_vectors(_, name):
    with open(f"{scene.SRC}/tests/vectors/games/{name}.json",
              encoding="utf-8") as file:
        games = json.load(file)["transcripts"]
    for game in games:
        shown = moves.follow({"game": name, "seats": game["players"],
                              "rules": game["rules"], "lines": game["lines"]})
        assert shown["events"] == game["events"], game["name"]
        assert shown["due"]["t"] == "over" and game["positions"]
        found = {one["before_line"]: one for one in shown["decisions"]}
        for due in game["positions"]:
            one = found[due["before_line"]]
            legal, first, last = one["legal"], due.get("legal_first", []), \
                due.get("legal_last", [])
            # Views got more members after the vectors were made.
            assert one["view"] | due["view"] == one["view"] and \
                one["seat"] == due["seat"] and \
                legal == due.get("legal", legal) and \
                len(legal) == due["legal_count"] and \
                legal[:len(first)] == first and \
                legal[len(legal) - len(last):] == last, due


scene.main()

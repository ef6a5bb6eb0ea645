#!/usr/bin/env python3
"""fair_seats.py - with one rotation the matches of a pairing rotate the seats:
the same bot under two names scores a half even if a seat is worth something,
and an imbalance of seats is reported.

Random failures have a probability below one in a million.

tier: full
"""
import collections
import glob
import json
import math
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene

sys.path.insert(0, f"{scene.SRC}/tests/independent")
import tournament   # noqa: E402

SIGMAS = 5
# Rules that favour one seat, and the bot that plays under both names.
GAMES = {
    "pig": ({"target": 10}, "threshold", 80),
    "bolo7": ({"target": 1000, "endgame": "immediate"}, "threshold", 150),
    "rolit": ({"size": 4}, "first_move", 4),
}


def cup(at, game, *words, **more):
    """Plays a tournament of one bot under two names with one rotation."""
    folder = at.folder()
    rules, program, boards = GAMES[game]
    for name in ("ann", "bob"):
        scene.entrant(folder, name, program)
    form = {"type": "round_robin", "boards": boards, "matches": 10}
    scene.write(f"{folder}/cup.json", json.dumps({
        "name": "cup", "game": game, "rules": rules, "rotations": 1,
        "format": {**form, **more.pop("format", {})}, "links": 32,
        "entrants": [{"name": name, "command": [f"./{name}"]}
                     for name in ("ann", "bob")], **more}))
    return folder, scene.tournament(folder, "run", "cup.json", "-j", "2",
                                    "--key-file", "key", *words)


def shares(folder):
    """The number of games, the first seat's share of wins, and ann's."""
    games = seat = ann = 0
    ended, who = {}, {}
    for line in scene.read_log(f"{folder}/cup/book.jsonl"):
        if line["t"] == "start":
            who[line["match"]] = line["entrants"]
        if line["t"] == "end":
            ended[line["match"]] = line["ranks"]
    for match, rows in ended.items():
        for row in rows:
            first, second = tournament.game_points(row)
            games += 1
            seat += first / tournament.POINT
            ann += (first, second)[who[match].index(0)] / tournament.POINT
    return games, seat / games, ann / games


def a_half(at, game, processes):
    folder, result = cup(at, game, processes=processes)
    games, seat, ann = shares(folder)
    bound = SIGMAS / 2 / math.sqrt(games)
    wrong = []
    if result.code != 0:
        wrong.append(str(result))
    if abs(seat - .5) < bound:
        wrong.append(f"{game}: the first seat has {seat}: proves nothing")
    # Without dice the two bots repeat the same game.
    if abs(ann - .5) > (0 if game == "rolit" else bound):
        wrong.append(f"{game}: {ann} of {games} games, first seat {seat}")
    verified = scene.tournament(folder, "verify", "cup", "-j", "2")
    other, why = tournament.verify_folder(f"{folder}/cup")
    if verified.code != 0 or not other:
        wrong.append(f"{verified} {why}")
    return wrong


def no_seat_wins_a_test(at):
    folder, result = cup(at, "pig", format={
        "type": "sprt", "matches": 1, "boards": 20, "elo0": 0, "elo1": 60,
        "alpha": "0.000001", "beta": "0.000001"})
    wrong = [] if result.code == 0 and ": H0, +0.0 nElo," in result.out else \
        [str(result)]
    verified = scene.tournament(folder, "verify", "cup", "-j", "2")
    return wrong + ([] if verified.code == 0 else [str(verified)])


def what_is_said(at, matches, program, *says):
    """Four entrants, whose pairings have so many matches each; the messages
    about seats must be `says`."""
    folder = at.folder()
    names = ["ann", "bob", "cyd", "dan"]
    for name in names:
        scene.entrant(folder, name, program)
    scene.write(f"{folder}/cup.json", json.dumps({
        "name": "cup", "game": "pig", "rules": {"target": 10}, "rotations": 1,
        "format": {"type": "round_robin", "boards": 3, "matches": matches},
        "entrants": [{"name": name, "command": [f"./{name}"]}
                     for name in names]}))
    wrong = []
    for words in (["run", "cup.json", "--key-file", "key"],
                  ["ladder", "cup"], ["run", "cup", "--key-file", "key"]):
        result = scene.tournament(folder, *words)
        said = [line for line in result.out.splitlines()
                if line.startswith("seats are not")]
        if result.code != 0 or said != list(says):
            wrong.append(f"{words}: {said} {result}")
    return wrong


def league(at, seats, names, rounds):
    """Seats stay balanced from round to round, and verify agrees."""
    folder = at.folder()
    for name in names:
        scene.entrant(folder, name, "threshold")
    os.mkdir(f"{folder}/league")
    scene.write(f"{folder}/league/league.json", json.dumps({
        "name": "league", "game": "pig", "rules": {"target": 10},
        "rotations": 1, "base": "..", "links": 8,
        "format": {"type": "league", "boards": 2, "seats": seats},
        "entrants": [{"name": name, "command": [f"./{name}"]}
                     for name in names]}))
    played = scene.tournament(folder, "league", "league", "--rounds",
                              str(rounds), "--key-file", "key")
    sat = collections.Counter()
    for book in glob.glob(f"{folder}/league/round-*/book.jsonl"):
        for line in scene.read_log(book):
            if line["t"] == "start":
                sat.update((who, seat) for seat, who in
                           enumerate(line["entrants"]))
    verified = scene.tournament(folder, "verify", "league")
    wrong = [] if played.code == verified.code == 0 else \
        [f"{played} {verified}"]
    for who in range(len(names)):
        had = [sat[who, seat] for seat in range(seats)]
        if sum(had) < 2 * rounds or max(had) - min(had) > 3:
            wrong.append(f"{names[who]}: {had}")
    return wrong


CASES = {
    "a league of two seats": lambda at: league(
        at, 2, ["ann", "bob", "cyd", "dan", "eve"], 6),
    "a league of three seats": lambda at: league(
        at, 3, ["ann", "bob", "cyd", "dan", "eve"], 6),
    "one match a pairing leaves somebody more often in a seat":
        lambda at: what_is_said(
            at, 1, "threshold",
            "seats are not balanced: ann had seat 0 in 6 of 9 games"),
    "two are balanced": lambda at: what_is_said(at, 2, "threshold"),
    **{f"{game}, processes {word}":
       lambda at, game=game, word=word: a_half(at, game, word)
       for game in GAMES for word in ("seat", "entrant")},
    "a test of a bot against itself": no_seat_wins_a_test,
}

if __name__ == "__main__":
    sys.exit(scene.run_cases(CASES))

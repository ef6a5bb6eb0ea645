#!/usr/bin/env python3
"""enter.py - entrants enter and withdraw while a tournament is played.

The second implementation in tests/independent makes schedule and standings
again from the book.  tests/cases/enter.txt has what is said and refused.

tier: quick
"""
import json
import os
import shutil

import brackets
import scene
import sharding
import standings
import tournament
from sharding import CUP, KEY

MORE = "fay", "gus"


def prepare(folder, entrants, form, **changes):
    sharding.prepare(folder, {**CUP, "rules": {"target": 10}, "format": form,
                              **changes}, entrants)
    for name in MORE:
        scene.entrant(folder, name, "threshold")
    cup = json.loads(scene.content(folder, "cup.json"))
    cup["entrants"] += [{"name": name, "author": name,
                         "command": [f"./{name}"]} for name in MORE]
    cup["format"] = {"type": "round_robin"}
    scene.write(f"{folder}/more.json", json.dumps(cup))
    shutil.copy(f"{folder}/cup/secret", folder)


def run(folder):
    scene.expect(scene.tournament(folder, "run", "cup", "-j", "1", *KEY))


def go_back(folder, matches):
    """As if the run had been stopped after so many matches."""
    book = [line for line in
            scene.content(folder, "cup/book.jsonl").splitlines(True)
            if json.loads(line).get("match", 0) <= matches]
    book = [line for line in book if json.loads(line)["t"] != "close"]
    scene.write(f"{folder}/cup/book.jsonl", b"".join(book))
    shutil.copy(f"{folder}/secret", f"{folder}/cup/secret")
    os.unlink(f"{folder}/cup/book.note")
    for name in os.listdir(f"{folder}/cup"):
        if name.startswith("match-") and int(name[6:12]) > matches:
            os.unlink(f"{folder}/cup/{name}")


def change(folder, *changes):
    """"+fay" enters, "-bob" withdraws; the rounds from which that holds."""
    said = [scene.expect(scene.tournament(
        folder, *(("enter", "cup", "more.json") if one[0] == "+" else
                  ("withdraw", "cup")), one[1:], *KEY)).out
            for one in changes]
    return [int(text.split()[-1]) for text in said]


def meetings(manifest, matches, schedule):
    games = manifest["boards"] * manifest["rotations"]
    if schedule.past is not None:
        return [standings.Meeting(
            one.entrants, one.points, games, True, one.round, "half"
            if one.slot == "missed" else kinds.get(one.entrants[0], "win"))
            for one in schedule.past for kinds in [{
                who: "half" if worth else "zero" for who, worth in
                brackets.byes_asked(manifest["format"], one.round)}]]
    return [standings.Meeting(match["entrants"], [sum(column) for column in zip(
        *map(tournament.game_points, match["ranks"]))], games, False, 1,
        "win")
        for _, match in sorted(matches.items())]


def check(folder):
    scene.expect(scene.tournament(folder, "verify", "cup"))
    manifest, matches, schedule = tournament.check(f"{folder}/cup")
    names = [one["name"] for one in manifest["entrants"]]
    table = json.loads(scene.expect(scene.tournament(
        folder, "standings", "cup", "--json")).out)["standings"]
    form = manifest["format"]
    other = standings.standings(
        meetings(manifest, matches, schedule), len(names),
        form.get("tie_breaks", standings.SWISS_ORDER if form["type"] ==
                 "swiss" else standings.GAME_ORDER))
    for ours, theirs in zip(table, other, strict=True):
        theirs["entrant"] = names[theirs["entrant"]]
        for key in ours:
            assert ours[key] == theirs.get(key, ours[key]) or \
                abs(ours[key] - theirs[key]) < 1e-5, (key, ours, theirs)
    return [match["entrants"] for _, match in sorted(matches.items())]


@scene.each(scene.rows("enter.txt"))
def test_schedule_and_standings(folder, entrants, form, *steps):
    prepare(folder, int(entrants), json.loads(form))
    run(folder)
    for matches, *words in map(str.split, steps):
        go_back(folder, int(matches))
        assert change(folder, *words[::2]) == list(map(int, words[1::2]))
        run(folder)
        check(folder)


def test_seats_keep_turning(folder):
    """With one rotation a cycle of others begins with the next seats."""
    prepare(folder, 3, {"type": "round_robin", "matches": 3}, rotations=1)
    run(folder)
    go_back(folder, 4)
    change(folder, "+fay", "-bob")
    run(folder)
    assert check(folder) == [[1, 2], [2, 0], [0, 1], [2, 1], [0, 2], [1, 0],
                             [2, 3], [3, 0], [0, 2]]


def test_shards(folder):
    """What is due counts as begun, as shards leave no trace of it."""
    prepare(folder, 5, {"type": "swiss", "rounds": 4})
    sharding.gather(folder, 1)
    sharding.shard(folder, 0, 1)
    assert change(folder, "+fay") == [2]
    sharding.gather(folder, 1)
    assert change(folder, "-bob") == [3]
    sharding.play(folder, [1, 2, 1, 3])
    check(folder)


scene.main()

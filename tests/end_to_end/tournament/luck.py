#!/usr/bin/env python3
"""luck.py - luck.csv has what the referee computes; a run that is killed goes
on; a test without luck stops where it should.

tests/cases/luck.txt has what is said and refused, unit/rating the numbers of
ladders without luck.

tier: full
"""
import collections
import csv
import json
import math
import os
import re
import shutil
import signal

import scene
import wasm

KEY = ["--key-file", "key"]
LUCK = {"v": 1, "game": "pig", "rules": {
    "illegal_retries": 0, "ranking": "winner", "target": 20,
    "max_turns": 200}, "seats": 2, "f": "table", "numbers": [],
        "table": None, "beta": "1", "from": "the tests"}
FILES = ["luck.csv", "ladder-luck.csv"]
PLAIN = {"type": "round_robin", "boards": 16, "matches": 2}


def prepare(folder, form, totals=("20", "4", "12"), **changes):
    """Makes cup.json; `totals`: where each bot holds."""
    scene.small_bot(folder, "hold", "hold.sh")
    scene.write(f"{folder}/luck.json", json.dumps(LUCK))
    scene.write(f"{folder}/cup.json", json.dumps({
        "name": "cup", "game": "pig", "rules": {"target": 20}, "links": 64,
        "rotations": 1, "limits": {"move_ms": 20000}, "luck": "luck.json",
        "format": form, "entrants": [
            {"name": f"bot{total}", "command": ["./hold", total]}
            for total in totals], **changes}))


def run(folder, *words, code=0):
    return scene.expect(scene.tournament(folder, *words), code)


def told(folder, *words, code=0):
    """The same for a command that tells that luck.csv is not checked."""
    return scene.expect(scene.tournament(folder, *words), code,
                        err="is from luck.csv, not checked")


def lucks(folder):
    with open(f"{folder}/cup/luck.csv", encoding="ascii") as file:
        return [(int(row["match"]), int(row["game"]),
                 [float(part) for part in row["luck"].split("|")]
                 if row["luck"] else None) for row in csv.DictReader(file)]


def contents(folder, cup="cup"):
    return [scene.content(f"{folder}/{cup}", name) for name in FILES]


def games_of(folder, rotations):
    """(match, pair, board, the first entrant's score and luck) of every game,
    from book and luck.csv."""
    luck = {(match, game): by_seat for match, game, by_seat in lucks(folder)}
    book, found = scene.read_log(f"{folder}/cup/book.jsonl"), []
    order = {line["match"]: line["entrants"] for line in book
             if line["t"] == "start"}
    for line in book:
        for game, ranks in enumerate(line.get("ranks", [])):
            entrants = order[line["match"]]
            first = entrants.index(min(entrants))
            # Seat s is held by entrant (s + rotation) mod 2.
            seat = (first - game % rotations) % 2
            found.append((line["match"], tuple(sorted(entrants)),
                          game // rotations,
                          float(ranks[first] < ranks[1 - first]),
                          luck[line["match"], game + 1][seat]))
    return sorted(found)


def test_luck_is_what_the_referee_computes(folder):
    prepare(folder, PLAIN)
    run(folder, "run", "cup.json", "-j", "2", *KEY)
    due = [(match, game["game"],
            [float(part) for part in game["luck_total"]])
           for match in range(1, 7) for game in map(json.loads, scene.expect(
               scene.run(folder, "analyse", "--json", "--luck-file",
                         "luck.json", f"cup/match-{match:06}.jsonl"),
               err="").out.splitlines()) if "luck_total" in game]
    assert lucks(folder) == due and len(due) == 96
    assert all(abs(sum(luck)) < 3e-6 and luck[0] for _, _, luck in due)
    table = scene.expect(scene.tournament(folder, "ladder", "cup", "--luck",
                                          "--csv"), err="not checked")
    assert table.out.encode() == contents(folder)[1]
    ladder = contents(folder)[1]
    scene.write(f"{folder}/cup/ladder-luck.csv",
                ladder.replace(b"bot4", b"bot5"))
    scene.expect(scene.tournament(folder, "verify", "cup"), 1,
                 r"cup/ladder-luck.csv:\d: it is not what luck.csv gives")
    scene.write(f"{folder}/cup/ladder-luck.csv", ladder)
    # --fit: the regression of scores on luck within pairs.
    pairs, common, square = collections.defaultdict(list), 0, 0
    for _, pair, _, score, luck in games_of(folder, 1):
        pairs[pair].append((score, luck))
    for games in pairs.values():
        means = [sum(column) / len(games) for column in zip(*games)]
        common += sum((score - means[0]) * (luck - means[1])
                      for score, luck in games)
        square += sum((luck - means[1]) ** 2 for _, luck in games)
    made = run(folder, "luck", "cup", "--fit").out
    fitted = json.loads(made)
    assert abs(float(fitted["beta"]) - common / square) < .00501, made
    assert re.match("fitted to 96 games of cup-", fitted["from"]), made
    # Its output is a luck file for later tournaments, if the table is right.
    scene.write(f"{folder}/luck.json", made)
    run(folder, "run", "cup.json", "-o", "later", *KEY)
    run(folder, "verify", "later")
    scene.write(f"{folder}/luck.json",
                made.replace(fitted["table"], "00" * 32))
    scene.expect(scene.tournament(folder, "run", "cup.json", "-o", "last",
                                  *KEY), 2, err="table: it is not the hash of "
                 "the table of pig .*the results are safe")


def test_in_a_browser(folder):
    """The verdict is the same, except for one more doubt."""
    if not wasm.HAS:
        raise scene.Skip("checker.wasm")
    scene.golden(folder, "luck")
    words, program = ("verify", "luck", "--json"), scene.TOURNAMENT
    said, due = [json.loads(one(folder, *words, program=program).out)
                 for one in (wasm.run, scene.run)]
    doubts = said["tournaments"][0]["not_proved"]
    left_out = [one for one in doubts if one["code"] == "luck"]
    doubts.remove(left_out[0])
    assert said == due and len(left_out) == 1 and said["verified"], said


def test_a_formula_for_three_seats(folder):
    """With the default numbers, then with fitted ones."""
    names = ["ann", "bob", "cyd"]
    for name in names:
        scene.entrant(folder, name, "threshold")
    scene.cup(folder, names, game="bolo7", rules={"target": 1500}, links=64,
              rotations=1, format={"type": "round_robin", "seats": 3,
                                   "boards": 40, "matches": 3})
    run(folder, "run", "cup.json", *KEY)
    assert "f race, beta 0.85, chosen after the games" in run(
        folder, "ladder", "cup", "--luck").out
    found = lucks(folder)
    default = json.loads(scene.content(f"{folder}/cup", "luck.json"))
    assert all(len(luck) == 3 and abs(sum(luck)) < 4e-6 and any(luck)
               for _, _, luck in found), found[:3]
    made = run(folder, "luck", "cup", "--fit").out
    fitted = json.loads(made)["numbers"]
    assert len(fitted) == 4 and fitted != default["numbers"], made
    scene.write(f"{folder}/luck.json", made)
    # With other numbers the same games have other luck.
    run(folder, "luck", "cup", "--luck-file", "luck.json")
    assert lucks(folder) != found
    run(folder, "verify", "cup")


# ### interrupted

@scene.each([signal.SIGINT, signal.SIGKILL])
def test_ended_while_it_analyses(folder, number):
    """Nothing is half written; the next run gives the same bytes."""
    scene.golden(folder, "luck", "bots")
    due = contents(folder, "luck")
    for name in FILES:
        os.unlink(f"{folder}/luck/{name}")
    program = scene.other_referee(folder, f"""#!/bin/sh
: >here
while [ ! -e go ]; do sleep .01; done
exec {scene.REFEREE} "$@"
""")
    process = scene.start(folder, "run", "luck", "-j", "2", *KEY,
                          program=program)
    assert scene.wait_until(lambda: os.path.exists(f"{folder}/here"))
    process.send_signal(number)
    scene.write(f"{folder}/go", "")
    assert scene.finish(process).code == (2 if number == signal.SIGINT
                                          else -number)
    assert not scene.gone_in_the_end(folder)
    assert contents(folder, "luck") == [b"", b""]
    run(folder, "run", "luck", *KEY)
    assert contents(folder, "luck") == due


@scene.each(scene.rows("luck_nonsense.txt"))
def test_a_referee_that_says_nonsense(folder, said, code, says):
    scene.golden(folder, "luck")
    os.unlink(f"{folder}/luck/luck.csv")
    program = scene.other_referee(folder, f"""#!/bin/sh
{scene.REFEREE} "$@" | sed -n 1p
printf '%s\\n' '{said}'
exit {code}
""")
    scene.expect(scene.run(folder, "luck", "luck", program=program), 2,
                 err=says)
    assert not [name for name in os.listdir(f"{folder}/luck")
                if name.startswith("luck.csv")]


# ### a test

def stop_of(folder):
    """The number of blocks after which the test of 0 against 8 Elo is
    decided."""
    blocks, bound = collections.defaultdict(list), math.log(.95 / .05)
    for match, _, board, score, luck in games_of(folder, 2):
        blocks[match, board].append(score - luck)
    means = [sum(block) / 2 for _, block in sorted(blocks.items())]
    for count in range(30, len(means) + 1):
        mean = sum(means[:count]) / count
        variance = sum(one * one for one in means[:count]) / count - mean ** 2
        llr = count / 2 * math.log(
            (variance + (mean - .5) ** 2) /
            (variance + (mean - 1 / (1 + 10 ** (-8 / 400))) ** 2))
        if abs(llr) >= bound:
            return count
    return None


def test_a_test_without_luck(folder):
    """It stops at the same game on any number of cores, and needs luck.csv."""
    prepare(folder, {"type": "sprt", "elo0": 0, "elo1": 8, "boards": 2,
                     "boards_max": 800}, ("20", "12"), rotations=2)
    run(folder, "init", "cup.json", *KEY)
    found = set()
    for jobs in 1, 4:
        shutil.copytree(f"{folder}/cup", f"{folder}/made")
        said = told(folder, "run", "cup", "-j", str(jobs), *KEY).out
        run(folder, "verify", "cup")
        end = re.search(r"H([01]) accepted: .* after (\d+) blocks", said)
        found.add(end[0])
        stop, matches = int(end[2]), len({
            game[0] for game in games_of(folder, 2)})
        assert stop == stop_of(folder), said
        # At the stop a match may be going on, and another have begun.  With
        # several at once any number may have ended while one was slow.
        assert jobs > 1 or matches <= math.ceil(stop / 2) + 2, matches
        if jobs == 1:
            shutil.rmtree(f"{folder}/cup")
            os.rename(f"{folder}/made", f"{folder}/cup")
    assert len(found) == 1, found
    # Asked again it gives the same answer, and the other way round.
    again = told(folder, "sprt", "cup", "bot20", "bot12", "--elo1", "8",
                 "--luck", code=int(end[1] == "0")).out
    assert told(folder, "sprt", "cup", code=int(end[1] == "0")).out == again
    # So it does if it was stopped before its end was entered.
    shutil.copytree(f"{folder}/cup", f"{folder}/stopped")
    book = scene.content(folder, "stopped/book.jsonl").splitlines(True)
    scene.write(f"{folder}/stopped/book.jsonl", b"".join(book[:-1]))
    scene.expect(scene.tournament(folder, "sprt", "stopped"),
                 int(end[1] == "0"), re.escape(again), "is not over")
    swapped = told(folder, "sprt", "cup", "bot12", "bot20", "--elo0", "-8",
                   "--elo1", "0", "--luck", code=int(end[1] == "1")).out
    assert end[0] in again.replace("\n", " "), (end, again)
    assert swapped.split("(LLR ")[1][1:5] == again.split("(LLR ")[1][1:5]
    # In a browser the verdict does not say that the test had to end there.
    if wasm.HAS:
        [verdict] = json.loads(wasm.run(folder, "verify", "cup", "--json",
                                        program=scene.TOURNAMENT).out)[
                                            "tournaments"]
        assert {"luck", "test_end"} <= {
            one["code"] for one in verdict["not_proved"]}, verdict
    os.unlink(f"{folder}/cup/luck.csv")
    scene.expect(scene.tournament(folder, "ladder", "cup"), 2,
                 err="cup/luck.csv")
    assert end[0] in told(folder, "run", "cup", *KEY).out
    run(folder, "verify", "cup")


def test_a_test_that_false_luck_ended(folder):
    prepare(folder, {"type": "sprt", "elo0": 0, "elo1": 20, "boards": 5,
                     "boards_max": 800}, ("4", "12"), rotations=2)
    run(folder, "init", "cup.json", *KEY)
    false = ["match,game,luck"] + [
        f"{match},{game},{luck:.6f}|{-luck:.6f}" for match in range(1, 81)
        for game in range(1, 11) for luck in [
            (-1) ** game * (.4 + .1 * (-1) ** (match + game // 2))]]
    scene.write(f"{folder}/cup/luck.csv", "\n".join(false) + "\n")
    scene.tournament(folder, "run", "cup", "-j", "1", *KEY)
    played = len([name for name in os.listdir(f"{folder}/cup")
                  if name.endswith(".jsonl") and name.startswith("match-")])
    scene.write(f"{folder}/cup/luck.csv",
                "\n".join(false[:1 + 10 * played]) + "\n")
    assert "H1" in told(folder, "run", "cup", *KEY).out
    told(folder, "sprt", "cup", "bot4", "bot12", "--luck", "--elo1", "20")
    scene.expect(scene.tournament(folder, "verify", "cup"), 1,
                 "cup/luck.csv:2: it is not what the logs give")


scene.main()

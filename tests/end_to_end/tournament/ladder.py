#!/usr/bin/env python3
"""ladder.py - shared places, games from a PGN, and ratings by Ordo's rule,
computed again, and the examples of docs/ratings.md.  tests/cases/ladder.txt has
every option, unit/rating the numbers of each.

tier: quick
"""
import csv
import io
import json
import os
import random
import re
from operator import mul

import ratings
import scene

NORMAL_99 = 2.5758293035489004
HEADER = "block,entrants,ranks\n"


def said(folder, *words):
    return scene.expect(scene.tournament(folder, *words)).out


def ladder(folder, *words):
    return said(folder, "ladder", *words)


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


@scene.each([3, 4, 5])
def test_shared_places_like_a_second_implementation(folder, seats):
    dice = random.Random(seats)
    games = [(board, dice.sample(range(6), seats),
              [dice.randrange(seats) + 1 for _ in range(seats)])
             for board in range(40) for _ in range(2)]
    scene.write(f"{folder}/games.csv", HEADER + "".join(
        f"{block},{'|'.join('abcdef'[i] for i in who)},"
        f"{'|'.join(map(str, ranks))}\n" for block, who, ranks in games))
    elo, errors, naive, _, cov = ratings.fit(games, 6, seats - 1)
    words = ["--games", "games.csv", "--result", "ranking"]
    for row in rows(ladder(folder, *words, "--csv")):
        i = "abcdef".index(row["entrant"])
        for key, due in ("elo", elo), ("se", errors), ("se_naive", naive):
            assert abs(float(row[key]) - due[i]) < 2e-6, (row, key, due[i])
    for anchors in ([(2, 1500, 0)], [(2, 1500, 0), (0, 1450, 0)],
                    [(5, 0, 20), (1, 30, 40.5), (3, -7, 0)],
                    [(i, 100 * i, 0) for i in range(6)]):
        due = dict(zip("abcdef", zip(*ratings.anchored(elo[:6], cov, [
            (i, given, error / NORMAL_99) for i, given, error in anchors]))))
        for row in rows(ladder(folder, *words, "--csv", "--confidence", "99",
                               *(f"--anchor={'abcdef'[i]}={given}+-{error}"
                                 for i, given, error in anchors))):
            value, error = due[row["entrant"]]
            assert abs(float(row["elo"]) - value) < 3e-6, (row, due)
            assert abs(float(row["err_anchor"]) - NORMAL_99 * error) < 3e-6, \
                (row, due)
    (kind,) = json.loads(ladder(folder, *words, "--json"))["seats"]
    for got, due in zip(kind["h"] + kind["se"], elo[6:] + errors[6:]):
        assert abs(got - due) < 2e-6


# ### PGN

FENS = [f"8/8/8/{i}k{7 - i}/8/8/8/K7 w - - 0 1" for i in range(8)]


def engine_games(seed, count=400):
    """Games by round, opening and so on, half of them in pairs, as tags."""
    dice = random.Random(seed)
    for number in range(count):
        if number % 2 == 0 or dice.random() < .2:
            pair = dice.sample(["a", 'b "2"', "c\\d", "e"], 2)
            kind, about = dice.randrange(5), dice.randrange(8)
        tags = {"Event": dice.choice("xyyyyy"), "White": pair[number % 2],
                "Black": pair[1 - number % 2], "Site": "a {b}; [c]",
                "Result": dice.choice(["1-0", "0-1", "1/2-1/2", "*"])}
        if kind in (0, 1):
            tags["FEN"] = FENS[about]
        if kind in (1, 2):
            tags["Round"] = f"{about}.{dice.randrange(1, 5)}"
        if kind in (3, 4):
            tags["Round"] = str(about)
        if kind == 4:
            tags["Opening"] = dice.choice(["Grob", "Bird"])
        yield tags


def as_pgn(games, dice):
    def value(text):
        return text.replace("\\", r"\\").replace('"', r'\"')
    for tags in games:
        keys = list(tags)
        dice.shuffle(keys)
        yield "".join(f'[{key} "{value(tags[key])}"]\n' for key in keys)
        yield dice.choice(["\n", "\n1. e4 {\n[White \"x\"]\n} e5\n\n",
                           "\n1. e4 ; [White\n\n", "1. e4 *\n", "\n\n"])


def in_pairs(games):
    """Adds blocks, by docs/ratings.md."""
    waiting, blocks = {}, 0
    for tags in games:
        if tags["Result"] == "*":
            continue
        place, _, game = tags.get("Round", "").rpartition(".")
        about = tags.get("FEN") or (
            (place, (int(game) + 1) // 2) if place else
            (game, tags.get("Opening")))
        pair = tuple(sorted([tags["White"], tags["Black"]]))
        kind = tags["Event"], pair, about
        other = waiting.setdefault((kind, tags["Black"]), [])
        if other:
            block = other.pop(0)
        else:
            blocks += 1
            block = blocks
            waiting.setdefault((kind, tags["White"]), []).append(block)
        yield block, tags


RANKS = {"1-0": "1|2", "0-1": "2|1", "1/2-1/2": "1|1"}


@scene.each(range(5))
def test_pgn_like_a_second_implementation(folder, seed):
    games = list(engine_games(seed))
    scene.write(f"{folder}/g.pgn", "".join(
        as_pgn(games, random.Random(seed))))
    csv_quote = str.maketrans({'"': '""'})
    scene.write(f"{folder}/g.csv", HEADER + "".join(
        '{},"{}|{}",{}\n'.format(
            block, tags["White"].translate(csv_quote),
            tags["Black"].translate(csv_quote), RANKS[tags["Result"]])
        for block, tags in in_pairs(games)))
    for form in "--csv", "--json":
        got = ladder(folder, "--games", "g.pgn", form)
        assert got == ladder(folder, "--games", "g.csv", form), got
    left_out = sum(tags["Result"] == "*" for tags in games)
    assert f"\n{left_out} games without a result left out\n" in ladder(
        folder, "--games", "g.pgn")


def test_several_files_are_one_ladder(folder):
    games = list(engine_games(7))
    for name, part in ("1", games[:200]), ("2", games[200:]):
        scene.write(f"{folder}/{name}.pgn", "".join(
            as_pgn(part, random.Random(name))))
    scene.write(f"{folder}/g.csv", HEADER + "".join(
        '{}.{},"{}|{}",{}\n'.format(
            part, block, tags["White"].replace('"', '""'),
            tags["Black"].replace('"', '""'), RANKS[tags["Result"]])
        for part in (0, 1) for block, tags in in_pairs(
            games[200 * part:][:200])))
    for order in ["1.pgn", "2.pgn"], ["2.pgn", "1.pgn"]:
        assert ladder(folder, "--games", order[0], "--games", order[1],
                      "--csv") == ladder(folder, "--games", "g.csv", "--csv")


# ### Ordo

def ordo(games, count):
    """Ratings at which everybody's expected score is the score."""
    elo = [0.0] * count
    for _ in range(40):
        due, slope = [0.0] * count, [0.0] * count
        for white, black, score in games:
            chance = 1 / (1 + 10 ** ((elo[black] - elo[white]) / 400))
            for i, more in (white, score - chance), (black, chance - score):
                due[i] += more
                slope[i] += chance * (1 - chance) / ratings.ELO
        elo = [old + step / each for old, step, each in zip(elo, due, slope)]
        mean = sum(elo) / count
        elo = [old - mean for old in elo]
    return elo


@scene.each([(0, 0), (0, .3), (35, 0), (35, .5)])
def test_ratings_are_those_of_ordo(folder, white_elo, draws):
    """But for the scale, which is that of the expected score of equals."""
    dice = random.Random(3)
    strength = [dice.gauss(0, 120) for _ in range(8)]
    games, lines = [], []
    for pair in range(700):
        a, b = dice.sample(range(8), 2)
        for white, black in (a, b), (b, a):
            chance = 1 / (1 + 10 ** ((strength[black] - strength[white] -
                                      white_elo) / 400))
            drawn = draws * 4 * chance * (1 - chance)
            roll = dice.random()
            score = .5 if roll < drawn else float(
                roll < drawn / 2 + chance)
            games.append((white, black, score))
            result = {1: "1-0", 0: "0-1", .5: "1/2-1/2"}[score]
            lines.append(f'[Round "{pair}"]\n[White "{white}"]\n'
                         f'[Black "{black}"]\n[Result "{result}"]\n')
    scene.write(f"{folder}/g.pgn", "".join(lines))
    due = ordo(games, 8)
    got = {int(row["entrant"]): row for row in rows(ladder(
        folder, "--games", "g.pgn", "--prior", "none", "--csv"))}
    elo = [float(got[i]["elo"]) for i in range(8)]
    scale = sum(map(mul, elo, due)) / sum(map(mul, due, due))
    print("scale", scale)
    assert abs(scale - 1) < (.03 if white_elo or draws else 2e-3)
    for i, row in got.items():
        assert abs(elo[i] - scale * due[i]) < float(row["se"]) / 30, (i, due)


# ### the page

with open(f"{scene.SRC}/docs/ratings.md", encoding="utf-8") as page:
    PAGE = page.read()


def test_the_examples_of_the_page(folder):
    """They run in order, in one folder, and match to the byte."""
    seen = set()
    for block in re.findall(r"(?:^    .*\n(?:\n(?=    (?!\$)))?)+", PAGE,
                            re.M):
        lines = re.sub("^    ", "", block, flags=re.M)
        if not lines.startswith("$ "):
            continue
        command, _, rest = lines[2:].partition("\n")
        words, want = command.split(), rest.rstrip("\n") + "\n"
        seen.add(words[0])
        if words[0] == "cat" and not os.path.exists(f"{folder}/{words[1]}"):
            scene.write(f"{folder}/{words[1]}", want)
        got = scene.content(folder, words[1]).decode() \
            if words[0] == "cat" else said(folder, *words[1:])
        assert got == want, f"{command}:\n{got}"
    assert seen == {"cat", "tournament"}, seen


def test_the_page_has_every_option(folder):
    known = set(re.findall(r"^  (--[a-z-]+)", said(
        folder, "ladder", "--help"), re.M)) - {"--help"}
    section = PAGE.partition("## Options")[2].partition("**For")[0]
    named = set(re.findall(r"--[a-z-]+", "".join(
        line.split("|")[1] for line in section.splitlines()
        if line.startswith("| `--"))))
    assert known == named and known, known ^ named


scene.main()

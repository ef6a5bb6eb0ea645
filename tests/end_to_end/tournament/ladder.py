#!/usr/bin/env python3
"""ladder.py - shared places, computed again, memory, and the examples of
docs/ratings.md.  tests/cases/ladder.txt has every option, unit/rating the
numbers of each.

tier: quick
"""
import csv
import io
import json
import os
import random
import re

import ratings
import scene

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
    elo, errors, naive, _ = ratings.fit(games, 6, seats - 1)
    words = ["--games", "games.csv", "--result", "ranking"]
    for row in rows(ladder(folder, *words, "--csv")):
        i = "abcdef".index(row["entrant"])
        for key, due in ("elo", elo), ("se", errors), ("se_naive", naive):
            assert abs(float(row[key]) - due[i]) < 2e-6, (row, key, due[i])
    (kind,) = json.loads(ladder(folder, *words, "--json"))["seats"]
    for got, due in zip(kind["h"] + kind["se"], elo[6:] + errors[6:]):
        assert abs(got - due) < 2e-6


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

#!/usr/bin/env python3
"""ladder.py - the ladder's history and games, computed again, and the examples
of docs/ratings.md.  tests/cases/ladder.txt has every option, unit/rating the
numbers of each.

tier: quick
"""
import collections
import csv
import io
import itertools
import json
import math
import os
import random
import re
import subprocess

import ratings
import scene

HEADER = "block,entrants,ranks\n"


def said(folder, *words):
    return scene.expect(scene.tournament(folder, *words)).out


def ladder(folder, *words):
    return said(folder, "ladder", *words)


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def games_of(folder, name):
    """The games of a book as (match, board, entrants by seat, ranks)."""
    manifest = json.loads(scene.content(folder, f"{name}/manifest.json"))
    names = [one["name"] for one in manifest["entrants"]]
    book = scene.read_log(f"{folder}/{name}/book.jsonl")
    seated = {line["match"]: [names[i] for i in line["entrants"]]
              for line in book if line["t"] == "start"}
    for line in sorted((line for line in book if line["t"] == "end"),
                       key=lambda line: line["match"]):
        who = seated[line["match"]]
        for game, ranks in enumerate(line["ranks"]):
            turn = [(seat + game % manifest["rotations"]) % len(who)
                    for seat in range(len(who))]
            yield (line["match"], game // manifest["rotations"],
                   [who[t] for t in turn], [ranks[t] for t in turn])


def csv_of(games):
    return HEADER + "".join(
        f"{match:06d}.{board},{'|'.join(who)},{'|'.join(map(str, ranks))}\n"
        for match, board, who, ranks in games)


def test_history_is_the_ladder_of_each_prefix(folder):
    scene.golden(folder, "robin")
    games = list(games_of(folder, "robin"))
    table = rows(ladder(folder, "robin", "--history", "--csv"))
    assert {int(row["matches"]) for row in table} == set(range(1, 7))
    for last in (3, 4, 6):
        scene.write(f"{folder}/some.csv", csv_of(
            game for game in games if game[0] <= last))
        due = {row["entrant"]: row for row in rows(ladder(
            folder, "--games", "some.csv", "--csv"))}
        for row in table:
            assert int(row["matches"]) != last or abs(
                float(row["elo"]) -
                float(due[row["entrant"]]["elo"])) < 2e-6, row


@scene.each(["robin", "three", "score", "teams", "faults"])
def test_a_folder_is_rated_like_its_games(folder, name):
    scene.golden(folder, name)
    head, *lines = said(folder, "games", name).splitlines(keepends=True)
    kind = {"teams": "teams,blackpot", "three": "winner,pig"}.get(
        name, "ranking,pig")
    due = [f"{match}.{board + 1},{'|'.join(who)},{'|'.join(map(str, ranks))},"
           f"{kind}\n" for match, board, who, ranks in games_of(folder, name)]
    assert sorted(lines) == sorted(due)
    random.Random(1).shuffle(lines)
    scene.write(f"{folder}/games.csv", head + "".join(lines))
    # What follows, if anything: which games are equal, by their logs.
    assert ladder(folder, name).startswith(
        ladder(folder, "--games", "games.csv"))
    # A CSV has no faults.
    want = rows(ladder(folder, name, "--csv"))
    got = rows(ladder(folder, "--games", "games.csv", "--csv"))
    assert len(want) == len(got) > 3
    for a, b in zip(want, got):
        assert all(a[key] == b[key] or math.isclose(
            float(a[key]), float(b[key]), rel_tol=1e-6, abs_tol=2e-6)
            for key in a if key != "faults"), (a, b)


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


def test_every_place_counts_where_the_rules_rank_by_score(folder):
    scene.golden(folder, "score")
    beaten = collections.Counter()
    for _, _, who, ranks in games_of(folder, "score"):
        for (a, first), (b, second) in itertools.permutations(
                zip(who, ranks), 2):
            beaten[a, b] += (first < second) + (first == second) / 2
    assert all(beaten[pair] for pair in itertools.permutations(
        ("ann", "cyd", "dan"), 2))
    for row in json.loads(said(folder, "standings", "score", "--json"))[
            "standings"]:
        points = sum(made for (a, _), made in beaten.items()
                     if a == row["entrant"]) / 2
        assert row["points"] == points, (row, points)
    for row in json.loads(said(folder, "crosstable", "score", "--json"))[
            "crosstable"]:
        assert row["points"] == beaten[row["entrant"], row["opponent"]], row
    assert json.loads(ladder(folder, "score", "--json"))["result"] == \
        "ranking"


def test_the_order_of_the_lines_does_not_show(folder):
    lines = [f"{line},{kind}\n" for name, kind in (
        ("ladder", "ranking"), ("four", "winner")) for line in scene.content(
            f"{scene.SRC}/tests/golden", f"{name}.csv").decode().splitlines()
             [1:]]
    # Without a label, each game is a block of its own.
    lines += [line[line.index(","):] for line in lines[:40]]
    forms = ([], ["--csv", "--best"], ["--json", "--cov"],
             ["--cluster", "game"], ["--scale", "odds", "--csv"])
    found = set()
    for seed in range(3):
        scene.write(f"{folder}/all.csv", HEADER.replace("\n", ",result\n") +
                    "".join(lines))
        found.add(tuple(ladder(folder, "--games", "all.csv", *form)
                        for form in forms))
        # A pipe cannot be read twice.
        with subprocess.Popen(["cat", f"{folder}/all.csv"],
                              stdout=subprocess.PIPE) as cat:
            piped = scene.run(folder, "ladder", "--games", "-",
                              program=scene.TOURNAMENT, stdin=cat.stdout)
        assert scene.expect(piped).out == list(found)[0][0]
        random.Random(seed).shuffle(lines)
    assert len(found) == 1


def peak_kb(blocks):
    """The program's peak while it waits for more: all it keeps of them."""
    with subprocess.Popen([scene.TOURNAMENT, "ladder", "--games", "-"],
                          stdin=subprocess.PIPE,
                          stdout=subprocess.DEVNULL) as process:
        process.stdin.write((HEADER + "".join(
            f"{block},e{block % 12}|e{(block + block // 12) % 11 + 12},1|2\n"
            for block in range(blocks))).encode())
        process.stdin.flush()
        status = scene.content(f"/proc/{process.pid}", "status").decode()
        process.stdin.close()
    assert process.returncode == 0
    return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1])


def test_the_games_are_not_kept(_folder):
    # A kept block would take 30 bytes or more.
    few, many = peak_kb(20000), peak_kb(140000)
    assert many < few + 1500, f"{few} kB and {many} kB"


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

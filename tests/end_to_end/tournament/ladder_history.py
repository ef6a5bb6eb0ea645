#!/usr/bin/env python3
"""ladder_history.py - live Elo, the history of a ladder and its drawings, on
tournaments that are really played; and the examples in docs/ratings.md.

tier: full
"""
import json
import os
import re
import sys
import xml.etree.ElementTree as ElementTree

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene
from ladder_stage import (HEADER, Stage, by_name, games_of, ladder, rows,
                          run)


# ### live, history, drawings

def live(stage, name, result):
    """Live Elo equals an independent computation, game by game."""
    elo, games, changed = {}, {}, {}
    course, blocks = [], []
    number = 0
    for match, board, who, ranks in games_of(stage.folder, name):
        number += 1
        if (match, board) not in blocks:
            blocks.append((match, board))
        before = {i: elo.get(i, 1500.0) for i in who}
        for i, mine in zip(who, ranks):
            moved = 0.0
            for j, other in zip(who, ranks):
                if j == i or (result == "winner" and 1 not in (mine, other)):
                    continue
                made = 1 if mine < other else 0.5 if mine == other else 0
                moved += made - 1 / (1 + 10 ** ((before[j] - before[i]) /
                                                400))
            changed[i] = 20 / (len(who) - 1) * moved
            elo[i] = before[i] + changed[i]
            games[i] = games.get(i, 0) + 1
            course.append((number, match, len(blocks), i, elo[i],
                           changed[i]))
    table = rows(ladder(stage.folder, name, "--live", "--csv"))
    tree = json.loads(ladder(stage.folder, name, "--live", "--json"))
    text = ladder(stage.folder, name, "--live")
    wrong = []
    if len(table) != len(course) or len(tree["games"]) != number:
        wrong.append(f"{len(table)} lines, {len(tree['games'])} games")
    for row, (number, match, block, i, value, change) in zip(table, course):
        if (int(row["game"]), int(row["match"]), int(row["block"]),
                row["entrant"]) != (number, match, block, i) or max(
                abs(float(row["live_elo_not_the_ladder"]) - value),
                abs(float(row["change"]) - change)) > 2e-6:
            wrong.append(f"{row}, expected {value} {change}")
    if tree["label"] != "live Elo, not the ladder" or \
            "live Elo, not the ladder" not in text:
        wrong.append("no label")
    for entry in tree["entrants"]:
        i = entry["entrant"]
        if abs(entry["live_elo"] - elo[i]) > 2e-6 or \
                abs(entry["change"] - changed[i]) > 2e-6 or \
                entry["games"] != games[i]:
            wrong.append(f"{entry}")
        if not re.search(rf"^{i} +{elo[i]:.1f} +\{changed[i]:+.1f} +"
                         rf"{games[i]}$", text, re.M):
            wrong.append(f"{i} {elo[i]} {changed[i]}: {text}")
    return wrong[:6]


def live_of_all(stage):
    """An entrant that never played keeps its first rating; dropped blocks do
    not count."""
    text = ladder(stage.folder, "cup", "unplayed", "--live")
    wrong = [] if re.search(r"^fay +1500\.0 +- +0$", text, re.M) else [text]
    # c meets c2, which has the same files but is another entrant.
    twins = json.loads(ladder(stage.folder, "twins", "--live", "--json"))
    if any(len(set(game["entrants"])) != 2 for game in twins["games"]):
        wrong.append(f"twins: {twins['games'][:3]}")
    every = json.loads(ladder(stage.folder, "faulty", "--live", "--json"))
    some = json.loads(ladder(stage.folder, "faulty", "--live", "--json",
                             "--forfeits", "drop"))
    end = {entry["entrant"]: entry for entry in some["entrants"]}
    if len(some["games"]) >= len(every["games"]) or \
            end["bad"]["live_elo"] != 1500 or end["bad"]["change"] is not None:
        wrong.append(f"drop: {some}")
    return wrong


def history(stage):
    """The last point is the ladder, the others are ladders of prefixes."""
    wrong = []
    final = by_name(ladder(stage.folder, "cup", "--csv"))
    table = rows(ladder(stage.folder, "cup", "--history", "--csv"))
    tree = json.loads(ladder(stage.folder, "cup", "--history", "--json"))
    text = ladder(stage.folder, "cup", "--history")
    matches = sorted({int(row["matches"]) for row in table})
    if matches != list(range(1, 25)):
        wrong.append(f"points: {matches}")
    for row in table:
        if int(row["matches"]) == 24 and any(
                row[key] != final[row["entrant"]][key]
                for key in ("rank", "elo", "err95", "se", "mark")):
            wrong.append(f"{row}, expected {final[row['entrant']]}")
    flat = [{"matches": point["matches"], "games": point["games"],
             "blocks": point["blocks"], **entry}
            for point in tree["points"] for entry in point["entrants"]]
    if [[str(value) if not isinstance(value, float) else f"{value:.6f}"
         for value in entry.values()] for entry in flat] != \
            [list(row.values()) for row in table]:
        wrong.append("CSV and JSON differ")
    # Half of the games, from a CSV of them.
    lines = "".join(f"{match:06d}.{board},{'|'.join(who)},"
                    f"{'|'.join(map(str, ranks))}\n" for match, board, who,
                    ranks in games_of(stage.folder, "cup") if match <= 12)
    half = by_name(ladder(stage.file(HEADER + lines), "--games", "games.csv",
                          "--csv"))
    for row in table:
        if int(row["matches"]) == 12 and abs(
                float(row["elo"]) - float(half[row["entrant"]]["elo"])) > 2e-6:
            wrong.append(f"{row}, expected {half[row['entrant']]}")
    if "the ladder over the course of the tournament" not in text or \
            tree["label"] not in text or "after match 24" not in text:
        wrong.append(text)
    for name, row in final.items():
        if not re.search(rf"^{name} .* \{float(row['elo']):+.1f} \+- "
                         rf"{float(row['err95']):.1f}$", text, re.M):
            wrong.append(f"{name}: {text}")
    return wrong


def drawings(stage):
    wrong = []
    out = f"{stage.at.folder()}/out.svg"
    plain = ladder(stage.folder, "cup")
    if ladder(stage.folder, "cup", "--svg", out) != plain:
        wrong.append("--svg changes what is printed")
    first = scene.content("/", out)
    ladder(stage.folder, "cup", "--svg", out)
    if scene.content("/", out) != first:
        wrong.append("twice the same is not the same bytes")
    words = " ".join(ElementTree.fromstring(first).itertext())
    wrong += [f"not drawn: {name}" for name in
              ("ada", "bob", "cyd", "dan", "pig") if name not in words]
    ladder(stage.folder, "cup", "--svg", out, "--history")
    both = scene.content("/", out)
    ElementTree.fromstring(both)
    if b"<polyline" in first or both.count(b"<polyline") != 4 or \
            both.count(b"<polygon") != 4:
        wrong.append("the history is drawn when it is asked for")
    for bytes_of in (first, both):
        if re.search(rb"https?://(?!www\.w3\.org/2000/svg\")|<script|<style|"
                     rb"href|@import", bytes_of):
            wrong.append("something from elsewhere")
    return wrong


# ### the page

def page_examples():
    """The indented blocks of docs/ratings.md that begin with a command."""
    with open(f"{scene.SRC}/docs/ratings.md", encoding="utf-8") as file:
        text = file.read()
    blocks = re.findall(r"(?:^    .*\n(?:\n(?=    (?!\$)))?)+", text, re.M)
    for block in blocks:
        lines = re.sub("^    ", "", block, flags=re.M)
        if lines.startswith("$ "):
            command, _, rest = lines[2:].partition("\n")
            yield command.split(), rest.rstrip("\n") + "\n"


def page(stage):
    """The examples run in order, in one folder, and match to the byte."""
    folder = stage.at.folder()
    wrong = []
    seen = set()
    for words, want in page_examples():
        seen.add(words[0])
        if words[0] == "cat":
            path = f"{folder}/{words[1]}"
            if not os.path.exists(path):
                scene.write(path, want)
            got = scene.content("/", path).decode()
        else:
            result = run(folder, *words[1:])
            got = result.out
            if result.code != 0 or result.err:
                wrong.append(f"{words}: {result}")
        if got != want:
            wrong.append(f"{' '.join(words)}:\n{got}")
    return wrong if seen == {"cat", "tournament"} else [f"examples: {seen}"]


def page_options(stage):
    """The page has every option of the program and no other."""
    known = set(re.findall(r"^  (--[a-z-]+)", run(
        stage.folder, "ladder", "--help").out, re.M)) - {"--help"}
    with open(f"{scene.SRC}/docs/ratings.md", encoding="utf-8") as file:
        section = file.read().partition("## Options")[2].partition("**For")[0]
    named = set(re.findall(r"--[a-z-]+", "".join(
        line.split("|")[1] for line in section.splitlines()
        if line.startswith("| `--"))))
    return [] if known == named and known else \
        [f"only in the program: {known - named}; only on the page: "
         f"{named - known}"]


def main():
    tally = scene.Tally()
    with scene.Scene() as at:
        stage = Stage(at)
        tally.run([(what, lambda case=case: case(stage)) for what, case in [
            ("live Elo of two", lambda s: live(s, "cup", "ranking")),
            ("live Elo of four", lambda s: live(s, "table", "winner")),
            ("live Elo of who never played", live_of_all),
            ("history", history),
            ("drawings", drawings),
            ("the examples of docs/ratings.md", page),
            ("the options of docs/ratings.md", page_options),
        ]], 2)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

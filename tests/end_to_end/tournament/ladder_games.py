#!/usr/bin/env python3
"""ladder_games.py - the games that a ladder is made of.

tournament games prints those of a folder as CSV and PGN, tournament ladder
--games reads them, and forfeited games count as they should.

tier: full
"""
import csv
import json
import math
import random
import re
import sys
import xml.etree.ElementTree as ElementTree

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene
from ladder_stage import (COLUMNS, HEADER, Stage, by_name, cup, games_of,
                          ladder, rows, run, simulated)


# ### games of a folder

def exported(folder, name, *words):
    done = run(folder, "games", name, *words)
    assert done.code == 0 and done.err == "", done
    return done.out


def every_game(stage):
    """The CSV has the games of the book, with seats and blocks."""
    wrong = []
    for name in ("cup", "table", "crash"):
        want = [f"{match}{'' if name == 'crash' else f'.{board + 1}'},"
                f"{'|'.join(who)},{'|'.join(map(str, ranks))}"
                for match, board, who, ranks in games_of(stage.folder, name)]
        got = exported(stage.folder, name).splitlines()
        if got[:1] + sorted(got[1:]) != HEADER.splitlines() + sorted(want):
            wrong.append(f"{name}: {got} and not {want}")
    return wrong


TAG = re.compile(r'\[([A-Z][A-Za-z]*) "((?:[^"\\\n]|\\["\\])*)"\]')
ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]


def read_pgn(text):
    """Parses strictly: tag pairs, a blank line, the result, a blank line."""
    games = []
    for part in text.split("\n\n\n")[:-1] if "\n\n\n" in text else []:
        raise AssertionError(f"two blank lines: {part}")
    parts = text.split("\n\n")
    assert parts.pop() == "" and len(parts) % 2 == 0, text
    for tags, moves in zip(parts[::2], parts[1::2]):
        found = [TAG.fullmatch(line) for line in tags.split("\n")]
        assert all(found), tags
        pairs = [(tag[1], re.sub(r"\\(.)", r"\1", tag[2])) for tag in found]
        assert [key for key, _ in pairs[:7]] == ROSTER, tags
        games.append(dict(pairs))
        assert moves == games[-1]["Result"], moves
    return games


def as_pgn(stage):
    """PGN has results, blocks and odd names, and is only for two seats."""
    wrong = []
    names = ['a"b', "c\\\\d", "\u00e9\u65e5"]
    cup(stage.folder, "odd", [("o", "threshold", 1)],
        entrants=[{"name": name, "command": ["./o"]} for name in names])
    for name in ("cup", "crash", "odd"):
        want = [(who[0], who[1], "1-0" if ranks[0] < ranks[1] else
                 "0-1" if ranks[0] > ranks[1] else "1/2-1/2")
                for _, _, who, ranks in games_of(stage.folder, name)]
        games = read_pgn(exported(stage.folder, name, "--pgn"))
        got = [(game["White"], game["Black"], game["Result"])
               for game in games]
        if sorted(got) != sorted(want):
            wrong.append(f"{name}: {got} and not {want}")
        blocks = [line.split(",")[0] for line in
                  exported(stage.folder, name).splitlines()[1:]]
        if [game["Block"] for game in games] != blocks or \
                len({game["Round"] for game in games}) != len(games):
            wrong.append(f"{name}: blocks {games}")
        if ("Termination" in games[0]) != (name == "crash"):
            wrong.append(f"{name}: {games[0]}")
    done = run(stage.folder, "games", "table", "--pgn")
    if done.code != 2 or done.out or "a PGN is for games of two" not in \
            done.err:
        wrong.append(f"four seats: {done}")
    return wrong


def bars_in_names(stage):
    cup(stage.folder, "bars", [("a|b", "threshold", 1),
                               ("c", "threshold", 2)])
    done = run(stage.folder, "games", "bars")
    return [] if done.code == 2 and 'name "a|b" contains |' in done.err \
        else [f"{done}"]


def like_its_games(stage, name, *words):
    """A folder and the CSV of its games give the same ladder."""
    lines = exported(stage.folder, name).splitlines(keepends=True)[1:]
    random.Random(1).shuffle(lines)
    other = stage.file(HEADER + "".join(lines))
    want = rows(ladder(stage.folder, name, "--csv", *words))
    got = rows(ladder(other, "--games", "games.csv", "--csv", *words))
    wrong = []
    if len(want) != len(got) or not want:
        wrong.append(f"{len(want)} and {len(got)} lines")
    for a, b in zip(want, got):
        for key in a:
            # A CSV has no faults.
            if a[key] != b[key] and key != "faults" and not (
                    key not in ("entrant", "mark") and a[key] and b[key] and
                    math.isclose(float(a[key]), float(b[key]),
                                 rel_tol=1e-6, abs_tol=2e-6)):
                wrong.append(f"{key} of {a['entrant']}: {a[key]}, {b[key]}")
    return wrong


# ### games in a file

def shuffled(stage):
    """The order of the lines does not change a byte, in any format."""
    lines = simulated(6, 60, 1) + simulated(5, 20, 2, seats=3)
    lines += [line.partition(",")[1] + line.partition(",")[2]
              for line in simulated(6, 30, 3)]
    folder = stage.file(HEADER + "".join(lines), "a.csv")
    forms = ([], ["--csv", "--best"], ["--json", "--cov"],
             ["--cluster", "game"], ["--scale", "odds", "--csv"])
    want = [ladder(folder, "--games", "a.csv", *form) for form in forms]
    wrong = []
    for seed in range(5):
        random.Random(seed).shuffle(lines)
        scene.write(f"{folder}/b.csv", HEADER + "".join(lines))
        for form, text in zip(forms, want):
            if ladder(folder, "--games", "b.csv", *form) != text:
                wrong.append(f"seed {seed}, {form}")
    piped = ladder(folder, "--games", "-", stdin=HEADER + "".join(lines))
    return wrong + ([] if piped == want[0] else ["standard input differs"])


def one_game(stage):
    folder = stage.file(HEADER + ",ada|bob,1|2\n")
    text = ladder(folder, "--games", "games.csv")
    found = by_name(ladder(folder, "--games", "games.csv", "--csv"))
    wrong = []
    if found["ada"]["mark"] != ">m" or found["bob"]["mark"] != "<m":
        wrong.append(f"marks: {found}")
    if not float(found["ada"]["elo"]) > 0 > float(found["bob"]["elo"]) or \
            float(found["ada"]["err95"]) < 200:
        wrong.append(f"a rating that pretends: {found}")
    for words in ("1 game, 1 block", "never lost to", "fewer than 8 blocks"):
        if words not in text:
            wrong.append(f"{words!r} is missing:\n{text}")
    return wrong


def no_game(stage):
    folder = stage.file(HEADER)
    text = ladder(folder, "--games", "games.csv", "--svg", "out.svg")
    return [] if "0 games, 0 blocks" in text and ladder(
        folder, "--games", "games.csv", "--csv") == COLUMNS + "\n" else [text]


def odd_names(stage):
    """CSV and JSON keep any name; in the text no name can break the table."""
    names = ['com,ma', '=1+2', 'quo"te', "<b>&amp;", "\u65e5\u672c", " "]
    # A spreadsheet would execute =1+2.
    cells = sorted("'" + name if name[0] == "=" else name for name in names)
    lines = "".join('%d,"%s|%s",1|2\n' % (
        number % 30, names[number % 6].replace('"', '""'),
        names[(number + 1 + number // 6 % 3) % 6].replace('"', '""'))
        for number in range(90))
    folder = stage.file(HEADER + lines)
    words = ["--games", "games.csv"]
    text = ladder(folder, *words, "--svg", "out.svg", "--los", "los.csv")
    wrong = []
    found = [row["entrant"] for row in rows(ladder(folder, *words, "--csv"))]
    tree = json.loads(ladder(folder, *words, "--json"))
    if sorted(found) != cells:
        wrong.append(f"CSV: {found}")
    if sorted(entry["entrant"] for pool in tree["pools"]
              for entry in pool["entrants"]) != sorted(names):
        wrong.append(f"JSON: {tree}")
    wrong += [f"not in the table: {name!r}" for name in names
              if name not in text]
    with open(f"{folder}/los.csv", encoding="utf-8", newline="") as file:
        los = list(csv.reader(file))
    if sorted(los[0][1:]) != cells or \
            sorted(line[0] for line in los[1:]) != cells:
        wrong.append(f"--los: {los}")
    drawn = " ".join(ElementTree.parse(f"{folder}/out.svg").getroot()
                     .itertext())
    wrong += [f"not drawn: {name!r}" for name in names
              if name not in drawn]
    return wrong


# ### forfeits

def forfeits(stage):
    """bad loses all its games by faults."""
    wrong = []
    lost = by_name(ladder(stage.folder, "faulty", "--csv"))
    games = int(lost["bad"]["games"])
    if lost["bad"]["mark"] != "<m" or int(lost["bad"]["faults"]) != games \
            or games == 0:
        wrong.append(f"loss: {lost}")
    text = ladder(stage.folder, "faulty", "--forfeits", "drop")
    if f"{games} games left out" not in text or \
            "not rated, no games: bad" not in text:
        wrong.append(text)
    tree = json.loads(ladder(stage.folder, "faulty", "--json", "--forfeits",
                             "drop"))
    if tree["left_out"] != games:
        wrong.append(f"JSON: {tree['left_out']} left out of {games}")
    return wrong


def forfeited_matches(stage):
    """If games are forfeited the test counts matches, as the ladder does."""
    wrong = []
    done = run(stage.folder, "sprt", "crash", "ada", "bad")
    if "ada against bad: 2 matches of 4 games" not in done.out or \
            "after 2 matches (" not in done.out or \
            "every match counts once" not in done.out:
        wrong.append(f"{done}")
    tree = json.loads(run(stage.folder, "sprt", "crash", "ada", "bad",
                          "--json").out)
    if (tree["observation"], tree["blocks"], tree["games_per_block"]) != \
            ("match", 2, 4):
        wrong.append(f"{tree}")
    done = run(stage.folder, "sprt", "cup", "ada", "bob")
    if " blocks of 2 games" not in done.out:
        wrong.append(f"without forfeits: {done}")
    found = by_name(ladder(stage.folder, "crash", "--csv"))
    if found["ada"]["blocks"] != "2":
        wrong.append(f"the ladder: {found}")
    return wrong


def forfeits_apart(stage):
    """An entrant with a fault in every block has no rating, but a rate of
    faults."""
    wrong = []
    words = ["faulty", "--forfeits", "separate"]
    games = int(by_name(ladder(stage.folder, "faulty", "--csv"))["bad"]
                ["games"])
    low = games / (games + 1.959963984540054 ** 2)
    apart = by_name(ladder(stage.folder, *words, "--csv"))
    if list(apart) != ["ada", "cyd", "bad"] or \
            float(apart["ada"]["fault_rate"]) != 0 or \
            not 0 < float(apart["ada"]["fault_rate_hi"]) < 0.5:
        wrong.append(f"separate: {apart}")
    want = {"entrant": "bad", "games": "0", "blocks": "0",
            "points": "0.000000", "faults": str(games),
            "fault_rate": "1.000000", "fault_rate_lo": f"{low:.6f}",
            "fault_rate_hi": "1.000000"}
    got = {key: value for key, value in apart["bad"].items() if value}
    if got != want:
        wrong.append(f"CSV: {got}, expected {want}")
    tree = json.loads(ladder(stage.folder, *words, "--json"))
    got = {key: value for key, value in tree["unrated"][0].items()
           if value not in (None, "")}
    if len(tree["unrated"]) != 1 or got != {
            key: value if key == "entrant" else float(value)
            for key, value in want.items()}:
        wrong.append(f"JSON: {tree['unrated']}")
    line = ["-"] * 7 + ["0", "0", "-", "-", str(games), "1.000",
                        f"{low:.3f}-1.000"]
    line.insert(2, "bad")
    text = ladder(stage.folder, *words)
    if line not in [shown.split() for shown in text.splitlines()] or \
            "\nnot rated\n" not in text:
        wrong.append(f"{text}: no {line}")
    if "unrated" in json.loads(ladder(stage.folder, "faulty", "--json")):
        wrong.append("those not rated without --forfeits separate")
    return wrong


def nobody_is_rated(stage):
    """The rates of faults are shown even if no block is left."""
    words = ["crash", "--forfeits", "separate"]
    apart = by_name(ladder(stage.folder, *words, "--csv"))
    text = ladder(stage.folder, *words)
    tree = json.loads(ladder(stage.folder, *words, "--json"))
    return [] if {name: float(row["fault_rate"]) for name, row in
                  apart.items()} == {"ada": 0, "bad": 1} and \
        tree["pools"] == [] and len(tree["unrated"]) == 2 and \
        "\nnot rated\n" in text else [f"{apart} {text} {tree}"]


def main():
    tally = scene.Tally()
    with scene.Scene() as at:
        stage = Stage(at)
        tally.run([(what, lambda case=case: case(stage)) for what, case in [
            ("a folder is rated like its games",
             lambda s: like_its_games(s, "cup")),
            ("a folder of four seats is rated like its games",
             lambda s: like_its_games(s, "table")),
            ("a folder with forfeits is rated like its games",
             lambda s: like_its_games(s, "crash")),
            ("the CSV of a folder has every game", every_game),
            ("the PGN of a folder has every game", as_pgn),
            ("a name with a bar is not for a CSV", bars_in_names),
            ("the order of the lines does not show", shuffled),
            ("one game", one_game),
            ("no game", no_game),
            ("names with commas and quotes", odd_names),
            ("forfeited matches count once", forfeited_matches),
            ("forfeits", forfeits),
            ("forfeits apart", forfeits_apart),
            ("nobody is rated", nobody_is_rated),
        ]], 2)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

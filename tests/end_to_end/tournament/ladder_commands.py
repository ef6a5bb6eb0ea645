#!/usr/bin/env python3
"""ladder_commands.py - tournament ladder from the command line.

On tournaments that are really played and on games in CSV files: its formats,
which entrants are joined, and every option.

tier: full
"""
import csv
import hashlib
import json
import math
import re
import shutil
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene
from ladder_stage import (COLUMNS, HEADER, Stage, by_name, games_of, ladder,
                          rows, simulated)


# ### output formats

def three_forms(stage):
    """Text, CSV and JSON have the same figures."""
    wrong = []
    text = ladder(stage.folder, "cup")
    table = rows(ladder(stage.folder, "cup", "--csv"))
    tree = json.loads(ladder(stage.folder, "cup", "--json"))
    lines = [line.split() for line in text.splitlines()
             if re.match(r" *\d+ ", line) and "block" not in line]
    entrants = tree["pools"][0]["entrants"]
    if list(table[0]) != COLUMNS.split(",") or \
            list(entrants[0]) != COLUMNS.split(","):
        wrong.append(f"names: {list(table[0])} {list(entrants[0])}")
    if len(table) != 4 or len(entrants) != 4 or len(lines) != 4:
        wrong.append(f"not four lines: {text}")
    for line, row, entry in zip(lines, table, entrants):
        shown = [row["rank"], f"{row['rank_lo']}-{row['rank_hi']}",
                 row["entrant"], f"{float(row['elo']):+.1f}",
                 f"{float(row['err95']):.1f}"]
        if line[:5] != shown:
            wrong.append(f"text {line}, CSV {shown}")
        for key, value in row.items():
            other = "" if entry[key] is None else entry[key]
            if str(other) != value and not (
                    value and float(other) == float(value)):
                wrong.append(f"{key}: CSV {value!r}, JSON {entry[key]!r}")
    return wrong


def wins_and_draws(stage):
    """W-D-L counts the games, by seat; with four seats only winning counts."""
    wrong = []
    drawn = stage.file(HEADER + "".join(simulated(4, 40, 8, ties=0.4)))
    for folder, words, games in (
            (stage.folder, ["cup"], games_of(stage.folder, "cup")),
            (stage.folder, ["table"], games_of(stage.folder, "table")),
            (drawn, ["--games", "games.csv"], [
                (0, 0, row["entrants"].split("|"),
                 [int(rank) for rank in row["ranks"].split("|")])
                for row in rows(scene.content(drawn, "games.csv").decode())])):
        want = {}
        for _, _, who, ranks in games:
            for name, rank in zip(who, ranks):
                counts = want.setdefault(name, [0, 0, 0])
                best = rank == min(ranks)
                counts[2 if not best else
                       0 if ranks.count(rank) == 1 else 1] += 1
        found = by_name(ladder(folder, *words, "--csv", "--wdl"))
        text = ladder(folder, *words, "--wdl")
        if words == ["--games", "games.csv"] and \
                not any(counts[1] for counts in want.values()):
            wrong.append("no draw at all")
        for name, (won, drew, lost) in want.items():
            row = found[name]
            got = [int(row[key]) for key in ("wins", "draws", "losses")]
            if got != [won, drew, lost] or not math.isclose(
                    float(row["draw_rate"]), drew / (won + drew + lost),
                    abs_tol=1e-6):
                wrong.append(f"{name}: {row}, expected {want[name]}")
            shown = f"{won}-{drew}-{lost} +{drew / (won + drew + lost):.3f} "
            if not re.search(rf" {name} .* {shown}", text):
                wrong.append(f"no {shown!r} of {name}: {text}")
    return wrong


def in_80_columns(stage):
    """With long names and all columns, the table is as wide as the terminal."""
    long = [f"player-{number}-with-a-name-as-long-as-a-line-of-text"
            for number in range(4)]
    lines = simulated(4, 40, 8)
    for number, name in enumerate(long):
        lines = [line.replace(f"bot{number}", name) for line in lines]
    folder = stage.file(HEADER + "".join(lines))
    words = ["--games", "games.csv", "--best", "--wdl", "--anchor", long[0]]
    wrong = []
    for width in (80, 100, 150):
        text = ladder(folder, *words, "--width", str(width))
        table = text.split("\n\n")[1]
        widest = max(map(len, table.splitlines()))
        if not width - 12 < widest <= width:
            wrong.append(f"{widest} columns, not {width}: {text}")
        if f"left out, to fit {width} columns: naive, " not in text and \
                "naive" not in table:
            wrong.append(f"no naive, and no word: {text}")
        if ("the ends of names" in text) != (width < 150):
            wrong.append(text)
    text = ladder(folder, *words)
    if text != ladder(folder, *words, "--width", "0") or "left out" in text \
            or not all(f" {name} " in text for name in long):
        wrong.append(text)
    return wrong


def pairs(stage):
    """The matrices have the figures of --los and --cov."""
    folder = stage.file(HEADER + "".join(simulated(12, 300, 8)))
    words = ["--games", "games.csv"]
    text = ladder(folder, *words, "--pairs", "--los", "los.csv")
    with open(f"{folder}/los.csv", encoding="utf-8", newline="") as file:
        los = list(csv.reader(file))[1:]
    entrants = [row["entrant"] for row in rows(ladder(folder, *words,
                                                      "--csv"))]
    elo = [float(row["elo"]) for row in rows(ladder(folder, *words, "--csv"))]
    cov = json.loads(ladder(folder, *words, "--json", "--cov"))["cov"]
    found, kind, columns = {}, "", []
    for line in text.split("LOS of the row over the column\n")[1] \
            .splitlines():
        words = line.split()
        if len(line) > 80:
            found[line] = "too wide"
        if "minus that of" in line:
            kind = "difference"
        elif words and all(word.isdigit() for word in words):
            columns = [int(word) - 1 for word in words]
        elif words:
            for column, cell in zip(columns, words[2:]):
                found[kind, int(words[0]) - 1, column] = cell
            if words[1] != entrants[int(words[0]) - 1]:
                found[line] = "the wrong name"
    want = {}
    for i in range(12):
        for j in range(12):
            a, b = max(i, j), min(i, j)
            error = 1.959963984540054 * math.sqrt(max(
                0, cov[i][i] + cov[j][j] - 2 * cov[a][b]))
            want["", i, j] = f"{float(los[i][j + 1]):.3f}" if i != j else "*"
            want["difference", i, j] = \
                f"{elo[i] - elo[j]:+.1f}+-{error:.1f}" if i != j else "*"
    return [f"{at}: {found.get(at)}, expected {want.get(at)}"
            for at in {*found, *want} if found.get(at) != want.get(at)]


# ### one bot, many names

def same_files(stage):
    """Twins in one tournament stay separate, in its ladder and in a joint
    one."""
    wrong = []
    games = len(list(games_of(stage.folder, "twins")))
    for name in "twins", "cup":
        shutil.copytree(f"{stage.folder}/{name}", f"{stage.folder}/{name}.2")
    for folders in (["twins"], ["twins", "twins.2"]):
        if "same files" in ladder(stage.folder, *folders):
            wrong.append("twins are said to be one")
        found = by_name(ladder(stage.folder, *folders, "--csv"))
        seats = sum(int(row["games"]) for row in found.values())
        if set(found) != {"c", "c2", "d"} or \
                seats != 2 * games * len(folders):
            wrong.append(f"{found}")
    if "same files" in ladder(stage.folder, "cup", "cup.2"):
        wrong.append("said of one name in two folders")
    return wrong


def joined(stage, due, lines, *words):
    """What is wrong with a ladder of these entrants, each given as a pattern,
    and with what it says about those with the same files."""
    said = [line for line in ladder(stage.folder, *words).splitlines()
            if "the same files" in line]
    names = sorted(by_name(ladder(stage.folder, *words, "--csv")))
    good = len(names) == len(due) and all(
        re.fullmatch(pattern, name) for pattern, name in zip(due, names))
    return [] if good and said == lines else [f"{words}: {names} {said}"]


def over_folders(stage):
    """eve has ada's files under another path; the ada in eve's folder is
    another bot."""
    ada = "ada@[0-9a-f]{8}"
    return joined(
        stage, [ada, ada, "bob", "cyd", "dan", "eve"],
        ["eve has the same files as ada but another command: they are two "
         "entrants (--same-files joins them)"], "cup", "again") + joined(
        stage, [ada, ada, "bob", "cyd", "dan"],
        ["eve has the same files as ada: they are one entrant"],
        "cup", "again", "--same-files")


def files_and_words(stage):
    """amy is ada under another name, and a later ada has moved."""
    ada = "ada@[0-9a-f]{8}/[0-9a-f]{8}"
    wrong = joined(
        stage, ["ada", "bob", "cyd", "dan"],
        ["amy has the same files and command as ada: they are one entrant"],
        "cup", "renamed")
    wrong += joined(
        stage, [ada, ada, "bob", "cyd", "dan"],
        ["ada has the same files as an earlier ada but another command: they "
         "are two entrants (--same-files joins them)"], "cup", "moved")
    wrong += joined(stage, ["ada", "bob", "cyd", "dan"], [], "cup", "moved",
                    "--same-files")
    # The label comes from the hashes: the words count, not the file they lead
    # to.
    words = hashlib.sha256(b'["./elsewhere/ada"]').hexdigest()[:8]
    names = by_name(ladder(stage.folder, "cup", "moved", "--csv"))
    wrong += [] if any(name.endswith(f"/{words}") for name in names) else [
        f"no {words} in {list(names)}"]
    return wrong


def never_played(stage):
    wrong = []
    text = ladder(stage.folder, "cup", "unplayed")
    if "not rated, no games: fay\n" not in text:
        wrong.append(text)
    if ladder(stage.folder, "cup", "--csv") != \
            ladder(stage.folder, "cup", "unplayed", "--csv"):
        wrong.append("it changes the ladder of the others")
    if "not rated, no games: ada, fay" not in ladder(stage.folder,
                                                     "unplayed"):
        wrong.append("nobody has played")
    return wrong


# ### options

def ratings(text):
    return {row["entrant"]: float(row["elo"]) for row in rows(text)}


def option_cases():
    """Options, and what must be true of the CSVs without and with them."""
    def column(text, name):
        return [float(row[name]) for row in rows(text) if row[name]]

    def widest(text):
        return max(column(text, "elo")) - min(column(text, "elo"))

    return [
        (["--prior", "0.2"], lambda a, b: widest(b) < 0.9 * widest(a)),
        (["--prior", "none"], lambda a, b: widest(b) > widest(a)),
        (["--prior", "2"], lambda a, b: a == b),
        (["--scale", "odds"], lambda a, b: widest(b) > 1.02 * widest(a)),
        (["--scale", "score"], lambda a, b: a == b),
        (["--cluster", "block"], lambda a, b: a == b),
        (["--cluster", "match"], lambda a, b: a == b),
        (["--cluster", "game"], lambda a, b: ratings(a) == ratings(b) and
            column(b, "blocks") == column(b, "games") and
            column(a, "se") != column(b, "se")),
        (["--forfeits", "loss"], lambda a, b: a == b),
        (["--forfeits", "drop"], lambda a, b: a == b),
        (["--forfeits", "separate"], lambda a, b: b.startswith(
            COLUMNS + ",fault_rate,fault_rate_lo,fault_rate_hi\n") and
            set(column(b, "fault_rate")) == {0}),
        (["--result", "ranking"], lambda a, b: a == b),
        (["--no-seat-effects"], lambda a, b: 0 < max(
            abs(x - y) for x, y in zip(column(a, "elo"),
                                       column(b, "elo"))) < 5),
        (["--anchor", "bot3"], lambda a, b: ratings(b)["bot3"] == 0 and
            column(a, "err95") == column(b, "err95") and
            by_name(b)["bot3"]["err_anchor"] == "0.000000"),
        (["--anchor=bot3=1500.5"], lambda a, b: math.isclose(
            ratings(b)["bot0"] - ratings(b)["bot3"],
            ratings(a)["bot0"] - ratings(a)["bot3"], abs_tol=2e-6) and
            ratings(b)["bot3"] == 1500.5),
        (["--top", "2"], lambda a, b: a == b),
        (["--best"], lambda a, b: math.isclose(
            sum(column(b, "best")), 1, abs_tol=1e-5)),
        (["--simultaneous"], lambda a, b: all(
            int(y["rank_lo"]) <= int(x["rank_lo"]) and
            int(y["rank_hi"]) >= int(x["rank_hi"])
            for x, y in zip(rows(a), rows(b)))),
    ]


def option(stage, words, holds):
    folder = stage.file(HEADER + "".join(simulated(5, 120, 4)))
    plain = ladder(folder, "--games", "games.csv", "--csv")
    other = ladder(folder, "--games", "games.csv", "--csv", *words)
    return [] if holds(plain, other) else [plain, other]


def results(stage):
    """Which results of a game of four count."""
    folder = stage.file(HEADER + "".join(simulated(6, 80, 5, seats=4)))
    tables = {words: ladder(folder, "--games", "games.csv", "--csv", *words)
              for words in ((), ("--result", "winner"),
                            ("--result", "ranking"), ("--result", "teams"))}
    wrong = []
    if tables[()] != tables["--result", "winner"]:
        wrong.append("of four the winner counts unless it is said otherwise")
    if len(set(tables.values())) != 3:
        wrong.append("two results give the same table")
    for words in (["winner"], ["ranking"], ["teams"]):
        text = ladder(folder, "--games", "games.csv", "--result", *words)
        if not text.startswith(f"{words[0]}; "):
            wrong.append(text)
        if "seats, 4 players: " not in text or "ties, 4 players" not in text:
            wrong.append(text)
    return wrong


def los_and_covariance(stage):
    folder = stage.file(HEADER + "".join(simulated(5, 120, 4)))
    words = ["--games", "games.csv", "--los", "los.csv"]
    table = rows(ladder(folder, *words, "--csv"))
    tree = json.loads(ladder(folder, *words, "--json", "--cov"))
    with open(f"{folder}/los.csv", encoding="utf-8") as file:
        los = list(csv.reader(file))
    wrong = []
    for k, row in enumerate(table):
        if los[k + 1][0] != row["entrant"] or los[k + 1][k + 1] != "":
            wrong.append(f"line {k}: {los[k + 1]}")
        if k + 1 < len(table) and los[k + 1][k + 2] != row["los_next"]:
            wrong.append(f"los_next {row['los_next']}: {los[k + 1]}")
        for other in range(k):
            if not math.isclose(float(los[k + 1][other + 1]) +
                                float(los[other + 1][k + 1]), 1,
                                abs_tol=2e-6):
                wrong.append(f"{k} {other}: {los}")
        if len(tree["cov"][k]) != k + 1 or not math.isclose(
                math.sqrt(tree["cov"][k][k]), float(row["se"]),
                rel_tol=1e-5):
            wrong.append(f"cov {tree['cov'][k]}")
    return wrong


def main():
    tally = scene.Tally()
    with scene.Scene() as at:
        stage = Stage(at)
        tally.run([(what, lambda case=case: case(stage)) for what, case in [
            ("text, CSV and JSON have the same figures", three_forms),
            ("--wdl", wins_and_draws),
            ("--width", in_80_columns),
            ("--pairs", pairs),
            ("entrants of one tournament with the same files stay two",
             same_files),
            ("over several folders files and words decide, not names",
             over_folders),
            ("the same files with other words", files_and_words),
            ("who never played is named", never_played),
            *((" ".join(words), lambda s, words=words, holds=holds: option(
                s, words, holds)) for words, holds in option_cases()),
            ("--result", results),
            ("--los and --cov", los_and_covariance),
        ]], 2)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

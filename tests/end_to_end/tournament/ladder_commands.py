#!/usr/bin/env python3
"""ladder_commands.py - tournament ladder from the command line.

On tournaments that are really played and on games in CSV files: the tables,
every option, wrong input.
"""
import csv
import hashlib
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


# ### tables

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


def exported(folder, name, *words):
    done = run(folder, "games", name, *words)
    assert done.code == 0 and done.err == "", done
    return done.out


def every_game(stage):
    """The CSV has the games of the book, with the seats and the blocks."""
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
    """Strictly: tag pairs, a blank line, the result, a blank line."""
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
    """Results, blocks and odd names; only for two."""
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


def wins_and_draws(stage):
    """W-D-L are those of the games, in seats; for four only winning counts."""
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
    """Long names and all columns: the table is as wide as it may be."""
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
    for line in text.split("LOS of the line over the column\n")[1] \
            .splitlines():
        words = line.split()
        if len(line) > 80:
            found[line] = "too wide"
        if "less that of" in line:
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
            # A CSV knows nothing of faults.
            if a[key] != b[key] and key != "faults" and not (
                    key not in ("entrant", "mark") and a[key] and b[key] and
                    math.isclose(float(a[key]), float(b[key]),
                                 rel_tol=1e-6, abs_tol=2e-6)):
                wrong.append(f"{key} of {a['entrant']}: {a[key]}, {b[key]}")
    return wrong


def shuffled(stage):
    """The order of the lines does not show in a byte, in any form."""
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
    """CSV and JSON keep any name; in the text it cannot break the table."""
    names = ['com,ma', '=1+2', 'quo"te', "<b>&amp;", "\u65e5\u672c", " "]
    # A spreadsheet would run =1+2.
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


# ### one bot, many names

def same_files(stage):
    """Twins of one tournament stay apart, in its ladder and in a joint one."""
    wrong = []
    games = len(list(games_of(stage.folder, "twins")))
    for folders in (["twins"], ["twins", "twins"]):
        if "same files" in ladder(stage.folder, *folders):
            wrong.append("twins are said to be one")
        found = by_name(ladder(stage.folder, *folders, "--csv"))
        seats = sum(int(row["games"]) for row in found.values())
        if set(found) != {"c", "c2", "d"} or \
                seats != 2 * games * len(folders):
            wrong.append(f"{found}")
    if "same files" in ladder(stage.folder, "cup", "cup"):
        wrong.append("said of one name in two folders")
    return wrong


def joined(stage, due, lines, *words):
    """What is wrong with a ladder of these entrants, each a pattern, and with
    what it says of those with the same files."""
    said = [line for line in ladder(stage.folder, *words).splitlines()
            if "the same files" in line]
    names = sorted(by_name(ladder(stage.folder, *words, "--csv")))
    good = len(names) == len(due) and all(
        re.fullmatch(pattern, name) for pattern, name in zip(due, names))
    return [] if good and said == lines else [f"{words}: {names} {said}"]


def over_folders(stage):
    """eve has ada's files under another path; the ada of her folder is another
    one."""
    ada = "ada@[0-9a-f]{8}"
    return joined(
        stage, [ada, ada, "bob", "cyd", "dan", "eve"],
        ["eve has the same files as ada and another command: they are two "
         "entrants (--same-files joins them)"], "cup", "again") + joined(
        stage, [ada, ada, "bob", "cyd", "dan"],
        ["eve has the same files as ada: they are one entrant"],
        "cup", "again", "--same-files")


def files_and_words(stage):
    """amy is ada under another name, and a later ada has been moved."""
    ada = "ada@[0-9a-f]{8}/[0-9a-f]{8}"
    wrong = joined(
        stage, ["ada", "bob", "cyd", "dan"],
        ["amy has the same files and command as ada: they are one entrant"],
        "cup", "renamed")
    wrong += joined(
        stage, [ada, ada, "bob", "cyd", "dan"],
        ["ada has the same files as an earlier ada and another command: they "
         "are two entrants (--same-files joins them)"], "cup", "moved")
    wrong += joined(stage, ["ada", "bob", "cyd", "dan"], [], "cup", "moved",
                    "--same-files")
    # The label is that of the hashes: the words decide, not where they lead.
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
    """What is given, and what has to be true of the two CSVs."""
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
    """What of a game of four counts."""
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
    """Where games are forfeit the test counts matches, like the ladder."""
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
    """Who has a fault in every block has no rating, but a share of faults."""
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
    """The shares of faults stand alone when no block is left."""
    words = ["crash", "--forfeits", "separate"]
    apart = by_name(ladder(stage.folder, *words, "--csv"))
    text = ladder(stage.folder, *words)
    tree = json.loads(ladder(stage.folder, *words, "--json"))
    return [] if {name: float(row["fault_rate"]) for name, row in
                  apart.items()} == {"ada": 0, "bad": 1} and \
        tree["pools"] == [] and len(tree["unrated"]) == 2 and \
        "\nnot rated\n" in text else [f"{apart} {text} {tree}"]


# ### wrong input

WRONG_WORDS = [
    ([], "missing DIR; usage: tournament ladder DIR.. | --games FILE"),
    (["cup", "--games", "x.csv"], "--games: not allowed with a folder"),
    (["nowhere"], "nowhere"),
    (["cup", "again", "nowhere"], "nowhere"),
    (["cup", "--prior"], "--prior"),
    *((["cup", "--prior", value], "--prior: expected a number")
      for value in ("nan", "inf", "0", "-1", "2x", "", "1e9", "0x2")),
    (["cup", "--scale", "elo"], '--scale: expected score or odds, found '
     '"elo"'),
    (["cup", "--cluster", "round"], "--cluster: expected block, match or game"),
    (["cup", "--forfeits", "keep"], "--forfeits: expected loss, drop or sep"),
    (["cup", "--result", "places"], "--result: expected ranking, winner or"),
    (["cup", "--result", "teams"], "teams are for four"),
    (["cup", "--anchor", "nobody"], 'anchor "nobody" has no games'),
    (["cup", "unplayed", "--anchor", "fay"], 'anchor "fay" has no games'),
    (["cup", "--anchor", "ada=x"], "--anchor: expected a number"),
    (["cup", "--anchor", "ada=nan"], "--anchor: expected a number"),
    (["cup", "--top", "0"], "--top: expected a whole number from 1"),
    (["cup", "--top", "1.5"], "--top: expected a whole number"),
    (["cup", "--prior", "none"], "bob never won: without a prior"),
    (["cup", "--los", "/nowhere/x"], "cannot create /nowhere/x"),
    (["cup", "--svg", "/nowhere/x"], "cannot create /nowhere/x"),
    (["cup", "--live", "--history"], "--live: not allowed with"),
    (["cup", "--live", "--svg", "x.svg"], "--live: not allowed with"),
    (["cup", "--live", "--los", "x.csv"], "--live: not allowed with"),
    (["cup", "--cov"], "--cov: only with --json"),
    (["--games", "x.csv", "--live"], "--live: not allowed with --games"),
    (["--games", "x.csv", "--history"], "--history: not allowed with --games"),
    (["--games", "nowhere.csv"], "cannot open nowhere.csv"),
    (["cup", "--wrong"], "unknown option --wrong"),
]

WRONG_FILES = [
    ("", "1: expected the header block,entrants,ranks"),
    ("block,entrants,rank\n", "1: expected the header"),
    (HEADER + "x,ada|bob,1|nan\n", 'csv:2: expected a rank, .*found "nan"'),
    (HEADER + "x,ada|bob,NaN|1\n", 'csv:2: expected a rank, .*found "NaN"'),
    (HEADER + "x,ada|bob,1|0\n", 'csv:2: expected a rank, .*found "0"'),
    (HEADER + "x,ada|bob,1|-1\n", 'csv:2: expected a rank, .*found "-1"'),
    (HEADER + "x,ada|bob,1|1e3\n", 'csv:2: expected a rank'),
    (HEADER + "x,ada|bob,1|\n", 'csv:2: expected a rank'),
    (HEADER + "x,ada|bob,1|99999999999999999999\n", "csv:2: expected a rank"),
    (HEADER + "x,ada|bob,1\n", "csv:2: expected a rank for every entrant"),
    (HEADER + "x,ada,1\n", "csv:2: a game has 2 to 10 entrants"),
    (HEADER + "x,a|b|c|d|e|f|g|h|i|j|k,1|1|1|1|1|1|1|1|1|1|1\n",
     "csv:2: a game has 2 to 10 entrants"),
    (HEADER + "x,ada|,1|2\n", "csv:2: an entrant without a name"),
    (HEADER + "x,ada|bob\n", "csv:2: expected the three fields"),
    (HEADER + "x,ada|bob,1|2,3\n", "csv:2: more than the three fields"),
    (HEADER + ',ada|bob,1|2\n\n', "csv:3: expected the three fields"),
    (HEADER + 'x,"ada|bob,1|2\n', "csv:2: a quoted field that never ends"),
    (HEADER + 'x,a"da|bob,1|2\n', "csv:2: a quote inside a field"),
    (HEADER.encode() + b"x,ada|b\xff,1|2\n", "csv:2: a name that is not UTF"),
    (HEADER.encode() + b"x,ada|b\0,1|2\n", "csv:2: a NUL byte"),
    (HEADER + "\"new\nline\",a|b,1|2\nx,ada|bob,1|x\n",
     'csv:4: expected a rank, .*found "x"'),
]


def wrong_words(stage, words, sentence):
    result = run(stage.folder, "ladder", *words)
    wrong = scene.one_sentence(result, re.escape(sentence))
    return wrong + ([f"printed: {result.out}"] if result.out else [])


def wrong_file(stage, content, sentence):
    folder = stage.file(content)
    result = run(folder, "ladder", "--games", "games.csv")
    wrong = scene.one_sentence(result, sentence)
    return wrong + ([f"printed: {result.out}"] if result.out else [])


def wrong_books(stage):
    """Another game, other rules, ranks that cannot be."""
    folder = stage.at.folder()
    two = [("ada", "threshold", 1), ("bob", "first_move", 2)]
    cup(folder, "cup", two, game="pig")
    cup(folder, "rules", two, rules={"target": 60})
    cup(folder, "other", two, game="bolo7", rules={"target": 1500})
    wrong = scene.one_sentence(run(folder, "ladder", "cup", "other"),
                               "one ladder is for one game")
    wrong += scene.one_sentence(run(folder, "ladder", "cup", "rules"),
                                "different rules: target")
    path = f"{folder}/cup/book.jsonl"
    book = scene.content("/", path).decode()
    for found, changed in (("[1,2]", "[0,2]"), ("[1,2]", "[1,2,3]"),
                           ('"ranks":[[', '"ranks":[[[')):
        scene.write(path, book.replace(found, changed, 1))
        wrong += scene.one_sentence(run(folder, "ladder", "cup"),
                                    r"book\.jsonl:\d+: ")
    return wrong


def main():
    tally = scene.Tally()
    with scene.Scene() as at:
        stage = Stage(at)
        tally.run([(what, lambda case=case: case(stage)) for what, case in [
            ("text, CSV and JSON have the same figures", three_forms),
            ("a folder is rated like its games",
             lambda s: like_its_games(s, "cup")),
            ("a folder of four seats is rated like its games",
             lambda s: like_its_games(s, "table")),
            ("--wdl", wins_and_draws),
            ("--width", in_80_columns),
            ("--pairs", pairs),
            ("a folder with forfeits is rated like its games",
             lambda s: like_its_games(s, "crash")),
            ("the CSV of a folder has every game", every_game),
            ("the PGN of a folder has every game", as_pgn),
            ("a name with a bar is not for a CSV", bars_in_names),
            ("the order of the lines does not show", shuffled),
            ("one game", one_game),
            ("no game", no_game),
            ("names with commas and quotes", odd_names),
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
            ("forfeited matches count once", forfeited_matches),
            ("forfeits", forfeits),
            ("forfeits apart", forfeits_apart),
            ("nobody is rated", nobody_is_rated),
            *((f"wrong: {' '.join(words)}", lambda s, words=words,
               sentence=sentence: wrong_words(s, words, sentence))
              for words, sentence in WRONG_WORDS),
            *((f"wrong file: {content!r}", lambda s, content=content,
               sentence=sentence: wrong_file(s, content, sentence))
              for content, sentence in WRONG_FILES),
            ("wrong books", wrong_books),
        ]], 2)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

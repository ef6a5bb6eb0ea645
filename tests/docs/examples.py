#!/usr/bin/env python3
"""examples.py - examples on the pages that can be followed at once: the
conversation and the log, the pairings of every format, the numbers of Bolito.

tier: quick
"""
import itertools
import json
import re
import subprocess
import sys

import fences
import scene
from fences import strict, table

PROTOCOL, LOG = "docs/protocol.md", "docs/match-log.md"
FORMATS, BOLITO = "docs/formats.md", "docs/bolito.md"


def vectors(name):
    return json.loads(fences.read(f"tests/vectors/{name}.json"))


# ### the conversation and its dice

def said(way):
    return [row for block in fences.blocks(PROTOCOL, f"json bot-line {way}")
            for row in block.rows]


def test_the_bot_answers_as_in_the_conversation(folder):
    scene.write(f"{folder}/bot", fences.blocks(PROTOCOL, ".* bot")[0].text)
    done = subprocess.run([sys.executable, f"{folder}/bot"], input="\n".join(
        [*said("to"), ""]), capture_output=True, text=True, check=True)
    assert list(map(strict, done.stdout.splitlines())) == \
        list(map(strict, said("from"))), done.stdout


def checked(rows):
    """Runs the dice check of the page over a conversation."""
    program, shown = program_of(PROTOCOL, "python check-dice"), {}
    for row in rows:
        if row["type"] == "hello":
            salt, links = (row["dice"][key] for key in ("salt", "links"))
        if row["type"] == "game":
            shown = {stream: (0, 0, bytes.fromhex(anchor))
                     for stream, anchor in enumerate(row["anchors"])}
        for event in row.get("events", []):
            if event["t"] in ("chain", "draw"):
                program["check"](event, bytes.fromhex(salt), links, shown)


def program_of(page, info):
    """What the programs on a page define, without those that read input."""
    code, found = "\n".join(block.text for block in
                            fences.blocks(page, info)), {}
    exec(code.partition("\nraw = ")[0], found)
    return found


def test_the_dice_of_the_conversation(_):
    rows = list(map(strict, said("to")))
    checked(rows)
    draw = next(event for row in rows for event in row.get("events", [])
                if event["t"] == "draw")
    for key, other in (("v", [1] * 7), ("link", "0" * 64), ("k", 2)):
        good, draw[key] = draw[key], other
        try:
            checked(rows)
        except AssertionError:
            draw[key] = good
        else:
            return f"a draw with another {key} passes"


@scene.each([(PROTOCOL, "python check-dice"), (LOG, "python check-log")])
def test_the_dice_of_the_vectors(_, page, info):
    dice = program_of(page, info)["dice"]
    for case in vectors("fair-dice")["draw"]:
        count, sides = map(int, case["dice"].split("d"))
        assert case["values"] == dice(*(bytes.fromhex(case[key]) for key in
                                        ("salt", "link")), count, sides), case


def test_the_log_passes_the_check(folder):
    log = fences.text(LOG, "json log-line whole")
    scene.write(f"{folder}/check.py", fences.text(LOG, "python check-log"))
    for old, new in (("", ""), ('"v":[6]', '"v":[5]'),
                     ('"scores":[13', '"scores":[3'),
                     ('"seal":"d2', '"seal":"d3')):
        assert old in log
        scene.write(f"{folder}/log.jsonl", log.replace(old, new, 1))
        done = subprocess.run([sys.executable, "check.py", "log.jsonl"],
                              cwd=folder, capture_output=True, check=False)
        assert (done.returncode == 0) == (old == new), (old, done.stderr)


# ### the pairings of every format

RULES = {"the first named wins": "first", "every game is a tie": "equal"}
EXAMPLE = re.compile(r'    (\{"type": .*\}) +(\d+) entrants'
                     r"(?:, (\d+) seats)?(?:, (\d+) rotations?)?( in teams)?"
                     r"; (.*)")
TITLES = ["| match | round | slot | entrants | |", "|---|---|---|---|---|"]


def format_examples():
    """For each its line, its question, and the lines after it."""
    lines = fences.read(FORMATS).splitlines()
    for at, line in enumerate(lines):
        if line.startswith('    {"type"'):
            options, entrants, seats, rotations, teams, rule = \
                EXAMPLE.fullmatch(line).groups()
            options = json.loads(options)
            seats = int(seats or 2)
            yield line, {
                "format": options, "entrants": int(entrants), "seats": seats,
                "rotations": int(rotations or seats), "results": RULES[rule],
                "game_result": "teams" if teams else "ranking"
                if seats == 2 else "winner"}, lines[at + 1:]


def ask(question):
    """The meetings, and the last line."""
    *meetings, end = map(json.loads, subprocess.run(
        [f"{scene.BUILD}/tests/support/contest_drive"], check=True, text=True,
        input=f"{json.dumps(question)}\n",
        stdout=subprocess.PIPE).stdout.splitlines())
    return meetings, end


def whole(rows, due):
    """The rows, with those that `..` stands for filled in."""
    found = []
    for row, after in zip(rows, [*rows[1:], None]):
        found += due[len(found):due.index(after) if after else None] \
            if row[0] == ".." else [row]
    return found


def test_pairings(_):
    for line, asked, lines in format_examples():
        meetings, end = ask(asked)
        due = [[str(one[key]) for key in ("match", "round", "slot")] +
               [" ".join(map(str, one["entrants"]))] for one in meetings]
        assert lines[:3] == ["", *TITLES], line
        rows = [[cell.strip() for cell in row.split("|")[1:5]]
                for row in itertools.takewhile(
                    lambda row: row.startswith("|"), lines[3:])]
        # For a tie that is never broken, the page leaves out most matches.
        if asked["results"] == "equal":
            rows = whole(rows, due)
        assert rows == due, (line, rows, due)
        if end["places"] is not None:
            told = next(row for row in lines[3:] if row and row[0] != "|")
            assert told == f"Places {' '.join(map(str, end['places']))}.", line


def test_every_format_has_a_section_and_an_example(_):
    _, line = ask({**next(format_examples())[1], "format": {"type": "?"}})
    known = sorted(re.findall(r'"(\w+)"', line["error"].split("expected")[1]
                              .split("found")[0]))
    assert known == sorted({asked["format"]["type"] for _, asked, _ in
                            format_examples()})
    assert known == sorted(re.findall(r"^## ([a-z_]+)$", fences.read(FORMATS),
                                      re.M))


# ### the numbers of Bolito, which tests/unit/worth/duel_test.c solves

PHASES = {"normal": "", "final": ", last turn", "sudden": ", sudden death"}


def words(move):
    return f"keep {' '.join(map(str, move['keep']))}, {move['then']}"


def decisions():
    """The vectors' decisions in the words of the page, with each move's
    chance."""
    for rules in vectors("bolito")["tables"]:
        named = ", ".join([rules["game"], *(
            f"{name} {value}" for name, value in rules["options"].items())])
        for one in rules["decisions"]:
            yield (named + PHASES[one["phase"]],
                   f"{one['own']}:{one['other']}", str(one["total"]),
                   " ".join(map(str, one["roll"]))), (words(one["best"]), {
                       words(one[which]): one[which]["wins"]
                       for which in ("best", "second", "most_points")})


def test_ten_decisions_of_bolito(_):
    rows, known = table(BOLITO, "rules", "scores", "turn"), dict(decisions())
    assert len(rows) == 10
    for *key, best, wins, instead, less in rows:
        move, chances = known[tuple(key)]
        assert best == move and float(less) < float(wins), key
        for name, shown in (best, wins), (instead, less):
            digits = len(shown.partition(".")[2])
            assert shown == f"{float(chances[name]):.{digits}f}", key


def test_who_is_first_to_move(_):
    known = vectors("bolito")
    chances = {one["game"]: one["first_player_wins"]
               for one in known["tables"] if not one["options"]}
    chances["pig"] = next(one["first_player_wins"] for one in known["pig"]
                          if one["target"] == 100)
    assert chances == dict(table(BOLITO, "game, default rules"))


def test_rules_that_change_no_chance_are_options(folder):
    options = {rule["name"] for game in ("bolo7", "bolo5", "pig")
               for rule in json.loads(scene.run(
                   folder, "games", game, "--json").out)["rules"]}
    named = set(re.findall(r"`([a-z_]+)`", re.search(
        "Rules that change no chance (.*?)more\\.",
        " ".join(fences.read(BOLITO).split()))[1]))
    assert len(named) == 6 and named <= options, named


scene.main()

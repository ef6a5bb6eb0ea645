#!/usr/bin/env python3
"""wrong_files.py - tournament files and league files with mistakes.

tier: quick
"""
import json
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import tournament_rows
from tournament_rows import Row
from tournament_stage import AUTHOR, CUP, KEY, LUCK, cup, edit, lucky


def entrants(*changes):
    return [{key: value for key, value in {**entrant, **change}.items()
             if value != "none"}
            for entrant, change in zip(CUP["entrants"], changes)]


def with_cup(says, what, /, **changes):
    return Row(["init", "new.json", *KEY], says,
               lambda folder: cup(folder, **changes), name=what)


def form(says, what, **options):
    return with_cup(says, what, format={"type": "round_robin", **options})


def with_luck(says, what, /, text=None, **changes):
    def make(folder):
        cup(folder, luck="luck.json")
        lucky(folder, text=text, **changes)

    return Row(["init", "new.json", *KEY], says, make, name=f"luck: {what}")


def rolit_rules():
    return {"illegal_retries": 1, "start": "seat", "size": 8,
            "must_capture": True, "opening_plies": 0, "max_turns": 60}


LUCKS = [
    with_luck("luck.json is not a luck file: line 1", "cut", text='{"v":1'),
    with_luck("luck.json: v: expected .* found 2", "version", v=2),
    with_luck("luck.json: unknown key \"gamma\"", "unknown", gamma="1"),
    with_luck("luck.json: game: expected one of", "game", game="chess"),
    with_luck("luck.json: game: rolit has no luck except", "no luck",
              game="rolit", rules=rolit_rules()),
    with_luck("luck.json: rules.target: the tournament has 12, found 13",
              "rules", rules={**LUCK["rules"], "target": 13}),
    with_luck("luck.json: f: a table of pig is for 2 seats", "seats", seats=3),
    with_luck("luck.json: f: there is no \"race\" for pig", "f", f="race"),
    with_luck("luck.json: numbers: expected 0 numbers, as f is \"table\"",
              "numbers", numbers=["1"]),
    with_luck("luck.json: table: expected 64 lower-case hex digits or null",
              "table", table="7"),
    with_luck("luck.json: beta: expected the share of luck as a decimal .* in "
              "quotes, .*, found 1", "beta", beta=1),
]
FILES = [
    *LUCKS,
    with_cup("not a tournament file", "empty", text=""),
    with_cup("not a tournament file", "not JSON", text="game: pig"),
    with_cup("not a tournament file", "cut", text='{"game":"pig"'),
    with_cup("not a tournament file.*twice", "key twice",
             text='{"game":"pig","game":"pig"}'),
    with_cup("new.json is not a tournament file: line 2, column 9: expected a "
             "colon", "line and column", text='{"name": "x",\n "entr" 7}'),
    with_cup(r"new.json: rules.target: expected 10\.\.100000, found the text "
             r'"100" \(line 2, column 21\)', "line and column of a key",
             text=json.dumps({**CUP, "rules": {"target": "100"}}).replace(
                 '"rules"', '\n"rules"')),
    with_cup("new.json is a match file: try referee play new.json$", "a match",
             text='{"game": "pig", "boards": 2, "entrants": []}'),
    with_cup("not a tournament file", "BOM", text="\ufeff{}"),
    with_cup("not a tournament file", "deep", text='{"a":' * 40 + "1" + "}" * 40),
    with_cup("new.json", "a list", text="[]"),
    *[with_cup(f"new.json: .*{key}|{key}", f"no {key}", **{key: "none"})
      for key in ("name", "game", "entrants", "format")],
    with_cup("speed", "an unknown key", speed=1),
    with_cup("new.json: limits: the sandbox level none does not support the limit tasks",
             "a limit of another level", text=json.dumps(
                 {**CUP, "sandbox": "none", "limits": {"tasks": 5}})),
    *[with_cup(says, f"{key} {value!r}", **{key: value})
      for key, value, says in (
          ("name", "", "name: expected"), ("name", "Cup", "name: expected"),
          ("name", "a b", "name: expected"), ("name", 5, "name: expected"),
          ("name", "x" * 52, "name: expected 1 to 51"),
          ("id", "A", "id: expected"), ("id", "x" * 65, "id: expected"),
          ("id", 7, "id: expected"), ("game", "chess", "game: expected one"),
          ("game", 7, "game: expected"), ("rules", [], "rules"),
          ("rules", {"goal": 1}, "rules.*goal"),
          ("rules", {"target": 1}, r"rules\.target: "),
          ("rules", {"target": "12"}, r"rules\.target"),
          ("limits", 5, "limits"), ("limits", {"speed": 1}, "speed"),
          ("limits", {"move_ms": 0}, r"limits\.move_ms"),
          ("sandbox", "tight", "sandbox: expected one of"),
          ("sandbox", 1, "sandbox"), ("rotations", 0, "rotations: expected"),
          ("rotations", 3, "rotations: expected"),
          ("rotations", "1", "rotations: expected"),
          ("processes", "all", "processes: expected"),
          ("links", 0, "links: expected"), ("links", 65537, "links: expect"),
          ("operator", "me", "operator"), ("operator", {"key": "x"}, "key"),
          ("operator", {}, r"operator\.name"),
          ("operator", {"name": "a b"}, r"operator\.name: expected a name"),
          ("operator", {"name": ""}, r"operator\.name"),
          ("authors", 5, "authors"), ("authors", [5], r"authors\[0\]"),
          ("authors", [{}], r"authors\[0\]\.name"),
          ("authors", [{**AUTHOR, "name": "a b"}], r"authors\[0\]\.name"),
          ("authors", [{**AUTHOR, "commit": "0"}], r"authors\[0\]\.commit"),
          ("authors", [{**AUTHOR, "key": "0D" * 32}], r"authors\[0\]\.key"),
          ("authors", [{**AUTHOR, "mail": "x"}], "mail"),
          ("authors", [AUTHOR, AUTHOR], "eve"),
          ("authors", [AUTHOR, {**AUTHOR, "name": "x"}], "has the key 0d0d"),
          ("authors", [AUTHOR, {**AUTHOR, "name": "x", "key": "0e" * 32}],
           "has the commitment 0c0c"),
          ("authors", [{**AUTHOR, "name": "operator"}], "operator"),
          ("authors", [AUTHOR], "sandbox: .*\"strict\""),
          ("beacon", 5, "beacon"), ("beacon", {"round": 1}, r"beacon\.source"),
          ("beacon", {"source": "x"}, r"beacon\.round"),
          ("beacon", {"source": "x", "round": -1}, r"beacon\.round"),
          ("beacon", {"source": "x", "round": 1, "at": 2}, "at"),
          ("luck", 5, "luck: expected a text"),
          ("luck", "", "luck: expected the path of a luck file"),
          ("luck", "none.json", "luck: cannot open none.json"),
          ("base", 5, "base"), ("base", "none/such", "no file|no such|none"),
          ("entrants", [], "entrants: expected"),
          ("entrants", {}, "entrants: expected"),
          ("entrants", CUP["entrants"][:1], "entrants: expected"))],
    with_cup("processes \"entrant\" with 2 rotations", "entrant",
             processes="entrant", rotations=2),
    *[with_cup(says, f"an entrant {change}", entrants=entrants({}, change))
      for change, says in (
          ({"name": "ann"}, "two entrants are called ann"),
          ({"name": "none"}, r"entrants\[1\]\.name"),
          ({"name": ""}, r"entrants\[1\]\.name"),
          ({"name": "a b"}, r"entrants\[1\]\.name"),
          ({"name": 5}, r"entrants\[1\]\.name"),
          ({"command": "none"}, r"entrants\[1\]\.command"),
          ({"command": []}, r"entrants\[1\]\.command"),
          ({"command": "./bob"}, r"entrants\[1\]\.command"),
          ({"command": [""]}, r"entrants\[1\]\.command\[0\]"),
          ({"command": ["./none"]}, "no file ./none"),
          ({"command": ["./key"]}, "cannot be run"),
          ({"files": ["none"]}, "none"), ({"files": 5}, "files"),
          ({"mail": "x"}, r"entrants\[1\].*mail"),
          ({"author": "a+b"}, r"entrants\[1\]\.author"))],
    with_cup("format.*type|format", "format without a type", format={}),
    with_cup("format", "a format that is a text", format="swiss"),
    with_cup("format.*type: expected", "unknown", format={"type": "cup"}),
    *[form(says, f"{options}", **options) for options, says in (
        ({"speed": 1}, "speed"), ({"boards": 0}, r"format\.boards"),
        ({"boards": "1"}, r"format\.boards"), ({"seats": 1}, r"format\.seats"),
        ({"seats": 9}, "a game for 2 to 8"), ({"seats": 3}, "entrants|seats"),
        ({"matches": 0}, r"format\.matches"),
        ({"matches": 10000001}, "matches"),
        ({"until_error": -1}, r"format\.until_error"),
        ({"tie_boards": 0}, r"format\.tie_boards"),
        ({"groups": "x"}, r"format\.groups"), ({"version": 2}, "version"))],
    with_cup("pairs", "a league's round without pairs",
             format={"type": "league"}),
    with_cup("until_error", "until_error of a knockout",
             format={"type": "knockout", "until_error": 5}),
    with_cup("boards_max", "boards_max", format={
        "type": "sprt", "boards": 2, "boards_max": 3}),
    with_cup("elo", "elo1 below elo0", format={
        "type": "sprt", "elo0": 5, "elo1": 0}),
    # ### leagues
    *[Row(["league", "l", *KEY], says, edit("l/league.json", old, new),
          keeps="l/lock", name=new) for old, new, says in (
              ('"type": "league"', '"type": "swiss"', "type \"league\""),
              ('"type": "league"', '"type": "league", "pairs": [[0, 1]]',
               "without \"pairs\""),
              ('"name": "cup"', '"name": 7', "\"name\""),
              ('"./ann"', '"./none"', "no file"),
              ("{", "[", "league.json"),
              ('"pig"', '"chess"', "game: expected"))],
]


if __name__ == "__main__":
    sys.exit(tournament_rows.main(FILES, of=3))

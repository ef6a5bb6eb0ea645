#!/usr/bin/env python3
"""wrong_input.py - wrong commands and damaged folders.

tier: quick
"""
import fcntl
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene
import tournament_rows
from tournament_rows import Row
from tournament_stage import AUTHOR, CUP, KEY, cup, edit, lucky, run


# ### what is done to a folder

def add(name, text):
    def change(folder):
        with open(f"{folder}/{name}", "ab") as file:
            file.write(text.encode())
    return change


def gone(name):
    return lambda folder: os.unlink(f"{folder}/{name}")


def file(name, text, mode=0o644):
    return lambda folder: scene.write(f"{folder}/{name}", text, mode)


def shut(name, mode=0):
    return lambda folder: os.chmod(f"{folder}/{name}", mode)


def locked(name):
    """Another process plays; this one holds its lock."""
    def lock(folder):
        held = open(f"{folder}/{name}", "w", encoding="utf-8")
        fcntl.flock(held, fcntl.LOCK_EX)
        return held
    return lock


# ### the rows

SHOWS = ["standings", "crosstable", "results", "verify", "sign", "open",
         "watch", "ladder"]
COMMANDS = SHOWS + ["run", "init", "check", "commit", "league", "sprt", "plan",
                    "formats", "pack"]
OPTIONS = [
    Row(["fly"], "no command \"fly\""),
    *[Row([command, "--fly"], "unknown option --fly")
      for command in COMMANDS],
    *[Row([command], f"missing (DIR|FILE).*; usage: tournament {command} ")
      for command in COMMANDS if command not in ("commit", "formats")],
    *[Row([command, "done", "done2", *more], "unexpected argument \"done2\"")
      for command, more in (
              ("standings", []), ("crosstable", []), ("results", []),
              ("sign", ["--as", "x"]), ("open", []), ("pack", []),
              ("run", []), ("init", []), ("check", []), ("league", []),
              ("plan", ["--error", "5"]), ("watch", []))],
    Row(["verify", "done", "made", "x"], "unexpected argument \"x\""),
    Row(["formats", "a", "b"], "unexpected argument \"b\"; usage"),
    Row(["formats", "chess"], "there is no format \"chess\""),
    Row(["commit"], "missing -o FILE; usage: tournament commit -o FILE"),
    Row(["commit", "word"], "unexpected argument \"word\"; usage"),
    Row(["commit", "-o", "key"], "cannot create key: File exists"),
    Row(["commit", "-o", "no/new"], "cannot create no/new: No such"),
    Row(["run", "cup.json", "-j0"], "-j: expected"),
    *[Row(["run", "cup.json", "-j", number], "-j: expected")
      for number in ("0", "-1", "x", "", "1.5", "1025")],
    *[Row([command, "done", "-j", number], "-j: expected")
      for command in ("verify", "pack") for number in ("0", "257", "x")],
    Row(["check", "cup.json", "-j", "0"], "-j: expected"),
    Row(["league", "l", "--rounds", "0"], "--rounds: expected"),
    Row(["verify", "done", "--key", "0A" * 32], "--key: expected 64"),
    Row(["verify", "done", "--key", "00"], "--key: expected 64"),
    Row(["verify", "done", "--key", "ann=00"], "--key: expected 64"),
    Row(["verify", "done", "--key", "=" + "0a" * 32],
        "--key: expected a name before the ="),
    *[Row(["verify", "done", *["--key", who + "0a" * 32] * 2],
          f"--key: two keys for {name}")
      for who, name in (("", "the operator"), ("ann=", "ann"))],
    Row(["standings", "done", "--points", "x"], "--points: expected"),
    Row(["standings", "done", "--json=1"], "takes no value"),
    Row(["standings", "done", "--points"], "--points needs a value"),
    Row(["plan", "cup.json", "--error", "x"], "--error"),
    Row(["plan", "cup.json", "--error", "0"], "--error"),
    Row(["plan", "cup.json"], "missing --error ELO; usage: tournament plan"),
    Row(["plan", "none.json", "--error", "5"], "cannot open none.json"),
    Row(["sprt", "done", "ann"], "missing B; usage: tournament sprt DIR A B"),
    Row(["sprt", "done", "ann", "bob", "cyd"], "unexpected argument \"cyd\""),
    Row(["sprt", "done", "ann", "cyd"], "no entrant called cyd"),
    Row(["sprt", "done", "ann", "ann"], "cannot be better than itself"),
    Row(["sprt", "done", "ann", "bob", "--elo1", "-5"], "--elo1 must be"),
    Row(["sprt", "done", "ann", "bob", "--alpha", "1"], "--alpha"),
    Row(["sprt", "done", "ann", "bob", "--alpha", ".6", "--beta", ".6"],
        "--alpha and --beta|--alpha"),
    Row(["sprt", "done", "ann", "bob", "--model", "x"], "--model: expected"),
]
FOLDERS = [
    *[Row([command, folder, *more], says)
      for command, more in (("standings", []), ("crosstable", []),
                            ("results", []), ("verify", []),
                            ("sign", ["--as", "x", *KEY]), ("open", []),
                            ("watch", []), ("ladder", []))
      for folder, says in (("none", "none"), ("empty", "empty"),
                           ("key", "key"))],
    *[Row([command, "key", *more],
          "key is a file; expected the folder of a tournament$")
      for command, more in (("standings", []), ("crosstable", []),
                            ("results", []), ("verify", []), ("ladder", []),
                            ("sign", ["--as", "x", *KEY]), ("open", []),
                            ("watch", []), ("games", []))],
    *[Row([command, "empty"],
          "empty is a folder; expected a tournament file$")
      for command in ("check", "init")],
    *[Row(["ladder", "done", other], f"done and {other} are the same folder$")
      for other in ("done", "./done/")],
    Row(["collect", "key", "-o", "c.json", "--game", "pig"],
        "key is a file; expected a folder of submissions$"),
    Row(["league", "key"], "key is a file; expected the folder of a league$"),
    Row(["ladder", "--games", "empty"],
        "empty is a folder; expected a CSV file of games$"),
    Row(["run", "none", *KEY], "cannot open none"),
    Row(["run", "empty", *KEY], "holds no tournament"),
    Row(["run", "cup.json", "-o", "empty/x/y", *KEY], "cannot make the fold"),
    Row(["run", "cup.json", "-o", "key", *KEY], "cannot make the folder key"),
    Row(["run", "done", "-o", "new", *KEY], "-o: done is already a folder"),
    Row(["league", "none", *KEY], "holds no league"),
    Row(["league", "empty", *KEY], "holds no league"),
    Row(["init", "cup.json", "-o", "made", *KEY], "exists and is not empty"),
    Row(["init", "cup.json", "-o", "empty/x/y", *KEY], "cannot make"),
    Row(["init", "cup.json", "-o", "", *KEY], "cannot make"),
    Row(["init", "none.json", *KEY], "cannot open none.json"),
    *[Row(["init", "cup.json", "-o", "new", *KEY],
          fr"cup.json: authors\[{at}\].key: {says}",
          lambda folder, keys=keys: cup(folder, "cup.json", authors=[
              {"name": f"a{i}", "key": key} for i, key in enumerate(keys)]),
          name=f"author {at} shares a key, {says}")
      for at, keys, says in (
          (1, ["0a" * 32, "0a" * 32], "the operator, a referee or another"),
          (0, [scene.PUBLIC], "it is the operator's"),
          (1, ["0a" * 32, scene.PUBLIC], "it is the operator's"))],
    Row(["init", "empty", *KEY], "empty"),
    Row(["check", "none.json"], "cannot open none.json"),
    # ### keys and secrets
    Row(["init", "cup.json", "-o", "new", "--key-file", "none"], "open none"),
    Row(["init", "cup.json", "-o", "new", "--key-file", "cup.json"],
        "cup.json"),
    Row(["run", "made", "--key-file", "key2"], "signed for another key",
        keeps="made/lock"),
    Row(["run", "made", "--key-file", "none"], "cannot open none"),
    Row(["run", "made", *KEY], "cannot open made/secret", gone("made/secret"),
        keeps="made/lock"),
    Row(["run", "made", *KEY], "does not match the seal", file(
        "made/secret", "0a" * 32 + "\n", 0o600), keeps="made/lock"),
    Row(["run", "made", *KEY], "made/secret", file(
        "made/secret", "hello\n", 0o600), keeps="made/lock"),
    Row(["sign", "made", "--as", "cyd", "--key-file", "none"], "open none",
        keeps="made/lock"),
    Row(["sign", "made", "--as", "c yd", *KEY], "--as: expected a name",
        keeps="made/lock"),
    Row(["sign", "made", "--as", "operator", *KEY], "is the operator",
        keeps="made/lock"),
    Row(["sign", "trust", "--as", "eve", *KEY], "another key for eve",
        keeps="trust/lock"),
    # ### opening
    Row(["run", "trust", *KEY], "waits for reveals",
        keeps="trust/(lock|book.jsonl)"),
    Row(["open", "trust"], "the reveal of eve is missing",
        keeps="trust/lock"),
    Row(["open", "trust", "--reveal", "eve"], "--reveal: expected NAME=",
        keeps="trust/lock"),
    Row(["open", "trust", "--reveal", "eve=00"], "--reveal: expected NAME=",
        keeps="trust/lock"),
    Row(["open", "trust", "--reveal", "cyd=" + "00" * 32], "no author called cyd",
        keeps="trust/lock"),
    Row(["open", "trust", *["--reveal", "eve=" + "00" * 32] * 2],
        "eve given twice", keeps="trust/lock"),
    Row(["open", "trust", "--reveal", "eve=" + "00" * 32], "eve|reveal",
        keeps="trust/(lock|book.jsonl)", name="a wrong reveal"),
    Row(["open", "trust", "--withheld", "--beacon", "00" * 32], "beacon",
        keeps="trust/(lock|book.jsonl)"),
    Row(["open", "made", "--beacon", "0x"], "--beacon: expected 64"),
    Row(["open", "done"], "already open"),
    # ### locks
    *[Row(words, "is being played by another", locked("made/lock"),
          keeps="made/lock") for words in (
              ["run", "made", *KEY], ["open", "made"],
              ["sign", "made", "--as", "cyd", *KEY])],
    Row(["league", "l", *KEY], "is being played by another",
        locked("l/lock"), keeps="l/lock"),
    # ### a file that differs from the folder's
    *[Row(["run", "cup.json", "-o", "made", *KEY], f"\"{key}\" differs",
          lambda folder, key=key, value=value: (lucky(folder), cup(
              folder, "cup.json", **{key: value})), name=f"{key} {value}",
          keeps="made/lock")
      for key, value in (
          ("name", "cup2"), ("rules", {"target": 13}),
          ("rules", "none"), ("format", {"type": "swiss"}),
          ("entrants", CUP["entrants"][::-1]), ("limits", {"move_ms": 9}),
          ("sandbox", "strict"), ("id", "x"), ("rotations", 1),
          ("processes", "game"), ("links", 7), ("operator", {"name": "x"}),
          ("authors", [AUTHOR]), ("beacon", {"source": "x", "round": 1}),
          ("luck", "luck.json"))],
    Row(["run", "cup.json", "-o", "done", *KEY], "cup.json is not the file that "
        "done was made from: \"rules\" differs", lambda folder: cup(
            folder, "cup.json", rules={"target": 13}),
        name="rules of a tournament that is over", keeps="done/lock"),
    Row(["run", "elsewhere/cup.json", "-o", "made", *KEY], "\"base\" differs",
        lambda folder: (os.mkdir(f"{folder}/elsewhere"),
                        cup(folder, "elsewhere/cup.json", base=".")),
        keeps="made/lock"),
    # ### bots
    Row(["run", "made", *KEY], "bot ann has changed", add("ann", "#"),
        keeps="made/lock"),
    Row(["run", "made", *KEY], "ann: there is no file .*ann", gone("ann"),
        keeps="made/lock"),
    Row(["run", "made", *KEY], "ann cannot be run|ann", shut("ann", 0o644),
        keeps="made/lock"),
    # ### the folder's own files
    Row(["run", "made", *KEY], "cannot open made/tournament.json",
        gone("made/tournament.json"), keeps="made/lock"),
    Row(["run", "made", *KEY], "is not what the manifest was made from: "
        "\"rules\" differs", edit("made/tournament.json", "12", "13"),
        keeps="made/lock"),
    Row(["run", "made", *KEY],
        r"made/tournament.json: entrants\[0\].command: .* ann ", edit(
            "made/tournament.json", '"./ann"', '"./ann", "--fast"'),
        name="another word", keeps="made/lock"),
    Row(["run", "made", *KEY], "is not what the manifest was made from: "
        '"(limits|sandbox)" differs', edit(
            "made/tournament.json", "{", '{"sandbox": "none",'),
        name="another sandbox", keeps="made/lock"),
    Row(["run", "made", *KEY], "manifest.note", gone("made/manifest.note"),
        keeps="made/lock"),
    Row(["run", "made", *KEY], "manifest", edit(
        "made/manifest.json", '"boards":1', '"boards":2'), keeps="made/lock"),
    *[Row([command, "done"], says, edit("done/book.jsonl", old, new),
          name=f"{old} for {new}")
      for command in ("standings", "results", "crosstable", "ladder")
      for old, new, says in (
          ('"attempt":1', '"attempt":2', r"done/book\.jsonl:2: attempt: exp"),
          ('"entrants":[0,1]', '"entrants":[0,0]', r"book\.jsonl:2: match 1 "
           "is due between"),
          ('"match":1', '"match":9', r"book\.jsonl:2: match: expected at "),
          ('"t":"open"', '"t":"opan"', r"book\.jsonl:1: t: expected open"))],
    Row(["standings", "done"], r"book\.jsonl:2: nothing|book\.jsonl:\d", add(
        "done/book.jsonl", '{"t":"close","secret":"' + "00" * 32 + '"}\n')),
    Row(["verify", "done"], "cannot open done/book.jsonl",
        gone("done/book.jsonl")),
    Row(["verify", "done"], "cannot open done/manifest.note",
        gone("done/manifest.note")),
    Row(["verify", "done"], "is not a regular file", lambda folder: (
        os.unlink(f"{folder}/done/book.jsonl"),
        os.mkdir(f"{folder}/done/book.jsonl"))),
    Row(["verify", "made"], "cannot open made/book.jsonl"),
    Row(["verify", "done", "--key", "ann=" + "0a" * 32],
        "--key: done/manifest.json has no author called ann$"),
    # ### folders of others
    Row(["run", "made", *KEY], "cannot open made/lock: Permission", user=True),
    Row(["sign", "made", "--as", "x", *KEY], "made/lock: Permission",
        user=True),
    Row(["init", "cup.json", "-o", "new", *KEY], "cannot make the folder",
        user=True),
    Row(["verify", "done"], "cannot open done/manifest.json: Permission",
        shut("done/manifest.json"), user=True),
    Row(["verify", "done"], "done/match-000001.jsonl: Permission",
        shut("done/match-000001.jsonl"), user=True),
    Row(["standings", "done"], "Permission", shut("done"), user=True),
    Row(["commit", "-o", "new"], "cannot create new: Permission", user=True),
    # ### standard output is full
    *[Row([command, "done", *more], "cannot write the output: No space",
          full=True) for command in SHOWS[:4] + ["watch", "ladder"]
      for more in ([], ["--json"])],
    Row(["check", "cup.json"], "cannot write the output", full=True),
    Row(["formats"], "cannot write the output", full=True),
]


def right_usage(stage):
    """What is asked for goes to standard output, with exit status 0."""
    folder, wrong = stage.copy(), []
    for words in [["--help"], ["--version"], ["formats"], *[
            [command, "--help"] for command in COMMANDS], ["check", "cup.json"],
            *[[command, "done", option] for command in SHOWS[:3]
              for option in ("--csv", "--json")]]:
        result = run(folder, words)
        if result.code != 0 or result.err or not result.out:
            wrong.append(f"{words}: {result}")
    result = run(folder, [])
    if result.code != 2 or result.out or "usage" not in result.err:
        wrong.append(f"no command: {result}")
    return wrong


if __name__ == "__main__":
    sys.exit(tournament_rows.main(OPTIONS + FOLDERS, [
        ("help and tables", right_usage)], of=3))

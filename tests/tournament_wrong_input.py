#!/usr/bin/env python3
"""tournament_wrong_input.py - wrong commands, files and folders.

Each row: the command line, what the one sentence on standard error says, and
what was done to the folder before.  The exit status is 2, and nothing may be
made or changed.
"""
import fcntl
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys

sys.dont_write_bytecode = True
import scene

PROGRAM = f"{scene.BUILD}/tournaments/tournament"
NOBODY = 65534
KEY = ["--key-file", "key"]
CUP = {"name": "cup", "game": "pig", "rules": {"target": 12},
       "format": {"type": "round_robin", "boards": 1},
       "entrants": [{"name": "ann", "command": ["./ann"]},
                    {"name": "bob", "command": ["./bob"]}]}
AUTHOR = {"name": "eve", "commit": "0c" * 32, "key": "0d" * 32}
LEAGUE = {**CUP, "format": {"type": "league"}}


# ### folders

def cup(folder, path="new.json", text=None, **changes):
    tree = {key: value for key, value in {**CUP, **changes}.items()
            if value != "none"}
    scene.write(f"{folder}/{path}", text if text is not None else
                json.dumps(tree))


def entrants(*changes):
    return [{key: value for key, value in {**entrant, **change}.items()
             if value != "none"}
            for entrant, change in zip(CUP["entrants"], changes)]


def edit(name, old, new, count=1):
    """In a file of the folder; the old text has to be there."""
    def change(folder):
        text = scene.content(folder, name)
        assert old.encode() in text, (name, old, text[:300])
        scene.write(f"{folder}/{name}", text.replace(
            old.encode(), new.encode(), count))
    return change


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


def all_of(*changes):
    return lambda folder: [change(folder) for change in changes]


def locked(name):
    """Another process plays; it is this one."""
    def lock(folder):
        held = open(f"{folder}/{name}", "w", encoding="utf-8")
        fcntl.flock(held, fcntl.LOCK_EX)
        return held
    return lock


# ### the rows

class Row:
    """`user`: run as an ordinary one; `keeps`: what may appear or change;
    `full`: standard output is; `most`: bytes that a file may have."""

    def __init__(self, words, says, prepare=None, name="", user=False,
                 keeps="", full=False, most=None, code=2, out=""):
        self.words, self.says, self.prepare = words, says, prepare
        self.user, self.keeps, self.full, self.most = user, keeps, full, most
        self.code, self.out = code, out
        self.name = " ".join(words) + f" [{name or says}]"


def with_cup(says, what, /, **changes):
    return Row(["init", "new.json", *KEY], says,
               lambda folder: cup(folder, **changes), name=what)


def form(says, what, **options):
    return with_cup(says, what, format={"type": "round_robin", **options})


SHOWS = ["standings", "crosstable", "results", "verify", "sign", "open",
         "watch", "ladder"]
OPTIONS = [
    Row(["fly"], "no command \"fly\""),
    *[Row([command, "--fly"], "unknown option --fly") for command in
      SHOWS + ["run", "init", "check", "commit", "league", "sprt", "plan",
               "formats"]],
    *[Row([command], "which (tournament|league|two)|expected") for command in
      SHOWS + ["run", "init", "check", "league", "sprt", "plan"]],
    *[Row([command, "done", "done2", *more], "one at a time|found also|unexp"
          "ected") for command, more in (
              ("standings", []), ("crosstable", []), ("results", []),
              ("verify", []), ("sign", ["--as", "x"]), ("open", []),
              ("run", []), ("init", []), ("check", []), ("league", []),
              ("plan", ["--error", "5"]), ("watch", []))],
    Row(["formats", "a", "b"], "one at a time"),
    Row(["formats", "chess"], "there is no format \"chess\""),
    Row(["commit"], "where to"),
    Row(["commit", "word"], "unexpected word"),
    Row(["commit", "-o", "key"], "cannot create key: File exists"),
    Row(["commit", "-o", "no/new"], "cannot create no/new: No such"),
    *[Row(["run", "cup.json", "-j", number], "-j: expected")
      for number in ("0", "-1", "x", "", "1.5", "1025")],
    *[Row(["verify", "done", "-j", number], "-j: expected")
      for number in ("0", "257", "x")],
    Row(["check", "cup.json", "-j", "0"], "-j: expected"),
    Row(["league", "l", "--rounds", "0"], "--rounds: expected"),
    Row(["verify", "done", "--key", "0A" * 32], "--key: expected 64"),
    Row(["verify", "done", "--key", "00"], "--key: expected 64"),
    Row(["standings", "done", "--points", "x"], "--points: expected"),
    Row(["standings", "done", "--json=1"], "takes no value"),
    Row(["standings", "done", "--points"], "--points needs a value"),
    Row(["plan", "cup.json", "--error", "x"], "--error"),
    Row(["plan", "cup.json", "--error", "0"], "--error"),
    Row(["plan", "cup.json"], "expected a tournament and an error"),
    Row(["plan", "none.json", "--error", "5"], "cannot open none.json"),
    Row(["sprt", "done", "ann"], "which two"),
    Row(["sprt", "done", "ann", "bob", "cyd"], "unexpected word"),
    Row(["sprt", "done", "ann", "cyd"], "no entrant called cyd"),
    Row(["sprt", "done", "ann", "ann"], "cannot be better than itself"),
    Row(["sprt", "done", "ann", "bob", "--elo1", "-5"], "--elo1 has to be"),
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
    Row(["run", "none", *KEY], "cannot open none"),
    Row(["run", "empty", *KEY], "holds no tournament"),
    Row(["run", "cup.json", "-o", "empty/x/y", *KEY], "cannot make the fold"),
    Row(["run", "cup.json", "-o", "key", *KEY], "cannot make the folder key"),
    Row(["run", "done", "-o", "new", *KEY], "-o: done is a folder"),
    Row(["league", "none", *KEY], "holds no league"),
    Row(["league", "empty", *KEY], "holds no league"),
    Row(["init", "cup.json", "-o", "made", *KEY], "there already"),
    Row(["init", "cup.json", "-o", "empty/x/y", *KEY], "cannot make"),
    Row(["init", "cup.json", "-o", "", *KEY], "cannot make"),
    Row(["init", "none.json", *KEY], "cannot open none.json"),
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
    Row(["run", "made", *KEY], "does not fit the seal", file(
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
    Row(["open", "trust", "--reveal", "cyd=" + "00" * 32], "nobody called cyd",
        keeps="trust/lock"),
    Row(["open", "trust", *["--reveal", "eve=" + "00" * 32] * 2],
        "eve stands twice", keeps="trust/lock"),
    Row(["open", "trust", "--reveal", "eve=" + "00" * 32], "eve|reveal",
        keeps="trust/(lock|book.jsonl)", name="a wrong reveal"),
    Row(["open", "trust", "--withheld", "--beacon", "00" * 32], "beacon",
        keeps="trust/(lock|book.jsonl)"),
    Row(["open", "made", "--beacon", "0x"], "--beacon: expected 64"),
    Row(["open", "done"], "open already"),
    # ### locks
    *[Row(words, "is being played by another", locked("made/lock"),
          keeps="made/lock") for words in (
              ["run", "made", *KEY], ["open", "made"],
              ["sign", "made", "--as", "cyd", *KEY])],
    Row(["league", "l", *KEY], "is being played by another",
        locked("l/lock"), keeps="l/lock"),
    # ### a file that is another one
    *[Row(["run", "cup.json", "-o", "made", *KEY], f"\"{key}\" differs",
          lambda folder, key=key, value=value: cup(folder, "cup.json", **{
              key: value}), name=f"{key} {value}", keeps="made/lock")
      for key, value in (
          ("name", "cup2"), ("rules", {"target": 13}),
          ("rules", "none"), ("format", {"type": "swiss"}),
          ("entrants", CUP["entrants"][::-1]), ("limits", {"move_ms": 9}),
          ("sandbox", "strict"), ("id", "x"), ("rotations", 1),
          ("processes", "game"), ("links", 7), ("operator", {"name": "x"}),
          ("authors", [AUTHOR]), ("beacon", {"source": "x", "round": 1}),
          ("luck", "00" * 32))],
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
    Row(["run", "made", *KEY], "is not what the manifest was made of: "
        "\"rules\" differs", edit("made/tournament.json", "12", "13"),
        keeps="made/lock"),
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
    Row(["verify", "done"], "is no ordinary file", lambda folder: (
        os.unlink(f"{folder}/done/book.jsonl"),
        os.mkdir(f"{folder}/done/book.jsonl"))),
    Row(["verify", "made"], "cannot open made/book.jsonl"),
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
FILES = [
    with_cup("no tournament file", "empty", text=""),
    with_cup("no tournament file", "not JSON", text="game: pig"),
    with_cup("no tournament file", "cut", text='{"game":"pig"'),
    with_cup("no tournament file.*twice|no tournament file", "key twice",
             text='{"game":"pig","game":"pig"}'),
    with_cup("no tournament file", "BOM", text="\ufeff{}"),
    with_cup("no tournament file", "deep", text='{"a":' * 40 + "1" + "}" * 40),
    with_cup("new.json", "a list", text="[]"),
    *[with_cup(f"new.json: .*{key}|{key}", f"no {key}", **{key: "none"})
      for key in ("name", "game", "entrants", "format")],
    with_cup("speed", "an unknown key", speed=1),
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
          ("authors", [AUTHOR, {**AUTHOR, "name": "x"}], "commit"),
          ("authors", [{**AUTHOR, "name": "operator"}], "operator"),
          ("authors", [AUTHOR], "sandbox: .*\"strict\""),
          ("beacon", 5, "beacon"), ("beacon", {"round": 1}, r"beacon\.source"),
          ("beacon", {"source": "x"}, r"beacon\.round"),
          ("beacon", {"source": "x", "round": -1}, r"beacon\.round"),
          ("beacon", {"source": "x", "round": 1, "at": 2}, "at"),
          ("luck", "00", "luck: expected"), ("luck", 5, "luck"),
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


# ### running them

def listing(folder):
    found = {}
    for place, folders, files in os.walk(folder):
        for name in folders + files:
            path = os.path.join(place, name)
            if f"{folder}/config" in path or path == f"{folder}/t":
                continue
            found[path[len(folder) + 1:]] = scene.content(place, name) \
                if os.path.isfile(path) else None
    return found


def start(folder, row, words):
    def before():
        if row.most is not None:
            # As on a full disk, but for the name of the error.
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (row.most, row.most))

    user = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}",
            "--clear-groups"] if row.user and scene.ROOT else []
    with open("/dev/full", "wb") as full:
        process = subprocess.Popen(
            [*user, PROGRAM, *words], cwd=folder, stdin=subprocess.DEVNULL,
            stdout=full if row.full else subprocess.PIPE,
            stderr=subprocess.PIPE, preexec_fn=before,
            env=scene.referee_environment(folder))
        out, err = process.communicate(timeout=scene.HANGS_S)
    return scene.Result(process.returncode, (out or b"").decode(),
                        err.decode())


class Stage:
    """A folder with tournaments made, played and waiting, to be copied."""

    def __init__(self, stage):
        self.stage, self.base = stage, stage.folder()
        for name in ("ann", "bob"):
            scene.healthy(self.base, name)
            add(name, "\n# " + name)(self.base)
        scene.write(f"{self.base}/key2", "0bad" * 16 + "\n", 0o600)
        os.mkdir(f"{self.base}/empty")
        os.mkdir(f"{self.base}/l")
        scene.write(f"{self.base}/l/league.json", json.dumps(
            {**LEAGUE, "base": ".."}))
        cup(self.base, "cup.json")
        cup(self.base, "trust.json", authors=[AUTHOR])
        # The bots lie beside the copy, too: paths are relative to a base.
        for words in (["init", "cup.json", "-o", "made"],
                      ["run", "cup.json", "-o", "done", "-j", "1"],
                      ["init", "trust.json", "--trusted"]):
            result = start(self.base, Row([], ""), [*words, *KEY])
            assert result.code == 0, result
        shutil.rmtree(f"{self.base}/config", ignore_errors=True)

    def copy(self):
        folder = self.stage.folder()
        shutil.copytree(self.base, folder, dirs_exist_ok=True)
        for name in ("made", "done", "trust"):
            edit(f"{name}/tournament.json", self.base, folder)(folder)
        return folder


def not_ours(folder):
    """Nobody else may write here, and an ordinary user runs the command."""
    os.makedirs(f"{folder}/t", exist_ok=True)
    for place, _, _ in os.walk(folder):
        if os.stat(place).st_mode & 0o444:
            os.chmod(place, 0o555)
    if scene.ROOT:
        os.chown(f"{folder}/key", NOBODY, NOBODY)


def check(stage, row):
    folder = stage.copy()
    held = row.prepare(folder) if row.prepare else None
    before = listing(folder)
    if row.user:
        not_ours(folder)
    result = start(folder, row, row.words)
    del held
    for place, _, _ in os.walk(folder):
        os.chmod(place, 0o755)
    after = listing(folder)
    wrong = []
    if result.code != row.code:
        wrong.append(f"exit {result.code}")
    if result.err.count("\n") != 1 or \
            not result.err.startswith("tournament") or \
            not re.search(row.says, result.err):
        wrong.append(f"expected one line with /{row.says}/")
    if result.out and not re.search(row.out or "^$", result.out):
        wrong.append("standard output is not empty")
    for name in set(before) | set(after):
        if before.get(name, "") != after.get(name, "") and \
                not (row.keeps and re.fullmatch(row.keeps, name)):
            wrong.append(f"made or changed: {name}")
    shutil.rmtree(folder, ignore_errors=True)
    if wrong:
        wrong.append(f"stdout {result.out!r}, stderr {result.err!r}")
    return wrong


# ### a disk that is full at any byte

def full_disk(stage, most):
    """The run stops with one sentence, and goes on when there is room."""
    folder = stage.copy()
    result = start(folder, Row([], "", most=most),
                   ["run", "made", "-j", "1", *KEY])
    wrong = []
    if result.code == 0:
        return [] if most > 20000 else ["nothing was too large"]
    if result.code != 2 or result.err.count("\n") != 1 or \
            not re.search("cannot (write|create)|File too large",
                          result.err):
        wrong.append(f"with {most} bytes: {result}")
    book = scene.content(folder, "made/book.jsonl")
    if book and not book.endswith(b"\n"):
        wrong.append(f"a torn line in the book: {book[-60:]}")
    again = start(folder, Row([], ""), ["run", "made", "-j", "1", *KEY])
    if again.code != 0:
        wrong.append(f"it does not go on: {again}")
    verdict = start(folder, Row([], ""), ["verify", "made"])
    if verdict.code != 0:
        wrong.append(str(verdict))
    shutil.rmtree(folder)
    return wrong


def full_init(stage, most):
    folder = stage.copy()
    before = listing(folder)
    result = start(folder, Row([], "", most=most),
                   ["init", "cup.json", "-o", "new", *KEY])
    if result.code == 0:
        return []
    wrong = [] if result.code == 2 and re.fullmatch(
        "tournament init: cannot .*\n", result.err) else [str(result)]
    return wrong + [f"left: {name}" for name in listing(folder)
                    if name not in before]


def torn_book(stage):
    """What stands behind the last LF was being written."""
    folder, wrong = stage.copy(), []
    book = scene.content(folder, "done/book.jsonl").splitlines(True)
    lines = b"".join(book[:-1])
    scene.write(f"{folder}/done/book.jsonl", lines + b'{"t":"clo')
    shown = start(folder, Row([], ""), ["standings", "done"])
    if shown.code != 0:
        wrong.append(str(shown))
    verdict = start(folder, Row([], ""), ["verify", "done"])
    if verdict.code != 1 or not re.search(r"book\.jsonl:\d+: bytes stand",
                                          verdict.out):
        wrong.append(str(verdict))
    if scene.content(folder, "done/book.jsonl") != lines + b'{"t":"clo':
        wrong.append("somebody who only reads has changed the book")
    return wrong


def right_usage(stage):
    """What is asked for is on standard output, and exit 0."""
    folder, wrong = stage.copy(), []
    for words in [["--help"], ["--version"], ["formats"], *[
            [command, "--help"] for command in SHOWS + [
                "run", "init", "check", "commit", "league", "sprt", "plan",
                "formats"]], ["check", "cup.json"],
            *[[command, "done", option] for command in SHOWS[:3]
              for option in ("--csv", "--json")]]:
        result = start(folder, Row([], ""), words)
        if result.code != 0 or result.err or not result.out:
            wrong.append(f"{words}: {result}")
    result = start(folder, Row([], ""), [])
    if result.code != 2 or result.out or "usage" not in result.err:
        wrong.append(f"no command: {result}")
    return wrong


def closed_output(stage):
    """Nobody listens, and the tournament is played all the same."""
    folder = stage.copy()
    process = subprocess.run(
        ["sh", "-c", f"exec '{PROGRAM}' run made -j 1 --key-file key >&- "
         "2>&-"],
        cwd=folder, env=scene.referee_environment(folder), check=False)
    verdict = start(folder, Row([], ""), ["verify", "made"])
    return [] if process.returncode == 0 and verdict.code == 0 else \
        [f"{process.returncode}, {verdict}"]


def main():
    tally = scene.Tally()
    with scene.Scene() as scenes:
        stage = Stage(scenes)
        rows = OPTIONS + FOLDERS + FILES
        names = [row.name for row in rows]
        tally.add("no row stands twice", [
            name for name in set(names) if names.count(name) > 1])
        tally.run(
            [(row.name, lambda row=row: check(stage, row)) for row in rows] +
            [(f"a file of at most {most} bytes",
              lambda most=most: full_disk(stage, most))
             for most in (0, 1, 100, 300, 420, 600, 900, 1500, 3000, 6000)] +
            [(f"init with files of at most {most} bytes",
              lambda most=most: full_init(stage, most))
             for most in (0, 1, 64, 65, 200, 400, 900, 1300)] +
            [("a torn line", lambda: torn_book(stage)),
             ("standard output and error are closed",
              lambda: closed_output(stage)),
             ("help and tables", lambda: right_usage(stage))], workers=3)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

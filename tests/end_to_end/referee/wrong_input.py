#!/usr/bin/env python3
"""wrong_input.py - every wrong command line and file gets one sentence.

Each row has the command line, the exit code, and what the sentence must say.
It must be one line, and nothing may be left behind or changed.

tier: quick, root
"""
import json
import os
import re
import socket
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene

TWO = ["./good", "b=./good"]
PLAY = ["play", "pig", *TWO]
OUT = ["-o", "new.jsonl", "--key-file", "key"]
MATCH = {"game": "pig", "rules": {"target": 12}, "entrants": [
    {"name": "a", "command": ["./good"]},
    {"name": "b", "command": ["./good"]}]}
SEAL = {"seal": "5e" * 32, "salt": "5a" * 32}
TOURNAMENT = {"tournament": "cup", "manifest": "0a" * 32, "match": 3}
GOLDEN = f"{scene.SRC}/tests/golden/pig-2.jsonl"


# ### the folder of a row

def match_file(folder, name="m.json", text=None, **changes):
    match = {**MATCH, **changes}
    match = {key: value for key, value in match.items() if value != "none"}
    scene.write(f"{folder}/{name}", text if text is not None else
                json.dumps(match))


def entrants(*changes):
    """The entrants of MATCH, each with its changes."""
    return [{key: value for key, value in {**entrant, **change}.items()
             if value != "none"}
            for entrant, change in zip(MATCH["entrants"], changes)]


def log(folder, name="log.jsonl", change=lambda text: text):
    with open(GOLDEN, "rb") as file:
        scene.write(f"{folder}/{name}", change(file.read()))


def bind(path):
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(path)


def sparse(folder):
    with open(f"{folder}/log.jsonl", "wb") as file:
        file.truncate(1 << 30)


def long_lines(folder):
    log(folder, change=lambda text: text[:5000] + b"x" * (3 << 20))


def shut(name, mode=0):
    return lambda folder: os.chmod(f"{folder}/{name}", mode)


def file(name, text, mode=0o600):
    return lambda folder: scene.write(f"{folder}/{name}", text, mode)


def cut_log(folder):
    log(folder, change=lambda text: text[:5000])
    match_file(folder, "log.json", links=2, boards=2)


def other_bots(folder):
    log(folder)
    match_file(folder, "log.json", links=2, boards=2)


def other_words(folder):
    """The same files, and one word more than the log was begun with."""
    match_file(folder, "pig.json", boards=2)
    result = scene.play(folder, "pig.json")
    assert result.code == 0, result
    words = json.loads(scene.content(folder, "log.json"))
    words["entrants"][0]["command"].append("--fast")
    scene.write(f"{folder}/log.json", json.dumps(words))
    log = scene.content(folder)
    scene.write(f"{folder}/log.jsonl", log[:len(log) // 2])
    scene.write(f"{folder}/log.secret", scene.SECRET + "\n", 0o600)


# ### the rows

class Row:
    def __init__(self, words, says, prepare=None, code=2, out=None, env=None,
                 full=False, when=True, name="", given=b"", keeps=()):
        self.words, self.says, self.code = words, says, code
        self.prepare, self.out, self.env = prepare, out, env
        self.full, self.when, self.given = full, when, given
        self.keeps = set(keeps)         # files that may appear
        self.name = " ".join(words) + (f" [{name}]" if name else "")


def refuses(says, prepare, name, words=("verify", "log.jsonl")):
    """verify refuses the log, on standard output."""
    return Row(list(words), "", prepare, code=1, name=name,
               out=rf"^not verified: log\.jsonl:\d+: {says}")


def with_file(says, name, **changes):
    return Row(["play", "m.json", *OUT], says,
               lambda folder: match_file(folder, **changes), name=name)


USER = not scene.ROOT
COMMANDS = [
    Row(["fly"], "no command \"fly\""),
    Row(["--fly"], "--fly"),
    Row(["play"], "missing GAME; usage: referee play GAME BOT"),
    Row(["play", "chess", *TWO], "no game \"chess\".*bolo7.*pig"),
    Row(["play", "pig"], "2 to 8 players"),
    Row(["play", "pig", "./good"], "2 to 8 players"),
    Row(["play", "pig", *[f"b{i}=./good" for i in range(9)]], "2 to 8|8"),
    Row(PLAY + ["--fly"], "unknown option --fly"),
    Row(PLAY + ["--files", "good"], "--files: expected NAME=F.*, found "
        "\"good\"$"),
    Row(PLAY + ["--files", "good="], "--files: expected NAME=F.*, found "
        "\"good=\"$"),
    Row(PLAY + ["--files", "zoe=good"],
        "--files: expected one of good, b; found \"zoe\"$"),
    Row(PLAY + ["--files", "b=none"], "bot b: cannot open none"),
    Row(PLAY + ["-x"], "unknown option -x"),
    Row(PLAY + ["--json=1"], "--json takes no value"),
    *[Row(PLAY + [option], f"{option} needs a value") for option in (
        "--boards", "--rotations", "--rules", "-o", "--trace",
        "--secret-file", "--key-file", "--sandbox", "--limit", "--resume")],
    *[Row(PLAY + ["--boards", number], "--boards: expected .* 1 to 1000000")
      for number in ("0", "-1", "1000001", "many", "1.5", "", "1e3",
                     "99999999999999999999")],
    *[Row(PLAY + OUT + ["--rotations", number], "otations: expected")
      for number in ("0", "3", "65", "x")],
    # ### rules
    Row(PLAY + ["--rules", "goal=5"], "no option \"goal\".*target"),
    Row(PLAY + ["--rules", "target"], "target.*no value"),
    Row(PLAY + ["--rules", "target="], "target: expected 10..100000"),
    Row(PLAY + ["--rules", "target=9"], "target: expected 10..100000"),
    Row(PLAY + ["--rules", "target=100001"], "found \"100001\""),
    Row(PLAY + ["--rules", "target=99999999999999999999"], "target"),
    Row(PLAY + ["--rules", "target=20 "], "target"),
    Row(PLAY + ["--rules", "target=20,"], "comma"),
    Row(PLAY + ["--rules", "target=20,,max_turns=5"], "option"),
    Row(PLAY + ["--rules", "ranking=best"], "ranking: expected winner, sc"),
    Row(PLAY + ["--rules", "Target=20"], "no option"),
    Row(PLAY + ["--rules", "illegal_retries=11"], "0..10"),
    Row(["play", "bolo7", *TWO, "--rules", "hot_dice=maybe"], "may, must"),
    # ### bots
    Row(["play", "pig", "./good", "./missing"], "bot missing: there is no "
        "file ./missing"),
    Row(["play", "pig", "./good", "./data"], "data cannot be run: Permission "
        "denied"),
    Row(["play", "pig", "./good", "./folder"], "folder"),
    Row(["play", "pig", "./good", "no-such-program"], "not found in PATH"),
    Row(["play", "pig", "./good", "./data/x"], "no file|Not a directory"),
    Row(["play", "pig", "./good", ""], "expected \\[NAME=\\]COMMAND"),
    Row(["play", "pig", "./good", "b="], "expected \\[NAME=\\]COMMAND"),
    Row(["play", "pig", "./good", "=./good"], "cannot be the name of an entrant"),
    Row(["play", "pig", "./good", "a+b=./good"], "cannot be the name of an entrant"),
    Row(["play", "pig", "./good", f"{'n' * 101}=./good"], "cannot be the name"),
    Row(["play", "pig", "x=./good", "x=./good"], "two entrants .* x"),
    # ### levels and limits
    Row(PLAY + ["--sandbox", "tight"], "none, limits or strict"),
    *[Row(PLAY + ["--limit", limit], says) for limit, says in (
        ("move_ms", "NAME=N"), ("speed=1", "names are start_ms"),
        ("move_ms=0", "from 1 to"), ("move_ms=x", "from 1"), ("=5", "NAME=N"),
        ("move_ms=3600001", "3600000"), ("cpu_s=-1", "from 0"),
        ("tasks=5000", "4096"), ("files=3", "from 4"), ("move_ms=+5", "from"),
        ("move_ms= 5", "from 1"))],
    Row(PLAY + OUT + ["--sandbox", "none", "--limit", "memory_mb=5"],
        "level none does not support the limit memory_mb: leave it out"),
    # ### files
    Row(PLAY + ["-o", "new"], "ends in .jsonl"),
    Row(PLAY + ["-o", ".jsonl"], "ends in .jsonl"),
    Row(PLAY + ["-o", "log.jsonl"], "exists already", log),
    Row(PLAY + ["-o", "no/new.jsonl"], "cannot create no/new.jsonl: No such"),
    Row(PLAY + ["-o", "folder"], "cannot write folder: Is a directory"),
    Row(PLAY + ["-o", "data/new.jsonl"], "Not a directory"),
    Row(PLAY + ["-o", "/proc/new.jsonl"], "cannot create /proc/new.jsonl"),
    Row(PLAY + ["-o", "folder/new.jsonl"], "Permission denied",
        shut("folder", 0o500), when=USER),
    Row(PLAY + ["-o", "/dev/full"], "cannot write /dev/full: No space"),
    Row(PLAY + OUT, "cannot create new.json: File exists",
        file("new.json", "mine")),
    Row(PLAY + OUT, "cannot create new.secret: File exists",
        file("new.secret", "mine")),
    Row(PLAY + OUT + ["--trace", "no/trace"], "trace no/trace"),
    Row(PLAY + OUT + ["--trace", "folder"], "trace folder"),
    Row(PLAY + ["-o", "log.jsonl"], "log.jsonl exists already; a log is never "
        "overwritten; it is empty: resume it, or remove it and the files "
        "beside it$", file("log.jsonl", "")),
    Row(PLAY + OUT + ["--trace", "new.jsonl"],
        "--trace: new.jsonl is the log$"),
    *[Row(PLAY + OUT + [option, name], f"{option}: {name} exists already and "
          "is not a trace, so it is not overwritten$", log)
      for option in ("--trace", "--fault-trace")
      for name in ("new.json", "new.secret", "log.jsonl", "key", "good",
                   "data")],
    *[Row(PLAY + OUT + ["--secret-file", name], says, prepare)
      for name, says, prepare in (
          ("missing", "cannot open missing", None),
          ("folder", "cannot read folder", None), ("data", "64 lower", None),
          ("-", "standard input: expected 64", None),
          ("short", "64 lower", file("short", "5eed\n")),
          ("empty", "64 lower", file("empty", "")),
          ("upper", "64 lower", file("upper", "5EED" * 16 + "\n")),
          ("more", "64 lower", file("more", "5eed" * 16 + "5\n")),
          ("two", "64 lower", file("two", "5eed" * 16 + "\r\n")))],
    Row(PLAY + OUT + ["--secret-file", "-"], "standard input: expected 64",
        given=b"5eed\n"),
    *[Row(PLAY + ["-o", "new.jsonl", "--key-file", name], says, prepare)
      for name, says, prepare in (
          ("missing", "cannot open missing", None),
          ("open", "open is open to others", file("open", scene.KEY, 0o644)),
          ("folder", "folder", shut("folder", 0o700)),
          ("bad", "64 lower", file("bad", "no key")))],
    Row(PLAY + ["-o", "new.jsonl"], "cannot open .*data/rollcall/key",
        env={"XDG_CONFIG_HOME": "data"}, name="no folder for the key"),
    Row(PLAY + OUT, "cannot make a folder", env={"TMPDIR": "/no/such"}),
    Row(PLAY + OUT, "cannot make a folder", env={"TMPDIR": "data"},
        name="TMPDIR is a file"),
    Row(PLAY + OUT, "expected a path .* at most 900 bytes",
        env={"TMPDIR": "/tmp" * 250}, name="a long TMPDIR"),
    Row(PLAY + OUT, "bots of root cannot reach their folders in .*/folder ",
        shut("folder", 0o700), env={"TMPDIR": "folder"}, when=scene.ROOT,
        name="a closed TMPDIR"),
    # ### resuming
    Row(["play", "--resume", "log.jsonl", "pig"], "--resume takes"),
    Row(["play", "--resume", "log.jsonl", "-o", "new.jsonl"], "-o: "),
    Row(["play", "--resume", "log.jsonl", "--boards", "2"], "--boards: "),
    Row(["play", "--resume", "log"], "ends in .jsonl"),
    Row(["play", "--resume", "log.jsonl"], "--resume needs the match file "
        "beside the log, and there is no log.json$"),
    Row(["play", "--resume", "log.jsonl", "--secret-file", "secret"],
        "log.jsonl", lambda folder: match_file(folder, "log.json"),
        name="without a log"),
    *[Row(["play", "--resume", "log.jsonl", *words, "--key-file", "key"], says,
          lambda folder, text=text: (match_file(folder, "log.json"),
                                     scene.write(f"{folder}/log.jsonl",
                                                 text)), name=name)
      for name, text, words, says in (
          ("an empty log", "", [], "cannot open log.secret: No such file"),
          ("half a line", '{"t":"match"', [], "cannot open log.secret"),
          ("no log", "hello\n", ["--secret-file", "secret"], "log.jsonl:1: "),
          ("no log and no line", "hello", ["--secret-file", "secret"],
           "log.jsonl:1: "))],
    Row(["play", "--resume", "log.jsonl"], "log.jsonl is not a regular file$",
        lambda folder: (match_file(folder, "log.json"),
                        os.mkfifo(f"{folder}/log.jsonl")), name="a pipe"),
    Row(["play", "--resume", "log.jsonl"], "not finished|secret", cut_log),
    Row(["play", "--resume", "log.jsonl", "--secret-file", "secret",
         "--key-file", "key"], "log.json|changed|entrants", cut_log),
    Row(["play", "--resume", "log.jsonl", "--key-file", "key"],
        "the command of bot a is not the one that the log was begun with",
        other_words, name="another word"),
]
FILES = [
    Row(["play", "m.json"], "cannot open m.json"),
    Row(["play", "folder.json"], "folder.json is a folder; expected a match "
        "file$", lambda folder: os.mkdir(f"{folder}/folder.json")),
    Row(["play", "folder"], "folder is a folder; expected a game or a match "
        r"file \(tournament run DIR resumes a tournament\)$"),
    Row(["play", "pig", "./good", "./bots"], "bot bots: ./bots is a folder; "
        "expected a program$", lambda folder: os.mkdir(f"{folder}/bots")),
    Row(["build", "good", "-o", "copy"], "good is a file; expected the folder "
        "of a submission$"),
    Row(["feed", "folder", "--", "./good"], "folder is a folder; expected a "
        "trace$"),
    with_file("m.json is a tournament file: try tournament run m.json$",
              "a tournament file", text='{"name": "cup", "game": "pig", '
              '"format": {"type": "round_robin"}, "entrants": []}'),
    Row(["play", "m.json", "./good"], "unexpected argument \"./good\"",
        match_file),
    Row(["play", "m.json", "--boards", "3"], "--boards: not allowed with",
        match_file),
    Row(["play", "m.json", "--files", "a=good"], "--files: not allowed with",
        match_file),
    with_file("m.json is not a match file: line 3, column 1: expected a comma "
              "or the object's end", "line and column",
              text='{\n"game": "pig"\n"boards": 1}'),
    with_file(r'm.json: boards: expected an integer from 1 to \d+, found the '
              r'text "3" \(line 2, column 11\)', "line and column of a key",
              text='{"game": "pig",\n"boards": "3"}'),
    with_file("not a match file", "empty", text=""),
    with_file("not a match file", "not JSON", text="game: pig"),
    with_file("not a match file", "cut", text='{"game":"pig"'),
    with_file("not a match file", "two objects", text="{}{}"),
    with_file("not a match file", "BOM", text="\ufeff{}"),
    with_file("not a match file", "key twice",
              text='{"game":"pig","game":"pig"}'),
    with_file("not a match file", "deep", text="[" * 40 + "]" * 40),
    with_file("too large", "over 1 MiB", text=" " * (1 << 20) + "{}"),
    with_file("m.json.*object", "a list", text="[]"),
    with_file("m.json.*game", "no game", game="none"),
    with_file("game.*bolo7", "unknown game", game="chess"),
    with_file("game", "a game that is a number", game=7),
    with_file("speed", "unknown key", speed=1),
    with_file("rules", "rules of another type", rules=[]),
    with_file("rules.*goal|goal", "unknown rule", rules={"goal": 1}),
    with_file("rules.target", "rule out of range", rules={"target": 1}),
    with_file("rules.target", "rule as text", rules={"target": "12"}),
    with_file("not an integer", "rule as float", rules={"target": 12.5}),
    with_file("entrants", "no entrants", entrants="none"),
    with_file("entrants", "one entrant", entrants=entrants({})),
    with_file(r"entrants\[1\].name.*two entrants", "one name twice",
              entrants=entrants({}, {"name": "a"})),
    with_file(r"entrants\[0\].name", "no name",
              entrants=entrants({"name": "none"}, {})),
    with_file(r"entrants\[0\].name", "empty name",
              entrants=entrants({"name": ""}, {})),
    with_file(r"entrants\[0\].name", "a name with a space",
              entrants=entrants({"name": "a b"}, {})),
    with_file(r"entrants\[0\].name", "a name with a no-break space",
              entrants=entrants({"name": "a\u00a0b"}, {})),
    with_file(r"entrants\[1\].command", "no command",
              entrants=entrants({}, {"command": "none"})),
    with_file(r"entrants\[1\].command", "empty command",
              entrants=entrants({}, {"command": []})),
    with_file(r"entrants\[1\].command\[0\]", "an empty word",
              entrants=entrants({}, {"command": [""]})),
    with_file(r"entrants\[1\].command", "a command that is a text",
              entrants=entrants({}, {"command": "./good"})),
    with_file(r"entrants\[0\].*mail", "unknown key of an entrant",
              entrants=entrants({"mail": "x"}, {})),
    with_file(r"entrants\[0\].author", "author with a plus",
              entrants=entrants({"author": "a+b"}, {})),
    Row(["play", "m.json", *OUT], "bot a: pipe is not a regular file",
        lambda folder: (os.mkfifo(f"{folder}/pipe"), match_file(
            folder, entrants=entrants({"files": ["good", "pipe"]}, {}))),
        name="a file that is a pipe with a name"),
    Row(["play", "m.json", *OUT], "bot a: cannot open socket",
        lambda folder: (bind(f"{folder}/socket"), match_file(
            folder, entrants=entrants({"files": ["good", "socket"]}, {}))),
        name="a file that is a socket"),
    with_file("/dev/zero is not a regular file", "a file that is a device",
              entrants=entrants({"files": ["/dev/zero"]}, {})),
    Row(["play", "pig", "./good", "./pipe"], "bot pipe: there is no file",
        lambda folder: os.mkfifo(f"{folder}/pipe")),
    with_file("missing", "a file that is missing",
              entrants=entrants({"files": ["missing"]}, {})),
    with_file("no file ./missing", "a bot that is missing",
              entrants=entrants({"command": ["./missing"]}, {})),
    with_file("data cannot be run", "a bot that cannot run",
              entrants=entrants({"command": ["./data"]}, {})),
    with_file("base|no file", "base that is missing", base="no/such"),
    *[with_file(key, f"{key} {value}", **{key: value}) for key, value in (
        ("base", 1), ("boards", 0), ("boards", "1"),
        ("boards", 1000001), ("rotations", 0), ("rotations", 3),
        ("processes", "all"), ("sandbox", "tight"), ("links", 0),
        ("links", 65537), ("limits", {"speed": 1}), ("match", 0),
        ("limits", {"move_ms": 0}), ("limits", {"move_ms": "1"}),
        ("limits", 5), ("log", 5), ("manifest", "0a" * 32), ("tournament", 5))],
    with_file("processes \"entrant\" with 2 rotations", "entrant",
              processes="entrant", rotations=2),
    with_file("not an integer", "boards as float", boards=1.5),
    with_file("salt", "a seal without a salt", seal="5e" * 32),
    with_file("seal", "a salt without a seal", salt="5e" * 32),
    with_file("seal", "bad seal", **{**SEAL, "seal": "5E" * 32}),
    with_file("seal", "a tournament without a seal", **TOURNAMENT),
    with_file("manifest", "without a manifest", **SEAL, tournament="cup"),
    with_file("tournament", "no id of a tournament", **SEAL,
              **{**TOURNAMENT, "tournament": "My Cup"}),
    with_file("--secret-file", "a seal without its secret", **SEAL,
              **TOURNAMENT),
    Row(["play", "m.json", *OUT, "--secret-file", "secret"], "does not match",
        lambda folder: match_file(folder, **SEAL, **TOURNAMENT)),
    Row(["play", "m.json", "--key-file", "key"], "ends in .jsonl",
        lambda folder: match_file(folder, log="new.log")),
    Row(["play", "m.json", "--key-file", "key"], "exists already",
        lambda folder: (match_file(folder, log="log.jsonl"), log(folder))),
]
OTHERS = [
    # ### verify
    Row(["analyse"], "missing LOG; usage: referee analyse LOG"),
    Row(["analyse", "log.jsonl", "--worst", "1001"],
        "--worst: expected .* 0 to 1000", log),
    Row(["analyse", "log.jsonl", "--game", "0"], "--game: expected", log),
    Row(["analyse", "log.jsonl", "--positions"], "missing --json", log),
    Row(["analyse", "missing"], "cannot open missing: No such file"),
    Row(["analyse", "folder"], "folder is a folder; expected a log$"),
    Row(["analyse", "log.jsonl", "--table", "missing"],
        "cannot open missing: No such file", log),
    Row(["analyse", "log.jsonl", "--table", "log.jsonl"],
        "log.jsonl", log, name="a log as a table"),
    Row(["analyse", "log.jsonl", "--luck-file", "missing"],
        "cannot open missing: No such file", log),
    Row(["analyse", "log.jsonl", "--luck-file", "folder"],
        "folder is a folder; expected a luck file", log),
    Row(["analyse", "log.jsonl"], r"log\.jsonl:\d+: expected",
        lambda folder: log(folder, change=lambda text: text[:5000]),
        name="cut"),
    Row(["replay", "log.jsonl", "--table", "x"], "missing --analyse", log),
    Row(["replay", "log.jsonl", "--luck-file", "x"], "missing --analyse", log),
    Row(["replay", "log.jsonl", "--analyse", "--luck-file", "missing"],
        "missing", log),
    Row(["verify"], "missing LOG; usage: referee verify LOG"),
    Row(["verify", "--fly", "x"], "unknown option"),
    Row(["verify", "--key"], "--key needs a value"),
    Row(["verify", "--key", "5eed", "log.jsonl"], "--key: expected 64", log),
    Row(["verify", "--key", "5E" * 32, "log.jsonl"], "--key: expec", log),
    Row(["verify", "missing"], "cannot open missing: No such file"),
    Row(["verify", "folder"], "folder is a folder; expected a log$"),
    Row(["verify", "log.jsonl"], "cannot open log.jsonl: Permission",
        lambda folder: (log(folder), os.chmod(f"{folder}/log.jsonl", 0)),
        when=USER),
    Row(["verify", "log.jsonl", "missing", "bad.jsonl"], "open missing",
        lambda folder: (log(folder), file("bad.jsonl", "{}\n")(folder)),
        out="log.jsonl: verified(.|\n)*bad.jsonl:1: "),
    refuses(".*(match log|end of the log)", file("log.jsonl", ""), "empty"),
    refuses(".", file("log.jsonl", "\n"), "an empty line"),
    refuses(".", file("log.jsonl", "hello\n"), "not a log"),
    refuses(".", file("log.jsonl", "{}\n"), "an object"),
    refuses(".", file("log.jsonl", bytes(range(256)) * 20), "binary"),
    refuses(".*match", lambda folder: log(
        folder, change=lambda text: text[text.index(b"\n") + 1:]),
        "without its first line"),
    refuses(".", lambda folder: log(
        folder, change=lambda text: text[:len(text) // 2]), "half"),
    refuses(".", lambda folder: log(
        folder, change=lambda text: text[:text.index(b"\n") + 1]),
        "one line"),
    refuses(".", lambda folder: log(
        folder, change=lambda text: text.replace(b'"k":1,', b'"k":2,', 1)),
        "edited"),
    refuses(".*version 2", lambda folder: log(
        folder, change=lambda text: text.replace(b'"v":1', b'"v":2', 1)),
        "a newer version"),
    refuses(r"a log of Rollcall 0\.1\.0, which [0-9.]+ does not read: "
            r"match: entrants\[0\]\.command: ", lambda folder: log(
                folder, change=lambda text: re.sub(
                    rb',"command":"[0-9a-f]{64}"', b"", text)),
            "a log without the hashes of commands"),
    refuses(".*game", lambda folder: log(
        folder, change=lambda text: text.replace(b'"pig"', b'"go"', 1)),
        "an unknown game"),
    refuses(".*1048576|.", sparse, "1 GiB"),
    refuses(".*", long_lines, "a line of 3 MiB"),
    refuses(".*another key", log, "another key",
            ["verify", "log.jsonl", "--key", "0a" * 32]),
    Row(["verify", "log.jsonl", "--json"], "", lambda folder: log(
        folder, change=lambda text: text[:99]), code=1,
        out=r'^\{"v":1,"file":"log.jsonl","verified":false,"why":\{"file":"log.jso'),
    # ### keygen, doctor, rerun
    Row(["keygen"], "missing -o FILE; usage: referee keygen -o FILE"),
    Row(["keygen", "-o"], "-o needs a value"),
    Row(["keygen", "word"], "unexpected argument \"word\"; usage"),
    Row(["keygen", "-o", "data"], "cannot create data: File exists"),
    Row(["keygen", "-o", "no/key"], "cannot create no/key: No such"),
    Row(["keygen", "-o", "folder/key"], "Permission denied",
        shut("folder", 0o500), when=USER),
    Row(["doctor", "word"], "unexpected argument \"word\"; usage"),
    Row(["doctor", "--sandbox", "tight"], "none, limits or strict"),
    Row(["doctor", "--sandbox"], "--sandbox needs a value"),
    Row(["rerun"], "missing LOG; usage: referee rerun LOG"),
    Row(["rerun", "a.jsonl", "b.jsonl"], "unexpected argument \"b.jsonl\""),
    Row(["rerun", "missing.jsonl"], "cannot open missing.jsonl"),
    Row(["rerun", "log.jsonl"], "log.jsonl:1: .*not fin|close", cut_log),
    Row(["rerun", "log.txt"], r"log.txt:\d+: .*not fin|close",
        lambda folder: log(folder, "log.txt", lambda text: text[:5000])),
    Row(["rerun", "log.txt"], "a log ends in .jsonl",
        lambda folder: log(folder, "log.txt")),
    Row(["rerun", "log.jsonl"], "cannot open log.json", log),
    Row(["rerun", "log.jsonl"], "bot .*|entrants|rules", other_bots),
    # ### standard output is full
    Row(PLAY + OUT, "cannot write the output: No space left", full=True,
        keeps=["new.jsonl", "new.json"]),
    Row(PLAY + OUT + ["--json"], "cannot write the output: No space left",
        full=True, keeps=["new.jsonl", "new.json"]),
    Row(["verify", "log.jsonl"], "cannot write the output: No space", log,
        full=True),
    Row(["verify", "log.jsonl", "--json"], "cannot write the output", log,
        full=True),
    Row(["keygen", "-o", "new"], "cannot write the output", full=True,
        keeps=["new"]),
    Row(["doctor"], "cannot write the output: No space", full=True),
    Row(["play", "--help"], "cannot write the output: No space", full=True),
]


# ### running them

def listing(folder):
    """Every file with its content, except the key that was made at first
    use."""
    found = {}
    for place, folders, files in os.walk(folder):
        for name in folders + files:
            path = os.path.join(place, name)
            if f"{folder}/config" in path:
                continue
            if not os.path.isfile(path) and not os.path.isdir(path):
                found[path[len(folder) + 1:]] = "special"
                continue
            small = os.path.isfile(path) and os.path.getsize(path) < 1 << 24
            found[path[len(folder) + 1:]] = \
                subprocess.run(["cat", path], capture_output=True).stdout \
                if small else os.path.getsize(path)
    return found


def run(folder, row):
    with open("/dev/full", "wb") as full:
        process = subprocess.Popen(
            [scene.REFEREE, *row.words], cwd=folder, stdin=subprocess.PIPE,
            stdout=full if row.full else subprocess.PIPE,
            stderr=subprocess.PIPE, env={
                **scene.referee_environment(folder),
                **{key: value if value.startswith("/") else
                   f"{folder}/{value}"
                   for key, value in (row.env or {}).items()}})
        out, err = process.communicate(row.given, timeout=scene.HANGS_S)
    return scene.Result(process.returncode, (out or b"").decode(),
                        err.decode())


def check(stage, row):
    folder = stage.folder()
    scene.healthy(folder, "good")
    scene.write(f"{folder}/data", "no program\n")
    os.mkdir(f"{folder}/folder")
    os.mkdir(f"{folder}/t")
    if row.prepare:
        row.prepare(folder)
    before = listing(folder)
    result = run(folder, row)
    after = listing(folder)
    os.chmod(f"{folder}/folder", 0o755)
    wrong = []
    if result.code != row.code:
        wrong.append(f"exit {result.code}")
    if row.says and (result.err.count("\n") != 1 or
                     not result.err.startswith("referee") or
                     not re.search(row.says, result.err)):
        wrong.append(f"expected one line with /{row.says}/")
    if not row.says and result.err:
        wrong.append("standard error is not empty")
    if not re.search(row.out or "^$", result.out):
        wrong.append(f"expected /{row.out or '^$'}/ on standard output")
    for name in set(before) | set(after):
        if name not in row.keeps and before.get(name) != after.get(name):
            wrong.append(f"made or changed: {name}")
    if not row.keeps <= set(after):
        wrong.append(f"not there: {row.keeps - set(after)}")
    if "new.jsonl" in row.keeps and not wrong:
        wrong += scene.doubts(folder, "new.jsonl")
    if wrong:
        wrong.append(f"stdout {result.out!r}, stderr {result.err!r}")
    return wrong


def right_usage(stage):
    """What is asked for goes to standard output, with exit status 0."""
    folder, wrong = stage.folder(), []
    for words in [["--help"], ["--version"], *[
            [command, "--help"] for command in (
                "play", "verify", "rerun", "keygen", "doctor")]]:
        result = scene.run(folder, *words)
        if result.code != 0 or result.err or not result.out:
            wrong.append(f"{words}: {result}")
    result = scene.run(folder)
    if result.code != 2 or result.out or "usage" not in result.err:
        wrong.append(f"no command: {result}")
    result = scene.run(folder, "keygen", "-o", "new")
    mode = os.stat(f"{folder}/new").st_mode & 0o777
    if result.code != 0 or not re.fullmatch("[0-9a-f]{64}\n", result.out) or \
            mode != 0o600:
        wrong.append(f"keygen: {result}, mode {mode:o}")
    return wrong


def closed_output(stage):
    """A command whose purpose is what it prints fails if nobody can read it,
    and does nothing."""
    folder, wrong = stage.folder(), []
    log(folder)
    for words in (["verify", "log.jsonl"], ["replay", "log.jsonl"],
                  ["rerun", "log.jsonl"], ["pack", "log.jsonl"],
                  ["keygen", "-o", "new"]):
        result = subprocess.run(
            ["sh", "-c", 'exec "$@" >&-', "sh", scene.REFEREE, *words],
            cwd=folder, capture_output=True, text=True, check=False)
        if result.returncode != 2 or result.stderr != \
                f"referee {words[0]}: cannot write the output: it is closed\n":
            wrong.append(f"{words}: {result}")
    if os.path.exists(f"{folder}/new"):
        wrong.append("a key was made")
    return wrong


def main():
    tally = scene.Tally()
    with scene.Scene() as stage:
        tally.run([(row.name, lambda row=row: check(stage, row))
                   for row in COMMANDS + FILES + OTHERS if row.when] +
                  [("help, version and keygen", lambda: right_usage(stage)),
                   ("output is closed", lambda: closed_output(stage))], of=3)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

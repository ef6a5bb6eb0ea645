#!/usr/bin/env python3
"""painted.py - no file, name or argument can paint a verdict.

Texts that imitate a verdict, clear lines, change the direction of writing or
have no width are put in place of every key and every text of every file, in
names of files and folders, in arguments and in what bots write.  Whatever a
command prints about them, no such character and no such line reaches the
terminal.

tier: full
"""
import csv
import io
import itertools
import json
import os
import re
import shutil

import scene
from paints import PAINTS, edits, paints, raw, wrong_with
from signing import (book_signed, compact, cup, log_signed, manifest_signed,
                     ok)


def wrong_json(result):
    """Every line of the output must be JSON."""
    wrong = []
    for line in result.out.splitlines():
        try:
            json.loads(line)
        except ValueError as error:
            wrong.append(f"no JSON, {error}: {line!r}")
    return wrong


with open(f"{scene.SRC}/tests/hostile/tampering/painted.txt",
          encoding="utf-8") as table:
    COMMANDS = {title: [line.split() for line in rows] for title, *rows in (
        part.strip().split("\n") for part in table.read().split("### ")[1:])}


def commands(title, name="NAME"):
    """The commands below a title of painted.txt."""
    return [[word.replace("NAME", name) for word in words]
            for words in COMMANDS[title]]


def check(folder, words, program=scene.REFEREE):
    result = scene.run(folder, *words, program=program)
    wrong = wrong_with(result)
    if "--json" in words and not wrong:
        wrong = wrong_json(result)
    return [f"{words}: {line}" for line in wrong]


# ### referee

# A bot that answers with such texts, and writes them to standard error.
SAYS = """import sys
for line in sys.stdin:
    if '"hello"' in line:
        print('{"type":"ready"}', flush=True)
    if '"turn"' in line or '"again"' in line:
        sys.stderr.write(%r)
        sys.stdout.write('{"%s":"%s"}\\n')
        sys.stdout.flush()
"""


def match_folder(folder):
    """Plays a match with faults; the folder then has its log, match file and
    trace."""
    scene.healthy(folder)
    for i, paint in enumerate((PAINTS[16], PAINTS[9], PAINTS[3])):
        scene.bot(folder, f"says{i}", f"#!{scene.PYTHON}\n" + SAYS % (
            paint, paint, paint))
    scene.write(f"{folder}/match.json", json.dumps({
        "game": "pig", "rules": {"target": 12}, "boards": 2,
        "sandbox": "none", "entrants": [
            {"name": "rival", "command": ["./rival"]},
            {"name": "says", "author": "eve", "command": ["./says0"]}]}))
    result = scene.run(folder, "play", "match.json", "-o", "log.jsonl",
                       "--secret-file", "secret", "--key-file", "key",
                       "--trace", "trace")
    assert result.code == 0, result


def test_referee_bots(base):
    match_folder(base)
    wrong = []
    for i in "012":
        for words in commands("referee, bots that write such texts", i):
            wrong += check(base, words)
    return wrong


def test_referee_logs(base):
    """A text in every place of every kind of line, then the same signed
    again."""
    match_folder(base)
    lines = scene.content(base).splitlines()
    paint, wrong, kinds = paints(), [], set()
    each = itertools.cycle(commands("referee, logs"))
    for at, line in enumerate(lines[:-1]):
        tree = json.loads(line)
        if tree["t"] in kinds:
            continue
        kinds.add(tree["t"])
        for where, other in edits(tree, paint):
            new = log_signed([*lines[:at], raw(other).encode(),
                              *lines[at + 1:-1]])
            scene.write(f"{base}/forged.jsonl", new)
            shutil.copy(f"{base}/log.json", f"{base}/forged.json")
            words = next(each)
            wrong += [f"{tree['t']} {where}: {line}"
                      for line in check(base, words)]
            if words[0] != "verify":
                wrong += check(base, ["verify", "forged.jsonl"])
    assert "fault" in kinds, kinds
    return wrong


def test_referee_packed(base):
    """A text in every place of the first line of a packed log."""
    match_folder(base)
    wrong = check(base, ["pack", "log.jsonl"])
    head, _, data = scene.content(base, "log.pack").partition(b"\n")
    for where, other in edits(json.loads(head), paints()):
        scene.write(f"{base}/forged.pack", raw(other).encode() + b"\n" + data)
        for command in "verify", "unpack":
            wrong += [f"{where}: {line}" for line in check(
                base, [command, "forged.pack"])]
    return wrong


def test_referee_details(base):
    """A fault's detail may be any text: such a log is still verified and
    replayed."""
    match_folder(base)
    lines = scene.content(base).splitlines()
    wrong = []
    for paint in PAINTS:
        new = []
        for line in lines[:-1]:
            tree = json.loads(line)
            if tree["t"] == "fault":
                tree["detail"] = paint
                line = raw(tree).encode()
            new.append(line)
        scene.write(f"{base}/detail.jsonl", log_signed(new))
        for words in (["verify"], ["verify", "--json"], ["replay"],
                      ["replay", "--json"]):
            result = scene.run(base, words[0], "detail.jsonl", *words[1:])
            if result.code != 0:
                wrong.append(f"{paint!r}: not verified: {result}")
            wrong += [f"{paint!r}: {line}" for line in wrong_with(result)]
    return wrong


def test_referee_files(base):
    """Match files, traces and keys."""
    match_folder(base)
    wrong, paint = [], paints()
    with open(f"{base}/match.json", encoding="utf-8") as file:
        tree = json.load(file)
    for where, other in edits(tree, paint):
        scene.write(f"{base}/painted.json", raw(other))
        wrong += [f"match file {where}: {line}" for line in check(
            base, ["play", "painted.json", "-o", "out.jsonl", "--key-file",
                   "key"])]
        for name in ("out.jsonl", "out.json", "out.secret"):
            if os.path.exists(f"{base}/{name}"):
                os.unlink(f"{base}/{name}")
    feeds = itertools.cycle([[], ["--answers"]])
    lines = scene.content(base, "trace").splitlines()
    for at, line in enumerate(lines[:12]):
        for where, other in edits(json.loads(line), paint):
            scene.write(f"{base}/painted", b"\n".join(
                [*lines[:at], raw(other).encode(), *lines[at + 1:]]) + b"\n")
            wrong += [f"trace {where}: {line}" for line in check(
                base, ["feed", "painted", "--seat", "1", *next(feeds)])]
    for text in PAINTS:
        scene.write(f"{base}/bad", text, 0o600)
        for words in commands("referee, files"):
            wrong += check(base, words)
    return wrong


def file_name(paint):
    """As much of the text as a file name can hold."""
    return paint.replace("/", "_").replace("\0", "_").encode()[:200].decode(
        "utf-8", "ignore")


def test_referee_names(base):
    """Names of logs, bots and match files; arguments."""
    match_folder(base)
    wrong = []
    played = "referee, names of what is played: one for each text"
    for at, paint in enumerate(PAINTS):
        name = file_name(paint)
        shutil.copy(f"{base}/log.jsonl", f"{base}/{name}.jsonl")
        shutil.copy(f"{base}/rival", f"{base}/{name}")
        some = commands(played, name)
        for words in [*commands("referee, names", name),
                      some[at % len(some)]]:
            wrong += check(base, words)
        for rest in os.listdir(base):
            if rest.startswith(name) or rest.startswith("n."):
                os.unlink(f"{base}/{rest}")
    return wrong


# ### tournament

def forge(folder, name, files, content):
    """A copy of the tournament with changed files; `content` adds matching
    notes."""
    other = f"{folder}/forged"
    shutil.rmtree(other, ignore_errors=True)
    shutil.copytree(f"{folder}/{name}", other)
    for path, held in {**files, **content}.items():
        scene.write(f"{other}/{path}", held)


def test_tournament_files(folder):
    """A text in every place of a manifest and of a book, signed again."""
    wrong, paint = [], paints()
    home = f"{folder}/trust"
    files = {name: scene.content(home, name) for name in
             ("manifest.json", "manifest.note", "book.jsonl", "book.note")}
    each = itertools.chain.from_iterable(
        (["verify", "forged"], words) for words in itertools.cycle(
            commands("tournament, readers", "forged")))

    def look(what):
        wrong.extend(f"{what}: {line}" for line in check(
            folder, next(each), scene.TOURNAMENT))

    tree = json.loads(files["manifest.json"])
    for where, other in edits(tree, paint):
        content = {**files, "manifest.json": raw(other).encode()}
        if isinstance(other.get("operator"), dict) and isinstance(
                other["operator"].get("name"), str) and "id" in other:
            content = manifest_signed(files, lambda old, new=other: (
                old.clear(), old.update(new)))
        forge(folder, "trust", files, content)
        look(f"manifest {where}")
    lines, kinds = files["book.jsonl"].splitlines(), set()
    for at, line in enumerate(lines):
        tree = json.loads(line)
        if tree["t"] in kinds:
            continue
        kinds.add(tree["t"])
        for where, other in edits(tree, paint):
            forge(folder, "trust", files, book_signed(
                {**files, "book.jsonl": b"\n".join(
                    [*lines[:at], compact(other), *lines[at + 1:]])
                    + b"\n"}))
            look(f"book {tree['t']} {where}")
    for text in PAINTS:
        for name in files:
            lines = files[name].splitlines()
            for new in ([text.encode()], [*lines, text.encode()],
                        [*lines, "\u2014 {} AAAA".format(text).encode()]):
                forge(folder, "trust", files, {name: b"\n".join(new) + b"\n"})
                look(f"{name} with {text!r}")
    return wrong


def test_tournament_setup(folder):
    """A text in every place of a tournament file and of a league's."""
    wrong, paint = [], paints()
    tree = cup(folder, authors=[{"name": "ann", "key": "0d" * 32}],
               operator={"name": "op"}, id="robin-1",
               beacon={"source": "drand", "round": 7})
    readers = itertools.cycle(commands("tournament, files"))
    for where, other in edits(tree, paint):
        scene.write(f"{folder}/t.json", raw(other))
        wrong += [f"{where}: {line}" for line in check(
            folder, next(readers), scene.TOURNAMENT)]
        shutil.rmtree(f"{folder}/made", ignore_errors=True)
    os.mkdir(f"{folder}/league")
    leagues = itertools.cycle((["league", "league", "--key-file", "key"],
                               ["verify", "league"]))
    tree = cup("..", format={"type": "league"})
    for where, other in edits(tree, paint):
        scene.write(f"{folder}/league/league.json", raw(other))
        # A key that others can read is refused, so nothing is played.
        os.chmod(f"{folder}/key", 0o644)
        wrong += [f"league {where}: {line}" for line in check(
            folder, next(leagues), scene.TOURNAMENT)]
    return wrong


def test_tournament_names(folder):
    """Names of folders and of stray files in them, and arguments."""
    wrong = []
    for at, paint in enumerate(PAINTS):
        name = file_name(paint)
        os.rename(f"{folder}/robin", f"{folder}/{name}")
        scene.write(f"{folder}/{name}.json", json.dumps(cup(folder)))
        for words in [*commands("tournament, readers", name), *commands(
                "tournament, folders", name)][at % 2::2]:
            wrong += check(folder, words, scene.TOURNAMENT)
        stray = f"{folder}/{name}/match-000099{name}.jsonl"
        scene.write(stray, paint)
        wrong += check(folder, ["verify", name], scene.TOURNAMENT)
        os.unlink(stray)
        for words in commands("tournament, names", name)[at % 2::2]:
            wrong += check(folder, words, scene.TOURNAMENT)
        os.rename(f"{folder}/{name}", f"{folder}/robin")
        for rest in os.listdir(folder):
            if rest.startswith(name):
                (shutil.rmtree if os.path.isdir(f"{folder}/{rest}") else
                 os.unlink)(f"{folder}/{rest}")
    return wrong


def test_games_csv(folder):
    wrong = []
    for at, paint in enumerate(PAINTS):
        quoted = paint.replace('"', '""')
        for text in (f'block,entrants,ranks\n1,"{quoted}|b",1|2\n',
                     f'block,entrants,ranks\n1,a|b,"{quoted}"\n',
                     f'block,entrants,ranks\n"{quoted}",a|b,1|2\n',
                     f"{paint}\n", f"block,entrants,ranks\n{paint}\n"):
            scene.write(f"{folder}/g.csv", text)
            for form in [
                    [], ["--csv"], ["--json"], ["--pairs"],
                    ["--anchor", paint.replace("\0", "")]][at % 2::2]:
                wrong += check(folder, ["ladder", "--games", "g.csv", *form],
                               scene.TOURNAMENT)
    return wrong


# ### what a spreadsheet would execute

RUNS = ["=A1", "@SUM(1)", "-b", "'=A1", "ok"]


def runs(cell):
    return bool(re.match(r"[=+\-@\t\r]", cell)) and \
        not re.fullmatch(r"[+-]?[0-9.]+", cell)


def protected(name):
    return "'" + name if runs(name.lstrip("'")) else name


def wrong_csv(text, names):
    rows = list(csv.reader(io.StringIO(text)))
    cells = [cell for row in rows for cell in row]
    wrong = [f"a cell that runs: {cell!r}" for cell in cells if runs(cell)]
    return wrong + [f"{name} is missing: {text!r}" for name in names
                    if protected(name) not in cells]


def test_spreadsheets(folder):
    wrong = []
    scene.write(f"{folder}/t.json", json.dumps(cup(folder, entrants=[
        {"name": name, "command": ["bots/bot", str(i)]}
        for i, name in enumerate(RUNS)])))
    ok(folder, "run", "t.json", "-o", "runs", "--key-file", "key")
    for words in (["standings"], ["crosstable"], ["ladder"],
                  ["ladder", "--pairs"], ["ladder", "--history"]):
        text = ok(folder, words[0], "runs", "--csv", *words[1:])
        wrong += [f"{words}: {line}" for line in wrong_csv(text, RUNS)]
    wrong += wrong_csv(ok(folder, "results", "runs", "--csv"), [])
    # Protected names are read back unchanged.
    scene.write(f"{folder}/g.csv", "block,entrants,ranks\n" + "".join(
        f"{i},{protected(name)}|z{i},1|2\n" for i, name in enumerate(RUNS)))
    found = json.loads(ok(folder, "ladder", "--games", "g.csv", "--json"))
    known = {entry["entrant"] for pool in found["pools"]
             for entry in pool["entrants"]}
    if not known >= set(RUNS):
        wrong.append(f"read back as {sorted(known)}")
    return wrong


scene.main("robin", "trust", "bots")

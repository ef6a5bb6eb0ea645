#!/usr/bin/env python3
"""verdicts.py - what verify says about its own limits, and what it refuses to
read.

A verdict ends with what no log can prove; a league's does not exclude later
rounds; what is not a regular file is refused at once; a verdict that cannot be
written is an error; and tables warn if their book does not fit its note.

tier: full
"""
import functools
import glob
import json
import os
import re
import shutil
import socket
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene
from tournament_stage import CUP, KEY, Stage, cup

NO_LOG = "  not proved: what no log can prove: "
LATER = "that no later round, or another version of the last one, exists"
TABLES = [["standings"], ["crosstable"], ["results"], ["ladder"],
          ["results", "--faults"], ["standings", "--csv"],
          ["ladder", "--json"]]


class Place:
    """Copies of a folder with a finished tournament, a league of two rounds
    and a log, which is made once."""

    def __init__(self, scenes):
        self.stage = Stage(scenes)
        base = self.stage.base
        for words in (["league", "l", "--rounds", "2", "-j", "1", *KEY],):
            result = scene.tournament(base, *words)
            assert result.code == 0, result
        shutil.copy(f"{base}/done/match-000001.jsonl", f"{base}/log.jsonl")

    def copy(self):
        return self.stage.copy()


# ### the last line

def last_lines(place):
    folder, wrong = place.copy(), []
    for program, words in ((scene.REFEREE, ["verify", "log.jsonl"]),
                           (scene.REFEREE, ["verify", "log.jsonl",
                                            "log.jsonl"]),
                           (scene.TOURNAMENT, ["verify", "done"]),
                           (scene.TOURNAMENT, ["verify", "l"])):
        result = scene.run(folder, *words, program=program)
        lines = result.out.splitlines()
        if result.code != 0 or not lines[-1].startswith(NO_LOG):
            wrong.append(f"{words}: {result}")
        for word in ("moves", "slowed", "hash", "sandbox", "private",
                     "dice to come"):
            if word not in lines[-1]:
                wrong.append(f"{words}: no {word!r}: {lines[-1]}")
        result = scene.run(folder, *words, "--json", program=program)
        for line in result.out.splitlines():
            told = json.loads(line)
            for one in told.get("tournaments", [told]):
                if one["not_proved"][-1] != {
                        "code": "operator",
                        "text": lines[-1].removeprefix("  not proved: ")}:
                    wrong.append(f"{words} --json: {one['not_proved']}")
    return wrong


def odd_folder(place):
    """A folder whose name is not UTF-8 is no problem."""
    folder, wrong = place.copy(), []
    os.rename(f"{folder}/done".encode(), folder.encode() + b"/d\xff\x1b")
    name = os.fsdecode(b"d\xff\x1b")
    for words in (["verify", name], ["verify", name, "--json"],
                  ["results", name], ["results", name, "--json"]):
        result = scene.tournament(folder, *words)
        if result.code != 0:
            wrong.append(f"{words}: {result}")
        if "--json" in words:
            json.loads(result.out)
    return wrong


# ### the processes

def every_core(place):
    """The logs are distributed over processes, each log to one."""
    folder, wrong = place.copy(), []
    cup(folder, "many.json", format={**CUP["format"], "matches": 9})
    assert scene.tournament(folder, "run", "many.json", "-o", "many",
                            *KEY).code == 0
    shutil.copy(scene.TOURNAMENT, f"{folder}/tournament")
    scene.write(f"{folder}/referee", f"""#!/bin/sh
echo "$@" >>calls
exec {scene.REFEREE} "$@"
""")
    os.chmod(f"{folder}/referee", 0o755)
    logs = sorted(name for name in os.listdir(f"{folder}/many")
                  if re.fullmatch(r"match-\d+\.jsonl", name))
    for jobs in (1, 2, 100):
        scene.write(f"{folder}/calls", "")
        result = scene.run(folder, "verify", "many", "-j", str(jobs),
                           program=f"{folder}/tournament")
        with open(f"{folder}/calls", encoding="utf-8") as file:
            calls = [line.split("-- ")[1].split() for line in file]
        given = sorted(os.path.basename(log) for call in calls for log in call)
        if result.code != 0 or given != logs:
            wrong.append(f"-j {jobs}: {calls}: {result}")
        most = len(logs) if jobs == 1 else max(1, len(logs) // (2 * jobs))
        if max(map(len, calls)) != most:
            wrong.append(f"-j {jobs}: {most} logs at once were due: {calls}")
    return wrong


# ### leagues

def later_rounds(place):
    folder = place.copy()
    result = scene.tournament(folder, "verify", "l")
    told = json.loads(scene.tournament(folder, "verify", "l", "--json").out)
    wrong = []
    if result.code != 0 or "none is missing" in result.out or \
            f"  not proved: {LATER}\n" not in result.out:
        wrong.append(str(result))
    if told["not_proved"] != [{"code": "later_round", "text": LATER}]:
        wrong.append(str(told))
    return wrong


def other_rules(place):
    """A ladder is for one game with one set of rules, so another round with
    others is not begun."""
    wrong = []
    for changes, expression in (
            ({"rules": {"target": 13}},
             "l/round-001 and l/league.json have different rules: target"),
            ({"game": "bolo7", "rules": {}},
             "l/round-001 is about pig and l/league.json about bolo7: one "
             "ladder is for one game")):
        folder = place.copy()
        before = sorted(os.listdir(f"{folder}/l"))
        kept = scene.content(folder, "l/league.json").decode()
        scene.write(f"{folder}/l/league.json",
                    json.dumps({**json.loads(kept), **changes}))
        wrong += scene.one_sentence(
            scene.tournament(folder, "league", "l", *KEY),
            f"{expression}$")
        if sorted(os.listdir(f"{folder}/l")) != before:
            wrong.append(f"left: {os.listdir(f'{folder}/l')}")
        scene.write(f"{folder}/l/league.json", kept)
        result = scene.tournament(folder, "league", "l", "-j", "1", *KEY)
        if result.code != 0:
            wrong.append(str(result))
    return wrong


def printed_commands(place):
    """Commands are printed as a shell reads them."""
    folder = place.copy()
    os.rename(f"{folder}/done", f"{folder}/it's done")
    shown = scene.tournament(folder, "run", "it's done", *KEY)
    found = re.search(r"tournament ladder (.*) says", shown.out)
    result = found and subprocess.run(
        ["sh", "-c", f'exec "$0" ladder {found[1]}', scene.TOURNAMENT],
        cwd=folder, capture_output=True, text=True, check=False)
    return [] if result and result.returncode == 0 else [f"{shown} {result}"]


def other_names(place):
    """Renamed rounds are reported, whatever their names."""
    wrong = []
    for name in ("round-3", "round-0003", "round-1000", "round-000",
                 "round-003.old", "round-", "round-002b", "round-+03",
                 "round- 03", "round-\x1b[2K"):
        folder = place.copy()
        shutil.copytree(f"{folder}/l/round-002", f"{folder}/l/{name}")
        result = scene.tournament(folder, "verify", "l")
        shown = name.replace("\x1b", "\\u001b")
        if result.code != 1 or not result.out.startswith(
                f"not verified: l/{shown}: ") or ": verified:" in result.out:
            wrong.append(f"{name!r}: {result}")
    for make in (os.mkdir, fifo, lambda path: scene.write(path, "")):
        folder = place.copy()
        make(f"{folder}/l/round-003")
        result = scene.tournament(folder, "verify", "l")
        if result.code != 1 or result.out.splitlines()[-1] != \
                "not verified: l/round-003 does not hold a tournament":
            wrong.append(str(result))
    # Not folders: notes, and the files from which rounds are made.
    folder = place.copy()
    for name in ("round-003.json", "round-notes.txt"):
        scene.write(f"{folder}/l/{name}", "{}")
    result = scene.tournament(folder, "verify", "l")
    if result.code != 0:
        wrong.append(str(result))
    return wrong


# ### what is not a regular file

def fifo(path):
    os.mkfifo(path)


def device(path):
    os.symlink("/dev/zero", path)


def listener(path):
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(path)


def not_a_file(place, make, program, target, path):
    folder = place.copy()
    path = f"{folder}/{path}"
    if os.path.exists(path):
        os.unlink(path)
    make(path)
    wrong = []
    for more in ([], ["--json"]):
        result = scene.run(folder, "verify", target, *more, program=program)
        said = result.err + result.out
        # A socket cannot even be opened.
        if result.code != 2 or not re.search(
                "not a regular file" if make is not listener else
                "not a regular file|No such device", said) or \
                result.out.startswith("not verified"):
            wrong.append(f"{more}: {result}")
    return wrong


def standard_input(place):
    """A pipe that never ends is refused."""
    folder, wrong = place.copy(), []
    for name in ("/dev/stdin", "/proc/self/fd/0", "-"):
        read, write = os.pipe()
        process = scene.subprocess.Popen(
            [f"{folder}/referee", "verify", name], executable=scene.REFEREE,
            cwd=folder, stdin=read, stdout=scene.subprocess.PIPE,
            stderr=scene.subprocess.PIPE)
        os.close(read)
        result = scene.finish(process)
        os.close(write)
        if result.code != 2 or not re.search(
                "not a regular file|cannot open -", result.err):
            wrong.append(f"{name}: {result}")
    return wrong


# ### output

def closed_output(place):
    folder, wrong = place.copy(), []
    for program, words in ((scene.REFEREE, ["verify", "log.jsonl"]),
                           (scene.REFEREE, ["verify", "log.jsonl", "--json"]),
                           (scene.TOURNAMENT, ["verify", "done"]),
                           (scene.TOURNAMENT, ["verify", "done", "--json"]),
                           (scene.TOURNAMENT, ["verify", "l"])):
        for closed in ((1,), (0, 1), (0, 1, 2)):
            # Closed by the shell: Popen would put its own pipes there.
            script = 'exec "$0" "$@" ' + " ".join(
                "<&-" if fd == 0 else f"{fd}>&-" for fd in closed)
            result = scene.finish(scene.subprocess.Popen(
                ["/bin/sh", "-c", script, program, *words], cwd=folder,
                stdout=scene.subprocess.PIPE, stderr=scene.subprocess.PIPE))
            if result.code != 2 or (2 not in closed and
                                    "cannot write" not in result.err):
                wrong.append(f"{words} {closed}: {result}")
    return wrong


# ### for other programs

# A change to one file, and where the verdict must find it.
DAMAGED = [
    ("log.jsonl", lambda text: text.replace(b'"t":"over"', b'"t":"ever"', 1),
     "log.jsonl", lambda text: text[:text.index(b'"ever"')].count(b"\n") + 1),
    ("log.jsonl", lambda text: text[:-20], "log.jsonl",
     lambda text: text.count(b"\n") + 1),
    ("done/match-000001.jsonl", lambda text: text.replace(b'"sig":"', b'"sig":"0', 1),
     "done/match-000001.jsonl", lambda text: text.count(b"\n")),
    ("done/match-000001.jsonl", None, "done/book.jsonl", lambda text: 3),
    ("done/book.jsonl", lambda text: text.replace(b'"t":"end"', b'"t":"fin"'),
     "done/book.jsonl", lambda text: 3),
    ("done/book.jsonl", lambda text: text + b"{", "done/book.jsonl",
     lambda text: text.count(b"\n") + 1),
    ("done/manifest.json", lambda text: text.replace(b'"v":1', b'"v":9'),
     "done/manifest.json", lambda text: None),
    ("done/match-000009.jsonl", b"", "done/match-000009.jsonl",
     lambda text: None),
    ("done/match-000001.jsonl", "log of another match",
     "done/match-000001.jsonl", lambda text: None),
]


def verdict_of(folder, name):
    """The verdict, as text and as an object."""
    program, what = (scene.TOURNAMENT, "done") if "/" in name else (
        scene.REFEREE, name)
    said = scene.run(folder, "verify", what, program=program)
    told = scene.run(folder, "verify", what, "--json", program=program)
    return said, json.loads(told.out)


def where_it_is_wrong(place, name, change, file, line):
    folder = place.copy()
    old = b"" if isinstance(change, bytes) else scene.content(folder, name)
    if change is None:
        os.unlink(f"{folder}/{name}")
        new = old
    elif isinstance(change, str):
        # A good log, but not the one of that match.
        scene.write(f"{folder}/{name}", scene.content(
            folder, "l/round-001/match-000001.jsonl"))
        new = old
    else:
        new = change if isinstance(change, bytes) else change(old)
        assert isinstance(change, bytes) or new != old
        scene.write(f"{folder}/{name}", new)
    said, told = verdict_of(folder, name)
    why = told.get("why", {})
    wrong = []
    if told["verified"] is not False or \
            (why["file"], why["line"]) != (file, line(new)) or \
            said.out != f"not verified: {told['sentence']}\n":
        wrong.append(f"{said} {told}")
    if why["why"] not in told["sentence"] or \
            told["sentence"].startswith(f"{file}:") and file in why["why"]:
        wrong.append(str(told))
    return wrong


def no_place(place):
    """A sentence that begins with no file of the folder has no place."""
    folder = place.copy()
    told = json.loads(scene.run(folder, "verify", "none.jsonl",
                                "--json").out)
    due = "cannot open none.jsonl: No such file or directory"
    return [] if told["why"] == {"file": None, "line": None, "why": due} and \
        told["sentence"] == due else str(told)


def every_code_is_listed(_):
    """The page lists every code, and no other."""
    with open(f"{scene.SRC}/docs/match-log.md", encoding="utf-8") as file:
        page = file.read()
    table = page.split("| `code` |")[1].split("\n\n")[0]
    listed = set(re.findall(r"^\| `(\w+)` \|", table, re.M))
    found = set()
    for source in glob.glob(f"{scene.SRC}/referee/*/*.c") + \
            glob.glob(f"{scene.SRC}/tournaments/*/*.c"):
        with open(source, encoding="utf-8") as file:
            found |= set(re.findall(r'doubts_add\(\w+,\s+"(\w+)"',
                                    file.read()))
    return [] if found == listed else str(found ^ listed)


# ### tables

def spoil(folder, name, change):
    scene.write(f"{folder}/done/{name}",
                change(scene.content(folder, f"done/{name}")))


def other_ranks(book):
    new = re.sub(rb'"ranks":\[\[\d,\d\]', b'"ranks":[[2,1]', book)
    return new if new != book else book.replace(b"[[2,1]", b"[[1,2]", 1)


SPOILT = {
    "a result is another": lambda folder: spoil(folder, "book.jsonl",
                                                other_ranks),
    "the note is missing": lambda folder: os.unlink(
        f"{folder}/done/book.note"),
    "the note is another": lambda folder: spoil(
        folder, "book.note", lambda note: note.replace(b"cup", b"cap")),
    "bytes after the end": lambda folder: spoil(
        folder, "book.jsonl", lambda book: book + b"{"),
}


def fits_no_note(place, change):
    folder, wrong = place.copy(), []
    clean = {str(words): scene.tournament(folder, words[0], "done", *words[1:])
             for words in TABLES}
    change(folder)
    for words in TABLES:
        before = clean[str(words)]
        result = scene.tournament(folder, words[0], "done", *words[1:])
        if before.code != 0 or before.err:
            wrong.append(f"{words}, unspoilt: {before}")
        if result.code != 0 or not re.fullmatch(
                f"tournament {words[0]}: warning: .*done/book.*: .*\n",
                result.err):
            wrong.append(f"{words}: {result}")
    return wrong


def not_over(place):
    """A book that is still open has no note yet."""
    folder, wrong = place.copy(), []
    spoil(folder, "book.jsonl",
          lambda book: b"".join(book.splitlines(True)[:-1]))
    os.unlink(f"{folder}/done/book.note")
    for words in TABLES:
        result = scene.tournament(folder, words[0], "done", *words[1:])
        if result.code != 0 or result.err:
            wrong.append(f"{words}: {result}")
    return wrong


def main():
    tally = scene.Tally()
    with scene.Scene() as scenes:
        place = Place(scenes)
        cases = [(case.__name__, functools.partial(case, place)) for case in (
            last_lines, odd_folder, every_core, later_rounds, other_rules,
            printed_commands, other_names,
            standard_input, closed_output, not_over, no_place,
            every_code_is_listed)]
        for make in (fifo, device, listener):
            cases.append((f"{make.__name__}: a log", functools.partial(
                not_a_file, place, make, scene.REFEREE, "it", "it")))
            for name in ("manifest.json", "manifest.note", "book.jsonl",
                         "book.note", "match-000001.jsonl"):
                cases.append((f"{make.__name__}: {name}", functools.partial(
                    not_a_file, place, make, scene.TOURNAMENT, "done",
                    f"done/{name}")))
            for name in ("round-001/manifest.json", "round-002/book.jsonl",
                         "round-002/match-000001.jsonl"):
                cases.append((f"{make.__name__}: l/{name}", functools.partial(
                    not_a_file, place, make, scene.TOURNAMENT, "l",
                    f"l/{name}")))
        cases += [(f"what is wrong with {row[0]} {i}", functools.partial(
            where_it_is_wrong, place, *row)) for i, row in enumerate(DAMAGED)]
        cases += [(what, functools.partial(fits_no_note, place, change))
                  for what, change in SPOILT.items()]
        tally.run(cases, workers=2, of=3)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

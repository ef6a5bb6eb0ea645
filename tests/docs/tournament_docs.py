#!/usr/bin/env python3
"""tournament_docs.py - the pages about tournaments are true.

Their commands are run; their files and books are read, both by `tournament`
and by the code here; and every key that the program knows is described.  With
UPDATE_GOLDEN=1 the example of docs/book.md is made again.

The environment names the folders: srcdir, and builddir for the programs.

tier: full
"""
import base64
import hashlib
import json
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../support")
import scene
from scene import ed25519
from tournament_examples import copy_of_the_project

# Pages whose commands are run, each in a copy of the project.  Fences are `sh
# run` (or `sh run 2` for another exit status), `text output` of the commands
# above, and `python file NAME`.
PAGES = ["README.md", "docs/contest.md", "docs/luck.md",
         "docs/public-contest.md", "docs/tournament-file.md",
         "docs/tournaments.md", "tournaments/examples/README.md"]
ONLY_STRICT = ["docs/contest.md"]      # their builds need it
BOOK = "docs/book.md"
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.M | re.S)


def read(path):
    with open(f"{scene.SRC}/{path}", encoding="utf-8") as file:
        return file.read()


def blocks(page, info):
    return [text for what, text in FENCE.findall(read(page)) if what == info]


# ### commands

def strict_is_here(folder):
    return " strict" in scene.run(folder, "doctor").out.rpartition(
        "levels:")[2]


def script_of(page, has_strict):
    """A script with all commands of a page, and a mark before each block."""
    parts, at = ["exec 2>&1"], 0
    for info, text in FENCE.findall(read(page)):
        if not re.fullmatch(r"sh run( \d)?", info):
            continue
        if not has_strict:
            # Without the sandbox, the same at a lower level.
            text = text.replace('"strict"', '"limits"').replace(
                "tournament init ", "tournament init --trusted ")
        at += 1
        code = info[len("sh run "):] or "0"
        parts.append(f"printf '\\001{at}\\n'")
        if code == "0":
            parts.append(f"set -e\n{text}set +e")
        else:
            parts.append(f"{text}[ $? = {code} ] || exit 99")
    return "\n".join(parts) + "\n", at


def expression(text):
    """A pattern for an output on the page: numbers and hashes differ from run
    to run, and `...` is anything."""
    text = re.sub(r"\b[0-9a-f]{12,}\b", "\0hex\0", text)
    text = re.sub(r"[+-]?\d+(\.\d+)?", "\0number\0", text)
    text = re.escape(re.sub(r"[ \t]+", " ", text))
    text = text.replace("\0hex\0", "[0-9a-f]+").replace(
        "\0number\0", r"[+-]?[0-9.]+").replace(r"\.\.\.", "(?s:.*)")
    return re.compile(text.replace("\x00", ""))


def outputs_of(page):
    """Each output on the page, with the number of the block that prints it."""
    found, at = [], 0
    for info, text in FENCE.findall(read(page)):
        if info.startswith("sh run"):
            at += 1
        elif info == "text output":
            found.append((at, text))
    return found


def wrong_with_commands(stage, page):
    folder = stage.folder()
    copy_of_the_project(folder)
    for info, text in FENCE.findall(read(page)):
        if info.startswith("python file "):
            scene.write(f"{folder}/{info.split()[2]}", text)
    strict = strict_is_here(folder)
    if not strict and page in ONLY_STRICT:
        print(f"not tried: {page} (this machine has no level strict)")
        return []
    script, count = script_of(page, strict)
    if count == 0:
        return "no commands"
    environment = scene.referee_environment(folder)
    environment["PATH"] = (f"{scene.BUILD}/tournaments:{scene.BUILD}/referee:"
                           + environment["PATH"])
    # What a page calls by its path in the project.
    for program in ("tournaments/tournament", "referee/referee"):
        os.makedirs(f"{folder}/build/{os.path.dirname(program)}",
                    exist_ok=True)
        os.symlink(f"{scene.BUILD}/{program}", f"{folder}/build/{program}")
    done = subprocess.run(["sh", "-c", script], cwd=folder, env=environment,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          timeout=scene.HANGS_S, check=False)
    said = dict(re.findall(r"\001(\d+)\n([^\001]*)",
                           done.stdout.decode("utf-8", "replace")))
    wrong = []
    if done.returncode != 0 or len(said) != count:
        wrong.append(f"{page}: block {len(said)} of {count} ends with "
                     f"{done.returncode}: {said.get(str(len(said)))}")
    for at, text in outputs_of(page):
        out = re.sub(r"[ \t]+", " ", said.get(str(at), ""))
        if not expression(text).fullmatch(out):
            wrong.append(f"{page}: block {at} prints\n{out}")
    return wrong


# ### tournament files and keys

def wrong_with_files(folder):
    copy_of_the_project(folder)
    wrong = []
    for at, text in enumerate(blocks("docs/tournament-file.md",
                                     "json tournament-file")):
        scene.write(f"{folder}/{at}.json", text)
        result = scene.tournament(folder, "check", f"{at}.json")
        if result.code != 0:
            wrong.append(f"example {at + 1}: {result}")
    file = json.loads(blocks("docs/tournament-file.md",
                             "json tournament-file")[1])
    wrong += [f"the second example has no {key}"
              for key in source_keys("tournaments/record/tournament_file.c", "file")
              if key not in file]
    return wrong


def source_keys(path, name):
    """The keys of a table `NAME_fields` in a source file, or the words of a
    list of strings."""
    table = re.search(rf"\b{name}_fields\[\] = {{\n(.*?)^}};", read(path),
                      re.M | re.S)
    if table:
        return re.findall(r'^\t{ (?:\.key = )?"(\w+)"', table.group(1), re.M)
    table = re.search(rf"\b{name}\[\] = {{([^}}]*)}}", read(path))
    return re.findall(r'"(\w+)"', table.group(1))


def rows(page, head, after=""):
    """First cells of the table with that head, after a heading."""
    text = read(page)
    text = text[text.index(after):] if after else text
    table = re.search(rf"^\| {re.escape(head)} \|.*\n\|[-|]+\n((?:\|.*\n)+)",
                      text, re.M)
    return [name for row in table.group(1).splitlines()
            for name in re.findall(r"`(\w+)`", row.split("|")[1])]


def wrong_with_keys():
    page = "docs/tournament-file.md"
    file = "tournaments/record/tournament_file.c"
    manifest = "referee/fair/manifest.c"
    common = re.search(r"common\[\] = {(.*?)^};", read("tournaments/format/format_options.c"),
                       re.M | re.S).group(1)
    checks = [
        ("docs/luck.md", "key", "### The luck file",
         source_keys("referee/worth/luck_file.c", "luck_file")),
        (page, "key", "## Keys", source_keys(file, "file")),
        (page, "key", "### `format`",
         ["type", *re.findall(r'{ "(\w+)"', common)]),
        (page, "key", "### `entrants`",
         source_keys("referee/fair/entrant.c", "entrant")),
        (page, "word", "### `processes`",
         source_keys("referee/fair/entrant.c", "processes_words")),
        (page, "key of an author", "", source_keys(file, "author")),
        (page, "key of `beacon`", "", source_keys(manifest, "manifest_beacon")),
        (BOOK, "key of the manifest", "", source_keys(manifest, "manifest")),
        (BOOK, "key of a fault", "", source_keys("tournaments/record/book.c",
                                                 "fault")),
    ]
    words = re.findall(r'{ "(\w+)", read_\w+ }', read("tournaments/record/book.c"))
    checks.append((BOOK, "`t`", "## `book.jsonl`", words))
    for word in words:
        checks.append((BOOK, "key", f"### `{word}`",
                       source_keys("tournaments/record/book.c", word)))
    wrong = []
    for where, head, after, known in checks:
        shown = rows(where, head, after)
        if not known or sorted(shown) != sorted(known):
            wrong.append(f"{where} {after}: shown {shown}, known {known}")
    types = re.search(r"\| `type` \| (.*?) \|", read(page)).group(1)
    wrong += [f"{page}: a format is missing or too many: {types}"] if set(
        re.findall(r"`(\w+)`", types)) != set(re.findall(
            r"&format_(\w+)",
            read("tournaments/format/format_options.c"))) else []
    return wrong


# ### the example of the book

LINES = """#!/bin/sh
while read -r line; do
	case $line in
	*'"type":"hello"'*) echo '{"type":"ready"}' ;;
	%s*'"type":"turn"'*) echo '{"move":1}' ;;
	esac
done
"""
NONSENSE = """*'"view":{"seat":0'*) echo '{"move":9}' ;;
	"""
PLACES = [("json manifest", "manifest.json"),
          ("text note manifest", "manifest.note"),
          ("json book-line whole", "book.jsonl"),
          ("text note book", "book.note")]


def played(folder):
    """Plays the tournament that docs/book.md shows."""
    scene.bot(folder, "ada", LINES % "")
    scene.bot(folder, "bob", LINES % NONSENSE)
    reveal = f"{folder}/reveal"
    commitment = scene.tournament(folder, "commit", "-o", "reveal").out.strip()
    public = scene.run(folder, "keygen", "-o", "ann").out.strip()
    scene.write(f"{folder}/tiny.json", json.dumps({
        "name": "tiny", "id": "tiny-2031", "game": "pig",
        "rules": {"target": 10}, "limits": {"faults_max": 9},
        "format": {"type": "round_robin", "boards": 2, "matches": 2},
        "entrants": [
            {"name": "ada", "author": "ann", "command": ["./ada"]},
            {"name": "bob", "command": ["./bob"]}],
        "operator": {"name": "chess-club"},
        "authors": [{"name": "ann", "commit": commitment,
                     "key": public}]}))
    with open(reveal, encoding="utf-8") as file:
        revealed = file.read().strip()
    steps = [
        ("init", "tiny.json", "--trusted", "--key-file", "key"),
        ("sign", "tiny", "--as", "ann", "--key-file", "ann"),
        ("open", "tiny", "--reveal", f"ann={revealed}"),
    ]
    results = [scene.tournament(folder, *step) for step in steps]
    with open(f"{folder}/tiny/book.jsonl", "a", encoding="utf-8") as book:
        book.write('{"t":"start","match":1,"entrants":[0,1],"attempt":1}\n')
    scene.write(f"{folder}/tiny/match-000001.jsonl", "spoiled\n")
    results.append(scene.tournament(folder, "run", "tiny", "-j", "1", "--key-file", "key"))
    results.append(scene.tournament(folder, "verify", "tiny"))
    assert all(result.code == 0 for result in results), results
    return f"{folder}/tiny"


def update(stage):
    folder = played(stage.folder())
    page = read(BOOK)
    for info, name in PLACES:
        with open(f"{folder}/{name}", encoding="utf-8") as file:
            text = file.read()
        page = re.sub(rf"^```{info}\n.*?^```$",
                      lambda _, info=info, text=text: f"```{info}\n{text}```",
                      page, flags=re.M | re.S)
    scene.write(f"{scene.SRC}/{BOOK}", page)


def note_text(kind, ident, content):
    return (f"rollcall {kind}\n{ident}\n"
            f"{hashlib.sha256(content.encode()).hexdigest()}\n")


def signers(note, text, keys):
    """Who signed a note; fails by an assertion if it is not such a note."""
    said, _, lines = note.partition("\n\n")
    assert said + "\n" == text, "another text"
    found = set()
    for line in lines.splitlines():
        dash, name, code = line.split(" ")
        raw, key = base64.b64decode(code, validate=True), keys.get(name)
        assert dash == "—", "no em dash"
        if key is None:
            continue
        due = hashlib.sha256(name.encode() + b"\n\x01" + key).digest()[:4]
        if raw[:4] == due:
            assert ed25519.verify(key, text.encode(), raw[4:]), "a signature"
            found.add(name)
    return found


def check_as_written(files):
    """Follows docs/book.md literally, without other knowledge."""
    manifest = json.loads(files["manifest.json"])
    operator = manifest["operator"]["name"]
    keys = {operator: bytes.fromhex(manifest["operator"]["key"])}
    keys.update((author["name"], bytes.fromhex(author["key"]))
                for author in manifest["authors"] if author["key"])
    assert operator in signers(
        files["manifest.note"], note_text(
            "manifest", manifest["id"], files["manifest.json"]), keys)
    assert operator in signers(
        files["book.note"], note_text(
            "book", manifest["id"], files["book.jsonl"]), keys)

    lines = [json.loads(line) for line in files["book.jsonl"].splitlines()]
    for line in lines:
        assert list(line) == ["t", *source_keys("tournaments/record/book.c",
                                                line["t"])], line
    first, last = lines[0], lines[-1]
    salt = b"rollcall salt" + hashlib.sha256(
        files["manifest.json"].encode()).digest()
    committed = [a for a in manifest["authors"] if a["commit"]]
    assert len(committed) == len(first["reveals"])
    for author, reveal in zip(committed, first["reveals"]):
        raw = bytes.fromhex(reveal or "00" * 32)
        assert reveal is None or hashlib.sha256(
            b"rollcall commit" + raw).hexdigest() == author["commit"]
        salt += raw
    salt += bytes.fromhex(first["beacon"] or "00" * 32)
    assert first["salt"] == hashlib.sha256(salt).hexdigest(), "the salt"
    assert manifest["seal"] == hashlib.sha256(
        b"rollcall seal" + bytes.fromhex(last["secret"])).hexdigest()
    games = manifest["boards"] * manifest["rotations"]
    ended = [line for line in lines if line["t"] == "end"]
    assert all(len(line["ranks"]) == games for line in ended)
    assert {line["t"] for line in lines} == {"open", "start", "end", "void",
                                             "close"}
    assert any(line["faults"] for line in ended), "no fault is shown"


def example_files():
    return {name: "".join(blocks(BOOK, info)) for info, name in PLACES}


def wrong_with_example(folder):
    files = example_files()
    try:
        check_as_written(files)
    except AssertionError as error:
        return f"the example is not as the page says: {error}"
    os.mkdir(f"{folder}/tiny")
    for name, text in files.items():
        scene.write(f"{folder}/tiny/{name}", text)
    result = scene.tournament(folder, "results", "tiny", "--csv")
    wrong = [] if result.code == 0 else [repr(result)]

    # The check can fail: it notices a change of any byte that matters.
    for name, old, new in (("manifest.json", '"boards":2', '"boards":3'),
                           ("manifest.note", "tiny-2031", "tiny-2032"),
                           ("book.jsonl", "[1,2]", "[2,1]"),
                           ("book.note", "book", "look")):
        edited = {**files, name: files[name].replace(old, new, 1)}
        assert edited != files, name
        try:
            check_as_written(edited)
            wrong.append(f"an edited {name} passes")
        except AssertionError:
            pass
    return wrong


def the_shape_is_that_of_a_run(folder):
    """A tournament played now writes what the page shows, except for digits."""
    def shape(text):
        return re.sub(r"\b[0-9a-f]{64}\b|(?<= )\S{80,}$", "HEX", text,
                      flags=re.M)

    made = played(folder)
    wrong = []
    for name, text in example_files().items():
        with open(f"{made}/{name}", encoding="utf-8") as file:
            found = file.read()
        # Who wins, and whether a bot is asked at all, depends on the dice.
        found, shown = (re.sub(r'"ranks":\[\[.*?\]\](,"faults":\[.*?\])?',
                               "RANKS", shape(one)) for one in (found, text))
        if found != shown:
            wrong.append(f"{name}: found {found} shown {shown}")
    return wrong


def main():
    tally = scene.Tally()
    with scene.Scene() as stage:
        if os.environ.get("UPDATE_GOLDEN"):
            update(stage)
        tally.run([
            *((f"the commands of {page}",
               lambda page=page: wrong_with_commands(stage, page))
              for page in PAGES),
            ("tournament files", lambda: wrong_with_files(stage.folder())),
            ("every key is described", wrong_with_keys),
            ("the example of a book",
             lambda: wrong_with_example(stage.folder())),
            ("the shape of a book",
             lambda: the_shape_is_that_of_a_run(stage.folder())),
        ], 3)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

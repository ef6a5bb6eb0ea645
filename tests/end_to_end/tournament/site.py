#!/usr/bin/env python3
"""site.py - the files of a tournament's page, without a browser.

The same folder gives the same bytes, names that attack a page stay text, and a
folder with other contents is left alone.

tier: quick
needs: node
"""
import base64
import functools
import glob
import json
import os
import random
import re
import shutil
import subprocess
import zlib

import pages
import scene
import tournament_stage as stage

NAMES = ["<img/src=x/onerror=alert(1)>", "</script><script>alert(1)</script>",
         "__proto__", "\u00e4-\U0001f3b2&\"'"]
BROKEN = f"""#!{scene.PYTHON}
for line in __import__("sys").stdin:
    if '"hello"' in line: print('{{"type":"ready"}}', flush=True)
    if '"turn"' in line: print("no JSON", flush=True)
"""
HARMFUL = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b"
    r"|\bFunction\(|createContextualFragment|DOMParser|srcdoc|javascript:"
    r"|set(?:Timeout|Interval)\(\s*[\"'`]|\.on[a-z]+ = [\"'`]|\bimport\(")

INFLATE = """
const fs = require("fs"), vm = require("vm");
const unpack = vm.runInThisContext(
  `${fs.readFileSync(process.argv[1])}\\ninflate`);
for (const [packed, size] of JSON.parse(fs.readFileSync(0))) {
  try {
    const bytes = unpack(new Uint8Array(Buffer.from(packed, "base64")), size);
    console.log(Buffer.from(bytes).toString("base64"));
  } catch (why) {
    console.log(why instanceof RangeError ? "refused" : why);
  }
}
"""


def test_unpacking(_):
    """Data packed by zlib in each of its ways are unpacked; wrong sizes, cut
    and damaged data are refused or give other bytes, but never more of
    them."""
    random.seed(15)
    texts = [b"", b"a", bytes(random.randbytes(70000)), b"ab" * 40000,
             read(f"{scene.SRC}/docs/ratings.md"), bytes(range(256)) * 99]
    cases = []
    for text in texts:
        for level, strategy in ((0, 0), (1, 0), (9, 0), (9, zlib.Z_FIXED),
                                (9, zlib.Z_HUFFMAN_ONLY), (6, zlib.Z_RLE)):
            packer = zlib.compressobj(level, zlib.DEFLATED, -15, 9, strategy)
            packed = packer.compress(text) + packer.flush()
            cases.append((packed, len(text), text))
            cases += [(packed, len(text) + more, None) for more in (-1, 1)
                      if len(text) + more >= 0]
            for _ in range(8):
                other = bytearray(packed)
                other[random.randrange(len(other))] ^= 1 << random.randrange(8)
                cases.append((bytes(other), len(text), ...))
                cases.append((packed[:random.randrange(len(packed))],
                              len(text), ...))
    done = subprocess.run(
        ["node", "-e", INFLATE,
         f"{scene.SRC}/tournaments/site/page/inflate.js"], check=False,
        capture_output=True, timeout=scene.HANGS_S, input=json.dumps(
            [(base64.b64encode(packed).decode(), size)
             for packed, size, _ in cases]).encode())
    said = done.stdout.decode().split("\n")[:-1]
    assert len(said) == len(cases), done.stderr
    wrong = []
    for (packed, size, due), found in zip(cases, said):
        if found == "refused":
            if due not in (None, ...):
                wrong.append(f"refused: {packed[:40]}")
            continue
        got = base64.b64decode(found)
        if due is None or len(got) != size or (due is not ... and got != due):
            wrong.append(f"{packed[:40]}: {found[:200]}")
    return wrong[:5]


def read(path):
    with open(path, "rb") as file:
        return file.read()


def files(folder):
    return {path[len(folder) + 1:]: read(path) for path in
            glob.glob(f"{folder}/**", recursive=True) if os.path.isfile(path)}


@functools.lru_cache(None)
def played(folder):
    """Plays a cup with those names, whose last bot loses by faults, and writes
    its page."""
    for i in range(3):
        scene.entrant(folder, f"bot{i}")
    scene.bot(folder, "bot3", BROKEN)
    pages.play(folder, "cup", *((name, f"bot{i}")
                                for i, name in enumerate(NAMES)))
    site(folder, "one")
    return files(f"{folder}/one")


def site(folder, out, *words, cup="cup"):
    scene.expect(scene.tournament(folder, "site", cup, "-o", out, *words))


def test_same_bytes(folder):
    """For a copy of the folder, and written over an earlier page, too."""
    one = played(folder)
    shutil.copytree(f"{folder}/cup", f"{folder}/copy")
    for words in ((), ("--no-logs",), ()):
        site(folder, "two", *words, cup="copy")
    two = files(f"{folder}/two")
    assert set(one) == {
        "index.html", "style.css", "app.js", "more.js", "data.js", "folder.js",
        "course.js", "checker.js", "chances.js", "live.js",
        *(f"logs/{n:06}.js" for n in range(1, 7))}
    return [name for name in one.keys() | two.keys()
            if one.get(name) != two.get(name)]


def calls(script):
    """The calls in a data script: (name, arguments)."""
    return [(name, json.loads(f"[{words}]")) for name, words in
            re.findall(r"^rollcall\.([a-z]+)\((.*)\);$", script, re.M)]


def unpacked(size, text):
    found = zlib.decompress(base64.b64decode(text), -15)
    assert len(found) == size, (len(found), size)
    return found


def test_what_the_files_hold(folder):
    """The logs, the folder's files and the tables are those of the
    commands."""
    wrong = []
    page = {name: text.decode() for name, text in played(folder).items()}
    [(_, (ident, data))] = calls(page["data.js"])
    wrong += [f"id {ident}"] * (ident != data["manifest"]["id"])
    for name in ("ladder", "standings", "crosstable", "results"):
        said = scene.tournament(folder, name, "cup", "--json").out
        due = json.loads(said)
        for fault in due.get("faults", []):
            # The path of the log and the reason in a trace are not published.
            del fault["log"], fault["why"]
        if due != data[name]:
            wrong.append(f"{name}: {said} {data[name]}")
    for n in range(1, 7):
        [(_, (match, attempt, size, text))] = calls(page[f"logs/{n:06}.js"])
        log = read(f"{folder}/cup/match-{n:06}.jsonl")
        if (match, attempt) != (n, 0) or unpacked(size, text) != log or \
                [n, 0, size] not in data["logs"]:
            wrong.append(f"log {n}")
    held = {name: unpacked(size, text) for _, (name, size, text) in
            calls(page["folder.js"])}
    own = {name: read(f"{folder}/cup/{name}") for name in (
        "manifest.json", "manifest.note", "book.jsonl", "book.note")}
    wrong += ["folder.js"] * (held != own)
    parts = dict(calls(page["checker.js"]))
    wrong += ["checker.js"] * (unpacked(*parts["checker"]) != read(
        f"{scene.BUILD}/checker.wasm"))
    faults = {row["entrant"]: row["faults"]
              for row in data["standings"]["standings"]}
    wrong += [f"faults: {faults}"] * (faults[NAMES[3]] != 6)
    return wrong


def test_nothing_else_runs(folder):
    """Scripts are in their own files, no name is markup, and nothing is loaded
    from elsewhere."""
    wrong = []
    page = played(folder)
    index = page["index.html"].decode()
    for name, text in page.items():
        if not name.endswith(".js"):
            continue
        done = subprocess.run(["node", "--check", f"{folder}/one/{name}"],
                              check=False, capture_output=True)
        wrong += [f"{name}: {done.stderr}"] * (done.returncode != 0)
        if re.match("logs/|(data|folder|course|chances).js", name):
            wrong += [f"{name}: a <"] * (b"<" in text)
            wrong += [f"{name}: not ASCII"] * (not text.isascii())
    code = "".join(page[name].decode() for name in ("app.js", "more.js")) + \
        read(f"{scene.BUILD}/site/worker.js").decode()
    wrong += re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|\beval\b"
                        r"|document\.write|new Function|XMLHttpRequest"
                        r"|\bfetch\b|localStorage|\.cookie", code)
    for name, text in page.items():
        for url in re.findall(rb"(?:https?:)?//[a-z0-9]+\.[a-z./0-9]*", text):
            wrong += [f"{name}: {url}"] * (
                url != b"http://www.w3.org/2000/svg")
    wrong += re.findall(r"<(?!/?(?:!DOCTYPE|html|head|meta|title|link|script"
                        r"|body|main|h1|table|caption|thead|tbody|tr|t[hd]"
                        r"|noscript|p)\b)[^>]*>", index)
    wrong += re.findall(r"<script(?! src=\"[a-z]+\.js\" defer></script>).*",
                        index)
    wrong += re.findall(r"\son[a-z]+=|\sstyle=", index.replace(
        "/onerror=", ""))
    policy = re.search('Policy" content="([^"]*)"', index)[1].split("; ")
    due = {"default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'",
           "style-src 'self'", "worker-src blob:", "connect-src 'none'",
           "base-uri 'none'", "form-action 'none'"}
    return wrong + sorted(due - set(policy))


def test_what_is_published(folder):
    """What may be published, and what is left out on request."""
    wrong = []
    text = b"".join(played(folder).values())
    wrong += ["a command"] * (b"./bot" in text)
    wrong += ["a path"] * (folder.encode() in text)
    wrong += ["a path of a log"] * (b"cup/match-" in text)
    site(folder, "part", "--logs-of", NAMES[2])
    logs = sorted(os.listdir(f"{folder}/part/logs"))
    [(_, (_, data))] = calls(read(f"{folder}/part/data.js").decode())
    due = sorted(f"{match['match']:06}.js" for match in
                 data["results"]["matches"] if NAMES[2] in match["entrants"])
    wrong += [f"--logs-of: {logs}"] * (logs != due or len(due) != 3)
    scene.write(f"{folder}/part/logs/notes.txt", "mine")
    site(folder, "part", "--no-logs")
    wrong += ["--no-logs"] * (os.listdir(f"{folder}/part/logs") !=
                              ["notes.txt"])
    os.remove(f"{folder}/cup/match-000002.jsonl")
    result = scene.tournament(folder, "site", "cup", "-o", "gap")
    wrong += [f"a log is missing: {result}"] * (
        result.code != 0 or "1 log of cup is missing" not in result.err or
        os.path.exists(f"{folder}/gap/logs/000002.js"))
    return wrong


def test_in_play(folder):
    """Nothing of a match without a result is published, and no secret."""
    played(folder)
    shutil.copytree(f"{folder}/cup", f"{folder}/open")
    book = read(f"{folder}/open/book.jsonl").decode().splitlines(True)
    ends = [line for line in book if '"t":"end"' in line]
    kept = [line for line in book if '"t":"close"' not in line and
            line != ends[-1]]
    scene.write(f"{folder}/open/book.jsonl", "".join(kept))
    os.remove(f"{folder}/open/book.note")
    scene.write(f"{folder}/open/secret", "5eed" * 16 + "\n", 0o600)
    number = json.loads(ends[-1])["match"]
    wrong = []
    site(folder, "live", cup="open")
    [(_, (_, data))] = calls(read(f"{folder}/live/data.js").decode())
    wrong += ["its log"] * os.path.exists(f"{folder}/live/logs/{number:06}.js")
    wrong += ["closed"] * data["closed"]
    wrong += ["the secret"] * (b"5eed5eed" in b"".join(
        files(f"{folder}/live").values()))
    return wrong


def test_sources(_):
    """No script of a page makes markup or code from a text."""
    wrong = []
    for path in [f"{scene.SRC}/tournaments/checker/wasi.js",
                 *glob.glob(f"{scene.SRC}/tournaments/site/page/*.js"),
                 *glob.glob(f"{scene.SRC}/tournaments/checker/page/*.js")]:
        with open(path, encoding="utf-8") as file:
            wrong += [f"{path}: {found}" for found in HARMFUL.findall(
                file.read())]
    return wrong


@scene.each([
    ("theirs", "theirs is not empty, and holds no page of"),
    ("others", "others is not empty, and holds no page of"),
    ("robin", "robin is not empty, and holds no page of"),
    ("file", "file"), ("no/where", "no/where")])
def test_another_folder_is_left_alone(folder, out, why):
    scene.golden(folder, "robin", "double")
    os.mkdir(f"{folder}/theirs")
    scene.write(f"{folder}/theirs/index.html", "theirs")
    scene.write(f"{folder}/file", "a file")
    site(folder, "others", cup="double")
    before = stage.listing(folder)
    scene.expect(scene.tournament(folder, "site", "robin", "-o", out), 2,
                 err=re.escape(why))
    assert stage.listing(folder) == before


def test_what_is_missing(folder):
    scene.golden(folder, "robin")
    scene.expect(scene.tournament(folder, "site", "robin"), 2,
                 err="missing -o OUT")
    scene.expect(scene.tournament(
        folder, "site", "robin", "-o", "x", "--logs-of", "nobody"), 2,
        err="--logs-of: no entrant of robin is called nobody")


def test_without_the_checker(folder):
    """No page is written, but a message about what to install."""
    scene.golden(folder, "robin")
    os.makedirs(f"{folder}/build/tournaments")
    program = shutil.copy(scene.TOURNAMENT, f"{folder}/build/tournaments")
    for words in ("make install", "install the packages clang, lld, wasi-libc "
                  "and libclang-rt-dev-wasm32"):
        scene.expect(scene.run(folder, "site", "robin", "-o", "unbuilt",
                               program=program), 2, err=words)
        shutil.copytree(f"{scene.BUILD}/site", f"{folder}/build/site",
                        dirs_exist_ok=True,
                        ignore=shutil.ignore_patterns("checker.wasm"))
    assert not os.path.exists(f"{folder}/unbuilt")


pages.needed()
scene.main()

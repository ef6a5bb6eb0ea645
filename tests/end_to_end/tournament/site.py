#!/usr/bin/env python3
"""site.py - the files of a tournament's page, without a browser.

Names that attack a page stay text, and what is packed is what was played.
tests/cases/site.txt has what is written, published and refused.

tier: quick
needs: node
"""
import base64
import glob
import json
import os
import re
import shutil
import zlib

import pages
import scene

NAMES = ["<img/src=x/onerror=alert(1)>", "</script><script>alert(1)</script>",
         "__proto__", "\u00e4-\U0001f3b2&\"'"]
HARMFUL = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b"
    r"|\bFunction\(|createContextualFragment|DOMParser|srcdoc|javascript:"
    r"|set(?:Timeout|Interval)\(\s*[\"'`]|\.on[a-z]+ = [\"'`]|\bimport\(")


def calls(script):
    """The calls in a data script: (name, arguments)."""
    return [(name, json.loads(f"[{words}]")) for name, words in
            re.findall(r"^rollcall\.([a-z]+)\((.*)\);$", script, re.M)]


def unpacked(size, text):
    found = zlib.decompress(base64.b64decode(text), -15)
    assert len(found) == size, (len(found), size)
    return found


def test_what_is_packed(folder):
    """The logs, the signed files and the checker, to the byte."""
    scene.golden(folder, "robin")
    scene.expect(scene.tournament(folder, "site", "robin", "-o", "one"))
    page = {name: scene.content(f"{folder}/one", name).decode() for name in
            ("folder.js", "checker.js", *(f"logs/{n:06}.js"
                                          for n in range(1, 7)))}
    for n in range(1, 7):
        [(_, (match, attempt, size, text))] = calls(page[f"logs/{n:06}.js"])
        assert (match, attempt) == (n, 0)
        packed = unpacked(size, text)
        # One stored block, for which the page's worker makes no stream.
        assert base64.b64decode(text)[5:] == packed, n
        with open(f"{folder}/{n}.pack", "wb") as file:
            file.write(packed)
        scene.expect(scene.run(folder, "unpack", f"{n}.pack"))
        assert scene.content(folder, f"{n}.jsonl") == scene.content(
            folder, f"robin/match-{n:06}.jsonl")
    held = {name: unpacked(size, text) for _, (name, size, text) in
            calls(page["folder.js"])[:-1]}
    assert held == {name: scene.content(folder, f"robin/{name}") for name in (
        "manifest.json", "manifest.note", "book.jsonl", "book.note")}
    assert unpacked(*dict(calls(page["checker.js"]))["checker"]) == \
        scene.content(scene.BUILD, "checker.wasm")


def test_names_stay_text(folder):
    """No name is markup, nothing is loaded from elsewhere, and no command or
    path is published."""
    for i in range(len(NAMES)):
        scene.entrant(folder, f"bot{i}")
    pages.play(folder, "cup", *((name, f"bot{i}")
                                for i, name in enumerate(NAMES)))
    scene.expect(scene.tournament(folder, "site", "cup", "-o", "one"))
    names = [os.path.relpath(path, f"{folder}/one") for path in glob.glob(
        f"{folder}/one/**/*.*", recursive=True)]
    assert "logs/000006.js" in names
    wrong = []
    for name in names:
        text = scene.content(f"{folder}/one", name)
        if re.match("logs/|(data|folder|course|chances).js", name):
            wrong += [f"{name}: a <"] * (b"<" in text)
            wrong += [f"{name}: not ASCII"] * (not text.isascii())
        wrong += [f"{name}: {url}" for url in re.findall(
            rb"(?:https?:)?//[a-z0-9]+\.[a-z./0-9]*", text)
            if url != b"http://www.w3.org/2000/svg"]
        wrong += [f"{name}: {held}" for held in
                  (b"./bot", folder.encode(), b"cup/match-") if held in text]
    index = scene.content(folder, "one/index.html").decode()
    wrong += re.findall(r"<(?!/?(?:!DOCTYPE|html|head|meta|title|link|script"
                        r"|body|main|h1|table|caption|thead|tbody|tr|t[hd]"
                        r"|p)\b)[^>]*>", index)
    wrong += re.findall(r"<script(?! src=\"[a-z]+\.js\" defer></script>).*",
                        index)
    return wrong + re.findall(r"\son[a-z]+=|\sstyle=", index.replace(
        "/onerror=", ""))


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

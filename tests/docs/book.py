#!/usr/bin/env python3
"""book.py - the tournament that docs/book.md shows is signed as the page says,
and looks like one that is played now.

UPDATE_GOLDEN=1 plays it for the page.

tier: quick
"""
import json
import os
import re

import fences
import scene
import tournament as independent

BOOK = "docs/book.md"
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
PLACES = {"manifest.json": "json manifest",
          "manifest.note": "text note manifest",
          "book.jsonl": "json book-line whole", "book.note": "text note book"}


def played(folder):
    """Plays the tournament of the page; returns its files."""
    scene.bot(folder, "ada", LINES % "")
    scene.bot(folder, "bob", LINES % NONSENSE)
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
        "authors": [{"name": "ann", "commit": commitment, "key": public}]}))
    revealed = scene.content(folder, "reveal").decode().strip()
    key = "--key-file", "key"

    def must(*words):
        scene.expect(scene.tournament(folder, *words), err="")

    must("init", "tiny.json", "--trusted", *key)
    must("sign", "tiny", "--as", "ann", "--key-file", "ann")
    must("open", "tiny", "--reveal", f"ann={revealed}")
    # The first attempt at a match left a spoiled log.
    scene.write(f"{folder}/tiny/book.jsonl", scene.content(
        folder, "tiny/book.jsonl") +
        b'{"t":"start","match":1,"entrants":[0,1],"attempt":1}\n')
    scene.write(f"{folder}/tiny/match-000001.jsonl", "spoiled\n")
    must("run", "tiny", "-j", "1", *key)
    must("verify", "tiny")
    return {name: scene.content(folder, f"tiny/{name}").decode()
            for name in PLACES}


def shown():
    return {name: fences.text(BOOK, info) for name, info in PLACES.items()}


def update(folder):
    page = fences.read(BOOK)
    for name, text in played(folder).items():
        page = re.sub(rf"^```{PLACES[name]}\n.*?^```$", lambda _, name=name,
                      text=text: f"```{PLACES[name]}\n{text}```", page,
                      flags=re.M | re.S)
    scene.write(f"{scene.SRC}/{BOOK}", page)


def verdict(folder, files):
    """What the independent verifier says, which misses only the logs."""
    for name, text in files.items():
        scene.write(f"{folder}/{name}", text)
    return independent.verify_folder(folder)[1]


def test_the_page_is_true(folder):
    if os.environ.get("UPDATE_GOLDEN"):
        update(folder)
    assert verdict(folder, shown()).endswith(": is not there")


@scene.each([("manifest.json", '"boards":2', '"boards":3'),
             ("manifest.note", "tiny-2031", "tiny-2032"),
             ("book.jsonl", "[1,2]", "[2,1]"), ("book.note", "book", "look")])
def test_a_change_is_noticed(folder, name, old, new):
    files = shown()
    assert old in files[name]
    files[name] = files[name].replace(old, new, 1)
    assert not verdict(folder, files).endswith(": is not there")


def shape(text):
    """Without hashes, and what depends on the dice: who wins, and whether a
    bot is asked at all."""
    text = re.sub(r"\b[0-9a-f]{64}\b|(?<= )\S{80,}$", "HEX", text, flags=re.M)
    return re.sub(r'"ranks":\[\[.*?\]\](,"faults":\[.*?\])?', "RANKS", text)


def test_a_run_looks_like_the_page(folder):
    due = shown()
    for name, text in played(folder).items():
        assert shape(text) == shape(due[name]), (name, text)


scene.main()

"""signing.py - an operator who signs again what they have changed.

A tournament is its files, {name: bytes}.  As signing takes long, there is also
a form for what is still to be signed: ("book", files), ("all", files), or
("log", files, name, bytes, or lines that are signed first).
"""
import hashlib
import json
import os
import re

import scene
import tournament

OTHER_KEY = "0bad" * 16


def load(folder):
    """The files of a tournament that a verdict depends on: {name: bytes}."""
    return {name: scene.content(folder, name) for name in os.listdir(folder)
            if not name.endswith(".trace.jsonl") and name != "lock" and
            not re.fullmatch(r"match-\d+\.json", name)}


def ok(folder, *words):
    """The output of a command of tournament, which must succeed."""
    return scene.expect(scene.tournament(folder, *words), err="").out


def cup(base, **changes):
    """The tournament file of tests/golden/robin, changed; its bots are in
    `base`."""
    with open(f"{scene.SRC}/tests/golden/robin/tournament.json",
              encoding="utf-8") as file:
        return {**json.load(file), "base": base, **changes}


def compact(value):
    return json.dumps(value, separators=(",", ":"),
                      ensure_ascii=False).encode()


def note(kind, files, of, signers):
    words = "rollcall %s\n%s\n%s\n" % (
        kind, json.loads(files["manifest.json"])["id"],
        hashlib.sha256(files[of]).hexdigest())
    return (words + "\n" + "".join(
        tournament.signature_line(words, name, bytes.fromhex(key))
        for name, key in signers)).encode()


def operator(files):
    return json.loads(files["manifest.json"])["operator"]["name"]


def book_signed(files, key=scene.KEY):
    return {**files, "book.note": note("book", files, "book.jsonl",
                                       [(operator(files), key)])}


def manifest_signed(files, change, key=scene.KEY):
    """The files with a changed manifest and its note."""
    manifest = json.loads(files["manifest.json"])
    change(manifest)
    files = {**files, "manifest.json": compact(manifest) + b"\n"}
    files["manifest.note"] = note("manifest", files, "manifest.json",
                                  [(operator(files), key)])
    return files


def with_salt(files):
    """Makes the first line of the book fit the manifest."""
    digest = hashlib.sha256(files["manifest.json"]).digest()
    book = files["book.jsonl"].splitlines()
    opened = json.loads(book[0])
    opened["manifest"] = digest.hex()
    mixed = b"rollcall salt" + digest
    for value in [*opened["reveals"], opened["beacon"]]:
        mixed += bytes.fromhex(value or "00" * 32)
    opened["salt"] = hashlib.sha256(mixed).hexdigest()
    return book_signed({**files, "book.jsonl": b"\n".join(
        [compact(opened), *book[1:]]) + b"\n"})


def log_signed(log, key=scene.KEY):
    body = b"\n".join(log) + b"\n"
    digest = hashlib.sha256(body)
    signature = scene.ed25519.sign(bytes.fromhex(key),
                                   b"rollcall log" + digest.digest())
    return body + b'{"t":"sign","log":"%s","sig":"%s"}\n' % (
        digest.hexdigest().encode(), signature.hex().encode())


def log_replaced(files, name, log):
    """The files with a new log, named by the book, which is signed."""
    number = int(name[6:12])
    digest = hashlib.sha256(log[:log.rindex(b"\n", 0, -1) + 1]).hexdigest()
    book = files["book.jsonl"].splitlines()
    for i, line in enumerate(book):
        line = json.loads(line)
        if line["t"] == "end" and line["match"] == number:
            line["log"] = digest
            book[i] = compact(line)
    return book_signed({**files, name: log,
                        "book.jsonl": b"\n".join(book) + b"\n"})


def finished(new):
    """The files, signed if they have to be; called only for cases that are
    tried."""
    if isinstance(new, dict):
        return new
    if new[0] == "book":
        return book_signed(new[1])
    if new[0] == "all":
        files = dict(new[1])
        files["manifest.note"] = note("manifest", files, "manifest.json",
                                      [(operator(files), scene.KEY)])
        return with_salt(files)
    _, files, name, log = new
    return log_replaced(files, name, log if isinstance(log, bytes) else
                        log_signed(log))

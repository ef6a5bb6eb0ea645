"""book_edits.py - the book with its lines edited, cut out, moved and forged.

A tampering is (what, files, place): `files` in the form of signing.py; `place`
is what a verdict has to name, "good" if there is nothing to find, or None if
it is enough that the verifiers agree.
"""
import hashlib
import json
import re

from signing import book_signed, compact, with_salt
from json_edits import edits

PLACE = r"(book\.jsonl(:\d+)?|book\.note|manifest\.(json|note)|" \
        r"match-\d+(\.void\d+)?\.jsonl|[a-z-]+\.jsonl)"


def with_book(files, lines, tail=b"\n"):
    return {**files, "book.jsonl": b"\n".join(lines) + tail}


def line_edits(files, book, i):
    """Line i edited."""
    line = book[i]
    for where, tree in edits(json.loads(line)):
        if ".why" in where and ("''" in where or "x" in where or
                                "' " in where):
            continue
        new = with_book(files, [*book[:i], compact(tree), *book[i + 1:]])
        yield f"book:{i + 1}{where}", new, PLACE
        yield f"book:{i + 1}{where}, signed", ("book", new), PLACE
    for what, other in (
            ("a space", line.replace(b":", b": ", 1)),
            ("a key twice", line[:-1] + b',"t":"end"}'),
            ("no object", b"[]"), ("empty", b""), ("half", line[:40]),
            ("a float", line.replace(b":1,", b":1.0,", 1)),
            ("bytes", b"\xff" + line)):
        if other != line:
            yield f"book:{i + 1} {what}, signed", ("book", with_book(
                files, [*book[:i], other, *book[i + 1:]])), \
                rf"book\.jsonl:{i + 1}\b"


def moves(files, book, i):
    """Line i removed, repeated, made the last one, or swapped with another."""
    cut = with_book(files, book[:i] + book[i + 1:])
    yield f"book:{i + 1} cut out", cut, PLACE
    yield f"book:{i + 1} cut out, signed", ("book", cut), None
    yield f"book:{i + 1} twice, signed", ("book", with_book(
        files, book[:i] + [book[i]] + book[i:])), \
        rf"book\.jsonl:{i + 2}\b|{PLACE}"
    yield f"book:{i + 1} the end, signed", \
        ("book", with_book(files, book[:i + 1])) if i + 1 < len(book) else \
        with_book(files, book, b""), PLACE
    for j in range(i + 1, len(book)):
        moved = list(book)
        moved[i], moved[j] = moved[j], moved[i]
        new = with_book(files, moved)
        yield f"book:{i + 1} and {j + 1} change places", new, PLACE
        yield f"book:{i + 1} and {j + 1} change places, signed", \
            ("book", new), None


def match_edits(files, book):
    """A whole match removed or added."""
    lines = [json.loads(line) for line in book]
    for number in {line["match"] for line in lines if "match" in line}:
        rest = [line for line, tree in zip(book, lines)
                if tree.get("match") != number]
        log = f"match-{number:06}.jsonl"
        dropped = with_book(files, rest)
        yield f"match {number} dropped", ("book", dropped), None
        yield f"match {number} and its log dropped", ("book", {
            name: text for name, text in dropped.items()
            if name != log}), None
        yield f"match {number} never ended", ("book", with_book(files, [
            *rest[:-1], b'{"t":"start","match":%d,"entrants":[0,1]'
            b',"attempt":1}' % number, rest[-1]])), PLACE
    last = max(line.get("match", 0) for line in lines)
    further = [b'{"t":"start","match":%d,"entrants":[0,1],"attempt":1}' %
               (last + 1), compact({**[tree for tree in lines
                                      if tree["t"] == "end"][-1],
                                    "match": last + 1})]
    yield "a match after the end", ("book", with_book(
        files, book[:-1] + further + book[-1:])), PLACE


def book_edits(files):
    book = files["book.jsonl"].splitlines()
    for i in range(len(book)):
        yield from line_edits(files, book, i)
        yield from moves(files, book, i)
    torn = with_book(files, book, b'\n{"t":')
    yield "a torn line", torn, PLACE
    yield "a torn line, signed", ("book", torn), \
        rf"book\.jsonl:{len(book) + 1}"
    yield from match_edits(files, book)


def with_void(files, spoilt):
    """The files with a void first attempt at match 1, whose log is `spoilt`;
    None: its log is missing."""
    book = files["book.jsonl"].splitlines()
    at = next(i for i, line in enumerate(book) if b'"t":"start"' in line)
    again = json.loads(book[at])
    again["attempt"] = 2
    if spoilt is not None:
        files = {**files, "match-000001.void1.jsonl": spoilt}
    return book_signed(with_book(files, [
        *book[:at + 1], compact({
            "t": "void", "match": 1, "why": "spoilt",
            "log": spoilt and hashlib.sha256(spoilt).hexdigest()}),
        compact(again), *book[at + 1:]]))


def void_edits(files):
    log = files["match-000001.jsonl"]
    spoilt = log[:len(log) // 2] + b"\nspoilt\n"
    voided = with_void(files, spoilt)
    name = "match-000001.void1.jsonl"
    here = re.escape(name)
    yield "a void attempt", voided, "good"
    yield "the finished log made void", with_void(files, log), here
    yield "a finished log with more behind it made void", with_void(
        files, log + b"x" * 9000), here
    short = b"\n".join(log.split(b"\n")[:-3]) + b"\n"
    for how, spelt in (
            ("in capitals", log.upper()), ("without its end", short),
            ("in other lines",
             short.replace(b"\n", b"").replace(b":", b" :\r")),
            ("escaped",
             short.replace(b'"t":"over"', b'"\\u0074":"\\u006Fver"')),
            ("with a damaged line", short.replace(b'"t":"move"', b"?", 1)),
            ("packed", b' {"t":"pack","v":1}\n')):
        yield f"a finished log made void {how}", with_void(files, spelt), here
    yield "a void log changed", {**voided, name: spoilt + b"x"}, here
    yield "a void log gone", {key: value for key, value in voided.items()
                              if key != name}, here
    gone = with_void(files, None)
    yield "a void attempt whose log was gone", gone, "good"
    yield "a void log that the book says is gone", {**gone, name: spoilt}, here
    yield "a void file and no void line", {**files, name: spoilt}, here
    lines = voided["book.jsonl"].splitlines()
    for attempt in (1, 3, 0):
        book = [line.replace(b'"attempt":2', b'"attempt":%d' % attempt)
                for line in lines]
        yield f"attempt {attempt} for 2", ("book", with_book(
            voided, book)), r"book\.jsonl:4"
    for what, new, place in book_edits(voided):
        if what.startswith(("book:3", "book:4", "book:2 ")):
            yield f"void: {what}", new, place


def trust_edits(files):
    book = files["book.jsonl"].splitlines()
    opened = json.loads(book[0])
    parts = files["manifest.note"].split(b"\n")
    yield "ann's signature removed", {**files, "manifest.note": b"\n".join(
        line for line in parts if b" ann " not in line)}, "good"
    for i in range(3):
        for value in (None, "00" * 32, "11" * 32):
            reveals = list(opened["reveals"])
            if reveals[i] == value:
                continue
            reveals[i] = value
            new = with_salt(with_book(files, [compact(
                {**opened, "reveals": reveals}), *book[1:]]))
            yield f"reveal {i} is {value}, signed", new, \
                r"book\.jsonl:1|match-000001\.jsonl:1"
    for value in (None, "00" * 32):
        new = with_salt(with_book(files, [compact(
            {**opened, "beacon": value}), *book[1:]]))
        yield f"beacon is {value}, signed", new, \
            r"book\.jsonl:1|match-000001\.jsonl:1"

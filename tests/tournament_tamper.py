#!/usr/bin/env python3
"""tournament_tamper.py - finished tournaments, changed in thousands of ways.

Small tournaments of several formats are played.  Then everything in their
folders is edited, cut, moved, swapped and forged, also by an operator who
signs again what he has changed.  `tournament verify` has to refuse each and to name
the place; tests/independent/tournament.py has to agree.
"""
import base64
import concurrent.futures
import copy
import functools
import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
import scene
import tournament

PROGRAM = f"{scene.BUILD}/tournaments/tournament"
OTHER_KEY = "0bad" * 16
PLACE = r"(book\.jsonl(:\d+)?|book\.note|manifest\.(json|note)|" \
        r"match-\d+(\.void\d+)?\.jsonl|[a-z-]+\.jsonl)"
CASES = int(os.environ.get("ROLLCALL_TAMPER", "2400"))
BATCH = 40
BOTS = ["strong", "weak", "weak2", "broken", "other"]
CUPS = {
    "robin": (BOTS[:4], {"type": "round_robin", "boards": 2}),
    "three": (BOTS[:4], {"type": "round_robin", "seats": 3}),
    "swiss": (BOTS, {"type": "swiss"}),
    "knockout": (BOTS[:3], {"type": "knockout", "boards": 2}),
    "sprt": (["strong", "broken"], {
        "type": "sprt", "model": "logistic", "elo1": 200, "boards": 2,
        "boards_max": 60}),
    "error": (BOTS[:3], {"type": "round_robin", "boards": 15,
                         "until_error": 600, "matches": 2}),
    "trust": (["strong", "weak"], {"type": "round_robin", "matches": 2}),
}


def run(folder, *words):
    return scene.finish(subprocess.Popen(
        [f"{folder}/tournament", *words], executable=PROGRAM, cwd=folder,
        env=scene.referee_environment(folder), stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE))


def done(folder, *words, code=0):
    result = run(folder, *words)
    assert result.code == code, (words, result)
    return result.out


# ### the tournaments

def bots(folder):
    for number, name in enumerate(BOTS):
        if name == "broken":
            scene.bot(folder, name, "#!/bin/sh\nread line\nexit 0\n")
            continue
        scene.healthy(folder, name)
        if name in ("strong", "other"):
            shutil.copy(f"{scene.BUILD}/bots/threshold", f"{folder}/{name}")
        with open(f"{folder}/{name}", "ab") as file:
            file.write(b"\n# %d" % number)
        os.chmod(f"{folder}/{name}", 0o755)


def cup(name, **more):
    entrants, form = CUPS[name]
    return {"name": name, "game": "pig", "links": 8,
            "rules": {"target": 10, "max_turns": 10}, "format": form, "entrants": [
                {"name": bot, "command": [f"./{bot}"]} for bot in entrants],
            **more}


def authors(folder):
    """Two commit and reveal, the second does not sign; the third withholds."""
    people, words = [], []
    for number, name in enumerate(["ann", "ben", "cid"]):
        commit = done(folder, "commit", "-o", name).strip()
        seed = bytes([number + 1]) * 32
        scene.write(f"{folder}/{name}.key", seed.hex() + "\n", 0o600)
        people.append({"name": name, "commit": commit,
                       "key": scene.ed25519.public_key(seed).hex()})
        if name != "cid":
            reveal = scene.content(folder, name)[:64].decode()
            words += ["--reveal", f"{name}={reveal}"]
    return people, words


def play(folder, name):
    if name == "trust":
        people, words = authors(folder)
        scene.write(f"{folder}/{name}.json", json.dumps(cup(
            name, authors=people, operator={"name": "cup.example"},
            beacon={"source": "drand", "round": 7}, id="trust-1")))
        done(folder, "init", f"{name}.json", "--key-file", "key", "--trusted")
        done(folder, "sign", name, "--as", "ann", "--key-file", "ann.key")
        done(folder, "open", name, *words, "--beacon", "0b" * 32,
             "--withheld")
    else:
        scene.write(f"{folder}/{name}.json", json.dumps(cup(name)))
        done(folder, "init", f"{name}.json", "--key-file", "key")
    done(folder, "run", name, "-j", "2", "--key-file", "key")
    return f"{folder}/{name}"


def load(folder):
    return {name: scene.content(folder, name) for name in os.listdir(folder)
            if not name.endswith(".trace.jsonl") and name != "lock" and
            not re.fullmatch(r"match-\d+\.json", name)}


# ### signing again

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
    """Another manifest, and the book follows it as far as it can."""
    manifest = json.loads(files["manifest.json"])
    change(manifest)
    files = {**files, "manifest.json": compact(manifest) + b"\n"}
    files["manifest.note"] = note("manifest", files, "manifest.json",
                                  [(operator(files), key)])
    return files


def with_salt(files):
    """The book's first line made to fit the manifest."""
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
    """The book names the new log, and is signed."""
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


# ### tamperings: (what, files, the place or None for agreement alone)

def changed(value):
    """Other values in the place of one."""
    if isinstance(value, bool) or value is None:
        return [0, "00" * 32, "null"]
    if isinstance(value, int):
        return [value + 1, value - 1, 0, -1, 10000000, 1 << 53, str(value),
                None, [value]]
    if isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value):
        other = "%x" % (int(value[0], 16) ^ 1)
        return [other + value[1:], value[:-1] + "g", value.upper() + "A",
                value[:-2], value[::-1], None, "", 7]
    if isinstance(value, str):
        return ["", "x", value + " ", None, 3]
    if isinstance(value, list):
        return [value[:-1], value + value[-1:], value[::-1], [], None, {},
                value[1:] + [0]]
    return [None, []]


def edits(tree):
    """Every tree that differs in one place; (where, tree)."""
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) \
        if isinstance(tree, list) else []
    for key, value in list(items):
        for other in changed(value):
            if other != value or type(other) is not type(value):
                new = copy.copy(tree)
                new[key] = other
                yield f".{key}={other!r:.20}", new
        for where, inner in edits(value):
            new = copy.copy(tree)
            new[key] = inner
            yield f".{key}{where}", new
    if isinstance(tree, dict):
        for key in tree:
            yield f" without {key}", {k: v for k, v in tree.items()
                                      if k != key}
        yield " with a key", {**tree, "more": 1}


def book_edits(files):
    book = files["book.jsonl"].splitlines()

    def made(lines, tail=b"\n"):
        return {**files, "book.jsonl": b"\n".join(lines) + tail}

    for i, line in enumerate(book):
        for where, tree in edits(json.loads(line)):
            if ".why" in where and ("''" in where or "x" in where or
                                    "' " in where):
                continue
            new = made([*book[:i], compact(tree), *book[i + 1:]])
            yield f"book:{i + 1}{where}", new, PLACE
            yield f"book:{i + 1}{where}, signed", ("book", new), PLACE
        for what, other in (
                ("a space", line.replace(b":", b": ", 1)),
                ("a key twice", line[:-1] + b',"t":"end"}'),
                ("no object", b"[]"), ("empty", b""), ("half", line[:40]),
                ("a float", line.replace(b":1,", b":1.0,", 1)),
                ("bytes", b"\xff" + line)):
            if other != line:
                yield f"book:{i + 1} {what}, signed", ("book", made(
                    [*book[:i], other, *book[i + 1:]])), \
                    rf"book\.jsonl:{i + 1}\b"
        yield f"book:{i + 1} cut out", made(book[:i] + book[i + 1:]), PLACE
        yield f"book:{i + 1} cut out, signed", ("book", made(
            book[:i] + book[i + 1:])), None
        yield f"book:{i + 1} twice, signed", ("book", made(
            book[:i] + [line] + book[i:])), rf"book\.jsonl:{i + 2}\b|{PLACE}"
        yield f"book:{i + 1} the end, signed", ("book", made(
            book[:i + 1])) if i + 1 < len(book) else made(book, b""), PLACE
        for j in range(i + 1, len(book)):
            moved = list(book)
            moved[i], moved[j] = moved[j], moved[i]
            yield f"book:{i + 1} and {j + 1} change places", made(moved), PLACE
            yield f"book:{i + 1} and {j + 1} change places, signed", \
                ("book", made(moved)), None
    yield "a torn line", made(book, b'\n{"t":'), PLACE
    yield "a torn line, signed", ("book", made(book, b'\n{"t":')), \
        rf"book\.jsonl:{len(book) + 1}"
    matches = [json.loads(line) for line in book]
    for number in {line["match"] for line in matches if "match" in line}:
        rest = [line for line, tree in zip(book, matches)
                if tree.get("match") != number]
        log = f"match-{number:06}.jsonl"
        yield f"match {number} dropped", ("book", made(rest)), None
        without = made(rest)
        without.pop(log, None)
        yield f"match {number} and its log dropped", ("book", without), None
        closed = made([*rest[:-1], b'{"t":"start","match":%d,"entrants":[0,1]'
                       b',"attempt":1}' % number, rest[-1]])
        yield f"match {number} never ended", ("book", closed), PLACE
    last = max(line.get("match", 0) for line in matches)
    further = [b'{"t":"start","match":%d,"entrants":[0,1],"attempt":1}' %
               (last + 1), compact({**[tree for tree in matches
                                      if tree["t"] == "end"][-1],
                                    "match": last + 1})]
    yield "a match after the end", ("book", made(
        book[:-1] + further + book[-1:])), PLACE


def log_edits(files, chance):
    logs = sorted(name for name in files
                  if re.fullmatch(r"match-\d+\.jsonl", name))
    for name in logs:
        log = files[name].splitlines()
        here = re.escape(name)
        for _ in range(8):
            i = chance.randrange(len(log))
            line = bytearray(log[i])
            line[chance.randrange(len(line))] ^= 1 << chance.randrange(7)
            yield f"{name}:{i + 1} a bit", {**files, name: b"\n".join(
                [*log[:i], bytes(line), *log[i + 1:]]) + b"\n"}, here
        yield f"{name} without its end", {
            **files, name: b"\n".join(log[:-1]) + b"\n"}, here
        yield f"{name} is gone", {key: value for key, value in files.items()
                                  if key != name}, f"book.jsonl:.*{here}"
        yield f"{name} empty", {**files, name: b""}, here
        body = log[:-1]
        yield f"{name} signed by another", ("log", files, name, log_signed(
            body, OTHER_KEY)), here
        changes = [(key, other) for key, value in
                   json.loads(body[0]).items()
                   for other in changed(value)[:2]]
        for key, other in chance.sample(changes, 10):
            header = {**json.loads(body[0]), key: other}
            yield f"{name} with {key} {other!r:.20}", ("log", files, name, (
                [compact(header), *body[1:]])), here
        other_key = json.loads(body[0])
        other_key["referee"]["key"] = scene.ed25519.public_key(
            bytes.fromhex(OTHER_KEY)).hex()
        yield f"{name} of another referee", ("log", files, name, log_signed(
            [compact(other_key), *body[1:]], OTHER_KEY)), f"{here}:1"
        turned = json.loads(body[0])
        turned["entrants"] = turned["entrants"][::-1]
        yield f"{name} with entrants turned", ("log", files, name, [
            compact(turned), *body[1:]]), f"{here}:1"
        draws = [i for i, line in enumerate(body) if b'"t":"draw"' in line]
        for at in chance.sample(draws, min(1, len(draws))):
            draw = json.loads(body[at])
            draw["v"][0] = draw["v"][0] % 6 + 1
            yield f"{name}:{at + 1} other dice", ("log", files, name, [
                *body[:at], compact(draw), *body[at + 1:]]), \
                f"{here}:{at + 1}"
        over = [i for i, line in enumerate(body) if b'"t":"over"' in line][0]
        ranks = json.loads(body[over])
        ranks["ranks"] = ranks["ranks"][1:] + ranks["ranks"][:1]
        if ranks != json.loads(body[over]):
            yield f"{name}:{over + 1} other ranks", ("log", files, name, [
                *body[:over], compact(ranks), *body[over + 1:]]), \
                f"{here}:{over + 1}"
        void = name.replace(".jsonl", ".void1.jsonl")
        yield f"{void} that nobody named", {**files, void: files[name]}, \
            re.escape(void)
    for a, b in zip(logs, logs[1:]):
        yield f"{a} and {b} swapped", {**files, a: files[b], b: files[a]}, \
            "match-|book"
        swapped = log_replaced(log_replaced(files, a, files[b]), b, files[a])
        yield f"{a} and {b} swapped, signed", swapped, "match-|book"
        copied = log_replaced(files, b, files[a])
        yield f"{a} for {b}, signed", copied, "match-|book"
    for name in ("match-000099.jsonl", "match-1.jsonl", "notes.jsonl",
                 "match-000001.void2.jsonl", "match-0000001.jsonl"):
        yield f"{name} beside it", {**files, name: files[logs[0]]}, \
            re.escape(name)


def note_edits(files):
    for name in ("manifest.note", "book.note"):
        text = files[name]
        parts = text.split(b"\n")
        here = re.escape(name)
        for i, line in enumerate(parts[:-1]):
            yield f"{name}:{i + 1} cut out", {**files, name: b"\n".join(
                parts[:i] + parts[i + 1:])}, None
            other = bytearray(line or b"x")
            other[len(other) // 2] ^= 1
            yield f"{name}:{i + 1} changed", {**files, name: b"\n".join(
                [*parts[:i], bytes(other), *parts[i + 1:]])}, here
            yield f"{name}:{i + 1} twice", {**files, name: b"\n".join(
                parts[:i] + [line] + parts[i:])}, None
        yield f"{name} without an end", {**files, name: text[:-1]}, here
        yield f"{name} empty", {**files, name: b""}, here
        yield f"{name} is gone", {key: value for key, value in files.items()
                                  if key != name}, here
        kind = name.split(".")[0]
        of = "manifest.json" if kind == "manifest" else "book.jsonl"
        for who, key in ((operator(files), OTHER_KEY), ("eve", scene.KEY)):
            yield f"{name} by {who} with {key[:4]}", {
                **files, name: note(kind, files, of, [(who, key)])}, here
        line = parts[-2].split(b" ")
        forged = bytearray(base64.b64decode(line[-1]))
        forged[40] ^= 1
        yield f"{name} forged", {**files, name: b"\n".join(
            [*parts[:-2], b" ".join([*line[:-1], base64.b64encode(forged)]),
             b""])}, here
        blob = bytearray(base64.b64decode(line[-1]))
        blob[0] ^= 1
        unknown = b" ".join([line[0], b"eve", base64.b64encode(blob)])
        yield f"{name} and an unknown signer", {
            **files, name: text + unknown + b"\n"}, "good"


def manifest_edits(files):
    tree = json.loads(files["manifest.json"])
    for where, other in edits(tree):
        new = {**files, "manifest.json": compact(other) + b"\n"}
        yield f"manifest{where}", new, "manifest"
        if operator(files) == (other.get("operator") or {}).get("name") \
                if isinstance(other.get("operator"), dict) else False:
            if isinstance(other.get("id"), str):
                yield f"manifest{where}, all signed", ("all", new), PLACE
    text = files["manifest.json"]
    yield "manifest with a space", {
        **files, "manifest.json": text.replace(b":", b": ", 1)}, "manifest"
    yield "manifest of somebody else", manifest_signed(
        files, lambda tree: None, OTHER_KEY), r"manifest\.note"

    def key(tree):
        tree["operator"]["key"] = scene.ed25519.public_key(
            bytes.fromhex(OTHER_KEY)).hex()
    yield "another operator's manifest", manifest_signed(
        files, key, OTHER_KEY), PLACE


def with_void(files, spoilt):
    """A first attempt at match 1 that was spoilt."""
    book = files["book.jsonl"].splitlines()
    at = next(i for i, line in enumerate(book) if b'"t":"start"' in line)
    again = json.loads(book[at])
    again["attempt"] = 2
    return book_signed({
        **files, "match-000001.void1.jsonl": spoilt,
        "book.jsonl": b"\n".join(book[:at + 1] + [compact({
            "t": "void", "match": 1, "why": "spoilt",
            "log": hashlib.sha256(spoilt).hexdigest()}), compact(again)] +
            book[at + 1:]) + b"\n"})


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
    yield "a void log changed", {**voided, name: spoilt + b"x"}, here
    yield "a void log gone", {key: value for key, value in voided.items()
                              if key != name}, here
    yield "a void file and no void line", {**files, name: spoilt}, here
    lines = voided["book.jsonl"].splitlines()
    for attempt in (1, 3, 0):
        book = [line.replace(b'"attempt":2', b'"attempt":%d' % attempt)
                for line in lines]
        yield f"attempt {attempt} for 2", ("book", {
            **voided, "book.jsonl": b"\n".join(book) + b"\n"}), \
            r"book\.jsonl:4"
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
            new = with_salt({**files, "book.jsonl": b"\n".join([compact(
                {**opened, "reveals": reveals}), *book[1:]]) + b"\n"})
            yield f"reveal {i} is {value}, signed", new, \
                r"book\.jsonl:1|match-000001\.jsonl:1"
    for value in (None, "00" * 32):
        new = with_salt({**files, "book.jsonl": b"\n".join([compact(
            {**opened, "beacon": value}), *book[1:]]) + b"\n"})
        yield f"beacon is {value}, signed", new, \
            r"book\.jsonl:1|match-000001\.jsonl:1"


def all_of(name, files, chance):
    found = [*book_edits(files), *log_edits(files, chance),
             *note_edits(files), *manifest_edits(files)]
    if name in ("robin", "sprt"):
        found += void_edits(files)
    if name == "trust":
        found += trust_edits(files)
    return [(f"{name}: {what}", new, place) for what, new, place in found]


def finished(new):
    """Signs what was left to be signed: only for those that are tried."""
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


# ### verdicts

def wrong_with(folder, base, what, new, place):
    """What is wrong with the two verdicts on one tampering."""
    os.mkdir(folder)
    for name, content in new.items():
        if base.get(name) == content:
            os.link(f"{base['']}/{name}", f"{folder}/{name}")
        else:
            scene.write(f"{folder}/{name}", content)
    result = run(os.path.dirname(folder), "verify", os.path.basename(folder),
                 "-j", "1")
    mine, why = tournament.verify_folder(folder)
    shutil.rmtree(folder)
    said = f"{what}: {result.code} {result.out.strip()[:300]} " \
        f"{result.err.strip()}; the other: {mine} {why[:300]}"
    if result.code not in (0, 1, 2) or (result.code == 0) != mine:
        return [f"not agreed: {said}"]
    if place == "good":
        return [] if result.code == 0 else [f"not verified: {said}"]
    if result.code == 0:
        return [] if place is None else [f"not refused: {said}"]
    if result.code == 2 and not re.search("cannot open .*(book|manifest)",
                                          result.err):
        return [f"not looked at: {said}"]
    if result.code == 1 and not (
            re.fullmatch("not verified: .*\n", result.out) and
            re.search(place or PLACE, result.out)):
        return [f"expected /{place}/: {said}"]
    return []


def tried(work):
    root, base, batch = work
    os.mkdir(root)
    wrong = []
    for i, (what, new, place) in enumerate(batch):
        wrong += wrong_with(f"{root}/{i}", base, what, finished(new), place)
    shutil.rmtree(root)
    return wrong


def words_of_doubt(folder, name):
    """What a good folder's verdict says was not proved."""
    due = {"trust": ["unsigned|without signing.*", "withheld|reveal",
                     "compare with round 7 of drand", "sandbox limits"],
           "robin": ["operator could have picked", "--key", "sandbox"]}
    out = done(folder, "verify", name)
    pinned = done(folder, "verify", name, "--key", scene.PUBLIC)
    wrong = [f"no /{word}/ in {out}" for word in due.get(name, [])
             if not re.search(f"not proved: .*({word})", out)]
    if "--key" in pinned:
        wrong.append(pinned)
    other = run(folder, "verify", name, "--key", "0a" * 32)
    if other.code != 1 or "manifest.json: operator.key" not in other.out:
        wrong.append(str(other))
    good, why = tournament.verify_folder(f"{folder}/{name}")
    return wrong + ([] if good else [f"the other verifier: {why}"])


# ### a round too many

def one_more(home, number, like, entrants):
    """Plays a match with the secret that the closed book has told; the two
    lines of the book."""
    paper = json.loads(scene.content(home, f"match-{like:06}.json"))
    book = [json.loads(line) for line in
            scene.content(home, "book.jsonl").splitlines()]
    secret = tournament.dice.match_secret(
        bytes.fromhex(book[-1]["secret"]), number)
    names = [entrant["name"] for entrant in json.loads(
        scene.content(home, "manifest.json"))["entrants"]]
    known = {entrant["name"]: entrant for i in range(1, like + 1)
             for entrant in json.loads(scene.content(
                 home, f"match-{i:06}.json"))["entrants"]}
    paper.update(match=number, seal=tournament.dice.seal(secret).hex(),
                 entrants=[known[names[i]] for i in entrants])
    name = f"match-{number:06}"
    scene.write(f"{home}/{name}.json", json.dumps(paper))
    scene.write(f"{home}/m", secret.hex() + "\n", 0o600)
    here = os.path.basename(home)
    played = scene.run(os.path.dirname(home), "play", f"{here}/{name}.json",
                       "-o", f"{here}/{name}.jsonl", "--secret-file",
                       f"{here}/m", "--key-file", "key", "--json")
    assert played.code == 0, played
    end = json.loads(played.out.splitlines()[-1])
    return [compact({"t": "start", "match": number, "entrants": entrants,
                     "attempt": 1}),
            compact({"t": "end", "match": number, **{
                key: end[key] for key in ("log", "ranks", "faults")}})]


def check_further(stage, base):
    """The wanted error was reached, and a round was played all the same."""
    folder = stage.folder()
    home = f"{folder}/error"
    shutil.copytree(f"{base}/error", home)
    book = scene.content(home, "book.jsonl").splitlines()
    pair = list(tournament.schedules.circle(3))[-1][0]
    for number in (5, 6):
        book[-1:-1] = one_more(home, number, 4, pair)
    files = book_signed({**load(home), "book.jsonl": b"\n".join(book) +
                         b"\n"})
    for name in ("book.jsonl", "book.note"):
        scene.write(f"{home}/{name}", files[name])
    result = run(folder, "verify", "error")
    return [] if result.code == 1 and re.search(
        r"book\.jsonl:10: match 5 is of round 3", result.out) else \
        [str(result)]


# ### a league

def league(stage):
    folder = stage.folder()
    bots(folder)
    home = f"{folder}/league"
    os.mkdir(home)
    form = cup("robin", format={"type": "league"}, base=folder)
    form["entrants"] = form["entrants"][:3]
    scene.write(f"{home}/league.json", json.dumps(form))
    done(folder, "league", "league", "--rounds", "3", "--key-file", "key")
    return folder


def as_round(folder, number, key="key", turn=True):
    """A round that was made by hand, with other pairings when `turn`."""
    home = f"{folder}/league"
    with open(f"{home}/round-{number:03}.json", encoding="utf-8") as file:
        form = json.load(file)
    if turn:
        form["format"]["pairs"].reverse()
    scene.write(f"{home}/hand.json", json.dumps(form))
    shutil.rmtree(f"{home}/round-{number:03}")
    done(folder, "run", "league/hand.json", "-o",
         f"league/round-{number:03}", "--key-file", key)


def check_league(stage):
    base = league(stage)
    wrong = []

    def case(what, change, code, says):
        folder = stage.folder()
        shutil.copytree(base, folder, dirs_exist_ok=True)
        change(folder, f"{folder}/league")
        for words in ((), ("--json",)):
            result = run(folder, "verify", "league", *words)
            if result.code != code or not re.search(
                    says, result.out + result.err):
                wrong.append(f"{what}: expected {code} /{says}/: {result}")

    def edited(folder, home):
        path = f"{home}/round-002/book.jsonl"
        scene.write(path, scene.content(home, "round-002/book.jsonl").replace(
            b'"ranks":[[1,2]', b'"ranks":[[2,1]', 1).replace(
                b'"salt":"', b'"salt":"0', 1))

    def opened(folder, home):
        path = f"{home}/round-003/book.jsonl"
        book = scene.content(home, "round-003/book.jsonl").splitlines()
        scene.write(path, b"\n".join(book[:-1]) + b"\n")

    def stranger(folder, home):
        scene.write(f"{folder}/key2", OTHER_KEY + "\n", 0o600)
        as_round(folder, 3, "key2", False)

    case("three rounds", lambda folder, home: None, 0,
         'a league of 3 verified rounds|"tournaments":')
    case("the last is being played", opened, 0,
         r'not proved: round 3, which|"tournaments":')
    case("no second round", lambda folder, home: shutil.rmtree(
        f"{home}/round-002"), 1, "round-002 is missing")
    case("an edited round", edited, 1, r"round-002/book\.jsonl:1")
    case("pairings of his own", lambda folder, home: as_round(folder, 3), 1,
         r"round-003/manifest\.json: format\.pairs\[0\]")
    case("another operator", stranger, 1,
         r"round-003/manifest\.json: operator\.key")
    case("a round of another format", lambda folder, home: (
        shutil.rmtree(f"{home}/round-003"),
        scene.write(f"{folder}/robin.json", json.dumps(cup("robin"))),
        done(folder, "run", "robin.json", "-o", "league/round-003",
             "--key-file", "key")), 1, "format.type: expected league")
    case("no round at all", lambda folder, home: [
        shutil.rmtree(f"{home}/round-00{i}") for i in (1, 2, 3)], 2,
        "no round of this league")
    return wrong


def main():
    chance = random.Random(4)
    tally = scene.Tally()
    with scene.Scene() as stage:
        folders = {name: stage.folder() for name in CUPS}
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            for folder in folders.values():
                bots(folder)
            list(pool.map(lambda name: play(folders[name], name), CUPS))
        for name, folder in folders.items():
            tally.add(f"{name} is verified, and the verdict says what was not "
                      "proved", words_of_doubt(folder, name))
        tally.run([("a league", functools.partial(check_league, stage)),
                   ("a round too many", functools.partial(
                       check_further, stage, folders["error"]))])
        work, count = [], 0
        for name, folder in folders.items():
            files = load(f"{folder}/{name}")
            cases = all_of(name, files, chance)
            # What was thought of one by one is tried always.
            rare = [case for case in cases
                    if case[2] not in (PLACE, None, "manifest")]
            many = [case for case in cases
                    if case[2] in (PLACE, None, "manifest")]
            cases = rare + chance.sample(many, max(0, min(
                len(many), CASES // len(CUPS) - len(rare))))
            some = len(cases)
            count += some
            base = {**files, "": f"{folder}/{name}"}
            work += [(f"{stage.root}/w{len(work)}.{i}", base,
                      cases[i:i + BATCH]) for i in range(0, some, BATCH)]
        with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
            for (_, _, batch), wrong in zip(work, pool.map(tried, work)):
                tally.add(f"{len(batch)} tamperings from \"{batch[0][0]}\" on",
                          wrong)
        print(f"{count} tamperings")
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

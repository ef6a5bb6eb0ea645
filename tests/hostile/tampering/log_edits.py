"""log_edits.py - the logs of matches damaged, forged and swapped."""
import json
import re

import scene
from signing import OTHER_KEY, compact, log_replaced, log_signed
from json_edits import changed


def damage(files, name, chance):
    """Damage that needs no key."""
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


def headers(files, name, chance):
    """A changed first line, with the log signed again."""
    first, *rest = files[name].splitlines()[:-1]
    first = json.loads(first)
    here = re.escape(name)
    changes = [(key, other) for key, value in first.items()
               for other in changed(value)[:2]]
    for key, other in chance.sample(changes, 10):
        yield f"{name} with {key} {other!r:.20}", ("log", files, name, [
            compact({**first, key: other}), *rest]), here
    referee = {**first["referee"], "key": scene.ed25519.public_key(
        bytes.fromhex(OTHER_KEY)).hex()}
    yield f"{name} of another referee", ("log", files, name, log_signed(
        [compact({**first, "referee": referee}), *rest], OTHER_KEY)), \
        f"{here}:1"
    yield f"{name} with entrants turned", ("log", files, name, [
        compact({**first, "entrants": first["entrants"][::-1]}), *rest]), \
        f"{here}:1"


def courses(files, name, chance):
    """Changed games, with the log signed again."""
    body = files[name].splitlines()[:-1]
    here = re.escape(name)
    draws = [i for i, line in enumerate(body) if b'"t":"draw"' in line]
    for at in chance.sample(draws, min(1, len(draws))):
        draw = json.loads(body[at])
        draw["v"][0] = draw["v"][0] % 6 + 1
        yield f"{name}:{at + 1} other dice", ("log", files, name, [
            *body[:at], compact(draw), *body[at + 1:]]), f"{here}:{at + 1}"
    over = [i for i, line in enumerate(body) if b'"t":"over"' in line][0]
    ranks = json.loads(body[over])
    ranks["ranks"] = ranks["ranks"][1:] + ranks["ranks"][:1]
    if ranks != json.loads(body[over]):
        yield f"{name}:{over + 1} other ranks", ("log", files, name, [
            *body[:over], compact(ranks), *body[over + 1:]]), \
            f"{here}:{over + 1}"


def log_edits(files, chance):
    logs = sorted(name for name in files
                  if re.fullmatch(r"match-\d+\.jsonl", name))
    for name in logs:
        yield from damage(files, name, chance)
        yield f"{name} signed by another", ("log", files, name, log_signed(
            files[name].splitlines()[:-1], OTHER_KEY)), re.escape(name)
        yield from headers(files, name, chance)
        yield from courses(files, name, chance)
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

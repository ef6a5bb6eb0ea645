"""paper_edits.py - the manifest and the two notes edited and forged."""
import base64
import json
import re

import scene
from book_edits import PLACE
from signing import OTHER_KEY, compact, manifest_signed, note, operator
from json_edits import edits


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
                                  if key != name}, f"cannot open .*{here}"
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

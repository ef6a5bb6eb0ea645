"""small_tournaments.py - a tournament of every kind, to be tampered with."""
import json
import os
import re

import scene

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
    "turns": (["strong", "weak"], {"type": "round_robin", "matches": 2}),
}
# The matches of each pairing rotate the seats.
FURTHER = {"turns": {"rotations": 1}}


def done(folder, *words):
    """The output of a command, which must succeed."""
    result = scene.tournament(folder, *words)
    assert result.code == 0, (words, result)
    return result.out


def bots(folder):
    for name in BOTS:
        if name == "broken":
            scene.bot(folder, name, "#!/bin/sh\nread line\nexit 0\n")
        else:
            scene.entrant(folder, name, "first_move" if "weak" in name else
                          "threshold")


def cup(name, **more):
    entrants, form = CUPS[name]
    return {"name": name, "game": "pig", "links": 8,
            "rules": {"target": 10, "max_turns": 10}, "format": form,
            "entrants": [{"name": bot, "command": [f"./{bot}"]}
                         for bot in entrants],
            **FURTHER.get(name, {}), **more}


def authors(folder):
    """Three authors: two commit and reveal, but the second does not sign; the
    third withholds."""
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


def load(folder):
    """The files of a tournament that a verdict depends on: {name: bytes}."""
    return {name: scene.content(folder, name) for name in os.listdir(folder)
            if not name.endswith(".trace.jsonl") and name != "lock" and
            not re.fullmatch(r"match-\d+\.json", name)}

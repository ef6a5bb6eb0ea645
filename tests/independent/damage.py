"""damage.py - plays logs, verifies them, damages them and verifies again."""

import hashlib
import json
import os
import tempfile

import ed25519
import play
import verify

LOGS = [
    ("pig", 3, {"target": 40}, {"links": 8, "faults": 0.02, "resumes": 0.01}),
    ("pig", 2, {"target": 10}, {"boards": 6, "faults": 0.2}),
    ("bolo7", 3, {"target": 2000, "opening": 300}, {"links": 16}),
    ("bolo7", 2, {"series_extension": "same_turn", "max_turns": 6},
     {"faults": 0.02, "resumes": 0.02}),
    ("bolo5", 3, {"start": "roll", "max_turns": 5, "last_round": True,
                  "target": 700}, {"faults": 0.01, "links": 2}),
    ("vollelotte", 4, {"target": 1500}, {"links": 5}),
    ("rolit", 3, {"start": "roll", "opening_plies": 3, "size": 6},
     {"faults": 0.02}),
    ("blackpot", 2, {"pawns": 8}, {"rotations": 1, "boards": 1}),
    ("blackpot", 4, {"pawns": 5, "shared_roll": True, "finish_round": True},
     {"rotations": 2, "boards": 1, "faults": 0.01, "resumes": 0.02})]


def verified(content):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "log")
        with open(path, "wb") as file:
            file.write(content)
        good, text = verify.verify(path)
        return good, text.replace(path, "log")


def own_logs(equal):
    for seed, (name, seats, rules, options) in enumerate(LOGS):
        writer = play.Writer(name, seats, rules, seed=seed, **options)
        equal("a log of %s" % name, verified(writer.log())[1][:14],
              "log: verified,")


def signed(writer, edited):
    """The edited lines with a digest and signature that fit them."""
    body = b"".join(play.compact(line) for line in edited)
    digest = hashlib.sha256(body).digest()
    sig = ed25519.sign(writer.seed, b"rollcall log" + digest)
    return body + play.compact({"t": "sign", "log": digest.hex(),
                                "sig": sig.hex()})


ZERO = "00" * 32
# changes that make a line wrong
CHANGES = {
    "match": [("salt", ZERO), ("seal", ZERO), ("stride", 7),
              ("game", "bolo7"), ("rules", {}), ("limits", {}),
              ("tournament", "cup"), ("boards", 0)],
    "board": [("board", 2), ("anchors", [ZERO] * 3), ("anchors", [ZERO])],
    "game": [("seats", [9, 1]), ("rotation", 2), ("board", 2)],
    "chain": [("anchor", ZERO), ("c", 9), ("s", 0)],
    "draw": [("link", ZERO), ("v", [7]), ("k", 99), ("dice", "2d6"),
             ("s", 0), ("v", "other")],
    "move": [("seat", 2), ("move", {}), ("said", "x")],
    "over": [("scores", [0, 0]), ("ranks", [1, 1]), ("end", "fault")],
    "close": [("secret", ZERO), ("games", 3)]}


def damaged_logs(equal):
    """Each line changed, left out or repeated: the first wrong line is
    named."""
    writer = play.Writer("pig", 2, {"target": 12}, boards=1, links=4, seed=99)
    writer.log()
    out = writer.out
    kinds = {line["t"] for line in out}
    equal("kinds of lines", kinds, {"match", "board", "game", "chain", "draw",
                                    "move", "over", "close"})
    for i, line in enumerate(out):
        edits = [("left out", out[:i] + out[i + 1:]),
                 ("twice", out[:i + 1] + out[i:])]
        for key, value in CHANGES[line["t"]]:
            if value == "other":
                value = [line["v"][0] % 6 + 1]
            edits.append(("%s changed" % key, out[:i] +
                          [dict(line, **{key: value})] + out[i + 1:]))
        for word, edited in edits:
            good, text = verified(signed(writer, edited))
            number = i + 2 if word == "twice" else i + 1
            equal("line %d (%s) %s" % (i + 1, line["t"], word),
                  (good, text.startswith("log:%d: expected" % number)),
                  (False, True))
    fault = {"t": "fault", "seat": 0, "fault": "gone", "detail": ""}
    after = [line["t"] for line in out].index("chain") + 1
    good, text = verified(signed(writer, out[:after] + [fault] + out[after:]))
    equal("a fault between chain and draw", text.split(" ")[0],
          "log:%d:" % (after + 1))
    damaged_ends(equal, writer)


def resumed_logs(equal):
    """A `resume` line may be anywhere before `close` if its games are right."""
    writer = play.Writer("pig", 2, {"target": 12}, boards=1, seed=98)
    writer.log()
    out, games, start = writer.out, 0, 0
    for i, line in enumerate(out):
        for count in (games, games + 1):
            resume = {"t": "resume", "games": count}
            edited = out[:i] + [resume] + out[i:]
            if 0 < start < i:       # repeats the open game
                edited = out[:i] + [resume] + out[start:]
            good, text = verified(signed(writer, edited))
            wanted = "log: ver" if count == games and i else \
                "log:%d: expected" % (i + 1)
            equal("resume %d before line %d" % (count, i + 1),
                  text[:len(wanted)], wanted)
        if line["t"] == "game":
            start = i
        elif line["t"] == "over":
            start, games = 0, games + 1


def damaged_ends(equal, writer):
    out = writer.out
    log = signed(writer, out)
    last = len(out) + 1
    sign = json.loads(log.splitlines()[-1])
    turned = play.compact({k: sign[k] for k in ("sig", "t", "log")})
    for what, content, number in (
            ("no last LF", log[:-1], last), ("more", log + b"x", last + 1),
            ("two last LFs", log + b"\n", last + 1),
            ("no sign line", b"".join(map(play.compact, out)), last),
            ("an unsigned edit", log.replace(b"bot-1", b"bot-2", 1), last),
            ("the keys of `sign` in another order", log.replace(
                log.splitlines(True)[-1], turned), last),
            ("nothing", b"", 1)):
        good, text = verified(content)
        equal(what, (good, text.split(" ")[0]), (False, "log:%d:" % number))

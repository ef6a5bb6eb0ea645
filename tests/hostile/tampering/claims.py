#!/usr/bin/env python3
"""claims.py - what a log or a manifest merely claims is no proof: unknown
authors, withheld reveals, a tournament, a level, a person.

tier: quick
"""
import hashlib
import json
import os
import re

import scene
from book_edits import with_void
from signing import cup, log_signed, ok

NOBODY = "no outside salt: the operator could have picked this secret among " \
    "many"
BEACON = ["beacon value not checked here: compare with round 7 of drand",
          "that this round came after the manifest: a round that was "
          "known before is no outside salt"]
LEVEL = "sandbox limits: bots could have read the secret, passed on " \
    "duplicate dice and, on a kernel without Landlock, answered for a rival"
OPERATOR = "that this key belongs to the operator: compare it yourself, or " \
    "give it with --key"


def whose(name):
    return f"that the key of {name} is theirs: compare it yourself, or give " \
        f"it with --key {name}=HEX"


def told(name):
    return f"that {name} told nobody the number before the plan was signed: " \
        "whoever knew it could choose among many secrets"


def unsigned(name):
    return f"not counted: {name} revealed without signing"


def withheld(name):
    return f"withheld: {name} did not reveal"


def salts(number):
    return f"up to 2^{number} salts to choose from"


# ### authors

# Each letter is an author: c committed, signed and revealed; u revealed without
# signing; k has no key and cannot sign; w signed and withheld; n signed without
# a commitment.  + adds a beacon.


def seed(name):
    return hashlib.sha256(f"author {name}".encode()).digest()


def key_of(name):
    return scene.ed25519.public_key(seed(name)).hex()


def names_of(letters):
    """A letter for each author; the second w is called ww."""
    return [letter * (1 + letters[:place].count(letter))
            for place, letter in enumerate(letters) if letter != "+"]


def play(folder, letters):
    """Plays a tournament with these authors; returns the name of its folder."""
    name = "cup-" + letters.replace("+", "-b")
    people, words = [], ["--withheld"]
    for who in names_of(letters):
        letter, author = who[0], {"name": who}
        who = f"{name}.{who}"
        if letter != "n":
            author["commit"] = ok(folder, "commit", "-o", who).strip()
        if letter in "cuk":
            reveal = scene.content(folder, who)[:64].decode()
            words += ["--reveal", f"{author['name']}={reveal}"]
        if letter != "k":
            author["key"] = key_of(author["name"])
        people.append(author)
    more = {"beacon": {"source": "drand", "round": 7}} if "+" in letters else {}
    form = cup(folder, name=name, authors=people, operator={"name": "club"},
               format={"type": "round_robin"}, rotations=1,
               sandbox="limits", **more)
    del form["entrants"][2:]
    scene.write(f"{folder}/{name}.json", json.dumps(form))
    ok(folder, "init", f"{name}.json", "--key-file", "key", "--trusted")
    for author in people:
        if author["name"][0] in "cwn":
            scene.write(f"{folder}/seed", seed(author["name"]).hex() + "\n",
                        0o600)
            ok(folder, "sign", name, "--as", author["name"], "--key-file",
                 "seed")
    if people or more:
        ok(folder, "open", name, *words,
             *(["--beacon", "0b" * 32] if more else []))
    ok(folder, "run", name, "-j", "1", "--key-file", "key")
    return name


def pins(names):
    return [word for name in names
            for word in ("--key", f"{name}={key_of(name)}")]


# Authors, those whose keys the reader has, and what is then not proved of the
# salt.
AUTHORS = [
    ("", [], [NOBODY]),
    ("c", [], [told("c"), NOBODY]),
    ("c", ["c"], [told("c")]),
    ("cukwn", [], [told("c"), unsigned("u"), unsigned("k"), withheld("w"),
                   salts(1), NOBODY]),
    ("cukwn", ["u", "w", "n"], [told("c"), unsigned("u"), unsigned("k"),
                                withheld("w"), salts(1), NOBODY]),
    ("cukwn", ["c"], [told("c"), unsigned("u"), unsigned("k"), withheld("w"),
                      salts(1)]),
    ("wc", [], [withheld("w"), told("c"), salts(1), NOBODY]),
    ("wc", ["w"], [withheld("w"), told("c"), salts(1), NOBODY]),
    ("wc", ["c"], [withheld("w"), told("c"), salts(1)]),
    ("www+", [], [withheld("w"), withheld("ww"), withheld("www"), salts(3),
                  *BEACON]),
    ("www+", ["w", "ww", "www"], [withheld("w"), withheld("ww"),
                                  withheld("www"), salts(3), *BEACON]),
    ("u+", ["u"], [unsigned("u"), *BEACON]),
    ("c+", [], [told("c"), *BEACON]),
    ("c+", ["c"], [told("c"), *BEACON]),
    ("+", [], BEACON),
]

# Authors, arguments of `verify`, exit status and message.
REFUSED = [
    ("c", ["--key", "c=" + "0a" * 32], 1,
     "cup-c/manifest.json: authors[0].key is not the key given with "
     "--key c="),
    ("c", ["--key", "club=" + "0a" * 32], 1,
     "cup-c/manifest.json: operator.key is not the key given with --key"),
    ("cukwn", ["--key", "k=" + "0a" * 32], 1,
     "cup-cukwn/manifest.json: authors[2].key is not the key given with "
     "--key k="),
    ("c", ["--key", "eve=" + "0a" * 32], 2,
     "--key: cup-c/manifest.json has no author called eve"),
    ("c", ["--key", "C=" + "0a" * 32], 2,
     "--key: cup-c/manifest.json has no author called C"),
    ("", ["--key", "c=" + "0a" * 32], 2,
     "--key: cup-/manifest.json has no author called c"),
]


def not_proved(out, kinds=("not proved", "told")):
    return [line.split(": ", 1)[1] for line in out.splitlines()
            if line.startswith(tuple(f"  {kind}: " for kind in kinds))]


@scene.each(AUTHORS)
def test_authors(folder, letters, names, due):
    name = play(folder, letters)
    signers = [whose(one) for one in names_of(letters)
               if one[0] in "cwn" and one not in names]
    for operator in ([], ["--key", scene.PUBLIC],
                     ["--key", f"club={scene.PUBLIC}"]):
        words = [name, *operator, *pins(names)]
        wanted = [*due, *([] if operator else [OPERATOR]), *signers, LEVEL]
        found = not_proved(ok(folder, "verify", *words))
        tree = json.loads(ok(folder, "verify", *words, "--json"))
        assert found[:len(wanted)] == wanted, (words, found)
        doubts = tree["tournaments"][0]["not_proved"]
        assert [one["text"] for one in doubts] == found, tree
        told_only = not_proved(ok(folder, "verify", *words), ["told"])
        assert [one["text"] for one in doubts if one["told"]] == told_only \
            == [one for one in found if one.startswith(
                ("withheld: ", "not counted: "))], doubts


@scene.each(REFUSED)
def test_keys(folder, letters, words, code, says):
    name = play(folder, letters)
    result = scene.tournament(folder, "verify", name, *words)
    assert result.code == code, result
    assert says in result.out + result.err, result


@scene.each(["author", "operator", "referee"])
def test_two_of_one_key(folder, other):
    """A manifest with the same key for two authors is refused, whoever signs
    it."""
    home = f"{folder}/{play(folder, 'wc')}"
    manifest = json.loads(scene.content(home, "manifest.json"))
    first, second = manifest["authors"]
    second["key"] = {"author": first["key"],
                     "operator": manifest["operator"]["key"],
                     "referee": "0a" * 32}[other]
    if other == "referee":
        manifest["referees"].append(second["key"])
    scene.write(f"{home}/manifest.json", json.dumps(manifest))
    result = scene.tournament(folder, "verify", "cup-wc")
    assert result == (
        1, "not verified: cup-wc/manifest.json: authors[1].key: the operator, "
        f"a referee or another author has the key {second['key']}\n", "")


def test_a_league_has_the_author_in_some_round(folder):
    """The name must appear in some round, and have the same key in every
    round."""
    os.mkdir(f"{folder}/league")
    form = cup(folder, format={"type": "league"}, authors=[
        {"name": "n", "key": key_of("n")}])
    del form["entrants"][2:]
    scene.write(f"{folder}/league/league.json", json.dumps(form))
    ok(folder, "league", "league", "--rounds", "2", "--key-file", "key")
    for key, code, says in (
            (f"n={key_of('n')}", 0, "league: a league of 2 "),
            ("n=" + "0a" * 32, 1, "round-001/manifest.json: authors[0].key"),
            ("eve=" + "0a" * 32, 2, "no round of league has an author called "
             "eve")):
        result = scene.tournament(folder, "verify", "league", "--key", key)
        assert result.code == code, result
        assert says in result.out + result.err, result


# ### logs

def test_a_log_claims_a_tournament(folder):
    """Anybody can play a match with any secret, salt and tournament id."""
    scene.healthy(folder, "bot")
    seal = hashlib.sha256(b"rollcall seal" +
                          bytes.fromhex(scene.SECRET)).hexdigest()
    form = {"game": "pig", "rules": {"target": 10}, "entrants": [
        {"name": name, "command": ["./bot"]} for name in ("ann", "bob")]}
    for name, more in (("alone", {}), ("cup", {
            "tournament": "world-cup", "manifest": "0c" * 32,
            "seal": seal, "salt": "0d" * 32})):
        scene.write(f"{folder}/match.json", json.dumps({**form, **more}))
        scene.expect(scene.play(folder, "match.json", log=f"{name}.jsonl"))
        claim = ["that salt and secret are those of world-cup: they are not "
                 "checked here, and a log alone may claim any tournament; only "
                 "its folder with the closed book shows that"] if more else []
        out = scene.run(folder, "verify", f"{name}.jsonl").out
        assert not_proved(out)[:len(claim) + 1] == [*claim, NOBODY], out
        assert not scene.doubts(folder, f"{name}.jsonl")


def changed(**changes):
    """The golden log with another entrant in its first line, signed again."""
    with open(f"{scene.SRC}/tests/golden/pig-2.jsonl", "rb") as file:
        lines = file.read().splitlines()
    header = json.loads(lines[0])
    header["entrants"][0].update(changes)
    lines[0] = json.dumps(header, separators=(",", ":")).encode()
    return log_signed(lines[:-1])


@scene.each([
    ("none", 0, "not proved: sandbox none for banks-0: it could have read the "
     "secret, passed on duplicate dice and answered for a rival\n"),
    ("strict", 0, "not proved: sandbox strict for banks-0 alone\n"),
    ("limits", 1, "entrants[0].sandbox: limits is the level of all")])
def test_a_level_of_one(folder, level, code, says):
    scene.write(f"{folder}/log.jsonl", changed(sandbox=level))
    result = scene.run(folder, "verify", "log.jsonl")
    assert result.code == code and says in result.out, result
    assert scene.verify.verify(f"{folder}/log.jsonl")[0] == (code == 0)


def test_a_person(folder):
    scene.write(f"{folder}/log.jsonl", changed(
        bot="00" * 32, command=hashlib.sha256(b"[]").hexdigest()))
    told = scene.run(folder, "replay", "log.jsonl").out.splitlines()
    assert "banks-0: played by a person." in told[:4], told[:4]
    first = scene.run(folder, "replay", "log.jsonl", "--json").out
    assert json.loads(first.splitlines()[0])["people"] == [0], first[:300]
    found = not_proved(scene.run(folder, "verify", "log.jsonl").out, ["told"])
    assert "banks-0: played by a person, whose moves no rerun can repeat" in \
        found, found


@scene.each([
    ("rolls-1", 1, r":40: the log says .*\"bank\".* in a game that was "
     "abandoned, now it is .*\"roll\""),
    ("banks-2", 0, r"abandoned games: 2, the same as far as they go \(in 1 "
     "only up to where an entrant that was not run did something else\)")])
def test_an_abandoned_move(folder, seat, code, says):
    """A rerun compares what was cut off with what the bots do now."""
    log = scene.content(
        f"{scene.SRC}/tests/golden", "pig-4-resumed.jsonl").splitlines()
    log[39] = log[39].replace(b"roll", b"bank")
    scene.write(f"{folder}/log.jsonl", log_signed(log[:-1]))
    scene.expect(scene.run(
        folder, "rerun", "log.jsonl", "--seat", seat, "--moved", "--",
        f"{scene.SRC}/tests/golden/bots/bot", "01"[seat == "banks-2"]),
        code, says)


def reversed_ranks(line):
    """The ranks of two players exchanged, if this is the end of a game."""
    return re.sub(rb'("ranks":)\[([12]),([12])\]', rb"\1[\3,\2]", line)


@scene.each([
    (lambda log: log[:-3], 1, r"void1\.jsonl: nothing in it is damaged, and 3 "
     "of 4 games are finished: a match that can be resumed cannot be void"),
    (lambda log: [b"?"] + log[1:-2], 1, r"all games \(4\) are finished"),
    (lambda log: [b"?"] + [reversed_ranks(line) for line in log[1:-3]], 0,
     r"1: match 1 \(3 of 4 games finished, [1-3] of them with another result"),
    (lambda log: [b"?"], 0, r"1: match 1 \(its log cannot be read: nobody ")])
def test_a_void_match(folder, spoil, code, says):
    home = f"{scene.SRC}/tests/golden/robin"
    files = {name: scene.content(home, name) for name in os.listdir(home)}
    log = files["match-000001.jsonl"].splitlines()
    os.mkdir(f"{folder}/cup")
    for name, content in with_void(
            files, b"\n".join(spoil(log)) + b"\n").items():
        scene.write(f"{folder}/cup/{name}", content)
    scene.expect(scene.tournament(folder, "verify", "cup"), code, says)


scene.main("bots")

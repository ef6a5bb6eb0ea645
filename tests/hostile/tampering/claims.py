#!/usr/bin/env python3
"""claims.py - what a log or a manifest merely claims is no proof: unknown
authors, withheld reveals, a tournament, a level, a person.

tier: quick
"""
import hashlib
import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene

sys.path.insert(0, f"{scene.SRC}/tests/hostile/tampering")
from small_tournaments import bots, cup, done    # noqa: E402
import tamper                       # noqa: E402

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
CUPS = ["c", "cukwn", "wc", "www+", "u+", "c+", "+", ""]


def seed(name):
    return hashlib.sha256(f"author {name}".encode()).digest()


def key_of(name):
    return scene.ed25519.public_key(seed(name)).hex()


def play(folder, letters):
    """Plays a tournament with these authors; returns the name of its folder."""
    name = "cup-" + letters.replace("+", "-b")
    people, words = [], ["--withheld"]
    for letter in letters.replace("+", ""):
        author = {"name": letter * (1 + len([one for one in people if
                                             one["name"][0] == letter]))}
        who = f"{name}.{author['name']}"
        if letter != "n":
            author["commit"] = done(folder, "commit", "-o", who).strip()
        if letter in "cuk":
            reveal = scene.content(folder, who)[:64].decode()
            words += ["--reveal", f"{author['name']}={reveal}"]
        if letter != "k":
            author["key"] = key_of(author["name"])
        people.append(author)
    more = {"beacon": {"source": "drand", "round": 7}} if "+" in letters else {}
    form = cup("robin", authors=people, operator={"name": "club"}, **more)
    form.update(entrants=form["entrants"][:2], name=name, format={
        "type": "round_robin"}, rotations=1)
    scene.write(f"{folder}/{name}.json", json.dumps(form))
    done(folder, "init", f"{name}.json", "--key-file", "key", "--trusted")
    for author in people:
        if author["name"][0] in "cwn":
            scene.write(f"{folder}/seed", seed(author["name"]).hex() + "\n",
                        0o600)
            done(folder, "sign", name, "--as", author["name"], "--key-file",
                 "seed")
    if people or more:
        done(folder, "open", name, *words,
             *(["--beacon", "0b" * 32] if more else []))
    done(folder, "run", name, "-j", "1", "--key-file", "key")
    return name


def pins(names):
    return [word for name in names
            for word in ("--key", f"{name}={key_of(name)}")]


# Authors, those whose keys the reader has, and what is then not proved.
AUTHORS = [
    ("", [], [NOBODY]),
    ("c", [], [whose("c"), NOBODY]),
    ("c", ["c"], []),
    ("cukwn", [], [whose("c"), unsigned("u"), unsigned("k"), withheld("w"),
                   salts(1), NOBODY]),
    ("cukwn", ["u", "w", "n"], [whose("c"), unsigned("u"), unsigned("k"),
                                withheld("w"), salts(1), NOBODY]),
    ("cukwn", ["c"], [unsigned("u"), unsigned("k"), withheld("w"), salts(1)]),
    ("wc", [], [withheld("w"), whose("c"), salts(1), NOBODY]),
    ("wc", ["w"], [withheld("w"), whose("c"), salts(1), NOBODY]),
    ("wc", ["c"], [withheld("w"), salts(1)]),
    ("www+", [], [withheld("w"), withheld("ww"), withheld("www"), salts(3),
                  *BEACON]),
    ("www+", ["w", "ww", "www"], [withheld("w"), withheld("ww"),
                                  withheld("www"), salts(3), *BEACON]),
    ("u+", ["u"], [unsigned("u"), *BEACON]),
    ("c+", [], [whose("c"), *BEACON]),
    ("c+", ["c"], BEACON),
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


def not_proved(out):
    return [line.split(": ", 1)[1] for line in out.splitlines()
            if line.startswith("  not proved: ")]


def wrong_with_authors(folder, letters, names, due):
    name = "cup-" + letters.replace("+", "-b")
    wrong = []
    for operator in ([], ["--key", scene.PUBLIC],
                     ["--key", f"club={scene.PUBLIC}"]):
        words = [name, *operator, *pins(names)]
        wanted = [*due, *([] if operator else [OPERATOR]), LEVEL]
        out = done(folder, "verify", *words)
        tree = json.loads(done(folder, "verify", *words, "--json"))
        found = not_proved(out)
        if found[:len(wanted)] != wanted or \
                [one["text"] for one in
                 tree["tournaments"][0]["not_proved"]] != found:
            wrong.append(f"{words}: wanted {wanted}, {out} {tree}")
    return wrong


def wrong_with_refusal(folder, letters, words, code, says):
    name = "cup-" + letters.replace("+", "-b")
    result = scene.tournament(folder, "verify", name, *words)
    return "" if result.code == code and says in result.out + result.err \
        else repr(result)


def wrong_with_sharing(folder, change):
    """A manifest with the same key for two authors is refused, whoever signs
    it."""
    home = f"{folder}/shared-{change}"
    os.mkdir(home)
    for file in os.listdir(f"{folder}/cup-wc"):
        os.link(f"{folder}/cup-wc/{file}", f"{home}/{file}")
    manifest = json.loads(scene.content(home, "manifest.json"))
    first, second = manifest["authors"]
    second["key"] = {"author": first["key"],
                     "operator": manifest["operator"]["key"],
                     "referee": "0a" * 32}[change]
    if change == "referee":
        manifest["referees"].append(second["key"])
    os.unlink(f"{home}/manifest.json")
    scene.write(f"{home}/manifest.json", json.dumps(manifest))
    result = scene.tournament(folder, "verify", f"shared-{change}")
    says = f"not verified: shared-{change}/manifest.json: authors[1].key: " \
        "the operator, a referee or another author has the key " + \
        second["key"]
    return "" if result == (1, says + "\n", "") else repr(result)


def wrong_with_league(folder):
    """A name must appear in some round, and have the same key in every
    round."""
    os.mkdir(f"{folder}/league")
    form = cup("robin", format={"type": "league"}, base=folder, authors=[
        {"name": "n", "key": key_of("n")}])
    form["entrants"] = form["entrants"][:2]
    scene.write(f"{folder}/league/league.json", json.dumps(form))
    done(folder, "league", "league", "--rounds", "2", "--key-file", "key")
    wrong = []
    for key, code, says in (
            (f"n={key_of('n')}", 0, "league: a league of 2 "),
            ("n=" + "0a" * 32, 1, "round-001/manifest.json: authors[0].key"),
            ("eve=" + "0a" * 32, 2, "no round of league has an author called "
             "eve")):
        result = scene.tournament(folder, "verify", "league", "--key", key)
        if result.code != code or says not in result.out + result.err:
            wrong.append(repr(result))
    return wrong


# ### logs

def wrong_with_tournament(folder):
    """Anybody can play a match with any secret, salt and tournament id."""
    scene.healthy(folder, "bot")
    seal = hashlib.sha256(b"rollcall seal" +
                          bytes.fromhex(scene.SECRET)).hexdigest()
    form = {"game": "pig", "rules": {"target": 10}, "entrants": [
        {"name": name, "command": ["./bot"]} for name in ("ann", "bob")]}
    wrong = []
    for name, more in (("alone", {}), ("cup", {
            "tournament": "world-cup", "manifest": "0c" * 32,
            "seal": seal, "salt": "0d" * 32})):
        scene.write(f"{folder}/match.json", json.dumps({**form, **more}))
        result = scene.play(folder, "match.json", log=f"{name}.jsonl")
        assert result.code == 0, result
        claim = ["that salt and secret are those of world-cup: they are not "
                 "checked here, and a log alone may claim any tournament; only "
                 "its folder with the closed book shows that"] if more else []
        out = scene.run(folder, "verify", f"{name}.jsonl").out
        found = not_proved(out)
        if found[:len(claim) + 1] != [*claim, NOBODY] or \
                scene.doubts(folder, f"{name}.jsonl"):
            wrong.append(out)
    return wrong


def changed(change):
    """The golden log with a changed first line, signed again."""
    lines = tamper.golden("pig-2").splitlines()
    header = json.loads(lines[0])
    change(header["entrants"][0])
    lines[0] = json.dumps(header, separators=(",", ":")).encode()
    return tamper.signed(lines)


def wrong_with_entrant(folder, change, code, says):
    scene.write(f"{folder}/log.jsonl", changed(lambda one: one.update(change)))
    result = scene.run(folder, "verify", "log.jsonl")
    other = scene.verify.verify(f"{folder}/log.jsonl")
    return "" if result.code == code and (code == 0) == other[0] and \
        says in result.out else f"{result} {other}"


def wrong_with_person(folder):
    scene.write(f"{folder}/log.jsonl", changed(lambda one: one.update(
        bot="00" * 32, command=hashlib.sha256(b"[]").hexdigest())))
    told = scene.run(folder, "replay", "log.jsonl").out.splitlines()
    first = json.loads(scene.run(folder, "replay", "log.jsonl",
                                 "--json").out.splitlines()[0])
    found = not_proved(scene.run(folder, "verify", "log.jsonl").out)
    return "" if "banks-0: played by a person." in told[:4] and \
        first["people"] == [0] and "banks-0: played by a person, whose " \
        "moves no rerun can repeat" in found else f"{told[:4]} {first} {found}"


def main():
    tally = scene.Tally()
    with scene.Scene() as stage:
        folder = stage.folder()
        bots(folder)
        tally.run([(f"played: {letters}", lambda letters=letters:
                    play(folder, letters) and "") for letters in CUPS], 1)
        tally.run([
            *((f"authors {letters}, known {names}",
               lambda row=(letters, names, due):
               wrong_with_authors(folder, *row))
              for letters, names, due in AUTHORS),
            *((f"authors {row[0]}, {row[1]}", lambda row=row:
               wrong_with_refusal(folder, *row)) for row in REFUSED),
            *((f"the key of an author and the {change}",
               lambda change=change: wrong_with_sharing(folder, change))
              for change in ("author", "operator", "referee")),
            ("a league", lambda: wrong_with_league(folder)),
            ("a log that claims a tournament",
             lambda: wrong_with_tournament(stage.folder())),
            ("a weaker level of one", lambda: wrong_with_entrant(
                stage.folder(), {"sandbox": "none"}, 0, "not proved: sandbox "
                "none for banks-0: it could have read the secret, passed on "
                "duplicate dice and answered for a rival\n")),
            ("a stronger level of one", lambda: wrong_with_entrant(
                stage.folder(), {"sandbox": "strict"}, 0,
                "not proved: sandbox strict for banks-0 alone\n")),
            ("the level of all again", lambda: wrong_with_entrant(
                stage.folder(), {"sandbox": "limits"}, 1,
                "entrants[0].sandbox: limits is the level of all")),
            ("a person", lambda: wrong_with_person(stage.folder())),
        ], 2)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""schemas.py - the schemas in docs/schemas/ accept and refuse what the
programs do.

What is stored and what is written now is valid; of wrong values, reader and
schema must say the same, unless no schema can express what is wrong.
UPDATE_GOLDEN=1 writes games.schema.json again.

tier: full
"""
import glob
import json
import os
import pathlib
import re
import subprocess
import sys
import warnings

import fences
import scene
from json_edits import edits

try:
    warnings.simplefilter("ignore", DeprecationWarning)
    import jsonschema
except ImportError:
    jsonschema = None

FOLDER = f"{scene.SRC}/docs/schemas"
# The schema for each kind of block in the documents.
BLOCKS = {"bot-line to": "to-bot", "bot-line from": "from-bot",
          "game-line to": "to-game", "game-line from": "from-game",
          "log-line": "log-line", "log-line whole": "log-line",
          "manifest": "manifest", "packed-log": "packed-log",
          "book-line whole": "book-line",
          "tournament-file": "tournament-file", "match-file": "match-file",
          "tournament-event": "event", "tournament-event whole": "event",
          "replay-event": "replay-event", "verdict": "verdict"}
LINES = ("to-bot", "from-bot", "to-game", "from-game", "log-line",
         "book-line", "event", "replay-event", "verdict")
CASES = [(*line.split(" ", 2)[:2], json.loads(line.split(" ", 2)[2]))
         for line in fences.read("tests/docs/schema_cases.txt").splitlines()
         if line[0] != "#"]
# Messages of readers about what no schema can express: other places and files,
# values that must differ.
BEYOND = "another author is called|people play with referee join|" \
    "luck: cannot open"
NO_BOT = r"no file |not found in PATH|cannot open|No such|secret|" \
    "Is a direct|not a regular|is a folder"
CUP = {"name": "cup", "game": "pig", "rules": {"target": 20},
       "format": {"type": "sprt", "boards": 1, "boards_max": 3},
       "entrants": [{"name": "ann", "command": ["./ann"]},
                    {"name": "bob", "command": ["./bob"]}],
       "operator": {"name": "club"}, "limits": {"clock": "cpu"}}

# What a game's program is sent.
SKUNK = """{"type":"hello","protocol":1}
{"type":"new","seats":2,"rules":{"rounds":1}}
{"type":"rolled","values":[3,6]}
{"type":"moves","moves":[{"seat":0,"move":{}},{"seat":1,"move":{"do":"sit"}}]}
{"type":"out","seat":0}
"""


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def schemas():
    return {name[:-len(".schema.json")]: json.loads(read(f"{FOLDER}/{name}"))
            for name in sorted(os.listdir(FOLDER))
            if name.endswith(".schema.json")}


class Judges:
    """A validator for each schema."""

    def __init__(self):
        if jsonschema is None:
            raise scene.Skip("python3-jsonschema is missing")
        uris = {name: pathlib.Path(f"{FOLDER}/{name}.schema.json").as_uri()
                for name in schemas()}
        store = {uris[name]: one for name, one in schemas().items()}
        self.of = {name: jsonschema.Draft202012Validator(
            store[uri], resolver=jsonschema.RefResolver(
                uri, store[uri], store)) for name, uri in uris.items()}

    def refusal(self, name, value):
        """Why a schema refuses a value; None if it does not."""
        error = jsonschema.exceptions.best_match(
            self.of[name].iter_errors(value))
        return error and f"{error.json_path}: {error.message[:300]}"

    def against(self, name, where, text):
        """What it refuses of a text that is good."""
        parts = text.splitlines() if name in LINES else [text]
        return [f"{name}, {where}: {why}" for part in parts if part.strip()
                for why in [self.refusal(name, json.loads(part))] if why]


# ### the options that the programs know

def rule_schema(rule):
    form = {"description": f"{rule['help'][0].upper()}{rule['help'][1:]}.",
            "default": rule["default"]}
    if rule["type"] == "int":
        return {**form, "type": "integer", "minimum": rule["min"],
                "maximum": rule["max"]}
    if rule["type"] == "bool":
        return {**form, "type": "boolean"}
    return {**form, "enum": [int(word) for word in rule["words"]]
            if rule["type"] == "choice" else rule["words"]}


def games_schema(games):
    """The content of games.schema.json."""
    def for_each(form):
        return {"allOf": [
            {"if": {"properties": {"game": {"const": game["name"]}},
                    "required": ["game"]},
             "then": {"properties": form(game)}} for game in games]}

    def rules(game, **more):
        return {"rules": {"$ref": f"#/$defs/{game['name']}", **more}}

    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Games",
        "description": "The options of each game; the schemas of match files, "
                       "tournament files, logs and manifests refer to them.",
        "$defs": {
            "game": {"description": "The game; `referee games` lists them.",
                     "enum": [game["name"] for game in games]},
            "some-rules": for_each(rules),
            "all-rules": for_each(lambda game: {
                **rules(game, required=[rule["name"]
                                        for rule in game["rules"]]),
                "stride": {"const": game["stride"]}}),
            "entrants": for_each(lambda game: {"entrants": dict(zip(
                ("minItems", "maxItems"), game["seats"]))}),
            "seats-of-format": for_each(lambda game: {"format": {
                "properties": {"seats": dict(zip(("minimum", "maximum"),
                                                 game["seats"]))}}}),
            **{game["name"]: {
                "description": f"Options of {game['title']}.",
                "type": "object",
                "properties": {rule["name"]: rule_schema(rule)
                               for rule in game["rules"]},
                "additionalProperties": False} for game in games}}}


def test_games(folder):
    told = scene.run(folder, "games", "--json").out.splitlines()
    due = json.dumps(games_schema(list(map(json.loads, told))),
                     indent=2) + "\n"
    path = f"{FOLDER}/games.schema.json"
    if os.environ.get("UPDATE_GOLDEN"):
        scene.write(path, due)
    assert read(path) == due, "UPDATE_GOLDEN=1 writes it again"


def said_range(form, between="|"):
    """The values of an option, as the help texts write them."""
    form = form.get("anyOf", [form])[0]
    form = form.get("items", form)
    if "prefixItems" in form:
        return f"[{','.join(map(said_range, form['prefixItems']))}]"
    if form.get("type") == "boolean":
        return "true|false"
    if form.get("type") == "array":
        return "list;"
    return between.join(form["enum"]) if "enum" in form else \
        f"{form['minimum']:.15g}..{form['maximum']:.15g}"


def test_formats(folder):
    formats = schemas()["formats"]["$defs"]
    listed = re.findall(r"^(\w+) ", scene.tournament(folder, "formats").out,
                        re.M)
    assert listed == formats["type"]["enum"]
    for name in listed:
        told = scene.tournament(folder, "formats", name).out
        found = {key: said_range(form) for part in ("common", name)
                 for key, form in formats[part]["properties"].items()
                 if key != "pairs"}
        assert found == dict(re.findall(r"^  (\w+) +(\S+)", told, re.M)), name


def test_limits(folder):
    due = {name: (normal, values) for name, normal, values in re.findall(
        r"^  (\w+) +(\w+)  \((\d+\.\.\d+|\w+, \w+)\)",
        scene.run(folder, "play", "--help").out, re.M)}
    limits = schemas()["common"]["$defs"]["limits"]["properties"]
    assert due == {name: (str(form["default"]), said_range(form, ", "))
                   for name, form in limits.items()}


# ### what is valid

def stored():
    """(schema, where, text) for everything that is stored in the tree."""
    for page in sorted(glob.glob("docs/*.md", root_dir=scene.SRC)):
        for block in fences.blocks(page, "json .*"):
            if block.info[5:] in BLOCKS:
                yield BLOCKS[block.info[5:]], page, block.text
    for pattern, name in (
            ("tests/golden/**/*.jsonl", None),
            ("tests/golden/replay-*-json.txt", "replay-event"),
            ("tests/golden/**/manifest.json", "manifest"),
            ("tournaments/examples/*.json", None),
            ("sdk/*/template/bot.json", "bot")):
        for path in sorted(glob.glob(pattern, root_dir=scene.SRC,
                                     recursive=True)):
            text = fences.read(path)
            if pattern.endswith(".jsonl"):
                # Others are no logs or books, or not whole.
                kind = re.match(r'\{"t":"(match|open)"', text)
                name = kind and {"match": "log-line",
                                 "open": "book-line"}[kind[1]]
                text = text[:text.rfind("\n") + 1]
            elif pattern.endswith(".txt"):
                # The output for a log that is not verified ends with a
                # sentence.
                text = "".join(line for line in text.splitlines(True)
                               if line[0] == "{")
            elif "examples" in pattern:
                name = "tournament-file" if '"format"' in text else \
                    "match-file"
            if name:
                yield name, path, text


def test_stored(_):
    judges, wrong, seen = Judges(), [], set()
    for name, where, text in stored():
        seen.add(name)
        wrong += judges.against(name, where, text)
    return wrong + [f"no {name}" for name in
                    {*BLOCKS.values(), "bot"} - seen]


def pack(folder):
    """The first line of the packed log.jsonl, and the rest."""
    scene.expect(scene.run(folder, "pack", "log.jsonl"), err="")
    head, _, data = scene.content(folder, "log.pack").partition(b"\n")
    return head.decode(), data


def bots(folder):
    for name in "ann", "bob":
        scene.entrant(folder, name, "threshold")


def test_output(folder):
    """A tournament, and a match with its whole conversation."""
    judges = Judges()
    bots(folder)
    scene.write(f"{folder}/cup.json", json.dumps(CUP))
    scene.write(f"{folder}/wrong.jsonl", "{}\n")

    def said(run, *words, code=0):
        result = run(folder, *words)
        assert result.code == code, result
        return result.out

    found = [("event", said(scene.tournament, "run", "cup.json", "--json",
                            "--key-file", "key")),
             ("event", said(scene.tournament, "watch", "cup", "--json"))]
    scene.expect(scene.play(folder, "pig", "./ann", "./bob", "--trace",
                            "trace.jsonl"))
    found += [(name, read(f"{folder}/{path}")) for name, path in (
        ("book-line", "cup/book.jsonl"), ("manifest", "cup/manifest.json"),
        ("match-file", "log.json"), ("log-line", "log.jsonl"),
        ("log-line", "cup/match-000001.jsonl"),
        ("tournament-file", "cup/tournament.json"))]
    found += [("verdict", said(scene.run, "verify", "--json", "log.jsonl",
                               "wrong.jsonl", "none.jsonl", code=2)),
              ("verdict", said(scene.tournament, "verify", "--json", "cup")),
              ("packed-log", pack(folder)[0]),
              ("replay-event", said(scene.run, "replay", "--json", "--views",
                                    "--analyse", "log.jsonl"))]
    found += [("to-game", SKUNK), ("from-game", subprocess.run(
        [sys.executable, "tournaments/examples/games/skunk.py"],
        cwd=scene.SRC, input=SKUNK, text=True, stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": "sdk/python/rollcall",
             "PYTHONDONTWRITEBYTECODE": "1"}, check=True).stdout)]
    for line in scene.read_log(f"{folder}/trace.jsonl"):
        found += [(name, line[key]) for key, name in
                  (("to", "to-bot"), ("from", "from-bot")) if key in line]
    assert {name for name, _ in found} == set(BLOCKS.values())
    return [why for name, text in found
            for why in judges.against(name, "output", text)]


# ### what is invalid

def test_cases(_):
    judges = Judges()
    return [f"{name} {sign} {value}" for name, sign, value in CASES
            if bool(judges.refusal(name, value)) != (sign == "-")]


@scene.each([(name, value) for name, sign, value in CASES if sign == "*"])
def test_variants_of_a_file(folder, name, tree):
    """A reader that takes a file objects only to missing bots, which it looks
    for last."""
    judges, wrong = Judges(), []
    for value in [tree, *[one for _, one in edits(tree)][::5]]:
        scene.write(f"{folder}/f.json", json.dumps(value))
        said = scene.run(folder, "play", "f.json", "-o", "x.jsonl") \
            if name == "match-file" else \
            scene.tournament(folder, "check", "f.json")
        takes = said.code == 2 and bool(re.search(NO_BOT, said.err))
        assert takes or value is not tree, said
        why = judges.refusal(name, value)
        if takes and why:
            wrong.append(f"only the schema refuses: {why} {value}")
        elif not takes and not why and not re.search(BEYOND, said.err):
            wrong.append(f"only the reader refuses: {said} {value}")
    return wrong


def may_differ(kind, where):
    """May a line of that kind be so?"""
    return ".move" in where or ".limits" in where and "without" in where or \
        where == " without said" or \
        where[0] == "." and where.endswith(" without sandbox") or \
        re.search(r"\.(author|beacon|reveals.*|tournament|authors.*)=None$",
                  where) or kind == "void" and where == ".log=None"


def test_keys(_):
    """A line is refused without one of its keys, with another one, and with
    null for a value."""
    judges, wrong, kinds = Judges(), [], {}
    for name, where, text in stored():
        if name in ("log-line", "book-line", "manifest", "packed-log") and \
                where.endswith(".md"):
            for part in text.splitlines() if name in LINES else [text]:
                line = json.loads(part)
                kinds[name, line.get("t")] = line
    assert len(kinds) > 16, kinds.keys()
    for (name, kind), line in kinds.items():
        wrong += [f"{name} {kind}: {where}" for where, one in edits(line)
                  if re.search(" with(out .*| a key)$|=None$", where) and
                  not may_differ(kind, where) and
                  not judges.refusal(name, one)]
    return wrong


def test_replay(folder):
    """Every event of every game is valid, and invalid without one of its
    keys."""
    judges, wrong, kinds = Judges(), [], set()
    told = [text for name, _, text in stored() if name == "replay-event"]
    for path in sorted(glob.glob(f"{scene.SRC}/tests/golden/games/*.jsonl")):
        told += [scene.run(folder, "replay", path, "--json", *words).out
                 for words in (("--views", "--analyse"),
                               ("--game", "1", "--board-only"))]
    for line in "".join(told).splitlines():
        event = json.loads(line)
        wrong += judges.against("replay-event", line[:200], line)
        if event["event"] in kinds:
            continue
        kinds.add(event["event"])
        for key in event.keys() - {"said", "people", "board_only"}:
            if (event["event"], key) != ("roll", "text") and \
                    not judges.refusal("replay-event", {
                        one: event[one] for one in event if one != key}):
                wrong.append(f"a {event['event']} without {key} is accepted")
    assert kinds >= schemas()["replay-event"]["$defs"].keys(), kinds
    return wrong[:5]


def test_schemas(_):
    """They are valid and say what they describe; the example of their page
    works."""
    for name, judge in Judges().of.items():
        jsonschema.Draft202012Validator.check_schema(judge.schema)
        assert {"$schema", "title", "description"} <= judge.schema.keys(), name
    page = "docs/schemas/README.md"
    told = re.findall(r"^\| \[`([\w-]+)\.schema\.json`\]", fences.read(page),
                      re.M)
    assert sorted(told) == sorted(schemas())
    assert not fences.done(sys.executable, "-W", "ignore", "-c",
                           fences.text(page, "python schema"),
                           folder=scene.SRC)


scene.main(workers=2)

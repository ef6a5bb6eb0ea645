#!/usr/bin/env python3
"""schemas.py - the schemas in docs/schemas/ accept and refuse what the
programs do.

Real files and lines are valid; a wrong file is refused by the reader and by
the schema, unless no schema can express what is wrong.  With UPDATE_GOLDEN=1
games.schema.json is written again.

The environment names the folders: srcdir, and builddir for the programs.

tier: full
"""
import contextlib
import copy
import glob
import json
import os
import pathlib
import re
import subprocess
import sys
import warnings

sys.dont_write_bytecode = True
sys.path[1:1] = [f"{sys.path[0]}/../support",
                 f"{sys.path[0]}/../end_to_end/tournament"]
import scene
import wrong_files
from schema_cases import (BEYOND, BEYOND_LINE, BEYOND_ONE, BEYOND_PACKED,
                          CUP, FILE, MATCH, RIGHT, VALUES, WRONG)

try:
    warnings.simplefilter("ignore", DeprecationWarning)
    import jsonschema
except ImportError:
    jsonschema = None

FOLDER = f"{scene.SRC}/docs/schemas"
FENCE = re.compile(r"^```json ([^\n]*)\n(.*?)^```$", re.M | re.S)
# The schema for each kind of block in the documents.
BLOCKS = {"bot-line to": "to-bot", "bot-line from": "from-bot",
          "log-line": "log-line", "log-line whole": "log-line",
          "manifest": "manifest", "packed-log": "packed-log",
          "book-line whole": "book-line",
          "tournament-file": "tournament-file", "match-file": "match-file",
          "tournament-event": "event", "tournament-event whole": "event",
          "replay-event": "replay-event", "verdict": "verdict"}
LINES = ("to-bot", "from-bot", "log-line", "book-line", "event",
         "replay-event", "verdict")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def schema(name):
    return json.loads(read(f"{FOLDER}/{name}.schema.json"))


def names():
    return sorted(name.partition(".")[0] for name in os.listdir(FOLDER)
                  if name.endswith(".schema.json"))


def judges():
    """A validator for each schema."""
    store = {pathlib.Path(f"{FOLDER}/{name}.schema.json").as_uri():
             schema(name) for name in names()}
    return {pathlib.Path(uri).name.partition(".")[0]:
            jsonschema.Draft202012Validator(
                one, resolver=jsonschema.RefResolver(uri, one, store))
            for uri, one in store.items()}


def refusal(judge, value):
    """Why a schema refuses a value; None if it does not."""
    error = jsonschema.exceptions.best_match(judge.iter_errors(value))
    return error and f"{error.json_path}: {error.message[:300]}"


def against(judge, where, text, lines):
    """Why it refuses parts of a text that is good."""
    parts = text.splitlines() if lines else [text]
    return [f"{where}: {why}" for part in parts if part.strip()
            for why in [refusal(judge, json.loads(part))] if why]


# ### the options that the programs know

def rule_schema(rule):
    form = {"description": f"{rule['help'][0].upper()}{rule['help'][1:]}.",
            "default": rule["default"]}
    if rule["type"] == "int":
        return {**form, "type": "integer", "minimum": rule["min"],
                "maximum": rule["max"]}
    if rule["type"] == "bool":
        return {**form, "type": "boolean"}
    if rule["type"] == "choice":
        return {**form, "enum": [int(word) for word in rule["words"]]}
    return {**form, "enum": rule["words"]}


def for_each(games, form):
    return {"allOf": [
        {"if": {"properties": {"game": {"const": game["name"]}},
                "required": ["game"]},
         "then": {"properties": form(game)}} for game in games]}


def games_schema(games):
    """The content of games.schema.json."""
    def whole(game):
        return {"rules": {"$ref": f"#/$defs/{game['name']}", "required":
                          [rule["name"] for rule in game["rules"]]},
                "stride": {"const": game["stride"]}}

    def seats(game):
        return dict(zip(("minimum", "maximum"), game["seats"]))

    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Games",
        "description": "The options of each game; the schemas of match files, "
                       "tournament files, logs and manifests refer to them.",
        "$defs": {
            "game": {"description": "The game; `referee games` lists them.",
                     "enum": [game["name"] for game in games]},
            "some-rules": for_each(games, lambda game: {
                "rules": {"$ref": f"#/$defs/{game['name']}"}}),
            "all-rules": for_each(games, whole),
            "entrants": for_each(games, lambda game: {"entrants": dict(zip(
                ("minItems", "maxItems"), game["seats"]))}),
            "seats-of-format": for_each(games, lambda game: {"format": {
                "properties": {"seats": seats(game)}}}),
            **{game["name"]: {
                "description": f"Options of {game['title']}.",
                "type": "object",
                "properties": {rule["name"]: rule_schema(rule)
                               for rule in game["rules"]},
                "additionalProperties": False} for game in games}}}


def wrong_with_games(folder):
    told = scene.run(folder, "games", "--json").out.splitlines()
    due = json.dumps(games_schema([json.loads(line) for line in told]),
                     indent=2) + "\n"
    path = f"{FOLDER}/games.schema.json"
    if os.environ.get("UPDATE_GOLDEN"):
        scene.write(path, due)
    return [] if read(path) == due else \
        "games.schema.json is not what UPDATE_GOLDEN=1 makes of the games"


def said_range(form):
    """The values of an option, as the help texts write them."""
    form = form.get("anyOf", [form])[0]
    if "enum" in form:
        return "|".join(form["enum"])
    if form["type"] == "boolean":
        return "true|false"
    return f"{form['minimum']:.15g}..{form['maximum']:.15g}"


def wrong_with_formats(folder):
    formats = schema("formats")["$defs"]
    wrong = []
    for name in formats["type"]["enum"]:
        told = scene.tournament(folder, "formats", name).out
        due = dict(re.findall(r"^  (\w+) +(\S+)", told, re.M))
        found = {key: said_range(form)
                 for part in ("common", name)
                 for key, form in formats[part]["properties"].items()
                 if key != "pairs"}
        if not due or due != found:
            wrong.append(f"{name}: {found}, the program has {due}")
    listed = re.findall(r"^(\w+) ", scene.tournament(folder, "formats").out,
                        re.M)
    if listed != formats["type"]["enum"]:
        wrong.append(f"formats: {listed}")
    return wrong


def wrong_with_limits(folder):
    told = scene.run(folder, "play", "--help").out
    due = {name: (normal, values) for name, normal, values in re.findall(
        r"^  (\w+) +(\w+)  \((\d+\.\.\d+|\w+, \w+)\)", told, re.M)}
    limits = schema("common")["$defs"]["limits"]["properties"]
    found = {name: (str(form["default"]),
                    said_range(form).replace("|", ", "))
             for name, form in limits.items()}
    return [] if due == found else f"{found}, the program has {due}"


# ### what is valid

def stored():
    """(schema, where, text, is it lines?) for everything stored in the tree."""
    for page in sorted(glob.glob(f"{scene.SRC}/docs/*.md")):
        for info, text in FENCE.findall(read(page)):
            if info in BLOCKS:
                yield (BLOCKS[info], os.path.basename(page), text,
                       BLOCKS[info] in LINES)
    for path in sorted(glob.glob(f"{scene.SRC}/tests/golden/**/*.jsonl",
                                 recursive=True)):
        first = read(path)[:12]
        if first.startswith('{"t":"match"'):
            yield "log-line", path, read(path), True
        if first.startswith('{"t":"open"'):
            yield "book-line", path, read(path), True
    for path in sorted(glob.glob(f"{scene.SRC}/tests/golden/replay-*-json"
                                 ".txt")):
        # The output for a log that is not verified ends with a sentence.
        yield "replay-event", path, "".join(
            line for line in read(path).splitlines(True) if line[0] == "{"), \
            True
    for path in sorted(glob.glob(f"{scene.SRC}/tests/golden/**/manifest.json",
                                 recursive=True)):
        yield "manifest", path, read(path), False
    for path in sorted(glob.glob(f"{scene.SRC}/tournaments/examples/*.json")):
        text = read(path)
        yield ("tournament-file" if "format" in json.loads(text) else
               "match-file"), path, text, False
    for path in sorted(glob.glob(f"{scene.SRC}/sdk/*/template/bot.json")):
        yield "bot", path, read(path), False


def wrong_with_stored(judge):
    wrong, seen = [], set()
    for name, where, text, lines in stored():
        seen.add(name)
        wrong += against(judge[name], where, text, lines)
    missing = set(BLOCKS.values()) | {"bot"}
    return wrong + [f"no {name} is stored" for name in missing - seen]


def pack(folder):
    """The first line of the packed log.jsonl, and the rest."""
    packed = scene.run(folder, "pack", "log.jsonl")
    assert packed.code == 0, packed
    head, _, data = scene.content(folder, "log.pack").partition(b"\n")
    return head.decode(), data


def wrong_with_output(folder, judge):
    """Checks a tournament, and a match with its whole conversation."""
    for name in "ann", "bob":
        scene.entrant(folder, name, "threshold")
    scene.write(f"{folder}/cup.json", json.dumps(CUP))
    played = scene.tournament(folder, "run", "cup.json", "--json",
                              "--key-file", "key")
    watched = scene.tournament(folder, "watch", "cup", "--json")
    match = scene.play(folder, "pig", "./ann", "./bob", "--trace",
                       "trace.jsonl")
    if (played.code, watched.code, match.code) != (0, 0, 0):
        return [str(played), str(watched), str(match)]
    found = [("event", played.out), ("event", watched.out),
             ("book-line", read(f"{folder}/cup/book.jsonl")),
             ("manifest", read(f"{folder}/cup/manifest.json")),
             ("match-file", read(f"{folder}/log.json"))]
    found += [("log-line", read(path)) for path in
              [*glob.glob(f"{folder}/cup/match-*.jsonl"),
               f"{folder}/log.jsonl"]]
    scene.write(f"{folder}/wrong.jsonl", "{}\n")
    found += [("verdict", scene.run(folder, "verify", "--json", "log.jsonl",
                                    "wrong.jsonl", "none.jsonl").out),
              ("verdict", scene.tournament(folder, "verify", "--json",
                                           "cup").out)]
    found.append(("packed-log", pack(folder)[0]))
    found.append(("replay-event", scene.run(
        folder, "replay", "--json", "--views", "--analyse", "log.jsonl").out))
    found += [("tournament-file", read(path)) for path in
              glob.glob(f"{folder}/cup/tournament.json")]
    for line in scene.read_log(f"{folder}/trace.jsonl"):
        for key, name in ("to", "to-bot"), ("from", "from-bot"):
            found += [(name, line[key])] if key in line else []
    missing = set(BLOCKS.values()) - {name for name, _ in found}
    return [f"no {name} was written" for name in missing] + [
        why for name, text in found
        for why in against(judge[name], name, text, name in LINES)]


# ### what is invalid

def edited(text, verb, rest):
    """A file after an edit of a table of cases: tests/cases/README.md."""
    if verb == "file":
        return rest.replace("\\n", "\n")
    tree, (path, _, value) = json.loads(text), rest.partition(" ")
    *way, last = [int(step) if step.isdigit() else step
                  for step in re.findall(r"\w+", path)]
    parent = at(tree, way)
    if verb == "unset":
        del parent[last]
    else:
        parent[last] = json.loads(value)
    return json.dumps(tree)


def wrong_cases(schema, table, file, command):
    """(schema, name, text, the reader's message) of the wrong files in a
    table of cases."""
    text = now = None
    table = re.sub(r"\\\n[ \t]*", "", read(f"{scene.SRC}/tests/cases/{table}"))
    for line in table.splitlines():
        edit = re.match(rf"(with|have) (set|unset|file) {file} ?(.*)", line)
        if edit:
            now = edited(text if now is None else now, *edit.groups()[1:])
            if edit[1] == "have":
                text = now
        elif line.startswith(f"{command} {file} ") and now is not None:
            yield schema, line, now, line.partition("=> ")[2]
        if not line.startswith("with "):
            now = None


def wrong_rows(folder):
    """The same of all corpora."""
    yield from wrong_cases("match-file", "referee.txt", "m.json",
                           "referee play")
    for name, file, rows in (
            ("tournament-file", "new.json", wrong_files.FILES),):
        for row in rows:
            path = f"{folder}/{file}"
            if file not in row.words or row.prepare is None:
                continue
            scene.write(path, "")
            try:
                row.prepare(folder)
            except (OSError, AssertionError):
                continue
            if "[luck: " in row.name:
                yield ("luck", row.name, read(f"{folder}/luck.json"),
                       row.says)
            elif os.path.isfile(path) and not os.path.islink(path):
                yield name, row.name, read(path), row.says


def wrong_with_rows(folder, judge):
    """A schema may accept a wrong file of the two corpora only for a known
    reason."""
    wrong, count, accepted = [], 0, {name: set() for name in BEYOND}
    for name, row, text, says in wrong_rows(folder):
        with contextlib.suppress(ValueError):
            count += 1
            if not refusal(judge[name], json.loads(text)):
                accepted[name].add(says)
                wrong += [] if says in BEYOND[name] else [
                    f"{name}.schema.json accepts what the reader refuses: "
                    f"{row}: {says}"]
    wrong += [f"{name}: no wrong file is accepted where \"{says}\"; BEYOND "
              "has it" for name, all_of in BEYOND.items()
              for says in sorted(all_of - accepted[name])]
    return wrong if count > 100 else [*wrong, f"only {count} wrong files"]


def places(value, here=()):
    yield here
    for key, one in value.items() if isinstance(value, dict) else \
            enumerate(value) if isinstance(value, list) else ():
        yield from places(one, (*here, key))


def changed(tree, place, value, drop=False):
    tree = copy.deepcopy(tree)
    last = at(tree, place[:-1])
    if drop:
        del last[place[-1]]
    else:
        last[place[-1]] = value
    return tree


def variants(tree):
    """The tree with one change, for every place and change."""
    for place in places(tree):
        if place:
            yield changed(tree, place, None, True)
            yield from (changed(tree, place, value) for value in VALUES)
        if isinstance(at(tree, place), dict):
            yield changed(tree, (*place, "other"), 1)


def at(tree, place):
    for key in place:
        tree = tree[key]
    return tree


def reader_takes(folder, name, value):
    """Does the reader object only to missing bots, which it looks for last?
    Also returns its message."""
    scene.write(f"{folder}/f.json", json.dumps(value))
    result = scene.run(folder, "play", "f.json", "-o", "x.jsonl") \
        if name == "match-file" else scene.tournament(folder, "check",
                                                      "f.json")
    return result.code == 2 and re.search(
        r"no file |not found in PATH|cannot open|No such|secret|Is a direct|"
        r"not a regular|is a folder", result.err) is not None, result.err


def wrong_with_variants(folder, judge, name, tree, step):
    """Reader and schema must agree about every variant."""
    wrong = []
    takes, said = reader_takes(folder, name, tree)
    why = refusal(judge[name], tree)
    if why or not takes:
        return f"the whole {name}: {why} {said}"
    for value in list(variants(tree))[::step]:
        takes, said = reader_takes(folder, name, value)
        why = refusal(judge[name], value)
        if takes and why:
            wrong.append(f"{name}: only the schema refuses: {why}")
        elif not (takes or why or re.search(BEYOND_ONE, said)):
            wrong.append(f"{name}: only the reader refuses: {said}")
    return wrong


def wrong_with_folder(folder, judge, step):
    """The same for the manifest and for each line of the book."""
    for name in "ann", "bob":
        scene.entrant(folder, name, "threshold")
    scene.write(f"{folder}/cup.json", json.dumps(
        {**CUP, "format": {"type": "round_robin"}}))
    played = scene.tournament(folder, "run", "cup.json", "--key-file", "key")
    wrong = [] if played.code == 0 else [str(played)]
    for name, file in ("manifest", "manifest.json"), ("book-line",
                                                      "book.jsonl"):
        path = f"{folder}/cup/{file}"
        text = read(path)
        lines = text.splitlines()
        every = [(at, value) for at, line in enumerate(lines)
                 for value in variants(json.loads(line))]
        for at, value in every[::step]:
            one = json.dumps(value, separators=(",", ":"))
            scene.write(path, "".join(f"{line}\n" for line in [
                *lines[:at], one, *lines[at + 1:]]))
            result = scene.tournament(folder, "standings", "cup")
            why = refusal(judge[name], value)
            takes = result.code == 0 or \
                re.search(BEYOND_LINE, result.err) is not None
            if takes != (why is None):
                wrong.append(f"{name}: {why}; the reader: {result.err}")
        scene.write(path, text)
    return wrong


def may_miss(place):
    """May a line lack the key at that place?"""
    return "move" in place[:-1] or "limits" in place[:-1] or \
        place == ("said",) or isinstance(place[-1], int) or \
        place[-1] == "sandbox" and len(place) > 1


def wrong_with_packed(folder, judge):
    """The same for the first line of a packed log, whose schema cannot check
    what it says about the rest."""
    scene.healthy(folder)
    played = scene.play(folder, "pig", "./rival", "./rival", "--rules",
                        "target=10,max_turns=3")
    assert played.code == 0, played
    wrong, right = [], 0
    head, data = pack(folder)
    for value in [json.loads(head), *variants(json.loads(head))]:
        one = json.dumps(value, separators=(",", ":")) if value else ""
        scene.write(f"{folder}/b.pack", f"{one}\n".encode() + data)
        said = scene.run(folder, "verify", "b.pack")
        takes = said.code == 0 or re.search(BEYOND_PACKED, said.out)
        why = refusal(judge["packed-log"], value)
        right += bool(takes)
        if bool(takes) != (why is None):
            wrong.append(f"{one}: {why}; the reader: {said}")
    return wrong if right > 3 else [*wrong, f"only {right} are right"]


def wrong_with_keys(judge):
    """A line is refused if one of its keys is missing, or with another one."""
    wrong, kinds = [], {}
    for name, where, text, lines in stored():
        if name in ("log-line", "book-line", "manifest") and \
                where.endswith(".md"):
            for part in text.splitlines() if lines else [text]:
                line = json.loads(part)
                kinds[name, line.get("t")] = line
    for (name, kind), line in kinds.items():
        for place in places(line):
            if place and not may_miss(place) and not refusal(
                    judge[name], changed(line, place, None, True)):
                wrong.append(f"{name} {kind} accepts a line without {place}")
            if isinstance(at(line, place), dict) and "move" not in place and \
                    not refusal(judge[name], changed(
                        line, (*place, "other"), 1)):
                wrong.append(f"{name} {kind} accepts another key in {place}")
    return wrong if len(kinds) > 15 else [*wrong, f"only {list(kinds)}"]


def wrong_with_replay(folder, judge):
    """Every event of every game is valid, and invalid without one of its
    keys."""
    wrong, kinds = [], set()
    told = [read(path) for path in glob.glob(
        f"{scene.SRC}/tests/golden/replay-*-json.txt")]
    for path in sorted(glob.glob(f"{scene.SRC}/tests/golden/games/*.jsonl")):
        told.append(scene.run(folder, "replay", path, "--json", "--views",
                              "--analyse").out)
        told.append(scene.run(folder, "replay", path, "--json", "--game", "1",
                              "--board-only").out)
    for line in "".join(told).splitlines():
        if line[0] != "{":
            continue
        event = json.loads(line)
        wrong += against(judge["replay-event"], line[:200], line, False)
        if event["event"] in kinds:
            continue
        kinds.add(event["event"])
        for key in event.keys() - {"said", "people", "board_only"}:
            if (event["event"], key) != ("roll", "text") and not refusal(
                    judge["replay-event"], changed(event, (key,), None, True)):
                wrong.append(f"a {event['event']} without {key} is accepted")
    missing = schema("replay-event")["$defs"].keys() - kinds
    return wrong[:5] + [f"no {kind} was told" for kind in missing]


def wrong_with_cases(judge):
    return [f"{name} accepts {value}" for name, value in WRONG
            if not refusal(judge[name], value)] + [
        f"{name} refuses {value}" for name, value in RIGHT
        if refusal(judge[name], value)]


def wrong_with_schemas(judge):
    """The schemas are valid, and say what they describe."""
    wrong = []
    for name, one in judge.items():
        jsonschema.Draft202012Validator.check_schema(one.schema)
        wrong += [f"{name} has no {key}" for key in
                  ("$schema", "title", "description") if key not in one.schema]
    page = read(f"{FOLDER}/README.md")
    told = re.findall(r"^\| \[`([\w-]+)\.schema\.json`\]", page, re.M)
    if sorted(told) != sorted(judge):
        wrong.append(f"docs/schemas/README.md has {told}")
    example = re.search(r"^```python schema\n(.*?)^```$", page, re.M | re.S)
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", example[1]], cwd=scene.SRC,
        check=False, capture_output=True, text=True, timeout=scene.HANGS_S)
    return wrong + ([done.stdout + done.stderr] if done.returncode or
                    done.stdout else [])


def main():
    tally = scene.Tally()
    with scene.Scene() as stage:
        cases = [("games", lambda: wrong_with_games(stage.folder())),
                 ("formats", lambda: wrong_with_formats(stage.folder())),
                 ("limits", lambda: wrong_with_limits(stage.folder()))]
        if jsonschema is None:
            print("not tried: validation (python3-jsonschema is missing)")
        else:
            judge = judges()
            step = 1 if scene.LONG else 11
            cases += [
                ("schemas", lambda: wrong_with_schemas(judge)),
                ("stored files", lambda: wrong_with_stored(judge)),
                ("output", lambda: wrong_with_output(stage.folder(), judge)),
                ("keys", lambda: wrong_with_keys(judge)),
                ("cases", lambda: wrong_with_cases(judge)),
                ("replay", lambda: wrong_with_replay(stage.folder(), judge)),
                ("wrong files", lambda: wrong_with_rows(stage.folder(),
                                                        judge)),
                ("variants of a packed log", lambda: wrong_with_packed(
                    stage.folder(), judge)),
                ("variants in a folder", lambda: wrong_with_folder(
                    stage.folder(), judge, 1 if scene.LONG else 37)),
                *((f"variants of a {name}",
                   lambda name=name, tree=tree: wrong_with_variants(
                       stage.folder(), judge, name, tree, step))
                  for name, tree in (("match-file", MATCH),
                                     ("tournament-file", FILE)))]
        # A validator must be used by one thread only.
        tally.run(cases, 1)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

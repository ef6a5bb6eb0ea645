#!/usr/bin/env python3
"""documents.py - what the documents list is what the code, the vectors and the
help texts have; links lead somewhere; every example is in a known form.

tier: quick
"""
import glob
import json
import os
import re
import subprocess

import fences
import moves
import scene
from fences import names, read, table

# What a fence may hold; who runs or reads it is in parentheses.
KINDS = r"""sh(|[ ](bot|run([ ][12])?|tutorial|remote|choose))
    |(c|javascript|go|java|rust|perl)[ ]choose|(c|python|javascript)[ ]engines
    |python[ ](bot|check-dice|check-log|schema|(file|tutorial)[ ]\S+)
    |text[ ](authorized_keys|remote|ssh|tutorial|engines|output
      |note[ ](book|manifest))
    |json[ ](bot-line(|[ ]to|[ ]from)|game-line[ ](to|from)
      |log-line(|[ ]whole)|trace-line|verdict
      |match-file|packed-log|replay-event|(view|legal)[ ]\w+|manifest
      |book-line[ ]whole|tournament-event(|[ ]whole)|tournament-file)"""
LINE_MAX = 65536
TRACED = [["to"], ["from"], ["stderr"], ["note"], ["end"],
          ["fault", "suspect", "entrant", "why", "times", "asked",
           "stderr"]]
# Events that occur in no transcript, with their keys.
UNSEEN = {"blackpot": {"zero": {"seat"}},
          "bolo5": {"travesty": {"seat"}, "van_halen": {"seat", "hits"}}}
GAMES = {name[:-5]: json.loads(read(f"tests/vectors/games/{name}"))
         for name in os.listdir(f"{scene.SRC}/tests/vectors/games")}
LINES = [fences.strict(row["line"]) for row in json.loads(
    read("tests/vectors/fair-dice.json"))["form_accept"]]
FORMS = {line["t"]: list(line) for line in reversed(LINES)}


def differ(where, shown, known):
    """Two lists of names must have the same."""
    assert known, where
    return [] if sorted(shown) == sorted(known) else \
        [f"{where}: shown {sorted(shown)}, known {sorted(known)}"]


# ### form

def anchors(path):
    return {re.sub(r"[^\w\- ]", "", row.lstrip("#").strip().lower()).replace(
        " ", "-") for _, row in fences.split(path)[1] if row[:1] == "#"}


def test_links(_):
    wrong = []
    for path in fences.pages():
        for number, row in fences.split(path)[1]:
            for target in re.findall(r"\]\(([^)\s]+)\)", row):
                file, _, anchor = target.partition("#")
                full = os.path.normpath(f"{os.path.dirname(path)}/{file}"
                                        .lstrip("/")) if file else path
                if re.match("[a-z]+:", target):
                    continue
                if not os.path.exists(f"{scene.SRC}/{full}"):
                    wrong.append(f"{path}:{number}: no file {full}")
                elif anchor and full.endswith(".md") and \
                        anchor not in anchors(full):
                    wrong.append(f"{path}:{number}: no heading #{anchor}")
    return wrong


def test_fences(_):
    wrong = []
    for path in fences.documents():
        for block in fences.blocks(path):
            if not re.fullmatch(KINDS, block.info, re.X):
                wrong.append(f"{block.where}: a fence of an unknown kind")
            if block.info[:2] == "sh":
                done = subprocess.run(["sh", "-n"], input=block.text,
                                      capture_output=True, text=True,
                                      check=False)
                wrong += [f"{block.where}: {done.stderr}"] * done.returncode
    return wrong


def test_lines(_):
    """schemas.py looks at the keys."""
    wrong = []
    for path in fences.documents():
        for block in fences.blocks(path, r"json (\w+-line|match-file).*"):
            for row in block.rows:
                line = fences.strict(row)
                assert len(row.encode()) < LINE_MAX, block.where
                plain = json.dumps(line, separators=(",", ":"),
                                   ensure_ascii=False)
                if "log-line" in block.info and (
                        row != plain or list(line) != FORMS[line["t"]]):
                    wrong.append(f"{block.where}: in a log it is {plain} with "
                                 f"the keys {FORMS[line['t']]}")
                if "trace-line" in block.info and (
                        list(line)[:3] != ["us", "game", "seat"] or
                        list(line)[3:] not in TRACED):
                    wrong.append(f"{block.where}: no line of a trace")
    return wrong


# ### tables

def source_keys(path, name):
    """The keys of a table `NAME_fields` in a source file, or the words of a
    list of strings."""
    found = re.search(rf"\b{name}_fields\[\] = {{\n(.*?)^}};", read(path),
                      re.M | re.S)
    if found:
        return re.findall(r'^\t{ (?:\.key = )?"(\w+)"', found[1], re.M)
    return re.findall(r'"(\w+)"', re.search(
        rf"\b{name}\[\] = {{([^}}]*)}}", read(path))[1])


def words_of(kind, key):
    return [line[key] for line in LINES if line["t"] == kind]


FILE = "docs/tournament-file.md"
BOOK = "docs/book.md"
FILE_C = "tournaments/record/tournament_file.c"
BOOK_C = "tournaments/record/book.c"
FORMAT_C = "tournaments/format/format_options.c"
MANIFEST_C = "tournaments/record/manifest.c"
ENTRANT_C = "referee/fair/entrant.c"
CODES = {code for program in ("referee", "tournaments") for path in glob.glob(
    f"{program}/*/*.c", root_dir=scene.SRC) for code in re.findall(
        r'doubts_add\(\w+,\s+"(\w+)"', read(path))}
BOOK_WORDS = re.findall(r'{ "(\w+)", read_\w+ }', read(BOOK_C))


@scene.each([
    ("docs/protocol.md", "fault", "", words_of("fault", "fault")),
    ("docs/hosting.md", "fault", "", words_of("fault", "fault")),
    ("docs/match-log.md", "end", "", words_of("over", "end")),
    ("docs/rules.md", "end", "", words_of("over", "end")),
    ("docs/match-log.md", "t", "", FORMS),
    ("docs/match-log.md", "code", "", CODES),
    ("docs/match-log.md", "key", "", ["program", *FORMS["match"][1:]]),
    ("docs/luck.md", "key", "### The luck file",
     source_keys("referee/worth/luck_file.c", "luck_file")),
    (FILE, "key", "## Keys", source_keys(FILE_C, "file")),
    (FILE, "key", "### `format`", ["type", *re.findall(
        r'{ "(\w+)"', re.search(r"common\[\] = {(.*?)^};", read(FORMAT_C),
                                re.M | re.S)[1])]),
    (FILE, "key", "### `entrants`", source_keys(ENTRANT_C, "entrant")),
    (FILE, "word", "### `processes`",
     source_keys(ENTRANT_C, "processes_words")),
    (FILE, "key of an author", "", source_keys(FILE_C, "author")),
    (FILE, "key of beacon", "", source_keys(MANIFEST_C, "manifest_beacon")),
    (BOOK, "key of the manifest", "", source_keys(MANIFEST_C, "manifest")),
    (BOOK, "key of a fault", "", source_keys(BOOK_C, "fault")),
    (BOOK, "t", "## `book.jsonl`", BOOK_WORDS),
    *[(BOOK, "key", f"### `{word}`", source_keys(BOOK_C, word))
      for word in BOOK_WORDS]])
def test_table(_, page, head, after, known):
    return differ(f"{page} {after}", names(page, head, after=after), known)


def test_formats_of_the_tournament_file(_):
    found = re.search(r"\| `type` \| (.*?) \|", read(FILE))[1]
    return differ(FILE, re.findall(r"`(\w+)`", found), re.findall(
        r"&format_(\w+)", read(FORMAT_C)))


def test_limits(_):
    known = [[name, normal, f"{low}..{high}", level.lower()]
             for name, normal, low, high, level in re.findall(
                 r'\{ "(\w+)", (\d+), (\d+), (\d+), LEVEL_(\w+),',
                 read("referee/base/limits.c"))]
    return differ("docs/hosting.md", [row[:4] for row in table(
        "docs/hosting.md", "name", "default", "range")], known)


def test_retries(_):
    """What protocol.md says of games that allow another try."""
    own = {name: row[2] for name in GAMES for row in table(
        f"docs/games/{name}.md", "option", "type", "default")
        if row[0] == "illegal_retries" and row[2] != "0"}
    said = re.search(r"`illegal_retries` is above 0\. The default is 0"
                     r"(.*?)\.", read("docs/protocol.md"), re.S)[1]
    assert own == {name: value for value, name in re.findall(
        r"(\d+)\s+in\s+`(\w+)`", said)}, own


# ### games

def positions(name):
    """All positions, with all keys of a view: the vectors, which never change,
    lack the keys that were added later."""
    for one in GAMES[name]["transcripts"]:
        shown = moves.follow({"game": name, "seats": one["players"],
                              "rules": one["rules"], "lines": one["lines"]})
        views = {at["before_line"]: at["view"] for at in shown["decisions"]}
        yield from ({**at, "view": views[at["before_line"]]}
                    for at in one["positions"])


@scene.each(GAMES)
def test_game(_, name):
    path, game = f"docs/games/{name}.md", GAMES[name]["game"]
    rows = table(path, "option", "type", "default", "range")
    wrong = differ(path, [row[0] for row in rows], game["rules"])
    for option, _, said, values, *_ in rows:
        normal = str(game["rules"][option]).lower()
        low, dots, high = values.partition("..")
        if said != normal or not (int(low) <= int(normal) <= int(high) if dots
                                  else normal in values.split(", ")):
            wrong.append(f"{path}: the default of {option} is {normal}")
    wrong += differ(path, names(path, "field", "type"),
                    next(positions(name))["view"])
    events = {event["e"]: set(event) - {"e"}
              for one in GAMES[name]["transcripts"] for event in one["events"]}
    found = {row[0]: set(row[1].split(", ")) - {""}
             for row in table(path, "event", "keys")}
    if found != {**events, **UNSEEN.get(name, {})}:
        wrong.append(f"{path}: events are {events}")
    page = " ".join(read(path).split())
    seats = page.partition(" ## What a seat is worth ")[2].partition(" ## ")[0]
    few, many = game["players"]
    return wrong + [
        f"{path}: no {due}" for due, where in (
            (rf"\b{few} (to|or) {many} players\b", page),
            (rf"`stride` is {game['stride']}", page),
            ("`--rotations 1`", seats)) if not re.search(due, where)]


def test_views_and_legal_moves(_):
    known, wrong = {name: list(positions(name)) for name in GAMES}, []
    for path in fences.documents():
        for block in fences.blocks(path, r"json (view|legal) \w+"):
            _, what, name = block.info.split()
            if fences.strict(block.text) not in [
                    at.get(what) for at in known[name]]:
                wrong.append(f"{block.where}: in no transcript of {name}")
    return wrong


def test_the_first_page_lists_the_games(_):
    """UPDATE_GOLDEN=1 writes the list again."""
    rows, text = "| game | |\n|---|---|\n", read("README.md")
    for game in sorted(GAMES):
        prose = read(f"docs/games/{game}.md").split("\n\n")[1]
        first = re.match(r".*?\.(?= |$)", " ".join(prose.split()))[0]
        rows += f"| [{game}](docs/games/{game}.md) | {first} |\n"
    due = re.sub(r"(?s)(?<=<!-- games -->\n).*(?=<!-- end of games -->)",
                 lambda _: rows, text)
    if os.environ.get("UPDATE_GOLDEN"):
        scene.write(f"{scene.SRC}/README.md", due)
    assert rows in due and read("README.md") == due


@scene.each([name for name in GAMES if "rolls" in GAMES[name]])
def test_figures(_, name):
    path, vectors = f"docs/games/{name}.md", GAMES[name]
    counts = [str(dice + 1) for dice in range(len(vectors["rolls"]))]
    due = [[label, *(vectors["rolls"][dice][key] for dice in counts)]
           for label, key in (("chance to bust", "bust"),
                              ("mean value of the best keep", "mean_best"),
                              ("chance that all dice score", "all_score"))]
    rows = table(path, "dice", "1", "2")
    if "single_turn" in vectors:
        turn = vectors["single_turn"]["default"]
        due.append(["roll on up to", *(str(turn["roll_on_up_to"][dice])
                                       for dice in counts)])
        rows += [["roll on up to", *table(path, "dice left", "1")[0][1:]]]
        chance = float(vectors["first_player_wins"]["chance"])
        page = " ".join(read(path).split())
        assert turn["solo_turns"] in page
        assert f"{chance * 100:.7f}%" in page
    return [f"{path}: {row}" for row in due if row not in rows]


# ### help texts, which tests/cases/help.txt keeps in tests/golden/help

def plain(roff):
    """A line of a manual page without its markup."""
    bare = re.sub(r"\\f[A-Z]|\"", "", roff).replace("\\-", "-")
    return re.sub(r" +", " ", bare)


def help_of(program, command=""):
    return read(f"tests/golden/help/{program}{command and '-'}{command}.txt")


def statuses(page, text):
    """The exit statuses that a section of a manual page and a help text
    explain."""
    told = re.search(r"^Exit status (\d: .*?)^\.", f"{page}\n.", re.M | re.S)
    said = re.search(r"Exit status: (.*)", text)
    return re.findall(r"^([012]): ", told[1], re.M) if told else [], \
        re.findall(r"\b([012]) ", said[1]) if said else []


@scene.each([("referee", "play"), ("tournament", "run")])
def test_manual(_, program, main):
    """`main`: the one command whose section lists --help."""
    page, wrong = read(f"docs/{program}.1"), []
    part = page.split(".SH COMMANDS\n")[1].split("\n.SH ")[0]
    sections = {plain(one).split()[1]: one for one in part.split(".SS ")[1:]}
    commands = re.findall(r"^  ([a-z-]+) +\S", help_of(program), re.M)
    assert list(sections) == commands and len(commands) > 10, commands
    for name, section in sections.items():
        text = help_of(program, name)
        lines = text.split("\n")
        heading, body = section.split("\n", 1)
        there = set(map(plain, re.findall(r"^\.TP\n\.BI? (.*)$", body, re.M)))
        known = set(re.findall(r"^  (--?[a-z][a-z0-9-]*(?: \S+)?) ", text,
                               re.M))
        wrong += differ(f"{program} {name}", there | {"--help"} if
                        name != main else there, known)
        usage = re.sub(r"\s+", " ", text.split("\n\n")[0])
        if f"usage: {plain(heading)}" != usage:
            wrong.append(f"{name}: {heading}, {usage}")
        wrong += [f"{name}: {line!r}" for line in lines
                  if len(line) > 80 or line != line.rstrip()]
        # A page says of some commands only what 1 means.
        told, said = statuses(body, re.sub(r"\s+", " ", text))
        if (program == "tournament" and told != said) or \
                bool(re.search("^1: ", body, re.M)) != \
                ("xit status" in text) and program == "referee":
            wrong.append(f"{name}: exit status {told}, {said}")
    return wrong


@scene.each(["referee", "tournament"])
def test_manual_is_good_roff(_, program):
    try:
        done = subprocess.run(
            ["groff", "-man", "-Tutf8", "-ww",
             f"{scene.SRC}/docs/{program}.1"],
            capture_output=True, check=False)
    except FileNotFoundError:
        raise scene.Skip("groff is not installed") from None
    assert (done.returncode, done.stderr) == (0, b""), done.stderr


def test_versions(_):
    """Pages and packages have the version of the project."""
    version = re.search(r"AC_INIT\(\[rollcall\], \[(.*?)\]\)",
                        read("configure.ac"))[1]
    return [path for path, form in (
        ("docs/referee.1", '"Rollcall {}"'),
        ("docs/tournament.1", '"Rollcall {}"'),
        ("sdk/java/pom.xml", "<version>{}</version>"),
        ("sdk/javascript/package.json", '"version": "{}"'),
        ("sdk/javascript/package.json", '"rollcall-games": "{}"'),
        ("sdk/javascript/games/package.json", '"version": "{}"'),
        ("sdk/perl/lib/Rollcall.pm", "our $VERSION = '{}'"),
        ("sdk/python/pyproject.toml", 'version = "{}"'),
        ("sdk/rust/Cargo.toml", 'version = "{}"'),
    ) if form.format(version) not in read(path)]


scene.main()

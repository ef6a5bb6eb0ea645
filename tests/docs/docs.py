#!/usr/bin/env python3
# docs.py - checks the documentation against the vectors, the code and itself.
#
# Every example in docs/ is in a fence whose info string says what it is; this
# script reads, runs and replays them.  Tables of names are compared with their
# sources.  It prints what is wrong with file and line.
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.environ.get("srcdir") or f"{sys.path[0]}/../.."
sys.path.insert(0, os.path.join(ROOT, "tests/independent"))
import moves        # noqa: E402
LINE_MAX = 65536
HANGS_S = 1200      # longer than any load could explain

# The keys of each line of the protocol, in order; "lost" is optional.
TO_BOT = {
    "hello": ["type", "protocol", "game", "rules", "seats", "names", "seat",
              "limits", "dice"],
    "game": ["type", "number", "of", "seed", "anchors"],
    "turn": ["type", "ms", "events", "view", "legal"],
    "again": ["type", "ms", "fault", "why"],
    "over": ["type", "events", "scores", "ranks", "end"],
    "bye": ["type", "secret"],
}
TRACED = [["to"], ["from"], ["stderr"], ["note"],
          ["fault", "suspect", "entrant", "why", "asked", "stderr"], ["end"]]
READY = {"type", "name", "legal", "events"}
KINDS = {"sh", "sh bot", "python bot", "python check-dice",
         "python check-log", "json bot-line", "json bot-line to",
         "json bot-line from", "json log-line", "json log-line whole",
         "json verdict",
         "json match-file", "json trace-line", "json view", "json legal",
         # engines_page.py runs these.
         "c engines", "python engines", "javascript engines",
         "text engines",
         # tutorial.py runs these.
         "sh tutorial", "text tutorial", "c choose", "javascript choose",
         "go choose", "java choose", "rust choose", "perl choose",
         "sh choose",
         # remote_bots.py runs these.
         "sh remote", "text authorized_keys", "text remote", "text ssh",
         # schemas.py runs the first of these, and reads the others.
         "python schema", "json packed-log", "json replay-event",
         # tournament_docs.py and events.py read these.
         "json book-line whole", "json manifest", "json tournament-event",
         "json tournament-event whole", "json tournament-file",
         "sh run", "sh run 1", "sh run 2", "text note book",
         "text note manifest", "text output"}

# Events that occur in no transcript, with their keys.
UNSEEN = {"blackpot": {"zero": {"seat"}},
          "bolo5": {"travesty": {"seat"}, "van_halen": {"seat", "hits"}}}

problems = []


def wrong(where, what):
    problems.append(f"{where}: {what}")


class Block:
    def __init__(self, where, info, line):
        self.where, self.info, self.line, self.rows = where, info, line, []

    def text(self):
        return "".join(row + "\n" for row in self.rows)

    def at(self, row=0):
        return f"{self.where}:{self.line + 1 + row}"


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def markdown():
    """The paths of all .md files of the project.

tier: full, root
"""
    found = []
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if name[0] != "."
                      and not os.path.exists(os.path.join(folder, name,
                                                          "config.status"))]
        found += [os.path.relpath(os.path.join(folder, name), ROOT)
                  for name in files if name.endswith(".md")]
    return sorted(found)


def split(path):
    """The fenced blocks of a page, and its other lines with their numbers."""
    blocks, prose, block = [], [], None
    for number, row in enumerate(read(path).splitlines(), 1):
        if row.startswith("```"):
            if block is None:
                block = Block(path, row[3:].strip(), number)
            else:
                blocks.append(block)
                block = None
        elif block is not None:
            block.rows.append(row)
        else:
            prose.append((number, row))
    if block is not None:
        wrong(block.at(), "a fence that never ends")
    return blocks, prose


def no_number(text):
    raise ValueError(f"{text} is no integer")


def no_twins(pairs):
    keys = [key for key, _ in pairs]
    if len(set(keys)) != len(keys):
        raise ValueError("a key stands twice")
    return dict(pairs)


def strict(text):
    return json.loads(text, object_pairs_hook=no_twins, parse_float=no_number,
                      parse_constant=no_number)


def objects(block):
    """Each row of a block as an object, with its place."""
    for row, text in enumerate(block.rows):
        try:
            value = strict(text)
        except ValueError as error:
            wrong(block.at(row), f"not strict JSON: {error}")
            continue
        if not isinstance(value, dict):
            wrong(block.at(row), "not an object")
        elif len(text.encode()) + 1 > LINE_MAX:
            wrong(block.at(row), "a line of more than 65,536 bytes")
        else:
            yield block.at(row), text, value


def check_bot_line(where, value):
    kind = value.get("type")
    if "move" in value:
        if set(value) - {"move", "say"}:
            wrong(where, "an answer has move and say, nothing else")
        if not isinstance(value["move"], (int, dict)):
            wrong(where, "a move is a number or an object")
    elif kind == "ready":
        if set(value) - READY:
            wrong(where, f"ready has no {sorted(set(value) - READY)}")
    elif kind not in TO_BOT:
        wrong(where, f"no line of the protocol has the type {kind!r}")
    elif [key for key in value if key != "lost"] != TO_BOT[kind]:
        wrong(where, f"the keys of {kind} are {TO_BOT[kind]}")


def check_log_line(where, text, value, forms):
    if value.get("t") not in forms:
        wrong(where, f"no line of a log has the t {value.get('t')!r}")
    elif list(value) != forms[value["t"]]:
        wrong(where, f"the keys of {value['t']} are {forms[value['t']]}")
    if json.dumps(value, separators=(",", ":"), ensure_ascii=False) != text:
        wrong(where, "a line of a log is compact JSON")


def check_lines(blocks, forms):
    for block in blocks:
        kind = " ".join(block.info.split()[:2])
        if kind not in ("json bot-line", "json log-line", "json trace-line",
                        "json match-file"):
            continue
        for where, text, value in objects(block):
            if kind == "json bot-line":
                check_bot_line(where, value)
                for event in value.get("events") or []:
                    check_log_line(where, json.dumps(
                        event, separators=(",", ":")), event, forms)
            elif kind == "json log-line":
                check_log_line(where, text, value, forms)
            elif kind == "json trace-line":
                if list(value)[:3] != ["us", "game", "seat"] or \
                        list(value)[3:] not in TRACED:
                    wrong(where, "a trace line has us, game, seat and a text")


def anchors(path):
    names = set()
    for _, row in split(path)[1]:
        if row.startswith("#"):
            title = row.lstrip("#").strip().lower()
            names.add(re.sub(r"[^\w\- ]", "", title).replace(" ", "-"))
    return names


def check_links(path, prose):
    for number, row in prose:
        for target in re.findall(r"\]\(([^)\s]+)\)", row):
            if re.match(r"[a-z]+:", target):
                continue
            file, _, anchor = target.partition("#")
            full = os.path.normpath(os.path.join(os.path.dirname(path), file)) \
                if file else path
            if not os.path.exists(os.path.join(ROOT, full)):
                wrong(f"{path}:{number}", f"no file {full}")
            elif anchor and full.endswith(".md") and \
                    anchor not in anchors(full):
                wrong(f"{path}:{number}", f"{full} has no heading #{anchor}")


# ### tables


def tables(path):
    """Every table of a page as lists of cells, without backquotes."""
    found, last = [], None
    for number, row in split(path)[1]:
        if not row.startswith("|"):
            last = None
            continue
        cells = [cell.strip().replace("`", "")
                 for cell in row.strip().strip("|").split("|")]
        if last is None:
            last = []
            found.append(last)
        if set("".join(cells)) - set("-: "):
            last.append(cells)
    return found


def table(path, *head):
    for rows in tables(path):
        if tuple(rows[0][:len(head)]) == head:
            return rows[1:]
    wrong(path, f"no table that begins with {' | '.join(head)}")
    return []


def same(where, what, documented, known):
    """Compares two sets of names, which must be equal."""
    for name in sorted(set(known) - set(documented)):
        wrong(where, f"{what} {name} is missing")
    for name in sorted(set(documented) - set(known)):
        wrong(where, f"there is no {what} {name}")


def column(rows):
    return [row[0] for row in rows]


def check_words(examples, kind, key, *pages):
    """Checks the tables of the words that `key` of a log line can have."""
    known = [line[key] for line in examples if line["t"] == kind]
    for path in pages:
        same(path, key, column(table(path, key)), known)


def check_limits():
    """Compares a page with the table in limits.c: name, default, lowest,
    highest, level."""
    code = re.findall(r'\{ "(\w+)", (\d+), (\d+), (\d+), LEVEL_(\w+),',
                      read("referee/base/limits.c"))
    if not code:
        wrong("referee/base/limits.c", "no table of limits found")
    rows = table("docs/hosting.md", "name", "default", "range")
    same("docs/hosting.md", "limit", column(rows), [row[0] for row in code])
    for name, normal, low, high, level in code:
        for row in rows:
            if row[0] == name and \
                    row[1:4] != [normal, f"{low}..{high}", level.lower()]:
                wrong("docs/hosting.md", f"{name} is {normal}, from {low} to "
                      f"{high}, known from {level.lower()} on")


def check_log_tables(forms):
    path = "docs/match-log.md"
    names = [name for row in table(path, "t", "how often")
             for name in row[0].split(", ")]
    same(path, "line", names, forms)
    keys = [key for row in table(path, "key", "value")
            for key in row[0].split(", ")]
    same(path, "key of match", keys, forms["match"][1:])


def check_retries(games):
    """Checks what protocol.md says about games that allow another try after an
    illegal answer."""
    own = {}
    for name in games:
        for row in table(f"docs/games/{name}.md", "option", "type", "default"):
            if row[0] == "illegal_retries" and row[2] != "0":
                own[name] = row[2]
    said = re.search(r"`illegal_retries` is above 0\. The default is 0"
                     r"(.*?)\.", read("docs/protocol.md"), re.S)
    named = dict(reversed(pair) for pair in re.findall(
        r"(\d+)\s+in\s+`(\w+)`", said.group(1))) if said else {}
    if named != own:
        wrong("docs/protocol.md", f"the default of illegal_retries is 0 but "
              f"for {own}, not {named}")


def positions(name, transcript):
    """The positions of a transcript with all keys of a view.

    The vectors, which never change, lack the keys that were added later.
    """
    shown = moves.follow({"game": name, "seats": transcript["players"],
                          "rules": transcript["rules"],
                          "lines": transcript["lines"]})
    views = {x["before_line"]: x["view"] for x in shown["decisions"]}
    return [dict(x, view=views[x["before_line"]])
            for x in transcript["positions"]]


def check_game(name, vectors):
    path, game = f"docs/games/{name}.md", vectors["game"]
    rows = table(path, "option", "type", "default", "range")
    same(path, "option", column(rows), game["rules"])
    for row in rows:
        if row[0] not in game["rules"]:
            continue
        normal = str(game["rules"][row[0]]).lower()
        if row[2] != normal:
            wrong(path, f"the default of {row[0]} is {normal}")
        low, _, high = row[3].partition("..")
        if not (int(low) <= int(normal) <= int(high) if high else
                normal in row[3].split(", ")):
            wrong(path, f"{row[0]}: {normal} is not in its range")
    played = vectors["transcripts"]
    views = [x["view"] for t in played for x in positions(name, t)]
    events = {e["e"]: set(e) - {"e"} for t in played for e in t["events"]}
    events.update(UNSEEN.get(name, {}))
    same(path, "field", column(table(path, "field", "type")), views[0])
    rows = table(path, "event", "keys")
    same(path, "event", column(rows), events)
    for row in rows:
        if set(row[1].split(", ")) - {""} != events.get(row[0]):
            wrong(path, f"the keys of {row[0]} are {events.get(row[0])}")
    text = " ".join(read(path).split())
    if not re.search(r"\b{} (to|or) {} players\b".format(*game["players"]), text):
        wrong(path, f"the numbers of players are {game['players']}")
    if f"`stride` is {game['stride']}" not in text:
        wrong(path, f"`stride` is {game['stride']}")


def check_positions(blocks, games):
    """Views and legal moves on the pages must be those of a transcript."""
    for block in blocks:
        what, _, name = block.info.removeprefix("json ").partition(" ")
        if what not in ("view", "legal"):
            continue
        known = [x[what] for t in games[name]["transcripts"]
                 for x in positions(name, t) if what in x]
        try:
            if strict(block.text()) not in known:
                wrong(block.at(), f"no transcript of {name} has this {what}")
        except ValueError as error:
            wrong(block.at(), f"not strict JSON: {error}")


def check_seats(name):
    """A page must say what a seat is worth, and name the option that leaves a
    match unbalanced."""
    path = f"docs/games/{name}.md"
    part = read(path).partition("\n## What a seat is worth\n")[2]
    if "`--rotations 1`" not in " ".join(part.partition("\n## ")[0].split()):
        wrong(path, "what a seat is worth, and --rotations 1, is missing")


def check_figures(name, vectors):
    path, rolls = f"docs/games/{name}.md", vectors["rolls"]
    most = len(rolls)
    rows = {row[0]: row[1:] for row in table(path, "dice", "1", "2")}
    for label, key in (("chance to bust", "bust"),
                       ("mean value of the best keep", "mean_best"),
                       ("chance that all dice score", "all_score")):
        known = [rolls[str(dice)][key] for dice in range(1, most + 1)]
        if rows.get(label) != known:
            wrong(path, f"{label}: {known}")
    if "single_turn" not in vectors:
        return
    known = vectors["single_turn"]["default"]["roll_on_up_to"]
    row = table(path, "dice left", "1")
    if not row or row[0][1:] != [str(known[str(n)])
                                 for n in range(1, most + 1)]:
        wrong(path, f"roll on up to: {known}")
    chance = vectors["first_player_wins"]["chance"]
    for figure in (vectors["single_turn"]["default"]["solo_turns"],
                   f"{float(chance) * 100:.7f}%"):
        if figure not in " ".join(read(path).split()):
            wrong(path, f"{figure} is missing")


# ### examples that run


def run(arguments, given):
    return subprocess.run(arguments, input=given, capture_output=True,
                          text=True, timeout=HANGS_S, check=False)


def conversation(blocks):
    said = {"to": [], "from": []}
    for block in blocks:
        way = block.info.removeprefix("json bot-line").strip()
        if way in said:
            said[way] += block.rows
    return said["to"], said["from"]


def check_bots(blocks, folder):
    """Every bot of the docs plays the conversation of the docs."""
    to_bot, from_bot = conversation(blocks)
    asked = [strict(row) for row in to_bot]
    asked = [row for row in asked if row["type"] in ("hello", "turn")]
    bots = [block for block in blocks if block.info.endswith(" bot")]
    if not asked or len(bots) < 3:
        wrong("docs/", "the conversation or its bots are missing")
    for block in bots:
        path = os.path.join(folder, "bot")
        with open(path, "w", encoding="utf-8") as file:
            file.write(block.text())
        command = sys.executable if "python" in block.info else "sh"
        result = run([command, path], "".join(row + "\n" for row in to_bot))
        said = result.stdout.splitlines()
        if result.returncode != 0 or len(said) != len(asked):
            wrong(block.at(), f"exit {result.returncode}, {len(said)} answers "
                  f"to {len(asked)} questions {result.stderr}")
            continue
        for question, answer in zip(asked, map(strict, said)):
            move = answer.get("move")
            if question["type"] == "hello":
                fine = answer == {"type": "ready"}
            elif isinstance(move, int):
                fine = 0 <= move < len(question["legal"])
            else:
                fine = move in question["legal"]
            if not fine:
                wrong(block.at(), f"answers {answer}")
        if block is bots[0] and list(map(strict, said)) != \
                list(map(strict, from_bot)):
            wrong(block.at(), "does not answer as in the conversation")


def dice_pass(code, rows):
    """Runs the dice check of the protocol page over a conversation."""
    names, shown = {}, {}
    exec(code, names)
    for row in rows:
        if row["type"] == "hello":
            salt = bytes.fromhex(row["dice"]["salt"])
            links = row["dice"]["links"]
        elif row["type"] == "game":
            shown = {s: (0, 0, bytes.fromhex(anchor))
                     for s, anchor in enumerate(row["anchors"])}
        for event in row.get("events", []):
            if event["t"] in ("chain", "draw"):
                try:
                    names["check"](event, salt, links, shown)
                except AssertionError:
                    return False
    return True


def check_dice(blocks):
    code = "\n".join(block.text() for block in blocks
                     if block.info == "python check-dice")
    rows = [strict(row) for row in conversation(blocks)[0]]
    draws = [event for row in rows for event in row.get("events", [])
             if event["t"] == "draw"]
    if not draws or not dice_pass(code, rows):
        wrong("docs/protocol.md", "the dice of the conversation do not pass")
        return
    for key, other in (("v", [1] * 7), ("link", "0" * 64), ("k", 2)):
        good, draws[0][key] = draws[0][key], other
        if dice_pass(code, rows):
            wrong("docs/protocol.md", f"check passes a draw with another {key}")
        draws[0][key] = good


def check_rejection(blocks, fair):
    """Both programs that roll dice must roll what the vectors say."""
    for info in ("python check-dice", "python check-log"):
        code = "\n".join(b.text() for b in blocks if b.info == info)
        names = {}
        exec(code.partition("\nraw = ")[0], names)     # without its input
        for case in fair["draw"]:
            salt, link = bytes.fromhex(case["salt"]), bytes.fromhex(case["link"])
            count, sides = map(int, case["dice"].split("d"))
            if names["dice"](salt, link, count, sides) != case["values"]:
                wrong("docs/", f"{info} rolls another {case['dice']}")


def check_whole_log(blocks, folder):
    logs = [b for b in blocks if b.info == "json log-line whole"]
    programs = [b for b in blocks if b.info == "python check-log"]
    if len(logs) != 1 or len(programs) != 1:
        wrong("docs/match-log.md", "one whole log and one program to check it")
        return
    program = os.path.join(folder, "check.py")
    with open(program, "w", encoding="utf-8") as file:
        file.write(programs[0].text())
    path = os.path.join(folder, "match.jsonl")
    whole = logs[0].text()
    cases = [(whole, True)] + [
        (whole.replace(old, new, 1), False)
        for old, new in (('"v":[6]', '"v":[5]'), ('"scores":[13', '"scores":[3'),
                         ('"seal":"d2', '"seal":"d3'))]
    for text, good in cases:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        result = run([sys.executable, program, path], "")
        if (result.returncode == 0) != good:
            wrong(logs[0].at(), "the log on the page does not pass the check "
                  f"on the page {result.stderr}" if good else
                  "the check on the page passes an edited log")


def check_shell(blocks):
    for block in blocks:
        if block.info.split()[:1] == ["sh"]:
            result = run(["sh", "-n"], block.text())
            if result.returncode != 0:
                wrong(block.at(), result.stderr.strip())


def main():
    fair = json.loads(read("tests/vectors/fair-dice.json"))
    games = {name[:-5]: json.loads(read(f"tests/vectors/games/{name}"))
             for name in os.listdir(os.path.join(ROOT, "tests/vectors/games"))}
    forms = {}
    examples = [strict(example["line"]) for example in fair["form_accept"]]
    for line in examples:
        forms.setdefault(line["t"], list(line))
    blocks = []
    for path in markdown():
        own, prose = split(path)
        check_links(path, prose)
        if path.startswith("docs/"):
            blocks += own
    for block in blocks:
        kind = re.sub(r"^(json (view|legal)) .*", r"\1", block.info)
        kind = re.sub(r"^python tutorial .*", "sh tutorial", kind)
        if kind not in KINDS:
            wrong(block.at(), f"a fence of an unknown kind, {block.info!r}")
    blocks.sort(key=lambda block: block.where != "docs/protocol.md")
    check_lines(blocks, forms)
    check_words(examples, "fault", "fault", "docs/protocol.md",
                "docs/hosting.md")
    check_words(examples, "over", "end", "docs/match-log.md", "docs/rules.md")
    check_limits()
    check_log_tables(forms)
    pages = {page.removesuffix(".md")
             for page in os.listdir(os.path.join(ROOT, "docs/games"))}
    same("docs/games/", "page", pages, games)
    for name in sorted(pages & set(games)):
        check_game(name, games[name])
        check_seats(name)
        if "rolls" in games[name]:
            check_figures(name, games[name])
    check_retries(games)
    check_positions(blocks, games)
    check_shell(blocks)
    if not problems:                    # running the examples needs good lines
        with tempfile.TemporaryDirectory() as folder:
            check_bots(blocks, folder)
            check_dice(blocks)
            check_rejection(blocks, fair)
            check_whole_log(blocks, folder)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

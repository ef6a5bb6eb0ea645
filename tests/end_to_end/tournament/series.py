#!/usr/bin/env python3
"""series.py - the page of several tournaments, and of a league.

Its ladder is that of `tournament ladder`; every round and every entrant has a
page; a browser verifies everything and finds what was changed.

tier: full
needs: chromium
"""
import json
import os
import re
import shutil
import sys
import urllib.parse

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import axe
import page_stage
import scene
import tournament_stage as stage

HOSTILE = "<img/src=x/onerror=alert(1)>"
LONG = "x" * 100
SCREENS = os.environ.get("ROLLCALL_SCREENS")
LIMITS = {"start_ms": 60000, "move_ms": 60000}
BROKEN = f"""#!{scene.PYTHON}
for line in __import__("sys").stdin:
    if '"hello"' in line: print('{{"type":"ready"}}', flush=True)
    if '"turn"' in line: print("no JSON", flush=True)
"""
# Each evening with its entrants, as name and bot.  Robert is bob under another
# name, and the ann of wed is another bot than the ann of mon.
EVENINGS = {
    "mon": ({"type": "round_robin", "boards": 1},
            [("ann", "low"), ("bob", "high"), (HOSTILE, "low2")]),
    "tue": ({"type": "swiss", "rounds": 2, "boards": 1},
            [("robert", "high"), (HOSTILE, "low2"), (LONG, "broken")]),
    "wed": ({"type": "sprt", "elo0": 0, "elo1": 100, "boards": 2,
             "boards_max": 20}, [("ann", "high2"), ("bob", "high")]),
}


def write_cup(folder, name, path, kind, entrants, **more):
    stage.cup(folder, path, name=name, game="bolo7", rules={"target": 500},
              format=kind, limits=LIMITS, entrants=[
                  {"name": who, "command": [f"./{bot}"]}
                  for who, bot in entrants], **more)


def played(folder):
    wrong = []
    for name, program in (("low", "first_move"), ("low2", "first_move"),
                          ("high", "threshold"), ("high2", "threshold")):
        scene.entrant(folder, name, program)
    scene.bot(folder, "broken", BROKEN)
    for name, (kind, entrants) in EVENINGS.items():
        write_cup(folder, name, f"{name}.json", kind, entrants)
        wrong.append(scene.tournament(folder, "run", f"{name}.json", "-o", name,
                                      "-j", "2", *stage.KEY))
    write_cup(folder, "pig", "pig.json", {"type": "round_robin", "boards": 1},
              [("ann", "low"), ("bob", "high")])
    stage.cup(folder, "pig.json", name="pig", limits=LIMITS, entrants=[
        {"name": "ann", "command": ["./low"]},
        {"name": "bob", "command": ["./high"]}])
    wrong.append(scene.tournament(folder, "run", "pig.json", "-o", "pig",
                                  *stage.KEY))
    os.mkdir(f"{folder}/league")
    for bot in ("low", "low2", "high", "high2"):
        shutil.copy(f"{folder}/{bot}", f"{folder}/league/{bot}")
    write_cup(folder, "spring", "league/league.json",
              {"type": "league", "boards": 1, "each": 1},
              [(name, name) for name in ("low", "low2", "high", "high2")])
    wrong.append(scene.tournament(folder, "league", "league", "--rounds", "3",
                                  "-j", "2", *stage.KEY))
    return [f"not played: {one}" for one in wrong if one.code != 0]


def site(folder, *words):
    return scene.tournament(folder, "site", *words)


def made(folder, *words):
    result = site(folder, *words)
    return [] if result.code == 0 else [f"site {words}: {result}"]


def data_of(path, call="series"):
    with open(f"{path}/data.js", encoding="ascii") as file:
        found = re.fullmatch(rf"rollcall\.{call}\((.*)\);\n", file.read())
    return json.loads(f"[{found[1]}]")[1]


# ### the files

def what_they_hold(folder):
    wrong = made(folder, *EVENINGS, "-o", "pages/evenings") + \
        made(folder, "league", "-o", "pages/league")
    if wrong:
        return wrong
    data = data_of(f"{folder}/pages/evenings")
    ladder = json.loads(scene.tournament(folder, "ladder", *EVENINGS,
                                         "--json").out)
    wrong += [f"ladder: {data['ladder']}"] * (data["ladder"] != ladder)
    names = {row["entrant"] for pool in ladder["pools"]
             for row in pool["entrants"]}
    # Two anns, and bob once.
    wrong += [f"entrants: {data['entrants']}"] * (
        set(data["entrants"]) != names or len(names) != 5 or
        sum(name.startswith("ann@") for name in names) != 2)
    rounds = [[data["entrants"][i].split("@")[0] for i in one["entrants"]]
              for one in data["rounds"]]
    wrong += [f"rounds: {rounds}"] * (rounds != [
        ["ann", "bob", HOSTILE], ["bob", HOSTILE, LONG], ["ann", "bob"]])
    wrong += [f"name: {data['name']}"] * (data["name"] != "mon, tue and wed")
    for i, name in enumerate(EVENINGS):
        own = data_of(f"{folder}/pages/evenings/{i + 1:03}", "data")
        alone = json.loads(scene.tournament(folder, "ladder", name,
                                            "--json").out)
        wrong += [f"page of {name}"] * (
            own["manifest"]["id"] != data["rounds"][i]["id"] or
            own["ladder"] != alone or own["series"]["round"] != i + 1)
        so_far = json.loads(scene.tournament(
            folder, "ladder", *list(EVENINGS)[:i + 1], "--json").out)
        due = sorted([pool + 1, row["rank"], round(row["elo"])]
                     for pool, one in enumerate(so_far["pools"])
                     for row in one["entrants"])
        after = sorted(one for one in data["rounds"][i]["after"] if one)
        wrong += [f"after {name}: {after} {due}"] * (after != due)
    league = data_of(f"{folder}/pages/league")
    rounds = [f"league/round-{i:03}" for i in (1, 2, 3)]
    wrong += [f"league: {league}"] * (
        (league["name"], league["league"]) != ("spring", True) or
        league["ladder"] != json.loads(scene.tournament(
            folder, "ladder", *rounds, "--json").out))
    wrong += ["a command"] * (b"./low" in b"".join(
        files(f"{folder}/pages").values()))
    return wrong


def files(folder):
    found = {}
    for path, _, names in os.walk(folder):
        for name in names:
            with open(f"{path}/{name}", "rb") as file:
                found[f"{path}/{name}"[len(folder):]] = file.read()
    return found


def pairs(folder):
    """The joint crosstable is the sum of those of the rounds, draws
    included."""
    data = data_of(f"{folder}/pages/evenings")
    sums = {}
    for one, name in zip(data["rounds"], EVENINGS):
        own = json.loads(scene.tournament(folder, "crosstable", name,
                                          "--json").out)["crosstable"]
        who = dict(zip([entrant for entrant, _ in EVENINGS[name][1]],
                       [data["entrants"][i] for i in one["entrants"]]))
        for pair in own:
            key = who[pair["entrant"]], who[pair["opponent"]]
            counts = [pair[key] for key in ("points", "games", "wins", "draws",
                                            "losses")]
            sums[key] = [a + b for a, b in zip(sums.get(key, [0] * 5), counts)]
    found = {(pair["entrant"], pair["opponent"]):
             [pair[key] for key in ("points", "games", "wins", "draws",
                                    "losses")] for pair in data["crosstable"]}
    return [f"{found} {sums}"] * (found != sums or not found)


def same_bytes(folder):
    for name in EVENINGS:
        shutil.copytree(f"{folder}/{name}", f"{folder}/copy/{name}")
    wrong = made(folder, *(f"{folder}/copy/{name}" for name in EVENINGS), "-o",
                 "twice")
    wrong += made(folder, *EVENINGS, "-o", "twice", "--no-logs")
    wrong += ["--no-logs"] * any("/logs/" in name for name in
                                 files(f"{folder}/twice"))
    wrong += made(folder, *EVENINGS, "-o", "twice")
    one, two = files(f"{folder}/pages/evenings"), files(f"{folder}/twice")
    return wrong + [name for name in sorted(one.keys() | two.keys())
                    if one.get(name) != two.get(name)]


def refused(folder):
    wrong = []
    before = files(f"{folder}/twice")
    for words, why in (
            (["mon", "tue", "mon"], "mon and mon are the same folder"),
            (["mon", "./mon"], r"mon and \./mon are the same folder"),
            (["mon", "pig"], "one ladder is for one game"),
            (["mon", "nowhere"], "nowhere"),
            (["mon", "copy"], "copy/manifest.json"),
            (["mon", "league"], "league is a league, .* expected it alone"),
            (["league", "mon"], "league is a league, .* expected it alone"),
            (["league", "league"], "league is a league, .* expected it alone"),
            (["mon", "--logs-of", "eve"], "no entrant of mon is called eve"),
            (["mon", "tue", "--logs-of", "eve"],
             "no entrant of the series is called eve")):
        wrong += scene.one_sentence(site(folder, *words, "-o", "new"), why)
    for words, why in ((["mon"], "twice is not empty"),
                       (["mon", "tue"], "twice/003 exists, but the series "
                        "has 2 rounds"),
                       (["mon", "wed", "tue"], "twice/002 is not empty"),
                       (["league"], "twice/001 is not empty")):
        wrong += scene.one_sentence(site(folder, *words, "-o", "twice"), why)
    os.mkdir(f"{folder}/none")
    shutil.copy(f"{folder}/league/league.json", f"{folder}/none")
    wrong += scene.one_sentence(site(folder, "none", "-o", "new"),
                                "none: no round of this league has been played")
    wrong += ["new was made"] * os.path.exists(f"{folder}/new")
    wrong += ["twice was changed"] * (files(f"{folder}/twice") != before)
    wrong += made(folder, *EVENINGS, "-o", "some", "--logs-of", LONG)
    logs = sorted(name for name in files(f"{folder}/some") if "/logs/" in name)
    return wrong + [f"--logs-of: {logs}"] * (
        not logs or any(not name.startswith("/002/") for name in logs))


# ### in a browser

class Page:
    def __init__(self, one, url):
        self.one, self.url, self.wrong = one, url, []

    def view(self, path, until):
        self.one.go(f"{self.url}/{path}")
        self.one.size(1180)
        self.one.wait(f"!!document.querySelector({json.dumps(until)})")

    def text(self):
        return self.one.value("document.querySelector('main').textContent")

    def has(self, what, text, *words):
        self.wrong += [f"{what}: no {word!r} in {text!r}" for word in words
                       if word not in text]

    def fits(self, name):
        for width in (1180, 390):
            for dark in (False, True):
                self.one.size(width, dark=dark)
                if self.one.overflow() > 0:
                    self.wrong.append(f"{name} {width}: too wide")
                if scene.LONG or dark == (width == 390):
                    self.wrong += [f"{name} {width}: {one}"
                                   for one in axe.findings(self.one)]
                if SCREENS:
                    self.one.picture(f"{SCREENS}/{name}-{width}"
                                     f"{'-dark' * dark}.png")
        self.one.size(1180)
        self.wrong += [f"{name} {one}" for one in self.one.printed()]

    def proof(self, due, *words):
        self.view("index.html#/proof", "button.main")
        self.one.value("document.querySelector('button.main').click()")
        self.one.wait("!!document.querySelector('main .banner')")
        kind = self.one.value("document.querySelector('main .banner').className")
        text = self.text()
        self.wrong += [f"{kind}: {text}"] * (kind != f"banner {due}")
        self.has("proof", text, *words)
        return text


def tables(one, url):
    page = Page(one, f"{url}/evenings")
    page.view("index.html", ".cross")
    page.has("series", page.text(), "The rounds", "After each round", "swiss",
             "sequential test", HOSTILE)
    page.fits("series")
    # The explanations of headings, by keyboard.
    said = one.value("""(() => {
        const cell = document.querySelector('.cross td[tabindex="0"]');
        cell.focus();
        cell.dispatchEvent(new KeyboardEvent('keydown',
            { key: 'ArrowRight', bubbles: true }));
        const now = document.activeElement;
        return [now.title, now.querySelector('.unseen')?.textContent,
            document.querySelector('.pair-words').textContent,
            document.querySelectorAll('.cross td[tabindex="0"]').length];
    })()""")
    if not re.fullmatch(r".* against .*: [\d.]+ of \d+ games?; \d+ won, "
                        r"\d+ drawn, \d+ lost", said[0]) or \
            said[1] != said[0] or said[2] != said[0] or said[3] != 1:
        page.wrong.append(f"pair: {said}")
    page.view("003/index.html", ".llr")
    page.has("test", page.text(), "H0 is accepted here", "H1 is accepted here")
    page.has("round", one.value("document.querySelector('header').textContent"),
             "mon, tue and wed, round 3 of 3")
    page.fits("test")
    page.view("002/index.html", ".round")
    rounds = one.value("""[...document.querySelectorAll('.round')].map(
        (table) => [...table.tBodies[0].rows].map((row) =>
            [...row.cells].map((cell) => cell.textContent)))""")
    # Everybody is in each round, and the last has all points of the standings.
    standings = {row["entrant"]: row["points"] for row in data_of(
        f"{url[7:]}/evenings/002", "data")["standings"]["standings"]}
    last = sorted(float(row[3]) for row in rounds[-1])
    if [len(rows) for rows in rounds] != [3, 3] or \
            last != sorted(standings.values()) or \
            sum(row[1] == "bye" for row in rounds[0]) != 1:
        page.wrong.append(f"rounds: {rounds} {standings}")
    page.fits("rounds")
    return page.wrong


def entrants(one, url):
    """The entrants' pages, in the series and in a round, with links to their
    games."""
    page = Page(one, f"{url}/evenings")
    card = ".entrant .card"
    page.view(f"index.html#/entrant/{urllib.parse.quote(HOSTILE, '')}", card)
    page.has("hostile", page.text(), HOSTILE, "Against each", "Its rounds")
    page.fits("hostile")
    page.view(f"index.html#/entrant/{LONG}", card)
    page.has("faults", page.text(), "garbled, ", "sent no valid line",
             "tue, match ")
    page.fits("faults")
    page.view("index.html#/entrant/nobody", ".card")
    page.has("nobody", page.text(), "There is no such entrant.")
    page.view("003/index.html#/entrant/bob", card)
    page.has("round", page.text(), "Rating over time", "Best", "Worst",
             "All its matches")
    page.view("index.html#/entrant/bob", card)
    page.has("bob", page.text(), "Rating over time", "mon", "tue", "wed")
    page.fits("entrant")
    found = one.value("""[...document.querySelectorAll('.surprises li')].map(
        (line) => [line.querySelector('b').textContent,
            Number(/expected ([\\d.]+) %/.exec(line.textContent)[1]),
            line.querySelector('a')?.getAttribute('href')])""")
    # A surprise really is one, and its link leads to that game.
    page.wrong += [f"surprises: {found}"] * (not found or any(
        abs({"won": 100, "drawn": 50, "lost": 0}[made] - due) < 9.9
        for made, due, _ in found))
    if found:
        page.view(found[0][2], ".player-body, .words")
        page.has("replay", page.text(), f"Match {found[0][2].split('/')[3]}")
    return page.wrong


def proved(one, url):
    page = Page(one, f"{url}/evenings")
    page.proof("good", "3 rounds", "The ladder on this page is the one that the "
               "games of all rounds give", "What no log can prove")
    page.fits("proof")
    league = Page(one, f"{url}/league")
    league.proof("good", "3 rounds", "The pairings of every round follow from "
                 "the ladder of the rounds before it")
    return page.wrong + league.wrong


def change_page(folder, name, old, new):
    """A copy of a page with changed data."""
    shutil.rmtree(f"{folder}/pages/false", ignore_errors=True)
    shutil.copytree(f"{folder}/pages/{name}", f"{folder}/pages/false")
    path = f"{folder}/pages/false/data.js"
    with open(path, encoding="ascii") as file:
        text = file.read()
    changed = re.sub(old, new, text, count=1)
    assert changed != text, old
    scene.write(path, changed)


FALSE = {
    "ladder": ('("elo":)(-?)', r"\g<1>\g<2>1"),
    "table after each round": (r'("after":\[(?:null,)*\[1,\d,-?)', r"\g<1>7"),
    "table of who beats whom": ('("wins":)', r"\g<1>1"),
}


def false_pages(one, folder, url):
    """The logs are good, but the page says something else."""
    wrong = []
    for name, (old, new) in FALSE.items():
        change_page(folder, "evenings", old, new)
        page = Page(one, f"{url}/false")
        page.proof("bad", f"The {name} on this page did not come from these "
                   "games")
        wrong += page.wrong
    return wrong


def damaged(one, folder, url):
    """A changed die in the second round, and a league round with the pairings
    of another."""
    log = sorted(name for name in os.listdir(f"{folder}/tue")
                 if re.fullmatch(r"match-\d+\.jsonl", name))[0]
    shutil.copytree(f"{folder}/tue", f"{folder}/changed")
    with open(f"{folder}/changed/{log}", encoding="utf-8") as file:
        lines = file.read().splitlines(True)
    number = next(i for i, line in enumerate(lines)
                  if line.startswith('{"t":"draw"'))
    lines[number] = re.sub(r'"v":\[\d', '"v":[9', lines[number])
    scene.write(f"{folder}/changed/{log}", "".join(lines))
    wrong = made(folder, "mon", "changed", "wed", "-o", "pages/changed")
    if wrong:
        return wrong
    page = Page(one, f"{url}/changed")
    page.proof("bad", "tue is not what was played and signed.",
               f"002/{log}, line {number + 1}: ", "Look at match")
    # Without its second round, a league has other pairings in the last one.
    shutil.copytree(f"{folder}/league", f"{folder}/other")
    shutil.rmtree(f"{folder}/other/round-002")
    os.rename(f"{folder}/other/round-003", f"{folder}/other/round-002")
    wrong = made(folder, "other", "-o", "pages/other")
    league = Page(one, f"{url}/other")
    native = scene.tournament(folder, "verify", "other")
    if native.code == 1:
        league.proof("bad", "Round 2 is not what was played and signed.")
    else:
        league.proof("good", "2 rounds")
    return wrong + page.wrong + league.wrong


def before(tally, folder):
    tally.add("tournaments", played(folder))
    tally.add("what the files hold", what_they_hold(folder))
    tally.add("who beats whom", pairs(folder))
    tally.add("same bytes", same_bytes(folder))
    tally.add("refused", refused(folder))


def looks(tally, one, folder, files, served):
    tally.add("tables", tables(one, files))
    tally.add("entrants", entrants(one, files))
    tally.add("entrants over HTTP", entrants(one, served))
    tally.add("proved", proved(one, files))
    tally.add("proved over HTTP", proved(one, served))
    tally.add("false pages", false_pages(one, folder, files))
    tally.add("damaged", damaged(one, folder, files))


if __name__ == "__main__":
    sys.exit(page_stage.main(before, looks))

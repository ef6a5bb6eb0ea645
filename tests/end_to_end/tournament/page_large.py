#!/usr/bin/env python3
"""page_large.py - large pages: 10,000 games, a match of 1,000, a list of
5,000.

What is loaded for the first view stays small, the last game of a large log
opens, and a long list is shown in parts.

tier: full
needs: chromium
"""
import gzip
import json
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import page_stage
import scene
import tournament_stage as stage
from page import BADGE, STEPS, Page

FIRST_VIEW = ("index.html", "style.css", "app.js", "data.js")
FIRST_MOST = 30000      # bytes, compressed
# The games are short, so that 12,000 of them do not take long.
CUPS = {"many": (5, {"type": "round_robin", "boards": 50, "matches": 10}),
        "long": (2, {"type": "round_robin", "boards": 500})}
MATCHES = 5000
# Milliseconds since the page started to load.
PAINT = """performance.getEntriesByName("first-contentful-paint")[0]?.startTime"""
LIST = """(() => { const began = performance.now(); location.hash = "#/matches";
    return new Promise((shown) => { const look = () =>
        document.querySelector(".matches") ? requestAnimationFrame(() =>
            setTimeout(() => shown(performance.now() - began))) :
            requestAnimationFrame(look); look(); }); })()"""


def played(folder):
    wrong = []
    for i in range(5):
        scene.entrant(folder, f"bot{i}", "threshold" if i % 2 else "first_move")
    for name, (count, form) in CUPS.items():
        stage.cup(folder, f"{name}.json", name=name, links=8, format=form,
                  rules={"target": 10, "max_turns": 3},
                  limits={"start_ms": 60000, "move_ms": 60000}, entrants=[
                      {"name": f"entrant-{i}", "command": [f"./bot{i}"]}
                      for i in range(count)])
        for words in (["run", f"{name}.json", "-o", name, *stage.KEY],
                      ["site", name, "-o", f"pages/{name}"]):
            result = scene.tournament(folder, *words)
            wrong += [f"{words}: {result}"] * (result.code != 0)
    return wrong


def first_view(folder):
    size = sum(len(gzip.compress(scene.content(folder, f"pages/many/{name}"),
                                 mtime=0)) for name in FIRST_VIEW)
    print(f"first view of 10,000 games: {size / 1000:.1f} kB compressed")
    data = data_of(folder, "many")[1]
    return [f"{data['games']} games"] * (data["games"] != 10000) + \
        [f"{size} bytes compressed"] * (size > FIRST_MOST)


def data_of(folder, name):
    """The text before the data of a page, and the data."""
    text = scene.content(folder, f"pages/{name}/data.js").decode()
    begin = text.index("{")
    return text[:begin], json.loads(text[begin:text.rindex(")")])


def large_log(one, url):
    page = Page(one, f"{url}/long")
    page.view("#/match/1/game/1000/step/1", STEPS)
    page.has("title", page.text("main h2")[1], "Game 1000 of 1000",
             "board 500, rotation 1", "games 999\u20131000")
    page.expect("tiles", len(page.text(".games li")), 1000)
    page.has("chosen", page.text(".games [aria-current]")[0], "Game 1000")
    page.has("badge", page.one.wait(BADGE + "?.textContent"), "verified here")
    page.key("ArrowDown")           # there is no game after it
    page.key("ArrowUp")
    page.one.wait("location.hash === '#/match/1/game/999/step/0' && "
                  f"!!{STEPS}")
    page.has("title", page.text("main h2")[1], "Game 999 of 1000")
    page.key("ArrowDown")
    page.one.wait("location.hash === '#/match/1/game/1000/step/0'")
    return page.wrong


def long_list(one, folder, url):
    """The matches of the large tournament, repeated many times."""
    before, data = data_of(folder, "many")
    matches = data["results"]["matches"]
    data["results"]["matches"] = [
        {**matches[i % len(matches)], "match": i + 1} for i in range(MATCHES)]
    data["logs"] = [[i + 1, *data["logs"][i % len(data["logs"])][1:]]
                    for i in range(MATCHES)]
    text = f"{before}{json.dumps(data, separators=(',', ':'))});\n"
    scene.write(f"{folder}/pages/many/data.js", text)
    page = Page(one, f"{url}/many")
    page.view("#/", "document.querySelector('.ladder')")
    paint = page.one.wait(PAINT)
    taken = page.one.value(LIST)
    print(f"5,000 matches, {len(text) / 1000:.0f} kB: first paint after "
          f"{paint / 1000:.2f} s, the list after {taken / 1000:.2f} s")
    due = 200
    while True:
        page.expect("rows", page.one.value(
            "document.querySelectorAll('.match').length"), due)
        left = page.text("main .card > button")
        page.expect("more", left, [f"Show more: {MATCHES - due:,} matches to "
                                   "come"] if due < MATCHES else left)
        if due >= 600:
            break
        due += 200
        page.click("main .card > button")
    page.expect("too wide", page.one.overflow(), 0)
    return page.wrong


def before(tally, folder):
    tally.add("tournaments", played(folder))
    tally.add("the first view", first_view(folder))


def looks(tally, one, folder, files, _):
    tally.add("a large log", large_log(one, files))
    tally.add("a long list", long_list(one, folder, files))


if __name__ == "__main__":
    sys.exit(page_stage.main(before, looks))

#!/usr/bin/env python3
"""page_firefox.py - the page in Firefox, from files and over plain HTTP:
shown, replayed and verified; what was changed is red.

tier: full
needs: firefox-esr
"""
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import browser
import firefox
import page_stage
import scene
import tournament_stage as stage
from page import BADGE, CARD, HOSTILE, LIST, STEPS, at_first, write_page

UP, DOWN, RIGHT = "\ue013", "\ue015", "\ue014"
VIEWS = {"": CARD, "#/matches": LIST, "#/about": CARD, "#/proof": CARD,
         "#/match/1/game/1/step/2": STEPS}


def played(folder):
    """Plays a game with a board, and one with dice, which is changed later."""
    wrong = []
    for i in range(2):
        scene.entrant(folder, f"bot{i}", "threshold" if i % 2 else "first_move")
    for name, more in (("rolit", {"rules": "none"}),
                       ("pig", {"rules": {"target": 30}})):
        stage.cup(folder, f"{name}.json", name=name, game=name, **more,
                  limits={"start_ms": 60000, "move_ms": 60000}, entrants=[
                      {"name": called, "command": [f"./bot{i}"]}
                      for i, called in enumerate(["ann", HOSTILE])])
        result = scene.tournament(folder, "run", f"{name}.json", "-o", name,
                                  *stage.KEY)
        wrong += [str(result)] * (result.code != 0)
    wrong += write_page(folder, "rolit")
    number = at_first("move", '"then":"[a-z]+"', '"then":"fly"')(
        f"{folder}/pig")
    return wrong + write_page(folder, "pig"), number


def has(what, text, *words):
    return [f"{what}: no {word!r} in {text[:600]!r}" for word in words
            if word not in text]


def looked_at(one, url):
    wrong = []
    for width in (1180, 500):           # its window gets no narrower
        one.size(width)
        for view, until in VIEWS.items():
            one.go(f"{url}/rolit/index.html{view}")
            one.wait(f"!!{until}")
            over = one.value("document.documentElement.scrollWidth - "
                             "document.documentElement.clientWidth")
            wrong += [f"{view} {width}: {over} px too wide"] * (over > 0)
            if view != "#/proof":
                wrong += has(view, one.value("document.body.textContent"),
                             HOSTILE)
    one.wait(f"({BADGE})?.className === 'badge good'")
    for key, at in ((RIGHT, "1/step/3"), (DOWN, "2/step/0"), (UP, "1/step/0")):
        one.key(key)
        one.wait(f"location.hash === '#/match/1/game/{at}' && !!{STEPS}")
    wrong += has("drawn", one.value(
        "document.querySelector('.position svg').getAttribute('aria-label')"),
        "Board, row by row")
    one.go(f"{url}/rolit/index.html#/proof")
    one.wait("!!document.querySelector('button.main')")
    one.value("document.querySelector('button.main').click()")
    one.wait("!!document.querySelector('main .banner')")
    return wrong + has("proof", one.value(
        "document.querySelector('main').textContent"), "Verified here in",
        "The ladder on this page is the one that these games give")


def changed(one, url, line):
    one.go(f"{url}/pig/index.html#/match/1")
    one.wait(f"({BADGE})?.className === 'badge bad'")
    return has("changed", one.wait(
        "document.querySelector('main .lines .wrong')?.textContent"),
        f"{line}  {{")


def main():
    if not page_stage.can_be_written():
        return 0
    if not scene.LONG:
        print("not tried: pages in Firefox, which make check-all tries")
        return 0
    if not firefox.PROGRAM:
        print(firefox.NOT_TRIED)
        return 0
    tally = scene.Tally()
    with scene.Scene() as scenes:
        folder = scenes.folder()
        os.mkdir(f"{folder}/pages")
        wrong, line = played(folder)
        tally.add("tournaments", wrong)
        server = browser.Server(f"{folder}/pages")
        served = f"http://127.0.0.1:{server.server_address[1]}"
        with firefox.Firefox(scenes.folder()) as one:
            for url in (f"file://{folder}/pages", served):
                where = url.partition(":")[0]
                tally.add(f"{where}: views", looked_at(one, url))
                tally.add(f"{where}: changed", changed(one, url, line))
                tally.add(f"{where}: console", one.errors(url))
        server.shutdown()
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

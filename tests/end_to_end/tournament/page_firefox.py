#!/usr/bin/env python3
"""page_firefox.py - the page in Firefox, from files and over plain HTTP:
shown, replayed and verified; what was changed is red.

tier: full
needs: firefox-esr
"""
import os

import browser
import firefox
import pages
import scene
from pages import BADGE, CARD, HOSTILE, LIST, STEPS

UP, DOWN, RIGHT = "\ue013", "\ue015", "\ue014"
VIEWS = {"": CARD, "#/matches": LIST, "#/about": CARD, "#/proof": CARD,
         "#/match/1/game/1/step/2": STEPS}


def written(folder):
    """A game with a board, and one with dice, which is changed later; returns
    the number of the changed line."""
    os.mkdir(f"{folder}/pages")
    for i in range(2):
        scene.entrant(folder, f"bot{i}", "threshold" if i else "first_move")
    pages.play(folder, "rolit", ("ann", "bot0"), (HOSTILE, "bot1"),
               game="rolit")
    scene.golden(folder, "robin")
    line = pages.change(f"{folder}/robin", "match-000001.jsonl",
                        '"then":"[a-z]+"', '"then":"fly"')
    for name in "rolit", "robin":
        pages.must(folder, "site", name, "-o", f"pages/{name}")
    return line


def look(one, url, line):
    def text(selector):
        return one.value(f"document.querySelector('{selector}').textContent")

    for width in (1180, 500):           # its window gets no narrower
        one.size(width)
        for view, until in VIEWS.items():
            one.go(f"{url}/rolit/index.html{view}")
            one.wait(f"!!{until}")
            over = one.value("document.documentElement.scrollWidth - "
                             "document.documentElement.clientWidth")
            assert over <= 0, (view, width)
            assert view == "#/proof" or HOSTILE in text("body"), view
    one.wait(f"({BADGE})?.className === 'badge good'")
    for key, at in ((RIGHT, "1/step/3"), (DOWN, "2/step/0"), (UP, "1/step/0")):
        one.key(key)
        one.wait(f"location.hash === '#/match/1/game/{at}' && !!{STEPS}")
    assert "empty" in text('.position [aria-label="The board"] table')
    one.go(f"{url}/rolit/index.html#/proof")
    one.wait("!!document.querySelector('button.main')")
    one.value("document.querySelector('button.main').click()")
    one.wait("!!document.querySelector('main .banner')")
    assert "The ladder on this page is the one that these games give" in \
        text("main")
    one.go(f"{url}/robin/index.html#/match/1")
    one.wait(f"({BADGE})?.className === 'badge bad'")
    one.wait("!!document.querySelector('main .lines .wrong')")
    assert f"{line}  {{" in text("main .lines .wrong")
    assert not (found := one.errors(url)), found


def test_pages(folder):
    line = written(folder)
    server = browser.Server(f"{folder}/pages")
    os.mkdir(f"{folder}/home")
    with firefox.Firefox(f"{folder}/home") as one:
        for url in (f"file://{folder}/pages",
                    f"http://127.0.0.1:{server.server_address[1]}"):
            look(one, url, line)
    server.shutdown()


pages.needed()
scene.main()

"""pages.py - pages of tournaments, and one Chromium that all tests of a file
look at them with.
"""
import atexit
import contextlib
import functools
import json
import os
import re

import axe
import browser
import scene

HOSTILE = "<img/src=x/onerror=alert(1)>"
PATIENT = {"start_ms": 600000, "move_ms": 600000}
KEY = "--key-file", "key"
SCREENS = os.environ.get("ROLLCALL_SCREENS")
# What is true once a view is shown.
BADGE = "document.querySelector('.badge.good, .badge.bad')"
CARD = "document.querySelector('main .card')"
LIST = "document.querySelector('.matches')"
STEPS = "document.querySelector('.steps [aria-current]')"


def must(folder, *words):
    scene.expect(scene.tournament(folder, *words), err="")


def cup(folder, name, *entrants, file=None, **more):
    """Writes the file of a tournament between (name, bot); without `game` one
    of pig, by short rules."""
    tree = {"name": name, "limits": PATIENT, "format":
            {"type": "round_robin", "boards": 1}, "entrants": [
                {"name": called, "command": [f"./{bot}"]}
                for called, bot in entrants],
            **({} if "game" in more else
               {"game": "pig", "rules": {"target": 12}}), **more}
    scene.write(f"{folder}/{file or name}.json", json.dumps(tree))


def play(folder, name, *entrants, **more):
    cup(folder, name, *entrants, **more)
    must(folder, "run", f"{name}.json", "-o", name, *KEY)


def needed():
    if not os.path.exists(f"{scene.BUILD}/site/checker.wasm"):
        scene.skip_all("pages, which need checker.wasm: see configure")


class Stage:
    """A folder with pages/ in it, and the browser that is allowed to see only
    that, from files and over plain HTTP."""

    def __init__(self):
        at = scene.Scene()
        atexit.register(at.__exit__)
        self.folder = at.folder()
        os.mkdir(f"{self.folder}/pages")
        self.server = server = browser.Server(f"{self.folder}/pages")
        self.files = f"file://{self.folder}/pages"
        self.served = server.url
        self.one = browser.Browser(at.folder(), (self.files, self.served))
        self.one.__enter__()
        atexit.register(self.one.__exit__)
        if not axe.HAS:
            print(axe.NOT_TRIED)

    def page(self, name, *words, folders=(), out=None):
        """Writes the page of a tournament, or of several."""
        must(self.folder, "site", *(folders or [name]), "-o",
             f"pages/{out or name}", *words)


@functools.lru_cache(None)
def the_stage():
    """Made by the first test; tests run one after the other."""
    needed()
    if not browser.PROGRAM:
        scene.skip_all(browser.NOT_TRIED)
    return Stage()


class Page:
    def __init__(self, url):
        self.one, self.url = the_stage().one, url

    def view(self, hash_, until=CARD, file="index.html"):
        """Opens a view and waits for `until`: the page changes its own
        address, for which Browser.go() would wait."""
        self.one.go("about:blank")
        self.one.call("Page.navigate", url=f"{self.url}/{file}{hash_}")
        self.one.wait(f"!!({until})")

    def text(self, selector="main"):
        return self.one.value("[...document.querySelectorAll("
                              f"{json.dumps(selector)})].map("
                              "(node) => node.textContent)")

    def shows(self, *words, within="main"):
        """Waits until it does: the parts of a view come one after another."""
        def missing():
            text = " ".join(self.text(within))
            return [(word, text[:900]) for word in words if word not in text]
        assert scene.wait_until(lambda: not missing(), 60), missing()

    def count(self, selector):
        return self.one.value("document.querySelectorAll("
                              f"{json.dumps(selector)}).length")

    def click(self, selector):
        self.one.value(f"document.querySelector({json.dumps(selector)})"
                       ".click()")

    def key(self, key):
        for kind in ("rawKeyDown", "keyUp"):
            self.one.call("Input.dispatchKeyEvent", type=kind, key=key)

    def badge(self, due="good"):
        self.one.wait(f"{BADGE}?.textContent")
        found = self.one.value(f"{BADGE}.className")
        assert found == f"badge {due}", (found, self.text())

    def proof(self, due="good", *words):
        """Everything is verified; the whole page says `words`."""
        self.view("#/proof", "document.querySelector('button.main')")
        self.click("button.main")
        self.one.wait("!!document.querySelector('main .banner')")
        found = self.one.value("document.querySelector('main .banner')"
                               ".className")
        assert found == f"banner {due}", (found, self.text())
        self.shows(*words)

    def fits(self, name, widths=(1180, 390)):
        """The view on paper, and at these widths, light and dark."""
        assert not (found := self.one.printed()), (name, found)
        for width in widths:
            for dark in (False, True):
                self.one.size(width, dark=dark)
                where = f"{name} {width}{' dark' * dark}"
                assert self.one.overflow() <= 0, f"{where}: too wide"
                # Colours do not depend on the width, and nothing but colours
                # on the scheme: two of the four combinations are enough.
                if dark == (width == 390):
                    assert not (found := axe.findings(self.one)), \
                        (where, found)
                if SCREENS:
                    file = re.sub("[^a-z0-9]+", "-", where)
                    self.one.picture(f"{SCREENS}/{file}.png")
        self.one.size(1180)


@contextlib.contextmanager
def opened(name, served=False, loud=False):
    """A page, from a file or over HTTP, that makes no noise."""
    at = the_stage()
    page = Page(f"{at.served if served else at.files}/{name}")
    at.one.noise.clear()
    yield page
    # Chromium requests an icon from the server by itself; an image in the page
    # is requested from nobody.
    noise = [one for one in at.one.noise if "favicon" not in one and
             not one.startswith("request: data:image/")]
    assert loud or not noise, noise


# ### damage

def change(folder, file, old, new):
    """Changes the first line that matches; returns its number."""
    lines = scene.content(folder, file).decode().splitlines(True)
    for number, line in enumerate(lines):
        lines[number] = re.sub(old, new, line, count=1)
        if lines[number] != line:
            scene.write(f"{folder}/{file}", "".join(lines))
            return number + 1
    raise AssertionError(f"no {old} in {file}")


def swap(folder, one, two):
    for a, b in ((one, "x"), (two, one), ("x", two)):
        os.rename(f"{folder}/{a}", f"{folder}/{b}")

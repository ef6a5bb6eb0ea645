#!/usr/bin/env python3
"""page_loading.py - a file of a page that could not be loaded is requested
again; for one that is missing or cut off there is a sentence, and the page
shows what it can show without it.

tier: full
needs: chromium
"""
import os
import shutil

import pages
import scene
from pages import BADGE, CARD, STEPS, opened, the_stage


def written():
    at = the_stage()
    scene.golden(at.folder, "luck")
    at.page("luck")


ALL = f"{STEPS} && document.querySelector('.chance') && {BADGE}"


@scene.each(["style.css", "data.js", "more.js", "checker.js", "folder.js",
             "000001.js", "chances.js"])
def test_one_failed_request(_, name):
    with opened("luck", served=True, loud=True) as page:
        once = the_stage().server.once
        once.add(name)
        page.view("#/match/1/game/1/step/3", ALL)
        page.badge()
        page.shows("lost by mistakes")
        page.one.wait("document.styleSheets.length === 1")
        assert not once and not page.count(".banner.open")


def test_waiting(_):
    """The page says that it is loading, and the window which view it shows."""
    with opened("luck") as page:
        page.view("#/")
        page.one.value("(() => { load = loadScript; loadScript = () => "
                       "new Promise(() => {}); location.hash = '#/about'; })()")
        page.shows("Loading the program")
        page.one.value("(() => { loadScript = load; loadLog = () => "
                       "new Promise(() => {}); location.hash = "
                       "'#/match/1/game/2'; })()")
        page.shows("Loading the game")
        assert page.one.value("document.title").startswith("Match 1, game 2 ")


# Without each file: the view, what it waits for, and the sentence.
MATCH = "#/match/1/game/1/step/3"
WITHOUT = {
    "data.js": ("#/", "document.querySelector('.banner.open')"),
    "more.js": (MATCH, CARD),
    "checker.js": (MATCH, "document.querySelector('.banner.open')"),
    "folder.js": (MATCH, "document.querySelector('.banner.open')"),
    "logs/000001.js": (MATCH, "document.querySelector('.banner.open')"),
    "chances.js": (MATCH, f"{STEPS} && {BADGE}")}


def spoil(path, how):
    text = scene.content(os.path.dirname(path), os.path.basename(path))
    if how == "missing":
        os.remove(path)
        return "could not be loaded"
    scene.write(path, text[:len(text) // 2] if how == "half" else
                text[:text.rindex(b"\n", 0, -1) + 1])
    return "is cut off or damaged"


@scene.each([(how, name) for name in WITHOUT
             for how in ("missing", "half", "line")
             if how != "line" or name in ("checker.js", "folder.js",
                                          "chances.js")])
def test_without(_, how, name):
    folder = f"{the_stage().folder}/pages"
    shutil.rmtree(f"{folder}/spoilt", ignore_errors=True)
    shutil.copytree(f"{folder}/luck", f"{folder}/spoilt")
    due = f"{name} {spoil(f'{folder}/spoilt/{name}', how)}."
    with opened("spoilt", loud=True) as page:
        page.view(*WITHOUT[name])
        page.shows(due[:-1], within="body")
        if name == "chances.js":
            page.shows(f"There are no chances to win here: {due}")
            page.badge()
        page.one.wait("![...document.querySelectorAll('.badge')].some("
                      "(one) => one.textContent.includes('checking'))")


pages.needed()
written()
scene.main(workers=1)

"""page_stage.py - runs a test of pages: first the tournaments, then a browser.
"""
import os

import axe
import browser
import scene


def can_be_written():
    """Whether pages can be written; if not, prints what is missing."""
    found = os.path.exists(f"{scene.BUILD}/site/checker.wasm")
    if not found:
        print("not tried: pages, which need checker.wasm: see configure")
    return found


def main(before, looks):
    """`before(tally, folder)` plays tournaments and writes pages into
    `folder`/pages; `looks(tally, one, folder, files, served)` adds what
    Chromium shows of them, both from files and over plain HTTP."""
    if not can_be_written():
        return 0
    tally = scene.Tally()
    with scene.Scene() as scenes:
        folder = scenes.folder()
        os.mkdir(f"{folder}/pages")
        before(tally, folder)
        if not browser.PROGRAM:
            print(browser.NOT_TRIED)
            return tally.end()
        if not axe.HAS:
            print(axe.NOT_TRIED)
        server = browser.Server(f"{folder}/pages")
        files = f"file://{folder}/pages"
        with browser.Browser(scenes.folder(), (files, server.url)) as one:
            looks(tally, one, folder, files, server.url)
            # Chromium requests an icon from the server by itself.
            tally.add("nothing but the page", [
                noise for noise in one.noise if "favicon" not in noise])
        server.shutdown()
    return tally.end()

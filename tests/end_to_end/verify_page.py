#!/usr/bin/env python3
"""verify_page.py - verify.html says in a browser what verify says.

Good and changed logs and folders are chosen and dropped, with the page opened
from a file and over plain HTTP.

tier: full
needs: chromium
"""
import functools
import html
import json
import os
import re
import shutil

import axe
import pages
import scene
import wasm

GOLDEN = f"{scene.SRC}/tests/golden"
PAGE = f"{scene.BUILD}/verify.html"
HOSTILE = "<img src=x onerror=alert(1)>"
CARDS = """[...document.querySelectorAll("article")].map(
    (card) => [card.classList[1], card.innerText])"""


def test_one_file(_):
    """The page loads nothing, and its policy lets nothing else run."""
    with open(PAGE, encoding="utf-8") as file:
        text = file.read()
    policy = html.unescape(re.search(r'Policy" content="([^"]*)"', text)[1])
    markup = re.sub("(?s)<(script|style).*?</", "</", text)
    wrong = re.findall(r"\b(?:src|href|action|on\w+)=|url\(|@[A-Z_]+@", markup)
    wrong += re.findall(r"innerHTML|insertAdjacentHTML|document\.write"
                        r"|[^-]\beval\b"
                        r"|https?:(?!//www.w3.org/2000/svg\b)", text)
    due = {"default-src 'none'", "connect-src 'none'", "base-uri 'none'",
           "form-action 'none'", "worker-src blob:"}
    return wrong + sorted(due - set(policy.split("; "))) + \
        ["unsafe-inline"] * ("unsafe-inline" in policy)


@functools.lru_cache(None)
def prepared():
    """The stage, with logs and tournaments; the changed line, and what the
    programs say of them."""
    at = pages.the_stage()
    folder = at.folder
    scene.golden(folder, "robin")
    shutil.copy(PAGE, f"{folder}/pages")
    for name in "good", "__proto__", HOSTILE:
        shutil.copy(f"{GOLDEN}/pig-2.jsonl", f"{folder}/{name}.jsonl")
    line = pages.change(folder, f"{HOSTILE}.jsonl", '"then":"[a-z]*"',
                        '"then":"fly"')
    scene.run(folder, "pack", "good.jsonl")
    packed = bytearray(scene.content(folder, "good.pack"))
    packed[-1] ^= 1
    scene.write(f"{folder}/bad.pack", bytes(packed))
    shutil.copytree(f"{folder}/robin", f"{folder}/swapped")
    pages.swap(f"{folder}/swapped", "match-000001.jsonl",
               "match-000002.jsonl")
    shutil.copytree(f"{folder}/robin", f"{folder}/packed")
    pages.must(folder, "pack", "packed")
    scene.golden(folder, "sharded", "league")
    for name in "robin", "packed", "sharded", "league":
        at.page(name)
    at.page("robin", "--logs-of", "ann", out="partly")
    shutil.copytree(f"{folder}/pages/league", f"{folder}/pages/series")
    pages.change(f"{folder}/pages/series", "data.js", '"league":true',
                 '"league":false')
    shutil.copytree(f"{folder}/pages/robin", f"{folder}/pages/cut")
    scene.write(f"{folder}/pages/cut/folder.js", "rollcall.file(")
    for name in "one", "two":
        os.mkdir(f"{folder}/{name}")
        shutil.copytree(f"{folder}/{'swapped' if name == 'one' else 'robin'}",
                        f"{folder}/{name}/robin")
        shutil.copy(f"{folder}/{HOSTILE if name == 'one' else 'good'}.jsonl",
                    f"{folder}/{name}/m.jsonl")
    found = [scene.run(folder, "verify", f"{HOSTILE}.jsonl", "--json"),
             scene.tournament(folder, "verify", "swapped", "--json")]
    assert [one.code for one in found] == [1, 1], found
    return at, line, [json.loads(one.out)["why"]["why"] for one in found]


def opened(served):
    at, *_ = prepared()
    page = at.one
    page.noise.clear()
    page.go(f"{at.served if served else at.files}/verify.html")
    return page


def quiet(page):
    """Chromium requests an icon by itself."""
    return [one for one in page.noise if "favicon" not in one and
            not one.startswith("log: Failed to load resource")]


def cards(page, act):
    """The cards and the state shown after what `act` starts has ended."""
    page.value("document.getElementById('state').textContent = ''")
    act()
    page.wait("document.getElementById('stop').hidden && "
              "document.getElementById('state').textContent !== ''")
    return page.value(CARDS), \
        page.value("document.getElementById('state').textContent")


def expect(page, act, *due):
    """After `act` there are cards of these classes, with these words."""
    shown, state = cards(page, act)
    assert len(shown) == len(due) and state == "Done." and all(
        card[0] == kind and all(word in card[1] for word in words)
        for card, (kind, *words) in zip(shown, due)), (
            due, [(kind, text[:200]) for kind, text in shown], state)


def chosen(page, selector, *names):
    return lambda: page.files(selector, [f"{prepared()[0].folder}/{name}"
                                         for name in names])


def dropped(page, *names):
    return lambda: page.drop("#drop", [f"{prepared()[0].folder}/{name}"
                                       for name in names])


@scene.each([False, True])
def test_verdicts(_, served):
    _, line, (bad, swapped) = prepared()
    page = opened(served)
    good = ("good", "verified here in", "A match of pig: banks-0 against ",
            "Of 4 games banks-0 is first in 4", "No byte has changed",
            "Not proved:", "in the field above")
    wrong = "bad", f"Line {line} of", bad, f"{line}  {{", HOSTILE
    robin = (("good", "verified here in", "Not proved:"),
             ("good", "The ladder", "ann"))
    logs = "good.jsonl", "__proto__.jsonl", f"{HOSTILE}.jsonl"
    expect(page, chosen(page, "#logs", "good.jsonl"), good)
    expect(page, chosen(page, "#logs", *logs), good, good, wrong)
    expect(page, chosen(page, "#logs", "good.pack", "bad.pack"), good,
           ("bad", "the packed log was changed"))
    expect(page, chosen(page, "#folder", "robin"), *robin)
    expect(page, chosen(page, "#folder", "swapped"), ("bad", swapped))
    if not served:      # over HTTP, a drop by the debugger never ends
        expect(page, dropped(page, "good.jsonl"), good)
        expect(page, dropped(page, "robin"), *robin)
    return quiet(page)


def test_two_of_one_name(_):
    """Both are checked, chosen or dropped, files or folders."""
    prepared()
    page = opened(False)
    two = ("bad", "m.jsonl: "), ("good", "m (2).jsonl: ")
    expect(page, chosen(page, "#logs", "one/m.jsonl", "two/m.jsonl"), *two)
    # Chromium itself calls the second one m (1).jsonl.
    expect(page, dropped(page, "one/m.jsonl", "two/m.jsonl"), two[0],
           ("good", "m ("))
    expect(page, dropped(page, "one/robin", "two/robin"), ("bad", "robin: "),
           ("good", "verified here"), ("good", "The ladder"))
    return quiet(page)


# The folder of a page, and its cards.
ROUND = "good", "verified here in", "Not proved:"
PAGES = {
    "robin": [ROUND, ("good", "The ladder")],
    "packed": [ROUND, ("good", "The ladder")],
    "sharded": [ROUND, ("good", "The ladder")],
    "league": [ROUND, ROUND, ROUND, ("good", "The league")],
    "series": 3 * [("good", "verified here in", "Who met whom"),
                   ("good", "The ladder")],
    "partly": 3 * [("good", "of robin-", "as it says, of pig: ", "ann")],
    "cut": [("open", "could not be read", "cut/folder.js is cut off")]}


@scene.each(PAGES)
def test_the_folder_of_a_page(_, name):
    prepared()
    page = opened(False)
    shown, state = cards(page, chosen(page, "#folder", f"pages/{name}"))
    assert len(shown) == len(PAGES[name]) and all(
        card[0] == kind and all(word in card[1] for word in words)
        for card, (kind, *words) in zip(shown, PAGES[name])), [
            (kind, text[:50]) for kind, text in shown]
    assert name == "cut" or state == "Done.", state
    assert name != "series" or "The pairings follow the format" not in \
        "".join(text for _, text in shown)
    return quiet(page)


SHOWN = """[...document.querySelectorAll("#found section h2")].map(
    (one) => one.textContent)"""
BADGES = "document.querySelectorAll('.badge.{}').length"


def press(page, number):
    page.value(f"document.querySelectorAll('#found > div > button')[{number}]"
               ".click()")
    page.wait("!!document.querySelector('.steps [aria-current]')")


def test_the_games_of_a_log(_):
    """As on the page of a tournament: games, steps, keys, luck."""
    folder = prepared()[0].folder
    for name in "bolo7", "absent":
        shutil.copy(f"{GOLDEN}/replay-{name}.jsonl", folder)
    page = opened(False)
    cards(page, chosen(page, "#logs", "replay-bolo7.jsonl"))
    page.wait("!!document.querySelector('.luck-table tbody tr')")
    assert page.value(SHOWN)[0].startswith("Bolo with seven dice: the games")
    assert page.value(BADGES.format("good")) == 1
    assert page.value("document.querySelectorAll('.games a').length") == 2
    for key in "ArrowRight", "ArrowRight":
        page.call("Input.dispatchKeyEvent", type="rawKeyDown", key=key)
    page.wait("document.querySelector('.seats').innerText.includes('wins ')")
    for key in "ArrowRight", "ArrowDown":
        page.call("Input.dispatchKeyEvent", type="rawKeyDown", key=key)
    page.wait("location.hash.startsWith('#/match/1/game/2/step/')")
    page.wait("document.querySelector('.two h2').innerText"
              ".startsWith('Game 2 of')")
    # The next log begins at its first game.
    cards(page, chosen(page, "#logs", "replay-absent.jsonl"))
    assert page.value("location.hash") == "#/match/1/game/1/step/0"
    return quiet(page)


def test_the_games_before_a_wrong_line(_):
    _, line, (bad, _) = prepared()
    page = opened(False)
    cards(page, chosen(page, "#logs", f"{HOSTILE}.jsonl"))
    assert "as far as" in page.value(SHOWN)[0]
    assert page.value(BADGES.format("good")) == 0
    assert page.value(BADGES.format("bad")) == 1
    assert page.value("document.querySelector('.games').textContent"
                      ).endswith("without an end")
    assert f"The replay ends here: line {line}: {bad}" in page.value(
        "document.querySelector('.two .banner.bad').innerText")
    cards(page, chosen(page, "#folder", "swapped"))     # that log alone
    assert "as far as" in page.value(SHOWN)[0]
    return quiet(page)


def test_one_of_several_logs(_):
    prepared()
    page = opened(False)
    cards(page, chosen(page, "#logs", "good.jsonl", "good.pack"))
    assert page.value(SHOWN) == []
    press(page, 1)
    assert page.value("location.hash") == "#/match/2/game/1/step/0"
    press(page, 0)
    page.wait("location.hash === '#/match/1/game/1/step/0'")
    assert page.value(SHOWN)[0].startswith("Pig: the games")
    assert page.value("document.querySelectorAll('.games').length") == 1
    return quiet(page)


# Of `referee show`: the log, its status, the badge, and what the page says.
SHOWS = {
    "good.jsonl": (0, "good", "Luck and mistakes", "verified here in",
                   "came with this page and was not checked"),
    "good.pack": (0, "good", "Luck and mistakes", "verified here in"),
    f"{HOSTILE}.jsonl": (1, "bad", "as far as the log", "The replay ends here")}


@scene.each(SHOWS)
def test_a_page_of_one_log(_, name):
    """It shows that log, from a file, and nothing else can be chosen."""
    at, line, _ = prepared()
    page, (code, badge, *words) = at.one, SHOWS[name]
    path = f"pages/{name.rsplit('.', 1)[0][:4]}-{code}{name[-4:]}.html"
    shown = scene.run(at.folder, "show", name, "-o", path)
    assert (shown.code, shown.out.startswith(path)) == (code, True), shown
    assert code == 0 or f"jsonl:{line}: " in shown.err, shown.err
    page.noise.clear()
    page.go("about:blank")
    page.call("Page.navigate", url=f"{at.files}{path[5:]}#/match/1/game/1/step/1")
    page.wait("document.getElementById('state')?.textContent === 'Done.' && "
              "!!document.querySelector('.steps [aria-current]')")
    if badge == "good":
        page.wait("!!document.querySelector('.luck-table')")
        assert "wins " in page.value(
            "document.querySelector('.seats').innerText")
    text = page.value("document.body.innerText")
    assert all(word in text for word in (*words, "banks-0 against rolls-1",
                                         "Save the log", "your own copy")), text
    assert page.value("document.title") == "Pig: banks-0 against rolls-1"
    assert page.value("location.hash") == "#/match/1/game/1/step/1"
    assert page.value("document.getElementById('drop').offsetHeight") == 0
    for kind in "good", "bad":
        assert page.value(BADGES.format(kind)) == (kind == badge)
    for width, dark in ((1280, True), (390, False)):
        page.size(width, dark=dark)
        assert page.overflow() <= 0, width
        assert not (found := axe.findings(page)), found
        if pages.SCREENS:
            page.picture(f"{pages.SCREENS}/show{name[-4:]}-{code}-{width}.png")
    return quiet(page)


def test_keys(_):
    """With a wrong key the verdict is bad; with a text that is no key there is
    none."""
    page = opened(True)
    for key, due in ((scene.PUBLIC, ("good",)),
                     ("00" * 32, ("bad", "another key")),
                     ("x", ("open", "--key"))):
        page.value(f"document.getElementById('key').value = '{key}'")
        expect(page, chosen(page, "#logs", "good.jsonl"), due)


def test_nothing_to_verify(_):
    page = opened(False)
    assert cards(page, chosen(page, "#logs", "key")) == (
        [], "There is neither a match log nor the folder of a tournament.")
    expect(page, chosen(page, "#logs", "good.jsonl", "key"),
           ("open", "key was not looked at"), ("good", "verified here"))


def test_it_fits(_):
    page = opened(False)
    for selector, name in (("#folder", "robin"), ("#logs", "good.jsonl"),
                           ("#logs", f"{HOSTILE}.jsonl")):
        for width in (1180, 390):
            for dark in (False, True):
                page.size(width, dark=dark)
                cards(page, chosen(page, selector, name))
                assert page.overflow() <= 0, width
                if dark == (width == 390):
                    assert not (found := axe.findings(page)), found
                if pages.SCREENS:
                    page.picture(f"{pages.SCREENS}/verify-{name[0]}-{width}"
                                 f"{'-dark' * dark}.png")
    return axe.proof_of_it(page) + quiet(page)


if not wasm.HAS or not os.path.exists(PAGE):
    scene.skip_all("verify.html, which needs checker.wasm: see configure")
scene.main(workers=1)

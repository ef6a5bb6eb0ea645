#!/usr/bin/env python3
"""page.py - the page of a tournament in a browser.

Every view fits and shows what it should, also by keyboard, from files and over
plain HTTP; what was changed after the tournament is marked red at the right
place.

tier: full
needs: chromium
"""
import json
import os
import re
import shutil
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import axe
import page_stage
import scene
import tournament_stage as stage

HOSTILE = "<img/src=x/onerror=alert(1)>"
SCREENS = os.environ.get("ROLLCALL_SCREENS")
CUPS = {
    "rolit": {"game": "rolit", "rules": "none", "format": {
        "type": "round_robin", "seats": 4, "boards": 1}},
    "bolo7": {"game": "bolo7", "rules": {"target": 1000}, "format": {
        "type": "round_robin", "boards": 2}},
    "blackpot": {"game": "blackpot", "rules": "none", "format": {
        "type": "round_robin", "boards": 1}},
    "vollelotte": {"game": "vollelotte", "rules": "none", "format": {
        "type": "swiss", "rounds": 1, "boards": 1}},
    "pig": {"game": "pig", "rules": {"target": 12}, "format": {
        "type": "knockout", "boards": 1}},
    "sprt": {"game": "pig", "rules": {"target": 12}, "format": {
        "type": "sprt", "elo1": 300, "boards": 2, "boards_max": 20}},
}


def play_cups(folder):
    wrong = []
    for i in range(4):
        # Equal bots would play a knockout for very long, as they have the same
        # dice.
        scene.entrant(folder, f"bot{i}", "threshold" if i % 2 else "first_move")
    names = ["ann", "bob", HOSTILE, "eve"]
    for name, changes in CUPS.items():
        count = {"blackpot": 2, "pig": 3, "sprt": 2}.get(name, 4)
        stage.cup(folder, f"{name}.json", name=name, **changes,
                  limits={"start_ms": 60000, "move_ms": 60000}, entrants=[
                      {"name": names[-i], "command": [f"./bot{i}"]}
                      for i in range(count)])
        result = scene.tournament(folder, "run", f"{name}.json", "-o", name,
                                  *stage.KEY)
        wrong += [f"{name}: {result}"] * (result.code != 0)
        wrong += write_page(folder, name)
    return wrong


def write_page(folder, name):
    result = scene.tournament(folder, "site", name, "-o", f"pages/{name}")
    return [] if result.code == 0 else [f"{name}: {result}"]


class Page:
    """A page that is checked view by view."""

    def __init__(self, one, url):
        self.one, self.url, self.wrong = one, url, []

    def view(self, hash_, until="document.querySelector('main .card')"):
        """Opens a view and waits for `until`: the page changes its own address,
        for which Browser.go() would wait."""
        self.one.go("about:blank")
        self.one.call("Page.navigate", url=f"{self.url}/index.html{hash_}")
        try:
            return self.one.wait(f"!!({until})")
        except AssertionError as never:
            raise AssertionError(f"{never} at {hash_}: {self.one.noise} "
                                 f"{self.text('body')}") from never

    def text(self, selector="main"):
        return self.one.value("[...document.querySelectorAll("
                              f"{json.dumps(selector)})].map("
                              "(node) => node.textContent)")

    def expect(self, what, found, due):
        if found != due:
            self.wrong.append(f"{what}: {found!r}, not {due!r}")

    def has(self, what, text, *words):
        for word in words:
            if word not in text:
                self.wrong.append(f"{what}: no {word!r} in {text[:600]!r}")

    def click(self, selector):
        self.one.value(f"document.querySelector({json.dumps(selector)}).click()")

    def key(self, key):
        for kind in ("rawKeyDown", "keyUp"):
            self.one.call("Input.dispatchKeyEvent", type=kind, key=key)


BADGE = "document.querySelector('.badge.good, .badge.bad')"
CARD = "document.querySelector('main .card')"
LIST = "document.querySelector('.matches')"
STEPS = "document.querySelector('.steps [aria-current]')"


def tables(page):
    page.view("#/")
    text = page.text()[0]
    page.has("table", text, "Ladder", "Who beats whom", HOSTILE,
             "The dot is the estimate.")
    page.expect("tab", page.text("nav [aria-current]"), ["Table"])
    page.expect("images", page.one.value("document.images.length"), 0)
    page.view(f"#/matches/{HOSTILE.replace('/', '%2F')}",
              "document.querySelector('.matches')")
    page.has("matches", page.text()[0], "Match 1")
    page.expect("chosen", page.one.value(
        "document.querySelector('select').value"), HOSTILE)
    page.view("#/about")
    page.has("about", page.text()[0], "The entrants", HOSTILE, "USB stick")
    page.view("#/match/999")
    page.has("no match", page.text()[0], "There is no such match.")
    page.view("#/nonsense/%ff")
    page.has("nonsense", page.text()[0], "Ladder")


def replay(page, game):
    """Steps by keys, slider and links; the check runs by itself."""
    page.view("#/match/1/game/2/step/3", STEPS)
    badge = page.one.wait(BADGE + "?.textContent")
    page.has("badge", badge, "verified here")
    at = "location.hash"
    for key, due in (("ArrowRight", "#/match/1/game/2/step/4"),
                     ("Home", "#/match/1/game/2/step/0"),
                     ("ArrowRight", "#/match/1/game/2/step/1"),
                     ("ArrowLeft", "#/match/1/game/2/step/0")):
        page.key(key)
        page.expect(key, page.one.value(at), due)
    page.key("End")
    last = page.one.value("document.querySelector('input').max")
    page.expect("End", page.one.value(at), f"#/match/1/game/2/step/{last}")
    page.key("ArrowUp")
    page.one.wait("location.hash === '#/match/1/game/1/step/0' && "
                  "document.querySelector('h2').textContent")
    drawn = 0
    for _ in range(12):         # a card may cost a turn without a roll
        page.key("ArrowRight")
        drawn += page.one.value("document.querySelectorAll('.position svg')"
                                ".length")
    page.expect(f"{game}: drawn", drawn > 0, True)
    spoken = page.one.value(
        "document.querySelector('.words').getAttribute('aria-live')")
    page.expect("spoken", spoken, "polite")


def proof(page, due="banner good"):
    page.view("#/proof", "document.querySelector('button.main')")
    page.click("button.main")
    page.one.wait("!!document.querySelector('main .banner')")
    page.expect("proof", page.one.value(
        "document.querySelector('main .banner').className"), due)
    return page.text("main .card")[0]


def fits(page, name, views, widths=(1180, 390)):
    """Views at these widths, light and dark: (address, what is true once it is
    shown, and what is done then)."""
    for width in widths:
        for hash_, until, *acts in views:
            page.one.size(width)
            page.view(hash_, until)
            for act in acts:
                act(page)
            for dark in (False, True):
                page.one.size(width, dark=dark)
                where = f"{name} {hash_} {width}{' dark' * dark}"
                over = page.one.overflow()
                page.wrong += [f"{where}: {over} px too wide"] * (over > 0)
                # Colours do not depend on the width, and nothing but colours on
                # the scheme: two of the four combinations are enough.
                if scene.LONG or dark == (width == 390):
                    page.wrong += [f"{where}: {one}"
                                   for one in axe.findings(page.one)]
                if SCREENS:
                    view = re.sub("[^a-z0-9]+", "-", hash_)
                    page.one.picture(f"{SCREENS}/{name}{view}-{width}"
                                     f"{'-dark' * dark}.png")
    page.one.size(1180)


def looked_at(one, url):
    """All views of all games."""
    wrong = []
    for name in CUPS:
        if name == "sprt":      # page_views.py checks it
            continue
        page = Page(one, f"{url}/{name}")
        tables(page) if name == "rolit" else None
        replay(page, name)
        both = scene.LONG or name in ("rolit", "bolo7")
        fits(page, name, [("#/", CARD), ("#/match/1/game/1/step/2", STEPS)] +
             [("#/matches", LIST), ("#/proof", CARD),
              ("#/about", CARD)] * (scene.LONG or name == "rolit"),
             (1180, 390) if both else (390,))
        wrong += [f"{name}: {one_}" for one_ in page.wrong]
    return wrong


def proved(one, url):
    page = Page(one, f"{url}/rolit")
    text = proof(page)
    page.has("proof", text, "Verified here in", "The ladder on this page is the "
             "one that these games give", "What no log can prove")
    page = Page(one, f"{url}/bolo7")
    sampled(page, "3 matches of 6 verified here")
    sampled(page, None)
    return page.wrong


def loaded_at_once(one, url):
    """Two requests for one log at the same time both pass it to the checker."""
    page = Page(one, f"{url}/rolit")
    page.view("#/proof")
    page.expect("both", one.value("Promise.all(['one/a', 'one/b'].map((path) "
                                  "=> checkerTakeLog(path, 1))).then(() => 2)"),
                2)
    return page.wrong


def sampled(page, due):
    """A sample has the requested size, and depends on the word."""
    page.view("#/proof", "document.querySelector('button.sample')")
    found = []
    for word in ("one", "two", "three", "four"):
        page.one.value(f"""(() => {{
            document.querySelector('#sample-word').value = '{word}';
            document.querySelector('#sample-count').value = 3;
            document.querySelector('button.sample').click(); }})()""")
        found += [page.one.wait("document.querySelector('.working').hidden && "
                                "document.querySelector('main .banner')"
                                "?.textContent")]
    if due:
        page.has("sample", found[0], due)
    elif len(set(found)) < 2:
        page.wrong.append(f"sample: {found}")
    return found


# ### changed tournaments

def lines_of(folder, name):
    with open(f"{folder}/{name}", encoding="utf-8") as file:
        return file.read().splitlines(True)


def change_line(number, old, new):
    def change(folder):
        lines = lines_of(folder, "match-000001.jsonl")
        assert re.search(old, lines[number - 1]), lines[number - 1]
        lines[number - 1] = re.sub(old, new, lines[number - 1])
        scene.write(f"{folder}/match-000001.jsonl", "".join(lines))
        return number
    return change


def first(kind):
    """The number of the first line of that type in the log."""
    def find(folder):
        for number, line in enumerate(lines_of(folder, "match-000001.jsonl"),
                                      1):
            if line.startswith(f'{{"t":"{kind}"'):
                return number
        raise AssertionError(kind)
    return find


def at_first(kind, old, new):
    return lambda folder: change_line(first(kind)(folder), old, new)(folder)


def cut(folder):
    lines = lines_of(folder, "match-000001.jsonl")
    scene.write(f"{folder}/match-000001.jsonl", "".join(lines[:-1]))


def swapped(folder):
    for one, two in (("1", "x"), ("2", "1"), ("x", "2")):
        os.rename(f"{folder}/match-00000{one}.jsonl",
                  f"{folder}/match-00000{two}.jsonl")


def of_book(folder):
    text = "".join(lines_of(folder, "book.jsonl"))
    scene.write(f"{folder}/book.jsonl", re.sub(
        '("match":1,"log":")(.)', lambda found: found[1] +
        ("0" if found[2] != "0" else "1"), text, count=1))


# Name: (the change, whether the log itself is wrong at that line)
CHANGES = {
    "a die": at_first("draw", r'"v":\[\d', '"v":[9'),
    "a link": at_first("draw", '("link":")(.)', lambda found:
                       found[1] + ("0" if found[2] != "0" else "1")),
    "an anchor": at_first("board", r'("anchors":\[")(.)', lambda found:
                          found[1] + ("0" if found[2] != "0" else "1")),
    "a seat": at_first("game", r'"seats":\[0,1', '"seats":[1,0'),
    "a move": at_first("move", '"then":"[a-z]+"', '"then":"fly"'),
    "a score": at_first("over", r'"scores":\[', '"scores":[1'),
    "a signature": at_first("sign", '("sig":")(.)', lambda found:
                            found[1] + ("0" if found[2] != "0" else "1")),
    "cut": cut, "swapped": swapped, "the book": of_book,
}


def changed(one, folder, url, name):
    """The badge and the proof of a changed tournament."""
    shutil.rmtree(f"{folder}/changed", ignore_errors=True)
    shutil.rmtree(f"{folder}/pages/changed", ignore_errors=True)
    shutil.copytree(f"{folder}/bolo7", f"{folder}/changed")
    line = CHANGES[name](f"{folder}/changed")
    wrong = write_page(folder, "changed")
    if wrong:
        return wrong
    page = Page(one, f"{url}/changed")
    page.view("#/match/1", "document.querySelector('.banner.bad')")
    page.expect("badge", page.one.wait(BADGE + "?.className"), "badge bad")
    if line:
        page.has("line", page.text("main .finding.bad")[0], f"Line {line}:")
        page.has("lines", page.text(".lines .wrong")[0], f"{line}  {{")
    proof(page, "banner bad")
    return page.wrong


# What the page says besides its logs: where it is changed, what must be found,
# and the tournament, if it is not bolo7.
FALSE = {
    "ladder": ('("ladder":.*?"elo":)', "ladder"),
    "standings": ('("standings":.*?"points":)', "standings"),
    "crosstable": ('("crosstable":.*?"points":)', "crosstable"),
    "results": ('("results":.*?"points":.)', "list of matches"),
    "course": ('("course":.*?"elo":.(?:null,)*-?)', "course"),
    "key": ('("key":")', "description of the tournament"),
    "limits": ('("move_ms":)', "description of the tournament"),
    "games": ('("games":)', "number of games"),
    "bracket": ('("bracket":.*?"points":.)', "bracket", "pig"),
    "winner": ('("bracket":.*?"winner":")', "bracket", "pig"),
    "test": ('("sprt":.*?"llr":-?)', "sequential test", "sprt"),
    "course of the test": ('("llr":.*?,-?)', "sequential test", "sprt"),
}


def false_page(one, folder, url, name):
    """The logs are good, but the page says something else."""
    place, due, *cup = FALSE[name]
    cup = cup[0] if cup else "bolo7"
    shutil.rmtree(f"{folder}/pages/false", ignore_errors=True)
    shutil.copytree(f"{folder}/pages/{cup}", f"{folder}/pages/false")
    path = f"{folder}/pages/false/data.js"
    with open(path, encoding="utf-8") as file:
        text = file.read()
    changed_ = re.sub(place + "(.)", lambda found: found[1] + (
        "2" if found[2] == "1" else "1") + (found[2] == "-") * "0", text,
        count=1)
    assert changed_ != text
    scene.write(path, changed_)
    page = Page(one, f"{url}/false")
    page.has("false", proof(page, "banner bad"), f"The {due} on this page",
             "did not come from these games")
    return page.wrong


def before(tally, folder):
    tally.add("tournaments", play_cups(folder))


def looks(tally, one, folder, files, served):
    tally.add("views", looked_at(one, files))
    tally.add("over HTTP", proved(one, served))
    tally.add("as files", proved(one, files))
    tally.add("loaded at once", loaded_at_once(one, files))
    for name in CHANGES:
        tally.add(f"changed: {name}", changed(one, folder, files, name))
    for name in FALSE:
        tally.add(f"false: {name}", false_page(one, folder, files, name))


if __name__ == "__main__":
    sys.exit(page_stage.main(before, looks))

#!/usr/bin/env python3
"""verify_page.py - verify.html says in a browser what verify says.

Good and changed logs and folders are chosen and dropped, with the page opened
from a file and over plain HTTP.

tier: full
needs: chromium
"""
import html
import json
import os
import re
import shutil
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../support")
import axe
import browser
import scene
import wasm

sys.path.insert(0, f"{scene.SRC}/tests/hostile/tampering")
from small_tournaments import bots, play      # noqa: E402

GOLDEN = f"{scene.SRC}/tests/golden"
PAGE = f"{scene.BUILD}/verify.html"
HOSTILE = "<img src=x onerror=alert(1)>"
CARDS = """[...document.querySelectorAll("article")].map(
    (card) => [card.className, card.innerText])"""


def page_text():
    with open(PAGE, encoding="utf-8") as file:
        return file.read()


def one_file():
    """The page loads nothing, and its policy lets nothing else run."""
    text = page_text()
    policy = html.unescape(re.search(r'Policy" content="([^"]*)"', text)[1])
    markup = re.sub("(?s)<(script|style).*?</", "</", text)
    wrong = re.findall(r"\b(?:src|href|action|on\w+)=|url\(|@[A-Z_]+@", markup)
    wrong += re.findall(r"innerHTML|insertAdjacentHTML|document\.write|[^-]\beval\b"
                        r"|https?:", text)
    due = {"default-src 'none'", "connect-src 'none'", "base-uri 'none'",
           "form-action 'none'", "worker-src blob:"}
    return wrong + sorted(due - set(policy.split("; "))) + \
        ["unsafe-inline"] * ("unsafe-inline" in policy)


def cards(page, act):
    """The cards and the state shown after what `act` starts has ended."""
    page.value("document.getElementById('state').textContent = ''")
    act()
    page.wait("document.getElementById('stop').hidden && "
              "document.getElementById('state').textContent !== ''")
    return page.value(CARDS), \
        page.value("document.getElementById('state').textContent")


def expect(found, *due):
    """Expects cards of these classes, with these words."""
    shown, state = found
    if len(shown) == len(due) and state == "Done." and all(
            card[0] == kind and all(word in card[1] for word in words)
            for card, (kind, *words) in zip(shown, due)):
        return []
    return [f"expected {due}: {found}"]


def prepared(folder):
    """Writes logs and tournaments; returns what the programs say about them."""
    shutil.copy(f"{GOLDEN}/pig-2.jsonl", f"{folder}/good.jsonl")
    with open(f"{GOLDEN}/pig-2.jsonl", "rb") as file:
        lines = file.read().splitlines(True)
    turn = next(i for i, line in enumerate(lines) if b'"t":"move"' in line)
    lines[turn] = re.sub(b'"then":"[a-z]*"', b'"then":"fly"', lines[turn])
    scene.write(f"{folder}/{HOSTILE}.jsonl",
                b"".join(lines))
    shutil.copy(f"{folder}/good.jsonl", f"{folder}/__proto__.jsonl")
    scene.run(folder, "pack", "good.jsonl")
    packed = bytearray(scene.content(folder, "good.pack"))
    packed[-1] ^= 1
    scene.write(f"{folder}/bad.pack", bytes(packed))
    bots(folder)
    play(folder, "three")
    shutil.copytree(f"{folder}/three", f"{folder}/swapped")
    first, second = (f"{folder}/swapped/match-00000{i}.jsonl" for i in (1, 2))
    os.rename(first, f"{folder}/x")
    os.rename(second, first)
    os.rename(f"{folder}/x", second)
    result = scene.run(folder, "verify", f"{HOSTILE}.jsonl", "--json")
    swapped = scene.tournament(folder, "verify", "swapped", "--json")
    assert result.code == swapped.code == 1
    return turn + 1, [json.loads(one.out)["why"] for one in (result, swapped)]


def verified(page, folder, known, drops):
    line, (bad, swapped) = known

    def choose(*names):
        return lambda: page.files("#logs", [
            f"{folder}/{name}{'.jsonl' * ('.pack' not in name)}"
            for name in names])

    def choose_folder(name):
        return lambda: page.files("#folder", [f"{folder}/{name}"])

    def drop(*names):
        return lambda: page.drop("#drop", [f"{folder}/{name}"
                                           for name in names])

    good = ("good", "verified here in", "No byte has changed", "Not proved:",
            "in the field above")
    wrong = "bad", f"Line {line} of", bad["why"], f"\u2717 {line}: ", HOSTILE
    ladder = "good", "The ladder", "strong"
    tournament = "good", "verified here in", "Not proved:"
    apart = "bad", swapped["why"]
    return [
        *expect(cards(page, choose("good")), good),
        *expect(cards(page, choose(HOSTILE)), wrong),
        *expect(cards(page, choose("good", "__proto__", HOSTILE)), good, good,
                wrong),
        *expect(cards(page, choose("good.pack", "bad.pack")), good,
                ("bad", "the packed log was changed")),
        *expect(cards(page, choose_folder("three")), tournament, ladder),
        *expect(cards(page, choose_folder("swapped")), apart),
        *(expect(cards(page, drop("good.jsonl")), good) if drops else []),
        *(expect(cards(page, drop("three")), tournament, ladder)
          if drops else []),
    ]


def with_keys(page, folder):
    """With a wrong key the verdict is bad; with a text that is no key there is
    none."""
    wrong = []
    for key, due in ((scene.PUBLIC, ("good",)),
                     ("00" * 32, ("bad", "another key")),
                     ("x", ("open", "--key"))):
        page.value(f"document.getElementById('key').value = '{key}'")
        wrong += expect(cards(page, lambda: page.files(
            "#logs", [f"{folder}/good.jsonl"])), due)
    page.value("document.getElementById('key').value = ''")
    return wrong


def nothing_there(page, folder):
    shown = cards(page, lambda: page.files("#logs", [f"{folder}/key"]))
    return [] if shown == ([], "There is neither a match log nor the folder "
                           "of a tournament.") else [str(shown)]


def fits(page, folder):
    wrong = []
    for width in (1180, 390):
        for dark in (False, True):
            page.size(width, dark=dark)
            cards(page, lambda: page.files("#folder", [f"{folder}/three"]))
            if page.overflow() > 0:
                wrong.append(f"{width} px: {page.overflow()} too wide")
            if dark == (width == 390):
                wrong += axe.findings(page)
            screens = os.environ.get("ROLLCALL_SCREENS")
            if screens:
                page.picture(f"{screens}/verify-{width}"
                             f"{'-dark' * dark}.png")
    return wrong + axe.proof_of_it(page)


def main():
    if not wasm.HAS or not os.path.exists(PAGE):
        print("not tried: verify.html, which needs checker.wasm: see configure")
        return 0
    tally = scene.Tally()
    tally.add("it is one file", one_file())
    if not browser.PROGRAM:
        print(browser.NOT_TRIED)
        return tally.end()
    if not axe.HAS:
        print(axe.NOT_TRIED)
    with scene.Scene() as scenes:
        folder, served = scenes.folder(), scenes.folder()
        shutil.copy(PAGE, served)
        known = prepared(folder)
        server = browser.Server(served)
        with browser.Browser(scenes.folder(),
                             (f"file://{served}/", server.url)) as page:
            for url in (f"file://{served}", server.url):
                page.go(f"{url}/verify.html")
                where = url.partition(":")[0]
                # Over HTTP, a drop by the debugger never ends.
                tally.add(f"{where}: verdicts", verified(
                    page, folder, known, where == "file"))
                tally.add(f"{where}: keys", with_keys(page, folder))
            tally.add("nothing to verify", nothing_there(page, folder))
            tally.add("it fits", fits(page, folder))
            # Chromium requests an icon by itself.
            tally.add("nothing but the page", [
                one for one in page.noise if "favicon" not in one and
                not one.startswith("log: Failed to load resource")])
        server.shutdown()
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

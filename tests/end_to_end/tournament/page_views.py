#!/usr/bin/env python3
"""page_views.py - every view of pages with every kind of content.

Formats, faults, names and texts that attack a page, a game without a drawing:
all of it fits, stays text, and satisfies axe.

tier: full
needs: chromium
"""
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import axe
import page_stage
import scene
import tournament_stage as stage
from page import BADGE, CARD, LIST, STEPS, Page, fits, lines_of, proof

NAMES = ["<img/src=x/onerror=alert(1)>", "W" * 100,
         "</script><script>alert(1)</script>", "__proto__",
         "\u05e9\u05dc\u05d5\u05dd" * 12, "&quot;\"'><svg/onload=alert(1)>"]
ATTACK = "<img src=x onerror=alert(1)>"
# Answers wrongly, with a text that would attack a page; then not at all.
BROKEN = """import sys
for line in sys.stdin:
    if '"hello"' in line:
        print('{"type":"ready"}', flush=True)
    if '"turn"' in line:
        print('{"move":{"%s":1},"say":"%s"}', flush=True)
""" % (ATTACK, ATTACK)
OPERATOR = {"name": "<b>operator</b>"}
CUPS = {
    "swiss": (5, {"type": "swiss", "rounds": 3, "boards": 1}),
    "double": (4, {"type": "double_knockout", "boards": 1}),
    "sprt": (2, {"type": "sprt", "elo1": 300, "boards": 2, "boards_max": 20}),
    "groups": (6, {"type": "round_robin", "seats": 3, "boards": 1}),
}


def played(folder):
    wrong = []
    for i in range(5):
        scene.entrant(folder, f"bot{i}", "threshold" if i % 2 else "first_move")
    scene.bot(folder, "bot5", f"#!{scene.PYTHON}\n{BROKEN}")
    for name, (count, form) in CUPS.items():
        # The faulty bot plays where a fault does not change the plan.
        names = list(enumerate(NAMES))
        names = names[:count] if name != "swiss" else names[1:count + 1]
        stage.cup(folder, f"{name}.json", name=name, links=8, format=form,
                  rules={"target": 12}, operator=OPERATOR,
                  limits={"start_ms": 60000, "move_ms": 60000}, entrants=[
                      {"name": called, "author": NAMES[0],
                       "command": [f"./bot{i}"]} for i, called in names])
        for words in (["run", f"{name}.json", "-o", name, *stage.KEY],
                      ["site", name, "-o", f"pages/{name}"]):
            result = scene.tournament(folder, *words)
            wrong += [f"{words}: {result}"] * (result.code != 0)
    return wrong


def forged(folder):
    """A log with a forged fault detail that attacks a page in two ways."""
    number = faulty_match(folder)
    log = f"match-{number:06}.jsonl"
    lines = lines_of(f"{folder}/swiss", log)
    at = next(i for i, line in enumerate(lines)
              if line.startswith('{"t":"fault"'))
    lines[at] = re.sub(r'("detail":)"(?:[^"\\]|\\.)*"', lambda found: f'{found[1]}'
                       f'"\u202e\u200b{ATTACK}"', lines[at])
    scene.write(f"{folder}/swiss/{log}", "".join(lines))
    result = scene.tournament(folder, "site", "swiss", "-o", "pages/forged")
    return [] if result.code == 0 else [str(result)]


def faulty_match(folder):
    for number in range(1, 10):
        log = f"match-{number:06}.jsonl"
        if any('"t":"fault"' in line for line in lines_of(f"{folder}/swiss",
                                                          log)):
            return number
    raise AssertionError("no match has a fault")


def looked_at(page, name, views):
    fits(page, name, views)
    page.expect(f"{name}: elements of others", page.one.value(
        "document.querySelectorAll('img, main script, iframe, header b')"
        ".length"), 0)


def badge(page):
    page.one.wait(BADGE + "?.textContent")


def undrawn(page):
    """Shows a game as if it had no drawing of its own."""
    page.one.value("BOARDS.delete('pig')")
    page.one.value("location.hash = '#/match/1/game/2/step/0'")
    page.one.wait("document.querySelector('.told')?.textContent")
    page.has("undrawn", page.text(".told")[0], "Result of game 2")
    page.expect("dice", page.one.value(
        "document.querySelectorAll('.position svg').length"), 0)
    badge(page)


def all_views(page, folder, name):
    views = [("#/", CARD)]
    if name == "swiss":
        number = faulty_match(folder)
        views += [("#/matches", LIST),
                  (f"#/match/{number}/game/1/step/999", STEPS, badge),
                  ("#/match/1", STEPS, undrawn),
                  ("#/match/999", CARD), ("#/about", CARD),
                  ("#/proof", CARD, proof)]
    elif name == "double":
        views += [("#/matches/" + "W" * 100, LIST), ("#/proof", CARD, proof)]
    elif name == "groups":
        views += [("#/match/1", STEPS, badge)]
    looked_at(page, name, views)
    if name in ("sprt", "groups"):
        proof(page)
    page.view("#/", CARD)
    words = {"swiss": ["Points"], "double": ["Bracket", "Last round"],
             "sprt": ["The test", "LLR"], "groups": ["Who beats whom"]}[name]
    page.has(name, page.text()[0], "Ladder", *words)
    if name == "swiss":
        page.view("#/matches", LIST)
        page.has("rounds", page.text()[0], "Round 1", "Round 3", "fault",
                 "6 matches")
        page.expect("byes", page.text(".match-number")[-1], "Bye")
    return page.wrong


def stopped(page):
    """Stops a check that would never end."""
    page.view("#/match/1", STEPS)
    badge(page)
    page.one.value("""checker.worker = Promise.resolve({
        postMessage() {}, terminate() {} })""")
    page.click("main button.main[type=button]:not(.player-body button)")
    page.one.wait("""[...document.querySelectorAll("main button")].find(
        (button) => button.textContent === "Stop")?.click() ?? true""")
    text = page.one.wait("""document.querySelector("main .banner.open")
        ?.textContent.includes("Checking") === false &&
        document.querySelector("main .banner.open").textContent""")
    page.has("stopped", text, "could not look: stopped")
    page.expect("badges", page.text(".badge"), [])
    page.click("main button.main[type=button]:not(.player-body button)")
    page.has("again", page.one.wait(BADGE + "?.textContent"), "verified here")
    return page.wrong


def printed(page):
    """Controls that are useless on paper are not printed."""
    page.view("#/match/1/game/1/step/2", STEPS)
    page.one.call("Emulation.setEmulatedMedia", media="print")
    shown = page.one.value("""[...document.querySelectorAll(
        "nav, button, input, .steps, main h2")].filter((node) =>
            node.checkVisibility()).map((node) => node.tagName)""")
    page.expect("printed", {"NAV", "INPUT"} & set(shown), set())
    page.expect("printed", {"OL", "H2"} <= set(shown), True)
    page.expect("on paper, too wide", page.one.overflow(), 0)
    return page.wrong


def faulty_game(folder, number):
    """The first game with a fault in the match; the bot that moves second may
    not get a move in every game."""
    log = "".join(lines_of(f"{folder}/swiss", f"match-{number:06}.jsonl"))
    return log[:log.index('{"t":"fault"')].count('{"t":"game"')


def red(page, folder):
    """The forged log: its text is shown, and harmless."""
    def says(page):
        badge(page)
        text = page.text()[0]
        page.has("forged", text, "not true", ATTACK)
        page.expect("invisible", re.findall("[\u202e\u200b]", text), [])
    number = faulty_match(folder)
    game = faulty_game(folder, number)
    looked_at(page, "forged", [(f"#/match/{number}/game/{game}", STEPS, says)])
    return page.wrong


def before(tally, folder):
    tally.add("tournaments", played(folder))


def looks(tally, one, folder, _, served):
    for name in CUPS:
        tally.add(name, all_views(Page(one, f"{served}/{name}"), folder, name))
    tally.add("stopped", stopped(Page(one, f"{served}/swiss")))
    tally.add("printed", printed(Page(one, f"{served}/swiss")))
    tally.add("axe finds something", axe.proof_of_it(one))
    tally.add("forge", forged(folder))
    tally.add("forged", red(Page(one, f"{served}/forged"), folder))


if __name__ == "__main__":
    sys.exit(page_stage.main(before, looks))

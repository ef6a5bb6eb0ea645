#!/usr/bin/env python3
"""page_luck.py - chances and luck on the page of a tournament: the browser
shows what `referee replay --analyse` and `referee analyse` print, using the
page's luck file and table.

page_changed.py shows that false luck is red.

tier: full
needs: chromium
"""
import json
import urllib.parse

import pages
import scene
from pages import BADGE, HOSTILE, STEPS, opened, the_stage

ROWS = """[...document.querySelectorAll(".luck-table tbody tr")].map((row) =>
    [...row.children].map((cell) => cell.textContent))"""
DONE = "document.querySelector('.luck-table') && " + BADGE


def written():
    """Tournaments with every way to measure luck, and with none."""
    at = the_stage()
    scene.golden(at.folder, "luck", "teams", "robin")
    for name, bot in ("ann", "threshold"), ("bob", "first_move"):
        scene.entrant(at.folder, name, bot)
    two = [("ann", "ann"), (HOSTILE, "bob")]
    pages.play(at.folder, "free", *two,
               format={"type": "round_robin", "boards": 10})
    pages.play(at.folder, "race", *two, ("eve", "ann"), game="bolo7",
               rules={"target": 1000},
               format={"type": "round_robin", "seats": 3, "boards": 1})
    pages.must(at.folder, "ladder", "luck", "--luck", "--json")
    for name in "luck", "teams", "free", "race":
        at.page(name)


def told(name, game):
    """The chances at the steps of a game, as the program prints them."""
    lines, found, at = scene.run(
        the_stage().folder, "replay", f"{name}/match-000001.jsonl", "--json",
        "--analyse", "--game", str(game)).out.splitlines(), {}, 0
    for line in map(json.loads, lines):
        at += line["event"] in ("roll", "move", "fault")
        if line["event"] == "chances":
            found[at] = line["seats"]
    assert len(found) > 4, found
    return found


def percent(chance):
    return "> 99 %" if 0.995 < chance < 1 else "< 1 %" if 0 < chance < 0.005 \
        else f"{int(100 * chance + 0.5)} %"


def number(text):
    return float(text.replace("\u2212", "-").replace("\u00bd", ".5"))


def numbers(due):
    """What the table has of a game that `referee analyse` prints."""
    for entrant in sorted(due["seats"]):
        seat = due["seats"].index(entrant)
        yield float(due["points"][seat])
        yield float(due["luck_total"][seat])
        if due["loss"]:
            yield -float(due["loss"][seat])


@scene.each(["free", "luck", "race"])
def test_chances_and_luck(_, name):
    due = told(name, 2)
    games = [json.loads(line) for line in scene.run(
        the_stage().folder, "analyse", f"{name}/match-000001.jsonl",
        "--json").out.splitlines()[1:]]
    with opened(name) as page:
        for at in [*due][:12:5]:
            page.view(f"#/match/1/game/2/step/{at}",
                      f"{STEPS} && document.querySelector('.chance')")
            assert page.text(".chance") == [
                f"wins {percent(chance)}" for chance in due[at]], at
            assert page.text(".strip .legend b") == [
                percent(chance) for chance in due[at]]
        page.one.value("document.querySelector('.strip .chart').focus()")
        page.key("ArrowLeft")
        page.one.wait(f"location.hash.endsWith('/step/{at - 1}')")
        box = page.one.value("(() => { const box = document.querySelector("
                             "'.strip .chart').getBoundingClientRect(); return "
                             "[box.right - 17, box.top + 50]; })()")
        page.one.call("Input.dispatchMouseEvent", type="mouseMoved",
                      x=box[0], y=box[1])
        page.shows(f"step {max(due)}", percent(due[max(due)][0]),
                   within=".strip .legend")
        assert page.count(".strip .band") == len(due[at])
        page.fits(f"{name} chances")
        page.view("#/match/1", DONE)
        rows = page.one.value(ROWS)
        assert len(rows) == len(games) > 2
        for row, one in zip(rows, games):
            known = list(numbers(one))
            assert len(row) == 1 + len(known) and all(
                abs(number(text) - value) < 0.00051
                for text, value in zip(row[1:], known)), (row, known)
        page.shows("fixed by the manifest" if name == "luck" else
                   "chosen after the games", *(
                       ["formula of the scores", "no mistakes here"]
                       if name == "race" else
                       ["lost by mistakes", "exact table of perfect play"]))
        page.fits(f"{name} luck")
        before = page.one.value("location.hash")
        page.one.value("document.querySelector('.luck-games').focus()")
        page.key("ArrowDown")       # scrolls, and goes to no other game
        page.key("ArrowRight")
        assert page.one.value("location.hash") == before


@scene.each([("#/match/1", DONE, ""),
             ("#/entrant/" + urllib.parse.quote(HOSTILE, ""),
              "document.querySelector('.cost')", f" {HOSTILE}, ")])
def test_the_costliest_mistakes(_, hash_, until, who):
    """They are those of `referee analyse`, and lead to a step that is marked
    with the same cost."""
    lines = scene.run(the_stage().folder, "analyse", "free/match-000001.jsonl",
                      "--worst", "1000").out.splitlines()
    due = [line.split(maxsplit=1) for line in
           lines[lines.index("The worst moves:") + 1:] if who in line][:5]
    with opened("free") as page:
        page.view(hash_, until)
        found = page.text(".surprises li")
        assert len(found) == 5 and all(
            f"\u2212{100 * float(loss):.1f} %" in one and
            " ".join(words.split(", ", 2)[:2])[:6] in one
            for (loss, words), one in zip(due, found)), (due, found)
        page.click(".surprises a")
        page.one.wait("document.querySelector('.words .cost')?.textContent"
                      f".endsWith('{100 * float(due[0][0]):.1f} %')")


def test_where_luck_ended_a_test(_):
    folder = the_stage().folder
    pages.cup(folder, "test", ("ann", "ann"), ("bob", "bob"), luck="default",
              format={"type": "sprt", "elo1": 200, "boards": 1,
                      "boards_max": 2})
    for words in (("run", "test.json", *pages.KEY),
                  ("site", "test", "-o", "pages/test")):
        scene.expect(scene.tournament(folder, *words),
                     err="is from luck.csv, not checked")
    with opened("test") as page:
        page.proof()
        page.one.value("location.hash = '#/'")
        page.shows("Where it ended is from luck.csv, which was not checked")


def test_the_ladder_without_luck(_):
    with opened("luck") as page:
        page.view("#/")
        page.shows("Without the luck of the dice",
                   "fixed before the first game")
        page.view("#/match/1", DONE)
        page.shows("luck.csv of this tournament has the same numbers.")
        page.proof()
    with opened("teams") as page:
        page.view("#/match/1", STEPS)
        assert page.text(".chance, .strip, .luck-table") == []


written()
scene.main(workers=1)

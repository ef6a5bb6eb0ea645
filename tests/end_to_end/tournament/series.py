#!/usr/bin/env python3
"""series.py - the page of several tournaments, and of a league.

Every round and every entrant has a page; a browser verifies everything and
finds what was changed.  tests/cases/site.txt has the files.

tier: full
needs: chromium
"""
import json
import os
import re
import shutil
import urllib.parse

import pages
import scene
from pages import HOSTILE, opened, the_stage

LONG = "x" * 100
BROKEN = f"""#!{scene.PYTHON}
for line in __import__("sys").stdin:
    if '"hello"' in line: print('{{"type":"ready"}}', flush=True)
    if '"turn"' in line: print("no JSON", flush=True)
"""
# Each evening with its entrants, as name and bot.  Robert is bob under another
# name, and the ann of wed is another bot than the ann of mon.
EVENINGS = {
    "mon": ({"type": "round_robin", "boards": 1},
            [("ann", "low"), ("bob", "high"), (HOSTILE, "low2")]),
    "tue": ({"type": "swiss", "rounds": 2, "boards": 1},
            [("robert", "high"), (HOSTILE, "low2"), (LONG, "broken")]),
    "wed": ({"type": "sprt", "elo0": 0, "elo1": 100, "boards": 2,
             "boards_max": 20}, [("ann", "high2"), ("bob", "high")]),
}


def written():
    """The evenings, another game, a league, and the pages of all."""
    at = the_stage()
    for name, program in (("low", "first_move"), ("low2", "first_move"),
                          ("high", "threshold"), ("high2", "threshold")):
        scene.entrant(at.folder, name, program)
    scene.bot(at.folder, "broken", BROKEN)
    for name, (form, entrants) in EVENINGS.items():
        pages.play(at.folder, name, *entrants, game="bolo7", format=form,
                   rules={"target": 500})
    scene.golden(at.folder, "league")
    at.page("evenings", folders=EVENINGS)
    at.page("league")


def shown(selector):
    return f"document.querySelector({json.dumps(selector)})"


def test_tables(_):
    with opened("evenings") as page:
        page.view("", shown(".cross"))
        page.shows("The rounds", "After each round", "swiss",
                   "sequential test", HOSTILE)
        page.fits("series")
        # The explanations of headings, by keyboard.
        told = page.one.value("""(() => {
            const cell = document.querySelector('.cross td[tabindex="0"]');
            cell.focus();
            cell.dispatchEvent(new KeyboardEvent('keydown',
                { key: 'ArrowRight', bubbles: true }));
            const now = document.activeElement;
            return [now.title, now.querySelector('.unseen')?.textContent,
                document.querySelector('.pair-words').textContent,
                document.querySelectorAll('.cross td[tabindex="0"]').length];
        })()""")
        assert re.fullmatch(r".* against .*: [\d.]+ of \d+ games?; \d+ won, "
                            r"\d+ drawn, \d+ lost", told[0]), told
        assert told == [told[0]] * 3 + [1], told
        page.view("", shown(".chart"), "003/index.html")
        page.shows("H0 is accepted here", "H1 is accepted here")
        page.shows("mon, tue and wed, round 3 of 3", within="header")
        page.fits("test")
        page.view("", shown(".round"), "002/index.html")
        rounds = page.one.value(
            """[...document.querySelectorAll('.round')].map(
            (table) => [...table.tBodies[0].rows].map((row) =>
                [...row.cells].map((cell) => cell.textContent)))""")
        # Everybody is in each round.
        assert [len(rows) for rows in rounds] == [3, 3], rounds
        assert sum(row[1] == "bye" for row in rounds[0]) == 1, rounds
        page.fits("rounds")


@scene.each([False, True])
def test_entrants(_, served):
    """In the series and in a round, with links to their games."""
    with opened("evenings", served) as page:
        card = shown(".entrant .card")
        for name, words in (
                (HOSTILE, [HOSTILE, "Against each", "Its rounds"]),
                (LONG, ["garbled, ", "sent no valid line", "tue, match "]),
                ("bob", ["Rating over time", "mon", "tue", "wed"])):
            page.view(f"#/entrant/{urllib.parse.quote(name, '')}", card)
            page.shows(*words)
            page.fits(f"entrant-{name[:4]}")
        found = page.one.value(
            """[...document.querySelectorAll('.surprises li')].map(
            (line) => [line.querySelector('b').textContent,
                Number(/expected ([\\d.]+) %/.exec(line.textContent)[1]),
                line.querySelector('a')?.getAttribute('href')])""")
        # A surprise really is one, and its link leads to that game.
        assert found and all(
            abs({"won": 100, "drawn": 50, "lost": 0}[made] - due) >= 9.9
            for made, due, _ in found), found
        page.view("#/entrant/nobody")
        page.shows("There is no such entrant.")
        page.view("#/entrant/bob", card, "003/index.html")
        page.shows("Rating over time", "Best", "Worst", "All its matches")
        page.view("", shown(".player-body, .words"), found[0][2])
        page.shows(f"Match {found[0][2].split('/')[3]}")


@scene.each([False, True])
def test_proof(_, served):
    with opened("evenings", served) as page:
        page.proof("good", "3 rounds", "The ladder on this page is the one "
                   "that the games of all rounds give",
                   "What no log can prove")
        page.fits("proof")
    with opened("league", served) as page:
        page.proof("good", "3 rounds", "The pairings of every round follow "
                   "from the ladder of the rounds before it")


@scene.each([
    ("ladder", '("elo":)(-?)', r"\g<1>\g<2>1"),
    ("table after each round", r'("after":\[(?:null,)*\[1,\d,-?)', r"\g<1>7"),
    ("crosstable", '("wins":)', r"\g<1>1")])
def test_false_page(_, name, old, new):
    """The logs are good, but the page says something else."""
    folder = the_stage().folder
    shutil.rmtree(f"{folder}/pages/false", ignore_errors=True)
    shutil.copytree(f"{folder}/pages/evenings", f"{folder}/pages/false")
    pages.change(f"{folder}/pages/false", "data.js", old, new)
    with opened("false") as page:
        page.proof("bad", f"The {name} on this page did not come from these "
                   "games")


def test_a_changed_die(_):
    """In the second round."""
    folder = the_stage().folder
    log = sorted(name for name in os.listdir(f"{folder}/tue")
                 if re.fullmatch(r"match-\d+\.jsonl", name))[0]
    shutil.copytree(f"{folder}/tue", f"{folder}/changed")
    number = pages.change(f"{folder}/changed", log,
                          r'(^{"t":"draw".*"v":\[)\d', r"\g<1>9")
    the_stage().page("changed", folders=["mon", "changed", "wed"])
    with opened("changed") as page:
        page.proof("bad", "tue is not what was played and signed.",
                   f"002/{log}, line {number}: ", "Look at match")


written()
scene.main(workers=1)

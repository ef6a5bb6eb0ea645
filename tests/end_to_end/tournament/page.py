#!/usr/bin/env python3
"""page.py - the page of a tournament in a browser: every view of every kind of
tournament fits, stays text and satisfies axe, and every game is replayed.

page_changed.py shows that what was changed is red.

tier: full
needs: chromium
"""
import gzip
import json
import re
import urllib.parse

import axe
import pages
import scene
from pages import BADGE, CARD, HOSTILE, LIST, STEPS, opened, the_stage

NAMES = [HOSTILE, "W" * 100, "</script><script>alert(1)</script>",
         "__proto__", "\u05e9\u05dc\u05d5\u05dd" * 12,
         "&quot;\"'><svg/onload=alert(1)>"]
# A long one is cut.
SHOWN = [name[:30] for name in NAMES[:5]]
ATTACK = "<img src=x onerror=alert(1)>"
# Answers with a text that would attack a page.
BROKEN = f"""#!{scene.PYTHON}
import sys
for line in sys.stdin:
    if '"hello"' in line:
        print('{{"type":"ready"}}', flush=True)
    if '"turn"' in line:
        print('{{"move":{{"{ATTACK}":1}},"say":"{ATTACK}"}}', flush=True)
"""
GOLDEN = ["robin", "swiss", "byes", "knockout", "double", "stages", "sprt",
          "teams"]
# Game, rules, format and number of entrants.
PLAYED = {
    "rolit": ("rolit", {}, {"type": "round_robin", "seats": 4}, 4),
    "bolo7": ("bolo7", {"target": 1000}, {"type": "round_robin"}, 2),
    "vollelotte": ("vollelotte", {}, {"type": "round_robin"}, 2),
    "blackpot": ("blackpot", {}, {"type": "round_robin"}, 2),
    "attack": ("pig", {"target": 12}, {"type": "swiss", "rounds": 3}, 5),
    "long": ("pig", {"target": 10, "max_turns": 3},
             {"type": "round_robin", "boards": 100}, 2)}


def written():
    """Writes all pages."""
    at = the_stage()
    scene.golden(at.folder, *GOLDEN)
    for i in range(5):
        scene.entrant(at.folder, f"bot{i}", "threshold" if i % 2 else
                      "first_move")
    for name, (game, rules, form, count) in PLAYED.items():
        if name == "attack":
            scene.bot(at.folder, "bot4", BROKEN)
        pages.play(at.folder, name, *((NAMES[i if name != "long" else i + 1],
                                       f"bot{i}") for i in range(count)),
                   game=game, rules=rules, format={"boards": 1, **form},
                   operator={"name": "<b>operator</b>"})
    for name in (*GOLDEN, *PLAYED):
        at.page(name)


def number(text):
    return int(text.replace(",", ""))


def faulty():
    """The first match with a fault, and the game in it."""
    for number in range(1, 10):
        log = scene.content(f"{the_stage().folder}/attack",
                            f"match-{number:06}.jsonl")
        if b'"t":"fault"' in log:
            return number, log[:log.index(b'{"t":"fault"')].count(
                b'{"t":"game"')
    raise AssertionError("no fault")


# ### what every view has

WAITED = {"CARD": CARD, "LIST": LIST, "STEPS": STEPS}
WORDS = {"HOSTILE": [HOSTILE], "SHOWN": SHOWN}


@scene.each(scene.rows("page.txt"))
def test_view(_, name, hash_, until, *words):
    hash_ = hash_.replace("HOSTILE", HOSTILE.replace("/", "%2F"))
    with opened(name, served=name == "attack") as page:
        page.view(hash_, WAITED[until])
        page.shows(*(shown for word in words
                     for shown in WORDS.get(word, [word])))
        if "match/1/" in hash_:
            page.badge()
        page.fits(f"{name}{hash_[:20]}")
        assert page.count("img, main script, iframe, header b") == 0


def enter(page, selector, value, event="change"):
    page.one.value(f"""(() => {{
        const field = document.querySelector({json.dumps(selector)});
        field.value = {json.dumps(value)};
        field.dispatchEvent(new Event("{event}")); }})()""")


def test_from_tables_to_matches(_):
    """By the keys to a cell and to the matches of two; the list is searched and
    sorted, and leads to a number and to the step of a fault."""
    with opened("swiss") as page:
        page.view("#/", "document.querySelector('.cross')")
        page.one.value("document.querySelector('.cross td a').parentNode"
                       ".focus()")
        page.key("Enter")
        page.one.wait("location.hash.split('/').length === 4 && "
                      f"!!{LIST}")
        page.shows("against")
        assert page.count(".match") == 1
        page.view("#/matches", LIST)
        enter(page, ".filter [type=search]", "EV", "input")
        assert page.count(".match") == 3
        assert all("eve" in one for one in page.text(".match"))
        enter(page, ".filter label select", "faults first")
        assert "fault" in page.text(".match")[0]
        assert page.text(".round") == []
        page.fits("list")
        enter(page, ".filter [type=number]", "2")
        page.one.wait("location.hash === '#/match/2'")
        page.view("#/entrant/eve", "document.querySelector('.against a')")
        page.click(".against td a")
        page.one.wait("location.hash.startsWith('#/matches/eve/')")


def test_a_chart(_):
    """The legend has the values at the cursor and switches lines off; no two
    names overlap."""
    with opened("robin") as page:
        page.view("#/", "document.querySelector('.course .label')")
        lines, names = ".course g .line", page.one.value(
            "[...document.querySelectorAll('.course .label')].map((one) => "
            "one.getBoundingClientRect().top).sort((a, b) => a - b)")
        assert all(b - a > 14 for a, b in zip(names, names[1:])), names
        before, read = page.count(lines), page.text(".legend")
        page.click(".legend button")
        assert page.count(lines) == before - 1
        page.one.value("document.querySelector('.chart').focus()")
        page.key("Home")
        assert page.text(".legend") != read
        page.shows("after 4 games", within=".legend")
        assert page.one.value("document.querySelector('.chart').getAttribute("
                              "'aria-valuetext')").startswith("after 4 games: ")


def test_a_bracket(_):
    """Each pair leads to its match, an equal score has a reason, and rounds of
    many pairs are folded."""
    with opened("knockout") as page:
        page.view("#/", "document.querySelector('.bracket')")
        rounds = page.text(".bracket h4")
        assert rounds == ["Semi-final", "Final", "Third place"], rounds
        assert page.text(".pair a[href*=match]")
        page.one.value("""(() => {
            const [pair] = page.data.bracket, [a] = pair.entrants;
            page.data.bracket = [16, 8].flatMap((n, i) => [...Array(n).keys()]
                .map((slot) => ({ ...pair, round: i + 1, slot, winner: a,
                    by_seed: true, title: `Round ${i + 1}` })));
            showView(); })()""")
        page.one.wait("document.querySelectorAll('.pair').length === 24")
        page.shows("level: better seed")
        assert page.one.value("[...document.querySelectorAll('.bracket > li')]"
                              ".map((round) => round.hidden)") == [True, False]
        page.fits("folded")
        page.click(".wide + button")
        assert page.count(".bracket > [hidden]") == 0


def test_a_fault(_):
    """The text of a bot is shown, and a forged one, and harmless."""
    number, game = faulty()
    hash_ = f"#/match/{number}/game/{game}/step/999"
    with opened("attack", served=True) as page:
        page.view(hash_, STEPS)
        page.badge()
        page.fits("fault")
        # The sentences of a step do not run into each other.
        assert not [text for text in page.text(".words p, .steps small")
                    if re.search(r"[a-z0-9)] \S+ (won|banks)\b", text)]
        page.shows(f"fault of {NAMES[4][:20]}", within=".games")
        assert page.count(".games a[href*='step/fault/']") > 0
        page.view("#/")
        page.shows("Games with a fault of ", within=".card:first-of-type")
        assert page.count(".faults a.name") > 0
        page.view(f"#/entrant/{urllib.parse.quote(NAMES[4], '')}",
                  "document.querySelector('.entrant .links a')")
        page.click(".entrant .links a")
        page.one.wait("document.querySelector('.words')?.textContent"
                      ".includes('loses by a fault')")
    folder = f"{the_stage().folder}/attack"
    pages.change(folder, f"match-{number:06}.jsonl",
                 r'("t":"fault".*"detail":)"(?:[^"\\]|\\.)*"',
                 lambda found: f'{found[1]}"\u202e\u200b{ATTACK}"')
    the_stage().page("attack", out="forged")
    with opened("forged") as page:
        page.view(hash_, STEPS)
        page.badge("bad")
        page.shows("not true", ATTACK)
        assert not re.findall("[\u202e\u200b]", page.text()[0])
        page.fits("forged")


@scene.each(["robin", "rolit", "bolo7", "vollelotte", "blackpot"])
def test_replay(_, name):
    """Steps by keys, slider and links; the check runs by itself."""
    with opened(name) as page:
        page.view("#/match/1/game/2/step/3", STEPS)
        page.badge()
        page.shows("verified here", within=".badge")
        for key, due in (("ArrowRight", 4), ("Home", 0), ("ArrowRight", 1),
                         ("ArrowLeft", 0), ("End", page.one.value(
                             "document.querySelector('input').max"))):
            page.key(key)
            assert page.one.value("location.hash") == \
                f"#/match/1/game/2/step/{due}", key
        page.key("ArrowUp")
        page.one.wait("location.hash === '#/match/1/game/1/step/0' && "
                      "document.querySelector('h2').textContent")
        page.key("e")
        assert page.text(".steps [aria-current] small"), "an event"
        page.shows("Goal: ", within=".player-body ~ details")
        enter(page, ".player-body select", "8")
        drawn = 0
        for _ in range(12):         # a card may cost a turn without a roll
            page.key("ArrowRight")
            drawn += page.count(".position svg")
        assert drawn > 0
        assert page.one.value("document.querySelector('.words').getAttribute("
                              "'aria-live')") == "polite"


@scene.each(["rolit", "bolo7", "vollelotte", "blackpot", "teams"])
def test_the_end_of_a_game(_, name):
    """The scores are those of the last line, and it says who won; the tile
    does too, and a team wins."""
    log = f"{the_stage().folder}/{name}/match-000001.jsonl"
    with opened(name) as page:
        for game in (1, 2) if name != "teams" else (1,):
            lines = [json.loads(line) for line in scene.run(
                the_stage().folder, "replay", "--json", "--game", str(game),
                log).out.splitlines()]
            over = next(line for line in lines if line["event"] == "over")
            names = [lines[0]["entrants"][entrant] for entrant in next(
                line for line in lines if line["event"] == "game")["seats"]]
            page.view(f"#/match/1/game/{game}/step/99999", STEPS)
            assert [number(text) for text in page.text(".score")] == \
                over["scores"]
            won = [name[:20] for name, rank in zip(names, over["ranks"])
                   if rank == 1]
            if len(won) == len(names):      # the dice may make them level
                won = []
            page.shows("The game is over: ", *(won or ["Nobody won"]),
                       *["Next: game 2"] * (game == 1 and name != "teams"),
                       within=".words")
            tile = page.text(".games li")[game - 1]
            assert ("won by " if won else "level") in tile and \
                all(one in tile for one in won), tile


def test_undrawn(_):
    """A game is shown as if it had no drawing of its own."""
    with opened("robin") as page:
        page.view("#/match/1", STEPS)
        page.one.value("BOARDS.delete('pig')")
        page.one.value("location.hash = '#/match/1/game/2/step/0'")
        page.one.wait("document.querySelector('.told')?.textContent")
        page.shows("Result of game 2", within=".told")
        assert page.count(".position svg") == 0
        page.fits("undrawn")


@scene.each(["knockout", "double", "stages", "sprt", "teams", "swiss"])
def test_proof_of(_, name):
    with opened(name) as page:
        page.proof()


@scene.each([False, True])
def test_proof(_, served):
    with opened("rolit", served) as page:
        page.proof("good", "Verified here in", "The ladder on this page is "
                   "the one that these games give", "What no log can prove")
        page.fits(f"proof {served}")
        # Two requests for one log at the same time both pass it on.
        assert page.one.value(
            "Promise.all(['one/a', 'one/b'].map((path) => checkerTakeLog("
            "path, loadLog(logOf(1))))).then(() => 2)") == 2


def test_proof_says_how_far_it_is(_):
    """Each log is counted once, though the checker opens it several times."""
    with opened("robin") as page:
        page.view("#/proof", "document.querySelector('button.main')")
        page.one.value("""(() => {
            const words = document.querySelector('.working .quiet');
            told = [];
            new MutationObserver(() => told.push(words.textContent)).observe(
                words, { childList: true }); })()""")
        page.click("button.main")
        page.one.wait("!!document.querySelector('main .banner')")
        told = page.one.value("told")
        assert [words for words in told if words.startswith("Checking")] == [
            f"Checking log {n} of 6" for n in range(1, 7)], told


def test_a_sample_depends_on_the_word(_):
    found = set()
    with opened("robin") as page:
        page.view("#/proof", "document.querySelector('button.sample')")
        for word in ("one", "two", "three", "four"):
            page.one.value(f"""(() => {{
                document.querySelector('#sample-word').value = '{word}';
                document.querySelector('#sample-count').value = 3;
                document.querySelector('button.sample').click(); }})()""")
            found.add(page.one.wait(
                "document.querySelector('.working').hidden && "
                "document.querySelector('main .banner')?.textContent"))
    assert len(found) > 1 and all("3 matches of 6 verified here" in one
                                  for one in found), found


# Hung in two ways: the answer never comes, or the worker never answers.
NEVER = {
    "asked": """(() => { ask = checkerAsk; checkerAsk = () =>
        new Promise((resolve, reject) => checker.waiting.set("never",
            { resolve, reject })); })()""",
    "worker": """checker.worker = Promise.resolve({
        postMessage() {}, terminate() {} })"""}


@scene.each(NEVER)
def test_a_check_that_never_ends_is_stopped(_, how):
    """And the next one works."""
    button = "main button.main[type=button]:not(.player-body button)"
    with opened("swiss") as page:
        page.view("#/match/1", STEPS)
        page.badge()
        page.one.value(NEVER[how])
        page.click(button)
        page.one.wait("!!document.querySelector('.working button')")
        page.click(".working button")
        page.one.wait("document.querySelector('main .banner.open')"
                      "?.textContent.includes('Checking') === false")
        page.shows("stopped", within=".banner.open")
        assert page.text(".badge") == []
        if how == "asked":
            page.one.value("(() => { checkerAsk = ask; })()")
        page.click(button)
        page.shows("verified here", within="body") if page.one.wait(
            f"{BADGE}?.textContent") else None


def test_axe_finds_something(_):
    with opened("rolit") as page:
        page.view("#/")
        return axe.proof_of_it(page.one)


# ### large pages

def data_of(name):
    """The text before the data of a page, and the data."""
    text = scene.content(f"{the_stage().folder}/pages/{name}",
                         "data.js").decode()
    return text[:text.index("{")], json.loads(
        text[text.index("{"):text.rindex(")")])


def test_little_is_loaded_first(_):
    size = sum(len(gzip.compress(scene.content(
        f"{the_stage().folder}/pages/robin", name))) for name in
        ("index.html", "style.css", "app.js", "data.js"))
    assert size < 27000, size


def test_a_large_log(_):
    with opened("long") as page:
        page.view("#/match/1/game/200/step/1", STEPS)
        page.shows("Game 200 of 200", "board 100, rotation 1",
                   "games 199\u2013200", within="main h2")
        assert page.count(".games li") == 200
        page.shows("Game 200", within=".games [aria-current]")
        page.badge()
        page.key("ArrowDown")           # there is no game after it
        page.key("ArrowUp")
        page.one.wait("location.hash === '#/match/1/game/199/step/0' && "
                      f"!!{STEPS}")
        page.shows("Game 199 of 200", within="main h2")


def test_keys_where_the_focus_is(_):
    """One tile and one step are in the order of the tab key."""
    with opened("long") as page:
        page.view("#/match/1/game/5/step/1", STEPS)
        page.badge()
        assert page.one.value("[...document.querySelectorAll('.games a, "
                              ".steps button')].filter((one) => one.tabIndex "
                              ">= 0).map((one) => one.textContent)"
                              )[0].startswith("Game 5")
        tiles = page.text(".games small")
        assert len(tiles) == 200 and set(tiles) <= {"A", "B", "="}, tiles
        for place, key, due in ((".games [tabindex='0']", "ArrowRight", "6"),
                                (".games [tabindex='0']", "Home", "1")):
            page.one.value(f"document.querySelector(\"{place}\").focus()")
            page.key(key)
            page.one.wait(f"location.hash === '#/match/1/game/{due}/step/0' && "
                          f"!!{STEPS} && document.activeElement.textContent"
                          f".startsWith('Game {due}')")
        page.one.value("document.querySelector('.steps [tabindex]').focus()")
        page.key("ArrowDown")
        page.one.wait("location.hash === '#/match/1/game/1/step/1' && "
                      f"document.activeElement === {STEPS}")
        assert page.count(".games [tabindex='0'], .steps [tabindex='0']") == 2


def found_by(page, name):
    """What a function of page.js returns."""
    return page.one.value("(() => { %s\nreturn %s(); })()" % (scene.content(
        f"{scene.SRC}/tests/end_to_end/tournament", "page.js").decode(), name))


def test_no_two_seats_have_one_colour(_):
    with opened("robin") as page:
        page.view("#/", CARD)
        assert found_by(page, "alike") == []


def test_every_colour_can_be_read(_):
    """White or black on it, and as the colour of a text."""
    with opened("robin") as page:
        page.view("#/", CARD)
        for dark in (False, True):
            page.one.size(1180, dark=dark)
            assert found_by(page, "unreadable") == []
        page.one.size(1180)


def test_a_long_list(_):
    """The matches of a tournament, repeated many times, are shown in parts."""
    before, data = data_of("robin")
    matches, count = data["results"]["matches"], 1000
    data["results"]["matches"] = [
        {**matches[i % len(matches)], "match": i + 1} for i in range(count)]
    data["logs"] = [[i + 1, *data["logs"][i % len(data["logs"])][1:]]
                    for i in range(count)]
    scene.write(f"{the_stage().folder}/pages/robin/data.js",
                f"{before}{json.dumps(data)});\n")
    with opened("robin") as page:
        page.view("#/matches", LIST)
        for due in (200, 400, 600):
            assert page.count(".match") == due
            assert page.text("main .card > button") == [
                f"Show more: {count - due:,} matches to come"]
            page.click("main .card > button")
        assert page.one.overflow() <= 0


written()
scene.main(workers=1)

#!/usr/bin/env python3
"""page_changed.py - what was changed after the tournament is red on its page,
at the right place: lines of logs, packed logs, luck, what the page says
besides its logs.

tier: full
needs: chromium
"""
import base64
import glob
import io
import json
import re
import shutil
import tarfile
import zlib

import pages
import scene
from pages import BADGE, LIST, opened, the_stage

LOG = "match-000001.jsonl"


def written():
    at = the_stage()
    scene.golden(at.folder, "robin", "knockout", "sprt", "luck",
                 "sharded", "faults")
    for name in "robin", "sharded":
        shutil.copytree(f"{at.folder}/{name}", f"{at.folder}/{name}_packed")
        pages.must(at.folder, "pack", f"{name}_packed")
    pages.must(at.folder, "ladder", "luck", "--luck")
    for name in "robin", "knockout", "sprt", "luck", "faults":
        at.page(name)


def other(found):
    return found[1] + ("0" if found[2] != "0" else "1")


def line(old, new, file=LOG):
    return lambda folder: pages.change(folder, file, old, new)


def of_pack(change):
    def edit(folder):
        text = scene.content(folder, "match-000001.pack")
        scene.write(f"{folder}/match-000001.pack", change(text))
    return edit


def other_byte(text):
    """In the middle of the packed data."""
    at = (text.index(b"\n") + len(text)) // 2
    return text[:at] + bytes([text[at] ^ 1]) + text[at + 1:]


CHANGED = "the packed log was changed: the SHA-256"
# The tournament, the change (it returns the number of a wrong line), and what
# the page says.
CHANGES = {
    "a die": ("robin", line(r'(^{"t":"draw".*"v":\[)\d', r"\g<1>9"), ""),
    "a move": ("robin", line('"then":"[a-z]+"', '"then":"fly"'), ""),
    "the book": ("robin", line('("match":1,"log":")(.)', other,
                               "book.jsonl"), ""),
    "a packed byte": ("robin_packed", of_pack(other_byte), CHANGED),
    "the head of a pack": (
        "robin_packed", of_pack(lambda text: b"x" + text[1:]),
        "Line 1: byte 1: not a JSON object"),
    "swapped packs": ("robin_packed", lambda folder: pages.swap(
        folder, "match-000001.pack", "match-000002.pack"),
        "The log is not the log that book.jsonl:3 names")}


@scene.each(CHANGES)
def test_changed(_, name):
    at, (source, change, said) = the_stage(), CHANGES[name]
    for path in "changed", "pages/changed":
        shutil.rmtree(f"{at.folder}/{path}", ignore_errors=True)
    shutil.copytree(f"{at.folder}/{source}", f"{at.folder}/changed")
    number = change(f"{at.folder}/changed")
    at.page("changed")
    with opened("changed") as page:
        page.view("#/match/1", "document.querySelector('.banner.bad')")
        page.badge("bad")
        page.shows(said, within="main .finding.bad, .banner.bad")
        if number and name != "the book":
            page.shows(f"Line {number}:", within="main .finding.bad")
            page.shows(f"{number}  {{", within=".lines .wrong")
        page.proof("bad", "match-00000" * ("pack" in name))


# Where the page itself is changed, what is found, and the tournament.
FALSE = {name: row for name, *row in scene.rows("page_changed.txt")}


def false_page(place, cup):
    folder = the_stage().folder
    file = f"{folder}/pages/false/" + (
        "index.html" if place[1:2] in "<s" else "data.js")
    shutil.rmtree(f"{folder}/pages/false", ignore_errors=True)
    shutil.copytree(f"{folder}/pages/{cup}", f"{folder}/pages/false")
    text = scene.content("", file).decode()
    if "[]" in place:
        changed = text.replace('"v":1,"nam', place[1:-1], 1)
    else:
        changed = re.sub(place + "(.)", lambda found: found[1] + (
            "!t" if found[2] == "t" else "2" if found[2] == "1" else "1") +
            (found[2] == "-") * "0", text, count=1)
    assert changed != text
    scene.write(file, changed)


COMPUTED = "Computed here, in your browser, from the "


@scene.each(FALSE)
def test_false_page(_, name):
    """The logs are good, but the page says something else: then it shows what
    the logs say."""
    place, due, cup = FALSE[name]
    false_page(place, cup)
    with opened("false") as page:
        page.view("#/")
        page.shows("As published by the operator; not checked here.")
        page.proof("bad", f"The {due} on this page",
                   "did not come from these games")
        shown = page.one.value("JSON.stringify(page.data)")
        page.one.value("location.hash = '#/'")
        page.shows(COMPUTED + "logs")
    with opened(cup) as page:
        page.proof("good")
        assert page.one.value("JSON.stringify(page.data)") == shown


# What a match is shown with, and what is said then.
MATCHES = {
    "result": (r'("results":.*?"points":.)', "robin", "result"),
    "players": (r'("results":.*?"entrants":.")', "robin", "result"),
    "fault": ('("faults":.{"match":.,"game":)', "faults", "list of faults")}


@scene.each(MATCHES)
def test_false_match(_, name):
    """A log that is that of its match, beside another result."""
    place, cup, due = MATCHES[name]
    false_page(place, cup)
    number = json.loads(re.search('"faults":.({"match".*?})', scene.content(
        the_stage().folder, "pages/faults/data.js").decode())[1])["match"] \
        if name == "fault" else 1
    with opened(cup) as page:
        page.view(f"#/match/{number}", BADGE)
        page.badge()
        true = page.text(".players, .games")
    with opened("false") as page:
        page.view(f"#/match/{number}", BADGE)
        page.badge("bad")
        page.shows(f"The {due} on this page did not come from this log")
        assert page.text(".players, .games") == true
        sample(page)
        page.shows(f"This page does not show the {due} of the log")


def sample(page):
    page.view("#/proof", "document.querySelector('button.sample')")
    page.click("button.sample")
    page.shows("Type a word first")
    page.one.value("document.querySelector('#sample-word').value = 'word'")
    page.click("button.sample")
    page.one.wait("document.querySelector('.working').hidden && "
                  "!!document.querySelector('main .banner') && "
                  "!document.body.textContent.includes('Type a word first')")


def as_1(folder):
    """Match 2's log and its line in the book take the place of match 1's."""
    shutil.copy(f"{folder}/match-000002.jsonl", f"{folder}/{LOG}")
    ends = {json.loads(line)["match"]: json.loads(line)["log"]
            for line in scene.content(folder, "book.jsonl").splitlines()
            if b'"t":"end"' in line}
    pages.change(folder, "book.jsonl", ends[1], ends[2])


def false_winners(folder):
    pages.change(folder, "book.jsonl", r'"ranks":\[\[(.),(.)\]',
                 r'"ranks":[[\2,\1]')


# What only whoever hosts a page could do: the operator signs no such book.
HOSTED = {"another match": as_1, "winners": false_winners}


@scene.each(HOSTED)
def test_false_book(_, name):
    at = the_stage()
    for path in "changed", "pages/changed":
        shutil.rmtree(f"{at.folder}/{path}", ignore_errors=True)
    shutil.copytree(f"{at.folder}/robin", f"{at.folder}/changed")
    HOSTED[name](f"{at.folder}/changed")
    at.page("changed")
    with opened("changed") as page:
        page.view("#/match/1", BADGE)
        page.badge("bad")
        page.shows("book.note: line 3: expected ")
        sample(page)
        assert page.count("main .banner.good") == 0
        page.shows("is not true.", "book.note")


def test_a_late_verdict(_):
    """It is about the match that it was asked about, not the one shown."""
    false_page('("results":.*"match":2.*?"points":.)', "robin")
    with opened("false") as page:
        page.view("#/match/1", BADGE)
        page.one.value("""(() => { judge = judgeMatch; judgeMatch = (number) =>
            number !== 1 ? judge(number) : new Promise((resolve) => {
                late = () => judge(1).then(resolve); }); })()""")
        page.click("main button.main[type=button]:not(.player-body button)")
        page.one.wait("document.querySelector('.badge').textContent"
                      ".includes('checking')")
        page.one.value("location.hash = '#/match/2'")
        page.one.wait("document.querySelector('h2').textContent.includes("
                      "'Match 2') && document.querySelector('.badge.bad')"
                      "?.textContent")
        page.one.value("late().then(() => new Promise((resolve) => "
                       "setTimeout(resolve)))")
        page.badge("bad")


def test_one_log_for_all_that_is_shown_of_a_match(_):
    """A server could answer a second request with another log."""
    with opened("luck") as page:
        page.view("#/")
        page.one.value("""(() => { const load = loadLog; loads = 0; loadLog =
            (...which) => { loads++; return load(...which); };
            location.hash = '#/match/1'; })()""")
        page.badge()
        page.one.wait("!!document.querySelector('.luck-table')")
        page.one.value("location.hash = '#/match/1/game/2'")
        page.shows("Game 2 of", "winners, faults and games are those of the "
                   "log, checked here. The lines at the top")
        assert page.one.value("loads") == 1


def test_late_scripts(_):
    """What they bring after the check is not shown as checked."""
    with opened("robin") as page:
        page.proof()
        page.one.value("rollcall.live({over: true, games: 1, games_of: 1, "
                       "results: [], playing: []}); location.hash = '#/live'")
        page.shows(COMPUTED + "logs")
        assert page.count(".course-of-play") == 0
        assert page.one.value("rollcall.series('x', {entrants: []}); "
                              "page.computed") is None


def test_what_is_shown_is_compared(_):
    """A key __proto__ adds to what is shown what has no name."""
    false_page('("v":1,"__proto__":{"bracket":[]},"gam)', "robin")
    with opened("false") as page:
        page.view("#/")
        assert "Bracket" not in " ".join(page.text())


def test_what_was_played_again_is_told_beside_the_badge(_):
    at = the_stage()
    scene.golden(at.folder, "interrupted", "bots")
    folder = f"{at.folder}/interrupted"
    lines = scene.content(folder, "match-000002.jsonl").splitlines(True)
    scene.write(f"{folder}/match-000002.jsonl", b"".join(
        [lines[0], b"{\n", *lines[1:]]))
    scene.tournament(at.folder, "run", "interrupted", "--key-file", "key")
    at.page("interrupted")
    with opened("interrupted") as page:
        page.view("#/matches", LIST)
        page.shows("played again 1 time")
        page.view("#/match/2", BADGE)
        page.badge()
        page.shows("1 attempt at this match was made void")


def test_marks_do_not_pile_up(_):
    """They would be drawn over the names above."""
    with opened("robin") as page:
        page.view("#/")
        assert page.one.value("clean('e' + '\\u0336'.repeat(30))") == (
            "e" + "\u0336" * 4 + "\ufffd")


def test_another_luck_file(_):
    """The match is true, and its luck is not measured as the manifest says."""
    false_page(*FALSE["luck"][::2])
    file = f"{the_stage().folder}/pages/false/chances.js"
    text = scene.content("", file).decode()
    old, packed = re.search(r'"luck.json",(\d+,"(.*?)")', text).groups()
    luck = zlib.decompress(base64.b64decode(packed), -15)
    packed = zlib.compress(luck.replace(b"the tests", b"the beast"), 9)[2:-4]
    scene.write(file, text.replace(old, f'{len(luck)},"' +
                                   base64.b64encode(packed).decode() + '"'))
    with opened("false") as page:
        page.view("#/match/1", "document.querySelector('.luck-table') && " +
                  BADGE)
        page.badge()
        page.shows("chances/luck.json is not the luck file that manifest.json "
                   "fixed", within=".banner.bad")
        page.shows("was fixed before the first game was not checked")


def test_a_true_league_beside_false_tables(_):
    """Files of a league in folder.js do not make the check one of that."""
    folder = the_stage().folder
    false_page(*FALSE["ladder"][::2])
    file = f"{folder}/pages/false/folder.js"
    text = scene.content("", file).decode()
    scene.write(file, text + 'rollcall.file("league.json",0,"AwA=");\n' +
                text.replace('file("', 'file("round-001/'))
    with opened("false") as page:
        page.proof("bad", "The ladder on this page did not come")


def test_a_sample_is_computed_from_the_book(_):
    """A ladder that its matches do not show is found, too."""
    false_page(*FALSE["ladder"][::2])
    with opened("false") as page:
        sample(page)
        page.shows("The ladder on this page did not come from these games")
    with opened("robin") as page:
        sample(page)
        page.shows("6 matches of 6 verified here", COMPUTED +
                   "book that the operator signed")


def test_false_luck(_):
    """luck.csv has another number."""
    at = the_stage()
    shutil.copytree(f"{at.folder}/luck", f"{at.folder}/false_luck")
    text = scene.content(at.folder, "false_luck/luck.csv").decode()
    game, old = re.search(r"^1,(\d+),(-?\d+\.\d+\|-?\d+\.\d+)$", text,
                          re.M).groups()
    scene.write(f"{at.folder}/false_luck/luck.csv", text.replace(
        old, "0.500000|-0.500000", 1))
    at.page("false_luck")
    with opened("false_luck") as page:
        page.view("#/match/1", "document.querySelector('.luck-table') && " +
                  pages.BADGE)
        page.shows("luck.csv of this tournament has other numbers for game "
                   f"{game}.")
        sample(page)
        page.shows("The luck in the tables")


@scene.each(["robin_packed", "sharded", "sharded_packed"])
def test_packed_and_sharded_pages_are_good(_, name):
    the_stage().page(name)
    with opened(name) as page:
        page.view("#/match/1/game/2/step/3", pages.STEPS)
        page.badge()
        page.shows("Save the packed log")
        page.proof("good", "Verified here in")
        page.one.value("saveFile = (name, blob) => { saved = blob; }")
        page.click("#save-folder")
        text = page.one.wait("""'saved' in window && saved.arrayBuffer().then(
            (all) => [...new Uint8Array(all)].map((byte) =>
                String.fromCharCode(byte)).join(""))""")
    folder = f"{the_stage().folder}/saved_{name}"
    with tarfile.open(fileobj=io.BytesIO(text.encode("latin-1"))) as archive:
        archive.extractall(folder)
    pages.must(the_stage().folder, "verify", *glob.glob(f"{folder}/*"))


SVG = ('<svg xmlns="http://www.w3.org/2000/svg" width="70" height="60" '
       'onload="alert(1)"><script>alert(1)</script><image href="{url}"/>'
       '<rect width="70" height="60" fill="#369"/></svg>')


def own_game(name, drawn):
    """Plays and publishes Connect Four, in which `drawn` is the picture."""
    at = the_stage()
    text = scene.content(f"{scene.SRC}/tournaments/examples/games",
                         "connect4.py").decode()
    for old, new in (("import Game,", "import Game, roll, text,"),
                     ("yield picture(drawn(board))",
                      f"yield picture({drawn})\n            yield text("
                      f"'<b>{{%d}}</b> is next' % seat)\n            "
                      "yield roll(2, 6)")):
        assert old in text, old
        text = text.replace(old, new)
    scene.bot(at.folder, "connect4.py", text)
    shutil.copy(f"{scene.SRC}/sdk/python/rollcall/own_game.py", at.folder)
    for one in "ann", "bob":
        scene.healthy(at.folder, one)
    pages.play(at.folder, name, ("ann", "ann"), ("bob", "bob"), game={
        "command": ["./connect4.py"], "files": ["./own_game.py"]})
    at.page(name)


def test_rules_that_a_program_has_are_not_proved(_):
    own_game("own", "drawn(board)")
    with opened("own") as page:
        page.view("#/match/1/game/1/step/2", pages.STEPS)
        page.badge()
        page.shows("verified here but for the rules", "The rules of the game")
        assert "are legal" not in " ".join(page.text())
        page.shows("Rolled for all: ", "plays column 0.", "they are not checked "
                   "here", "<b>bob</b> is next.")
        assert page.text("pre.picture") == [".......\n" * 5 + "X......\n"]
        assert page.count("pre.told, .words b b") == 0
        page.fits("own")
        page.proof("good", "That moves and results obey the rules of connect4")
        page.shows("Whether moves and results obey the rules was not checked")
        assert "results and signatures of all" not in " ".join(page.text())


def test_a_picture_of_a_program_is_an_image(_):
    """It runs no script, and nothing is loaded from elsewhere."""
    own_game("drawn", repr(SVG.format(url=f"{the_stage().served}/seen")))
    with opened("drawn", served=True) as page:
        page.view("#/match/1/game/1/step/2", pages.STEPS)
        page.one.wait("document.querySelector('img.picture')?.naturalWidth")
        page.fits("drawn")
        assert page.count("main svg script, main image") == 0


written()
scene.main(workers=1)

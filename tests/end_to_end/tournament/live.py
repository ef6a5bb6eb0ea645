#!/usr/bin/env python3
"""live.py - the page of a tournament while it is played.

It shows the progress, and nothing that a bot in play could use.  It ends as
the page that `tournament site` writes, whatever stopped the run or kept the
page from being written.  A browser that follows it keeps its place.

tier: full
needs: chromium
"""
import base64
import glob
import json
import os
import re
import shutil
import signal
import zlib

import pages
import scene
from pages import HOSTILE, KEY, must

# Plays the first two games of a match, one in each seat, and waits in the
# third.
SECOND = f"""#!{scene.PYTHON}
import json, os, sys, time
games = 0
for line in sys.stdin:
    line = json.loads(line)
    games += line["type"] == "game"
    if line["type"] == "hello": print('{{"type":"ready"}}', flush=True)
    if line["type"] == "turn":
        while games > 1 and os.path.exists(sys.argv[0] + ".gate"):
            time.sleep(0.01)
        print('{{"move":1}}', flush=True)
"""
STATE = {"v", "running", "over", "matches", "matches_of", "games", "games_of",
         "whole", "left", "playing", "results", "shown", "beat"}
MATCH = {"match", "entrants", "games", "games_of", "points"}


def cup(folder):
    """A tournament with a pairing that is played at once, and bots that wait
    at a gate."""
    for i in range(2):
        scene.entrant(folder, f"bot{i}", "threshold" if i else "first_move")
    scene.bot(folder, "bot2", SECOND)
    pages.cup(folder, "cup", ("ann", "bot0"), ("bob", "bot1"),
              (HOSTILE, "bot2"), rules={"target": 200},
              format={"type": "round_robin", "boards": 2})
    scene.write(f"{folder}/bot2.gate", "")


def begin(folder, *words, target="cup.json"):
    """Starts a run, and waits until it is in play."""
    out = ("-o", "cup") if target == "cup.json" else ()
    run = scene.start(folder, "run", target, *out, "-j", "3", "--site", "page",
                      *words, *KEY, program=scene.TOURNAMENT)
    assert scene.wait_until(lambda: waits(folder)), state(folder)
    return run


def state(folder):
    """The contents of live.js; an empty state if there is none."""
    try:
        with open(f"{folder}/page/live.js", encoding="utf-8") as file:
            text = file.read()
    except FileNotFoundError:
        return {"playing": [], "results": [], "matches": 0, "shown": 0}
    found = re.fullmatch(r"rollcall\.live\((.*)\);\n", text)
    assert found, f"torn: {text}"
    return json.loads(found[1])


def waits(folder):
    """The matches of the waiting bot have finished two games of four, and the
    other match has ended."""
    now = state(folder)
    return now["matches"] == 1 and now.get("shown") == 1 and \
        now["running"] and \
        [match["games"] for match in now["playing"]] == [2, 2]


def files(folder):
    found = {}
    for path in glob.glob(f"{folder}/**", recursive=True):
        if os.path.isfile(path) and not path.endswith(".new"):
            with open(path, "rb") as file:
                found[path[len(folder) + 1:]] = file.read()
    return found


def plain(page):
    """Everything that a visitor can read: the files, and what is packed in
    them."""
    texts = list(page.values())
    for name, text in page.items():
        if name == "folder.js" or name.startswith("logs/"):
            for packed in re.findall(rb',"([A-Za-z0-9+/=]*)"\);', text):
                texts.append(zlib.decompress(base64.b64decode(packed), -15))
    return b"\n".join(texts)


def nothing_is_told(folder):
    """What live.js may say, and what no file may contain."""
    page, now = files(f"{folder}/page"), state(folder)
    text = plain(page)
    assert set(now) == STATE, now
    assert all(set(match) == MATCH for match in
               now["playing"] + now["results"]), now
    assert {name for name in page if name.startswith("logs/")} == {
        f"logs/{match['match']:06}.js" for match in now["results"]}
    for match in now["playing"]:
        lines = scene.content(f"{folder}/cup", f"match-{match['match']:06}"
                              ".jsonl").splitlines()
        # The first line has names, and the seal that is in the book; the same
        # move may be in a published log.
        for part in re.findall(rb'"[0-9a-f]{24,}"', b"".join(lines[1:])):
            assert part not in text, part
        points, places = [0, 0], []
        for line in map(json.loads, lines):
            places = line["seats"] if line["t"] == "game" else places
            for place, rank in zip(places, line.get("ranks", [])):
                points[place] += (rank == 1) / line["ranks"].count(1)
        assert match["points"] == points, (match, points)
    for bad in (scene.content(f"{folder}/cup", "secret").strip(), b"./bot",
                folder.encode()):
        assert bad not in text, bad


def same_as_site(folder, name="page", cup_="cup"):
    """The page is the one that `tournament site` writes."""
    must(folder, "site", cup_, "-o", "due")
    due, found = files(f"{folder}/due"), files(f"{folder}/{name}")
    return [f"not that of site: {one}" for one in due.keys() | found.keys()
            if due.get(one) != found.get(one)]


def open_gate(folder):
    os.remove(f"{folder}/bot2.gate")


def ends(run, out="", err="^$"):
    return scene.expect(scene.finish(run), 0, out, err)


def test_a_run(folder):
    """From an empty folder to the finished page, and then again."""
    cup(folder)
    run = begin(folder)
    nothing_is_told(folder)
    assert b"live.js" in files(f"{folder}/page")["index.html"]
    open_gate(folder)
    ends(run)
    now = state(folder)
    assert (now["over"], now["running"], now["playing"], len(now["results"]),
            now["shown"]) == (True, False, [], 3, 3), now
    must(folder, "run", "cup", "--site", "again", *KEY)
    return same_as_site(folder) + same_as_site(folder, "again")


def test_stopped(folder):
    """Stopped by a signal, which the page reports, and killed; resumed each
    time."""
    cup(folder)
    run = begin(folder)
    run.send_signal(signal.SIGINT)
    run.send_signal(signal.SIGTERM)
    scene.expect(scene.finish(run), 2, err="--site page")
    assert not state(folder)["running"] and not state(folder)["over"]
    run = begin(folder, target="cup")
    run.kill()
    scene.finish(run)
    assert state(folder)["running"]
    run = begin(folder, target="cup")
    open_gate(folder)
    ends(run)
    return same_as_site(folder)


def test_a_page_that_cannot_be_written(folder):
    """It is reported once; the tournament continues, and a later run writes
    the page."""
    cup(folder)
    run = begin(folder, "--json")
    shutil.move(f"{folder}/page", f"{folder}/gone")
    scene.write(f"{folder}/page", "a file")
    open_gate(folder)
    result = ends(run, '"event":"over"', "the page is not finished.*\n$")
    assert result.err.count("\n") == 1, result
    assert result.out.count("the page is not up to date") < 2, result
    os.remove(f"{folder}/page")
    shutil.move(f"{folder}/gone", f"{folder}/page")
    must(folder, "run", "cup", "--site", "page", *KEY)
    return same_as_site(folder)


def test_a_league(folder):
    """Each round has its own page."""
    for i in range(3):
        scene.entrant(folder, f"bot{i}", "threshold" if i else "first_move")
    os.mkdir(f"{folder}/league")
    pages.cup(folder, "league", ("a", "../bot0"), ("b", "../bot1"),
              ("c", "../bot2"), file="league/league",
              format={"type": "league", "boards": 1})
    must(folder, "league", "league", "--rounds", "2", "--site", "page",
         *KEY)
    assert sorted(os.listdir(f"{folder}/page")) == ["round-001", "round-002"]
    return same_as_site(folder, "page/round-002", "league/round-002")


# ### in a browser

def put_state(folder, now):
    scene.write(f"{folder}/page/live.new",
                f"rollcall.live({json.dumps(now)});\n")
    os.replace(f"{folder}/page/live.new", f"{folder}/page/live.js")


def two_pools(folder):
    """A page with two pools, because only match 1 and one of others have
    ended."""
    for i in range(4):
        scene.entrant(folder, f"bot{i}", "threshold" if i % 2 else
                      "first_move")
    pages.play(folder, "cup", *((name, f"bot{i}") for i, name in enumerate(
        ("ann", "bob", "cyd", HOSTILE))), rules={"target": 12},
        format={"type": "round_robin", "boards": 2})
    lines = scene.content(f"{folder}/cup", "book.jsonl").splitlines(True)
    starts = {line["match"]: set(line["entrants"]) for line in
              map(json.loads, lines) if line["t"] == "start"}
    other = next(n for n in starts if not starts[n] & starts[1])
    scene.write(f"{folder}/cup/book.jsonl", b"".join(
        line for line in lines if json.loads(line).get("match", 1) in
        (1, other) and b'"t":"close"' not in line))
    os.remove(f"{folder}/cup/book.note")
    must(folder, "site", "cup", "-o", "page")
    tag = b'<script src="data.js" defer></script>'
    scene.write(f"{folder}/page/index.html", scene.content(
        folder, "page/index.html").replace(
            tag, tag + b"\n" + tag.replace(b"data", b"live")))
    now = state(folder)
    return {**now, "running": True, "over": False, "shown": 2, "whole": True,
            "games": 0, "matches": 0, "games_of": 10000, "left": "1:05",
            "playing": [{**now["results"][0], "games": 1, "games_of": 4}]}


@scene.each([False, True])
def test_followed(folder, served):
    """After 50 versions the last one is shown; focus and scroll position
    stay."""
    now, at = two_pools(folder), pages.the_stage()
    put_state(folder, now)
    name = f"live-{served}"
    shutil.copytree(f"{folder}/page", f"{at.folder}/pages/{name}")
    shutil.rmtree(f"{folder}/page")
    os.symlink(f"{at.folder}/pages/{name}", f"{folder}/page")
    with pages.opened(name, served) as page:
        one = page.one
        page.view("#/", "document.querySelector('.live-line a')")
        one.size(390, 400)
        one.value("""(() => { LIVE.ask = 30; window.asked = 0;
            const own = rollcall.live;
            rollcall.live = (state) => { window.asked++;
              if (state.games !== state.matches) window.torn = state;
              own(state); };
            document.querySelectorAll('main .name[href]')[1].focus();
            window.scrollTo(0, 200); })()""")
        place = "[scrollY, document.activeElement.textContent, location.hash]"
        before = one.value(place)
        assert before[0] == 200, before
        for i in range(1, 51):
            # The page requests each version before the next one is written.
            asked = one.value("window.asked")
            put_state(folder, {**now, "games": i, "matches": i, "beat": i})
            one.wait(f"window.asked > {asked} && page.live.beat === {i}")
        one.wait("document.querySelector('.live-line').textContent"
                 ".includes('50 of 10,000 games, 1:05 left')")
        assert one.value(place) == before
        assert not one.value("window.torn")
        # New tables: the same position, with the data of another version.
        put_state(folder, {**now, "games": 51, "matches": 51, "shown": 3})
        one.wait("page.version === '?3'")
        assert one.value(place) == before
        one.value("location.hash = '#/live'")
        one.wait("!!document.querySelector('.live')")
        page.shows("Table so far", "On the boards now", "Last results",
                   HOSTILE, "These pools cannot be compared yet", "Pool 2",
                   within=".live")
        page.fits("live", (1180, 390, 1920))
        put_state(folder, {**now, "over": True, "running": False,
                           "playing": []})
        assert one.wait("document.querySelector('.live-said').textContent") \
            == "The tournament is over."


pages.needed()
scene.main(workers=1)

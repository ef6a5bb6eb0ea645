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
import sys
import zlib

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import axe
import browser
import page_stage
import scene
import tournament_stage as stage

HOSTILE = "<img/src=x/onerror=alert(1)>"
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
         "whole", "playing", "results", "shown", "beat"}
MATCH = {"match", "entrants", "games", "games_of", "points"}


def cup(folder, **changes):
    """A tournament with a pairing that is played at once, and bots that wait
    at a gate."""
    for i in range(2):
        scene.entrant(folder, f"bot{i}", "threshold" if i else "first_move")
    scene.bot(folder, "bot2", SECOND)
    stage.cup(folder, "cup.json", **{
        "name": "cup", "rules": {"target": 50},
        "format": {"type": "round_robin", "boards": 2}, "limits": {"start_ms": 60000, "move_ms": 600000},
        "entrants": [{"name": name, "command": [f"./bot{i}"]} for i, name in
                     enumerate(("ann", "bob", HOSTILE))], **changes})
    scene.write(f"{folder}/bot2.gate", "")


def begin(folder, *words, target="cup.json"):
    out = ("-o", "cup") if target == "cup.json" else ()
    return scene.start(folder, "run", target, *out, "-j", "3", "--site", "page",
                       *words, *stage.KEY, program=scene.TOURNAMENT)


def state(folder, name="page"):
    """The contents of live.js; an empty state if there is none."""
    try:
        with open(f"{folder}/{name}/live.js", encoding="utf-8") as file:
            text = file.read()
    except FileNotFoundError:
        return {"playing": [], "results": [], "matches": 0}
    found = re.fullmatch(r"rollcall\.live\((.*)\);\n", text)
    assert found, f"torn: {text}"
    return json.loads(found[1])


def waits(folder):
    """The matches of the waiting bot have finished two games of four, and the
    other match has ended."""
    now = state(folder)
    return now["matches"] == 1 and now.get("shown") == 1 and \
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


def told(folder, versions):
    """Checks what live.js may say, and what no file may contain."""
    wrong = []
    page = files(f"{folder}/page")
    text = plain(page)
    now = state(folder)
    wrong += [f"keys: {sorted(now)}"] * (set(now) != STATE)
    for match in now["playing"] + now["results"]:
        wrong += [f"keys: {match}"] * (set(match) != MATCH)
    logs = {f"logs/{match['match']:06}.js" for match in now["results"]}
    wrong += [f"logs: {sorted(page)}"] * (
        {name for name in page if name.startswith("logs/")} != logs)
    for match in now["playing"]:
        lines = scene.content(f"{folder}/cup", f"match-{match['match']:06}"
                              ".jsonl").splitlines()
        for line in lines:
            # The first line has names, and the seal that is in the book; the
            # same move may be in a published log.
            for part in re.findall(rb'"[0-9a-f]{24,}"', line) if \
                    not line.startswith(b'{"t":"match"') else []:
                wrong += [f"told: {part[:80]}"] * (part in text)
        points, places = [0, 0], []
        for line in map(json.loads, lines):
            places = line["seats"] if line["t"] == "game" else places
            for place, rank in zip(places, line.get("ranks", [])):
                points[place] += (rank == 1) / line["ranks"].count(1)
        wrong += [f"points {points}: {match}"] * (match["points"] != points)
    texts = [text, *versions]
    for what, bad in (
            ("the secret", scene.content(f"{folder}/cup", "secret").strip()),
            ("a command", b"./bot"), ("a path", folder.encode()),
            ("a trace", b"trace")):
        wrong += [what] * any(bad in one for one in texts if what != "a trace")
    return wrong


def same_as_site(folder, name="page"):
    """The page is the one that `tournament site` writes."""
    shutil.rmtree(f"{folder}/due", ignore_errors=True)
    done = scene.tournament(folder, "site", "cup", "-o", "due")
    due, found = files(f"{folder}/due"), files(f"{folder}/{name}")
    return [f"{done}"] * (done.code != 0) + [
        f"not that of site: {one}" for one in sorted(due.keys() | found.keys())
        if due.get(one) != found.get(one)]


def open_gate(folder):
    os.remove(f"{folder}/bot2.gate")


def whole_run(folder):
    """From an empty folder to the finished page, and then again."""
    wrong, versions = [], set()

    def look():
        versions.add(scene.content(folder, "page/live.js") if
                     os.path.exists(f"{folder}/page/live.js") else b"")
        return waits(folder)

    cup(folder)
    run = begin(folder)
    wrong += ["never in play"] * (not scene.wait_until(look))
    wrong += told(folder, versions) + [
        "no live tag"] * (b"live.js" not in files(f"{folder}/page")
                          ["index.html"])
    open_gate(folder)
    result = scene.finish(run)
    wrong += [f"{result}"] * (result.code != 0 or result.err != "")
    now = state(folder)
    wrong += [f"over: {now}"] * (
        (now["over"], now["running"], now["playing"], len(now["results"]),
         now["shown"]) != (True, False, [], 3, 3))
    wrong += same_as_site(folder)
    result = scene.tournament(folder, "run", "cup", "--site", "again",
                              *stage.KEY)
    wrong += [f"again: {result}"] * (result.code != 0)
    return wrong + same_as_site(folder, "again")


def stopped(folder):
    """Stopped by Ctrl-C, which the page reports, and killed; resumed each
    time."""
    cup(folder)
    run = begin(folder)
    wrong = ["never in play"] * (not scene.wait_until(lambda: waits(folder)))
    run.send_signal(signal.SIGINT)
    run.send_signal(signal.SIGTERM)
    result = scene.finish(run)
    wrong += [f"stopped: {result}"] * (
        result.code != 2 or "--site page" not in result.err)
    now = state(folder)
    wrong += [f"stopped: {now}"] * (now["running"] or now["over"])
    run = begin(folder, target="cup")
    wrong += ["not resumed"] * (not scene.wait_until(
        lambda: waits(folder) and state(folder)["running"]))
    run.kill()
    scene.finish(run)
    wrong += ["running"] * (not state(folder)["running"])
    open_gate(folder)
    result = scene.finish(begin(folder, target="cup"))
    wrong += [f"{result}"] * (result.code != 0 or result.err != "")
    return wrong + same_as_site(folder)


def trouble(folder):
    """A page folder that cannot be written is reported once; the tournament
    continues, and a later run writes the page."""
    cup(folder)
    run = begin(folder, "--json")
    wrong = ["never in play"] * (not scene.wait_until(lambda: waits(folder)))
    shutil.move(f"{folder}/page", f"{folder}/gone")
    scene.write(f"{folder}/page", "a file")
    open_gate(folder)
    result = scene.finish(run)
    said = [line for line in result.out.splitlines()
            if "the page is not up to date" in line]
    wrong += [f"{result}"] * (result.code != 0 or len(said) > 1)
    wrong += [f"the end: {result.err}"] * (
        "the page is not finished" not in result.err or
        result.err.count("\n") != 1 or
        '"event":"over"' not in result.out)
    os.remove(f"{folder}/page")
    shutil.move(f"{folder}/gone", f"{folder}/page")
    result = scene.tournament(folder, "run", "cup", "--site", "page",
                              *stage.KEY)
    wrong += [f"{result}"] * (result.code != 0)
    return wrong + same_as_site(folder)


def full(folder):
    """There is no space for one version of the page."""
    cup(folder)
    run = begin(folder)
    wrong = ["never in play"] * (not scene.wait_until(lambda: waits(folder)))
    os.symlink("/dev/full", f"{folder}/page/data.js.new")
    # data.js is written when the next match has ended.
    open_gate(folder)
    result = scene.finish(run)
    said = result.out.count("the page is not up to date") + result.err.count(
        "the page is not finished")
    wrong += [f"{result}"] * (result.code != 0 or said != 1 or
                              "No space left" not in result.out + result.err)
    if "not finished" in result.err:
        scene.tournament(folder, "run", "cup", "--site", "page", *stage.KEY)
    return wrong + same_as_site(folder)


def refused(folder):
    """A bad folder is refused before any match is played."""
    cup(folder)
    open_gate(folder)
    os.mkdir(f"{folder}/theirs")
    scene.write(f"{folder}/theirs/index.html", "theirs")
    wrong = []
    for out, why in (("theirs", "theirs is not empty, and holds no page of"),
                     ("cup.json", "cup.json"), ("cup", "cup is not empty"),
                     ("no/where", "no/where")):
        result = scene.tournament(folder, "run", "cup.json", "-o", "cup",
                                  "--site", out, *stage.KEY)
        wrong += scene.one_sentence(result, re.escape(why))
    wrong += ["played"] * (b'"start"' in scene.content(f"{folder}/cup",
                                                       "book.jsonl"))
    result = scene.tournament(folder, "run", "cup", "--site", "page", "--shard",
                              "0/2", *stage.KEY)
    return wrong + scene.one_sentence(result, "--site: a shard knows only its")


def league(folder):
    """Each round has its own page."""
    for i in range(3):
        scene.entrant(folder, f"bot{i}", "threshold" if i else "first_move")
    os.mkdir(f"{folder}/league")
    stage.cup(folder, "league/league.json", name="league", format={
        "type": "league", "boards": 1}, entrants=[
            {"name": name, "command": [f"../bot{i}"]}
            for i, name in enumerate("abc")])
    result = scene.tournament(folder, "league", "league", "--rounds", "2",
                              "--site", "page", *stage.KEY)
    wrong = [f"{result}"] * (result.code != 0)
    os.rename(f"{folder}/league/round-002", f"{folder}/cup")
    wrong += same_as_site(folder, "page/round-002")
    return wrong + [f"{os.listdir(folder + '/page')}"] * (
        sorted(os.listdir(f"{folder}/page")) != ["round-001", "round-002"])


# ### in a browser

def put_state(folder, now):
    scene.write(f"{folder}/page/live.new", f"rollcall.live({json.dumps(now)});\n")
    os.replace(f"{folder}/page/live.new", f"{folder}/page/live.js")


def followed(one, folder, url):
    """After 50 versions the last one is shown; focus and scroll position
    stay."""
    wrong = []
    now = {**state(folder), "running": True, "over": False, "shown": 2,
           "whole": True, "games": 0, "matches": 0, "games_of": 10000}
    put_state(folder, now)
    one.go(f"{url}/index.html#/")
    one.size(390, 400)
    one.wait("!!document.querySelector('.live-line a')")
    one.value("""(() => { LIVE.ask = 30; window.asked = 0;
        const own = rollcall.live;
        rollcall.live = (state) => { window.asked++;
          if (state.games !== state.matches) window.torn = state;
          own(state); };
        document.querySelectorAll('main .name[href]')[1].focus();
        window.scrollTo(0, 200); })()""")
    place = "[scrollY, document.activeElement.textContent, location.hash]"
    before = one.value(place)
    for i in range(1, 51):
        # The page requests each version before the next one is written.
        asked = one.value("window.asked")
        put_state(folder, {**now, "games": i, "matches": i, "beat": i})
        one.wait(f"window.asked > {asked} && page.live.beat === {i}")
    one.wait("document.querySelector('.live-line').textContent"
             ".includes('50 of 10,000 games')")
    wrong += [f"place: {before} {one.value(place)}"] * (
        one.value(place) != before or before[:2] != [200, before[1]])
    wrong += [f"torn: {one.value('window.torn')}"] * bool(
        one.value("window.torn"))
    # New tables: the same position, with the data of another version.
    put_state(folder, {**now, "games": 51, "matches": 51, "shown": 3})
    one.wait("page.version === '?3'")
    wrong += [f"new tables: {before} {one.value(place)}"] * (
        one.value(place) != before)
    one.value("location.hash = '#/live'")
    text = one.wait("document.querySelector('.live')?.textContent")
    for due in ("Table so far", "On the boards now", "Last results", HOSTILE,
                "These pools cannot be compared yet", "Pool 2"):
        wrong += [f"no {due!r}: {text}"] * (due not in text)
    for width in (1180, 390, 1920):
        for dark in (False, True):
            one.size(width, dark=dark)
            wrong += [f"{width}: {one.overflow()} px too wide"] * (
                one.overflow() > 0)
            if scene.LONG or dark == (width == 390):
                wrong += [f"{width}: {found}" for found in axe.findings(one)]
            if os.environ.get("ROLLCALL_SCREENS"):
                one.picture(f"{os.environ['ROLLCALL_SCREENS']}/live-{width}"
                            f"{'-dark' * dark}.png")
    wrong += one.printed()
    put_state(folder, {**now, "over": True, "running": False, "playing": []})
    said = one.wait("document.querySelector('.live-said').textContent")
    wrong += [f"over: {said}"] * (said != "The tournament is over.")
    return wrong


def apart(folder):
    """A page with two pools, because only matches 1 and 6 have ended."""
    for i in range(4):
        scene.entrant(folder, f"bot{i}", "threshold" if i % 2 else "first_move")
    stage.cup(folder, "cup.json", name="cup", rules={"target": 12}, format={
        "type": "round_robin", "boards": 2}, entrants=[
            {"name": name, "command": [f"./bot{i}"]} for i, name in
            enumerate(("ann", "bob", "cyd", HOSTILE))])
    result = scene.tournament(folder, "run", "cup.json", "-o", "cup", *stage.KEY)
    wrong = [f"{result}"] * (result.code != 0)
    lines = scene.content(f"{folder}/cup", "book.jsonl").splitlines(True)
    starts = {line["match"]: set(line["entrants"]) for line in
              map(json.loads, lines) if line["t"] == "start"}
    other = next(n for n in starts if not starts[n] & starts[1])
    kept = [line for line in lines if json.loads(line).get("match", 1) in
            (1, other) and b'"t":"close"' not in line]
    scene.write(f"{folder}/cup/book.jsonl", b"".join(kept))
    os.remove(f"{folder}/cup/book.note")
    result = scene.tournament(folder, "site", "cup", "-o", "page")
    wrong += [f"{result}"] * (result.code != 0)
    index = scene.content(folder, "page/index.html").replace(
        b'<script src="data.js" defer></script>', b'<script src="data.js" defer>'
        b'</script>\n<script src="live.js" defer></script>')
    scene.write(f"{folder}/page/index.html", index)
    now = state(folder)
    now["playing"] = [{**now["results"][0], "games": 1, "games_of": 4}]
    put_state(folder, now)
    return wrong


def main():
    if not page_stage.can_be_written():
        return 0
    tally = scene.Tally()
    with scene.Scene() as scenes:
        tally.add("a run", whole_run(scenes.folder()))
        tally.add("stopped", stopped(scenes.folder()))
        tally.add("gone", trouble(scenes.folder()))
        tally.add("full", full(scenes.folder()))
        tally.add("refused", refused(scenes.folder()))
        tally.add("a league", league(scenes.folder()))
        if browser.PROGRAM:
            if not axe.HAS:
                print(axe.NOT_TRIED)
            folder = scenes.folder()
            tally.add("two pools", apart(folder))
            server = browser.Server(f"{folder}/page")
            files_ = f"file://{folder}/page"
            with browser.Browser(scenes.folder(), (files_, server.url)) as one:
                for name, url in (("as files", files_),
                                  ("over HTTP", server.url)):
                    tally.add(name, followed(one, folder, url))
                tally.add("nothing but the page", one.noise)
            server.shutdown()
        else:
            print(browser.NOT_TRIED)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

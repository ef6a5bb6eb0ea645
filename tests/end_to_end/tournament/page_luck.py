#!/usr/bin/env python3
"""page_luck.py - chances and luck on the page of a tournament.

The browser shows what `referee replay --analyse` and `referee analyse` print,
using the page's luck file and table; the ladder without luck is that of
`tournament ladder --luck`, and a false one is detected.

tier: full
needs: chromium
"""
import base64
import json
import os
import re
import shutil
import sys
import zlib

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import page_stage
import scene
import tournament_stage as stage
from page import BADGE, STEPS, Page, proof

HOSTILE = "<img/src=x/onerror=alert(1)>"
PATIENT = {"limits": {"start_ms": 60000, "move_ms": 60000}}
ROWS = """[...document.querySelectorAll(".luck-table tbody tr")].map((row) =>
    [...row.children].map((cell) => cell.textContent))"""
DONE = "document.querySelector('.luck-table') && " + BADGE


def played(folder):
    """Plays tournaments with every way to measure luck, and with none."""
    for name, bot in ("ann", "threshold"), ("bob", "first_move"):
        scene.entrant(folder, name, bot)
    two = [{"name": "ann", "command": ["./ann"]},
           {"name": HOSTILE, "command": ["./bob"]}]
    three = [*two, {"name": "eve", "command": ["./ann"]}]
    stage.lucky(folder)
    cups = {
        "pig": {"format": {"type": "round_robin", "boards": 30},
                "entrants": two},
        "fixed": {"luck": "luck.json", "entrants": two},
        "race": {"game": "bolo7", "rules": {"target": 1000}, "entrants": three,
                 "format": {"type": "round_robin", "seats": 3, "boards": 1}},
        "pot": {"game": "blackpot", "rules": "none", "entrants": two}}
    wrong = []
    for name, changes in cups.items():
        stage.cup(folder, f"{name}.json", name=name, **PATIENT, **changes)
        result = scene.tournament(folder, "run", f"{name}.json", "-o", name,
                                  *stage.KEY)
        wrong += [f"{name}: {result}"] * (result.code != 0)
    shutil.copytree(f"{folder}/pig", f"{folder}/measured")
    result = scene.tournament(folder, "ladder", "measured", "--luck", "--json")
    scene.write(f"{folder}/ladder.json", result.out)
    return wrong + [str(result)] * (result.code != 0)


def site(folder, name, *words):
    return scene.tournament(folder, "site", name, "-o", f"pages/{name}", *words)


def data_of(folder, name):
    text = scene.content(folder, f"pages/{name}/data.js").decode()
    return json.loads(text[text.index("{"):text.rindex(")")])


def chances_of(folder, name):
    """The files in chances.js by name."""
    text = scene.content(folder, f"pages/{name}/chances.js").decode()
    return {file: zlib.decompress(base64.b64decode(packed), -15)
            for file, packed in re.findall(
                r'rollcall\.chances\("([a-z.]+)",\d+,"([^"]*)"\);', text)}


def written(folder):
    """What is written to the page, and what is refused."""
    wrong = []
    for name in ("pig", "fixed", "race", "pot", "measured"):
        result = site(folder, name)
        if result.code != 0:
            return [f"{name}: {result}"]
    for name, due in (
            ("pig", {"f": "table", "fixed": False, "named": False}),
            ("fixed", {"f": "table", "fixed": True, "named": False}),
            ("race", {"f": "race", "fixed": False}), ("pot", None)):
        found = data_of(folder, name).get("chances")
        wrong += [f"{name}: {found}, not {due}"] * (found != due)
        wrong += [f"{name}: a ladder"] * (
            ("luck" in data_of(folder, name)) != (name == "fixed"))
    due = json.loads(scene.content(folder, "ladder.json"))["luck"]
    if data_of(folder, "measured").get("luck") != due:
        wrong.append(f"luck: {data_of(folder, 'measured').get('luck')}")
    scene.run(folder, "--solve", "pig", "target=12", "pig.worth",
              program=f"{scene.BUILD}/bots/bolito")
    found = chances_of(folder, "fixed")
    if found.get("table") != scene.content(folder, "pig.worth") or \
            found.get("luck.json") != scene.content(folder, "luck.json"):
        wrong.append(f"chances.js: {[*found]}")
    wrong += ["a table"] * (set(chances_of(folder, "race")) != {"luck.json"})
    wrong += ["chances.js"] * os.path.exists(f"{folder}/pages/pot/chances.js")
    return wrong + refused(folder)


def refused(folder):
    """A luck file for another game or not the manifest's, and a false
    luck.csv."""
    scene.write(f"{folder}/other.json", scene.content(
        folder, "luck.json").replace(b'"by hand"', b'"others"').replace(
            b'"the tests"', b'"others"'))
    wrong = scene.one_sentence(
        site(folder, "fixed", "--luck-file", "other.json"),
        "other.json is not the luck file that fixed/manifest.json fixed")
    wrong += scene.one_sentence(
        site(folder, "race", "--luck-file", "luck.json"), "luck.json: .*pig")
    wrong += scene.one_sentence(
        site(folder, "pot", "--luck-file", "luck.json"), "luck.json: .*pig")
    shutil.copytree(f"{folder}/measured", f"{folder}/short")
    lines = scene.content(folder, "short/luck.csv").splitlines(True)
    scene.write(f"{folder}/short/luck.csv", b"".join(lines[:-1]))
    return wrong + scene.one_sentence(site(folder, "short"), "luck.csv")


# ### in a browser

def told(folder, name, game):
    """The chances at the steps of a game, as the program prints them."""
    steps, found = scene.run(
        folder, "replay", f"{name}/match-000001.jsonl", "--json", "--analyse",
        "--game", str(game)).out.splitlines(), {}
    at = 0
    for line in map(json.loads, steps):
        at += line["event"] in ("roll", "move", "fault")
        if line["event"] == "chances":
            found[at] = line["seats"]
    return found


def percent(chance):
    return "> 99 %" if 0.995 < chance < 1 else "< 1 %" if 0 < chance < 0.005 \
        else f"{int(100 * chance + 0.5)} %"


def chances(page, folder, name):
    """Some steps show what the program prints."""
    due = told(folder, name, 2)
    assert len(due) > 4, due
    for at in [*due][:12:5]:
        page.view(f"#/match/1/game/2/step/{at}", STEPS)
        page.expect(f"step {at}", page.text(".chance"),
                    [f"wins {percent(chance)}" for chance in due[at]])
    page.expect("picture", page.one.value(
        "document.querySelectorAll('.strip polygon').length"),
        len(due[at]))


def number(text):
    return float(text.replace("\u2212", "-").replace("\u00bd", ".5"))


def games(page, folder, name):
    """The table of all games has the numbers of the program."""
    page.view("#/match/1", DONE)
    rows = page.one.value(ROWS)
    said = [json.loads(line) for line in scene.run(
        folder, "analyse", f"{name}/match-000001.jsonl", "--json")
        .out.splitlines()[1:]]
    page.expect("games", len(rows), len(said))
    for row, due in zip(rows, said):
        numbers = []
        for entrant in sorted(due["seats"]):
            seat = due["seats"].index(entrant)
            numbers += [float(due["points"][seat]),
                        float(due["luck_total"][seat])]
            numbers += [-float(due["loss"][seat])] if due["loss"] else []
        if len(row) != 1 + len(numbers) or any(
                abs(number(text) - value) > 0.00051
                for text, value in zip(row[1:], numbers)):
            page.wrong.append(f"{row}, not {numbers}")
    return page.text("main .card")


def looked_at(one, folder, url, name):
    page = Page(one, f"{url}/{name}")
    chances(page, folder, name)
    cards = " ".join(games(page, folder, name))
    page.has("luck", cards, *(
        ["formula of the scores", "no mistakes here"] if name == "race" else
        ["lost by mistakes", "exact table of perfect play", HOSTILE]))
    page.has("chosen", cards, "fixed by the manifest" if name == "fixed" else
             "chosen after the games")
    for width in (1180, 390):
        one.size(width, dark=width == 390)
        for hash_, until in (("#/", "document.querySelector('.card')"),
                             ("#/match/1/game/2/step/3", DONE)):
            page.view(hash_, until)
            page.expect(f"{width} {hash_} too wide", one.overflow(), 0)
    one.size(1180)
    return page.wrong


def without_luck(one, url):
    """The second table, what proves it, and that luck.csv matches the logs."""
    page = Page(one, f"{url}/measured")
    page.view("#/")
    page.has("ladder", page.text()[0], "Without the luck of the dice",
             "Not official", "chosen after the games")
    page.view("#/match/1", DONE)
    page.has("luck.csv", page.text()[0], "luck.csv of this tournament has the "
             "same numbers.")
    proof(page)
    page.url = f"{url}/pot"
    page.view("#/match/1", STEPS)
    page.expect("no luck", page.text(".chance, .strip, .luck-table"), [])
    return page.wrong


def false_luck(one, folder, url):
    """luck.csv with a changed number; then the page's own ladder with one."""
    shutil.copytree(f"{folder}/measured", f"{folder}/false")
    text = scene.content(folder, "false/luck.csv").decode()
    game, old = re.search(r"^1,(\d+),(-?\d+\.\d+\|-?\d+\.\d+)$", text,
                          re.M).groups()
    scene.write(f"{folder}/false/luck.csv", text.replace(
        old, "0.500000|-0.500000", 1))
    result = site(folder, "false")
    if result.code != 0:
        return [str(result)]
    page = Page(one, f"{url}/false")
    page.view("#/match/1", DONE)
    page.has("luck.csv", page.text()[0], "luck.csv of this tournament has "
             f"other numbers for game {game}.")
    shutil.copytree(f"{folder}/pages/measured", f"{folder}/pages/ladder")
    path = f"{folder}/pages/ladder/data.js"
    data = scene.content(folder, "pages/ladder/data.js").decode()
    at = data.index('"luck":{')
    scene.write(path, data[:at] + re.sub('("elo":)(-?)', r"\g<1>\g<2>1",
                                         data[at:], count=1))
    page.url = f"{url}/ladder"
    page.has("false", proof(page, "banner bad"), "The ladder without luck on "
             "this page did not come from these games")
    return page.wrong


def stopped(one, url):
    """A check that does not end can be stopped, and the next one works."""
    page = Page(one, f"{url}/pig")
    page.view("#/match/1", DONE)
    one.value("""(() => { ask = checkerAsk; checkerAsk = () =>
        new Promise((resolve, reject) => checker.waiting.set("never",
            { resolve, reject })); })()""")
    page.click("button.main:not(.player-body *)")
    one.wait("!!document.querySelector('.working button')")
    page.click(".working button")
    one.wait("!document.querySelector('.working')")
    page.has("stopped", page.text(".banner.open")[0], "stopped")
    page.expect("no badge", page.text(".badge"), [])
    one.value("(() => { checkerAsk = ask; })()")
    page.click("button.main:not(.player-body *)")
    page.has("again", one.wait(BADGE + "?.textContent"), "verified here")
    return page.wrong


def before(tally, folder):
    tally.add("tournaments", played(folder))
    tally.add("pages", written(folder))


def looks(tally, one, folder, files, _):
    for name in ("pig", "fixed", "race"):
        tally.add(name, looked_at(one, folder, files, name))
    tally.add("the ladder without luck", without_luck(one, files))
    tally.add("false luck", false_luck(one, folder, files))
    tally.add("stopped", stopped(one, files))


if __name__ == "__main__":
    sys.exit(page_stage.main(before, looks))

"""replay.py - replay tells what is in a log, as another program sees it, and
nothing but its own colours controls a terminal.

tests/cases/replay.txt has what is printed.

tier: full
"""
import glob
import json
import os
import re
import subprocess

import scene        # first: its replay, and not this file
import moves
from terminal import Terminal

GOLDEN = f"{scene.SRC}/tests/golden"
LOGS = [f"{GOLDEN}/replay-{name}.jsonl" for name in ("pig", "bolo7", "absent")]
with open(f"{scene.SRC}/docs/replay.md", encoding="utf-8") as page:
    KEYS = {event: re.findall(r"`(\w+)`", keys) for event, keys in
            re.findall(r"^\| `(\w+)` \| (.*?) \|",
                       page.read().split("| `event` |")[1], re.M)}


def told(folder, log, *words):
    """The objects of replay --json."""
    result = scene.expect(scene.run(folder, "replay", log, "--json", *words),
                          err="")
    return [json.loads(line) for line in result.out.splitlines()]


def test_every_event_has_the_keys_of_the_page(folder):
    seen = set()
    for log in LOGS:
        for line in told(folder, log, "--analyse", "--views"):
            seen.add(line["event"])
            assert list(line) == ["event", "line", *KEYS[line["event"]]], line
    assert seen == set(KEYS)


def logged_games(log):
    """What tests/independent reads: an object per game."""
    header, *lines = scene.read_log(log)
    head = {"game": header["game"], "rules": header["rules"],
            "seats": len(header["entrants"])}
    for line in lines:
        if line["t"] == "game":
            yield (game := {**head, "lines": []})
        elif line["t"] in ("draw", "move", "again", "fault"):
            game["lines"].append(line)


def test_views_before_moves_are_those_of_another_program(folder):
    for log in sorted(glob.glob(f"{GOLDEN}/games/*.jsonl")):
        due = [decision["view"] for game in list(logged_games(log))
               for decision in moves.follow(game)["decisions"]
               if game["lines"][decision["before_line"]]["t"] == "move"]
        found, view = [], None
        for event in told(folder, log, "--views"):
            if event["event"] == "view":
                view = event["view"]
            elif event["event"] == "move":
                found.append(view)
        assert found and found == due, log


@scene.each([*LOGS, *(f"{GOLDEN}/{name}.jsonl" for name in (
    "pig-2", "pig-4-resumed", "bolo7-3-faults"))])
def test_one_game_is_told_as_among_all(folder, log):
    whole = told(folder, log, "--views")
    starts = [at for at, line in enumerate(whole) if line["event"] == "game"]
    for number in range(1, whole[-1]["games"] + 1):
        first = [at for at in starts if whole[at]["number"] == number][0]
        after = [at for at in starts if whole[at]["number"] > number] + [
            len(whole) - 1]
        words = ["--game", str(number), "--views"]
        *part, end = told(folder, log, *words)
        assert part == whole[:1] + whole[first:after[0]]
        assert end == {"event": "end", "line": part[-1]["line"], "games": 1,
                       "verified": False}
        # Forfeits follow from earlier boards, as in the log `absent`.
        assert told(folder, log, *words, "--board-only") == [
            *part, {**end, "board_only": True}]


# ### terminals

def on_a_terminal(folder, log, code=0, **more):
    terminal = Terminal(folder, [scene.REFEREE, "replay", log],
                        **{"NO_COLOR": "", **more})
    assert terminal.end() == code, terminal.bytes
    return terminal.bytes.decode().replace("\r\n", "\n")


@scene.each([("", True), ("1", False)])
def test_colours_are_for_terminals_that_want_them(folder, setting, wanted):
    plain = scene.run(folder, "replay", LOGS[1]).out
    shown = on_a_terminal(folder, LOGS[1], NO_COLOR=setting)
    assert ("\033[" in shown) == wanted
    assert re.sub("\033\\[[0-9;]*m", "", shown) == plain


@scene.each([
    ("rolit-2", ["\033[1;97;41mbot-0\033[0m  \033[1;97;41mR, red\033[0m\n",
                 "\033[1;97;42mbot-1\033[0m  \033[1;97;42mG, green\033[0m\n"]),
    ("blackpot-2", ["\033[30;47mbot-0\033[0m  \033[30;47mo\033[0m\n",
                    "\033[97;41mbot-1\033[0m  \033[97;41mx\033[0m\n"])])
def test_seats_have_the_colours_of_their_pieces(folder, log, seats):
    shown = on_a_terminal(folder, f"{GOLDEN}/games/{log}.jsonl")
    assert all(seat in shown for seat in seats), shown[:900]


def test_a_detail_cannot_steer_the_terminal(folder):
    with open(LOGS[2], encoding="utf-8") as file:
        text = file.read()
    scene.write(f"{folder}/evil.jsonl", text.replace(
        "exit status 3", "\\u001b[2K\u009b\u202eh\\ni\u200b"))
    shown = on_a_terminal(folder, "evil.jsonl", code=1)
    assert "\033[1m" in shown and "\\u001b[2K\\u009b\\u202eh" in shown
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e\u200b]",
                         re.sub("\033\\[[0-9;]*m", "", shown))


def test_a_reader_that_leaves_ends_it_without_a_word(folder):
    ours, theirs = os.pipe()
    os.close(ours)
    done = subprocess.run([scene.REFEREE, "replay", LOGS[1]], cwd=folder,
                          stdout=theirs, check=False, stderr=subprocess.PIPE)
    os.close(theirs)
    assert done.returncode != 0 and done.stderr == b""


scene.main()

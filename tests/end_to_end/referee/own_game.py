#!/usr/bin/env python3
"""own_game.py - games that are programs: made with new-game, examined with
check-game, played and verified.

tier: quick
"""
import collections
import json
import os
import re
import shutil
import signal
import socket
import subprocess

import scene

SDK = f"{scene.SRC}/sdk"
FIRST = scene.content(f"{scene.SRC}/tests/bots", "first.py").decode()

# The first player to pass loses; each turn shows a hidden card and two dice.
GAME = f"""#!{scene.PYTHON}
import os, random, sys, time
from own_game import *

class Small(Game):
    name, players, result, hidden = "small", (2, 3), "winner", True
    rules = [Int("rounds", 3, 1, 5, "rounds")]

    def play(self, seats, rules):
        cards, total, seat = [], [0] * seats, 0
        for seat in range(seats):
            cards += yield roll(1, 6, seat=seat, hidden=True)
        for number in range(rules["rounds"]):
            a, b = yield roll(2, 6)
            yield event("rolled", sum=a + b)
            for seat in range(seats):
                view = {{"card": cards[seat], "total": total}}
                legal = [{{"do": "raise"}}, {{"do": "pass"}}]
                # view
                move = yield ask(seat, view, legal)
                if move["do"] == "raise":
                    total[seat] += a + b
                    # raised
            # round
        yield event("cards", cards=cards)
        return total, ranks_by(total)

# before run
run(Small)
"""


def game(folder, *edits):
    """`edits`: a text in it, and what stands there instead, and so on."""
    text = GAME
    for old, new in zip(edits[::2], edits[1::2]):
        assert old in text, old
        text = text.replace(old, new)
    shutil.copy(f"{SDK}/python/rollcall/own_game.py", folder)
    return scene.bot(folder, "small.py", text)


def referee(folder, *words, code=0):
    done = scene.run(folder, *words)
    assert done.code == code, done
    return done.out


def test_a_good_game_has_no_faults(folder):
    said = referee(folder, "check-game", game(folder), "--games", "150")
    assert "ok: no fault found\n" in said, said
    for words in ("small: 150 games", "2 seats: points per game 0.",
                  "3 seats: points per game 0.", "illegal moves refused"):
        assert words in said, said


@scene.each(scene.rows("own_game_bad.txt"))
def test_bad(folder, _, fault, shown, *edits):
    said = referee(folder, "check-game", game(folder, *edits), "--games", "60",
                   code=1)
    faults = re.split("^FAIL ", said, flags=re.M)[1:]
    wanted = [one for one in faults
              if re.search(fault.replace("#", r"\d+"), one.split("\n")[0])]
    assert wanted and any(shown in one for one in wanted), said
    assert "ok:" not in said


def test_the_same_seed_finds_the_same(folder):
    path = game(folder, *next(row[3:] for row in
                              scene.rows("own_game_bad.txt")
                              if row[0] == "a seat that is never asked"))
    once, again = (re.sub("[0-9]+ (steps per second|ms of)", "", referee(
        folder, "check-game", path, "--games", "100", "--seed", "7", code=1))
                   for _ in range(2))
    assert once == again, (once, again)


def test_show_tells_what_each_seat_sees(folder):
    said = referee(folder, "check-game", game(folder), "--show")
    assert re.search(r'"values":\[\d\]}   \(only seat 1 knows', said), said
    assert re.search(r'  seat 1 sees {"card":\d,"total":', said), said
    assert re.search(r'  all seats hear {"e":"rolled","sum":\d+}', said), said


def test_what_cannot_run_is_no_fault_of_a_game(folder):
    for name in "one", "two":
        os.mkdir(f"{folder}/{name}")
        scene.write(f"{folder}/{name}/x", "")
    done = scene.run(folder, "check-game", game(folder), "--game-files",
                     "one/x,two/x")
    assert done.code == 2 and done.err.endswith(
        "the game's program: two of its files have the name x\n"), done
    for words in (["./absent.py"], [game(folder), "--game-files", "absent"],
                  [game(folder), "--games", "0"]):
        done = scene.run(folder, "check-game", *words)
        assert done.code == 2 and done.err.startswith("referee check-game: "), \
            done
        assert "absent" not in words[-1] or \
            "check-game: the game's program: " in done.err, done


def test_the_hash_covers_the_program_wherever_it_is(folder):
    os.mkdir(f"{folder}/one")
    game(f"{folder}/one")
    scene.healthy(folder, "ann")
    scene.healthy(folder, "bob")
    referee(folder, "play", "one/small.py", "./ann", "./bob", "-o", "m.jsonl")
    os.rename(f"{folder}/one", f"{folder}/two")
    said = referee(folder, "verify", "m.jsonl", "--game", "./two/small.py")
    assert "rules as ./two/small.py" in said, said
    assert "sealed secret; every move is legal; the results" in said, said
    said = referee(folder, "verify", "m.jsonl")
    assert "proved: the dice are those of the sealed secret (" in said, said
    referee(folder, "verify", "m.jsonl", "--game", "./two/small.py",
            "--game-files", "two/own_game.py")
    for name in "small.py", "own_game.py":
        before = scene.content(f"{folder}/two", name)
        scene.bot(f"{folder}/two", name, before + b"# changed\n")
        said = referee(folder, "verify", "m.jsonl", "--game", "two/small.py",
                       code=1)
        assert "not verified: " in said, said
        scene.bot(f"{folder}/two", name, before)


def test_a_game_may_refuse_rules(folder):
    path = game(folder, "cards, total,", "if rules['rounds'] == seats == 3:\n"
                "            yield illegal('an even number, please')\n"
                "        cards, total,")
    for name in "ann", "bob", "cid":
        scene.healthy(folder, name)
    words = ["play", path, "./ann", "./bob", "./cid", "-o", "m.jsonl"]
    said = scene.run(folder, *words, "--rules", "rounds=3")
    assert said.code == 2 and said.err == (
        "referee play: small refuses these rules: an even number, please\n"), \
        said
    assert not os.path.exists(f"{folder}/m.jsonl")
    referee(folder, *words, "--rules", "rounds=2")
    said = referee(folder, "check-game", path, "--games", "60", code=1)
    assert "it refuses its own default rules" in said, said
    path = game(folder, "cards, total,", "if rules['rounds'] == 5:\n"
                "            yield illegal('too many')\n"
                "        cards, total,")
    assert "ok: " in referee(folder, "check-game", path, "--games", "60")


def test_replay_shows_what_the_program_says(folder):
    """Its sentences once each, its picture of each position, moves in words."""
    path = game(folder, "for seat in range(seats):\n            cards",
                "yield text('{0} deals')\n        yield picture('new')\n"
                "        for seat in range(seats):\n            cards",
                "for seat in range(seats):\n                view",
                "yield text(f'round {number}')\n            yield picture("
                "f'at {number}')\n            yield ask_all([ask(s, {}, [{'do': "
                "'one', 'to': [1, 2]}]) for s in (0, 1)])\n"
                "            for seat in range(seats):\n                view")
    for bot in "ann", "bob":
        scene.healthy(folder, bot)
    referee(folder, "play", path, "./ann", "./bob", "-o", "m.jsonl")
    said = [json.loads(line) for line in referee(
        folder, "replay", "m.jsonl", "--program", path, "--game", "1",
        "--json", "--views").splitlines()]
    texts = [one["text"] for one in said
             if one["event"] == "told" and "text" in one]
    assert texts == ["ann deals", "round 0", "round 1", "round 2"], texts
    views = [one["view"].get("picture") for one in said
             if one["event"] == "view"]
    assert list(dict.fromkeys(views)) == ["new", None, "at 0", "at 1", "at 2"]
    moves = {one["text"] for one in said if one["event"] == "move"}
    assert moves == {"plays one, to 1 2", "plays raise"}, moves
    words = referee(folder, "replay", "m.jsonl", "--program", path)
    assert words.count("ann deals") == words.count("bob deals") == 1
    assert words.count("round 1") == 2 and "plays one, to 1 2" in words


def test_replay_ends_when_its_reader_does(folder):
    path = game(folder)
    scene.healthy(folder, "ann")
    scene.healthy(folder, "bob")
    referee(folder, "play", path, "./ann", "./bob", "-o", "m.jsonl")
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [scene.REFEREE, "replay", "m.jsonl", "--program", path], cwd=folder,
        stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert done.returncode == -signal.SIGPIPE and not done.stderr, done


def test_what_a_program_says_makes_no_row(folder):
    """Title, rules, sentences, pictures, and moves, which bots choose."""
    long = 74 * "x" + " b: verified"
    path = game(folder, "# before run", "Small.title = 'small: verified'\n"
                "Small.sheet = ['small: verified']", "cards, total,",
                "yield text('small: verified')\n        "
                f"yield ask(0, {{}}, [{{'do': '{long}'}}])\n        "
                "yield picture('small: verified\\n' + 70 * ' ' + "
                "'b: verified')\n        cards, total,")
    scene.healthy(folder, "ann")
    scene.healthy(folder, "bob")
    referee(folder, "play", path, "./ann", "./bob", "-o", "m.jsonl")
    said = referee(folder, "replay", "m.jsonl", "--program", path) + \
        referee(folder, "games", path)
    assert said.count("  small: verified\n") >= 5, said
    assert " b: verified\n" in said, said
    assert not re.search("^(small|b): v|.{75}b: v", said, re.M), said


@scene.each(scene.rows("own_game_fails.txt"))
def test_a_failure_is_never_a_bots(folder, _, fault, *edits):
    for bot in "ann", "bob":
        scene.healthy(folder, bot)
    with socket.create_server(("127.0.0.1", 0)) as server:
        path = game(folder, *(text.replace("PORT", str(
            server.getsockname()[1])) for text in edits))
        done = scene.run(folder, "play", path, "./ann", "./bob", "-o",
                         "m.jsonl")
        server.settimeout(0)
        try:
            server.accept()
            raise AssertionError("it has a network")
        except BlockingIOError:
            pass
    assert done.code == 2 and re.match(
        r'referee play: the game\'s program, asked \{"type":"(new|move|rolled)".*'
        f"{fault}", done.err), done
    assert done.err.count("\n") == 1, done
    assert not any(line["t"] in ("fault", "over")
                   for line in scene.read_log(f"{folder}/m.jsonl"))


def test_nobody_else_is_sent_a_hidden_roll(folder):
    """Before the game is over; then all get the line that is in the log."""
    path = game(folder)
    for name in "ann", "bob", "cid":
        scene.bot(folder, name, f"#!{scene.PYTHON}\n{FIRST}# {name}\n")
    referee(folder, "play", path, "./ann", "./bob", "./cid", "-o",
            "log.jsonl", "--trace", "trace", *scene.PATIENT.split())
    assert not (wrong := scene.doubts(folder)), wrong
    hidden = [line for line in scene.read_log(f"{folder}/log.jsonl")
              if line["t"] == "draw" and "to" in line]
    seen = collections.Counter()
    for line in scene.read_log(f"{folder}/trace"):
        told = json.loads(line.get("to", "{}"))
        for draw in told.get("events", []):
            if draw["t"] != "draw" or "to" not in draw:
                continue
            shown = draw["to"] == line["seat"] or told["type"] == "over"
            assert shown == ("v" in draw) == ("link" in draw), line
            if shown:
                assert draw in hidden
            seen[told["type"], shown] += 1
    assert len(seen) == 3 and seen["over", True] == 2 * len(hidden), seen


EXAMPLES = f"{scene.SRC}/tournaments/examples/games"


@scene.each([("skunk.py", "python/rollcall/own_game.py", "skunk_bot.py", "20"),
             ("liars_dice.js", "javascript/own_game.js", "liars_dice_bot.js",
              "5"),
             ("connect4.py", "python/rollcall/own_game.py", "connect4_bot.py",
              "3")])
def test_examples(folder, name, library, bot, word):
    """They keep the contract, and a match is played and verified."""
    shown = "node" if name.endswith("js") else scene.PYTHON
    if not shutil.which(shown):
        raise scene.Skip(f"{shown} is not installed")
    path = f"{EXAMPLES}/{name}"
    files = ["--game-files", f"{SDK}/{library}"]
    said = referee(folder, "check-game", path, *files, "--games", "60")
    assert "ok: no fault found" in said, said
    bots = [f"{one}={shown} {EXAMPLES}/{bot} {word}" for one in ("ann", "bob")]
    referee(folder, "play", path, *files, *bots, "-o", "m.jsonl")
    assert not any(line["t"] == "fault"
                   for line in scene.read_log(f"{folder}/m.jsonl"))
    said = referee(folder, "verify", "m.jsonl", "--game", path, *files)
    assert f"rules as {path}" in said, said


@scene.each([("python",), ("javascript",)])
def test_a_new_game_works_at_once(folder, language):
    if not shutil.which({"python": "python3", "javascript": "node"}[language]):
        raise scene.Skip(f"{language} is not installed")
    environment = {**scene.referee_environment(folder), "ROLLCALL_SDK": SDK,
                   "PATH": os.pathsep.join([os.path.dirname(scene.REFEREE),
                                            os.environ["PATH"]])}

    def shell(commands):
        done = subprocess.run(["/bin/sh", "-ec", commands], cwd=folder,
                              env=environment, capture_output=True, text=True,
                              check=False)
        assert done.returncode == 0, done
        return done.stdout

    said = shell(f"referee new-game hold {language} mine")
    commands = said.splitlines()[1:]
    assert commands[0] == "    cd mine", said
    text = "\n".join(commands).replace("check-game ", "check-game --games 60 ")
    done = shell(text)
    assert "ok: no fault found" in done and "rules as ./hold." in done
    assert all(command in scene.content(f"{folder}/mine", "README.md").decode()
               for command in commands[1:])


def test_new_game_refuses_names(folder):
    for name, why in (("pig", "pig is a game that the referee has"),
                      ("My", '"My" cannot be the name of a game: expected')):
        done = scene.run(folder, "new-game", name, "python", "mine")
        assert done.code == 2 and why in done.err, done
    assert not os.path.exists(f"{folder}/mine")

scene.main(workers=2)

#!/usr/bin/env python3
"""own_game.py - games that are programs: which mistakes check-game finds, what
happens when one fails in a match, and who is sent a hidden roll.
tests/cases/own_game.txt has what is printed, refused and verified.

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
import time

import scene

SDK = f"{scene.SRC}/sdk"
FIRST = scene.content(f"{scene.SRC}/tests/bots", "first.py").decode()
GAME = scene.content(f"{scene.SRC}/tests/bots", "small_game.py").decode(
).replace("/usr/bin/env python3", scene.PYTHON)


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


def test_a_program_is_not_endless(folder):
    path = game(folder)
    os.truncate(f"{folder}/own_game.py", 20 << 30)
    began = time.monotonic()
    scene.expect(scene.run(folder, "check-game", path), 2,
                 err="its files have more than 64 MiB")
    assert time.monotonic() - began < 10


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


scene.main(workers=2)

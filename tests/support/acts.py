"""acts.py - a bot that does something special in every second game of a match.

The games between must be as they are in an undisturbed match.
"""
import collections
import os
import re

import scene

GOOD = '{"move":1}\n'
# What an act may use: `line`, the question; put(GOOD) answers it, until_turn()
# plays on until the next question, hang() never returns.
BOT = f"""#!{scene.PYTHON}
import json, os, resource, signal, socket, subprocess, sys, threading, time
GOOD = {GOOD!r}
ACTS = LIST

def put(text):
    data = text if isinstance(text, bytes) else text.encode()
    while data:
        data = data[os.write(1, data):]

def say(text):
    os.write(2, (text + "\\n").encode())

def hang():
    while True:
        signal.pause()

def until_turn():
    global line, game
    for text in sys.stdin:
        line = json.loads(text)
        if line["type"] == "hello":
            put('{{"type":"ready"}}\\n')
        if line["type"] == "game":
            game = line["number"]
        if line["type"] != "turn":
            continue
        if game in begun:
            return
        if game % 2:
            put(GOOD)
        else:
            begun.add(game)
            exec(ACTS[game // 2 - 1], globals())
    sys.exit(0)

game, begun = 0, set()
while True:
    until_turn()
    put(GOOD)
"""

# name: for messages; body: Python, run at the first question of the game;
# fault: its kind and detail, expressions, or "" if it plays well; said: found
# in its error output; moved: whether it has made a move before the fault.
Act = collections.namedtuple("Act", "name body fault detail said moved",
                             defaults=("", "", "", False))


def play(folder, acts, level, *limits, player=scene.play, beside=()):
    """Plays the match, which leaves nothing but its files; returns its games,
    each as a list of lines.  `beside`: other files in the folder."""
    scene.healthy(folder)
    scene.bot(folder, "bot", BOT.replace(
        "LIST", repr([act.body for act in acts])))
    # Bots that do not wait for a clock get a long one: machines can be slow.
    limits = {limit.split("=")[0]: limit for limit in (
        "move_ms=600000", "start_ms=600000", "faults_max=1000", *limits)}
    result = player(
        folder, "pig", "./bot", "./rival", "--rules", "target=20", "--boards",
        str(2 * len(acts) + 1), "--rotations", "1", "--sandbox", level,
        "--trace", "trace",
        *(word for limit in limits.values() for word in ("--limit", limit)))
    scene.expect(result)
    left = scene.left_running(folder)
    assert not left, f"left running: {left}"
    stray = set(os.listdir(folder)) - set(beside) - {
        "t", "config", "key", "secret", "own", "bot", "rival", "log.jsonl",
        "log.json", "trace"}
    assert not stray and not os.listdir(f"{folder}/t"), stray
    assert not (wrong := scene.doubts(folder)), wrong
    return scene.games_of(scene.read_log(f"{folder}/log.jsonl"))


def said_in(folder, game):
    """The bot's error output in a game."""
    return "".join(line.get("stderr", "") for line in
                   scene.read_log(f"{folder}/trace")
                   if line.get("game") == game and line.get("seat") == 0)


def wrong_with(folder, act, number, game, normal):
    """What is wrong with the game in which the bot did that."""
    found = [line for line in game if line["t"] == "fault"]
    moves = [line for line in game if line["t"] == "move" and
             line["seat"] == 0]
    wrong = []
    if not re.search(act.said, said_in(folder, number)):
        wrong.append(f"said: {said_in(folder, number)[-900:]}")
    if not act.fault:
        wrong += [str(line) for line in found]
        if game[-1] != normal:
            wrong.append(f"was disturbed: {game[-1]}")
    elif len(found) != 1 or found[0]["seat"] != 0 or \
            not re.fullmatch(act.fault, found[0]["fault"]) or \
            not re.search(act.detail, found[0]["detail"]):
        wrong.append(f"faults: {found}")
    elif game[-1]["ranks"] != [2, 1]:
        wrong.append(f"is not lost: {game[-1]}")
    elif bool(moves) != act.moved:
        wrong.append(f"has the moves {moves}")
    return [f"{act.name}, game {number}: {text}" for text in wrong]


def check(folder, acts, level, *limits, player=scene.play):
    """Tries all acts in one match."""
    games = play(folder, acts, level, *limits, player=player)
    wrong = [f"{len(games)} games"] * (len(games) != 2 * len(acts) + 1)
    overs = normal(len(games))
    for number, game in enumerate(games, 1):
        act = Act("between two acts", "") if number % 2 else \
            acts[number // 2 - 1]
        wrong += wrong_with(folder, act, number, game, overs[number - 1])
    assert not wrong, "\n".join(wrong)


NORMAL = {}


def normal(count):
    """The results of as many undisturbed games."""
    if count not in NORMAL:
        with scene.Scene() as at:
            folder = at.folder()
            NORMAL[count] = [game[-1] for game in play(
                folder, [Act("", "put(GOOD)")] * (count // 2), "none")]
    return NORMAL[count]

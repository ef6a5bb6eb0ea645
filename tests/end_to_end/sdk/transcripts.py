#!/usr/bin/env python3
"""transcripts.py - every SDK passes the conversations of sdk/transcripts; a bot
in every language at one table.

sdk/transcripts/README.md describes how a transcript is read and made.

tier: full
"""
import json
import os
import shutil

import fences
import languages
import project
import scene
from talk import POSITIONS, SILENT_S, Bot, compact

FOLDER = "sdk/transcripts"
NAMES = sorted(os.listdir(f"{scene.SRC}/{FOLDER}"))
NAMES.remove("README.md")
LANGUAGES = languages.languages()
# Writes what this language answers.
RECORD = os.environ.get("ROLLCALL_RECORD")


def read(name):
    return list(map(json.loads, fences.read(f"{FOLDER}/{name}").splitlines()))


def send(bot, text):
    """Sends as much as the bot lives to read."""
    data = text.encode()
    try:
        while data:
            data = data[bot.process.stdin.write(data):]
    except BrokenPipeError:
        pass


def standard_error(bot):
    bot.stderr.seek(0)
    return bot.stderr.read().decode(errors="replace")


def differences(command, rows, record=False):
    """What differs from the transcript, in sentences."""
    first, *steps, last = rows
    bot = Bot([*command, *first["words"]])
    final = max((i for i, row in enumerate(steps) if "to" in row), default=-1)
    if final < 0:
        bot.process.stdin.close()
    wrong = []
    for i, row in enumerate(steps):
        if "to" in row:
            send(bot, row["to"])
            if i == final and "\"type\":\"bye\"" not in row["to"]:
                bot.process.stdin.close()
        elif "from" in row:
            try:
                heard = bot.hear()
            except (AssertionError, ValueError) as error:
                heard = str(error)
            if record:
                row["from"] = heard
            if heard != row["from"]:
                wrong.append(f"line {i + 2}: expected {compact(row['from'])},"
                             f" found {compact(heard)}")
                bot.process.kill()
                break
        elif row["told"] not in standard_error(bot):
            wrong.append(f"line {i + 2}: not on standard error by then:"
                         f" {row['told']!r}")
    bot.process.wait(SILENT_S)
    status, words, stray = bot.end()
    if status != last["exit"]:
        wrong.append(f"expected exit status {last['exit']}, found {status}")
    if stray:
        wrong.append(f"nobody asked for {stray!r}")
    wrong += [f"not on standard error: {text!r}" for text in last["stderr"]
              if text not in words]
    if wrong or (last["silent"] and words):
        wrong.append(f"standard error: {words[-2000:]}")
    return wrong


@scene.each(POSITIONS)
def test_every_position_of_the_vectors_is_in_one(_, game):
    lines = [json.loads(row["to"]) for row in read(f"{game}.jsonl")
             if "to" in row]
    asked = [(line["view"], line["legal"]) for line in lines
             if line["type"] == "turn"]
    assert all(position in asked for position in POSITIONS[game])


@scene.each(LANGUAGES)
def test_language(_, language):
    reason, command = LANGUAGES[language]
    if reason:
        raise scene.Skip(f"sdk/{language}: {reason}")
    wrong = []
    for name in NAMES:
        rows = read(name)
        wrong += [f"{name}: {one}" for one in differences(
            command, rows, RECORD == language)]
        if RECORD == language:
            scene.write(f"{scene.SRC}/{FOLDER}/{name}",
                        "".join(json.dumps(row) + "\n" for row in rows))
    return wrong


# ### a tournament

# Shared machines are slow, a JVM reserves much memory, and the sh bot starts a
# process for every hash.
LIMITS = {"start_ms": 600000, "move_ms": 600000, "memory_mb": 4096}


def entrants(folder, *words):
    """The entrants, with their files in the folder, where every user may read
    them."""
    for language, (reason, command) in LANGUAGES.items():
        if reason:
            continue
        moved = {}
        for path in languages.files(language, command):
            moved[path] = os.path.relpath(path, scene.SRC if path.startswith(
                f"{scene.SRC}/sdk/") else scene.BUILD)
            os.makedirs(os.path.dirname(f"{folder}/{moved[path]}"),
                        exist_ok=True)
            shutil.copy(path, f"{folder}/{moved[path]}")
        command = [f"./{moved[word]}" if word in moved else
                   word.replace(f"{scene.BUILD}/", f"{folder}/")
                   for word in command]
        yield {"name": language, "command": [*command, *words],
               "files": list(moved.values())}


def test_all_languages_at_one_table(folder):
    """Each verifies the dice that it is shown.  In the second rotation every
    seat has another language, but the same dice and the same random numbers,
    so the same game is played again, move for move."""
    if not project.has_strict(folder):
        raise scene.Skip("strict, which this machine cannot do")
    bots = list(entrants(folder, "verify"))
    scene.write(f"{folder}/all.json", json.dumps({
        "name": "all", "game": "bolo7", "sandbox": "strict", "limits": LIMITS,
        "rules": {"target": 1000, "opening": 300}, "rotations": 2,
        "format": {"type": "round_robin", "seats": len(bots)},
        "entrants": bots}))
    scene.expect(scene.tournament(folder, "run", "all.json", "--key-file",
                                  "key", "-o", "t"), err="")
    scene.expect(scene.tournament(folder, "verify", "t"))
    games = scene.games_of(scene.read_log(f"{folder}/t/match-000001.jsonl"))
    assert not [line for one in games for line in one if line["t"] == "fault"]
    moves = [[(line["seat"], line["move"]) for line in one
              if line["t"] == "move"] for one in games]
    assert len(games) == 2 and moves[0] == moves[1] and moves[0], moves


scene.main(workers=os.cpu_count())

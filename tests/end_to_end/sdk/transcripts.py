#!/usr/bin/env python3
"""transcripts.py - every SDK passes the conversations of sdk/transcripts.

sdk/transcripts/README.md describes how a transcript is read and made.

tier: full
"""
import json
import os

import fences
import languages
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


scene.main(workers=os.cpu_count())

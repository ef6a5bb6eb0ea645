#!/usr/bin/env python3
"""transcripts.py - every SDK passes the conversations of sdk/transcripts.

Words select languages; the default is all.  sdk/transcripts/README.md
describes how a transcript is read.  A language without its toolchain is not
tried, with a line that says so.

tier: full
"""
import concurrent.futures
import json
import os
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import make_transcripts
import scene
from languages import languages
from talk import SILENT_S, SRC, Bot, compact

FOLDER = f"{SRC}/sdk/transcripts"
SLOW_TO_START = "java", "javascript"


def read(name):
    with open(f"{FOLDER}/{name}", encoding="utf-8") as file:
        return file.read()


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


def differences(command, rows):
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
            if heard != row["from"]:
                wrong.append(f"line {i + 2}: expected {compact(row['from'])},"
                             f" found {compact(heard)}")
                break
        elif row["told"] not in standard_error(bot):
            wrong.append(f"line {i + 2}: not on standard error by then:"
                         f" {row['told']!r}")
    if wrong:
        bot.process.kill()
    bot.process.wait(SILENT_S)
    status, words, stray = bot.end()
    if wrong:
        return [*wrong, f"standard error: {words[-2000:]}"]
    if status != last["exit"]:
        wrong.append(f"expected exit status {last['exit']}, found {status}")
    if stray:
        wrong.append(f"nobody asked for {stray!r}")
    wrong += [f"not on standard error: {text!r}" for text in last["stderr"]
              if text not in words]
    if wrong or (last["silent"] and words):
        wrong.append(f"standard error: {words[-2000:]}")
    return wrong


class Transcripts(unittest.TestCase):
    def test_they_are_what_make_transcripts_writes(self):
        made = make_transcripts.written()
        self.assertEqual(set(made), {file for file in os.listdir(FOLDER)
                                     if file.endswith(".jsonl")})
        for file, text in made.items():
            self.assertEqual(read(file), text, file)

    def test_every_sdk_says_what_they_say(self):
        names = sorted(make_transcripts.written())
        rows = {name: [json.loads(line) for line in read(name).splitlines()]
                for name in names}
        jobs = [(language, name, command)
                for language, command in chosen().items() for name in names]

        def play(job):
            return differences(job[2], rows[job[1]])

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for (language, name, _), wrong in zip(jobs, pool.map(play, jobs)):
                with self.subTest(f"sdk/{language}, {name}"):
                    if wrong:
                        self.fail("\n".join(wrong))


def chosen():
    """The languages to try, with their commands; names the others."""
    found = {}
    for language, (reason, command) in languages().items():
        if WANTED and language not in WANTED:
            continue
        if language in SLOW_TO_START and not WANTED and not scene.WIDE:
            reason = reason or "ROLLCALL_WIDE_TESTS=1"
        if reason:
            print(f"not tried: sdk/{language} ({reason})", flush=True)
        else:
            found[language] = command
    return found


if __name__ == "__main__":
    WANTED = sys.argv[1:]
    unittest.main(argv=sys.argv[:1])

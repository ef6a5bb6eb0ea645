#!/usr/bin/env python3
"""bots.py - every bot in the documents passes `referee check`.

Each is checked in the game of its page; with ROLLCALL_LONG_TESTS, those of
protocol.md are checked in every game, and all at `strict`, too.  Otherwise a
bot is only started at `strict`, and only with ROLLCALL_WIDE_TESTS.

tier: full
"""
import json
import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../support")
import scene

FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.M | re.S)
# A script that the commands of a page write to a file.
WRITTEN = re.compile(r"^cat >(\S+) <<'END'\n(#!.*?)^END$", re.M | re.S)
LATE = "--limit", "move_ms=30000", "--limit", "start_ms=30000"
# Pages about one game that are not named after it.
GAMES = {"README.md": ["bolo7"], "docs/public-contest.md": ["pig"]}


def read(page):
    with open(f"{scene.SRC}/{page}", encoding="utf-8") as file:
        return file.read()


def pages():
    yield "README.md"
    for folder in "docs", "docs/games":
        yield from sorted(f"{folder}/{name}"
                          for name in os.listdir(f"{scene.SRC}/{folder}")
                          if name.endswith(".md"))


def bots_of(page):
    """Each bot: its place, its text, and the program that runs it."""
    text = read(page)
    for found in FENCE.finditer(text):
        info, block = found.groups()
        at = f"{page}:{text[:found.start()].count(chr(10)) + 1}"
        if info == "sh bot":
            yield at, block, []
        elif re.fullmatch(r"python (bot|file \S+)", info):
            yield at, block, ["python3"]
        else:
            for name, script in WRITTEN.findall(block):
                yield f"{at} ({name})", script, []


def wrong_with(stage, game, level, text, interpreter):
    folder = stage.folder()
    scene.bot(folder, "bot", text)
    brief = ["--start"] * (level == "strict" and not scene.LONG)
    rules = [] if scene.LONG else ["--rules", scene.short_rules(game)]
    result = scene.run(folder, "check", game, "--sandbox", level, *LATE,
                       *rules, *brief, "--", *interpreter, "./bot")
    return [] if result.code == 0 else [result.out, result.err]


def main():
    tally = scene.Tally()
    with scene.Scene() as stage:
        every = [json.loads(line)["name"] for line in scene.run(
            stage.folder(), "games", "--json").out.splitlines()]
        # The check of rolit starts the fewest bots.
        every.sort(key=lambda name: name != "rolit")
        told = scene.run(stage.folder(), "doctor").out.splitlines()[-1]
        levels = ["limits", "strict"]
        if "strict" not in told or not scene.WIDE:
            print("not tried: strict, which this machine cannot do"
                  if scene.WIDE else "not tried: strict "
                  "(ROLLCALL_WIDE_TESTS=1)")
            levels = ["limits"]
        cases = []
        for page in pages():
            own = re.fullmatch(r"docs/games/(\w+)\.md", page)
            games = GAMES.get(page, [own.group(1)] if own else every)
            for at, text, interpreter in bots_of(page):
                cases += [(f"{at}: {game} at {level}",
                           lambda words=(game, level, text, interpreter):
                           wrong_with(stage, *words))
                          for game in games[:None if scene.LONG else 1]
                          for level in levels]
        tally.add("no bots found", len(cases) < 5 * len(levels) and ["too few"])
        tally.run(cases, 2)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""tutorial.py - the commands of docs/bots.md and docs/own-game.md do and print
what they say, and the former has the same rule in every language.

A block like `go choose` replaces that function in what `referee new-bot`
writes.

tier: full
"""
import json
import re
import shlex
import shutil

import fences
import languages
import fenced_commands
import project
import scene

SOURCE = {"c": "bot.c", "javascript": "bot.js", "go": "bot.go",
          "java": "Bot.java", "rust": "src/main.rs", "perl": "bot.pl",
          "sh": "bot.sh"}
# From its first line to a closing brace with the same indentation.
CHOOSE = re.compile(r"^( *)[^\n/#*]*\bchoose\b.*?\n\1\}\n", re.M | re.S)


@scene.each(["docs/bots.md", "docs/own-game.md"])
def test_page(folder, page):
    """It begins in an empty folder."""
    project.copy(folder)
    shutil.rmtree(f"{folder}/bots")
    return fenced_commands.wrong_on(folder, page)


@scene.each([(block.info.split()[0], block.text) for block in
             fences.blocks("docs/bots.md", r"\w+ choose")])
def test_rule(folder, language, text):
    reason = languages.languages()[language][0]
    if reason:
        raise scene.Skip(f"{language}: {reason}")
    scene.expect(scene.run(folder, "new-bot", "pig", language, "bot"))
    bot = f"{folder}/bot"
    before = scene.content(bot, SOURCE[language]).decode()
    after, count = CHOOSE.subn(lambda _: text, before, count=1)
    assert count == 1, before
    scene.write(f"{bot}/{SOURCE[language]}", after)
    told = json.loads(scene.content(bot, "bot.json"))
    build = told.get("build", [])
    for words in [build] if build and isinstance(build[0], str) else build:
        fences.done(*words, folder=bot, CARGO_PROFILE_RELEASE_OPT_LEVEL="0",
                    **project.environment(folder))
    # A check starts the bot a dozen times, which is slow in most languages.
    done = scene.expect(scene.run(
        bot, "play", "pig", "--boards", "1", "--json", "--sandbox", "none",
        *scene.PATIENT.split(), "-o", "log.jsonl",
        f"mine={shlex.join(told['command'])}",
        f"{scene.BUILD}/bots/first_move"))
    end = json.loads(done.out.splitlines()[-1])
    assert end["faults"] == [] and len(end["ranks"]) == 2, end


scene.main(workers=2)

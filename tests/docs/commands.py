#!/usr/bin/env python3
"""commands.py - the commands on the pages do and print what the pages say, as
fenced_commands.py reads them, and the bots on them play.

tier: full, root README
"""
import fences
import fenced_commands
import project
import scene

PAGES = ["README.md", "docs/contest.md", "docs/luck.md",
         "docs/public-contest.md", "docs/tournament-file.md",
         "docs/tournaments.md", "tournaments/examples/README.md"]
ONLY_STRICT = ["docs/contest.md"]      # their builds need it


@scene.each(PAGES)
def test_page(folder, page):
    if page in ONLY_STRICT and not project.has_strict(folder):
        raise scene.Skip("this machine has no level strict")
    project.copy(folder)
    return fenced_commands.wrong_on(folder, page)


@scene.each([(block.where, *case) for page, game in (
    ("docs/protocol.md", "rolit"), ("docs/games/bolo7.md", "bolo7"))
    for block in fences.blocks(page, "(sh|python) bot")
    for case in [(block.text, block.info.split()[0], game)]])
def test_bot(folder, _, text, language, game):
    scene.bot(folder, "bot", text)
    words = ["python3"] if language == "python" else []
    scene.expect(scene.run(
        folder, "check", game, *scene.PATIENT.split(), "--rules",
        scene.short_rules(game), "--", *words, "./bot"))


scene.main(workers=2)

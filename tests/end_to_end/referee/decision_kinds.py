#!/usr/bin/env python3
"""decision_kinds.py - referee check finds a bot that fails at one kind of
decision.

Each bot takes the first legal move, and exits at a line that matches a
pattern.  Most of them would not reach it by their own moves.

tier: full
"""
import json
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene

# In Perl, which starts faster than Python: a check starts a bot often.
BOT = """#!/usr/bin/perl
$| = 1;
while (<STDIN>) {
    exit 3 if /%s/;
    print qq({"type":"ready","events":false}\\n) if /"type":"hello"/;
    print qq({"move":0}\\n) if /"type":"(turn|again)"/;
}
"""
CARDS = ("firework", "bonus300", "clover", *(
    ("bonus200", "bonus400", "bonus500", "bonus600", "double", "plusminus",
     "suite") if scene.LONG else ()))
# game, kind of decision, what only its line contains
KINDS = [
    ("pig", "any", '"type":"turn"'),
    ("bolo7", "before the end", '"phase":"normal"'),
    ("bolo7", "a last turn", '"phase":"final"'),
    ("bolo7", "sudden death", '"phase":"sudden"'),
    ("bolo7", "no bank", '"legal":(?!.*bank)'),
    ("bolo7", "an open series", r'"open":\[\['),
    ("bolo5", "a last turn", '"phase":"final"'),
    ("bolo5", "no bank", '"legal":(?!.*bank)'),
    ("bolo5", "a bank", '"then":"bank"'),
    *(("vollelotte", card, f'"card":"{card}"') for card in CARDS),
    ("vollelotte", "the extra turn", '"phase":"extra"'),
    ("vollelotte", "a card may follow", '"then":"card"'),
    ("vollelotte", "a suite that is complete", '"card":"suite".*bank'),
    ("vollelotte", "a second Volle Lotte for the clover",
     '"card":"clover".*bank'),
    ("vollelotte", "plusminus that ends the turn",
     '"card":"plusminus".*bank"}]'),
    ("rolit", "a ball that traps", r'"balls":\[1,1,1,1\]'),
    ("rolit", "a colour that is gone", r'"seat":1,.*"balls":\[\d+,0,'),
    ("rolit", "a move taken back", '"type":"again"'),
    ("blackpot", "cells, or a pass", '"pass":true'),
    ("blackpot", "cells, and no pass", '"asked":"place"(?!.*"pass")'),
    ("blackpot", "the zero combination", r'"legal":\[{"cells":\[\]}'),
    ("blackpot", "a challenge", '"asked":"challenge"'),
    ("blackpot", "a challenge in a team game",
     r'"asked":"challenge".*"turns":\[\d+,\d+,\d+,\d+\]'),
    ("blackpot", "values indicated", '"asked":"forced"'),
    ("blackpot", "the last pawn lies", '"closing":true'),
]
# Checks of these games take long.  That every kind is met is tested for all; a
# bot that fails at it, only for every third kind.
SLOW = ("blackpot", "bolo5", "bolo7", "vollelotte")
TRIED = [kind for at, kind in enumerate(KINDS)
         if scene.LONG or kind[0] not in SLOW or at % 3 == 0]


def check(stage, game, pattern=None):
    """Without a pattern the bot never fails, and is a compiled one."""
    folder = stage.folder()
    if pattern:
        scene.bot(folder, "bot", BOT % pattern.replace("{", r"\{"))
    else:
        scene.healthy(folder, "bot")
    # Bots that are not meant to be late may have to wait for a busy machine.
    rules = ["--rules", scene.short_rules(game)] if game in SLOW else []
    return scene.run(folder, "check", game, "--sandbox", "none", *rules,
                     "--limit", "move_ms=30000", "--limit", "start_ms=30000",
                     "--", "./bot")


def wrong_with(stage, game, pattern):
    result = check(stage, game, pattern)
    failures = [line for line in result.out.split("\n")
                if line.startswith("FAIL")]
    if result.code != 1 or not failures:
        return [f"not found: {result.code} {result.err}",
                *result.out.split("\n")]
    # On a busy machine its output may be seen to close before it has exited.
    return [line for line in failures if ": gone: " not in line]


def wrong_with_good(stage, game):
    result = check(stage, game)
    met = [line for line in result.out.split("\n")
           if line.startswith("ok   every kind")]
    if result.code != 0 or not met:
        return f"{result.code} {result.err}{result.out}"
    words = met[0].split()
    return [] if words[5] == words[7] else met


def main():
    tally = scene.Tally()
    with scene.Scene() as stage:
        listed = scene.run(stage.folder(), "games", "--json").out
        games = [json.loads(line)["name"] for line in listed.splitlines()]
        tally.run([*((f"{game}: {kind}", lambda game=game, pattern=pattern:
                      wrong_with(stage, game, pattern))
                     for game, kind, pattern in TRIED),
                   *((f"{game}: all are met",
                      lambda game=game: wrong_with_good(stage, game))
                     for game in games)], 2)
        print(f"# {len(TRIED)} of {len(KINDS)} kinds of failure; all with "
              "ROLLCALL_LONG_TESTS=1")
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

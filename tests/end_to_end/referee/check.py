"""check.py - referee check finds every bad bot, says what came and gives a
hint, and passes good ones.

tier: full
"""
import os
import shutil

import scene

FIRST, THRESHOLD = f"{scene.BUILD}/bots/first_move", \
    f"{scene.BUILD}/bots/threshold"

# What each bad bot does instead of the right thing.  A check starts a bot
# dozens of times, and importing json takes as long as starting Python: only
# its part in C is used here.
BOT = """import _json, os, sys, time
class Scan:
    strict, memo = True, {{}}
    object_hook = object_pairs_hook = parse_constant = None
    parse_float, parse_int = float, int
read = _json.make_scanner(Scan)
games = decisions = 0
def to_json(answer):
    return str(answer).replace("'", '"').replace("False", "false")
{start}
for line in sys.stdin:
    line = read(line, 0)[0]
    kind = line["type"]
    games += kind == "game"
    decisions += kind == "turn"
    answer = None
    if kind == "hello":
        answer = {{"type": "ready"}}
    elif kind in ("turn", "again"):
        answer = {{"move": 0}}
    {change}
    if answer is not None:
        print(to_json(answer), flush=True)
"""



def bot(folder, name, change="pass", start=""):
    return [scene.PYTHON, "-IS", scene.bot(
        folder, f"{name}.py", BOT.format(change=change, start=start))]


def check(folder, command, *options, game="pig", move_ms=600000,
          start_ms=600000, rules=None):
    return scene.run(
        folder, "check", game, "--rules", rules or scene.short_rules(game),
        "--limit", f"move_ms={move_ms}", "--limit", f"start_ms={start_ms}",
        *options, "--", *command)


def passes(result):
    scene.expect(result, out=" checks passed\n")
    assert "FAIL" not in result.out
    return result


# name, change, start, the first line that fails, what is printed below it
BAD = [
    ("no_flush", "sys.stdout = open(1, 'w', closefd=False) if games else "
     "sys.stdout\n    if answer and games: print(to_json(answer)); continue",
     "", "FAIL every seat of a game for 2: timeout: no answer in time",
     ["came      nothing", "within 1000 ms", "hint      flush"]),
    ("no_line_feed", "if games and answer: print('{\"move\":0}', end='', "
     "flush=True); continue", "",
     "FAIL every seat of a game for 2: timeout: no answer in time",
     ['came      {"move":0}', "no line feed", "hint      an answer ends"]),
    ("from_one", "if kind == 'turn': answer = {'move': len(line['legal'])}",
     "",
     "FAIL every seat of a game for 2: illegal: place 2 is not in the list",
     ['came      {"move": 2}', "N from 0 to 1", "places count from 0"]),
    ("banner", "pass", "print('Bot \\x1b[31m3000', flush=True)",
     "FAIL every seat of a game for 2: ",    # garbled; flood with its ready
     ['sent      {"type":"hello"', "came      Bot ?[31m3000",
      "to standard error",
      "the other checks need a bot that can be started"]),
    ("no_json", "if kind == 'hello': print('hi', flush=True); answer = None",
     "", "FAIL every seat of a game for 2: garbled",
     ["came      hi", 'expected  {"type":"ready"}', "banners"]),
    ("one_game", "if kind == 'over': sys.exit(0)", "",
     "FAIL many games in one process: gone: exit status 0 (seat 0 of 2, "
     "target=20, game 2 of 100)", ["one process plays all games"]),
    ("crash", "if games == 3 and kind == 'turn': sys.exit('no idea')", "",
     "FAIL many games in one process: gone: exit status 1",
     ["stderr    no idea", "its standard error, if any"]),
    ("slow", "if decisions == 1 and kind == 'turn': time.sleep(60)", "",
     "FAIL every seat of a game for 2: timeout", ["came      nothing"]),
    ("object", "if kind == 'turn': answer = {'move': {'then': 'jump'}}", "",
     'FAIL every seat of a game for 2: illegal: "then" is roll or bank',
     ['came      {"move": {"then": "jump"}}', "key for key"]),
    ("never_ready", "if kind == 'hello': answer = None", "",
     "FAIL every seat of a game for 2: start: not ready in time",
     ["the other checks need a bot that can be started",
      "pig: 1 of 1 checks failed"]),
    ("wrong_ready", "if kind == 'hello': answer = {'type': 'hi'}", "",
     "FAIL every seat of a game for 2: start: the first answer",
     ["answer hello with"]),
    ("gone_early", "pass", "sys.exit(3)",
     "FAIL every seat of a game for 2: start: exit status 3",
     ["it ended before it said ready"]),
    ("answers_all", "answer = answer or {'ok': 1}", "",
     "FAIL every seat of a game for 2: ", ['came      {"ok": 1}']),
    ("answers_over", "if kind == 'over': answer = {'well': 'played'}", "",
     "FAIL every seat of a game for 2: flood: wrote without being asked",
     ['came      {"well": "played"}', "answer no game, over or bye line"]),
    ("no_again", "if kind == 'again': answer = None", "",
     "FAIL answers that are taken back: timeout",
     ['sent      {"type":"again"', "hint      an again line asks"]),
    ("strict_keys", "assert len(line) < 6 or kind == 'hello', kind", "",
     "FAIL unknown keys: gone: exit status 1",
     ["AssertionError: game"]),
    ("short_buffer", "pass", "bytes = sys.stdin.buffer\nsys.stdin = iter("
     "lambda: bytes.readline(60000).decode(), '')",
     "FAIL lines of 65,536 bytes: ", ["more bytes.."]),
    ("big_sums", "assert kind != 'turn' or line['view']['turns'] < [500]", "",
     "FAIL a long game: gone", ["max_turns=1000"]),
    ("target", "assert kind != 'hello' or line['rules']['target'] < 9999", "",
     "FAIL a long game: start", ["target=100000"]),
    ("divides", "x = 1 / (line['ms'] - 1) if kind == 'turn' else 0", "",
     "FAIL the shortest clock: gone", ["ZeroDivisionError", '"ms":1,']),
    ("twice", "if kind == 'turn': print('{\"move\":0}')", "",
     "FAIL every seat of a game for 2: flood: wrote on after its answer",
     ['came      {"move":0}']),
]

# The others behave alike in every game, and a check of rolit starts few bots.
OF_PIG = ("from_one", "one_game", "crash", "object", "never_ready", "big_sums",
          "target")


@scene.each(BAD)
def test_bad_bots_fail_with_what_came_and_a_hint(folder, name, change, start,
                                                 line, below):
    late = "timeout" in line or "not ready" in line
    result = scene.expect(check(
        folder, bot(folder, name, change, start),
        game="pig" if name in OF_PIG else "rolit",
        **({"move_ms": 1000, "start_ms": 10000} if late else {})), 1, err="^$")
    failures = [row for row in result.out.split("\n")
                if row.startswith("FAIL ")]
    assert failures and failures[0].startswith(line), result.out
    report = result.out[result.out.index(failures[0]):]
    assert all(text in report for text in [
        *below, "expected  ", "hint      "]), report
    assert "\x1b" not in result.out


# ### good bots

GOOD = [
    ("index", "pass"),
    ("last_place",
     "if kind == 'turn': answer = {'move': len(line['legal']) - 1}"),
    ("whole_move", "if kind == 'turn': answer = {'move': line['legal'][-1]}"),
    ("talker",
     "if kind == 'turn': answer = {'say': 'hm', 'move': 0, 'x': 1.5}\n"
     "    if kind == 'hello': answer['events'] = False\n"
     "    if kind == 'game': assert line['seed'] < 2 ** 53\n"
     "    print('thinking', file=sys.stderr)"),
]




@scene.each(GOOD)
def test_good_bots_pass_every_check(folder, name, change):
    assert "pig: all 15 checks passed\n" in passes(
        check(folder, bot(folder, name, change))).out
    if "move" in name:
        passes(check(folder, bot(folder, name, change), game="bolo7"))


@scene.each([
    ("bolo7", 9, [FIRST]), ("bolo7", 9, [THRESHOLD]),
    ("rolit", 5, [f"{scene.SRC}/bots/first_move.sh"]),
    ("rolit", 5, [scene.PYTHON, f"{scene.SRC}/bots/random_move.py"])])
def test_the_bots_of_the_tree_pass_and_the_lines_are_these(folder, game, seats,
                                                           command):
    result = passes(check(folder, command, game=game))
    assert [row[5:].split(" (")[0].split(":")[0]
            for row in result.out.split("\n") if row.startswith("ok   ")] == [
        *(f"every seat of a game for {n}" for n in range(2, seats)),
        "many games in one process", "a long game",
        f"every option of {game} at its limits",
        "answers that are taken back", "unknown keys",
        "lines of 65,536 bytes", "the shortest clock",
        "every kind of decision"]
    if command == [FIRST]:
        # A bot that never banks never reaches a sudden death.
        scene.expect(result, 0, r"every kind of decision: 5 of 5 were met "
                     r"\(\d+ more games, with moves of the referee\)\n")
        scene.expect(result, 0,
                     r"\n +[1-9]\d*  phase=sudden then=roll\|bank\n")


@scene.each(sorted(name[:-3] for name in os.listdir(
    f"{scene.SRC}/docs/games") if name.endswith(".md")))
def test_every_kind_of_decision_is_met(folder, game):
    # Two games are short by themselves.
    rules = "" if game in ("pig", "rolit") else scene.short_rules(game)
    result = scene.run(folder, "check", game, *scene.PATIENT.split(),
                       *(["--rules", rules] if rules else []), "--sandbox",
                       "none", "--", FIRST)
    words = next(line for line in passes(result).out.split("\n")
                 if line.startswith("ok   every kind")).split()
    assert words[5] == words[7], words


def test_one_failure_does_not_end_the_other_checks(folder):
    out = check(folder, bot(folder, "ends", "if games == 3: sys.exit(0)")).out
    assert all(line in out for line in [
        "ok   every seat of a game for 8", "FAIL many games",
        "ok   a long game", "pig: 5 of 15 checks failed\n"]), out


def test_equal_seeds_give_equal_checks(folder):
    first, again, other = ([
        row for row in check(folder, [THRESHOLD], "--seed", seed).out.split(
            "\n") if "was told 1 ms" not in row] for seed in ("7", "7", "8"))
    assert first == again != other


def test_rules_that_are_given_hold_where_a_check_sets_none(folder):
    picky = bot(folder, "picky", "assert kind != 'hello' or line['rules']"
                "['target'] in (33, 10, 100000)")
    assert check(folder, picky, rules="target=33").code == 0
    assert check(folder, picky, rules="target=34").code == 1


def test_words_of_the_command_stay_whole(folder):
    passes(check(folder, ["sh", "-c", 'exec "$0" "$1"', scene.PYTHON,
                          bot(folder, "a file")[-1]], "--sandbox", "none"))


def test_its_trace_can_be_fed(folder):
    command = bot(folder, "three",
                  "if games == 3 and kind == 'turn': answer = 7")
    out = check(folder, command, "--trace", "check.jsonl").out
    words = next(row for row in out.split("\n")
                 if "replay    " in row).split()[2:-1]
    assert (words[0], words[-1]) == ("feed", "--"), words
    scene.expect(scene.run(folder, *words, *command), out=": 7\n")


# ### a bot that fails at one kind of decision; most would not reach it by
# their own moves

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
    *(("vollelotte", card, f'"card":"{card}"')
      for card in ("firework", "bonus300", "clover")),
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
# Checks of the other games take long: every third kind.
TRIED = [kind for at, kind in enumerate(KINDS)
         if kind[0] in ("pig", "rolit") or at % 3 == 0]


@scene.each(TRIED)
def test_a_bot_that_fails_at_a_kind(folder, game, _, pattern):
    shutil.copy(f"{scene.SRC}/tests/bots/bot.pl", folder)
    rules = [] if game in ("pig", "rolit") else [
        "--rules", scene.short_rules(game)]
    result = scene.run(folder, "check", game, "--sandbox", "none", *rules,
                       *scene.PATIENT.split(), "--", "./bot.pl",
                       pattern.replace("{", r"\{"))
    failures = [line for line in scene.expect(result, 1).out.split("\n")
                if line.startswith("FAIL")]
    assert failures and all(": gone: " in line for line in failures), failures


scene.main()

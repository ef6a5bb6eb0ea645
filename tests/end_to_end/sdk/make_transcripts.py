#!/usr/bin/env python3
"""make_transcripts.py - the transcripts in sdk/transcripts/, which
transcripts.py writes again.

The transcripts here are about games, the form of lines, wishes and `again`;
the others are in dice_and_mistakes.py.  sdk/transcripts/README.md describes
the files.
"""
import json

from dice_and_mistakes import TRANSCRIPTS
from recorded import Transcript, events, positions, short_match, transcript
from talk import LINE_SIZE_MAX, compact, hello, turn

GAMES = ["pig", "bolo7", "bolo5", "vollelotte", "rolit", "blackpot"]
LAST_SEED = 2 ** 53 - 1


# ### every game, every kind of decision

def play_all(name):
    def write(t):
        at = positions(name)
        t.begin(f"{name}: every position of the vectors, in three games")
        t.hello(name)
        for number, seed in enumerate([0, 1, LAST_SEED], 1):
            t.game(number, seed)
            for i, position in enumerate(at[number - 1::3]):
                t.turn(position, events(i % 6), ms=1000 - i)
            t.over()
        t.bye()
    return write


for one in GAMES:
    TRANSCRIPTS[one] = play_all(one)


@transcript
def blackpot_kinds(t):
    t.begin("blackpot: to place, to challenge, to be forced, to pass, in"
            " teams")
    t.hello("blackpot", seats=4, seat=3)
    t.game()
    for asked in ("place", "challenge", "forced"):
        found = positions("blackpot", lambda view: view["asked"] == asked)
        assert found, asked
        for view, moves in found[:2]:
            for move in moves[::4][:4] + moves[-1:]:
                t.turn((view, [move]))
    t.bye()


@transcript
def vollelotte_cards(t):
    t.begin("vollelotte: a position of each card that is decided under")
    t.hello("vollelotte", seats=3, seat=2)
    t.game()
    seen = {view["card"]: (view, legal)
            for view, legal in positions("vollelotte")}
    assert {"clover", "suite", "plusminus", "firework"} < set(seen)
    for position in seen.values():
        for move in position[1][-2:]:
            t.turn((position[0], [move]))
    t.bye()


@transcript
def bolo7_phases(t):
    t.begin("bolo7: the first round, the last one, sudden death")
    t.hello("bolo7", seats=3)
    t.game()
    for phase in ("normal", "final", "sudden"):
        found = positions("bolo7", lambda view: view["phase"] == phase)
        assert found, phase
        t.turn(found[0])
        t.turn(found[-1])
    t.bye()


@transcript
def moves_633(t):
    t.begin("blackpot: 633 legal moves")
    cells = [f"{column}{row}" for row in range(3, 10)
             for column in "abcdefghijk"]
    pairs = [{"cells": [one, other]} for i, one in enumerate(cells)
             for other in cells[i + 1:]]
    t.hello("blackpot")
    t.game(seed=12345)
    view = positions("blackpot")[0][0]
    legal = pairs[:632] + [{"pass": True}]
    for _ in range(4):
        t.turn((view, legal))
    t.turn((view, legal[::-1]))
    t.bye()


STONES = [{"take": 3, "from": [0, 1]}, {"take": 1, "from": [], "to": None},
          {"take": -2, "deep": {"list": [[1], {"yes": True, "no": False}]}},
          {"take": 9007199254740991, "then": "roll", "word": "h\u00e9 \"\\/"},
          {"word": "\u20ac\U0001f600\b\f\n\r\t\u0001\u007f\u2028"},
          {"keep": "all", "cells": 5, "pass": 0, "indicate": {}}, {},
          {"then": "", "cell": "", "keep": [], "cells": []}]


@transcript
def unknown_game(t):
    t.begin("a game that no SDK knows, with keys that none knows")
    t.hello("stones", seats=3, seat=1,
            rules={"heap": [1, {"of": 2}], "x": "y"},
            limits={"start_ms": 1, "move_ms": 2, "game_ms": 3, "new_ms": 4},
            new={"deep": [1.5, -1e3, True, None]})
    for number, seed in enumerate([3, 2 ** 52 + 1], 1):
        t.game(number, seed)
        for i in range(8):
            t.turn(({"heaps": [3, 1, 4], "word": "x", "scores": {"a": 1}},
                    STONES[i % 4:]), events(i % 3), new=[1, [2.5, {}]])
        t.over()
    t.bye()


@transcript
def long_text(t):
    t.begin("more text for spectators than is recorded, cut in a character")
    t.hello("x" + "\u00e9\u263a\U0001f600" * 2000)
    t.game()
    for _ in range(3):
        t.turn(({}, STONES))
    t.bye()


@transcript
def unknown_keys(t):
    t.begin("keys of later versions in every line of a known game, and lines"
            " of unknown types")
    view, legal = positions("bolo7")[1]
    t.send({"type": "weather", "wind": 3})
    t.hello("bolo7", new={"type": "bye"})
    t.send({"type": "weather", "legal": [], "seed": 5})
    t.game()
    later = {"t": "weather", "v": {"x": 1}, "s": "north", "k": None,
             "seat": [], "move": 5, "link": 0}
    for _ in range(3):
        t.turn(({"new": {"roll": [9]}, **view, "later": None}, legal), [later],
               new=[1])
        t.send({"type": "Turn", "view": {}, "legal": [1], "ms": 5})
        t.send({"type": "turns", "why": "no"})
    t.send({"note": "without a type"})
    t.send({"type": 3})
    t.bye()


# ### the form of the lines

def backwards(line):
    """The keys in reverse order, also those of inner objects."""
    def turned(value):
        if isinstance(value, dict):
            return {key: turned(value[key]) for key in reversed(value)}
        return [turned(one) for one in value] if isinstance(value, list) \
            else value
    return compact(turned(line))


@transcript
def keys_backwards(t):
    t.begin("all keys in the reverse order")
    t.style = backwards
    short_match(t)


@transcript
def white_space(t):
    t.begin("white space wherever JSON allows it, and blank lines")
    t.style = lambda line: " \t" + json.dumps(
        line, separators=(" ,\t", " : ")).replace("{", "{ ") + "  "
    t.raw("\n")
    short_match(t)
    t.raw("\n \n")


@transcript
def cr_lf(t):
    t.begin("CR LF at the end of each line")
    t.end = "\r\n"
    t.raw("\r\n")
    short_match(t, "pig")


def characters(t, ascii_only):
    t.style = lambda line: json.dumps(
        line, separators=(",", ":"), ensure_ascii=ascii_only)
    t.hello("stones", names=["\u00e4nn \"\\\"type\":\"bye\"",
                             "b\U0001f600b/\u20ac\u2028"])
    t.game()
    for i in range(len(STONES)):
        t.turn(({"type": "bye"}, STONES[i:i + 1]))


@transcript
def escapes(t):
    t.begin("escapes of all kinds, in keys too")
    characters(t, True)
    line = {"type": "turn", "ms": 5, "events": [], "view": {},
            "legal": [{"word": "/\U0001f600\u00e9"}]}
    for _ in range(2):
        t.raw(r'{"\u0074ype":"\u0074urn","ms":5,"events":[],"view":{},'
              r'"legal":[{"w\u006frd":"\/\ud83d\uDE00\u00E9"}]}' "\n")
        t.rows.append({"from": t.bot.answer(line)})
    t.bye()


@transcript
def plain_characters(t):
    t.begin("characters beyond ASCII, not escaped")
    characters(t, False)
    t.bye()


@transcript
def longest_line(t):
    t.begin("a line of 65,536 bytes")
    position = positions("pig")[0]
    t.hello("pig")
    t.game()
    size = len(compact({**turn(*position), "pad": ""})) + len("\n")
    t.turn(position, pad="x" * (LINE_SIZE_MAX - size))
    assert len(t.rows[-2]["to"]) == LINE_SIZE_MAX
    t.turn(position)
    t.bye()


@transcript
def no_line_feed(t):
    t.begin("the last line has no line feed: it counts")
    t.hello("pig")
    t.game()
    position = positions("pig")[0]
    t.turn(position)
    t.end = ""
    t.turn(position)


@transcript
def end_without_bye(t):
    t.begin("the input ends in the middle of a game: a clean end")
    t.hello("pig")
    t.game()
    t.turn(positions("pig")[0])


@transcript
def nothing_at_all(t):
    t.begin("the input ends before the first line: a clean end")


@transcript
def after_bye(t):
    t.begin("bye is the end: no later line is answered")
    t.hello("pig")
    t.bye()
    t.raw(compact(hello("pig")) + "\n")


@transcript
def lost_events(t):
    t.begin("events were left out for length")
    t.hello("pig")
    t.game()
    for lost in (1, 765, 0):
        t.turn(positions("pig")[0], events(3), lost=lost)
    t.bye()


# ### wishes

@transcript
def no_legal(t):
    t.begin("a bot that does without legal moves", "no-legal")
    short_match(t, "rolit")


@transcript
def no_events(t):
    t.begin("a bot that does without events", "no-events")
    short_match(t, "vollelotte")


@transcript
def neither(t):
    t.begin("a bot that does without both, and has a name",
            "no-legal", "no-events", "name")
    short_match(t, "blackpot")


@transcript
def name(t):
    t.begin("a bot with a name", "name")
    short_match(t, "bolo5")


# ### again

@transcript
def again(t):
    t.begin("answers that the rules let a bot take back")
    at = [one for one in positions("rolit") if len(one[1]) >= 4]
    t.hello("rolit")
    t.game()
    for number, position in enumerate(at[:4]):
        t.turn(position)
        for i in range(number):
            t.again(f"d{i} is \"taken\" \u00e9")
    t.bye()


@transcript
def again_to_the_end(t):
    t.begin("taken back more often than there are moves")
    t.hello("pig")
    t.game()
    for _ in range(2):
        t.turn(positions("pig")[0])
        for _ in range(3):
            t.again("no")
    t.bye()


@transcript
def again_no_legal(t):
    t.begin("taken back by a bot without legal moves", "no-legal")
    t.hello("rolit")
    t.game()
    for position in positions("rolit")[:2]:
        t.turn(position)
        t.again("no")
        t.again("nor that")
    t.bye()


def written():
    """File names and their contents."""
    found = {}
    for file, function in TRANSCRIPTS.items():
        one = Transcript()
        function(one)
        found[f"{file}.jsonl"] = one.text()
    return found

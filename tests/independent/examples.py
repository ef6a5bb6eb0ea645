"""examples.py - worked examples of the rules, and lines that are refused."""

import sums
from games import GAMES
from replay import Replay, Unexpected


def feed(game, steps):
    """Sends dice (lists) and moves (keeps as texts, "111 bank")."""
    for step in steps:
        if isinstance(step, str):
            keep, then = step.split()
            step = {"keep": [int(d) for d in keep], "then": then}
            assert step in game.due.legal, step
        game.send(step)


def legal(game):
    return ["%s %s" % ("".join(map(str, m["keep"])), m["then"])
            for m in game.due.legal]


def examples(equal):
    bolo7 = GAMES["bolo7"](2, {})
    bolo7.scores = [9800, 9500]
    feed(bolo7, [[4, 4, 4, 2, 2, 3, 3], "444 bank",
                 [6, 6, 6, 1, 2, 3, 3], "1666 bank", [2, 2, 3, 3, 4, 4, 6]])
    equal("bolo7 (c)", bolo7.result, {
        "scores": [10200, 10200], "ranks": [2, 1], "end": "normal"})

    bolo5 = GAMES["bolo5"](2, {})
    bolo5.scores[0] = 700
    feed(bolo5, [[4, 4, 4, 2, 3], "444 roll", [4, 4], [2, 5]])
    equal("bolo5 (b)", legal(bolo5), ["5 roll", "5 bank"])
    bolo5 = GAMES["bolo5"](2, {})
    bolo5.scores[0] = 700
    feed(bolo5, [[4, 4, 4, 4, 3], "4444 roll", [4]])
    equal("bolo5, four and one", bolo5.due.count, 1)
    for score, points in ((1, 350), (6950, 350), (7000, 750), (8950, 750),
                          (9000, 1000)):
        bolo5 = GAMES["bolo5"](2, {})
        bolo5.scores[0] = score
        equal("minimum from %d" % score, bolo5.need(0), points)
    bolo5 = GAMES["bolo5"](2, {})
    bolo5.scores[0] = 4650
    feed(bolo5, [[5, 5, 5, 2, 3], "555 bank"])
    equal("bolo5 (d)", bolo5.events[-1]["e"], "van_halen")

    for scope, total in (("turn", 4900), ("card", 3100)):
        lotte = GAMES["vollelotte"](2, {"double_scope": scope})
        feed(lotte, [[21], [1, 1, 1, 5, 5, 5], "111555 card"])
        equal("vollelotte (b)", lotte.total, 1800)
        feed(lotte, [[42], [1, 1, 5, 2, 2, 3], "115 roll", [4, 4, 4],
                     "444 bank"])
        equal("vollelotte (c)", lotte.scores, [total, 0])
    lotte = GAMES["vollelotte"](3, {})
    lotte.scores = [2000, 2600, 2600]
    feed(lotte, [[48], [1, 1, 1, 5, 5, 5], "111555 bank"])
    equal("vollelotte (d)", lotte.scores, [3000, 1600, 1600])

    # a sum before a product, although `*` is the smaller byte
    equal("said", sums.said((2, 2, 5), (4, 5), "exact", "tree"), "2+2=4, 5")


def draw(s, k, dice, *v):
    return {"t": "draw", "s": s, "k": k, "dice": dice, "v": list(v)}


def fault(seat, name):
    return {"t": "fault", "seat": seat, "fault": name, "detail": ""}


def move(seat, answer, **said):
    return dict({"t": "move", "seat": seat, "move": answer}, **said)


def again(seat):
    return {"t": "again", "seat": seat}


ROLL = {"then": "roll"}
WON = {"t": "over", "scores": [0, 0], "ranks": [2, 1], "end": "fault"}
LOST = dict(WON, ranks=[1, 2])
POT = draw(1, 1, "3d6", 2, 4, 6)

# game, rules, seats that must forfeit, lines; all good, or the last one bad
LINES = [
    ("pig", {}, [], [fault(0, "start"), WON], True),
    ("pig", {}, [], [fault(0, "start"), fault(1, "start"), WON], True),
    ("pig", {}, [], [fault(1, "start"), fault(0, "start")], False),
    ("pig", {}, [], [fault(0, "gone"), WON], True),
    ("pig", {}, [], [fault(0, "gone"), fault(0, "gone")], False),
    ("pig", {}, [], [fault(0, "gone"), fault(1, "gone"), WON], True),
    ("pig", {}, [], [fault(1, "gone"), fault(0, "gone")], False),
    ("pig", {}, [], [draw(1, 1, "1d6", 3), fault(0, "start")], False),
    ("pig", {}, [], [fault(2, "gone")], False),
    ("pig", {}, [0], [fault(0, "forfeit"), WON], True),
    ("pig", {}, [0, 1], [fault(0, "forfeit"), fault(1, "forfeit"), WON], True),
    ("pig", {}, [0, 1], [fault(0, "forfeit"), WON], False),
    ("pig", {}, [1], [fault(0, "start"), fault(1, "forfeit"), WON], True),
    ("pig", {}, [1], [fault(1, "forfeit"), LOST], True),
    ("pig", {}, [0], [fault(1, "start")], False),
    ("pig", {}, [1], [draw(1, 1, "1d6", 3)], False),
    ("pig", {}, [1], [fault(1, "start")], False),
    ("pig", {}, [1], [fault(0, "gone"), fault(1, "forfeit"), WON], True),
    ("pig", {}, [1], [fault(1, "forfeit"), fault(0, "gone")], False),
    ("pig", {}, [], [fault(0, "forfeit")], False),
    ("pig", {}, [], [draw(1, 1, "1d6", 3), again(0)], False),
    ("pig", {}, [], [again(0)], False),
    ("pig", {"illegal_retries": 2},
     [], [draw(1, 1, "1d6", 3), again(0), again(0), move(0, ROLL),
          draw(1, 2, "1d6", 3), again(0), again(0), move(0, ROLL)], True),
    ("pig", {"illegal_retries": 2},
     [], [draw(1, 1, "1d6", 3), again(0), again(0), again(0)], False),
    ("pig", {"illegal_retries": 2}, [], [draw(1, 1, "1d6", 3), again(1)],
     False),
    ("pig", {}, [], [draw(1, 1, "1d6", 3), move(0, ROLL, said="")], False),
    ("pig", {}, [], [draw(1, 1, "1d6", 7)], False),
    ("pig", {}, [], [draw(1, 1, "1d6", 1, 1)], False),
    ("pig", {}, [], [draw(1, 1, "1d6", 1), draw(2, 1, "1d6", 1),
                     draw(1, 9, "1d6", 2)], True),
    ("pig", {}, [], [draw(1, 1, "1d6", 1), draw(2, 1, "1d6", 1),
                     draw(1, 2, "1d6", 2)], False),
    ("bolo7", {}, [], [draw(1, 1, "7d6", 5, 1, 2, 2, 3, 3, 4),
                       move(0, {"keep": [5, 1], "then": "roll"})], False),
    ("bolo7", {}, [], [draw(1, 1, "7d6", 5, 1, 2, 2, 3, 3, 4),
                       move(0, {"keep": [True], "then": "roll"})], False),
    ("blackpot", {}, [], [POT, move(0, {"pass": True})], True),
    ("blackpot", {}, [], [POT, move(0, {"pass": 1})], False),
    ("blackpot", {}, [], [POT, move(0, {"cells": ["h2"]},
                                    said="(2*4)+6=14")], True),
    ("blackpot", {}, [], [POT, move(0, {"cells": ["h2"]},
                                    said="(4*2)+6=14")], False),
    ("blackpot", {}, [], [POT, move(0, {"cells": ["h2"]})], False),
    ("blackpot", {}, [], [POT, move(0, {"cells": ["h2", "h2"]},
                                    said="")], False),
    ("blackpot", {}, [], [POT, move(0, {"cells": ["e7", "d2"]},
                                    said="")], False),
    ("blackpot", {}, [], [POT, move(0, {"cells": ["g1", "d2"]},
                                    said="4+6=10, 2")], True),
    ("blackpot", {}, [], [POT, move(0, {"cells": []}, said="(2+4)-6=0")],
     True),
    ("blackpot", {}, [], [POT, fault(1, "gone"), {
        "t": "over", "scores": [400, 400], "ranks": [1, 2], "end": "fault"}],
     True)]


def single_lines(equal):
    for name, rules, forfeits, given, good in LINES:
        replay = Replay(name, 2, rules, forfeits)
        bad = None
        for i, line in enumerate(given):
            try:
                replay.take(line)
            except Unexpected as unexpected:
                bad = (i, str(unexpected))
                break
        wanted = None if good else len(given) - 1
        equal("%s %s: %s" % (name, given, bad), bad and bad[0], wanted)

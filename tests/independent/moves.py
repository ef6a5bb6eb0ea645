"""moves.py - prints what a game shows while log lines are played into it."""

from game import Wrong
from replay import Replay, Unexpected


def decision(replay, before_line):
    ask = replay.game.due
    return {"before_line": before_line, "seat": ask.seat, "view": ask.view,
            "legal": ask.legal}


def follow(case):
    """Every decision, all events, and what is due after the last line."""
    shown = {"decisions": [], "events": []}
    try:
        replay = Replay(case["game"], case["seats"], case["rules"])
        for i, line in enumerate(case["lines"]):
            if hasattr(replay.game.due, "view") and line["t"] != "again":
                shown["decisions"].append(decision(replay, i))
            replay.take(line)
    except Unexpected as unexpected:
        shown["error"] = {"line": i, "expected": str(unexpected.expected),
                          "found": str(unexpected.found)}
        return shown
    except Wrong as wrong:
        shown["error"] = {"line": None, "expected": "rules of the game",
                          "found": str(wrong)}
        return shown
    draw = replay.next_draw()
    if draw:
        shown["due"] = {"t": "draw", "s": draw[0], "k": draw[1],
                        "dice": "%dd%d" % draw[2:]}
    elif replay.game.due is not None:
        shown["decisions"].append(decision(replay, len(case["lines"])))
        shown["due"] = {"t": "move", "seat": replay.game.due.seat}
    else:
        shown["due"] = dict(replay.game.result, t="over")
    shown["events"] = replay.game.events
    return shown

#!/usr/bin/env python3
"""conformance.py - the bot that sdk/transcripts/README.md specifies."""
from __future__ import annotations

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import rollcall
from rollcall.views import (BlackpotView, Bolo5View, Bolo7View, Move, PigView,
                            RolitView, VollelotteView)

MODES = set(sys.argv[1:])
decisions = 0


def joined(values: list[int]) -> str:
    return ",".join(map(str, values))


def pig(view: PigView) -> str:
    return (f" scores {joined(view['scores'])} total {view['total']}"
            f" roll {joined(view['roll'])}")


def bolo7(view: Bolo7View) -> str:
    return (f" phase {view['phase']} scores {joined(view['scores'])}"
            f" total {view['total']} roll {joined(view['roll'])}")


def bolo5(view: Bolo5View) -> str:
    return (f" phase {view['phase']} scores {joined(view['scores'])}"
            f" total {view['total']} roll {joined(view['roll'])}")


def vollelotte(view: VollelotteView) -> str:
    return (f" scores {joined(view['scores'])} total {view['total']}"
            f" roll {joined(view['roll'])}")


def rolit(view: RolitView) -> str:
    return (f" size {view['size']} balls {joined(view['balls'])}"
            f" board {view['board'][:view['size']]}")


def blackpot(view: BlackpotView) -> str:
    return (f" asked {view['asked']} roll {joined(view['roll'])}"
            f" pawns {joined(view['pawns'])} points {joined(view['points'])}")


DESCRIBE = {"pig": pig, "bolo7": bolo7, "bolo5": bolo5,
            "vollelotte": vollelotte, "rolit": rolit, "blackpot": blackpot}


def anew(move: Move) -> Move:
    """The same move, built again from its parts."""
    if "keep" in move:
        return rollcall.keep(move["keep"], move["then"])
    if "then" in move:
        return rollcall.then(move["then"])
    if "cell" in move:
        return rollcall.cell(move["cell"])
    if "cells" in move:
        return rollcall.cells(move["cells"])
    if "indicate" in move:
        return rollcall.indicate(move["indicate"])
    return rollcall.pass_()


def describe(turn: rollcall.Turn) -> str:
    hello, game = turn.hello, turn.game
    legal = "-" if turn.legal is None else len(turn.legal)
    events = "-" if turn.events is None else len(turn.events)
    text = (f"{hello['game']} {game['number']}/{game['of']}"
            f" seat {hello['seat']} of {hello['seats']} legal {legal}"
            f" events {events} lost {turn.lost} ms {turn.ms}")
    typed = DESCRIBE.get(hello["game"])
    return text + typed(turn.view) if typed else text


def choose(turn: rollcall.Turn) -> object:
    global decisions
    number, decisions = decisions, decisions + 1
    if "print" in MODES:
        print("hello from choose")
    if number == 1 and "throw" in MODES:
        raise RuntimeError("thrown on purpose")
    if number == 1 and "nothing" in MODES:
        return None
    turn.say = describe(turn)
    if turn.legal is None:
        return 0
    if number == 1 and "beyond" in MODES:
        return len(turn.legal)
    place = turn.random.below(len(turn.legal))
    if number % 2 == 0:
        return place
    move = turn.legal[place]
    return anew(move) if turn.hello["game"] in DESCRIBE else move


rollcall.run(choose, name="conform 1" if "name" in MODES else None,
             legal="no-legal" not in MODES, events="no-events" not in MODES,
             verify="verify" in MODES)

"""views.py - the types of the referee's lines.

`turn.view` is decoded JSON; these types say what keys it has in each game.
Later versions may add keys.  The pages of the games (docs/games/) explain them.

    from rollcall.views import Bolo7View, Move

    def choose(turn: rollcall.Turn) -> Move:
        view: Bolo7View = turn.view
"""
from __future__ import annotations

from typing import Any, Dict, List, TypedDict


# In milliseconds; game_ms 0: no limit.
class Limits(TypedDict):
    start_ms: int
    move_ms: int
    game_ms: int


class Sealed(TypedDict):
    """What fixed the dice before the match; seal and salt in hex."""

    seal: str
    salt: str
    links: int
    stride: int


class Hello(TypedDict):
    """The first line of a match."""

    type: str
    protocol: int
    game: str
    rules: Dict[str, Any]
    seats: int
    names: List[str]
    seat: int
    limits: Limits
    dice: Sealed


class Game(TypedDict):
    """The line that begins a game."""

    type: str
    number: int
    of: int
    seed: int
    anchors: List[str]


# A line of the match log: {"t":"draw",..}, {"t":"move",..} and so on.
Event = Dict[str, Any]

# `pass` is a keyword of Python, so this type needs the functional syntax.
Move = TypedDict("Move", {
    "keep": List[int], "then": str, "cell": str, "cells": List[str],
    "pass": bool, "indicate": List[int]}, total=False)


class PigView(TypedDict):
    seat: int
    scores: List[int]
    turns: List[int]
    out: List[int]
    total: int
    roll: List[int]


class Bolo7View(TypedDict):
    phase: str
    seat: int
    scores: List[int]
    turns: List[int]
    out: List[int]
    total: int
    roll: List[int]
    need: int
    open: List[List[int]]
    trigger: int
    queue: List[int]
    contenders: List[int]


class Bolo5View(TypedDict):
    phase: str
    seat: int
    scores: List[int]
    turns: List[int]
    out: List[int]
    total: int
    roll: List[int]
    need: int
    trigger: int
    queue: List[int]


class VollelotteView(TypedDict):
    phase: str
    seat: int
    scores: List[int]
    turns: List[int]
    out: List[int]
    total: int
    roll: List[int]
    trigger: int
    queue: List[int]
    card: str
    under: int
    lottes: int
    faces: List[int]
    deck: List[int]


class RolitView(TypedDict):
    size: int
    board: str
    seat: int
    colours: List[str]
    balls: List[int]
    turns: List[int]
    out: List[int]


class BlackpotView(TypedDict):
    asked: str
    seat: int
    roll: List[int]
    numbers: List[int]
    own: str
    used: str
    pawns: List[int]
    points: List[int]
    turns: List[int]
    roller: int
    queue: List[int]
    idle: int
    indicated: List[int]
    closing: bool
    starter: int
    challenger: int

"""rollcall.local - plays the functions of bots against each other, here.

    from rollcall.local import play_local

    points = play_local("pig", [choose, other], games=1000)

The functions are those that rollcall.run takes.  There are no processes, no
clocks and no limits: for tests, tuning and learning.  Results that count come
from `referee play`.
"""
from __future__ import annotations

from typing import Any, Callable, List, Sequence

from . import Random, Turn, _move
from .games import CHANCE, OVER, Rules, State
from .games import Random as Dice

__all__ = ["play_local"]


def play_local(game: str, bots: Sequence[Callable[[Turn], Any]],
               games: int = 100, rules: Rules = None,
               seed: int = 0) -> List[float]:
    """Plays games and returns the points of each bot, at most 1 a game.

    Each bot is a function that gets a turn and returns a place in turn.legal
    or a move, or raises whatever it likes: that is not caught.  From game to
    game everybody moves to the next seat.  turn.events is empty and turn.ms
    stays the same.  The same seed gives the same dice, and the same turn.game
    and turn.random to the bots.
    """
    seats = len(bots)
    start = State(game, seats, rules)
    state = start.clone()
    names = [f"{getattr(bot, '__name__', 'bot')}-{place}"
             for place, bot in enumerate(bots)]
    hello = {"type": "hello", "protocol": 1, "game": game,
             "rules": start.rules, "seats": seats,
             "limits": {"start_ms": 10000, "move_ms": 1000, "game_ms": 0}}
    points = [0.0] * seats
    seeds = Random(seed)
    for number in range(games):
        order = [(seat + number) % seats for seat in range(seats)]
        dice = Dice(seeds.next())
        line: Any = {"type": "game", "number": number + 1, "of": games,
                     "seed": seeds.next() >> 11, "anchors": []}
        hellos: List[Any] = [
            dict(hello, seat=seat, names=[names[bot] for bot in order])
            for seat in range(seats)]
        randoms = [Random(line["seed"]) for _ in range(seats)]
        state.assign(start)
        while True:
            seat = state.turn
            if seat == CHANCE:
                state.roll(dice)
                seat = state.turn
            if seat == OVER:
                break
            told = {"view": state.view(seat), "legal": state.legal(),
                    "events": [], "ms": 1000}
            turn = Turn(told, hellos[seat], line, randoms[seat])
            state.apply(_move(bots[order[seat]](turn), turn.legal))
        for seat, gained in enumerate(state.points()):
            points[order[seat]] += gained
    return points

"""rollcall.local - plays bot functions against each other in one process.

    from rollcall.local import play_local

    points = play_local("pig", [choose, other], games=1000)

The functions are the same as for rollcall.run.  There are no separate
processes, no clocks and no limits: this is for tests, tuning and learning.  For
results that count, use `referee play`.
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
    """Plays games and returns the points of each bot, at most 1 per game.

    A bot is a function that gets a turn and returns a place in turn.legal or a
    move; exceptions that it raises are not caught.  `rules` are as for
    rollcall.games.State.  The seats rotate after each game.  turn.events is
    empty and turn.ms is constant.  With the same seed, the dice, turn.game and
    turn.random are the same.
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

"""rollcall.games - the rules of all games, for bots that search or learn.

    from rollcall.games import Random, State

    state, random = State("pig"), Random(7)
    while not state.over:
        state.roll(random)              # until somebody is to decide
        if not state.over:
            state.apply(0)              # a place in state.legal(), or a move
    print(state.scores(), state.points())

This is librollcall-games, the referee's own engines, through ctypes: there is
nothing to compile.  ROLLCALL_GAMES_LIBRARY can name the library; otherwise it
is looked for beside this file, in the build and under the prefix of the
project, and then where the system keeps its libraries.

Wrong games, rules, views and moves raise ValueError; its message says what is
wrong.  A state must not be used by two threads at once.
"""
from __future__ import annotations

import ctypes
import json
import os
from pathlib import Path
from typing import Any, Callable, List, NamedTuple, Optional, Sequence, \
    Tuple, Union

__all__ = ["CHANCE", "OVER", "Due", "Random", "State", "names", "playouts"]

CHANCE = -1         # State.turn: dice are due
OVER = -2           # State.turn: the game is over

_NAME = "librollcall-games.so.1"
_ERROR_SIZE = 1024
_DICE_MAX = 16

Move = Any          # as in turn.legal: {"then": "bank"}
Rules = Union[str, "dict[str, Any]", None]


class _CDue(ctypes.Structure):
    _fields_ = [("dice", ctypes.c_int), ("sides", ctypes.c_int),
                ("seat", ctypes.c_int)]


_Below = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int)


def _load() -> ctypes.CDLL:
    here = Path(__file__).resolve().parents
    folders = [here[0], *(above / folder for above in (*here[3:4], *here[5:6])
                          for folder in ("build", "lib", "lib64"))]
    places = [str(folder / _NAME) for folder in folders
              if (folder / _NAME).exists()]
    place = os.environ.get("ROLLCALL_GAMES_LIBRARY") or (places + [_NAME])[0]
    try:
        library = ctypes.CDLL(place)
    except OSError as error:
        raise ImportError(
            f"cannot load {place}, the engines of Rollcall: {error}; build or "
            f"install Rollcall, or set ROLLCALL_GAMES_LIBRARY to the file"
        ) from None
    state, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
    numbers = ctypes.POINTER(ctypes.c_int)
    reals = ctypes.POINTER(ctypes.c_double)
    functions: List[Any] = [
            ("games_name", text, number),
            ("state_new", state, text, number, text, text),
            ("state_from_view", state, text, number, text, text, text),
            ("state_copy", state, state),
            ("state_assign", number, state, state),
            ("state_free", None, state),
            ("state_game", text, state),
            ("state_seats", number, state),
            ("state_rules", text, state),
            ("state_view", text, state, number),
            ("state_turn", number, state),
            ("state_legal", number, state),
            ("state_move", text, state, number),
            ("state_apply", number, state, number),
            ("state_apply_move", number, state, text, text),
            ("state_due", number, state, ctypes.POINTER(_CDue)),
            ("state_land", number, state, numbers, number),
            ("state_roll", None, state, _Below, ctypes.c_void_p),
            ("state_score", text, state, numbers, numbers),
            ("state_points", None, state, reals),
            ("playouts", None, state, number, ctypes.c_uint64, reals)]
    for name, result, *arguments in functions:
        function = getattr(library, "rollcall_" + name)
        function.restype, function.argtypes = result, arguments
    return library


_C = _load()
_C_BELOW = _Below(("rollcall_state_below", _C))


class Due(NamedTuple):
    """The dice that are due; a card is a die with one side per card."""
    dice: int           # their number
    sides: int          # their values are 1 to sides
    seat: int           # whose dice they are; -1: the table's


class Random:
    """Random numbers for State.roll, made in C: the fastest.

    Any integer is a seed; the numbers are the same as those of the SDKs.
    """

    def __init__(self, seed: int = 0) -> None:
        self._seed = ctypes.c_uint64(seed)

    def below(self, n: int) -> int:
        """A number from 0 to n-1, all equally likely; 1 <= n < 2**31."""
        if not 1 <= n < 2 ** 31:
            raise ValueError(f"below({n}): expected 1 to 2**31 - 1")
        number: int = _C_BELOW(ctypes.addressof(self._seed), n)
        return number


def names() -> List[str]:
    """The names of the games."""
    found: List[str] = []
    while True:
        name = _C.rollcall_games_name(len(found))
        if name is None:
            return found
        found.append(name.decode())


def playouts(state: State, n: int, seed: int = 0) -> List[float]:
    """The mean points of each seat in n random games from this position.

    1 <= n < 2**31.  Every legal move is equally likely.  Points are 0 to 1;
    those of two seats add up to 1.  The same seed gives the same games.
    """
    if not 1 <= n < 2 ** 31:
        raise ValueError(f"playouts: n is {n}; expected 1 to 2**31 - 1")
    points = (ctypes.c_double * state.seats)()
    _C.rollcall_playouts(state._state, n, seed % 2 ** 64, points)
    return list(points)


class State:
    """A position of a game, with its rules and seats."""

    __slots__ = ("_state", "game", "seats")

    def __init__(self, game: str, seats: int = 2, rules: Rules = None) -> None:
        """The start of a game.

        `rules` are the options that are not at their default: a dict, such as
        turn.hello["rules"], or a text such as "target=50,ranking=score".
        """
        error = ctypes.create_string_buffer(_ERROR_SIZE)
        self._take(_C.rollcall_state_new(game.encode(), seats, _rules(rules),
                                         error), error)

    @classmethod
    def from_view(cls, game: str, view: Any, rules: Rules = None) -> State:
        """The position of a view that a bot received, such as turn.view.

        The seat to decide is the one that received it.
        """
        if not isinstance(view, dict) or not isinstance(
                view.get("turns"), list):
            raise ValueError(f"expected a view of {game}, with `turns`")
        error = ctypes.create_string_buffer(_ERROR_SIZE)
        state = cls.__new__(cls)
        state._take(_C.rollcall_state_from_view(
            game.encode(), len(view["turns"]), _rules(rules), _json(view),
            error), error)
        return state

    def _take(self, state: Any, error: Any = None) -> None:
        self._state = state
        if state is None:
            raise ValueError(error.value.decode())
        self.game: str = _C.rollcall_state_game(state).decode()
        self.seats: int = _C.rollcall_state_seats(state)

    def __del__(self) -> None:
        _C.rollcall_state_free(getattr(self, "_state", None))

    def clone(self) -> State:
        """A copy."""
        copy = State.__new__(State)
        copy._state = _C.rollcall_state_copy(self._state)
        copy.game, copy.seats = self.game, self.seats
        return copy

    __copy__ = clone

    def __deepcopy__(self, memo: Any) -> State:
        return self.clone()

    def assign(self, other: State) -> None:
        """Makes this a copy of another state of the same game.

        Faster than clone.
        """
        if _C.rollcall_state_assign(self._state, other._state) != 0:
            raise ValueError(f"a state of {other.game}; expected {self.game}")
        self.seats = other.seats

    @property
    def turn(self) -> int:
        """The seat that is to decide, CHANCE or OVER."""
        seat: int = _C.rollcall_state_turn(self._state)
        return seat

    @property
    def over(self) -> bool:
        return self.turn == OVER

    @property
    def rules(self) -> dict[str, Any]:
        """Every option and its value."""
        rules: dict[str, Any] = json.loads(
            _C.rollcall_state_rules(self._state))
        return rules

    def view(self, seat: Optional[int] = None) -> Any:
        """What a seat may know, like turn.view; default: the seat to decide."""
        if seat is None:
            seat = max(self.turn, 0)
        text = _C.rollcall_state_view(self._state, seat)
        if text is None:
            raise ValueError(f"seat {seat}; expected 0 to {self.seats - 1}")
        return json.loads(text)

    def legal(self) -> List[Move]:
        """The legal moves, like turn.legal; none unless a seat is to decide."""
        moves: List[Move] = json.loads(b"[%s]" % b",".join(
            _C.rollcall_state_move(self._state, place)
            for place in range(self.legal_count())))
        return moves

    def legal_count(self) -> int:
        """The number of legal moves; faster than len(legal())."""
        count: int = _C.rollcall_state_legal(self._state)
        return count

    def apply(self, move: Move) -> None:
        """Makes a move: a place in legal(), or the move itself."""
        if isinstance(move, dict):
            error = ctypes.create_string_buffer(_ERROR_SIZE)
            if _C.rollcall_state_apply_move(self._state, _json(move),
                                            error) != 0:
                raise ValueError(error.value.decode())
        elif _C.rollcall_state_apply(self._state, move) != 0:
            raise ValueError(f"place {move}; {self.legal_count()} moves are "
                             f"legal")

    def due(self) -> Due:
        """The dice that are due when turn is CHANCE."""
        due = _CDue()
        if _C.rollcall_state_due(self._state, due) != 0:
            raise ValueError("no dice are due")
        return Due(due.dice, due.sides, due.seat)

    def land(self, values: Sequence[int]) -> None:
        """Sets the values of the dice that are due."""
        if _C.rollcall_state_land(
                self._state, (ctypes.c_int * len(values))(*values),
                len(values)) != 0:
            raise ValueError(f"the dice {list(values)} are not those that are "
                             f"due")

    def roll(self, random: Any) -> None:
        """Rolls until a seat is to decide or the game is over.

        `random` is a Random, or has a method `below` like turn.random, or
        `randrange` like Python's own generators.
        """
        if isinstance(random, Random):
            _C.rollcall_state_roll(self._state, _C_BELOW,
                                   ctypes.addressof(random._seed))
            return
        below: Callable[[int], int] = getattr(random, "below", None) \
            or random.randrange
        while self.turn == CHANCE:
            due = self.due()
            self.land([1 + below(due.sides) for _ in range(due.dice)])

    def scores(self) -> List[int]:
        """The score of each seat, as if the game ended now."""
        return self._score()[0]

    def ranks(self) -> List[int]:
        """The rank of each seat as if the game ended now; 1 is best."""
        return self._score()[1]

    def ending(self) -> str:
        """How the game ended: "normal", "max_turns" and so on."""
        return self._score()[2]

    def _score(self) -> Tuple[List[int], List[int], str]:
        scores, ranks = (ctypes.c_int * self.seats)(), \
            (ctypes.c_int * self.seats)()
        ending = _C.rollcall_state_score(self._state, scores, ranks)
        return list(scores), list(ranks), ending.decode()

    def points(self) -> List[float]:
        """What the ranks are worth to each seat, 0 to 1."""
        points = (ctypes.c_double * self.seats)()
        _C.rollcall_state_points(self._state, points)
        return list(points)


def _json(value: Any) -> bytes:
    return json.dumps(value).encode()


def _rules(rules: Rules) -> Optional[bytes]:
    if rules is None or isinstance(rules, str):
        return rules.encode() if rules else None
    return _json(rules)

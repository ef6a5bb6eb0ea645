"""rollcall - talks to the referee, so that a bot is a single function.

    import rollcall

    def choose(turn):
        return turn.random.below(len(turn.legal))

    rollcall.run(choose)

`choose` returns a place in `turn.legal`, from 0, or the move itself.  An error
in it is not caught: the bot prints the traceback and the line that caused it to
standard error and ends with status 1.

rollcall.views has the types of `turn.view` for each game.  A bot needs only
this file, and dice.py beside it to verify the dice; Python 3.9 or newer.
"""
from __future__ import annotations

import io
import json
import operator
import os
import random as _random
import sys

TYPE_CHECKING = False       # typing takes a while to load
if TYPE_CHECKING:
    from typing import (IO, Any, Callable, Iterable, List, Optional, Sequence,
                        TypeVar, Union)

    from .views import Event, Game, Hello, Move

    T = TypeVar("T")
    Line = Union[str, bytes, dict[str, Any]]
    Choose = Callable[["Turn"], Any]

_MASK = 2 ** 64 - 1
_SAY_SIZE = 500      # bytes that the referee records
_SHOWN = 2000       # characters of a line that are printed with an error


class Random(_random.Random):
    """The random numbers of a game: splitmix64, the same in every SDK.

    All methods of random.Random work, too, but only those documented here give
    the same results in every language.
    """

    def seed(self, a: Any = 0, version: int = 2) -> None:
        self._state = operator.index(a or 0) & _MASK
        self.gauss_next = None

    def getstate(self) -> Any:
        return self._state, self.gauss_next

    def setstate(self, state: Any) -> None:
        self._state, self.gauss_next = state

    def next(self) -> int:
        """64 random bits."""
        self._state = z = (self._state + 0x9e3779b97f4a7c15) & _MASK
        z = ((z ^ (z >> 30)) * 0xbf58476d1ce4e5b9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94d049bb133111eb) & _MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A number from 0 to n-1, all equally likely; 1 <= n <= 2**31.

        Raises ValueError for another n.
        """
        if not 1 <= n <= 2 ** 31:
            raise ValueError(f"below({n}): expected 1 to 2**31")
        limit = 2 ** 53 - 2 ** 53 % n
        while True:
            x = self.next() >> 11
            if x < limit:
                return x % n

    def unit(self) -> float:
        """A number from 0 up to, but not including, 1."""
        return (self.next() >> 11) / 2 ** 53

    def pick(self, values: Sequence[T]) -> T:
        """A random element of a sequence, which must not be empty."""
        return values[self.below(len(values))]

    def shuffle(self, x: Any) -> None:  # type: ignore[override]
        """Shuffles a list in place."""
        for i in range(len(x) - 1, 0, -1):
            other = self.below(i + 1)
            x[i], x[other] = x[other], x[i]

    def random(self) -> float:
        return self.unit()

    def getrandbits(self, k: int) -> int:
        bits = 0
        for _ in range(0, k, 64):
            bits = bits << 64 | self.next()
        return bits >> (-k % 64)


class Turn:
    """A decision: everything that the bot knows about it.

    view    all that its seat may know; the page of the game explains it
    legal   every legal move once; None with run(.., legal=False)
    events  the new log lines; None with run(.., events=False)
    lost    how many of the oldest events were left out, for length
    ms      milliseconds left for the answer
    random  a Random, seeded anew for every game with the game's seed
    hello   the referee's first line: game, rules, names, seat, limits, ..
    game    the line that began this game: number, of, seed, anchors
    say     set it to a text for spectators, which is cut after 500 bytes
    """

    __slots__ = ("view", "legal", "events", "lost", "ms", "random", "hello",
                 "game", "say")

    def __init__(self, line: Any, hello: Hello, game: Game,
                 random: Random) -> None:
        self.view: Any = line["view"]
        self.legal: Any = line.get("legal")
        self.events: Optional[List[Event]] = line.get("events")
        self.lost: int = line.get("lost", 0)
        self.ms: int = line.get("ms", 0)
        self.random = random
        self.hello = hello
        self.game = game
        self.say: Optional[str] = None


def turn_from(line: Line, hello: Optional[Line] = None,
              game: Optional[Line] = None) -> Turn:
    """Makes a turn from a recorded line, to test `choose` without a referee.

    `hello` and `game` are the recorded lines before it; without `game` the seed
    is 0.  Each is a JSON text or already decoded.  Raises ValueError if one is
    not a JSON object.
    """
    begun: Any = _decoded(game or {})
    return Turn(_decoded(line), _decoded(hello or {}), begun,
                Random(begun.get("seed", 0)))


def turn_of(game: str, view: Any, legal: Optional[Sequence[Any]] = None,
            rules: Optional[dict[str, Any]] = None, seed: int = 0) -> Turn:
    """Makes a turn from a view of a game, to test `choose` without a referee.

    `legal` are the legal moves, `rules` those of turn.hello.
    """
    seats = len(view.get("turns") or [0, 0])
    hello = {"type": "hello", "protocol": 1, "game": game,
             "rules": rules or {}, "seats": seats,
             "names": [f"seat{seat}" for seat in range(seats)],
             "seat": view.get("seat", 0),
             "limits": {"start_ms": 10000, "move_ms": 1000, "game_ms": 0}}
    begun = {"type": "game", "number": 1, "of": 1, "seed": seed, "anchors": []}
    line = {"type": "turn", "ms": 1000, "events": [], "view": view,
            "legal": None if legal is None else list(legal)}
    return turn_from(line, hello, begun)


# ### moves written out

def keep(dice: Iterable[int], then: str) -> Move:
    """Bolo and Volle Lotte: keeps dice; `then` is "roll", "bank" or "card"."""
    return {"keep": list(dice), "then": then}


def then(word: str) -> Move:
    """Pig: "roll" or "bank"."""
    return {"then": word}


def cell(name: str) -> Move:
    """Rolit: places a ball on a cell such as "d6"."""
    return {"cell": name}


def cells(names: Iterable[str]) -> Move:
    """Black-Pot: places pawns on cells, in this order."""
    return {"cells": list(names)}


def pass_() -> Move:
    """Black-Pot: claims a pass."""
    return {"pass": True}


def indicate(values: Iterable[int]) -> Move:
    """Black-Pot, after a claim: the values to place; an empty list declines."""
    return {"indicate": list(values)}


# ### the match

def run(choose: Choose, *, name: Optional[str] = None, legal: bool = True,
        events: bool = True, verify: bool = False,
        input: Optional[Iterable[Any]] = None,
        output: Optional[IO[Any]] = None) -> None:
    """Plays the match: calls `choose(turn)` for every decision.

    Returns at the end of the match or of the input.  `name` is the bot's full
    name, for spectators.  Without `legal` or `events` the lines are shorter.
    `verify` checks every roll (see rollcall.dice.Dice) and raises DiceError at
    the first wrong one; it needs the events.

    `input` and `output` are streams, of bytes or text, to use instead of
    standard input and output.  Without `output`, standard output is kept for
    the answers: what is printed from then on goes to standard error.

    If a move is refused but may be replaced, the reason goes to standard error
    and the answer is the first legal move not tried yet.

    Errors in `choose` are raised, TypeError if its result is not a move, and
    ValueError for a line from the referee that is not JSON.
    """
    if verify and not events:
        raise ValueError("verify needs the events: leave them on")
    _Match(choose, {"legal": legal, "events": events,
                    **({"name": name} if name else {})},
           verify, output or _real_output()).play(input or sys.stdin.buffer)


class _Match:
    def __init__(self, choose: Choose, wishes: dict[str, Any], verify: bool,
                 output: Any) -> None:
        self.choose, self.wishes, self.verify = choose, wishes, verify
        self.output = output
        self.as_text = isinstance(output, io.TextIOBase)
        self.hello: Any = {}
        self.game: Any = {}
        self.random = Random(0)
        self.dice: Any = None
        self.turn: Any = None
        self.tried: List[Any] = []

    def play(self, lines: Iterable[Any]) -> None:
        for text in lines:
            if not text.strip():
                continue
            try:
                line = _decoded(text)
            except ValueError as error:
                _tell_at_exit(error)
                raise
            kind = line.get("type")
            if self.dice and kind in ("turn", "over", "bye"):
                self.check_dice(kind, line)
            if kind == "turn":
                self.decide(line, text)
            elif kind == "again":
                print(f"refused: {line.get('why')}", file=sys.stderr,
                      flush=True)
                self.tried.append(self.another())
                self.send({"move": self.tried[-1]})
            elif kind == "game":
                self.game, self.random = line, Random(line["seed"])
                if self.dice:
                    self.dice.begin(line["anchors"])
            elif kind == "hello":
                self.hello = line
                if self.verify:
                    from .dice import Dice      # few bots need it
                    self.dice = Dice(line["dice"])
                self.send({"type": "ready", **self.wishes})
            elif kind == "bye":
                return

    def decide(self, line: Any, text: Any) -> None:
        self.turn = turn = Turn(line, self.hello, self.game, self.random)
        try:
            move = _move(self.choose(turn), turn.legal)
        except Exception as error:
            _tell_at_exit(error, text)
            raise
        self.tried = [move]
        answer = {"move": move}
        if turn.say is not None:
            answer["say"] = _harmless(str(turn.say))
        self.send(answer)

    def another(self) -> int:
        """The first place that was not tried, as a place or as its move."""
        legal = self.turn.legal
        for place in range(len(self.tried) + 1 if legal is None
                           else len(legal)):
            if place not in self.tried and (
                    legal is None or legal[place] not in self.tried):
                return place
        return 0

    def check_dice(self, kind: str, line: Any) -> None:
        from .dice import DiceError
        try:
            if kind == "bye":
                self.dice.end(line["secret"])
            else:
                self.dice.read(line)
        except DiceError as error:
            _tell_at_exit(error)
            raise

    def send(self, answer: Any) -> None:
        text = json.dumps(answer, separators=(",", ":"),
                          default=operator.index) + "\n"
        self.output.write(text if self.as_text else text.encode())
        self.output.flush()


def _harmless(say: str) -> str:
    """Makes a text safe to send: U+0000, half a surrogate pair or a line that
    is too long would make the answer a fault."""
    text = say.replace("\0", "\ufffd").encode("utf-8", "replace")
    return text[:_SAY_SIZE].decode("utf-8", "ignore")


def _real_output() -> Any:
    """Returns standard output and redirects descriptor 1 to standard error."""
    real = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)
        sys.stdout.flush()      # buffered text is not an answer either
    return real


def _decoded(line: Any) -> Any:
    if isinstance(line, dict):
        return line
    try:
        decoded = json.loads(line)
    except ValueError:
        decoded = None
    if not isinstance(decoded, dict):
        raise ValueError(
            f"the referee's line is not JSON, or not an object:"
            f" {_text(line)[:200]}")
    return decoded


def _text(line: Any) -> str:
    text: str = line if isinstance(line, str) else \
        line.decode(errors="replace")
    return text.rstrip("\r\n")


def _move(result: Any, legal: Any) -> Any:
    """The move to send for a result of choose; TypeError if it is none."""
    if isinstance(result, dict):
        return result
    kind = f" ({type(result).__name__})"
    if hasattr(result, "__index__") and not isinstance(result, bool):
        place = operator.index(result)
        if 0 <= place and (legal is None or place < len(legal)):
            return place
        kind = ""
    places = f" in legal, 0 to {len(legal) - 1}," if legal else ", from 0,"
    raise TypeError(f"choose returned {str(result)[:200]}{kind};"
                    f" expected a place{places} or a move")


def _tell_at_exit(error: Exception, line: Any = None) -> None:
    """Sets what is printed if this error is not caught.

    With the line of a turn: the traceback and the line.  Without one the error
    is not in the bot, so that only its message is printed.
    """
    hook = sys.excepthook

    def tell(kind: Any, value: Any, trace: Any) -> None:
        if value is not error or line is not None:
            hook(kind, value, trace)
        else:
            print(value, file=sys.stderr)
        if value is error and line is not None:
            if isinstance(line, dict):
                shown = json.dumps(line)
            else:
                shown = _text(line)
            print(f"the line: {shown[:_SHOWN]}", file=sys.stderr)

    sys.excepthook = tell

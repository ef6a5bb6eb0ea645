"""own_game.py - a game of your own is one generator.

    from own_game import Game, Int, ask, ranks_by, roll, run

    class Highest(Game):
        name, players, result = "highest", (2, 6), "winner"
        rules = [Int("rounds", 3, 1, 9, "rounds of a game")]

        def play(self, seats, rules):
            total = [0] * seats
            for number in range(rules["rounds"]):
                for seat in range(seats):
                    (die,) = yield roll(1, 6, seat=seat)
                    total[seat] += die
            return total, ranks_by(total)

    run(Highest)

The referee rolls the dice and asks the bots; the generator only says what is
due.  It must do the same whenever it is given the same: no random numbers, no
clock, no set whose order matters.  docs/own-game.md is the contract, and
`referee check-game` looks for what breaks it.

Needs Python 3.9 or newer and no other file: it lies beside the game, or is
imported from the package as rollcall.own_game.
"""
from __future__ import annotations

import json
import sys

TYPE_CHECKING = False       # typing takes a while to load
if TYPE_CHECKING:
    from typing import IO, Any, Generator, Iterable, Optional, Sequence

    Json = dict[str, Any]
    Play = Generator["Step", Any, "tuple[Sequence[int], Sequence[int]]"]


# ### what a game yields

class Step(dict):  # type: ignore[type-arg]
    """What a generator yields; made by the functions below."""


def roll(dice: int, sides: int, seat: Optional[int] = None,
         hidden: bool = False) -> Step:
    """Dice are due: yields their values, a list.

    `seat`: they are this seat's own, so that all players have the same luck
    when they change seats; None: the table's.  A turn of a seat ends when
    another seat rolls or decides.  `hidden`: only that seat sees them until the
    game is over, which the class has to allow (`hidden`).
    """
    due = {"dice": dice, "sides": sides}
    if seat is not None:
        due["seat"] = seat
    if hidden:
        due["hidden"] = True
    return Step(roll=due)


def ask(seat: int, view: Json, legal: Optional[Iterable[Json]] = None) -> Step:
    """A decision of a seat: yields its move.

    `view` is all that the player is told of the position, `legal` the list of
    legal moves.  Without `legal` the game itself has to refuse wrong moves with
    `illegal`; with it the library does.
    """
    asked = {"seat": seat, "view": view}
    if legal is not None:
        asked["legal"] = list(legal)
    return Step(ask=asked)


def ask_all(asks: Iterable[Step]) -> Step:
    """Decisions at the same time: yields the moves, a dict by seat.

    Nobody is told the move of another before all have decided.
    """
    return Step(ask=sorted((one["ask"] for one in asks),
                           key=lambda asked: int(asked["seat"])))


def illegal(why: str, seat: Optional[int] = None) -> Step:
    """Refuses the move that `ask` has yielded, with a sentence for the author
    of the bot: yields another move.  After `ask_all`, `seat` says whose."""
    refused: dict[str, Any] = {"illegal": why}
    if seat is not None:
        refused["seat"] = seat
    return Step(refused)


def event(name: str, **members: Any) -> Step:
    """Something has happened that bots and spectators are told."""
    return Step(event={"e": name, **members})


def text(sentence: str) -> Step:
    """The same in words, for people; {0}, {1}, .. stand for the players."""
    return Step(text=sentence)


def picture(drawn: str) -> Step:
    """The position as lines of text, or as an SVG of at most 64 KiB."""
    return Step(picture=drawn)


class Out(Exception):
    """A fault has taken this seat out of the game.

    Raised where the generator waits, whichever seat that is for.  If it is not
    caught, the game is over: those still in it share the first place.  If it
    is, the seat must not roll or be asked any more, and ranks last, whatever
    ranks the generator returns.
    """

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.seat = seat


def ranks_by(scores: Sequence[int]) -> list[int]:
    """The ranks of these scores: 1 for the highest, equal for equal ones."""
    return [1 + sum(other > score for other in scores) for score in scores]


def same(one: Any, two: Any) -> bool:
    """Are they the same JSON?  To Python, 1 and True are equal."""
    return json.dumps(one, sort_keys=True) == json.dumps(two, sort_keys=True)


# ### the options of a game

def Int(name: str, default: int, least: int, most: int, help: str) -> Json:
    """An option with a number from `least` to `most`."""
    return {"name": name, "type": "int", "default": default, "min": least,
            "max": most, "help": help}


def Bool(name: str, default: bool, help: str) -> Json:
    """An option that is true or false."""
    return {"name": name, "type": "bool", "default": default, "help": help}


def Word(name: str, default: str, words: Sequence[str], help: str) -> Json:
    """An option with one of these words."""
    return {"name": name, "type": "word", "default": default,
            "words": list(words), "help": help}


def Choice(name: str, default: int, choices: Sequence[int], help: str) -> Json:
    """An option with one of these numbers."""
    return {"name": name, "type": "choice", "default": default,
            "choices": list(choices), "help": help}


# ### the game

class Game:
    """The base class of a game: set `name`, `players` and `play`."""

    name = ""               # a-z and 0-9, at most 32 characters
    title: Optional[str] = None     # for people; None: the name
    players = (2, 2)        # how few and how many
    result = "winner"       # "winner", "ranking" or, 2 against 2, "teams"
    stride = 1              # links reserved for a turn: docs/own-game.md
    hidden = False          # there are hidden rolls
    sheet: Sequence[str] = ()       # the rules in a few lines
    rules: Sequence[Json] = ()

    def play(self, seats: int, rules: Json) -> Play:
        """A generator that plays one game and returns scores and ranks."""
        raise NotImplementedError

    def about(self) -> Json:
        """The answer to hello."""
        return {"type": "game", "name": self.name,
                "title": self.title or self.name.capitalize(),
                "players": list(self.players), "result": self.result,
                "stride": self.stride, "hidden": self.hidden,
                "sheet": list(self.sheet), "rules": list(self.rules)}


class Conversation:
    """One game in progress."""

    def __init__(self, game: Game, seats: int, rules: Json) -> None:
        self.game, self.seats = game, seats
        self.out: set[int] = set()
        self.turns = [0] * seats
        self.on_turn: Optional[int] = None  # the seat whose turn it is
        self.asked: list[Json] = []
        self.together = False               # by ask_all
        self.beside: dict[str, Any] = {}
        self.generator = game.play(seats, rules)

    def resume(self, value: Any = None, error: Optional[Out] = None) -> Json:
        """Lets the generator go on to the next answer."""
        self.beside = {}
        try:
            step = self.generator.throw(error) if error else \
                self.generator.send(value)
            while True:
                if not isinstance(step, Step):
                    raise TypeError("play has to yield roll(..), ask(..) and "
                                    f"so on, not {step!r}")
                if "event" in step:
                    self.beside.setdefault("events", []).append(step["event"])
                elif "text" in step:
                    self.beside.setdefault("text", []).append(step["text"])
                elif "picture" in step:
                    self.beside["picture"] = step["picture"]
                else:
                    return self.answer(step)
                step = self.generator.send(None)
        except StopIteration as end:
            if end.value is None:
                raise TypeError("play has to return scores and ranks") from None
            scores, ranks = end.value
            ending = "fault" if self.out else "normal"
            if self.game.result != "teams":
                ranks = ranks_by([-(self.seats + 1 if seat in self.out
                                    else rank)
                                  for seat, rank in enumerate(ranks)])
        except Out:
            scores = [0] * self.seats
            ranks = ranks_by([seat not in self.out
                              for seat in range(self.seats)])
            ending = "fault"
        return {"over": {"scores": list(scores), "ranks": list(ranks),
                         "end": ending}, **self.beside}

    def answer(self, step: Json) -> Json:
        if "illegal" in step:
            return dict(step)
        if "roll" in step:
            due = dict(step["roll"])
            if "seat" in due:
                seat = due["seat"]
                self.turns[seat] += seat != self.on_turn
                self.on_turn = seat
                due["turn"] = self.turns[seat]
            return {"roll": due, **self.beside}
        asked = step["ask"]
        self.together = isinstance(asked, list)
        self.asked = asked if self.together else [asked]
        if any(one["seat"] != self.on_turn for one in self.asked):
            self.on_turn = None
        return {"ask": asked, **self.beside}

    def take(self, line: Json) -> Json:
        """Answers a line of the referee."""
        kind = line["type"]
        if kind == "rolled":
            return self.resume(line["values"])
        if kind == "out":
            self.out.add(line["seat"])
            return self.resume(error=Out(line["seat"]))
        # A decision of ask_all in which only one seat is left is a `move`, too.
        several = kind == "moves"
        moves = {one["seat"]: one["move"]
                 for one in (line["moves"] if several else [line])}
        for asked in self.asked:
            seat = asked["seat"]
            if not any(same(moves[seat], move)
                       for move in asked.get("legal", [moves[seat]])):
                return {"illegal": f"{json.dumps(moves[seat])} is not a legal "
                        "move", **({"seat": seat} if several else {})}
        return self.resume(moves if self.together else moves[line["seat"]])


def run(game: "type[Game]", input: Optional[Iterable[Any]] = None,
        output: Optional[IO[str]] = None) -> None:
    """Answers the referee until it closes the input.

    An error in the game is not caught: the traceback goes to standard error,
    and the referee reports its end.  What the game prints goes there, too.
    """
    rules_of = game()
    lines = input or sys.stdin.buffer
    out = output or sys.stdout
    if output is None:
        sys.stdout = sys.stderr
    now: Optional[Conversation] = None
    for line in lines:
        message = json.loads(line)
        if message["type"] == "hello":
            answer = rules_of.about()
        elif message["type"] == "new":
            now = Conversation(rules_of, message["seats"], message["rules"])
            answer = now.resume()
        else:
            assert now is not None, "a line before new"
            answer = now.take(message)
        out.write(json.dumps(answer, separators=(",", ":")) + "\n")
        out.flush()

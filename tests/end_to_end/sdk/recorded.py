"""recorded.py - records a conversation with a conformance bot.

The answers come from conformant.py, and the dice from Chains in
tests/support/talk.py: no SDK is involved.
"""
import json

from conformant import Conformant
from talk import OVER, Chains, compact, hello, turn, vectors

CHAINS = Chains()
TRANSCRIPTS = {}     # by name: a function that fills a Transcript


def transcript(function):
    """Registers a function that fills the transcript of its name."""
    name = function.__name__.replace("_", "-")
    TRANSCRIPTS[name] = function
    return function


class Transcript:
    """A conversation being recorded; each line is sent when it is added."""

    def __init__(self):
        self.rows, self.last = [], {"exit": 0, "stderr": [], "silent": True}
        self.style, self.end = compact, "\n"

    def begin(self, about, *words):
        self.rows.append({"about": about, "words": list(words)})
        self.bot = Conformant(words)

    def raw(self, text):
        self.rows.append({"to": text})

    def send(self, line, answered=True):
        self.raw(self.style(line) + self.end)
        answer = self.bot.answer(line)
        if answer is not None and answered:
            self.rows.append({"from": answer})

    def told(self, text):
        """Standard error must contain `text` by now."""
        self.rows.append({"told": text})
        self.last["silent"] = False

    def hello(self, game, seats=2, seat=0, **keys):
        line = hello(game, **CHAINS.told())
        names = ["ann", "bob", "cy", "dee"][:seats]
        self.send({**line, "seats": seats, "seat": seat, "names": names,
                   **keys})

    def game(self, number=1, seed=7, of=3, anchors=None):
        self.send({"type": "game", "number": number, "of": of, "seed": seed,
                   "anchors": anchors or [CHAINS.element(stream, 0, 0)
                                          for stream in range(3)]})

    def turn(self, position, events=(), answered=True, **keys):
        line = turn(*position, {"legal": self.bot.legal,
                                "events": self.bot.events}, events)
        self.send({**line, **keys}, answered)

    def again(self, why):
        self.send({"type": "again", "ms": 640, "fault": "illegal", "why": why})
        self.told(f"refused: {why}\n")

    def over(self, events=()):
        self.send({**OVER, "events": list(events)})

    def bye(self, secret=CHAINS.secret):
        self.send({"type": "bye", "secret": secret})

    def fails(self, *words):
        self.last = {"exit": 1, "stderr": list(words), "silent": False}

    def text(self):
        return "".join(json.dumps(row) + "\n"
                       for row in [*self.rows, self.last])


def positions(name, wanted=lambda view: True):
    """The positions of the vectors of a game, as (view, legal moves)."""
    return [(at["view"],
             at.get("legal") or at["legal_first"] + at["legal_last"])
            for one in vectors(f"games/{name}.json", "transcripts")
            for at in one["positions"] if wanted(at["view"])]


def events(count):
    """The first `count` of five different log lines."""
    lines = [CHAINS.draw(1, 1), CHAINS.chain(1, 1),
             {"t": "move", "seat": 1, "move": {"keep": [1], "then": "roll"}},
             {"t": "again", "seat": 1, "answer": "{\"move\":9}"},
             {"t": "fault", "seat": 1, "fault": "timeout", "ms": 1000}]
    return lines[:count]


def short_match(t, name="bolo7"):
    t.hello(name)
    t.game()
    for position in positions(name)[:4]:
        t.turn(position, events(2))
    t.over()
    t.bye()

"""conformant.py - what a conformance bot must answer, line by line.

It follows sdk/README.md and docs/protocol.md and imports no SDK, so that every
SDK can be compared with it.
"""
import json

MASK = 2 ** 64 - 1
NAME = "conform 1"
SAY_SIZE = 500          # bytes that the referee records


class SplitMix:
    """The generator of a game, from its seed."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state + 0x9e3779b97f4a7c15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xbf58476d1ce4e5b9) & MASK
        z = ((z ^ (z >> 27)) * 0x94d049bb133111eb) & MASK
        return z ^ (z >> 31)

    def below(self, n):
        while True:
            x = self.next() >> 11
            if x < 2 ** 53 - 2 ** 53 % n:
                return x % n


def joined(values):
    return ",".join(map(str, values))


# By game: what `say` reports about the view after the common part.
DESCRIBE = {
    "pig": lambda v: f"scores {joined(v['scores'])} total {v['total']}"
                     f" roll {joined(v['roll'])}",
    "bolo7": lambda v: f"phase {v['phase']} scores {joined(v['scores'])}"
                       f" total {v['total']} roll {joined(v['roll'])}",
    "vollelotte": lambda v: f"scores {joined(v['scores'])}"
                            f" total {v['total']} roll {joined(v['roll'])}",
    "rolit": lambda v: f"size {v['size']} balls {joined(v['balls'])}"
                       f" board {v['board'][:v['size']]}",
    "blackpot": lambda v: f"asked {v['asked']} roll {joined(v['roll'])}"
                          f" pawns {joined(v['pawns'])}"
                          f" points {joined(v['points'])}",
}
DESCRIBE["bolo5"] = DESCRIBE["bolo7"]


class Conformant:
    """The answers of a bot started with the arguments `words`."""

    def __init__(self, words):
        self.legal = "no-legal" not in words
        self.events = "no-events" not in words
        self.named = "name" in words
        self.decisions = 0

    def answer(self, line):
        """The answer to a line, or None when there is none."""
        known = {"hello": self.hello, "game": self.game, "turn": self.turn,
                 "again": self.again}
        reply = known.get(line.get("type"))
        return reply(line) if reply else None

    def hello(self, line):
        self.match = line
        ready = {"type": "ready", "legal": self.legal, "events": self.events}
        return {**ready, "name": NAME} if self.named else ready

    def game(self, line):
        self.now, self.random = line, SplitMix(line["seed"])

    def turn(self, line):
        self.moves = line.get("legal")
        place = self.random.below(len(self.moves)) if self.legal else 0
        move = place
        if self.legal and self.decisions % 2:
            move = self.moves[place]
        self.decisions += 1
        self.tried = {json.dumps(move)}
        return {"move": move, "say": self.say(line)}

    def again(self, line):
        place = 0
        while str(place) in self.tried or (
                self.legal and json.dumps(self.moves[place]) in self.tried):
            place += 1
            if self.legal and place == len(self.moves):
                return {"move": 0}      # no other move is left
        self.tried.add(str(place))
        return {"move": place}

    def say(self, line):
        hello, game = self.match, self.now
        text = (f"{hello['game']} {game['number']}/{game['of']}"
                f" seat {hello['seat']} of {hello['seats']}"
                f" legal {len(self.moves) if self.legal else '-'}"
                f" events {len(line['events']) if self.events else '-'}"
                f" lost {line.get('lost', 0)} ms {line['ms']}")
        describe = DESCRIBE.get(hello["game"])
        if describe:
            text = f"{text} {describe(line['view'])}"
        return text.encode()[:SAY_SIZE].decode(errors="ignore")

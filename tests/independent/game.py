"""game.py - what all games share: a game is a generator of draws and
questions.

A game yields a Draw or an Ask and is sent the values or the move; or it is
sent OUT after a seat was added to `gone`, and then finds what is due again.
"""

import json

OUT = object()


class Draw:
    def __init__(self, stream, turn, count, sides):
        self.stream, self.turn = stream, turn
        self.count, self.sides = count, sides


class Ask:
    def __init__(self, seat, view, legal):
        self.seat, self.view, self.legal = seat, view, legal


class Decided(Exception):
    """The game is over."""

    def __init__(self, end, winners=None):
        Exception.__init__(self, end)
        self.end, self.winners = end, winners


class TurnLost(Exception):
    """The seat on turn is out of the game."""


def same(a, b):
    """Equal as JSON: unlike in Python, true is not 1."""
    return json.dumps(a, sort_keys=True) == json.dumps(b, sort_keys=True)


class Wrong(Exception):
    """Rules that no game allows."""


def check_rules(table, given):
    """All rules of a game; the table has (default, low, high) or (default,
    words)."""
    for name in given:
        if name not in table:
            raise Wrong("no rule %r" % name)
    rules = {}
    for name, entry in table.items():
        value = given.get(name, entry[0])
        if type(value) is not type(entry[0]):
            raise Wrong("rule %s has another type" % name)
        if type(value) is int and len(entry) == 3:
            good = entry[1] <= value <= entry[2]
        elif type(value) is int or type(value) is str:
            good = value in entry[1]
        else:
            good = True
        if not good:
            raise Wrong("rule %s out of range" % name)
        rules[name] = value
    return rules


def common_rules(max_turns, illegal_retries=0, longest=100000):
    return {"illegal_retries": (illegal_retries, 0, 10),
            "max_turns": (max_turns, 1, longest)}


class Game:
    players = (2, 8)
    stride = 8
    rules = {}

    def __init__(self, seats, rules):
        self.seats = seats
        self.rule = check_rules(self.rules, rules)
        self.turns = [0] * seats
        self.seat = -1          # on turn, or -1
        self.gone = set()
        self.events = []
        self.result = None      # scores, ranks, end
        self.check_seats()
        self.run = self.whole()
        self.due = None
        self.send(None)

    def check_seats(self):
        if not self.players[0] <= self.seats <= self.players[1]:
            raise Wrong("not a number of seats for this game")

    # called from outside

    def send(self, answer):
        try:
            self.due = self.run.send(answer)
        except StopIteration:
            self.due = None

    def out(self, seat):
        self.gone.add(seat)
        self.send(OUT)

    def log_move(self, answer):
        """The legal move written in a log as `answer`, or None."""
        return answer if any(same(answer, m) for m in self.due.legal) else None

    def said(self, move):
        """The text of the move's `said`, or None."""
        return None

    # used by the games

    def tell(self, event, **fields):
        self.events.append(dict(fields, e=event))

    def left(self):
        return [s for s in range(self.seats) if s not in self.gone]

    def somebody_left(self):
        if len(self.left()) <= 1:
            raise Decided("fault", self.left())
        if self.seat in self.gone:
            raise TurnLost()

    def begin(self, seat):
        if self.turns[seat] >= self.rule["max_turns"]:
            raise Decided("max_turns")
        self.turns[seat] += 1
        self.seat = seat

    def draw(self, stream, count, sides):
        while True:
            turn = self.turns[stream - 1] if stream else 0
            values = yield Draw(stream, turn, count, sides)
            if values is not OUT:
                return values
            self.somebody_left()

    def ask(self, seat, legal):
        while True:
            move = yield Ask(seat, self.view(), legal)
            if move is not OUT:
                return move
            self.somebody_left()

    def throw_for_start(self):
        """Seats that are out throw, too; if one wins, the next seat begins."""
        throwers = list(range(self.seats))
        while len(throwers) > 1:
            values = yield from self.draw(0, len(throwers), 6)
            best = max(values)
            throwers = [s for s, v in zip(throwers, values) if v == best]
        seat = throwers[0]
        while seat in self.gone:
            seat = (seat + 1) % self.seats
        self.tell("start", seat=seat)
        return seat

    def whole(self):
        try:
            yield from self.game()
        except Decided as decided:
            self.finish(decided.end, decided.winners)

"""replay.py - a game beside its log lines: what is due, and is a line right?"""

import json

from dice import Clock
from games import GAMES


DICE = 64               # the most of one roll of a program's game


class Unexpected(Exception):
    def __init__(self, expected, found):
        Exception.__init__(self, "expected %s, found %s" % (expected, found))
        self.expected, self.found = expected, found


class Replay:
    """One game: take() is given every line between `game` and `over`."""

    def __init__(self, name, seats, rules, forfeits=()):
        self.game = GAMES[name](seats, rules)
        self.clock = Clock(self.game.stride)
        self.forfeits = list(forfeits)      # seats that must forfeit
        self.opening = True                 # start and forfeit may still come
        self.last_opener = -1
        self.agains = 0
        self.faulted = []                   # seats, in the order of the lines

    def next_draw(self):
        """(stream, k, count, sides) that is due, or None."""
        due = self.game.due
        if due is None or not hasattr(due, "count"):
            return None
        return (due.stream, self.clock.next(due.stream, due.turn),
                due.count, due.sides)

    def expected(self):
        if self.forfeits:
            return "the forfeit of seat %d" % self.forfeits[0]
        draw = self.next_draw()
        if draw:
            return "a draw s %d k %d %dd%d" % draw
        if self.game.due is None:
            return "an over line %s" % self.game.result
        return "a move of seat %d" % self.game.due.seat

    def take(self, line):
        kind = line["t"]
        if kind == "fault":
            return self.fault(line)
        self.opening = False
        if self.forfeits or kind not in ("draw", "move", "again", "over"):
            raise Unexpected(self.expected(), "a %s line" % kind)
        getattr(self, kind)(line)

    def fault(self, line):
        seat, fault = line["seat"], line["fault"]
        if seat >= self.game.seats:
            raise Unexpected("a seat of this game", "seat %d" % seat)
        if seat in self.faulted:
            raise Unexpected("no second fault of seat %d" % seat,
                             "a %s fault" % fault)
        due = self.game.due
        asked = getattr(due, "seat", None)
        # Directly after `game` come those of any seats, in seat order.
        first = self.opening and seat > self.last_opener
        found = "a %s fault of seat %d" % (fault, seat)
        if self.forfeits and self.forfeits[0] < seat or \
                (fault == "forfeit") != (seat in self.forfeits):
            raise Unexpected(self.expected(), found)
        if not first and (due is None or fault in ("start", "forfeit")):
            raise Unexpected(self.expected(), found)
        if seat != asked and (fault == "illegal" or
                              fault == "garbled" and not first):
            raise Unexpected("no answer of seat %d" % seat, found)
        if fault == "illegal" and \
                self.agains < self.game.rule["illegal_retries"]:
            raise Unexpected("an again line", found)
        self.opening = first and fault != "illegal"
        self.last_opener = seat
        if fault == "forfeit":
            self.forfeits.remove(seat)
        self.faulted.append(seat)
        if due is not None:
            self.game.out(seat)
            if getattr(self.game.due, "seat", None) != asked:
                self.agains = 0

    def draw(self, line):
        draw = self.next_draw()
        found = "a draw s %d k %d %s" % (line["s"], line["k"], line["dice"])
        if draw is None or found != "a draw s %d k %d %dd%d" % draw:
            raise Unexpected(self.expected(), found)
        if len(line["v"]) != draw[2] or max(line["v"]) > draw[3]:
            raise Unexpected("%d values of 1..%d" % draw[2:], line["v"])
        self.clock.use(draw[0], self.game.due.turn)
        self.game.send(list(line["v"]))

    def asked(self, line):
        due = self.game.due
        if due is None or hasattr(due, "count") or due.seat != line["seat"]:
            raise Unexpected(self.expected(), "%s of seat %d"
                             % (line["t"], line["seat"]))
        return due

    def move(self, line):
        self.asked(line)
        move = self.game.log_move(line["move"])
        if move is None:
            raise Unexpected("a legal move", line["move"])
        said = self.game.said(move)
        if line.get("said") != said:
            raise Unexpected("said %r" % said, "%r" % line.get("said"))
        self.agains = 0
        self.game.send(move)

    def again(self, line):
        self.asked(line)
        self.agains += 1
        if self.agains > self.game.rule["illegal_retries"]:
            raise Unexpected("at most %d again lines for a decision"
                             % self.game.rule["illegal_retries"], "one more")

    def over(self, line):
        if self.game.due is not None:
            raise Unexpected(self.expected(), "an over line")
        found = {k: line[k] for k in ("scores", "ranks", "end")}
        if found != self.game.result:
            raise Unexpected(self.expected(), found)


class Told(Replay):
    """One game whose rules are a program: what its lines say is believed,
    apart from the dice."""

    def __init__(self, seats, stride, hidden, rules, forfeits=()):
        self.seats, self.stride, self.hidden = seats, stride, hidden
        retries = rules.get("illegal_retries", 0)
        self.retries = 0 if isinstance(retries, str) else retries
        self.forfeits = list(forfeits)
        self.opening, self.last_opener = True, -1
        self.agains = {}
        self.faulted = []
        self.last = {}              # of each stream, the link of a roll

    def next_draw(self):
        return None

    def expected(self):
        if self.forfeits:
            return "the forfeit of seat %d" % self.forfeits[0]
        return "a line of the game"

    def fault(self, line):
        seat, fault = line["seat"], line["fault"]
        if seat >= self.seats or seat in self.faulted:
            raise Unexpected("a seat in the game", "seat %d" % seat)
        first = self.opening and seat > self.last_opener
        if self.forfeits and self.forfeits[0] < seat or \
                (fault == "forfeit") != (seat in self.forfeits) or \
                not first and fault in ("start", "forfeit"):
            raise Unexpected(self.expected(), "a %s fault" % fault)
        if fault == "illegal" and self.agains.get(seat, 0) < self.retries:
            raise Unexpected("an again line", "an illegal fault")
        self.opening = first and fault != "illegal"
        self.last_opener = seat
        if fault == "forfeit":
            self.forfeits.remove(seat)
        self.faulted.append(seat)
        self.agains = {}

    def link(self, line):
        """Is it a stream of the game, and a link that can be due?"""
        stream, k = line["s"], line["k"]
        last = self.last.get(stream, 0)
        if stream > self.seats * (2 if self.hidden else 1):
            raise Unexpected("a stream of the game", stream)
        if k != last + 1 and (k <= last or stream == 0 or
                              (k - 1) % self.stride):
            raise Unexpected("a link that can be due", k)
        to = stream - self.seats - 1 if stream > self.seats else None
        if line.get("to") != to:
            raise Unexpected("to %s" % to, "to %s" % line.get("to"))
        if int(line["dice"].split("d")[0]) > DICE:
            raise Unexpected("at most %d dice" % DICE, line["dice"])

    def draw(self, line):
        self.last[line["s"]] = line["k"]

    def move(self, line):
        if line["seat"] >= self.seats or line["seat"] in self.faulted:
            raise Unexpected("a seat in the game", "seat %d" % line["seat"])
        if "said" in line:
            raise Unexpected("a move", "one with said")
        self.agains = {}

    def again(self, line):
        seat = line["seat"]
        self.agains[seat] = self.agains.get(seat, 0) + 1
        if seat >= self.seats or seat in self.faulted or \
                self.agains[seat] > self.retries:
            raise Unexpected("at most %d again lines" % self.retries,
                             "one more")

    def over(self, line):
        ranks = line["ranks"]
        if [len(line["scores"]), len(ranks)] != [self.seats] * 2:
            raise Unexpected("a result of each seat", "another number")
        for rank in ranks:
            if rank != 1 + sum(other < rank for other in ranks):
                raise Unexpected("ranks that follow each other",
                                 json.dumps(ranks))

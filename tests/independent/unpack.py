"""unpack.py - the log in a packed log, by docs/packed-logs.md alone."""

import hashlib
import zlib

import dice
import forms
import lines
from games import GAMES
from play import compact
from replay import Replay, Told, Unexpected

HEAD = '{"t":"pack","v":1,"size":%d,"log":"%s","data":"%s"}\n'


class Bytes:
    """Reads the items of the uncompressed bytes in order."""

    def __init__(self, content):
        self.content, self.at = content, 0

    def take(self, size):
        found = self.content[self.at:self.at + size]
        if len(found) != size:
            raise lines.Bad("the bytes end too early")
        self.at += size
        return found

    def number(self):
        value, shift = 0, 0
        while True:
            byte = self.take(1)[0]
            value += (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def item(self):
        """(place, None, None), or (None, after, line)."""
        first = self.number()
        if first > 0:
            return first - 1, None, None
        after, size = self.number(), self.number()
        return None, after, self.take(size)


class Course:
    """The lines of a log that follow from its secret, rules and moves."""

    def __init__(self, header, secret):
        self.header, self.secret = header, secret
        self.salt = bytes.fromhex(header["salt"])
        self.seats = len(header["entrants"])
        self.program = header.get("program")
        self.streams = self.seats + 1
        if self.program and self.program["hidden"]:
            self.streams += self.seats
        self.finished = self.on_board = 0
        self.faults = [0] * self.seats
        self.replay = None
        self.closed = False
        self.last = None, None      # the current chain

    def chain(self, board, stream, number):
        if self.last[0] != (board, stream, number):
            self.last = (board, stream, number), dice.chain(
                self.secret, board, stream, number, self.header["links"])
        return self.last[1]

    def due(self):
        """The line that is due; None if it is a move or the signature."""
        rotations = self.header["rotations"]
        board, rotation = divmod(self.finished, rotations)
        if self.replay:
            return self.due_in_game()
        if self.closed:
            return None
        if self.finished == self.header["boards"] * rotations:
            return {"t": "close", "secret": self.secret.hex(),
                    "games": self.finished}
        if self.on_board != board + 1:
            anchors = [self.chain(board + 1, s, 0)[0].hex()
                       for s in range(self.streams)]
            return {"t": "board", "board": board + 1, "anchors": anchors}
        return {"t": "game", "board": board + 1, "rotation": rotation,
                "seats": [(s + rotation) % self.seats
                          for s in range(self.seats)]}

    def due_in_game(self):
        if self.program:
            return None
        draw = self.replay.next_draw()
        if draw is None:
            over = self.replay.game.due is None
            return dict({"t": "over"}, **self.replay.game.result) \
                if over else None
        stream, k, count, sides = draw
        number, element = dice.place(k, self.header["links"])
        chain = self.chain(self.on_board, stream, number)
        if (stream, number) not in self.chains:
            return {"t": "chain", "s": stream, "c": number,
                    "anchor": chain[0].hex()}
        return {"t": "draw", "s": stream, "k": k,
                "dice": "%dd%d" % (count, sides),
                "v": dice.roll(self.salt, chain[element], count, sides),
                "link": chain[element].hex()}

    def move(self, place):
        """The line of the legal move at that place."""
        due = self.replay.game.due
        line = {"t": "move", "seat": due.seat, "move": due.legal[place]}
        said = self.replay.game.said(line["move"])
        if said is not None:
            line["said"] = said
        return line

    def take(self, line):
        kind = line["t"]
        if kind == "resume":
            self.replay = None
        elif kind == "board":
            self.on_board = line["board"]
        elif kind == "game":
            self.begin(line["seats"])
        elif kind == "chain":
            self.chains.add((line["s"], line["c"]))
        elif kind == "close":
            self.closed = True
        else:
            self.replay.take(line)
        if kind == "over":
            for seat in self.replay.faulted:
                self.faults[self.seated[seat]] += 1
            self.finished += 1
            self.replay = None

    def begin(self, seated):
        most = self.header["limits"]["faults_max"]
        self.seated = seated
        self.chains = {(s, 0) for s in range(self.streams)}
        forfeits = [s for s in range(self.seats)
                    if self.faults[seated[s]] >= most]
        if self.program:
            self.replay = Told(self.seats, self.header["stride"],
                               self.program["hidden"], self.header["rules"],
                               forfeits)
        else:
            self.replay = Replay(self.header["game"], self.seats,
                                 self.header["rules"], forfeits)

    def whole(self, part):
        """The line of a roll or a chain, of which the secret gives the end."""
        line = lines.read(part + b"}")
        if line["t"] == "chain":
            line["anchor"] = self.chain(self.on_board, line["s"],
                                        line["c"])[0].hex()
            return line
        number, element = dice.place(line["k"], self.header["links"])
        link = self.chain(self.on_board, line["s"], number)[element]
        line["v"] = dice.roll(self.salt, link, *forms.dice_text(line["dice"]))
        line["link"] = link.hex()
        if line["s"] > self.seats:
            line["to"] = line["s"] - self.seats - 1
        return line


def sign(body, signature):
    return compact({"t": "sign", "log": hashlib.sha256(body).hexdigest(),
                    "sig": signature.hex()})


def lines_of(content):
    """All lines of the log, with their LF."""
    secret = content.take(32)
    place, after, first = content.item()
    if place is not None or after != 0:
        raise lines.Bad("the first item is not the first line")
    header = lines.read(first)
    if header["game"] not in GAMES and "program" not in header:
        raise lines.Bad("an unknown game")
    course, found = Course(header, secret), [first + b"\n"]
    while True:
        place, after, line = content.item()
        passed = 0
        while passed != after and (after is not None or course.due()):
            due = course.due()
            if due is None:
                raise lines.Bad("a move is due, or the signature")
            found.append(compact(due))
            course.take(due)
            passed += 1
        if line == b"":
            return found + [sign(b"".join(found), content.take(64))]
        whole = line is not None and line.endswith(b"}")
        due = lines.read(line) if whole else course.whole(line) \
            if line is not None else course.move(place)
        found.append(line + b"\n" if whole else compact(due))
        course.take(due)


def unpack(packed):
    """The bytes of the log; raises Bad."""
    head, _, data = packed.partition(b"\n")
    head = lines.read(head)
    written = HEAD % (head["size"], head["log"], head["data"])
    if not packed.startswith(written.encode()) or \
            hashlib.sha256(data).hexdigest() != head["data"]:
        raise lines.Bad("the packed log was changed")
    expand = zlib.decompressobj()
    content = Bytes(expand.decompress(data))
    try:
        log = b"".join(lines_of(content))
    except Unexpected as unexpected:
        raise lines.Bad(str(unexpected))
    if not expand.eof or expand.unused_data or \
            content.at != len(content.content):
        raise lines.Bad("more than a log")
    if len(log) != head["size"] or \
            hashlib.sha256(log).hexdigest() != head["log"]:
        raise lines.Bad("another log than the one that was packed")
    return log

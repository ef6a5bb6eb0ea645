"""verify.py - checks a whole match log and names the first wrong line."""

import hashlib
import re

import dice
import ed25519
import forms
import lines
from game import Wrong, check_rules, same
from games import GAMES
from replay import Replay, Told, Unexpected


def expect(good, expected, found):
    if not good:
        raise Unexpected(expected, found)


def close_secret(raw_lines):
    """The secret of a well-formed close line, or None."""
    for raw in reversed(raw_lines[-2:]):
        try:
            line = lines.read(raw)
            forms.check(line)
        except lines.Bad:
            continue
        if line["t"] == "close":
            return bytes.fromhex(line["secret"])
    return None


class Match:
    """What one match log has to be, line by line."""

    def __init__(self, header, secret):
        self.header = header
        self.seats = len(header["entrants"])
        self.check_header(header)
        sealed = bytes.fromhex(header["seal"])
        self.secret = secret if secret and dice.seal(secret) == sealed \
            else None
        self.salt = bytes.fromhex(header["salt"])
        self.links = header["links"]
        self.faults_max = header["limits"]["faults_max"]
        self.all_games = header["boards"] * header["rotations"]
        self.finished = 0
        self.abandoned = 0
        self.faults = [0] * self.seats  # of finished games, by entrant
        self.anchors = None             # of the current board, chain 0
        self.on_board = 0
        self.replay = None              # of the open game
        self.chain_due = None           # after a chain line: its stream
        self.closed = False

    def check_header(self, header):
        self.streams = self.seats + 1
        if "program" in header:
            self.check_program(header)
        else:
            self.check_rules(header)
        names = [entrant["name"] for entrant in header["entrants"]]
        expect(len(set(names)) == self.seats, "a name for each", names)
        expect(forms.integer(1)(header["limits"].get("faults_max")),
               "limits with faults_max", header["limits"])
        if header["tournament"] is None:
            salt = dice.salt_alone(bytes.fromhex(header["seal"])).hex()
            expect(header["salt"] == salt, "salt " + salt, header["salt"])

    def check_program(self, header):
        expect(re.fullmatch("[a-z0-9]{1,32}", header["game"]) and
               header["game"] not in GAMES, "a name for a game of one's own",
               header["game"])
        expect(len(header["rules"]) <= 32 and all(
            re.fullmatch("[a-z0-9_]{1,32}", name) and
            (type(value) is bool or
             type(value) is int and abs(value) <= 10 ** 9 or
             type(value) is str and
             re.fullmatch("[a-z0-9_]{1,32}", value))
            for name, value in header["rules"].items()), "plain rules",
               header["rules"])
        expect(header["program"]["result"] != "teams" or self.seats == 4,
               "four players in teams", self.seats)
        if header["program"]["hidden"]:
            self.streams += self.seats

    def check_rules(self, header):
        game = GAMES.get(header["game"])
        expect(game, "a game of " + ", ".join(sorted(GAMES)), header["game"])
        rules = check_rules(game.rules, header["rules"])
        expect(same(rules, header["rules"]), "every rule",
               "only %s" % sorted(header["rules"]))
        game(self.seats, rules)
        expect(header["stride"] == game.stride, "stride %d" % game.stride,
               header["stride"])

    # the line that is due

    def due(self):
        if self.closed:
            return "sign"
        if self.replay:
            return "a line of the game"
        if self.finished == self.all_games:
            return "close"
        board = self.finished // self.header["rotations"] + 1
        return "game" if self.on_board == board else "board"

    def take(self, line):
        kind = line["t"]
        if kind == "resume" and not self.closed:
            return self.resume(line)
        if self.replay and kind not in ("board", "game", "close", "match",
                                        "sign", "resume"):
            return self.in_game(line)
        expect(kind == self.due(), self.due() if not self.replay else
               self.replay.expected(), "a %s line" % kind)
        getattr(self, kind)(line)

    def resume(self, line):
        expect(line["games"] == self.finished,
               "games %d" % self.finished, line["games"])
        if self.replay:
            self.abandoned += 1
        self.replay = self.chain_due = None

    def board(self, line):
        board = self.finished // self.header["rotations"] + 1
        expect(line["board"] == board, "board %d" % board, line["board"])
        expect(len(line["anchors"]) == self.streams,
               "%d anchors" % self.streams, len(line["anchors"]))
        self.on_board = board
        self.anchors = line["anchors"]
        for stream, anchor in enumerate(line["anchors"]):
            self.check_anchor(stream, 0, anchor)

    def check_anchor(self, stream, chain, anchor):
        if self.secret is None:
            return
        tip = dice.tip(self.secret, self.on_board, stream, chain)
        right = dice.steps(tip, self.links).hex()
        expect(anchor == right, "anchor %s of stream %d, chain %d"
               % (right, stream, chain), anchor)

    def game(self, line):
        rotation = self.finished % self.header["rotations"]
        seats = [(s + rotation) % self.seats for s in range(self.seats)]
        for key, right in (("board", self.on_board), ("rotation", rotation),
                           ("seats", seats)):
            expect(line[key] == right, "%s %s" % (key, right), line[key])
        self.seated = seats
        forfeits = [s for s in range(self.seats)
                    if self.faults[seats[s]] >= self.faults_max]
        self.replay = Told(self.seats, self.header["stride"],
                           self.header["program"]["hidden"],
                           self.header["rules"], forfeits) \
            if "program" in self.header else \
            Replay(self.header["game"], self.seats, self.header["rules"],
                   forfeits)
        self.shown = {(s, 0): (bytes.fromhex(a), 0)
                      for s, a in enumerate(self.anchors)}

    def in_game(self, line):
        kind = line["t"]
        if kind == "chain":
            return self.chain(line)
        draw = self.replay.next_draw()
        if kind == "draw" and isinstance(self.replay, Told):
            self.replay.link(line)
            draw = line["s"], line["k"]
            due = self.chain_due
            expect(not due or due == (draw[0], (draw[1] - 1) // self.links),
                   "the draw of the chain line", "another")
        if kind == "draw" and draw and not self.replay.forfeits:
            chain, _ = dice.place(draw[1], self.links)
            expect((draw[0], chain) in self.shown,
                   "the chain line of stream %d, chain %d"
                   % (draw[0], chain), "a draw line")
        expect(not self.chain_due or kind == "draw",
               "the draw after its chain line", "a %s line" % kind)
        self.replay.take(line)
        self.chain_due = None
        if kind == "draw":
            self.check_draw(line)
        if kind == "over":
            for seat in self.replay.faulted:
                self.faults[self.seated[seat]] += 1
            self.replay = None
            self.finished += 1

    def chain(self, line):
        draw = self.replay.next_draw()
        if isinstance(self.replay, Told):
            draw = line["s"], line["c"] * self.links + 1
            expect(line["s"] < self.streams, "a stream of the game",
                   line["s"])
        expect(draw and not self.chain_due and not self.replay.forfeits,
               self.replay.expected(), "a chain line")
        self.replay.opening = False
        chain, _ = dice.place(draw[1], self.links)
        found = "chain line of stream %d, chain %d"
        expect((line["s"], line["c"]) == (draw[0], chain) and
               (draw[0], chain) not in self.shown,
               self.replay.expected() + " in chain %d" % chain,
               found % (line["s"], line["c"]))
        self.check_anchor(line["s"], line["c"], line["anchor"])
        self.shown[line["s"], line["c"]] = (bytes.fromhex(line["anchor"]), 0)
        self.chain_due = line["s"], line["c"]

    def check_draw(self, line):
        link = bytes.fromhex(line["link"])
        chain, element = dice.place(line["k"], self.links)
        shown, shown_element = self.shown[line["s"], chain]
        if self.secret is not None:
            tip = dice.tip(self.secret, self.on_board, line["s"], chain)
            right = dice.steps(tip, self.links - element)
            expect(link == right, "link " + right.hex(), line["link"])
        expect(dice.leads_to(link, element, shown, shown_element),
               "a link that leads to what was shown", line["link"])
        self.shown[line["s"], chain] = (link, element)
        values = dice.roll(self.salt, link, *forms.dice_text(line["dice"]))
        expect(line["v"] == values, "v %s" % values, line["v"])

    def close(self, line):
        expect(line["games"] == self.all_games, "games %d" % self.all_games,
               line["games"])
        sealed = dice.seal(bytes.fromhex(line["secret"])).hex()
        expect(sealed == self.header["seal"],
               "the secret sealed as " + self.header["seal"],
               "one sealed as " + sealed)
        self.closed = True


def check_sign(header, raw_lines, raw):
    body = b"".join(r + b"\n" for r in raw_lines)
    log = hashlib.sha256(body).digest()
    line = lines.read(raw)
    expect(line["log"] == log.hex(), "log " + log.hex(), line["log"])
    form = '{"t":"sign","log":"%s","sig":"%s"}' % (line["log"], line["sig"])
    expect(raw == form.encode(), form, raw.decode())
    good = ed25519.verify(bytes.fromhex(header["referee"]["key"]),
                          b"rollcall log" + log, bytes.fromhex(line["sig"]))
    expect(good, "a signature of the referee's key", "another")


def wrong_seal(header, raw_lines, secret):
    """Was the header's seal changed, rather than the secret?"""
    if secret is None or dice.seal(secret).hex() == header["seal"]:
        return False
    if len(raw_lines) < 2:
        return False
    try:
        board = lines.read(raw_lines[1])
        forms.check(board)
    except lines.Bad:
        return False
    if board["t"] != "board":
        return False
    tip = dice.tip(secret, board["board"], 0, 0)
    return dice.steps(tip, header["links"]).hex() == board["anchors"][0]


def check(raw_lines, torn, number):
    """Checks the lines; number[0] is the number of the current one.

    torn: the last line has no LF.
    """
    secret = close_secret(raw_lines)
    match = None
    for i, raw in enumerate(raw_lines):
        number[0] = i + 1
        expect(not torn or i + 1 < len(raw_lines), "an LF at the end", "none")
        line = lines.read(raw)
        forms.check(line)
        if i == 0:
            expect(line["t"] == "match", "a match line",
                   "a %s line" % line["t"])
            expect(not wrong_seal(line, raw_lines, secret),
                   "the seal of the secret", line["seal"])
            match = Match(line, secret)
        elif match.closed:
            expect(line["t"] == "sign", "a sign line",
                   "a %s line" % line["t"])
            check_sign(match.header, raw_lines[:i], raw)
            number[0] = i + 2
            expect(i + 1 == len(raw_lines), "the end", "more lines")
            return match
        else:
            match.take(line)
    number[0] = len(raw_lines) + 1
    raise Unexpected("more lines", "the end of the log")


def verify(path):
    """(verified, text)"""
    with open(path, "rb") as file:
        content = file.read()
    raw_lines = content.split(b"\n")
    rest = raw_lines.pop()
    number = [1]
    try:
        if rest:
            raw_lines.append(rest)
        match = check(raw_lines, rest != b"", number)
    except lines.Bad as bad:
        return False, "%s:%d: expected a line of a match log, found: %s" % (
            path, number[0], bad)
    except Wrong as wrong:
        return False, "%s:%d: expected rules of the game, found: %s" % (
            path, number[0], wrong)
    except Unexpected as unexpected:
        return False, "%s:%d: %s" % (path, number[0], unexpected)
    return True, "%s: verified, games %d, abandoned %d" % (
        path, match.finished, match.abandoned)

"""rollcall.py - talks to the referee, so that a bot is one function.

    import rollcall

    def choose(turn):
        return turn.rng.randrange(len(turn.legal))

    rollcall.run(choose)

`choose` returns a place in `turn.legal`, from 0, or the move itself.  An
error in it is not caught: its traceback is on standard error, the bot exits
with status 1, and the referee counts that as "gone".

Needs nothing but Python 3.9 or newer.
"""
import hashlib
import json
import random
import sys


class Turn:
    """What a bot is told when it is to decide.

    view    all that its seat may know, as the rules of the game say
    legal   every legal move once; None when `run` was told legal=False
    events  log lines since this bot was last told some; None with events=False
    ms      milliseconds left for the answer
    rng     a random.Random, seeded anew for every game with the game's seed
    hello   the referee's first line: game, rules, names, seat, limits, ..
    game    the line that began this game: number, of, seed, anchors
    say     set it to a string, and spectators are told it with the move
    """

    def __init__(self, line, hello, game, rng):
        self.view = line["view"]
        self.legal = line.get("legal")
        self.events = line.get("events")
        self.ms = line.get("ms")
        self.hello = hello
        self.game = game
        self.rng = rng
        self.say = None


def run(choose, name=None, legal=True, events=True, check_dice=False):
    """Plays the match: calls `choose(turn)` for every decision.

    Returns when the match or the input is over.  A bot that does without
    `legal` or `events` gets shorter lines.  `check_dice` makes sure of every
    roll (see Dice) and raises DiceError at the first that is not true; it
    needs the events.

    A move that the rules refuse but allow to be replaced is answered with
    the first legal one not tried yet; why it was refused is on standard error.
    """
    if check_dice and not events:
        raise ValueError("dice are checked by the events: leave them on")
    hello, game, rng = {}, {}, random.Random(0)
    dice = turn = None
    tried = []
    for text in sys.stdin.buffer:
        line = json.loads(text)
        kind = line.get("type")
        if dice and kind in ("turn", "over"):
            dice.read(line)
        if kind == "hello":
            hello = line
            dice = Dice(line["dice"]) if check_dice else None
            _send({"type": "ready", "legal": legal, "events": events,
                   **({"name": name} if name else {})})
        elif kind == "game":
            game, rng = line, random.Random(line["seed"])
            if dice:
                dice.begin(line["anchors"])
        elif kind == "turn":
            turn = Turn(line, hello, game, rng)
            move = choose(turn)
            if move is None:
                raise TypeError("choose returned no move")
            tried = [move]
            answer = {"move": move}
            if turn.say is not None:
                answer["say"] = turn.say
            _send(answer)
        elif kind == "again":
            print(f"refused: {line.get('why')}", file=sys.stderr)
            tried.append(_another(turn.legal, tried))
            _send({"move": tried[-1]})
        elif kind == "bye":
            if dice:
                dice.end(line["secret"])
            return


def _send(answer):
    text = json.dumps(answer, separators=(",", ":")) + "\n"
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()


def _another(legal, tried):
    """The first place whose move was not tried, neither by place nor whole."""
    if legal is None:
        return len(tried) - 1
    for place, move in enumerate(legal):
        if place not in tried and move not in tried:
            return place
    return 0


class DiceError(Exception):
    """A roll that does not follow from what was sealed before the match."""


class Dice:
    """Makes sure of the dice of one match, with nothing but SHA-256.

    Every roll comes with a link.  Hashed, a link gives the one before it on
    its chain, and so down to the anchor, which was public before the game: so
    the roll was fixed then.  The values follow from the link and the salt.

    What only the whole log shows is left to `referee verify`: that the anchors
    are the sealed ones, and that each roll was due by the rules.
    """

    def __init__(self, dice):
        """`dice` is that key of the hello line: seal, salt, links, .."""
        self.seal = dice["seal"]
        self.salt = bytes.fromhex(dice["salt"])
        self.links = dice["links"]
        self.begin([])

    def begin(self, anchors):
        """A game begins; anchors of chain 0, one a stream, in hex."""
        self.shown = {(stream, 0): (0, bytes.fromhex(anchor))
                      for stream, anchor in enumerate(anchors)}
        self.last = {}
        self.lost = False

    def read(self, line):
        """The events of a turn or over line."""
        # Lines left out for length may have shown the anchor of a chain.
        self.lost = self.lost or line.get("lost", 0) > 0
        for event in line["events"]:
            if event["t"] == "chain":
                self._chain(event)
            elif event["t"] == "draw":
                self._draw(event)

    def end(self, secret):
        """The secret of the match, in hex, has to be the sealed one."""
        if _hash(b"rollcall seal", bytes.fromhex(secret)).hex() != self.seal:
            raise DiceError("the secret is not the sealed one")

    def _chain(self, event):
        chain = event["s"], event["c"]
        if chain in self.shown:
            raise DiceError(f"a second anchor of chain {chain}")
        self.shown[chain] = 0, bytes.fromhex(event["anchor"])

    def _draw(self, event):
        stream, k = event["s"], event["k"]
        link = bytes.fromhex(event["link"])
        number, below = divmod(k - 1, self.links)
        chain, element = (stream, number), below + 1
        roll = f"roll {k} of stream {stream}"
        if k <= self.last.get(stream, 0):
            raise DiceError(f"{roll} comes after a later one")
        if chain in self.shown:
            shown_element, shown = self.shown[chain]
            if not leads_to(link, element, shown, shown_element):
                raise DiceError(f"{roll}: the link does not lead to its anchor")
        elif not self.lost:
            raise DiceError(f"{roll}: its chain has no anchor")
        if values(self.salt, link, event["dice"]) != event["v"]:
            raise DiceError(f"{roll}: the values are not those of the link")
        self.shown[chain] = element, link
        self.last[stream] = k


def leads_to(link, element, shown, shown_element):
    """Does `link`, as `element` of a chain, lead to `shown`, one below it?"""
    if element <= shown_element:
        return False
    for _ in range(element - shown_element):
        link = _hash(b"rollcall link", link)
    return link == shown


def values(salt, link, dice):
    """The values of `dice`, such as "7d6", that a link gives."""
    count, sides = map(int, dice.split("d"))
    rolled, block = [], 0
    while True:
        words = _hash(b"rollcall draw", salt, link, block.to_bytes(4, "big"))
        for at in range(0, len(words), 4):
            word = int.from_bytes(words[at:at + 4], "big")
            # The words below this would make the low values likelier.
            if word >= 2**32 % sides:
                rolled.append(1 + word % sides)
            if len(rolled) == count:
                return rolled
        block += 1


def _hash(*parts):
    return hashlib.sha256(b"".join(parts)).digest()

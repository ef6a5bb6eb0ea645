"""dice_and_mistakes.py - the transcripts about dice, right and wrong, and
about mistakes of bots.
"""
import hashlib

from recorded import (CHAINS, TRANSCRIPTS, events, positions, short_match,
                      transcript)
from talk import vectors


# ### dice

def values(link, dice):
    """The values of a link, for dice that need only one block."""
    count, sides = map(int, dice.split("d"))
    block = hashlib.sha256(b"rollcall draw" + bytes.fromhex(
        CHAINS.salt + link) + bytes(4)).digest()
    words = [int.from_bytes(block[at:at + 4], "big")
             for at in range(0, 4 * count, 4)]
    assert min(words) >= 2 ** 32 % sides
    return [1 + word % sides for word in words]


def draw(stream, k, dice):
    roll = CHAINS.draw(stream, k)
    return {**roll, "dice": dice, "v": values(roll["link"], dice)}


def rolls():
    """Two links of a chain, the next chain, another stream, and the table's
    stream."""
    return [CHAINS.draw(1, 1), draw(1, 3, "3d6"), CHAINS.chain(1, 1),
            draw(1, 5, "1d1"), CHAINS.draw(2, 1), draw(0, 4, "1d56")]


def flip(digits):
    return digits[:-1] + ("1" if digits[-1] == "0" else "0")


def verified(t, lines, last=(), right=True, secret=CHAINS.secret,
             **keys):
    """A match with these events.  What else can be wrong: the events `last` at
    the end of each game, and the secret.  If not `right`, the conversation
    ends unanswered at the first turn."""
    position = positions("bolo7")[0]
    t.hello("bolo7")
    for number in (1, 2):
        t.game(number, 5, 2)
        t.turn(position, lines, right, **keys)
        if not right:
            return
        t.over(last)
    t.bye(secret)


@transcript
def verify(t):
    t.begin("dice that are right: links left out, a second chain, two games",
            "verify")
    verified(t, rolls(), [CHAINS.draw(2, 4), *events(5)[2:]])


@transcript
def verify_lost(t):
    t.begin("the anchor of a chain was left out for length", "verify")
    position = positions("bolo7")[0]
    lines = rolls()
    t.hello("bolo7")
    t.game()
    t.turn(position, lines[:2], lost=2)
    t.turn(position, lines[3:])     # its anchor was among the two lost lines
    t.over()
    t.bye()


@transcript
def verify_many_values(t):
    t.begin("dice with many values and with words that are not used", "verify")
    rows = vectors("fair-dice.json", "draw")
    rejected = [row for row in rows if row["rejected"]]
    assert len(rejected) > 2
    salt = rejected[0]["salt"]
    same = [rejected[0]] + [row for row in rows if row["salt"] == salt and
                            not row["rejected"]][:12]
    t.hello("pig", dice={**CHAINS.told(), "salt": salt, "stride": 8})
    for number, row in enumerate(same, 1):
        anchor = hashlib.sha256(
            b"rollcall link" + bytes.fromhex(row["link"])).hexdigest()
        t.game(number, 1, len(same), [anchor, "00" * 32])
        t.turn(positions("pig")[0],
               [{"t": "draw", "s": 0, "k": 1, "dice": row["dice"],
                 "v": row["values"], "link": row["link"]}])
    t.bye()


# What is wrong, and the change to the events of the first turn.
FORGERIES = {
    "value": ("a value is another", lambda lines: lines[0].update(
        v=[lines[0]["v"][0] % 6 + 1] + lines[0]["v"][1:])),
    "one-value-more": ("there is a value too many", lambda lines:
                       lines[1]["v"].append(1)),
    "order": ("the values are in another order", lambda lines:
              lines[0]["v"].sort()),
    "link": ("a link is another", lambda lines: lines[1].update(
        link=flip(lines[1]["link"]))),
    "number": ("a link has another number",
               lambda lines: lines[1].update(k=4)),
    "stream": ("a roll is that of another seat", lambda lines:
               lines[0].update(s=2)),
    "later-chain": ("the anchor of a second chain is another", lambda lines:
                    lines[2].update(anchor=flip(lines[2]["anchor"]))),
    "no-anchor": ("the anchor of a second chain is missing", lambda lines:
                  lines.pop(2)),
    "second-anchor": ("a chain has two anchors", lambda lines:
                      lines.append(CHAINS.chain(1, 1))),
    "twice": ("a roll comes twice", lambda lines:
              lines.insert(1, CHAINS.draw(1, 1))),
}


def forged(about, change):
    def write(t):
        t.begin(f"dice that are not right: {about}", "verify")
        lines = rolls()
        change(lines)
        verified(t, lines, right=False)
        t.fails("dice: ")
    return write


for kind, (what, how) in FORGERIES.items():
    TRANSCRIPTS[f"verify-{kind}"] = forged(what, how)


@transcript
def verify_last_line(t):
    t.begin("dice that are not right: a roll in the last line of a game",
            "verify")
    t.hello("bolo7")
    t.game()
    t.turn(positions("bolo7")[0], rolls())
    t.over([{**CHAINS.draw(2, 4), "v": [1]}])
    t.fails("dice: ")


@transcript
def verify_seal(t):
    t.begin("the secret is not the one of the seal", "verify")
    verified(t, rolls(), secret=flip(CHAINS.secret))
    t.fails("dice: ")


@transcript
def not_verified(t):
    t.begin("dice that are not right, of a bot that does not look at them")
    lines = rolls()
    lines[0]["v"][0] += 1
    verified(t, lines, secret=flip(CHAINS.secret))


@transcript
def verify_no_events(t):
    t.begin("dice cannot be verified without events", "verify", "no-events")
    t.fails("verify", "events")


# ### what a bot does by mistake

@transcript
def prints(t):
    t.begin("choose prints: on standard error, at once", "print")
    t.hello("pig")
    t.game()
    for _ in range(2):
        t.turn(positions("pig")[0])
        t.told("hello from choose\n")
    t.bye()


def mistake(t, name, position, pad, *words):
    """The second decision fails."""
    t.hello(name)
    t.game()
    t.turn(position)
    t.turn(position, answered=False, pad=pad)
    t.fails(*words)


@transcript
def throw(t):
    t.begin("choose fails: the trace, the first 2000 characters of the line",
            "throw")
    mistake(t, "pig", positions("pig")[0], "x" * 3000)
    line = t.rows[-1]["to"]
    t.fails("thrown on purpose", f"the line: {line[:2000]}\n")


@transcript
def throw_short(t):
    t.begin("choose fails in a short line", "throw")
    mistake(t, "bolo7", positions("bolo7")[0], "")
    line = t.rows[-1]["to"]
    t.fails("thrown on purpose", f"the line: {line}")


@transcript
def nothing(t):
    t.begin("choose returns no move", "nothing")
    position = positions("bolo7")[1]
    mistake(t, "bolo7", position, "", "choose returned ",
            f"; expected a place in legal, 0 to {len(position[1]) - 1},"
            " or a move")


@transcript
def beyond(t):
    t.begin("choose returns a place beyond the legal moves", "beyond")
    position = positions("rolit")[0]
    moves = len(position[1])
    mistake(t, "rolit", position, "", f"choose returned {moves}; expected"
            f" a place in legal, 0 to {moves - 1}, or a move")


@transcript
def async_choose(t):
    t.begin("choose is asynchronous, where a language knows that", "async")
    short_match(t, "bolo7")


@transcript
def async_throw(t):
    t.begin("an asynchronous choose fails", "async", "throw")
    mistake(t, "pig", positions("pig")[0], "", "thrown on purpose",
            "the line: {\"type\":\"turn\"")


def not_json(about, text):
    def write(t):
        t.begin(about)
        t.hello("pig")
        t.game()
        t.raw(text + "\n")
        t.fails("not JSON", text[:20])
    return write


TRANSCRIPTS["garbage"] = not_json("a line that is not JSON",
                                  "garbage {\"type\"")
TRANSCRIPTS["garbage-cut"] = not_json(
    "a line that is cut off", "{\"type\":\"turn\",\"ms\":5,\"view\":{")
TRANSCRIPTS["garbage-after"] = not_json(
    "an object and more", "{\"type\":\"over\"} {\"type\":\"bye\"}")

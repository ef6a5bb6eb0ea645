"""forms.py - the keys, types and bounds of every line of a match log."""

import re

from lines import Bad

FAULTS = ("start", "timeout", "gone", "flood", "garbled", "illegal",
          "forfeit", "limit")
ENDS = ("normal", "max_turns", "stalled", "fault")
U32 = (1 << 32) - 1
SEATS = 64
SIDES = 65536


def integer(low, high=(1 << 53) - 1):
    def good(x):
        return type(x) is int and low <= x <= high
    return good


def text(x):
    return type(x) is str


def obj(x):
    return type(x) is dict


def one_of(*words):
    return lambda x: type(x) is str and x in words


def hexadecimal(size):
    pattern = re.compile("[0-9a-f]{%d}" % (2 * size))
    return lambda x: type(x) is str and pattern.fullmatch(x) is not None


def pattern(form):
    compiled = re.compile(form)
    return lambda x: type(x) is str and compiled.fullmatch(x) is not None


def or_null(good):
    return lambda x: x is None or good(x)


def list_of(good, least=1, most=1000):
    return lambda x: (type(x) is list and least <= len(x) <= most and
                      all(good(e) for e in x))


def record(keys):
    return lambda x: (type(x) is dict and set(x) == set(keys) and
                      all(good(x[k]) for k, good in keys.items()))


def dice_text(x):
    """(N, S) of "NdS", or None."""
    found = (re.fullmatch("([1-9][0-9]{0,3})d([1-9][0-9]{0,4})", x, re.ASCII)
             if type(x) is str else None)
    if found is None:
        return None
    count, sides = int(found.group(1)), int(found.group(2))
    return (count, sides) if count <= 1000 and sides <= SIDES else None


HASH = hexadecimal(32)
LEVEL = one_of("none", "limits", "strict")
ANY_INTEGER = integer(-(1 << 53) + 1)
SEAT = integer(0, SEATS - 1)
STREAM = integer(0, SEATS)



def entrant(name):
    """An entrant of a header or manifest, with or without its own sandbox
    level."""
    form = {"name": name, "author": or_null(name), "bot": HASH,
            "command": HASH}
    plain, sandboxed = record(form), record({**form, "sandbox": LEVEL})
    return lambda x: plain(x) or sandboxed(x)


PROGRAM = record({"files": HASH, "command": HASH,
                  "result": one_of("ranking", "winner", "teams"),
                  "hidden": lambda x: type(x) is bool})


def own_levels(head):
    """True unless an entrant repeats the level of the match."""
    return all(one.get("sandbox") != head["sandbox"]
               for one in head["entrants"])


FORMS = {
    "match": {
        "v": lambda x: type(x) is int and x == 1,
        "tournament": or_null(pattern("[a-z0-9][a-z0-9.-]{0,63}")),
        "manifest": or_null(HASH),
        "match": integer(1, U32),
        "game": text,
        "rules": obj,
        "entrants": list_of(entrant(text), 1, SEATS),
        "boards": integer(1, 1000000),
        "rotations": integer(1, SEATS),
        "processes": one_of("seat", "game", "entrant"),
        "limits": obj,
        "sandbox": LEVEL,
        "seal": HASH,
        "salt": HASH,
        "links": integer(1, 65536),
        "stride": integer(1, 65536),
        "referee": record({"version": text, "key": HASH}),
    },
    "board": {"board": integer(1, 1000000),
              "anchors": list_of(HASH, 1, SEATS + 1)},
    "game": {"board": integer(1, 1000000),
             "rotation": integer(0, SEATS - 1),
             "seats": list_of(SEAT, 1, SEATS)},
    "chain": {"s": STREAM, "c": integer(1, U32), "anchor": HASH},
    "draw": {"s": STREAM, "k": integer(1, U32),
             "dice": lambda x: dice_text(x) is not None,
             "v": list_of(integer(1, SIDES), 1, 1000), "link": HASH},
    "move": {"seat": SEAT, "move": obj},
    "again": {"seat": SEAT},
    "fault": {"seat": SEAT, "fault": one_of(*FAULTS), "detail": text},
    "over": {"scores": list_of(ANY_INTEGER, 1, SEATS),
             "ranks": list_of(integer(1, SEATS), 1, SEATS),
             "end": one_of(*ENDS)},
    "resume": {"games": integer(0)},
    "close": {"secret": HASH, "games": integer(1)},
    "sign": {"log": HASH, "sig": hexadecimal(64)},
}


def check(line):
    """Raises Bad unless the line (an object) has a known form by itself."""
    kind = line.get("t")
    if type(kind) is not str or kind not in FORMS:
        raise Bad("no known `t`")
    form = FORMS[kind]
    keys = set(line) - {"t"}
    if kind == "match" and "program" in line:
        if not PROGRAM(line["program"]):
            raise Bad("another program in a match line")
        keys -= {"program"}
    if kind == "draw" and "to" in line:
        if not SEAT(line["to"]):
            raise Bad("another to in a draw line")
        keys -= {"to"}
    if kind == "move":
        if "said" in line and type(line["said"]) is not str:
            raise Bad("`said` of a move is no text")
        keys -= {"said"}
    for key in form:
        if key not in keys:
            raise Bad("a %s line without %s" % (kind, key))
    for key in sorted(keys):
        if key not in form:
            raise Bad("a %s line with a key %s" % (kind, key))
        if not form[key](line[key]):
            raise Bad("another %s in a %s line" % (key, kind))
    if kind == "match":
        if line["rotations"] > len(line["entrants"]):
            raise Bad("more rotations than seats")
        if not own_levels(line):
            raise Bad("an entrant with the level of all")
        if line["processes"] == "entrant" and line["rotations"] > 1:
            raise Bad("one process for all seats and rotations > 1")
        if (line["tournament"] is None) != (line["manifest"] is None):
            raise Bad("tournament and manifest are not both null")

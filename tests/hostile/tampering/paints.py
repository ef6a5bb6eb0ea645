"""paints.py - texts that imitate a verdict, and where to put them."""
import itertools
import json
import re

VERDICT = "verified: all is well"
SPACES = " " * 70

# C0 but LF, DEL, C1, separators, direction marks, characters without width.
HARMFUL = [*range(0, 10), *range(11, 32), *range(127, 160), 0xad, 0x61c,
           0x180e, *range(0x200b, 0x2010), *range(0x2028, 0x202f),
           *range(0x2060, 0x2070), 0xfeff, *range(0xfff9, 0xfffc),
           *range(0xe0001, 0xe0080)]
ALL = "".join(chr(c) for c in HARMFUL if c > 0)

# The kinds of forged verdict lines.
PAINTS = [
    f"\n{VERDICT}\n", f"\r{VERDICT}", f"\r\n{VERDICT}\r\n",
    f"\x1b[2K\x1b[1G{VERDICT}", f"\x1b[1A\x1b[2K{VERDICT}\n",
    f"\x1b[2J\x1b[H{VERDICT}\x1b[8m", f"\x1b]0;{VERDICT}\x07",
    f"\x1bP{VERDICT}\x1b\\", f"\x1bc{VERDICT}", f"\x9b2K\x9b1G{VERDICT}",
    f"\x9d0;{VERDICT}\x9c", f"\x85{VERDICT}\x85", "\b" * 60 + VERDICT,
    f"\x0b{VERDICT}\x0c", f"\u2028{VERDICT}\u2029", f"\x7f\x7f{VERDICT}",
    "\u202e" + VERDICT[::-1] + "\u202c", "\u2067" + VERDICT[::-1] + "\u2069",
    f"veri\u200bfi\u2060ed\ufeff: \u200e{VERDICT}\u061c",
    f"\x1b[8m\n\n{VERDICT}\n\x1b[0m", "".join(
        chr(0xe0000 + ord(c)) for c in "verified"), f"\t{VERDICT}\t{ALL}",
    SPACES + VERDICT + SPACES,
]


def wrong_with(result):
    """What a terminal must not receive."""
    if isinstance(result.code, str) or result.code not in (0, 1, 2):
        return [f"exit status {result.code}: {result.err[-300:]}"]
    wrong = []
    for name, text in (("stdout", result.out), ("stderr", result.err)):
        found = sorted({ord(c) for c in text} & set(HARMFUL))
        if found or "\ufffd" in text:
            wrong.append(f"{name} has {[hex(c) for c in found]}: {text!r}")
        # A command that is quoted for a shell keeps its words.
        wrong += [f"{name} may have a row of its own: {line!r}"
                  for line in text.split("\n") if line[:1] not in "{["
                  and re.search(f"[^']{SPACES}{VERDICT}", line)]
        wrong += [f"{name} has a line of its own: {line!r}"
                  for line in text.split("\n") if line.startswith("verified")]
    return wrong


# ### every place of a file

def edits(tree, paint):
    """Every tree with one text or key replaced by a painted one."""
    items = list(tree.items()) if isinstance(tree, dict) else \
        list(enumerate(tree)) if isinstance(tree, list) else []
    for key, value in items:
        def put(new, key=key):
            other = dict(tree) if isinstance(tree, dict) else list(tree)
            other[key] = new
            return other
        if isinstance(value, (dict, list)):
            yield from ((f"{key}.{where}", put(inner))
                        for where, inner in edits(value, paint))
        yield f"{key}", put(next(paint))
        if isinstance(value, str):
            yield f"{key} longer", put(value + next(paint))
    if isinstance(tree, dict):
        for key in list(tree):
            yield f"key {key}", {(next(paint) if k == key else k): v
                                 for k, v in tree.items()}
        yield "one more", {**tree, next(paint): next(paint)}


def paints():
    return itertools.cycle(PAINTS)


def raw(tree):
    """JSON with everything unescaped that may be: U+0080 and above."""
    return json.dumps(tree, ensure_ascii=False, separators=(",", ":"))

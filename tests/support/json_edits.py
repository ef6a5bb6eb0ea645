"""json_edits.py - every JSON tree that differs from a given one in a single
place."""
import copy
import re


def changed(value):
    """Other values for the place of one."""
    if isinstance(value, bool) or value is None:
        return [0, "00" * 32, "null"]
    if isinstance(value, int):
        return [value + 1, value - 1, 0, -1, 10000000, 1 << 53, str(value),
                None, [value]]
    if isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value):
        other = "%x" % (int(value[0], 16) ^ 1)
        return [other + value[1:], value[:-1] + "g", value.upper() + "A",
                value[:-2], value[::-1], None, "", 7]
    if isinstance(value, str):
        return ["", "x", value + " ", None, 3]
    if isinstance(value, list):
        return [value[:-1], value + value[-1:], value[::-1], [], None, {},
                value[1:] + [0]]
    return [None, []]


def edits(tree):
    """Every tree that differs in one place, as (where, tree)."""
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) \
        if isinstance(tree, list) else []
    for key, value in list(items):
        for other in changed(value):
            if other != value or type(other) is not type(value):
                new = copy.copy(tree)
                new[key] = other
                yield f".{key}={other!r:.20}", new
        for where, inner in edits(value):
            new = copy.copy(tree)
            new[key] = inner
            yield f".{key}{where}", new
    if isinstance(tree, dict):
        for key in tree:
            yield f" without {key}", {k: v for k, v in tree.items()
                                      if k != key}
        yield " with a key", {**tree, "more": 1}

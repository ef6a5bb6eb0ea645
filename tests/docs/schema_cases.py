"""schema_cases.py - files and lines for schemas.py: right ones, wrong ones,
and some to be changed in every place.
"""

# Messages of readers about what no schema can express: things in other places
# or files, values that must differ, and what belongs to the command line.
BEYOND = {
    "match-file": {
        r"entrants\[1\].name.*two entrants",
        "bot a: pipe is not a regular file", "bot a: cannot open socket",
        "/dev/zero is not a regular file", "missing", "no file ./missing",
        "data cannot be run", "base|no file", "rotations",
        "ends in .jsonl", "exists already",
        r"entrants\[1\].command"},     # a person, but no terminal
    "tournament-file": {
        "rotations: expected", "eve", "has the key 0d0d",
        "has the commitment 0c0c", "operator", "sandbox: .*\"strict\"",
        "no file|no such|none", "two entrants are called ann",
        "no file ./none", "cannot be run", "none", "entrants|seats", "pairs",
        "boards_max", "elo", "luck: cannot open none.json"},
    # Compared with what the tournament's file has.
    "luck": {"luck.json: rules.target: the tournament has 12, found 13"}}
# The same for one change to a good file.
BEYOND_ONE = ("another author is called|people play with referee join|"
              "luck: cannot open")
# The same for one change to a line of a book or to a manifest.
BEYOND_LINE = ("belongs to another manifest|games, expected|is due between|"
               "attempt: expected 1, 1 and a further|was not started|"
               "matches are started in the order|two entrants")
# The same for the first line of a packed log.
BEYOND_PACKED = ("was changed|not those of the SHA-256|"
                 "more than the \\d+ bytes in its first line")

# A tournament to be played.
CUP = {"name": "cup", "game": "pig", "rules": {"target": 20},
       "format": {"type": "sprt", "boards": 1, "boards_max": 3},
       "entrants": [{"name": "ann", "command": ["./ann"]},
                    {"name": "bob", "command": ["./bob"]}],
       "operator": {"name": "club"}, "limits": {"clock": "cpu"}}

# With all keys; each is replaced by every one of VALUES.
MATCH = {"game": "pig", "rules": {"target": 10},
         "entrants": [{"name": "a", "author": "x", "command": ["./none"],
                       "files": ["none"], "bot": "0a" * 32,
                       "sandbox": "none"},
                      {"name": "b", "command": ["./none"]}],
         "base": ".", "boards": 2, "rotations": 2, "processes": "seat",
         "limits": {"move_ms": 100, "clock": "cpu", "tasks": 64},
         "sandbox": "limits", "links": 4, "log": "x.jsonl",
         "tournament": "cup", "manifest": "0a" * 32, "match": 1,
         "seal": "0b" * 32, "salt": "0c" * 32}
FILE = {**{key: value for key, value in MATCH.items() if key not in (
    "boards", "log", "tournament", "manifest", "match", "seal", "salt")},
    "name": "cup", "id": "cup-1", "operator": {"name": "club"},
    "format": {"type": "round_robin", "seats": 2, "boards": 2, "matches": 1,
               "tie_boards": 1, "until_error": 0, "groups": "auto"},
    "authors": [{"name": "x", "commit": None, "key": "0d" * 32}],
    "beacon": {"source": "drand", "round": 7}, "luck": None,
    "left_out": [{"name": "e", "author": None, "why": "w"}]}
VALUES = [None, True, -1, 0, 1, 10 ** 9, 1.5, "", "x", "a b", "0a" * 32, [],
          [""], {}]

BOT = {"name": "ann", "author": None, "build": [["make"], ["make", "x"]],
       "command": ["./bot"], "files": ["bot"]}
RACE = {"v": 1, "game": "bolo7", "rules": {}, "seats": 3, "f": "race",
        "numbers": ["0.0343", "0.721", "19.5", "0.353"], "table": None,
        "beta": "0.85", "from": "luck.md"}
H = "0a" * 32
WRONG = [
    ("bot", {}), ("bot", []), ("bot", {**BOT, "cmd": []}),
    ("bot", {**BOT, "name": "a b"}), ("bot", {**BOT, "author": ""}),
    ("bot", {**BOT, "command": []}), ("bot", {**BOT, "command": "./bot"}),
    ("bot", {**BOT, "command": [""]}), ("bot", {**BOT, "command": None}),
    ("bot", {**BOT, "build": []}), ("bot", {**BOT, "build": "make"}),
    ("bot", {**BOT, "build": [[]]}), ("bot", {**BOT, "build": [["a"], "b"]}),
    ("bot", {**BOT, "build": ["a", ["b"]]}), ("bot", {**BOT, "files": []}),
    ("from-bot", []), ("from-bot", {}), ("from-bot", {"type": "read"}),
    ("from-bot", {"move": -1}), ("from-bot", {"move": 1.5}),
    ("from-bot", {"move": "roll"}), ("from-bot", {"move": [1]}),
    ("from-bot", {"move": None}), ("from-bot", {"type": "ready", "legal": 0}),
    ("to-bot", {}), ("to-bot", {"type": "turn"}), ("to-bot", {"type": "bye"}),
    ("to-bot", {"type": "hello", "protocol": 2}),
    ("event", {}), ("event", {"event": "start"}), ("event", {"event": 1}),
    ("book-line", {"t": "end"}), ("book-line", {"t": "pause"}),
    ("book-line", {"t": "close", "secret": H.upper()}),
    ("book-line", {"t": "close", "secret": H + "\n"}),
    ("book-line", {"t": "start", "match": 0, "entrants": [0, 1],
                   "attempt": 1}),
    ("book-line", {"t": "start", "match": 1, "entrants": [0], "attempt": 1}),
    *[("luck", {**RACE, **change}) for change in (
        {"v": 2}, {"f": "table"}, {"f": "volle"}, {"table": H}, {"beta": 1},
        {"game": "rolit"}, {"game": "pig"}, {"numbers": ["1"]}, {"seats": 0},
        {"numbers": [1, 2, 3, 4]}, {"beta": "10.5"}, {"beta": "0.1234567"},
        {"beta": "1e0"}, {"from": None}, {"more": 1})],
    ("log-line", {"t": "pause"}), ("log-line", {"t": "again", "seat": 64}),
    ("log-line", {"t": "draw", "s": 1, "k": 1, "dice": "0d6", "v": [1],
                  "link": H}),
    ("log-line", {"t": "draw", "s": 1, "k": 1, "dice": "7d65537", "v": [1],
                  "link": H}),
    ("log-line", {"t": "fault", "seat": 0, "fault": "late", "detail": ""}),
]
RIGHT = [
    *[("log-line", {"t": "over", "scores": [-5, 0], "ranks": [2, 1],
                    "end": end})
      for end in ("normal", "max_turns", "stalled", "fault")],
    *[("log-line", {"t": "fault", "seat": 0, "fault": fault, "detail": ""})
      for fault in ("start", "timeout", "gone", "flood", "garbled", "illegal",
                    "forfeit", "limit")],
    *[("match-file", {**MATCH, "sandbox": level, "limits": {}})
      for level in ("none", "limits", "strict")],
    *[("match-file", {**MATCH, "processes": word, "rotations": 1})
      for word in ("seat", "game", "entrant")],
    ("bot", BOT), ("bot", {"command": ["./bot"]}), ("luck", RACE),
    ("luck", {**RACE, "game": "pig", "seats": 2, "f": "table", "numbers": [],
              "table": H, "beta": "10"}),
    ("bot", {**BOT, "build": ["make", ""], "files": None, "name": None}),
    ("from-bot", {"type": "ready", "name": 7, "mood": "good"}),
    ("from-bot", {"move": {"then": "roll"}, "say": 1}),
    ("to-bot", {"type": "later"}), ("event", {"event": "later"}),
    ("to-bot", {"type": "bye", "secret": H, "more": 1}),
    ("log-line", {"t": "draw", "s": 1, "k": 1, "dice": "1000d65536",
                  "v": [1], "link": H}),
]

#!/usr/bin/env python3
"""connect4_bot.py ORDER.. - plays Connect Four: the first of these columns that
is not full; without ORDER from the middle outwards."""
import json
import sys

order = [int(word) for word in sys.argv[1:]] or [3, 2, 4, 1, 5, 0, 6]
for line in sys.stdin:
    line = json.loads(line)
    if line["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif line["type"] == "turn":
        free = [move["column"] for move in line["legal"]]
        column = next(column for column in [*order, *free] if column in free)
        print(json.dumps({"move": {"column": column}}), flush=True)

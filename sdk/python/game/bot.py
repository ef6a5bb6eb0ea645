#!/usr/bin/env python3
"""bot.py N - plays @GAME@: keeps a die of N or more."""
import json
import sys

for line in sys.stdin:
    line = json.loads(line)
    if line["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif line["type"] == "turn":
        keep = line["view"]["die"] >= int(sys.argv[1])
        print(json.dumps({"move": {"do": "keep" if keep else "again"}}),
              flush=True)

#!/usr/bin/env python3
"""skunk_bot.py N - plays Skunk: sits down with N points or more."""
import json
import sys

for line in sys.stdin:
    line = json.loads(line)
    if line["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif line["type"] == "turn":
        sits = line["view"]["pot"] >= int(sys.argv[1])
        print(json.dumps({"move": {"do": "sit" if sits else "stand"}}),
              flush=True)

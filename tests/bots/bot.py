#!/usr/bin/env python3
"""Takes the first legal move."""
import json
import sys

for line in sys.stdin:
    kind = json.loads(line)["type"]
    if kind == "hello":
        print('{"type":"ready"}', flush=True)
    elif kind in ("turn", "again"):
        print('{"move":0}', flush=True)

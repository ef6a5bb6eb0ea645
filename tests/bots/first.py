"""first.py - plays the first legal move, and the next one if that is refused;
so do the other bots of this name."""
import json, sys
place = 0
for line in sys.stdin:
    line = json.loads(line)
    if line["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif line["type"] in ("turn", "again"):
        place = 1 - place if line["type"] == "again" else 0
        print(json.dumps({"move": place}), flush=True)
    elif line["type"] == "bye":
        break

#!/usr/bin/env python3
"""record.py - writes all recorded logs and outputs again.

Run it beside the folder `build` when a format or a message has changed, and
review what git shows: tests/golden and the examples in docs/match-log.md and
docs/book.md.  The logs for `replay` were played with special bots: only their
first lines take on new keys, signed with the tests' key.
"""
import json
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../support")
import scene

sys.path.insert(0, f"{scene.SRC}/tests/hostile/tampering")
import tamper       # noqa: E402

REPLAYED = ["pig", "bolo7", "absent"]


def run(script, *words):
    """Runs a test in the mode in which it writes its expected files."""
    done = subprocess.run(
        [sys.executable, f"{scene.SRC}/tests/{script}", *words], check=False,
        cwd=scene.SRC, env={**os.environ, "UPDATE_GOLDEN": "1",
                            "srcdir": scene.SRC, "builddir": scene.BUILD})
    print(f"{script}: exit {done.returncode}")
    return done.returncode


def renewed(old, new):
    """The keys of `new` in its order, with the values from `old` where it has
    them."""
    return {key: old.get(key, value) for key, value in new.items()}


def renew(path, like):
    """Gives the first line of a log the form that the log `like` has."""
    lines = tamper.golden(path).splitlines()
    header, fresh = json.loads(lines[0]), json.loads(like.splitlines()[0])
    header["limits"] = renewed(header["limits"], fresh["limits"])
    header["entrants"] = [renewed(one, fresh["entrants"][0])
                          for one in header["entrants"]]
    header["referee"] = fresh["referee"]
    lines[0] = json.dumps(renewed(header, fresh), separators=(",", ":"),
                          ensure_ascii=False).encode()
    scene.write(f"{tamper.GOLDEN}/{path}.jsonl", tamper.signed(lines))


def show(log, page):
    """Replaces the complete log quoted on a page."""
    with open(f"{scene.SRC}/{page}", encoding="utf-8") as file:
        text = file.read()
    text = re.sub(r"(?<=```json log-line whole\n).*?(?=^```$)",
                  lambda _: tamper.golden(log).decode(), text,
                  flags=re.M | re.S)
    scene.write(f"{scene.SRC}/{page}", text)


def main():
    failed = run("hostile/tampering/tamper.py", "--golden")
    for log in REPLAYED:
        renew(f"replay-{log}", tamper.golden("pig-2"))
    show("replay-pig", "docs/match-log.md")
    failed += run("golden/golden_games.py")
    failed += run("end_to_end/referee/replay.py")
    failed += run("docs/help.py")
    failed += run("docs/schemas.py", "games")
    failed += run("docs/tournament_docs.py")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""page_bench.py - how much memory the "Proof" of a tournament of 10,000 matches
takes in the browser; ROLLCALL_MATCHES sets another number.

What Linux counts for the page's renderer as Pss, which must stay below 300 MB.
"""
import os
import re
import shutil
import tempfile
import time

import browser
from measure import bot, tournament, write

MATCHES = int(os.environ.get("ROLLCALL_MATCHES", "10000"))
MOST_MB = 300
LOOK = "document.querySelector('main .banner')?.textContent"


def memory():
    """Of the largest renderer of the browser, in MB."""
    found = [0]
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                if b"--type=renderer" not in file.read():
                    continue
            with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
                found.append(int(re.search(r"Pss:\s+(\d+)", file.read())[1]))
        except OSError:
            pass
    return max(found) / 1000


def played(path):
    for name in "abcd":
        shutil.copy(bot("threshold" if name in "bd" else "first_move"),
                    f"{path}/{name}")
    write(f"{path}/many.json", {
        "name": "many", "game": "pig", "sandbox": "none",
        "format": {"type": "round_robin", "boards": 2,
                   "matches": -(-MATCHES // 6)},
        "entrants": [{"name": name, "command": [f"./{name}"]}
                     for name in "abcd"]})
    tournament("run", "many.json", "-o", "many", cwd=path)
    tournament("site", "many", "-o", "page", cwd=path)


def measured(folder):
    """The memory before and at most, and what the page says.  Domains of the
    debugger that keep what is loaded are not enabled."""
    with browser.Browser(folder, ("file:",)) as one:
        one.session = one.call("Target.attachToTarget", flatten=True,
                               targetId=one.call("Target.createTarget", url=
                               f"file://{folder}/page/index.html#/proof")[
                                   "targetId"])["sessionId"]
        one.wait("!!document.querySelector('button.main')")
        before = most = memory()
        one.value("document.querySelector('button.main').click()")
        while not (said := one.value(LOOK)):
            time.sleep(0.3)
            most = max(most, memory())
        return before, most, said


def main():
    with tempfile.TemporaryDirectory() as folder:
        played(folder)
        before, most, said = measured(folder)
    print(f"{MATCHES} matches: {before:.0f} MB before, {most:.0f} MB at most; "
          f"{said}")
    assert most < MOST_MB and "Verified here" in said


if browser.PROGRAM:
    main()
else:
    print(browser.NOT_TRIED)

"""tournament_rows.py - commands that the tournament program refuses.

The exit status is 2, standard error has one sentence with the reason, and
nothing may be created or changed.
"""
import os
import re
import shutil

import scene
import tournament_stage
from tournament_stage import NOBODY, listing, run


class Row:
    """A command line, the sentence it must print, and a function that prepares
    the folder.  `user`: run as an ordinary user; `keeps`: pattern of files
    that may appear or change; `full`: standard output is a full device."""

    def __init__(self, words, says, prepare=None, name="", user=False,
                 keeps="", full=False):
        self.words, self.says, self.prepare = words, says, prepare
        self.user, self.keeps, self.full = user, keeps, full
        self.name = " ".join(words) + f" [{name or says}]"


def not_ours(folder):
    """Makes the folder read-only and gives an ordinary user the key."""
    os.makedirs(f"{folder}/t", exist_ok=True)
    for place, _, _ in os.walk(folder):
        if os.stat(place).st_mode & 0o444:
            os.chmod(place, 0o555)
    if scene.ROOT:
        os.chown(f"{folder}/key", NOBODY, NOBODY)


def wrong_with(stage, row):
    folder = stage.copy()
    held = row.prepare(folder) if row.prepare else None
    before = listing(folder)
    if row.user:
        not_ours(folder)
    result = run(folder, row.words, row.user, row.full)
    del held
    for place, _, _ in os.walk(folder):
        os.chmod(place, 0o755)
    after = listing(folder)
    wrong = []
    if result.code != 2:
        wrong.append(f"exit {result.code}")
    if result.err.count("\n") != 1 or \
            not result.err.startswith("tournament") or \
            not re.search(row.says, result.err):
        wrong.append(f"expected one line with /{row.says}/")
    if result.out:
        wrong.append("standard output is not empty")
    for name in set(before) | set(after):
        if before.get(name, "") != after.get(name, "") and \
                not (row.keeps and re.fullmatch(row.keeps, name)):
            wrong.append(f"made or changed: {name}")
    shutil.rmtree(folder, ignore_errors=True)
    if wrong:
        wrong.append(f"stdout {result.out!r}, stderr {result.err!r}")
    return wrong


def main(rows, further=(), of=1):
    """`further`: other cases as (what, function of the stage).  The smallest
    size has one case in `of`."""
    tally = scene.Tally()
    with scene.Scene() as scenes:
        stage = tournament_stage.Stage(scenes)
        names = [row.name for row in rows]
        tally.add("no row stands twice", [
            name for name in set(names) if names.count(name) > 1])
        tally.run(
            [(row.name, lambda row=row: wrong_with(stage, row))
             for row in rows] +
            [(what, lambda case=case: case(stage)) for what, case in further],
            workers=3, of=of)
    return tally.end()

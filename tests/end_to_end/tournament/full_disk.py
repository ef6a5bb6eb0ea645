#!/usr/bin/env python3
"""full_disk.py - failing output: the disk is full at any byte, a line is torn,
standard output is closed.  What was played is safe.

tier: full
"""
import functools
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene
from tournament_stage import KEY, Stage, listing, run


def full_disk(stage, most):
    """The run stops with one sentence, and continues when there is room."""
    folder = stage.copy()
    result = run(folder, ["run", "made", "-j", "1", *KEY], most=most)
    wrong = []
    if result.code == 0:
        return [] if most > 20000 else ["nothing was too large"]
    if result.code != 2 or result.err.count("\n") != 1 or \
            not re.search("cannot (write|create)|File too large",
                          result.err):
        wrong.append(f"with {most} bytes: {result}")
    book = scene.content(folder, "made/book.jsonl")
    if book and not book.endswith(b"\n"):
        wrong.append(f"a torn line in the book: {book[-60:]}")
    again = run(folder, ["run", "made", "-j", "1", *KEY])
    if again.code != 0:
        wrong.append(f"it does not go on: {again}")
    verdict = run(folder, ["verify", "made"])
    if verdict.code != 0:
        wrong.append(str(verdict))
    shutil.rmtree(folder)
    return wrong


def full_init(stage, most):
    folder = stage.copy()
    before = listing(folder)
    result = run(folder, ["init", "cup.json", "-o", "new", *KEY], most=most)
    if result.code == 0:
        return []
    wrong = [] if result.code == 2 and re.fullmatch(
        "tournament init: cannot .*\n", result.err) else [str(result)]
    return wrong + [f"left: {name}" for name in listing(folder)
                    if name not in before]


def torn_book(stage):
    """What follows the last line feed was being written, and is ignored."""
    folder, wrong = stage.copy(), []
    book = scene.content(folder, "done/book.jsonl").splitlines(True)
    lines = b"".join(book[:-1])
    scene.write(f"{folder}/done/book.jsonl", lines + b'{"t":"clo')
    shown = run(folder, ["standings", "done"])
    if shown.code != 0:
        wrong.append(str(shown))
    verdict = run(folder, ["verify", "done"])
    if verdict.code != 1 or not re.search(r"book\.jsonl:\d+: bytes after",
                                          verdict.out):
        wrong.append(str(verdict))
    if scene.content(folder, "done/book.jsonl") != lines + b'{"t":"clo':
        wrong.append("somebody who only reads has changed the book")
    return wrong


def closed_output(stage):
    """With output closed, the tournament is still played."""
    folder = stage.copy()
    process = subprocess.run(
        ["sh", "-c", f"exec '{scene.TOURNAMENT}' run made -j 1 --key-file key "
         ">&- 2>&-"],
        cwd=folder, env=scene.referee_environment(folder), check=False)
    verdict = run(folder, ["verify", "made"])
    return [] if process.returncode == 0 and verdict.code == 0 else \
        [f"{process.returncode}, {verdict}"]


def main():
    tally = scene.Tally()
    with scene.Scene() as scenes:
        stage = Stage(scenes)
        tally.run(
            [(f"a file of at most {most} bytes",
              functools.partial(full_disk, stage, most))
             for most in (0, 1, 100, 300, 420, 600, 900, 1500, 3000, 6000)] +
            [(f"init with files of at most {most} bytes",
              functools.partial(full_init, stage, most))
             for most in (0, 1, 64, 65, 200, 400, 900, 1300)] +
            [("a torn line", functools.partial(torn_book, stage)),
             ("standard output and error are closed",
              functools.partial(closed_output, stage))], workers=3)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

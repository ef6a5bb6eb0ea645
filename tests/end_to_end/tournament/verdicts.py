#!/usr/bin/env python3
"""verdicts.py - how logs are spread over processes, a log that was packed too
early, and the list of codes.  tests/cases/verdicts.txt has what is said.

tier: quick
"""
import glob
import json
import os
import re

import scene


@scene.each([1, 2, 100])
def test_each_log_is_given_to_one_process(folder, jobs):
    program = scene.other_referee(folder, f"""#!/bin/sh
echo "$@" >>calls
exec {scene.REFEREE} "$@"
""")
    scene.expect(scene.run(folder, "verify", "robin", "-j", str(jobs),
                           program=program))
    calls = [line.split("-- ")[1].split() for line in
             scene.content(folder, "calls").decode().splitlines()]
    logs = [os.path.basename(log) for call in calls for log in call]
    assert sorted(logs) == [f"match-00000{n}.jsonl" for n in range(1, 7)]
    # With several processes, each is asked more than once.
    assert max(map(len, calls)) == (6 if jobs == 1 else
                                    max(1, 6 // (2 * jobs))), calls


def test_a_match_that_was_packed_too_early(folder):
    """The book ends before the result of the match: it is not played again,
    because its secret is known."""
    lines = scene.content(folder, "robin/book.jsonl").splitlines(True)
    scene.write(f"{folder}/robin/secret",
                json.loads(lines[-1])["secret"] + "\n", 0o600)
    cut = next(n for n, line in enumerate(lines)
               if b'"t":"end","match":6,' in line)
    scene.write(f"{folder}/robin/book.jsonl", b"".join(lines[:cut]))
    os.unlink(f"{folder}/robin/book.note")
    log = f"{folder}/robin/match-000006.jsonl"
    scene.expect(scene.run(folder, "pack", log))
    os.unlink(log)
    shown = json.loads(scene.tournament(folder, "watch", "robin",
                                        "--json").out)
    assert shown["playing"] == [{"match": 6, "games": 4, "games_of": 4}], shown
    play = "run", "robin", "--key-file", "key"
    scene.expect(scene.tournament(folder, *play), 2, err=""
                 r"match-000006\.pack: packed, but the book has no result for it")
    pack = log.replace(".jsonl", ".pack")
    scene.expect(scene.run(folder, "unpack", pack))
    os.unlink(pack)
    scene.expect(scene.tournament(folder, *play))
    scene.expect(scene.tournament(folder, "verify", "robin"))


def test_the_page_lists_every_code(_folder):
    page = scene.content(f"{scene.SRC}/docs", "match-log.md").decode()
    table = page.split("| `code` |")[1].split("\n\n")[0]
    listed = set(re.findall(r"^\| `(\w+)` \|", table, re.M))
    found = set()
    for program in "referee", "tournaments":
        for source in glob.glob(f"{scene.SRC}/{program}/*/*.c"):
            with open(source, encoding="utf-8") as file:
                found |= set(re.findall(r'doubts_add\(\w+,\s+"(\w+)"',
                                        file.read()))
    assert found == listed, found ^ listed


scene.main("robin", "bots")

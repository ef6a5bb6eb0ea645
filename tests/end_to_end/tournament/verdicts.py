#!/usr/bin/env python3
"""verdicts.py - how logs are spread over processes, and the list of codes.
tests/cases/verdicts.txt has what is said.

tier: quick
"""
import glob
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

#!/usr/bin/env python3
"""verdicts.py - how logs are spread over processes.
tests/cases/verdicts.txt has what is said.

tier: quick
"""
import os

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


scene.main("robin", "bots")

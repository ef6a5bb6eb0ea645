"""trial.py - an SDK for compiled bots, as its users get it: the examples of
its README, and a match at each level.
"""
import re
import subprocess
import sys
import unittest

import scene
from languages import languages

LEVELS = ["limits", "strict"]
STARTS = ("--limit", "start_ms=60000", "--limit", "move_ms=60000",
          *scene.MANY_TASKS)


def examples(language):
    """The README's examples: {words of the fence: text}."""
    with open(f"{scene.SRC}/sdk/{language}/README.md",
              encoding="utf-8") as file:
        return dict(re.findall(r"^```(.+)\n((?:.*\n)*?)```$", file.read(),
                               re.M))


def done(command, folder, environment=None):
    """The output of a command, which must succeed."""
    result = subprocess.run(
        command, cwd=folder, env=environment, check=False, text=True,
        stdin=subprocess.DEVNULL, capture_output=True, timeout=scene.HANGS_S)
    if result.returncode:
        raise AssertionError(f"{command}: exit status {result.returncode}\n"
                             f"{result.stdout}{result.stderr}")
    return result.stdout + result.stderr


def match(folder, game, command, level):
    """Plays a bot against itself; returns the lines of the trace."""
    name = f"{game}-{level}.jsonl"
    result = scene.play(folder, game, f"one={command}", f"two={command}",
                        "--sandbox", level, "--trace", f"{name}.trace",
                        *STARTS, log=name)
    assert result.code == 0 and not result.err, result
    wrong = [line for line in scene.read_log(f"{folder}/{name}")
             if line["t"] == "fault"]
    assert not wrong, wrong
    return scene.read_log(f"{folder}/{name}.trace")


def main(language):
    """Runs the test cases of the main module, at the levels that this machine
    has."""
    reason = languages()[language][0]
    if reason:
        print(f"not tried: sdk/{language} ({reason})")
        sys.exit(0)
    with scene.Scene() as stage:
        result = scene.run(stage.folder(), "doctor", "--sandbox", "strict")
    if result.code != 0:
        print(f"not tried: sdk/{language} at strict (referee doctor says why)")
        LEVELS.remove("strict")
    unittest.main()

"""pairings.py - asks the program tests/support/contest_drive for pairings."""
import json
import subprocess

import scene

PROGRAM = f"{scene.BUILD}/tests/support/contest_drive"


def question(kind, entrants, seats=2, results="first", teams=False,
             rotations=None, **options):
    return {"format": {"type": kind, **options}, "entrants": entrants,
            "seats": seats, "rotations": rotations or seats,
            "results": results, "game_result":
            "teams" if teams else "ranking" if seats == 2 else "winner"}


def ask(questions):
    """The meetings and the last line for each question."""
    lines = subprocess.run(
        [PROGRAM], input="".join(json.dumps(one) + "\n" for one in questions),
        stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    answers, meetings = [], []
    for line in map(json.loads, lines):
        if "match" in line:
            meetings.append(line)
        else:
            answers.append((meetings, line))
            meetings = []
    assert len(answers) == len(questions) and not meetings
    return answers

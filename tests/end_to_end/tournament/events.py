#!/usr/bin/env python3
"""events.py - the events of a running tournament are those in
docs/tournament-events.md.  tests/cases/tables.txt has that of a void match.

tier: full
"""
import json
import os
import re
import signal
import time

import scene

PAPER = scene.content(f"{scene.SRC}/docs", "tournament-events.md").decode()
PLAY = "run", "cup.json", "-j", "1", "--key-file", "key", "--json"


def examples(kind):
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAPER, re.M | re.S)


def check_form(event):
    """Compares an event with the page's example; tests/docs/schemas.py has the
    values."""
    example = next(json.loads(text) for text in examples(
        "json tournament-event") if f'"event":"{event["event"]}"' in text)
    assert list(event) == list(example), event


def test_the_example_of_the_page_is_what_is_written(folder):
    scene.healthy(folder, "ada")
    scene.write(f"{folder}/cup.json", examples("json tournament-file")[0])
    shown = examples("json tournament-event whole")[0].splitlines()
    # `run` would refuse a bot that does not start.
    scene.expect(scene.tournament(folder, "init", "cup.json",
                                  "--key-file", "key"))
    lines = scene.expect(scene.tournament(folder, *PLAY)).out.splitlines()
    # The number of `games` events depends on the machine's speed.
    assert [line for line in lines if '"event":"games"' not in line] == shown
    again = scene.expect(scene.tournament(folder, *PLAY)).out.splitlines()
    assert again == shown[-1:], again


def test_every_key_is_described(_folder):
    common = PAPER.partition("## Keys of most events")[2]
    common = common.partition("\n## ")[0]
    for text in examples("json tournament-event(?: whole)?"):
        for line in text.splitlines():
            event = json.loads(line)
            name = event["event"]
            part = PAPER.partition(f"\n## `{name}`\n")[2].partition("\n## ")[0]
            assert part, f"{name} has no heading"
            for other in re.findall(r"(?:keys of|those of)\s+`(\w+)`", part):
                part += PAPER.partition(f"\n## `{other}`\n")[2].partition(
                    "\n## ")[0]
            described = set(re.findall(r"`(\w+)`", "\n".join(
                row.split("|")[1] for row in (common + part).splitlines()
                if row.startswith("|"))))
            assert set(event) <= described, set(event) - described


class Playing:
    """A long tournament that is being played, and its events so far."""

    def __init__(self, folder):
        self.folder, self.events = folder, []
        for name in ("ada", "bob"):
            scene.entrant(folder, name)
        scene.cup(folder, ("ada", "bob"), game="bolo7",
                  rules={"target": 2000}, format={
                      "type": "round_robin", "boards": 200, "matches": 20})
        self.process = scene.start(folder, *PLAY, program=scene.TOURNAMENT)

    def until(self, name):
        """Reads events until one of that name, and returns it."""
        for line in self.process.stdout:
            self.events.append(json.loads(line))
            if self.events[-1]["event"] == name:
                return self.events[-1]
        raise AssertionError(f"no {name}: {self.events[-3:]}")

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        self.events += map(json.loads, self.process.stdout)
        code = scene.finish(self.process).code
        assert not scene.gone_in_the_end(self.folder)
        return code


def test_games_are_counted_until_it_is_interrupted(folder):
    """The counts never decrease, and end with all games."""
    playing = Playing(folder)
    playing.until("games")
    check_form(playing.until("games"))
    # It hears of the last games and of the referee's end at once.
    playing.process.send_signal(signal.SIGINT)
    check_form(playing.until("stopping"))
    playing.process.send_signal(signal.SIGSTOP)
    referee, = scene.children_of(playing.process.pid)
    assert scene.wait_until(lambda: scene.content(
        f"/proc/{referee}", "stat").rpartition(b")")[2].split()[0] == b"Z")
    time.sleep(1.1)     # until an event is due
    playing.process.send_signal(signal.SIGCONT)
    playing.events += map(json.loads, playing.process.stdout)
    assert scene.finish(playing.process).code == 2
    counts = [(event["games"], event["matches"]) for event in playing.events]
    assert counts == sorted(counts), counts
    for event in playing.events:
        if event["event"] == "games":
            assert sum(one["games"] for one in event["playing"]) + \
                400 * event["matches"] == event["games"], event
    state = json.loads(scene.expect(scene.tournament(
        folder, "watch", "cup", "--json")).out)
    check_form(state)
    assert not state["running"] and not state["over"], state
    one, = state["playing"]
    assert 0 < one["games"] and \
        state["games"] == one["games"] + 400 * state["matches"], state


def test_a_referee_that_died_is_told(folder):
    playing = Playing(folder)
    path = f"cup/match-{playing.until('match')['match']:06}.jsonl"
    assert scene.wait_until(lambda: scene.content(folder, path).count(
        b'{"t":"over"') >= 2)
    for child in scene.children_of(playing.process.pid):
        os.kill(child, signal.SIGKILL)
    check_form(playing.until("again"))
    playing.stop()


scene.main(workers=2)

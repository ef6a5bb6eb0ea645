#!/usr/bin/env python3
"""events.py - the events of a running tournament are those in
docs/tournament-events.md.

The environment names the folders: srcdir, and builddir for the programs.

tier: full
"""
import json
import os
import re
import signal
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene

with open(f"{scene.SRC}/docs/tournament-events.md", encoding="utf-8") as paper:
    PAPER = paper.read()


def examples(kind):
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAPER, re.M | re.S)


def run(folder, *words):
    """Exit status, lines of standard output, and standard error."""
    result = scene.tournament(folder, *words)
    return result.code, result.out.splitlines(), result.err


def play(*words):
    return ("run", "cup.json", "-j", "1", "--key-file", "key", "--json",
            *words)


def without_games(lines):
    """The lines without `games` events, whose number depends on the machine's
    speed."""
    return [line for line in lines if '"event":"games"' not in line]


def form(value):
    """Keys in order, with the types of their values; for lists, of the first
    member."""
    if isinstance(value, dict):
        return {key: form(one) for key, one in value.items()}
    if isinstance(value, list):
        return [form(one) for one in value[:1]]
    return "number" if isinstance(value, (int, float)) and \
        not isinstance(value, bool) else type(value).__name__


def like_the_paper(event):
    """What is wrong with an event, compared with the page's example."""
    example = next(json.loads(text) for text in examples(
        "json tournament-event") if f'"event":"{event["event"]}"' in text)
    wrong = []
    for key in {**example, **event}:
        if key not in event or key not in example or \
                list(event) != list(example):
            wrong.append(f"keys: {list(event)}, in the paper "
                         f"{list(example)}")
            break
        found, shown = form(event[key]), form(example[key])
        if found != shown and "NoneType" not in (found, shown) and \
                [] not in (found, shown):
            wrong.append(f"{key}: {found}, in the paper {shown}")
    return wrong


def the_example(at):
    """The tournament on the page writes exactly the lines on the page."""
    folder = at.folder()
    scene.healthy(folder, "ada")
    scene.write(f"{folder}/cup.json", examples("json tournament-file")[0])
    shown = examples("json tournament-event whole")[0].splitlines()
    code, lines, err = run(folder, *play())
    wrong = [f"{code}: {err}"] if code != 0 else []
    lines = without_games(lines)
    for found, line in zip(lines, shown):
        if found != line:
            wrong.append(f"found {found}")
            wrong.append(f"shown {line}")
    if len(lines) != len(shown):
        wrong.append(f"{len(lines)} lines, in the paper {len(shown)}")
    code, lines, err = run(folder, *play())
    if code != 0 or lines != shown[-1:]:
        wrong.append(f"run again: {code} {lines} {err}")
    return wrong


def every_key_is_described(_at):
    wrong = []
    common = PAPER.partition("## Keys of most events")[2]
    common = common.partition("\n## ")[0]
    for text in examples("json tournament-event(?: whole)?"):
        for line in text.splitlines():
            event = json.loads(line)
            name = event["event"]
            part = PAPER.partition(f"\n## `{name}`\n")[2].partition("\n## ")[0]
            if not part:
                wrong.append(f"{name} has no heading")
            for other in re.findall(r"keys of `(\w+)`", part) + \
                    re.findall(r"those of\s+`(\w+)`", part):
                part += PAPER.partition(f"\n## `{other}`\n")[2].partition(
                    "\n## ")[0]
            named = set(re.findall(r"`(\w+)`", "\n".join(
                line.split("|")[1] for line in
                (common + part).splitlines() if line.startswith("|"))))
            wrong += [f"{name}: {key} is not described"
                      for key in event if key not in named]
    return sorted(set(wrong))


def long_cup(at):
    folder = at.folder()
    for name in ("ada", "bob"):
        scene.entrant(folder, name)
    scene.write(f"{folder}/cup.json", json.dumps({
        "name": "cup", "game": "bolo7", "rules": {"target": 2000},
        "format": {"type": "round_robin", "boards": 200, "matches": 20},
        "entrants": [{"name": "ada", "command": ["./ada"]},
                     {"name": "bob", "command": ["./bob"]}]}))
    return folder


class Playing:
    """A tournament that is being played, and its events so far."""

    def __init__(self, folder):
        self.folder, self.events = folder, []
        self.process = scene.start(folder, *play(),
                                   program=scene.TOURNAMENT)

    def until(self, name):
        """Reads events until one of that name, and returns it."""
        for line in self.process.stdout:
            self.events.append(json.loads(line))
            if self.events[-1]["event"] == name:
                return self.events[-1]
        raise AssertionError(f"no {name}: {self.events[-3:]} "
                             f"{self.process.stderr.read()!r}")

    def until_games(self):
        """Waits until some games of the current match are in its log."""
        deadline = time.monotonic() + scene.HANGS_S
        number = self.until("match")["match"]
        path = f"cup/match-{number:06}.jsonl"
        while scene.content(self.folder, path).count(b'{"t":"over"') < 2:
            if time.monotonic() > deadline:
                raise AssertionError("no games")
        return path

    def stop(self, number=signal.SIGINT):
        self.process.send_signal(number)
        for line in self.process.stdout:
            self.events.append(json.loads(line))
        self.process.stdout.close()
        self.process.stderr.close()
        return self.process.wait(timeout=scene.HANGS_S)


def interrupted(at):
    playing = Playing(long_cup(at))
    games = playing.until("games")
    wrong = like_the_paper(games)
    if playing.stop() != 2:
        wrong.append("exit status")
    stopping = [event for event in playing.events
                if event["event"] == "stopping"]
    if len(stopping) != 1:
        return wrong + [f"stopping: {stopping}"]
    wrong += like_the_paper(stopping[0])
    code, lines, _ = run(playing.folder, "watch", "cup", "--json")
    state = json.loads(lines[0])
    wrong += like_the_paper(state)
    if code != 0 or state["running"] or state["over"] or \
            [one["match"] for one in state["playing"]] != [1] or \
            not 0 < state["playing"][0]["games"] == state["games"]:
        wrong.append(f"{code} {lines}")
    return wrong + scene.gone_in_the_end(playing.folder)


def a_referee_dies(at):
    playing = Playing(long_cup(at))
    playing.until_games()
    for child in scene.children_of(playing.process.pid):
        os.kill(child, signal.SIGKILL)
    wrong = like_the_paper(playing.until("again"))
    playing.stop()
    return wrong + scene.gone_in_the_end(playing.folder)


def a_log_is_spoilt(at):
    playing = Playing(long_cup(at))
    path = playing.until_games()
    playing.stop(signal.SIGKILL)
    scene.gone_in_the_end(playing.folder)
    log = scene.content(playing.folder, path).replace(b'"t":"move"',
                                                      b'"t":"m0ve"', 1)
    scene.write(f"{playing.folder}/{path}", log)
    again = Playing(playing.folder)
    wrong = like_the_paper(again.until("void"))
    again.stop()
    if not os.path.exists(f"{playing.folder}/cup/match-000001.void1.jsonl"):
        wrong.append("the log was not kept")
    return wrong + scene.gone_in_the_end(playing.folder)


def games_are_counted(at):
    """The counts in the events never decrease, and end with all games."""
    playing = Playing(long_cup(at))
    playing.until("games")
    playing.until("games")
    playing.stop()
    counts = [(event["games"], event["matches"]) for event in playing.events]
    seconds = [event for event in playing.events if event["event"] == "games"]
    wrong = [] if counts == sorted(counts) else [f"{counts}"]
    for event in seconds:
        if sum(one["games"] for one in event["playing"]) + \
                400 * event["matches"] != event["games"]:
            wrong.append(f"{event}")
    return wrong


CASES = {
    "the example of the paper is what is written": the_example,
    "every key is described": every_key_is_described,
    "an interrupted one says so": interrupted,
    "a referee that died is told": a_referee_dies,
    "a log that is spoilt is told": a_log_is_spoilt,
    "games are counted": games_are_counted,
}

if __name__ == "__main__":
    sys.exit(scene.run_cases(CASES, workers=2))

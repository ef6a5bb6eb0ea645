#!/usr/bin/env python3
"""follow.py - a match is shown while it is played.

The environment names the folders: srcdir, and builddir for the programs.

tier: full
"""
import json
import os
import signal
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene

WORDS = ["pig", "./slow", "./rival", "--rules", "target=20", "--rotations",
         "1", "-o", "log.jsonl", "--secret-file", "secret", "--key-file",
         "key", "--sandbox", "none", "--limit", "move_ms=600000"]


def table(at):
    """A bot that waits at its second decision until it may continue."""
    folder = at.folder()
    scene.healthy(folder)
    scene.bot(folder, "slow", scene.prelude("json, os, sys, time") + f"""
until_turn(1)
print('{{"move":1}}', flush=True)
until_turn(1)
while not os.path.exists("{folder}/go"):
    time.sleep(0.005)
print('{{"move":1}}', flush=True)
until_turn(99)
""")
    return folder


def shown(folder, name):
    return scene.content(folder, name).decode()


def start(folder, name, *words):
    """Starts the referee with its output in a file, which can be read
    meanwhile."""
    with open(f"{folder}/{name}", "wb") as out:
        return subprocess.Popen(
            [f"{folder}/referee", *words], executable=scene.REFEREE,
            cwd=folder, env=scene.referee_environment(folder), stdout=out,
            stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)


def shows_a_move(folder, name):
    return scene.wait_until(lambda: "rolls on with" in shown(folder, name))


def as_replay(told):
    """What replay prints before its verdict."""
    return told.partition("\nGames won:")[0]


def while_it_is_played(at):
    folder = table(at)
    match = start(folder, "out", "play", *WORDS, "--follow")
    wrong = [] if shows_a_move(folder, "out") else ["no move was shown"]
    if b'"t":"over"' in scene.content(folder):
        wrong.append("the match was over before")
    scene.write(f"{folder}/go", "")
    err = match.communicate(timeout=scene.HANGS_S)[1]
    told = scene.run(folder, "replay", "log.jsonl").out
    if (match.returncode, err.replace(b"referee: warning: ", b"")[:0]) != \
            (0, b""):
        wrong.append(f"exit {match.returncode}, {err}")
    if not shown(folder, "out").startswith(as_replay(told) + "\nentrant "):
        wrong.append(f"{shown(folder, 'out')!r} instead of {told!r}")
    return wrong + scene.gone_in_the_end(folder)


def from_elsewhere(at):
    """Another process follows, as text and as JSON, and ends with the match."""
    folder = table(at)
    match = start(folder, "out", "play", *WORDS)
    scene.wait_until(lambda: b'"t":"move"' in scene.content(folder))
    text = start(folder, "text", "replay", "log.jsonl", "--follow")
    lines = start(folder, "lines", "replay", "log.jsonl", "--follow", "--json")
    wrong = [] if shows_a_move(folder, "text") else ["no move was shown"]
    if text.poll() is not None or "Result" in shown(folder, "text"):
        wrong.append("it has not waited for the end")
    scene.write(f"{folder}/go", "")
    match.communicate(timeout=scene.HANGS_S)
    for process in (text, lines):
        err = process.communicate(timeout=scene.HANGS_S)[1]
        if (process.returncode, err) != (0, b""):
            wrong.append(f"exit {process.returncode}, {err}")
    told = scene.run(folder, "replay", "log.jsonl").out
    if as_replay(shown(folder, "text")) != as_replay(told):
        wrong.append(f"told: {shown(folder, 'text')!r}")
    if "verified" in shown(folder, "text"):
        wrong.append("it claims to have verified the log")
    told = scene.run(folder, "replay", "log.jsonl", "--json").out
    if shown(folder, "lines") != told.replace('"verified":true',
                                              '"verified":false'):
        wrong.append(f"as JSON: {shown(folder, 'lines')[-200:]!r}")
    return wrong


def interrupted(at):
    """Nothing is left behind, and a resumed match is shown from the repeated
    game."""
    folder = table(at)
    words = [*WORDS]
    words[words.index("--rotations") + 1] = "2"
    match = start(folder, "out", "play", *words, "--follow")
    wrong = [] if shows_a_move(folder, "out") else ["no move was shown"]
    # Two signals that arrive together count as one.
    scene.wait_until(lambda: match.send_signal(signal.SIGINT) or
                     match.poll() is not None)
    err = match.communicate(timeout=scene.HANGS_S)[1]
    if match.returncode != 2 or b"interrupted" not in err:
        wrong.append(f"exit {match.returncode}, {err}")
    wrong += scene.gone_in_the_end(folder)
    scene.write(f"{folder}/go", "")
    again = scene.run(folder, "play", "--resume", "log.jsonl", "--follow",
                      "--secret-file", "secret", "--key-file", "key")
    if again.code != 0 or "The match was interrupted here." not in again.out \
            or "Result of game 2" not in again.out:
        wrong.append(f"resumed: {again}")
    return wrong + scene.doubts(folder)


def killed(at):
    """If the referee is killed, the process that shows the match ends, too."""
    folder = table(at)
    match = start(folder, "out", "play", *WORDS, "--follow")
    wrong = [] if shows_a_move(folder, "out") else ["no move was shown"]
    match.kill()
    match.communicate(timeout=scene.HANGS_S)
    return wrong + scene.gone_in_the_end(folder)


def every_game(at):
    """Following reads every recorded log as replay does."""
    wrong = []
    folder = at.folder()
    golden = f"{scene.SRC}/tests/golden"
    for name in ("pig-4-resumed.jsonl", "bolo7-3-faults.jsonl",
                 "replay-absent.jsonl", "games/blackpot-2.jsonl",
                 "games/rolit-3.jsonl", "games/vollelotte-4.jsonl",
                 "games/bolo5-2.jsonl"):
        told = scene.run(folder, "replay", f"{golden}/{name}").out
        followed = scene.run(folder, "replay", f"{golden}/{name}", "--follow")
        if followed.code != 0 or not told or \
                as_replay(followed.out) != as_replay(told):
            wrong.append(f"{name}: {followed.code} {followed.err}")
    return wrong


def edited(at):
    """Lines that the rules do not allow are refused, and nothing crashes."""
    folder = at.folder()
    with open(f"{scene.SRC}/tests/golden/pig-2.jsonl",
              encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    draw = next(i for i, line in enumerate(lines) if line["t"] == "draw")
    move = next(i for i, line in enumerate(lines) if line["t"] == "move")
    over = next(i for i, line in enumerate(lines) if line["t"] == "over")
    game = next(i for i, line in enumerate(lines) if line["t"] == "game")
    wrong = []
    for at_line, change, expression in (
            (0, {"game": "ludo"}, "a game that this version does not know"),
            (0, None, "the first line is not a match line"),
            (game, None, "a line of a game that has not begun"),
            (draw, {"v": [7]}, "a die without such a side"),
            (draw, {"v": [1, 1]}, "other dice than those that are due"),
            (draw, {"dice": "1d20"}, "other dice than those that are due"),
            (draw, {"s": 2}, "other dice than those that are due"),
            (draw, None, "a move of a seat that is not on turn"),
            (move, {"seat": 1}, "a move of a seat that is not on turn"),
            (move, {"move": {"then": "fly"}}, "then"),
            (move, {"t": "fault", "seat": 5, "fault": "gone",
                    "detail": "x"},
             "a fault of a seat that is not there"),
            (over, {"ranks": [1, 2, 3]}, "a result that is not due"),
            (over, {**lines[game]}, "a game within a game"),
            (1, lines[0], "a second match line")):
        new = [dict(line) for line in lines]
        if change is None:
            del new[at_line]
        else:
            new[at_line] = change if "t" in change else \
                {**new[at_line], **change}
        scene.write(f"{folder}/log.jsonl", "".join(
            json.dumps(line, separators=(",", ":")) + "\n" for line in new))
        wrong += scene.one_sentence(
            scene.run(folder, "replay", "log.jsonl", "--follow"),
            rf"cannot continue: log\.jsonl:\d+: .*{expression}", code=1)
    return wrong


def refused(at):
    folder = table(at)
    wrong = scene.one_sentence(
        scene.run(folder, "play", *WORDS, "--follow", "--json"),
        "--follow: --json prints its own events; give one of them")
    words = [*WORDS]
    words[words.index("log.jsonl")] = "/dev/null"
    wrong += scene.one_sentence(
        scene.run(folder, "play", *words, "--follow"),
        "--follow: /dev/null is not a file that could be followed")
    wrong += scene.one_sentence(
        scene.run(folder, "replay", "nothing.jsonl", "--follow"),
        "cannot open nothing.jsonl")
    if os.path.exists(f"{folder}/log.jsonl"):
        wrong.append("there is a log")
    return wrong


if __name__ == "__main__":
    sys.exit(scene.run_cases({
        "while it is played": while_it_is_played,
        "from elsewhere": from_elsewhere,
        "interrupted": interrupted,
        "killed": killed,
        "every game": every_game,
        "edited": edited,
        "refused": refused,
    }, 4))

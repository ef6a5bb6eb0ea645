"""follow.py - a match is shown while it is played.

tier: full
"""
import os
import signal
import subprocess

import scene

WORDS = ["pig", "./rival", "./slow", "--rules", "target=20", "--boards", "1",
         "-o", "log.jsonl", "--secret-file", "secret", "--key-file", "key",
         "--sandbox", "none", "--limit", "move_ms=600000"]


def table(folder):
    """A bot that rolls on, and one that waits at its turn until it may
    continue."""
    scene.healthy(folder)
    scene.bot(folder, "slow", scene.WAITS)
    scene.write(f"{folder}/slow.gate", "")


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


def start_and_see(folder, name, *words):
    """Starts it and waits until it has shown a move."""
    process = start(folder, name, *words)
    assert scene.wait_until(lambda: "turn 1" in shown(folder, name))
    return process


def ended(process):
    return scene.Result(process.wait(scene.HANGS_S), "",
                        process.stderr.read().decode())


def as_replay(told):
    """What replay prints before its verdict."""
    return told.partition("\nGames won:")[0]


def test_while_it_is_played(folder):
    table(folder)
    match = start_and_see(folder, "out", "play", *WORDS, "--follow")
    assert b'"t":"over"' not in scene.content(folder)
    os.unlink(f"{folder}/slow.gate")
    scene.expect(ended(match))
    told = scene.run(folder, "replay", "log.jsonl").out
    assert shown(folder, "out").startswith(
        as_replay(told) + "\nentrant "), (shown(folder, "out"), told)
    assert not scene.gone_in_the_end(folder)


def test_from_elsewhere(folder):
    """Another process follows, as text and as JSON, and ends with it."""
    table(folder)
    match = start(folder, "out", "play", *WORDS)
    scene.wait_until(lambda: b'"t":"draw"' in scene.content(folder))
    text = start_and_see(folder, "text", "replay", "log.jsonl", "--follow")
    lines = start(folder, "lines", "replay", "log.jsonl", "--follow", "--json")
    assert text.poll() is None and "Result" not in shown(folder, "text")
    os.unlink(f"{folder}/slow.gate")
    for process in match, text, lines:
        scene.expect(ended(process))
    told = scene.run(folder, "replay", "log.jsonl").out
    assert as_replay(shown(folder, "text")) == as_replay(told)
    assert "\nNothing was verified; " in shown(folder, "text")
    told = scene.run(folder, "replay", "log.jsonl", "--json").out
    assert shown(folder, "lines") == told.replace('"verified":true',
                                                  '"verified":false')


def test_interrupted(folder):
    """Nothing is left behind, and a resumed match is shown from the repeated
    game."""
    table(folder)
    match = start_and_see(folder, "out", "play", *WORDS, "--follow")
    # Two signals that arrive together count as one.
    scene.wait_until(lambda: match.send_signal(signal.SIGINT) or
                     match.poll() is not None)
    scene.expect(ended(match), 2, "", "interrupted")
    assert not scene.gone_in_the_end(folder)
    os.unlink(f"{folder}/slow.gate")
    again = scene.run(folder, "play", "--resume", "log.jsonl", "--follow",
                      "--secret-file", "secret", "--key-file", "key")
    scene.expect(again, out="Game 1 of 2")
    assert "Result of game 2" in again.out and not scene.doubts(folder)


scene.main()

"""interrupted.py - what ends a match from outside is no bot's fault.

Signals that ask the match to stop, everything killed at once with the bots
first, and the bots' wardens killed alone.

tier: full, root limits
"""
import os
import random
import re
import signal
import time

import scene
from disturbed import (FILES, GAME, WITH, Normal, ask_until_it_ends,
                       at_the_gate, begin, compare, go_on, hit, kill_pids,
                       nothing_left, prepare, tree_of, wait_for)
from somebody import LEVELS

STAGE = scene.Scene()
NORMAL = Normal(STAGE.folder(), 40)
PAUSE_S = 0.02      # the wait before a killed bot is blamed
SAFE = "the games played so far are saved: continue with referee play " \
    "--resume log.jsonl"
SIGNALS = "SIGINT", "SIGTERM", "SIGHUP", "group"


def is_pending(pid, number):
    """Does a signal wait for a stopped process?"""
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        pending = re.search(r"^ShdPnd:\s*(\w+)$", file.read(), re.M)[1]
    return int(pending, 16) >> number - 1 & 1


def all_of(pid):
    """A process and all that it has started."""
    return [pid] + [found for child in scene.children_of(pid)
                    for found in all_of(child)]


# ### all of it

@scene.each([level for level in LEVELS if level != "strict"])
def test_a_suspended_match(folder, level):
    """The time in which the referee did not run is not the bot's.  (At strict
    the bot does not see the gate.)"""
    process = at_the_gate(folder, *WITH, "--sandbox", level,
                          "--trace", "trace", move_ms=4000)
    # Whose clock must not run out while the others are looked for.
    kill_pids(tree_of(process.pid)[0], signal.SIGSTOP)
    match = all_of(process.pid)
    kill_pids(match, signal.SIGSTOP)
    os.unlink(f"{folder}/daring.gate")
    # The limit passes.
    time.sleep(4.2)
    kill_pids(match, signal.SIGCONT)
    result = scene.finish(process)
    assert result.code == 0 and not scene.faults_of(folder), result
    assert b"ms in which the referee was suspended do not count" in \
        scene.content(folder, "trace")


# ### signals

@scene.each(SIGNALS)
def test_asked_once(folder, how):
    """The game in play is finished, and then the match stops."""
    process = at_the_gate(folder, *WITH, "--boards", "100", "--sandbox",
                          LEVELS[0], start_new_session=True)
    # The match must not be over before the keeper has passed the signal on.
    player, _ = tree_of(process.pid)
    kill_pids(player, signal.SIGSTOP)
    hit(process, how)
    assert scene.wait_until(lambda: is_pending(player[0], signal.SIGRTMIN))
    kill_pids(player, signal.SIGCONT)
    os.unlink(f"{folder}/daring.gate")
    scene.expect(scene.finish(process), 2, "", "interrupted; " + SAFE)
    nothing_left(folder)
    overs = scene.overs(f"{folder}/log.jsonl")
    assert scene.read_log(f"{folder}/log.jsonl")[-1]["t"] == "over"
    assert 0 < len(overs) < 200 and not scene.faults_of(folder)


@scene.each(SIGNALS)
def test_asked_again(folder, how):
    """After the second signal it stops at once, even if a bot is thinking."""
    process = at_the_gate(folder, *WITH, start_new_session=True)
    result = ask_until_it_ends(process, lambda: hit(process, how))
    nothing_left(folder)
    scene.expect(result, 2, "", "interrupted; " + SAFE)
    assert not scene.overs(f"{folder}/log.jsonl")
    assert not scene.faults_of(folder)


def test_asked_before_a_game(folder):
    """If no game is in play, the first signal is enough."""
    prepare(folder)
    scene.bot(folder, "daring", "#!/bin/sh\necho > ready\nexec sleep 1000\n")
    process = scene.start(folder, "play", *GAME, "-o", "log.jsonl",
                          "--sandbox", "none", *WITH)
    scene.wait_until(lambda: os.path.exists(f"{folder}/ready") or
                     process.poll() is not None)
    process.send_signal(signal.SIGTERM)
    scene.expect(scene.finish(process), 2, "", "interrupted$")
    os.unlink(f"{folder}/ready")
    nothing_left(folder)
    assert set(os.listdir(folder)) <= FILES


@scene.each([("--secret-file", "secret", "-o", "pipe.jsonl"),
             ("--secret-file", "pipe.jsonl"), ("--secret-file", "-")])
def test_asked_at_a_pipe(folder, *words):
    """It need not wait for the other end of a pipe."""
    prepare(folder)
    os.mkfifo(f"{folder}/pipe.jsonl")
    ours, theirs = os.pipe()
    process = scene.start(folder, "play", *GAME, "--key-file", "key",
                          "--sandbox", "none", *words, stdin=ours)
    # Before, a signal simply ends it.
    scene.wait_until(lambda: tree_of(process.pid)[0])
    result = ask_until_it_ends(process,
                               lambda: process.send_signal(signal.SIGTERM))
    os.close(theirs)
    os.close(ours)
    scene.expect(result, 2, "", "interrupted$")
    nothing_left(folder)
    assert set(os.listdir(folder)) <= FILES | {"pipe.jsonl"}


# ### kills

# At strict a bot runs in bwrap, which may see its end before it is killed too.
@scene.each([*((level, seed, 0) for level in LEVELS for seed in range(2)),
             ("strict", 2, 1)])
def test_bots_are_killed_first(folder, level, seed, spared):
    """The worst order: bots before their wardens, and the player last."""
    chance = random.Random(seed)
    prepare(folder)
    for _ in range(4):
        command = go_on(folder, NORMAL.boards, level)
        # After the first line of a game: while bwrap is building a sandbox, it
        # may outlive the keeper.
        size = len(scene.content(folder)) + (500 if level == "strict" else 0)
        process = scene.start(folder, *command)
        wait_for(process, folder, chance.randint(
            size, max(size, len(NORMAL.bytes))))
        player, wardens = tree_of(process.pid)
        bots = [pid for warden in wardens
                for pid in scene.descendants(warden)[spared:]]
        before = time.monotonic()
        kill_pids(reversed(bots))
        # Long enough for the referee to notice.
        time.sleep(PAUSE_S / 4)
        kill_pids([*wardens, process.pid, *player])
        took = time.monotonic() - before
        scene.finish(process)
        nothing_left(folder, "everything")
        if took <= PAUSE_S * 3 / 4:
            log = scene.content(folder)
            assert b'"t":"fault"' not in log, (took, log[-500:])
            continue
        # This test itself was stopped for so long that a bot may be blamed.
        for name in "log.jsonl", "log.json":
            if os.path.exists(f"{folder}/{name}"):
                os.unlink(f"{folder}/{name}")
    compare(folder, scene.run(folder, *go_on(folder, NORMAL.boards, level)),
            NORMAL)


@scene.each(LEVELS)
def test_a_warden_is_killed(folder, level):
    """If a bot could have killed its warden, it is gone, and the match
    continues; otherwise the match ends and can be resumed."""
    chance = random.Random(1)
    blamed = level == "none" or (level == "limits" and not scene.ROOT)
    prepare(folder)
    # So long that it cannot be over before.
    process = scene.start(folder, *begin(2000, level))
    for _ in range(2 if blamed else 1):
        size = len(scene.content(folder))
        wait_for(process, folder, size + chance.randint(3000, 9000))
        player, wardens = tree_of(process.pid)
        killed = chance.sample(wardens, min(1, len(wardens)))
        kill_pids(player, signal.SIGSTOP)
        kill_pids(killed)
        scene.wait_until(lambda: process.poll() is not None or
                         not set(killed) & set(
                             scene.children_of(process.pid)))
        kill_pids(player, signal.SIGCONT)
    if blamed:
        wait_for(process, folder, len(scene.content(folder)) + 9000)
        result = ask_until_it_ends(
            process, lambda: process.send_signal(signal.SIGTERM))
        scene.expect(result, 2, "", "interrupted")
        assert scene.faults_of(folder) and all(
            line["fault"] == "gone" and "watches" in line["detail"]
            for line in scene.faults_of(folder)), scene.faults_of(folder)
    else:
        scene.expect(scene.finish(process), 2, "", "the process that starts "
                     f"and watches a bot was killed(; {SAFE})?$")
        assert not scene.faults_of(folder)
    nothing_left(folder)


with STAGE:
    scene.main()

#!/usr/bin/env python3
"""interrupted.py - what ends a match from outside is no bot's fault.

Signals that ask the match to stop, everything killed at once with the bots
first, and the bots' wardens killed alone.

tier: full, root
"""
import os
import random
import re
import signal
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene
import survive
from survive import GO_ON, LEVELS

PAUSE_S = 0.02      # the wait before a killed bot is blamed
SAFE = "the games played so far are saved: continue with referee play " \
    "--resume log.jsonl"


def faults_in(folder):
    return [line for line in scene.read_log(f"{folder}/log.jsonl")
            if line["t"] == "fault"]


def last_line(folder):
    return scene.read_log(f"{folder}/log.jsonl")[-1]["t"]


def gone_on(folder, normal):
    result = scene.run(folder, *GO_ON)
    return survive.compare(folder, result, normal) + [
        str(line) for line in faults_in(folder)]


# ### signals

def ask(process, how):
    if how == "group":      # as a terminal does
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.send_signal(getattr(signal, how))


def is_pending(pid, number):
    """Does a signal wait for a stopped process?"""
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        pending = re.search(r"^ShdPnd:\s*(\w+)$", file.read(), re.M)[1]
    return int(pending, 16) >> number - 1 & 1


def asked_once(stage, how):
    """The game in play is finished, and then the match stops."""
    folder, process = survive.at_the_gate(
        stage, *survive.WITH, "--boards", "100", "--sandbox", LEVELS[0],
        start_new_session=True)
    # The match must not be over before the keeper has passed the signal on.
    player, _ = survive.tree_of(process.pid)
    survive.kill_pids(player, signal.SIGSTOP)
    ask(process, how)
    wrong = [] if scene.wait_until(
        lambda: is_pending(player[0], signal.SIGRTMIN)) else ["not passed on"]
    survive.kill_pids(player, signal.SIGCONT)
    os.unlink(f"{folder}/daring.gate")
    result = scene.finish(process)
    wrong += survive.left_after(folder, how)
    wrong += scene.one_sentence(result, "interrupted; " + SAFE)
    overs = scene.overs(f"{folder}/log.jsonl")
    if last_line(folder) != "over" or not 0 < len(overs) < 200 or \
            faults_in(folder):
        wrong.append(f"{len(overs)} games, then {last_line(folder)}")
    return wrong


def asked_again(stage, how):
    """After the second signal it stops at once, even if a bot is thinking."""
    folder, process = survive.at_the_gate(stage, *survive.WITH,
                                          start_new_session=True)
    deadline = time.monotonic() + scene.HANGS_S / 4
    while process.poll() is None and time.monotonic() < deadline:
        ask(process, how)
        time.sleep(0.005)
    result = scene.finish(process)
    wrong = survive.left_after(folder, how)
    wrong += scene.one_sentence(result, "interrupted; " + SAFE)
    if scene.overs(f"{folder}/log.jsonl") or faults_in(folder):
        wrong.append("a game has ended")
    return wrong


def asked_before(stage):
    """If no game is in play, the first signal is enough."""
    folder = survive.prepare(stage)
    scene.bot(folder, "daring", "#!/bin/sh\necho > ready\nexec sleep 1000\n")
    process = scene.start(folder, "play", *survive.GAME, "-o", "log.jsonl",
                          "--sandbox", "none", "--limit", "start_ms=600000",
                          *survive.WITH)
    while not os.path.exists(f"{folder}/ready") and process.poll() is None:
        time.sleep(0.001)
    process.send_signal(signal.SIGTERM)
    result = scene.finish(process)
    os.unlink(f"{folder}/ready")
    stray = set(os.listdir(folder)) - survive.FILES
    return survive.left_after(folder, "SIGTERM") + scene.one_sentence(
        result, "interrupted$") + sorted(stray)


def asked_at_a_pipe(stage, *words):
    """It need not wait for the other end of a pipe."""
    folder = survive.prepare(stage)
    os.mkfifo(f"{folder}/pipe.jsonl")
    ours, theirs = os.pipe()
    process = scene.start(folder, "play", *survive.GAME, "--key-file", "key",
                          "--sandbox", "none", *words, stdin=ours)
    # Before, a signal simply ends it.
    scene.wait_until(lambda: survive.tree_of(process.pid)[0])
    deadline = time.monotonic() + scene.HANGS_S / 4
    while process.poll() is None and time.monotonic() < deadline:
        process.send_signal(signal.SIGTERM)
        time.sleep(0.005)
    os.close(theirs)
    os.close(ours)
    result = scene.finish(process)
    stray = set(os.listdir(folder)) - survive.FILES - {"pipe.jsonl"}
    return survive.left_after(folder, "SIGTERM") + scene.one_sentence(
        result, "interrupted$") + sorted(stray) + scene.left_running(folder)


# ### kills

def descendants(pid):
    """All descendants, parents before their children."""
    found = []
    for child in scene.children_of(pid):
        found += [child, *descendants(child)]
    return found


def killed_bots_first(stage, normal, level, seed, kills=5):
    """The worst order: bots before their wardens, and the player last."""
    chance = random.Random(seed)
    folder, wrong = survive.prepare(stage), []
    done = 0
    while done < kills:
        command = survive.go_on(folder, normal.boards, level)
        # After the first line of a game: while bwrap is building a sandbox, it
        # may outlive the keeper.
        size = len(scene.content(folder)) + (
            500 if level == "strict" else 0)
        process = scene.start(folder, *command)
        survive.wait_for(process, folder, chance.randint(
            size, max(size, len(normal.bytes))))
        player, wardens = survive.tree_of(process.pid)
        bots = [pid for warden in wardens for pid in descendants(warden)]
        before = time.monotonic()
        survive.kill_pids(reversed(bots))
        # Long enough for the referee to notice.
        time.sleep(PAUSE_S / 4)
        survive.kill_pids([*wardens, process.pid, *player])
        took = time.monotonic() - before
        scene.finish(process)
        wrong += survive.left_after(folder, "everything")
        done += 1
        # On a busy machine the last one may have been killed too late.
        if took > PAUSE_S * 3 / 4:
            scene.gone_in_the_end(folder)
            folder = survive.prepare(stage)
        elif b'"t":"fault"' in scene.content(folder):
            return wrong + [f"{faults_in(folder)} after {took * 1000:.1f} ms"]
    result = scene.run(folder, *survive.go_on(folder, normal.boards, level))
    return wrong + survive.compare(folder, result, normal)


def without_wardens(stage, normal, seed, level):
    """If a bot could have killed its warden, it is gone, and the match
    continues; otherwise the match ends and can be resumed."""
    chance = random.Random(seed)
    blamed = level == "none" or (level == "limits" and not scene.ROOT)
    folder = survive.prepare(stage)
    process = scene.start(folder, *survive.begin(folder, normal.boards,
                                                 level))
    for _ in range(2 if blamed else 1):
        size = len(scene.content(folder))
        survive.wait_for(process, folder, size + chance.randint(
            0, len(normal.bytes) // 4))
        player, wardens = survive.tree_of(process.pid)
        killed = chance.sample(wardens, min(1, len(wardens)))
        # The match must not be over before the keeper has noticed.
        survive.kill_pids(player, signal.SIGSTOP)
        survive.kill_pids(killed)
        while process.poll() is None and set(killed) & set(
                scene.children_of(process.pid)):
            time.sleep(0.001)
        survive.kill_pids(player, signal.SIGCONT)
        late = len(scene.content(folder)) > len(normal.bytes) * 3 // 4
    result = scene.finish(process)
    if late and result.code == 0 and seed < 1000:
        # On a busy machine the match may be over before a warden is killed.
        return without_wardens(stage, normal, seed + 100, level)
    wrong = survive.left_after(folder, "warden")
    if not blamed:
        return wrong + scene.one_sentence(
            result, "the process that starts and watches a bot was "
            f"killed(; {SAFE})?$") + gone_on(folder, normal)
    if result.code != 0 or result.err:
        return wrong + [f"exit {result.code}, {result.err}"]
    for line in faults_in(folder):
        if line["fault"] != "gone" or "watches" not in line["detail"]:
            wrong.append(str(line))
    return wrong + scene.doubts(folder)


def main():
    tally = scene.Tally()
    if "strict" not in LEVELS:
        print("not tried: strict, which this machine cannot do")
    with scene.Scene() as stage:
        normal = survive.Normal(stage, survive.LONG)
        cases = [(f"asked {word}: {how}",
                  lambda how=how, asked=asked: asked(stage, how))
                 for word, asked in (("once", asked_once),
                                     ("again", asked_again))
                 for how in ("SIGINT", "SIGTERM", "SIGHUP", "group")]
        cases.append(("asked before a game", lambda: asked_before(stage)))
        cases += [(f"asked at a pipe: {words[-1]} {words[-2]}",
                   lambda words=words: asked_at_a_pipe(stage, *words))
                  for words in (("--secret-file", "secret", "-o", "pipe.jsonl"),
                                ("--secret-file", "pipe.jsonl"),
                                ("--secret-file", "-"))]
        for level in LEVELS:
            cases += [(f"killed: bots first {seed} ({level})",
                       lambda level=level, seed=seed: killed_bots_first(
                           stage, normal, level, seed)) for seed in range(3)]
            cases += [(f"killed: wardens {seed} ({level})",
                       lambda level=level, seed=seed: without_wardens(
                           stage, normal, seed, level))
                      for seed in range(2)]
        tally.run(cases, of=3)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

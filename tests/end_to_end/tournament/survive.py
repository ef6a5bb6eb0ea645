#!/usr/bin/env python3
"""survive.py - a tournament is killed at any moment and resumed.

Whatever is done to it, it must end with the results of an undisturbed one: the
same tables to the byte, no match lost or counted twice, a verdict of
"verified", nothing left running.

tier: quick
"""
import contextlib
import fcntl
import os
import re
import resource
import shutil
import signal
import time

import scene
import tournament

TABLES = "results", "standings", "ladder", "crosstable"
NAMES = "ada", "bob", "cyd"
KEY = "--key-file", "key"
LOG = "cup/match-000001.jsonl"


def start(folder, jobs, program=scene.TOURNAMENT, **more):
    return scene.start(folder, "run", "cup", "-j", str(jobs), *KEY,
                       program=program, **more)


def run(folder, jobs=1):
    return scene.finish(start(folder, jobs))


def prepare(folder, bot, **changes):
    """Makes a tournament, and a copy of it, `made`."""
    for name in NAMES:
        bot(folder, name)
    scene.cup(folder, NAMES, **changes)
    scene.expect(scene.tournament(folder, "init", "cup.json", *KEY))
    shutil.copytree(f"{folder}/cup", f"{folder}/made")


def again(folder):
    shutil.rmtree(f"{folder}/cup")
    shutil.copytree(f"{folder}/made", f"{folder}/cup")


def tables(folder):
    found = {command: scene.expect(scene.tournament(
        folder, command, "cup", "--csv")).out for command in TABLES}
    # If the tournament was killed before a match had a log there may be a void
    # attempt; its results are the same.
    found["results"] = re.sub(r",\d+,ended$", ",ended", found["results"],
                              flags=re.M)
    return found


def voids(folder):
    return [(line["match"], line["log"]) for line in
            scene.read_log(f"{folder}/cup/book.jsonl") if line["t"] == "void"]


def goes_on(folder, due, jobs=2):
    """It can be played to its end, with the same tables."""
    for _ in range(10):
        result = run(folder, jobs)
        if result.code == 0:
            break
    scene.expect(result)
    scene.expect(scene.tournament(folder, "verify", "cup"))
    found = tables(folder)
    for name in TABLES:
        assert found[name] == due[name], f"{name}: {found}, {due}"
    assert not scene.gone_in_the_end(folder)


def kill(pid):
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def kill_everything(process):
    """Kills bots last: one that dies before its referee would be at fault."""
    keepers = scene.children_of(process.pid)
    players = [pid for keeper in keepers
               for pid in scene.children_of(keeper)[:1]]
    rest = [pid for one in players for pid in scene.children_of(one)]
    rest += [pid for one in rest for pid in scene.children_of(one)]
    process.kill()
    for pid in [*players, *keepers, *rest]:
        kill(pid)


def kill_player(process):
    """Kills the player of a match; its keeper tells.  Killing a bot or its
    warden would be a fault of the bot."""
    for keeper in scene.children_of(process.pid)[:1]:
        for player in scene.children_of(keeper)[:1]:
            kill(player)


def kill_keeper(process):
    for keeper in scene.children_of(process.pid)[:1]:
        kill(keeper)


def ask_twice(process):
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGINT)


WAYS = [lambda process: process.kill(), kill_player, kill_keeper,
        kill_everything, lambda process: process.send_signal(signal.SIGTERM),
        ask_twice]


def test_disturbed_as_it_plays(folder):
    """Each way at several moments: when so many games are over."""
    prepare(folder, lambda folder, name: scene.entrant(folder, name,
                                                       "threshold"),
            rules={"target": 50}, format={"type": "round_robin", "boards": 10,
                                          "matches": 4})
    for jobs in 1, 4:
        scene.expect(run(folder, jobs))
        due = tables(folder)
        again(folder)
    for number, way in enumerate(WAYS):
        for jobs, games in ((number % 3 + 1, 7 + 20 * number), (1, 100))[
                :1 + number % 2]:
            process = start(folder, jobs)
            scene.wait_until(lambda games=games, process=process:
                             played(folder) >= games or
                             process.poll() is not None)
            way(process)
            assert scene.finish(process).code != "hangs"
            if number > 3:
                assert not voids(folder)
        # The last line of the book was being written.
        if b'"close"' not in scene.content(folder, "cup/book.jsonl"):
            with open(f"{folder}/cup/book.jsonl", "ab") as book:
                book.write(b'{"t":"end","match":')
        scene.gone_in_the_end(folder)
        goes_on(folder, due)
        again(folder)


def played(folder):
    return sum(scene.content(f"{folder}/cup", name).count(b'"t":"over"')
               for name in os.listdir(f"{folder}/cup")
               if re.fullmatch(r"match-\d+\.jsonl", name))


# ### in the middle of a match

class Gate:
    """A tournament whose bots wait at a gate, and its results when they do not
    wait."""

    def __init__(self, folder):
        self.folder = folder
        prepare(folder, lambda folder, name: scene.bot(
            folder, name, scene.WAITS + name), rules={"target": 20},
            limits={"move_ms": 600000, "start_ms": 600000},
            format={"type": "round_robin", "boards": 1}, rotations=1)
        scene.expect(run(folder, 2))
        self.due = tables(folder)
        again(folder)

    def begin(self, **more):
        """Starts the first match; its second bot waits."""
        self.close()
        process = start(self.folder, 1, **more)
        assert scene.wait_until(lambda: b'"t":"draw"' in scene.content(
            self.folder, LOG) or process.poll() is not None)
        assert process.poll() is None, scene.finish(process)
        return process

    def killed(self):
        process = self.begin()
        kill_everything(process)
        scene.finish(process)
        self.open()
        assert not scene.gone_in_the_end(self.folder)
        return scene.content(self.folder, LOG)

    def close(self):
        for name in NAMES:
            scene.write(f"{self.folder}/{name}.gate", "")

    def open(self):
        for name in NAMES:
            os.unlink(f"{self.folder}/{name}.gate")

    def goes_on(self):
        goes_on(self.folder, self.due)

    def tells(self, how="its log was missing: nobody knows"):
        """It is over, and had one void."""
        verdict = scene.tournament(self.folder, "verify", "cup")
        scene.expect(verdict, 0, "void and played again on the same dice: 1: "
                     rf"match 1 \({how}")
        good, why = tournament.verify_folder(f"{self.folder}/cup")
        assert good, why
        assert tables(self.folder)["standings"] == self.due["standings"]


def says_once(result):
    """One command to resume is named, once, and no other."""
    assert result.err.count(" are saved") == 1 and "referee play" not in \
        result.err and result.err.count("tournament run cup") == 1, result


def test_the_lock_is_free_a_moment_later(folder):
    """What was killed may have left a child that holds it until it ends."""
    prepare(folder, scene.entrant, format={"type": "round_robin"})
    with open(f"{folder}/cup/lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        process = start(folder, 1)
        # Nobody can see that it waits; if it is slower, it need not.
        time.sleep(.3)
    scene.expect(scene.finish(process))


def test_a_project_is_moved(folder):
    """Its file, its bots and its unfinished tournament."""
    prepare(folder, scene.entrant, format={"type": "round_robin"})
    os.mkdir(f"{folder}/elsewhere")
    for name in [*NAMES, "cup", "cup.json", "key"]:
        os.rename(f"{folder}/{name}", f"{folder}/elsewhere/{name}")
    scene.expect(scene.tournament(f"{folder}/elsewhere", "run", "cup.json",
                                  *KEY))


def test_a_torn_last_line_of_the_log(folder):
    gate = Gate(folder)
    log = gate.killed()
    scene.write(f"{folder}/{LOG}", log + b'{"t":"draw","s":')
    gate.goes_on()


@scene.each([None, "", '{"t":"match"'])
def test_a_log_is_gone_or_empty(folder, left):
    """If it is removed to have the match played again, the book tells."""
    gate = Gate(folder)
    gate.killed()
    os.unlink(f"{folder}/{LOG}")
    if left is not None:
        scene.write(f"{folder}/{LOG}", left)
    gate.goes_on()
    assert voids(folder) == [(1, None)]
    gate.tells()


def test_a_log_is_gone_in_play(folder):
    gate = Gate(folder)
    process = gate.begin()
    process.send_signal(signal.SIGSTOP)
    kill(scene.children_of(process.pid)[0])
    os.unlink(f"{folder}/{LOG}")
    gate.open()
    process.send_signal(signal.SIGCONT)
    scene.expect(scene.finish(process))
    assert voids(folder) == [(1, None)]
    gate.tells()


def test_a_spoilt_log_is_kept_closed(folder):
    """It is void and the match is played again; as its dice are used again,
    nobody else may read its log before the tournament is over."""
    gate = Gate(folder)
    log = gate.killed()
    # Keeps the mode of the file: only its owner may read it.
    with open(f"{folder}/{LOG}", "r+b") as file:
        file.write(log.replace(b'"board":1', b'"board":2', 1))
    gate.close()
    process = start(folder, 1)
    assert scene.wait_until(lambda: b'"t":"draw"' in scene.content(
        folder, LOG) and voids(folder))
    kept = LOG.replace(".jsonl", ".void1.jsonl")
    assert [os.stat(f"{folder}/{name}").st_mode & 0o777
            for name in (LOG, kept)] == [0o600, 0o600]
    gate.open()
    scene.expect(scene.finish(process))
    assert os.stat(f"{folder}/{kept}").st_mode & 0o777 == 0o644
    gate.tells("0 of 1 games can be read as finished")


def test_stopped_before_its_log(folder):
    """A referee that is asked to stop before it has a log makes one."""
    gate = Gate(folder)
    scene.write(f"{folder}/wait", "")
    process = start(folder, 1, scene.other_referee(folder, f"""#!/bin/sh
: >here
while [ -e wait ]; do sleep .01; done
exec {scene.REFEREE} "$@"
"""))
    assert scene.wait_until(lambda: os.path.exists(f"{folder}/here"))
    process.send_signal(signal.SIGINT)
    said = b"none"
    while said and not said.startswith(b"stopping"):
        said = process.stdout.readline()
    os.unlink(f"{folder}/wait")
    scene.expect(scene.finish(process), 2, ".*", "stopped; continue")
    gate.goes_on()
    assert not voids(folder)


def test_stopped_it_leaves_the_tables(folder):
    gate = Gate(folder)
    process = gate.begin()
    process.send_signal(signal.SIGINT)
    said = b"none"
    while said and not said.startswith(b"stopping"):
        said = process.stdout.readline()
    gate.open()
    scene.expect(scene.finish(process), 2, r"\nplace +entrant [\s\S]*rank +95%",
                 "stopped; continue")


def test_asked_until_it_ends_what_does_not_stop(folder):
    gate = Gate(folder)
    process = start(folder, 1, scene.other_referee(folder, """#!/bin/sh
trap '' INT TERM
: >here
while :; do sleep .1; done
"""))
    assert scene.wait_until(lambda: os.path.exists(f"{folder}/here"))
    while process.poll() is None:
        process.send_signal(signal.SIGINT)
        time.sleep(.05)
    scene.expect(scene.finish(process), 2, ".*", "stopped; continue")
    gate.goes_on()
    gate.tells()


def test_a_player_has_no_room_for_its_log(folder):
    gate = Gate(folder)
    process = gate.begin(
        restore_signals=False, preexec_fn=lambda: signal.signal(
            signal.SIGXFSZ, signal.SIG_IGN))
    player = scene.children_of(scene.children_of(process.pid)[0])[0]
    size = len(scene.content(folder, LOG))
    resource.prlimit(player, resource.RLIMIT_FSIZE, (size, size))
    gate.open()
    says_once(scene.finish(process))
    gate.goes_on()


def test_a_bot_changes_meanwhile(folder):
    """Only the manifest's bots may play, also in later matches."""
    gate = Gate(folder)
    process = gate.begin()
    # A running program cannot be written to.
    os.rename(f"{folder}/bob", f"{folder}/bob.old")
    scene.bot(folder, "bob", scene.WAITS + "another")
    gate.open()
    scene.expect(scene.finish(process), 2, ".*", "bot bob has changed")
    os.rename(f"{folder}/bob.old", f"{folder}/bob")
    gate.goes_on()


scene.main(workers=3)

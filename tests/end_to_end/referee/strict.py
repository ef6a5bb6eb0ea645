"""strict.py - level strict: what a bot sees there, and that nothing of it
survives.

As root, everything is tried again as an ordinary user.

tier: quick, root
"""
import contextlib
import errno
import glob
import hashlib
import os
import platform
import re
import signal
import socket

import acts
import scene
from somebody import LEVELS, USERS, Somebody, deny

SIGHTS = scene.content(f"{scene.SRC}/tests/end_to_end/referee",
                       "strict_sights.txt").decode()


def settings():
    """The files in /etc that a bot sees, with their hashes."""
    names = ["/etc/ld.so.cache", "/etc/localtime"] + [
        name for folder in ("/etc/java-*", "/etc/maven", "/etc/perl",
                            "/etc/python3*")
        for name in sorted(glob.glob(f"{folder}/**", recursive=True))]
    return {name: hashlib.sha256(open(name, "rb").read()).hexdigest()
            for name in names if os.path.isfile(name)}


def needs_strict():
    if "strict" not in LEVELS:
        raise scene.Skip("level strict, which this machine cannot do")


@scene.each(USERS)
def test_what_a_bot_sees(folder, user):
    """A snooping bot, beside a declared file and an undeclared one."""
    needs_strict()
    who = Somebody(folder, user)
    scene.write(f"{folder}/table", "mine")
    scene.write(f"{folder}/other", "not mine")
    outside = ["/etc/passwd", "/etc/shadow", "/home", "/root", "/var", "/sys",
               "/run", "/dev/sda", "/dev/pts", "/dev/mem", who.referee,
               *(f"{folder}/{name}" for name in (
                   "secret", "key", "rival", "other", "log.jsonl"))]
    with socket.create_server(("127.0.0.1", 0)) as server, \
            socket.socket(socket.AF_UNIX) as abstract:
        abstract.bind(f"\0{folder}")
        abstract.listen()
        acts.play(folder, [acts.Act("", f"""
OUTSIDE, HERE, NAME = {outside!r}, {folder!r}, {chr(0) + folder!r}
PORT, SETTINGS = {server.getsockname()[1]}, {settings()!r}
{SIGHTS}""")], "strict", player=lambda _, *words:
                  who.play(*words, "--files", "bot=bot,table"),
                  beside=("table", "other"))
    said = acts.said_in(folder, 2)
    assert said == "the end\n", said


DAEMONS = scene.prelude("json, os, signal, sys") + """until_turn(1)
for i in range(3):
    if os.fork() == 0:
        os.setsid()
        for number in range(1, 65):
            if number not in (9, 19, 32, 33):
                signal.signal(number, signal.SIG_IGN)
        if os.fork() == 0: hang()
        hang()
hang()
"""


def running(folder):
    """The bot's processes: two in the two seats, and six daemons."""
    return [one for one in scene.left_running(folder)
            if re.match(r"\d+ \S*python\S* \S*/bot$", one)]


@scene.each([(user, whom) for user in USERS
             for whom in ("keeper", "player", "wardens", "all")])
def test_nothing_survives(folder, user, whom):
    """Whichever process of the match is killed."""
    needs_strict()
    who = Somebody(folder, user)
    scene.bot(folder, "bot", DAEMONS)
    process = who.start("play", "pig", "./bot", "./rival", "--sandbox",
                        "strict", "-o", "log.jsonl", "--limit",
                        "move_ms=600000")
    assert scene.wait_until(lambda: len(running(folder)) == 8)
    up = running(folder)
    player, *wardens = scene.children_of(process.pid)
    pids = {"keeper": [process.pid], "player": [player], "wardens": wardens,
            "all": [process.pid, player, *wardens]}[whom]
    # All at once, so that none of them can end the others.
    for number in signal.SIGSTOP, signal.SIGKILL:
        for pid in pids:
            # The end of one may have ended another.
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)
    if whom == "wardens":
        # Their bots are gone, which is those bots' fault; the match continues.
        assert scene.wait_until(lambda: not set(up) & set(running(folder)))
        process.send_signal(signal.SIGTERM)
    scene.finish(process)
    assert not scene.gone_in_the_end(folder)


def programs_of(pid):
    """The programs of all processes of a match, without any that is just
    ending."""
    found = []
    for one in scene.descendants(pid):
        with contextlib.suppress(OSError):
            found.append(os.readlink(f"/proc/{one}/exe"))
    return found


@scene.each([(False, "/memfd:strict_first (deleted)", 4),
             (True, scene.REFEREE, 4 + 4 + 1)])
def test_first_program(folder, denied, first, count):
    """The first process of each namespace is a small program, which only root
    can see; without executable memory files it is the referee itself."""
    needs_strict()
    if not scene.ROOT or platform.machine() != "x86_64":
        raise scene.Skip("the first program: not root, or not x86-64")
    who = Somebody(folder, 0)
    scene.bot(folder, "bot", scene.prelude("json, signal, sys") +
              "until_turn(1)\nhang()\n")
    process = who.start(
        "play", "pig", "./bot", "./bot", "--sandbox", "strict", "-o",
        "log.jsonl", "--limit", "move_ms=600000",
        before=deny(errno.EACCES, 319) if denied else None)
    python = os.path.realpath(scene.PYTHON)
    scene.wait_until(lambda: programs_of(process.pid).count(python) == 4)
    found = programs_of(process.pid)
    process.send_signal(signal.SIGTERM)
    process.send_signal(signal.SIGINT)
    scene.finish(process)
    assert found.count(first) == count, found


scene.main()

#!/usr/bin/env python3
"""screen.py - a running tournament on a terminal: what it shows, and that the
terminal is restored, however it ends.

tier: full
"""
import os
import re
import shlex
import signal
import termios
import time

import scene
from terminal import Terminal

PLAY = shlex.join([scene.TOURNAMENT, "run", "cup.json", "--key-file", "key"])
ENTER, LEAVE = b"\033[?1049h\033[?25l", b"\033[?25h\033[?1049l"
STOPPED = "stopped; continue with: tournament run cup"
SLOW = scene.content(f"{scene.SRC}/tests/bots", "slow.pl").decode()


def make(folder, matches=2000, boards=2, entrants=("ada", "bob"), **more):
    for name in entrants:
        scene.bot(folder, name, f"{SLOW}# {name}\n")
    scene.cup(folder, entrants, game="bolo7", rules={"target": 1500},
              limits={"start_ms": 600000, "move_ms": 600000},
              format={"type": "round_robin", "boards": boards,
                      "matches": matches, **more})


def hurry(folder):
    """Lets the games in play finish quickly."""
    for name in ("ada", "bob"):
        scene.write(f"{folder}/{name}.hurry", "")


def no_hurry(folder):
    for name in ("ada", "bob"):
        os.unlink(f"{folder}/{name}.hurry")


def run(folder, *words, **more):
    return Terminal(folder, [scene.TOURNAMENT, "run", "cup.json", "-j", "2",
                             "--key-file", "key", *words], **more)


def watch(folder, *words, **more):
    return Terminal(folder, [scene.TOURNAMENT, "watch", "cup", *words], **more)


def playing(terminal):
    terminal.until("playing", lambda: any(
        re.search(r"match \d+  ada - bob  \d+ of \d+$", line)
        for line in terminal.last()))
    return terminal


def played(folder, **more):
    """A tournament that never ends by itself, once it plays."""
    make(folder, **more)
    return playing(run(folder))


def restored(terminal):
    """The screen was left as often as entered, and nothing was drawn after
    that."""
    assert terminal.bytes.count(ENTER) == terminal.bytes.count(LEAVE), \
        terminal.bytes[-300:]
    assert terminal.bytes.rfind(b"\033") <= terminal.bytes.rfind(LEAVE) + \
        len(LEAVE), terminal.bytes[-300:]


def ended(terminal, code, words):
    hurry(terminal.folder)
    found = terminal.end()
    restored(terminal)
    after = terminal.bytes.rpartition(LEAVE)[2].decode()
    assert found == code and re.search(words, after), (found, after[-500:])
    assert not scene.gone_in_the_end(terminal.folder)


def stopped(terminal):
    terminal.key(b"\x03")
    ended(terminal, 2, STOPPED)


# ### run

@scene.each(["1", ""])
def test_a_whole_tournament_is_drawn_and_its_tables_stay(folder, no_color):
    make(folder, matches=20)
    hurry(folder)
    terminal = run(folder, NO_COLOR=no_color)
    ended(terminal, 0, r"place +entrant(.|\n)*rank(.|\n)*Everything is in cup")
    assert terminal.frames()
    assert (b"\033[1mcup-" in terminal.bytes) == (no_color == "")
    assert no_color == "" or not re.search(
        rb"\033\[[1-9]\d*m", terminal.bytes.replace(LEAVE, b""))


@scene.each(["\x03", "\x03\x03"])
def test_ctrl_c(folder, keys):
    terminal = played(folder)
    terminal.key(keys.encode())
    terminal.until("stopping", lambda: len(keys) > 1 or b"stopping after the "
                   b"games in play" in terminal.bytes)
    ended(terminal, 2, STOPPED)


@scene.each([(signal.SIGTERM, 2, "stopped"),
             (signal.SIGQUIT, -signal.SIGQUIT, ""),
             (signal.SIGSEGV, -signal.SIGSEGV, "")])
def test_a_signal(folder, number, code, words):
    terminal = played(folder)
    os.kill(terminal.pid, number)
    ended(terminal, code, words)


def test_an_error(folder):
    terminal = played(folder)
    os.rename(f"{folder}/cup", f"{folder}/gone")
    ended(terminal, 2, r"tournament run: .*the games played so far are saved")


def test_a_new_size_is_used_at_once(folder):
    terminal = played(folder)
    for columns, rows in ((40, 12), (200, 50), (1, 1), (60, 5)):
        seen = len(terminal.frames())
        terminal.resize(columns, rows)

        def fits(frame, columns=columns, rows=rows):
            return len(frame) <= rows and max(map(len, frame)) <= columns
        terminal.until(f"at {columns} x {rows}", lambda seen=seen, fits=fits:
                       len(terminal.frames()) > seen and
                       fits(terminal.last()))
        # One frame may have been under way.
        assert all(map(fits, terminal.frames()[seen + 1:]))
    stopped(terminal)


def test_ctrl_z_under_a_shell_with_job_control(folder):
    make(folder)
    terminal = playing(Terminal(folder, [
        "/bin/sh", "-mc", f"{PLAY}\necho one $?\nread line\nfg\n"
        "echo two $?"]))
    terminal.key(b"\x1a")
    terminal.until("stopped", lambda: b"one 1" in terminal.bytes)
    restored(terminal)
    terminal.key(b"\n")
    terminal.until("going on", lambda: terminal.bytes.count(ENTER) == 2)
    seen = len(terminal.frames())
    terminal.until("drawn again", lambda: len(terminal.frames()) > seen + 1)
    terminal.key(b"\x03")
    hurry(folder)
    terminal.until("ended", lambda: b"two 2" in terminal.bytes)
    ended(terminal, 0, "stopped; continue with")


def test_a_wanted_error_is_not_reached_by_who_has_not_played(folder):
    """cyd is never ready."""
    make(folder, entrants=("ada", "bob", "cyd"), until_error=5)
    scene.bot(folder, "cyd", "#!/bin/sh\nexec sleep 1000\n")
    scene.expect(scene.tournament(folder, "init", "cup.json", "--key-file",
                                  "key"))
    hurry(folder)
    terminal = Terminal(folder, shlex.split(PLAY) + ["-j", "3"])
    terminal.until("rated", lambda: any(
        re.match("ratings of [0-9]+ games", line)
        for line in terminal.last()))
    assert terminal.last()[3] == "wanted error +-5 Elo; so far unknown"
    terminal.key(b"\x03\x03")
    ended(terminal, 2, "stopped")


def test_no_more_than_five_frames_a_second(folder):
    """Only too many are wrong: a busy machine may be slow."""
    terminal = played(folder)
    hurry(folder)
    first, since = len(terminal.frames()), time.monotonic()
    terminal.until("drawn", lambda: len(terminal.frames()) > first + 8)
    assert time.monotonic() - since >= 1.4
    stopped(terminal)


@scene.each([((), {"TERM": "dumb"}), ((), {"TERM": ""}), (("--json",), {})])
def test_lines_instead_of_a_screen(folder, words, environment):
    make(folder, matches=8, boards=1)
    hurry(folder)
    terminal = run(folder, *words, **environment)
    assert terminal.end() == 0 and b"\033" not in terminal.bytes
    assert re.search(rb"match 7: ada|\"match\":7", terminal.bytes)


def test_output_goes_elsewhere(folder):
    """Then standard error has the screen."""
    make(folder, matches=8, boards=1)
    hurry(folder)
    terminal = Terminal(folder, ["/bin/sh", "-c", f"{PLAY} >out"])
    terminal.end()
    restored(terminal)
    out = scene.content(folder, "out").decode()
    assert ENTER in terminal.bytes and "\033" not in out
    assert "Everything is in cup" in out


# ### watch

def test_watch_shows_the_games_as_they_are_finished(folder):
    """Until q; the shell's terminal reads whole lines again."""
    player = played(folder, matches=1, boards=4000)
    command = shlex.join([scene.TOURNAMENT, "watch", "cup"])
    watcher = playing(Terminal(folder, [
        "/bin/sh", "-c", f"stty -g; {command}; stty -g"]))
    assert not termios.tcgetattr(watcher.fd)[3] & termios.ICANON
    games = re.search(r"(\d+) of 8000 games", watcher.last()[2])
    hurry(folder)

    def goes_on():
        player.read(0)
        now = re.search(r"(\d+) of 8000 games", watcher.last()[2])
        return now and int(now[1]) > int(games[1])
    watcher.until("going on", goes_on)
    watcher.key(b"q")
    assert watcher.end() == 0
    restored(watcher)
    settings = re.findall(rb"^[0-9a-f]+(?::[0-9a-f]+){9,}",
                          watcher.bytes.replace(LEAVE, b"\n"), re.M)
    assert len(settings) == 2 and settings[0] == settings[1], settings
    stopped(player)


def test_watch_ends_with_the_tournament(folder):
    player = played(folder, matches=6)
    watcher = playing(watch(folder))
    hurry(folder)
    while player.read():
        watcher.read(0)
    assert player.end() == 0
    ended(watcher, 0, r"place +entrant(.|\n)*rank")


def test_watch_says_that_nobody_plays_and_when_somebody_does(folder):
    stopped(played(folder))
    no_hurry(folder)
    watcher = watch(folder)
    watcher.until("said", lambda: b"not running; tournament run cup resumes"
                  in watcher.bytes)
    again = playing(run(folder))
    watcher.until("noticed", lambda: not any(
        "not running" in line for line in watcher.last()))
    again.key(b"\x03")
    hurry(folder)
    again.end()
    watcher.until("said again", lambda: any(
        "not running" in line for line in watcher.last()))
    watcher.key(b"\x03")
    ended(watcher, 0, "")


scene.main(workers=2)

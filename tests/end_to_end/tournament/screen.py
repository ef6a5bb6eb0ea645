#!/usr/bin/env python3
"""screen.py - a running tournament on a terminal: what it shows, and that the
terminal is restored, however it ends.

The environment names the folders: srcdir, and builddir for the programs.

tier: full
"""
import json
import os
import re
import shlex
import signal
import sys
import termios
import time

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene
from terminal import Terminal

PLAY = shlex.join([scene.TOURNAMENT, "run", "cup.json", "--key-file", "key"])
ENTER, LEAVE = b"\033[?1049h\033[?25l", b"\033[?25h\033[?1049l"


# Plays slowly, so that a tournament that is only watched leaves the processors
# to others; plays fast once NAME.hurry exists beside it.
SLOW = r"""#!/usr/bin/perl
$| = 1;
while (<STDIN>) {
    print qq({"type":"ready","events":false}\n) if /"type":"hello"/;
    next unless /"type":"turn"/;
    select undef, undef, undef, 0.005 unless -e "$0.hurry";
    print qq({"move":0}\n);
}
"""


def cup(at, matches=2000, boards=2, entrants=("ada", "bob"), **more):
    folder = at.folder()
    endless = matches * boards > 1000
    for name in entrants:
        if endless:
            scene.bot(folder, name, f"{SLOW}# {name}\n")
        else:
            scene.entrant(folder, name)
    scene.write(f"{folder}/cup.json", json.dumps({
        "name": "cup", "game": "bolo7" if endless else "pig",
        "rules": {"target": 1500} if endless else
        {"target": 10, "max_turns": 2},
        "format": {"type": "round_robin", "boards": boards,
                   "matches": matches, **more},
        "entrants": [{"name": name, "command": [f"./{name}"]}
                     for name in entrants]}))
    return folder


def hurry(folder, names=("ada", "bob")):
    """Lets the games in play finish quickly."""
    for name in names:
        scene.write(f"{folder}/{name}.hurry", "")


def no_hurry(folder, names=("ada", "bob")):
    for name in names:
        os.unlink(f"{folder}/{name}.hurry")


def run(folder, *words, **more):
    return Terminal(folder, [scene.TOURNAMENT, "run", "cup.json", "-j", "2",
                             "--key-file", "key", *words], **more)


def restored(terminal):
    """The screen was left as often as entered, and nothing was drawn after
    that."""
    wrong = []
    if terminal.bytes.count(ENTER) != terminal.bytes.count(LEAVE):
        wrong.append(f"{terminal.bytes.count(ENTER)} times entered, "
                     f"{terminal.bytes.count(LEAVE)} times left")
    if terminal.bytes.rfind(b"\033") > terminal.bytes.rfind(LEAVE) + \
            len(LEAVE):
        wrong.append(f"after it was left: {terminal.bytes[-300:]!r}")
    return wrong


def playing(terminal):
    terminal.until("playing", lambda: any(
        re.search(r"match \d+  ada - bob  \d+ of \d+$", line)
        for line in terminal.last()))


def stopping(terminal):
    terminal.until("stopping", lambda: b"stopping after the games in "
                   b"play" in terminal.bytes)


def ended(terminal, code, words):
    """What is wrong with how it ended."""
    hurry(terminal.folder)
    found = terminal.end()
    wrong = restored(terminal)
    after = terminal.bytes.rpartition(LEAVE)[2].decode()
    if found != code or not re.search(words, after):
        wrong.append(f"expected {code} and /{words}/, found {found} and "
                     f"{after[-500:]!r}")
    return wrong + scene.gone_in_the_end(terminal.folder)


# ### run

def a_whole_one(at):
    terminal = run(cup(at, matches=20))
    wrong = ended(terminal, 0, r"place +entrant(.|\n)*rank(.|\n)*Everything "
                  "is in cup")
    if not terminal.frames():
        wrong.append("nothing was drawn")
    if re.search(rb"\033\[\d+m", terminal.bytes.replace(LEAVE, b"").replace(
            b"\033[0m", b"")):
        wrong.append("colour in spite of NO_COLOR")
    return wrong


def colour(at):
    terminal = run(cup(at, matches=20), NO_COLOR="")
    terminal.end()
    return [] if b"\033[1mcup-" in terminal.bytes else ["no colour"]


def once(at):
    terminal = run(cup(at))
    playing(terminal)
    terminal.key(b"\x03")
    stopping(terminal)
    return ended(terminal, 2, r"stopped; continue with: tournament run cup")


def twice(at):
    terminal = run(cup(at))
    playing(terminal)
    terminal.key(b"\x03\x03")
    return ended(terminal, 2, r"stopped; continue with: tournament run cup")


def by_signal(at, number, code, words):
    terminal = run(cup(at))
    playing(terminal)
    os.kill(terminal.pid, number)
    return ended(terminal, code, words)


def by_error(at):
    folder = cup(at)
    terminal = run(folder)
    playing(terminal)
    os.rename(f"{folder}/cup", f"{folder}/gone")
    return ended(terminal, 2, r"tournament run: .*the games played so "
                 "far are saved")


def resized(at):
    terminal = run(cup(at))
    playing(terminal)
    wrong = []
    for columns, rows in ((40, 12), (200, 50), (1, 1), (60, 5)):
        seen = len(terminal.frames())
        terminal.resize(columns, rows)

        def fits():
            return len(terminal.frames()) > seen and \
                len(terminal.last()) <= rows and \
                max(map(len, terminal.last())) <= columns
        terminal.until(f"at {columns} x {rows}", fits)
        # One frame may have been under way.
        for frame in terminal.frames()[seen + 1:]:
            if len(frame) > rows or max(map(len, frame)) > columns:
                wrong.append(f"{columns} x {rows}: {frame}")
    terminal.key(b"\x03")
    return wrong + ended(terminal, 2, "stopped")


def stopped_and_continued(at):
    """Under a shell with job control, as a user has."""
    folder = cup(at)
    terminal = Terminal(folder, ["/bin/sh", "-mc", f"{PLAY}\n"
                        "echo one $?\nread line\nfg\necho two $?"])
    playing(terminal)
    terminal.key(b"\x1a")
    terminal.until("stopped", lambda: b"one 1" in terminal.bytes)
    wrong = restored(terminal)
    terminal.key(b"\n")
    terminal.until("going on", lambda: terminal.bytes.count(ENTER) == 2)
    seen = len(terminal.frames())
    terminal.until("drawn again", lambda: len(terminal.frames()) > seen + 1)
    terminal.key(b"\x03")
    hurry(folder)
    terminal.until("ended", lambda: b"two 2" in terminal.bytes)
    return wrong + ended(terminal, 0, "stopped; continue with")


def wanted_error(at):
    """The wanted error is not reached while an entrant has not played: cyd is
    never ready."""
    folder = cup(at, entrants=("ada", "bob", "cyd"), until_error=5)
    scene.bot(folder, "cyd", "#!/bin/sh\nexec sleep 1000\n")
    with open(f"{folder}/cup.json", encoding="utf-8") as file:
        wanted = json.load(file)
    scene.write(f"{folder}/cup.json", json.dumps(
        wanted | {"limits": {"start_ms": 600000}}))
    hurry(folder)
    terminal = Terminal(folder, shlex.split(PLAY) + ["-j", "3"])
    terminal.until("rated", lambda: any(
        re.match("ratings of [0-9]+ games", line)
        for line in terminal.last()))
    wrong = [] if terminal.last()[3] == \
        "wanted error +-5 Elo; so far unknown" else [f"{terminal.last()}"]
    terminal.key(b"\x03\x03")
    return wrong + ended(terminal, 2, "stopped")


def not_too_often(at):
    """Frames are written in one piece: each begins at home, at most five a
    second."""
    terminal = run(cup(at))
    playing(terminal)
    hurry(terminal.folder)
    first, since = len(terminal.frames()), time.monotonic()
    terminal.until("drawn", lambda: len(terminal.frames()) > first + 8)
    passed = time.monotonic() - since
    terminal.key(b"\x03")
    wrong = ended(terminal, 2, "stopped")
    # Only too fast is wrong: a busy machine may be slow.
    return wrong + ([f"9 frames in {passed:.2f} s"] if passed < 1.4 else [])


def no_screen(at, *words, **environment):
    terminal = run(cup(at, matches=20), *words, **environment)
    code = terminal.end()
    return [] if code == 0 and b"\033" not in terminal.bytes and \
        re.search(rb"match 7: ada|\"match\":7", terminal.bytes) else \
        [f"{code}: {terminal.bytes[:600]!r}"]


def into_a_file(at):
    folder = cup(at, matches=20)
    terminal = Terminal(folder, ["/bin/sh", "-c", f"{PLAY} >out"])
    terminal.end()
    out = scene.content(folder, "out").decode()
    wrong = restored(terminal)
    if ENTER not in terminal.bytes:
        wrong.append("no screen on standard error")
    if "\033" in out or "Everything is in cup" not in out:
        wrong.append(f"in the file: {out[:300]!r}")
    return wrong


def elsewhere(at):
    folder = cup(at, matches=20)
    result = scene.tournament(folder, "run", "cup.json", "--key-file", "key")
    matches = re.findall(r"^match (\d+): (?:ada|bob) [\d.]+, (?:ada|bob) "
                         r"[\d.]+$", result.out, re.M)
    return [] if result.code == 0 and "\033" not in result.out and \
        sorted(map(int, matches)) == list(range(1, 21)) else [str(result)]


# ### watch

def watch(folder, *words, **more):
    return Terminal(folder, [scene.TOURNAMENT, "watch", "cup", *words], **more)


def plain(folder, *words):
    result = scene.tournament(folder, "watch", "cup", *words)
    return result.code, result.out + result.err


def watched(at):
    """The games of a match are counted before it ends; q ends watching."""
    folder = cup(at, matches=1, boards=4000)
    player = run(folder)
    playing(player)
    watcher = watch(folder)
    before = termios.tcgetattr(watcher.fd)
    playing(watcher)
    games = re.search(r"(\d+) of 8000 games", watcher.last()[2])
    hurry(folder)

    def goes_on():
        player.read(0)
        now = re.search(r"(\d+) of 8000 games", watcher.last()[2])
        return now and games and int(now[1]) > int(games[1])
    watcher.until("going on", goes_on)
    wrong = []
    if before[3] & termios.ICANON and \
            termios.tcgetattr(watcher.fd)[3] & termios.ICANON:
        wrong.append("keys are not read one by one")
    watcher.key(b"q")
    watcher.until("left", lambda: LEAVE in watcher.bytes)
    wrong += restored(watcher)
    if watcher.end() != 0:
        wrong.append("q: exit status")
    player.key(b"\x03")
    return wrong + ended(player, 2, "stopped")


def keys_as_before(at):
    """The shell's terminal reads whole lines again."""
    folder = cup(at)
    player = run(folder)
    playing(player)
    command = shlex.join([scene.TOURNAMENT, "watch", "cup"])
    watcher = Terminal(folder, ["/bin/sh", "-c", f"stty -g; {command}; "
                                "stty -g"])
    playing(watcher)
    watcher.key(b"q")
    code = watcher.end()
    player.key(b"\x03")
    hurry(folder)
    player.end()
    found = re.findall(rb"^[0-9a-f]+(?::[0-9a-f]+){9,}", watcher.bytes
                       .replace(LEAVE, b"\n"), re.M)
    return restored(watcher) + (
        [] if code == 0 and len(found) == 2 and found[0] == found[1] else
        [f"{code} {found}"])


def shows_a_game(terminal):
    """A match is shown, move by move, in lines that fit."""
    terminal.until("a game", lambda: re.match(
        r"match \d+  ada - bob  game \d+ of \d+", terminal.last()[0]) and
        re.search(r"^ +.*(keeps|busts)", "\n".join(terminal.last()), re.M))
    return [f"too large: {line!r}" for line in terminal.last()
            if len(line) > 60] + (
        [] if len(terminal.last()) <= 20 else ["too many lines"])


def back_to_tables(terminal):
    """After the second of two matches in play, g shows the tables."""
    for _ in range(2):
        terminal.key(b"g")
    terminal.until("the tables", lambda: terminal.last()[0].startswith("cup"))


def a_game(at):
    """g shows a match in play; at the signal to stop, the tables return, which
    show the notice."""
    folder = cup(at, matches=2, boards=20000)
    terminal = run(folder, columns=60, rows=20)
    playing(terminal)
    terminal.key(b"g")
    wrong = shows_a_game(terminal)
    games = terminal.last()[0]
    hurry(folder)
    terminal.until("another game", lambda: terminal.last()[0] != games and
                   terminal.last()[0].startswith("match "))
    no_hurry(folder)
    back_to_tables(terminal)
    terminal.key(b"g")
    wrong += shows_a_game(terminal)
    terminal.key(b"\x03")
    stopping(terminal)
    return wrong + ended(terminal, 2,
                         "stopped; continue with: tournament run cup")


def a_watched_game(at):
    folder = cup(at, matches=1, boards=20000)
    player = run(folder)
    playing(player)
    watcher = watch(folder, columns=60, rows=20)
    playing(watcher)
    watcher.key(b"g")
    wrong = shows_a_game(watcher)
    watcher.key(b"q")
    if watcher.end() != 0:
        wrong.append("q: exit status")
    player.key(b"\x03")
    return wrong + ended(player, 2, "stopped")


def watched_to_the_end(at):
    folder = cup(at, matches=150)
    player = run(folder)
    playing(player)
    watcher = watch(folder)
    playing(watcher)
    while player.read():
        watcher.read(0)
    player.end()
    return ended(watcher, 0, r"place +entrant(.|\n)*rank")


def nobody_plays(at):
    folder = cup(at)
    player = run(folder)
    playing(player)
    player.key(b"\x03")
    hurry(folder)
    player.end()
    no_hurry(folder)
    watcher = watch(folder)
    watcher.until("said", lambda: b"not running; tournament run cup resumes"
                  in watcher.bytes)
    again = run(folder)
    playing(again)
    watcher.until("noticed", lambda: not any(
        "not running" in line for line in watcher.last()))
    again.key(b"\x03")
    hurry(folder)
    again.end()
    watcher.until("said again", lambda: any(
        "not running" in line for line in watcher.last()))
    watcher.key(b"\x03")
    return ended(watcher, 0, "")


def watched_elsewhere(at):
    folder = cup(at, matches=20)
    run(folder).end()
    code, out = plain(folder)
    wrong = [] if code == 0 and "\033" not in out and \
        "20 of 20 matches  80 of 80 games\nover\n" in out and \
        re.search(r"^ +1 (ada|bob) ", out, re.M) else [f"{code}: {out!r}"]
    code, out = plain(folder, "--json")
    state = json.loads(out)
    if code != 0 or not state["over"] or state["running"] or \
            state["games"] != 80 or len(state["standings"]) != 2 or \
            len(state["ladder"]["pools"][0]["entrants"]) != 2:
        wrong.append(f"--json: {code}: {out}")
    code, out = plain(folder.rpartition("/")[0])
    if code != 2 or "cannot open cup" not in out:
        wrong.append(f"no folder: {code} {out!r}")
    return wrong


CASES = {
    "a whole tournament is drawn, and its tables stay": a_whole_one,
    "colour is used unless NO_COLOR is set": colour,
    "Ctrl-C gives the terminal back": once,
    "Ctrl-C twice gives the terminal back": twice,
    "SIGTERM gives the terminal back": lambda a: by_signal(
        a, signal.SIGTERM, 2, "stopped"),
    "SIGQUIT gives the terminal back": lambda a: by_signal(
        a, signal.SIGQUIT, -signal.SIGQUIT, ""),
    "SIGSEGV gives the terminal back": lambda a: by_signal(
        a, signal.SIGSEGV, -signal.SIGSEGV, ""),
    "an error gives the terminal back": by_error,
    "a new size is used at once": resized,
    "Ctrl-Z gives the terminal back until it goes on":
        stopped_and_continued,
    "no more than five frames a second": not_too_often,
    "a wanted error is not reached by those who did not play":
        wanted_error,
    "a dumb terminal gets lines": lambda a: no_screen(
        a, TERM="dumb"),
    "without TERM there are lines": lambda a: no_screen(a, TERM=""),
    "events are no screen": lambda a: no_screen(a, "--json"),
    "standard error has the screen when output goes elsewhere":
        into_a_file,
    "elsewhere there is a line a match": elsewhere,
    "watch shows the games as they are finished, until q": watched,
    "a game in play is shown": a_game,
    "watch shows a game in play": a_watched_game,
    "watch leaves the keys as they were": keys_as_before,
    "watch ends with the tournament": watched_to_the_end,
    "watch says that nobody plays, and when somebody does":
        nobody_plays,
    "watch says once how things stand": watched_elsewhere,
}

if __name__ == "__main__":
    sys.exit(scene.run_cases(CASES, workers=2, of=3))

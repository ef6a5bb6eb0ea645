"""left_behind.py - what a killed match leaves, who may read it, and what bots
try to leave.

tier: full, root
"""
import contextlib
import os
import shutil
import signal
import subprocess

import scene
from somebody import USER, Somebody

GAME = ["--rules", "target=10", "--boards", "3", "--limit", "move_ms=600000"]
FILES = ["log.jsonl", "trace"]
# Tries to read the files; in its second game it leaves something in its
# folder, reports where it is, and waits as long as the gate exists.
WAITS = scene.prelude("json, os, signal, sys, time") + """
for path in "log.jsonl", "trace":
    try:
        open("{folder}/" + path).read(1)
        print("read " + path, file=sys.stderr, flush=True)
    except OSError as error:
        print(error, file=sys.stderr, flush=True)
until_turn(2)
os.makedirs("a/b/c", exist_ok=True)
open("a/b/c/full", "w").close()
if not os.path.exists("{folder}/at/it"):
    open("{folder}/at/it", "w").close()
while os.path.exists("{folder}/gate"):
    time.sleep(0.002)
go_on()
"""
RESUME = ["play", "--resume", "log.jsonl", "--key-file", "key",
          "--secret-file", "secret"]


def prepare(folder, temporary=None):
    """Makes the bots; several folders may share the one for temporary
    files."""
    os.makedirs(f"{folder}/at")
    os.chmod(f"{folder}/at", 0o777)
    scene.bot(folder, "waits", WAITS.replace("{folder}", folder))
    scene.healthy(folder)
    if temporary:
        os.symlink(temporary, f"{folder}/t")
    return folder


def waiting(folder, process):
    scene.wait_until(lambda: os.path.exists(f"{folder}/at/it") or
                     process.poll() is not None)
    assert process.poll() is None, scene.finish(process)
    return process


def begin(folder, level="limits", **more):
    """Starts a match whose first bot waits in its second game."""
    scene.write(f"{folder}/gate", "")
    return waiting(folder, scene.start(
        folder, "play", "pig", "./waits", "./rival", *GAME, "--sandbox", level,
        "-o", "log.jsonl", "--trace", "trace", "--secret-file", "secret",
        "--key-file", "key", **more))


def end(folder, process):
    os.unlink(f"{folder}/gate")
    scene.expect(scene.finish(process))
    assert not scene.faults_of(folder)


def ordinary(folder, level):
    scene.expect(scene.play(folder, "pig", "a=./rival", "b=./rival", *GAME,
                            "--sandbox", level))


def killed(folder):
    """Kills all processes at once; what is in the folder stays.  Returns the
    folder for temporary files."""
    process = begin(prepare(folder))
    # Stopped first, so that none can clean up for the others.
    found = [process.pid, *scene.descendants(process.pid)]
    for number in signal.SIGSTOP, signal.SIGKILL:
        for pid in found:
            os.kill(pid, number)
    scene.finish(process)
    assert not scene.gone_in_the_end(folder)
    assert len(folders(f"{folder}/t")) == 1
    return f"{folder}/t"


def folders(temporary):
    return [name for name in os.listdir(temporary)
            if name.startswith("rollcall-")]


def another(folder, temporary):
    os.mkdir(f"{folder}/2")
    shutil.copy(f"{folder}/key", f"{folder}/2")
    shutil.copy(f"{folder}/secret", f"{folder}/2")
    return prepare(f"{folder}/2", temporary)


# ### folders for temporary files

@scene.each(["limits", "none"])
def test_the_next_run_removes_what_is_left(folder, level):
    temporary = killed(folder)
    ordinary(another(folder, temporary), level)
    assert not os.listdir(temporary)


def test_what_is_in_use_stays(folder):
    process = begin(prepare(folder))
    ordinary(another(folder, f"{folder}/t"), "limits")
    assert len(folders(f"{folder}/t")) == 1
    end(folder, process)
    assert not folders(f"{folder}/t")


def test_what_only_looks_like_a_folder_of_the_referee_stays(folder):
    temporary = f"{prepare(folder)}/t"
    os.mkdir(temporary)
    os.mkdir(f"{folder}/kept")
    scene.write(f"{folder}/kept/file", "")
    os.symlink(f"{folder}/kept", f"{temporary}/rollcall-bots-aaaaaa")
    scene.write(f"{temporary}/rollcall-bots-bbbbbb", "")
    for name, mode in (("rollcall-bots-cccccc", 0o755),
                       ("rollcall-bots-dddddd.old", 0o711),
                       ("rollcall-backup", 0o711)):
        os.mkdir(f"{temporary}/{name}")
        os.chmod(f"{temporary}/{name}", mode)
    if scene.ROOT:
        os.mkdir(f"{temporary}/rollcall-bots-eeeeee", 0o711)
        os.chown(f"{temporary}/rollcall-bots-eeeeee", 12345, 12345)
    before = sorted(os.listdir(temporary))
    ordinary(folder, "limits")
    assert sorted(os.listdir(temporary)) == before
    assert os.path.exists(f"{folder}/kept/file")


# ### who may read logs and traces before they are closed
# The other rotations of a board have the same dice: a bot that could read the
# growing log would know its own.

def modes(folder, names=FILES):
    return [f"{os.stat(f'{folder}/{name}').st_mode & 0o777:o}"
            for name in names]


def test_files_are_closed_until_it_is_over(folder):
    # The file may exist before; the umask at the end counts.
    scene.write(f"{folder}/trace", '{"us":1}\n', 0o666)
    process = begin(prepare(folder), umask=0o027)
    assert modes(folder) == ["600", "600"]
    end(folder, process)
    assert modes(folder) == ["640", "640"]
    said = "".join(line.get("stderr", "")
                   for line in scene.read_log(f"{folder}/trace"))
    if scene.ROOT:      # its bots run as other users
        assert "read " not in said
        assert said.count("Permission denied") >= len(FILES), said


def test_files_stay_closed_when_it_is_killed(folder):
    """Also a copy that was open."""
    killed(folder)
    assert modes(folder) == ["600", "600"]
    os.chmod(f"{folder}/log.jsonl", 0o644)
    os.unlink(f"{folder}/at/it")
    process = waiting(folder, scene.start(folder, *RESUME))
    assert modes(folder, FILES[:1]) == ["600"]
    end(folder, process)
    assert modes(folder, FILES[:1]) == ["644"]
    # As if killed between the last line and the change of mode.
    os.chmod(f"{folder}/log.jsonl", 0o600)
    scene.expect(scene.run(folder, *RESUME))
    assert modes(folder, FILES[:1]) == ["644"]


def test_the_mode_of_a_pipe_is_left_alone(folder):
    prepare(folder)
    os.mkfifo(f"{folder}/trace")
    os.chmod(f"{folder}/trace", 0o666)
    with subprocess.Popen(["cat", "trace"], cwd=folder,
                          stdout=subprocess.DEVNULL):
        scene.expect(scene.play(folder, "pig", "a=./rival", "b=./rival",
                                "--trace", "trace"))
    assert modes(folder) == ["644", "666"]


# ### bots that cannot be ended at once

PLAYS_ON = scene.prelude("json, os, signal, subprocess, sys, time") + """
child = subprocess.Popen(["{folder}/become", "--reuid=0", "--regid=0",
                          "--clear-groups", "{folder}/sleeps", "100000"])
open("{folder}/at/" + str(child.pid), "w").close()
while open("/proc/%d/comm" % child.pid).read() != "sleeps\\n":
    time.sleep(0.002)
until_turn(99)
"""
# So slow that the waiting bot is paused.
SLOW = scene.prelude("json, sys, time") + """
for game in 1, 2:
    until_turn(game)
    time.sleep(0.1)
    print('{"move":1}', flush=True)
until_turn(99)
"""


def test_a_program_of_another_user(folder):
    """A bot starts a setuid root program, which the referee cannot suspend,
    resume or end.  The match has its result, and the referee reports what it
    leaves."""
    if not scene.ROOT:
        raise scene.Skip("a setuid program: not root")
    who = Somebody(folder, USER)
    os.mkdir(f"{folder}/at")
    scene.bot(folder, "roots", PLAYS_ON.replace("{folder}", folder))
    scene.bot(folder, "slow", SLOW)
    shutil.copy(shutil.which("sleep"), f"{folder}/sleeps")
    who.own()
    who.own = lambda: None      # it would take the bit of the program away
    shutil.copy(shutil.which("setpriv"), f"{folder}/become")
    os.chmod(f"{folder}/become", 0o4755)
    process = who.start("play", "pig", "./roots", "./slow", *GAME,
                        "--sandbox", "none", "-o", "log.jsonl",
                        "--secret-file", "secret", "--key-file", "key")
    assert scene.wait_until(lambda: process.poll() is not None)
    children = [int(name) for name in os.listdir(f"{folder}/at")]
    for pid in children:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    scene.expect(scene.finish(process), 0, "roots",
                 "cannot end processes of a bot")
    assert len(scene.overs(f"{folder}/log.jsonl")) == 6 and len(children) == 2
    assert not scene.doubts(folder)


# Stops or traces the bot's warden, then plays on or exits.
HOLDS_IT = scene.prelude("ctypes, json, os, signal, sys, time") + """
until_turn(2)
warden, (out, to) = os.getppid(), os.pipe()
if os.fork() == 0:
    {hold}
    os.write(to, b"x")
    os.close(0), os.close(1)
    signal.pause()
assert os.read(out, 1) == b"x"
{then}
"""


@scene.each([
    ("assert ctypes.CDLL(None).ptrace(16, warden, 0, 0) == 0", "go_on()"),
    ("os.kill(warden, signal.SIGSTOP)", "os._exit(0)")])
def test_a_bot_that_holds_its_warden(folder, hold, then):
    """That may take time, but every game has its result."""
    if "ptrace" in hold and not scene.ROOT:
        raise scene.Skip("a bot that may trace the referee: not root")
    scene.bot(folder, "bot", HOLDS_IT.replace("{hold}", hold)
              .replace("{then}", then))
    scene.healthy(folder)
    scene.expect(scene.play(folder, "pig", "./bot", "./rival", *GAME,
                            "--sandbox", "none"))
    assert not scene.gone_in_the_end(folder) and not scene.doubts(folder)
    assert [(line["fault"], game[0]["rotation"] == line["seat"])
            for game in scene.games_of(scene.read_log(f"{folder}/log.jsonl"))
            for line in game if line["t"] == "fault"] == (
        [("gone", True)] * 2 if "exit" in then else [])


def test_a_bot_that_is_not_started_in_time(folder):
    """It ends the match: without a sandbox, nothing about a start takes that
    long.  (This takes as long as a sandbox may: 30 s.)"""
    prepare(folder)
    key = scene.content(folder, "key")
    os.unlink(f"{folder}/key")
    os.mkfifo(f"{folder}/key", 0o600)
    process = scene.start(folder, "play", "pig", "a=./rival", "b=./rival",
                          *GAME, "-o", "log.jsonl", "--key-file", "key")
    ends = []

    def is_read():
        try:
            ends.append(os.open(f"{folder}/key", os.O_WRONLY | os.O_NONBLOCK))
        except OSError:         # nobody has opened it for reading
            return False
        return True

    # The player waits for the key; this process starts the bots.  It had other
    # children before, which try what the system can do.
    assert scene.wait_until(is_read)
    process.send_signal(signal.SIGSTOP)
    player, = scene.children_of(process.pid)
    os.write(ends[0], key)
    os.close(ends[0])
    scene.wait_until(lambda: scene.stat_of(player)[2] == "Z")
    process.send_signal(signal.SIGCONT)
    scene.expect(scene.finish(process), 2, "^$", r"play: cannot host the bots:"
                 r" a bot was not started in \d+ s$")


scene.main(workers=8)

#!/usr/bin/env python3
"""remote_bots.py - bots on another machine, behind a real sshd, as in
docs/remote-bots.md.

The other machine is this one, at a port that only it can reach.

tier: full
"""
import contextlib
import json
import os
import pwd
import re
import shutil
import socket
import subprocess

import scene
import tournament

KEY = ("--key-file", "key")
SSHD = shutil.which("sshd") or shutil.which("/usr/sbin/sshd")
PATIENT = {"start_ms": 120000, "move_ms": 120000}
ONE = {"boards": 3, "rotations": 1, "processes": "entrant"}
MIDDLE = ".x."          # the second game of its process is lost
PLAIN = "..."

SERVER = """Port {port}
ListenAddress 127.0.0.1
HostKey {folder}/host
AuthorizedKeysFile {folder}/authorized
PermitRootLogin prohibit-password
PasswordAuthentication no
KbdInteractiveAuthentication no
StrictModes no
UsePAM no
PidFile none
MaxStartups 100
"""
PAGE = f"{scene.SRC}/docs/remote-bots.md"


def blocks(kind):
    with open(PAGE, encoding="utf-8") as file:
        return re.findall(rf"^```{kind}\n(.*?)^```$", file.read(), re.M | re.S)


CLIENT, = blocks("text ssh")
ALLOWED, = blocks("text authorized_keys")
CUP = json.loads(blocks("json tournament-file")[0])
ANN, BOB = CUP["entrants"]


def changed(text, values):
    """The text with some of its words replaced."""
    for old, new in values.items():
        assert old in text, (old, text)
        text = text.replace(old, str(new))
    return text


BOT = scene.prelude("json, os, signal, sys, time") + """
here = os.path.dirname(os.path.realpath(sys.argv[0]))
sys.stderr.write("by way of %s\\n" % os.environ.get("SSH_CONNECTION", "none"))
sys.stderr.flush()
def until_eof():
    while sys.stdin.readline():
        pass

"""
class Author:
    """The author's machine: its server, its key, and who may start the bot."""

    def __init__(self, folder):
        self.folder, self.user = folder, pwd.getpwuid(os.geteuid()).pw_name
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f",
                        f"{folder}/host"], check=True)
        subprocess.run(blocks("sh remote")[0], shell=True, cwd=folder,
                       check=True)
        key = scene.content(folder, "ann.key.pub").decode()
        scene.write(f"{folder}/authorized", changed(ALLOWED, {
            "/home/ann/bot": folder, "ssh-ed25519 AAAA... contest\n": key}))
        self.know("host")

    def know(self, name):
        words = scene.content(self.folder, f"{name}.pub").split()[:2]
        scene.write(f"{self.folder}/ann.hosts",
                    b"ann.example.org " + b" ".join(words) + b"\n")

    @contextlib.contextmanager
    def server(self):
        """Starts the server.  The port may be taken between the moment that it
        was found free and the start."""
        if scene.ROOT:
            os.makedirs("/run/sshd", mode=0o755, exist_ok=True)
        for _ in range(20):
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                port = free.getsockname()[1]
            scene.write(f"{self.folder}/server", SERVER.format(
                folder=self.folder, port=port))
            scene.write(f"{self.folder}/ann.ssh", changed(CLIENT, {
                "HostName ann.example.org": "HostName 127.0.0.1",
                "Port 22": f"Port {port}", "User ann": f"User {self.user}",
                "/home/club/contest": self.folder}))
            with open(f"{self.folder}/said", "wb") as said:
                process = subprocess.Popen(
                    [SSHD, "-D", "-e", "-f", f"{self.folder}/server"],
                    stdin=subprocess.DEVNULL, stdout=said, stderr=said)
            scene.wait_until(lambda p=process: p.poll() is not None or
                             b"listening" in scene.content(self.folder,
                                                           "said"))
            if process.poll() is None:
                break
        assert process.poll() is None, scene.content(self.folder, "said")
        try:
            yield process
        finally:
            process.kill()
            process.wait()


@contextlib.contextmanager
def author(folder, body):
    os.chmod(folder, 0o755)
    there = Author(folder)
    scene.bot(folder, "bot", BOT + body)
    scene.healthy(folder, "bob")
    with there.server() as server:
        there.process = server
        yield there


def play(there, **limits):
    """A match of ann and bob."""
    scene.write(f"{there.folder}/match.json", json.dumps(
        {"game": "pig", "rules": {"target": 20}, "entrants": [ANN, BOB],
         **ONE, "limits": {**PATIENT, **limits}}))
    return scene.run(there.folder, "play", "match.json", "--trace", "trace",
                     "-o", "log.jsonl", "--secret-file", "secret", *KEY)


def said(there):
    return "".join(line.get("stderr", "")
                   for line in scene.read_log(f"{there.folder}/trace"))


def judge(there, result, fault, detail, pattern):
    """Only ann may lose games, those with an x in the pattern."""
    scene.expect(result, err=".*")
    assert re.search(r"by way of 127\.0\.0\.1 ", said(there)), said(there)
    found = ""
    for game in scene.games_of(scene.read_log(f"{there.folder}/log.jsonl")):
        faults = [line for line in game if line["t"] == "fault"]
        found += "x" if faults else "."
        for line in faults:
            assert line["fault"] == fault and \
                game[0]["seats"][line["seat"]] == 0 and \
                re.search(detail, line["detail"]), (line, said(there))
    assert found == pattern, (found, said(there))
    assert not scene.gone_in_the_end(there.folder + "/bot")
    assert not scene.doubts(there.folder)


# What it writes to standard error arrives after the half line.
HALF = """until_turn(2)
sys.stdout.write('{"mo')
sys.stdout.flush()
sys.stderr.write("that was half")
sys.stderr.flush()
while b"that was half" not in open(here + "/trace", "rb").read():
    time.sleep(0.002)
"""


# The bot's parent is the server's process for this connection.
CUT = "os.kill(os.getppid(), signal.SIGKILL)\nuntil_eof()\n"


@scene.each([
    ("until_turn(99)\n", "", "", PLAIN),
    ("until_turn(2)\n" + CUT, "gone", "exit status 255"),
    (HALF + CUT, "garbled", "ended in the middle of a line"),
    ("until_turn(2)\nsys.exit(3)\n", "gone", "exit status 3"),
    ("until_turn(2)\nuntil_eof()\n", "timeout", "")])
def test_plays_or_loses(folder, body, fault, detail, pattern=MIDDLE):
    with author(folder, body) as there:
        limits = {"move_ms": 6000} if fault == "timeout" else {}
        judge(there, play(there, **limits), fault, detail, pattern)


def test_no_way(folder):
    """An unknown host key, then no server: ann cannot start, and the reason is
    in the trace."""
    check = "check", "pig", "--sandbox", "none", "--start", "--limit", \
        "start_ms=120000", "--", *ANN["command"]
    with author(folder, "until_turn(99)\n") as there:
        there.know("ann.key")
        play(there)
        assert "Host key verification failed" in said(there), said(there)
        scene.expect(scene.run(folder, *check), 1,
                     "Host key verification failed")
        there.know("host")
        scene.expect(scene.run(folder, *check))
        for name in ("log.jsonl", "log.json"):
            os.remove(f"{folder}/{name}")
        there.process.kill()
        there.process.wait()
        scene.expect(play(there), err=".*")
    assert [line["fault"] for line in scene.faults_of(folder)] == \
        ["start"] * 3


def level(folder):
    return "strict" if "strict" in scene.run(
        folder, "doctor").out.splitlines()[-1] else "limits"


def test_the_page(folder):
    """The commands on the page do what it says, here with fewer checks and
    longer clocks.  The host key that must answer is part of the bot."""
    with author(folder, "until_turn(99)\n") as there:
        scene.healthy(folder, "bot")
        scene.write(f"{folder}/autumn-cup.json", json.dumps(
            {**CUP, "sandbox": level(folder), "limits": PATIENT}))
        programs = ":".join(map(os.path.dirname, (scene.REFEREE,
                                                  scene.TOURNAMENT)))
        done = subprocess.run(
            ["sh", "-ec", changed(blocks("sh remote")[1], {
                "move_ms=5000": "start_ms=120000 --start"})], cwd=folder,
            capture_output=True, text=True, check=False,
            stdin=subprocess.DEVNULL, env={
                **scene.referee_environment(folder),
                "PATH": f"{programs}:{os.environ['PATH']}"})
        assert done.returncode == 0, done
        for line in "".join(blocks("text remote")).splitlines():
            assert line.replace("strict for", f"{level(folder)} for") in \
                done.stdout, (line, done)
        # Ann proves which bot played.
        scene.expect(scene.run(
            folder, "rerun", "autumn-cup/match-000001.jsonl", "--seat", "ann",
            "--files", "ann.ssh,ann.hosts", "--moved", "--", "./bot"), 0,
                     "replayed identically", ".*")
        good, why = tournament.verify_folder(f"{folder}/autumn-cup")
        assert good, why
        there.know("ann.key")
        scene.tournament(folder, "init", "autumn-cup.json", "-o", "new", *KEY)
        there.know("host")
        scene.expect(scene.tournament(folder, "run", "new", *KEY), 2,
                     err="bot ann has changed since the manifest was signed")


for needed in SSHD, shutil.which("ssh"), shutil.which("ssh-keygen"):
    if needed is None:
        scene.skip_all("no sshd, ssh or ssh-keygen on this machine")
try:
    pwd.getpwuid(os.geteuid())
except KeyError:
    scene.skip_all("this user has no name to log in with")
scene.main(workers=6)

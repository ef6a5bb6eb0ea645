#!/usr/bin/env python3
"""remote_bots.py - bots on another machine, behind a real sshd, as in
docs/remote-bots.md.

The other machine is this one, at a port that only it can reach.  A relay is
the line between the two; the bot tells it when to stop or to break.

The environment names the folders: srcdir, and builddir for the programs.

tier: full, root
"""
import contextlib
import json
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene
import tournament as independent    # after scene, which adds its folder

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


# The line.  It stops while there is a file `hold`, and breaks when there is a
# file `cut`; nothing sent before that is lost.
RELAY = """import os, select, socket, sys
folder, host, port = sys.argv[1:]
line = socket.create_connection((host, int(port)))
ways = {0: line.fileno(), line.fileno(): 1}
while True:
    ready = select.select(list(ways), [], [], 0.002)[0]
    if os.path.exists(folder + "/cut"):
        os.remove(folder + "/cut")
        sys.exit(0)
    if os.path.exists(folder + "/hold"):
        continue
    for way in ready:
        data = os.read(way, 65536)
        if not data:
            sys.exit(0)
        while data:
            data = data[os.write(ways[way], data):]
"""
BOT = scene.prelude("json, os, signal, sys, time") + """
here = os.path.dirname(os.path.realpath(sys.argv[0]))
sys.stderr.write("by way of %s\\n" % os.environ.get("SSH_CONNECTION", "none"))
sys.stderr.flush()

def make(name):
    open(here + "/" + name, "w").close()

def until_eof():
    while sys.stdin.readline():
        pass

"""
# A rival that moves once the other's ssh is paused.
WATCHER = scene.prelude("glob, json, os, signal, sys, time") + """
here = os.path.dirname(os.path.realpath(sys.argv[0]))

def is_stopped(name):
    try:
        words = open(name + "/cmdline", "rb").read().split(b"\\0")
        state = open(name + "/stat").read().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return words[:1] == [b"ssh"] and here.encode() in b" ".join(words) and \\
        state == "T"

until_turn(1)
while not any(map(is_stopped, glob.glob("/proc/[0-9]*"))):
    time.sleep(0.002)
go_on()
"""


class Author:
    """The author's machine: its server, its key, and who may start the bot."""

    def __init__(self, folder):
        self.folder, self.user = folder, pwd.getpwuid(os.geteuid()).pw_name
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f",
                        f"{folder}/host"], check=True)
        subprocess.run(blocks("sh remote")[0], shell=True, cwd=folder,
                       check=True)
        scene.write(f"{folder}/relay", RELAY)
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
        """Starts the server, with retries: the port may be taken between the
        moment that it was found free and the start."""
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
                "/home/club/contest": self.folder}) +
                f"\tProxyCommand {scene.PYTHON} {self.folder}/relay "
                f"{self.folder} %h %p\n")
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
def author(at, body):
    folder = at.folder()
    os.chmod(folder, 0o755)
    there = Author(folder)
    scene.bot(folder, "bot", BOT + body)
    scene.healthy(folder, "bob")
    with there.server() as server:
        there.process = server
        yield there


def play(there, limits=None, **changes):
    scene.write(f"{there.folder}/match.json", json.dumps(
        {"game": "pig", "rules": {"target": 20}, "entrants": [ANN, BOB],
         **ONE, "limits": {**PATIENT, **(limits or {})}, **changes}))
    return scene.play(there.folder, "match.json", "--trace", "trace")


def said(there):
    return "".join(line.get("stderr", "")
                   for line in scene.read_log(f"{there.folder}/trace"))


def judge(there, result, due, fault="", detail="", pattern=MIDDLE):
    """What is wrong with a match in which only ann should lose games."""
    wrong = []
    if result.code != 0:
        return [str(result)]
    if not re.search(r"by way of 127\.0\.0\.1 ", said(there)):
        wrong.append(f"not behind ssh: {said(there)}")
    games = scene.games_of(scene.read_log(f"{there.folder}/log.jsonl"))
    found, others = "", []
    for game in games:
        faults = [line for line in game if line["t"] == "fault"]
        found += "x" if faults else "."
        others += [line for line in faults if line["fault"] != fault or
                   game[0]["seats"][line["seat"]] != 0 or
                   not re.search(detail, line["detail"])]
    if found != pattern or others:
        wrong.append(f"expected {pattern}, found {found} {others} "
                     f"{said(there)}")
    left = scene.gone_in_the_end(there.folder + "/bot")
    if left:
        wrong.append(f"still running: {left}")
    return wrong + [f"{due}: {doubt}" for doubt in
                    scene.doubts(there.folder)]


def case(body, fault="", detail="", pattern=MIDDLE, **limits):
    def run(at):
        with author(at, body) as there:
            return judge(there, play(there, limits), body, fault, detail,
                         pattern)
    return run


# Answers at once, but the line holds the answer back.
HELD = """until_turn(2)
make("hold")
print('{"move":1}', flush=True)
make("answered")
until_eof()
"""


def the_way_counts(at):
    with author(at, HELD) as there:
        wrong = []
        scene.write(f"{there.folder}/match.json", json.dumps(
            {"game": "pig", "rules": {"target": 20}, "entrants": [ANN, BOB],
             **ONE, "limits": {"start_ms": 120000, "move_ms": 6000}}))
        process = scene.start(
            there.folder, "play", "match.json", "--trace", "trace", "-o",
            "log.jsonl", "--secret-file", "secret", *KEY)
        # The line works again when the fault is in the log.
        scene.wait_until(lambda: process.poll() is not None or
                         b'"timeout"' in scene.content(there.folder))
        os.remove(f"{there.folder}/hold")
        result = scene.finish(process)
        if not os.path.exists(f"{there.folder}/answered"):
            wrong.append("the bot has not answered")
        return wrong + judge(there, result, "held", "timeout")


def server_killed(at):
    """The server is killed with its sessions; the rival plays on, and so does
    ann when the server is back."""
    body = """if not os.path.exists(here + "/was"):
    until_turn(1)
    make("was")
    until_eof()
    sys.exit(0)
until_turn(99)
"""
    with author(at, body) as there:
        scene.write(f"{there.folder}/match.json", json.dumps(
            {"game": "pig", "rules": {"target": 20}, "entrants": [ANN, BOB],
             **ONE, "limits": PATIENT}))
        process = scene.start(
            there.folder, "play", "match.json", "--trace", "trace", "-o",
            "log.jsonl", "--secret-file", "secret", *KEY)
        if not scene.wait_until(lambda: process.poll() is not None or
                                os.path.exists(f"{there.folder}/was")):
            return ["it never was on turn"]
        sessions = descendants(there.process.pid)
        os.kill(there.process.pid, signal.SIGSTOP)
        for pid in sessions:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        scene.wait_until(lambda: process.poll() is not None or
                         b'"fault"' in scene.content(there.folder))
        os.kill(there.process.pid, signal.SIGCONT)
        return judge(there, scene.finish(process), "killed", "gone",
                     "exit status 255", "x..")


def descendants(pid):
    found = []
    for child in scene.children_of(pid):
        found += [child] + descendants(child)
    return found


def no_way(at):
    """An unknown host key, then no server: ann cannot start, and the reason is
    in the trace."""
    wrong = []
    with author(at, "until_turn(99)\n") as there:
        there.know("ann.key")
        stranger = play(there)
        if "Host key verification failed" not in said(there):
            wrong.append(f"a stranger: {stranger} {said(there)}")
        check = scene.run(there.folder, "check", "pig", "--sandbox", "none",
                          "--start", "--", *ANN["command"])
        if check.code != 1 or "Host key verification failed" not in check.out:
            wrong.append(f"the check: {check}")
        there.know("host")
        good = scene.run(there.folder, "check", "pig", "--sandbox", "none",
                         "--start", "--limit", "start_ms=120000", "--",
                         *ANN["command"])
        if good.code != 0:
            wrong.append(f"the check of a good one: {good}")
        for name in ("log.jsonl", "log.json"):
            os.remove(f"{there.folder}/{name}")
        there.process.kill()
        there.process.wait()
        result = play(there)
    faults = [line["fault"] for line in
              scene.read_log(f"{there.folder}/log.jsonl")
              if line["t"] == "fault"]
    if result.code != 0 or faults != ["start"] * 3:
        wrong.append(f"no server: {result} {faults}")
    return wrong


def levels():
    told = subprocess.run([scene.REFEREE, "doctor"], capture_output=True,
                          text=True, check=False).stdout.splitlines()[-1]
    if "strict" in told:
        return "strict"
    print("not tried: remote_bots.py beside strict: this machine cannot do "
          "--sandbox strict")
    return "limits"


def a_tournament(at):
    """A remote bot beside others at strict: its weaker level is never
    hidden."""
    level, wrong = levels(), []
    with author(at, "until_turn(99)\n") as there:
        folder = there.folder
        scene.entrant(folder, "cid")
        scene.write(f"{folder}/cup.json", json.dumps(
            {**CUP, "name": "cup", "rules": {"target": 20},
             "entrants": [ANN, BOB, {"name": "cid", "command": ["./cid"]}],
             "sandbox": level, "limits": PATIENT}))
        check = scene.tournament(folder, "check", "cup.json")
        result = scene.tournament(folder, "run", "cup.json", "-j", "1", *KEY)
        note = f"sandbox none for ann; {level} for all others"
        if check.code != 0 or result.code != 0 or \
                result.out.count(note) != 2 or scene.content(
                    folder, "cup/book.jsonl").count(b'"faults":[]') != 3:
            wrong.append(f"{check} {result}")
        for words, due in ((["ladder", "cup"], note), (["verify", "cup"],
                           "not proved: sandbox none for ann: it could have "
                           "read the secret")):
            shown = scene.tournament(folder, *words)
            if shown.code != 0 or due not in shown.out:
                wrong.append(f"{words}: {shown}")
        manifest = json.loads(scene.content(folder, "cup/manifest.json"))
        if [one.get("sandbox") for one in manifest["entrants"]] != \
                ["none", None, None]:
            wrong.append(f"the manifest: {manifest['entrants']}")
        good, why = independent.verify_folder(f"{folder}/cup")
        if not good:
            wrong.append(f"the independent verifier: {why}")
        # The host key that must answer is part of the bot.
        os.rename(f"{folder}/cup", f"{folder}/old")
        scene.tournament(folder, "init", "cup.json", *KEY)
        there.know("ann.key")
        return wrong + scene.one_sentence(
            scene.tournament(folder, "run", "cup", *KEY),
            "bot ann has changed since the manifest was signed")


def the_page(at):
    """The commands on the page do what it says, here with fewer checks and
    longer clocks."""
    level = levels()
    with author(at, "until_turn(99)\n") as there:
        scene.healthy(there.folder, "bot")
        scene.write(f"{there.folder}/autumn-cup.json", json.dumps(
            {**CUP, "sandbox": level, "limits": PATIENT}))
        script = changed(blocks("sh remote")[1], {
            "move_ms=5000": "start_ms=120000 --start"})
        done = subprocess.run(
            ["sh", "-ec", script], cwd=there.folder, capture_output=True,
            text=True, check=False, stdin=subprocess.DEVNULL, env={
                **scene.referee_environment(there.folder),
                "PATH": f"{os.path.dirname(scene.REFEREE)}:"
                        f"{os.path.dirname(scene.TOURNAMENT)}:"
                        f"{os.environ['PATH']}"})
        wrong = [] if done.returncode == 0 else [f"{done}"]
        wrong += [f"not said: {line}" for line in "".join(blocks("text remote")).splitlines()
                  if line.replace("strict for", f"{level} for")
                  not in done.stdout]
        # Ann proves which bot played.
        shown = scene.run(there.folder, "rerun",
                          "autumn-cup/match-000001.jsonl", "--seat", "ann",
                          "--files", "ann.ssh,ann.hosts", "--moved", "--",
                          "./bot")
        if shown.code != 0 or "replayed identically" not in shown.out:
            wrong.append(f"rerun: {shown}")
        return wrong


def suspended(at):
    """ann's ssh is paused while its rival thinks; that does not harm the
    line."""
    with author(at, "until_turn(99)\n") as there:
        scene.bot(there.folder, "bob", WATCHER)
        return judge(there, play(there), "suspended", pattern=PLAIN)


# What it writes to standard error arrives after the half line.
HALF = """until_turn(2)
sys.stdout.write('{"mo')
sys.stdout.flush()
sys.stderr.write("that was half")
sys.stderr.flush()
while b"that was half" not in open(here + "/trace", "rb").read():
    time.sleep(0.002)
"""
CASES = {
    "plays": case("until_turn(99)\n", pattern=PLAIN),
    "the page": the_page,
    "suspended": suspended,
    "the way counts": the_way_counts,
    "line breaks": case('until_turn(2)\nmake("cut")\nuntil_eof()\n', "gone",
                        "exit status 255"),
    "half a line": case(HALF + 'make("cut")\nuntil_eof()\n', "garbled",
                        "ended in the middle of a line"),
    # The bot's parent is the server's process for this connection.
    "session killed": case(
        "until_turn(2)\nos.kill(os.getppid(), signal.SIGKILL)\nuntil_eof()\n",
        "gone", "exit status 255"),
    "server killed": server_killed,
    "floods": case("until_turn(2)\nwhile True:\n"
                   "    sys.stdout.write('x' * 65536)\n", "flood"),
    "hangs": case("until_turn(2)\nuntil_eof()\n", "timeout", move_ms=6000),
    "no way": no_way,
    "a tournament": a_tournament,
}


MORE = {
    "floods lines": case("until_turn(2)\nwhile True:\n"
                         "    print('{\"move\":1}')\n", "flood"),
    "floods errors": case("until_turn(2)\nwhile True:\n"
                          "    sys.stderr.write('x' * 65536)\n", "limit",
                          output_mb=1),
    "half a line, then exits": case(HALF + "sys.exit(3)\n", "garbled",
                                    "ended in the middle of a line"),
    "exits": case("until_turn(2)\nsys.exit(3)\n", "gone", "exit status 3"),
}


def main():
    for name, found in (("sshd", SSHD), ("ssh", shutil.which("ssh")),
                        ("ssh-keygen", shutil.which("ssh-keygen"))):
        if found is None:
            print(f"not tried: bots behind ssh: no {name} on this machine")
            return 77
    try:
        pwd.getpwuid(os.geteuid())
    except KeyError:
        print("not tried: bots behind ssh: this user has no name to log in "
              "with")
        return 77
    return scene.run_cases({**CASES, **(MORE if scene.LONG else {})}, workers=6)


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""inject.py - each system call of the referee and of tournaments fails once.

tests/hostile/faults/inject.c makes the n-th call of a kind fail.  The program
must then print one clear sentence and exit with 2, or be unharmed; an existing
log or book can be continued to the same result; nothing is left running or
half made; and no bot is blamed.  A kind of call that occurs, but is not named
in calls.txt, is a failure of this test.  Of each kind the first call and the
last one fail, where a match or a tournament is played also some in between.

tier: full, root play
"""
import contextlib
import csv
import json
import os
import shutil
import signal
import subprocess

import scene

INJECT = f"{scene.BUILD}/tests/hostile/faults/inject"
MOST, FEW = 4, 2
# The programs' own signals interrupt these calls, which must be harmless.
CUT_INTO = ("epoll_wait", "poll", "wait4", "recvmsg", "sendto", "recvfrom",
            "clock_nanosleep")
WITH = ["--secret-file", "secret", "--key-file", "key"]
PLAY = ["pig", "one=./rival", "two=./rival", "--rules",
        "target=10,max_turns=2", "-o", "log.jsonl", *WITH]
# A waiting bot is paused when the other takes long, which depends on timing:
# switch that off.
NEVER_STOPPED = ["--limit", "pause_waiting=0"]
GO_ON = ["play", "--resume", "log.jsonl", *WITH]
# So slow that its rival is paused each time, and is on turn next.
SLOW = f"""#!{scene.PYTHON}
import sys, time
for line in sys.stdin:
    if '"type":"hello"' in line: print('{{"type":"ready"}}', flush=True)
    if '"type":"turn"' in line:
        time.sleep(0.05)
        print('{{"move":1}}', flush=True)
"""
# The calls used to pause and resume bots.
STOP_CALLS = {"kill": "EPERM", "openat": "EMFILE", "read": "EIO",
              "getdents64": "EIO"}
# Leaves a folder that is not empty.
FILLS = "#!/bin/sh\nmkdir -p a/b && echo >a/b/c && exec ${0%/*}/inner\n"
FILES = {"t", "inner", "config", "key", "secret", "rival", "log.jsonl",
         "log.json", "log.pack",
         "report", "cup.json", "cup"}
CUP = {
    "name": "cup", "game": "pig", "rules": {"target": 10, "max_turns": 2},
    "limits": {"pause_waiting": 0},
    "format": {"type": "round_robin", "boards": 1}, "entrants": [
        {"name": name, "command": ["./rival", name]} for name in "abc"],
}
# Each call with its errors, or after "- " why it is not failed.
with open(f"{scene.SRC}/tests/hostile/faults/calls.txt",
          encoding="utf-8") as calls:
    KNOWN = dict(line.rstrip().split(" ", 1) for line in calls
                 if line[0] not in "#\n")
EVERY = {call: errors for call, errors in KNOWN.items() if errors[0] != "-"}
REMOVALS = ("rmdir", "unlinkat", "renameat")
INSIDE = "8"    # process name of the referee in a sandbox, executed by
                # descriptor
# Calls that the loader makes, too: its own are not failed, because a limit
# cannot be set before it has run.
LOADER = ("openat", "read", "newfstatat", "access", "mmap", "prlimit64",
          "getrandom", "fcntl")


class Run:
    def __init__(self, folder, what, call, n=0, error="EIO", words=None):
        # A process is named after the file that was executed.
        link = f"{folder}/{what.program}"
        os.symlink({"referee": scene.REFEREE,
                    "tournament": scene.TOURNAMENT}[what.program], link)
        report = f"{folder}/report"
        process = subprocess.Popen(
            [INJECT, report, what.process or what.program, call, str(n),
             error, link, *(words or what.words())],
            cwd=folder, env=scene.referee_environment(folder),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        try:
            out, err = process.communicate(timeout=scene.HANGS_S)
            self.code = process.returncode
        except subprocess.TimeoutExpired:
            process.kill()      # its waiting calls then get ENOSYS
            for one in scene.left_running(folder):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(one.split()[0]), signal.SIGKILL)
            self.code, out, err = "hangs", b"", b""
        self.out, self.err = out.decode(), err.decode()
        os.unlink(link)
        text = scene.content(folder, "report").decode().split()
        self.count, self.left = map(int, text[:2]) if text else (0, 0)
        self.kinds = dict(zip(text[2::2], map(int, text[3::2])))
        if text:
            os.unlink(report)

    def __repr__(self):
        return f"exit {self.code}, {self.err!r}, {self.left} left"


def check_end(run, folder, harmless, may_stay="-"):
    """What must hold after every run."""
    wrong = []
    if run.code not in (0, 2) or run.left != 0:
        wrong.append(str(run))
    elif run.code == 2 and (harmless or run.err.count("\n") != 1):
        wrong.append(str(run))
    stray = set(os.listdir(folder)) - FILES
    stray |= {name for name in os.listdir(f"{folder}/t")
              if not name.startswith(may_stay)}
    return wrong + [f"left behind: {name}" for name in sorted(stray)]


# ### a match

class Match:
    """A match (or with `half`, the rest of one), played undisturbed first and
    then with a call that fails."""
    program = "referee"

    def __init__(self, stage, level, half=False, process=None, slow=False):
        self.stage, self.level, self.half = stage, level, None
        self.process, self.slow = process, slow
        folder = self.prepare()
        run = scene.run(folder, *self.words())
        assert run.code == 0, run
        self.overs = scene.overs(f"{folder}/log.jsonl")
        if half:
            text = scene.content(folder)
            self.half = text[:text.index(b'"t":"over"') + 200]
            self.match = scene.content(folder, "log.json")
            self.first = folder

    def words(self):
        return GO_ON if self.half else [
            "play", *PLAY, "--sandbox", self.level,
            *([] if self.slow else NEVER_STOPPED)]

    def prepare(self):
        folder = self.stage.folder()
        if self.slow:
            scene.bot(folder, "rival", SLOW)
        elif self.level == "limits":
            scene.healthy(folder, "inner")
            scene.bot(folder, "rival", FILLS)
        else:
            scene.healthy(folder)
        if self.half:
            scene.write(f"{folder}/log.jsonl", self.half)
            scene.write(f"{folder}/log.json", self.match.replace(
                self.first.encode(), folder.encode()))
        return folder

    def check(self, folder, run, harmless, may_stay="-"):
        wrong = check_end(run, folder, harmless, may_stay)
        log = scene.content(folder)
        if not log and (os.path.exists(f"{folder}/log.jsonl") or
                        os.path.exists(f"{folder}/log.json")):
            wrong.append("half made")
        if not log:
            return wrong
        if run.code == 2:
            again = scene.run(folder, *GO_ON)
            if again.code != 0 or again.err:
                return wrong + [f"{run}, and then {again}"]
        if scene.overs(f"{folder}/log.jsonl") != self.overs or \
                b'"t":"fault"' in scene.content(folder):
            wrong.append(f"{run}, and another result: "
                         f"{scene.content(folder)[-300:]}")
        verified = scene.run(folder, "verify", "log.jsonl")
        if verified.code != 0:
            wrong.append(str(verified))
        return wrong


class Verify:
    """A log or a tournament that cannot be read must not be called wrong."""
    process = None

    def __init__(self, stage, program, golden, name):
        self.stage, self.program = stage, program
        self.golden, self.name = f"{scene.SRC}/tests/golden/{golden}", name

    def words(self):
        return ["verify", self.name]

    def prepare(self):
        folder = self.stage.folder()
        subprocess.run(["cp", "-r", self.golden, f"{folder}/{self.name}"],
                       check=True)
        return folder

    def check(self, folder, run, harmless, _=None):
        wrong = check_end(run, folder, harmless)
        return wrong if run.code == 2 or "verified" in run.out else [
            *wrong, f"{run}, {run.out}"]


class Pack(Verify):
    """A log is packed and unpacked; neither file is ever left half written."""

    def __init__(self, stage, command):
        super().__init__(stage, "referee", "pig-2.jsonl", "log.jsonl")
        self.command = command
        folder = super().prepare()
        assert scene.run(folder, "pack", "log.jsonl").code == 0
        self.log = scene.content(folder)
        self.packed = scene.content(folder, "log.pack")

    def words(self):
        return [self.command, "log.jsonl" if self.command == "pack" else
                "log.pack"]

    def prepare(self):
        if self.command == "pack":
            return super().prepare()
        folder = self.stage.folder()
        scene.write(f"{folder}/log.pack", self.packed)
        return folder

    def check(self, folder, run, harmless, _=None):
        wrong = check_end(run, folder, harmless)
        there = [scene.content(folder, name) for name in ("log.jsonl",
                                                          "log.pack")]
        made = self.command == "pack"
        if there[not made] != (self.log, self.packed)[not made] or \
                there[made] not in (b"", (self.log, self.packed)[made]) or \
                (run.code == 0 and not there[made]):
            wrong.append(f"{run}, and files of {list(map(len, there))} bytes")
        return wrong


# ### a tournament

class Init:
    program, process = "tournament", None

    def __init__(self, stage):
        self.stage = stage

    def words(self):
        return ["init", "cup.json", "--key-file", "key"]

    def prepare(self):
        folder = self.stage.folder()
        scene.healthy(folder)
        scene.write(f"{folder}/cup.json", json.dumps(CUP))
        return folder

    def check(self, folder, run, harmless, _=None):
        wrong = check_end(run, folder, harmless)
        if run.code == 2 and not os.path.exists(f"{folder}/cup"):
            run = scene.tournament(folder, *self.words())
            if run.code != 0:
                wrong.append(str(run))
        found = sorted(os.listdir(f"{folder}/cup"))
        if found != ["manifest.json", "manifest.note", "secret",
                     "tournament.json"]:
            wrong.append(f"half made: {found}")
        return wrong


class Cup:
    program, process = "tournament", None

    def __init__(self, stage):
        self.stage = stage
        self.made = Init(stage).prepare()
        made = scene.tournament(self.made, "init", "cup.json",
                                "--key-file", "key")
        assert made.code == 0, made
        folder = self.prepare()
        run = scene.tournament(folder, *self.words())
        assert run.code == 0, run
        self.expected = self.table(folder)

    def words(self):
        return ["run", "cup", "-j", "1", "--key-file", "key"]

    def prepare(self):
        folder = self.stage.folder()
        scene.healthy(folder)
        shutil.copytree(f"{self.made}/cup", f"{folder}/cup")
        return folder

    def table(self, folder):
        """The results without the voids: a referee may have failed before its
        log."""
        rows = csv.DictReader(scene.tournament(
            folder, "results", "cup", "--csv").out.splitlines())
        return [{**row, "voids": None} for row in rows]

    def check(self, folder, run, harmless, _=None):
        wrong = check_end(run, folder, harmless)
        if run.code == 2:
            again = scene.tournament(folder, *self.words())
            if again.code != 0:
                return wrong + [f"{run}, and then {again}"]
        verdict = scene.tournament(folder, "verify", "cup")
        if verdict.code != 0 or self.table(folder) != self.expected:
            wrong.append(f"{run}, and then {verdict} {self.table(folder)}")
        return wrong


class Group(Cup):
    """A terminal's signals to the foreground process group must reach only the
    tournament, even while a referee being started is still in its group.
    Ctrl-Z stops the tournament, which then continues; after Ctrl-C it ends
    what is being played."""

    def cases(self):
        for n in 1, 3:
            yield (f"run: Ctrl-Z at start {n}",
                   lambda n=n: attempt(self, "setpgid", n, "SIGTSTP"))
            yield (f"run: Ctrl-C at start {n}",
                   lambda n=n: attempt(self, "setpgid", n, "SIGINT"))

    def check(self, folder, run, harmless, _=None):
        book = scene.content(folder, "cup/book.jsonl").count(b'"t":"end"')
        wrong = super().check(folder, run, harmless)
        if run.code not in (0, 2) or (run.code == 0 and book != 3):
            return [*wrong, str(run)]
        return wrong


# ### cases

def numbers(first, last, most):
    """At most `most` of these numbers, including the first and the last."""
    all_of_them = list(range(first, last + 1))
    if most == 0 or len(all_of_them) <= most:
        return all_of_them
    few = most // 2
    rest = all_of_them[few:]
    return all_of_them[:few] + [rest[(i + 1) * len(rest) // few - 1]
                                for i in range(few)]


def attempt(what, call, n, error):
    folder = what.prepare()
    run = Run(folder, what, call, n, error)
    # If it may not remove a folder, it has to leave it behind.
    wrong = what.check(folder, run, error == "SHORT" or
                       (error == "EINTR" and call in CUT_INTO),
                       "rollcall-" if call in REMOVALS else "-")
    shutil.rmtree(folder, ignore_errors=True)
    return wrong


def unknown_calls(run):
    unknown = sorted(run.kinds.keys() - KNOWN.keys())
    return [f"{run}: {unknown}"] if unknown or "openat" not in run.kinds \
        else []


def cases_of(name, what, calls, most=FEW):
    """First counts how often each call occurs; the loader's calls are left
    alone."""
    words = ["games"] if what.program == "referee" else ["formats"]
    loader = Run(what.prepare(), what, "all", words=words).kinds
    undisturbed = Run(what.prepare(), what, "all")
    yield (f"{name}: which calls there are",
           lambda: unknown_calls(undisturbed))
    for call, errors in calls.items():
        before = loader.get(call, 0) if call in LOADER else 0
        count = undisturbed.kinds.get(call, 0)
        for at, error in enumerate(errors.split()):
            if error == "SHORT" and not scene.ROOT:
                continue
            # For further errors, half as many.
            for n in numbers(before + 1, count, most)[at > 0::1 + (at > 0)]:
                yield (f"{name}: {call} {n} of {count}: {error}",
                       lambda call=call, n=n, error=error: attempt(
                           what, call, n, error))


def cannot_run():
    """Why, if so."""
    if not os.access(INJECT, os.X_OK):
        return f"{INJECT} is not built (it needs libseccomp)"
    with open(scene.REFEREE, "rb") as file:
        if b"__asan_init" in file.read():
            return "a sanitizer makes system calls of its own"
    return None


def cases(stage):
    level = scene.run(stage.folder(), "doctor").out.splitlines()[-1]
    yield from cases_of("play", Match(stage, "limits"), EVERY, MOST)
    yield from cases_of("who waits is stopped",
                        Match(stage, "none", slow=True), STOP_CALLS)
    yield from cases_of("resume", Match(stage, "none", True), EVERY)
    if "strict" in level:
        yield from cases_of("strict", Match(stage, "strict"), EVERY)
        yield from cases_of("inside of strict",
                            Match(stage, "strict", process=INSIDE), EVERY)
    yield from cases_of("verify", Verify(
        stage, "referee", "pig-2.jsonl", "log.jsonl"), EVERY)
    for command in "pack", "unpack":
        yield from cases_of(command, Pack(stage, command), EVERY)
    yield from cases_of("init", Init(stage), EVERY)
    yield from cases_of("run", Cup(stage), EVERY, MOST)
    yield from Group(stage).cases()
    yield from cases_of("tournament verify", Verify(
        stage, "tournament", "robin", "cup"), EVERY)


if cannot_run():
    scene.skip_all(cannot_run())
scene.main(cases=cases)

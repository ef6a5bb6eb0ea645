#!/usr/bin/env python3
"""inject.py - each system call of the referee and of tournaments fails once.

tests/inject.c makes the n-th call of a kind fail.  Then there is one clear
sentence and exit 2, or the harm was none; a log or book that is there can be
gone on with to the same result; nothing is left running or half made; and no
bot is to blame.  Words choose cases by name; ROLLCALL_INJECTIONS is how many
calls of a kind are tried, the first ones and others between them and the last
(0: all).
"""
import json
import os
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
import scene

INJECT = f"{scene.BUILD}/tests/inject"
TOURNAMENT = f"{scene.BUILD}/tournaments/tournament"
MOST = int(os.environ.get("ROLLCALL_INJECTIONS", "8"))
# Signals of ours cut into these calls; no other one is tried again.
CUT_INTO = ("epoll_wait", "poll", "wait4", "recvmsg", "sendto", "recvfrom",
            "clock_nanosleep")
WITH = ["--secret-file", "secret", "--key-file", "key"]
PLAY = ["pig", "one=./rival", "two=./rival", "--rules",
        "target=10,max_turns=2", "-o", "log.jsonl", *WITH]
GO_ON = ["play", "--resume", "log.jsonl", *WITH]
FILES = {"t", "config", "key", "secret", "rival", "log.jsonl", "log.json",
         "report", "cup.json", "cup"}
CUP = {
    "name": "cup", "game": "pig", "rules": {"target": 10, "max_turns": 2},
    "format": {"type": "round_robin", "boards": 1}, "entrants": [
        {"name": name, "command": ["./rival", name]} for name in "abc"],
}
# What may fail, and how it does.
FILE_CALLS = {
    "openat": "EMFILE EIO", "read": "EIO EINTR",
    "write": "ENOSPC EIO EINTR SHORT", "fsync": "EIO EINTR",
    "fdatasync": "EIO EINTR", "ftruncate": "EIO EINTR", "lseek": "EIO",
    "flock": "ENOLCK", "mkdir": "ENOSPC", "unlink": "EIO", "rename": "EIO",
    "chmod": "EIO", "pwrite64": "ENOSPC EINTR", "getdents64": "EIO",
    "newfstatat": "EIO", "access": "EIO", "getrandom": "EINTR",
    "mmap": "ENOMEM", "mlock": "ENOMEM",
}
PROCESS_CALLS = {
    "pipe2": "EMFILE", "socketpair": "EMFILE", "clone": "EAGAIN ENOMEM",
    "clone3": "EAGAIN", "vfork": "EAGAIN", "epoll_create1": "EMFILE",
    "epoll_ctl": "ENOMEM", "epoll_wait": "EINTR", "poll": "EINTR ENOMEM",
    "wait4": "EINTR", "sendmsg": "ENOMEM", "recvmsg": "EINTR ENOMEM",
    "sendto": "EINTR", "recvfrom": "EINTR", "fcntl": "EMFILE ENOLCK",
    "dup2": "EMFILE", "signalfd4": "EMFILE", "prctl": "EPERM",
    "prlimit64": "EPERM", "setresuid": "EAGAIN", "setgroups": "EPERM",
    "execve": "ENOMEM EAGAIN", "chdir": "EIO", "close_range": "EPERM",
    "chown": "EIO", "fchmodat": "EIO", "pidfd_open": "EMFILE",
    "clock_nanosleep": "EINTR", "sched_setaffinity": "EPERM",
}
# A limit that cannot be set before the loader has begun is not ours.
LOADER = ("openat", "read", "newfstatat", "access", "mmap", "prlimit64",
          "getrandom", "fcntl")


class Run:
    def __init__(self, folder, program, words, call="read", n=0,
                 error="EIO"):
        path = {"referee": scene.REFEREE, "tournament": TOURNAMENT}[program]
        # The name of a process is that of what was executed.
        link = f"{folder}/{program}"
        os.symlink(path, link)
        report = f"{folder}/report"
        process = subprocess.Popen(
            [INJECT, report, program, call, str(n), error, link, *words],
            cwd=folder, env=scene.referee_environment(folder),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        try:
            out, err = process.communicate(timeout=scene.HANGS_S)
            self.code = process.returncode
        except subprocess.TimeoutExpired:
            process.kill()      # whoever asks then gets ENOSYS
            self.code, out, err = "hangs", b"", b""
        self.out, self.err = out.decode(), err.decode()
        os.unlink(link)
        text = scene.content(folder, "report").split()
        self.count, self.left = map(int, text) if text else (0, 0)
        if text:
            os.unlink(report)

    def __repr__(self):
        return f"exit {self.code}, {self.err!r}, {self.left} left"


def check_end(run, folder, harmless):
    """What holds for every run."""
    wrong = []
    if run.code not in (0, 2) or run.left != 0:
        wrong.append(str(run))
    elif run.code == 2 and (harmless or run.err.count("\n") != 1):
        wrong.append(str(run))
    stray = set(os.listdir(folder)) - FILES
    stray |= set(os.listdir(f"{folder}/t"))
    return wrong + [f"left behind: {name}" for name in sorted(stray)]


# ### a match

class Match:
    """A match, or with `half` the rest of one, that is played undisturbed
    and then with a call that fails."""
    program = "referee"

    def __init__(self, stage, level, half=False):
        self.stage, self.level, self.half = stage, level, None
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
            "play", *PLAY, "--sandbox", self.level]

    def prepare(self):
        folder = self.stage.folder()
        scene.healthy(folder)
        if self.half:
            scene.write(f"{folder}/log.jsonl", self.half)
            scene.write(f"{folder}/log.json", self.match.replace(
                self.first.encode(), folder.encode()))
        return folder

    def check(self, folder, run, harmless):
        wrong = check_end(run, folder, harmless)
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


# ### a tournament

def tournament(folder, *words):
    return scene.finish(subprocess.Popen(
        [f"{folder}/tournament", *words], executable=TOURNAMENT, cwd=folder,
        env=scene.referee_environment(folder), stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE))


class Init:
    program = "tournament"

    def __init__(self, stage):
        self.stage = stage

    def words(self):
        return ["init", "cup.json", "--key-file", "key"]

    def prepare(self):
        folder = self.stage.folder()
        scene.healthy(folder)
        scene.write(f"{folder}/cup.json", json.dumps(CUP))
        return folder

    def check(self, folder, run, harmless):
        wrong = check_end(run, folder, harmless)
        if run.code == 2 and not os.path.exists(f"{folder}/cup"):
            run = tournament(folder, *self.words())
            if run.code != 0:
                wrong.append(str(run))
        found = sorted(os.listdir(f"{folder}/cup"))
        if found != ["manifest.json", "manifest.note", "secret",
                     "tournament.json"]:
            wrong.append(f"half made: {found}")
        return wrong


class Cup:
    program = "tournament"

    def __init__(self, stage):
        self.stage = stage
        self.made = Init(stage).prepare()
        made = tournament(self.made, "init", "cup.json", "--key-file", "key")
        assert made.code == 0, made
        folder = self.prepare()
        run = tournament(folder, *self.words())
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
        return tournament(folder, "results", "cup", "--csv").out

    def check(self, folder, run, harmless):
        wrong = check_end(run, folder, harmless)
        if run.code == 2:
            again = tournament(folder, *self.words())
            if again.code != 0:
                return wrong + [f"{run}, and then {again}"]
        verdict = tournament(folder, "verify", "cup")
        if verdict.code != 0 or self.table(folder) != self.expected:
            wrong.append(f"{run}, and then {verdict} {self.table(folder)}")
        return wrong


# ### cases

def numbers(first, last):
    """Some of them, with the first and the last."""
    all_of_them = list(range(first, last + 1))
    if MOST == 0 or len(all_of_them) <= MOST:
        return all_of_them
    few = MOST // 2
    rest = all_of_them[few:]
    return all_of_them[:few] + [rest[(i + 1) * len(rest) // few - 1]
                                for i in range(few)]


def attempt(what, call, n, error):
    folder = what.prepare()
    run = Run(folder, what.program, what.words(), call, n, error)
    wrong = what.check(folder, run, error == "SHORT" or
                       (error == "EINTR" and call in CUT_INTO))
    shutil.rmtree(folder, ignore_errors=True)
    return wrong


def cases_of(name, what, calls):
    """How often each call comes is found out first; those of the loader are
    left alone."""
    for call, errors in calls.items():
        before = 0
        if call in LOADER:
            words = ["games"] if what.program == "referee" else ["formats"]
            before = Run(what.prepare(), what.program, words, call).count
        count = Run(what.prepare(), what.program, what.words(), call).count
        for error in errors.split():
            if error == "SHORT" and not scene.ROOT:
                continue
            for n in numbers(before + 1, count):
                yield (f"{name}: {call} {n} of {count}: {error}",
                       lambda call=call, n=n, error=error: attempt(
                           what, call, n, error))


def main():
    tally = scene.Tally()
    if not os.access(INJECT, os.X_OK):
        print("not tried: tests/inject is not built (it needs libseccomp)")
        return 77
    with open(scene.REFEREE, "rb") as file:
        if b"__asan_init" in file.read():
            print("not tried: a sanitizer makes system calls of its own")
            return 77
    with scene.Scene() as stage:
        level = scene.run(stage.folder(), "doctor").out.splitlines()[-1]
        cases = list(cases_of("play", Match(stage, "limits"),
                              FILE_CALLS | PROCESS_CALLS))
        cases += cases_of("resume", Match(stage, "none", True), FILE_CALLS)
        if "strict" in level:
            cases += cases_of("strict", Match(stage, "strict"),
                              PROCESS_CALLS)
        cases += cases_of("init", Init(stage), FILE_CALLS)
        cases += cases_of("run", Cup(stage), FILE_CALLS | PROCESS_CALLS)
        tally.run(cases, 4)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

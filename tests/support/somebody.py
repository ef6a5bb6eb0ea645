"""somebody.py - runs the programs as root and as an ordinary user."""
import ctypes
import os
import shutil
import struct
import subprocess

import scene

USER = 61001            # the ordinary user, when root runs the tests

LIBC = ctypes.CDLL(None, use_errno=True)
NEW_MOUNTS, PRIVATE = 0x20000, 0x44000      # CLONE_NEWNS, MS_REC | MS_PRIVATE

PRELUDE = scene.prelude("ctypes, errno, fcntl, json, mmap, os, resource, "
                        "signal, socket, subprocess, sys, threading, time")


def without_groups():
    """Hides the control groups from the referee; runs before it is executed."""
    if LIBC.unshare(NEW_MOUNTS) != 0 or \
            LIBC.mount(None, b"/", None, PRIVATE, None) != 0 or \
            LIBC.mount(b"none", b"/sys/fs/cgroup", b"tmpfs", 0, None) != 0:
        os._exit(99)


def deny(number, call, argument=None, bits=None):
    """A seccomp filter for x86-64: `call` fails with errno `number`; with
    `argument` or `bits`, only if its first argument is that value or has one
    of those bits."""
    def one(code, k, yes=0, no=0):
        return struct.pack("HBBI", code, yes, no, k & 0xffffffff)
    rows = [one(0x20, 0), one(0x15, call, 0, 3 if argument is not None or bits
                              else 1)]
    if argument is not None:
        rows += [one(0x20, 16), one(0x15, argument, 0, 1)]
    elif bits:
        rows += [one(0x20, 16), one(0x45, bits, 0, 1)]
    rows += [one(0x06, 0x00050000 | number), one(0x06, 0x7fff0000)]
    program = ctypes.create_string_buffer(b"".join(rows))
    head = struct.pack("HxxxxxxQ", len(rows), ctypes.addressof(program))

    def install():
        LIBC.prctl(38, 1, 0, 0, 0)
        if LIBC.prctl(22, 2, ctypes.create_string_buffer(head), 0, 0) != 0:
            os._exit(99)
    install.keeps = program
    return install


class Somebody:
    """Runs the programs as root or as the given user."""

    def __init__(self, stage, user):
        self.stage, self.user = stage, user
        self.name = "as root" if scene.ROOT and not user else "as a user"
        # That user may have no access to the build folder.
        self.referee = self.copied(scene.REFEREE)
        self.tournament = self.copied(scene.TOURNAMENT)

    def copied(self, program):
        path = f"{self.stage.root}/{os.path.basename(program)}"
        if not os.path.exists(path):
            shutil.copy(program, path)
            os.chmod(path, 0o755)
        return path

    def folder(self):
        path = self.stage.folder()
        os.mkdir(f"{path}/t")
        scene.healthy(path)
        self.own(path)
        return path

    def own(self, path):
        if self.user:
            for place, _, names in os.walk(path):
                for name in [place] + [f"{place}/{name}" for name in names]:
                    os.chown(name, self.user, self.user)

    def start(self, folder, *words, before=None, path=None, user=None,
              place=None, program=None):
        program = program or self.referee
        user = user or self.user
        environment = scene.referee_environment(folder)
        if path is not None:
            environment["PATH"] = path
        if place is not None:
            environment["TMPDIR"] = place
        # Otherwise a sanitizer's memory grows, because it keeps what was freed.
        environment["ASAN_OPTIONS"] = "quarantine_size_mb=0:" \
            "thread_local_quarantine_size_kb=0:" + \
            environment.get("ASAN_OPTIONS", "")
        self.own(folder)
        if user:
            os.chown(f"{folder}/t", user, user)

        def prepare():
            if user:
                os.setgroups([])
                os.setresgid(user, user, user)
                os.setresuid(user, user, user)
            if before:
                before()
        return subprocess.Popen(
            [f"{folder}/{os.path.basename(program)}", *words],
            executable=program, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            preexec_fn=prepare)

    def run(self, folder, *words, **more):
        return scene.finish(self.start(folder, *words, **more))

    def play(self, folder, *words, **more):
        return self.run(folder, "play", *words, "-o", "log.jsonl",
                        "--secret-file", "secret", "--key-file", "key",
                        **more)


def faults_of(folder):
    return [line for line in scene.read_log(f"{folder}/log.jsonl")
            if line["t"] == "fault"]


def stderr_of(folder):
    return "".join(line.get("stderr", "")
                   for line in scene.read_log(f"{folder}/trace"))


def main(cases_of, of=1):
    """Runs the cases as the current user and, as root, also as an ordinary
    user; in the smallest size one in `of`."""
    tally = scene.Tally()
    with scene.Scene() as stage:
        me = Somebody(stage, 0)
        told = me.run(me.folder(), "doctor")
        if "strict" not in told.out.splitlines()[-1]:
            print("not tried: this machine cannot do --sandbox strict\n"
                  f"{told.out}")
            return 77
        everybody = [me] + ([Somebody(stage, USER)] if scene.ROOT else [])
        tally.run([case for who in everybody for case in cases_of(who)],
                  of=of)
    return tally.end()

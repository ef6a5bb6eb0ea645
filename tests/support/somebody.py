"""somebody.py - runs the programs as root and as an ordinary user."""
import ctypes
import os
import struct
import subprocess

import scene

USER = 61001            # the ordinary user, when root runs the tests
USERS = (0, USER) if scene.ROOT else (0,)   # 0: who runs the tests
LEVELS = [level for level in ("none", "limits", "strict") if level in
          subprocess.run([scene.REFEREE, "doctor"], capture_output=True,
                         text=True, check=False).stdout.splitlines()[-1]]
if "strict" not in LEVELS:
    print("not tried: strict, which this machine cannot do")

LIBC = ctypes.CDLL(None, use_errno=True)
NEW_MOUNTS, PRIVATE = 0x20000, 0x44000      # CLONE_NEWNS, MS_REC | MS_PRIVATE


def without_groups():
    """Hides the control groups from the referee; runs before it."""
    if LIBC.unshare(NEW_MOUNTS) != 0 or \
            LIBC.mount(None, b"/", None, PRIVATE, None) != 0 or \
            LIBC.mount(b"none", b"/sys/fs/cgroup", b"tmpfs", 0, None) != 0:
        os._exit(99)


def deny(number, call):
    """A seccomp filter for x86-64: `call` fails with errno `number`."""
    rows = [struct.pack("HBBI", code, 0, no, k) for code, no, k in (
        (0x20, 0, 0), (0x15, 1, call), (0x06, 0, 0x00050000 | number),
        (0x06, 0, 0x7fff0000))]
    program = ctypes.create_string_buffer(b"".join(rows))
    head = struct.pack("HxxxxxxQ", len(rows), ctypes.addressof(program))

    def install():
        LIBC.prctl(38, 1, 0, 0, 0)
        if LIBC.prctl(22, 2, ctypes.create_string_buffer(head), 0, 0) != 0:
            os._exit(99)
    install.keeps = program
    return install


class Somebody:
    """Runs the referee in a folder as the given user; 0: as it is."""

    def __init__(self, folder, user):
        self.folder, self.user = folder, user
        self.is_root = scene.ROOT and not user
        self.referee = scene.REFEREE
        if user and not scene.open_to_all(scene.REFEREE):
            self.referee = f"{folder}/own"
            # Not here: a process of another thread could hold it open.
            subprocess.run(["cp", scene.REFEREE, self.referee], check=True)
        os.makedirs(f"{folder}/t", exist_ok=True)
        scene.healthy(folder)

    def own(self):
        if self.user:
            for place, _, names in os.walk(self.folder):
                for name in [place] + [f"{place}/{name}" for name in names]:
                    os.chown(name, self.user, self.user)

    def start(self, *words, before=None, **environment):
        self.own()

        def prepare():
            if self.user:
                os.setgroups([])
                os.setresgid(self.user, self.user, self.user)
                os.setresuid(self.user, self.user, self.user)
            if before:
                before()
        return subprocess.Popen(
            [f"{self.folder}/referee", *words], executable=self.referee,
            cwd=self.folder, env={
                **scene.referee_environment(self.folder),
                # Or memory grows, because a sanitizer keeps what was freed.
                "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") +
                ":quarantine_size_mb=0:thread_local_quarantine_size_kb=0",
                **environment},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, preexec_fn=prepare)

    def play(self, *words, **more):
        return scene.finish(self.start(
            "play", *words, "-o", "log.jsonl", "--secret-file", "secret",
            "--key-file", "key", **more))


def stderr_of(folder):
    return "".join(line.get("stderr", "")
                   for line in scene.read_log(f"{folder}/trace"))

#!/usr/bin/env python3
"""pack.py - packed logs: unpacking restores the same bytes, every command
reads them, and nothing that was changed is accepted.

The environment names the folders: srcdir, and builddir for the programs.

tier: quick
"""
import fcntl
import glob
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zlib

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene
sys.path.insert(0, f"{scene.SRC}/tests/independent")
import damage
import lines
import play
import unpack

GOLDEN = f"{scene.SRC}/tests/golden"
CHANGED = 1 if scene.LONG else 16       # one byte in so many is changed
SIZE_MAX = 1 << 36                      # bytes of a log
MANY = 48 << 20                         # bytes of lines
SMALLER = 25                            # bolo7, two bots, 20 boards


def read(path):
    with open(path, "rb") as file:
        return file.read()


def split(packed):
    """The first line of a packed log, and its uncompressed data."""
    head, data = packed.split(b"\n", 1)
    return json.loads(head), zlib.decompress(data)


def joined(head, payload):
    """A packed log whose first line has the hash of its data."""
    data = zlib.compress(payload)
    head = {**head, "data": hashlib.sha256(data).hexdigest()}
    return json.dumps(head, separators=(",", ":")).encode() + b"\n" + data


def number(value):
    """A number as packed logs encode it."""
    out = b""
    while value >= 128:
        out += bytes([value % 128 + 128])
        value //= 128
    return out + bytes([value])


class Pack(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.scene = scene.Scene()
        self.addCleanup(shutil.rmtree, self.scene.root, True)
        self.folder = self.scene.folder()

    def referee(self, *words):
        """Exit status, standard output, standard error."""
        done = subprocess.run(
            [scene.REFEREE, *words], capture_output=True, check=False,
            stdin=subprocess.DEVNULL, timeout=scene.HANGS_S, cwd=self.folder,
            env=scene.referee_environment(self.folder))
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def path(self, name):
        return f"{self.folder}/{name}"

    def packed(self, log=f"{GOLDEN}/pig-2.jsonl"):
        """Copies the log to a.jsonl; returns the bytes of a.pack."""
        shutil.copy(log, self.path("a.jsonl"))
        code, out, err = self.referee("pack", "a.jsonl")
        self.assertEqual((code, err), (0, ""), log)
        self.assertRegex(out, r"^a\.pack: \d+ bytes, \d+\.\d times smaller\n$")
        return read(self.path("a.pack"))

    def refused(self, packed, why=""):
        """No command accepts these bytes as a log, and no file is left."""
        scene.write(self.path("b.pack"), packed)
        code, out, err = self.referee("verify", "b.pack")
        self.assertEqual((code, err), (1, ""))
        self.assertTrue(out.startswith("not verified: b.pack:"), out)
        self.assertIn(why, out)
        if packed.startswith(b'{"t":"pack",'):
            code, out, err = self.referee("unpack", "b.pack")
            self.assertEqual((code, out), (2, ""))
            self.assertIn(why, err)
        self.assertEqual(glob.glob(self.path("b.jsonl*")), [])

    def test_golden_logs_come_back(self):
        logs = glob.glob(f"{GOLDEN}/*.jsonl") + glob.glob(
            f"{GOLDEN}/games/*.jsonl")
        for log in sorted(logs):
            self.packed(log)
            told = [self.referee(*words, name) for name in
                    ("a.jsonl", "a.pack") for words in
                    (("verify", "--json"), ("replay",), ("replay", "--json"),
                     ("analyse", "--json"))]
            for plain, packed in zip(told[:4], told[4:]):
                self.assertEqual(
                    plain[:2], (packed[0], packed[1].replace(
                        "a.pack", "a.jsonl")), log)
            os.remove(self.path("a.jsonl"))
            self.assertEqual(self.referee("unpack", "a.pack"),
                             (0, "a.jsonl\n", ""))
            self.assertEqual(read(self.path("a.jsonl")), read(log), log)
            self.assertEqual(unpack.unpack(read(self.path("a.pack"))),
                             read(log), log)
        self.assertGreater(len(logs), 30)

    def test_others_unpack_them(self):
        """The second implementation unpacks logs of every game, with faults,
        interruptions and further chains, that it has written itself."""
        kinds = set()
        for seed, (game, seats, rules, more) in enumerate(damage.LOGS):
            log = play.Writer(game, seats, rules, seed=seed, **more).log()
            kinds |= {json.loads(line)["t"] for line in log.splitlines()}
            scene.write(self.path("own.jsonl"), log)
            packed = self.packed(self.path("own.jsonl"))
            self.assertEqual(unpack.unpack(packed), log, game)
            for at in range(0, len(packed), 1 if scene.LONG else 97):
                with self.assertRaises((lines.Bad, KeyError)):
                    unpack.unpack(packed[:at] + bytes([packed[at] ^ 1]) +
                                  packed[at + 1:])
        self.assertEqual(kinds, {"match", "board", "game", "chain", "draw",
                                 "move", "fault", "over", "resume", "close",
                                 "sign"})

    def test_what_is_in_it(self):
        log = read(f"{GOLDEN}/pig-2.jsonl")
        lines = log.splitlines()
        head, payload = split(self.packed())
        self.assertEqual(list(head), ["t", "v", "size", "log", "data"])
        self.assertEqual(
            (head["t"], head["v"], head["size"], head["log"]),
            ("pack", 1, len(log), hashlib.sha256(log).hexdigest()))
        secret = bytes.fromhex(json.loads(lines[-2])["secret"])
        self.assertTrue(payload.startswith(
            secret + bytes(2) + number(len(lines[0])) + lines[0]))
        self.assertTrue(payload.endswith(
            bytes([0]) + bytes.fromhex(json.loads(lines[-1])["sig"])))
        # There is one byte for each move, and nothing for the dice.
        moves = log.count(b'"t":"move"')
        self.assertEqual(len(payload), 32 + 2 + len(number(len(lines[0]))) +
                         len(lines[0]) + moves + 3 + 64)

    def test_changes_are_refused(self):
        packed = self.packed()
        for at in range(0, len(packed), CHANGED):
            bit = 1 << at // CHANGED % 7
            self.refused(packed[:at] + bytes([packed[at] ^ bit]) +
                         packed[at + 1:])
        self.refused(packed[:-1], "was changed")
        self.refused(packed + b"\n", "was changed")

    def test_lies_are_refused(self):
        """The hash of the data is right, but not what the data contain."""
        head, payload = split(self.packed())
        other = hashlib.sha256(b"").hexdigest()
        self.refused(joined({**head, "log": other}, payload),
                     "not those of the SHA-256")
        self.refused(joined({**head, "size": head["size"] - 1}, payload),
                     f"more than the {head['size'] - 1} bytes")
        self.refused(joined({**head, "size": head["size"] + 1}, payload),
                     "not those of the SHA-256")
        self.refused(joined(head, payload + b"\n"), "does not hold a log")
        self.refused(joined(head, payload[:-1]), "does not hold a log")
        self.refused(joined(head, b""), "does not hold a log")
        self.refused(joined(head, bytes(1 << 20)), "does not hold a log")
        self.refused(joined(head, bytes(32) + payload[32:]))
        self.refused(joined(head, payload[:-66] + number(2000) +
                            payload[-66:]), "does not hold a log")
        self.refused(joined({**head, "v": 2}, payload), "v: expected")

    def endless(self, size, moves=1 << 20):
        """A packed log of a few kilobytes: `moves` moves of a match without an
        end.  Its first line declares `size` bytes."""
        writer = play.Writer("pig", 2, {"target": 100000}, boards=1000000)
        writer.header()
        first = play.compact(writer.out[0])[:-1]
        packed = joined({"t": "pack", "v": 1, "size": size, "log": "0" * 64,
                         "data": ""}, writer.secret + bytes(2) +
                        number(len(first)) + first + bytes([1]) * moves)
        self.assertLess(len(packed), 4096)
        return packed

    def memory(self, *words):
        """Kilobytes used by a referee that must find its log wrong."""
        process = subprocess.Popen(
            [scene.REFEREE, *words], cwd=self.folder,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={
                **scene.referee_environment(self.folder),
                "ASAN_OPTIONS": "quarantine_size_mb=1"})
        with process.stdout:
            said = process.stdout.read().decode()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertIn("holds more than the", said)
        return used.ru_maxrss

    def test_few_bytes_that_hold_many(self):
        """Small files with huge contents fill neither memory nor disk, and
        unpacking stops at the declared size."""
        for command in "verify", "unpack":
            used = []
            for size in 1 << 16, MANY:
                scene.write(self.path("b.pack"), self.endless(size))
                used.append(self.memory(command, "b.pack"))
            self.assertLess(used[1] - used[0], (MANY >> 10) / 6)
            self.assertEqual(glob.glob(self.path("b.jsonl*")), [])
        self.refused(self.endless(SIZE_MAX + 1, 9),
                     f"size: expected an integer from 1 to {SIZE_MAX}")
        with open(self.path("big.jsonl"), "wb") as file:
            file.truncate(SIZE_MAX + 1)
        code, _, err = self.referee("pack", "big.jsonl")
        self.assertEqual(code, 2)
        self.assertIn(f"expected a log of at most {SIZE_MAX} bytes", err)

    def test_no_room_for_the_log(self):
        room = os.statvfs("/dev/shm")
        if room.f_bavail * room.f_frsize >= SIZE_MAX:
            print("not tried: a disk without room (/dev/shm is too large)")
            return
        folder = tempfile.mkdtemp(prefix="rc.", dir="/dev/shm")
        self.addCleanup(shutil.rmtree, folder)
        scene.write(f"{folder}/b.pack", self.endless(SIZE_MAX, 9))
        code, out, err = self.referee("unpack", f"{folder}/b.pack")
        self.assertEqual((code, out), (2, ""))
        self.assertIn(f"expected {SIZE_MAX} bytes free on the disk", err)
        self.assertEqual(os.listdir(folder), ["b.pack"])

    def test_it_is_small(self):
        rival = scene.healthy(self.folder)
        other = f"{scene.BUILD}/bots/threshold"
        code, _, err = self.referee(
            "play", "bolo7", f"a={rival}", f"b={other}", "--boards", "20",
            "--sandbox", "none", "--key-file", "key", "-o", "p.jsonl")
        self.assertEqual((code, err), (0, ""))
        self.assertEqual(self.referee("pack", "p.jsonl")[0], 0)
        self.assertGreater(os.path.getsize(self.path("p.jsonl")),
                           SMALLER * os.path.getsize(self.path("p.pack")))
        os.remove(self.path("p.jsonl"))
        code, out, err = self.referee("rerun", "p.pack")
        self.assertEqual((code, err), (0, ""))
        self.assertIn("p.pack: replayed identically: 40 games", out)

    def test_one_at_a_time(self):
        """Waits for another referee that packs the same log."""
        shutil.copy(f"{GOLDEN}/pig-2.jsonl", self.path("a.jsonl"))
        with open(self.path("a.jsonl"), "rb") as log:
            inode = os.fstat(log.fileno()).st_ino
            waits = re.compile(rf"-> FLOCK .*:{inode} ")
            fcntl.flock(log, fcntl.LOCK_EX)
            packing = scene.start(self.folder, "pack", "a.jsonl")
            self.assertTrue(scene.wait_until(
                lambda: packing.poll() is not None or
                waits.search(read("/proc/locks").decode())))
            self.assertEqual(os.listdir(self.folder).count("a.pack"), 0)
            os.remove(self.path("a.jsonl"))
        # The other one is done, and the tournament has deleted the log.
        self.assertEqual(scene.finish(packing).code, 2)
        self.assertEqual(glob.glob(self.path("a.pack*")), [])

    def test_wrong_input(self):
        log = read(f"{GOLDEN}/pig-2.jsonl")
        self.packed()
        scene.write(self.path("cut.jsonl"), log[:-300])
        scene.write(self.path("note.jsonl"), log)
        scene.write(self.path("note.pack"), "a note\n")
        for words, why in (
                (("pack", "cut.jsonl"), "cut.jsonl:"),
                (("pack", "note.jsonl"), "note.pack exists and is not a "
                 "packed log; it is not overwritten"),
                (("pack", "a.pack"), 'ends in .jsonl; found "a.pack"'),
                (("pack", "none.jsonl"), "none.jsonl"),
                (("unpack", "a.pack"), "a.jsonl already exists; it is not "
                 "overwritten"),
                (("unpack", "a.jsonl"), 'ends in .pack; found "a.jsonl"'),
                (("unpack", "none.pack"), "none.pack")):
            code, out, err = self.referee(*words)
            self.assertEqual((code, out), (2, ""), words)
            self.assertIn(why, err)
        self.assertEqual(read(self.path("note.pack")), b"a note\n")
        self.assertEqual(glob.glob(self.path("cut.pack*")), [])
        # Packing again is no error.
        self.assertEqual(self.referee("pack", "a.jsonl")[0], 0)


if __name__ == "__main__":
    unittest.main()

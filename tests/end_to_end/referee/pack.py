"""pack.py - packed logs: another program unpacks them, they are small, and
nothing that was changed is accepted.

tests/cases/pack.txt has the commands and their refusals;
tests/unit/pack/packed_log_test.c changes every byte.

tier: full
"""
import fcntl
import glob
import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
import zlib

import scene        # first: its replay, and not the one of this folder
import lines
import play
import unpack

GOLDEN = f"{scene.SRC}/tests/golden"
SIZE_MAX = 1 << 36          # bytes of a log
MANY = 48 << 20             # bytes of lines
SMALLER = 25                # bolo7, two bots, 20 boards

# Game, seats, rules, and how play.py writes the log.
LOGS = [
    ("pig", 3, {"target": 40}, {"links": 8, "faults": 0.02, "resumes": 0.01}),
    ("pig", 2, {"target": 10}, {"boards": 6, "faults": 0.2}),
    ("bolo7", 3, {"target": 2000, "opening": 300}, {"links": 16}),
    ("bolo7", 2, {"series_extension": "same_turn", "max_turns": 6},
     {"faults": 0.02, "resumes": 0.02}),
    ("bolo5", 3, {"start": "roll", "max_turns": 5, "last_round": True,
                  "target": 700}, {"faults": 0.01, "links": 2}),
    ("vollelotte", 4, {"target": 1500}, {"links": 5}),
    ("rolit", 3, {"start": "roll", "opening_plies": 3, "size": 6},
     {"faults": 0.02}),
    ("blackpot", 2, {"pawns": 8}, {"rotations": 1, "boards": 1}),
    ("blackpot", 4, {"pawns": 5, "shared_roll": True, "finish_round": True},
     {"rotations": 2, "boards": 1, "faults": 0.01, "resumes": 0.02})]


def packed(folder, log=f"{GOLDEN}/pig-2.jsonl"):
    """Copies the log to a.jsonl; returns the bytes of a.pack."""
    shutil.copy(log, f"{folder}/a.jsonl")
    scene.expect(scene.run(folder, "pack", "a.jsonl"))
    return scene.content(folder, "a.pack")


def split(data):
    """The first line of a packed log, and its uncompressed data."""
    head, data = data.split(b"\n", 1)
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


def refused(folder, data, why=""):
    """No command accepts these bytes as a log, and no file is left."""
    scene.write(f"{folder}/b.pack", data)
    result = scene.run(folder, "verify", "b.pack")
    scene.expect(result, 1, r"^not verified: b\.pack:")
    assert why in result.out, result
    if data.startswith(b'{"t":"pack",'):
        result = scene.run(folder, "unpack", "b.pack")
        scene.expect(result, 2, "^$")
        assert why in result.err, result
    assert not glob.glob(f"{folder}/b.jsonl*")


def test_another_program_unpacks_them(folder):
    """Logs of every game, with faults, interruptions and further chains, that
    the second implementation has written itself."""
    kinds = set()
    for seed, (game, seats, rules, more) in enumerate(LOGS):
        log = play.Writer(game, seats, rules, seed=seed, **more).log()
        kinds |= {json.loads(line)["t"] for line in log.splitlines()}
        data = packed(folder, scene.write(f"{folder}/own.jsonl", log))
        assert unpack.unpack(data) == log, game
        for at in range(0, len(data), 97):
            try:
                unpack.unpack(data[:at] + bytes([data[at] ^ 1]) +
                              data[at + 1:])
                raise AssertionError(f"{game}: byte {at} may be changed")
            except (lines.Bad, KeyError):
                pass
    assert kinds == {"match", "board", "game", "chain", "draw", "move",
                     "fault", "over", "resume", "close", "sign"}


def test_lies_are_refused(folder):
    """The hash of the data is right, but not what the data contain."""
    head, payload = split(packed(folder))
    other = hashlib.sha256(b"").hexdigest()
    for changes, data, why in (
            ({"log": other}, payload, "not those of the SHA-256"),
            ({"size": head["size"] - 1}, payload,
             f"more than the {head['size'] - 1} bytes"),
            ({"size": head["size"] + 1}, payload, "not those of the SHA-256"),
            ({}, payload + b"\n", "does not hold a log"),
            ({}, payload[:-1], "does not hold a log"),
            ({}, b"", "does not hold a log"),
            ({}, bytes(1 << 20), "does not hold a log"),
            ({}, bytes(32) + payload[32:], ""),
            ({}, payload[:-66] + number(2000) + payload[-66:],
             "does not hold a log")):
        refused(folder, joined({**head, **changes}, data), why)


# ### sizes

def endless(size, moves=1 << 20):
    """A packed log of a few kilobytes: `moves` moves of a match without an
    end.  Its first line declares `size` bytes."""
    writer = play.Writer("pig", 2, {"target": 100000}, boards=1000000)
    writer.header()
    first = play.compact(writer.out[0])[:-1]
    data = joined({"t": "pack", "v": 1, "size": size, "log": "0" * 64,
                   "data": ""}, writer.secret + bytes(2) +
                  number(len(first)) + first + bytes([1]) * moves)
    assert len(data) < 4096
    return data


def memory(folder, *words):
    """Kilobytes used by a referee that must find its log wrong."""
    process = subprocess.Popen(
        [scene.REFEREE, *words], cwd=folder, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, env={
            **scene.referee_environment(folder),
            "ASAN_OPTIONS": "quarantine_size_mb=1"})
    with process.stdout:
        assert b"holds more than the" in process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_maxrss


@scene.each(["verify", "unpack"])
def test_few_bytes_that_hold_many(folder, command):
    """Small files with huge contents fill neither memory nor disk, and
    unpacking stops at the declared size."""
    used = []
    for size in 1 << 16, MANY:
        scene.write(f"{folder}/b.pack", endless(size))
        used.append(memory(folder, command, "b.pack"))
    assert used[1] - used[0] < (MANY >> 10) / 6, used
    assert not glob.glob(f"{folder}/b.jsonl*")


def test_no_room_for_the_log(_):
    room = os.statvfs("/dev/shm")
    if room.f_bavail * room.f_frsize >= SIZE_MAX:
        raise scene.Skip("a disk without room: /dev/shm is too large")
    with tempfile.TemporaryDirectory(prefix="rc.", dir="/dev/shm") as folder:
        scene.write(f"{folder}/b.pack", endless(SIZE_MAX, 9))
        result = subprocess.run(
            [scene.REFEREE, "unpack", f"{folder}/b.pack"], text=True,
            capture_output=True, check=False)
        assert result.returncode == 2 and result.stdout == ""
        assert f"expected {SIZE_MAX} bytes free on the disk" in result.stderr
        assert os.listdir(folder) == ["b.pack"]


def test_it_is_small(folder):
    scene.expect(scene.run(
        folder, "play", "bolo7", f"a={scene.healthy(folder)}",
        f"b={scene.BUILD}/bots/threshold", "--boards", "20", "--sandbox",
        "none", "--key-file", "key", "-o", "p.jsonl"))
    scene.expect(scene.run(folder, "pack", "p.jsonl"))
    assert len(scene.content(folder, "p.jsonl")) > \
        SMALLER * len(scene.content(folder, "p.pack"))
    os.remove(f"{folder}/p.jsonl")
    scene.expect(scene.run(folder, "rerun", "p.pack",
                           "--sandbox", "limits"),
                 out=r"p\.pack: replayed identically: 40 games")


def test_one_at_a_time(folder):
    """Waits for another referee that packs the same log."""
    shutil.copy(f"{GOLDEN}/pig-2.jsonl", f"{folder}/a.jsonl")
    with open(f"{folder}/a.jsonl", "rb") as log:
        waits = re.compile(rf"-> FLOCK .*:{os.fstat(log.fileno()).st_ino} ")
        fcntl.flock(log, fcntl.LOCK_EX)
        packing = scene.start(folder, "pack", "a.jsonl")
        assert scene.wait_until(
            lambda: packing.poll() is not None or
            waits.search(scene.content("/proc", "locks").decode()))
        assert "a.pack" not in os.listdir(folder)
        os.remove(f"{folder}/a.jsonl")
    # The other one is done, and the tournament has deleted the log.
    assert scene.finish(packing).code == 2
    assert not glob.glob(f"{folder}/a.pack*")


scene.main()

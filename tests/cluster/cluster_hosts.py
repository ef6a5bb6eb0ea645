#!/usr/bin/env python3
"""cluster_hosts.py - tournaments on two hosts, with a real Slurm, and with a
real sshd and GNU parallel.

A host is killed in the middle, cannot write, or has another version of a bot;
a task is started twice; a committed log is changed.  The result is byte for
byte that of one machine, or a clear refusal.
"""
import glob
import os
import subprocess

import hosts
import scene
import sharding
from sharding import CUP, NAMES, due, gather

SCRIPTS = f"{scene.SRC}/tournaments/cluster"
ENGINES = {"parallel": ("n1,n2",), "slurm": ()}
SHARDS = 4
STOPS = "no match was committed; try one: tournament run"
SWISS = {"type": "swiss", "rounds": 3, "boards": 2}


def prepare(folder, form, entrants=4, bot=None, **changes):
    """A tournament in cup/ to be played on the hosts, and one/ with a copy
    that was played on this machine."""
    sharding.prepare(folder, {**CUP, "format": form, **changes}, entrants, bot)
    sharding.play(sharding.copy(folder, "one"), [1] * 99, jobs=2)


def script(engine, folder, **variables):
    """Starts the engine's script on n0."""
    return CLUSTER.host["n0"].start(
        "env", *(f"{name}={value}" for name, value in variables.items()),
        f"{SCRIPTS}/{engine}.sh", f"{folder}/cup", str(SHARDS),
        *ENGINES[engine], stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def ended(process):
    out, err = process.communicate(timeout=900)
    return scene.Result(process.returncode, out.decode(), err.decode())


def is_over(folder, end):
    """The tournament is over, with the same bytes as on one machine."""
    scene.expect(end, err="")
    sharding.check(folder)
    sharding.check_same(folder, f"{folder}/one")


# ### all is well

@scene.each([(engine, form) for engine in ENGINES for form in (
    {"type": "round_robin", "boards": 2}, SWISS,
    {"type": "sprt", "boards": 4, "boards_max": 200, "elo0": "0",
     "elo1": "100"})])
def test_formats(folder, engine, form):
    prepare(folder, form, 2 if form["type"] == "sprt" else 4)
    is_over(folder, ended(script(engine, folder)))


def test_a_copy_for_each_host(folder):
    """Each host has its own folder; whole matches are fetched from them."""
    prepare(folder, SWISS)
    for name in "n1", "n2":
        CLUSTER.host[name].must("mount", "-t", "tmpfs", "none",
                                f"{folder}/cup")
    end = ended(script("parallel", folder, COPY="1"))
    for name in "n1", "n2":
        here = CLUSTER.host[name].files(f"{folder}/cup")
        assert glob.glob(f"{here}/matches/0000/*.result.json"), name
        CLUSTER.host[name].must("umount", f"{folder}/cup")
    is_over(folder, end)


# ### in the middle

def gated(folder):
    prepare(folder, {"type": "round_robin", "boards": 1}, 4,
            lambda folder, name: scene.bot(folder, name, scene.WAITS + name),
            rules={"target": 10})
    for name in NAMES[:4]:
        scene.write(f"{folder}/{name}.gate", "")


def open_gates(folder):
    for name in NAMES[:4]:
        os.unlink(f"{folder}/{name}.gate")


def plays(name):
    """Is the host playing a match?"""
    logs = glob.glob(CLUSTER.host[name].files(
        "/run/t/rollcall-shard-*/match-*.jsonl"))
    return any(b'"t":"draw"' in scene.content(*os.path.split(log))
               for log in logs)


def both_play():
    assert scene.wait_until(lambda: plays("n1") and plays("n2"))


@scene.each(ENGINES)
def test_a_host_is_killed(folder, engine):
    """Only the matches in play are lost, and they are played again."""
    gated(folder)
    process = script(engine, folder)
    both_play()
    CLUSTER.host["n1"].die()
    open_gates(folder)
    end = ended(process)
    CLUSTER.join("n1")
    assert CLUSTER.wait_for_slurm(), "n1 does not come back"
    is_over(folder, end)


def test_twice_at_once(folder):
    """The same task runs on both hosts at once: each match is committed
    once."""
    gated(folder)
    both = [CLUSTER.host[name].start(
        "tournament", "run", f"{folder}/cup", "--shard", "0/1", "--key-file",
        f"{folder}/key", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            for name in ("n1", "n2")]
    both_play()
    open_gates(folder)
    ends = [ended(process) for process in both]
    assert [end.code for end in ends] == [0, 0] and \
        any("discarded" in end.out for end in ends), ends
    is_over(folder, gather(folder))


# ### a faulty host

OTHER_BOT = 'cp -p "$0/bob" /run/bob && echo >>/run/bob && ' \
    'mount --bind /run/bob "$0/bob"'


@scene.each([(engine, *row) for engine in ENGINES for row in (
    ('mount --bind "$0/cup" "$0/cup" && mount -o remount,bind,ro "$0/cup"',
     'umount "$0/cup"', "Read-only file system"),
    (OTHER_BOT, 'umount "$0/bob"', "bot bob has changed"))])
def test_one_host_fails(folder, engine, break_it, mend, expected):
    """The other host plays, or the script stops; after a repair it
    continues."""
    prepare(folder, SWISS)
    bad = CLUSTER.host["n1"]
    bad.must("sh", "-c", break_it, folder)
    scene.expect(bad.run("tournament", "run", f"{folder}/cup", "--shard",
                         "0/1"), 2, "", expected)
    end = ended(script(engine, folder))
    bad.must("sh", "-c", mend, folder)
    if end.code != 0:
        scene.expect(end, 2, "", STOPS)
        end = ended(script(engine, folder))
    is_over(folder, end)


@scene.each(ENGINES)
def test_a_changed_log(folder, engine):
    """One byte of a committed log changes: it is refused by name, then played
    again."""
    prepare(folder, {"type": "round_robin", "boards": 1})
    CLUSTER.host["n1"].must("tournament", "run", f"{folder}/cup", "--shard",
                            "0/2")
    place = f"{folder}/cup/matches/0000/match-000002"
    log = scene.content("/", f"{place}.jsonl")
    scene.write(f"{place}.jsonl", log.replace(b'"t":"over"', b'"t":"0ver"', 1))
    scene.expect(
        ended(script(engine, folder)), 2, "",
        "match-000002.jsonl is not the log that was committed.*to have match "
        "2 played again, remove its files from")
    for ending in "jsonl", "result.json":
        os.unlink(f"{place}.{ending}")
    assert 2 in due(folder)
    is_over(folder, ended(script(engine, folder)))


if lacking := hosts.missing():
    scene.skip_all(f"two hosts: {lacking}")
with scene.Scene() as at, hosts.Hosts(at.folder()) as CLUSTER:
    # The scripts sign with the operator's default key.
    os.makedirs(f"{CLUSTER.folder}/config/rollcall", mode=0o700)
    scene.write(f"{CLUSTER.folder}/config/rollcall/key", scene.KEY + "\n",
                0o600)
    assert CLUSTER.wait_for_slurm(), "Slurm does not start"
    scene.main(workers=1)

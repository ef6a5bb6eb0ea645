#!/usr/bin/env python3
"""cluster_hosts.py - tournaments on two hosts, with a real Slurm, and with a
real sshd and GNU parallel.

A host is killed in the middle, cannot write, or has another version of a bot;
a task is started twice; a committed log is changed.  The result is byte for
byte that of one machine, or a clear refusal.
"""
import functools
import glob
import itertools
import os
import random
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path[1:1] = [f"{sys.path[0]}/../support",
                 f"{sys.path[0]}/../end_to_end/tournament"]
import hosts
import scene
import shards
from shards import CUP, FORMATS, NAMES, due, gather, prepare, same, whole

SCRIPTS = f"{scene.SRC}/tournaments/cluster"
WORDS = {"parallel": ("n1,n2",), "slurm": ()}
SHARDS = 4
STOPS = "no match was committed; try one: tournament run"


class Cluster(hosts.Hosts):
    """The hosts, with the tournaments that are played on them."""

    def __init__(self, at):
        super().__init__(at.folder())
        self.at = at
        scene.write(f"{self.folder}/key", scene.KEY + "\n", 0o600)

    def prepare(self, form, entrants=4, bot=None, **changes):
        """A folder to be played on the hosts, and a copy played on this
        machine."""
        made = prepare(self.at, {**CUP, "format": form, **changes}, entrants,
                       bot)
        one = shards.copy(self.at, made)
        if bot is not None:
            return made, one
        self.play_here(one)
        return made, one

    @staticmethod
    def play_here(one):
        wrong = shards.play(one, itertools.repeat(1, 99), random.Random(1), 2)
        assert not wrong, wrong

    def script(self, engine, folder, **variables):
        """Starts the engine's script on n0."""
        return self.host["n0"].start(
            "env", *(f"{name}={value}" for name, value in variables.items()),
            f"{SCRIPTS}/{engine}.sh", f"{folder}/cup", str(SHARDS),
            *WORDS[engine], stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def played(self, engine, folder, **variables):
        return ended(self.script(engine, folder, **variables))


def ended(process):
    out, err = process.communicate(timeout=900)
    return scene.Result(process.returncode, out.decode(), err.decode())


def is_over(folder, one, end):
    """The tournament is over, with the same bytes as on one machine."""
    if end.code != 0:
        return [f"{end.code} {end.err} {end.out[-400:]}"]
    return whole(folder) + [f"{name} {other(folder, one)}" for name in
                            same(folder, one)]


def other(folder, one):
    """The first pair of lines in which the books differ."""
    books = (scene.content(place, "cup/book.jsonl").splitlines()
             for place in (folder, one))
    return next((lines for lines in zip(*books) if lines[0] != lines[1]), "")


# ### all is well

def formats(engine, form, cluster):
    rules, entrants = FORMATS[form]
    folder, one = cluster.prepare(rules, entrants)
    return is_over(folder, one, cluster.played(engine, folder))


def copies(cluster):
    """Each host has its own folder; whole matches are fetched from them."""
    folder, one = cluster.prepare(FORMATS["swiss"][0])
    for name in "n1", "n2":
        cluster.host[name].must("mount", "-t", "tmpfs", "none",
                                f"{folder}/cup")
    end = cluster.played("parallel", folder, COPY="1")
    wrong = []
    for name in "n1", "n2":
        here = cluster.host[name].files(f"{folder}/cup")
        if not glob.glob(f"{here}/matches/0000/*.result.json"):
            wrong.append(f"nothing was played on {name}")
        cluster.host[name].must("umount", f"{folder}/cup")
    return wrong + is_over(folder, one, end)


# ### in the middle

def gated(cluster):
    folder, one = cluster.prepare(
        {"type": "round_robin", "boards": 1}, 4, scene.WAITS,
        rules={"target": 10})
    cluster.play_here(one)
    for name in NAMES[:4]:
        scene.write(f"{folder}/{name}.gate", "")
    return folder, one


def open_gates(folder):
    for name in NAMES[:4]:
        os.unlink(f"{folder}/{name}.gate")


def plays(cluster, name):
    """Is the host playing a match?"""
    logs = glob.glob(cluster.host[name].files(
        "/run/t/rollcall-shard-*/match-*.jsonl"))
    return any(b'"t":"draw"' in scene.content(os.path.dirname(log),
                                              os.path.basename(log))
               for log in logs)


def both_play(cluster):
    assert scene.wait_until(lambda: all(plays(cluster, name)
                                        for name in ("n1", "n2")))


def killed(engine, cluster):
    """Only the matches in play are lost, and they are played again."""
    folder, one = gated(cluster)
    process = cluster.script(engine, folder)
    both_play(cluster)
    cluster.host["n1"].die()
    open_gates(folder)
    end = ended(process)
    cluster.join("n1")
    if not cluster.wait_for_slurm():
        return ["n1 does not come back"]
    return is_over(folder, one, end)


def twice(cluster):
    """The same task runs on both hosts at once: each match is committed
    once."""
    folder, one = gated(cluster)
    both = [cluster.host[name].start(
        "tournament", "run", f"{folder}/cup", "--shard", "0/1", "--key-file",
        f"{folder}/key", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            for name in ("n1", "n2")]
    both_play(cluster)
    open_gates(folder)
    ends = [ended(process) for process in both]
    thrown = sum(end.out.count("thrown away") for end in ends)
    wrong = [] if [end.code for end in ends] == [0, 0] and thrown > 0 else \
        [f"{thrown} thrown away: {ends}"]
    return wrong + is_over(folder, one, gather(folder))


# ### a faulty host

def one_host_fails(engine, break_it, mend, expected, cluster):
    """The other host plays, or the script stops; after a repair it
    continues."""
    folder, one = cluster.prepare(FORMATS["swiss"][0])
    bad = cluster.host["n1"]
    for words in break_it(folder):
        bad.must(*words)
    alone = bad.run("tournament", "run", f"{folder}/cup", "--shard", "0/1")
    wrong = scene.one_sentence(alone, expected)
    end = cluster.played(engine, folder)
    if end.code != 0 and (end.code != 2 or STOPS not in end.err):
        wrong.append(f"neither over nor refused: {end}")
    for words in mend(folder):
        bad.must(*words)
    if end.code != 0:
        end = cluster.played(engine, folder)
    return wrong + is_over(folder, one, end)


def read_only(folder):
    return [["mount", "--bind", f"{folder}/cup", f"{folder}/cup"],
            ["mount", "-o", "remount,bind,ro", f"{folder}/cup"]]


def writable(folder):
    return [["umount", f"{folder}/cup"]]


def other_bot(folder):
    return [["sh", "-c", 'cp -p "$0/bob" /run/bob && echo >>/run/bob '
             '&& mount --bind /run/bob "$0/bob"', folder]]


def same_bot(folder):
    return [["umount", f"{folder}/bob"]]


def changed(engine, cluster):
    """One byte of a committed log changes: it is refused by name, then played
    again."""
    folder, one = cluster.prepare({"type": "round_robin", "boards": 1})
    cluster.host["n1"].must("tournament", "run", f"{folder}/cup", "--shard",
                            "0/2")
    place = f"{folder}/cup/matches/0000/match-000002"
    shards.change(f"{place}.jsonl", b'"t":"over"', b'"t":"0ver"')
    end = cluster.played(engine, folder)
    wrong = scene.one_sentence(
        end, "match-000002.jsonl is not the log that was committed.*to have "
        "match 2 played again, remove its files from")
    for ending in "jsonl", "result.json":
        os.unlink(f"{place}.{ending}")
    if 2 not in due(folder)["due"]:
        wrong.append(f"{due(folder)}")
    return wrong + is_over(folder, one, cluster.played(engine, folder))


def cases():
    found = {}
    for engine in WORDS:
        for form in "round_robin", "swiss", "sprt":
            found[f"{engine}: {form}"] = functools.partial(formats, engine,
                                                           form)
        found[f"{engine}: a host is killed"] = functools.partial(
            killed, engine)
        found[f"{engine}: a host cannot write"] = functools.partial(
            one_host_fails, engine, read_only, writable,
            "Read-only file system")
        found[f"{engine}: another version of a bot"] = functools.partial(
            one_host_fails, engine, other_bot, same_bot,
            "bot bob has changed")
        found[f"{engine}: a changed log"] = functools.partial(changed, engine)
    return {**found, "a copy for each host": copies, "twice at once": twice}


def main():
    why = hosts.missing()
    if why is not None:
        print(f"not tried: two hosts: {why}")
        return 0
    tally = scene.Tally()
    with scene.Scene() as at, Cluster(at) as cluster:
        # The scripts sign with the operator's default key.
        os.makedirs(f"{cluster.folder}/config/rollcall", mode=0o700)
        scene.write(f"{cluster.folder}/config/rollcall/key",
                    scene.KEY + "\n", 0o600)
        if not cluster.wait_for_slurm():
            print("FAILED Slurm does not start")
            return 1
        tally.run([(what, functools.partial(case, cluster))
                   for what, case in cases().items()], workers=1)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""bolito.py - bots/bolito solves games to the same bytes everywhere, and plays
by its tables.

tier: full
"""
import json
import os
import re
import shutil
import signal
import subprocess

import scene
import talk
from terminal import Terminal

BOLITO = f"{scene.BUILD}/bots/bolito"
SMALL = ["bolo7", "target=1000"]
GAMES = [SMALL, ["bolo5", "target=1000", "last_round=true"],
         ["bolo7", "target=500", "opening=200",
          "series_extension=same_turn"]]


def solve(folder, *words, program=BOLITO):
    return scene.run(folder, "--solve", *words, program=program)


# ### the same bytes

@scene.each([(game,) for game in GAMES])
def test_any_number_of_threads(folder, game):
    for threads in "1", "3":
        scene.expect(solve(folder, "-j", threads, *game, f"t{threads}"))
    assert scene.content(folder, "t1") == scene.content(folder, "t3") != b""


def compiled(folder, compiler, flags):
    """Compiles only the solver; the rest comes from the library."""
    scene.write(f"{folder}/main.c", '#include "bolito_solve.h"\n'
                "int main(int argc, char **argv)\n"
                "{ return bolito_solve(argc - 1, argv + 1); }\n")
    worth = f"{scene.SRC}/referee/worth"
    parts = ["duel.c", "solve.c", "table_file.c", "turns.c"]
    return subprocess.run(
        [compiler, *flags.split(), "-std=c11", "-ffp-contract=off",
         "-D_XOPEN_SOURCE=700", '-DPKGDATADIR="/"', f"-I{scene.SRC}/bots",
         f"-I{scene.SRC}/referee", "-o", f"{folder}/solve", "main.c",
         f"{scene.SRC}/bots/bolito_solve.c",
         *(f"{worth}/{part}" for part in parts),
         f"{scene.BUILD}/libreferee.a", "-lcjson", "-lm", "-lpthread"],
        cwd=folder, capture_output=True, text=True, check=False)


@scene.each([("gcc", "-O3"), ("clang", "-O1")])
def test_other_compilers(folder, compiler, flags):
    with open(BOLITO, "rb") as file:
        if not shutil.which(compiler) or b"__asan" in file.read():
            raise scene.Skip(f"no {compiler}, or with sanitizers")
    built = compiled(folder, compiler, flags)
    assert built.returncode == 0, built.stderr
    for game in GAMES:
        scene.expect(solve(folder, *game, "ours"))
        scene.expect(solve(folder, *game, "theirs",
                           program=f"{folder}/solve"))
        assert scene.content(folder, "ours") == scene.content(folder, "theirs")


# ### what --solve refuses

@scene.each(scene.rows("bolito_refused.txt"))
def test_refused(folder, words, why):
    scene.expect(solve(folder, *words.split()), 2, err=why)
    assert sorted(os.listdir(folder)) == ["key", "secret", "t"]


def test_usage(folder):
    scene.expect(scene.run(folder, "--help", program=BOLITO), 2,
                 err=r"^usage: bolito \[TABLE\.\.\] \| --solve")


def test_progress(folder):
    """On a terminal it reports its progress."""
    terminal = Terminal(folder, [BOLITO, "--solve", *SMALL, "table"])
    assert terminal.end() == 0 and \
        re.search(rb"\d+%, \d+ s left", terminal.bytes), terminal.bytes


def catches(pid):
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        caught = file.read().partition("SigCgt:\t")[2].split()[0]
    return int(caught, 16) >> signal.SIGINT - 1 & 1


def test_ctrl_c(folder):
    """It leaves the old table in place."""
    scene.write(f"{folder}/table", "the old one")
    solving = scene.start(folder, "--solve", "bolo7", "target=20000", "table",
                          program=BOLITO)
    assert scene.wait_until(lambda: catches(solving.pid))
    solving.send_signal(signal.SIGINT)
    scene.expect(scene.finish(solving), 2,
                 err="stopped: table was not written")
    assert scene.content(folder, "table") == b"the old one"
    assert not os.path.exists(f"{folder}/table.new")


# ### the bot

def hello(game, **rules):
    return {**talk.hello(game), "rules": rules}


def greeted(*lines, tables=()):
    """What the bot writes to standard error in a match of these lines."""
    bot = talk.Bot([BOLITO, *tables])
    ready = bot.ask(*lines)
    bot.tell(talk.BYE)
    status, words, _ = bot.end()
    return words if status == 0 and ready["type"] == "ready" else \
        f"{status}, {ready}, {words}"


def test_what_it_says_to_hello(folder):
    solve(folder, *SMALL, "table")
    scene.write(f"{folder}/broken", scene.content(folder, "table")[:-1])
    for name, rules, tables, due in scene.rows("bolito_hello.txt"):
        said = greeted(hello(name, **json.loads(rules)), tables=[
            f"{folder}/{table}" for table in tables.split()])
        assert said == due.replace("FOLDER", folder), (name, rules, said)


def banks(own, other, total, target):
    """Does it bank in this position of Pig?"""
    bot = talk.Bot([BOLITO])
    legal = [{"then": "roll"}, {"then": "bank"}]
    view = {"seat": 0, "scores": [own, other], "turns": [9, 8], "out": [],
            "total": total, "roll": [2]}
    ready = bot.ask(hello("pig", target=target))
    answer = bot.ask(talk.game(1), talk.turn(view, legal, ready))
    bot.tell(talk.BYE)
    bot.end()
    return answer["move"] == 1


def test_where_it_banks(_):
    """The known totals from which a player of Pig should bank."""
    wrong = []
    for table in talk.vectors("bolito.json", "pig"):
        for state in table["states"]:
            own, other, at = state["own"], state["other"], state["bank_from"]
            for total, yes in [(at - 1, False), (at, True)] if at > 0 else \
                    [(table["target"] - own - 1, False)]:
                if total >= 2 and yes != banks(own, other, total,
                                               table["target"]):
                    wrong.append(f"{own}:{other}, {total} points")
    return wrong


def own_faults(folder):
    """Faults of the first entrant, which is bolito."""
    seats, found = [], []
    for line in scene.read_log(f"{folder}/log.jsonl"):
        seats = line.get("seats", seats) if line["t"] == "game" else seats
        if line["t"] == "fault" and seats[line["seat"]] == 0:
            found.append(line)
    return found


LEAVES = scene.prelude("json, signal, sys") + "until_turn(2)\n"
FIRST = f"{scene.BUILD}/bots/first_move"


@scene.each([
    ("bolo7", "target=1500", [FIRST]),
    ("bolo7", "target=1500", [FIRST, "./leaves", BOLITO]),
    ("bolo7", "target=50000,endgame=immediate", [FIRST]),
    ("bolo5", "target=1500,start=roll,last_round=true", [FIRST]),
    ("pig", "target=60", [FIRST, "./leaves"])])
def test_match(folder, game, rules, others):
    """It makes only legal moves, with any number of seats and when others are
    out, and repeats them in a rerun."""
    with open(BOLITO, "rb") as file:
        if b"__asan" in file.read():
            raise scene.Skip("with sanitizers")
    scene.bot(folder, "leaves", LEAVES)
    names = [f"o{at}={other}" for at, other in enumerate(others)]
    scene.expect(scene.play(folder, game, f"bolito={BOLITO}", *names,
                            "--rules", rules, *scene.PATIENT.split()))
    assert not own_faults(folder)
    if "./leaves" not in others:
        scene.expect(scene.run(folder, "rerun", "log.jsonl",
                               "--sandbox", "limits"))
    return scene.doubts(folder)


scene.main(workers=2)

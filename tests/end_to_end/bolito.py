#!/usr/bin/env python3
"""bolito.py - bots/bolito solves games to the same bytes everywhere, and plays
by its tables.

With ROLLCALL_LONG_TESTS games up to a target of 10,000 are solved, too.

tier: full
"""
import functools
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../support")
import scene
import talk

BOLITO = f"{scene.BUILD}/bots/bolito"
SMALL = ["bolo7", "target=1000"]
GAMES = [SMALL, ["bolo5", "target=1000", "last_round=true"],
         ["bolo7", "target=500", "opening=200",
          "series_extension=same_turn"]]
FULL = [["bolo7"], ["bolo5"]]
COMPILERS = scene.WIDE * [("gcc", "-O3"), ("clang", "-O1")] + scene.LONG * [
    ("gcc", "-O1"), ("gcc", "-O3 -mavx2"), ("clang", "-O3")]
WARNED = "bolito: turns before the end are played for the most points\n"


def sanitized():
    with open(BOLITO, "rb") as file:
        return b"__asan" in file.read()


def solve(folder, *words, program=BOLITO):
    return scene.run(folder, "--solve", *words, program=program)


def digest(folder, name):
    return hashlib.sha256(scene.content(folder, name)).hexdigest()


# ### the same bytes

def other_threads(stage):
    folder, wrong = stage.folder(), []
    for game in GAMES + scene.LONG * FULL:
        for threads in "1", "3":
            done = solve(folder, "-j", threads, *game, f"t{threads}")
            if done.code != 0 or done.err:
                wrong.append(f"{game}: {done}")
        if len({digest(folder, f"t{threads}") for threads in "13"}) > 1:
            wrong.append(f"{game}: other bytes with other threads")
    return wrong


def compiled(folder, compiler, flags):
    """Compiles only the solver; the rest comes from the library."""
    scene.write(f"{folder}/main.c", '#include "bolito_solve.h"\n'
                "int main(int argc, char **argv)\n"
                "{ return bolito_solve(argc - 1, argv + 1); }\n")
    worth = f"{scene.SRC}/referee/worth"
    parts = ["duel.c", "solve.c", "table_file.c", "turns.c", "turns_values.c"]
    return subprocess.run(
        [compiler, *flags.split(), "-std=c11", "-ffp-contract=off",
         "-D_XOPEN_SOURCE=700", '-DPKGDATADIR="/"', f"-I{scene.SRC}/bots",
         f"-I{scene.SRC}/referee", "-o", f"{folder}/solve", "main.c",
         f"{scene.SRC}/bots/bolito_solve.c",
         *(f"{worth}/{part}" for part in parts),
         f"{scene.BUILD}/libreferee.a", "-lcjson", "-lm", "-lpthread"],
        cwd=folder, capture_output=True, text=True, check=False)


def other_compiler(compiler, flags, stage):
    folder, wrong = stage.folder(), []
    built = compiled(folder, compiler, flags)
    if built.returncode != 0:
        return built.stderr
    for game in GAMES + scene.LONG * FULL:
        ours = solve(folder, *game, "ours")
        theirs = solve(folder, *game, "theirs", program=f"{folder}/solve")
        if ours.code != 0 or theirs.code != 0 or \
                digest(folder, "ours") != digest(folder, "theirs"):
            wrong.append(f"{game}: other bytes: {ours} {theirs}")
    return wrong


# ### what --solve refuses

REFUSED = [
    ([], "missing GAME and FILE; usage: bolito --solve "),
    (["bolo7"], "missing FILE"),
    (["bolo8", "table"], 'no game "bolo8"'),
    (["rolit", "table"], "no exact solution of rolit"),
    (["bolo7", "targt=50", "table"], 'no option "targt"'),
    (["bolo7", "target=49", "table"], 'expected 50..1000000, found "49"'),
    (["bolo7", "target=20050", "table"], "target=20050 is too large"),
    (["pig", "target=401", "table"], "target=401 is too large .* at most 400"),
    (["bolo5", "max_turns=59", "table"], "max_turns=59 is too small"),
    (["-j", "0", "pig", "table"], "-j: expected a whole number from 1 to 256"),
    (["pig", "."], "is a folder"),
    (["pig", "nowhere/table"], "nowhere/table"),
]


def refused(stage):
    folder, wrong = stage.folder(), []
    for words, expression in REFUSED:
        wrong += scene.one_sentence(solve(folder, *words), expression)
    wrong += scene.one_sentence(scene.run(folder, "--help", program=BOLITO),
                                r"^usage: bolito \[TABLE\.\.\] \| --solve")
    if sorted(os.listdir(folder)) != ["key", "secret", "t"]:
        wrong.append(f"left behind: {os.listdir(folder)}")
    return wrong


def progress(stage):
    """On a terminal it reports its progress."""
    folder = stage.folder()
    terminal, other_end = os.openpty()
    with subprocess.Popen([BOLITO, "--solve", *SMALL, f"{folder}/table"],
                          stdout=subprocess.DEVNULL,
                          stderr=other_end) as solving:
        os.close(other_end)
        shown = b""
        while True:
            try:
                more = os.read(terminal, 4096)
            except OSError:     # the program has closed its end
                break
            shown += more
    os.close(terminal)
    if solving.returncode != 0 or \
            not re.search(rb"\d+%, \d+ s left", shown):
        return f"{solving.returncode}: {shown!r}"
    return ""


def catches(pid):
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        caught = file.read().partition("SigCgt:\t")[2].split()[0]
    return int(caught, 16) >> signal.SIGINT - 1 & 1


def interrupted(stage):
    """Ctrl-C leaves the old table in place."""
    folder = stage.folder()
    scene.write(f"{folder}/table", "the old one")
    solving = scene.start(folder, "--solve", "bolo7", "target=20000", "table",
                          program=BOLITO)
    if not scene.wait_until(lambda: catches(solving.pid)):
        return "it does not catch SIGINT"
    solving.send_signal(signal.SIGINT)
    wrong = scene.one_sentence(scene.finish(solving),
                               "stopped: table was not written")
    if scene.content(folder, "table") != b"the old one" or \
            os.path.exists(f"{folder}/table.new"):
        wrong.append(f"left behind: {os.listdir(folder)}")
    return wrong


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


def greetings(stage):
    folder, wrong = stage.folder(), []
    table, broken = f"{folder}/table", f"{folder}/broken"
    solve(folder, *SMALL, "table")
    scene.write(broken, scene.content(folder, "table")[:-1])
    for what, found, expected in [
            ("its table", greeted(hello("bolo7", target=1000),
                                  tables=[table]), ""),
            ("a small game", greeted(hello("bolo5", target=1000)), ""),
            ("the end of a longer game",
             greeted(hello("bolo7", target=30000), tables=[table]), ""),
            ("a game that takes long", greeted(hello("bolo7")),
             "bolito: to solve this game would take too long here: give it a "
             f"table, made by bolito --solve\n{WARNED}"),
            ("a target that is too large", greeted(hello("pig", target=1000)),
             "bolito: target=1000 is too large to be solved: expected at "
             f"most 400\n{WARNED}"),
            ("other rules",
             greeted(hello("bolo7", target=1000, opening=500),
                     tables=[table]),
             "bolito: no table given has the rules of this match\n"),
            ("a cut table", greeted(hello("bolo7", target=1000),
                                    tables=[broken, table]),
             f"bolito: {broken}: expected 10576 bytes of numbers after the "
             "first two lines, found 10575\n"),
            ("another game", greeted(hello("rolit")),
             "bolito: plays bolo7, bolo5 and pig; here it makes the first "
             "legal move\n")]:
        if found != expected:
            wrong.append(f"{what}: {found!r}")
    return wrong


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


def decisions(_):
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


def matches(stage):
    """It makes only legal moves, with any number of seats and when others are
    out, and repeats them in a rerun."""
    wrong = []
    scene.bot(stage.root, "leaves", scene.prelude("json, signal, sys") +
              "until_turn(2)\n")
    first = f"{scene.BUILD}/bots/first_move"
    for game, rules, others in [
            ("bolo7", "target=1500", [first]),
            ("bolo7", "target=1500", [first, "../leaves", BOLITO]),
            ("bolo7", "target=50000,endgame=immediate", [first]),
            ("bolo5", "target=1500,start=roll,last_round=true", [first]),
            ("pig", "target=60", [first, "../leaves"])]:
        folder = stage.folder()
        names = [f"o{at}={other}" for at, other in enumerate(others)]
        done = scene.play(folder, game, f"bolito={BOLITO}", *names, "--rules",
                          rules, "--boards", "2", "--limit", "move_ms=30000",
                          "--limit", "start_ms=30000")
        if done.code != 0:
            wrong.append(f"{game}: {done}")
            continue
        wrong += scene.doubts(folder) + [
            f"{game}: {line}" for line in own_faults(folder)]
        again = scene.run(folder, "rerun", "log.jsonl")
        if again.code != 0 and "leaves" not in "".join(others):
            wrong.append(f"{game}: rerun: {again}")
    return wrong


def main():
    cases = {"any number of threads": other_threads,
             "what --solve refuses": refused,
             "progress": progress,
             "Ctrl-C": interrupted,
             "what it says to hello": greetings,
             "where it banks": decisions}
    if sanitized():
        print("not tried: matches, other compilers (with sanitizers)")
    else:
        cases["matches"] = matches
        for compiler, flags in COMPILERS:
            if shutil.which(compiler) is None:
                print(f"not tried: {compiler} {flags} (not installed)")
            else:
                cases[f"{compiler} {flags}"] = functools.partial(
                    other_compiler, compiler, flags)
    return scene.run_cases(cases, workers=2)


if __name__ == "__main__":
    sys.exit(main())

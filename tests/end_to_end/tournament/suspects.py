#!/usr/bin/env python3
"""suspects.py - time faults that the machine may have caused are reported to
the organiser, and traces of faults are kept for a tournament's matches.

The overloaded machine is one processor that many processes keep busy.

The environment names the folders: srcdir, and builddir for the programs.

tier: full
"""
import json
import os
import re
import signal
import stat
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene
import tournament as independent    # after scene, which adds its folder

PROCESSOR = min(os.sched_getaffinity(0))
PRELUDE = scene.prelude("json, os, signal, sys, time") + """
def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end: pass

"""
# Well within its time, if it has a processor.
SLOW = PRELUDE + "until_turn(2)\nburn(0.1)\ngo_on()\n"
# The same, but a process that is started after the fault waits for a file.
SLOW_AND_WAITS = PRELUDE + """
while os.path.exists("{0}/faulty") and not os.path.exists("{0}/go"):
    time.sleep(0.01)
until_turn(2)
if not os.path.exists("{0}/faulty"):
    open("{0}/faulty", "w").close()
burn(0.1)
go_on()
"""
LIMITS = {"move_ms": 300, "start_ms": 60000}


def cup(at, body, limits=None, **changes):
    """A folder with a cup of a healthy bot and this one."""
    folder = at.folder()
    os.chmod(folder, 0o777)     # as root, bots run as other users
    scene.healthy(folder, "ann")
    scene.bot(folder, "bob", body.replace("{0}", folder))
    scene.write(f"{folder}/cup.json", json.dumps({
        "name": "cup", "game": "pig", "rules": {"target": 20},
        "format": {"type": "round_robin", "boards": 2},
        "entrants": [{"name": "ann", "command": ["./ann"]},
                     {"name": "bob", "command": ["./bob"]}],
        "limits": limits or LIMITS, **changes}))
    return folder


def start(folder, *words, jobs=1):
    return scene.start(
        folder, "run", "cup.json", "-j", str(jobs), "--key-file", "key",
        *words, program=scene.TOURNAMENT,
        preexec_fn=lambda: os.sched_setaffinity(0, {PROCESSOR}))


def suspects_of(folder):
    return scene.content(folder, "cup/suspects.jsonl").decode()


def verdict(folder):
    return scene.tournament(folder, "verify", "cup")


def doubts(folder):
    result = verdict(folder)
    found = [] if result.code == 0 else [str(result)]
    good, why = independent.verify_folder(f"{folder}/cup")
    return found if good else found + [f"the independent verifier: {why}"]


EXPECTED = '{"match":1,"game":3,"entrant":"bob"}\n' \
    '{"match":1,"game":4,"entrant":"bob"}\n'


def killed_before_the_end(folder):
    """Goes back to before the book had the match, and runs again."""
    lines = scene.content(folder, "cup/book.jsonl").splitlines(True)
    secret = json.loads(lines[-1])["secret"]
    scene.write(f"{folder}/cup/book.jsonl", b"".join(lines[:-2]))
    scene.write(f"{folder}/cup/secret", secret + "\n", 0o600)
    os.remove(f"{folder}/cup/book.note")
    result = scene.finish(start(folder))
    if result.code != 0 or "(2 suspect)" not in result.out or \
            suspects_of(folder) != EXPECTED or \
            scene.content(folder, "cup/book.jsonl") != b"".join(lines):
        return [f"killed before the end: {result} {suspects_of(folder)}"]
    return []


def told(at):
    """Reported in the output of the run, in the file and in the results, once
    each."""
    folder = cup(at, SLOW)
    with scene.crowd(PROCESSOR, 7):
        result = scene.finish(start(folder))
    wrong = []
    if result.code != 0 or result.err or suspects_of(folder) != EXPECTED:
        wrong.append(f"{result} {suspects_of(folder)}")
    for expression, count in (
            (r"^match 1: .*; bob: timeout in 2 games \(2 suspect\)$", 1),
            (r"^warning: this machine was overloaded when a bot ran out", 1),
            ("^2 time faults are suspect: ", 1), ("^warning: -j", 0)):
        if len(re.findall(expression, result.out, re.M)) != count:
            wrong.append(f"not {count} of /{expression}/: {result.out}")
    for words, expression in (
            ([], r"(?s)^2 timeout \(2 suspect\): bob$.*"
             r"^bob: timeout in match 1, game 3; suspect: the machine was "
             r"overloaded$"),
            (["--csv"], "^1,4,bob,timeout,1$"),
            (["--json"], '"game":4,"entrant":"bob","fault":"timeout",'
             '"suspect":1')):
        result = scene.tournament(folder, "results", "cup", "--faults",
                                  *words)
        if result.code != 0 or not re.search(expression, result.out, re.M):
            wrong.append(f"not /{expression}/: {result}")
    report = scene.tournament(folder, "report", "cup", "bob").out
    for words, count in (("\n2 of them are suspect: the organiser's machine "
                          "was overloaded.\n", 1), ("\nReason: no answer in "
                          "time\n\nThis fault is suspect: ", 2)):
        if report.count(words) != count:
            wrong.append(f"not {count} of {words} in {report}")
    # Repeated with the result of a tournament that is over.
    result = scene.finish(start(folder))
    if "2 time faults are suspect: " not in result.out:
        wrong.append(str(result))
    return wrong + killed_before_the_end(folder) + doubts(folder)


def events(at):
    folder = cup(at, SLOW)
    with scene.crowd(PROCESSOR, 7):
        result = scene.finish(start(folder, "--json"))
    lines = [json.loads(line) for line in result.out.splitlines()]
    faults = [fault for line in lines if line["event"] == "result"
              for fault in line["faults"]]
    warnings = [line for line in lines if line["event"] == "warning"]
    if [fault.get("suspect") for fault in faults] != [True, True] or \
            len(warnings) != 1 or "overloaded" not in warnings[0]["why"]:
        return f"{faults} {warnings} {result.err}"
    return ""


def nothing_to_tell(at):
    """A bot that sleeps through its time is not suspect."""
    folder = cup(at, PRELUDE + "until_turn(2)\nhang()\n")
    load = scene.Load()
    result = scene.finish(start(folder))
    if "warning: this machine was overloaded" in result.out + result.err and \
            load.is_high():
        return scene.not_tried("where nothing is suspect",
                               "the machine is busy")
    csv = scene.tournament(folder, "results", "cup", "--faults", "--csv").out
    if result.code != 0 or "suspect" in result.out or \
            "warning" in result.out or csv.count(",timeout,0\n") != 2 or \
            os.path.exists(f"{folder}/cup/suspects.jsonl"):
        return f"{result} {csv}"
    return doubts(folder)


def kept(at):
    """After a kill and a resume, what was suspect still is, and only that."""
    folder = cup(at, SLOW_AND_WAITS, format={"type": "round_robin",
                                             "boards": 3})
    with scene.crowd(PROCESSOR, 7):
        process = start(folder)
        # Both processes of bob have lost their second game.
        assert scene.wait_until(lambda: scene.content(
            folder, "cup/match-000001.jsonl").count(b'{"t":"over"') == 4)
        process.send_signal(signal.SIGKILL)
        scene.finish(process)
    wrong = scene.gone_in_the_end(folder)
    # As if the line was being written.
    scene.write(f"{folder}/cup/suspects.jsonl", EXPECTED[:-9])
    scene.write(f"{folder}/go", "")
    result = scene.finish(start(folder))
    if result.code != 0 or suspects_of(folder) != EXPECTED or \
            result.out.count("(2 suspect)") != 1:
        wrong.append(f"{result} {suspects_of(folder)}")
    return wrong + doubts(folder)


def spoilt(at):
    """The file may contain anything: no verdict depends on it."""
    folder = cup(at, "#!/bin/false\n")
    wrong = []
    result = scene.finish(start(folder))
    before = verdict(folder)
    if result.code != 0 or before.code != 0:
        wrong.append(f"{result} {before}")
    for text, expression in (
            ('{"match":1}\n', r"cup/suspects\.jsonl:1: game: "),
            (EXPECTED + "[]\n", r"cup/suspects\.jsonl:3: "),
            ('{"match":9,"game":1,"entrant":"eve"}\n', ""),
            ('{"match":1,"game":1,"entrant":"ann"}\n', "")):
        scene.write(f"{folder}/cup/suspects.jsonl", text)
        if verdict(folder) != before:
            wrong.append(f"verify with {text}: {verdict(folder)}")
        wrong += doubts(folder)
        result = scene.tournament(folder, "results", "cup", "--faults")
        if expression:
            wrong += scene.one_sentence(result, expression)
        elif result.code != 0 or "suspect" in result.out:
            wrong.append(str(result))
    return wrong


def examined(at):
    """referee check does not blame a bot for a busy machine."""
    folder = at.folder()
    scene.bot(folder, "bob", SLOW)
    with scene.crowd(PROCESSOR, 7):
        result = scene.finish(scene.start(
            folder, "check", "pig", "--limit", "move_ms=300", "--limit",
            "start_ms=60000", "--", "./bob",
            preexec_fn=lambda: os.sched_setaffinity(0, {PROCESSOR})))
    failure = result.out.partition("FAIL many games in one process: ")[2]
    hint = re.search("^ +hint +(.*)$", failure, re.M)
    return [] if result.code == 1 and hint and hint[1].startswith(
        "suspect: this machine was overloaded; check again") else [str(result)]


def jobs(at):
    """One warning if there are more matches than cores."""
    wrong = []
    for count, expected in (1, 0), (2, 1):
        result = scene.finish(start(cup(at, "#!/bin/false\n"), jobs=count))
        if result.out.count("warning: -j 2 is more than the 1 core of this "
                            "machine: ") != expected or result.code != 0:
            wrong.append(f"-j {count}: {result}")
    return wrong


TALKATIVE = PRELUDE + """
while True:
    until_turn(1)
    games = 0
    print("last words", file=sys.stderr)
    sys.stderr.flush()
    print("x" * 60000, flush=True)
"""


def traces(at):
    """What led to each fault is kept, up to a megabyte."""
    wrong = []
    for boards in 1, 40:
        folder = cup(at, TALKATIVE, {"faults_max": 1000, **LIMITS},
                     format={"type": "round_robin", "boards": boards})
        result = scene.finish(start(folder))
        path = f"{folder}/cup/match-000001.trace.jsonl"
        lines = scene.read_log(path)
        faults = [line["game"] for line in lines if "fault" in line]
        if result.code != 0 or faults != list(range(1, 2 * boards + 1)):
            wrong.append(f"{result} {faults}")
        status = os.stat(path)
        if status.st_size > 1 << 20 or stat.S_IMODE(status.st_mode) != 0o600:
            wrong.append(f"{status}")
        first = lines[:1 + [bool(line.get("fault"))
                            for line in lines].index(True)]
        said = " ".join(f"{line}" for line in first)
        fault = first[-1]
        if (fault.get("entrant"), fault.get("stderr")) != \
                (1, "last words\n") or "not " not in fault.get("why", "") or \
                '"type":"turn"' not in fault.get("asked", ""):
            wrong.append(f"the fault tells too little: {fault}")
        if any("why" not in line for line in lines if "fault" in line):
            wrong.append("a fault has no reason")
        for words in '"type":"turn"', "last words", "xxxx", "'garbled'":
            if words not in said:
                wrong.append(f"no {words} before the first fault: {said}")
        wrong += doubts(folder)
    # A match without faults has no trace.
    folder = cup(at, PRELUDE + "until_turn(99)\n")
    result = scene.finish(start(folder))
    if result.code != 0 or [name for name in os.listdir(f"{folder}/cup")
                            if "trace" in name or "suspect" in name]:
        wrong.append(f"{result} {os.listdir(folder + '/cup')}")
    return wrong


# Crashes in its first match, and in the next ones when it may.
CRASHES_AND_WAITS = PRELUDE + """
while os.path.exists("{0}/faulty") and not os.path.exists("{0}/go"):
    time.sleep(0.01)
until_turn(1)
open("{0}/faulty", "w").close()
print("last words", file=sys.stderr)
sys.exit(3)
"""


def interrupted(at, match, condition, change, **limits):
    """Kills a cup when the condition holds, and resumes it after a change.
    Returns the faults in the trace of the match, and what is wrong."""
    folder = cup(at, CRASHES_AND_WAITS, {**LIMITS, **limits}, format={
        "type": "round_robin", "boards": 2, "matches": 2})
    process = start(folder)
    assert scene.wait_until(lambda: condition(folder))
    process.send_signal(signal.SIGKILL)
    scene.finish(process)
    wrong = scene.gone_in_the_end(folder)
    change(folder)
    scene.write(f"{folder}/go", "")
    result = scene.finish(start(folder))
    path = f"{folder}/cup/match-00000{match}.trace.jsonl"
    if result.code != 0:
        return [], [str(result)]
    return [line for line in scene.read_log(path) if "fault" in line], \
        wrong + doubts(folder)


def void_traces(at):
    """The faults of a void attempt are not in the trace."""
    def has_fault(folder):
        return b'"fault"' in scene.content(folder,
                                           "cup/match-000001.trace.jsonl")

    faults, wrong = interrupted(
        at, 1, has_fault, lambda folder: os.remove(
            f"{folder}/cup/match-000001.jsonl"))
    if [line["game"] for line in faults] != [1, 2, 3, 4]:
        wrong.append(f"{faults}")
    return wrong


def many_traces(at):
    """After a gigabyte of traces, only the reason of a fault is kept."""
    def has_ended(folder):
        return b'{"t":"end"' in scene.content(folder, "cup/book.jsonl")

    def grow(folder):
        os.truncate(f"{folder}/cup/match-000001.trace.jsonl", (1 << 30) + 1)

    # After a single fault no process is started that would wait.
    faults, wrong = interrupted(at, 2, has_ended, grow, faults_max=1)
    if not faults or any("asked" in line or "stderr" in line or
                         line["why"] == "" for line in faults):
        wrong.append(f"{faults}")
    return wrong


CASES = {
    "the run, the file and the results tell": told,
    "the events tell": events,
    "where nothing is suspect nothing is told": nothing_to_tell,
    "a kill loses nothing": kept,
    "no verdict depends on the file": spoilt,
    "a bot under examination": examined,
    "more matches than cores": jobs,
    "traces of faults": traces,
    "traces of void attempts": void_traces,
    "many traces": many_traces,
}

if __name__ == "__main__":
    sys.exit(scene.run_cases(CASES, workers=2, of=2))

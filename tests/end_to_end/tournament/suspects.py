#!/usr/bin/env python3
"""suspects.py - time faults that the machine may have caused are reported to
the organiser, and traces of faults are kept for a tournament's matches.

The overloaded machine is one processor that many processes keep busy.

tier: full
"""
import json
import os
import re
import signal
import stat

import scene
import tournament

PROCESSOR = min(os.sched_getaffinity(0))
PRELUDE = scene.prelude("json, os, signal, sys, time") + """
def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end: pass

"""
SLOW = scene.content(f"{scene.SRC}/tests/bots", "burns.pl").decode()
# The same, but a process that is started after the fault waits for a file.
SLOW_AND_WAITS = PRELUDE + """
while os.path.exists("{0}/faulty") and not os.path.exists("{0}/go"):
    time.sleep(0.01)
until_turn(2)
if not os.path.exists("{0}/faulty"):
    open("{0}/faulty", "w").close()
burn(0.4)
go_on()
"""
# Crashes in its first match, and in the next ones when it may.
CRASHES_AND_WAITS = PRELUDE + """
while os.path.exists("{0}/faulty") and not os.path.exists("{0}/go"):
    time.sleep(0.01)
until_turn(1)
open("{0}/faulty", "w").close()
print("last words", file=sys.stderr)
sys.exit(3)
"""
TALKATIVE = PRELUDE + """
while True:
    until_turn(1)
    games = 0
    print("last words", file=sys.stderr)
    sys.stderr.flush()
    print("x" * 60000, flush=True)
"""
LIMITS = {"move_ms": 1000, "start_ms": 600000}
EXPECTED = '{"match":1,"game":3,"entrant":"bob"}\n' \
    '{"match":1,"game":4,"entrant":"bob"}\n'


def cup(folder, body, limits=None, **form):
    """A cup of a healthy bot and this one."""
    os.chmod(folder, 0o777)     # as root, bots run as other users
    scene.healthy(folder, "ann")
    scene.bot(folder, "bob", body.replace("{0}", folder))
    scene.cup(folder, ("ann", "bob"), rules={"target": 20},
              format={"type": "round_robin", "boards": 2, **form},
              limits={**LIMITS, **(limits or {})})


def start(folder, *words, jobs=1):
    return scene.start(
        folder, "run", "cup.json", "-j", str(jobs), "--key-file", "key",
        *words, program=scene.TOURNAMENT,
        preexec_fn=lambda: os.sched_setaffinity(0, {PROCESSOR}))


def play(folder, *words, **more):
    return scene.expect(scene.finish(start(folder, *words, **more))).out


def suspects_of(folder):
    return scene.content(folder, "cup/suspects.jsonl").decode()


def check(folder):
    scene.expect(scene.tournament(folder, "verify", "cup"))
    good, why = tournament.verify_folder(f"{folder}/cup")
    assert good, why


def counts(text, expected):
    for expression, count in expected.items():
        assert len(re.findall(expression, text, re.M)) == count, (
            expression, text)


def test_suspects_are_told(folder):
    """Once each by the events and in the file, and in all results."""
    cup(folder, SLOW)
    with scene.crowd(PROCESSOR, 4):
        lines = [json.loads(line) for line in
                 play(folder, "--json").splitlines()]
    assert [fault.get("suspect") for line in lines
            if line["event"] == "result"
            for fault in line["faults"]] == [True, True], lines
    warning, = [line for line in lines if line["event"] == "warning"]
    assert "overloaded" in warning["why"]
    assert suspects_of(folder) == EXPECTED
    for words, expression in (
            ([], r"^2 timeout \(2 suspect\): bob\n"
             r"bob: timeout in match 1, game 3; suspect: the machine was "
             r"overloaded \(from suspects.jsonl, not checked\)\n"
             r"    from the trace, not checked:\n    no answer in time\n"),
            (["--csv"], "\n1,4,bob,timeout,1\n"),
            (["--json"], '"game":4,"entrant":"bob","fault":"timeout",'
             '"suspect":1')):
        scene.expect(scene.tournament(folder, "results", "cup", "--faults",
                                      *words), 0, expression,
                     "from suspects.jsonl, not checked" if words else "^$")
    counts(scene.tournament(folder, "report", "cup", "bob").out, {
        "^2 of them are suspect: the organiser's machine was overloaded \\(": 1,
        "^From the trace, not checked:\n\nReason: no answer in time\n\n"
        "Time: .*\n\nThis fault is suspect: ": 2})
    # Told again with the result of a tournament that is over.
    counts(play(folder), {"^2 time faults are suspect: ": 1})
    # Back to before the book had the match, as if killed there.
    lines = scene.content(folder, "cup/book.jsonl").splitlines(True)
    scene.write(f"{folder}/cup/book.jsonl", b"".join(lines[:-2]))
    scene.write(f"{folder}/cup/secret",
                json.loads(lines[-1])["secret"] + "\n", 0o600)
    os.remove(f"{folder}/cup/book.note")
    counts(play(folder), {
        r"^match 1: .*; bob: timeout in 2 games \(2 suspect\)$": 1,
        "^2 time faults are suspect: ": 1, "^warning: -j": 0})
    assert suspects_of(folder) == EXPECTED
    assert scene.content(folder, "cup/book.jsonl") == b"".join(lines)
    check(folder)


def test_a_game_with_a_suspect_fault_is_played_again(folder):
    """With new processes, as after an interruption, so bob is in time then."""
    cup(folder, SLOW, {"suspect_replays": 2})
    with scene.crowd(PROCESSOR, 4):
        counts(play(folder), {
            r"^warning: match 1: game 3 is played again \(1 of at most 2 "
            r"times\): bot bob ran out of time while this machine was "
            "overloaded$": 1, "suspect": 0})
    assert not os.path.exists(f"{folder}/cup/suspects.jsonl")
    log = scene.read_log(f"{folder}/cup/match-000001.jsonl")
    assert [line["games"] for line in log if line["t"] == "resume"] == [2]
    assert not [line for line in log if line["t"] == "fault"]
    check(folder)
    scene.expect(scene.tournament(folder, "verify", "cup"), 0,
                 "(?s)told: games abandoned and played again.*: 1\n.*"
                 "told: a game in which a bot ran out of time on an overloaded "
                 "machine was played again on the same dice, up to 2 times: ")


def test_a_suspect_fault_counts_in_the_end(folder):
    """When its game has been played again as often as the file allows."""
    cup(folder, SLOW.replace("$games == 2 && !$burnt++", "$games"),
        {"suspect_replays": 1, "faults_max": 9}, boards=1)
    with scene.crowd(PROCESSOR, 4):
        counts(play(folder), {"^warning: match 1: game [12] is played": 2,
                              r"bob: timeout in 2 games \(2 suspect\)$": 1})
    check(folder)


def test_a_bot_that_used_up_its_time_is_not_suspect(folder):
    """However busy the machine is, if its processor time counts.  (The limit
    of the wall-clock time is 30 times as long.)"""
    cup(folder, PRELUDE + "until_turn(2)\nburn(9999)\n",
        {"clock": "cpu", "move_ms": 50})
    said = play(folder)
    assert not re.search("suspect|warning", said), said
    faults = scene.tournament(folder, "results", "cup", "--faults", "--csv")
    assert faults.out.count(",timeout,0\n") == 2, faults
    assert not os.path.exists(f"{folder}/cup/suspects.jsonl")


def test_a_kill_loses_no_suspect(folder):
    """After a resume, what was suspect still is, and only that."""
    cup(folder, SLOW_AND_WAITS, boards=3)
    with scene.crowd(PROCESSOR, 4):
        process = start(folder)
        # Both processes of bob have lost their second game.
        assert scene.wait_until(lambda: scene.content(
            folder, "cup/match-000001.jsonl").count(b'{"t":"over"') == 4)
        process.kill()
        scene.finish(process)
    assert not scene.gone_in_the_end(folder)
    # As if the line was being written.
    scene.write(f"{folder}/cup/suspects.jsonl", EXPECTED[:-9])
    scene.write(f"{folder}/go", "")
    counts(play(folder), {r"\(2 suspect\)": 1})
    assert suspects_of(folder) == EXPECTED
    check(folder)


def test_check_does_not_blame_a_bot_for_a_busy_machine(folder):
    scene.bot(folder, "bob", SLOW)
    with scene.crowd(PROCESSOR, 4):
        result = scene.finish(scene.start(
            folder, "check", "pig", "--limit", "move_ms=1000", "--limit",
            "start_ms=600000", "--", "./bob",
            preexec_fn=lambda: os.sched_setaffinity(0, {PROCESSOR})))
    scene.expect(result, 1, "(?s)FAIL many games in one process: .*\n +hint "
                 " +suspect: this machine was overloaded; check again")


# ### traces

def test_what_led_to_each_fault_is_kept(folder, boards=40):
    """Up to a megabyte."""
    cup(folder, TALKATIVE, {"faults_max": 1000}, boards=boards)
    play(folder)
    path = f"{folder}/cup/match-000001.trace.jsonl"
    lines, status = scene.read_log(path), os.stat(path)
    assert [line["game"] for line in lines if "fault" in line] == list(
        range(1, 2 * boards + 1))
    assert status.st_size <= 1 << 20
    assert stat.S_IMODE(status.st_mode) == 0o600
    end = next(n for n, line in enumerate(lines) if "fault" in line)
    fault, said = lines[end], str(lines[:end + 1])
    assert fault["entrant"] == 1 and fault["stderr"] == "last words\n" and \
        "not " in fault["why"] and '"type":"turn"' in fault["asked"], fault
    for words in '"type":"turn"', "last words", "xxxx", "'garbled'":
        assert words in said, (words, said)
    assert all("why" in line for line in lines if "fault" in line)
    check(folder)


def test_a_match_without_faults_has_no_trace(folder):
    """Also with more matches than cores, which is told."""
    cup(folder, PRELUDE + "until_turn(99)\n", {"move_ms": 600000})
    counts(play(folder, jobs=2), {
        "warning: -j 2 is more than the 1 core of this machine: ": 1})
    assert not [name for name in os.listdir(f"{folder}/cup")
                if "trace" in name or "suspect" in name]


def interrupted(folder, match, file, text, change, **limits):
    """Kills a cup when the file has the text, and resumes it after a change;
    returns the faults in the trace of the match."""
    cup(folder, CRASHES_AND_WAITS, limits, matches=2)
    process = start(folder)
    assert scene.wait_until(lambda: text in scene.content(folder, file))
    process.send_signal(signal.SIGKILL)
    scene.finish(process)
    assert not scene.gone_in_the_end(folder)
    change()
    scene.write(f"{folder}/go", "")
    play(folder)
    check(folder)
    return [line for line in scene.read_log(
        f"{folder}/cup/match-00000{match}.trace.jsonl") if "fault" in line]


def test_faults_of_void_attempts_are_not_in_the_trace(folder):
    faults = interrupted(
        folder, 1, "cup/match-000001.trace.jsonl", b'"fault"',
        lambda: os.remove(f"{folder}/cup/match-000001.jsonl"))
    assert [line["game"] for line in faults] == [1, 2, 3, 4], faults


def test_after_a_gigabyte_only_reasons_are_kept(folder):
    # After a single fault no process is started that would wait.
    faults = interrupted(
        folder, 2, "cup/book.jsonl", b'{"t":"end"', lambda: os.truncate(
            f"{folder}/cup/match-000001.trace.jsonl", (1 << 30) + 1),
        faults_max=1)
    assert faults and not any("asked" in line or "stderr" in line or
                              line["why"] == "" for line in faults), faults


scene.main(workers=2)

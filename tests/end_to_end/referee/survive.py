#!/usr/bin/env python3
"""survive.py - kills a match at any moment, resumes it, and compares the
result.

The bots answer from the current line alone, so that an interrupted match has
the same results as an undisturbed one.

tier: quick
"""
import fcntl
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene

# Banks as soon as a turn has so many points.
BOT = """#!%s
import sys
ENOUGH = %d
for line in sys.stdin:
    if '"type":"turn"' in line:
        total = int(line.split('"total":')[1].split(",")[0].strip("}"))
        sys.stdout.write('{"move":%%d}\\n' %% (total >= ENOUGH))
    elif line.startswith('{"type":"hello"'):
        sys.stdout.write('{"type":"ready"}\\n')
    elif line.startswith('{"type":"bye"'):
        break
    sys.stdout.flush()
"""
# The same bot, which waits while a gate file exists beside it.
GATED = BOT.replace("import sys\n", "import os, sys, time\n").replace(
    "        total", "        while os.path.exists(sys.argv[0] + '.gate'):\n"
    "            time.sleep(0.001)\n        total")
WRONG = f"""#!{scene.PYTHON}
import sys
for line in sys.stdin:
    if '"type":"hello"' in line: print('{{"type":"ready"}}', flush=True)
    if '"type":"turn"' in line: print('{{}}', flush=True)
"""
# Nothing here waits for a clock, as machines can be slow.
GAME = ["pig", "./careful", "./daring", "--rules", "target=30", "--limit",
        "move_ms=60000", "--limit", "start_ms=60000"]
WITH = ["--secret-file", "secret", "--key-file", "key"]
FILES = {"t", "config", "key", "secret", "careful", "daring", "log.jsonl",
         "log.json"}
LONG, SHORT = 60, 3     # boards
REACHED = subprocess.run([scene.REFEREE, "doctor"], capture_output=True,
                         text=True, check=False).stdout.splitlines()[-1]
LEVELS = [level for level in ("limits", "strict", "none") if level in REACHED]


def prepare(stage):
    folder = stage.folder()
    scene.bot(folder, "careful", BOT % (scene.PYTHON, 5))
    scene.bot(folder, "daring", BOT % (scene.PYTHON, 12))
    return folder


def begin(folder, boards, level="limits", more=()):
    return ["play", *GAME, "--boards", str(boards), "--sandbox", level, "-o",
            "log.jsonl", "--json", *WITH, *more]


GO_ON = ["play", "--resume", "log.jsonl", "--json", *WITH]


def end_event(result):
    """The last line, which a tournament reads, without the digest."""
    event = json.loads(result.out.splitlines()[-1])
    event.pop("log")
    return event


class Normal:
    """The undisturbed match."""

    def __init__(self, stage, boards):
        self.folder = prepare(stage)
        self.result = scene.run(self.folder, *begin(self.folder, boards))
        self.bytes = scene.content(self.folder)
        self.overs = scene.overs(f"{self.folder}/log.jsonl")
        self.event = end_event(self.result)
        self.boards = boards


def compare(folder, result, normal, files=FILES):
    """What is wrong with a match that was disturbed and then finished."""
    if result.code != 0 or result.err:
        return [f"exit {result.code}, {result.err}"]
    wrong = scene.doubts(folder)
    if scene.overs(f"{folder}/log.jsonl") != normal.overs:
        wrong.append("other results than undisturbed")
    if end_event(result) != normal.event:
        wrong.append(f"another end event: {result.out.splitlines()[-1]}")
    stray = set(os.listdir(folder)) - files
    if stray:
        wrong.append(f"left behind: {sorted(stray)}")
    lines = scene.read_log(f"{folder}/log.jsonl")
    begun = sum(line["t"] == "game" for line in lines)
    told = json.loads(scene.run(folder, "verify", "--json",
                                "log.jsonl").out)["abandoned"]
    if told != begun - len(normal.overs):
        wrong.append(f"{begun} games begun, {told} told as abandoned")
    return wrong


# ### kills

def tree_of(keeper):
    """The player and the wardens of a running match."""
    children = scene.children_of(keeper)
    return children[:1], children[1:]


def kill_pids(pids, number=signal.SIGKILL):
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            pass


def hit(process, how):
    if process.poll() is not None:
        return
    player, wardens = tree_of(process.pid)
    if how == "player":
        kill_pids(player)
    elif how == "keeper":
        kill_pids([process.pid])
    elif how == "everything":
        kill_pids([process.pid, *player, *wardens])
    elif how == "group":
        os.killpg(process.pid, signal.SIGINT)
    else:
        kill_pids([process.pid], getattr(signal, how))


def ask_until_it_ends(process):
    """Repeats the signal until the match ends: the first only lets the current
    game finish, and two that arrive together count as one."""
    deadline = time.monotonic() + scene.HANGS_S / 4
    while process.poll() is None and time.monotonic() < deadline:
        process.send_signal(signal.SIGTERM)
        time.sleep(0.005)


def wait_for(process, folder, size):
    """Waits until the log has that size or the match is over."""
    while process.poll() is None:
        try:
            if os.path.getsize(f"{folder}/log.jsonl") >= size:
                return
        except FileNotFoundError:
            pass
        time.sleep(0.0005)


def told_after(result, how, folder):
    """Checks the message of a process that was hit."""
    begun = scene.content(folder).count(b"\n") > 3
    if how == "player" and result.code == 2:
        # Before a match is started or resumed, a child tests what the machine
        # can do.
        return scene.one_sentence(
            result, "was killed .*continue with referee play --resume|"
            "killed by signal 9")
    if how.startswith("SIG") or how == "group":
        if result.code == 2 and begun:
            return scene.one_sentence(result, "interrupted|was killed")
        # Before anything is played, a signal simply ends it.
        if result.code not in (0, 2, -1, -2, -15):
            return [f"exit {result.code}, {result.err}"]
    return []


def waits_for_itself(left, how):
    """docs/hosting.md, Processes: a bwrap that was about to make namespaces
    may survive its keeper; no bot runs in it."""
    # A process that is ending has no command any more.
    pid, _, command = left.partition(" ")
    return how in ("everything", "keeper") and \
        command.startswith("bwrap ") and not scene.children_of(int(pid))


def is_free(folder):
    """Nobody holds the log.  A process that is ending has no command or folder
    any more, but still holds its files."""
    try:
        with open(f"{folder}/log.jsonl", "rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        pass
    except BlockingIOError:
        return False
    return True


def left_after(folder, how):
    """Nothing keeps running.  The bots' folder may stay if the keeper was
    killed, whose child removes it; the next run removes it then
    (left_behind.py)."""
    def others():
        return [one for one in scene.left_running(folder)
                if not waits_for_itself(one, how)]
    scene.wait_until(lambda: not others())
    # The rest may be about to end; what has not ended then never will.
    scene.wait_until(lambda: not scene.left_running(folder), 10)
    wrong = [f"left running after {how}: {one}" for one in others()]
    kill_pids([int(one.split()[0]) for one in scene.left_running(folder)])
    if not scene.wait_until(lambda: is_free(folder)):
        wrong.append(f"the log is still locked after {how}")
    for name in os.listdir(f"{folder}/t"):
        if how not in ("everything", "keeper"):
            wrong.append(f"left behind after {how}: {name}")
        shutil.rmtree(f"{folder}/t/{name}", ignore_errors=True)
    return wrong


def go_on(folder, boards, level):
    """The command that resumes, or starts if there is nothing to resume."""
    if os.path.exists(f"{folder}/log.json"):
        return GO_ON
    if os.path.exists(f"{folder}/log.jsonl"):
        os.unlink(f"{folder}/log.jsonl")
    return begin(folder, boards, level)


def disturbed(stage, normal, how, seed, level, kills=4):
    chance = random.Random(seed)
    folder = prepare(stage)
    whole, wrong = len(normal.bytes), []
    for _ in range(kills):
        command = go_on(folder, normal.boards, level)
        size = len(scene.content(folder))
        process = scene.start(folder, *command,
                              start_new_session=how == "group")
        wait_for(process, folder,
                 size if chance.random() < 0.15 else
                 chance.randint(size, max(size, whole)))
        hit(process, how)
        result = scene.finish(process)
        wrong += left_after(folder, how) + told_after(result, how, folder)
    result = scene.run(folder, *go_on(folder, normal.boards, level))
    return wrong + compare(folder, result, normal)


# ### cuts

def cut(stage, normal, size):
    """A log cut off at any byte is continued after its last whole line; without
    any line it begins again, with the same dice."""
    folder = copied(stage, normal, normal.bytes[:size])
    kept = normal.bytes[:size].rfind(b"\n") + 1
    result = scene.run(folder, *GO_ON)
    wrong = compare(folder, result, normal)
    log = scene.content(folder)
    if not kept:
        return wrong + (["not the same log"] if log != normal.bytes else [])
    if not log.startswith(normal.bytes[:kept]):
        wrong.append("what was kept has changed")
    behind = log[kept:].split(b"\n")[0]
    closed = b'{"t":"close"' in normal.bytes[:kept]
    if not behind.startswith(b'{"t":"sign"' if closed else b'{"t":"resume"'):
        wrong.append(f"then comes {behind[:80]}")
    return wrong


def cuts(normal):
    """Line ends near the start and end and around games, and bytes inside
    lines."""
    ends = [m.end() for m in re.finditer(b"\n", normal.bytes)][:-1]
    at = ends[:6] + ends[-6:]
    at += [end for line, end in zip(normal.bytes.split(b"\n"), ends)
           if b'"over"' in line or b'"game"' in line]
    at += [end + 30 for end in at] + [end - 1 for end in at]
    return sorted({0, 100, *at})


def copied(stage, normal, log, level=None):
    folder = prepare(stage)
    scene.write(f"{folder}/log.jsonl", log)
    scene.write(f"{folder}/log.json", scene.content(normal.folder, "log.json")
                .replace(normal.folder.encode(), folder.encode()))
    return folder


# ### refusals

def refused(stage, normal, spoil, expression, words=GO_ON):
    """Nothing is played and the log is unchanged."""
    half = normal.bytes[:len(normal.bytes) // 2]
    folder = copied(stage, normal, half)
    spoil(folder)
    wrong = scene.one_sentence(scene.run(folder, *words), expression)
    if scene.content(folder) != half:
        wrong.append("the log has changed")
    return wrong


def edit(old, new):
    def spoil(folder):
        text = scene.content(folder, "log.json").decode()
        assert old in text
        scene.write(f"{folder}/log.json", text.replace(old, new))
    return spoil


def other_bot(folder):
    scene.bot(folder, "daring", BOT % (scene.PYTHON, 13))


def other(name, digits):
    return lambda folder: scene.write(f"{folder}/{name}", digits * 16 + "\n",
                                      0o600)


def no_match_file(folder):
    os.unlink(f"{folder}/log.json")


def one_entrant_more(folder):
    match = json.loads(scene.content(folder, "log.json"))
    match["entrants"].append({**match["entrants"][0], "name": "third"})
    match["rotations"] = 2
    scene.write(f"{folder}/log.json", json.dumps(match))


REFUSED = [
    ("a bot that has changed", other_bot, "daring has changed"),
    ("another key", other("key", "beef"), "another key"),
    ("another secret", other("secret", "beef"),
     "cannot resume this log: secret does not have the secret of log.jsonl$"),
    ("no match file", no_match_file, "log.json"),
    ("one entrant more", one_entrant_more, "entrants|rules|differ"),
    ("another name", edit('"careful"', '"careless"'), "log.json|entrants"),
    ("other rules", edit('"target":30', '"target":31'), "log.json"),
    ("other boards", edit('"boards":3', '"boards":4'), "log.json"),
    ("other rotations", edit('"rotations":2', '"rotations":1'), "log.json"),
    ("other links", edit('"links":128', '"links":64'), "log.json"),
    ("other limits", edit('"faults_max":3', '"faults_max":2'), "log.json"),
    ("another level", edit('"sandbox":"limits"', '"sandbox":"none"'),
     "log.json"),
    ("another game", edit('"game":"pig"', '"game":"bolo7"'), "log.json|pig"),
    ("a match file that is none", edit("{", "["), "log.json"),
]


def no_secret(stage, normal):
    return refused(stage, normal, lambda folder: None, "secret",
                   ["play", "--resume", "log.jsonl", "--key-file", "key"])


def finished(stage, normal):
    """A finished log is not changed, and its result is printed again."""
    folder = copied(stage, normal, normal.bytes)
    result = scene.run(folder, *GO_ON)
    wrong = compare(folder, result, normal)
    if scene.content(folder) != normal.bytes:
        wrong.append("the log has changed")
    if '"event":"game"' in result.out:
        wrong.append("a game was played")
    # Root may write to it all the same.
    os.chmod(f"{folder}/log.jsonl", 0o444)
    again = scene.run(folder, *GO_ON)
    if again != result:
        wrong.append(f"read-only: {again}")
    return wrong


def at_the_gate(stage, *words, **more):
    """Starts a match whose second bot waits in the middle of a game."""
    folder = prepare(stage)
    scene.bot(folder, "daring", GATED % (scene.PYTHON, 12))
    scene.write(f"{folder}/daring.gate", "")
    process = scene.start(folder, "play", *GAME, "-o", "log.jsonl", "--limit",
                          "move_ms=600000", *words, **more)
    deadline = time.monotonic() + scene.HANGS_S / 4
    while b'"t":"draw","s":2' not in scene.content(folder):
        assert process.poll() is None, scene.finish(process)
        assert time.monotonic() < deadline, "the log is not written ahead"
        time.sleep(0.001)
    return folder, process


def own_secret(stage, level, how):
    """The secret is beside the log until the end, readable only by its
    owner."""
    folder, process = at_the_gate(stage, "--sandbox", level)
    hit(process, how)
    result = scene.finish(process)
    wrong = left_after(folder, how)
    if how == "player":
        wrong += scene.one_sentence(result, "continue with")
    mode = os.stat(f"{folder}/log.secret").st_mode & 0o777
    if mode != 0o600:
        wrong.append(f"mode of the secret: {mode:o}")
    os.unlink(f"{folder}/daring.gate")
    result = scene.run(folder, "play", "--resume", "log.jsonl")
    if result.code != 0 or os.path.exists(f"{folder}/log.secret"):
        wrong.append(f"{result}, {os.listdir(folder)}")
    result = scene.run(folder, "rerun", "log.jsonl")
    if result.code != 0 or "replayed identically" not in result.out:
        wrong.append(f"rerun: {result}")
    return wrong + scene.doubts(folder)


def match_file(stage):
    """All settings in a match file also hold after an interruption."""
    folder = prepare(stage)
    scene.write(f"{folder}/m.json", json.dumps({
        "game": "pig", "rules": {"target": 15}, "match": 5, "boards": 3,
        "rotations": 1, "processes": "game", "links": 3, "sandbox": "none",
        "limits": {"faults_max": 5, "move_ms": 60000}, "entrants": [
            {"name": "one", "author": "ann", "command": ["./careful"],
             "files": ["careful", "daring"]},
            {"name": "two", "command": ["./daring"]}]}))
    command = ["play", "m.json", "-o", "log.jsonl", "--json", *WITH]
    scene.run(folder, *command)
    whole = scene.content(folder)
    scene.write(f"{folder}/log.jsonl", whole[:len(whole) // 2])
    result = scene.run(folder, *GO_ON)
    if result.code != 0 or len(whole) < 3000 or \
            b'"t":"resume"' not in scene.content(folder):
        return str(result)
    return scene.doubts(folder)


def two_players(stage):
    """The second process is refused, and the first one is not disturbed."""
    folder, first = at_the_gate(stage, *WITH)
    before = scene.content(folder)
    wrong = scene.one_sentence(scene.run(folder, *GO_ON), "being played")
    if scene.content(folder) != before or first.poll() is not None:
        wrong.append("the first one was disturbed")
    ask_until_it_ends(first)
    wrong += scene.one_sentence(scene.finish(first),
                                "interrupted.*play --resume log.jsonl")
    both = [scene.start(folder, *GO_ON) for _ in range(2)]
    deadline = time.monotonic() + scene.HANGS_S / 4
    while all(one.poll() is None for one in both) and \
            time.monotonic() < deadline:
        time.sleep(0.001)
    both.sort(key=lambda one: one.poll() is None)
    wrong += scene.one_sentence(scene.finish(both[0]), "being played")
    if both[1].poll() is not None:
        wrong.append(f"neither could go on: {scene.finish(both[1])}")
    os.unlink(f"{folder}/daring.gate")
    result = scene.finish(both[1])
    if result.code != 0 or result.err:
        wrong.append(str(result))
    return wrong + left_after(folder, "nothing") + scene.doubts(folder)


def forfeited(stage, text, level):
    """A bot that reached its limit of faults is not started again on
    resuming."""
    folder = prepare(stage)
    scene.bot(folder, "careful", text)
    scene.run(folder, *begin(folder, SHORT, level))
    whole = scene.overs(f"{folder}/log.jsonl")
    log = scene.content(folder)
    fourth = [m.end() for m in re.finditer(b'{"t":"over".*\n', log)][3]
    scene.write(f"{folder}/log.jsonl", log[:fourth])
    result = scene.run(folder, *GO_ON, "--trace", "trace")
    wrong = scene.doubts(folder)
    if result.code != 0 or scene.overs(f"{folder}/log.jsonl") != whole:
        wrong.append(str(result))
    told = [json.loads(line) for line in scene.content(folder, "trace").split(
        b"\n")[:-1]]
    for line in told:
        if '"type":"hello"' in line.get("to", ""):
            hello = json.loads(line["to"])
            if hello["names"][hello["seat"]] == "careful":
                wrong.append("it was started again")
    return wrong


def main():
    tally = scene.Tally()
    if "strict" not in LEVELS:
        print("not tried: strict, which this machine cannot do")
    with scene.Scene() as stage:
        long, short = Normal(stage, LONG), Normal(stage, SHORT)
        cases = []
        for how, count in (("player", 4), ("keeper", 2), ("everything", 2),
                           ("SIGINT", 1), ("SIGTERM", 1), ("SIGHUP", 1),
                           ("group", 1)):
            for seed in range(count):
                level = LEVELS[seed % len(LEVELS)]
                cases.append((
                    f"killed: {how} {seed} ({level})",
                    lambda how=how, seed=seed, level=level: disturbed(
                        stage, long, how, seed, level)))
        for level in LEVELS:
            # At strict its second bot could not see the gate.
            for how in ("player", "keeper") if level != "strict" else ():
                cases.append((f"a secret of its own: {how} ({level})",
                              lambda how=how, level=level: own_secret(
                                  stage, level, how)))
            for name, text in (("wrong answers", WRONG),
                               ("no start", "#!/no/such/program\n")):
                cases.append((f"forfeits with {name} ({level})",
                              lambda text=text, level=level: forfeited(
                                  stage, text, level)))
        cases += [(f"cut at byte {size} of {len(short.bytes)}",
                   lambda size=size: cut(stage, short, size))
                  for size in cuts(short)]
        cases += [(f"going on with {name}",
                   lambda spoil=spoil, why=why: refused(stage, short, spoil,
                                                        why))
                  for name, spoil, why in REFUSED]
        cases += [
            ("going on without a secret", lambda: no_secret(stage, short)),
            ("a finished log", lambda: finished(stage, short)),
            ("a match file that says everything", lambda: match_file(stage)),
            ("two players", lambda: two_players(stage)),
        ]
        tally.run(cases, of=3)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

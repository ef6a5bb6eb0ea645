#!/usr/bin/env python3
"""refused.py - every way in which the machine can refuse a sandbox level.

Each ends the run before the first game with one sentence, and is never a bot's
fault.  As root, everything is tried again as an ordinary user.

tier: full, root
"""
import errno
import json
import os
import platform
import re
import resource
import shutil
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene
import somebody
from somebody import USER, deny, faults_of

EPERM, ENOSYS = errno.EPERM, errno.ENOSYS


def both(*installs):
    return lambda: [install() for install in installs]


def few_processes():
    resource.setrlimit(resource.RLIMIT_NPROC, (40, 40))


def own_limit(name, most):
    return lambda: resource.setrlimit(getattr(resource, name), (most, most))


FAKES = {
    "fails": "echo 'bwrap: Creating new namespace failed: Out of tea' >&2\n"
             "exit 1",
    "is too old": "echo 'bwrap: Unknown option --size' >&2\nexit 1",
    "says nothing": "exit 3",
    "is killed": "kill -9 $$",
    "starts nothing": "exit 0",
    "hangs": "exec /bin/sleep 1000",
}
NEWUSER = 0x10000000
BUILT = "a sandbox can be built"


class Refusal:
    def __init__(self, name, expression, before=None, path=None, user=None,
                 level="strict", feature="", at=("as root", "as a user"),
                 lost=None, place=None):
        self.name, self.expression = name, expression
        self.before, self.path, self.user = before, path, user
        self.level, self.feature, self.at = level, feature, at
        self.lost = lost or level       # the levels lost: from this one on
        self.place = place              # TMPDIR


def refusals():
    rows = [Refusal("no bwrap", r"bwrap not found in PATH; install bubblew",
                    path="/nowhere", feature="bubblewrap")]
    rows += [Refusal(f"a bwrap that {name}", {
        "fails": "bwrap cannot build a sandbox: .*Out of tea; let this user",
        "is too old": "Unknown option --size; install bubblewrap 0.7",
        "hangs": "a sandbox was not built in [13]0 s; try bwrap --version",
    }.get(name, "it ended without a message"), path=f"FAKE/{name}",
        feature=BUILT) for name in FAKES]
    rows.append(Refusal("too few processes", r"RLIMIT_NPROC is 40: \d+ are "
                        r"running already.*ulimit -u", before=few_processes,
                        user=USER + 1, feature="processes allowed",
                        at=("as a user",), lost="limits"))
    rows.append(Refusal("too few processes at limits", r"RLIMIT_NPROC is 40",
                        before=few_processes, user=USER + 2, level="limits",
                        feature="processes allowed", at=("as a user",)))
    # The referee itself has less than it promises to bots.
    rows += [Refusal(f"{name} {most}, asked for {level}", expression,
                     before=own_limit(name, most), level=level,
                     feature=feature, lost="limits" if level == "strict" else
                     level)
             for level, feature, name, most, expression in (
                 ("limits", "limits left to bots", "RLIMIT_DATA", 200 << 20,
                  r"RLIMIT_DATA is 209715200, and the limit memory_mb needs "
                  r"4294967296; raise it \(ulimit -d\)"),
                 ("strict", "limits left to bots", "RLIMIT_DATA", 200 << 20,
                  "RLIMIT_DATA is 209715200"),
                 ("limits", "limits left to bots", "RLIMIT_AS", 1 << 40,
                  r"RLIMIT_AS is .*unlimited.*raise it \(ulimit -v unlim"),
                 ("limits", "limits left to bots", "RLIMIT_CPU", 1000,
                  "RLIMIT_CPU is 1000, but has to be unlimited, because bots "
                  "have the limit cpu_s instead"),
                 ("limits", "limits left to bots", "RLIMIT_FSIZE", 2 << 20,
                  "RLIMIT_FSIZE is 2097152, and the limit box_mb needs"),
                 ("limits", "limits left to bots", "RLIMIT_NOFILE", 60,
                  "RLIMIT_NOFILE is 60, and the limit files needs 64"),
                 ("none", "open files", "RLIMIT_NOFILE", 12,
                  r"RLIMIT_NOFILE is 12, and the referee needs 32 for 4 bots"))]
    rows += [Refusal(f"TMPDIR {place}", expression, level="limits", at=at,
                     feature="folder for the bots", place=place)
             for place, expression, at in (
                 ("/nope", "cannot make a folder for the bots in /nope: No",
                  ("as root", "as a user")),
                 ("t", "TMPDIR is \"t\"; expected a path that begins with /",
                  ("as root", "as a user")),
                 ("CLOSED", "cannot reach their folders in .*; open it",
                  ("as root",)))]
    if platform.machine() != "x86_64":
        return rows
    userns = both(deny(EPERM, 272, bits=NEWUSER), deny(EPERM, 56, bits=NEWUSER))
    return rows + [
        Refusal("no user namespaces", r"unshare\(CLONE_NEWUSER\): Operation "
                r"not permitted; allow them \(sysctl", before=userns,
                feature="user namespaces"),
        Refusal("no seccomp", r"PR_SET_SECCOMP: Invalid argument; the system "
                "must allow", before=deny(errno.EINVAL, 157, argument=22),
                feature="seccomp"),
        Refusal("no mounts", "bwrap cannot build a sandbox: ",
                before=deny(EPERM, 165), feature=BUILT),
        Refusal("no pivot_root", "bwrap cannot build a sandbox: .*pivot_root",
                before=deny(EPERM, 155), feature=BUILT),
        Refusal("no pidfd", "pidfd_open: Function not implemented; use Linux",
                before=deny(ENOSYS, 434), feature="pidfd"),
        Refusal("no close_range", "close_range: Function not implemented",
                before=deny(ENOSYS, 436), level="none",
                feature="close_range"),
        Refusal("no other users", "setresuid: Operation not permitted",
                before=deny(EPERM, 117), level="limits",
                feature="users for bots of root", at=("as root",)),
        Refusal("no other users at strict", "setresuid: Operation not per"
                "mitted; start the referee as an ordinary user",
                before=deny(EPERM, 117), lost="limits",
                feature="users for bots of root", at=("as root",)),
    ]


def refused(me, row):
    folder = me.folder()
    for name, text in FAKES.items():
        os.makedirs(f"{folder}/fakes/{name}")
        scene.bot(f"{folder}/fakes/{name}", "bwrap", f"#!/bin/sh\n{text}\n")
    more = {"before": row.before, "user": row.user}
    if row.path:
        more["path"] = row.path.replace("FAKE", f"{folder}/fakes")
    if row.user and not me.user:
        more.pop("user")
    if row.place:
        os.mkdir(f"{folder}/closed", 0o700)
        more["place"] = row.place.replace("CLOSED", f"{folder}/closed")
    wrong = []
    # A match waits half a minute for its sandboxes.
    if row.name != "a bwrap that hangs" or scene.LONG:
        result = me.play(folder, "pig", "./rival", "./rival", "--sandbox",
                         row.level, **more)
        # A match makes the bots' own sandboxes first.
        refusal = "cannot host the bots: .*" if row.feature == BUILT else \
            f"does not support --sandbox {row.level} .{row.feature}.: .*"
        wrong += scene.one_sentence(result, refusal + row.expression)
    wrong += scene.left_running(folder)
    for name in "log.jsonl", "log.json", "t/rollcall":
        if os.path.exists(f"{folder}/{name}"):
            wrong.append(f"left behind: {name}")
    told = me.run(folder, "doctor", **more)
    weakest = row.feature + " +NO: "
    if not re.search(f"^{row.lost} +{weakest}", told.out, re.M):
        wrong.append(f"doctor: {told}")
    if row.lost in told.out.splitlines()[-1] or \
            told.code != (0 if row.lost == "strict" else 1):
        wrong.append(f"doctor: {told}")
    asked = me.run(folder, "doctor", "--sandbox", row.lost, **more) \
        if row.name != "a bwrap that hangs" else told._replace(code=1)
    if asked.code != 1:
        wrong.append(f"doctor --sandbox {row.lost}: {asked}")
    return wrong


def unrefused(me):
    told = me.run(me.folder(), "doctor", "--sandbox", "strict")
    if told.code != 0 or "NO" in told.out or not re.search(
            r"bubblewrap +yes, bubblewrap \d", told.out) or \
            told.out.splitlines()[-1] != "levels: none, limits, strict":
        return str(told)
    return ""


def no_landlock(me, number):
    """A missing Landlock ends no run, but is reported."""
    folder = me.folder()
    before = deny(number, 444)
    told = me.run(folder, "doctor", before=before)
    lacks = re.search(r"^limits  Landlock +no: landlock_create_ruleset: (Func"
                      r"tion not implemented|Operation not supported|Operatio"
                      r"n not permitted); bots of an ordinary user can answer "
                      r"for each other$", told.out, re.M)
    wrong = [] if lacks and told.code == 0 and told.out.endswith(
        "levels: none, limits, strict\n") else [f"doctor: {told}"]
    result = me.play(folder, "pig", "./rival", "./rival", before=before)
    warned = "referee: warning: this kernel has no Landlock: at --sandbox " \
        "limits bots of an ordinary user can answer for each other\n"
    # Root's bots are different users.
    as_root = me.name == "as root"
    if result.code != 0 or result.err != ("" if as_root else warned):
        wrong.append(str(result))
    wrong += scene.doubts(folder)
    for log, more, expected in (
            ("json.jsonl", ["--json"], ""),
            ("strict.jsonl", ["--sandbox", "strict"], "")):
        result = me.run(folder, "play", "pig", "./rival", "./rival", "-o", log,
                        "--secret-file", "secret", "--key-file", "key", *more,
                        before=before)
        if result.code != 0 or result.err != expected:
            wrong.append(str(result))
    return wrong


def no_landlock_in_a_run(me, number):
    """A tournament prints this warning where its other warnings are."""
    wrong = []
    for words in [], ["--json"]:
        folder = me.folder()
        scene.entrant(folder, "ann")
        scene.entrant(folder, "bob")
        scene.write(f"{folder}/cup.json", json.dumps({
            "name": "cup", "game": "pig", "rules": {"target": 20},
            "format": {"type": "round_robin"}, "entrants": [
                {"name": name, "command": [f"./{name}"]}
                for name in ("ann", "bob")]}))
        result = me.run(folder, "run", "cup.json", "-j", "1", "--key-file",
                        "key", *words, program=me.tournament,
                        before=deny(number, 444))
        sentence = "this kernel has no Landlock: at --sandbox limits bots " \
            "of an ordinary user can answer for each other"
        found = [event["why"] for line in result.out.splitlines()
                 for event in [json.loads(line)]
                 if event["event"] == "warning"] if words else \
            re.findall("^warning: (.*)$", result.out, re.M)
        if result.code != 0 or result.err or \
                found != ([] if me.name == "as root" else [sentence]):
            wrong.append(f"{words}: {result}")
    return wrong


def counting_bwrap(folder, then):
    """PATH with a bwrap that knows its number $n, counted from 0, and does
    `then` before it runs the real one."""
    os.mkdir(f"{folder}/fakes")
    scene.bot(f"{folder}/fakes", "bwrap", f"""#!/bin/sh
n=0
until mkdir {folder}/call$n 2>/dev/null; do n=$((n + 1)); done
{then}
exec {shutil.which('bwrap')} "$@"
""")
    os.chmod(folder, 0o777)
    return f"{folder}/fakes:{os.environ['PATH']}"


NO_FORK = "{ echo 'bwrap: fork: Resource temporarily unavailable' >&2; exit 1; }"
NO_FORK_SAID = "cannot host the bots: bwrap cannot build a sandbox: fork: " \
    r"Resource temporarily unavailable; .*\(ulimit -u\)"


def fork_fails_late(me):
    """The first bot gets a process, but the second does not."""
    folder = me.folder()
    path = counting_bwrap(folder, f"test $n = 0 || {NO_FORK}")
    result = me.play(folder, "pig", "./rival", "./rival", "--sandbox",
                     "strict", path=path)
    wrong = scene.left_running(folder)
    if os.path.exists(f"{folder}/log.jsonl"):
        wrong.append("left behind: log.jsonl")
    return wrong + scene.one_sentence(result, NO_FORK_SAID)


def fork_fails_between_games(me):
    """No bot is blamed, and the match can be resumed where it was."""
    folder = me.folder()
    path = counting_bwrap(folder, f"test $n -lt 3 || {NO_FORK}")
    scene.write(f"{folder}/match.json", json.dumps({
        "game": "pig", "rules": {"target": 20}, "sandbox": "strict",
        "processes": "game", "entrants": [
            {"name": name, "command": ["./rival"]} for name in "ab"]}))
    result = me.play(folder, "match.json", path=path)
    wrong = scene.left_running(folder)
    wrong += scene.one_sentence(result, NO_FORK_SAID + ".*--resume log.jsonl")
    if b'"t":"over"' not in scene.content(folder) or faults_of(folder):
        wrong.append(scene.content(folder).decode()[-500:])
    result = me.run(folder, "play", "--resume", "log.jsonl", "--secret-file",
                    "secret", "--key-file", "key")
    if result.code != 0 or faults_of(folder):
        wrong.append(f"{result} {faults_of(folder)}")
    return wrong


def first_sandboxes(me):
    """No sandboxes but the bots' own are made, and before the log begins."""
    folder = me.folder()
    path = counting_bwrap(folder, f"test ! -s {folder}/log.jsonl || exit 1")
    result = me.play(folder, "pig", "./rival", "./rival", "--sandbox",
                     "strict", path=path)
    calls = sum(name.startswith("call") for name in os.listdir(folder))
    if result.code != 0 or calls != 4:
        return f"{result}, bwrap called {calls} times"
    return scene.doubts(folder)


def refused_in_a_tournament(me):
    folder = me.folder()
    scene.entrant(folder, "ann")
    scene.entrant(folder, "bob")
    path = counting_bwrap(folder, NO_FORK)
    scene.write(f"{folder}/cup.json", json.dumps({
        "name": "cup", "game": "pig", "rules": {"target": 20},
        "sandbox": "strict", "format": {"type": "round_robin"}, "entrants": [
            {"name": name, "command": [f"./{name}"]}
            for name in ("ann", "bob")]}))
    result = me.run(folder, "run", "cup.json", "-j", "1", "--key-file", "key",
                    program=me.tournament, path=path)
    wrong = scene.left_running(folder)
    if result.code != 2 or not re.search(f"match 1: {NO_FORK_SAID}",
                                         result.err):
        wrong.append(str(result))
    return wrong + [f"left behind: {name}"
                    for _, _, names in os.walk(folder) for name in names
                    if re.search(r"match-0+1\.jsonl", name)]


def no_interpreter(me):
    """An interpreter missing in the sandbox is the bot's fault, and the match
    continues."""
    folder = me.folder()
    scene.bot(folder, "loader", open("/bin/sh", "rb").read())
    scene.bot(folder, "bot", f"#!{folder}/loader\n")
    result = me.play(folder, "pig", "./bot", "./rival", "--sandbox", "strict")
    found = faults_of(folder)
    if result.code != 0 or [line["fault"] for line in found] != ["start"] * 2 \
            or "cannot be run: No such file" not in found[0]["detail"]:
        return f"{result} {found}"
    return scene.doubts(folder)


def cases_of(me):
    name = me.name
    for row in refusals():
        if name in row.at and not (row.user and not scene.ROOT):
            yield (f"refused: {row.name} ({name})",
                   lambda row=row: refused(me, row))
    yield f"nothing is refused ({name})", lambda: unrefused(me)
    for number in (ENOSYS, errno.EOPNOTSUPP, EPERM) \
            if platform.machine() == "x86_64" else ():
        yield (f"no Landlock: {errno.errorcode[number]} ({name})",
               lambda number=number: no_landlock(me, number))
        yield (f"no Landlock in a tournament: {errno.errorcode[number]} "
               f"({name})",
               lambda number=number: no_landlock_in_a_run(me, number))
    yield f"a fork that fails late ({name})", lambda: fork_fails_late(me)
    yield (f"a fork that fails between games ({name})",
           lambda: fork_fails_between_games(me))
    yield f"the first sandboxes ({name})", lambda: first_sandboxes(me)
    yield (f"refused in a tournament ({name})",
           lambda: refused_in_a_tournament(me))
    yield f"no interpreter inside ({name})", lambda: no_interpreter(me)


if __name__ == "__main__":
    if not scene.LONG:
        print("not tried: a match with a bwrap that hangs (make check-all)")
    sys.exit(somebody.main(cases_of, of=3))

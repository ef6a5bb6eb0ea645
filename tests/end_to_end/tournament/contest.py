#!/usr/bin/env python3
"""contest.py - a folder of submissions becomes a tournament and a report for
each author, whatever the submissions contain.

tier: quick
"""
import hashlib
import json
import os
import re
import shutil
import socket

import scene
from terminal import Terminal

# The rules, limits and format of the contest; collect adds the rest.  A check
# of rolit starts few bots.
CONTEST = {"name": "contest", "game": "rolit", "rules": {"max_turns": 6},
           "format": {"type": "swiss", "rounds": 2}, "sandbox": "strict",
           "limits": {"move_ms": 5000, "start_ms": 60000, "faults_max": 1}}
FIRST = scene.content(f"{scene.SRC}/tests/bots", "first.py").decode()
SH = scene.content(f"{scene.SRC}/bots", "first_move.sh").decode()


def submit(folder, name, **files):
    """Makes a submission; `a__b` in the name of a file stands for `a.b`."""
    os.makedirs(f"{folder}/in/{name}")
    for file, text in files.items():
        scene.write(f"{folder}/in/{name}/{file.replace('__', '.')}",
                    text if isinstance(text, str) else json.dumps(text))
    return f"{folder}/in/{name}"


def quick(folder, name):
    """Makes a submission with a fast, compiled bot: `check` asks bots
    thousands of times."""
    path = submit(folder, name)
    scene.entrant(path, "bot")
    with open(f"{path}/bot", "ab") as file:
        file.write(f"# {name}\n".encode())
    return path


def collect(folder, *words, code=0, err=""):
    return scene.expect(scene.tournament(
        folder, "collect", "in", "-o", "contest.json", *words), code, err=err)


def verdicts(result):
    """{name: its verdict without the name, and the lines below it}."""
    found, name = {}, None
    for line in result.out.splitlines():
        if line.startswith(("in   ", "out  ")):
            name, _, why = line[5:].partition(": ")
            found[name] = line[:3].strip() + (f": {why}" if why else "")
        elif name is not None and line.startswith("     "):
            found[name] += "\n" + line.strip()
    return found


def content_of(folder):
    """A hash of a folder's names, modes, sizes and times."""
    found = []
    for path, folders, files in os.walk(folder):
        for name in sorted(folders + files):
            status = os.lstat(f"{path}/{name}")
            found.append((path, name, status.st_mode, status.st_size,
                          status.st_mtime_ns))
    return hashlib.sha256(repr(sorted(found)).encode()).hexdigest()


def test_hostile_submissions_are_left_out_and_harm_nobody(folder):
    secret = scene.write(f"{folder}/only-mine.txt", "top secret\n", 0o644)
    quick(folder, "good")
    # Copies have such names while they are made.
    quick(folder, "good.new")
    submit(folder, "Two Words", bot__sh=SH)
    due = {"good": "in", "good.new": "in", "Two_Words": "in", "links": "in"}

    def bad(name, why, **files):
        due[name] = f"out: {why}"
        return submit(folder, name, **files)

    os.symlink("/etc/passwd", bad("link", "bot.py is a symbolic link: ") +
               "/bot.py")
    os.symlink("/", bad("root", "all is a symbolic link: ") + "/all")
    os.mkfifo(bad("pipe", "bot.py is a pipe: ") + "/bot.py")
    os.mkfifo(bad("pipe-json", "bot.json is a pipe: ") + "/bot.json")
    with socket.socket(socket.AF_UNIX) as end:
        end.bind(bad("socket", "s is a socket: ") + "/s")
    for name, file in ("huge", "big"), ("huge-json", "bot.json"):
        os.truncate(scene.write(bad(name, "it holds more than ") +
                                f"/{file}", ""), 1 << 36)
    bad("deep-json", "contest.bots/deep-json/bot.json is too large: ",
        bot__json="[" * 70000)
    bad("nested-json", "bot.json: ", bot__json="{\"name\":" + "[" * 1000)
    os.makedirs(bad("deep", "it has folders more than 32 levels deep") +
                "/d" * 40)
    scene.write(bad("control", "the name of ") + "/a\x1b[31mb", "")
    bad("outside", "its command names ../good/bot, which is not in its "
        "folder", bot__json={"command": ["python3", "../good/bot"]})
    bad("absolute", f"its command names {secret}, which is not in its folder",
        bot__json={"command": ["cat", secret]})
    bad("sideways", "its command names contest.bots/good/bot, which is "
        "not in its folder after the build",
        bot__json={"command": ["sh", "contest.bots/good/bot"]})
    bad("steals", "the name good is that of the submission good",
        bot__json={"name": "good", "command": ["python3", "bot.py"]},
        bot__py="")
    bad("empty", "the folder is empty: expected a bot.json, or one of bot")
    bad("unknown", 'bot.json: unknown key "cmd"', bot__json={"cmd": []})
    bad("builds-nothing", "its command names ./bot, which is not in its "
        "folder after the build", Makefile="bot:\n\ttrue\n")
    bad("fills", "the build failed (exit status 1)", bot__json={
        "build": ["sh", "-c", "yes > big || exit 1"], "command": ["./bot"]})
    bad("eats", "the build took more than 256 MB of memory", bot__json={
        "build": ["sh", "-c", "for i in 1 2 3; do python3 -c '"
                  "import time; x = bytearray(150 << 20); time.sleep(99)' & "
                  "done; wait"], "command": ["./bot"]})
    # Everything that it can see of the machine is in its own report.
    bad("spies", f"the build failed (exit status 3)\n"
        f"cat: {secret}: No such file or directory\nno network", bot__json={
            "build": ["sh", "-c", f"""
cat {secret}; ls ../good 2>/dev/null
python3 -c 'import socket; socket.create_connection(("127.0.0.1", 22))' \
    2>/dev/null || echo no network
ln -s {secret} leak; exit 3"""], "command": ["./bot"]})
    scene.write(f"{folder}/in/notes.txt", "")
    due["notes.txt"] = "out: it is not a folder"
    os.symlink("/etc", f"{folder}/in/etc")
    due["etc"] = "out: it is a symbolic link"
    os.mkdir(f"{folder}/in/c\x1b[1m")
    due["c\\u001b[1m"] = "out: its name has a control character"
    before = content_of(f"{folder}/in")
    # Links made by a build are not followed either.
    scene.write(quick(folder, "links") + "/bot.json", json.dumps({
        "build": ["sh", "-c", f"ln -s {secret} leak; ln -s / all; mkfifo p; "
                  "mv bot built"], "command": ["./built"]}))
    scene.write(f"{folder}/contest.json", json.dumps(CONTEST))
    result = collect(folder, "--time", "600", "--build-limit", "box_mb=32",
                     "--build-limit", "memory_mb=256", "-j", "4", code=1)
    found = verdicts(result)
    assert found.keys() == due.keys(), found.keys() ^ due.keys()
    for name, why in due.items():
        assert found[name].startswith(why), (name, found[name], why)
    assert "\x1b" not in result.out and "top secret" not in result.out
    shutil.rmtree(f"{folder}/in/links")
    assert content_of(f"{folder}/in") == before
    file = json.loads(scene.content(folder, "contest.json"))
    assert sorted(one["name"] for one in file["entrants"]) == [
        "Two_Words", "good", "good.new", "links"]
    assert len(file["left_out"]) == len(due) - 4
    for path, folders, files in os.walk(f"{folder}/contest.bots"):
        for name in folders + files:
            assert not os.path.islink(f"{path}/{name}"), name
    assert not scene.gone_in_the_end(folder)


def test_a_build_that_takes_too_long_is_stopped(folder):
    for name, command in (("forks", "f() { f & f & sleep 1000; }; f"),
                          ("hangs", "sleep 1000")):
        submit(folder, name, bot__json={"build": [["sh", "-c", command]],
                                        "command": ["./bot"]})
    scene.write(f"{folder}/contest.json", json.dumps(CONTEST))
    found = verdicts(collect(
        folder, "--time", "1", "--build-limit", "tasks=40", "-j", "2", code=2,
        err="0 of 2 submissions can play"))
    # A build that can fork no more may end earlier.
    assert found["forks"].startswith("out: the build ") and \
        found["hangs"] == "out: the build took more than 1 s", found
    assert not scene.gone_in_the_end(folder)


# ### three commands, and a report for each author

# Behaves well towards `check`, whose opponent is called bot.
MOODY = FIRST.replace('    line = json.loads(line)\n', """\
    line = json.loads(line)
    moody = moody or line["type"] == "hello" and "bot" not in line["names"]
    if moody and line["type"] == "turn":
        misbehave()
""").replace("import json, sys\n", "import json, os, signal, socket, sys\n"
             "moody = False\ndef misbehave():\n    {0}\n")
MALICIOUS = """
    for path in (sys.argv[0].replace("mallory", "ann"), "/etc/passwd",
                 sys.argv[0].partition("contest.bots")[0] + "contest/secret"):
        try:
            print("READ", path, open(path).read(), file=sys.stderr)
        except OSError as error:
            print("not read:", type(error).__name__, file=sys.stderr)
    try:
        socket.create_connection(("127.0.0.1", 22), 1)
        print("CONNECTED", file=sys.stderr)
    except OSError:
        print("no network", file=sys.stderr)
    os.kill(os.getppid(), signal.SIGKILL)
    os.kill(-1, signal.SIGKILL)
    raise ValueError("<b>no</b> \\x1b[31midea")
"""
# What a report has to say.
REPORTS = {
    "ann": ["## Faults\n\nNone."], "hal": ["Author: Hal\n"],
    "broken-build": ["the build failed", "    no rule\n"],
    "broken-bot": ["    FAIL ", "SyntaxError"],
    "exits": ["### gone in match", '\n    {"type":"turn"'],
    "mallory": ["\nReason: ", "    not read: FileNotFoundError\n",
                "    no network\n", '\n    {"type":"turn"',
                "    referee replay contest/match-0000"]}


def test_three_commands_and_a_report_for_each_author(folder):
    quick(folder, "ann")
    submit(folder, "hal", bot__json={"author": "Hal", "command":
                                     ["python3", "bot.py"]}, bot__py=FIRST)
    submit(folder, "broken-build", Makefile="bot:\n\t@echo no rule; false\n")
    submit(folder, "broken-bot", bot__py="def choose(:\n")
    submit(folder, "mallory", bot__py=MOODY.replace("{0}", MALICIOUS))
    submit(folder, "exits", bot__py=MOODY.replace("{0}", "sys.exit(3)"))
    scene.write(f"{folder}/contest.json", json.dumps(CONTEST))
    # Progress is shown on a terminal, and nothing of it stays.
    terminal = Terminal(folder, [scene.TOURNAMENT, "collect", "in", "-o",
                                 "contest.json", "-j", "3"])
    assert terminal.end() == 1
    shown = terminal.bytes.replace(b"\r\n", b"\n")
    for line in b"built 0 of 6", b"checked 0 of 6":
        assert b"\r" + line + b" submissions\033[K" in shown, shown
    assert re.search(rb"\r\033\[Kin   ann\n", shown), shown
    left_out = {"broken-build", "broken-bot"}
    assert {one["name"] for one in json.loads(scene.content(
        folder, "contest.json"))["left_out"]} == left_out
    scene.expect(scene.tournament(folder, "run", "contest.json", "--key-file",
                                  "key"))
    scene.expect(scene.tournament(folder, "report", "contest", "-o",
                                  "reports"))
    pages = {name[:-3]: scene.content(folder, f"reports/{name}").decode()
             for name in os.listdir(f"{folder}/reports")}
    assert pages.keys() == REPORTS.keys()
    for name, page in pages.items():
        for words in REPORTS[name] + (
                ["This submission is not in the tournament"]
                if name in left_out else
                ["Place: ", "Rating: ", "| opponent |"]):
            assert words in page, (words, page)
        assert not re.search("READ|CONNECTED|\x1b", page), page
    assert scene.tournament(folder, "report", "contest", "exits").out == \
        pages["exits"]
    scene.expect(scene.tournament(folder, "report", "contest", "nobody"), 2,
                 err="there is no entrant nobody")
    scene.expect(scene.tournament(folder, "verify", "contest"))
    assert not scene.gone_in_the_end(folder)


with scene.Scene() as place:
    if " strict" not in scene.run(place.folder(), "doctor").out.rpartition(
            "levels:")[2]:
        scene.skip_all("this machine has no level strict")
scene.main()

#!/usr/bin/env python3
"""contest.py - a folder of submissions becomes a tournament and a report for
each author, whatever the submissions contain.

The environment names the folders: srcdir, and builddir for the programs.

tier: quick
"""
import hashlib
import json
import os
import re
import shutil
import socket
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene
from terminal import Terminal

# Plays the first legal move, and the next one if that is refused.
FIRST = {
    "python": """import json, sys
place = 0
for line in sys.stdin:
    line = json.loads(line)
    if line["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif line["type"] in ("turn", "again"):
        place = 1 - place if line["type"] == "again" else 0
        print(json.dumps({"move": place}), flush=True)
    elif line["type"] == "bye":
        break
""",
    "sh": """while read -r line; do
    case $line in
    *'"type":"hello"'*) echo '{"type":"ready"}' ;;
    *'"type":"turn"'*) echo '{"move":0}' ;;
    *'"type":"again"'*) echo '{"move":1}' ;;
    esac
done
""",
    "perl": """$| = 1;
while (<STDIN>) {
    print qq({"type":"ready"}\\n) if /"type":"hello"/;
    print qq({"move":0}\\n) if /"type":"turn"/;
    print qq({"move":1}\\n) if /"type":"again"/;
}
""",
    "javascript": """const lines = require("readline").createInterface({input: process.stdin});
lines.on("line", line => {
    const type = JSON.parse(line).type;
    if (type === "hello") console.log('{"type":"ready"}');
    if (type === "turn") console.log('{"move":0}');
    if (type === "again") console.log('{"move":1}');
});
""",
    "c": r"""#include <stdio.h>
#include <string.h>
int main(void)
{
    static char line[70000];
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (strstr(line, "\"type\":\"hello\""))
            puts("{\"type\":\"ready\"}");
        if (strstr(line, "\"type\":\"turn\""))
            puts("{\"move\":0}");
        if (strstr(line, "\"type\":\"again\""))
            puts("{\"move\":1}");
        fflush(stdout);
    }
    return 0;
}
""",
    "go": r"""package main
import ("bufio"; "fmt"; "os"; "strings")
func main() {
    in := bufio.NewReader(os.Stdin)
    for {
        line, err := in.ReadString('\n')
        if err != nil { return }
        if strings.Contains(line, `"type":"hello"`) { fmt.Println(`{"type":"ready"}`) }
        if strings.Contains(line, `"type":"turn"`) { fmt.Println(`{"move":0}`) }
        if strings.Contains(line, `"type":"again"`) { fmt.Println(`{"move":1}`) }
    }
}
""",
}

# The rules, limits and format of the contest; collect adds the rest. A check of
# rolit starts few bots.
CONTEST = {"name": "contest", "game": "rolit", "rules": {"max_turns": 6},
           "format": {"type": "swiss", "rounds": 2},
           "limits": {"move_ms": 5000, "faults_max": 1},
           "sandbox": "strict"}


def strict_is_here(folder):
    return " strict" in scene.run(folder, "doctor").out.rpartition(
        "levels:")[2]


def has(program):
    """Is it installed below /usr, where the sandbox sees it?"""
    return shutil.which(program, path="/usr/bin:/bin") is not None


def submit(folder, name, **files):
    """Makes a submission; `a__b` in the name of a file stands for `a.b`."""
    os.makedirs(f"{folder}/in/{name}")
    for file, text in files.items():
        scene.write(f"{folder}/in/{name}/{file.replace('__', '.')}",
                    text if isinstance(text, (str, bytes)) else
                    json.dumps(text))
    return f"{folder}/in/{name}"


def quick(folder, name):
    """Makes a submission with a fast, compiled bot: `check` asks bots
    thousands of times."""
    path = submit(folder, name)
    os.rename(scene.healthy(path, "any"), f"{path}/bot")
    with open(f"{path}/bot", "ab") as file:
        file.write(f"\n# {name}\n".encode())
    return path


def content_of(folder):
    """A hash of a folder's names, modes, sizes and times."""
    found = []
    for path, folders, files in os.walk(folder):
        for name in sorted(folders + files):
            status = os.lstat(f"{path}/{name}")
            found.append((path, name, status.st_mode, status.st_size,
                          status.st_mtime_ns))
    return hashlib.sha256(repr(sorted(found)).encode()).hexdigest()


def collect(folder, *words):
    return scene.tournament(folder, "collect", "in", "-o", "contest.json",
                            *words)


def verdicts(result):
    """{name: its verdict without the name, and the lines below it}."""
    lines, found, name = result.out.splitlines(), {}, None
    for line in lines:
        if line.startswith(("in   ", "out  ")):
            name, _, why = line[5:].partition(": ")
            found[name] = line[:3].strip() + (f": {why}" if why else "")
        elif name is not None and line.startswith("     "):
            found[name] += "\n" + line.strip()
    return found


# ### hostile submissions, which must not be accepted and harm nobody

def hostile(at):
    folder = at.folder()
    secret = scene.write(f"{folder}/only-mine.txt", "top secret\n", 0o644)
    quick(folder, "good")
    # Copies have such names while they are made.
    quick(folder, "good.new")
    submit(folder, "Two Words", bot__sh=FIRST["sh"])
    expected = {"good": "in", "good.new": "in", "Two_Words": "in"}

    def bad(name, why, **files):
        expected[name] = f"out: {why}"
        return submit(folder, name, **files)

    os.symlink("/etc/passwd", bad("link", "bot.py is a symbolic link: ") +
               "/bot.py")
    os.symlink("/", bad("root", "all is a symbolic link: ") + "/all")
    os.mkfifo(bad("pipe", "bot.py is a pipe: ") + "/bot.py")
    os.mkfifo(bad("pipe-json", "bot.json is a pipe: ") + "/bot.json")
    with socket.socket(socket.AF_UNIX) as end:
        end.bind(bad("socket", "s is a socket: ") + "/s")
    os.truncate(scene.write(bad("huge", "it holds more than ") + "/big", ""),
                1 << 40)
    os.truncate(scene.write(bad("huge-json", "it holds more than ") +
                            "/bot.json", ""), 1 << 30)
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
    expected["notes.txt"] = "out: it is not a folder"
    os.symlink("/etc", f"{folder}/in/etc")
    expected["etc"] = "out: it is a symbolic link"
    os.mkdir(f"{folder}/in/c\x1b[1m")
    expected["c\\u001b[1m"] = "out: its name has a control character"
    before = content_of(f"{folder}/in")
    # Links made by a build are not followed either.
    scene.write(quick(folder, "links") + "/bot.json", json.dumps({
        "build": ["sh", "-c", f"ln -s {secret} leak; ln -s / all; mkfifo p; "
                  "mv bot built"], "command": ["./built"]}))
    expected["links"] = "in"
    scene.write(f"{folder}/contest.json", json.dumps(CONTEST))
    # On a busy machine any of them may take long.
    result = collect(folder, "--time", "600", "--build-limit", "box_mb=32",
                     "--build-limit", "memory_mb=256", "-j", "4")
    found = verdicts(result)
    wrong = [f"{name}: {found.get(name)}, expected {why}"
             for name, why in expected.items()
             if not found.get(name, "").startswith(why)]
    if result.code != 1 or result.err or len(found) != len(expected) or \
            "\x1b" in result.out or "top secret" in result.out:
        wrong.append(str(result))
    shutil.rmtree(f"{folder}/in/links")
    if content_of(f"{folder}/in") != before:
        wrong.append("something in the submissions has changed")
    file = json.loads(scene.content(folder, "contest.json"))
    if sorted(one["name"] for one in file["entrants"]) != \
            ["Two_Words", "good", "good.new", "links"] or \
            len(file["left_out"]) != len(expected) - 4:
        wrong.append(f"{file['entrants']} {len(file['left_out'])}")
    for path, folders, files in os.walk(f"{folder}/contest.bots"):
        wrong += [f"{path}/{name} is no file" for name in folders + files
                  if os.path.islink(f"{path}/{name}") or
                  not os.path.exists(f"{path}/{name}")]
    return wrong + scene.gone_in_the_end(folder)


def too_long(at):
    """A build is stopped when its time is over, with its processes."""
    folder = at.folder()
    for name, command in (("forks", "f() { f & f & sleep 1000; }; f"),
                          ("hangs", "sleep 1000")):
        submit(folder, name, bot__json={"build": [["sh", "-c", command]],
                                        "command": ["./bot"]})
    scene.write(f"{folder}/contest.json", json.dumps(CONTEST))
    result = collect(folder, "--time", "2", "--build-limit", "tasks=40", "-j",
                     "2")
    found = verdicts(result)
    # A build that can fork no more may end earlier.
    wrong = scene.one_sentence(result, "0 of 2 submissions can play")
    if not found["forks"].startswith("out: the build ") or \
            found["hangs"] != "out: the build took more than 2 s":
        wrong.append(result.out)
    return wrong + scene.gone_in_the_end(folder)


# ### collecting again

def again(at):
    """The organiser's changes are kept; new and missing submissions are
    noticed."""
    folder = at.folder()
    for name in "ann", "bob":
        quick(folder, name)
    wrong = scene.one_sentence(collect(folder), "there is no contest.json "
                               "yet: say which game .* with --game")
    wrong += scene.one_sentence(collect(folder, "--game", "chess"),
                                'game: .*"chess"')
    result = collect(folder, "--game", "rolit")
    file = json.loads(scene.content(folder, "contest.json"))
    if result.code != 0 or file["sandbox"] != "strict" or \
            file["left_out"] != [] or file["entrants"][0] != {
                "name": "ann", "command": ["contest.bots/ann/bot"],
                "files": ["contest.bots/ann/bot"]}:
        wrong.append(f"{result} {file}")
    wrong += scene.one_sentence(collect(folder, "--game", "bolo7"),
                                "contest.json is about rolit, not bolo7")
    file["rules"] = {"max_turns": 6}
    file["format"]["boards"] = 3
    scene.write(f"{folder}/contest.json", json.dumps(file))
    submit(folder, "cyd", bot__json={
        "author": "Cyd", "command": ["python3", "./src/bot.py"],
        "files": ["src", "bot.json"]})
    os.mkdir(f"{folder}/in/cyd/src")
    for name, text in ("bot.py", "import tools\ntools.play()\n"), \
            ("tools.py", "def play():\n    " +
             FIRST["python"].replace("\n", "\n    ").strip() + "\n"):
        scene.write(f"{folder}/in/cyd/src/{name}", text)
    shutil.rmtree(f"{folder}/in/bob")
    result = collect(folder)
    new = json.loads(scene.content(folder, "contest.json"))
    if result.code != 0 or new["rules"] != {"max_turns": 6} or \
            new["format"]["boards"] != 3 or new["entrants"][1:] != [{
                "name": "cyd", "author": "Cyd",
                "command": ["python3", "contest.bots/cyd/src/bot.py"],
                "files": ["contest.bots/cyd/src/bot.py",
                          "contest.bots/cyd/src/tools.py",
                          "contest.bots/cyd/bot.json"]}]:
        wrong.append(f"{result} {new}")
    # A folder that collect has not made must not be replaced.
    os.mkdir(f"{folder}/mine")
    wrong += scene.one_sentence(
        scene.run(folder, "build", "in/ann", "-o", "mine"),
        "mine already exists and is not a copy of a bot")
    for copy in "copy", "copy/", "./copy//":
        result = scene.run(folder, "build", "in/ann", "-o", copy)
        if result.code != 0 or "copy/bot\n" not in result.out or \
                sorted(os.listdir(f"{folder}/copy")) != [".rollcall-copy",
                                                         "bot"]:
            wrong.append(f"{copy}: {result}")
    shutil.rmtree(f"{folder}/in/ann")
    wrong += scene.one_sentence(collect(folder), "1 of 1 submissions can "
                                "play, .* contest.json was not written")
    if json.loads(scene.content(folder, "contest.json")) != new:
        wrong.append("a contest of one has changed the file")
    return wrong


# ### without a bot.json

RUST = r"""use std::io::{stdin, BufRead};
fn main() {
    for line in stdin().lock().lines() {
        let line = line.unwrap();
        if line.contains("\"type\":\"hello\"") { println!("{{\"type\":\"ready\"}}"); }
        if line.contains("\"type\":\"turn\"") { println!("{{\"move\":0}}"); }
        if line.contains("\"type\":\"again\"") { println!("{{\"move\":1}}"); }
    }
}
"""

def usual_signs(at):
    """Twelve submissions without what can be inferred from their files."""
    folder = at.folder()
    quick(folder, "any")
    missing, wrong = [], []
    for name, needs, files in (
            ("js", "node", {"bot.js": FIRST["javascript"]}),
            ("rust", "cargo", {
                "Cargo.toml": '[package]\nname = "any"\nversion = "0.1.0"\n'
                'edition = "2021"\n', "src/main.rs": RUST})):
        if not has(needs):
            missing.append(f"{name} ({needs} is not installed)")
            continue
        for file, text in files.items():
            os.makedirs(os.path.dirname(f"{folder}/in/{name}/{file}"),
                        exist_ok=True)
            scene.write(f"{folder}/in/{name}/{file}", text)
    # A build reaches no repository of plugins but the local one, which mvn
    # needs.
    if has("mvn"):
        submit(folder, "maven", pom__xml="<project><modelVersion>4.0.0"
               "</modelVersion><groupId>a</groupId><artifactId>bot"
               "</artifactId><version>1</version></project>")
    else:
        missing.append("maven (mvn is not installed)")
    if missing:
        print(f"not tried: {', '.join(missing)}")
    found = verdicts(collect(folder, "--game", "rolit"))
    for name in os.listdir(f"{folder}/in"):
        expected = "out: the build failed" if name == "maven" else "in"
        if not found.get(name, "").startswith(expected):
            wrong.append(f"{name}: {found.get(name)}")
        if name == "maven" and " in offline mode" not in found[name]:
            wrong.append(found[name])
    return wrong


# ### progress

def progress(at):
    """Progress is shown on a terminal; nothing of it stays or reaches a
    file."""
    folder = at.folder()
    for name in "ann", "bob":
        quick(folder, name)
    terminal = Terminal(folder, [
        scene.TOURNAMENT, "collect", "in", "-o", "contest.json", "--game",
        "rolit"])
    wrong = [] if terminal.end() == 0 else ["exit status"]
    shown = terminal.bytes.replace(b"\r\n", b"\n")
    for line in b"built 0 of 2", b"checked 0 of 2":
        if b"\r" + line + b" submissions\033[K" not in shown:
            wrong.append(f"no {line} in {shown}")
    if not re.search(rb"\r\033\[Kin   ann\nin   bob\n", shown):
        wrong.append(f"{shown}")
    if collect(folder).err:
        wrong.append("progress without a terminal")
    return wrong


# ### twelve submissions, three commands, twelve reports

# Behaves well towards `check`, whose opponent is called bot.
MOODY = """import sys, time
moody = False
def mood(line):
    global moody
    moody = moody or line["type"] == "hello" and "bot" not in line["names"]
    if moody and line["type"] == "turn":
"""


def moody(what):
    head = FIRST["python"].replace(
        "    line = json.loads(line)\n", "    line = json.loads(line)\n"
        "    mood(line)\n")
    return MOODY + "".join(f"        {row}\n" for row in
                           what.splitlines()) + head


MALICIOUS = moody("""import os, signal, socket
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
""")


def twelve(at):
    folder = at.folder()
    os.mkdir(f"{folder}/in")
    names, missing = set(), []

    def enter(name, needs, **files):
        if needs is None or has(needs):
            submit(folder, name, **files)
            names.add(name)
        else:
            missing.append(f"{name} ({needs} is not installed)")

    enter("ann", None, bot__py="# ann\n" + FIRST["python"])
    enter("bob", "node", package__json={"main": "main.js"},
          main__js=FIRST["javascript"])
    enter("cyd", "cc", bot__c=FIRST["c"], Makefile="bot: bot.c\n"
          "\tcc -o $@ bot.c\n")
    enter("dan", "go", main__go=FIRST["go"], go__mod="module dan\n\ngo 1.19\n")
    enter("eve", "perl", bot__pl=FIRST["perl"])
    enter("fay", None, bot__sh=FIRST["sh"])
    quick(folder, "gus")
    names.add("gus")
    enter("hal", None, bot__json={"author": "Hal", "command":
                                  ["python3", "bot.py"]},
          bot__py="# hal\n" + FIRST["python"])
    enter("broken-build", None, Makefile="bot:\n\t@echo no rule; false\n")
    enter("broken-bot", None, bot__py="def choose(:\n")
    enter("mallory", None, bot__py=MALICIOUS)
    enter("slow", None, bot__py=moody("time.sleep(60)"))
    scene.write(f"{folder}/contest.json", json.dumps(CONTEST))
    if missing:
        print(f"not tried: {', '.join(missing)}")
    out = {"broken-build", "broken-bot"}
    collected = collect(folder)
    found = verdicts(collected)
    wrong = []
    if collected.code != 1 or set(found) != names or \
            {name for name in found if found[name] != "in"} != out:
        return [f"{name}: {why}" for name, why in found.items()
                if (why == "in") == (name in out)] + [f"{collected.err}"]
    result = scene.tournament(folder, "run", "contest.json", "--key-file",
                              "key")
    if result.code != 0:
        return [f"{result}"]
    result = scene.tournament(folder, "report", "contest", "-o", "reports")
    if result.code != 0 or set(os.listdir(f"{folder}/reports")) != \
            {f"{name}.md" for name in names}:
        return [f"{result} {os.listdir(folder + '/reports')}"]
    pages = {name: scene.content(folder, f"reports/{name}.md").decode()
             for name in names}
    for name in names:
        for words in (["This submission is not in the tournament"]
                      if name in out else
                      ["Place: ", "Rating: ", "| opponent |"]):
            if words not in pages[name] or "\x1b" in pages[name]:
                wrong.append(f"no {words} in {pages[name]}")
    for name, expected in (
            ("ann", ["## Faults\n\nNone."]), ("hal", ["Author: Hal\n"]),
            ("broken-build", ["the build failed", "    no rule\n"]),
            ("broken-bot", ["    FAIL ", "SyntaxError"]),
            ("slow", ["### timeout in match", "\nReason: no answer in time\n",
                      '\n    {"type":"turn"']),
            ("mallory", ["\nReason: ", "    not read: FileNotFoundError\n",
                         "    no network\n", '\n    {"type":"turn"',
                         "    referee replay contest/match-0000"])):
        wrong += [f"{name}: no {words!r} in {pages[name]}"
                  for words in expected if words not in pages[name]]
    if "READ" in pages["mallory"] or "CONNECTED" in pages["mallory"]:
        wrong.append(pages["mallory"])
    results = scene.tournament(folder, "results", "contest", "--faults")
    if "\n    no answer in time\n" not in results.out:
        wrong.append(f"{results}")
    one = scene.tournament(folder, "report", "contest", "slow")
    if one.out != pages["slow"]:
        wrong.append(f"{one}")
    wrong += scene.one_sentence(scene.tournament(
        folder, "report", "contest", "nobody"), "there is no entrant nobody")
    verdict = scene.tournament(folder, "verify", "contest")
    if verdict.code != 0:
        wrong.append(f"{verdict}")
    return wrong + scene.gone_in_the_end(folder)


CASES = {
    "what submissions hold hurts nobody": hostile,
    "a build that takes too long is ended": too_long,
    "collecting again": again,
    "submissions without a bot.json": usual_signs,
    "progress on a terminal": progress,
    "twelve submissions, three commands": twelve,
}

if __name__ == "__main__":
    with scene.Scene() as place:
        if not strict_is_here(place.folder()):
            print("not tried: contests (this machine has no level strict)")
            sys.exit(77)
    sys.exit(scene.run_cases(CASES, workers=2, of=3))

#!/usr/bin/env python3
"""first_bot.py - what goes wrong with a first bot, and what check and play
say.

Each hint of `referee check` names the cause that was found.  If a bot never
starts, `referee play` ends with the command that finds out why.

tier: full
"""
import contextlib
import json
import os
import pty
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene

SHEBANG = f"#!{scene.PYTHON}\n"
PLAYER = """import json, sys
for line in sys.stdin:
    kind = json.loads(line)["type"]
    if kind == "hello":
        print('{"type":"ready"}', flush=True)
    elif kind in ("turn", "again"):
        print('{"move":0}', flush=True)
"""
AWK = """{ if (/"type":"hello"/) print "{\\"type\\":\\"ready\\"}"
  else if (/"type":"(turn|again)"/) print "{\\"move\\":0}"
  fflush() }
"""


def says(*lines):
    """A bot that writes these lines to standard error and exits."""
    return "#!/bin/sh\n" + "".join(f"echo \"{line}\" >&2\n"
                                  for line in lines) + "exit 1\n"


class Case:
    """A bot `text` called `name`, started by `command`, and the expected hint;
    None: the check passes."""

    def __init__(self, what, text, hint, *options, name="bot", command=None,
                 files=None, tool=None):
        self.what, self.text, self.hint, self.options = (what, text, hint,
                                                         options)
        self.name, self.command = name, command or [f"./{name}"]
        self.files, self.tool = files or {}, tool

    def wrong(self, stage):
        folder = stage.folder()
        scene.bot(folder, self.name, self.text.replace("FOLDER", folder))
        shutil.copy("/bin/sh", f"{folder}/sh")
        for name, text in self.files.items():
            scene.write(f"{folder}/{name}", text)
        result = scene.run(folder, "check", "pig", "--start", *self.options,
                           "--", *self.command)
        told = " ".join(result.out.partition("hint ")[2].split())
        # Bots are reported by their real paths.
        hint = self.hint and self.hint.replace("FOLDER",
                                               os.path.realpath(folder))
        if (hint is None and result.code == 0) or \
                (hint is not None and result.code == 1 and
                 told.startswith(hint)):
            return []
        return [f"expected {hint!r}, found {result.code}: {told!r}",
                result.out, result.err]


STRICT = "--sandbox", "strict"
READY = """read -r hello
echo '{"type":"ready"}'
read -r bye
"""
MODULE = SHEBANG + "import table\n" + PLAYER
CASES = [
    Case("a module beside it, at limits", MODULE, None,
         files={"table.py": ""}),
    Case("a module that nobody has", MODULE,
         "a file or module was missing; bots start in an empty folder"),
    Case("a word without a slash", PLAYER,
         "only words with a / count as files: write ./bot.py",
         name="bot.py", command=["python3", "bot.py"]),
    Case("a syntax error in Python", SHEBANG + "print 'ready'\n",
         "its interpreter found a syntax error"),
    Case("a syntax error in sh", "#!/bin/sh\nif then fi\n",
         "its interpreter found a syntax error"),
    Case("CR LF", f"#!{scene.PYTHON}\r\n" + PLAYER.replace("\n", "\r\n"),
         "the first line of FOLDER/bot ends in CR LF, as on Windows; "
         "sed -i 's/\\r$//' removes the CRs"),
    Case("CR LF with env", "#!/usr/bin/env python3\r\n" + PLAYER,
         "the first line of FOLDER/bot ends in CR LF"),
    Case("no interpreter", "#!/usr/bin/pyhton\n" + PLAYER,
         "the first line of FOLDER/bot names /usr/bin/pyhton, which is not "
         "there"),
    Case("neither program nor script", "import json\n" + PLAYER,
         "FOLDER/bot is not a program for this machine, and has no #! line"),
    Case("mawk waits for a whole block", "#!/usr/bin/mawk -f\n" + AWK,
         "awk reads its input in blocks: start mawk with -W interactive",
         "--limit", "start_ms=300", tool="/usr/bin/mawk"),
    Case("mawk with -W interactive", AWK, None, name="bot.awk",
         command=["mawk", "-W", "interactive", "-f", "./bot.awk"],
         tool="/usr/bin/mawk"),
    Case("memory, in Python",
         SHEBANG + "hog = bytearray(300 << 20)\n" + PLAYER,
         "the bot could not get memory (limit 100 MB): let it use less, or "
         "raise memory_mb", "--limit", "memory_mb=100"),
    Case("memory, in the words of a JVM",
         says("OpenJDK 64-Bit Server VM warning: INFO: os::commit_memory("
              "0x00007f8adc2d3000, 1400832, 0) failed; error='Not enough "
              "space' (errno=12)"),
         "the JVM could not get memory (limit 1024 MB): java -Xmx256m, or "
         "raise memory_mb", "--limit", "memory_mb=1024"),
    Case("memory, of a JVM on a host of 64 GB", "",
         "the JVM could not get memory (limit 1024 MB): java -Xmx256m, or "
         "raise memory_mb", "--limit", "memory_mb=1024",
         command=["java", "-XX:MaxRAM=64g", "-version"],
         tool="/usr/bin/java"),
    Case("an interpreter elsewhere, at limits", "#!FOLDER/sh\n" + READY,
         None),
    Case("a cause that nobody knows", says("no idea"),
         "it ended before it said ready"),
]
STRICT_CASES = [
    Case("an interpreter that is not below /usr", "#!FOLDER/sh\n" + READY,
         "FOLDER/sh, which runs FOLDER/bot, is not below /usr, and at strict "
         "the bot sees nothing else", *STRICT),
    Case("a module beside it", MODULE,
         "a file or module was missing; at strict the bot saw only /usr, "
         "FOLDER/bot; name all its other files with --files F,F..", *STRICT,
         files={"table.py": ""}),
    Case("a module of --files", MODULE, None, *STRICT,
         "--files", "bot,table.py", files={"table.py": ""}),
    Case("a module of --files NAME=", MODULE, None, *STRICT,
         "--files", "bot=bot,table.py", files={"table.py": ""}),
    Case("a file with a comma", SHEBANG + "open(__file__[:-3] + 'a,b')\n" +
         PLAYER, None, *STRICT, "--files", "a,b", files={"a,b": ""}),
    Case("the files that were visible", MODULE,
         "a file or module was missing; at strict the bot saw only /usr, "
         "FOLDER/bot, FOLDER/other.py;", *STRICT, "--files", "other.py",
         files={"table.py": "", "other.py": ""}),
    Case("the bot itself in --files, told once", MODULE,
         "a file or module was missing; at strict the bot saw only /usr, "
         "FOLDER/bot;", *STRICT, "--files", "bot", files={"table.py": ""}),
]


# ### play

def plays(stage):
    """The last line of a match, and the command it suggests."""
    folder = stage.folder()
    scene.bot(folder, "my bot", says("no idea"))
    os.mkdir(f"{folder}/sub")
    scene.bot(folder, "rival", SHEBANG + PLAYER)
    scene.write(f"{folder}/m.json", json.dumps({
        "game": "pig", "entrants": [
            {"name": "ann", "command": ["./my bot"]},
            {"name": "bob", "command": ["./rival"]}]}))
    wrong = []
    for words, last in (
            (["m.json"], "-- './my bot'"),
            (["./sub/../m.json"], f"-- '{os.path.realpath(folder)}/my bot'"),
            (["pig", "bob=./rival", "ann=sh -c exit",
              "--limit", "move_ms=500", "--files", "ann=rival"],
             "--limit move_ms=500 --files rival -- sh -c exit")):
        result = scene.run(folder, "play", *words)
        told = result.out.splitlines()[-1]
        if result.code != 0 or \
                told != f"ann never started; try: referee check pig {last}":
            wrong.append(str(result))
        if result.out.count("never started") != 1:
            wrong.append(f"not once: {result.out}")
    return wrong


def plays_with_files(stage):
    """At strict a bot sees its files, and the log has their hash."""
    folder = stage.folder()
    scene.bot(folder, "bot", MODULE)
    scene.write(f"{folder}/table.py", "")
    scene.bot(folder, "rival", SHEBANG + PLAYER)
    result = scene.play(folder, "pig", "./bot", "./rival", *STRICT,
                        "--files", "bot=bot,table.py")
    if result.code != 0 or "never started" in result.out:
        return [str(result)]
    lines = scene.read_log(f"{folder}/log.jsonl")
    wrong = [str(line) for line in lines if line["t"] == "fault"]
    match = json.loads(scene.content(folder, "log.json"))
    if match["entrants"][0].get("files") != ["bot", "table.py"]:
        wrong.append(str(match["entrants"]))
    again = scene.run(folder, "rerun", "log.jsonl")
    return wrong if again.code == 0 else wrong + [str(again)]


# ### progress

def on_a_terminal(folder, *words):
    """What is written to standard error if it is a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [scene.REFEREE, *words], cwd=folder, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=theirs,
        env=scene.referee_environment(folder))
    os.close(theirs)
    heard = b""
    with contextlib.suppress(OSError):
        while part := os.read(ours, 65536):
            heard += part
    os.close(ours)
    return process.wait(scene.HANGS_S), heard.decode()


def progress(stage):
    """On a terminal, progress is one line, which is erased at the end."""
    folder = stage.folder()
    scene.bot(folder, "bot", SHEBANG + PLAYER)
    wrong = []
    for words, first in (
            (["play", "pig", "./bot", "b=./bot", "--boards", "7"],
             r"\r14 games\033\[K"),
            (["check", "pig", "--", "./bot"],
             r"\revery seat of a game for 2: starting\033\[K"
             r"(\r[^\r]*)*\rmany games in one process: starting")):
        code, said = on_a_terminal(folder, *words)
        if code != 0 or not re.match(first, said) or "\n" in said or \
                not said.endswith("\r\033[K"):
            wrong.append(f"{words}: {code}, {said!r}")
        piped = scene.run(folder, *words)
        if piped.err:
            wrong.append(f"{words}: into a pipe, {piped.err!r}")
    return wrong


def main():
    tally = scene.Tally()
    with scene.Scene() as stage:
        told = scene.run(stage.folder(), "doctor").out.splitlines()[-1]
        cases = list(CASES)
        runs = [("play names referee check", lambda: plays(stage)),
                ("progress on a terminal", lambda: progress(stage))]
        if "strict" in told:
            cases += STRICT_CASES
            runs.append(("play --files", lambda: plays_with_files(stage)))
        else:
            print("not tried: strict, which this machine cannot do")
        for case in cases:
            if case.tool and not os.path.exists(case.tool):
                print(f"not tried: {case.what}, as there is no {case.tool}")
            else:
                runs.append((case.what,
                             lambda case=case: case.wrong(stage)))
        tally.run(runs, 2)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

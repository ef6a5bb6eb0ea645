"""first_bot.py - what goes wrong with a first bot, and the hint of `referee
check` names the cause that was found; and what a terminal is shown meanwhile.

tier: full
"""
import contextlib
import json
import os
import pty
import re
import shutil
import signal
import subprocess
import time
import tty

import scene
from disturbed import kill_pids, tree_of
from somebody import LEVELS

SHEBANG = f"#!{scene.PYTHON}\n"
PLAYER = scene.content(f"{scene.SRC}/tests/bots", "bot.py").decode()
STRICT = "--sandbox", "strict"
AWK = """{ if (/"type":"hello"/) print "{\\"type\\":\\"ready\\"}"
  else if (/"type":"(turn|again)"/) print "{\\"move\\":0}"
  fflush() }
"""


READY = """read -r hello
echo '{"type":"ready"}'
read -r bye
"""


@scene.each([
    ("mawk waits for a whole block", "#!/usr/bin/mawk -f\n" + AWK,
     "awk reads its input in blocks: start mawk with -W interactive",
     "--limit", "start_ms=300", "--", "./bot"),
    ("mawk with -W interactive", AWK, None, "--", "mawk", "-W", "interactive",
     "-f", "./bot"),
    ("java on a host of 64 GB", "",
     "the JVM could not get memory (limit 1024 MB): java -Xmx256m, or "
     "raise memory_mb", "--limit", "memory_mb=1024", "--", "java",
     "-XX:MaxRAM=64g", "-version"),
    ("sh elsewhere, at limits", "#!FOLDER/sh\n" + READY, None, "--",
     "./bot"),
    ("sh that is not below /usr", "#!FOLDER/sh\n" + READY,
     "FOLDER/sh, which runs the bot, is not below /usr, and at strict the "
     "bot sees nothing else", *STRICT, "--", "./bot")])
def test_the_hint_names_the_cause(folder, what, text, hint, *words):
    """tests/cases/first_bot.txt has the others."""
    if not shutil.which(what.split()[0]) or (
            "strict" in words and "strict" not in LEVELS):
        raise scene.Skip(f"{what}: not here")
    scene.bot(folder, "bot", text.replace("FOLDER", folder))
    shutil.copy("/bin/sh", f"{folder}/sh")
    result = scene.run(folder, "check", "pig", "--start", *words)
    scene.expect(result, 1 if hint else 0)
    told = " ".join(result.out.partition("hint ")[2].split())
    # Bots are reported by their real paths.
    assert told.startswith((hint or "").replace(
        "FOLDER", os.path.realpath(folder))), result.out


def test_its_answer_counts_before_its_end(folder):
    """Also if the referee hears of both at once."""
    scene.bot(folder, "bot", "#!/bin/sh\necho $$ > here\n"
              "until test -e go; do sleep 0.01; done\n"
              """echo '{"type":"ready","legal":0}'\n""")
    process = scene.start(folder, "check", "pig", "--start", "--sandbox",
                          "none", "--", "./bot")
    assert scene.wait_until(lambda: scene.content(folder, "here").endswith(
        b"\n") if os.path.exists(f"{folder}/here") else False)
    bot = int(scene.content(folder, "here"))
    player, _ = tree_of(process.pid)
    kill_pids(player, signal.SIGSTOP)
    scene.write(f"{folder}/go", "")
    assert scene.wait_until(lambda: not os.path.exists(f"/proc/{bot}"))
    # The warden, which has seen its end, says so now.
    time.sleep(0.1)
    kill_pids(player, signal.SIGCONT)
    result = scene.finish(process)
    scene.expect(result, 1, '"legal" in ready is neither true nor false')


def test_play_with_files(folder):
    """At strict a bot sees its files, and the log has their hash."""
    if "strict" not in LEVELS:
        raise scene.Skip("level strict, which this machine cannot do")
    scene.bot(folder, "bot", SHEBANG + "import table\n" + PLAYER)
    scene.write(f"{folder}/table.py", "")
    scene.bot(folder, "rival", SHEBANG + PLAYER)
    result = scene.play(folder, "pig", "./bot", "./rival", *STRICT,
                        "--files", "bot=bot,table.py")
    scene.expect(result)
    assert "never started" not in result.out
    assert b'"t":"fault"' not in scene.content(folder)
    match = json.loads(scene.content(folder, "log.json"))
    assert match["entrants"][0]["files"] == ["bot", "table.py"]
    scene.expect(scene.run(folder, "rerun", "log.jsonl",
                           "--sandbox", "limits"))


def checked(folder, *words):
    """The lines of a check of the compiled bot, except that of the clock."""
    scene.healthy(folder)
    return [row for row in scene.run(
        folder, "check", "pig", *scene.PATIENT.split(), "--rules", "target=20",
        *words).out.split("\n") if "was told 1 ms" not in row]


def test_equal_seeds_give_equal_checks(folder):
    first, again, other = (checked(folder, "--seed", seed, "--", "./rival")
                           for seed in ("7", "7", "8"))
    assert first == again != other and len(first) > 8


def test_the_trace_of_a_check_can_be_fed(folder):
    """Also its third game, by the command that the report prints."""
    bot = f"{scene.SRC}/tests/bots/odd.pl", \
        '$answer = 7 if $games == 3 && $kind eq "turn"'
    rows = checked(folder, "--sandbox", "none", "--trace", "check.jsonl",
                   "--", *bot)
    row = next(row for row in rows if "replay    " in row)
    words = row.split(" | ")[0].split()[2:]
    # Sent again, the bot answers the same, also with a crash at the end.
    before = scene.expect(scene.run(folder, *words, "--answers")).out
    lines = scene.expect(scene.run(folder, *words)).out
    assert '{"type":"hello"' in lines and before.endswith('\n7\n'), before
    assert subprocess.run(bot, cwd=folder, input=lines, check=False, text=True,
                          stdout=subprocess.PIPE).stdout == before


# ### terminals

def error_output(folder, *words, terminal=True):
    """What is written to standard error if it is a terminal, or a pipe."""
    ours, theirs = pty.openpty() if terminal else os.pipe()
    if terminal:
        tty.setraw(theirs)
    with subprocess.Popen(
            [scene.REFEREE, *words], cwd=folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=theirs,
            env=scene.referee_environment(folder)) as process:
        os.close(theirs)
        heard = b""
        with contextlib.suppress(OSError):
            while part := os.read(ours, 65536):
                heard += part
        os.close(ours)
    assert process.returncode == 0, heard
    return heard


@scene.each([
    (["play", "pig", "./bot", "b=./bot", "--boards", "7"],
     rb"\r14 games\033\[K"),
    (["check", "pig", "--start", "--", "./bot"],
     rb"\r[^\r\n]*: starting\033\[K")])
def test_progress_is_one_line_which_is_erased(folder, words, first):
    scene.bot(folder, "bot", SHEBANG + PLAYER)
    said = error_output(folder, *words)
    assert re.match(first, said) and b"\n" not in said, said
    assert said.endswith(b"\r\033[K"), said
    assert error_output(folder, *words, terminal=False) == b""


scene.main()

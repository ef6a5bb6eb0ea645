"""first_bot.py - what a terminal is shown while a first bot is checked, and what
else two checks or two processes show.  tests/cases/first_bot.txt has the hints.

tier: full
"""
import os
import re
import signal
import subprocess
import time

import scene
from disturbed import kill_pids, tree_of
from terminal import Terminal

SHEBANG = f"#!{scene.PYTHON}\n"
PLAYER = scene.content(f"{scene.SRC}/tests/bots", "bot.py").decode()


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

@scene.each([
    (["play", "pig", "./bot", "b=./bot", "--boards", "7"],
     rb"\r14 games\033\[K"),
    (["check", "pig", "--start", "--", "./bot"],
     rb"\r[^\r\n]*: starting\033\[K")])
def test_progress_is_one_line_which_is_erased(folder, words, first):
    scene.bot(folder, "bot", SHEBANG + PLAYER)
    terminal = Terminal(folder, ["/bin/sh", "-c", 'exec "$0" "$@" >/dev/null',
                                 scene.REFEREE, *words])
    assert terminal.end() == 0
    said = terminal.bytes
    assert re.match(first, said) and b"\n" not in said, said
    assert said.endswith(b"\r\033[K"), said
    assert scene.run(folder, *words).err == ""


scene.main()

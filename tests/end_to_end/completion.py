#!/usr/bin/env python3
"""completion.py - bash, zsh and fish complete the command lines of both
programs: the scripts, and what the programs offer for them.

tier: full
needs: bash
"""
import os
import re
import shutil
import subprocess

import scene
from terminal import Terminal

COMPLETION = f"{scene.BUILD}/completion"


def environment(folder):
    """Both programs are found by their names."""
    return {**scene.referee_environment(folder), "HOME": folder, "PATH":
            os.pathsep.join((os.path.dirname(scene.REFEREE), os.path.dirname(
                scene.TOURNAMENT), os.environ["PATH"]))}


def run(folder, *words):
    return subprocess.run(
        words, cwd=folder, capture_output=True, text=True, check=False,
        stdin=subprocess.DEVNULL, timeout=scene.HANGS_S,
        env={**environment(folder), "XDG_DATA_DIRS": "/usr/share"})


def bash(folder, line):
    """What the completion function answers to the line, split as by
    readline, which makes a word of =."""
    program = line.split()[0]
    script = """. "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
compopt() { :; }
_%s
printf '%%s\\n' "${COMPREPLY[@]}"
""" % program
    done = run(folder, "bash", "--norc", "-uc", script, "bash",
               f"{COMPLETION}/bash/{program}",
               *line.replace("=", " = ").split(" "))
    assert done.returncode == 0 and not done.stderr, done
    return set(done.stdout.split())


def fish(folder, line):
    program = line.split()[0]
    done = run(folder, "fish", "--no-config", "-c",
               f"source {COMPLETION}/fish/{program}.fish; "
               f"complete -C '{line}'")
    assert done.returncode == 0, done
    return {row.split("\t")[0] for row in done.stdout.splitlines()}


ZSH = r"""
autoload -Uz compinit
compinit -u -D
PROMPT=READY
zstyle ':completion:*' verbose no
zstyle ':completion:*' list-prompt ''
zstyle ':completion:*' format ''
LISTMAX=9999
offer() { zle list-choices; zle -R; print -n DONE }
zle -N offer
bindkey '^X' offer
"""


def zsh(folder, line):
    """What zsh lists below the line, in a terminal."""
    scene.write(f"{folder}/.zshrc", f"fpath=({COMPLETION}/zsh $fpath)\n" + ZSH)
    terminal = Terminal(folder, [shutil.which("zsh"), "-i"], **{
        **environment(folder), "ZDOTDIR": folder, "TERM": "vt100",
        "COLUMNS": "500", "LINES": "500"})
    terminal.until("ready", lambda: b"READY" in terminal.bytes)
    terminal.bytes = b""
    terminal.key(line.encode() + b"\x18")
    terminal.until("done", lambda: b"DONE" in terminal.bytes)
    heard = terminal.bytes.decode("utf-8", "replace").replace(line, " ", 1)
    os.close(terminal.fd)
    os.waitpid(terminal.pid, 0)
    return set(re.findall(r"[\w.=-]+", heard))


@scene.each([(ask, *row) for ask in (bash, zsh, fish)
             for row in scene.rows("completion.txt")])
def test_completion(folder, ask, line, offered, others):
    if not shutil.which(ask.__name__):
        raise scene.Skip(f"{ask.__name__} is not installed")
    for name in "one.json", "two.json":
        scene.write(f"{folder}/{name}", "{}")
    found = ask(folder, line)
    # Some list the words of --name=value with the name.
    found |= {word.partition("=")[2] for word in found}
    assert set(offered.split()) <= found and \
        not set(others.split()) & found, found


scene.main()

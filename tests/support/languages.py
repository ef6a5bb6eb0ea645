"""languages.py - the languages of the SDKs, and how their bots are started.

The conformance bot of each SDK is in sdk/LANGUAGE, or is built by make in
sdk/LANGUAGE of the build folder.
"""
import functools
import glob
import os
import shutil
import subprocess

from scene import BUILD, PYTHON, SRC


def _program(language, *programs):
    """A bot that make builds if these programs are installed."""
    return programs, [f"{BUILD}/sdk/{language}/conformance"]


# Language: the programs it needs, and the command of its bot.
_TABLE = {
    "c": _program("c"),
    "python": ([], [PYTHON, f"{SRC}/sdk/python/conformance.py"]),
    "javascript": (["node"], ["node", f"{SRC}/sdk/javascript/conformance.js"]),
    "go": _program("go", "go"),
    "java": (["java", "javac", "jar"], [
        # A conversation ends before the optimising compiler would pay off.
        "java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp",
        f"{BUILD}/sdk/java/rollcall.jar:"
        f"{BUILD}/sdk/java/conformance", "Conformance"]),
    "rust": _program("rust", "cargo", "rustc",
                     "/usr/share/cargo/registry/serde_json-*"),
    "perl": (["perl"], ["perl", f"{SRC}/sdk/perl/conformance.pl"]),
    "sh": (["jq", "sha256sum"], ["sh", f"{SRC}/sdk/sh/conformance.sh"]),
}


def _works(program):
    """Is it installed and does it start?  A wrapper without a toolchain does
    not."""
    if program.startswith("/"):         # not a program, but files it needs
        return bool(glob.glob(program))
    if not shutil.which(program):
        return False
    word = {"go": "version", "java": "-version", "javac": "-version"}
    return subprocess.run(
        [program, word.get(program, "--version")], check=False,
        stdin=subprocess.DEVNULL, capture_output=True).returncode == 0


@functools.lru_cache(None)
def languages():
    """Language: (why its bot cannot be started, or None; its command)."""
    found = {}
    for language, (programs, command) in _TABLE.items():
        reason = None
        for program in programs:
            if not reason and not _works(program):
                reason = f"{program} is not installed"
        built = [path for word in command for path in word.split(":")
                 if path.startswith(f"{BUILD}/")]
        if not reason and not all(map(os.path.exists, built)):
            reason = "it is not built: configure and make check say why"
        found[language] = reason, command
    return found

#!/usr/bin/env python3
"""tutorial.py - docs/bots.md, step by step, and its bot in every language.

Blocks of `sh tutorial` run in one folder, one after the other; `python
tutorial FILE` is such a file; the lines of `text tutorial` must occur in the
output of the block before.  A block like `go choose` replaces that function in
what `referee new-bot` writes.

tier: full
"""
import functools
import json
import os
import re
import shlex
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../support")
import scene

sys.path.insert(0, f"{scene.SRC}/tests/end_to_end/sdk")
import languages    # noqa: E402

FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.M | re.S)
SOURCE = {"c": "bot.c", "javascript": "bot.js", "go": "bot.go",
          "java": "Bot.java", "rust": "src/main.rs", "perl": "bot.pl",
          "sh": "bot.sh"}
# From its first line to a closing brace with the same indentation.
CHOOSE = re.compile(r"^( *)[^\n/#*]*\bchoose\b.*?\n\1\}\n", re.M | re.S)


def blocks():
    with open(f"{scene.SRC}/docs/bots.md", encoding="utf-8") as file:
        for info, text in FENCE.findall(file.read()):
            yield info.split(), text


def environment(folder):
    library = f"{scene.BUILD}/librollcall-games.so.1"
    return {**scene.referee_environment(folder), "LIBRARY": library,
            "PATH": f"{scene.BUILD}/referee:{scene.BUILD}/tournaments:"
                    f"{os.environ['PATH']}"}


def steps(stage):
    folder = stage.folder()
    printed, ran = "", 0
    for words, text in blocks():
        if words[:2] == ["python", "tutorial"]:
            scene.write(f"{folder}/{words[2]}", text)
        elif words == ["sh", "tutorial"]:
            patient = re.sub(r"^(referee (check|play) \w+) ",
                             rf"\1 {scene.PATIENT} ", text, flags=re.M)
            done = subprocess.run(["sh", "-e", "-c", patient], cwd=folder,
                                  env=environment(folder), text=True,
                                  capture_output=True, check=False,
                                  stdin=subprocess.DEVNULL)
            if done.returncode != 0:
                return f"{text}{done.stdout}{done.stderr}"
            printed, ran = done.stdout, ran + 1
        elif words == ["text", "tutorial"]:
            for line in text.splitlines():
                if not re.search(rf"(^|\s){re.escape(line)}\b", printed, re.M):
                    return f"{line!r} is not in: {printed}"
    return [] if ran > 5 else f"{ran} blocks"


def in_language(stage, language, text):
    folder = stage.folder()
    bot = f"{folder}/bot"
    done = scene.run(folder, "new-bot", "pig", language, "bot")
    if done.code != 0:
        return repr(done)
    source = f"{bot}/{SOURCE[language]}"
    with open(source, encoding="utf-8") as file:
        before = file.read()
    after, count = CHOOSE.subn(lambda _: text, before, count=1)
    if count != 1:
        return f"no choose in {before}"
    scene.write(source, after)
    with open(f"{bot}/bot.json", encoding="utf-8") as file:
        told = json.load(file)
    build = told.get("build", [])
    for words in [build] if build and isinstance(build[0], str) else build:
        done = subprocess.run(words, cwd=bot, env=environment(folder),
                              text=True, capture_output=True, check=False)
        if done.returncode != 0:
            return f"{words}: {done.stdout}{done.stderr}"
    limits = ["--sandbox", "none", "--limit", "move_ms=30000",
              "--limit", "start_ms=30000"]
    if scene.LONG:
        done = scene.run(bot, "check", "pig", *limits, "--", *told["command"])
        return [] if done.code == 0 else done.out
    # A check starts the bot a dozen times, which is slow in most languages.
    done = scene.run(bot, "play", "pig", "--boards", "1", "--json", *limits,
                     "-o", "log.jsonl", f"mine={shlex.join(told['command'])}",
                     f"{scene.BUILD}/bots/first_move")
    end = json.loads(done.out.splitlines()[-1]) if done.code == 0 else {}
    return [] if end.get("faults") == [] and len(end["ranks"]) == 2 \
        else repr(done)


def main():
    cases = {"the steps": steps}
    found = languages.languages()
    for words, text in blocks():
        if words[1:] != ["choose"]:
            continue
        reason = found[words[0]][0]
        if words[0] == "rust" and not scene.LONG:
            reason = reason or "its crates take long; make check-all"
        if words[0] in scene.SLOW_LANGUAGES and not scene.WIDE:
            reason = reason or "ROLLCALL_WIDE_TESTS=1"
        if reason:
            print(f"not tried: {words[0]} ({reason})")
        else:
            cases[f"the rule in {words[0]}"] = functools.partial(
                in_language, language=words[0], text=text)
    return scene.run_cases(cases, 3)


if __name__ == "__main__":
    sys.exit(main())

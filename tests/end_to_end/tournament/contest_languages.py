#!/usr/bin/env python3
"""contest_languages.py - submissions in many languages, without a bot.json,
are built and play.  tests/cases/collect.txt has what is collected again.

tier: full
"""
import json
import os
import shutil

import scene
from somebody import LEVELS

BOTS = f"{scene.SRC}/tests/bots"
CARGO = '[package]\nname = "any"\nversion = "0.1.0"\nedition = "2021"\n'
POM = "<project><modelVersion>4.0.0</modelVersion><groupId>a</groupId>" \
    "<artifactId>bot</artifactId><version>1</version></project>"
# Name: the program it needs, the file of tests/bots and its name, others.
LANGUAGES = {
    "python": ("python3", "first.py", "bot.py", {}),
    "shell": ("sh", "../../bots/first_move.sh", "bot.sh", {}),
    "perl": ("perl", "first.pl", "bot.pl", {}),
    "js": ("node", "first.js", "bot.js", {}),
    "c": ("cc", "first.c", "bot.c",
          {"Makefile": "bot: bot.c\n\tcc -o $@ bot.c\n"}),
    "go": ("go", "first.go", "main.go", {"go.mod": "module any\n\ngo 1.19\n"}),
    "rust": ("cargo", "first.rs", "src/main.rs", {"Cargo.toml": CARGO}),
    # A build reaches no repository of plugins but the local one, which mvn
    # needs.
    "maven": ("mvn", "first.py", "x", {"pom.xml": POM}),
}


def test_the_usual_signs(folder):
    os.makedirs(f"{folder}/in/any")
    scene.entrant(f"{folder}/in/any", "bot")
    for name, (needs, file, called, others) in LANGUAGES.items():
        # The sandbox sees what is below /usr.
        if not shutil.which(needs, path="/usr/bin:/bin"):
            print(f"not tried: {name} ({needs} is not installed)")
            continue
        path = f"{folder}/in/{name}"
        for other, text in {called: scene.content(BOTS, file),
                            **others}.items():
            os.makedirs(os.path.dirname(f"{path}/{other}"), exist_ok=True)
            scene.write(f"{path}/{other}", text)
    scene.write(f"{folder}/contest.json", json.dumps({
        "name": "contest", "game": "rolit", "rules": {"max_turns": 6},
        "sandbox": "strict",
        "format": {"type": "round_robin"},
        "limits": {"move_ms": 60000, "start_ms": 60000}}))
    names = set(os.listdir(f"{folder}/in"))
    said = scene.expect(scene.tournament(
        folder, "collect", "in", "-o", "contest.json"),
        int("maven" in names)).out
    for name in names - {"maven"}:
        assert f"in   {name}\n" in said, said
    if "maven" in names:
        assert "out  maven: the build failed" in said and \
            b" in offline mode" in scene.content(folder, "contest.json"), said
    scene.expect(scene.tournament(folder, "run", "contest.json", "--key-file",
                                  "key"))
    assert b'"fault":' not in scene.content(folder, "contest/book.jsonl")


if "strict" not in LEVELS:
    scene.skip_all("this machine has no level strict")
scene.main()

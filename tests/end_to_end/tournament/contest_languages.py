#!/usr/bin/env python3
"""contest_languages.py - submissions in many languages, without a bot.json,
are built and play; and collecting again keeps what the organiser changed.

tier: full
"""
import json
import os
import shutil

import scene

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


def collect(folder, *words, code=0, err=""):
    return scene.expect(scene.tournament(
        folder, "collect", "in", "-o", "contest.json", *words), code, err=err)


def quick(folder, name):
    os.makedirs(f"{folder}/in/{name}")
    os.rename(scene.entrant(f"{folder}/in/{name}", name),
              f"{folder}/in/{name}/bot")


def test_the_usual_signs(folder):
    quick(folder, "any")
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
    said = collect(folder, code=int("maven" in names)).out
    for name in names - {"maven"}:
        assert f"in   {name}\n" in said, said
    if "maven" in names:
        assert "out  maven: the build failed" in said and \
            " in offline mode" in said, said
    scene.expect(scene.tournament(folder, "run", "contest.json", "--key-file",
                                  "key"))
    assert b'"fault":' not in scene.content(folder, "contest/book.jsonl")


def test_collecting_again(folder):
    """The organiser's changes are kept; new and missing submissions are
    noticed."""
    for name in "ann", "bob":
        quick(folder, name)
    collect(folder, code=2, err="there is no contest.json yet: say which game "
            ".* with --game")
    collect(folder, "--game", "chess", code=2, err='game: .*"chess"')
    collect(folder, "--game", "rolit")
    file = json.loads(scene.content(folder, "contest.json"))
    assert file["sandbox"] == "strict" and file["left_out"] == [] and \
        file["entrants"][0] == {
            "name": "ann", "command": ["contest.bots/ann/bot"],
            "files": ["contest.bots/ann/bot"]}, file
    collect(folder, "--game", "bolo7", code=2,
            err="contest.json is about rolit, not bolo7")
    file["rules"] = {"max_turns": 6}
    file["format"]["boards"] = 3
    scene.write(f"{folder}/contest.json", json.dumps(file))
    os.makedirs(f"{folder}/in/cyd/src")
    for name, text in (("bot.py", "import tools\n"),
                       ("tools.py", scene.content(BOTS, "first.py").decode())):
        scene.write(f"{folder}/in/cyd/src/{name}", text)
    scene.write(f"{folder}/in/cyd/bot.json", json.dumps({
        "author": "Cyd", "command": ["python3", "./src/bot.py"],
        "files": ["src", "bot.json"]}))
    shutil.rmtree(f"{folder}/in/bob")
    collect(folder)
    new = json.loads(scene.content(folder, "contest.json"))
    assert new["rules"] == {"max_turns": 6} and new["format"]["boards"] == 3
    assert new["entrants"][1:] == [{
        "name": "cyd", "author": "Cyd",
        "command": ["python3", "contest.bots/cyd/src/bot.py"],
        "files": ["contest.bots/cyd/src/bot.py",
                  "contest.bots/cyd/src/tools.py",
                  "contest.bots/cyd/bot.json"]}], new
    # A folder that collect has not made must not be replaced.
    os.mkdir(f"{folder}/mine")
    scene.expect(scene.run(folder, "build", "in/ann", "-o", "mine"), 2,
                 err="mine already exists and is not a copy of a bot")
    for copy in "copy", "copy/", "./copy//":
        scene.expect(scene.run(folder, "build", "in/ann", "-o", copy), 0,
                     "copy/bot\n", "")
        assert sorted(os.listdir(f"{folder}/copy")) == [".rollcall-copy",
                                                        "bot"]
    shutil.rmtree(f"{folder}/in/ann")
    collect(folder, code=2, err="1 of 1 submissions can play, .* contest.json "
            "was not written")
    assert json.loads(scene.content(folder, "contest.json")) == new


with scene.Scene() as place:
    if " strict" not in scene.run(place.folder(), "doctor").out.rpartition(
            "levels:")[2]:
        scene.skip_all("this machine has no level strict")
scene.main()

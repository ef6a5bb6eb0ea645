#!/usr/bin/env python3
"""own_game.py - tournaments whose game is a program: played, verified from the
folder alone, packed, shown, cut into shards; what is refused.

tier: quick
"""
import json
import os
import re
import shutil
import time

import scene
from somebody import LEVELS

EXAMPLES = f"{scene.SRC}/tournaments/examples/games"
CUP = {"name": "cup", "game": {"command": ["./skunk.py"],
                               "files": ["./own_game.py"]},
       "rules": {"rounds": 2}, "format": {"type": "round_robin", "boards": 2},
       "entrants": [{"name": name, "command": [scene.PYTHON, f"./{name}.py",
                                               points]}
                    for name, points in (("ann", "10"), ("bob", "20"),
                                         ("cid", "30"))]}


def tournament(folder, *words, code=0):
    done = scene.tournament(folder, *words)
    assert done.code == code, done
    return done.out + done.err


def prepare(folder, **changes):
    """The game, its library, three bots and cup.json."""
    if "strict" not in LEVELS:
        raise scene.Skip("level strict, which this machine cannot do")
    for path in (f"{EXAMPLES}/skunk.py", f"{EXAMPLES}/liars_dice.js",
                 f"{scene.SRC}/sdk/python/rollcall/own_game.py",
                 f"{scene.SRC}/sdk/javascript/own_game.js"):
        shutil.copy(path, folder)
    for name in "ann", "bob", "cid":
        scene.bot(folder, f"{name}.py", scene.content(
            EXAMPLES, "skunk_bot.py") + f"# {name}\n".encode())
        scene.bot(folder, f"{name}.js", scene.content(
            EXAMPLES, "liars_dice_bot.js") + f"// {name}\n".encode())
    scene.write(f"{folder}/cup.json", json.dumps({**CUP, **changes}))


def play(folder, **changes):
    prepare(folder, **changes)
    tournament(folder, "run", "cup.json", "--key-file", "key")


def test_it_is_verified_from_its_folder_alone(folder):
    play(folder)
    said = tournament(folder, "ladder", "cup")
    assert all(name in said for name in ("ann", "bob", "cid")), said
    if os.path.exists(f"{scene.BUILD}/site/checker.wasm"):
        tournament(folder, "site", "cup", "-o", "page")
        assert b".told(1," in scene.content(f"{folder}/page/logs", "000001.js")
    os.mkdir(f"{folder}/else")
    os.rename(f"{folder}/cup", f"{folder}/else/cup")
    for name in "skunk.py", "own_game.py", "cup.json":
        os.remove(f"{folder}/{name}")
    said = tournament(folder, "verify", "else/cup")
    assert "rules as the program in else/cup/game (SHA-256 " in said, said
    tournament(folder, "pack", "else/cup")
    said = tournament(folder, "verify", "else/cup")
    assert "rules as the program in else/cup/game (SHA-256 " in said, said


def test_a_game_in_javascript(folder):
    """Its library is beside it."""
    if not shutil.which("node"):
        raise scene.Skip("node is not installed")
    play(folder, game={"command": ["./liars_dice.js"],
                       "files": ["./own_game.js"]}, rules={"dice": 2},
         entrants=[{"name": name, "command": ["node", f"./{name}.js"]}
                   for name in ("ann", "bob")])
    assert "rules as" in tournament(folder, "verify", "cup")
    assert not tournament(folder, "results", "cup", "--faults")


def test_a_changed_program_is_not_run(folder):
    play(folder)
    for name, text in (("skunk.py", "# changed\n"), ("own_game.py", "#\n")):
        path = f"{folder}/cup/game/{name}"
        before = scene.content(f"{folder}/cup/game", name)
        scene.write(path, before + text.encode(), 0o755)
        said = tournament(folder, "verify", "cup")
        assert "the files in cup/game are not those of the manifest" in said, \
            said
        assert "rules as" not in said, said
        assert "follow from the results in the logs" in said, said
        assert "every move is legal" not in said, said
        if os.path.exists(f"{scene.BUILD}/site/checker.wasm"):
            said = tournament(folder, "site", "cup", "-o", "page")
            assert "warning: the page lacks sentences and pictures of the " \
                "game's program: the files in cup/game are not those" in said
            assert b".told(" not in scene.content(
                f"{folder}/page/logs", "000001.js")
        scene.write(path, before, 0o755)
    assert "rules as" in tournament(folder, "verify", "cup")


def test_a_strangers_program_is_not_endless(folder):
    play(folder)
    os.truncate(f"{folder}/cup/game/own_game.py", 20 << 30)
    began = time.monotonic()
    said = tournament(folder, "verify", "cup")
    assert time.monotonic() - began < 10 and \
        "game: the game's program: its files have more than 64 MiB" in said, said


@scene.each(["file", "folder", "word", "link"])
def test_a_strangers_program_reads_its_own_folder_only(folder, what):
    """It would be shown what its command and files name."""
    play(folder)
    os.mkdir(f"{folder}/private")
    scene.write(f"{folder}/private/diary", "x")
    place = f"{folder}/private" + "/diary" * (what != "folder")
    if what == "link":
        os.symlink(place, f"{folder}/cup/game/diary")
        place = "./diary"
    cup = json.loads(scene.content(f"{folder}/cup", "tournament.json"))
    cup["game"]["command" if what in ("folder", "word") else
                "files"].append(place)
    scene.write(f"{folder}/cup/tournament.json", json.dumps(cup))
    said = tournament(folder, "verify", "cup")
    assert f"{place.lstrip('.')} is not in the folder cup/game, so it is not " \
        "run" in said, said


def test_the_command_is_the_one_that_was_signed(folder):
    """The hash of the files does not cover its words, which may be rules."""
    play(folder)
    said = tournament(folder, "verify", "cup")
    assert "), started as ./skunk.py, has them: read it" in said, said
    cup = json.loads(scene.content(f"{folder}/cup", "tournament.json"))
    cup["game"]["command"].append("--easy")
    scene.write(f"{folder}/cup/tournament.json", json.dumps(cup))
    said = tournament(folder, "verify", "cup")
    assert "the command in tournament.json is not that of the manifest" in \
        said and "rules as" not in said, said


def test_a_repaired_program_continues_only_with_its_hash(folder):
    prepare(folder)
    tournament(folder, "init", "cup.json", "-o", "cup", "--key-file", "key")
    path = f"{folder}/cup/game/skunk.py"
    before = scene.content(f"{folder}/cup/game", "skunk.py")
    scene.write(path, before + b"# changed\n", 0o755)
    said = tournament(folder, "run", "cup", "--key-file", "key", code=2)
    assert "the program that is the game has changed since" in said, said
    scene.write(path, before, 0o755)
    tournament(folder, "run", "cup", "--key-file", "key")


def test_rules_that_conflict_make_nothing(folder):
    prepare(folder)
    text = scene.content(folder, "skunk.py").decode()
    for old, new in (("(Game, Int,", "(Game, illegal, Int,"),
                     ("total, playing = [", "if rules['rounds'] == seats:\n"
                      "            yield illegal('as many rounds as players')"
                      "\n        total, playing = [")):
        assert old in text, old
        text = text.replace(old, new, 1)
    scene.bot(folder, "skunk.py", text)
    for command in "init", "run":
        said = tournament(folder, command, "cup.json", code=2)
        assert said == (f"tournament {command}: cup.json: game: skunk refuses "
                        "these rules: as many rounds as players\n"), said
        assert not os.path.exists(f"{folder}/cup")
    scene.write(f"{folder}/cup.json", json.dumps({**CUP, "rules": {}}))
    tournament(folder, "init", "cup.json")


def test_a_program_lies_beside_the_file(folder):
    prepare(folder)
    os.mkdir(f"{folder}/cups")
    scene.write(f"{folder}/cups/cup.json", scene.content(
        folder, "cup.json").replace(b'"./', b'"../'))
    for command in "check", "init", "run":
        said = tournament(folder, command, "cups/cup.json", code=2)
        assert said == (
            f"tournament {command}: game: the file ../own_game.py is not in the "
            "folder that its paths are relative to, so it cannot be copied into "
            "the tournament's\n"), said


def test_a_league(folder):
    prepare(folder, format={"type": "league", "each": 2, "boards": 2})
    os.mkdir(f"{folder}/league")
    for name in os.listdir(folder):
        if name.endswith(".py"):
            shutil.copy(f"{folder}/{name}", f"{folder}/league")
    os.rename(f"{folder}/cup.json", f"{folder}/league/league.json")
    tournament(folder, "league", "league", "--rounds", "2",
               "--key-file", "key")
    said = tournament(folder, "verify", "league")
    assert "league/" in said, said
    assert "ann" in tournament(folder, "ladder", "league")
    scene.write(f"{folder}/league/skunk.py", scene.content(
        folder, "skunk.py") + b"# changed\n", 0o755)
    said = tournament(folder, "league", "league", "--key-file", "key", code=2)
    assert re.search(r'program\.files: expected "\w*", as in round 1', said), \
        said


@scene.each([(3, b"", "have different rules: rounds"),
             (2, b"# changed\n", "the program skunk, but not the same files")])
def test_a_ladder_is_of_one_game(folder, rounds, change, why):
    play(folder)
    scene.write(f"{folder}/skunk.py", scene.content(
        folder, "skunk.py") + change, 0o755)
    scene.write(f"{folder}/other.json", json.dumps(
        {**CUP, "name": "other", "rules": {"rounds": rounds}}))
    tournament(folder, "run", "other.json", "--key-file", "key")
    said = tournament(folder, "ladder", "cup", "other", code=2)
    assert why in said, said


def test_submissions_are_collected(folder):
    prepare(folder)
    for name, points in ("ann", "10"), ("bob", "20"), ("cid", "x"):
        os.makedirs(f"{folder}/in/{name}")
        shutil.move(f"{folder}/{name}.py", f"{folder}/in/{name}/bot.py")
        scene.write(f"{folder}/in/{name}/bot.json", json.dumps(
            {"command": ["python3", "bot.py", points]}))
    said = tournament(folder, "collect", "in", "-o", "cup.json", code=1)
    assert "in   ann" in said and "in   bob" in said, said
    assert "out  cid: " in said and "ValueError" in said, said
    assert json.loads(scene.content(folder, "cup.json"))["game"] == CUP["game"]
    tournament(folder, "run", "cup.json", "--key-file", "key")
    assert "rules as" in tournament(folder, "verify", "cup")


def test_shards(folder):
    prepare(folder)
    key = "--key-file", "key"
    tournament(folder, "init", "cup.json", *key)
    for index in "1/2", "0/2":
        tournament(folder, "run", "cup", "--shard", index, *key)
    tournament(folder, "gather", "cup", *key)
    assert "rules as" in tournament(folder, "verify", "cup")


scene.main(workers=2)

#!/usr/bin/env python3
"""luck_wrong.py - changed files about luck, refused commands, and an
interrupted analysis.

tier: full
"""
import json
import os
import re
import shutil
import signal
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import luck
import scene


def changed(at):
    """verify finds every file about luck that was changed or removed."""
    folder = luck.played(at)
    wrong = []
    for name, old, new, says in (
            ("luck.json", b'"beta": "1"', b'"beta": "2"',
             "cup/luck.json is not the luck file whose hash "
             "cup/manifest.json has"),
            ("luck.csv", b"\n2,3,", b"\n2,3,0.000001|-0.000001\n2,4,",
             "cup/luck.csv:20: it is not what the logs give"),
            ("luck.csv", b"\n1,1,-", b"\n1,1,0", "cup/luck.csv:2: "),
            ("luck.csv", b"\n1,1,0", b"\n1,1,1", "cup/luck.csv:2: "),
            ("luck.csv", b"match,game", b"match,games", "cup/luck.csv:1: "),
            ("ladder-luck.csv", b"bot4", b"bot20",
             r"cup/ladder-luck.csv:\d: it is not what luck.csv gives"),
            ("ladder-luck.csv", b"pool", b"Pool", "ladder-luck.csv:1: ")):
        good = scene.content(f"{folder}/cup", name)
        if old not in good:
            continue
        scene.write(f"{folder}/cup/{name}", good.replace(old, new, 1))
        result = scene.tournament(folder, "verify", "cup")
        if result.code != 1 or not re.match("not verified: .*" + says,
                                            result.out):
            wrong.append(f"{name} {new}: {result}")
        os.unlink(f"{folder}/cup/{name}")
        result = scene.tournament(folder, "verify", "cup")
        if result.code != 1 or f"cup/{name} is missing" not in result.out:
            wrong.append(f"{name} gone: {result}")
        scene.write(f"{folder}/cup/{name}", good)
    # A run makes the missing files, and only those.
    os.unlink(f"{folder}/cup/luck.csv")
    os.unlink(f"{folder}/cup/ladder-luck.csv")
    luck.run(folder, "run", "cup", *luck.KEY)
    luck.run(folder, "verify", "cup")
    return wrong


def refused(at):
    """Each is refused with one sentence, and no half-written file is left."""
    folder = luck.played(at)
    scene.write(f"{folder}/half.json",
                json.dumps({**luck.LUCK, "beta": "0.5"}))
    luck.run(folder, "init", "cup.json", "-o", "made", *luck.KEY)
    shutil.copy(scene.TOURNAMENT, f"{folder}/tournament")
    for name, rules in (("rolit", {}), ("blackpot", {})):
        scene.write(f"{folder}/{name}.json", json.dumps({
            "name": name, "game": name, "rules": rules, "entrants": [
                {"name": one, "command": ["./first", one]}
                for one in ("a", "b")], "links": 16, "rotations": 1,
            "format": {"type": "round_robin"}}))
        shutil.copy(f"{scene.BUILD}/bots/first_move", f"{folder}/first")
        luck.run(folder, "run", f"{name}.json", *luck.KEY)
    wrong = []
    for words, says in (
            (["luck", "made"], "made is not over"),
            (["ladder", "made", "--luck"], "made is not over"),
            (["luck", "rolit"], "rolit: rolit has no luck except"),
            (["luck", "blackpot"], "blackpot: no formula .* has proved useful yet"),
            (["luck", "none"], "none"), (["luck"], "missing DIR"),
            (["luck", "cup", "--luck-file", "half.json"],
             "half.json is not the luck file that cup/manifest.json fixed"),
            (["luck", "cup", "--luck-file", "none"], "none"),
            (["luck", "cup", "--fit", "--json"], "--fit"),
            (["ladder", "cup", "--luck-file", "luck.json"],
             "--luck-file: only with --luck"),
            (["ladder", "cup", "--luck", "--history"], "--luck: not allowed"),
            (["ladder", "--games", "x", "--luck"], "--luck: not allowed"),
            (["ladder", "cup", "--luck", "--prior", "none"], "prior"),
            (["ladder", "cup", "--luck", "-j", "0"], "-j")):
        wrong += [f"{words}: {one}" for one in scene.one_sentence(
            scene.tournament(folder, *words), says)]
    # Referees with wrong output.
    os.unlink(f"{folder}/cup/luck.csv")
    good = '{"game":1,"luck_total":["0.000000","0.000000"]}'
    for said, code, says in (
            ("", 0, "the book has 16 games, found 0"),
            (good, 0, "the book has 16 games, found 1"),
            ("no table", 2, "match 1 could not be analysed: no table"),
            ('{"game":2,"luck_total":[]}', 0, "expected game 1 of 16"),
            ('{"game":1,"luck_total":["0.1"]}', 0, "not a list of 2"),
            ('{"game":1,"luck_total":["0.100000","0.100000"]}', 0,
             "does not add up to 0"),
            ('{"game":1,"luck_total":["1","-1"]}', 0, "6 places"),
            ('{"game":1,"luck_total":null}', 0, "game 1 has no luck"),
            ('{"game"', 0, "referee analyse of match 1")):
        scene.bot(folder, "referee",
                  f"#!/bin/sh\nprintf '%s\\n' '{said}'\nexit {code}\n")
        wrong += [f"{said}: {one}" for one in scene.one_sentence(
            scene.run(folder, "luck", "cup",
                      program=f"{folder}/tournament"), says)]
    return wrong + [f"{name} is there" for name in ("luck.csv", "luck.csv.new")
                    if os.path.exists(f"{folder}/cup/{name}")]


def stopped(at):
    """If it is stopped while logs are analysed, nothing is left behind."""
    folder = luck.played(at, luck=False)
    shutil.copy(scene.TOURNAMENT, f"{folder}/tournament")
    scene.bot(folder, "referee", f"""#!/bin/sh
: >here
while [ ! -e go ]; do sleep .01; done
exec {scene.REFEREE} "$@"
""")
    process = scene.start(folder, "luck", "cup", "-j", "1",
                          program=f"{folder}/tournament")
    assert scene.wait_until(lambda: os.path.exists(f"{folder}/here"))
    process.send_signal(signal.SIGINT)
    scene.write(f"{folder}/go", "")
    wrong = scene.one_sentence(scene.finish(process), "stopped")
    return wrong + [f"{name} is there" for name in (
        *os.listdir(f"{folder}/t"), *os.listdir(f"{folder}/cup"))
                    if "luck" in name]


CASES = {
    "changed files": changed,
    "refused": refused,
    "stopped": stopped,
}

if __name__ == "__main__":
    sys.exit(scene.run_cases(CASES))

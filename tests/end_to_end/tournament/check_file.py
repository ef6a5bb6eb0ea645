#!/usr/bin/env python3
"""check_file.py - tournament check starts each bot as a run would.

The bot's files, rules, limits and level are those of the tournament file.

tier: full
"""
import json
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene

# Writes what it received to standard error if it is not as expected.
BOT = f"#!{scene.PYTHON}" + """
import json, resource, sys
import table
line = json.loads(input())
assert line["rules"] == {**line["rules"], **table.RULES}, line["rules"]
assert line["limits"] == {**line["limits"], **table.LIMITS}, line["limits"]
assert resource.getrlimit(resource.RLIMIT_DATA)[0] == 300 << 20
print('{"type":"ready"}', flush=True)
input()
"""
TABLE = """RULES = {"target": 77, "ranking": "score"}
LIMITS = {"start_ms": 20000, "move_ms": 1234, "game_ms": 99999}
"""


def wrong(stage, level, files, good):
    folder = stage.folder()
    scene.bot(folder, "bot", BOT)
    scene.write(f"{folder}/table.py", TABLE)
    scene.write(f"{folder}/cup.json", json.dumps({
        "name": "cup", "game": "pig", "sandbox": level,
        "rules": {"target": 77, "ranking": "score"},
        "limits": {"start_ms": 20000, "move_ms": 1234, "game_ms": 99999,
                   "memory_mb": 300},
        "format": {"type": "round_robin"},
        "entrants": [{"name": name, "command": ["./bot", name],
                      **({"files": files} if files else {})}
                     for name in ("ann", "bob")]}))
    result = scene.tournament(folder, "check", "cup.json")
    if (result.code, result.out.count("starts and is ready\n")) != \
            ((0, 2) if good else (1, 0)):
        return [str(result)]
    return []


def main():
    tally = scene.Tally()
    with scene.Scene() as stage:
        told = scene.run(stage.folder(), "doctor").out.splitlines()[-1]
        runs = [("limits", lambda: wrong(stage, "limits", None, True))]
        if "strict" in told:
            runs += [("strict", lambda: wrong(stage, "strict",
                                              ["bot", "table.py"], True)),
                     ("a file is missing",
                      lambda: wrong(stage, "strict", None, False))]
        else:
            print("not tried: strict, which this machine cannot do")
        tally.run(runs, 2)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

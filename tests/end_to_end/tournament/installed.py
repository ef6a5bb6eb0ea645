#!/usr/bin/env python3
"""installed.py - after make install, examples find their bots, shells find
their completions, and schemas find each other, without the build folder.

tier: full
"""
import os
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene

# Interpreters that bots need; an example without its interpreter is not tried.
NEEDS = {"greedy.js": "node", ".py": "python3"}


def install(prefix):
    """Runs make install, independent of the jobs and options of an outer
    make."""
    environment = {key: value for key, value in os.environ.items()
                   if key not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL",
                                  "DESTDIR")}
    done = subprocess.run(
        ["make", "-s", "-C", scene.BUILD, "install", f"prefix={prefix}"],
        check=False, capture_output=True, text=True, env=environment,
        stdin=subprocess.DEVNULL, timeout=scene.HANGS_S)
    assert done.returncode == 0, done.stderr


def wrong_with_schemas(share):
    """All schemas are installed, as they refer to each other."""
    found = sorted(os.listdir(f"{share}/schemas"))
    due = sorted(name for name in os.listdir(f"{scene.SRC}/docs/schemas")
                 if name.endswith(".json"))
    return [] if found == due else f"{found}, not {due}"


def wrong_with_tables(folder, prefix):
    """The referee finds a table below its own prefix, whatever prefix was
    configured."""
    table = f"{prefix}/share/rollcall/tables/pig.table"
    os.makedirs(os.path.dirname(table), exist_ok=True)
    for name in ("ann", "bob"):
        scene.entrant(folder, name, "first_move")
    played = scene.play(folder, "pig", "./ann", "./bob", "--rules",
                        "target=25")
    subprocess.run([f"{scene.BUILD}/bots/bolito", "--solve", "pig",
                    "target=25", table], check=True, capture_output=True)
    said = scene.run(folder, "analyse", "log.jsonl",
                     program=f"{prefix}/bin/referee")
    path = (said.out.split("the exact table ")[1:] or ["none"])[0].split()[0]
    return [] if os.path.realpath(path.rstrip(",.;")) == \
        os.path.realpath(table) else [str(played), str(said)]


def main():
    tally = scene.Tally()
    with scene.Scene() as stage:
        folder = stage.folder()
        prefix = f"{folder}/usr"
        install(prefix)
        subprocess.run(["chmod", "-R", "a+rX", prefix], check=True)
        examples = f"{prefix}/share/rollcall/tournaments/examples"
        names = sorted(name for name in os.listdir(examples)
                       if name.endswith(".json") and
                       not name.endswith(("-match.json", "-league.json")))
        tally.add("no examples", not names)
        for name in names:
            text = scene.content(examples, name).decode()
            lacks = [program for part, program in NEEDS.items()
                     if part in text and not shutil.which(program)]
            if lacks:
                print(f"not tried: {name}, as there is no {lacks[0]}")
                continue
            result = scene.run(folder, "check", f"{examples}/{name}",
                               program=f"{prefix}/bin/tournament")
            tally.add(name, result.code != 0 and [str(result)])
        for path in ("bash-completion/completions/referee",
                     "bash-completion/completions/tournament",
                     "zsh/site-functions/_referee",
                     "zsh/site-functions/_tournament",
                     "fish/vendor_completions.d/referee.fish",
                     "fish/vendor_completions.d/tournament.fish"):
            tally.add(path, b"--" not in scene.content(f"{prefix}/share", path)
                      and b" -l " not in scene.content(f"{prefix}/share", path)
                      and "it is not there")
        tally.add("schemas", wrong_with_schemas(f"{prefix}/share/rollcall"))
        tally.add("tables", wrong_with_tables(folder, prefix))
        # One of the examples, played by the installed programs.
        result = scene.run(folder, "run", f"{examples}/pig-sprt.json",
                           program=f"{prefix}/bin/tournament") \
            if shutil.which("node") else None
        if result:
            told = result.out.splitlines()
            tally.add("an sprt ends with its verdict", (
                result.code != 0 or not told[-1].startswith(
                    ("threshold is ", "The test ends undecided")) or
                "elo0 and elo1 are in normalized Elo (nElo)" not in told[-2])
                and [str(result)])
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

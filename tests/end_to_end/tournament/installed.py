#!/usr/bin/env python3
"""installed.py - after make install, examples find their bots, shells find
their completions, and schemas find each other, without the build folder.

tier: full
"""
import functools
import os
import shutil
import subprocess

import scene

# Interpreters that bots need; an example without its interpreter is not tried.
NEEDS = {"greedy.js": "node", ".py": "python3"}


def install(prefix):
    """Runs make install, independent of the jobs and options of an outer
    make."""
    subprocess.run(
        ["make", "-s", "-C", scene.BUILD, "install", f"prefix={prefix}"],
        check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        env={key: value for key, value in os.environ.items() if key not in
             ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "DESTDIR")})
    subprocess.run(["chmod", "-R", "a+rX", prefix], check=True)


def test_installed(folder):
    prefix = f"{folder}/usr"
    install(prefix)
    program, share = f"{prefix}/bin/tournament", f"{prefix}/share"
    examples = f"{share}/rollcall/tournaments/examples"
    names = [name for name in os.listdir(examples) if name.endswith(".json")
             and not name.endswith(("-match.json", "-league.json"))]
    assert names
    for name in names:
        text = scene.content(examples, name).decode()
        lacks = [needs for part, needs in NEEDS.items()
                 if part in text and not shutil.which(needs)]
        if lacks:
            print(f"not tried: {name}, as there is no {lacks[0]}")
            continue
        scene.expect(scene.run(folder, "check", f"{examples}/{name}",
                               program=program))
    for path in ("bash-completion/completions/{}", "zsh/site-functions/_{}",
                 "fish/vendor_completions.d/{}.fish"):
        for one in "referee", "tournament":
            text = scene.content(share, path.format(one))
            assert b"--" in text or b" -l " in text, path
    # All schemas, as they refer to each other.
    assert sorted(os.listdir(f"{share}/rollcall/schemas")) == sorted(
        name for name in os.listdir(f"{scene.SRC}/docs/schemas")
        if name.endswith(".json"))
    # The referee finds a table below its own prefix, whatever prefix was
    # configured.
    table = f"{share}/rollcall/tables/pig.table"
    os.makedirs(os.path.dirname(table), exist_ok=True)
    for name in ("ann", "bob"):
        scene.entrant(folder, name)
    scene.play(folder, "pig", "./ann", "./bob", "--rules", "target=25")
    subprocess.run([f"{scene.BUILD}/bots/bolito", "--solve", "pig",
                    "target=25", table], check=True, capture_output=True)
    said = scene.run(folder, "analyse", "log.jsonl",
                     program=f"{prefix}/bin/referee").out
    path = said.partition("the exact table ")[2].split()[0].rstrip(",.;")
    assert os.path.realpath(path) == os.path.realpath(table), said
    # A page of the match is made from the installed verify.html.
    page = f"{share}/rollcall/verify.html"
    if os.path.exists(page):
        show = functools.partial(scene.run, folder, "show", "log.jsonl", "-o",
                                 program=f"{prefix}/bin/referee")
        scene.expect(show("first.html"))
        os.remove(page)
        scene.expect(show("second.html"), 2, err="verify.html is missing")
    # One of the examples, played by the installed programs.
    if shutil.which("node"):
        told = scene.expect(scene.run(folder, "run", f"{examples}/pig-sprt."
                                      "json", program=program)
                            ).out.splitlines()
        assert told[-1].startswith(("H0 accepted: ", "H1 accepted: ",
                                    "The test ends undecided")), told
        assert "elo0 and elo1 are in normalized Elo (nElo)" in told[-2], told


scene.main()

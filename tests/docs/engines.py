#!/usr/bin/env python3
"""engines.py - the library of the engines is installed as docs/engines.md
says, and the programs on that page print what it says.

UPDATE_GOLDEN=1 writes their output into the page.

tier: full
needs: pkg-config nm readelf objdump
"""
import glob
import os
import re
import shutil
import sys

import fences
import project
import scene

PAGE = "docs/engines.md"
SO = "librollcall-games.so.1"
WASM = f"{scene.BUILD}/rollcall-games.wasm"
CC = os.environ.get("CC", "cc").split()
CXX = os.environ.get("CXX", "c++").split()
STRICT = "-Wall", "-Wextra", "-Werror"


def find(folder, name):
    found, = glob.glob(f"{folder}/**/{name}", recursive=True)
    return found


def install(folder):
    """Installs only the libraries, through make install's targets for its
    parts; returns their folder."""
    if project.sanitized():
        raise scene.Skip("the library has sanitizers")
    fences.done("make", "-C", scene.BUILD, f"DESTDIR={folder}",
                "install-enginesDATA", "install-enginesSCRIPTS",
                "install-libLIBRARIES", "install-pkgconfigDATA",
                "install-includeHEADERS", "install-rollcallincludeHEADERS",
                "install-exec-hook", MAKEFLAGS="")
    return os.path.dirname(find(folder, SO))


def symbols(file, *options):
    rows = fences.done("nm", "--defined-only", *options, file).split("\n")
    return [row.split()[-2:] for row in rows if len(row.split()) == 3]


def test_files(folder):
    """Only names that begin with rollcall_ are exported, and no data is
    writable."""
    lib = install(folder)
    shown = [name.split("@")[0] for _, name in symbols(f"{lib}/{SO}", "-D")]
    declared = set(re.findall(r"\b(rollcall_\w+)\(", fences.read(
        "referee/rollcall/engines.h")))
    assert set(shown) - {"ROLLCALL_GAMES_1"} == declared, shown
    static = symbols(f"{lib}/librollcall-games.a")
    assert {name for kind, name in static if kind.isupper()} == declared
    told = fences.done("objdump", "-t", f"{lib}/librollcall-games.a")
    with_addresses = {row.split()[-1] for row in told.split("\n")
                      if ".data.rel.ro" in row}
    # before_end is set only by programs that ask for it (base/memory.h).
    writable = {name for kind, name in static if kind in "bBdDC"}
    assert writable - with_addresses == {"before_end"}, writable
    assert f"[{SO}]" in fences.done("readelf", "-d", f"{lib}/{SO}")
    assert os.readlink(f"{lib}/librollcall-games.so") == SO


def test_header(folder):
    """It compiles by itself, in C and in C++."""
    install(folder)
    header = find(folder, "engines.h")
    alone = fences.done(*CC, "-std=c11", *STRICT, "-M", "-xc", header)
    assert "cjson" not in alone.lower(), alone
    if shutil.which(CXX[0]) is None:
        raise scene.Skip("no compiler for C++")
    fences.done(*CXX, *STRICT, "-fsyntax-only", "-xc++", header)


def run_c(folder, lib, source):
    """Compiled with the shared and with the static library."""
    file = scene.write(f"{folder}/play.c", source)
    packages = ["rollcall-bot"] * ("play_local.h" in source) + \
        ["rollcall-games"]

    def flags(*words):
        return fences.done(
            "pkg-config", *words, *packages, PKG_CONFIG_SYSROOT_DIR=folder,
            PKG_CONFIG_PATH=os.path.dirname(
                find(folder, "rollcall-games.pc"))).split()

    fences.done(*CC, "-std=c11", "-pedantic", *STRICT, "-o",
                f"{folder}/shared", file, *flags("--cflags", "--libs"))
    fences.done(*CC, "-o", f"{folder}/static", file, *flags("--cflags"),
                *(f"{lib}/lib{one}.a" for one in packages), "-lcjson", "-lm")
    said = fences.done(f"{folder}/shared", LD_LIBRARY_PATH=lib)
    assert fences.done(f"{folder}/static") == said
    return said


def run_python(_, lib, source):
    return fences.done(sys.executable, "-c", source, ROLLCALL_GAMES_LIBRARY=
                       f"{lib}/{SO}", PYTHONPATH=f"{scene.SRC}/sdk/python")


def run_javascript(folder, _, source):
    """With both packages where npm would install them."""
    if not os.path.exists(WASM) or not shutil.which("node"):
        return None
    modules = f"{folder}/node_modules"
    if not os.path.exists(modules):
        os.mkdir(modules)
        os.symlink(f"{scene.SRC}/sdk/javascript/games",
                   f"{modules}/rollcall-games")
        os.symlink(f"{scene.SRC}/sdk/javascript", f"{modules}/rollcall")
    return fences.done("node", scene.write(f"{folder}/play.js", source),
                       ROLLCALL_GAMES_WASM=WASM)


def test_programs(folder):
    lib, page, wrong = install(folder), fences.read(PAGE), []
    languages = {"c": run_c, "python": run_python,
                 "javascript": run_javascript}
    blocks = fences.blocks(PAGE, r"\w+ engines")
    assert len(blocks) > 12
    for program, output in zip(blocks[::2], blocks[1::2]):
        assert output.info == "text engines", output.where
        said = languages[program.info.split()[0]](folder, lib, program.text)
        if said not in (None, output.text):
            wrong.append(f"{program.where} prints\n{said}")
            page = page.replace(f"{program.text}```\n\n```text engines\n"
                                f"{output.text}", f"{program.text}```\n\n"
                                f"```text engines\n{said}")
    if os.environ.get("UPDATE_GOLDEN"):
        scene.write(f"{scene.SRC}/{PAGE}", page)
    return wrong


scene.main()

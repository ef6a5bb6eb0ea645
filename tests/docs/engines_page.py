#!/usr/bin/env python3
"""engines_page.py - the library of the engines is installed as docs/engines.md
says, the programs on that page print what it says, and the Monte-Carlo bots
are better than threshold, as bots/README.md says.

UPDATE_PAGE=1 writes their output into the page.

tier: full
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

SRC = os.path.abspath(os.environ.get("srcdir", "."))
BUILD = os.path.abspath(os.environ.get("builddir", "."))
PAGE = f"{SRC}/docs/engines.md"
SO = "librollcall-games.so.1"
WASM = f"{BUILD}/rollcall-games.wasm"
CC = os.environ.get("CC", "cc").split()
CXX = os.environ.get("CXX", "c++").split()
problems = []


def run(command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.STDOUT, **more)


def must(command, **more):
    done = run(command, **more)
    if done.returncode != 0:
        problems.append(f"{' '.join(command)}: {done.stdout}")
    return done.stdout


def wrong_unless(true, what):
    if not true:
        problems.append(what)


def install(stage):
    """Installs only the libraries, through make install's targets for its
    parts."""
    must(["make", "-C", BUILD, "--no-print-directory", f"DESTDIR={stage}",
          "install-enginesDATA", "install-enginesSCRIPTS",
          "install-libLIBRARIES", "install-pkgconfigDATA",
          "install-includeHEADERS", "install-rollcallincludeHEADERS",
          "install-exec-hook"])


def symbols(file, *options):
    rows = run(["nm", "--defined-only", *options, file]).stdout.split("\n")
    return [row.split()[-2:] for row in rows if len(row.split()) == 3]


def check_files(lib):
    """Only names that begin with rollcall_ are exported, and no data is
    writable."""
    shown = [name.split("@")[0] for _, name in symbols(f"{lib}/{SO}", "-D")]
    declared = re.findall(r"\b(rollcall_\w+)\(", open(
        f"{SRC}/referee/rollcall/engines.h", encoding="utf-8").read())
    wrong_unless(set(shown) - {"ROLLCALL_GAMES_1"} == set(declared),
                 f"exported: {sorted(shown)}; declared: {sorted(declared)}")
    static = symbols(f"{lib}/librollcall-games.a")
    wrong_unless({name for kind, name in static if kind.isupper()} ==
                 set(declared), "the static library shows other names")
    writable = [name for kind, name in static if kind in "bBdDC"
                and name not in relocated(lib)]
    # Set only by programs that ask for it (base/memory.h).
    wrong_unless(writable == ["before_end"],
                 f"variables that threads share: {writable}")
    wrong_unless(f"[{SO}]" in run(["readelf", "-d", f"{lib}/{SO}"]).stdout,
                 "no soname")
    wrong_unless(os.readlink(f"{lib}/librollcall-games.so") == SO,
                 "librollcall-games.so leads elsewhere")


def relocated(lib):
    """Constants that contain addresses."""
    rows = run(["objdump", "-t", f"{lib}/librollcall-games.a"]).stdout
    return {row.split()[-1] for row in rows.split("\n")
            if ".data.rel.ro" in row}


def flags(stage, *words):
    env = dict(os.environ, PKG_CONFIG_SYSROOT_DIR=stage, PKG_CONFIG_PATH=
               os.path.dirname(find(stage, "rollcall-games.pc")))
    return must(["pkg-config", *words], env=env).split()


def find(stage, name):
    for folder, _, names in os.walk(stage):
        if name in names:
            return os.path.join(folder, name)
    sys.exit(f"{name} is not installed")


def run_c(stage, source):
    """The output of a program, compiled with the shared and with the static
    library."""
    file, lib = f"{stage}/play.c", os.path.dirname(find(stage, SO))
    packages = ["rollcall-games"]
    if "play_local.h" in source:
        packages.insert(0, "rollcall-bot")
    with open(file, "w", encoding="utf-8") as out:
        out.write(source)
    must([*CC, "-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror", "-o",
          f"{stage}/shared", file,
          *flags(stage, "--cflags", "--libs", *packages)])
    shared = must([f"{stage}/shared"],
                  env=dict(os.environ, LD_LIBRARY_PATH=lib))
    must([*CC, "-o", f"{stage}/static", file,
          *flags(stage, "--cflags", *packages),
          *(f"{lib}/lib{package}.a" for package in packages), "-lcjson",
          "-lm"])
    wrong_unless(must([f"{stage}/static"]) == shared,
                 "the static library plays another game")
    return shared


def check_header(stage):
    """The header compiles by itself, in C and in C++."""
    header = find(stage, "engines.h")
    alone = must([*CC, "-std=c11", "-Wall", "-Wextra", "-Werror", "-M",
                  "-xc", header])
    wrong_unless("cjson" not in alone.lower(), "the header needs cJSON")
    if shutil.which(CXX[0]) is None:
        print("not tried: the header in C++ (no compiler)")
        return
    must([*CXX, "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-xc++",
          header])


def run_python(source):
    env = dict(os.environ, PYTHONPATH=f"{SRC}/sdk/python",
               ROLLCALL_GAMES_LIBRARY=f"{BUILD}/{SO}",
               PYTHONDONTWRITEBYTECODE="1")
    return must([sys.executable, "-c", source], env=env)


def run_javascript(stage, source):
    """Runs a program with both packages where npm would install them."""
    modules = f"{stage}/node_modules"
    if not os.path.exists(modules):
        os.mkdir(modules)
        os.symlink(f"{SRC}/sdk/javascript/games", f"{modules}/rollcall-games")
        os.symlink(f"{SRC}/sdk/javascript", f"{modules}/rollcall")
    with open(f"{stage}/play.js", "w", encoding="utf-8") as out:
        out.write(source)
    return must(["node", f"{stage}/play.js"], env=dict(
        os.environ, ROLLCALL_GAMES_WASM=WASM))


def check_programs(stage):
    page = open(PAGE, encoding="utf-8").read()
    javascript = os.path.exists(WASM) and shutil.which("node")
    if not javascript:
        print("not tried: the programs in JavaScript, which need node and what "
              "configure says of the checker for WebAssembly")

    def one(match):
        language, source, said = match.groups()
        printed = run_c(stage, source) if language == "c" else \
            run_python(source) if language == "python" else \
            run_javascript(stage, source) if javascript else said
        if printed != said and not os.environ.get("UPDATE_PAGE"):
            problems.append(f"a program of engines.md prints\n{printed}"
                            f"and not\n{said}")
        return match.group(0)[:match.start(3) - match.start(0)] + \
            printed + "```\n"

    told, programs = re.subn(
        r"```(c|python|javascript) engines\n(.*?)```\n\n```text engines\n(.*?)```\n", one,
        page, flags=re.S)
    wrong_unless(programs == page.count(" engines\n") / 2 > 6,
                 f"{programs} programs were found")
    if os.environ.get("UPDATE_PAGE"):
        with open(PAGE, "w", encoding="utf-8") as out:
            out.write(told)


def default_rules(game):
    for line in must([f"{BUILD}/referee/referee", "games",
                      "--json"]).splitlines():
        told = json.loads(line)
        if told["name"] == game:
            return {rule["name"]: rule["default"] for rule in told["rules"]}
    return None


def check_bots():
    """Repeats the evaluation of the recorded tests from their books and
    luck."""
    page = open(f"{SRC}/bots/README.md", encoding="utf-8").read()
    for language, end in ("c", "c"), ("python", "py"):
        folder = f"{SRC}/tests/golden/montecarlo/{language}"
        with open(f"{folder}/manifest.json", encoding="utf-8") as file:
            rules = json.load(file)["rules"]
        wrong_unless(rules == default_rules("bolo7"),
                     f"montecarlo.{end} has played by {rules}")
        test = json.loads(must([f"{BUILD}/tournaments/tournament", "watch",
                                "--json", folder]))["test"]
        adjusted = test.get("adjusted", {"beta": 0, "score": 0})
        told = (f"luck taken out, beta {adjusted['beta']:.2f}: score "
                f"{adjusted['score']:.4f} ")
        wrong_unless(test["answer"] == "H1" and test["a"] == "montecarlo" and
                     test["sentence"] in page and told in page,
                     f"of montecarlo.{end} the test says {test}")
        lines = open(f"{SRC}/bots/montecarlo.{end}",
                     encoding="utf-8").readlines()
        wrong_unless(len(lines) < 60, f"montecarlo.{end} is long")


def end():
    for problem in problems:
        print(problem)
    return bool(problems)


def main():
    check_bots()
    if "__asan" in run(["nm", "-D", f"{BUILD}/{SO}"]).stdout:
        print("not tried: the library outside the tests in C (other programs "
              "cannot load it with sanitizers)")
        return end()
    with tempfile.TemporaryDirectory() as stage:
        install(stage)
        check_files(os.path.dirname(find(stage, SO)))
        check_header(stage)
        check_programs(stage)
    return end()


if __name__ == "__main__":
    sys.exit(main())

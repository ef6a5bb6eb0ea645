#!/usr/bin/env python3
"""packages.py - every SDK as its users get it, copied or installed: its own
tests pass, the examples of its README compile without a warning and play.

javascript.py has JavaScript; transcripts.py has what bots answer.

tier: full
"""
import glob
import json
import os
import re
import shutil
import signal
import sys

import fences
import languages
import scene
from talk import BYE, POSITIONS, Bot, converse, game, hello, turn

SDK = f"{scene.SRC}/sdk"
BUILT = f"{scene.BUILD}/sdk"


def examples(language):
    """The fenced blocks of the README by their first line.  The dice here are
    not genuine, so bots do not verify them."""
    needed(language)
    found = {}
    for block in fences.blocks(f"sdk/{language}/README.md"):
        found.setdefault(block.info, re.sub(
            r"(?i)(verify\W{1,4})(true|1)", lambda match: match[1] +
            {"true": "false", "1": "0"}[match[2]], block.text))
    return found


def source(name):
    return fences.read(f"tests/end_to_end/sdk/sources/{name}")


def needed(language):
    reason = languages.languages()[language][0]
    if reason:
        raise scene.Skip(f"sdk/{language}: {reason}")


def fails(*words, folder, code=1, says="20 points are banked"):
    assert says in fences.done(*words, folder=folder, code=code)


# ### C

CC = os.environ.get("CC", "cc").split()
STRICT = ["-std=c11", "-g", "-Wall", "-Wextra", "-Wconversion", "-Werror"]


def copied(folder):
    for path in glob.glob(f"{SDK}/c/rollcall*.[ch]"):
        shutil.copy(path, folder)
    return sorted(os.path.basename(path)
                  for path in glob.glob(f"{folder}/rollcall*.c"))


def installed_flags(folder):
    fences.done("make", "-C", scene.BUILD, "install-libLIBRARIES",
                "install-pkgconfigDATA", "install-includeHEADERS",
                f"DESTDIR={folder}/root", MAKEFLAGS="")
    found, = glob.glob(f"{folder}/root/**/rollcall-bot.pc", recursive=True)
    return fences.done("pkg-config", "--cflags", "--libs", "rollcall-bot",
                       PKG_CONFIG_SYSROOT_DIR=f"{folder}/root",
                       PKG_CONFIG_PATH=os.path.dirname(found)).split()


@scene.each([
    ("copied", lambda folder: ["-I.", *copied(folder), "-lcjson"]),
    ("installed", installed_flags)])
def test_c(folder, _, flags):
    found, words = examples("c"), flags(folder)
    for name in "bot", "typed", "test":
        scene.write(f"{folder}/{name}.c", found[f"c {name}"])
        fences.done(*CC, *STRICT, "-o", name, f"{name}.c", *words,
                    folder=folder)
    fences.done("./test", folder=folder)
    converse([f"{folder}/bot"], POSITIONS)
    converse([f"{folder}/typed"], ["pig", "bolo7"])
    for line in found["sh"].splitlines():
        if "rollcall*.c" in line and "root" not in " ".join(words):
            fences.done("sh", "-c", line, folder=folder)


def test_c_in_c_plus_plus(folder):
    if not shutil.which("c++"):
        raise scene.Skip("c++ is not installed")
    scene.write(f"{folder}/bot.cc", source("plus.cc"))
    fences.done("c++", "-Wall", "-Wextra", "-Wpedantic", "-Werror",
                f"-I{SDK}/c", "-c", "bot.cc", folder=folder)
    fences.done(*CC, "bot.o", *copied(folder), "-lcjson", folder=folder)


def test_c_loses_no_print_in_a_crash(_):
    """And shows whole characters of the line."""
    line = turn({"pad": "\u00e9" * 3000}, [1, 2])
    bot = Bot([f"{BUILT}/c/conformance", "print", "throw"])
    bot.ask(hello("stones"))
    bot.ask(game(1), turn({}, [1, 2]))
    text = json.dumps(line, ensure_ascii=False)
    bot.process.stdin.write(text.encode() + b"\n")
    status, words, stray = bot.end()
    assert (status, stray) == (1, b"")
    assert words.count("hello from choose\n") == 2, words
    assert "choose was ended by SIGABRT\n" in words, words
    assert words.splitlines()[-1] == f"the line: {text[:2000]}", words


def test_c_tells_of_too_deep_a_recursion(folder):
    scene.write(f"{folder}/deep.c", source("deep.c"))
    fences.done(*CC, "-O0", "-w", "-I.", "-o", "deep", "deep.c",
                *copied(folder), "-lcjson", folder=folder)
    bot = Bot([f"{folder}/deep"])
    bot.ask(hello("pig"))
    bot.tell(turn({}, [1]))
    status, words, _ = bot.end()
    assert status == 1 and "choose was ended by SIGSEGV\n" in words and \
        "the line: {\"type\":\"turn\"" in words, words


# ### Go

# Independent of the user's Go settings, and without the network.
GO = {"GOCACHE": f"{BUILT}/go/cache", "GOPATH": f"{BUILT}/go/path",
      "GOFLAGS": "", "GOENV": "off", "GOPROXY": "off", "GOWORK": "off",
      "CGO_ENABLED": "0"}


def go(folder, *words):
    return fences.done("go", *words, folder=folder, **GO)


def test_go(folder):
    """The module is formatted and passes its own tests, also where descriptors
    are not redirected: imitated, because the standard library of another
    system takes long to compile."""
    needed("go")
    assert fences.done("gofmt", "-l", ".", folder=f"{SDK}/go", **GO) == ""
    go(f"{SDK}/go", "vet", "./...")
    go(f"{SDK}/go", "test", "-count=1", "./...")
    shutil.copytree(f"{SDK}/go", f"{folder}/go")
    os.unlink(f"{folder}/go/output_linux.go")
    head, rest = scene.content(folder, "go/output_other.go").split(b"\n", 1)
    assert head == b"//go:build !linux"
    scene.write(f"{folder}/go/output_other.go", rest)
    go(f"{folder}/go", "vet", ".")


def test_go_examples(folder):
    found = examples("go")
    shutil.copytree(f"{SDK}/go", f"{folder}/rollcall")
    scene.write(f"{folder}/go.mod", found["go.mod"])
    for name, games in ("bot", POSITIONS), ("typed", ["pig"]):
        scene.write(f"{folder}/bot.go", found[f"go {name}"])
        go(folder, "vet", ".")
        go(folder, "build", "-o", "bot", ".")
        converse([f"{folder}/bot"], games)
    scene.write(f"{folder}/bot_test.go", found["go test"])
    go(folder, "test", "-count=1", ".")
    scene.write(f"{folder}/bot.go", found["go typed"].replace(
        "total >= 20", "total > 20"))
    assert "20 points are ban" in fences.done(
        "go", "test", "-count=1", ".", folder=folder, code=1, **GO)


# ### Java

# Compilations are too short for the optimising compiler.
JAVAC = ["javac", "-J-XX:TieredStopAtLevel=1", "-Xlint:all", "-Werror",
         "--release", "17"]
JAR = f"{BUILT}/java/rollcall.jar"


def test_java(folder):
    needed("java")
    fences.done(*JAVAC, "-cp", JAR, "-d", ".",
                f"{SDK}/java/src/test/java/rollcall/RollcallTest.java",
                folder=folder)
    fences.done("java", "-cp", f"{JAR}:.", "rollcall.RollcallTest",
                folder=folder)


def test_java_examples(folder):
    found = examples("java")
    compiled, packed = [line.split() for line in found["sh build"].replace(
        "src/main/java", f"{SDK}/java/src/main/java").splitlines()[:2]]
    options = re.findall(r"(?<=[ `])-X\S+?(?=[ `])",
                         fences.read("sdk/java/README.md"))
    assert "-Xmx256m" in options, options
    for name, games in ("bot", ["bolo7"]), ("typed", ["pig"]):
        scene.write(f"{folder}/Bot.java", found[f"java {name}"])
        fences.done(*JAVAC, *compiled[1:], folder=folder)
        fences.done(*packed, folder=folder)
        converse(["java", *options, "-jar", f"{folder}/bot.jar"], games)
    scene.write(f"{folder}/BotTest.java", found["java test"])
    classes = "-cp", "classes", "-d", "classes"
    fences.done(*JAVAC, *classes, "BotTest.java", folder=folder)
    test = "java", "-ea", "-cp", "classes", "BotTest"
    fences.done(*test, folder=folder)
    scene.write(f"{folder}/Bot.java", found["java typed"].replace(
        ">= 20", "> 20"))
    fences.done(*JAVAC, *classes, "Bot.java", folder=folder)
    fails(*test, folder=folder)


# ### Perl

def test_perl(folder):
    """No file has a warning, the documentation can be read, its own tests pass
    without JSON::XS, and the manifest names files that are there."""
    needed("perl")
    files = [f"{place}/{file}" for place, _, names in os.walk(f"{SDK}/perl")
             for file in names if re.search(r"\.(pm|pl|PL|t)$", file)]
    assert len(files) > 5
    for file in files:
        said = fences.done("perl", f"-I{SDK}/perl/lib", "-wc", file)
        assert "syntax OK" in said and not re.search(r" at .* line", said), \
            said
    for file in ("Rollcall.pod", "Rollcall/Dice.pm"):
        fences.done("podchecker", "-warnings", "-warnings",
                    f"{SDK}/perl/lib/{file}")
    os.makedirs(f"{folder}/JSON")
    scene.write(f"{folder}/JSON/XS.pm", "die;\n")
    fences.done("prove", "-l", "t", folder=f"{SDK}/perl", PERL5LIB=folder)


def test_perl_examples(folder):
    """The smallest bot plays beside a copy of the library; the others with the
    library as a user installs it, from a copy, because make writes beside
    Makefile.PL."""
    found, source = examples("perl"), f"{folder}/copy"
    for file in fences.read("sdk/perl/MANIFEST").split():
        os.makedirs(os.path.dirname(f"{source}/{file}"), exist_ok=True)
        shutil.copyfile(f"{SDK}/perl/{file}", f"{source}/{file}")
    fences.done("perl", "Makefile.PL", f"INSTALL_BASE={folder}/installed",
                folder=source, PERL_MM_OPT="")
    for target in ("all", "test", "install"):
        fences.done("make", target, folder=source, MAKEFLAGS="", PERL5LIB="")
    library = f"{folder}/installed/lib/perl5"
    converse(["perl", scene.write(f"{source}/bot.pl", found["perl bot"])],
             POSITIONS)
    converse(["perl", f"-I{library}", "-w", scene.write(
        f"{folder}/bolo7.pl", found["perl bolo7"])], ["bolo7"])
    fences.done("prove", "-w", scene.write(
        f"{folder}/example.t", found["perl test"]), PERL5LIB=library)


# ### Python

def python_with(*modules):
    for python in filter(os.path.exists, (sys.executable,
                                          "/usr/bin/python3")):
        said = fences.done(python, "-c", "import importlib.util, sys\nprint("
                           "all(map(importlib.util.find_spec, sys.argv[1:])))",
                           *modules)
        if said == "True\n":
            return python
    raise scene.Skip(f"sdk/python: no {', '.join(modules)}")


def test_python_commands(folder):
    """Those of the README install it for a bot."""
    pip = python_with("pip", "setuptools", "wheel", "ensurepip", "venv")
    text = fences.read("sdk/python/README.md")
    commands = re.findall("```sh\n(.*?)```", text, re.S)[0]
    os.makedirs(f"{folder}/sdk/python")
    # pip writes beside the sources.
    shutil.copytree(f"{SDK}/python/rollcall",
                    f"{folder}/sdk/python/rollcall")
    shutil.copy(f"{SDK}/python/pyproject.toml", f"{folder}/sdk/python")
    scene.write(f"{folder}/bot.py", examples("python")["python bot"])
    fences.done(
        "/bin/sh", "-ec", f"{commands}{scene.REFEREE} check pig --start "
        f"{scene.PATIENT} -- python3 ./bot.py", folder=folder,
        PIP_NO_INDEX="1", PATH=f"{os.path.dirname(pip)}:/usr/bin:/bin")


def test_python_types(folder):
    if not shutil.which("mypy"):
        raise scene.Skip("mypy is not installed")
    _, typed = fences.blocks("sdk/python/README.md", "python bot")
    said = fences.done(
        "mypy", "--strict", "--python-version", "3.9", "--cache-dir", "cache",
        f"{SDK}/python/rollcall", f"{SDK}/python/conformance.py",
        scene.write(f"{folder}/typed.py", typed.text),
        scene.write(f"{folder}/wrong.py", source("wrong.py")), folder=folder,
        code=1, MYPYPATH=f"{SDK}/python")
    errors = re.findall(r"^(.*): error: (.*)$", said, re.M)
    assert [where for where, _ in errors] == ["wrong.py:6"], said


# ### Rust

CARGO = f"""[package]
name = "bot"
version = "1.0.0"
edition = "2021"

[dependencies]
rollcall = {{ path = "{SDK}/rust" }}
"""


def test_rust(_):
    needed("rust")
    told = fences.done("make", "-C", scene.BUILD, "cargo-test", MAKEFLAGS="")
    assert re.findall(r"test result: (\w+)", told) == ["ok"] * 3, told


def test_rust_examples(folder):
    """A bot in a folder of its own is built offline."""
    found = examples("rust")
    for name, text in ((".cargo/config.toml",
                        fences.read("sdk/rust/debian.toml")),
                       ("Cargo.toml", CARGO),
                       ("src/bin/prints.rs", source("prints.rs")),
                       ("src/main.rs", found["rust,no_run"])):
        os.makedirs(os.path.dirname(f"{folder}/{name}"), exist_ok=True)
        scene.write(f"{folder}/{name}", text)
    # Crates that make has built already are reused.
    target = f"{BUILT}/rust/cargo/target"
    fences.done("cargo", "build", "--offline", folder=folder, MAKEFLAGS="",
                CARGO_HOME=f"{folder}/home", CARGO_TARGET_DIR=target,
                CARGO_INCREMENTAL="0", CARGO_PROFILE_DEV_DEBUG="0")
    converse([f"{target}/debug/bot"], ["bolo7"])
    bot = Bot([f"{target}/debug/prints"])
    bot.ask(hello("stones"))
    assert bot.ask(turn({}, [1, 2])) == {"move": 1}
    bot.tell(turn({}, [1, 2]))
    assert bot.end() == (-signal.SIGABRT, "no line end", b"")
    bot = Bot([f"{target}/debug/bot"])
    bot.tell(BYE)
    bot.end()
    assert not os.path.exists(f"{SDK}/rust/Cargo.lock")


scene.main(workers=2)

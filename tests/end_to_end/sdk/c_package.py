#!/usr/bin/env python3
"""c_package.py - the SDK for C as its users get it: copied or installed.

The programs of its README are compiled both ways without a warning, and play;
the header also compiles as C++.  If valgrind is installed, the conformance bot
runs under it in some transcripts, with ROLLCALL_LONG_TESTS=1 in all.

tier: full
"""
import glob
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import transcripts
from languages import BUILD
from talk import BYE, POSITIONS, SRC, Bot, game, hello, is_legal, turn

CC = os.environ.get("CC", "cc").split()
STRICT = ["-std=c11", "-g", "-Wall", "-Wextra", "-Wconversion", "-Werror"]
FOLDER = f"{SRC}/sdk/c"
WATCHED = ["again.jsonl", "bolo7.jsonl", "throw.jsonl", "unknown-game.jsonl",
           "verify.jsonl"]


def run(command, **options):
    """Standard output; a failure raises an error with the command's output."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, text=True,
                          capture_output=True, check=False, **options)
    if done.returncode:
        raise AssertionError(f"{shlex.join(command)}:\n{done.stdout}"
                             f"{done.stderr}")
    return done.stdout


def missing():
    for program in (CC[0], "make", "pkg-config"):
        if not shutil.which(program):
            return f"{program} is not installed"
    return None


class CPackage(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="c_package.")
        self.addCleanup(folder.cleanup)
        self.work = folder.name

    def write_examples(self):
        """The README's programs, by name: bot, typed, test."""
        with open(f"{FOLDER}/README.md", encoding="utf-8") as file:
            found = dict(re.findall(r"```c (\w+)\n(.*?)```", file.read(), re.S))
        self.assertEqual(set(found), {"bot", "typed", "test"})
        for name, text in found.items():
            with open(f"{self.work}/{name}.c", "w", encoding="utf-8") as file:
                file.write(text)
        return found

    def try_examples(self):
        run([f"{self.work}/test"])
        for name in ("bot", "typed"):
            for of in ("pig", "bolo7"):
                bot = Bot([f"{self.work}/{name}"])
                bot.ask(hello(of))
                bot.tell(game(1))
                for view, legal in POSITIONS[of]:
                    answer = bot.ask(turn(view, legal))
                    self.assertTrue(is_legal(answer, legal), answer)
                    if (name, of) == ("typed", "pig"):
                        points = view["total"]
                        self.assertEqual(answer["say"], f"{points} points")
                        self.assertEqual(answer["move"]["then"],
                                         "bank" if points >= 20 else "roll")
                bot.tell(BYE)
                # The seal of this match is false, and only `typed` verifies it.
                status, words, stray = bot.end()
                self.assertEqual(status, int(name == "typed"), words)
                self.assertEqual(stray, b"")

    def copied(self):
        for path in glob.glob(f"{FOLDER}/rollcall*.[ch]"):
            shutil.copy(path, self.work)
        return glob.glob(f"{self.work}/rollcall*.c")

    def test_copied_files_compile_without_a_warning(self):
        sources = self.copied()
        for name in self.write_examples():
            run([*CC, *STRICT, f"-I{self.work}", "-o", f"{self.work}/{name}",
                 f"{self.work}/{name}.c", *sources, "-lcjson"])
        self.try_examples()

    def test_the_command_of_the_readme_takes_copied_files(self):
        with open(f"{FOLDER}/README.md", encoding="utf-8") as file:
            commands = re.findall(r"^cc .*rollcall\*\.c.*$", file.read(), re.M)
        self.assertEqual(len(commands), 1)
        self.copied()
        self.write_examples()
        run(["sh", "-c", commands[0]], cwd=self.work)

    def test_the_installed_library_is_found_by_pkg_config(self):
        root = f"{self.work}/root"
        clean = {name: value for name, value in os.environ.items()
                 if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
        run(["make", "-C", BUILD, "install-libLIBRARIES", "install-pkgconfigDATA",
             "install-includeHEADERS", f"DESTDIR={root}"], env=clean)
        [found] = glob.glob(f"{root}/**/rollcall-bot.pc", recursive=True)
        flags = run(["pkg-config", "--cflags", "--libs", "rollcall-bot"], env={
            **os.environ, "PKG_CONFIG_SYSROOT_DIR": root,
            "PKG_CONFIG_PATH": os.path.dirname(found)}).split()
        for name in self.write_examples():
            run([*CC, *STRICT, "-o", f"{self.work}/{name}",
                 f"{self.work}/{name}.c", *flags])
        self.try_examples()

    def test_the_header_is_c_plus_plus(self):
        if not shutil.which("c++"):
            print("not tried: the header in C++ (c++ is not installed)")
            return
        path = f"{self.work}/bot.cc"
        with open(path, "w", encoding="utf-8") as file:
            file.write("#include <rollcall.h>\n"
                       "static int choose(rollcall_turn *turn)\n"
                       "{ rollcall_say(turn, \"%d\", 1); return 0; }\n"
                       "int main() { return rollcall_run(choose, nullptr); }\n")
        run(["c++", "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{FOLDER}",
             "-c", "-o", f"{self.work}/bot.o", path])
        run([*CC, *STRICT, "-o", f"{self.work}/bot", f"{self.work}/bot.o",
             *self.copied(), "-lcjson"])

    def test_a_crash_loses_no_print_and_shows_whole_characters(self):
        long = turn({"pad": "\u00e9" * 3000}, [1, 2])
        text = json.dumps(long, ensure_ascii=False)
        bot = Bot([f"{BUILD}/sdk/c/conformance", "print", "throw"])
        bot.ask(hello("stones"))
        bot.ask(game(1), turn({}, [1, 2]))
        bot.process.stdin.write(text.encode() + b"\n")
        status, words, stray = bot.end()
        self.assertEqual((status, stray), (1, b""))
        self.assertEqual(words.count("hello from choose\n"), 2, words)
        self.assertIn("choose was ended by SIGABRT\n", words)
        self.assertEqual(words.splitlines()[-1], f"the line: {text[:2000]}")

    def test_too_deep_a_recursion_is_told(self):
        sources = self.copied()
        path = f"{self.work}/deep.c"
        with open(path, "w", encoding="utf-8") as file:
            file.write("#include <rollcall.h>\n"
                       "static int deep(volatile int n)\n"
                       "{ volatile char a[4096] = {0}; a[n % 4096] = 1;\n"
                       "  return n > 0 ? deep(n + 1) + a[0] : 0; }\n"
                       "static int choose(struct rollcall_turn *turn)\n"
                       "{ return deep(turn->ms) ; }\n"
                       "int main(void)"
                       " { return rollcall_run(choose, NULL); }\n")
        run([*CC, "-O0", "-w", f"-I{self.work}", "-o", f"{self.work}/deep",
             path, *sources, "-lcjson"])
        bot = Bot([f"{self.work}/deep"])
        bot.ask(hello("pig"))
        bot.tell(turn({}, [1]))
        status, words, _ = bot.end()
        self.assertEqual(status, 1)
        self.assertIn("choose was ended by SIGSEGV\n", words)
        self.assertIn("the line: {\"type\":\"turn\"", words)

    def test_valgrind_finds_nothing(self):
        if not shutil.which("valgrind"):
            print("not tried: valgrind (it is not installed)")
            return
        program = f"{self.work}/conformance"
        run([*CC, *STRICT, f"-I{FOLDER}", "-o", program,
             f"{FOLDER}/conformance.c", *self.copied(), "-lcjson"])
        names = WATCHED
        if os.environ.get("ROLLCALL_LONG_TESTS") == "1":
            names = sorted(transcripts.make_transcripts.written())
        for name in names:
            rows = [json.loads(line)
                    for line in transcripts.read(name).splitlines()]
            with self.subTest(name):
                self.assertFalse(transcripts.differences(
                    ["valgrind", "-q", "--leak-check=full",
                     "--error-exitcode=99", program], rows))


if __name__ == "__main__":
    if missing():
        print(f"not tried: sdk/c ({missing()})")
    else:
        unittest.main()

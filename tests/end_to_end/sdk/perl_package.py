#!/usr/bin/env python3
"""perl_package.py - the distribution in sdk/perl: its own tests, its
installation, and the examples of its README.

tier: full
needs: perl
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
from talk import POSITIONS, SILENT_S, SRC, converse

SDK = f"{SRC}/sdk/perl"

work = tempfile.TemporaryDirectory(prefix="sdk_perl.")
FOLDER = work.name
INSTALLED = f"{FOLDER}/installed/lib/perl5"


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(name, text):
    os.makedirs(os.path.dirname(f"{FOLDER}/{name}"), exist_ok=True)
    with open(f"{FOLDER}/{name}", "w", encoding="utf-8") as file:
        file.write(text)
    return f"{FOLDER}/{name}"


def done(*command, folder=FOLDER, **environment):
    """The output of a command, which must succeed."""
    result = subprocess.run(
        command, cwd=folder, stdin=subprocess.DEVNULL, encoding="utf-8",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
        timeout=10 * SILENT_S, env={**os.environ, **environment})
    if result.returncode:
        raise AssertionError(f"{command}: exit status {result.returncode}\n"
                             f"{result.stdout}")
    return result.stdout


def example(word):
    text, = re.findall(f"```perl {word}\n(.*?)```", read(f"{SDK}/README.md"),
                       re.S)
    return text


class Distribution(unittest.TestCase):
    def test_perl_has_no_warning_for_any_file(self):
        files = [f"{folder}/{file}" for folder, _, files in os.walk(SDK)
                 for file in files if re.search(r"\.(pm|pl|PL|t)$", file)]
        self.assertGreater(len(files), 5)
        for file in files:
            self.assertIn("syntax OK", done("perl", f"-I{SDK}/lib", "-wc", file))
            self.assertNotRegex(done("perl", f"-I{SDK}/lib", "-wc", file),
                                r" at .* line")

    def test_the_documentation_can_be_read(self):
        for file in ("Rollcall.pod", "Rollcall/Dice.pm"):
            done("podchecker", "-warnings", "-warnings", f"{SDK}/lib/{file}")

    def test_its_own_tests_without_json_xs(self):
        write("hidden/JSON/XS.pm", "die;\n")
        done("prove", "-l", "t", folder=SDK, PERL5LIB=f"{FOLDER}/hidden")

    def test_the_version_is_that_of_the_project(self):
        version = re.search(r"AC_INIT\(\[rollcall\], \[(.*?)\]\)",
                            read(f"{SRC}/configure.ac")).group(1)
        self.assertEqual(done("perl", f"-I{SDK}/lib", "-MRollcall", "-e",
                              "print Rollcall->VERSION"), version)

    def test_the_manifest_names_files_that_are_there(self):
        for file in read(f"{SDK}/MANIFEST").split():
            self.assertTrue(os.path.exists(f"{SDK}/{file}"), file)


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """Installs as a user does, from a copy, because make writes beside
        Makefile.PL."""
        copy = f"{FOLDER}/copy"
        for file in read(f"{SDK}/MANIFEST").split():
            os.makedirs(os.path.dirname(f"{copy}/{file}"), exist_ok=True)
            shutil.copyfile(f"{SDK}/{file}", f"{copy}/{file}")
        done("perl", "Makefile.PL", f"INSTALL_BASE={FOLDER}/installed",
             folder=copy, PERL_MM_OPT="")
        for target in ("all", "test", "install"):
            done("make", target, folder=copy, MAKEFLAGS="", PERL5LIB="")

    def test_the_smallest_bot_beside_a_copy_of_the_library(self):
        shutil.copytree(f"{SDK}/lib", f"{FOLDER}/lib",
                        copy_function=shutil.copyfile)
        converse(["perl", write("bot.pl", example("bot"))], POSITIONS)

    def test_the_bot_for_one_game(self):
        # The dice of this conversation are not genuine.
        text = example("bolo7").replace("verify => 1", "verify => 0")
        converse(["perl", f"-I{INSTALLED}", "-w", write("b.pl", text)],
                 ["bolo7"])

    def test_the_test(self):
        path = write("example.t", example("test"))
        done("prove", "-w", path, PERL5LIB=INSTALLED)


if __name__ == "__main__":
    if not shutil.which("perl"):
        print("not tried: sdk/perl (perl is not installed)")
        sys.exit(0)
    unittest.main()

#!/usr/bin/env python3
"""tournament_help.py - help.py for the program `tournament`: its help texts,
manual page and exit codes say the same.

The environment names the folders: srcdir, and builddir for the program.  With
UPDATE_GOLDEN=1 the snapshot tests/golden/tournament_help.txt is written anew.
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
from help import BUILD, SRC, page_options, plain

TOURNAMENT = f"{BUILD}/tournaments/tournament"
GOLDEN = f"{SRC}/tests/golden/tournament_help.txt"
PAGE = f"{SRC}/docs/tournament.1"


def tournament(*words, stdout=subprocess.PIPE):
    """Exit status, standard output, standard error."""
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(
            [TOURNAMENT, *words], stdout=stdout, check=False,
            stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=60,
            env={**os.environ, "XDG_CONFIG_HOME": home})
    return (done.returncode, (done.stdout or b"").decode(),
            done.stderr.decode())


def commands():
    return re.findall(r"^  ([a-z]+) +\S", tournament("--help")[1], re.M)


def help_of(command):
    return tournament(command, "--help")[1]


def options_of(text):
    """The options of a help text as they are written: {"-j N", ..}."""
    return set(re.findall(r"^  (--?[a-z][a-z0-9-]*(?: \S+)?) ", text, re.M))


def page():
    """What the page says of each command: {name: (heading, text)}."""
    with open(PAGE, encoding="utf-8") as file:
        text = file.read()
    found = {}
    part = text.split(".SH COMMANDS\n")[1].split("\n.SH ")[0]
    for section in part.split(".SS ")[1:]:
        heading, body = section.split("\n", 1)
        heading = plain(heading)
        found[heading.split()[1]] = (heading, body)
    return found


class Help(unittest.TestCase):
    maxDiff = None

    def test_help_goes_to_standard_output_with_exit_0(self):
        for words in [["--help"], *([name, "--help"] for name in commands())]:
            with self.subTest(words=words):
                code, out, err = tournament(*words)
                self.assertEqual((code, err), (0, ""))
                self.assertTrue(out.startswith("usage: tournament "), out)

    def test_lines_are_not_too_wide_and_end_without_a_space(self):
        for name in commands():
            for line in help_of(name).splitlines():
                self.assertLessEqual(len(line), 96, line)
                self.assertEqual(line, line.rstrip(), repr(line))

    def test_help_texts_are_those_of_the_snapshot(self):
        texts = [["--help"], *([name, "--help"] for name in commands())]
        now = "".join(f"$ tournament {' '.join(words)}\n"
                      f"{tournament(*words)[1]}\n" for words in texts)
        if os.environ.get("UPDATE_GOLDEN"):
            with open(GOLDEN, "w", encoding="utf-8") as file:
                file.write(now)
        with open(GOLDEN, encoding="utf-8") as file:
            self.assertEqual(file.read(), now)

    def test_the_version_is_that_of_the_page(self):
        code, out, err = tournament("--version")
        self.assertEqual((code, err), (0, ""))
        with open(PAGE, encoding="utf-8") as file:
            version = re.search(r'"Rollcall ([0-9.]+)"', file.read()).group(1)
        self.assertEqual(out, f"tournament {version}\n")


class Page(unittest.TestCase):
    def test_the_page_has_every_command_with_its_usage(self):
        self.assertEqual(list(page()), commands())
        for name, (heading, _) in page().items():
            usage = help_of(name).splitlines()[0]
            self.assertEqual("usage: " + heading, re.sub(" +", " ", usage))

    def test_every_option_stands_in_both(self):
        for name, (_, body) in page().items():
            with self.subTest(command=name):
                there = page_options(body)
                if name != "run":           # the page says it once
                    there.add("--help")
                self.assertEqual(there, options_of(help_of(name)))

    def test_both_say_when_the_exit_status_is_special(self):
        for name, (_, body) in page().items():
            with self.subTest(command=name):
                said = re.search(r"Exit status: (.*)", re.sub(
                    r"\s+", " ", help_of(name)))
                told = re.search(r"^Exit status (\d: .*?)^\.", body,
                                 re.M | re.S)
                self.assertEqual(
                    re.findall(r"\b([012]) ", said.group(1)) if said else [],
                    re.findall(r"^([012]): ", told.group(1), re.M)
                    if told else [])

    def test_the_page_is_good_roff(self):
        try:
            done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", PAGE],
                                  capture_output=True, check=False)
        except FileNotFoundError:
            self.skipTest("groff is not installed")
        self.assertEqual((done.returncode, done.stderr), (0, b""))


class Codes(unittest.TestCase):
    def assert_trouble(self, *words):
        code, out, err = tournament(*words)
        self.assertEqual((code, out), (2, ""), words)
        self.assertRegex(err, r"\A[^\n]+\n\Z")

    def test_no_command_is_trouble_and_shows_the_usage(self):
        code, out, err = tournament()
        self.assertEqual((code, out), (2, ""))
        self.assertEqual(err, tournament("--help")[1])

    def test_bad_usage_is_one_sentence_and_exit_2(self):
        for words in (["nothing"], [""], ["-h"], ["help"], ["Run"],
                      ["run"], ["run", "--nothing"], ["run", "-j", "0", "x"],
                      ["run", "-j", "many", "x"], ["run", "a", "b"],
                      ["run", "--json=yes", "x"], ["watch"],
                      ["watch", "a", "b"], ["standings"],
                      ["standings", "--points", "all", "x"], ["crosstable"],
                      ["results"], ["ladder"], ["ladder", "x", "--games", "y"],
                      ["ladder", "x", "--prior", "much"],
                      ["ladder", "x", "--scale", "big"], ["verify"],
                      ["verify", "--key", "x", "y"], ["check"], ["init"],
                      ["init", "a", "b"], ["commit"], ["commit", "x"],
                      ["sign"], ["sign", "x"], ["open"],
                      ["open", "x", "--beacon", "y"], ["league"],
                      ["league", "x", "--rounds", "0"], ["sprt"],
                      ["sprt", "x", "a"], ["sprt", "x", "a", "b", "c"],
                      ["sprt", "x", "a", "b", "--alpha", "1"],
                      ["sprt", "x", "a", "b", "--elo0", "9"], ["plan"],
                      ["plan", "x"], ["plan", "x", "--error", "0"],
                      ["formats", "cup"]):
            with self.subTest(words=words):
                self.assert_trouble(*words)

    def test_what_is_not_there_is_trouble(self):
        for words in (["run"], ["watch"], ["standings"], ["crosstable"],
                      ["results"], ["ladder"], ["verify"], ["check"],
                      ["init"], ["sign", "--as", "ann"], ["open"],
                      ["league"], ["plan", "--error", "5"]):
            with self.subTest(words=words):
                self.assert_trouble(*words, "/nowhere/cup")
        self.assert_trouble("sprt", "/nowhere/cup", "ann", "bob")
        self.assert_trouble("commit", "-o", "/nowhere/reveal")
        self.assert_trouble("ladder", "--games", "/nowhere.csv")

    def test_a_full_standard_output_is_no_success(self):
        with open("/dev/full", "wb") as full:
            for words in (["--help"], ["--version"], ["formats"],
                          ["formats", "swiss"], ["run", "--help"]):
                with self.subTest(words=words):
                    code, _, err = tournament(*words, stdout=full)
                    self.assertEqual(code, 2)
                    self.assertIn("cannot write the output", err)


if __name__ == "__main__":
    if not os.path.exists(TOURNAMENT):
        sys.exit(f"{TOURNAMENT} is not built")
    unittest.main(verbosity=1)

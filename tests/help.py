#!/usr/bin/env python3
"""help.py - help texts, manual page and exit codes say the same.

The environment names the folders: srcdir, and builddir for the program.  With
UPDATE_GOLDEN=1 the snapshot tests/golden/help.txt is written anew.
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest

SRC = os.path.abspath(os.environ.get("srcdir", "."))
BUILD = os.path.abspath(os.environ.get("builddir", "."))
REFEREE = f"{BUILD}/referee/referee"
GOLDEN = f"{SRC}/tests/golden/help.txt"
PAGE = f"{SRC}/docs/referee.1"


def referee(*words, stdout=subprocess.PIPE):
    """Exit status, standard output, standard error."""
    done = subprocess.run([REFEREE, *words], stdout=stdout, check=False,
                          stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                          timeout=60)
    return (done.returncode, (done.stdout or b"").decode(),
            done.stderr.decode())


def commands():
    """The commands that `referee --help` lists, in its order."""
    return re.findall(r"^  ([a-z]+) +\S", referee("--help")[1], re.M)


def help_of(command):
    return referee(command, "--help")[1]


def options_of(text):
    """The options of a help text as they are written: {"--boards N", ..}."""
    return set(re.findall(r"^  (--?[a-z][a-z-]*(?: \S+)?) ", text, re.M))


def plain(roff):
    """A line of the page without its marks."""
    bare = re.sub(r"\\f[A-Z]|\"", "", roff).replace("\\-", "-")
    return re.sub(r" +", " ", bare)


def page():
    """What the page says of each command: {name: (heading, text)}."""
    with open(PAGE, encoding="utf-8") as file:
        text = file.read()
    commands_part = text.split(".SH COMMANDS\n")[1].split("\n.SH ")[0]
    found = {}
    for section in commands_part.split(".SS ")[1:]:
        heading, body = section.split("\n", 1)
        heading = plain(heading)
        found[heading.split()[1]] = (heading, body)
    return found


def page_options(body):
    """The options that have a paragraph of their own."""
    return {plain(line) for line in
            re.findall(r"^\.TP\n\.BI? (.*)$", body, re.M)}


class Help(unittest.TestCase):
    maxDiff = None

    def test_help_goes_to_standard_output_with_exit_0(self):
        for words in [["--help"], *([name, "--help"] for name in commands())]:
            with self.subTest(words=words):
                code, out, err = referee(*words)
                self.assertEqual((code, err), (0, ""))
                self.assertTrue(out.startswith("usage: referee "), out)

    def test_help_is_given_wherever_it_stands_before_two_hyphens(self):
        self.assertEqual(referee("play", "pig", "--help"),
                         referee("play", "--help"))
        self.assertEqual(referee("verify", "--json", "--help", "x")[0], 0)
        self.assertEqual(referee("check", "nothing", "--", "--help")[0], 2)

    def test_lines_are_not_too_wide_and_end_without_a_space(self):
        for name in commands():
            for line in help_of(name).splitlines():
                self.assertLessEqual(len(line), 96, line)
                self.assertEqual(line, line.rstrip(), repr(line))

    def test_help_texts_are_those_of_the_snapshot(self):
        texts = [["--help"], *([name, "--help"] for name in commands())]
        now = "".join(f"$ referee {' '.join(words)}\n{referee(*words)[1]}\n"
                      for words in texts)
        if os.environ.get("UPDATE_GOLDEN"):
            os.makedirs(os.path.dirname(GOLDEN), exist_ok=True)
            with open(GOLDEN, "w", encoding="utf-8") as file:
                file.write(now)
        with open(GOLDEN, encoding="utf-8") as file:
            self.assertEqual(file.read(), now)

    def test_the_version_is_that_of_the_page(self):
        code, out, err = referee("--version")
        self.assertEqual((code, err), (0, ""))
        with open(PAGE, encoding="utf-8") as file:
            version = re.search(r'"Rollcall ([0-9.]+)"', file.read()).group(1)
        self.assertEqual(out, f"referee {version}\n")


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
                if name != "play":          # the page says it once
                    there.add("--help")
                self.assertEqual(there, options_of(help_of(name)))

    def test_both_say_when_the_exit_status_is_1(self):
        for name, (_, body) in page().items():
            with self.subTest(command=name):
                text = re.sub(r"\s+", " ", help_of(name))
                self.assertEqual(bool(re.search(r"^1: ", body, re.M)),
                                 bool(re.search(r"[Ee]xit status", text)))

    def test_the_page_is_good_roff(self):
        try:
            done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", PAGE],
                                  capture_output=True, check=False)
        except FileNotFoundError:
            self.skipTest("groff is not installed")
        self.assertEqual((done.returncode, done.stderr), (0, b""))


class Codes(unittest.TestCase):
    def assert_trouble(self, *words, says=""):
        code, out, err = referee(*words)
        self.assertEqual((code, out), (2, ""), words)
        self.assertIn(says, err)
        self.assertRegex(err, r"\A[^\n]+\n\Z")

    def test_no_command_is_trouble_and_shows_the_usage(self):
        code, out, err = referee()
        self.assertEqual((code, out), (2, ""))
        self.assertEqual(err, referee("--help")[1])

    def test_bad_usage_is_one_sentence_and_exit_2(self):
        for words in (["nothing"], [""], ["-h"], ["help"], ["Play"],
                      ["play", "--nothing"], ["play"], ["play", "chess"],
                      ["verify"], ["verify", "--key", "x", "a"],
                      ["verify", "--json=yes", "a"], ["verify", "--key"],
                      ["replay"], ["replay", "a", "b"],
                      ["replay", "a", "--game", "0"], ["rerun"],
                      ["rerun", "a", "b"], ["games", "chess"],
                      ["games", "pig", "pig"], ["check"], ["check", "pig"],
                      ["check", "chess", "--", "x"], ["feed"],
                      ["feed", "/nowhere"], ["keygen"], ["keygen", "x"],
                      ["doctor", "x"], ["doctor", "--json"]):
            with self.subTest(words=words):
                self.assert_trouble(*words)

    def test_a_file_that_is_not_there_is_trouble(self):
        for words in (["verify", "/nowhere.jsonl"],
                      ["replay", "/nowhere.jsonl"],
                      ["rerun", "/nowhere.jsonl"],
                      ["play", "/nowhere.json"],
                      ["play", "--resume", "/nowhere.jsonl"],
                      ["keygen", "-o", "/nowhere/key"]):
            with self.subTest(words=words):
                code, _, err = referee(*words)
                self.assertEqual(code, 2)
                self.assertRegex(err, r"\A[^\n]+\n\Z")

    def test_a_log_that_is_none_is_an_answer(self):
        with tempfile.NamedTemporaryFile(suffix=".jsonl") as log:
            for name in ("verify", "replay"):
                self.assertEqual(referee(name, log.name)[0], 1, name)

    def test_a_full_standard_output_is_no_success(self):
        with open("/dev/full", "wb") as full:
            for words in (["--help"], ["--version"], ["games"],
                          ["games", "pig", "--json"], ["play", "--help"]):
                with self.subTest(words=words):
                    code, _, err = referee(*words, stdout=full)
                    self.assertEqual(code, 2)
                    self.assertIn("cannot write the output", err)


if __name__ == "__main__":
    if not os.path.exists(REFEREE):
        sys.exit(f"{REFEREE} is not built")
    unittest.main(verbosity=1)

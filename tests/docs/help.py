#!/usr/bin/env python3
"""help.py - help texts, manual pages and exit codes of both programs agree.

The environment names the folders: srcdir, and builddir for the programs.  With
UPDATE_GOLDEN=1 the snapshots tests/golden/*help.txt and the list of games in README.md
are written again.

tier: quick
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../support")
import scene


def options_of(text):
    """The options of a help text as written: {"--boards N", ..}."""
    return set(re.findall(r"^  (--?[a-z][a-z0-9-]*(?: \S+)?) ", text, re.M))


def plain(roff):
    """A line of the page without its markup."""
    bare = re.sub(r"\\f[A-Z]|\"", "", roff).replace("\\-", "-")
    return re.sub(r" +", " ", bare)


def page_options(body):
    """The options that have their own paragraph."""
    return {plain(line) for line in
            re.findall(r"^\.TP\n\.BI? (.*)$", body, re.M)}


class Both:
    """The tests for either program.  `main`: the one command whose section of
    the page lists --help."""
    maxDiff = None
    path = golden = page = main = None
    bad_usage = not_there = full_output = ()

    def run_it(self, *words, stdout=subprocess.PIPE):
        """Exit status, standard output, standard error."""
        with tempfile.TemporaryDirectory() as home:
            done = subprocess.run(
                [self.path, *words], stdout=stdout, check=False,
                stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                timeout=scene.HANGS_S, env=scene.referee_environment(home))
        return (done.returncode, (done.stdout or b"").decode(),
                done.stderr.decode())

    def name(self):
        return os.path.basename(self.path)

    def commands(self):
        """The commands that --help lists, in its order."""
        return re.findall(r"^  ([a-z-]+) +\S", self.run_it("--help")[1], re.M)

    def help_of(self, command):
        return self.run_it(command, "--help")[1]

    def calls_for_help(self):
        return [["--help"], *([name, "--help"] for name in self.commands())]

    def page_text(self):
        with open(f"{scene.SRC}/docs/{self.page}", encoding="utf-8") as file:
            return file.read()

    def sections(self):
        """The sections of the page by command: {name: (heading, text)}."""
        part = self.page_text().split(".SH COMMANDS\n")[1].split("\n.SH ")[0]
        found = {}
        for section in part.split(".SS ")[1:]:
            heading, body = section.split("\n", 1)
            heading = plain(heading)
            found[heading.split()[1]] = (heading, body)
        return found

    def assert_trouble(self, *words):
        code, out, err = self.run_it(*words)
        self.assertEqual((code, out), (2, ""), words)
        self.assertRegex(err, r"\A[^\n]+\n\Z")

    # ### help

    def test_help_goes_to_standard_output_with_exit_0(self):
        for words in self.calls_for_help():
            with self.subTest(words=words):
                code, out, err = self.run_it(*words)
                self.assertEqual((code, err), (0, ""))
                self.assertTrue(out.startswith(f"usage: {self.name()} "), out)

    def test_lines_are_not_too_wide_and_end_without_a_space(self):
        for name in self.commands():
            for line in self.help_of(name).splitlines():
                self.assertLessEqual(len(line), 96, line)
                self.assertEqual(line, line.rstrip(), repr(line))

    def test_help_texts_are_those_of_the_snapshot(self):
        path = f"{scene.SRC}/tests/golden/{self.golden}"
        now = "".join(f"$ {self.name()} {' '.join(words)}\n"
                      f"{self.run_it(*words)[1]}\n"
                      for words in self.calls_for_help())
        if os.environ.get("UPDATE_GOLDEN"):
            with open(path, "w", encoding="utf-8") as file:
                file.write(now)
        with open(path, encoding="utf-8") as file:
            self.assertEqual(file.read(), now)

    def test_the_version_is_that_of_the_page(self):
        version = re.search(r'"Rollcall ([0-9.]+)"', self.page_text()).group(1)
        with open(f"{scene.BUILD}/config.h", encoding="utf-8") as file:
            nettle = "#define HAVE_NETTLE 1\n" in file.read()
        hashing = "nettle" if nettle else "libsodium"
        self.assertEqual(
            self.run_it("--version"),
            (0, f"{self.name()} {version}\nSHA-256 by {hashing}\n", ""))

    # ### the page

    def test_the_page_has_every_command_with_its_usage(self):
        self.assertEqual(list(self.sections()), self.commands())
        for name, (heading, _) in self.sections().items():
            usage = self.help_of(name).splitlines()[0]
            self.assertEqual("usage: " + heading, re.sub(" +", " ", usage))

    def test_every_option_stands_in_both(self):
        for name, (_, body) in self.sections().items():
            with self.subTest(command=name):
                there = page_options(body)
                if name != self.main:       # the page lists it only there
                    there.add("--help")
                self.assertEqual(there, options_of(self.help_of(name)))

    def test_the_page_is_good_roff(self):
        try:
            done = subprocess.run(
                ["groff", "-man", "-Tutf8", "-ww",
                 f"{scene.SRC}/docs/{self.page}"],
                capture_output=True, check=False)
        except FileNotFoundError:
            self.skipTest("groff is not installed")
        self.assertEqual((done.returncode, done.stderr), (0, b""))

    # ### exit codes

    def test_no_command_is_trouble_and_shows_the_usage(self):
        self.assertEqual(self.run_it(), (2, "", self.run_it("--help")[1]))

    def test_bad_usage_is_one_sentence_and_exit_2(self):
        for words in self.bad_usage:
            with self.subTest(words=words):
                self.assert_trouble(*words)

    def test_what_is_not_there_is_trouble(self):
        for words in self.not_there:
            with self.subTest(words=words):
                self.assert_trouble(*words)

    def test_a_full_standard_output_is_no_success(self):
        with open("/dev/full", "wb") as full:
            for words in (["--help"], ["--version"], *self.full_output):
                with self.subTest(words=words):
                    code, _, err = self.run_it(*words, stdout=full)
                    self.assertEqual(code, 2)
                    self.assertIn("cannot write the output", err)


NO_COMMAND = ["nothing"], [""], ["-h"], ["help"]


class Referee(Both, unittest.TestCase):
    path, main = scene.REFEREE, "play"
    golden, page = "help.txt", "referee.1"
    bad_usage = (
        *NO_COMMAND, ["Play"], ["play", "--nothing"], ["play"],
        ["play", "chess"], ["verify"], ["verify", "--key", "x", "a"],
        ["verify", "--json=yes", "a"], ["verify", "--key"], ["replay"],
        ["replay", "a", "b"], ["replay", "a", "--game", "0"], ["rerun"],
        ["rerun", "a", "b"], ["games", "chess"], ["games", "pig", "pig"],
        ["check"], ["check", "pig"], ["check", "chess", "--", "x"], ["feed"],
        ["feed", "/nowhere"], ["keygen"], ["keygen", "x"], ["doctor", "x"],
        ["doctor", "--json"])
    not_there = (
        ["verify", "/nowhere.jsonl"], ["replay", "/nowhere.jsonl"],
        ["rerun", "/nowhere.jsonl"], ["play", "/nowhere.json"],
        ["play", "--resume", "/nowhere.jsonl"],
        ["keygen", "-o", "/nowhere/key"])
    full_output = ["games"], ["games", "pig", "--json"], ["play", "--help"]

    def test_the_first_page_lists_the_games(self):
        path = f"{scene.SRC}/README.md"
        rows = "| game | |\n|---|---|\n"
        for line in self.run_it("games", "--json")[1].splitlines():
            game = json.loads(line)["name"]
            with open(f"{scene.SRC}/docs/games/{game}.md",
                      encoding="utf-8") as file:
                prose = " ".join(file.read().split("\n\n")[1].split())
            first = re.match(r".*?\.(?= |$)", prose)[0]
            rows += f"| [{game}](docs/games/{game}.md) | {first} |\n"
        with open(path, encoding="utf-8") as file:
            text = file.read()
        due = re.sub(r"(?s)(?<=<!-- games -->\n).*(?=<!-- end of games -->)",
                     lambda _: rows, text)
        if os.environ.get("UPDATE_GOLDEN"):
            scene.write(path, due)
        else:
            self.assertEqual(text, due)
        self.assertIn(rows, due)

    def test_help_is_given_wherever_it_stands_before_two_hyphens(self):
        self.assertEqual(self.run_it("play", "pig", "--help"),
                         self.run_it("play", "--help"))
        self.assertEqual(self.run_it("verify", "--json", "--help", "x")[0], 0)
        self.assertEqual(self.run_it("check", "nothing", "--", "--help")[0],
                         2)

    def test_both_say_when_the_exit_status_is_1(self):
        for name, (_, body) in self.sections().items():
            with self.subTest(command=name):
                text = re.sub(r"\s+", " ", self.help_of(name))
                self.assertEqual(bool(re.search(r"^1: ", body, re.M)),
                                 bool(re.search(r"[Ee]xit status", text)))

    def test_a_log_that_is_none_is_an_answer(self):
        with tempfile.NamedTemporaryFile(suffix=".jsonl") as log:
            for name in ("verify", "replay"):
                self.assertEqual(self.run_it(name, log.name)[0], 1, name)


class Tournament(Both, unittest.TestCase):
    path, main = scene.TOURNAMENT, "run"
    golden, page = "tournament_help.txt", "tournament.1"
    bad_usage = (
        *NO_COMMAND, ["Run"], ["run"], ["run", "--nothing"],
        ["run", "-j", "0", "x"], ["run", "-j", "many", "x"],
        ["run", "a", "b"], ["run", "--json=yes", "x"], ["watch"],
        ["watch", "a", "b"], ["standings"],
        ["standings", "--points", "all", "x"], ["crosstable"], ["results"],
        ["games"], ["games", "x", "y"], ["ladder"], ["ladder", "x", "--games", "y"],
        ["ladder", "x", "--prior", "much"], ["ladder", "x", "--scale", "big"],
        ["verify"], ["verify", "--key", "x", "y"], ["check"], ["init"],
        ["init", "a", "b"], ["commit"], ["commit", "x"], ["sign"],
        ["sign", "x"], ["open"], ["open", "x", "--beacon", "y"], ["league"],
        ["league", "x", "--rounds", "0"], ["sprt"], ["sprt", "x", "a"],
        ["sprt", "x", "a", "b", "c"],
        ["sprt", "x", "a", "b", "--alpha", "1"],
        ["sprt", "x", "a", "b", "--elo0", "9"], ["plan"], ["plan", "x"],
        ["plan", "x", "--error", "0"], ["formats", "cup"])
    not_there = (
        *([*words, "/nowhere/cup"] for words in (
            ["run"], ["watch"], ["standings"], ["crosstable"], ["results"],
            ["games"], ["ladder"], ["verify"], ["check"], ["init"],
            ["sign", "--as", "ann"], ["open"], ["league"],
            ["plan", "--error", "5"])),
        ["sprt", "/nowhere/cup", "ann", "bob"],
        ["commit", "-o", "/nowhere/reveal"],
        ["ladder", "--games", "/nowhere.csv"])
    full_output = ["formats"], ["formats", "swiss"], ["run", "--help"]

    def test_both_say_when_the_exit_status_is_special(self):
        for name, (_, body) in self.sections().items():
            with self.subTest(command=name):
                said = re.search(r"Exit status: (.*)", re.sub(
                    r"\s+", " ", self.help_of(name)))
                told = re.search(r"^Exit status (\d: .*?)^\.", body,
                                 re.M | re.S)
                self.assertEqual(
                    re.findall(r"\b([012]) ", said.group(1)) if said else [],
                    re.findall(r"^([012]): ", told.group(1), re.M)
                    if told else [])


if __name__ == "__main__":
    for program in (scene.REFEREE, scene.TOURNAMENT):
        if not os.path.exists(program):
            sys.exit(f"{program} is not built")
    unittest.main(verbosity=1)

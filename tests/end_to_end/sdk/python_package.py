#!/usr/bin/env python3
"""python_package.py - sdk/python installs with pip, and its types are right.

Tests that need pip, setuptools and wheel, or mypy, are left out without them,
with a line that says so.

tier: full
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SRC = os.path.abspath(os.environ.get("srcdir", "."))
PACKAGE = f"{SRC}/sdk/python"
REFEREE = os.path.abspath(
    f"{os.environ.get('builddir', '.')}/referee/referee")
HANGS_S = 1200      # longer than any load could explain
MYPY = shutil.which("mypy")

# A bot that uses the types wrongly in one line.
WRONG = """import rollcall
from rollcall.views import Bolo7View, Move

def choose(turn: rollcall.Turn) -> Move:
    view: Bolo7View = turn.view
    turn.say = view["scores"]
    return rollcall.keep(view["roll"], "roll")

rollcall.run(choose)
"""


def run(*command, **options):
    return subprocess.run(command, check=False, text=True, timeout=HANGS_S,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, **options)


def python_with_pip():
    for python in (sys.executable, "/usr/bin/python3"):
        if os.path.exists(python) and run(
                python, "-c", "import importlib.util, sys; sys.exit(not all("
                "map(importlib.util.find_spec, ('pip', 'setuptools',"
                " 'wheel'))))").returncode == 0:
            return python
    return None


PIP = python_with_pip()
VENV = PIP and run(PIP, "-c", "import ensurepip, venv").returncode == 0


class Package(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="python_package.")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    @staticmethod
    def copy_package(to):
        """Copies the package: pip writes beside the sources, which may be
        read-only."""
        for file in ["pyproject.toml", *map("rollcall/".__add__, os.listdir(
                f"{PACKAGE}/rollcall"))]:
            if os.path.isfile(f"{PACKAGE}/{file}"):
                os.makedirs(os.path.dirname(f"{to}/{file}"), exist_ok=True)
                shutil.copy(f"{PACKAGE}/{file}", f"{to}/{file}")

    @unittest.skipUnless(PIP, "pip, setuptools or wheel is not installed")
    def test_pip_installs_every_file_without_a_network(self):
        source = f"{self.folder}/source"
        self.copy_package(source)
        done = run(PIP, "-m", "pip", "install", "--quiet",
                   "--no-index", "--no-build-isolation", "--no-deps",
                   "--target", f"{self.folder}/site", source)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual(
            {file for file in os.listdir(f"{self.folder}/site/rollcall")
             if not file.startswith("__pycache__")},
            {file for file in os.listdir(f"{PACKAGE}/rollcall")
             if not file.startswith("__pycache__")})
        done = run(PIP, "-c", "import rollcall.views as views;"
                   "print(views.__file__)", cwd=self.folder,
                   env={**os.environ, "PYTHONPATH": f"{self.folder}/site"})
        self.assertEqual(done.stdout.strip(),
                         f"{self.folder}/site/rollcall/views.py")

    @unittest.skipUnless(PIP and VENV, "pip, wheel or venv is not installed")
    def test_the_commands_of_the_readme_install_it_for_a_bot(self):
        with open(f"{PACKAGE}/README.md", encoding="utf-8") as file:
            text = file.read()
        commands = re.findall("```sh\n(.*?)```", text, re.S)[0]
        self.copy_package(f"{self.folder}/sdk/python")
        with open(f"{self.folder}/bot.py", "w", encoding="utf-8") as file:
            file.write(re.findall("```python bot\n(.*?)```", text, re.S)[0])
        os.chmod(self.folder, 0o755)
        done = run("/bin/sh", "-ec", commands + f"{REFEREE} check pig --start "
                   "-- python3 ./bot.py", cwd=self.folder,
                   env={**os.environ, "PIP_NO_INDEX": "1",
                        "PATH": f"{os.path.dirname(PIP)}:/usr/bin:/bin"})
        self.assertEqual(done.returncode, 0, done.stdout)

    @unittest.skipUnless(MYPY, "mypy is not installed")
    def test_the_types_hold_and_find_what_is_wrong(self):
        with open(f"{PACKAGE}/README.md", encoding="utf-8") as file:
            typed = re.findall("```python bot\n(.*?)```", file.read(), re.S)[1]
        for name, text in (("typed", typed), ("wrong", WRONG)):
            with open(f"{self.folder}/{name}.py", "w", encoding="utf-8") as out:
                out.write(text)
        done = run(MYPY, "--strict", "--python-version", "3.9", "--cache-dir",
                   f"{self.folder}/cache", f"{PACKAGE}/rollcall",
                   f"{PACKAGE}/conformance.py", f"{self.folder}/typed.py",
                   f"{self.folder}/wrong.py",
                   env={**os.environ, "MYPYPATH": PACKAGE}, cwd=self.folder)
        errors = re.findall(r"^(.*): error: (.*)$", done.stdout, re.M)
        self.assertEqual([where for where, _ in errors], ["wrong.py:6"],
                         done.stdout)


if __name__ == "__main__":
    for there, what in ((PIP, "pip install (pip, setuptools or wheel is not"
                         " installed)"),
                        (VENV, "a virtual environment (venv is not"
                         " installed)"), (MYPY, "types (mypy is not installed)")):
        if not there:
            print(f"not tried: sdk/python, {what}")
    unittest.main()

#!/usr/bin/env python3
"""run.py - runs tests and says which failed.

usage: run.py [-j N] quick|full|more|root|FILE.. [WORD]..

The first lines of a test say which it is:
  tier: quick          `make check` and `make check-full` run it
  tier: full           only `make check-full` does; `more`: those alone
  tier: .., root       it shows more as root: `run.py root` runs it too
  tier: .., root WORD  .. but only the cases with that WORD
  tier: .., alone      no other test may run beside it
  needs: chromium node programs without which it is not tried
A C file without such a line is quick.  A FILE is run whatever it says, of a
folder the quick tests; WORDs select cases.  A test fails unless its exit status
is 0, or 77: not tried.  Lines `not tried: ..` in its output say what was left
out and why.
"""
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time

SRC = os.path.abspath(os.environ.get("srcdir", "."))
BUILD = os.path.abspath(os.environ.get("builddir", "."))
LOGS = f"{BUILD}/tests/logs"
SECONDS = f"{LOGS}/seconds.json"        # of the last run: long tests first
HANGS_S = 1800
C_TESTS = re.compile(r"(_test|/fuzz_\w+)\.c$")
FOLDERS = "tests", "sdk"


class Test:
    def __init__(self, path):
        self.path = path
        with open(f"{SRC}/{path}", encoding="utf-8", errors="replace") as file:
            head = "".join(file.readline() for _ in range(30))
        tier = re.search(r"^\W*tier: (quick|full)(, [\w, ]+)?$", head, re.M)
        needs = re.search(r"^\W*needs: ([\w -]+)$", head, re.M)
        self.is_test = tier is not None or bool(C_TESTS.search(path))
        self.tier = tier[1] if tier else "quick"
        more = (tier and tier[2] or "").split(", ")
        # The words for a run as root, if it takes part in one.
        self.root = next((one.split()[1:] for one in more
                          if one.split()[:1] == ["root"]), None)
        self.alone = "alone" in more
        self.needs = needs[1].split() if needs else []

    def command(self):
        path = f"{SRC}/{self.path}"
        if path.endswith(".py"):
            return [sys.executable, path]
        if path.endswith(".sh"):
            return ["sh", path]
        if path.endswith(".js"):
            return ["node", path]
        if path.endswith(".txt"):
            return [f"{BUILD}/tests/run_cases", path]
        if "tests/unit/" in path:
            return [f"{BUILD}/tests/unit/unit_tests", f"/{self.path}"]
        return [f"{BUILD}/{self.path[:-2]}"]

    def run(self, words):
        """Returns the exit status, and writes the log."""
        missing = [one for one in self.needs if not shutil.which(one)]
        command = self.command()
        if not shutil.which(command[0]):
            missing.append(f"{command[0]}, which was not built")
        with open(self.log(), "wb") as log:
            if missing:
                log.write(f"not tried: no {', '.join(missing)}\n".encode())
                return 77
            try:
                return subprocess.run(
                    [*command, *words], cwd=BUILD, env=environment(),
                    stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                    timeout=HANGS_S, check=False).returncode
            except subprocess.TimeoutExpired:
                log.write(f"hangs: no end after {HANGS_S} s\n".encode())
                return 1

    def log(self):
        return f"{LOGS}/{self.path.replace('/', '.')}.log"

    def said(self):
        with open(self.log(), encoding="utf-8", errors="replace") as file:
            return file.read()


def environment():
    folders = [f"{SRC}/tests/{one}" for one in ("support", "independent")]
    return {**os.environ, "srcdir": SRC, "builddir": BUILD,
            "PYTHONPATH": ":".join(folders), "PYTHONDONTWRITEBYTECODE": "1",
            "CK_DEFAULT_TIMEOUT": "1200"}


def all_tests():
    paths = [os.path.relpath(f"{place}/{name}", SRC) for top in FOLDERS
             for place, _, names in os.walk(f"{SRC}/{top}") for name in names
             if re.search(r"\.(py|sh|txt|c|js)$", name) and
             f"{place}/".find("/golden/") < 0]
    return [test for test in map(Test, sorted(paths)) if test.is_test]


def chosen(words):
    """The tests to run, and the words for each."""
    tiers = {"quick": lambda test: test.tier == "quick",
             "more": lambda test: test.tier == "full",
             "root": lambda test: test.root is not None,
             "full": lambda test: True}
    if len(words) == 1 and words[0] in tiers:
        return list(filter(tiers[words[0]], all_tests())), []
    places = [word for word in words if os.path.exists(f"{SRC}/{word}")]
    missing = [word for word in words if "/" in word and word not in places]
    if missing or not places:
        sys.exit(f"run.py: there is no test {(missing or words)[0]}; usage: "
                 "run.py [-j N] quick|full|more|root|FILE.. [WORD]..")
    files = [place for place in places if os.path.isfile(f"{SRC}/{place}")]
    return [Test(file) for file in files] + [
        test for test in all_tests() if test.tier == "quick" and
        any(test.path.startswith(f"{place.rstrip('/')}/")
               for place in places)], \
        [word for word in words if word not in places]


class Report:
    def __init__(self, count):
        self.count, self.lock, self.began = count, threading.Lock(), \
            time.monotonic()
        self.codes, self.seconds = {}, {}

    def run(self, test, words):
        began = time.monotonic()
        code = test.run(words)
        with self.lock:
            self.codes[test.path] = code
            self.seconds[test.path] = time.monotonic() - began
            word = {0: "PASS", 77: "SKIP"}.get(code, "FAIL")
            print(f"{len(self.codes):3} of {self.count}  {word}  "
                  f"{self.seconds[test.path]:5.1f} s  {test.path}")
            for line in test.said().splitlines():
                if line.startswith("not tried: "):
                    print(f"        {line}")
            sys.stdout.flush()

    def end(self, tests):
        failed = [test for test in tests
                  if self.codes[test.path] not in (0, 77)]
        for test in failed:
            print(f"== {test.path} failed; the end of {test.log()}:")
            print("\n".join(test.said().splitlines()[-60:]))
        skipped = list(self.codes.values()).count(77)
        print(f"{time.monotonic() - self.began:.0f} s")
        print(f"{len(tests) - len(failed) - skipped} passed, "
              f"{len(failed)} failed, {skipped} skipped")
        return 1 if failed or skipped == len(tests) else 0


def main():
    words = sys.argv[1:]
    jobs = (os.cpu_count() or 1) + 2    # as many tests wait for something
    if words[:1] == ["-j"]:
        jobs, words = int(words[1]), words[2:]
    as_root = words == ["root"]
    tests, words = chosen(words or ["quick"])
    os.makedirs(LOGS, exist_ok=True)
    took = {}
    if os.path.exists(SECONDS):
        with open(SECONDS, encoding="utf-8") as file:
            took = json.load(file)
    # What is not known yet comes first.
    tests.sort(key=lambda test: -took.get(test.path, 60))
    report = Report(len(tests))

    def run(test):
        report.run(test, test.root if as_root else words)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(run, [test for test in tests if not test.alone]))
    for test in tests:
        if test.alone:
            run(test)
    with open(SECONDS, "w", encoding="utf-8") as file:
        json.dump({**took, **report.seconds}, file)
    return report.end(tests)


if __name__ == "__main__":
    sys.exit(main())

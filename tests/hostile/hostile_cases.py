"""hostile_cases.py - the hostile bots of hostile_cases.txt and
hostile_scripts.txt, and what those of hostile_checks.txt try.
"""
import collections
import ctypes
import re

import scene

Skip = collections.namedtuple("Skip", "why")
Open = collections.namedtuple("Open", "verdict")

MIDDLE = "..xx.."      # only the second game is lost
ALWAYS = "xxxfff"      # three faults, then the rest is forfeited
MOVE_MS = 3000         # for the rows that wait until it is over: a rival is
                       # never so late, however busy the machine
# The version of Landlock; landlock_create_ruleset is 444 on every machine.
LANDLOCK = ctypes.CDLL(None).syscall(444, None, 0, 1)
VERDICTS = {
    "open": Open(None), "open-plays": Open(""),
    "open-before-6": Open(None) if LANDLOCK < 6 else "",
    "no-limits": Skip("level none has no limits of the system"),
    "no-folder": Skip("level none has no folder of its own"),
    "unbounded": Skip("nothing bounds it at level none"),
    "real-time": Skip("root's real time would stop the machine")}
# Files to be executed instead of hostile.c.
PROGRAMS = {"empty_file": "", "no_interpreter": "#!/no/such/interpreter\n",
            "no_program": "\x7fELF and nothing behind\n",
            "its_own_interpreter": "#!./bot\n"}


def read(name):
    with open(f"{scene.SRC}/tests/hostile/{name}", encoding="utf-8") as file:
        return file.read()


def read_scripts():
    """{bot: (interpreter, text)}"""
    parts = re.split(r"^### (\S+) ?(.*)\n", read("hostile_scripts.txt"),
                     flags=re.M)
    plays, found = {}, {}
    for needs, name, text in zip(parts[1::3], parts[2::3], parts[3::3]):
        if name:
            found[name] = needs, plays[needs] + text
        else:
            plays[needs] = text
    return found


SCRIPTS = read_scripts()


class Row:
    """A bot; its verdict is a word, or words by level, "" for the others."""

    def __init__(self, name, verdict, words=(), pattern=None, detail=None,
                 says=False, **limits):
        self.name, self.verdict, self.limits = name, verdict, limits
        self.pattern, self.detail, self.says = pattern, detail, says
        self.quick, self.moved = "quick" in words, "moved" in words
        self.program = PROGRAMS.get(name)
        self.needs, self.text = SCRIPTS.get(name, (None, None))

    def __repr__(self):
        return self.name

    def at(self, level, who):
        for key in f"{level}/{who}", level:
            if key in self.verdict:
                return self.verdict[key]
        return self.verdict[""]


def waits(name, **limits):
    return Row(name, {"": "timeout"}, **{"move_ms": MOVE_MS, **limits})


def verdict_of(word):
    return VERDICTS.get(word, word.replace("plays", ""))


def table(name):
    """The lines of a table, without comments."""
    return read(name).replace("\\\n", " ").splitlines()


def read_rows():
    rows, says = [], False
    for line in table("hostile_cases.txt"):
        if line.startswith("###"):
            says = line == "### what it says"
        if not line or line[0] == "#":
            continue
        first, words = [part.split() for part in line.split(" : ")]
        verdict = {level: verdict_of(word) for level, _, word in
                   (one.rpartition("=") for one in first)}
        more = dict(word.split("=") for word in words if "=" in word)
        pattern = more.pop("games", ALWAYS if "never" in words else None)
        detail = more.pop("detail", None)
        limits = {"move_ms": MOVE_MS} if "waits" in words else {}
        limits.update((key, int(value)) for key, value in more.items())
        rows += [Row(word, verdict, words, pattern, detail, says, **limits)
                 for word in words if "=" not in word and
                 word not in ("waits", "never", "quick", "moved")]
    return rows


def read_checks():
    """{bot: {check: from when on it is refused}}"""
    found, last = {}, {}
    for line in table("hostile_checks.txt"):
        if line[0] == "\t":
            when, *names = line.split()
            last.update(dict.fromkeys(
                names, int(when) if when.isdigit() else when))
        elif line[0] != "#":
            last = found[line] = {}
    return found


ROWS = read_rows()
CHECKS = read_checks()


def has_one_verdict(row):
    """Is the verdict the same wherever the row is not skipped?"""
    return len({verdict for verdict in row.verdict.values()
                if not isinstance(verdict, Skip)}) == 1


def levels_of(at, row, levels):
    """The levels at which the row with that number is tried: all, if they make
    a difference; one, if they do not matter; otherwise strict and one other
    level."""
    if row.name in CHECKS or not has_one_verdict(row):
        return levels
    if row.says:
        return [levels[at % 3]]
    return [levels[at % 2], levels[2]]


def refused(check, level, who):
    """Must that check be refused there?"""
    if isinstance(check, int) and LANDLOCK >= check:
        return level != "none"
    if check == "root" or isinstance(check, int):
        return level == "strict" or (level == "limits" and who == "root")
    if check == "user":
        return level != "none" or who != "root"
    order = ("none", "limits", "strict")
    return order.index(level) >= order.index(check)

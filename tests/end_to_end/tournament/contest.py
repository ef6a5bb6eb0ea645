#!/usr/bin/env python3
"""contest.py - what is unpacked, copied and built of submissions.
tests/cases/collect.txt has what is collected and left out, and the reports.

tier: quick
"""
import io
import json
import os
import re
import tarfile
import zipfile

import scene
from somebody import LEVELS
from terminal import Terminal

# The rules, limits and format of the contest; collect adds the rest.  A check
# of rolit starts few bots.
CONTEST = {"name": "contest", "game": "rolit", "rules": {"max_turns": 6},
           "format": {"type": "swiss", "rounds": 2}, "sandbox": "strict",
           "limits": {"move_ms": 5000, "start_ms": 60000, "faults_max": 1}}
FIRST = scene.content(f"{scene.SRC}/tests/bots", "first.py").decode()


def submit(folder, name, **files):
    """Makes a submission; `a__b` in the name of a file stands for `a.b`."""
    os.makedirs(f"{folder}/in/{name}")
    for file, text in files.items():
        scene.write(f"{folder}/in/{name}/{file.replace('__', '.')}",
                    text if isinstance(text, str) else json.dumps(text))
    return f"{folder}/in/{name}"


def test_a_build_that_takes_too_long_is_stopped(folder):
    for name, command in (("forks", "f() { f & f & sleep 1000; }; f"),
                          ("hangs", "sleep 1000")):
        submit(folder, name, bot__json={"build": [["sh", "-c", command]],
                                        "command": ["./bot"]})
    scene.write(f"{folder}/contest.json", json.dumps(CONTEST))
    # A build that can fork no more may end earlier.
    scene.expect(scene.tournament(
        folder, "collect", "in", "-o", "contest.json", "--time", "1",
        "--build-limit", "tasks=40", "-j", "2"), 2, "^out  forks: the build .*"
        "\nout  hangs: the build took more than 1 s\n",
        "0 of 2 submissions can play")
    assert not scene.gone_in_the_end(folder)


def test_a_copy_keeps_modes_and_takes_no_hard_link(folder):
    """A file with more than one name may be somebody else's."""
    bot = submit(folder, "bot", bot__py=FIRST)
    os.makedirs(f"{bot}/data")
    modes = {"data/x": 0o400, "data": 0o710, "bot.py": 0o755}
    for name, mode in modes.items():
        if name == "data/x":
            scene.write(f"{bot}/{name}", "x")
        os.chmod(f"{bot}/{name}", mode)
    scene.expect(scene.run(folder, "build", "in/bot", "-o", "copy"))
    assert {name: os.stat(f"{folder}/copy/{name}").st_mode & 0o777
            for name in modes} == modes
    scene.write(f"{folder}/private", "x", 0o600)
    os.link(f"{folder}/private", f"{bot}/known.txt")
    scene.expect(scene.run(folder, "build", "in/bot", "-o", "copy"), 1,
                 "known.txt is a hard link, a file with more than one name")
    assert not os.path.exists(f"{folder}/copy/known.txt")


# ### archives

def pack(path, *entries):
    """Makes a zip or a tar of (name, text, kind of entry of a tar)."""
    if path.endswith(".zip"):
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
            for name, text, _ in entries:
                # As Python does, with a mode that only the owner can read.
                packed.writestr(name, text)
        return
    with tarfile.open(path, "w:gz" if path.endswith("gz") else "w") as packed:
        for name, text, kind in entries:
            one = tarfile.TarInfo(name)
            one.type = kind
            one.linkname = text if kind != tarfile.REGTYPE else ""
            one.size = len(text) if kind == tarfile.REGTYPE else 0
            one.mode = 0o4600
            packed.addfile(one, io.BytesIO(text.encode()))


def test_archives_are_unpacked_in_a_sandbox(folder):
    os.makedirs(f"{folder}/in/lms")
    reg, link = tarfile.REGTYPE, tarfile.SYMTYPE
    litter = ("__MACOSX/._bot.py", "x", reg), (".DS_Store", "x", reg)
    for name, *entries in (
            ("ann.zip", ("bot.py", FIRST, reg), *litter),
            ("bob.tar.gz", ("a/b/bot.py", FIRST, reg), *litter),
            ("lms/Cyd's bot (2).ZIP.zip", ("x/bot.py", FIRST, reg)),
            ("up.zip", ("../up.py", "x", reg), ("bot.py", FIRST, reg)),
            ("dots.tar", ("a/../../up.py", "x", reg), ("bot.py", "", reg)),
            ("dup.zip", ("bot.py", FIRST, reg)),
            ("dup.tar", ("bot.py", FIRST, reg)),
            ("root.tgz", ("/tmp/rollcall/x", FIRST, reg)),
            ("sym.tgz", ("bot.py", "/etc/passwd", link)),
            ("through.tar", ("d", "/tmp", link), ("d/bot.py", FIRST, reg)),
            ("hard.tar", ("bot.py", FIRST, reg),
             ("b", "bot.py", tarfile.LNKTYPE)),
            ("fifo.tar", ("bot.py", "", tarfile.FIFOTYPE)),
            ("bomb.zip", ("bot.py", "#" * (40 << 20), reg)),
            ("many.tgz", *((f"{i}/bot.py", "", reg) for i in range(20002))),
            ("nested.zip", ("a.zip", "x", reg), ("readme", "x", reg)),
            ("control.tar", ("a\x1b[31m", "x", reg))):
        pack(f"{folder}/in/{name}", *entries)
    scene.write(f"{folder}/in/broken.zip", "x")
    scene.write(f"{folder}/contest.json", json.dumps(CONTEST))
    said = scene.expect(scene.tournament(
        folder, "collect", "in", "-o", "contest.json", "--build-limit",
        "box_mb=32"), 1).out
    lines = dict(re.fullmatch(r"(?:in   |out  )(\w+)(?:: )?(.*)",
                              line).groups()
                 for line in said.splitlines()[:-2])
    unpacked = "it cannot be unpacked: "
    outside = unpacked + "[^ ]*: Path contains"
    due = {"ann": "", "bob": "", "lms": "", "up": outside, "dots": outside,
           "dup": "there are both in/dup.tar and in/dup.zip: keep one",
           "root": "there is no bot, but x", "sym": "bot.py is a symbolic link: only files",
           "through": unpacked, "hard": " is a hard link, a file with",
           "fifo": "bot.py is a pipe: only files", "bomb": unpacked,
           "many": "it has more than 20000 files and folders",
           "nested": "found a.zip beside other files: unpack it",
           "control": "the name of ", "broken": unpacked + "bsdtar: "}
    assert lines.keys() == due.keys(), said
    for name, sentence in due.items():
        assert re.match(f".*{sentence}", lines[name]) if sentence else \
            not lines[name], (name, lines[name])
    assert not os.path.exists("/tmp/rollcall")
    assert sorted(os.listdir(f"{folder}/contest.bots/ann")) == [
        ".rollcall-copy", "bot.py"]
    assert not scene.gone_in_the_end(folder)


def test_progress_on_a_terminal(folder):
    """Nothing of it stays."""
    for name in "ann", "bob", "cyd":
        scene.entrant(submit(folder, name), "bot")
    scene.write(f"{folder}/contest.json", json.dumps(CONTEST))
    terminal = Terminal(folder, [scene.TOURNAMENT, "collect", "in", "-o",
                                 "contest.json", "-j", "3"])
    assert terminal.end() == 0
    shown = terminal.bytes.replace(b"\r\n", b"\n")
    for line in b"built 0 of 3", b"checked 0 of 3":
        assert b"\r" + line + b" submissions\033[K" in shown, shown
    assert re.search(rb"\r\033\[Kin   ann\n", shown), shown


if "strict" not in LEVELS:
    scene.skip_all("this machine has no level strict")
scene.main()

"""survive.py - a match that is killed at any moment, or whose log is cut
anywhere, is resumed with the same results.

tier: quick
"""
import os
import random
import re

import scene
from disturbed import (GO_ON, WITH, Normal, at_the_gate, begin, compare, go_on,
                       hit, nothing_left, prepare, wait_for)
from somebody import LEVELS

STAGE = scene.Scene()
LONG, SHORT = Normal(STAGE.folder(), 25), Normal(STAGE.folder(), 3)
KILLS = 4
NOT_STRICT = [level for level in LEVELS if level != "strict"]


def told_after(result, how, folder):
    """The message of a process that was hit."""
    begun = scene.content(folder).count(b"\n") > 3
    if how == "player" and result.code == 2:
        # Before a match is started or resumed, a child tests what the machine
        # can do.
        scene.expect(result, 2, "", "was killed .*continue with referee play "
                     "--resume|killed by signal 9")
    elif how in ("SIGTERM", "group") and result.code == 2 and begun:
        scene.expect(result, 2, "", "interrupted|was killed")
    elif how in ("SIGTERM", "group"):
        # Before anything is played, a signal simply ends it.
        assert result.code in (0, 2, -1, -2, -15), result


@scene.each([*(("player", level) for level in LEVELS), ("keeper", LEVELS[-1]),
             ("everything", "limits"), ("SIGTERM", "none"),
             ("group", "limits")])
def test_killed(folder, how, level):
    chance, whole = random.Random(how + level), len(LONG.bytes)
    prepare(folder)
    for _ in range(KILLS):
        command = go_on(folder, LONG.boards, level)
        size = len(scene.content(folder))
        process = scene.start(folder, *command,
                              start_new_session=how == "group")
        wait_for(process, folder, size if chance.random() < 0.15 else
                 chance.randint(size, max(size, whole)))
        hit(process, how)
        result = scene.finish(process)
        nothing_left(folder, how)
        told_after(result, how, folder)
    compare(folder, scene.run(folder, *go_on(folder, LONG.boards, level)),
            LONG)


# ### cuts

def cuts(log):
    """Line ends near the start and end and around a game, and bytes inside
    lines."""
    ends = [match.end() for match in re.finditer(b"\n", log)][:-1]
    over = log.index(b'{"t":"over"')
    at = ends[:4] + ends[-3:] + [end for end in ends if end >= over][:3]
    return sorted({0, 100, *at[::2], *(end + 30 for end in at[::3]),
                   *(end - 1 for end in at[1::3])})


@scene.each(cuts(SHORT.bytes))
def test_a_log_that_is_cut(folder, size):
    """It is continued after its last whole line; without any line it begins
    again, with the same dice."""
    prepare(folder)
    kept = SHORT.bytes[:size].rfind(b"\n") + 1
    scene.write(f"{folder}/log.jsonl", SHORT.bytes[:size])
    scene.write(f"{folder}/log.json", scene.content(SHORT.folder, "log.json")
                .replace(SHORT.folder.encode(), folder.encode()))
    compare(folder, scene.run(folder, *GO_ON), SHORT)
    log = scene.content(folder)
    if not kept:
        assert log == SHORT.bytes
        return
    assert log.startswith(SHORT.bytes[:kept])
    closed = b'{"t":"close"' in SHORT.bytes[:kept]
    assert log[kept:].startswith(
        b'{"t":"sign"' if closed else b'{"t":"resume"'), log[kept:][:80]


# ### other ways to go on

@scene.each([(level, how) for level in NOT_STRICT
             for how in ("player", "keeper")])
def test_a_secret_of_its_own(folder, level, how):
    """The secret is beside the log until the end, readable only by its
    owner."""
    process = at_the_gate(folder, "--sandbox", level)
    hit(process, how)
    result = scene.finish(process)
    nothing_left(folder, how)
    if how == "player":
        scene.expect(result, 2, "", "continue with")
    assert os.stat(f"{folder}/log.secret").st_mode & 0o777 == 0o600
    os.unlink(f"{folder}/daring.gate")
    scene.expect(scene.run(folder, "play", "--resume", "log.jsonl"))
    assert not os.path.exists(f"{folder}/log.secret")
    scene.expect(scene.run(folder, "rerun", "log.jsonl",
                           "--sandbox", "limits"),
                 out="replayed identically")
    assert not scene.doubts(folder)


def test_two_players(folder):
    """The second process is refused, and the first one is not disturbed."""
    first = at_the_gate(folder, *WITH)
    before = scene.content(folder)
    scene.expect(scene.run(folder, *GO_ON), 2, "", "being played")
    assert scene.content(folder) == before and first.poll() is None
    os.unlink(f"{folder}/daring.gate")
    scene.expect(scene.finish(first))
    nothing_left(folder)


@scene.each([(level, text) for level in LEVELS for text in (
    "#!/no/such/program\n", "#!/bin/sh\nread -r l\necho '{\"type\":\"ready\"}'"
    "\nwhile read -r l; do case $l in *'\"turn\"'*) echo '{}';; esac; done\n"
)])
def test_a_bot_that_forfeits_is_not_started_again(folder, level, text):
    prepare(folder)
    scene.bot(folder, "careful", text)
    scene.run(folder, *begin(SHORT.boards, level))
    whole, log = scene.overs(f"{folder}/log.jsonl"), scene.content(folder)
    fourth = [match.end() for match in
              re.finditer(b'{"t":"over".*\n', log)][3]
    scene.write(f"{folder}/log.jsonl", log[:fourth])
    scene.expect(scene.run(folder, *GO_ON, "--trace", "trace"))
    assert scene.overs(f"{folder}/log.jsonl") == whole
    assert not scene.doubts(folder)
    started = [line["to"] for line in scene.read_log(f"{folder}/trace")
               if '"type":"hello"' in line.get("to", "")]
    assert all('"names":["careful","daring"],"seat":0' not in hello and
               '"names":["daring","careful"],"seat":1' not in hello
               for hello in started) and started


with STAGE:
    scene.main()

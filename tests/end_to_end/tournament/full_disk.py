#!/usr/bin/env python3
"""full_disk.py - the disk is full at any byte, or standard output is closed:
what was played is safe.

tier: full
"""
import resource
import signal
import subprocess

import scene

PLAY = "run", "made", "-j", "1", "--key-file", "key"


def limited(most):
    """Like a full disk, except for the name of the error."""
    def before():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        # Only the soft limit: bots need a higher one, up to the hard limit.
        resource.setrlimit(resource.RLIMIT_FSIZE, (
            most, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
    return before


@scene.each([0, 1, 100, 300, 420, 600, 900, 1500, 3000])
def test_a_run_goes_on_when_there_is_room(folder, most):
    result = scene.finish(scene.start(
        folder, *PLAY, program=scene.TOURNAMENT, restore_signals=False,
        preexec_fn=limited(most)))
    scene.expect(result, 2, ".*", "cannot (write|create)|File too large")
    assert result.err.count("\n") == 1, result
    book = scene.content(folder, "made/book.jsonl")
    assert not book or book.endswith(b"\n"), book[-60:]
    scene.expect(scene.tournament(folder, *PLAY))
    scene.expect(scene.tournament(folder, "verify", "made"))


def test_without_output_it_is_played(folder):
    script = 'exec "$0" "$@" >&- 2>&-'
    subprocess.run(["sh", "-c", script, scene.TOURNAMENT, *PLAY], check=True,
                   cwd=folder, env=scene.referee_environment(folder))
    scene.expect(scene.tournament(folder, "verify", "made"))


scene.main("made", "bots")

#!/usr/bin/env python3
"""hostile_few.py - one hostile bot of each kind, at each level.

hostile.py has all of them.

tier: quick, root
"""
import arena
import hostile_cases
import scene

ROWS = [(row, level) for at, row in enumerate(hostile_cases.ROWS) if row.quick
        for level in hostile_cases.levels_of(at, row, arena.LEVELS)]


@scene.each(ROWS)
def test_bot(folder, row, level):
    return arena.check_row(folder, row, level)


@scene.each(arena.LEVELS)
def test_both_at_once(folder, level):
    """The first fault ends a game of two; what the other bot sent meanwhile
    counts in its next game."""
    if level not in arena.levels_reached():
        raise scene.Skip(f"this machine has no level {level}")
    scene.bot(folder, "bot", """#!/bin/sh
read -r hello; echo '{"type":"ready"}'; read -r game; read -r turn; sleep 999
""")
    scene.bot(folder, "rival", """#!/bin/sh
read -r hello; echo '{"type":"ready"}'; read -r game; echo '{}'; cat
""")
    scene.expect(scene.play(
        folder, "rolit", "./bot", "./rival", "--boards", "2", "--rotations",
        "1", "--limit", "move_ms=1000", "--limit", "pause_waiting=0",
        "--sandbox", level))
    assert not scene.doubts(folder) and not scene.left_running(folder)
    assert [[(line["seat"], line["fault"]) for line in game
             if line["t"] == "fault"] for game in
            scene.games_of(scene.read_log(f"{folder}/log.jsonl"))] == [
        [(0, "timeout")], [(1, "flood")]]


scene.main(workers=16)

#!/usr/bin/env python3
"""hostile_few.py - one hostile bot of each kind, at each level.

hostile.py has all of them.

tier: quick, root
"""
import arena
import hostile_cases
import scene

NAMES = ("not_json", "out_of_range", "two_answers", "silence", "exits",
         "answers_and_exits", "daemons_and_hangs", "segv",
         "ignores_signals", "file_beyond_its_box", "floods_errors",
         "odd_names", "look_at_files", "look_at_processes", "no_program")
ROWS = [(row, level) for row in hostile_cases.ROWS if row.name in NAMES
        for level in arena.LEVELS]


@scene.each(ROWS)
def test_bot(folder, row, level):
    return arena.check_row(folder, row, level)


scene.main(workers=16)

#!/usr/bin/env python3
"""bot.py - plays @GAME@: any legal move, at random."""
import rollcall


def choose(turn):
    """turn.view is the position, turn.legal lists the legal moves."""
    return turn.random.below(len(turn.legal))


if __name__ == "__main__":
    rollcall.run(choose)

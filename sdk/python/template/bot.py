#!/usr/bin/env python3
"""bot.py - plays @GAME@: makes a random legal move."""
import rollcall


def choose(turn):
    """turn.view is the position, turn.legal the list of legal moves."""
    return turn.random.below(len(turn.legal))


if __name__ == "__main__":
    rollcall.run(choose)

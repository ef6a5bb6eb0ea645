#!/usr/bin/env python3
"""The first player to pass loses; each turn shows a hidden card and two dice."""
import os, random, sys, time
from own_game import (Bool, Choice, Game, Int, Out, Word, ask, ask_all, event,
                      illegal, picture, ranks_by, roll, run, text)

# What tests put in the place of a line uses some of these.
OTHERS = (os, random, sys, time, Bool, Choice, Out, Word, ask_all, illegal,
          picture, text)

class Small(Game):
    name, players, result, hidden = "small", (2, 3), "winner", True
    rules = [Int("rounds", 3, 1, 5, "rounds")]

    def play(self, seats, rules):
        cards, total, seat = [], [0] * seats, 0
        for seat in range(seats):
            cards += yield roll(1, 6, seat=seat, hidden=True)
        for number in range(rules["rounds"]):
            a, b = yield roll(2, 6)
            yield event("rolled", sum=a + b)
            for seat in range(seats):
                view = {"card": cards[seat], "total": total}
                legal = [{"do": "raise"}, {"do": "pass"}]
                # view
                move = yield ask(seat, view, legal)
                if move["do"] == "raise":
                    total[seat] += a + b
                    # raised
            # round
        yield event("cards", cards=cards)
        return total, ranks_by(total)

# before run
run(Small)

#!/usr/bin/env python3
"""skunk.py - the game Skunk, as a program that the referee asks: skunk.md has
the rules."""
import os
import sys

# The library is beside this file, or where this tree has it.
sys.path.append(os.path.join(os.path.dirname(os.path.realpath(__file__)),
                             "../../../sdk/python/rollcall"))

from own_game import (Game, Int, Out, ask, ask_all, event, ranks_by,  # noqa: E402
                      roll, run, text)


class Skunk(Game):
    name, players, result = "skunk", (2, 8), "winner"
    sheet = ["All stand up. Two dice are rolled for everybody who stands:",
             "their sum is a gain of this round, and then each decides, without",
             "knowing of the others, to stay or to sit down with the gains.",
             "With a 1 those who stand lose the gains of the round, with two",
             "of them all their points. The most points win.",
             'Moves: {"do":"stand"}, {"do":"sit"}']
    rules = [Int("rounds", 5, 1, 20, "rounds of a game")]

    def play(self, seats, rules):
        total, playing = [0] * seats, list(range(seats))
        for number in range(1, rules["rounds"] + 1):
            standing, pot = list(playing), 0

            def leave(seat):
                playing.remove(seat)
                if seat in standing:
                    standing.remove(seat)

            while standing and len(playing) > 1:
                try:
                    dice = yield roll(2, 6)
                except Out as fault:
                    leave(fault.seat)
                    continue
                if 1 in dice:
                    for seat in standing if dice == [1, 1] else ():
                        total[seat] = 0
                    yield event("skunk", seats=list(standing), dice=dice)
                    yield text("a skunk for " + ", ".join(
                        "{%d}" % seat for seat in standing))
                    break
                pot += sum(dice)
                moves = {}
                while not moves and standing and len(playing) > 1:
                    try:
                        moves = yield ask_all(
                            ask(seat, {"round": number, "pot": pot,
                                       "total": total, "standing": standing},
                                [{"do": "stand"}, {"do": "sit"}])
                            for seat in standing)
                    except Out as fault:
                        leave(fault.seat)
                for seat, move in moves.items():
                    if move["do"] == "sit":
                        standing.remove(seat)
                        total[seat] += pot
                        yield event("sit", seat=seat, points=pot)
                        yield text("{%d} sits down with %d" % (seat, pot))
        return total, ranks_by(total)


if __name__ == "__main__":
    run(Skunk)

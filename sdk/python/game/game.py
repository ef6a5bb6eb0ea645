#!/usr/bin/env python3
"""@GAME@.py - a game for 2 to 6: roll a die, keep it or roll once more.

The referee asks this program for the rules.  Change it: docs/own-game.md says
what a game can do, own_game.py has the functions.
"""
from own_game import Game, Int, ask, event, ranks_by, roll, run, text


class MyGame(Game):
    name = "@GAME@"
    players = 2, 6
    result = "winner"
    stride = 2              # a seat rolls at most twice in a turn
    sheet = ["Each round every player rolls a die, and keeps it or rolls once "
             "more.", "The highest sum of all rounds wins.",
             'Moves: {"do":"keep"}, {"do":"again"}']
    rules = [Int("rounds", 5, 1, 20, "rounds of a game")]

    def play(self, seats, rules):
        # A bot that fails raises Out here: the game is over, and all others
        # have won.
        total = [0] * seats
        for number in range(rules["rounds"]):
            for seat in range(seats):
                (die,) = yield roll(1, 6, seat=seat)
                move = yield ask(seat, {"round": number, "die": die,
                                        "total": total},
                                 [{"do": "keep"}, {"do": "again"}])
                if move["do"] == "again":
                    (die,) = yield roll(1, 6, seat=seat)
                total[seat] += die
                yield event("gain", seat=seat, points=die)
                yield text("{%d} gains %d points" % (seat, die))
        return total, ranks_by(total)


if __name__ == "__main__":
    run(MyGame)

"""blackpot.py - Black-Pot: pawns on numbers that three dice make."""

import itertools

import sums
from game import Decided, Game, Wrong, common_rules

STANDARD = """
  0  0 24 16 25  7 10 12  9  0  0
  0  5 18  2 13 19  1 14  2  5  0
  9  2  6 11  8 22 23  3  6 18 24
 12 14  3  4 20 21 17  4 11  2 16
 10  1 23 17  3 15  3 20  8 13 25
  7 19 22 21 15  1 15 21 22 19  7
 25 13  8 20  3 15  3 17 23  1 10
 16  2 11  4 17 21 20  4  3 14 12
 24 18  6  3 23 22  8 11  6  2  9
  0  5  2 14  1 19 13  2 18  5  0
  0  0  9 12 10  7 25 16 24  0  0
"""
SIZE = 11
NUMBERS = {(i % SIZE, i // SIZE): int(n)
           for i, n in enumerate(STANDARD.split())}
CELLS = [c for c in NUMBERS if NUMBERS[c]]      # in cell order
NAMES = {c: "abcdefghijk"[c[0]] + str(c[1] + 1) for c in CELLS}
NAMED = {name: c for c, name in NAMES.items()}
DIRECTIONS = {"h": (1, 0), "v": (0, 1), "d": (1, 1), "u": (-1, 1)}
BIT = {"h": 1, "v": 2, "d": 4, "u": 8}
LEMON = (1, 2, 3, 4, 5, 6)
BLACKPOT = (13, 14, 17, 19, 21, 22, 23)


def windows():
    """(direction, five cells); the first cell is first in cell order."""
    found = []
    for name, (dx, dy) in DIRECTIONS.items():
        for x, y in CELLS:
            cells = [(x + i * dx, y + i * dy) for i in range(5)]
            if all(c in NAMES for c in cells):
                found.append((name, cells))
    return found


WINDOWS = windows()


def pay(cells, class25="cherry"):
    numbers = [NUMBERS[c] for c in cells]
    black = sum(n in BLACKPOT for n in numbers)
    if black >= 2:
        return {2: 100, 3: 250}.get(black, 400)
    if all(n in LEMON for n in numbers):
        return 50
    if class25 == "none" and 25 in numbers:
        return 30
    return 100 if not any(n in LEMON + BLACKPOT for n in numbers) else 30


class Blackpot(Game):
    players = (2, 4)
    stride = 1
    rules = dict(common_rules(200), start=("seat", ("seat", "roll")),
                 layout=("standard", ("standard",)), pawns=(40, 1, 54),
                 division=("exact", ("exact", "none")),
                 arith=("tree", ("tree", "chain")),
                 **{"pass": ("challenge", ("challenge", "engine"))},
                 shared_roll=(False, 0, 0), finish_round=(False, 0, 0),
                 after_alignment=("flip", ("flip", "remove")),
                 class25=("cherry", ("cherry", "none")),
                 stall_rounds=(3, 1, 100))

    def check_seats(self):
        if self.seats not in (2, 4):
            raise Wrong("Black-Pot is for 2 or 4")

    # the dice and the board

    def combinations(self):
        """The feasible combinations, including the zero combination ()."""
        free = [NUMBERS[c] for c in CELLS if c not in self.owner]
        return [c for c in sums.combinations(tuple(self.roll), *self.arith)
                if len(c) <= self.pawns[self.seat % 2] and
                all(free.count(v) >= c.count(v) for v in c)]

    def placing(self):
        return [c for c in self.combinations() if c]

    def cell_sets(self, combinations):
        """Every set of free cells for one of the combinations, in legal
        order."""
        found = set()
        for values in combinations:
            choices = []
            for value in sorted(set(values)):
                free = [c for c in CELLS if c not in self.owner and
                        NUMBERS[c] == value]
                choices.append(itertools.combinations(
                    free, values.count(value)))
            for picks in itertools.product(*choices):
                found.add(tuple(sorted(sum(picks, ()), key=CELLS.index)))
        ordered = sorted(found, key=lambda cells: (
            len(cells), [CELLS.index(c) for c in cells]))
        return [{"cells": [NAMES[c] for c in cells]} for cells in ordered]

    def place(self, seat, cells):
        side = seat % 2
        for cell in cells:
            self.owner[cell] = side
            self.pawns[side] -= 1
            scored = [c for name in DIRECTIONS
                      for c in self.align(seat, cell, name)]
            if self.rule["after_alignment"] == "remove":
                for c in set(scored):
                    del self.owner[c]
                    self.used.pop(c, None)
        if cells and self.pawns[side] == 0:
            self.tell("last_pawn", seat=seat)

    def align(self, seat, cell, direction):
        """Scores one window through `cell`; returns its cells."""
        full = [cells for name, cells in WINDOWS
                if name == direction and cell in cells and all(
                    self.owner.get(c) == seat % 2 and
                    not self.used.get(c, 0) & BIT[direction] for c in cells)]
        if not full:
            return []
        best = min(full, key=lambda cells: (
            -pay(cells, self.rule["class25"]), CELLS.index(cells[0])))
        points = pay(best, self.rule["class25"])
        self.points[seat % 2] += points
        for c in best:
            self.used[c] = self.used.get(c, 0) | BIT[direction]
        self.tell("alignment", seat=seat, dir=direction, points=points,
                  cells=[NAMES[c] for c in best])
        return best

    # the game

    def game(self):
        self.arith = (self.rule["division"], self.rule["arith"])
        self.owner, self.used = {}, {}
        self.pawns = [self.rule["pawns"]] * 2
        self.points = [0, 0]
        self.idle, self.closing = 0, False
        self.queue, self.indicated = [], []
        self.shared = self.seats == 4 or self.rule["shared_roll"]
        starter = 0
        if self.rule["start"] == "roll":
            starter = yield from self.throw_for_start()
        self.starter = first = starter
        while True:
            order = [(first + i) % self.seats for i in range(self.seats)]
            if self.shared:
                order = order[1:] + order[:1]
            yield from self.round(first, order)
            if self.closing:
                raise Decided("normal")
            if self.shared:
                first = (first + 1) % self.seats

    def round(self, roller, order):
        for place, seat in enumerate(order):
            self.begin(seat)
            if not self.shared or place == 0:
                self.roller = roller if self.shared else seat
                stream = 0 if self.shared else seat + 1
                self.roll = sorted((yield from self.draw(stream, 3, 6)))
            self.queue = order[place + 1:] if self.shared else []
            before = list(self.pawns)
            yield from self.turn(seat)
            placed = before != self.pawns
            self.idle = 0 if placed else self.idle + 1
            if placed and self.pawns[seat % 2] == 0:
                if not self.rule["finish_round"]:
                    raise Decided("normal")
                self.closing = True
            if self.idle == self.rule["stall_rounds"] * self.seats:
                self.tell("stalled")
                raise Decided("stalled")

    def turn(self, seat):
        self.asked, self.challenger = "place", -1
        if not self.placing():
            self.tell("pass", seat=seat, forced=True)
            return
        legal = self.cell_sets(self.combinations())
        if self.rule["pass"] == "challenge":
            legal.append({"pass": True})
        move = yield from self.ask(seat, legal)
        if "cells" not in move:
            self.tell("claim", seat=seat)
            values = yield from self.challenge(seat)
            if not values:
                self.tell("pass", seat=seat, forced=False)
                return
            self.asked, self.indicated = "forced", values
            move = yield from self.ask(seat, self.cell_sets([values]))
            self.indicated = []
        if not move["cells"]:
            self.tell("zero", seat=seat)
        self.place(seat, [NAMED[c] for c in move["cells"]])

    def challenge(self, seat):
        """The values indicated by the first opponent to challenge, or []."""
        self.asked = "challenge"
        for i in range(1, self.seats, 2):
            opponent = self.challenger = (seat + i) % self.seats
            legal = [{"indicate": []}] + [{"indicate": list(c)}
                                          for c in self.placing()]
            move = yield from self.ask(opponent, legal)
            if move["indicate"]:
                self.tell("challenge", seat=seat, by=opponent,
                          values=move["indicate"])
                return move["indicate"]
        return []

    def log_move(self, answer):
        """Cells are compared in placing order, whatever order they have in the
        log."""
        cells = answer.get("cells")
        if type(cells) is not list or any(
                type(c) is not str or c not in NAMED for c in cells):
            return Game.log_move(self, answer)
        ordered = sorted(cells, key=lambda c: CELLS.index(NAMED[c]))
        ordered = Game.log_move(self, dict(answer, cells=ordered))
        return None if ordered is None else answer

    def said(self, move):
        if "cells" in move:
            values = [NUMBERS[NAMED[c]] for c in move["cells"]]
        elif move.get("indicate"):
            values = move["indicate"]
        else:
            return None
        return sums.said(tuple(self.roll), tuple(values), *self.arith)

    def somebody_left(self):
        raise Decided("fault")

    def finish(self, end, winners):
        sides = [self.points[s] + 10 * self.pawns[s] for s in (0, 1)]
        if end == "fault":
            lost = [seat % 2 for seat in self.gone][0]
            ranks = [2 if s == lost else 1 for s in (0, 1)]
        else:
            ranks = [1 if sides[s] == max(sides) else 2 for s in (0, 1)]
        self.result = {"scores": [sides[s % 2] for s in range(self.seats)],
                       "ranks": [ranks[s % 2] for s in range(self.seats)],
                       "end": end}

    def view(self):
        squares = list(NUMBERS)
        return {"asked": self.asked, "seat": self.seat,
                "roll": list(self.roll),
                "numbers": [NUMBERS[c] for c in squares],
                "own": "".join("#" if c not in NAMES else
                               str(self.owner.get(c, ".")) for c in squares),
                "used": "".join("%x" % self.used.get(c, 0) for c in squares),
                "pawns": list(self.pawns), "points": list(self.points),
                "turns": list(self.turns), "roller": self.roller,
                "queue": list(self.queue), "idle": self.idle,
                "indicated": list(self.indicated), "closing": self.closing,
                "starter": self.starter, "challenger": self.challenger}

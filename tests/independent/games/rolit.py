"""rolit.py - Reversi for two to four colours."""

from game import Ask, Decided, Game, OUT, Wrong, common_rules

COLOURS = {2: "RG", 3: "RYG", 4: "RYGB"}
AROUND = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]


class Rolit(Game):
    players = (2, 4)
    stride = 1
    rules = dict(common_rules(60, 1, 60), size=(8, (8, 6, 4)),
                 start=("seat", ("seat", "roll")), must_capture=(True, 0, 0),
                 opening_plies=(0, 0, 8))

    def check_seats(self):
        Game.check_seats(self)
        if self.rule["size"] == 4 and self.seats != 2:
            raise Wrong("4x4 is for two")

    def cells(self):
        """In cell order: by row, then column."""
        size = self.rule["size"]
        return [(x, y) for y in range(size) for x in range(size)]

    def name(self, cell):
        return "abcdefgh"[cell[0]] + str(cell[1] + 1)

    def trapped(self, cell, colour):
        """All balls that a ball of `colour` on `cell` would turn."""
        found = []
        for dx, dy in AROUND:
            run = []
            x, y = cell[0] + dx, cell[1] + dy
            while self.board.get((x, y), ".") not in (".", colour):
                run.append((x, y))
                x, y = x + dx, y + dy
            if self.board.get((x, y), ".") == colour:
                found += run
        return found

    def placements(self, seat):
        colour = self.colours[seat]
        empty = [c for c in self.cells() if self.board[c] == "."]
        touching = [c for c in empty if any(
            self.board.get((c[0] + dx, c[1] + dy), ".") != "."
            for dx, dy in AROUND)]
        taking = [c for c in empty if self.trapped(c, colour)]
        if taking and self.rule["must_capture"]:
            return taking
        return touching

    def balls(self, seat):
        return list(self.board.values()).count(self.colours[seat])

    def place(self, seat, cell):
        before = [self.balls(s) for s in range(self.seats)]
        turned = self.trapped(cell, self.colours[seat])
        for c in turned + [cell]:
            self.board[c] = self.colours[seat]
        if turned:
            self.tell("capture", seat=seat, cell=self.name(cell),
                      balls=len(turned))
        for other in range(self.seats):
            if before[other] > 0 and self.balls(other) == 0:
                self.tell("extinct", seat=other)
        last = self.rule["size"] - 1
        if cell[0] in (0, last) and cell[1] in (0, last):
            self.tell("corner", seat=seat, cell=self.name(cell))

    def somebody_left(self):
        """Fewer than two seats left end the game; a seat that is out still
        plays, always its first legal move."""
        if len(self.left()) <= 1:
            raise Decided("fault")

    def throw(self):
        while True:
            values = yield from self.draw(0, 1, 4)
            colour = "RYGB"[values[0] - 1]
            if colour in self.colours:
                seat = self.colours.index(colour)
                self.tell("start", seat=seat)
                return seat

    def game(self):
        self.colours = COLOURS[self.seats]
        self.board = {c: "." for c in self.cells()}
        middle = self.rule["size"] // 2
        self.board[middle - 1, middle - 1] = "R"
        self.board[middle, middle - 1] = "Y"
        self.board[middle, middle] = "G"
        self.board[middle - 1, middle] = "B"
        seat, plies = 0, 0
        if self.rule["start"] == "roll":
            seat = yield from self.throw()
        while "." in self.board.values():
            self.begin(seat)
            found = self.placements(seat)
            if plies < self.rule["opening_plies"]:
                values = yield from self.draw(0, 1, len(found))
                cell = found[values[0] - 1]
            else:
                cell = yield from self.choice(seat, found)
            self.place(seat, cell)
            plies += 1
            seat = (seat + 1) % self.seats
        raise Decided("normal")

    def choice(self, seat, found):
        legal = [{"cell": self.name(c)} for c in found]
        while seat not in self.gone:
            move = yield Ask(seat, self.view(), legal)
            if move is not OUT:
                return found[legal.index(move)]
            self.somebody_left()
        return found[0]

    def finish(self, end, winners):
        scores = [self.balls(s) for s in range(self.seats)]
        order = [(s in self.gone, 0 if s in self.gone else -scores[s])
                 for s in range(self.seats)]
        ranks = [1 + sum(o < mine for o in order) for mine in order]
        self.result = {"scores": scores, "ranks": ranks, "end": end}

    def view(self):
        return {"size": self.rule["size"],
                "board": "".join(self.board[c] for c in self.cells()),
                "seat": self.seat, "colours": list(self.colours),
                "balls": [self.balls(s) for s in range(self.seats)],
                "turns": list(self.turns), "out": sorted(self.gone)}

"""play.py - writes a match log of random play, for tests of the verifiers."""

import hashlib
import json
import random

import dice
import ed25519
from game import check_rules
from games import GAMES
from replay import Replay


def compact(line):
    return json.dumps(line, separators=(",", ":"),
                      ensure_ascii=False).encode() + b"\n"


class Writer:
    def __init__(self, name, seats, rules, boards=2, rotations=None,
                 links=128, seed=1, faults=0.0, resumes=0.0):
        self.random = random.Random(seed)
        self.name, self.seats = name, seats
        self.rules = check_rules(GAMES[name].rules, rules)
        self.boards, self.links = boards, links
        self.rotations = rotations or seats
        self.fault_rate, self.resume_rate = faults, resumes
        self.secret = hashlib.sha256(b"secret %d" % seed).digest()
        self.seed = hashlib.sha256(b"key %d" % seed).digest()
        self.salt = dice.salt_alone(dice.seal(self.secret))
        self.out = []
        self.faults = [0] * seats

    def write(self, **line):
        self.out.append(line)

    def header(self):
        self.write(
            t="match", v=1, tournament=None, manifest=None, match=1,
            game=self.name, rules=self.rules,
            entrants=[{"name": "bot-%d" % i, "author": None,
                       "bot": "%064x" % i, "command": dice.command(
                           ["./bot", str(i)]).hex()}
                      for i in range(self.seats)],
            boards=self.boards, rotations=self.rotations, processes="seat",
            limits={"start_ms": 10000, "move_ms": 1000, "game_ms": 0,
                    "faults_max": 3, "memory_mb": 4096, "cpu_s": 0,
                    "tasks": 64, "files": 64, "box_mb": 64, "output_mb": 64,
                    "cores": 1},
            sandbox="none", seal=dice.seal(self.secret).hex(),
            salt=self.salt.hex(), links=self.links,
            stride=GAMES[self.name].stride,
            referee={"version": "0",
                     "key": ed25519.public_key(self.seed).hex()})

    def log(self):
        """The bytes of a whole log."""
        self.header()
        games = 0
        for board in range(1, self.boards + 1):
            self.board = board
            self.write(t="board", board=board, anchors=[
                dice.chain(self.secret, board, s, 0, self.links)[0].hex()
                for s in range(self.seats + 1)])
            for rotation in range(self.rotations):
                while not self.one_game(rotation):
                    self.write(t="resume", games=games)
                games += 1
        self.write(t="close", secret=self.secret.hex(), games=games)
        body = b"".join(compact(line) for line in self.out)
        digest = hashlib.sha256(body).digest()
        sig = ed25519.sign(self.seed, b"rollcall log" + digest)
        return body + compact({"t": "sign", "log": digest.hex(),
                               "sig": sig.hex()})

    def one_game(self, rotation):
        """False when the game was abandoned."""
        seated = [(s + rotation) % self.seats for s in range(self.seats)]
        self.write(t="game", board=self.board, rotation=rotation,
                   seats=seated)
        forfeits = [s for s in range(self.seats)
                    if self.faults[seated[s]] >= 3]
        self.replay = Replay(self.name, self.seats, self.rules, forfeits)
        self.chains = {(s, 0) for s in range(self.seats + 1)}
        for seat in list(forfeits):
            self.step(t="fault", seat=seat, fault="forfeit", detail="")
        while self.replay.game.due is not None:
            if self.random.random() < self.resume_rate:
                return False
            self.go_on()
        self.step(t="over", **self.replay.game.result)
        for seat in self.replay.faulted:
            self.faults[seated[seat]] += 1
        return True

    def step(self, **line):
        self.replay.take(line)
        self.write(**line)

    def go_on(self):
        game = self.replay.game
        draw = self.replay.next_draw()
        if self.random.random() < self.fault_rate:
            seat = self.random.choice(game.left())
            self.step(t="fault", seat=seat, fault="gone", detail="dice")
        elif draw:
            self.draw(*draw)
        else:
            move = self.random.choice(game.due.legal)
            line = {"t": "move", "seat": game.due.seat, "move": move}
            said = game.said(move)
            self.step(**line) if said is None else \
                self.step(said=said, **line)

    def draw(self, stream, k, count, sides):
        number, element = dice.place(k, self.links)
        chain = dice.chain(self.secret, self.board, stream, number,
                           self.links)
        if (stream, number) not in self.chains:
            self.chains.add((stream, number))
            self.write(t="chain", s=stream, c=number, anchor=chain[0].hex())
        self.step(t="draw", s=stream, k=k, dice="%dd%d" % (count, sides),
                  v=dice.roll(self.salt, chain[element], count, sides),
                  link=chain[element].hex())

"""talk.py - a referee for tests of bots: its lines, and a running bot."""
import json
import os
import select
import subprocess
import tempfile

SRC = os.path.abspath(os.environ.get("srcdir", "."))
SILENT_S = 600      # a bot that hangs must not hang the test
LINE_SIZE_MAX = 65536


def vectors(name, group):
    with open(f"{SRC}/tests/vectors/{name}", encoding="utf-8") as file:
        found = json.load(file)[group]
    assert found, f"{name} has no {group}"
    return found


class Bot:
    """A running bot.  Its output is read only after a question."""

    def __init__(self, command):
        self.stderr = tempfile.TemporaryFile()
        # Unbuffered, so that select sees everything not read yet.
        self.process = subprocess.Popen(
            command, bufsize=0, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=self.stderr,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1",
                 "PYTHONUNBUFFERED": ""})
        self.heard = b""

    def tell(self, *lines, end="\n"):
        data = "".join(compact(line) + end for line in lines).encode()
        while data:
            data = data[self.process.stdin.write(data):]

    def hear(self):
        """The answer, or None if the bot has ended."""
        out = self.process.stdout
        while b"\n" not in self.heard:
            if not select.select([out], [], [], SILENT_S)[0]:
                self.process.kill()
                raise AssertionError(f"no answer from {self.process.args}")
            more = out.read(LINE_SIZE_MAX)
            if not more:
                return None
            self.heard += more
        line, self.heard = self.heard.split(b"\n", 1)
        return json.loads(line)

    def ask(self, *lines, end="\n"):
        self.tell(*lines, end=end)
        return self.hear()

    def end(self):
        """Exit status, standard error and any output that nothing had asked
        for."""
        self.process.stdin.close()
        try:
            status = self.process.wait(SILENT_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        stray = self.heard + self.process.stdout.read()
        self.process.stdout.close()
        self.stderr.seek(0)
        words = self.stderr.read().decode()
        self.stderr.close()
        return status, words, stray


def compact(line):
    return json.dumps(line, separators=(",", ":"))


RULES = {"pig": {"target": 100}, "bolo7": {
    "target": 10000, "endgame": "sudden_death", "catch": "ge"}}
OVER = {"type": "over", "events": [], "scores": [1, 2], "ranks": [2, 1],
        "end": "normal"}
BYE = {"type": "bye", "secret": "00" * 32}


def hello(game, rules=None, **dice):
    dice = {"seal": "00" * 32, "salt": "00" * 32, "links": 128, "stride": 8,
            **dice}
    return {"type": "hello", "protocol": 1, "game": game,
            "rules": {**RULES.get(game, {}), **(rules or {})}, "seats": 2,
            # A name that must not be mistaken for a line of another type.
            "names": ["ann", "\"type\":\"bye\""], "seat": 0,
            "limits": {"start_ms": 10000, "move_ms": 1000, "game_ms": 0},
            "dice": dice}


def game(number, seed=1, anchors=("00" * 32,) * 3):
    return {"type": "game", "number": number, "of": 3, "seed": seed,
            "anchors": list(anchors)}


def turn(view, legal, ready=None, events=()):
    line = {"type": "turn", "ms": 1000, "events": list(events), "view": view,
            "legal": legal}
    for wish in ("legal", "events"):
        if ready and ready.get(wish) is False:
            del line[wish]
    return line


def positions():
    """For every game of the vectors, some (view, legal moves)."""
    found = {}
    for file in os.listdir(f"{SRC}/tests/vectors/games"):
        found[file[:-5]] = [
            (at["view"],
             at.get("legal") or at["legal_first"] + at["legal_last"])
            for transcript in vectors(f"games/{file}", "transcripts")
            for at in transcript["positions"]]
    assert found
    return found


POSITIONS = positions()


def is_legal(answer, legal):
    move = answer["move"]
    return 0 <= move < len(legal) if type(move) is int else move in legal


def converse(command, names):
    """The bot answers legally at every position of those games, then exits
    with status 0 and no further output."""
    for name in names:
        bot = Bot(command)
        ready = bot.ask(hello(name))
        for view, legal in POSITIONS[name]:
            answer = bot.ask(game(1), turn(view, legal, ready))
            assert is_legal(answer, legal), answer
        bot.tell(BYE)
        end = bot.end()
        assert end == (0, "", b""), end

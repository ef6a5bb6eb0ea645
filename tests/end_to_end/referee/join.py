"""join.py - a person plays against bots, at a pseudo-terminal.

tier: quick
"""
import json
import os
import re
import shlex
import shutil
import signal

import scene
from terminal import Terminal

PROMPT = "Your move (? for help): "
SURE = "Leave the match? It can be resumed. (y/n) "
MORE = "Enter for more, q to stop: "
LEFT = "referee join: you left the match; the games played so far are " \
       "saved: continue with referee join --resume log.jsonl"
RULES = {"blackpot": "pawns=10,max_turns=4", "bolo5": "target=1500",
         "bolo7": "target=1500", "pig": "target=12",
         "rolit": "max_turns=6", "vollelotte": "target=600,max_turns=8"}


class Seat(Terminal):
    """What a person sees and types."""

    def __init__(self, folder, *words, **more):
        super().__init__(folder, [scene.REFEREE, "join", *words,
                                  "--key-file", "key"], **more)
        self.seen = 0

    def text(self):
        return self.bytes.decode(errors="replace").replace("\r\n", "\n")

    def asked(self, *prompts):
        """Reads up to the next prompt or the end; returns what was printed
        since the last prompt, and the prompt, which is "" at the end."""
        prompts = prompts or (PROMPT,)
        while True:
            new = self.text()[self.seen:]
            for prompt in prompts:
                if new.endswith(prompt):
                    self.seen += len(new)
                    return new[:-len(prompt)], prompt
            if not self.read(scene.HANGS_S):
                return self.text()[self.seen:], ""

    def says(self, line):
        self.key(line.encode() + b"\n")

    def says_and_sees(self, line, *prompts):
        self.says(line)
        # The echo of what was typed is not part of the answer.
        return self.asked(*prompts)[0].partition("\n")[2]


def table(folder, game, *words, bots=1, rules=None):
    """Makes bots; returns the arguments of the command."""
    names = [f"bot{i}" for i in range(bots)]
    for name in names:
        scene.healthy(folder, name)
    return [game, *(f"./{name}" for name in names),
                    "--rules", rules or RULES[game], "-o", "log.jsonl",
                    "--secret-file", "secret", *words]


def numbers(listed):
    """The list of moves at the end of the text: {number: words}."""
    found = {}
    for line in reversed(listed.rstrip("\n").split("\n")):
        parts = re.split(r" +(\d+)  (?=[a-z])", line)
        if parts[0] != "" or len(parts) == 1:
            break
        found.update((int(number), words.strip()) for number, words in
                     zip(parts[1::2], parts[2::2]))
    return found


def play_on(seat):
    """Plays until the match is over; returns the exit status."""
    while True:
        shown, prompt = seat.asked(PROMPT, "left): ")
        if prompt == "":
            return seat.end()
        if prompt != PROMPT:
            seat.says("")
            continue
        if re.search(r"^\d+ legal moves", shown, re.M):
            seat.says("l")
            if seat.asked(PROMPT, MORE)[1] == MORE:
                seat.says("q")
                seat.asked()
            seat.says("1")
            continue
        # The last move ends a turn, which keeps games short.
        seat.says(str(max(numbers(shown))))


def check_log(folder, seat, terminal):
    """A finished log, and how the terminal showed it."""
    person = scene.read_log(f"{folder}/log.jsonl")[0]["entrants"][seat]
    none = "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"
    assert (person["name"], person["bot"], person["command"]) == (
        "person", "0" * 64, none), person
    doubts = scene.doubts(folder)
    assert not doubts, doubts
    told = scene.run(folder, "replay", "log.jsonl").out
    assert "\nperson: played by a person.\n" in told
    # What was played before an interruption was shown on another terminal.
    told = told.partition("\nGames won:")[0]
    told = told.rpartition("starts over, with the same dice.\n")[2]
    shown = iter([line.rstrip() for line in terminal.text().split("\n")])
    for line in told.split("\n"):
        assert line.rstrip() in shown, f"join has not told {line!r}"
    scene.expect(scene.run(folder, "rerun", "log.jsonl",
                           "--sandbox", "limits"),
                 out="replayed identically")


# ### whole games

@scene.each([("blackpot", 1, 1), ("bolo5", 0, 1), ("bolo7", 2, 2),
             ("pig", 1, 3), ("rolit", 1, 2), ("vollelotte", 0, 2)])
def test_a_whole_game(folder, game, seat, bots):
    terminal = Seat(folder, *table(folder, game, "--seat", str(seat),
                                   bots=bots))
    assert play_on(terminal) == 0, terminal.text()[-900:]
    check_log(folder, seat, terminal)
    assert re.search(r"^Games won: .*\nlog: log\.jsonl\n\Z", terminal.text(),
                     re.M), terminal.text()[-200:]
    assert "\033" not in terminal.text()     # NO_COLOR is set
    assert not os.path.exists(f"{folder}/log.secret")
    assert not scene.gone_in_the_end(folder)


def test_several_games(folder):
    """Each game has its own dice and the seats stay: no board is played
    twice."""
    terminal = Seat(folder, *table(folder, "pig", "--boards", "3", "--name",
                                   "zo\u00eb"))
    assert play_on(terminal) == 0
    assert [(line["board"], line["rotation"], line["seats"])
            for line in scene.read_log(f"{folder}/log.jsonl")
            if line["t"] == "game"] == [(i, 0, [0, 1]) for i in (1, 2, 3)]
    assert "zo\u00eb begins." in terminal.text()
    assert not scene.doubts(folder)


# ### choosing

def pages(terminal, line):
    """All that is printed a page at a time in answer to the line."""
    terminal.says(line)
    text, prompt = terminal.asked(PROMPT, MORE)
    while prompt == MORE:
        terminal.says("")
        page, prompt = terminal.asked(PROMPT, MORE)
        text += page.partition("\n")[2]      # after the echo
    return text


def leave(terminal):
    terminal.key(b"\x04")
    assert terminal.end() == 2


def test_a_search_in_blackpot(folder):
    terminal = Seat(folder, *table(folder, "blackpot"))
    shown, _ = terminal.asked()
    assert re.search(r"^\d{3} legal moves: type cells or dice values to "
                     r"search, or l to list them all\.\n\Z", shown,
                     re.M), shown
    assert re.search(r"^ 1 +24  16  25", shown, re.M), shown
    # No moves are listed, so a number is searched for, not taken as a move.
    assert "legal moves match: type more words" in terminal.says_and_sees("3")
    threes = numbers(pages(terminal, "l"))
    assert threes and all(re.search(r"\b3\b", text)
                          for text in threes.values()), threes
    cell = re.search(r"\b([a-k]\d+) ", min(threes.values()))[1]
    found = numbers(terminal.says_and_sees(f"{cell.upper()} 3"))
    assert found and set(found) <= set(threes) and all(
        re.search(rf"\b{cell} \(", text) for text in found.values()), found
    terminal.says_and_sees(str(max(found)))
    leave(terminal)
    first = next(line for line in scene.read_log(f"{folder}/log.jsonl")
                 if line["t"] == "move")
    assert cell in first["move"]["cells"] and first["seat"] == 0


def test_the_only_one_found(folder):
    """Enter plays the only move found, and lists all moves if there are
    more."""
    terminal = Seat(folder, *table(folder, "rolit"))
    first = numbers(terminal.asked()[0])
    assert numbers(terminal.says_and_sees("")) == first
    cell = first[2].split()[-1]
    assert numbers(terminal.says_and_sees(cell)) == {2: first[2]}
    terminal.says("")
    terminal.asked("left): ")
    terminal.says("")
    terminal.asked()
    leave(terminal)
    moves = [line["move"]["cell"] for line in
             scene.read_log(f"{folder}/log.jsonl") if line["t"] == "move"]
    assert moves[0] == cell


def test_wrong_input(folder):
    terminal = Seat(folder, *table(folder, "bolo7"))
    first = numbers(terminal.asked()[0])
    for typed, said in (
            ("xyzzy", 'No legal move matches "xyzzy"; type ? for help.\n'),
            ("\033]0;x\a\u202e", 'No legal move matches "'),
            ("999", 'No legal move matches "999"; type ? for help.\n'),
            ("0", 'No legal move matches "0"; type ? for help.\n'),
            ("u", "The rules do not allow moves to be taken back "
             "(illegal_retries 0).\n"),
            ("?", "  12      plays the listed move with this number\n"),
            ("b", "person, turn 1  ")):
        seen = terminal.says_and_sees(typed)
        assert said in seen and "\033" not in seen, f"{typed!r}: {seen!r}"
    sheet = pages(terminal, "h")
    assert "Goal: be the first to reach 10,000 points" in sheet
    assert "Example: 1 1 1 2 3 5 5." in sheet
    assert numbers(terminal.says_and_sees("")) == first
    leave(terminal)


def test_a_move_taken_back(folder):
    terminal = Seat(folder, *table(folder, "rolit"))
    first = numbers(terminal.asked()[0])
    terminal.says("u")
    assert "choose one first; 1 left" in terminal.asked()[0]
    terminal.says("1")
    shown, _ = terminal.asked("left): ")
    assert f"{first[1]}: Enter plays it, u takes it back (1 " in shown, shown
    terminal.says("nonsense")
    terminal.asked("left): ")
    shown = terminal.says_and_sees("u")
    assert "takes the move back" in shown and numbers(shown) == first, shown
    # No other choice is left, so the move is played at once.
    shown = terminal.says_and_sees("2")
    assert "person captures" in shown, shown
    terminal.says(str(max(numbers(shown))))
    terminal.asked("(1 left): ")
    terminal.says("")
    assert play_on(terminal) == 0
    kinds = [line["t"] for line in scene.read_log(f"{folder}/log.jsonl")
             if line["t"] in ("again", "move")]
    assert kinds[:2] == ["again", "move"] and "again" not in kinds[1:]
    check_log(folder, 0, terminal)


def test_another_size(folder):
    terminal = Seat(folder, *table(folder, "rolit"), columns=80)
    wide = terminal.asked()[0].rstrip("\n").split("\n")[-1]
    terminal.resize(30, 24)
    narrow = terminal.says_and_sees("").rstrip("\n").split("\n")
    terminal.resize(3, 2)
    assert terminal.says_and_sees("")
    leave(terminal)
    assert len(numbers(wide)) == 3, wide
    assert [len(numbers(line)) for line in narrow] == [2, 1], narrow


def test_as_in_the_document(folder):
    """The session in the document happens with the dice of these tests, and
    its table of keys is what `?` prints."""
    page = scene.content(f"{scene.SRC}/docs", "join.md").decode()
    turn, letters = [
        re.sub("^    ", "", block, flags=re.M) for block in
        re.findall(r"(?:^    .*\n)+", page, re.M)]
    words = table(folder, "bolo7", "--seat", "1", "--name", "ann")
    scene.entrant(folder, "rival", "threshold")
    words[1], words[words.index("--rules") + 1] = "./rival", "target=10000"
    terminal = Seat(folder, *words)
    for line in turn.split("\n"):
        if line.startswith(PROMPT):
            terminal.asked()
            terminal.says(line[len(PROMPT):])
    terminal.asked()
    assert turn in terminal.text(), terminal.text()
    assert terminal.says_and_sees("?") == letters
    leave(terminal)


# ### leaving

def with_q(terminal):
    terminal.says("q")
    for answer, prompt in (("n", PROMPT), ("q", SURE), ("perhaps", SURE)):
        terminal.asked(SURE)
        terminal.says(answer)
        if prompt == PROMPT:
            terminal.asked()
            terminal.says("q")
    terminal.asked(SURE)
    terminal.says("y")


LEAVES = {
    "with q": (with_q, re.escape(LEFT)),
    "at the end of the input": (lambda terminal: terminal.key(b"\x04"),
                                re.escape(LEFT)),
    "with Ctrl-C": (lambda terminal: terminal.key(b"\x03"),
                    "referee join: interrupted; the games played so far are "
                    "saved: "
                    r"continue with referee join --resume log\.jsonl"),
    "by a signal": (lambda terminal: os.kill(terminal.pid, signal.SIGTERM),
                    "referee join: interrupted"),
}


@scene.each(LEAVES)
def test_leaving(folder, how):
    """Leaves in the second turn, resumes, and plays to the end."""
    go, said = LEAVES[how]
    words = table(folder, "pig", rules="target=30")
    terminal = Seat(folder, *words[:-2])    # with a secret of its own
    terminal.asked()
    terminal.says("1")
    terminal.asked()
    go(terminal)
    assert terminal.end() == 2
    assert re.search(said, terminal.text()), terminal.text()[-300:]
    assert not scene.gone_in_the_end(folder)
    # Nobody else can read the log that is left.
    assert not os.stat(f"{folder}/log.jsonl").st_mode & 0o077
    scene.expect(scene.run(
        folder, "play", "--resume", "log.jsonl", "--key-file", "key"), 2, "",
        r"log\.jsonl: person is a person; continue with referee join "
        r"--resume log\.jsonl\n$")
    again = Seat(folder, "--resume", "log.jsonl")
    assert play_on(again) == 0, again.text()[-300:]
    check_log(folder, 0, again)
    verdict = scene.run(folder, "verify", "log.jsonl").out
    assert "games abandoned: 1" in verdict, verdict
    assert "person: played by a person, whose moves no rerun can repeat" in \
        verdict, verdict
    over = Seat(folder, "--resume", "log.jsonl")
    assert over.end() == 2 and "is over" in over.text(), over.text()


def test_the_terminal_goes_away(folder):
    """Nothing is left behind, and the log can be resumed."""
    terminal = Seat(folder, *table(folder, "pig")[:-2])
    terminal.asked()
    os.close(terminal.fd)
    os.waitpid(terminal.pid, 0)
    assert not scene.gone_in_the_end(folder)
    assert play_on(Seat(folder, "--resume", "log.jsonl")) == 0
    assert not scene.doubts(folder)


# ### bots

def test_a_bot_that_exits(folder):
    """While the person thinks; its fault is reported after the move."""
    words = table(folder, "pig")
    scene.bot(folder, "bot0", "#!/bin/sh\nread -r l\necho '{\"type\":"
              "\"ready\"}'\nread -r l\nexit 3\n")
    terminal = Seat(folder, *words, "--sandbox", "none")
    terminal.asked()
    scene.wait_until(lambda: not any(
        one.endswith("bot0") for one in scene.left_running(folder)))
    assert play_on(terminal) == 0
    assert [(line["seat"], line["fault"]) for line in
            scene.read_log(f"{folder}/log.jsonl")
            if line["t"] == "fault"] == [(1, "gone")]
    assert "Fault of bot0: gone" in terminal.text()
    assert not scene.doubts(folder)


PAINTS = r"""#!/bin/sh
read -r l; echo '{"type":"ready"}'; read -r l; read -r l
printf '%s\n' '{"move":{"then":"\u001b[31m\u009b2J"},"say":"\u001b]0;x\u0007"}'
printf '\033[2J' >&2
cat >/dev/null
"""


@scene.each([({"NO_COLOR": "1"}, False),
             ({"NO_COLOR": "", "TERM": "dumb"}, False),
             ({"NO_COLOR": ""}, True)])
def test_nothing_is_painted(folder, more, coloured):
    """Escape sequences of a bot reach no terminal, whether colours are on or
    off."""
    words = table(folder, "pig", "--seat", "1")
    scene.bot(folder, "bot0", PAINTS)
    terminal = Seat(folder, *words, **more)
    play_on(terminal)
    bare = re.sub("\033\\[[0-9;]*m", "", terminal.text())
    assert (bare != terminal.text()) == coloured
    assert not re.search("[\0-\x08\x0b-\x1f\x7f-\x9f]",
                         bare.replace("\r", "")), bare
    assert "Fault of bot0: illegal" in bare, bare[-300:]


# ### refused

def test_what_is_refused(folder):
    words = table(folder, "pig")
    scene.expect(scene.run(folder, "join", *words, "--key-file", "key"), 2, "",
                 "standard input is not a terminal, and a person plays at one")
    scene.play(folder, "pig", "./bot0", "other=./bot0", log="bots.jsonl")
    for given, expression in scene.rows("join_refused.txt"):
        terminal = Seat(folder, *shlex.split(given))
        assert terminal.end() == 2 and terminal.text().count("\n") == 1 and \
            re.search(expression, terminal.text()), terminal.text()
    scene.write(f"{folder}/match.json", json.dumps({
        "game": "pig", "entrants": [
            {"name": "bob", "command": ["./bot0"]},
            {"name": "eve", "command": []}]}))
    scene.expect(
        scene.run(folder, "play", "match.json", "--key-file", "key"), 2, "",
        r"play: match\.json: entrants\[1\]\.command: expected its words, "
        r"found \[\], which is a person; people play with referee join\n$")
    assert [name for name in os.listdir(folder)
            if name.endswith((".jsonl", ".secret"))] == ["bots.jsonl"]


# ### a game that is a program

def own_game(folder, name, *edits):
    """Copies an example game, its library and its bot."""
    examples = f"{scene.SRC}/tournaments/examples/games"
    end = "py" if os.path.exists(f"{examples}/{name}.py") else "js"
    shown = scene.PYTHON if end == "py" else "node"
    if not shutil.which(shown):
        raise scene.Skip(f"{shown} is not installed")
    text = scene.content(examples, f"{name}.{end}").decode()
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new)
    scene.bot(folder, f"{name}.{end}", text)
    scene.bot(folder, f"bot.{end}",
              scene.content(examples, f"{name}_bot.{end}"))
    scene.bot(folder, f"own_game.{end}", scene.content(scene.SRC, {
        "py": "sdk/python/rollcall/own_game.py",
        "js": "sdk/javascript/own_game.js"}[end]))
    return [f"./{name}.{end}", f"bot={shown} ./bot.{end} 3", "-o",
            "log.jsonl", "--secret-file", "secret"]


def check_own(folder, terminal, game):
    """The match was played to its end and can be verified."""
    assert play_on(terminal) == 0, terminal.text()[-900:]
    assert not scene.doubts(folder)
    scene.expect(scene.run(folder, "verify", "log.jsonl", "--game", game),
                 out=f"rules as {game}")
    return scene.read_log(f"{folder}/log.jsonl")


def test_a_game_that_is_a_program(folder):
    terminal = Seat(folder, *own_game(folder, "connect4"))
    shown, _ = terminal.asked()
    assert re.search(r"^  \.{7}\n(.*\n)*?You see \{\"board\":\[\[\],.*\n"
                     r"  1  plays column 0", shown, re.M), shown
    terminal.says("1")
    check_own(folder, terminal, "./connect4.py")


def test_decisions_at_the_same_time(folder):
    """He decides before he sees the moves of the others; one that is refused
    because of the others' can be taken back."""
    refuses = (("                for seat, move in moves.items():",
                "                while number == 1 and moves.get(0) == "
                "moves.get(1):\n"
                "                    moves = yield illegal('both', 1)\n"
                "                for seat, move in moves.items():"),
               ("import (Game, Int,", "import (Game, illegal, Int,"),
               ('rules = [Int("rounds"', 'rules = [Int("illegal_retries", 1, 0'
                ', 1, "r"), Int("rounds"'))
    terminal = Seat(folder, *own_game(folder, "skunk", *refuses),
                    "--seat", "1")
    shown, _ = terminal.asked()
    assert numbers(shown) == {1: "plays stand", 2: "plays sit"}, shown
    terminal.says("2")
    terminal.asked("left): ")
    shown = terminal.says_and_sees("")
    assert "takes the move back" in shown and "\nbot" not in shown, shown
    terminal.says("1")
    moves = [line for line in check_own(folder, terminal, "./skunk.py")
             if line["t"] in ("again", "move")]
    assert [(line["t"], line["seat"]) for line in moves[:3]] == [
        ("again", 1), ("move", 0), ("move", 1)]
    text = terminal.text()
    assert "begins" not in text and "bot sits down with" in text, text
    for shown in text.split(PROMPT)[:-1]:
        assert "plays" not in shown.rpartition("You see")[0].rpartition(
            "  ")[2], shown


def test_hidden_rolls(folder):
    """A person sees their own, and how many dice the others roll."""
    drawn = (("yield text(`{${seat}} bids",
              "yield picture(`All have ${hands}`);\n      "
              "yield text(`{${seat}} bids"),
             ("event, text,", "event, picture, text,"))
    terminal = Seat(folder, *own_game(folder, "liars_dice", *drawn))
    log = check_own(folder, terminal, "./liars_dice.js")
    text = terminal.text()
    own, others = [[line["v"] for line in log
                    if line["t"] == "draw" and line["to"] == seat]
                   for seat in (0, 1)]
    seen = re.findall(r"^ +(\d(?:  \d)*) *$", text, re.M)
    assert seen == ["  ".join(map(str, sorted(dice))) for dice in own], seen
    assert re.findall(r"rolls (\d) hidden di(?:c?)e", text) == [
        str(len(dice)) for dice in others]
    assert "All have" not in text and " doubts: there are " in text
    told = scene.run(folder, "replay", "log.jsonl", "--program",
                     "./liars_dice.js").out
    assert "All have" in told and "hidden" not in told.partition("Game 1")[2]


@scene.each([
    ("connect4", (("if len(board[x]) < ROWS])", "if len(board[x]) < ROWS] and "
                   "None)"),),
     "connect4 does not list the legal moves, from which a person chooses")])
def test_a_program_that_cannot_be_joined(folder, name, edits, why):
    terminal = Seat(folder, *own_game(folder, name, *edits))
    assert terminal.end() == 2 and why in terminal.text(), terminal.text()


scene.main()

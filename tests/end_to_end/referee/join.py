#!/usr/bin/env python3
"""join.py - a person plays against bots, at a pseudo-terminal.

The environment names the folders: srcdir, and builddir for the programs.

tier: quick
"""
import json
import os
import re
import signal
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
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


def table(at, game, *words, bots=1, rules=None):
    """A folder with bots, and the arguments of the command."""
    folder = at.folder()
    names = [f"bot{i}" for i in range(bots)]
    for name in names:
        scene.healthy(folder, name)
    return folder, [game, *(f"./{name}" for name in names),
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


def in_order(lines, among):
    """The first line that is not found after those before it, or None."""
    rest = iter(among)
    for line in lines:
        if line not in rest:
            return line
    return None


def wrong_log(folder, seat, terminal):
    """What is wrong with a finished log, and with how the terminal showed
    it."""
    lines = scene.read_log(f"{folder}/log.jsonl")
    person = lines[0]["entrants"][seat]
    none = "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"
    wrong = scene.doubts(folder)
    if (person["name"], person["bot"], person["command"]) != \
            ("person", "0" * 64, none):
        wrong.append(f"the header says {person}")
    told = scene.run(folder, "replay", "log.jsonl").out.split("\n")
    if "person: played by a person." not in told:
        return wrong + [f"replay does not tell of the person: {told[:4]}"]
    # What was played before an interruption was shown on another terminal.
    told = "\n".join(told).partition("\nGames won:")[0]
    told = told.rpartition("anew, on the same dice.\n")[2]
    told = [line.rstrip() for line in told.split("\n")]
    missed = in_order(told, [line.rstrip() for line in
                             terminal.text().split("\n")])
    if missed is not None:
        wrong.append(f"replay tells {missed!r}, which join has not told")
    again = scene.run(folder, "rerun", "log.jsonl")
    if again.code != 0 or "replayed identically" not in again.out:
        wrong.append(f"rerun: {again}")
    return wrong


# ### whole games

def whole(game, seat, bots):
    def case(at):
        folder, words = table(at, game, "--seat", str(seat), bots=bots)
        terminal = Seat(folder, *words)
        code = play_on(terminal)
        wrong = [] if code == 0 else [f"exit {code}", terminal.text()[-900:]]
        wrong += wrong_log(folder, seat, terminal)
        if not re.search(r"^Games won: .*\nlog: log\.jsonl\n\Z",
                         terminal.text(), re.M):
            wrong.append(f"at the end: {terminal.text()[-200:]!r}")
        if "\033" in terminal.text():
            wrong.append("there are escapes with NO_COLOR")
        if os.path.exists(f"{folder}/log.secret"):
            wrong.append("the secret is still there")
        return wrong + scene.gone_in_the_end(folder)
    return case


def several_games(at):
    """Each game has its own dice and the seats stay: no board is played
    twice."""
    folder, words = table(at, "pig", "--boards", "3", "--name", "zoë")
    terminal = Seat(folder, *words)
    code = play_on(terminal)
    games = [line for line in scene.read_log(f"{folder}/log.jsonl")
             if line["t"] == "game"]
    seen = [(game["board"], game["rotation"], game["seats"])
            for game in games]
    if code != 0 or seen != [(i, 0, [0, 1]) for i in (1, 2, 3)]:
        return [f"exit {code}, {seen}"]
    if "zoë begins." not in terminal.text():
        return ["the name is not told"]
    return scene.doubts(folder)


# ### choosing

def search_blackpot(at):
    folder, words = table(at, "blackpot")
    terminal = Seat(folder, *words)
    shown, _ = terminal.asked()
    wrong = []
    if not re.search(r"^\d{3} legal moves: type cells or dice values to "
                     r"search, or l to list them all\.\n\Z", shown, re.M):
        wrong.append(f"the list is not short: {shown[-300:]!r}")
    if not re.search(r"^ 1 +24  16  25", shown, re.M):
        wrong.append("the board is not shown")
    # No moves are listed, so a number is searched for, not taken as a move.
    seen = terminal.says_and_sees("3")
    if "legal moves match: type more words" not in seen:
        wrong.append(f"a search for 3: {seen!r}")
    whole_list = ""
    terminal.says("l")
    while True:
        page, prompt = terminal.asked(PROMPT, MORE)
        whole_list += page.partition("\n")[2]      # after the echo
        if prompt == PROMPT:
            break
        terminal.says("")
    threes = numbers(whole_list)
    if not threes or not all(re.search(r"\b3\b", text)
                             for text in threes.values()):
        wrong.append(f"found for 3: {threes}")
    cell = re.search(r"\b([a-k]\d+) ", min(threes.values()))[1]
    found = numbers(terminal.says_and_sees(f"{cell.upper()} 3"))
    if not found or not all(re.search(rf"\b{cell} \(", text)
                            for text in found.values()) or \
            not set(found) <= set(threes):
        wrong.append(f"found for {cell} 3: {found}")
    number = max(found)
    terminal.says_and_sees(str(number))
    terminal.key(b"\x04")
    terminal.end()
    first = next(line for line in scene.read_log(f"{folder}/log.jsonl")
                 if line["t"] == "move")
    if cell not in first["move"]["cells"] or first["seat"] != 0:
        wrong.append(f"{found[number]} became {first}")
    return wrong


def the_only_one_found(at):
    """Enter plays the only move found, and lists all moves if there are
    more."""
    folder, words = table(at, "rolit")
    terminal = Seat(folder, *words)
    first = numbers(terminal.asked()[0])
    wrong = []
    if numbers(terminal.says_and_sees("")) != first:
        wrong.append("Enter does not list the moves again")
    cell = first[2].split()[-1]
    if numbers(terminal.says_and_sees(cell)) != {2: first[2]}:
        wrong.append(f"a search for {cell} does not find it alone")
    terminal.says("")
    terminal.asked("left): ")
    terminal.says("")
    terminal.asked()
    terminal.key(b"\x04")
    terminal.end()
    moves = [line["move"]["cell"] for line in
             scene.read_log(f"{folder}/log.jsonl") if line["t"] == "move"]
    if moves[0] != cell:
        wrong.append(f"{cell} became {moves[0]}")
    return wrong


def wrong_input(at):
    folder, words = table(at, "bolo7")
    terminal = Seat(folder, *words)
    first = numbers(terminal.asked()[0])
    wrong = []
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
        if said not in seen or "\033" in seen:
            wrong.append(f"{typed!r}: {seen!r}")
    terminal.says("h")
    sheet = ""
    while True:
        page, prompt = terminal.asked(PROMPT, MORE)
        sheet += page
        if prompt == PROMPT:
            break
        terminal.says("")
    if "Goal: be the first to reach 10,000 points" not in sheet or \
            "Example: 1 1 1 2 3 5 5." not in sheet:
        wrong.append(f"the sheet: {sheet!r}")
    if numbers(terminal.says_and_sees("")) != first:
        wrong.append("the moves have changed")
    terminal.key(b"\x04")
    return wrong + ([] if terminal.end() == 2 else ["not left"])


def taken_back(at):
    folder, words = table(at, "rolit")
    terminal = Seat(folder, *words)
    first = numbers(terminal.asked()[0])
    wrong = []
    terminal.says("u")
    if "choose one first; 1 left" not in terminal.asked()[0]:
        wrong.append("u is not explained")
    terminal.says("1")
    shown, _ = terminal.asked("left): ")
    if f"{first[1]}: Enter plays it, u takes it back (1 " not in shown:
        wrong.append(f"asked: {shown!r}")
    terminal.says("nonsense")
    terminal.asked("left): ")
    shown = terminal.says_and_sees("u")
    if "takes the move back" not in shown or numbers(shown) != first:
        wrong.append(f"after u: {shown!r}")
    # No other choice is left, so the move is played at once.
    shown = terminal.says_and_sees("2")
    if "person captures" not in shown:
        wrong.append(f"after 2: {shown!r}")
    terminal.says(str(max(numbers(shown))))
    terminal.asked("(1 left): ")
    terminal.says("")
    code = play_on(terminal)
    kinds = [line["t"] for line in scene.read_log(f"{folder}/log.jsonl")
             if line["t"] in ("again", "move")]
    if code != 0 or kinds[:2] != ["again", "move"] or "again" in kinds[1:]:
        wrong.append(f"exit {code}, in the log: {kinds}")
    return wrong + wrong_log(folder, 0, terminal)


def resized(at):
    folder, words = table(at, "rolit")
    terminal = Seat(folder, *words, columns=80)
    wide = terminal.asked()[0].rstrip("\n").split("\n")[-1]
    terminal.resize(30, 24)
    narrow = terminal.says_and_sees("").rstrip("\n").split("\n")
    terminal.resize(3, 2)
    tiny = terminal.says_and_sees("").rstrip("\n").split("\n")
    terminal.key(b"\x04")
    terminal.end()
    if len(numbers(wide)) != 3:
        return [f"not in columns: {wide}"]
    if [len(numbers(line)) for line in narrow] != [2, 1]:
        return [f"30 columns: {narrow}"]
    return [] if tiny else ["nothing for 3 columns"]


def page_blocks():
    """The indented blocks of the document."""
    with open(f"{scene.SRC}/docs/join.md", encoding="utf-8") as file:
        text = file.read()
    return [re.sub("^    ", "", block, flags=re.M) for block in
            re.findall(r"(?:^    .*\n)+", text, re.M)]


def as_in_the_document(at):
    """The session in the document happens with the dice of these tests, and
    its table of keys is what `?` prints."""
    turn, letters = page_blocks()
    folder, words = table(at, "bolo7", "--seat", "1", "--name", "ann")
    scene.entrant(folder, "rival", "threshold")
    words[1], words[words.index("--rules") + 1] = "./rival", "target=10000"
    terminal = Seat(folder, *words)
    for line in turn.split("\n"):
        if line.startswith(PROMPT):
            terminal.asked()
            terminal.says(line[len(PROMPT):])
    terminal.asked()
    wrong = [] if turn in terminal.text() else [terminal.text(), turn]
    seen = terminal.says_and_sees("?")
    if seen != letters:
        wrong.append(f"? prints {seen}")
    terminal.key(b"\x04")
    terminal.end()
    return wrong


# ### leaving

def leaving(at, leave, expected, words):
    """Leaves in the second turn, resumes, and plays to the end."""
    folder, more = table(at, "pig", rules="target=30")
    more = [word for word in more if word not in ("--secret-file", "secret")]
    terminal = Seat(folder, *more)
    terminal.asked()
    terminal.says("1")
    terminal.asked()
    leave(terminal)
    code = terminal.end()
    wrong = []
    if code != expected or not re.search(words, terminal.text()):
        wrong.append(f"exit {code}, {terminal.text()[-300:]!r}")
    wrong += scene.gone_in_the_end(folder)
    if os.stat(f"{folder}/log.jsonl").st_mode & 0o077:
        wrong.append("others can read the log that is left")
    refused = scene.run(folder, "play", "--resume", "log.jsonl",
                        "--key-file", "key")
    wrong += scene.one_sentence(
        refused, r"log\.jsonl: person is a person; continue with referee join "
        r"--resume log\.jsonl$")
    again = Seat(folder, "--resume", "log.jsonl")
    code = play_on(again)
    if code != 0:
        wrong.append(f"resumed: exit {code}, {again.text()[-300:]!r}")
    wrong += wrong_log(folder, 0, again)
    verdict = scene.run(folder, "verify", "log.jsonl").out
    for line in ("games abandoned: 1", "person: played by a person, whose "
                 "moves no rerun can repeat"):
        if line not in verdict:
            wrong.append(f"the verdict does not say {line!r}: {verdict}")
    over = Seat(folder, "--resume", "log.jsonl")
    if over.end() != 2 or "is over" not in over.text():
        wrong.append(f"resumed once more: {over.text()!r}")
    return wrong


def with_q(terminal):
    terminal.says("q")
    terminal.asked(SURE)
    terminal.says("n")
    terminal.asked()
    terminal.says("q")
    terminal.asked(SURE)
    terminal.says("perhaps")
    terminal.asked(SURE)
    terminal.says("y")


def by_q(at):
    return leaving(at, with_q, 2, re.escape(LEFT))


def by_end_of_input(at):
    return leaving(at, lambda terminal: terminal.key(b"\x04"), 2,
                   re.escape(LEFT))


def by_ctrl_c(at):
    return leaving(at, lambda terminal: terminal.key(b"\x03"), 2,
                   r"referee join: interrupted; the games played so far are "
                   "saved: "
                   r"continue with referee join --resume log\.jsonl")


def by_terminate(at):
    return leaving(at, lambda terminal: os.kill(terminal.pid,
                                                signal.SIGTERM), 2,
                   "referee join: interrupted")


def without_terminal(at):
    """If the terminal goes away, nothing is left behind, and the log can be
    resumed."""
    folder, words = table(at, "pig")
    words = [word for word in words if word not in ("--secret-file",
                                                    "secret")]
    terminal = Seat(folder, *words)
    terminal.asked()
    os.close(terminal.fd)
    os.waitpid(terminal.pid, 0)
    wrong = scene.gone_in_the_end(folder)
    again = Seat(folder, "--resume", "log.jsonl")
    if play_on(again) != 0:
        wrong.append(f"resumed: {again.text()[-300:]!r}")
    return wrong + scene.doubts(folder)


# ### bots

def a_bot_that_goes(at):
    """A bot exits while the person thinks; its fault is reported after the
    move."""
    folder, words = table(at, "pig")
    scene.bot(folder, "bot0", scene.prelude("json, sys") + """
for line in sys.stdin:
    if json.loads(line)["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif json.loads(line)["type"] == "game":
        sys.exit(3)
""")
    terminal = Seat(folder, *words, "--sandbox", "none")
    terminal.asked()
    scene.wait_until(lambda: not any(
        one.endswith("bot0") for one in scene.left_running(folder)))
    code = play_on(terminal)
    faults = [line for line in scene.read_log(f"{folder}/log.jsonl")
              if line["t"] == "fault"]
    if code != 0 or [(f["seat"], f["fault"]) for f in faults] != \
            [(1, "gone")]:
        return [f"exit {code}, {faults}", terminal.text()[-400:]]
    if "Fault of bot0: gone" not in terminal.text():
        return ["the fault is not told"]
    return scene.doubts(folder)


def painter(folder):
    scene.bot(folder, "bot0", scene.prelude("json, sys") + r"""
until_turn(1)
print(r'{"move":{"then":"\u001b[31m\u009b2J"},"say":"\u001b]0;x\u0007"}',
      flush=True)
sys.stderr.write("\033[2J")
sys.stdin.read()
""")


def nothing_is_painted(at):
    """Escape sequences of a bot reach no terminal, whether colours are on or
    off."""
    wrong = []
    for more in ({"NO_COLOR": "1"}, {"NO_COLOR": "", "TERM": "dumb"},
                 {"NO_COLOR": ""}):
        folder, words = table(at, "pig")
        painter(folder)
        terminal = Seat(folder, *words, "--seat", "1", **more)
        play_on(terminal)
        colours = re.findall("\033\\[[0-9;]*m", terminal.text())
        bare = re.sub("\033\\[[0-9;]*m", "", terminal.text())
        if re.search("[\0-\x08\x0b-\x1f\x7f-\x9f]", bare.replace("\r", "")):
            wrong.append(f"{more}: {bare!r}")
        if bool(colours) != (more == {"NO_COLOR": ""}):
            wrong.append(f"{more}: colours {colours[:3]}")
        if "Fault of bot0: illegal" not in bare:
            wrong.append(f"{more}: the bot did not paint: {bare[-300:]}")
    return wrong


# ### refused

def refused(at):
    folder, words = table(at, "pig")
    wrong = []
    wrong += scene.one_sentence(
        scene.run(folder, "join", *words, "--key-file", "key"),
        "standard input is not a terminal, and a person plays at one")
    scene.play(folder, "pig", "./bot0", "other=./bot0", log="bots.jsonl")
    for given, expression in (
            (["pig", "./bot0", "--seat", "2"],
             "--seat: expected 0 to 1, the seats of this match; found 2"),
            (["pig"], "missing BOT; usage: referee join GAME"),
            (["ludo", "./bot0"], 'no game "ludo"|ludo'),
            (["pig", "./bot0", "--name", "a b"],
             '"a b" cannot be the name of an entrant'),
            (["pig", "person=./bot0", "--seat", "1"],
             "two entrants are called person"),
            (["pig", "./bot0", "--secret-file", "-"],
             "--secret-file: standard input is for the person's moves"),
            (["--resume", "bots.jsonl"], "nobody in this match is a person; "
             "continue with referee play --resume bots.jsonl"),
            (["--resume", "bots.jsonl", "-o", "more.jsonl"],
             "-o: --resume continues the log itself"),
            *((["--resume", "bots.jsonl", *more],
               f"{more[0]}: not allowed with --resume, only with GAME BOT")
              for more in (["--boards", "2"], ["--rules", "target=9"],
                           ["--sandbox", "none"], ["--limit", "files=9"],
                           ["--files", "bot0=bot0"])),
            *(([*more, "--resume", "bots.jsonl"], more[0] +
               ": --resume takes everything from the log")
              for more in (["pig"], ["--seat", "1"], ["--name", "eve"]))):
        terminal = Seat(folder, *given)
        code = terminal.end()
        if code != 2 or terminal.text().count("\n") != 1 or \
                not re.search(expression, terminal.text()):
            wrong.append(f"{given}: exit {code}, {terminal.text()!r}")
    scene.write(f"{folder}/match.json", json.dumps({
        "game": "pig", "entrants": [
            {"name": "bob", "command": ["./bot0"]},
            {"name": "eve", "command": []}]}))
    wrong += scene.one_sentence(
        scene.run(folder, "play", "match.json", "--key-file", "key"),
        r"play: match\.json: entrants\[1\]\.command: expected its words, "
        r"found \[\], which is a person; people play with referee join$")
    left = sorted(name for name in os.listdir(folder)
                  if name.endswith((".jsonl", ".secret")))
    if left != ["bots.jsonl"]:
        wrong.append(f"left behind: {left}")
    return wrong


if __name__ == "__main__":
    sys.exit(scene.run_cases({
        "black-pot": whole("blackpot", 1, 1),
        "bolo with five dice": whole("bolo5", 0, 1),
        "bolo with seven dice": whole("bolo7", 2, 2),
        "pig": whole("pig", 1, 3),
        "rolit": whole("rolit", 1, 2),
        "volle lotte": whole("vollelotte", 0, 2),
        "several games": several_games,
        "a search in black-pot": search_blackpot,
        "the only move that was found": the_only_one_found,
        "wrong input": wrong_input,
        "a move taken back": taken_back,
        "another size": resized,
        "as in the document": as_in_the_document,
        "left with q": by_q,
        "left at the end of the input": by_end_of_input,
        "left with Ctrl-C": by_ctrl_c,
        "left by a signal": by_terminate,
        "the terminal goes away": without_terminal,
        "a bot that exits": a_bot_that_goes,
        "a bot that paints": nothing_is_painted,
        "refused": refused,
    }, 4))

"""example_bots.py - talks to every bot in bots/ like a referee, through pipes.

tier: full
"""
import os
import shutil
import sys

import scene
from talk import (BYE, Bot, LINE_SIZE_MAX, OVER, POSITIONS, SILENT_S, SRC,
                  compact, game, hello, is_legal, turn, vectors)

BUILT = f"{os.path.abspath(os.environ.get('builddir', '.'))}/bots"
BOTS = {
    "first_move.sh": [f"{SRC}/bots/first_move.sh"],
    "first_move": [f"{BUILT}/first_move"],
    "random_move.py": [sys.executable, f"{SRC}/bots/random_move.py"],
    "threshold": [f"{BUILT}/threshold"],
    "greedy.js": ["node", f"{SRC}/bots/greedy.js"],
}
if not shutil.which("node"):
    print("not tried: bots/greedy.js (node is not installed)")
    del BOTS["greedy.js"]
EACH = scene.each(BOTS)


def finish(bot, *last):
    bot.tell(*last)
    end = bot.end()
    assert end == (0, "", b""), end


def play(command, name, seeds, end="\n"):
    """Plays one game per seed through all positions of game `name`; returns
    the moves."""
    bot = Bot(command)
    ready = bot.ask(hello(name), end=end)
    assert ready.pop("type") == "ready"
    assert set(ready) <= {"name", "legal", "events"}
    moves = []
    for number, seed in enumerate(seeds, 1):
        bot.tell(game(number, seed), end=end)
        for view, legal in POSITIONS[name]:
            answer = bot.ask(turn(view, legal, ready), end=end)
            assert is_legal(answer, legal), answer
            moves.append(answer["move"])
        bot.tell(OVER, end=end)
    finish(bot, BYE)
    return moves


# ### the bots

@EACH
def test_a_legal_move_in_every_position_of_every_game(_, name):
    for of in POSITIONS:
        play(BOTS[name], of, [1, 2**53 - 1, 3])


@EACH
def test_equal_seeds_give_equal_moves_in_any_game_of_any_process(_, name):
    first = play(BOTS[name], "bolo7", [7, 8, 7])
    third = len(first) // 3
    # CR LF ends a line, too.
    assert first == play(BOTS[name], "bolo7", [7, 8, 7], end="\r\n")
    assert first[:third] == first[2 * third:]
    assert name != "random_move.py" or first[:third] != first[third:2 * third]


@EACH
def test_new_keys_other_orders_and_new_types_change_nothing(_, name):
    view, legal = POSITIONS["pig"][0]
    bot = Bot(BOTS[name])
    greeting = {**hello("pig"), "new": {"deep": [1.5]}}
    greeting = dict(reversed(list(greeting.items())))
    ready = bot.ask({"type": "weather", "wind": 3}, greeting)
    assert ready["type"] == "ready"
    question = {"new": [1], **turn(view, legal, ready)}
    question = dict(reversed(list(question.items())))
    answer = bot.ask(game(1), {"type": "weather"}, question)
    assert is_legal(answer, legal)
    finish(bot, BYE)


@EACH
def test_the_longest_line_and_one_in_two_pieces(_, name):
    view, legal = POSITIONS["pig"][0]
    bot = Bot(BOTS[name])
    ready = bot.ask(hello("pig"))
    question = {**turn(view, legal, ready), "pad": ""}
    question["pad"] = "x" * (LINE_SIZE_MAX - 1 - len(compact(question)))
    assert is_legal(bot.ask(game(1), question), legal)
    question.pop("pad")
    text = compact(question).encode()
    bot.process.stdin.write(text[:20])
    bot.process.stdin.write(text[20:] + b"\n")
    assert is_legal(bot.hear(), legal)
    finish(bot, BYE)


@EACH
def test_the_end_of_the_input_or_bye_is_a_quiet_end(_, name):
    finish(Bot(BOTS[name]))
    bot = Bot(BOTS[name])
    bot.ask(hello("pig"))
    finish(bot, game(1))
    bot = Bot(BOTS[name])
    bot.ask(hello("pig"))
    bot.tell(BYE)
    # Its input stays open.
    assert bot.process.wait(SILENT_S) == 0
    bot.end()


@EACH
def test_again_is_answered_with_another_legal_move(_, name):
    for of, place, times in (("bolo7", 1, 2), ("pig", 0, 1)):
        view, legal = POSITIONS[of][place]
        bot = Bot(BOTS[name])
        ready = bot.ask(hello(of))
        tried = [bot.ask(game(1), turn(view, legal, ready))["move"]]
        for _ in range(times):
            answer = bot.ask({"type": "again", "ms": 640, "why": "no"})
            assert is_legal(answer, legal)
            assert not ready.get("legal") or answer["move"] not in tried
            tried.append(answer["move"])
        bot.tell(BYE)
        assert bot.end()[0] == 0


# ### what they decide

def pig(total, own, rival):
    view = {"seat": 1, "scores": [rival, own], "turns": [1, 1], "total": total,
            "roll": [3]}
    return view, [{"then": "roll"}, {"then": "bank"}]


def bolo7(roll, keeps, total=0, scores=(5000, 5000), phase="normal",
          opened=(), trigger=-1, contenders=(), need=0):
    view = {"phase": phase, "seat": 0, "scores": list(scores),
            "turns": [1] * len(scores), "total": total, "roll": roll,
            "need": need, "open": list(opened), "trigger": trigger,
            "queue": [], "contenders": list(contenders)}
    return view, [{"keep": list(map(int, keep)), "then": then}
                  for keep in keeps.split() for then in ("roll", "bank")]


@scene.each(row for row in vectors("decisions.json", "decisions")
            if row["bot"] in BOTS)
def test_they_decide_as_their_first_comment_says(_, row):
    view, legal = {"pig": pig, "bolo7": bolo7}[row["game"]](**row["position"])
    bot = Bot(BOTS[row["bot"]])
    bot.ask(hello(row["game"], row.get("rules")))
    answer = bot.ask(game(1), turn(view, legal))
    assert legal[answer["move"]] == row["move"]
    finish(bot, BYE)


@scene.each({"threshold", "greedy.js"} & BOTS.keys())
def test_what_may_not_be_banked_is_rolled(_, name):
    view, legal = bolo7([1, 1, 1, 2, 3, 4, 6], "1 111", 0, (0, 0), need=1050)
    legal = [move for move in legal if move["then"] == "roll"]
    bot = Bot(BOTS[name])
    bot.ask(hello("bolo7"))
    answer = bot.ask(game(1), turn(view, legal))
    assert legal[answer["move"]]["keep"] == [1, 1, 1]
    finish(bot, BYE)


scene.main()

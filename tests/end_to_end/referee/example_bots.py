"""example_bots.py - talks to every bot in bots/ like a referee, through pipes.

tier: full
"""
import os
import shutil
import sys

import scene
from talk import (BYE, Bot, OVER, POSITIONS, SILENT_S, SRC, game, hello,
                  is_legal, turn, vectors)

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
def test_it_passes_every_check(folder, name):
    scene.expect(scene.run(
        folder, "check", "rolit", "--rules", scene.short_rules("rolit"),
        *scene.PATIENT.split(), "--sandbox", "none", "--", *BOTS[name]),
                 out="rolit: all 8 checks passed\n")


@EACH
def test_equal_seeds_give_equal_moves_in_any_game_of_any_process(_, name):
    for of in POSITIONS:
        play(BOTS[name], of, [1, 2**53 - 1, 3])
    first = play(BOTS[name], "bolo7", [7, 8, 7])
    third = len(first) // 3
    # CR LF ends a line, too.
    assert first == play(BOTS[name], "bolo7", [7, 8, 7], end="\r\n")
    assert first[:third] == first[2 * third:]
    assert name != "random_move.py" or first[:third] != first[third:2 * third]


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

#!/usr/bin/env python3
"""ladder_wrong.py - tournament ladder refuses wrong input with one sentence:
options, CSV files, and impossible books.

tier: full
"""
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene
from ladder_stage import HEADER, Stage, cup, run

WRONG_WORDS = [
    ([], "missing DIR; usage: tournament ladder DIR.. | --games FILE"),
    (["cup", "--games", "x.csv"], "--games: not allowed with a folder"),
    (["nowhere"], "nowhere"),
    (["cup", "again", "nowhere"], "nowhere"),
    (["cup", "--prior"], "--prior"),
    *((["cup", "--prior", value], "--prior: expected a number")
      for value in ("nan", "inf", "0", "-1", "2x", "", "1e9", "0x2")),
    (["cup", "--scale", "elo"], '--scale: expected score or odds, found '
     '"elo"'),
    (["cup", "--cluster", "round"], "--cluster: expected block, match or game"),
    (["cup", "--forfeits", "keep"], "--forfeits: expected loss, drop or sep"),
    (["cup", "--result", "places"], "--result: expected ranking, winner or"),
    (["cup", "--result", "teams"], "teams are for four"),
    (["cup", "--anchor", "nobody"], 'anchor "nobody" has no games'),
    (["cup", "unplayed", "--anchor", "fay"], 'anchor "fay" has no games'),
    (["cup", "--anchor", "ada=x"], "--anchor: expected a number"),
    (["cup", "--anchor", "ada=nan"], "--anchor: expected a number"),
    (["cup", "--top", "0"], "--top: expected a whole number from 1"),
    (["cup", "--top", "1.5"], "--top: expected a whole number"),
    (["cup", "--prior", "none"], "bob never won: without a prior"),
    (["cup", "--los", "/nowhere/x"], "cannot create /nowhere/x"),
    (["cup", "--svg", "/nowhere/x"], "cannot create /nowhere/x"),
    (["cup", "--live", "--history"], "--live: not allowed with"),
    (["cup", "--live", "--svg", "x.svg"], "--live: not allowed with"),
    (["cup", "--live", "--los", "x.csv"], "--live: not allowed with"),
    (["cup", "--cov"], "--cov: only with --json"),
    (["--games", "x.csv", "--live"], "--live: not allowed with --games"),
    (["--games", "x.csv", "--history"], "--history: not allowed with --games"),
    (["--games", "nowhere.csv"], "cannot open nowhere.csv"),
    (["cup", "--wrong"], "unknown option --wrong"),
]

WRONG_FILES = [
    ("", "1: expected the header block,entrants,ranks"),
    ("\ufeffblock,entrants,ranks\n",
     "1: expected UTF-8 without a byte order mark"),
    ("block,entrants,rank\n", "1: expected the header"),
    (HEADER + "x,ada|bob,1|nan\n", 'csv:2: expected a rank, .*found "nan"'),
    (HEADER + "x,ada|bob,NaN|1\n", 'csv:2: expected a rank, .*found "NaN"'),
    (HEADER + "x,ada|bob,1|0\n", 'csv:2: expected a rank, .*found "0"'),
    (HEADER + "x,ada|bob,1|-1\n", 'csv:2: expected a rank, .*found "-1"'),
    (HEADER + "x,ada|bob,1|1e3\n", 'csv:2: expected a rank'),
    (HEADER + "x,ada|bob,1|\n", 'csv:2: expected a rank'),
    (HEADER + "x,ada|bob,1|99999999999999999999\n", "csv:2: expected a rank"),
    (HEADER + "x,ada|bob,1\n", "csv:2: expected a rank for every entrant"),
    (HEADER + "x,ada,1\n", "csv:2: a game has 2 to 10 entrants"),
    (HEADER + "x,a|b|c|d|e|f|g|h|i|j|k,1|1|1|1|1|1|1|1|1|1|1\n",
     "csv:2: a game has 2 to 10 entrants"),
    (HEADER + "x,ada|,1|2\n", "csv:2: an entrant without a name"),
    (HEADER + "x,ada|bob\n", "csv:2: expected the three fields"),
    (HEADER + "x,ada|bob,1|2,3\n", "csv:2: more than the three fields"),
    (HEADER + ',ada|bob,1|2\n\n', "csv:3: expected the three fields"),
    (HEADER + 'x,"ada|bob,1|2\n', "csv:2: a quoted field that never ends"),
    (HEADER + 'x,a"da|bob,1|2\n', "csv:2: a quote inside a field"),
    (HEADER.encode() + b"x,ada|b\xff,1|2\n", "csv:2: a name that is not UTF"),
    (HEADER.encode() + b"x,ada|b\0,1|2\n", "csv:2: a NUL byte"),
    (HEADER + "\"new\nline\",a|b,1|2\nx,ada|bob,1|x\n",
     'csv:4: expected a rank, .*found "x"'),
]


def wrong_words(stage, words, sentence):
    result = run(stage.folder, "ladder", *words)
    wrong = scene.one_sentence(result, re.escape(sentence))
    return wrong + ([f"printed: {result.out}"] if result.out else [])


def wrong_file(stage, content, sentence):
    folder = stage.file(content)
    result = run(folder, "ladder", "--games", "games.csv")
    wrong = scene.one_sentence(result, sentence)
    return wrong + ([f"printed: {result.out}"] if result.out else [])


def wrong_books(stage):
    """Another game, other rules, and impossible ranks."""
    folder = stage.at.folder()
    two = [("ada", "threshold", 1), ("bob", "first_move", 2)]
    cup(folder, "cup", two, game="pig")
    cup(folder, "rules", two, rules={"target": 60})
    cup(folder, "other", two, game="bolo7", rules={"target": 1500})
    wrong = scene.one_sentence(run(folder, "ladder", "cup", "other"),
                               "one ladder is for one game")
    wrong += scene.one_sentence(run(folder, "ladder", "cup", "rules"),
                                "different rules: target")
    path = f"{folder}/cup/book.jsonl"
    book = scene.content("/", path).decode()
    for found, changed in (("[1,2]", "[0,2]"), ("[1,2]", "[1,2,3]"),
                           ('"ranks":[[', '"ranks":[[[')):
        scene.write(path, book.replace(found, changed, 1))
        wrong += scene.one_sentence(run(folder, "ladder", "cup"),
                                    r"book\.jsonl:\d+: ")
    return wrong


def main():
    tally = scene.Tally()
    with scene.Scene() as at:
        stage = Stage(at)
        tally.run([(what, lambda case=case: case(stage)) for what, case in [
            *((f"wrong: {' '.join(words)}", lambda s, words=words,
               sentence=sentence: wrong_words(s, words, sentence))
              for words, sentence in WRONG_WORDS),
            *((f"wrong file: {content!r}", lambda s, content=content,
               sentence=sentence: wrong_file(s, content, sentence))
              for content, sentence in WRONG_FILES),
            ("wrong books", wrong_books),
        ]], 2)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""independent_vectors.py - checks the second implementation against the
vectors.

Reads fair-dice.json and games/*.json beside it, then plays, verifies and
damages logs of its own.  Prints what differs; exit status 0 if nothing does.

tier: quick
"""

import hashlib
import itertools
import json
import os
import sys
from fractions import Fraction

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../independent"))

import damage       # noqa: E402
import dice         # noqa: E402
import ed25519      # noqa: E402
import examples     # noqa: E402
import forms        # noqa: E402
import lines        # noqa: E402
import moves        # noqa: E402
import play         # noqa: E402
import sums         # noqa: E402
import tournament   # noqa: E402
from game import check_rules, same      # noqa: E402
from games import GAMES, blackpot, bolo5, bolo7, vollelotte     # noqa: E402
from games.rolit import Rolit           # noqa: E402

failures = []
# notes and manifests belong to tournaments; tournament.py reads them from a
# folder
LEFT_OUT = {"about", "key_id", "note", "note_accept", "note_reject",
            "manifest"}
# in a game's file: for golden logs, and what needs a solver
LEFT_OUT_GAME = {"about", "golden_rules", "single_turn", "first_player_wins"}


def equal(what, found, wanted):
    if found != wanted:
        failures.append("%s: found %r, wanted %r" % (what, found, wanted))


def raw(text):
    return None if text is None else bytes.fromhex(text)


# fair-dice.json, one function per group

def match_secret(v):
    equal("secret", dice.match_secret(raw(v["tournament_secret"]),
                                      v["match"]).hex(), v["match_secret"])


def seal(v):
    equal("seal", dice.seal(raw(v["secret"])).hex(), v["seal"])


def tip(v):
    found = dice.tip(raw(v["match_secret"]), v["board"], v["stream"],
                     v["chain"])
    equal("tip", found.hex(), v["tip"])


def link(v):
    equal("previous", dice.step(raw(v["link"])).hex(), v["previous"])


def anchor(v):
    tip(v)
    equal("anchor", dice.steps(raw(v["tip"]), v["links"]).hex(), v["anchor"])


def chain(v):
    found = [dice.steps(raw(v["tip"]), v["links"] - i).hex()
             for i in range(v["links"] + 1)]
    equal("chain", found, v["chain"])


def link_at(v):
    tip(v)
    equal("place", dice.place(v["k"], v["links"]), (v["chain"], v["element"]))
    equal("link", dice.steps(raw(v["tip"]), v["links"] - v["element"]).hex(),
          v["link"])


def leads_to(v):
    equal("leads to", dice.leads_to(raw(v["link"]), v["element"],
                                    raw(v["shown"]), v["shown_element"]),
          v["ok"])


def renewal(v):
    shown = {0: 0}
    for draw in v["draws"]:
        number, element = dice.place(draw["k"], v["links"])
        found = {"k": draw["k"], "chain": number, "element": element,
                 "chain_line": number not in shown,
                 "hashes": element - shown.get(number, 0)}
        shown[number] = element
        equal("draw", found, draw)


def bot_seed(v):
    equal("seed", dice.bot_seed(raw(v["match_secret"]), v["board"],
                                v["seat"]), v["seed"])


def commit(v):
    equal("commit", dice.commit(raw(v["reveal"])).hex(), v["commit"])


def salt_alone(v):
    equal("salt", dice.salt_alone(raw(v["seal"])).hex(), v["salt"])


def salt(v):
    manifest = hashlib.sha256(v["manifest"].encode()).digest()
    equal("manifest", manifest.hex(), v["manifest_sha256"])
    found = dice.salt(manifest, [raw(r) for r in v["reveals"]],
                      raw(v["beacon"]))
    equal("salt", found.hex(), v["salt"])


def salt_verdict(v):
    found = dice.salt_verdict(v["authors"], v["reveals"], v["beacon"],
                              v["signed"], v["pinned"])
    equal("verdict", found, {k: v[k] for k in found})


def block(v):
    equal("block", dice.block(raw(v["salt"]), raw(v["link"]), v["j"]).hex(),
          v["block"])


def draw(v):
    values, used = dice.below(dice.words(raw(v["salt"]), raw(v["link"])),
                              *forms.dice_text(v["dice"]))
    equal("values", values, v["values"])
    equal("words", (used, used - len(values)), (v["words"], v["rejected"]))
    if "match_secret" in v:
        number, element = dice.place(v["k"], v["links"])
        elements = dice.chain(raw(v["match_secret"]), v["board"],
                              v["stream"], number, v["links"])
        equal("link", elements[element].hex(), v["link"])


def below(v):
    equal("below", dice.below(iter(v["words"]), v["count"], v["sides"]),
          (v["values"], v["used"]))


def dice_texts(v):
    equal("dice", forms.dice_text(v["text"]), (v["count"], v["sides"]))


def dice_reject(v):
    equal("dice %r" % v, forms.dice_text(v), None)


def stride(v):
    clock, found = dice.Clock(v["stride"]), []
    for turn, rolls in enumerate(v["turns"], 1):
        for _ in range(rolls):
            found.append(clock.next(1, turn))
            clock.use(1, turn)
    equal("k", found, v["k"])


def log(v):
    digest = hashlib.sha256(v["body"].encode()).digest()
    message = b"rollcall log" + digest
    equal("log", digest.hex(), v["log"])
    equal("message", message.hex(), v["message"])
    equal("key", ed25519.public_key(raw(v["seed"])).hex(), v["key"])
    equal("sig", ed25519.sign(raw(v["seed"]), message).hex(), v["sig"])
    equal("good", ed25519.verify(raw(v["key"]), message, raw(v["sig"])), True)
    sign = {"t": "sign", "log": v["log"], "sig": v["sig"]}
    equal("line", play.compact(sign).decode(), v["line"])


def log_reject(v):
    equal(v["why"], ed25519.verify(raw(v["key"]), raw(v["message"]),
                                   raw(v["sig"])), False)


def taken(text, check):
    try:
        check(text)
    except lines.Bad:
        return False
    return True


def line_accept(v):
    equal(v["hex"], taken(raw(v["hex"]), lines.read), True)


def line_reject(v):
    equal(v["why"], taken(raw(v["hex"]), lines.read), False)


def form(text):
    forms.check(lines.read(text.encode()))


def form_accept(v):
    equal(v["line"], taken(v["line"], form), True)


def form_reject(v):
    equal(v["why"] + " " + v["line"], taken(v["line"], form), False)


def command(v):
    equal("command", dice.command(v["words"]).hex(), v["command"])


def is_manifest(v):
    """Is the good manifest with this change still a manifest?"""
    tree = {**load("fair-dice.json")["manifest"][0], **v.get("set", {})}
    tree.pop(v.get("drop"), None)
    try:
        tournament.read_manifest(json.dumps(tree).encode())
    except tournament.Wrong:
        return False
    return True


def manifest_accept(v):
    equal(v, is_manifest(v), True)


def manifest_reject(v):
    equal(v["why"], is_manifest(v), False)


FAIR_DICE = [match_secret, seal, tip, link, anchor, chain, link_at, leads_to,
             renewal, bot_seed, command, commit, salt_alone, salt, salt_verdict, block,
             draw, below, dice_reject, stride, log, log_reject, line_accept,
             line_reject, form_accept, form_reject, manifest_accept,
             manifest_reject]


# games/NAME.json, one function per group

def game(name, v):
    equal("players and stride", [list(GAMES[name].players),
                                 GAMES[name].stride],
          [v["players"], v["stride"]])
    equal("rules", same(check_rules(GAMES[name].rules, {}), v["rules"]), True)


KEEPS = {"bolo7": bolo7.keeps, "bolo5": bolo5.keeps,
         "vollelotte": vollelotte.keeps}


def listed(found):
    return [[list(keep), value] for keep, value in found]


def keeps(name, group):
    for v in group:
        found = KEEPS[name](v["roll"])
        equal("keeps of %s" % v["roll"], listed(found), v["keeps"])
        if "may_stop" in v:
            stops = [list(k) for k, _ in found
                     if bolo5.left_over(v["roll"], k)]
            equal("stops of %s" % v["roll"], stops, v["may_stop"])


def keeps_same_turn(name, group):
    for v in group:
        opened = [tuple(s) for s in v["open"]]
        equal("keeps of %s" % v["roll"],
              listed(bolo7.keeps(v["roll"], opened)), v["keeps"])


def rolls(name, group):
    for dice_rolled, v in group.items():
        count = int(dice_rolled)
        chances = {}
        for roll in itertools.product(range(1, 7), repeat=count):
            roll = tuple(sorted(roll))
            chances[roll] = chances.get(roll, 0) + 1
        # every split counts here, also part of five equal dice
        free = {"five_forced": False} if name == "bolo5" else {}
        found = {r: KEEPS[name](r, **free) for r in chances}

        def mean(of):
            return str(Fraction(sum(n * of(r) for r, n in chances.items()),
                                6 ** count))
        result = {
            "dice": count, "multisets": len(chances),
            "bust_multisets": sum(not k for k in found.values()),
            "bust": mean(lambda r: not found[r]),
            "mean_best": mean(lambda r: max([v for _, v in found[r]] or [0])),
            "all_score": mean(lambda r: any(k == r for k, _ in found[r])),
            "keeps": sum(len(k) for k in found.values()),
            "most_keeps": max(len(k) for k in found.values())}
        equal("rolls of " + dice_rolled, {k: result.get(k) for k in v}, v)


def deck(name, group):
    equal("deck", dict(vollelotte.DECK), group)


def layout(name, group):
    found = [[blackpot.NUMBERS[x, y] for x in range(11)] for y in range(11)]
    equal("layout", found, group)


def windows(name, group):
    found = [{"dir": way, "cells": [blackpot.NAMES[c] for c in cells],
              "pays": blackpot.pay(cells)}
             for way, cells in blackpot.WINDOWS]
    def key(w):
        return json.dumps(w, sort_keys=True)
    equal("windows", sorted(map(key, found)), sorted(map(key, group)))


def all_rolls():
    return list(itertools.combinations_with_replacement(range(1, 7), 3))


def values(name, group):
    for division in ("exact", "none"):
        counts = {str(v): [0, 0] for v in range(26)}
        for roll in all_rolls():
            orders = len(set(itertools.permutations(roll)))
            for v in {w[2] for w in sums.groups(roll, division, "tree")}:
                counts[str(v)][0] += 1
                counts[str(v)][1] += orders
        equal("values, " + division, counts, group["division " + division])


def combos(name, group):
    found = {"".join(map(str, r)):
             [list(c) for c in sums.combinations(r, "exact", "tree")]
             for r in all_rolls()}
    equal("combos", found, group)


def combos_without_division(name, group):
    found = {"".join(map(str, r)):
             len(sums.combinations(r, "none", "tree")) for r in all_rolls()}
    equal("combos without division", found, group)


def said(name, group):
    for v in group:
        equal("said", sums.said(tuple(v["roll"]), tuple(v["values"]),
                                "exact", "tree"), v["said"])


def leaves(game, seat, plies):
    if plies == 0:
        return 1
    count = 0
    for cell in game.placements(seat):
        board = dict(game.board)
        game.place(seat, cell)
        count += leaves(game, (seat + 1) % game.seats, plies - 1)
        game.board = board
    return count


def perft(name, group):
    for board, wanted in group.items():
        size, seats = int(board[0]), int(board.split()[1])
        rolit = Rolit(seats, {"size": size})
        found = [leaves(rolit, 0, plies) for plies in range(1, 6)]
        equal("perft " + board, found, wanted)


def search(game, seat, low, high):
    """Balls of `seat` minus those of the other, with perfect play by both."""
    if "." not in game.board.values():
        return game.balls(seat) - game.balls(1 - seat)
    for cell in game.placements(seat):
        board = dict(game.board)
        game.place(seat, cell)
        low = max(low, -search(game, 1 - seat, -high, -low))
        game.board = board
        if low >= high:
            break
    return low


def four_by_four(name, group):
    equal("4x4", search(Rolit(2, {"size": 4}), 0, -17, 17),
          group["first_minus_second_balls_both_perfect"])


def transcripts(name, group):
    for v in group:
        shown = moves.follow({"game": name, "seats": v["players"],
                              "rules": v["rules"], "lines": v["lines"]})
        equal(v["name"] + " lines", shown.get("error"), None)
        equal(v["name"] + " events", shown["events"], v["events"])
        at = {d["before_line"]: d for d in shown["decisions"]}
        for p in v["positions"]:
            where = "%s, line %d" % (v["name"], p["before_line"])
            d = at.get(p["before_line"])
            if d is None:
                failures.append(where + ": no decision there")
                continue
            equal(where + " seat", d["seat"], p["seat"])
            # A view may have keys that the vectors, which never change, do not
            # have.
            known = {key: d["view"].get(key) for key in p["view"]}
            equal(where + " view", same(known, p["view"]), True)
            equal(where + " count", len(d["legal"]), p["legal_count"])
            if "legal" in p:
                equal(where + " legal", d["legal"], p["legal"])
            else:
                equal(where + " legal", [d["legal"][:3], d["legal"][-3:]],
                      [p["legal_first"], p["legal_last"]])


IN_EVERY_GAME = {"about", "game", "golden_rules", "transcripts"}
GAME_GROUPS = {
    "game": game, "keeps": keeps, "keeps_same_turn": keeps_same_turn,
    "rolls": rolls, "deck": deck, "layout_standard": layout,
    "windows": windows, "values": values, "combos": combos,
    "combos_without_division_count": combos_without_division, "said": said,
    "perft": perft, "4x4": four_by_four, "transcripts": transcripts}


def run(name, function, *arguments):
    before = len(failures)
    try:
        function(*arguments)
    except Exception as error:      # a vector that breaks the program
        failures.append("%s: %s" % (type(error).__name__, error))
    for i in range(before, len(failures)):
        failures[i] = "%s: %s" % (name, failures[i])


def load(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return json.load(file)


def main():
    groups = load("fair-dice.json")
    known = {f.__name__: f for f in FAIR_DICE}
    known["dice"] = dice_texts
    equal("groups of fair-dice.json", sorted(groups),
          sorted(set(known) | LEFT_OUT))
    for name, function in known.items():
        if not groups.get(name):
            failures.append("%s: an empty group" % name)
        for v in groups.get(name, []):
            run(name, function, v)
    names = sorted(os.path.splitext(file)[0]
                   for file in os.listdir(os.path.join(HERE, "games")))
    equal("games", names, sorted(GAMES))
    for name in names:
        groups = load("games/%s.json" % name)
        equal("missing groups of " + name,
              sorted(IN_EVERY_GAME - set(groups)), [])
        equal("unknown groups of " + name,
              sorted(set(groups) - set(GAME_GROUPS) - LEFT_OUT_GAME), [])
        for group in set(groups) & set(GAME_GROUPS):
            if not groups[group]:
                failures.append("%s of %s: an empty group" % (group, name))
            run("%s, %s" % (name, group), GAME_GROUPS[group], name,
                groups[group])
    for name, test in (("own logs", damage.own_logs),
                       ("damaged logs", damage.damaged_logs),
                       ("resumed logs", damage.resumed_logs),
                       ("examples", examples.examples),
                       ("single lines", examples.single_lines)):
        run(name, test, equal)
    for failure in failures:
        print(failure[:2000])
    print("independent_vectors: %s" %
          ("%d differ" % len(failures) if failures else "all agree"))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""tamper.py - whatever is changed in a log, verify refuses it and names the
line.

Thousands of edits of their bytes and lines must all be
refused.  Edits that are signed again with the known key go deeper; there a
second verifier has to agree.

tier: quick
"""
import glob
import json
import random
import re
import shutil

import dice
import scene
import wasm
from fault_lines import CASES, told as told_log
from json_edits import edits
from signing import compact, log_signed

LOGS = ["bolo7-2", "bolo7-3-faults", "pig-2", "pig-4-resumed"]
PER_CALL = 250
DEEP = 40       # signed edits of each log: slow
STEPS = 300     # edits of bytes through a log


def golden(name):
    with open(f"{scene.SRC}/tests/golden/{name}.jsonl", "rb") as file:
        return file.read()


def signed(lines):
    """The log of these lines (bytes; the last one is not used), signed."""
    return log_signed(lines[:-1])


# ### edits of bytes and lines, not signed again

def kind(line):
    return line[6:line.index(b'"', 6)].decode()


class Edits:
    """Collects (what, log, the lines that may be named)."""

    def __init__(self, name, log):
        self.name, self.log = name, log
        self.lines = log.splitlines()
        self.count = len(self.lines)
        self.found = []

    def add(self, what, log, line):
        """Adds an edited log; the verdict may name `line`, the first that
        differs, or a later one."""
        if log != self.log:
            self.found.append((f"{self.name}: {what}", log,
                               range(line, self.count + 3)))

    def line_of(self, at):
        return self.log.count(b"\n", 0, at) + 1

    def bytes(self, chance, step):
        for at in range(chance.randrange(step), len(self.log), step):
            old = self.log[at]
            for new in {old ^ 1 << chance.randrange(8),
                        chance.choice(b'0123456789abcdef{}[]",: \n')}:
                self.add(f"byte {at} {bytes([old])} becomes {bytes([new])}",
                         self.log[:at] + bytes([new]) + self.log[at + 1:],
                         self.line_of(at))
        for at in range(chance.randrange(5), len(self.log), 5 * step):
            line = self.line_of(at)
            self.add(f"byte {at} is left out",
                     self.log[:at] + self.log[at + 1:], line)
            self.add(f"byte {at} stands twice",
                     self.log[:at] + self.log[at:at + 1] + self.log[at:],
                     line)
            self.add(f"cut at byte {at}", self.log[:at], 1)

    def lines_moved(self, chance):
        lines = [line + b"\n" for line in self.lines]
        for i in range(self.count):
            changed = {
                "is left out": lines[:i] + lines[i + 1:],
                "stands twice": lines[:i + 1] + lines[i:],
                "is the last": lines[:i + 1],
                "is doubled at the end": lines + [lines[i]],
                "is followed by nothing": lines[:i] + [b"\n"] + lines[i:],
                "ends in CR LF": lines[:i] + [lines[i][:-1] + b"\r\n"] +
                lines[i + 1:],
                "has its keys turned round": lines[:i] + [json.dumps(
                    dict(reversed(json.loads(lines[i]).items())),
                    separators=(",", ":")).encode() + b"\n"] + lines[i + 1:],
            }
            for what, new in changed.items():
                at = min(
                    [k for k, (a, b) in enumerate(zip(lines, new), 1)
                     if a != b] + [len(new) + 1, self.count + 1])
                self.add(f"line {i + 1} {what}", b"".join(new), at)
            for j in {i + 1, chance.randrange(self.count)}:
                if i < j < self.count and lines[i] != lines[j]:
                    new = lines[:]
                    new[i], new[j] = new[j], new[i]
                    self.add(f"lines {i + 1} and {j + 1} change places",
                             b"".join(new), i + 1)
        self.add("bytes behind the end", self.log + b"{", self.count + 1)


def verdicts(folder, logs):
    """What `referee verify` prints for each log: (exit code of all, errors,
    sentences).  The checker for WebAssembly must print the same."""
    names = [f"{i}.jsonl" for i in range(len(logs))]
    for name, log in zip(names, logs):
        scene.write(f"{folder}/{name}", log)
    result = scene.run(folder, "verify", *names)
    other = wasm.differs(folder, result, "verify", *names)
    assert not other, other
    said = [line for line in result.out.splitlines()
            if not line.startswith(("  proved: ", "  not proved: ",
                                    "  told: "))]
    return result.code, result.err, said


def batches(found):
    return [found[i:i + PER_CALL] for i in range(0, len(found), PER_CALL)]


def all_refused(folder, batch):
    code, err, said = verdicts(folder, [log for _, log, _ in batch])
    if code != 1 or err or len(said) != len(batch):
        return [f"exit {code}, {len(said)} of {len(batch)} sentences, {err}"]
    wrong = []
    for i, ((what, _, named), line) in enumerate(zip(batch, said)):
        match = re.match(rf"not (?:verified|finished): {i}\.jsonl:(\d+): .",
                         line)
        if not match or int(match.group(1)) not in named:
            wrong.append(f"{what}: {line}")
    return wrong


# ### edits that are signed again

def changed_lines(line):
    """Edited versions of a line."""
    for _, tree in edits(line):
        yield compact(tree)
    yield compact(dict(reversed(line.items())))
    text = compact(line)
    yield text[:-1] + b',"t":"%s"}' % line["t"].encode()
    yield text[:-1] + b',"\\u0074":1}'
    yield text.replace(b'"t"', b'"\\u0074"', 1)
    yield text.replace(b":", b": ", 1)
    yield text.replace(b"1", b"1.0", 1)
    yield text.replace(b"1", b"01", 1)
    yield text.replace(b":0", b":-0", 1)
    yield text.replace(b"{", b"\xef\xbb\xbf{", 1)
    yield text + b" "
    yield text + b"{}"
    yield text.replace(b"\"}", b"\\u0000\"}", 1)
    yield text[:-1] + b"," + b" " * (1 << 20) + b"}"


def inserted_lines(seats, games):
    for n in games:
        yield {"t": "resume", "games": n}
    for seat in range(seats + 1):
        yield {"t": "again", "seat": seat}
        for fault in "gone", "start", "forfeit":
            yield {"t": "fault", "seat": seat, "fault": fault, "detail": ""}


def deeper(name, log, chance):
    """(what, lines) of logs that only the rules or the dice can refute."""
    lines = log.splitlines()
    read = [json.loads(line) for line in lines]
    seats = len(read[0]["entrants"])
    for i, line in enumerate(read[:-1]):
        for new in changed_lines(line):
            yield (f"line {i + 1} becomes {new[:200]}",
                   lines[:i] + [new] + lines[i + 1:])
        for new in inserted_lines(seats, range(3)):
            yield (f"{new} before line {i + 1}",
                   lines[:i] + [compact(new)] + lines[i:])
        yield f"line {i + 1} is left out", lines[:i] + lines[i + 1:]
        yield f"line {i + 1} stands twice", lines[:i + 1] + lines[i:]
        j = chance.randrange(len(lines) - 1)
        new = lines[:]
        new[i], new[j] = new[j], new[i]
        yield f"lines {i + 1} and {j + 1} change places", new


def agree(folder, batch):
    """Both verifiers agree, though only one of them knows the limits."""
    logs = [signed(lines) for _, lines in batch]
    code, err, said = verdicts(folder, logs)
    if code not in (0, 1) or err or len(said) != len(batch):
        return [f"exit {code}, {len(said)} of {len(batch)} sentences, {err}"]
    wrong = []
    for (what, _), log, line in zip(batch, logs, said):
        scene.write(f"{folder}/log.jsonl", log)
        good, why = scene.verify.verify(f"{folder}/log.jsonl")
        if good != (": verified: " in line) and ":1: match: limits" not in line:
            wrong.append(f"{what}: {line} - but the other: {why}")
        if not good and not re.match(r"not verified: \d+\.jsonl:\d+: .", line):
            wrong.append(f"{what}: no line is named: {line}")
    return wrong


# ### all together

@scene.each(LOGS)
def test_golden_logs_are_verified(folder, name):
    log = golden(name)
    assert signed(log.splitlines()) == log
    scene.write(f"{folder}/log.jsonl", log)
    assert not scene.doubts(folder)
    scene.expect(scene.run(folder, "verify", "log.jsonl", "--key",
                           scene.PUBLIC))
    scene.expect(scene.run(folder, "verify", "log.jsonl", "--key", "00" * 32),
                 1, "not verified: log.jsonl:1: ")


def test_both_verifiers_accept_every_golden_game(folder):
    logs = glob.glob(f"{scene.SRC}/tests/golden/games/*.jsonl")
    scene.expect(scene.run(folder, "verify", *logs))
    assert len(logs) > 30
    for log in logs:
        assert scene.verify.verify(log)[0], log


def test_they_hold_every_type_of_line(_):
    assert {kind(line) for name in LOGS
            for line in golden(name).splitlines()} == {
        "match", "board", "game", "chain", "draw", "move", "again", "fault",
        "over", "resume", "close", "sign"}


def sentences(folder, logs):
    return verdicts(folder, logs)[2]


@scene.each([0, 1])
def test_no_fault_comes_between_a_chain_line_and_its_draw(folder, seat):
    lines = golden("pig-2").splitlines()
    at = [kind(line) for line in lines].index("chain") + 1
    fault = compact({"t": "fault", "seat": seat, "fault": "gone",
                     "detail": ""})
    said = sentences(folder, [signed(lines[:at] + [fault] + lines[at + 1:])])
    assert f".jsonl:{at + 1}: " in said[0], said


def test_a_wrong_close_line_is_named(folder):
    """Unless a line before it is wrong."""
    log = golden("pig-2").splitlines()[:-1]
    head, *body, close = log
    at = [kind(line) for line in log].index("draw")
    draw = json.loads(log[at])
    draw["v"][0] = draw["v"][0] % 6 + 1
    wrong_draw = log[:at] + [compact(draw)] + log[at + 1:-1]
    line = json.loads(close)
    secret = line["secret"]
    spoilt = {
        "of capitals": compact({**line, "secret": secret.upper()}),
        "with one more key": compact({**line, "x": 1}),
        "of other digits": compact({**line, "secret": secret[::-1]}),
        "with a digit less": compact({**line, "secret": secret[1:]}),
        "with other games": compact({**line, "games": 1}),
        "with a space": close.replace(b":", b": "),
        "without digits": compact({**line, "secret": ""})}
    cases = [(f"a close line {what}", log[:-1] + [new], len(log))
             for what, new in spoilt.items()]
    cases += [(f"a wrong draw and a close line {what}", wrong_draw +
               [spoilt[what]], at + 1) for what in
              ("of capitals", "with one more key", "with a space")]
    cases += [(f"a line of nothing and a close line {what}",
               log[:at] + [b"{}"] + log[at + 1:-1] + [new], at + 1)
              for what, new in spoilt.items()]
    seal = json.loads(head)
    seal["seal"] = seal["seal"][::-1]
    cases += [("no close line", log[:-1], len(log)),
              ("a wrong draw and no close line", wrong_draw + [b"{}"],
               len(log)),
              ("another seal", [compact(seal), *body, close], 1)]
    said = sentences(folder, [signed([*lines, b""]) for _, lines, _ in cases])
    assert len(said) == len(cases)
    for i, ((what, _, wrong), found) in enumerate(zip(cases, said)):
        assert found.startswith(f"not verified: {i}.jsonl:{wrong}: "), \
            (what, found[:200])


def test_faults_are_where_the_referee_can_have_written_them(folder):
    logs = [told_log(*case) for case in CASES]
    said = sentences(folder, [log for log, _ in logs])
    for i, ((log, wrong), case, line) in enumerate(zip(logs, CASES, said)):
        scene.write(f"{folder}/{i}.jsonl", log)
        good, why = scene.verify.verify(f"{folder}/{i}.jsonl")
        at = f"{i}.jsonl: verified: " if wrong is None else \
            f"not verified: {i}.jsonl:{wrong}: "
        assert line.startswith(at) and good == (wrong is None) and \
            (good or f"/{i}.jsonl:{wrong}: " in why), (case, line, why)


CUP = {"tournament": "cup.2-b", "manifest": "0a" * 32, "match": 7}


@scene.each([
    (CUP, True), ({**CUP, "tournament": "0" + "a" * 63}, True),
    ({**CUP, "tournament": "0" + "a" * 64}, False),
    ({**CUP, "tournament": ""}, False), ({**CUP, "tournament": ".cup"}, False),
    ({**CUP, "tournament": "Cup"}, False),
    ({**CUP, "tournament": None}, False), ({**CUP, "manifest": None}, False),
    ({**CUP, "match": 1 << 32}, False), ({"salt": "0a" * 32}, False),
    ({"v": 2}, False), ({"processes": "entrant"}, False)])
def test_a_first_line_with(folder, change, good):
    lines = golden("pig-2").splitlines()
    changed = [compact({**json.loads(lines[0]), **change})] + lines[1:]
    assert not agree(folder, [("header", changed)])
    code, _, said = verdicts(folder, [signed(changed)])
    assert code == (not good), said


# ### logs of games that are programs

def first(log, kind):
    return next(i for i, line in enumerate(log) if line["t"] == kind)


def changed_first(log, **changes):
    log[0] = {**log[0], **changes}


def out_of_order(log):
    """A move that nobody played, before a fault that ends the game."""
    at = first(log, "move")
    log[at]["move"] = {"do": "cheat"}
    log[at + 1:first(log, "over") + 1] = [
        {"t": "fault", "seat": 1, "fault": "timeout", "detail": ""},
        {"t": "over", "scores": [0, 0], "ranks": [1, 2], "end": "fault"}]


def taken_back(log, retries=0, out=None):
    changed_first(log, rules={**log[0]["rules"], "illegal_retries": retries})
    if out is not None:
        log.insert(first(log, "move"), {"t": "fault", "seat": out,
                                        "fault": "gone", "detail": ""})
        log[:] = [line for line in log if line["t"] != "move"]
    log.insert(first(log, "over"), {"t": "again", "seat": 1})


def chain_of_another(log):
    """It stands before a roll that needs none."""
    secret = bytes.fromhex(log[first(log, "close")]["secret"])
    log.insert(first(log, "draw"), {
        "t": "chain", "s": 0, "c": 3, "anchor": dice.steps(
            dice.tip(secret, 1, 0, 3), log[0]["links"]).hex()})


def many_dice(log):
    draw = log[first(log, "draw")]
    draw["v"] = dice.roll(bytes.fromhex(log[0]["salt"]),
                          bytes.fromhex(draw["link"]), 65, 6)
    draw["dice"] = "65d6"


def teams(log):
    changed_first(log, program={**log[0]["program"], "result": "teams"})


def rules(log, **more):
    changed_first(log, rules={**log[0]["rules"], **more})


@scene.each([
    ("a move before a fault", out_of_order, "--game"),
    ("an answer taken back", taken_back),
    ("less than no retries", lambda log: taken_back(log, -1)),
    ("retries of a word", lambda log: taken_back(log, "x")),
    ("an answer of a seat that is out", lambda log: taken_back(log, 3, 1)),
    ("a chain without its roll", chain_of_another),
    ("65 dice", many_dice), ("teams of two", teams),
    ("a rule with a space", lambda log: rules(log, **{"a b": 1})),
    ("a rule of two words", lambda log: rules(log, many="a b")),
    ("a large number", lambda log: rules(log, many=10 ** 10)),
    ("33 rules", lambda log: rules(log, **{f"r{i}": i for i in range(33)}))])
def test_a_log_of_a_program(folder, _, forge, *words):
    """The other implementation refuses it, too, if that needs no rules."""
    for path in ("tournaments/examples/games/skunk.py",
                 "sdk/python/rollcall/own_game.py"):
        shutil.copy(f"{scene.SRC}/{path}", folder)
    for bot in "ann", "bob":
        scene.healthy(folder, bot)
    scene.expect(scene.run(folder, "play", "./skunk.py", "./ann", "./bob",
                           "-o", "m.jsonl"))
    log = scene.read_log(f"{folder}/m.jsonl")[:-1]
    for forged in False, True:
        if forged:
            forge(log)
        changed_first(log, referee={**log[0]["referee"],
                                    "key": scene.PUBLIC})
        scene.write(f"{folder}/log.jsonl",
                    log_signed([compact(line) for line in log]))
        said = scene.run(folder, "verify", "log.jsonl", *words,
                         *["./skunk.py"] * len(words))
        assert said.code == forged, said
        if not words:
            good, why = scene.verify.verify(f"{folder}/log.jsonl")
            assert good != forged, why


def cases(stage):
    chance = random.Random(7)
    edits, deep = [], []
    for name in LOGS:
        log = golden(name)
        some = Edits(name, log)
        some.bytes(chance, 1 + len(log) // STEPS)
        some.lines_moved(chance)
        edits += some.found
        deep += [(f"{name}: {what}", lines) for what, lines in chance.sample(
            list(deeper(name, log, chance)), DEEP)]
    for batch in batches(edits):
        yield (f"{len(batch)} edits from \"{batch[0][0]}\" on",
               lambda batch=batch: all_refused(stage.folder(), batch))
    # For the second verifier.
    pool = scene.process_pool()
    for batch in batches(deep):
        yield (f"{len(batch)} signed edits from \"{batch[0][0]}\" on",
               lambda batch=batch: pool.submit(
                   agree, stage.folder(), batch).result())


if not wasm.HAS:
    print(wasm.NOT_TRIED)
scene.main(cases=cases)

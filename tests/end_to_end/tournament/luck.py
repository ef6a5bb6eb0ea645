#!/usr/bin/env python3
"""luck.py - the luck of a tournament: the file that measures it, the luck of
games in luck.csv, the tables without luck, and how verify checks them.

tier: full
"""
import collections
import contextlib
import csv
import hashlib
import json
import math
import os
import re
import shutil
import signal
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene
import wasm

KEY = ["--key-file", "key"]
RULES = {"illegal_retries": 0, "ranking": "winner", "target": 20,
         "max_turns": 200}
LUCK = {"v": 1, "game": "pig", "rules": RULES, "seats": 2, "f": "table",
        "numbers": [], "table": None, "beta": "1", "from": "the tests"}
FILES = ["luck.csv", "ladder-luck.csv"]
# With sanitizers bolito needs more address space than `limits` allows.
BOLITO_LEVEL = "none"

# Banks from so many points on; with a second word, it makes an illegal move at
# every 40th decision.
HOLD = """#!/bin/sh
n=0
while read -r line
do
    case $line in
    *'"type":"hello"'*) echo '{"type":"ready"}' ;;
    *'"type":"turn"'*)
        total=${line#*'"total":'}
        total=${total%%[!0-9]*}
        n=$((n + 1))
        if [ -n "$2" ] && [ $n = 40 ]
        then echo '{"move":99}'
        elif [ "$total" -ge "$1" ]
        then echo '{"move":1}'
        else echo '{"move":0}'
        fi ;;
    esac
done
"""


def copy_program(to):
    """Copies in another process: a bot started meanwhile by another thread
    would inherit the open file, and a program open for writing cannot be
    executed."""
    subprocess.run(["cp", scene.TOURNAMENT, to], check=True)


def prepare(at, luck=True, words=("20", "4", "12"), **changes):
    """A folder with cup.json."""
    folder = at.folder()
    scene.bot(folder, "hold", HOLD)
    if luck:
        scene.write(f"{folder}/luck.json", json.dumps(LUCK))
        changes = {"luck": "luck.json", **changes}
    scene.write(f"{folder}/cup.json", json.dumps({
        "name": "cup", "game": "pig", "rules": {"target": 20}, "links": 16,
        "format": {"type": "round_robin", "boards": 16, "matches": 2},
        "rotations": 1, "limits": {"move_ms": 20000}, **changes,
        "entrants": [{"name": f"bot{word.split()[0]}",
                      "command": ["./hold", *word.split()]}
                     for word in words]}))
    return folder


def run(folder, *words, code=0):
    result = scene.tournament(folder, *words)
    assert result.code == code, (words, result)
    return result


def played(at, **changes):
    folder = prepare(at, **changes)
    run(folder, "run", "cup.json", "-j", "2", *KEY)
    return folder


def lucks(folder, cup="cup"):
    with open(f"{folder}/{cup}/luck.csv", encoding="ascii") as file:
        return [(int(row["match"]), int(row["game"]),
                 [float(part) for part in row["luck"].split("|")]
                 if row["luck"] else None) for row in csv.DictReader(file)]


def contents(folder, cup="cup"):
    return [scene.content(f"{folder}/{cup}", name) for name in FILES]


def games_of(folder, rotations, cup="cup"):
    """(match, pair, board, the first entrant's score and luck) of every game,
    from book and luck.csv."""
    luck = {(match, game): by_seat
            for match, game, by_seat in lucks(folder, cup)}
    order, found = {}, []
    for line in scene.read_log(f"{folder}/{cup}/book.jsonl"):
        if line["t"] == "start":
            order[line["match"]] = line["entrants"]
    for line in scene.read_log(f"{folder}/{cup}/book.jsonl"):
        if line["t"] != "end":
            continue
        entrants = order[line["match"]]
        first = entrants.index(min(entrants))
        for game, ranks in enumerate(line["ranks"]):
            # Seat s is held by entrant (s + rotation) mod 2.
            seat = (first - game % rotations) % 2
            found.append((line["match"], tuple(sorted(entrants)),
                          game // rotations,
                          float(ranks[first] < ranks[1 - first]),
                          luck[line["match"], game + 1][seat]))
    return sorted(found)


def in_a_browser(folder):
    """The tables are the same, and so is the verdict, except for one more
    doubt."""
    if not wasm.HAS:
        return []
    program = {"program": scene.TOURNAMENT}
    words = "ladder", "cup", "--luck", "--json"
    wrong = wasm.differs(folder, scene.run(folder, *words, **program), *words,
                         **program)
    words = "verify", "cup", "--json"
    said, due = [json.loads(one(folder, *words, **program).out)
                 for one in (wasm.run, scene.run)]
    assert said["verified"], said
    doubts = said["tournaments"][0]["not_proved"]
    left_out = [one for one in doubts if one["code"] == "luck"]
    for one in left_out:
        doubts.remove(one)
    return wrong if said == due and len(left_out) == 1 else \
        [*wrong, f"verify: {said}, {left_out}"]


# ### what a run leaves

def the_files_of_a_run(at):
    """luck.json is a copy, the manifest has its hash, and luck.csv has what
    the referee computes."""
    folder = played(at)
    wrong = []
    copy = scene.content(f"{folder}/cup", "luck.json")
    manifest = json.loads(scene.content(f"{folder}/cup", "manifest.json"))
    if copy != scene.content(folder, "luck.json") or \
            manifest["luck"] != hashlib.sha256(copy).hexdigest():
        wrong.append("luck.json is not the file, or the manifest lacks it")
    found = lucks(folder)
    due = []
    for match in range(1, 7):
        said = scene.run(folder, "analyse", "--json", "--luck-file",
                         "luck.json", f"cup/match-{match:06}.jsonl")
        assert said.code == 0, said
        due += [(match, game["game"],
                 [float(part) for part in game["luck_total"]])
                for game in map(json.loads, said.out.splitlines())
                if "luck_total" in game]
    if found != due or len(found) != 96:
        wrong.append(f"luck.csv: {found[:3]}, the referee: {due[:3]}")
    if not all(abs(sum(luck)) < 3e-6 and luck[0] for _, _, luck in found):
        wrong.append(f"luck that does not add up to 0: {found}")
    ladder = run(folder, "ladder", "cup", "--luck").out
    if ladder.find("luck-adjusted, not official: f table, beta 1.0, fixed "
                   "before the first game") < ladder.find("entrant") or \
            not ladder.startswith(run(folder, "ladder", "cup").out):
        wrong.append(f"not the official table first: {ladder}")
    if run(folder, "ladder", "cup", "--luck", "--csv").out.encode() != \
            contents(folder)[1]:
        wrong.append("ladder --luck --csv is not ladder-luck.csv")
    said = json.loads(run(folder, "ladder", "cup", "--luck", "--json").out)
    rows = list(csv.DictReader(contents(folder)[1].decode().splitlines()))
    if [[one["entrant"], f"{one['elo']:.6f}"] for one in
            said.get("luck", {}).get("entrants", [])] != \
            [[row["entrant"], row["elo"]] for row in rows] or not rows:
        wrong.append(f"ladder --luck --json: {said} {rows}")
    verified = run(folder, "verify", "cup").out
    if "luck.csv and ladder-luck.csv follow from the logs" not in verified:
        wrong.append(f"verify says nothing of luck: {verified}")
    return wrong + in_a_browser(folder)


def a_killed_run_goes_on(at):
    """Killed between matches and while logs are analysed, it gives the same
    bytes."""
    folder = prepare(at)
    run(folder, "init", "cup.json", *KEY)
    other = at.folder()
    shutil.copytree(folder, other, dirs_exist_ok=True)
    run(folder, "run", "cup", "-j", "1", *KEY)
    due = contents(folder)
    # A referee that once stops before analysing.
    copy_program(f"{other}/tournament")
    scene.bot(other, "referee", f"""#!/bin/sh
if [ "$1" = analyse ] && [ ! -e go ]; then : >here; exec sleep 1000; fi
exec {scene.REFEREE} "$@"
""")
    process = scene.start(other, "run", "cup", "-j", "3", *KEY,
                          program=f"{other}/tournament")
    assert scene.wait_until(lambda: scene.content(other, "cup/book.jsonl")
                            .count(b'"end"') >= 2)
    process.send_signal(signal.SIGKILL)
    scene.finish(process)
    process = scene.start(other, "run", "cup", "-j", "3", *KEY,
                          program=f"{other}/tournament")
    assert scene.wait_until(lambda: os.path.exists(f"{other}/here"))
    wrong = [f"{name} is there already" for name in FILES
             if os.path.exists(f"{other}/cup/{name}")]
    process.send_signal(signal.SIGKILL)
    for line in scene.left_running(other):
        with contextlib.suppress(ProcessLookupError):
            os.kill(int(line.split()[0]), signal.SIGKILL)
    scene.finish(process)
    scene.write(f"{other}/go", "")
    run(other, "run", "cup", "-j", "2", *KEY)
    if contents(other) != due:
        wrong.append(f"other bytes: {due} {contents(other)}")
    return wrong


def games_with_faults(at):
    """They have no luck, and adjusted tables leave out their blocks."""
    folder = played(at, words=("20", "4", "12 wrong"))
    faults = {(line["match"], fault["game"])
              for line in scene.read_log(f"{folder}/cup/book.jsonl")
              if line["t"] == "end" for fault in line["faults"]}
    without = {(match, game) for match, game, luck in lucks(folder)
               if luck is None}
    run(folder, "verify", "cup")
    said = run(folder, "luck", "cup").out
    return [] if faults and faults == without and \
        f"{len(faults)} game" in said else \
        [f"faults {faults}, no luck {without}: {said}"]


def mistakes(at):
    """The report has the cost of the moves, as the referee computes it."""
    folder = played(at, luck=False, words=("20", "4"), rotations=2)
    page = run(folder, "report", "cup", "bot4").out
    found = re.search(r"^\| bot20 \| (\d+) \| (\S+) \+- (\S+) \| (\S+) \|$",
                      page.partition("## Mistakes")[2], re.M)
    loss, real, games = [], 0, 0
    for match in range(1, 3):
        said = scene.run(folder, "analyse", "--json",
                         f"cup/match-{match:06}.jsonl").out
        places = [line["entrants"] for line in scene.read_log(
            f"{folder}/cup/book.jsonl")
                  if line["t"] == "start" and line["match"] == match][0]
        for game in map(json.loads, said.splitlines()):
            if "luck_total" in game:
                seat = game["seats"].index(places.index(1))
                loss.append(float(game["loss"][seat]))
                real += game["real"][seat]
    games = len(loss)
    mean = sum(loss) / games
    error = 1.96 * (sum((one - mean) ** 2 for one in loss) / games /
                    (games - 1)) ** .5
    due = (str(games), f"{mean:.4f}", f"{error:.4f}",
           f"{100 * sum(loss) / real:.3f}")
    return [] if found and found.groups() == due and mean > .05 else \
        [f"expected {due}: {page}"]


# ### without a luck file in the manifest

def chosen_afterwards(at):
    """The default, then another file; luck that was computed is not computed
    again."""
    folder = played(at, luck=False)
    wrong = []
    if os.path.exists(f"{folder}/cup/luck.json"):
        wrong.append("a luck.json that nobody asked for")
    first = run(folder, "ladder", "cup", "--luck").out
    kept = lucks(folder)
    default = json.loads(scene.content(f"{folder}/cup", "luck.json"))
    if "f table, beta 1.0, chosen after the games" not in first or \
            default["rules"] != RULES or default["f"] != "table":
        wrong.append(f"not the default: {first} {default}")
    # From here on nothing can be analysed.
    copy_program(f"{folder}/tournament")
    scene.bot(folder, "referee", "#!/bin/sh\nexit 2\n")
    again = scene.run(folder, "ladder", "cup", "--luck",
                      program=f"{folder}/tournament")
    if (again.code, again.out) != (0, first):
        wrong.append(f"not from luck.csv: {again}")
    # Another file: its beta counts, and the old luck.csv is not used for it.
    scene.write(f"{folder}/half.json", json.dumps({**LUCK, "beta": "0.5"}))
    refused = scene.run(folder, "ladder", "cup", "--luck", "--luck-file",
                        "half.json", program=f"{folder}/tournament")
    wrong += scene.one_sentence(refused, "match 1 could not be analysed")
    other = run(folder, "ladder", "cup", "--luck", "--luck-file",
                "half.json").out
    if "f table, beta 0.5, chosen after the games" not in other or \
            lucks(folder) != kept:
        wrong.append(f"not by half.json: {other}")
    run(folder, "verify", "cup")
    return wrong


def perfect_players(at):
    """Perfect players leave no error to compare with the raw one, unless
    strength and seat are confounded; and games that do not show the effect of
    luck fit no beta."""
    folder = at.folder()
    names = ["ann", "bob"]
    for name in names:
        scene.entrant(folder, name, "bolito")
    for cup, rotations in (("cup", 1), ("both", 2)):
        scene.write(f"{folder}/{cup}.json", json.dumps({
            "name": cup, "game": "pig", "rules": {"target": 30}, "links": 64,
            "rotations": rotations, "sandbox": BOLITO_LEVEL,
            "format": {"type": "round_robin", "boards": 60},
            "limits": {"start_ms": 60000, "move_ms": 20000},
            "entrants": [{"name": name, "command": [f"./{name}"]}
                         for name in names]}))
        run(folder, "run", f"{cup}.json", *KEY)
    said = run(folder, "ladder", "both", "--luck", "--csv").out
    wrong = [] if [(row["fewer"], float(row["se"]) < .05,
                    float(row["se_raw"]) > 1, row["mark"])
                   for row in csv.DictReader(said.splitlines())] == \
        [("", True, True, "")] * 2 else [said]
    # With fixed seats, strength and seat cannot be told apart.
    rows = list(csv.DictReader(run(folder, "ladder", "cup", "--luck",
                                   "--csv").out.splitlines()))
    said = run(folder, "ladder", "cup", "--luck").out
    heading = said.partition("luck-adjusted")[2].partition("\nrank")[0]
    if [(float(row["se"]) > .9 * float(row["se_raw"]) > 90, row["mark"])
            for row in rows] != [(True, "p")] * 2 or \
            "\nseats are not balanced: ann had seat 0 in 60 of 60 games\np " \
            not in heading:
        wrong.append(f"{rows} {said}")
    # Perfect play on the same dice: every block is even.
    return wrong + scene.one_sentence(
        scene.tournament(folder, "luck", "both", "--fit"),
        "these games do not say how much luck explains$")


def several_folders(at):
    """One table from two folders, but not with two luck files."""
    folder = played(at)
    shutil.copy(f"{folder}/cup.json", f"{folder}/two.json")
    run(folder, "run", "two.json", *KEY)
    both = run(folder, "ladder", "cup", "two", "--luck", "--csv").out
    rows = list(csv.DictReader(both.splitlines()))
    wrong = [] if [int(row["games"]) for row in rows] == [128] * 3 else \
        [f"not the games of both: {both}"]
    scene.write(f"{folder}/luck.json", json.dumps({**LUCK, "beta": "0.5"}))
    shutil.copy(f"{folder}/cup.json", f"{folder}/three.json")
    run(folder, "run", "three.json", *KEY)
    return wrong + scene.one_sentence(
        scene.tournament(folder, "ladder", "cup", "three", "--luck"),
        "three has a different luck file from the folder before it")


def fitted(at):
    """The output of --fit is a luck file for later tournaments."""
    folder = played(at)
    made = run(folder, "luck", "cup", "--fit").out
    file = json.loads(made)
    pairs = collections.defaultdict(list)
    for _, pair, _, score, luck in games_of(folder, 1):
        pairs[pair].append((score, luck))
    common = square = 0
    for games in pairs.values():
        means = [sum(column) / len(games) for column in zip(*games)]
        common += sum((score - means[0]) * (luck - means[1])
                      for score, luck in games)
        square += sum((luck - means[1]) ** 2 for _, luck in games)
    scene.write(f"{folder}/luck.json", made)
    wrong = [] if file["f"] == "table" and len(file["table"]) == 64 and \
        abs(float(file["beta"]) - common / square) < .00501 and \
        re.match("fitted to 96 games of cup-", file["from"]) else [made]
    shutil.copy(f"{folder}/cup.json", f"{folder}/later.json")
    run(folder, "run", "later.json", *KEY)
    run(folder, "verify", "later")
    # The hash of another table.
    scene.write(f"{folder}/luck.json", json.dumps({**file,
                                                   "table": "00" * 32}))
    shutil.copy(f"{folder}/cup.json", f"{folder}/wrong.json")
    return wrong + scene.one_sentence(
        scene.tournament(folder, "run", "wrong.json", *KEY),
        "table: it is not the hash of the table of pig .*the results are "
        "safe", code=2)


def a_formula(at):
    """Three seats by the race formula, with default and with fitted numbers; a
    few random games may fit no formula."""
    folder = at.folder()
    names = ["ann", "bob", "cyd"]
    for name in names:
        scene.entrant(folder, name, "threshold")
    cup = {"name": "cup", "game": "bolo7", "rules": {"target": 3000},
           "links": 64, "rotations": 1, "format": {
               "type": "round_robin", "seats": 3, "boards": 60, "matches": 5},
           "entrants": [{"name": name, "command": [f"./{name}"]}
                        for name in names]}
    scene.write(f"{folder}/cup.json", json.dumps(cup))
    run(folder, "run", "cup.json", *KEY)
    ladder = run(folder, "ladder", "cup", "--luck").out
    found = lucks(folder)
    default = json.loads(scene.content(f"{folder}/cup", "luck.json"))
    wrong = [] if "f race, beta 0.85, chosen after the games" in ladder and \
        default["numbers"] == ["0.0343", "0.721", "19.5", "0.353"] and \
        all(len(luck) == 3 and abs(sum(luck)) < 4e-6 and any(luck)
            for _, _, luck in found) else [f"{ladder} {default} {found[:3]}"]
    made = run(folder, "luck", "cup", "--fit").out
    numbers = json.loads(made)["numbers"]
    if len(numbers) != 4 or numbers == default["numbers"]:
        wrong.append(f"not fitted: {made}")
    scene.write(f"{folder}/luck.json", made)
    scene.write(f"{folder}/later.json", json.dumps(
        {**cup, "luck": "luck.json",
         "format": {**cup["format"], "boards": 4, "matches": 2}}))
    run(folder, "run", "later.json", *KEY)
    run(folder, "verify", "later")
    # With other numbers the same games have other luck.
    run(folder, "luck", "cup", "--luck-file", "luck.json")
    return wrong + (["the same luck by other numbers"]
                    if lucks(folder) == found else [])


def in_a_league(at):
    """The luck file in league.json is used in every round."""
    folder = prepare(at)
    os.mkdir(f"{folder}/l")
    cup = json.loads(scene.content(folder, "cup.json"))
    scene.write(f"{folder}/l/league.json", json.dumps(
        {**cup, "luck": "../luck.json", "base": "..",
         "format": {"type": "league", "each": 2, "boards": 4}}))
    run(folder, "league", "l", "--rounds", "2", *KEY)
    run(folder, "verify", "l")
    said = run(folder, "ladder", "l/round-001", "l/round-002", "--luck").out
    return [] if "fixed before the first game" in said else [said]


# ### a test

def stop_of(folder):
    """The number of blocks after which the test of 0 against 8 Elo is
    decided."""
    blocks, bound = collections.defaultdict(list), math.log(.95 / .05)
    for match, _, board, score, luck in games_of(folder, 2):
        blocks[match, board].append(score - luck)
    means = [sum(block) / 2 for _, block in sorted(blocks.items())]
    for count in range(30, len(means) + 1):
        mean = sum(means[:count]) / count
        variance = sum(one * one for one in means[:count]) / count - mean ** 2
        llr = count / 2 * math.log(
            (variance + (mean - .5) ** 2) /
            (variance + (mean - 1 / (1 + 10 ** (-8 / 400))) ** 2))
        if abs(llr) >= bound:
            return count
    return None


def a_test_without_luck(at):
    """It stops at the same game on any number of cores, and needs luck.csv."""
    found, wrong = [], []
    folder = prepare(at, words=("20", "12"), rotations=2, format={
        "type": "sprt", "elo0": 0, "elo1": 8, "boards": 2,
        "boards_max": 800})
    run(folder, "init", "cup.json", *KEY)
    for jobs in ("1", "4"):
        here = at.folder()
        shutil.copytree(folder, here, dirs_exist_ok=True)
        said = run(here, "run", "cup", "-j", jobs, *KEY).out
        run(here, "verify", "cup")
        found.append(re.search(r"H[01], .* after (\d+) blocks", said)[0])
        stop = int(re.search(r"after (\d+) blocks", said)[1])
        matches = len({game[0] for game in games_of(here, 2)})
        # At the stop every core may be playing a match, and may have begun
        # another.
        if stop != stop_of(here) or \
                matches > math.ceil(stop / 2) + 2 * int(jobs):
            wrong.append(f"not after {stop_of(here)} blocks, or {matches} "
                         f"matches: {said}")
    if found[0] != found[1]:
        wrong.append(f"-j 1 and 4 differ: {found}")
    # Asked again the test gives the same answer; without --luck it warns.
    words = ["sprt", "cup", "bot20", "bot12", "--elo1", "8"]
    again = scene.tournament(here, *words, "--luck")
    raw = scene.tournament(here, *words)
    if again.code != int(found[0][1] == "0") or \
            found[0] not in again.out.replace("\n", " ") or \
            "luck: f table, fixed before the first game\n" not in again.out:
        wrong.append(f"not {found[0]}: {again}")
    if "luck is not taken out of these scores; --luck does it\n" \
            not in raw.out or "luck taken out" in raw.out:
        wrong.append(f"the raw test does not say so: {raw}")
    swapped = run(here, "sprt", "cup", "bot12", "bot20", "--elo0", "-8",
                  "--elo1", "0", "--luck", code=1 - again.code).out
    if swapped.split("(LLR ")[1][1:5] != again.out.split("(LLR ")[1][1:5]:
        wrong.append(f"not the other way round: {swapped} {again.out}")
    wrong += scene.one_sentence(scene.tournament(
        here, *words, "--luck", "--model", "normalized"),
                                "--model: with --luck the hypotheses are in")
    wrong += scene.one_sentence(scene.tournament(
        here, *words, "--luck-file", "luck.json"), "--luck-file: only with")
    os.unlink(f"{here}/cup/luck.csv")
    wrong += scene.one_sentence(scene.tournament(here, "ladder", "cup"),
                                "cup/luck.csv")
    run(here, "run", "cup", *KEY)
    run(here, "verify", "cup")
    nelo = prepare(at, words=("20", "2"), format={
        "type": "sprt", "model": "normalized"})
    return wrong + scene.one_sentence(
        scene.tournament(nelo, "init", "cup.json", *KEY),
        'with "luck" the hypotheses are in Elo')


CASES = {
    "the files of a run": the_files_of_a_run,
    "a killed run goes on": a_killed_run_goes_on,
    "games with faults": games_with_faults,
    "mistakes": mistakes,
    "chosen afterwards": chosen_afterwards,
    "perfect players": perfect_players,
    "several folders": several_folders,
    "fitted": fitted,
    "a formula": a_formula,
    "in a league": in_a_league,
    "a test without luck": a_test_without_luck,
}

if __name__ == "__main__":
    sys.exit(scene.run_cases(CASES, of=3))

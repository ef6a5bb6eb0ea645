"""analyse.py - referee analyse agrees with itself and with its page; and which
tables it accepts.

The value of every roll and move is checked by the unit tests;
tests/cases/analyse.txt has what is printed.

tier: full
"""
import hashlib
import json
import os
import re
import shutil
import subprocess

import scene

GOLDEN = f"{scene.SRC}/tests/golden"
BOTS = f"{scene.BUILD}/bots"
RACE = ["0.02", "0.7", "30", "0.6"]
with open(f"{scene.SRC}/tests/vectors/luck.json", encoding="utf-8") as vectors:
    KNOWN = json.load(vectors)["logs"][0]
with open(f"{scene.SRC}/docs/analyse.md", encoding="utf-8") as text:
    PAGE = text.read()


def known_log(folder):
    return scene.write(f"{folder}/match.jsonl",
                       "\n".join(KNOWN["log"]) + "\n", 0o600)


def analyse(folder, *words):
    return scene.expect(scene.run(folder, "analyse", *words), err="")


def games(folder, *words):
    """The header and the games of --json."""
    head, *found = [json.loads(line) for line in
                    analyse(folder, *words, "--json").out.splitlines()]
    return head, found


def refuses(folder, says, *words):
    result = scene.run(folder, "analyse", *words)
    scene.expect(result, 2, "^$", f"referee analyse: .*{says}")


def close(found, due, delta=4e-6):
    return abs(float(found) - float(due)) <= delta


def luck_file(folder, **changes):
    luck = {"v": 1, "game": "bolo7", "seats": 2, "f": "race",
            "rules": json.loads(KNOWN["log"][0])["rules"], "numbers": RACE,
            "table": None, "beta": "0.85", "from": "a test"}
    return scene.write(f"{folder}/luck.json", json.dumps({**luck, **changes}))


def table(folder, game="bolo7", target=1000, *more):
    path = f"{folder}/{game}-{target}.worth"
    subprocess.run([f"{BOTS}/bolito", "--solve", game, f"target={target}",
                    *more, path], check=True, capture_output=True)
    return path


def read(path):
    with open(path, "rb") as file:
        return file.read()


def play(folder, *words):
    return scene.expect(scene.run(
        folder, "play", *words, "--sandbox", "none", *scene.PATIENT.split(),
        "--key-file", "key"))


# ### what it says

@scene.each(["match", *(f"{GOLDEN}/{name}" for name in (
    "pig-2", "bolo7-2", "replay-pig", "games/bolo5-2", "games/bolo7-2",
    "games/pig-2"))])
def test_start_luck_and_losses_make_the_points(folder, log):
    known_log(folder)
    for game in games(folder, f"{log}.jsonl")[1]:
        start, luck, total, loss, points = (
            list(map(float, game[key])) for key in (
                "start", "luck", "luck_total", "loss", "points"))
        assert close(points[0], start[0] + total[0] - loss[0] + loss[1])
        assert close(total[0], luck[0] - luck[1]) and close(sum(total), 0)
        assert all(real <= decisions for real, decisions in
                   zip(game["real"], game["decisions"]))


def test_the_page_quotes_what_is_printed_and_has_the_keys(folder):
    log = known_log(folder)
    printed = (analyse(folder, log, "--games").out +
               analyse(folder, log, "--json").out)
    quoted = re.findall("(?m)^    (.+)$", PAGE.split("## For people")[1])
    assert len(quoted) > 7
    for line in quoted:
        assert f"\n{line}\n" in printed, line
    keys = [sorted(key for row in rows.splitlines()
                   for key in re.findall("`(\\w+)`", row.split("|")[1]))
            for rows in re.findall("(?m)^(?:\\| `.*\n)+", PAGE)]
    head, found = games(folder, log, "--positions")
    assert keys == [sorted(head), sorted(found[0])]
    assert found[0]["turns"] == [[0, 0, 0], [1, 1050, 0], [0, 1050, 1100],
                                 [1, 1600, 1100], [0, 1600, 3800]]
    assert games(folder, log, "--game", "2")[1] == games(folder, log)[1][1:]


@scene.each([("bolo7", "target=600,opening=300"), ("bolo5", "target=1000"),
             ("pig", "target=40")])
def test_bolito_loses_nothing(folder, game, rules):
    play(folder, game, f"{BOTS}/bolito", f"b={BOTS}/first_move", "--boards",
         "3", "--rules", rules, "-o", "log.jsonl")
    others = 0
    for match in games(folder, "log.jsonl")[1]:
        bolito = match["seats"].index(0)
        assert not match["fault"] and match["loss"][bolito] == "0.000000"
        others += float(match["loss"][1 - bolito])
    assert others > 0.01


# ### tables

def test_a_table_may_be_named(folder):
    log = known_log(folder)
    expected = games(folder, log)
    own = table(folder, "bolo7", 1000, "opening=300")
    whole = read(own)
    assert games(folder, log, "--table", own) == expected
    for other in (table(folder, "bolo7", 950, "opening=300"),
                  table(folder, "pig", 100)):
        refuses(folder, "is a table of another game or of other rules than "
                "those of the log", log, "--table", other)
    scene.write(f"{folder}/cut.worth", whole[:-9])
    refuses(folder, "cut.worth", log, "--table", "cut.worth")
    scene.write(f"{folder}/wrong.worth", whole[:-9] + b"\x3f" + whole[-8:])
    refuses(folder, "wrong.worth: the table is damaged", log, "--table",
            "wrong.worth")
    # A luck file may name the table, which solving gives to the last bit.
    luck = luck_file(folder, f="table", numbers=[],
                     table=hashlib.sha256(whole).hexdigest())
    assert games(folder, log, "--luck-file", luck) == expected
    assert games(folder, log, "--luck-file", luck, "--table", own) == expected
    luck = luck_file(folder, f="table", numbers=[], table="0a" * 32)
    refuses(folder, "SHA-256", log, "--table", own, "--luck-file", luck)


def test_an_installed_table_is_used_if_it_fits(folder):
    """Builds a referee with a data folder of the test that has tables."""
    if b"__asan" in read(scene.REFEREE) or not shutil.which("gcc"):
        raise scene.Skip("sanitizers, or no gcc")
    environment = {key: value for key, value in os.environ.items()
                   if key not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
    libraries = subprocess.run(
        ["make", "-s", "-C", scene.BUILD, "--no-print-directory", "--eval",
         "libs:;@echo $(REFEREE_LIBS) $(LIBS)", "libs"], capture_output=True,
        text=True, check=True, env=environment).stdout.split()
    subprocess.run(
        ["gcc", "-std=c11", "-D_XOPEN_SOURCE=700", "-ffp-contract=off",
         f'-DPKGDATADIR="{folder}"', f"-I{scene.SRC}/referee", "-o",
         f"{folder}/own", f"{scene.SRC}/referee/worth/table_file.c",
         *(f"referee/cmd/{name}"
           for name in os.listdir(f"{scene.BUILD}/referee/cmd")
           if name.endswith(".o")), *libraries], cwd=scene.BUILD, check=True)
    log = known_log(folder)
    solved = analyse(folder, log)
    installed = f"{folder}/tables/bolo7.table"

    def by_installed():
        return scene.run(folder, "analyse", log, program=f"{folder}/own")

    assert by_installed() == solved
    os.mkdir(f"{folder}/tables")
    whole = read(table(folder, "bolo7", 1000, "opening=300"))
    scene.write(installed, whole)
    assert by_installed() == (0, solved.out.replace(
        "an exact table solved now", f"the exact table {installed}"), "")
    shutil.copy(table(folder, "bolo7", 950, "opening=300"), installed)
    assert by_installed() == solved
    scene.write(installed, whole[:-1])
    scene.expect(by_installed(), 2, "^$",
                 f"^[^\n]*{installed}: expected .*\n$")


scene.main()

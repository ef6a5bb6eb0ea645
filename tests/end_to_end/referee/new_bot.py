#!/usr/bin/env python3
"""new_bot.py - what `referee new-bot` makes can be tried with the commands
that it prints, and submitted to a contest.

The environment names the folders: srcdir, and builddir for the programs.

tier: full
"""
import functools
import itertools
import json
import os
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene

SDK = f"{scene.SRC}/sdk"
GAMES = sorted(os.path.splitext(name)[0]
               for name in os.listdir(f"{scene.SRC}/docs/games"))
LANGUAGES = sorted(name for name in os.listdir(SDK)
                   if os.path.exists(f"{SDK}/{name}/template.list"))
NEEDS = {"c": ["cc", "make"], "go": ["go"], "java": ["javac", "make"],
         "javascript": ["node"], "perl": ["prove"], "python": ["python3"],
         "rust": ["/usr/bin/cargo"], "sh": ["jq"]}


def why_not(language):
    """Why a language is not tried here, or None."""
    if language not in ("c", "python") and not scene.WIDE:
        return "ROLLCALL_WIDE_TESTS=1"
    if language == "rust" and not os.path.isdir("/usr/share/cargo/registry"):
        return "the crates are not installed"
    for program in NEEDS.get(language, []):
        if shutil.which(program) is None:
            return f"{program} is not installed"
    return None


# Faster settings of compilers and virtual machines, which test the same.
SHORT_JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
QUICKER = {} if scene.LONG else {
    # The crates are compiled once for both.
    "cargo test ": "cargo test --release ",
    "java -jar ": f"java {SHORT_JAVA} -jar "}


def environment(folder):
    path = f"{scene.BUILD}/referee:/usr/bin:/bin:{os.environ['PATH']}"
    # Compilers keep their caches outside the user's home.
    quick = {} if scene.LONG else {
        "GOCACHE": f"{scene.BUILD}/sdk/go/cache", "CARGO_INCREMENTAL": "0",
        "CARGO_PROFILE_RELEASE_OPT_LEVEL": "0",
        "JAVA_TOOL_OPTIONS": SHORT_JAVA}
    return {**scene.referee_environment(folder), "ROLLCALL_SDK": SDK,
            "PATH": path, "HOME": f"{folder}/t", "GOFLAGS": "",
            "PYTHONDONTWRITEBYTECODE": "1", **quick}


def new_bot(folder, *words):
    done = subprocess.run([scene.REFEREE, "new-bot", *words], cwd=folder,
                          env=environment(folder), capture_output=True,
                          text=True, timeout=scene.HANGS_S, check=False)
    return scene.Result(done.returncode, done.stdout, done.stderr)


def shell(folder, command, where):
    done = subprocess.run(["sh", "-c", command], cwd=where, text=True,
                          env=environment(folder), capture_output=True,
                          timeout=scene.HANGS_S, check=False)
    return [] if done.returncode == 0 else [
        f"{command}: {done.returncode}: {done.stdout[-2000:]} "
        f"{done.stderr[-2000:]}"]


def tried(language, game, at):
    """Each command that it prints succeeds, and so does a contest's build."""
    folder = at.folder()
    os.chmod(folder, 0o755)
    made = new_bot(folder, game, language, "mine")
    commands = [line.strip() for line in made.out.splitlines()[1:]]
    if made.code != 0 or made.err or commands[:1] != ["cd mine"] or \
            len(commands) != 4:
        return [str(made)]
    readme = scene.content(folder, "mine/README.md").decode()
    wrong = [f"{command} is not in the README" for command in commands[1:]
             if f"\n    {command}\n" not in readme]
    for path, _, names in os.walk(f"{folder}/mine"):
        for name in names:
            with open(f"{path}/{name}", encoding="utf-8") as file:
                if "@GAME@" in (text := file.read()) or "@RUN@" in text:
                    wrong.append(f"{path}/{name} has a mark left")
    for command in commands[1:]:
        command = re.sub(r"^(referee \w+ \w+) ",
                         rf"\1 {scene.PATIENT} "
                         rf"{' '.join(scene.MANY_TASKS)} ", command)
        for slow, quick in QUICKER.items():
            command = command.replace(slow, quick)
        wrong += shell(folder, command, f"{folder}/mine")
        if wrong:
            return wrong
    # Building them once more would take as long again.
    if not HAS_STRICT or (language in ("go", "java", "rust") and
                          not scene.LONG):
        return wrong
    built = scene.run(folder, "build", "mine", "-o", "copy", "--json")
    if built.code != 0:
        return [*wrong, str(built)]
    built = json.loads(built.out)
    result = scene.run(folder, "check", game, "--sandbox", "strict",
                       *(f"--files=bot={name}" for name in built["files"]),
                       "--start", "--", *built["command"])
    return wrong if result.code == 0 else [*wrong, f"{result} {built}"]


def refused(at):
    folder = at.folder()
    os.mkdir(f"{folder}/there")
    wrong = []
    for words, expression in (
            (["pig", "cobol", "x"], 'no template for "cobol"; there are c, '
             ".*, python, .*sh$"),
            (["pig", "../sdk/c", "x"], "no template for"),
            (["chess", "python", "x"], "chess"),
            (["pig", "python", "there"], "cannot make the folder there: "),
            (["pig", "python", "no/where"], "cannot make the folder no/where"),
            (["pig", "python"], "missing DIR")):
        wrong += scene.one_sentence(new_bot(folder, *words), expression)
    if os.path.exists(f"{folder}/x"):
        wrong.append("a bot that was refused has a folder")
    # A broken template leaves nothing behind.
    for number, (text, expression) in enumerate((
            ("copy nothing.* .\n", r"template\.list:1: there is no .*nothing"),
            ("# one\nfile a\n", r"template\.list:2: expected copy, file"),
            ("move a b\n", r"template\.list:1: expected copy, file"))):
        sdk = f"{folder}/sdk{number}"
        os.makedirs(f"{sdk}/mine")
        scene.write(f"{sdk}/mine/template.list", text)
        done = subprocess.run(
            [scene.REFEREE, "new-bot", "pig", "mine", "y"], cwd=folder,
            env={**environment(folder), "ROLLCALL_SDK": sdk},
            capture_output=True, text=True, check=False)
        wrong += scene.one_sentence(scene.Result(
            done.returncode, done.stdout, done.stderr), expression)
        if os.path.exists(f"{folder}/y"):
            wrong.append(f"{text!r} leaves a folder")
    return wrong


# A game for each language: those with the most answers for the fastest
# languages, and the one with the fewest starts for slow starters.
FEW_ANSWERS, FEW_STARTS = "blackpot", "rolit"
FASTEST = ["c", "rust", "go", "perl", "javascript", "python"]


def games_of():
    games = [game for game in GAMES if game not in (FEW_ANSWERS, FEW_STARTS)]
    fast = [name for name in FASTEST if name in LANGUAGES]
    return dict.fromkeys(LANGUAGES, FEW_STARTS) | dict(
        itertools.zip_longest(fast, games[:len(fast)], fillvalue=FEW_ANSWERS))


def cases():
    """Every language with one game; in long tests with all."""
    found = {"what is refused": refused}
    chosen = games_of()
    for language in LANGUAGES:
        reason = why_not(language)
        if reason:
            print(f"not tried: sdk/{language} ({reason})")
            continue
        games = GAMES if scene.LONG else [chosen[language]]
        for game in games:
            found[f"{language}, {game}"] = functools.partial(tried, language,
                                                             game)
    return found


if __name__ == "__main__":
    with scene.Scene() as place:
        HAS_STRICT = " strict" in scene.run(
            place.folder(), "doctor").out.rpartition("levels:")[2]
    if not HAS_STRICT:
        print("not tried: builds (this machine has no level strict)")
    sys.exit(scene.run_cases(cases(), workers=2))

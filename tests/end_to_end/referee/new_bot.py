"""new_bot.py - what `referee new-bot` makes can be tried with the commands
that it prints, and submitted to a contest.

tier: full
"""
import json
import os
import re
import shutil
import subprocess

import scene
from somebody import LEVELS

SDK = f"{scene.SRC}/sdk"
GAMES = sorted(os.path.splitext(name)[0]
               for name in os.listdir(f"{scene.SRC}/docs/games"))
LANGUAGES = sorted(name for name in os.listdir(SDK)
                   if os.path.exists(f"{SDK}/{name}/template.list"))
NEEDS = {"c": ["cc", "make"], "go": ["go"], "java": ["javac", "make"],
         "javascript": ["node"], "perl": ["prove"], "python": ["python3"],
         "rust": ["/usr/bin/cargo"], "sh": ["jq"]}
COMPILED = "go", "java", "rust"     # building them again takes long
# A game for each language; rolit, with the fewest starts, for slow starters.
CHOSEN = dict.fromkeys(LANGUAGES, "rolit") | {
    "c": "bolo5", "go": "pig", "javascript": "blackpot", "perl": "vollelotte",
    "rust": "bolo7"}
assert set(CHOSEN.values()) == set(GAMES), GAMES

# Faster settings of compilers and virtual machines, which test the same.
SHORT_JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
QUICKER = {
    # In the folder in which the crates were compiled for the SDK.
    "cargo build --release ": "cargo build ",
    "java -jar ": f"java {SHORT_JAVA} -jar "}


def environment(folder):
    # Compilers keep their caches outside the user's home.
    return {**scene.referee_environment(folder), "ROLLCALL_SDK": SDK,
            "PATH": f"{scene.BUILD}/referee:/usr/bin:/bin:"
            f"{os.environ['PATH']}", "HOME": f"{folder}/t", "GOFLAGS": "",
            "GOCACHE": f"{scene.BUILD}/sdk/go/cache",
            "CARGO_INCREMENTAL": "0", "CARGO_PROFILE_DEV_DEBUG": "0",
            "CARGO_TARGET_DIR": f"{scene.BUILD}/sdk/rust/cargo/target",
            "JAVA_TOOL_OPTIONS": SHORT_JAVA}


def shell(folder, command, where):
    return subprocess.run(
        ["sh", "-c", command], cwd=where, text=True, capture_output=True,
        env=environment(folder), timeout=scene.HANGS_S, check=False)


@scene.each(LANGUAGES)
def test_what_it_prints_can_be_done(folder, language):
    """Each command that it prints succeeds, and so does a contest's build."""
    missing = [program for program in NEEDS[language]
               if not shutil.which(program)]
    if language == "rust" and not os.path.isdir("/usr/share/cargo/registry"):
        missing.append("the crates")
    if missing:
        raise scene.Skip(f"sdk/{language}: {missing} not installed")
    game = CHOSEN[language]
    made = shell(folder, f"referee new-bot {game} {language} mine", folder)
    assert (made.returncode, made.stderr) == (0, ""), made
    commands = [line.strip() for line in made.stdout.splitlines()[1:]]
    assert commands[0] == "cd mine" and len(commands) == 4, made
    readme = scene.content(folder, "mine/README.md").decode()
    for path, _, names in os.walk(f"{folder}/mine"):
        for name in names:
            text = scene.content(path, name)
            assert not re.search(rb"@[A-Z_]+@", text), name
            assert "test" not in name.lower() or game.encode() in text, name
    if language == "rust":
        os.makedirs(f"{folder}/mine/target")
        os.symlink(f"{scene.BUILD}/sdk/rust/cargo/target/debug",
                   f"{folder}/mine/target/release")
    for command in commands[1:]:
        assert f"\n    {command}\n" in readme, command
        # Short games; and all tasks of an ordinary user are counted
        # together, other tests included.
        command = re.sub(r"^(referee \w+ \w+) ", rf"\1 {scene.PATIENT} "
                         f"--limit tasks=4096 --rules "
                         f"{scene.short_rules(game)} ", command)
        for slow, quick in QUICKER.items():
            command = command.replace(slow, quick)
        done = shell(folder, command, f"{folder}/mine")
        assert done.returncode == 0, (command, done.stdout[-2000:],
                                      done.stderr[-2000:])
    if "strict" not in LEVELS or language in COMPILED:
        return
    built = json.loads(scene.expect(scene.run(
        folder, "build", "mine", "-o", "copy", "--json"), err="").out)
    scene.expect(scene.run(
        folder, "check", game, "--sandbox", "strict",
        *(f"--files=bot={name}" for name in built["files"]), "--start", "--",
        *built["command"]))


scene.main(workers=2)

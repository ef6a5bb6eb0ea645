"""toolchains.py - with the default limits, bots in many languages start, at
limits and strict.

The JVM reserves memory by the size of the machine, up to 128 GB: it is made to
believe in a machine of that size.

tier: full
"""
import os
import shutil
import subprocess

import scene
from somebody import LEVELS

# language: the file in tests/bots, what makes a bot of it, its command
LANGUAGES = {
    "python3": ("bot.py", [], ["python3", "./bot.py"]),
    "sh": ("", [], ["sh", "./bot.sh"]),
    "perl": ("bot.pl", [], ["perl", "./bot.pl"]),
    "node": ("bot.js", [], ["./bot.js"]),
    "java": ("Bot.java", [["javac", "Bot.java"],
                          ["jar", "cf", "bot.jar", "Bot.class"]],
             ["java", "-XX:MaxRAM=128g", "-cp", "./bot.jar", "Bot"]),
    "java of a source": ("Bot.java", [], ["java", "./Bot.java"]),
    "go": ("bot.go", [["go", "build", "-o", "bot", "bot.go"]], ["./bot"]),
    "rustc": ("bot.rs", [["rustc", "-o", "bot", "bot.rs"]], ["./bot"]),
}


@scene.each(LANGUAGES)
def test_a_bot_starts(folder, language):
    file, build, command = LANGUAGES[language]
    # At strict a bot sees only /usr.
    if not shutil.which(build[0][0]) if build else \
            not os.path.exists(f"/usr/bin/{language.split()[0]}"):
        raise scene.Skip(f"{language}, which is not installed")
    if file:
        shutil.copy(f"{scene.SRC}/tests/bots/{file}", folder)
    shutil.copy(f"{scene.SRC}/bots/first_move.sh", f"{folder}/bot.sh")
    for words in build:
        subprocess.run(words, cwd=folder, check=True, capture_output=True,
                       env={**os.environ, "GO111MODULE": "off",
                            "GOCACHE": f"{folder}/cache"})
    for level in LEVELS[1:]:
        scene.expect(scene.run(
            folder, "check", "pig", "--start", "--sandbox", level, "--limit",
            "start_ms=600000", "--", *command))


scene.main()

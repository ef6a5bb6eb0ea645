#!/usr/bin/env python3
"""java_package.py - the package in sdk/java: its own tests, and the examples
of its README, which play at each level.

tier: full
needs: javac
"""
import re
import sys
import unittest
import xml.etree.ElementTree

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene
import trial

SDK = f"{scene.SRC}/sdk/java"
SOURCES = f"{SDK}/src/main/java"
JAR = f"{scene.BUILD}/sdk/java/rollcall.jar"
# Compilations are too short for the optimising compiler.
JAVAC = ["javac", "-J-XX:TieredStopAtLevel=1", "-Xlint:all", "-Werror", "--release", "17"]


class JavaPackage(unittest.TestCase):
    def setUp(self):
        stage = scene.Scene()
        self.addCleanup(stage.__exit__)
        self.folder = stage.folder()

    def run_here(self, *command):
        return trial.done(list(command), self.folder)

    def test_the_package_passes_its_own_tests(self):
        self.run_here(*JAVAC, "-cp", JAR, "-d", ".",
                      f"{SDK}/src/test/java/rollcall/RollcallTest.java")
        self.run_here("java", "-cp", f"{JAR}:.", "rollcall.RollcallTest")

    def test_the_version_of_the_pom_is_that_of_the_project(self):
        pom = xml.etree.ElementTree.parse(f"{SDK}/pom.xml").getroot()
        with open(f"{scene.SRC}/configure.ac", encoding="utf-8") as file:
            version = re.search(r"AC_INIT\(\[rollcall\], \[(.*?)\]\)",
                                file.read()).group(1)
        space = "{http://maven.apache.org/POM/4.0.0}"
        self.assertEqual(pom.findtext(f"{space}version"), version)

    def test_the_examples_of_the_readme(self):
        found = trial.examples("java")
        build = found["sh build"].replace("src/main/java", SOURCES)
        for name, games in (("bot", ("bolo7",)), ("typed", ("pig",))):
            scene.write(f"{self.folder}/Bot.java", found[f"java {name}"])
            compiled, packed = build.splitlines()[:2]
            self.run_here(*JAVAC, *compiled.split()[1:])
            self.run_here(*packed.split())
            for game in games:
                self.play(game, name == "typed")
        scene.write(f"{self.folder}/BotTest.java", found["java test"])
        self.run_here(*JAVAC, "-cp", "classes", "-d", "classes",
                      "BotTest.java")
        test = ["java", "-ea", "-cp", "classes", "BotTest"]
        self.run_here(*test)
        scene.write(f"{self.folder}/Bot.java", found["java typed"].replace(
            ">= 20", "> 20"))
        self.run_here(*JAVAC, "-cp", "classes", "-d", "classes", "Bot.java")
        with self.assertRaisesRegex(AssertionError, "20 points are banked"):
            self.run_here(*test)

    def play(self, game, typed):
        for level in trial.LEVELS:
            lines = trial.match(self.folder, game, COMMAND, level)
            said = [line["from"] for line in lines if "from" in line]
            self.assertEqual(typed, any(" points" in text for text in said))
            self.assertFalse([line for line in lines if "stderr" in line])

    def test_the_options_of_the_readme_are_known(self):
        with open(f"{SDK}/README.md", encoding="utf-8") as file:
            options = re.findall(r"(?<=[ `])-X\S+?(?=[ `])", file.read())
        self.assertIn("-Xmx256m", options)
        self.run_here("java", *options, "-version")


# As the README advises for bots that compute little.
COMMAND = "java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx256m" \
    " -XX:+DisplayVMOutputToStderr -jar ./bot.jar"

if __name__ == "__main__":
    trial.main("java")

#!/usr/bin/env python3
"""go_package.py - the module in sdk/go: its own tests, and the examples of its
README, which play at each level.

tier: full
needs: go
"""
import os
import shutil
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene
import trial

SDK = f"{scene.SRC}/sdk/go"
CACHE = f"{scene.BUILD}/sdk/go"
# Independent of the user's Go settings, and without the network.
ENVIRONMENT = {**os.environ, "GOCACHE": f"{CACHE}/cache", "GOFLAGS": "",
               "GOPATH": f"{CACHE}/path", "GOENV": "off", "GOPROXY": "off",
               "GOWORK": "off", "CGO_ENABLED": "0"}


def go(folder, *words):
    return trial.done(["go", *words], folder, ENVIRONMENT)


class GoPackage(unittest.TestCase):
    def test_the_module_is_formatted_and_passes_its_own_tests(self):
        self.assertEqual(trial.done(["gofmt", "-l", "."], SDK), "")
        go(SDK, "vet", "./...")
        go(SDK, "test", "-count=1", "./...")

    def test_it_compiles_where_descriptors_are_not_redirected(self):
        if scene.LONG:
            trial.done(["go", "vet", "."], SDK,
                       {**ENVIRONMENT, "GOOS": "darwin"})
            return
        # Imitates another system, whose standard library takes long to compile.
        with scene.Scene() as stage:
            folder = f"{stage.folder()}/sdk"
            shutil.copytree(SDK, folder)
            os.unlink(f"{folder}/output_linux.go")
            other = scene.content(folder, "output_other.go").decode()
            head = "//go:build !linux\n"
            self.assertTrue(other.startswith(head))
            scene.write(f"{folder}/output_other.go", other[len(head):])
            go(folder, "vet", ".")

    def test_the_examples_of_the_readme(self):
        found = trial.examples("go")
        with scene.Scene() as stage:
            folder = stage.folder()
            shutil.copytree(SDK, f"{folder}/rollcall")
            scene.write(f"{folder}/go.mod", found["go.mod"])
            for name, games in (("bot", ("bolo7", "blackpot")),
                                ("typed", ("pig",))):
                scene.write(f"{folder}/bot.go", found[f"go {name}"])
                go(folder, "vet", ".")
                go(folder, "build", "-o", "bot", ".")
                for game in games:
                    self.play(folder, game, name == "typed")
            scene.write(f"{folder}/bot_test.go", found["go test"])
            go(folder, "test", "-count=1", ".")
            scene.write(f"{folder}/bot.go", found["go typed"].replace(
                "total >= 20", "total > 20"))
            with self.assertRaisesRegex(AssertionError, "20 points are ban"):
                go(folder, "test", "-count=1", ".")

    def play(self, folder, game, typed):
        for level in trial.LEVELS:
            lines = trial.match(folder, game, "./bot", level)
            said = [line["from"] for line in lines if "from" in line]
            self.assertEqual(typed, any(" points" in text for text in said))
            self.assertFalse([line for line in lines if "stderr" in line])


if __name__ == "__main__":
    trial.main("go")

#!/usr/bin/env python3
"""javascript_package.py - the package in sdk/javascript: its own tests, how
npm packs it, its types, and the examples of its README.

tier: full
needs: node npm
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
from talk import POSITIONS, SILENT_S, SRC, converse

SDK = f"{SRC}/sdk/javascript"
VIEWS = {"pig": "PigView", "bolo7": "Bolo7View", "bolo5": "Bolo5View",
         "vollelotte": "VollelotteView", "rolit": "RolitView",
         "blackpot": "BlackpotView"}

# Fields added to views since the vectors were recorded.
NEWER = {"out": []}
NEWER_BLACKPOT = {"starter": 0, "challenger": -1}

# What the types accept, and what they refuse.
RIGHT = """
run(turn => turn.random.below(turn.legal.length));
run<PigView>(async turn => Move.then(turn.view.total < 20 ? 'roll' : 'bank'),
  { name: 'a', legal: false, input: ['{}'], output: { write() {} } });
run((turn: Turn<BlackpotView>) => turn.legal.find(move => move.pass) ?? 0);
const seen: number = turnOf('x', { a: 1 }, [{ take: 3 }]).view.a;
new Random(7).shuffle(['a']).pop()?.length;
"""
WRONG = """
run(turn => 'bank');
run(turn => undefined);
run(turn => 0, { checkDice: true });
Move.keep(5, 'bank');
Move.keep([5], 'stop');
Move.then('card');
run((turn: Turn<PigView>) => turn.view.phase);
turnOf('x', 1).legal.total;
new Random(7).shuffle('ab');
"""

work = tempfile.TemporaryDirectory(prefix="sdk_javascript.")
FOLDER = work.name


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(name, text):
    with open(f"{FOLDER}/{name}", "w", encoding="utf-8") as file:
        file.write(text)
    return f"{FOLDER}/{name}"


def done(*command, folder=FOLDER):
    """The output of a command, which must succeed."""
    result = subprocess.run(
        command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
        check=False, encoding="utf-8", timeout=10 * SILENT_S,
        env={**os.environ, "HOME": FOLDER, "npm_config_cache": f"{FOLDER}/npm",
             "npm_config_update_notifier": "false"})
    if result.returncode:
        raise AssertionError(f"{command}: exit status {result.returncode}\n"
                             f"{result.stdout}{result.stderr}")
    return result.stdout


def examples(language):
    return re.findall(f"```{language}\n(.*?)```", read(f"{SDK}/README.md"), re.S)


def install():
    """Installs into FOLDER, as a user does."""
    write("package.json", "{}")
    if not shutil.which("npm"):
        print("not tried: npm pack and install (npm is not installed)")
        files = json.loads(read(f"{SDK}/package.json"))["files"]
        os.makedirs(f"{FOLDER}/node_modules/rollcall")
        for file in ["package.json", *files]:
            shutil.copy(f"{SDK}/{file}", f"{FOLDER}/node_modules/rollcall")
        return
    packed = json.loads(done("npm", "pack", "--json", "--pack-destination",
                             FOLDER, folder=SDK))[0]
    files = sorted(file["path"] for file in packed["files"])
    assert files == ["README.md", "local.d.ts", "local.js", "package.json",
                     "rollcall.d.ts", "rollcall.js"], files
    done("npm", "install", "--offline", "--no-audit", "--no-fund",
         f"./{packed['filename']}")


class Package(unittest.TestCase):
    def test_the_scripts_are_right_and_pass_their_own_tests(self):
        for file in sorted(os.listdir(SDK)):
            if file.endswith(".js"):
                done("node", "--check", f"{SDK}/{file}")
        done("node", "--test", f"{SDK}/test.js")

    def test_the_version_is_that_of_the_project(self):
        version = re.search(r"AC_INIT\(\[rollcall\], \[(.*?)\]\)",
                            read(f"{SRC}/configure.ac")).group(1)
        self.assertEqual(json.loads(read(f"{SDK}/package.json"))["version"],
                         version)

    def test_require_and_import_give_the_same(self):
        names = "{ run, turnFrom, turnOf, Move, Random, Dice, values, leadsTo }"
        required = write("required.cjs", f"const {names} = require('rollcall');"
                         f"module.exports = {names};")
        imported = write("imported.mjs", f"""
            import {names.replace("{", "one, {")} from 'rollcall';
            import * as star from 'rollcall';
            const dynamic = await import('rollcall');
            for (const [name, value] of Object.entries({names}))
              for (const all of [one, star, dynamic, (await import(
                  './required.cjs')).default])
                if (value === undefined || all[name] !== value)
                  throw name;""")
        done("node", required)
        done("node", imported)


class Readme(unittest.TestCase):
    def test_the_bot_plays(self):
        text, = examples("js bot")
        converse(["node", write("smallest.js", text)], POSITIONS)

    def test_the_test_passes(self):
        text, = examples("js test")
        done("node", "--test", write("example.test.js", text))


class Types(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not shutil.which("tsc"):
            print("not tried: the types of sdk/javascript"
                  " (tsc is not installed)")
            raise unittest.SkipTest("no tsc")

    def test_the_bot_of_the_readme_and_all_that_is_declared(self):
        bot, = examples("ts bot")
        exported = json.loads(done("node", "-p", "JSON.stringify(Object.keys("
                                   "require('rollcall')))"))
        text = "import * as all from 'rollcall';\n" + "".join(
            f"import {{ {name} }} from 'rollcall';\n" for name in
            (*exported, *(f"type {view}" for view in VIEWS.values()),
             "type Turn")) + RIGHT
        text += "const names: Record<keyof typeof all, 1> = {" + "".join(
            f"{name}: 1," for name in exported) + "};\n"
        for name, positions in POSITIONS.items():
            # The type for a new game may be added later.
            view_type = VIEWS.get(name, "object")
            text += f"const {name}: {view_type}[] = [\n" + ",\n".join(
                json.dumps({**(NEWER_BLACKPOT if name == "blackpot" else NEWER),
                            **view}) for view, _ in positions) + "];\n"
        for line in WRONG.strip().splitlines():
            text += f"// @ts-expect-error\n{line}\n"
        done("tsc", "--strict", "--target", "es2020", "--module", "node16",
             "--lib", "es2020", write("bot.ts", bot), write("module.mts", bot),
             write("types.ts", text))
        # The dice of this conversation are not genuine.
        write("bot.js", read(f"{FOLDER}/bot.js").replace("verify: true", ""))
        converse(["node", f"{FOLDER}/bot.js"], ["bolo7"])


if __name__ == "__main__":
    if not shutil.which("node"):
        print("not tried: sdk/javascript (node is not installed)")
        sys.exit(0)
    install()
    unittest.main()

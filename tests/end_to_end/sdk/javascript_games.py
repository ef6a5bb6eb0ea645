#!/usr/bin/env python3
"""javascript_games.py - rollcall-games, the engines in JavaScript.

Random games of every game are the same as in Python, to the byte; so are the
recorded ones.  The package is installed as its README says, also by npm, and
works with require, with import, with TypeScript and in a browser.

tier: full
needs: node npm
"""
import glob
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import browser
import scene

SDK = f"{scene.SRC}/sdk/javascript"
HERE = f"{scene.SRC}/tests/end_to_end/sdk"
WASM = f"{scene.BUILD}/rollcall-games.wasm"
LIBRARY = f"{scene.BUILD}/librollcall-games.so.1"
GAMES = 20 if scene.LONG else 3     # for each game and its options
# Seats and options of the random games.
TABLES = {
    "blackpot": [(2, ""), (4, "pawns=14,start=roll"), (2, "shared_roll=true")],
    "bolo5": [(2, ""), (5, "target=2000")],
    "bolo7": [(2, ""), (4, "target=2000,opening=500")],
    "pig": [(2, ""), (8, "target=30,max_turns=5")],
    "rolit": [(2, ""), (3, "size=6"), (4, "must_capture=false")],
    "vollelotte": [(2, ""), (3, "target=2000")],
}

# What the types accept, and what they refuse.
RIGHT = """
import { CHANCE, OVER, GamesError, Random, State, names, playouts,
  type Due, type Generator, type Rules } from 'rollcall-games';
import { playLocal } from 'rollcall/local';
import { run, type Turn, type PigView, type Move } from 'rollcall';

const state = new State<PigView, Move>('pig', 2, { target: 20 });
const total: number = state.view().total;
const due: Due = state.due();
state.roll(Math.random);
state.roll(new Random(7n));
state.apply({ then: 'bank' });
state.clone().assign(state);
const choose = (turn: Turn<PigView>) => {
  const now = State.fromView('pig', turn.view, turn.hello.rules);
  now.roll(turn.random);
  return playouts(now, 5, turn.random.next())[0] > 0.5 ? 0 : turn.legal[1];
};
const points: Promise<number[]> = playLocal('pig', [choose, async () => 0],
  { games: 5, rules: 'target=20', seed: 1 });
const end: boolean = state.turn === OVER || state.turn === CHANCE;
const first: string = names()[0];
const error: Error = new GamesError('x');
"""
WRONG = """
new State(5);
new State('pig', '2');
state.apply('bank');
state.roll(5);
state.turn = 1;
state.land(5);
state.view().phase;
playLocal('pig', [() => 'bank']);
playLocal('pig', [], { limit: 5 });
playouts({}, 5);
"""

# Without an icon Chromium requests one, sometimes before it reads the page.
PAGE = """<!doctype html><title>engines</title><link rel="icon" href="data:,">
<script type="module">
import { Random, State, playouts } from './rollcall-games.mjs';
const state = new State('bolo7', 2, 'target=1000,opening=300');
const random = new Random(7);
for (;;) {
  state.roll(random);
  if (state.over) break;
  state.apply(random.below(state.legalCount()));
}
window.told = JSON.stringify([state.scores(), state.points(),
  playouts(new State('pig', 2, { target: 20 }), 1000, 1)]);
</script>"""

work = tempfile.TemporaryDirectory(prefix="javascript_games.")
FOLDER = work.name


def write(name, text):
    with open(f"{FOLDER}/{name}", "w", encoding="utf-8") as file:
        file.write(text)
    return f"{FOLDER}/{name}"


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def done(*command, folder=FOLDER, **environment):
    """The output of a command, which must succeed."""
    result = subprocess.run(
        command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
        check=False, encoding="utf-8", timeout=scene.HANGS_S,
        env={**os.environ, "HOME": FOLDER, "npm_config_cache": f"{FOLDER}/npm",
             "npm_config_update_notifier": "false", "MAKEFLAGS": "",
             "NODE_PATH": f"{FOLDER}/node_modules",
             **environment})
    if result.returncode:
        raise AssertionError(f"{command}: exit status {result.returncode}\n"
                             f"{result.stdout}{result.stderr}")
    return result.stdout


def installed():
    """The folder of the package as make install leaves it."""
    done("make", "-s", "-C", scene.BUILD, "install-npmgamesDATA",
         f"DESTDIR={FOLDER}/stage", "pkgdatadir=/share")
    return f"{FOLDER}/stage/share/sdk/javascript/games"


def install():
    """Installs into FOLDER, which is empty, as a user does: with npm, from
    archives."""
    games = installed()
    write("package.json", "{}")
    if not shutil.which("npm"):
        print("not tried: npm pack and install (npm is not installed)")
        shutil.copytree(games, f"{FOLDER}/node_modules/rollcall-games")
        shutil.copytree(SDK, f"{FOLDER}/node_modules/rollcall",
                        ignore=shutil.ignore_patterns("games"))
        return
    packed = [json.loads(done("npm", "pack", "--json", "--pack-destination",
                              FOLDER, folder=folder))[0]
              for folder in (games, SDK)]
    files = sorted(file["path"] for file in packed[0]["files"])
    assert files == sorted(["package.json", *json.loads(
        read(f"{games}/package.json"))["files"]]), files
    done("npm", "install", "--offline", "--no-audit", "--no-fund",
         *(f"./{one['filename']}" for one in packed))


def played_in_python(game, seats, rules, seed):
    """What random_games.js should print, from the library's own texts."""
    lines = []

    def put(*words):
        lines.append(" ".join(words))

    def plain(value):
        return json.dumps(value, separators=(",", ":"))

    def bits(reals):
        return plain(struct.pack(f"<{len(reals)}d", *reals).hex())

    def shown(state):
        texts = [C.rollcall_state_view(state._state, state.turn).decode()]
        for place in range(state.legal_count()):
            texts.append(C.rollcall_state_move(state._state, place).decode())
        return str(state.turn), *texts

    state, random = engines.State(game, seats, rules), engines.Random(seed)
    put(plain(state.game), plain(state.seats),
        C.rollcall_state_rules(state._state).decode())
    step = 0
    while not state.over:
        if state.turn == engines.CHANCE:
            put(plain(list(state.due())))
            state.roll(random)
        else:
            put(*shown(state))
            for seat in range(seats):
                put(C.rollcall_state_view(state._state, seat).decode())
            if step % 16 == 0:
                put(*shown(engines.State.from_view(game, state.view(),
                                                   state.rules)))
                put(bits(engines.playouts(state, 3, step)))
            state.apply(random.below(state.legal_count()))
        step += 1
    put(plain(state.scores()), plain(state.ranks()), plain(state.ending()),
        bits(state.points()))
    return lines


class Engines(unittest.TestCase):
    def test_random_games_are_those_of_python(self):
        if engines is None:
            self.skipTest("no Python")
        self.assertEqual(sorted(TABLES), engines.names())
        script = f"{HERE}/random_games.js"
        for game, tables in TABLES.items():
            for seats, rules in tables:
                for seed in range(GAMES if rules else 1):
                    said = done("node", script, json.dumps(
                        [game, seats, rules, seed])).splitlines()
                    due = played_in_python(game, seats, rules, seed)
                    for number, (one, other) in enumerate(zip(said, due)):
                        self.assertEqual(one, other, f"{game}, {rules}, seed "
                                         f"{seed}, line {number}")
                    self.assertEqual(len(said), len(due))

    def test_the_recorded_games_are_played(self):
        script = f"{HERE}/recorded_games.js"
        files = sorted(glob.glob(f"{scene.SRC}/tests/vectors/games/*.json"))
        self.assertEqual(len(files), len(TABLES))
        for file in files:
            told = json.loads(done("node", script, file, os.path.basename(
                file).removesuffix(".json")))
            self.assertEqual(told["wrong"], [], file)
            self.assertGreater(told["checked"], 100, file)

    def test_the_module_asks_for_what_is_listed(self):
        told = done("node", "-p", "JSON.stringify(WebAssembly.Module.imports("
                    "new WebAssembly.Module(fs.readFileSync(process.argv[1]"
                    "))))", WASM)
        self.assertEqual(
            sorted((one["module"], one["name"]) for one in json.loads(told)),
            [("wasi_snapshot_preview1", name)
             for name in read(f"{SDK}/games/imports").split()])


class Package(unittest.TestCase):
    def test_its_own_tests_pass(self):
        for file in ("games/games.js", "games/engine.js", "local.js"):
            done("node", "--check", f"{SDK}/{file}")
        done("node", "--test", f"{SDK}/games/test.js",
             ROLLCALL_GAMES_WASM=WASM)

    def test_the_version_is_that_of_the_project(self):
        version = re.search(r"AC_INIT\(\[rollcall\], \[(.*?)\]\)",
                            read(f"{scene.SRC}/configure.ac")).group(1)
        self.assertEqual(json.loads(read(f"{SDK}/games/package.json"))
                         ["version"], version)
        self.assertEqual(json.loads(read(f"{SDK}/package.json"))
                         ["peerDependencies"], {"rollcall-games": version})

    def test_require_and_import_give_the_same(self):
        names = "{ CHANCE, OVER, GamesError, Random, State, names, playouts }"
        write("required.cjs", "const games = require('rollcall-games');"
              "const { playLocal } = require('rollcall/local');"
              f"const {names} = games;"
              "module.exports = { games, playLocal, "
              f"all: Object.keys({names}) }};")
        done("node", write("imported.mjs", f"""
            import {names.replace("{", "one, {")} from 'rollcall-games';
            import * as star from 'rollcall-games';
            import * as inside from 'rollcall-games/rollcall-games.mjs';
            import {{ playLocal }} from 'rollcall/local';
            import required from './required.cjs';
            if (playLocal !== required.playLocal)
              throw 'playLocal';
            for (const name of required.all) {{
              for (const all of [one, star, {names}])
                if (all[name] === undefined ||
                    all[name] !== required.games[name])
                  throw name;
              if (typeof inside[name] !== typeof one[name])
                throw `inside: ${{name}}`;
            }}
            if (String(Object.keys(inside)) !==
                String(Object.keys(required.games).sort()))
              throw Object.keys(inside);
            const means = [one, inside].map(all => String(
              all.playouts(new all.State('pig'), 50, 3)));
            if (means[0] !== means[1])
              throw means;"""))

    def test_the_programs_of_the_readme_print_what_it_says(self):
        text = read(f"{SDK}/games/README.md")
        programs = re.findall("```js run\n(.*?)```\n\n```text\n(.*?)```", text,
                              re.S)
        self.assertEqual(len(programs), text.count("```js run"))
        self.assertGreater(len(programs), 1)
        for program, said in programs:
            self.assertEqual(done("node", write("readme.cjs", program)), said)

    def test_the_example_of_the_sdk_prints_what_it_says(self):
        program, = re.findall("```js local\n(.*?)```",
                              read(f"{SDK}/README.md"), re.S)
        self.assertEqual(done("node", write("local.cjs", program)).strip(),
                         program.partition("// ")[2].strip())

    def test_the_types_hold_and_find_what_is_wrong(self):
        if not shutil.which("tsc"):
            print("not tried: the types of rollcall-games (tsc is not "
                  "installed)")
            self.skipTest("no tsc")
        text = RIGHT
        for line in WRONG.strip().splitlines():
            text += f"// @ts-expect-error\n{line}\n"
        exported = json.loads(done("node", "-p", "JSON.stringify(Object.keys("
                                   "require('rollcall-games')))"))
        write("types.mts", text)
        text += "import * as all from 'rollcall-games';\n" \
            "const every: Record<keyof typeof all, 1> = {" + "".join(
                f"{name}: 1," for name in exported) + "};\n"
        done("tsc", "--strict", "--noEmit", "--target", "es2020", "--module",
             "node16", "--lib", "es2020", f"{FOLDER}/types.mts",
             write("types.ts", text))

    def test_it_works_in_a_browser(self):
        if not browser.PROGRAM:
            print("not tried: rollcall-games in a browser, which needs "
                  "chromium")
            self.skipTest("no chromium")
        site = f"{FOLDER}/site"
        os.mkdir(site)
        shutil.copy(f"{scene.BUILD}/rollcall-games.mjs", site)
        write("site/index.html", PAGE)
        server = browser.Server(site)
        with browser.Browser(FOLDER, [server.url]) as page:
            page.go(f"{server.url}/index.html")
            told = json.loads(page.wait("window.told"))
            self.assertEqual(page.noise, [])
        server.shutdown()
        server.server_close()
        self.assertEqual(told, json.loads(done("node", "-p", """
            const { State, playouts } = require('rollcall-games');
            JSON.stringify([[1200, 800], [1, 0],
                playouts(new State('pig', 2, { target: 20 }), 1000, 1)])""")))


class Bot(unittest.TestCase):
    FILES = ["bots/montecarlo.js", "sdk/javascript/rollcall.js",
             *(f"sdk/javascript/games/{name}" for name in
               ("package.json", "games.js", "engine.js"))]
    WASM = "sdk/javascript/games/rollcall-games.wasm"

    def setUp(self):
        scenes = scene.Scene()
        scenes.__enter__()
        self.addCleanup(scenes.__exit__, None, None, None)
        self.folder = scenes.folder()
        for source, name in [(WASM, self.WASM)] + [
                (f"{scene.SRC}/{file}", file) for file in self.FILES]:
            path = f"{self.folder}/{name}"
            os.makedirs(os.path.dirname(path), exist_ok=True)
            shutil.copyfile(source, path)
            os.chmod(path, 0o755)
        scene.entrant(self.folder, "first")

    def test_it_is_short(self):
        self.assertLess(read(f"{scene.SRC}/bots/montecarlo.js").count("\n"), 60)

    def test_a_tournament_at_the_strictest_level_there_is(self):
        told = scene.run(self.folder, "doctor").out.splitlines()[-1]
        level = "strict" if "strict" in told else "limits"
        if level != "strict":
            print("not tried: montecarlo.js at strict (this machine cannot do "
                  "--sandbox strict)")
        scene.write(f"{self.folder}/t.json", json.dumps({
            "name": "evening", "game": "rolit",
            "format": {"type": "round_robin", "boards": 2},
            "rules": {"size": 4}, "sandbox": level,
            "limits": {"move_ms": 60000, "start_ms": 60000},
            "entrants": [
                {"name": "montecarlo", "command": ["./bots/montecarlo.js"],
                 "files": [*self.FILES, self.WASM]},
                {"name": "first", "command": ["./first"]}]}))
        result = scene.tournament(self.folder, "run", "t.json", "-o", "done")
        self.assertEqual(result.code, 0, result)
        overs = scene.overs(f"{self.folder}/done/match-000001.jsonl")
        self.assertEqual([over["end"] for over in overs], ["normal"] * 4)
        self.assertEqual(scene.tournament(self.folder, "verify", "done").code,
                         0)

    def test_it_plays_every_game_and_wins_most(self):
        """It wins most games, and repeats its moves in a rerun."""
        for game, rules in (("blackpot", "pawns=12"), ("bolo5", "target=2000"),
                            ("bolo7", "target=2000"), ("pig", "target=40"),
                            ("rolit", "size=6"), ("vollelotte", "target=2000")):
            log = f"{game}.jsonl"
            result = scene.play(
                self.folder, game, "node ./bots/montecarlo.js", "./first",
                "--rules", rules, *scene.PATIENT.split(), log=log)
            self.assertEqual(result.code, 0, result)
            lines = scene.read_log(f"{self.folder}/{log}")
            self.assertEqual([line for line in lines if line["t"] == "fault"],
                             [])
            # In blackpot a bot that always passes is hard to beat.
            if game != "blackpot":
                self.assertRegex(result.out, "(?m)^montecarlo +2.0 ", game)
        again = scene.run(self.folder, "rerun", "blackpot.jsonl")
        self.assertEqual(again.code, 0, again)


if __name__ == "__main__":
    if not shutil.which("node"):
        print("not tried: rollcall-games (node is not installed)")
        sys.exit(0)
    if not os.path.exists(WASM):
        print("not tried: rollcall-games, which needs what configure says of "
              "the checker for WebAssembly")
        sys.exit(0)
    engines = None
    with open(LIBRARY, "rb") as library:
        if b"__asan" in library.read():
            print("not tried: random games beside those of Python, which "
                  "cannot load a library with sanitizers")
        else:
            os.environ["ROLLCALL_GAMES_LIBRARY"] = LIBRARY
            sys.path.insert(0, f"{scene.SRC}/sdk/python")
            from rollcall import games as engines
            C = engines._C
    install()
    unittest.main()

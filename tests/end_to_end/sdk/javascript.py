#!/usr/bin/env python3
"""javascript.py - the packages rollcall and rollcall-games, installed by npm
as their READMEs say: with require, import, TypeScript and in a browser.

tier: full
needs: node npm tsc
"""
import functools
import json
import os
import re
import shutil
import sys
import tempfile

import browser
import fences
import project
import scene
from talk import POSITIONS, converse

SDK = f"{scene.SRC}/sdk/javascript"
WASM = f"{scene.BUILD}/rollcall-games.wasm"
VIEWS = {"pig": "PigView", "bolo7": "Bolo7View", "bolo5": "Bolo5View",
         "vollelotte": "VollelotteView", "rolit": "RolitView",
         "blackpot": "BlackpotView"}
# Fields added to views since the vectors were recorded.
NEWER = {"out": []}
NEWER_BLACKPOT = {"starter": 0, "challenger": -1}


def source(name):
    return fences.read(f"tests/end_to_end/sdk/sources/{name}")


HOME = tempfile.TemporaryDirectory(prefix="rc.", dir="/tmp")


def built():
    if not os.path.exists(WASM):
        raise scene.Skip("rollcall-games, which needs what configure says of "
                         "the checker for WebAssembly")


def run(folder, *words, **more):
    return fences.done(*words, folder=folder, HOME=HOME.name, MAKEFLAGS="",
                       npm_config_cache=f"{HOME.name}/npm",
                       npm_config_update_notifier="false", **more)


def node(folder, name, text):
    return run(folder, "node", scene.write(f"{folder}/{name}", text))


@functools.lru_cache(None)
def install():
    """With npm, from archives, which have the files that they should; returns
    the folder."""
    built()
    folder = HOME.name
    run(folder, "make", "-s", "-C", scene.BUILD, "install-npmgamesDATA",
        f"DESTDIR={folder}/stage", "pkgdatadir=/share")
    scene.write(f"{folder}/package.json", "{}")
    archives = []
    for package in f"{folder}/stage/share/sdk/javascript/games", SDK:
        packed, = json.loads(run(package, "npm", "pack", "--json",
                                 "--pack-destination", folder))
        with open(f"{package}/package.json", encoding="utf-8") as file:
            listed = json.load(file)["files"]
        files = {file["path"] for file in packed["files"]}
        assert files - {"README.md"} == {"package.json", *listed} - {
            "README.md"}, files
        archives.append(f"./{packed['filename']}")
    run(folder, "npm", "install", "--offline", "--no-audit", "--no-fund",
        *archives)
    return folder


def names(folder, package):
    """What a package exports."""
    return json.loads(run(folder, "node", "-p", "JSON.stringify(Object.keys("
                          f"require('{package}')))"))


# ### the packages

def test_own_tests(folder):
    built()
    run(folder, "node", "--test", f"{SDK}/test.js",
        f"{SDK}/test_own_game.js", f"{SDK}/games/test.js",
        ROLLCALL_GAMES_WASM=WASM)


def test_require_and_import(_):
    folder = install()
    for package in ("rollcall", "rollcall-games", "rollcall/local"):
        scene.write(f"{folder}/required.cjs",
                    f"module.exports = require('{package}');")
        node(folder, "imported.mjs",
             source("imported.mjs").replace("PACKAGE", package))
    node(folder, "inside.mjs", source("inside.mjs"))


def test_readmes(_):
    """The programs of the READMEs print what these say, and play."""
    folder = install()
    page = "sdk/javascript/README.md"
    text = fences.text(page, "js local")
    assert node(folder, "local.cjs", text).strip() == \
        text.partition("// ")[2].strip()
    scene.write(f"{folder}/test.js", fences.text(page, "js test"))
    run(folder, "node", "--test", "test.js")
    converse(["node", scene.write(f"{folder}/bot.js", fences.text(
        page, "js bot"))], POSITIONS)
    games = fences.read("sdk/javascript/games/README.md")
    programs = re.findall("```js run\n(.*?)```\n\n```text\n(.*?)```", games,
                          re.S)
    assert len(programs) == games.count("```js run") > 1
    for program, said in programs:
        assert node(folder, "readme.cjs", program) == said


def test_types(_):
    """The bot of the README, and all that is declared."""
    folder = install()
    bot = fences.text("sdk/javascript/README.md", "ts bot")
    exported = [name for name in names(folder, "rollcall") if name != "Random"]
    text = "".join(f"import {{ {name} }} from 'rollcall';\n" for name in (
        *exported, "type Turn", *(f"type {view}" for view in VIEWS.values())))
    text += "import * as sdk from 'rollcall';\n" \
        "import * as games from 'rollcall-games';\n" + source("right.ts")
    for name, positions in POSITIONS.items():
        # The type for a new game may be added later.
        text += f"const {name}: {VIEWS.get(name, 'object')}[] = " + json.dumps(
            [{**(NEWER_BLACKPOT if name == "blackpot" else NEWER), **view}
             for view, _ in positions]) + ";\n"
    for line in source("wrong.ts").strip().splitlines():
        text += f"// @ts-expect-error\n{line}\n"
    every = "".join(
        f"const {all_}All: Record<keyof typeof {all_}, 1> = {{" + "".join(
            f"{name}: 1," for name in names(folder, package)) + "};\n"
        for package, all_ in (("rollcall", "sdk"),
                              ("rollcall-games", "games")))
    for name, content in (("bot.ts", bot), ("module.mts", bot),
                          ("types.ts", text + every), ("types.mts", text)):
        scene.write(f"{folder}/{name}", content)
    run(folder, "tsc", "--strict", "--target", "es2020", "--module", "node16",
        "--lib", "es2020", "bot.ts", "module.mts", "types.ts", "types.mts")
    # The dice of this conversation are not genuine.
    converse(["node", scene.write(f"{folder}/bot.js", scene.content(
        folder, "bot.js").replace(b"verify: true", b""))], ["bolo7"])


# ### the engines

@functools.lru_cache(None)
def engines():
    """The package for Python."""
    if project.sanitized():
        raise scene.Skip("Python cannot load a library with sanitizers")
    os.environ["ROLLCALL_GAMES_LIBRARY"] = project.ENGINES
    sys.path.insert(0, f"{scene.SRC}/sdk/python")
    from rollcall import games
    return games


def test_the_module_asks_for_what_is_listed(folder):
    built()
    told = run(folder, "node", "-p", "JSON.stringify(WebAssembly.Module."
               "imports(new WebAssembly.Module(fs.readFileSync("
               "process.argv[1]))))", WASM)
    found = sorted((one["module"], one["name"]) for one in json.loads(told))
    assert found == [("wasi_snapshot_preview1", name) for name in
                     fences.read("sdk/javascript/games/imports").split()]


def test_it_works_in_a_browser(folder):
    built()
    if not browser.PROGRAM:
        raise scene.Skip("rollcall-games in a browser, which needs chromium")
    os.mkdir(f"{folder}/site")
    shutil.copy(f"{scene.BUILD}/rollcall-games.mjs", f"{folder}/site")
    scene.write(f"{folder}/site/index.html", source("engines.html"))
    server = browser.Server(f"{folder}/site")
    with browser.Browser(folder, [server.url]) as page:
        page.go(f"{server.url}/index.html")
        told = json.loads(page.wait("window.told"))
        assert page.noise == []
    server.shutdown()
    server.server_close()
    state = engines().State("pig", 2, "target=20")
    assert told == [[1200, 800], [1, 0],
                    list(engines().playouts(state, 1000, 1))], told


def test_a_bot_in_a_tournament(folder):
    """montecarlo.js at the strictest level there is; it repeats its moves."""
    built()
    module = "sdk/javascript/games/rollcall-games.wasm"
    files = ["bots/montecarlo.js", "sdk/javascript/rollcall.js",
             *(f"sdk/javascript/games/{name}" for name in
               ("package.json", "games.js", "engine.js"))]
    for name, source in [(module, WASM), *((name, f"{scene.SRC}/{name}")
                                           for name in files)]:
        os.makedirs(os.path.dirname(f"{folder}/{name}"), exist_ok=True)
        shutil.copyfile(source, f"{folder}/{name}")
        os.chmod(f"{folder}/{name}", 0o755)
    scene.entrant(folder, "first")
    scene.write(f"{folder}/t.json", json.dumps({
        "name": "evening", "game": "rolit", "rules": {"size": 4},
        "format": {"type": "round_robin", "boards": 2},
        "sandbox": "strict" if project.has_strict(folder) else "limits",
        "limits": {"move_ms": 600000, "start_ms": 600000},
        "entrants": [
            {"name": "montecarlo", "command": ["./bots/montecarlo.js"],
             "files": [*files, module]},
            {"name": "first", "command": ["./first"]}]}))
    scene.expect(scene.tournament(folder, "run", "t.json", "-o", "done"))
    log = f"{folder}/done/match-000001.jsonl"
    assert [over["end"] for over in scene.overs(log)] == ["normal"] * 4
    scene.expect(scene.tournament(folder, "verify", "done"))
    scene.expect(scene.play(
        folder, "blackpot", "node ./bots/montecarlo.js", "./first", "--rules",
        "pawns=12", *scene.PATIENT.split()))
    scene.expect(scene.run(folder, "rerun", "log.jsonl",
                           "--sandbox", "limits"))


scene.main(workers=1)

#!/usr/bin/env python3
"""rust_crate.py - the crate passes its tests, which compile its README, and a
bot in another folder is built with it offline.

tier: full
needs: cargo
"""
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
from languages import BUILD, languages
from talk import BYE, POSITIONS, SRC, Bot, game, hello, is_legal, turn

FOLDER = f"{SRC}/sdk/rust"
MANIFEST = f"""[package]
name = "bot"
version = "1.0.0"
edition = "2021"

[dependencies]
rollcall = {{ path = "{os.path.abspath(FOLDER)}" }}
"""

# What it prints must reach standard error before it dies.
PRINTS = """fn main() {
    let mut decisions = 0;
    rollcall::run(|turn: &mut rollcall::Turn| {
        decisions += 1;
        if decisions > 1 {
            std::process::abort();
        }
        print!("no line end");
        turn.legal.len() - 1
    }, rollcall::Options::default());
}
"""


def run(*command, **options):
    """The output of a command; a failure raises an error with it."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False, **options)
    if done.returncode:
        raise AssertionError(f"{command}:\n{done.stdout}")
    return done.stdout


def environment(**more):
    without = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")
    return {**{name: value for name, value in os.environ.items()
               if name not in without}, **more}


class RustCrate(unittest.TestCase):
    def test_cargo_test(self):
        told = run("make", "-C", BUILD, "cargo-test", env=environment())
        self.assertEqual(re.findall(r"test result: (\w+)", told), ["ok"] * 3)

    def test_a_bot_in_a_folder_of_its_own_is_built_offline(self):
        with open(f"{FOLDER}/README.md", encoding="utf-8") as file:
            example = re.search(r"```rust,no_run\n(.*?)```", file.read(), re.S)
        with tempfile.TemporaryDirectory(prefix="rust_crate.") as folder:
            os.makedirs(f"{folder}/src/bin")
            os.makedirs(f"{folder}/.cargo")
            shutil.copy(f"{FOLDER}/debian.toml", f"{folder}/.cargo/config.toml")
            for name, text in (("Cargo.toml", MANIFEST),
                               ("src/main.rs", example.group(1)),
                               ("src/bin/prints.rs", PRINTS)):
                with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
                    file.write(text)
            # Crates that make has built already are reused.
            target = os.path.abspath(f"{BUILD}/sdk/rust/cargo/target")
            run("cargo", "build", "--offline", cwd=folder, env=environment(
                CARGO_HOME=f"{folder}/home", CARGO_TARGET_DIR=target,
                CARGO_INCREMENTAL="0", CARGO_PROFILE_DEV_DEBUG="0"))
            bot = Bot([f"{target}/debug/bot"])
            bot.ask(hello("bolo7"))
            bot.tell(game(1))
            for view, legal in POSITIONS["bolo7"]:
                self.assertTrue(is_legal(bot.ask(turn(view, legal)), legal))
            bot.tell(BYE)
            self.assertEqual(bot.end(), (0, "", b""))
            bot = Bot([f"{target}/debug/prints"])
            bot.ask(hello("stones"))
            self.assertEqual(bot.ask(turn({}, [1, 2])), {"move": 1})
            bot.tell(turn({}, [1, 2]))
            self.assertEqual(bot.end(), (-signal.SIGABRT, "no line end", b""))
        self.assertFalse(os.path.exists(f"{FOLDER}/Cargo.lock"))


if __name__ == "__main__":
    REASON = languages()["rust"][0]
    if REASON:
        print(f"not tried: sdk/rust ({REASON})")
    else:
        unittest.main()

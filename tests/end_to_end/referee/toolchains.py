#!/usr/bin/env python3
"""toolchains.py - with the default limits, bots in Java, Go, JavaScript and
Rust start, at limits and strict.

The JVM reserves memory by the size of the machine, up to 128 GB: it is made to
believe in a machine of that size.

tier: full
"""
import os
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, f"{sys.path[0]}/../../support")
import scene

JAVA = """import java.io.*;

public class Bot {
    public static void main(String[] args) throws IOException {
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(System.in));
        String line;

        while ((line = lines.readLine()) != null)
            if (line.contains("\\"type\\":\\"hello\\""))
                System.out.println("{\\"type\\":\\"ready\\"}");
            else if (line.contains("\\"type\\":\\"turn\\"") ||
                     line.contains("\\"type\\":\\"again\\""))
                System.out.println("{\\"move\\":0}");
    }
}
"""
GO = """package main

import (
	"bufio"
	"os"
	"strings"
)

func main() {
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadString('\\n')
		if err != nil {
			return
		}
		if strings.Contains(line, `"type":"hello"`) {
			os.Stdout.WriteString("{\\"type\\":\\"ready\\"}\\n")
		} else if strings.Contains(line, `"type":"turn"`) ||
			strings.Contains(line, `"type":"again"`) {
			os.Stdout.WriteString("{\\"move\\":0}\\n")
		}
	}
}
"""
NODE = """const lines = require("readline").createInterface(
    {input: process.stdin});
lines.on("line", (text) => {
    const line = JSON.parse(text);
    if (line.type === "hello")
        console.log('{"type":"ready"}');
    else if (line.type === "turn" || line.type === "again")
        console.log('{"move":0}');
});
"""
RUST = """use std::io::{self, BufRead};

fn main() {
    for line in io::stdin().lock().lines() {
        let line = line.unwrap();
        if line.contains("\\"type\\":\\"hello\\"") {
            println!("{{\\"type\\":\\"ready\\"}}");
        } else if line.contains("\\"type\\":\\"turn\\"")
            || line.contains("\\"type\\":\\"again\\"") {
            println!("{{\\"move\\":0}}");
        }
    }
}
"""


def build(folder, *words):
    subprocess.run(words, cwd=folder, check=True, stdin=subprocess.DEVNULL,
                   capture_output=True,
                   env={**os.environ, "GOCACHE": f"{folder}/cache",
                        "GO111MODULE": "off"})


def java(folder, compiler):
    scene.write(f"{folder}/Bot.java", JAVA)
    build(folder, compiler, "Bot.java")
    build(folder, "jar", "cf", "bot.jar", "Bot.class")
    return ["java", "-XX:MaxRAM=128g", "-cp", "./bot.jar", "Bot"]


def go(folder, compiler):
    scene.write(f"{folder}/bot.go", GO)
    build(folder, compiler, "build", "-o", "bot", "bot.go")
    return ["./bot"]


def node(folder, program):
    scene.write(f"{folder}/bot.js", NODE)
    return [os.path.basename(program), "./bot.js"]


def rust(folder, compiler):
    scene.write(f"{folder}/bot.rs", RUST)
    build(folder, compiler, "-o", "bot", "bot.rs")
    return ["./bot"]


# The compiler or interpreter, and the function that makes a bot with it.
LANGUAGES = {"Java": ("javac", java), "Go": ("go", go),
             "JavaScript": ("node", node), "Rust": ("rustc", rust)}


def wrong_with(folder, level, command):
    result = scene.run(folder, "check", "pig", "--start", "--sandbox", level,
                       "--", *command)
    if result.code == 0 and result.err == "":
        return []
    return [f"exit {result.code}: {result.out[-2000:]} {result.err}"]


def main():
    tally = scene.Tally()
    cases = []
    levels = ["limits", "strict"]
    with scene.Scene() as stage:
        told = scene.run(stage.folder(), "doctor").out.splitlines()[-1]
        if "strict" not in told:
            print("not tried: strict, which this machine cannot do")
            levels = ["limits"]
        for language, (tool, make) in LANGUAGES.items():
            found = shutil.which(tool)
            # Root's bots run as other users, who cannot enter every folder.
            if found is None or (tool == "node" and
                                 not scene.open_to_all(found)):
                print(f"not tried: {language}, as there is no {tool}")
                continue
            folder = stage.folder()
            command = make(folder, found)
            cases += [(f"{language} at {level}",
                       lambda folder=folder, level=level, command=command:
                       wrong_with(folder, level, command))
                      for level in levels]
        tally.run(cases, 2)
    return tally.end()


if __name__ == "__main__":
    sys.exit(main())

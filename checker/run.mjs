// run.mjs - runs the checker in Node: run.mjs CHECKER.wasm COMMAND ARGUMENT..
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";
const [,, wasm, ...args] = process.argv;
const wasi = new WASI({ version: "preview1", args: ["referee", ...args], preopens: { "/": "/", ".": "." }, returnOnExit: true });
const module = new WebAssembly.Module(readFileSync(wasm));
const instance = new WebAssembly.Instance(module, wasi.getImportObject());
process.exitCode = wasi.start(instance);

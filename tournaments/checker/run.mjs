// run.mjs - runs the checker in Node: run.mjs CHECKER.wasm PROGRAM WORD..
//
// PROGRAM is referee or tournament.
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const [, , wasm, ...args] = process.argv;
const wasi = new WASI({
  version: "preview1", args, preopens: { "/": "/", ".": "." },
  returnOnExit: true,
});
const module = new WebAssembly.Module(readFileSync(wasm));
const instance = new WebAssembly.Instance(module,
  { wasi_snapshot_preview1: wasi.wasiImport });
process.exitCode = wasi.start(instance);

// wasm.js - runs the checker as a page would, for wasm.py:
// node wasm.js WASI.js CHECKER.wasm
//
// Each line of standard input is a JSON object {folder, args}; each line of the
// output is {code, out, err}.  The folder's files are those that the checker has.
"use strict";
const fs = require("fs");
const readline = require("readline");
const vm = require("vm");

const [, , shim, wasm] = process.argv;
const run = vm.runInThisContext(`${fs.readFileSync(shim)}\nwasiRun`);
const module_ = new WebAssembly.Module(fs.readFileSync(wasm));

function take(files, folder, path) {
  for (const item of fs.readdirSync(`${folder}/${path}`,
    { withFileTypes: true })) {
    const name = path === "" ? item.name : `${path}/${item.name}`;
    const full = `${folder}/${name}`;
    if (item.isDirectory())
      take(files, folder, name);
    else if (item.isFile())
      files.set(name, { size: fs.statSync(full).size,
        load: () => new Uint8Array(fs.readFileSync(full)) });
  }
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { folder, args } = JSON.parse(line);
  const files = new Map();
  take(files, folder, "");
  const { code, out, err } = run(module_, args, files);
  const text = (bytes) => Buffer.from(bytes).toString("latin1");
  console.log(JSON.stringify({ code, out: text(out), err: text(err) }));
});

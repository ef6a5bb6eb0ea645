// worker.js - the page's worker for the checker: keeps packed files and runs
// commands on them, so that the page never blocks.
"use strict";

const kept = new Map();         // path: {packed, size}, packed as a Blob
const OUTPUT_MOST = 1 << 26;    // bytes: a game of 100,000 steps needs fewer
let checker;

function unpacked(path) {
  const { packed, size } = kept.get(path);
  postMessage({ opened: path });
  return inflate(new Uint8Array(new FileReaderSync().readAsArrayBuffer(packed)),
    size);
}

onmessage = ({ data }) => {
  const { order, path, packed, size, number, args, folder } = data;
  if (order === "checker") {
    checker = new WebAssembly.Module(inflate(packed, size));
  } else if (order === "keep") {
    kept.set(path, { packed, size });
  } else if (order === "drop") {
    kept.delete(path);
  } else if (order === "run") {
    const files = new Map();
    for (const [name, file] of kept)
      if (name.startsWith(folder))
        files.set(name, { size: file.size, load: () => unpacked(name) });
    let answer;
    try {
      answer = wasiRun(checker, args, files, OUTPUT_MOST);
    } catch (why) {
      answer = { code: 3, out: new Uint8Array(),
        err: new TextEncoder().encode(`the checker failed: ${why}`) };
    }
    const decoder = new TextDecoder();
    postMessage({ number, code: answer.code, out: decoder.decode(answer.out),
      err: decoder.decode(answer.err) });
  }
};

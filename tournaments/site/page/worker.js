// worker.js - the page's worker for the checker: keeps files and runs commands
// on them, so that the page never blocks.
"use strict";

const kept = new Map();         // path: {size, load()}, for wasiRun
const OUTPUT_MOST = 1 << 26;    // bytes: a game of 100,000 steps needs fewer
let checker;

// Browsers keep the bytes of a Blob outside the page's memory, and can put them
// on the disk.
function opened(path, blob) {
  postMessage({ opened: path });
  return new Uint8Array(new FileReaderSync().readAsArrayBuffer(blob));
}

function run({ number, args, folder }) {
  const decoder = new TextDecoder();
  const { code, out, err } = wasiRun(checker, args, new Map([...kept].filter(
    ([path]) => path.startsWith(folder))), OUTPUT_MOST);
  postMessage({ number, code, out: decoder.decode(out),
    err: decoder.decode(err) });
}

const ORDERS = {
  async checker(packed) {
    checker = await WebAssembly.compile(
      await (await unpack(packed)).arrayBuffer());
  },
  // What is damaged fails when the checker opens it.
  async keep({ path, packed, size }) {
    const blob = await unpack({ packed, size }).catch(() => null);
    kept.set(path, { size, load() {
      if (blob === null)
        throw new RangeError(`${path}: damaged data`);
      return opened(path, blob);
    } });
  },
  drop({ path }) {
    kept.delete(path);
  },
  run,
};

// One order after the other.
let last = Promise.resolve();
onmessage = ({ data }) => {
  last = last.then(() => ORDERS[data.order](data)).catch((why) =>
    postMessage({ failed: String(why) }));
};

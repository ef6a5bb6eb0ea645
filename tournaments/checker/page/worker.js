// worker.js - the worker for the checker, of the page and of verify.html: keeps
// files and runs commands on them, so that the page never blocks.
"use strict";

const kept = new Map();         // path: {size, load()}, for wasiRun
const SMALL = 1 << 16;          // bytes of a file that is not kept as a Blob
let checker;

// A Blob takes some kilobytes, but its own bytes are outside the page's memory,
// and can be on the disk.
const keptSmall = async (blob) => blob.size < SMALL ? blob.arrayBuffer() : blob;

// The file in a single stored block, five bytes and itself, as deflate makes of
// packed logs; else null.  Chromium keeps 30 kB for each stream that unpacks,
// until it needs the memory.
const stored = (packed, size) =>
  packed[0] === 1 && packed.length === size + 5 ? packed.subarray(5) : null;

function opened(path, held) {
  // @ts-ignore: known only in a worker
  const read = (blob) => new FileReaderSync().readAsArrayBuffer(blob);
  const bytes = new Uint8Array(held instanceof Blob ? read(held) : held);
  postMessage({ opened: path, size: bytes.length });
  return bytes;
}

function run({ number, args, folder }) {
  const decoder = new TextDecoder();
  const { code, out, err } = wasiRun(checker, args, new Map([...kept].filter(
    ([path]) => path.startsWith(folder))));
  postMessage({ number, code, out: decoder.decode(out),
    err: decoder.decode(err) });
}

const ORDERS = {
  async checker(packed) {
    checker = await WebAssembly.compile(
      await (await unpack(packed)).arrayBuffer());
  },
  // What is damaged fails when the checker opens it.
  async keep({ path, file, packed, size }) {
    const held = file ?? stored(packed, size) ?? await unpack({ packed, size })
      .then(keptSmall, () => null);
    kept.set(path, { size: size ?? file.size, load() {
      if (held === null)
        throw new RangeError(`${path}: damaged data`);
      return opened(path, held);
    } });
  },
  drop({ path }) {
    for (const one of kept.keys())
      if (one.startsWith(path))
        kept.delete(one);
  },
  run,
};

// One order after the other.
let last = Promise.resolve();
onmessage = ({ data }) => {
  last = last.then(() => ORDERS[data.order](data)).catch((why) =>
    postMessage({ failed: String(why) }));
};

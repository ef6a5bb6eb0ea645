// unpack.js - unpacks the data in the scripts of a page: deflated bytes (RFC
// 1951) in base64, the files of a tournament's folder.
"use strict";

function base64Bytes(text) {
  if (Uint8Array.fromBase64)
    return Uint8Array.fromBase64(text);
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

// Resolves to a Blob of exactly `size` bytes; `packed` are bytes or a Blob.
async function unpack({ packed, size }) {
  const stream = new Blob([packed]).stream()
    .pipeThrough(new DecompressionStream("deflate-raw"));
  const blob = await new Response(stream).blob().catch(() => null);
  if (blob?.size !== size)
    throw new RangeError("damaged data");
  return blob;
}

// Resolves to the text of a file of folder.js.
async function fileText(files, name) {
  if (!files.has(name))
    throw new Error(`folder.js does not hold ${name}`);
  return (await unpack(files.get(name))).text();
}

// The folder of a log within its tournament's folder.
const logFolder = (sharded, match) => sharded ? `matches/${
  String(Math.floor(match / 1000)).padStart(4, "0")}/` : "";

// The file name of a log in its tournament's folder.
function logName(match, attempt = 0, packed = page.packed.has(`${match}/0`)) {
  const ending = attempt ? `.void${attempt}.jsonl` :
    packed ? ".pack" : ".jsonl";
  return `match-${String(match).padStart(6, "0")}${ending}`;
}

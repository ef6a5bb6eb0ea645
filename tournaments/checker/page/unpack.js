// unpack.js - unpacks the data in the scripts of a page: deflated bytes (RFC
// 1951) in base64, the files of a tournament's folder.
"use strict";

// @ts-ignore: newer than the types of TypeScript 4.8, as DecompressionStream
const fromBase64 = Uint8Array.fromBase64;

function base64Bytes(text) {
  if (fromBase64)
    return fromBase64.call(Uint8Array, text);
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

// Resolves to a Blob of exactly `size` bytes; `packed` are bytes or a Blob.
async function unpack({ packed, size }) {
  const stream = new Blob([packed]).stream()
    // @ts-ignore
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

// The path of a log of data.js in its tournament's folder.
function logPath({ sharded }, [match, attempt, , unpacked]) {
  const folder = sharded ? `matches/${
    String(Math.floor(match / 1000)).padStart(4, "0")}/` : "";
  const ending = attempt ? `.void${attempt}.jsonl` :
    unpacked !== undefined ? ".pack" : ".jsonl";
  return `${folder}match-${String(match).padStart(6, "0")}${ending}`;
}

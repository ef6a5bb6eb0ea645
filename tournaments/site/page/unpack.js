// unpack.js - unpacks the data in the page's scripts: deflated bytes (RFC 1951)
// in base64.
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

// inflate.js - unpacks the data in the page's scripts: deflated bytes in
// base64.
//
// The browser's own DecompressionStream is asynchronous, but the checker needs
// a file's bytes at once, when it opens the file.
"use strict";

function base64Bytes(text) {
  if (Uint8Array.fromBase64)
    return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++)
    bytes[i] = binary.charCodeAt(i);
  return bytes;
}

// A Huffman code from the lengths of its code words: the number of words of
// each length, and the symbols in the order of their words.
function inflateCode(lengths) {
  const count = new Uint16Array(16), start = new Uint16Array(16);
  for (const length of lengths)
    count[length]++;
  count[0] = 0;
  for (let i = 1; i < 16; i++)
    start[i] = start[i - 1] + count[i - 1];
  const symbol = new Uint16Array(lengths.length);
  lengths.forEach((length, i) => {
    if (length > 0)
      symbol[start[length]++] = i;
  });
  // Words of up to 9 bits are looked up in one step.
  const quick = new Uint16Array(512);
  for (let length = 1, code = 0, at = 0; length <= 9; length++, code <<= 1)
    for (let i = 0; i < count[length]; i++, code++, at++) {
      let turned = 0;
      for (let bit = 0; bit < length; bit++)
        turned |= ((code >> bit) & 1) << (length - 1 - bit);
      for (let more = turned; more < 512; more += 1 << length)
        quick[more] = (symbol[at] << 4) | length;
    }
  return { count, symbol, quick };
}

const INFLATE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2,
  14, 1, 15];
const INFLATE_LENGTHS = { base: [], extra: [] };
const INFLATE_DISTANCES = { base: [], extra: [] };
for (let i = 0, at = 3; i < 28; i++) {
  const extra = i < 8 ? 0 : (i >> 2) - 1;
  INFLATE_LENGTHS.base.push(at);
  INFLATE_LENGTHS.extra.push(extra);
  at += 1 << extra;
}
INFLATE_LENGTHS.base.push(258);
INFLATE_LENGTHS.extra.push(0);
for (let i = 0, at = 1; i < 30; i++) {
  const extra = i < 4 ? 0 : (i >> 1) - 1;
  INFLATE_DISTANCES.base.push(at);
  INFLATE_DISTANCES.extra.push(extra);
  at += 1 << extra;
}
const INFLATE_FIXED = [
  inflateCode([...Array(288).keys()].map((i) => i < 144 ? 8 : i < 256 ? 9 :
    i < 280 ? 7 : 8)),
  inflateCode(Array(30).fill(5)),
];

// Unpacks `from` to exactly `size` bytes; throws a RangeError otherwise.
function inflate(from, size) {
  const to = new Uint8Array(size);
  let at = 0, bits = 0, held = 0, done = 0;

  const wrong = () => new RangeError("damaged data");

  function need(count) {
    while (held < count) {
      if (at >= from.length + 4)
        throw wrong();
      bits |= (at < from.length ? from[at] : 0) << held;
      at++;
      held += 8;
    }
  }

  function take(count) {
    if (count === 0)
      return 0;
    need(count);
    const value = bits & ((1 << count) - 1);
    bits >>>= count;
    held -= count;
    return value;
  }

  function read(code) {
    need(15);
    const quick = code.quick[bits & 511];
    if (quick > 0) {
      bits >>>= quick & 15;
      held -= quick & 15;
      return quick >> 4;
    }
    let word = 0, first = 0, index = 0;
    for (let length = 1; length < 16; length++) {
      word |= (bits >> (length - 1)) & 1;
      const count = code.count[length];
      if (word - first < count) {
        bits >>>= length;
        held -= length;
        return code.symbol[index + word - first];
      }
      index += count;
      first = (first + count) << 1;
      word <<= 1;
    }
    throw wrong();
  }

  function stored() {
    bits >>>= held & 7;
    held -= held & 7;
    const length = take(16);
    take(16);
    at -= held >> 3;
    bits = held = 0;
    if (at + length > from.length || done + length > size)
      throw wrong();
    to.set(from.subarray(at, at + length), done);
    at += length;
    done += length;
  }

  function codes() {
    const literals = take(5) + 257, distances = take(5) + 1;
    const sizes = new Uint8Array(19), lengths = [];
    for (let i = take(4) + 4, n = 0; n < i; n++)
      sizes[INFLATE_ORDER[n]] = take(3);
    const code = inflateCode(sizes);
    while (lengths.length < literals + distances) {
      const symbol = read(code);
      if (symbol === 16 && lengths.length === 0)
        throw wrong();
      const value = symbol < 16 ? symbol : symbol === 16 ? lengths.at(-1) : 0;
      let times = symbol < 16 ? 1 : symbol === 16 ? 3 + take(2) :
        symbol === 17 ? 3 + take(3) : 11 + take(7);
      while (times-- > 0)
        lengths.push(value);
    }
    return [inflateCode(lengths.slice(0, literals)),
      inflateCode(lengths.slice(literals, literals + distances))];
  }

  function packed([literal, distance]) {
    for (;;) {
      const symbol = read(literal);
      if (symbol < 256) {
        if (done >= size)
          throw wrong();
        to[done++] = symbol;
        continue;
      }
      if (symbol === 256)
        return;
      const length = INFLATE_LENGTHS.base[symbol - 257] +
        take(INFLATE_LENGTHS.extra[symbol - 257]);
      const far = read(distance);
      const back = INFLATE_DISTANCES.base[far] +
        take(INFLATE_DISTANCES.extra[far]);
      if (!(back <= done) || !(done + length <= size))
        throw wrong();
      for (let i = 0; i < length; i++, done++)
        to[done] = to[done - back];
    }
  }

  let last;
  do {
    last = take(1);
    const type = take(2);
    if (type === 0)
      stored();
    else if (type === 3)
      throw wrong();
    else
      packed(type === 1 ? INFLATE_FIXED : codes());
  } while (!last);
  if (done !== size)
    throw wrong();
  return to;
}

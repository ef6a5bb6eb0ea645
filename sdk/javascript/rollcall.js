/*
 * rollcall.js - talks to the referee, so that a bot is a single function.
 *
 *     const { run } = require('./rollcall');
 *     run(turn => turn.random.below(turn.legal.length));
 *
 * The function returns a place in turn.legal, from 0, or the move itself; it
 * may be async.  rollcall.d.ts documents all exports.
 *
 * Needs Node 18 or newer and no other file.
 */
'use strict';

const crypto = require('crypto');
const fs = require('fs');
const { inspect, isDeepStrictEqual } = require('util');

const LINE_SHOWN = 2000;        /* characters of a line in a message */
const VALUE_SHOWN = 200;
const SAY_SIZE = 500;           /* bytes; the referee records no more */

/* The values of turnFrom() for keys that hello and game do not have. */
const HELLO = { type: 'hello', protocol: 1, game: '', rules: {}, seats: 0,
  names: [], seat: 0, limits: { start_ms: 0, move_ms: 1000, game_ms: 0 },
  dice: { seal: '', salt: '', links: 0, stride: 0 } };
const GAME = { type: 'game', number: 1, of: 1, seed: 0, anchors: [] };

/* The referee sent something wrong; a stack trace would not help. */
class RefereeError extends Error {
}

/*
 * Plays the match.  Until choose first returns a promise, input and output are
 * synchronous, without any await: this takes half the time.
 */
async function run(choose, options = {}) {
  const { name, legal = true, events = true, verify = false, input, output,
    ...unknown } = options;

  if (typeof choose !== 'function')
    throw new TypeError(`run expects a function, found ${shown(choose)}`);
  for (const key of Object.keys(unknown))
    throw new TypeError(`run has no option "${key}"`);
  if (verify && !events)
    throw new TypeError('verify needs the events: leave them on');

  const match = new Match(choose, { name, legal, events }, verify,
    output ? text => output.write(text) : standardOutput());
  try {
    await play(match, input);
  } catch (error) {
    if (input)
      throw error;
    report(error, match.deciding);
    process.exit(1);
  }
}

async function play(match, input) {
  const lines = new Lines();
  let chunks = input &&
    (input[Symbol.asyncIterator] || input[Symbol.iterator]).call(input);

  while (!match.ended) {
    const text = lines.next();

    if (text === undefined) {
      if (lines.ended)
        break;
      lines.add(chunks ? (await chunks.next()).value : readNow());
      continue;
    }
    const promise = match.hear(text);
    if (promise) {
      chunks ??= process.stdin[Symbol.asyncIterator]();
      await settled(promise);
    }
  }
  await chunks?.return?.();
}

/* Without this, Node would exit with status 0 if the promise never settles. */
function settled(promise) {
  const stuck = () => {
    process.stderr.write('choose returned a promise that is never settled\n');
    process.exit(1);
  };

  process.once('beforeExit', stuck);
  return promise.finally(() => process.removeListener('beforeExit', stuck));
}

/* Splits the input into lines; the last one may lack its line feed. */
class Lines {
  constructor() {
    this.rest = Buffer.alloc(0);
    this.start = 0;
    this.ended = false;
  }

  /* An undefined or empty chunk is the end of the input. */
  add(chunk) {
    const more = Buffer.from(chunk || '');
    const rest = this.rest.subarray(this.start);

    this.ended = more.length === 0;
    this.rest = rest.length > 0 ? Buffer.concat([rest, more]) : more;
    this.start = 0;
  }

  /* The next line, or undefined when more has to be read first. */
  next() {
    let end = this.rest.indexOf(10, this.start);

    if (end < 0 && this.ended && this.start < this.rest.length)
      end = this.rest.length;
    if (end < 0)
      return undefined;
    const line = this.rest.toString('utf8', this.start, end);
    this.start = end + 1;
    return line;
  }
}

/* Retries: others may have made standard input and output non-blocking. */
function whenReady(transfer) {
  for (;;) {
    try {
      return transfer();
    } catch (error) {
      if (error.code !== 'EAGAIN')
        throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

function readNow() {
  const chunk = Buffer.allocUnsafe(65536);

  return chunk.subarray(0, whenReady(() => fs.readSync(0, chunk)));
}

function writeNow(fd, text) {
  let data = Buffer.from(text);

  while (data.length > 0)
    data = data.subarray(whenReady(() => fs.writeSync(fd, data)));
}

/* From now on only the SDK writes to it; what the bot prints is redirected. */
function standardOutput() {
  if (process.stdout.bytesWritten > 0)
    throw new Error('something was printed before the call of run: the ' +
      'referee reads it as an answer; print it later, or with console.error');
  process.stdout.write = (...words) => process.stderr.write(...words);
  return text => writeNow(1, text);
}

function report(error, deciding) {
  const words = error instanceof RefereeError ? error.message : inspect(error);
  const line = deciding ? `the line: ${deciding.slice(0, LINE_SHOWN)}\n` : '';

  writeNow(2, `${words}\n${line}`);
}

/* The conversation of one match. */
class Match {
  constructor(choose, wishes, verify, tell) {
    Object.assign(this, { choose, wishes, verify, tell });
    Object.assign(this, { hello: HELLO, game: GAME });
    this.random = new Random(0);
    this.dice = null;
    this.turn = null;
    this.tried = [];            /* answers to this turn so far */
    this.deciding = '';         /* the line that choose is working on */
    this.ended = false;
  }

  /* Handles a line; returns a promise if choose did. */
  hear(text) {
    if (text.trim() === '')
      return undefined;
    const line = decoded(text);
    switch (line.type) {
    case 'hello':
      this.hello = line;
      if (this.verify)
        this.dice = new Dice(line.dice);
      this.tell(JSON.stringify({ type: 'ready', ...this.wishes }) + '\n');
      break;
    case 'game':
      this.game = line;
      this.random = new Random(line.seed);
      if (this.dice)
        this.dice.begin(line.anchors);
      break;
    case 'turn':
      if (this.dice)
        this.dice.read(line);
      return this.decide(line, text);
    case 'again':
      writeNow(2, `refused: ${line.why}\n`);
      this.answer(this.another());
      break;
    case 'over':
      if (this.dice)
        this.dice.read(line);
      break;
    case 'bye':
      this.ended = true;
      if (this.dice)
        this.dice.end(line.secret);
      break;
    }
    return undefined;
  }

  decide(line, text) {
    this.turn = new Turn(line, this.hello, this.game, this.random);
    this.tried = [];
    this.deciding = text;
    const choice = this.choose(this.turn);
    if (typeof choice?.then === 'function')
      return Promise.resolve(choice).then(move => this.take(move));
    return this.take(choice);
  }

  take(choice) {
    this.answer(checked(choice, this.wishes.legal ? this.turn.legal : null),
      this.turn.say);
    this.deciding = '';
  }

  answer(move, say) {
    this.tried.push(move);
    this.tell(JSON.stringify({ move, say: harmless(say) }) + '\n');
  }

  /* The first place that was not tried yet, as a place or as a move. */
  another() {
    const tried = JSON.parse(JSON.stringify(this.tried));
    const legal = this.turn ? this.turn.legal : [];
    let place = 0;

    while (tried.some(move => move === place ||
        isDeepStrictEqual(move, legal[place])))
      place++;
    return this.wishes.legal && place >= legal.length ? 0 : place;
  }
}

class Turn {
  constructor(line, hello, game, random) {
    this.view = line.view;
    this.legal = line.legal || [];
    this.events = line.events || [];
    this.lost = line.lost || 0;
    this.ms = line.ms || 0;
    Object.assign(this, { hello, game, random, say: undefined });
  }
}

function turnFrom(line, hello = {}, game = {}) {
  const begun = { ...GAME, ...decoded(game) };

  return new Turn(decoded(line), { ...HELLO, ...decoded(hello) }, begun,
    new Random(begun.seed));
}

function turnOf(game, view, legal = [], { rules = {}, seed = 0 } = {}) {
  const names = (view.turns || [0, 0]).map((turns, seat) => `seat${seat}`);

  return turnFrom({ type: 'turn', ms: 1000, view, legal },
    { game, rules, seats: names.length, names, seat: view.seat || 0 },
    { seed });
}

function decoded(line) {
  let value = line;

  if (typeof line === 'string') {
    try {
      value = JSON.parse(line);
    } catch {
      value = null;
    }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RefereeError('the line from the referee is not JSON: ' +
      String(line).slice(0, VALUE_SHOWN));
  return value;
}

/*
 * Returns the place or the move to send; throws if `choice` is neither.
 * `legal` is null if the bot gets no legal moves.
 */
function checked(choice, legal) {
  const place = typeof choice === 'bigint' ? Number(choice) : choice;

  if (Number.isSafeInteger(place) && place >= 0 &&
      (legal === null || place < legal.length))
    return place;
  if (typeof choice === 'object' && choice !== null && !Array.isArray(choice))
    return choice;
  const places = legal ? ` in legal, 0 to ${legal.length - 1}` : ', from 0';
  throw new TypeError(`choose returned ${shown(choice)}; ` +
    `expected a place${places}, or a move`);
}

/*
 * Makes a text for spectators safe to send: if it is too long or has a NUL, the
 * answer would be a fault.  The decoder omits a character that was cut.
 */
function harmless(say) {
  if (say === undefined || say === null)
    return undefined;
  const bytes = Buffer.from(String(say).replaceAll('\0', '\ufffd'));
  return new TextDecoder('utf-8', { ignoreBOM: true })
    .decode(bytes.subarray(0, SAY_SIZE), { stream: true });
}

function shown(value) {
  return inspect(value, { depth: 1, breakLength: Infinity })
    .slice(0, VALUE_SHOWN);
}

/*
 * The forms of a move.  They are not exported one by one: import() would take a
 * module that exports `then` for a promise.
 */
const Move = {
  keep: (dice, then) => ({ keep: dice, then }),
  then: word => ({ then: word }),
  cell: name => ({ cell: name }),
  cells: names => ({ cells: names }),
  pass: () => ({ pass: true }),
  indicate: values => ({ indicate: values })
};

/*
 * splitmix64, because Math.random takes no seed.  Computing with 32-bit halves
 * would be 2.5 times as fast as BigInt (40 ns a number instead of 100), but
 * three times the code.
 */
class Random {
  constructor(seed) {
    this.state = BigInt(seed);
  }

  next() {
    this.state = BigInt.asUintN(64, this.state + 0x9e3779b97f4a7c15n);
    let z = this.state;
    z = BigInt.asUintN(64, (z ^ z >> 30n) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ z >> 27n) * 0x94d049bb133111ebn);
    return z ^ z >> 31n;
  }

  below(n) {
    if (!Number.isInteger(n) || n < 1 || n > 2 ** 31)
      throw new RangeError(`below needs 1 to 2^31, found ${shown(n)}`);
    /* Numbers from the limit on would make the low results likelier. */
    const limit = 2 ** 53 - 2 ** 53 % n;
    let x;

    do
      x = Number(this.next() >> 11n);
    while (x >= limit);
    return x % n;
  }

  unit() {
    return Number(this.next() >> 11n) / 2 ** 53;
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  shuffle(list) {
    for (let i = list.length - 1; i > 0; i--) {
      const j = this.below(i + 1);

      [list[i], list[j]] = [list[j], list[i]];
    }
    return list;
  }
}

/*
 * Checks the dice of one match, with nothing but SHA-256.
 *
 * Every roll comes with a link.  Hashing a link gives the previous one on its
 * chain, and so on down to the anchor.  The anchor was public before the game,
 * so the roll was fixed by then.  The values are computed from the link and the
 * salt.
 *
 * What only the whole log can show is left to `referee verify`: that the
 * anchors are the sealed ones, and that each roll was due by the rules.
 */
class Dice {
  /* `dice` is the key of the hello line: seal, salt, links, .. */
  constructor(dice) {
    this.seal = dice.seal;
    this.salt = Buffer.from(dice.salt, 'hex');
    this.links = dice.links;
    this.begin([]);
  }

  /* Begins a game; the anchors of chain 0 of each stream, in hex. */
  begin(anchors) {
    this.shown = new Map();             /* "stream chain": element and link */
    this.last = new Map();              /* stream: k */
    this.lost = false;
    anchors.forEach((anchor, stream) => this.shown.set(`${stream} 0`,
      { element: 0, link: Buffer.from(anchor, 'hex') }));
  }

  /* Checks the events of a turn or over line; throws if a roll is wrong. */
  read(line) {
    /* Omitted events may have shown the anchor of a chain. */
    this.lost = this.lost || line.lost > 0;
    for (const event of line.events || []) {
      if (event.t === 'chain')
        this.chain(event);
      /* A roll that another seat sees comes whole with `over`. */
      else if (event.t === 'draw' && (event.link || !('to' in event)))
        this.draw(event);
    }
  }

  /* Checks that the secret of the match, in hex, is the sealed one. */
  end(secret) {
    const seal = hash('rollcall seal', Buffer.from(secret, 'hex'));

    if (seal.toString('hex') !== this.seal)
      throw untrue('the secret is not the sealed one');
  }

  chain({ s, c, anchor }) {
    const place = `${s} ${c}`;

    if (this.shown.has(place))
      throw untrue(`a second anchor of chain ${c} of stream ${s}`);
    this.shown.set(place, { element: 0, link: Buffer.from(anchor, 'hex') });
  }

  draw({ s, k, dice, v, link: hex }) {
    const link = Buffer.from(hex, 'hex');
    const place = `${s} ${Math.floor((k - 1) / this.links)}`;
    const element = (k - 1) % this.links + 1;
    const shown = this.shown.get(place);
    const roll = `roll ${k} of stream ${s}`;

    if (k <= (this.last.get(s) || 0))
      throw untrue(`${roll} comes after a later one`);
    if (shown && !leadsTo(link, element, shown.link, shown.element))
      throw untrue(`${roll}: the link does not lead to its anchor`);
    if (!shown && !this.lost)
      throw untrue(`${roll}: its chain has no anchor`);
    if (String(values(this.salt, link, dice)) !== String(v))
      throw untrue(`${roll}: the values are not those of the link`);
    this.shown.set(place, { element, link });
    this.last.set(s, k);
  }
}

function untrue(what) {
  return new RefereeError(`dice: ${what}`);
}

/* Does hashing `link`, element `element` of a chain, lead to `shown`? */
function leadsTo(link, element, shown, shownElement) {
  if (element <= shownElement)
    return false;
  for (let i = shownElement; i < element; i++)
    link = hash('rollcall link', link);
  return link.equals(shown);
}

/* The values that a link gives to `dice` such as "7d6". */
function values(salt, link, dice) {
  const [count, sides] = dice.split('d').map(Number);
  const rolled = [];

  for (let block = 0; ; block++) {
    const number = Buffer.alloc(4);

    number.writeUInt32BE(block, 0);
    const words = hash('rollcall draw', salt, link, number);
    for (let at = 0; at < words.length; at += 4) {
      const word = words.readUInt32BE(at);

      /* Smaller words would make the low values likelier. */
      if (word >= 2 ** 32 % sides)
        rolled.push(1 + word % sides);
      if (rolled.length === count)
        return rolled;
    }
  }
}

function hash(...parts) {
  const sha256 = crypto.createHash('sha256');

  parts.forEach(part => sha256.update(part));
  return sha256.digest();
}

run.parts = { Turn, checked };  /* for local.js */

module.exports = { run, turnFrom, turnOf, Move, Random, Dice, leadsTo, values };

/*
 * rollcall.js - talks to the referee, so that a bot is one function.
 *
 *     const rollcall = require('./rollcall');
 *     rollcall.run(turn => turn.random(turn.legal.length));
 *
 * The function returns a place in turn.legal, from 0, or the move itself.  An
 * error in it is not caught: its stack is on standard error, the bot exits
 * with status 1, and the referee counts that as "gone".
 *
 * Needs nothing but Node 12 or newer.
 */
'use strict';

const crypto = require('crypto');
const fs = require('fs');

/*
 * Plays the match: calls choose(turn) for every decision.  A turn has
 *
 *     view       all that its seat may know, as the rules of the game say
 *     legal      every legal move once, unless the wish is false
 *     events     log lines since the bot was last told some, unless false
 *     ms         milliseconds left for the answer
 *     random(n)  one of 0..n-1, seeded anew for every game with its seed
 *     hello      the referee's first line: game, rules, names, seat, ..
 *     game       the line that began this game: number, of, seed, anchors
 *     say        set it to a string, and spectators are told it with the move
 *
 * Wishes: {name, legal, events, checkDice}.  A bot that does without legal or
 * events gets shorter lines.  checkDice makes sure of every roll (see Dice)
 * and throws at the first that is not true; it needs the events.
 *
 * A move that the rules refuse but allow to be replaced is answered with the
 * first legal one not tried yet; why it was refused is on standard error.
 */
function run(choose, wishes = {}) {
  const { name, legal = true, events = true, checkDice = false } = wishes;
  let hello = {}, game = {}, random = randomFrom(0);
  let dice = null, turn = null, tried = [];

  if (checkDice && !events)
    throw new Error('dice are checked by the events: leave them on');
  for (const text of lines(0)) {
    const line = JSON.parse(text);

    if (dice && (line.type === 'turn' || line.type === 'over'))
      dice.read(line);
    switch (line.type) {
    case 'hello':
      hello = line;
      dice = checkDice ? new Dice(line.dice) : null;
      send({ type: 'ready', name, legal, events });
      break;
    case 'game':
      game = line;
      random = randomFrom(line.seed);
      if (dice)
        dice.begin(line.anchors);
      break;
    case 'turn': {
      turn = { ...line, hello, game, random, say: undefined };
      const move = choose(turn);
      if (move == null || move instanceof Promise)
        throw new TypeError('choose returned no move');
      tried = [move];
      send({ move, say: turn.say });
      break;
    }
    case 'again':
      process.stderr.write(`refused: ${line.why}\n`);
      tried.push(another(turn.legal, tried));
      send({ move: tried[tried.length - 1] });
      break;
    case 'bye':
      if (dice)
        dice.end(line.secret);
      return;
    }
  }
}

/* Reads as soon as something is there, without the detour of Node's streams. */
function* lines(fd) {
  const chunk = Buffer.alloc(65536);
  let rest = Buffer.alloc(0), size;

  while ((size = fs.readSync(fd, chunk, 0, chunk.length, null)) > 0) {
    let start = 0, end;

    rest = Buffer.concat([rest, chunk.slice(0, size)]);
    while ((end = rest.indexOf(10, start)) >= 0) {
      yield rest.toString('utf8', start, end);
      start = end + 1;
    }
    rest = rest.slice(start);
  }
}

function send(answer) {
  fs.writeSync(1, JSON.stringify(answer) + '\n');
}

/* The first place whose move was not tried, neither by place nor whole. */
function another(legal, tried) {
  if (legal === undefined)
    return tried.length - 1;
  const known = tried.map(move => JSON.stringify(move));
  const place = legal.findIndex((move, i) =>
    !known.includes(String(i)) && !known.includes(JSON.stringify(move)));
  return Math.max(place, 0);
}

/* Marsaglia's xorshift with 128 bits: Math.random takes no seed. */
function randomFrom(seed) {
  let x = seed | 0, y = Math.floor(seed / 2 ** 32) | 0, z = 1, w = 2;

  function word() {
    const t = x ^ (x << 11);

    x = y;
    y = z;
    z = w;
    w = w ^ (w >>> 19) ^ t ^ (t >>> 8);
    return w >>> 0;
  }
  for (let i = 0; i < 32; i++)          /* seeds that are alike part ways */
    word();
  return n => Math.floor(word() / 2 ** 32 * n);
}

/*
 * Makes sure of the dice of one match, with nothing but SHA-256.
 *
 * Every roll comes with a link.  Hashed, a link gives the one before it on its
 * chain, and so down to the anchor, which was public before the game: so the
 * roll was fixed then.  The values follow from the link and the salt.
 *
 * What only the whole log shows is left to `referee verify`: that the anchors
 * are the sealed ones, and that each roll was due by the rules.
 */
class Dice {
  /* `dice` is that key of the hello line: seal, salt, links, .. */
  constructor(dice) {
    this.seal = dice.seal;
    this.salt = Buffer.from(dice.salt, 'hex');
    this.links = dice.links;
    this.begin([]);
  }

  /* A game begins; anchors of chain 0, one a stream, in hex. */
  begin(anchors) {
    this.shown = new Map();             /* "stream chain": element and link */
    this.last = new Map();              /* stream: k */
    this.lost = false;
    anchors.forEach((anchor, stream) => this.shown.set(`${stream} 0`,
      { element: 0, link: Buffer.from(anchor, 'hex') }));
  }

  /* The events of a turn or over line; throws at a roll that is not true. */
  read(line) {
    /* Lines left out for length may have shown the anchor of a chain. */
    this.lost = this.lost || line.lost > 0;
    for (const event of line.events) {
      if (event.t === 'chain')
        this.chain(event);
      else if (event.t === 'draw')
        this.draw(event);
    }
  }

  /* The secret of the match, in hex, has to be the sealed one. */
  end(secret) {
    const seal = hash('rollcall seal', Buffer.from(secret, 'hex'));

    if (seal.toString('hex') !== this.seal)
      throw new Error('the secret is not the sealed one');
  }

  chain({ s, c, anchor }) {
    const place = `${s} ${c}`;

    if (this.shown.has(place))
      throw new Error(`a second anchor of chain ${c} of stream ${s}`);
    this.shown.set(place, { element: 0, link: Buffer.from(anchor, 'hex') });
  }

  draw({ s, k, dice, v, link: hex }) {
    const link = Buffer.from(hex, 'hex');
    const place = `${s} ${Math.floor((k - 1) / this.links)}`;
    const element = (k - 1) % this.links + 1;
    const shown = this.shown.get(place);
    const roll = `roll ${k} of stream ${s}`;

    if (k <= (this.last.get(s) || 0))
      throw new Error(`${roll} comes after a later one`);
    if (shown && !leadsTo(link, element, shown.link, shown.element))
      throw new Error(`${roll}: the link does not lead to its anchor`);
    if (!shown && !this.lost)
      throw new Error(`${roll}: its chain has no anchor`);
    if (String(values(this.salt, link, dice)) !== String(v))
      throw new Error(`${roll}: the values are not those of the link`);
    this.shown.set(place, { element, link });
    this.last.set(s, k);
  }
}

/* Does `link`, as `element` of a chain, lead to `shown`, one below it? */
function leadsTo(link, element, shown, shownElement) {
  if (element <= shownElement)
    return false;
  for (let i = shownElement; i < element; i++)
    link = hash('rollcall link', link);
  return link.equals(shown);
}

/* The values of `dice`, such as "7d6", that a link gives. */
function values(salt, link, dice) {
  const [count, sides] = dice.split('d').map(Number);
  const rolled = [];

  for (let block = 0; ; block++) {
    const number = Buffer.alloc(4);

    number.writeUInt32BE(block, 0);
    const words = hash('rollcall draw', salt, link, number);
    for (let at = 0; at < words.length; at += 4) {
      const word = words.readUInt32BE(at);

      /* The words below this would make the low values likelier. */
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

module.exports = { run, Dice, leadsTo, values };

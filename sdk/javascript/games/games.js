/*
 * games.js - the rules of all games, for bots that search or learn.
 *
 *     const { Random, State } = require('rollcall-games');
 *
 *     const state = new State('pig'), random = new Random(7);
 *     while (!state.over) {
 *       state.roll(random);             // until somebody is to decide
 *       if (!state.over)
 *         state.apply(0);               // a place in state.legal(), or a move
 *     }
 *     console.log(state.scores(), state.points());
 *
 * This is librollcall-games, the referee's own engines, in WebAssembly.
 * games.d.ts documents all exports.
 */
'use strict';

/* In the module for browsers, module.sh puts the engines themselves here. */
const engine = new WebAssembly.Module(require('./engine'));

const CHANCE = -1;              /* State.turn: dice are due */
const OVER = -2;                /* State.turn: the game is over */

const ERROR_SIZE = 1024;
const DICE_MAX = 16;
const SCRATCH_SIZE = 128;       /* bytes, for dice, ranks, points or a seed */

class GamesError extends Error {
}
GamesError.prototype.name = 'GamesError';

/* ### the engines */

/* All functions that they import.  They write only when they abort. */
const host = {
  fd_write(fd, list, count, written) {
    let said = '', size = 0;

    for (let at = list; at < list + 8 * count; at += 8) {
      const length = data().getUint32(at + 4, true);

      said += decoder.decode(new Uint8Array(c.memory.buffer,
        data().getUint32(at, true), length));
      size += length;
    }
    console.error(said.trimEnd());
    data().setUint32(written, size, true);
    return 0;
  },
  fd_close: () => 8,
  fd_seek: () => 8,
  proc_exit(status) {
    throw new Error(`the engines ended with status ${status}`);
  }
};

const encoder = new TextEncoder(), decoder = new TextDecoder();
const c = new WebAssembly.Instance(engine,
  { wasi_snapshot_preview1: host }).exports;
let numbers = new DataView(c.memory.buffer);

c._initialize();
const scratch = c.malloc(SCRATCH_SIZE);

/* When the memory grows, it becomes a new buffer. */
function data() {
  if (numbers.buffer !== c.memory.buffer)
    numbers = new DataView(c.memory.buffer);
  return numbers;
}

function bytes(at, size) {
  return new Uint8Array(c.memory.buffer, at, size);
}

/* A C string as a string. */
function text(at) {
  const all = new Uint8Array(c.memory.buffer);

  return decoder.decode(all.subarray(at, all.indexOf(0, at)));
}

/*
 * Calls C with texts and a buffer for the error message, which is thrown as a
 * GamesError when the result is 0.
 */
function withTexts(texts, call) {
  const encoded = texts.map(one => {
    if (one.includes('\0'))
      throw new GamesError(`a text with U+0000: ${JSON.stringify(one)}`);
    return encoder.encode(`${one}\0`);
  });
  const size = encoded.reduce((sum, one) => sum + one.length, ERROR_SIZE);
  const at = c.malloc(size);

  if (at === 0)
    throw new GamesError(`no memory for ${size} bytes`);
  try {
    const places = [];
    let place = at + ERROR_SIZE;

    for (const one of encoded) {
      bytes(place, one.length).set(one);
      places.push(place);
      place += one.length;
    }
    const result = call(...places, at);
    if (result === 0)
      throw new GamesError(text(at));
    return result;
  } finally {
    c.free(at);
  }
}

/* ### numbers from outside */

const isInt = value => Number.isInteger(value) && (value | 0) === value;

function countOf(what, value) {
  if (!isInt(value) || value < 1)
    throw new GamesError(`${what} is ${String(value)}; ` +
      'expected 1 to 2**31 - 1');
  return value;
}

function seedOf(value) {
  if (typeof value !== 'bigint' && !Number.isSafeInteger(value))
    throw new GamesError(`seed: expected an integer, found ${String(value)}`);
  return BigInt.asUintN(64, BigInt(value));
}

function rulesText(rules) {
  return typeof rules === 'string' ? rules : JSON.stringify(rules ?? {});
}

class Random {
  constructor(seed = 0) {
    this._seed = seedOf(seed);
  }

  below(n) {
    countOf('below: n', n);
    data().setBigUint64(scratch, this._seed, true);
    const number = c.rollcall_state_below(scratch, n);
    this._seed = data().getBigUint64(scratch, true);
    return number;
  }
}

function belowOf(random) {
  if (typeof random === 'function')
    return n => Math.floor(random() * n);
  if (typeof random?.below === 'function')
    return n => random.below(n);
  throw new GamesError('roll: expected a Random, an object with a method ' +
    `\`below\`, or a function such as Math.random, found ${String(random)}`);
}

/* ### positions */

/*
 * Each game has one state in C, that of the State used last.  All other States
 * keep theirs as bytes, so that nothing has to be freed: finalizers would not
 * run while a bot thinks.
 */
const tables = new Map();

function tableOf(game, at) {
  if (!tables.has(game)) {
    const size = c.rollcall_state_size(at);

    tables.set(game, { at: c.rollcall_state_copy(at), size,
      place: c.malloc(size), owner: null });
  }
  return tables.get(game);
}

function saved({ at, place, size }) {
  c.rollcall_state_save(at, place);
  return bytes(place, size).slice();
}

class State {
  constructor(game, seats = 2, rules = null) {
    if (!isInt(seats))
      throw new GamesError(
        `seats: expected an integer, found ${String(seats)}`);
    this._take(withTexts([String(game), rulesText(rules)],
      (name, options, error) =>
        c.rollcall_state_new(name, seats, options, error)));
  }

  static fromView(game, view, rules = null) {
    if (!Array.isArray(view?.turns))
      throw new GamesError(
        `expected a view of ${String(game)}, with \`turns\``);
    const state = Object.create(State.prototype);
    state._take(withTexts(
      [String(game), rulesText(rules), JSON.stringify(view)],
      (name, options, json, error) => c.rollcall_state_from_view(name,
        view.turns.length, options, json, error)));
    return state;
  }

  /* Takes the values of a state in C and frees it. */
  _take(at) {
    this.game = text(c.rollcall_state_game(at));
    this.seats = c.rollcall_state_seats(at);
    this._table = tableOf(this.game, at);
    this._bytes = saved({ ...this._table, at });
    c.rollcall_state_free(at);
  }

  /* Makes the state in C that of this State, and returns it. */
  _use() {
    const table = this._table;

    if (table.owner !== this) {
      if (table.owner)
        table.owner._bytes = saved(table);
      bytes(table.place, table.size).set(this._bytes);
      c.rollcall_state_load(table.at, table.place);
      table.owner = this;
    }
    return table.at;
  }

  clone() {
    const copy = Object.create(State.prototype);

    copy.game = this.game;
    copy._table = this._table;
    copy.assign(this);
    return copy;
  }

  assign(other) {
    const table = this._table;

    if (!(other instanceof State) || other._table !== table)
      throw new GamesError(other instanceof State ?
        `a state of ${other.game}; expected ${this.game}` :
        `expected a State, found ${String(other)}`);
    if (other === this)
      return;
    this.seats = other.seats;
    this._bytes = table.owner === other ? saved(table) : other._bytes.slice();
    if (table.owner === this)
      table.owner = null;
  }

  get turn() {
    return c.rollcall_state_turn(this._use());
  }

  get over() {
    return this.turn === OVER;
  }

  get rules() {
    return JSON.parse(text(c.rollcall_state_rules(this._use())));
  }

  view(seat = Math.max(this.turn, 0)) {
    const at = isInt(seat) ? c.rollcall_state_view(this._use(), seat) : 0;

    if (at === 0)
      throw new GamesError(`seat ${String(seat)}; ` +
        `expected 0 to ${this.seats - 1}`);
    return JSON.parse(text(at));
  }

  legal() {
    const at = this._use(), moves = [];

    for (let place = 0; place < c.rollcall_state_legal(at); place++)
      moves.push(text(c.rollcall_state_move(at, place)));
    return JSON.parse(`[${moves}]`);
  }

  legalCount() {
    return c.rollcall_state_legal(this._use());
  }

  apply(move) {
    const at = this._use();

    if (typeof move === 'object' && move !== null)
      withTexts([JSON.stringify(move)], (json, error) =>
        Number(c.rollcall_state_apply_move(at, json, error) === 0));
    else if (!isInt(move) || c.rollcall_state_apply(at, move) !== 0)
      throw new GamesError(`place ${String(move)}; ` +
        `${this.legalCount()} moves are legal`);
  }

  due() {
    if (c.rollcall_state_due(this._use(), scratch) !== 0)
      throw new GamesError('no dice are due');
    const [dice, sides, seat] = ints(3);
    return { dice, sides, seat };
  }

  land(values) {
    const at = this._use();
    const all = Array.isArray(values) && values.length <= DICE_MAX &&
      Array.from(values).every(isInt);

    if (all)
      values.forEach((value, i) => data().setInt32(scratch + 4 * i, value,
        true));
    if (!all || c.rollcall_state_land(at, scratch, values.length) !== 0)
      throw new GamesError(`the dice [${String(values)}] are not those ` +
        'that are due');
  }

  roll(random) {
    const below = belowOf(random);

    while (this.turn === CHANCE) {
      const { dice, sides } = this.due(), values = [];

      for (let i = 0; i < dice; i++)
        values.push(1 + below(sides));
      this.land(values);
    }
  }

  scores() {
    c.rollcall_state_score(this._use(), scratch, 0);
    return ints(this.seats);
  }

  ranks() {
    c.rollcall_state_score(this._use(), 0, scratch);
    return ints(this.seats);
  }

  ending() {
    return text(c.rollcall_state_score(this._use(), 0, 0));
  }

  points() {
    c.rollcall_state_points(this._use(), scratch);
    return reals(this.seats);
  }
}

/* Numbers that C has written to `scratch`. */
function ints(count) {
  return Array.from({ length: count },
    (_, i) => data().getInt32(scratch + 4 * i, true));
}

function reals(count) {
  return Array.from({ length: count },
    (_, i) => data().getFloat64(scratch + 8 * i, true));
}

function playouts(state, n, seed = 0) {
  if (!(state instanceof State))
    throw new GamesError(`expected a State, found ${String(state)}`);
  c.rollcall_playouts(state._use(), countOf('playouts: n', n), seedOf(seed),
    scratch);
  return reals(state.seats);
}

function names() {
  const found = [];

  for (let at; (at = c.rollcall_games_name(found.length)) !== 0;)
    found.push(text(at));
  return found;
}

module.exports = { CHANCE, OVER, GamesError, Random, State, names, playouts };

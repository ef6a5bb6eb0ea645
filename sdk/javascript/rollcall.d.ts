/* rollcall.d.ts - the types of rollcall.js, and its documentation. */

/* ### the match */

/**
 * Plays the match on standard input and output: calls `choose` for every
 * decision. The promise resolves when the referee says bye or the input ends.
 *
 * Meanwhile, whatever else is printed goes to standard error. After an error in
 * `choose`, or a result that is not a move, the error and the line that caused
 * it are printed there, and the process ends with status 1. With `input` the
 * error is thrown instead.
 *
 * If a move is refused but may be taken back, the answer is the first legal
 * move that was not tried yet.
 */
export function run<View = any>(
  choose: (turn: Turn<View>) => Choice | Promise<Choice>,
  options?: Options): Promise<void>;

/** A place in `turn.legal`, from 0, or the move itself. */
export type Choice = number | bigint | Move;

export interface Options {
  /** The bot's full name, for the trace. */
  name?: string;
  /** false: lines come without the legal moves, and `turn.legal` is empty. */
  legal?: boolean;
  /** false: lines come without the events, and `turn.events` is empty. */
  events?: boolean;
  /**
   * true: checks every roll, and the secret at the end (default: false). At an
   * error a message beginning with "dice: " goes to standard error, and the
   * process ends with status 1. Needs the events.
   */
  verify?: boolean;
  /** The lines from the referee, in chunks of any size: a stream or a list. */
  input?: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;
  /** Receives the answers, one call per line. */
  output?: { write(text: string): unknown };
}

/** A decision. The referee's lines are decoded JSON, with all of their keys. */
export interface Turn<View = any> {
  /** All that the seat may know; see the interfaces below. */
  view: View;
  /** Every legal move once, in the game's order. */
  legal: Move[];
  /** The new lines of the match log. */
  events: LogLine[];
  /** How many of the oldest events were left out, for length. */
  lost: number;
  /** Milliseconds left for the answer. */
  ms: number;
  hello: Hello;
  game: Game;
  /** Random numbers, seeded anew for each game. */
  random: Random;
  /** Text for spectators, cut after 500 bytes. */
  say?: string;
}

/** The first line of the match. */
export interface Hello {
  game: string;
  /** Every option and its value. */
  rules: Record<string, number | boolean | string>;
  /** How many there are. */
  seats: number;
  /** The entrants, by seat. */
  names: string[];
  /** The bot's own seat, from 0. */
  seat: number;
  /** Milliseconds; 0: no limit. */
  limits: { start_ms: number; move_ms: number; game_ms: number };
  /** Seal and salt in hexadecimal. */
  dice: { seal: string; salt: string; links: number; stride: number };
}

/** The line that began the game. */
export interface Game {
  /** From 1 to `of`. */
  number: number;
  of: number;
  /** Below 2^53. */
  seed: number;
  /** Of the table and of each seat, in hexadecimal. */
  anchors: string[];
}

/** `t` is chain, draw, move, again, fault or a word of the game. */
export interface LogLine {
  t: string;
  [key: string]: any;
}

/** A game uses some of these keys; games that are not known here use others. */
export interface Move {
  keep?: number[];
  then?: 'roll' | 'bank' | 'card';
  cell?: string;
  cells?: string[];
  pass?: true;
  indicate?: number[];
  [key: string]: unknown;
}

/** Makes moves. */
export const Move: {
  /** Bolo and Volle Lotte: keeps dice. */
  keep(dice: number[], then: 'roll' | 'bank' | 'card'): Move;
  /** Pig. */
  then(word: 'roll' | 'bank'): Move;
  /** Rolit: places a ball on a cell such as "d6". */
  cell(name: string): Move;
  /** Black-Pot: places pawns, in this order. */
  cells(names: string[]): Move;
  /** Black-Pot: claims a pass. */
  pass(): Move;
  /** Black-Pot, after a claim: the values to place; an empty list declines. */
  indicate(values: number[]): Move;
};

/* ### random numbers */

/** splitmix64, the same numbers in the SDKs of all languages. */
export class Random {
  constructor(seed: number | bigint);
  /** 64 random bits. */
  next(): bigint;
  /** A number from 0 to n - 1, all equally likely; n from 1 to 2^31. */
  below(n: number): number;
  /** A number from 0 up to, but not including, 1, in steps of 2^-53. */
  unit(): number;
  /** A random element of a list, which must not be empty. */
  pick<Element>(list: readonly Element[]): Element;
  /** Shuffles the list in place and returns it. */
  shuffle<Element>(list: Element[]): Element[];
}

/* ### turns for tests */

/**
 * Makes a turn from a recorded turn line, and from the hello and game lines
 * before it if given. Each is JSON text or decoded.
 */
export function turnFrom<View = any>(line: string | object,
  hello?: string | object, game?: string | object): Turn<View>;

/** Makes a turn of a game from its view; the bot's seat is `view.seat`. */
export function turnOf<View = any>(game: string, view: View, legal?: Move[],
  options?: { rules?: Hello['rules']; seed?: number }): Turn<View>;

/* ### the dice, for lines that do not come through run() */

/**
 * Checks the dice of a match. Each method throws an error, whose message begins
 * with "dice: ", if they are not right.
 */
export class Dice {
  /** Takes `dice` of the hello line. */
  constructor(dice: Hello['dice']);
  /** Begins a game; takes `anchors` of the game line. */
  begin(anchors: string[]): void;
  /** Checks the events of a turn or over line. */
  read(line: { events?: LogLine[]; lost?: number }): void;
  /** Checks `secret` of the bye line. */
  end(secret: string): void;
}

/**
 * Does hashing a link, element `element` of a chain, lead to the link that was
 * shown before as element `shownElement`?
 */
export function leadsTo(link: Uint8Array, element: number,
  shown: Uint8Array, shownElement: number): boolean;

/** The values that a link gives to dice such as "7d6". */
export function values(salt: Uint8Array, link: Uint8Array,
  dice: string): number[];

/* ### views; the pages in docs/games explain each field */

export interface PigView {
  seat: number;
  scores: number[];
  turns: number[];
  out: number[];
  total: number;
  roll: number[];
}

export interface Bolo7View {
  phase: 'normal' | 'final' | 'sudden';
  seat: number;
  scores: number[];
  turns: number[];
  out: number[];
  total: number;
  roll: number[];
  need: number;
  /** Pairs of a face and a number of dice. */
  open: [number, number][];
  trigger: number;
  queue: number[];
  contenders: number[];
}

export interface Bolo5View {
  phase: 'normal' | 'final';
  seat: number;
  scores: number[];
  turns: number[];
  out: number[];
  total: number;
  roll: number[];
  need: number;
  trigger: number;
  queue: number[];
}

export interface VollelotteView {
  phase: 'normal' | 'extra';
  seat: number;
  scores: number[];
  turns: number[];
  out: number[];
  total: number;
  roll: number[];
  trigger: number;
  queue: number[];
  card: 'stop' | 'firework' | 'bonus200' | 'bonus300' | 'bonus400' |
    'bonus500' | 'bonus600' | 'double' | 'plusminus' | 'suite' | 'clover';
  under: number;
  lottes: number;
  faces: number[];
  /** Cards left of each kind, in the order of `card`. */
  deck: number[];
}

export interface RolitView {
  size: number;
  /** size * size characters, row by row. */
  board: string;
  seat: number;
  colours: ('R' | 'Y' | 'G' | 'B')[];
  balls: number[];
  turns: number[];
  out: number[];
}

export interface BlackpotView {
  asked: 'place' | 'challenge' | 'forced';
  seat: number;
  roll: number[];
  /** 121 numbers, row by row; 0 where there is no cell. */
  numbers: number[];
  /** 121 characters: # no cell, . free, 0 or 1 a pawn of that side. */
  own: string;
  /** 121 hexadecimal digits, each a set of directions. */
  used: string;
  pawns: number[];
  points: number[];
  turns: number[];
  roller: number;
  queue: number[];
  idle: number;
  indicated: number[];
  closing: boolean;
  starter: number;
  challenger: number;
}

/* rollcall.d.ts - the types of rollcall.js, and what its parts mean. */

/* ### the match */

/**
 * Plays the match on standard input and output, and returns when the referee
 * says bye or the input ends.
 *
 * While it plays, whatever else is printed goes to standard error. An error in
 * `choose`, or a result that is no move, is told there with the line that
 * caused it, and ends the process with status 1. With `input` the error is
 * thrown instead.
 *
 * A move that is refused but may be taken back is answered with the first
 * legal one that was not tried yet.
 */
export function run<View = any>(
  choose: (turn: Turn<View>) => Choice | Promise<Choice>,
  options?: Options): Promise<void>;

/** A place in `turn.legal`, from 0, or the move itself. */
export type Choice = number | bigint | Move;

export interface Options {
  /** The bot's full name, for the trace. */
  name?: string;
  /** false: lines come without the legal moves; `turn.legal` is empty. */
  legal?: boolean;
  /** false: lines come without the events; `turn.events` is empty. */
  events?: boolean;
  /**
   * Checks every roll, and the secret at the end (default: false). What is
   * wrong is told on standard error, after "dice: ", and ends the process with
   * status 1. Needs the events.
   */
  verify?: boolean;
  /** Lines from the referee, in chunks of any size: a stream or a list. */
  input?: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;
  /** Where the answers go, one call a line. */
  output?: { write(text: string): unknown };
}

/** A decision. The referee's lines are decoded JSON, with all of their keys. */
export interface Turn<View = any> {
  /** All that the seat may know; see the interfaces below. */
  view: View;
  /** Every legal move once, in the game's order. */
  legal: Move[];
  /** Lines of the match log since the last line from the referee. */
  events: LogLine[];
  /** How many older events did not fit. */
  lost: number;
  /** Milliseconds left for the answer. */
  ms: number;
  hello: Hello;
  game: Game;
  /** Starts anew in each game, from its seed. */
  random: Random;
  /** Text for spectators, cut after 500 characters. */
  say?: string;
}

export interface Hello {
  game: string;
  rules: Record<string, number | boolean | string>;
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

/** Makes moves: pig then; the Bolos and Volle Lotte keep; Rolit cell. */
export const Move: {
  keep(dice: number[], then: 'roll' | 'bank' | 'card'): Move;
  then(word: 'roll' | 'bank'): Move;
  cell(name: string): Move;
  /** The order counts. */
  cells(names: string[]): Move;
  pass(): Move;
  /** Of an empty list: declines. */
  indicate(values: number[]): Move;
};

/* ### random numbers */

/** splitmix64, the same numbers in the SDKs of all languages. */
export class Random {
  constructor(seed: number | bigint);
  /** 64 bits. */
  next(): bigint;
  /** One of 0 to n - 1, all equally likely; n from 1 to 2^31. */
  below(n: number): number;
  /** From 0 to below 1, in steps of 2^-53. */
  unit(): number;
  /** An element of a list that is not empty. */
  pick<Element>(list: readonly Element[]): Element;
  /** Shuffles the list itself, and returns it. */
  shuffle<Element>(list: Element[]): Element[];
}

/* ### turns for tests */

/** A turn from a recorded line, and from its hello and game lines if given. */
export function turnFrom<View = any>(line: string | object,
  hello?: string | object, game?: string | object): Turn<View>;

/** A turn of a game with this view, seen by the view's seat. */
export function turnOf<View = any>(game: string, view: View, legal?: Move[],
  options?: { rules?: Hello['rules']; seed?: number }): Turn<View>;

/* ### the dice, for lines that do not come through run() */

/** Checks the dice of a match; each method throws at what is not true. */
export class Dice {
  /** `dice` of the hello line. */
  constructor(dice: Hello['dice']);
  /** `anchors` of a game line. */
  begin(anchors: string[]): void;
  /** A turn or over line. */
  read(line: { events?: LogLine[]; lost?: number }): void;
  /** `secret` of the bye line. */
  end(secret: string): void;
}

/** Does a link, as `element` of a chain, lead to the shown one below it? */
export function leadsTo(link: Uint8Array, element: number,
  shown: Uint8Array, shownElement: number): boolean;

/** The values of dice such as "7d6" that a link gives. */
export function values(salt: Uint8Array, link: Uint8Array,
  dice: string): number[];

/* ### views; the pages of the games say what each field means */

export interface PigView {
  seat: number;
  scores: number[];
  turns: number[];
  total: number;
  roll: number[];
}

export interface Bolo7View {
  phase: 'normal' | 'final' | 'sudden';
  seat: number;
  scores: number[];
  turns: number[];
  total: number;
  roll: number[];
  need: number;
  /** Pairs of face and dice. */
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
}

export interface BlackpotView {
  asked: 'place' | 'challenge' | 'forced';
  seat: number;
  roll: number[];
  /** 121 numbers, 0 where there is no cell. */
  numbers: number[];
  /** 121 characters. */
  own: string;
  /** 121 hexadecimal digits. */
  used: string;
  pawns: number[];
  points: number[];
  turns: number[];
  roller: number;
  queue: number[];
  idle: number;
  indicated: number[];
  closing: boolean;
}

/* games.d.ts - the types of games.js, and its documentation. */

/** `turn` of a state: dice are due. */
export const CHANCE: -1;
/** `turn` of a state: the game is over. */
export const OVER: -2;

/** Thrown for a wrong game, rules, view, move or number. */
export class GamesError extends Error {}

/** An object such as `rules` of a hello line, or "target=50,max_turns=9". */
export type Rules = string | Record<string, number | boolean | string> | null;

/** The dice that are due; a card is a die with one side per card. */
export interface Due {
  /** The number of dice. */
  dice: number;
  /** Values are 1 to `sides`. */
  sides: number;
  /** The seat whose dice they are; -1: the table's. */
  seat: number;
}

/** Random numbers, the same as those of the SDKs' generators. */
export class Random {
  /** `seed` is any integer; default: 0. */
  constructor(seed?: number | bigint);
  /** A number from 0 to n - 1, all equally likely; n from 1 to 2^31 - 1. */
  below(n: number): number;
}

/** What `roll` takes: an object such as `turn.random`, or Math.random. */
export type Generator = { below(n: number): number } | (() => number);

/** A position of a game, with its rules and seats. */
export class State<View = any, Move extends object = any> {
  /**
   * The start of a game, for 2 seats by default. `rules` are the options that
   * are not at their default.
   */
  constructor(game: string, seats?: number, rules?: Rules);
  /**
   * The position of a view that a bot received, such as `turn.view`. The seat
   * to decide is the one that received it.
   */
  static fromView<View extends object = any>(game: string, view: View,
    rules?: Rules): State<View>;

  readonly game: string;
  readonly seats: number;
  /** The seat that is to decide, CHANCE or OVER. */
  readonly turn: number;
  readonly over: boolean;
  /** Every option and its value. */
  readonly rules: Record<string, number | boolean | string>;

  /** A copy. */
  clone(): State<View, Move>;
  /** Makes this a copy of another state of the same game; faster than clone. */
  assign(other: State<View, Move>): void;
  /** What a seat may know, like `turn.view`; default: the seat to decide. */
  view(seat?: number): View;
  /** The legal moves, like `turn.legal`; none unless a seat is to decide. */
  legal(): Move[];
  /** The number of legal moves; faster than legal().length. */
  legalCount(): number;
  /** Makes a move: a place in legal(), or the move itself. */
  apply(move: number | Move): void;
  /** The dice that are due when `turn` is CHANCE. */
  due(): Due;
  /** Sets the values of the dice that are due. */
  land(values: readonly number[]): void;
  /** Rolls until a seat is to decide or the game is over. */
  roll(random: Generator): void;
  /** The score of each seat, as if the game ended now. */
  scores(): number[];
  /** The rank of each seat as if the game ended now; 1 is best. */
  ranks(): number[];
  /** How the game ended: "normal", "max_turns" and so on. */
  ending(): string;
  /** What the ranks are worth to each seat, 0 to 1. */
  points(): number[];
}

/**
 * The mean points of each seat in n random games from this position, n from 1
 * to 2^31 - 1. Every legal move is equally likely. Points are 0 to 1; those of
 * two seats add up to 1. The same seed gives the same games.
 */
export function playouts(state: State, n: number,
  seed?: number | bigint): number[];

/** The names of the games. */
export function names(): string[];

/* own_game.d.ts - a game of your own is one generator: own_game.js. */

/** A JSON object. */
export type Json = { [key: string]: unknown };

/** What a generator yields; made by the functions below. */
export interface Step { readonly __step?: never }

/** Dice are due: yields their values, a list.  `seat`: they are this seat's
 * own, so that all players have the same luck when they change seats; otherwise
 * the table's.  A turn of a seat ends when another seat rolls or decides.
 * `hidden`: only that seat sees them until the game is over, which `about` has
 * to allow. */
export function roll(dice: number, sides: number,
  of?: { seat?: number, hidden?: boolean }): Step;

/** A decision of a seat: yields its move.  `view` is all that the player is
 * told of the position.  Without `legal` the game has to refuse wrong moves with
 * `illegal`; with it the library does. */
export function ask(seat: number, view: Json, legal?: Json[]): Step;

/** Decisions at the same time: yields the moves, an object by seat. */
export function askAll(asks: Iterable<Step>): Step;

/** Refuses the move that `ask` has yielded, with a sentence for the author of
 * the bot: yields another move.  After `askAll`, `seat` says whose. */
export function illegal(why: string, seat?: number): Step;

/** Something has happened that bots and spectators are told. */
export function event(name: string, members?: Json): Step;

/** The same in words, for people; {0}, {1}, .. stand for the players. */
export function text(sentence: string): Step;

/** The position as lines of text, or as an SVG of at most 64 KiB. */
export function picture(drawn: string): Step;

/** A fault has taken this seat out of the game; thrown where the generator
 * waits, whichever seat that is for.  If it is not caught, the game is over:
 * those still in it share the first place.  If it is, the seat must not roll or
 * be asked any more, and ranks last, whatever ranks the generator returns. */
export class Out extends Error {
  readonly seat: number;
}

/** The ranks of these scores: 1 for the highest, equal for equal ones. */
export function ranksBy(scores: number[]): number[];

/** An option of the game. */
export interface Rule {
  name: string;
  type: 'int' | 'bool' | 'word' | 'choice';
  help: string;
}

export function Int(name: string, normal: number, least: number, most: number,
  help: string): Rule;
export function Bool(name: string, normal: boolean, help: string): Rule;
export function Word(name: string, normal: string, words: string[],
  help: string): Rule;
export function Choice(name: string, normal: number, choices: number[],
  help: string): Rule;

/** What the game is; what is left out has the values given here. */
export interface About {
  /** a-z and 0-9, at most 32 characters. */
  name: string;
  /** For people: the name. */
  title?: string;
  /** How few and how many: [2, 2]. */
  players?: [number, number];
  /** "winner". */
  result?: 'winner' | 'ranking' | 'teams';
  /** Links reserved for a turn, docs/own-game.md: 1. */
  stride?: number;
  /** There are hidden rolls: false. */
  hidden?: boolean;
  /** The rules in a few lines. */
  sheet?: string[];
  rules?: Rule[];
}

/** The base class of a game. */
export abstract class Game {
  abstract about: About;
  /** Plays one game and returns scores and ranks. */
  abstract play(seats: number, rules: Record<string, any>):
    Generator<Step, [number[], number[]], any>;
}

/** Answers the referee until it closes the input.  `input` and `output` are for
 * tests. */
export function run(game: new () => Game, streams?: {
  input?: Iterable<string>, output?: { write(text: string): unknown } }): void;

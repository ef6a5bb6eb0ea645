/* local.d.ts - the types of local.js, and what its parts mean. */
import type { Choice, Hello, Turn } from './rollcall';

export interface LocalOptions {
  /** How many; default: 100. */
  games?: number;
  /** The options of the game that are not at their default. */
  rules?: string | Hello['rules'] | null;
  /** An integer; default: 0. */
  seed?: number | bigint;
}

/**
 * Plays games and gives the points of each bot, at most 1 a game.
 *
 * Each bot is a function that `run` takes; what it throws is not caught. From
 * game to game everybody moves to the next seat. `turn.events` is empty,
 * `turn.ms` stays the same, and the hello line has no `dice`. The same seed
 * gives the same dice, and the same `turn.game` and `turn.random` to the bots.
 */
export function playLocal<View = any>(game: string,
  bots: ((turn: Turn<View>) => Choice | Promise<Choice>)[],
  options?: LocalOptions): Promise<number[]>;

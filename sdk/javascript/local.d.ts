/* local.d.ts - the types of local.js, and its documentation. */
import type { Choice, Hello, Turn } from './rollcall';

export interface LocalOptions {
  /** The number of games; default: 100. */
  games?: number;
  /** The options of the game that are not at their default. */
  rules?: string | Hello['rules'] | null;
  /** An integer, from which everything random follows; default: 0. */
  seed?: number | bigint;
}

/**
 * Plays games and resolves to the points of each bot, at most 1 per game.
 *
 * A bot is a function as for `run`; errors that it throws are not caught. The
 * seats rotate after each game. `turn.events` is empty, `turn.ms` is constant,
 * and the hello line has no `dice`. With the same seed, the dice, `turn.game`
 * and `turn.random` are the same.
 */
export function playLocal<View = any>(game: string,
  bots: ((turn: Turn<View>) => Choice | Promise<Choice>)[],
  options?: LocalOptions): Promise<number[]>;

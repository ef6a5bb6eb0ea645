/*
 * local.js - plays bot functions against each other in this process.
 *
 *     const { playLocal } = require('rollcall/local');
 *
 *     const points = await playLocal('pig', [choose, other], { games: 1000 });
 *
 * The functions are the same as for run.  There are no separate processes, no
 * clocks and no limits: this is for tests, tuning and learning.  For results
 * that count, use `referee play`.
 */
'use strict';

const { run, Random } = require('./rollcall');
const { CHANCE, OVER, State, Random: Dice } = engines();

const { Turn, checked } = run.parts;

/* The engines: a folder beside this file, or the package rollcall-games. */
function engines() {
  try {
    require.resolve('./games');
  } catch {
    return require('rollcall-games');
  }
  return require('./games');
}

async function playLocal(game, bots, options = {}) {
  const { games = 100, rules = null, seed = 0, ...unknown } = options;
  const seats = bots.length;

  for (const key of Object.keys(unknown))
    throw new TypeError(`playLocal has no option "${key}"`);
  if (!Number.isInteger(games) || games < 0)
    throw new TypeError(`games: expected an integer from 0, found ${games}`);
  const start = new State(game, seats, rules), state = start.clone();
  const names = bots.map((bot, place) => `${bot.name || 'bot'}-${place}`);
  const hello = { type: 'hello', protocol: 1, game, rules: start.rules, seats,
    limits: { start_ms: 10000, move_ms: 1000, game_ms: 0 } };
  const points = bots.map(() => 0);
  const seeds = new Random(seed);

  for (let number = 0; number < games; number++) {
    const order = bots.map((_, seat) => (seat + number) % seats);
    const dice = new Dice(seeds.next());
    const line = { type: 'game', number: number + 1, of: games,
      seed: Number(seeds.next() >> 11n), anchors: [] };
    const hellos = order.map((_, seat) =>
      ({ ...hello, seat, names: order.map(bot => names[bot]) }));
    const randoms = order.map(() => new Random(line.seed));

    state.assign(start);
    for (;;) {
      if (state.turn === CHANCE)
        state.roll(dice);
      const seat = state.turn;
      if (seat === OVER)
        break;
      const told = { view: state.view(seat), legal: state.legal(), ms: 1000 };
      const turn = new Turn(told, hellos[seat], line, randoms[seat]);
      const choice = bots[order[seat]](turn);

      state.apply(checked(typeof choice?.then === 'function' ? await choice :
        choice, turn.legal));
    }
    state.points().forEach((gained, seat) => {
      points[order[seat]] += gained;
    });
  }
  return points;
}

module.exports = { playLocal };

/*
 * random_games.js - plays a random game with rollcall-games, and prints all
 * that is known of every position:
 * node random_games.js '[GAME, SEATS, RULES, SEED]'
 */
'use strict';

const { CHANCE, Random, State, playouts } = require('rollcall-games');
const put = (...words) => console.log(words.map(
  word => JSON.stringify(word)).join(' '));
const bits = reals => Buffer.from(Float64Array.from(reals).buffer)
  .toString('hex');
const [game, seats, rules, seed] = JSON.parse(process.argv[2]);
const state = new State(game, seats, rules), random = new Random(seed);

put(state.game, state.seats, state.rules);
for (let step = 0; !state.over; step++) {
  if (state.turn === CHANCE) {
    const { dice, sides, seat } = state.due();
    put([dice, sides, seat]);
    state.roll(random);
    continue;
  }
  const view = state.view(), moves = state.legal();
  put(state.turn, view, ...moves);
  for (let seat = 0; seat < seats; seat++)
    put(state.view(seat));
  if (step % 16 === 0) {
    const read = State.fromView(game, view, state.rules);
    put(read.turn, read.view(), ...read.legal());
    put(bits(playouts(state, 3, step)));
  }
  const place = random.below(moves.length);
  state.apply(step % 2 ? place : moves[place]);
}
put(state.scores(), state.ranks(), state.ending(), bits(state.points()));

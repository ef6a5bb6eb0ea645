#!/usr/bin/env node
/*
 * montecarlo.js - every game: plays the move after which random games end best.
 *
 * It knows no rules: the engines say what is legal, and play the games.  Each
 * round plays on after all moves that are left, with the same random numbers,
 * and the better half of them goes on to the next.
 */
'use strict';

const { run } = require('../sdk/javascript/rollcall');
const { State, playouts } = require('../sdk/javascript/games');

const GAMES = 400;              /* a round, over all moves together */

/* The position after each legal move, with what its seat has gained there. */
function tried(turn) {
  const now = State.fromView(turn.hello.game, turn.view, turn.hello.rules);

  return turn.legal.map((move, place) => {
    const state = now.clone();

    state.apply(place);
    return { place, state, sum: 0 };
  });
}

run(turn => {
  const { seat } = turn.hello;
  let moves = tried(turn);

  while (moves.length > 1) {
    const games = Math.ceil(GAMES / moves.length);
    const seed = turn.random.next();

    for (const move of moves)
      move.sum += games * playouts(move.state, games, seed)[seat];
    moves.sort((a, b) => b.sum - a.sum);
    moves = moves.slice(0, Math.ceil(moves.length / 2));
  }
  return moves[0].place;
}, { events: false });

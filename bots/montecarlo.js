#!/usr/bin/env node
/*
 * montecarlo.js - plays the move after which random games end best, in any game.
 *
 * It knows no rules: the engines provide the legal moves and play the games.
 * Each round plays games after all remaining moves, with the same random
 * numbers, and keeps the better half of the moves for the next round.
 */
'use strict';

const { run } = require('../sdk/javascript/rollcall');
const { State, playouts } = require('../sdk/javascript/games');

const GAMES = 400;              /* a round, over all moves together */

/* The position after each legal move, with the sum of its points so far. */
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

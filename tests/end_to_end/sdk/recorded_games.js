/*
 * recorded_games.js - plays the recorded games of a file of tests/vectors/games
 * with rollcall-games, and prints what differs:
 * node recorded_games.js VECTORS.json GAME
 */
'use strict';

const { isDeepStrictEqual } = require('util');
const { State } = require('rollcall-games');
const game = process.argv[3];
const { transcripts, perft } = JSON.parse(
  require('fs').readFileSync(process.argv[2]));
const wrong = [];
let checked = 0;

function same(what, found, due) {
  checked++;
  if (!isDeepStrictEqual(found, due))
    wrong.push(`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(due)}`);
}

for (const { name, players, rules, lines, positions } of transcripts) {
  const state = new State(game, players, rules);

  for (const [number, line] of lines.entries()) {
    const what = `${name}, line ${number}`;
    for (const one of (positions || []).filter(
      position => position.before_line === number)) {
      const view = state.view(), legal = state.legal();
      for (const key of Object.keys(one.view))
        same(`${what}, ${key}`, view[key], one.view[key]);
      same(what, [legal.length, state.turn], [one.legal_count, one.seat]);
      if (one.legal)
        same(what, legal, one.legal);
      else
        same(what, [legal.slice(0, 3), legal.slice(-3)],
          [one.legal_first, one.legal_last]);
    }
    if (line.t === 'fault')
      break;                            /* the referee's, not the rules' */
    if (line.t === 'draw') {
      const { dice, sides, seat } = state.due();
      same(what, [`${dice}d${sides}`, seat + 1], [line.dice, line.s]);
      state.land(line.v);
    } else if (line.t === 'move') {
      same(what, state.turn, line.seat);
      state.apply(line.move);
    } else if (line.t === 'over') {
      same(what, [state.over, state.scores(), state.ranks(), state.ending()],
        [true, line.scores, line.ranks, line.end]);
    }
  }
}

function leaves(state, depth) {
  if (depth === 0)
    return 1;
  let sum = 0;
  for (let place = 0; place < state.legalCount(); place++) {
    const next = state.clone();
    next.apply(place);
    sum += leaves(next, depth - 1);
  }
  return sum;
}

for (const [name, counts] of Object.entries(perft || {})) {
  const [size, players] = name.match(/\d+/g).filter((_, i) => i !== 1);
  const state = new State(game, Number(players), { size: Number(size) });
  counts.forEach((count, i) => same(name, leaves(state, i + 1), count));
}
console.log(JSON.stringify({ wrong, checked }));

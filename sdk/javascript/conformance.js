/*
 * conformance.js - the bot that sdk/transcripts/README.md specifies: node
 * conformance.js [no-legal] [no-events] [verify] [name] [print] [throw]
 * [nothing] [beyond] [async]
 *
 * It says what it has read and builds every second move again from its parts,
 * so that values that are read or written wrongly are noticed.
 */
'use strict';

const { run, Move } = require('./rollcall');

const words = new Set(process.argv.slice(2));
let decisions = 0;

const totals = view =>
  ` scores ${view.scores} total ${view.total} roll ${view.roll}`;
const phases = view => ` phase ${view.phase}${totals(view)}`;

const describe = {
  __proto__: null,
  pig: totals,
  bolo7: phases,
  bolo5: phases,
  vollelotte: totals,
  rolit: view => ` size ${view.size} balls ${view.balls}` +
    ` board ${view.board.slice(0, view.size)}`,
  blackpot: view => ` asked ${view.asked} roll ${view.roll}` +
    ` pawns ${view.pawns} points ${view.points}`
};

const kept = move => Move.keep(move.keep.map(Number), move.then);

const rebuild = {
  __proto__: null,
  pig: move => Move.then(move.then),
  bolo7: kept,
  bolo5: kept,
  vollelotte: kept,
  rolit: move => Move.cell(move.cell),
  blackpot: move => move.pass ? Move.pass() :
    move.cells ? Move.cells([...move.cells]) : Move.indicate([...move.indicate])
};

function choose(turn) {
  const { hello, game, legal, events, view } = turn;
  const place = words.has('no-legal') ? 0 : turn.random.below(legal.length);
  const number = decisions++;

  turn.say = `${hello.game} ${game.number}/${game.of}` +
    ` seat ${hello.seat} of ${hello.seats}` +
    ` legal ${words.has('no-legal') ? '-' : legal.length}` +
    ` events ${words.has('no-events') ? '-' : events.length}` +
    ` lost ${turn.lost} ms ${turn.ms}` +
    (describe[hello.game] ? describe[hello.game](view) : '');
  if (words.has('print'))
    console.log('hello from choose');
  if (number === 1) {
    if (words.has('throw'))
      throw new Error('thrown on purpose');
    if (words.has('nothing'))
      return undefined;
    if (words.has('beyond'))
      return legal.length;
  }
  if (number % 2 === 0 || words.has('no-legal'))
    return place;
  return (rebuild[hello.game] || (move => move))(legal[place]);
}

async function chooseLater(turn) {
  await new Promise(resolve => setTimeout(resolve, 1));
  return choose(turn);
}

run(words.has('async') ? chooseLater : choose, {
  name: words.has('name') ? 'conform 1' : undefined,
  legal: !words.has('no-legal'),
  events: !words.has('no-events'),
  verify: words.has('verify')
});

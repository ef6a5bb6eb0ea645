#!/usr/bin/env node
/*
 * @GAME@.js - a game for 2 to 6: roll a die, keep it or roll once more.
 *
 * The referee asks this program for the rules.  Change it: docs/own-game.md says
 * what a game can do, own_game.d.ts has the functions.
 */
'use strict';

const { Game, Int, roll, ask, event, text, ranksBy, run } =
  require('./own_game');

class MyGame extends Game {
  about = {
    name: '@GAME@', players: [2, 6], result: 'winner',
    stride: 2,          /* a seat rolls at most twice in a turn */
    sheet: ['Each round every player rolls a die, and keeps it or rolls once ' +
      'more.', 'The highest sum of all rounds wins.',
    'Moves: {"do":"keep"}, {"do":"again"}'],
    rules: [Int('rounds', 5, 1, 20, 'rounds of a game')],
  };

  /* A bot that fails throws Out here: the game is over, and all others have
     won. */
  * play(seats, rules) {
    const total = Array(seats).fill(0);

    for (let round = 0; round < rules.rounds; round++)
      for (let seat = 0; seat < seats; seat++) {
        let [die] = yield roll(1, 6, { seat });
        const move = yield ask(seat, { round, die, total },
          [{ do: 'keep' }, { do: 'again' }]);

        if (move.do === 'again')
          [die] = yield roll(1, 6, { seat });
        total[seat] += die;
        yield event('gain', { seat, points: die });
        yield text(`{${seat}} gains ${die} points`);
      }
    return [total, ranksBy(total)];
  }
}

if (require.main === module)
  run(MyGame);

module.exports = { MyGame };

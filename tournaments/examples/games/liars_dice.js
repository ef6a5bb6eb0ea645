#!/usr/bin/env node
/*
 * liars_dice.js - the game Liar's Dice, as a program that the referee asks:
 * liars_dice.md has the rules.
 */
'use strict';

/* The library is beside this file, or where this tree has it. */
const beside = require('fs').existsSync(`${__dirname}/own_game.js`);
const { Game, Int, Out, roll, ask, event, text, ranksBy, run } =
  require(beside ? './own_game' : '../../../sdk/javascript/own_game');

/* All bids that are higher than the last one. */
function bidsAbove(last, dice) {
  const bids = [];

  for (let count = 1; count <= dice; count++)
    for (let face = 1; face <= 6; face++)
      if (!last || count > last[0] || (count === last[0] && face > last[1]))
        bids.push({ bid: [count, face] });
  return bids;
}

class LiarsDice extends Game {
  about = {
    name: 'liarsdice', title: "Liar's Dice", players: [2, 6], result: 'ranking',
    hidden: true,
    sheet: ['Everybody rolls dice that only they see. In turn, each bids how',
      'many dice of all players show a face, higher than the bid before, or',
      'doubts that bid. All dice are shown then: who was wrong loses a die.',
      'Without dice one is out; who is left at the end wins.',
      'Moves: {"bid":[COUNT,FACE]}, {"doubt":true}'],
    rules: [Int('dice', 3, 1, 5, 'dice of each player')],
  };

  * play(seats, rules) {
    const left = Array(seats).fill(rules.dice);
    const lost = [];            /* seats, in the order in which they lost */
    let first = 0;

    const playing = () => left.flatMap((dice, seat) => dice > 0 ? [seat] : []);
    const after = seat => playing().find(one => one > seat) ?? playing()[0];
    const lose = (seat, dice) => {
      left[seat] -= dice;
      if (left[seat] === 0)
        lost.push(seat);
    };

    while (playing().length > 1) {
      try {
        first = yield * this.round(left, first, playing, after);
        lose(first, 1);
      } catch (fault) {
        if (!(fault instanceof Out))
          throw fault;
        /* The round is played again without that seat. */
        lose(fault.seat, left[fault.seat]);
      }
      if (left[first] === 0 && playing().length > 0)
        first = after(first);
    }
    const order = [...lost, ...playing()];
    const scores = left.map((_, seat) => order.indexOf(seat));

    return [scores, ranksBy(scores)];
  }

  /* One round; returns the seat that loses a die. */
  * round(left, first, playing, after) {
    const hands = left.map(() => []);
    let seat = first, bid = null, bidder;

    for (const one of playing())
      hands[one] = yield roll(left[one], 6, { seat: one, hidden: true });
    const dice = hands.flat().length;

    for (;;) {
      const legal = [...bidsAbove(bid, dice), ...bid ? [{ doubt: true }] : []];
      const move = yield ask(seat, { hand: hands[seat], left, bid }, legal);

      if (move.doubt)
        break;
      bid = move.bid;
      bidder = seat;
      yield event('bid', { seat, bid });
      yield text(`{${seat}} bids ${bid[0]} of ${bid[1]}`);
      seat = after(seat);
    }
    const found = hands.flat().filter(face => face === bid[1]).length;
    const loser = found < bid[0] ? bidder : seat;

    yield event('shown', { hands, found, loser });
    yield text(`{${seat}} doubts: there are ${found}; {${loser}} loses a die`);
    return loser;
  }
}

if (require.main === module)
  run(LiarsDice);

module.exports = { LiarsDice };

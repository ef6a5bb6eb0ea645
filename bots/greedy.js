#!/usr/bin/env node
/*
 * greedy.js - keeps all that scores and runs to the bank with it.
 *
 * It plays Bolo with seven dice and Pig from what the rules promise about the
 * order of the legal moves, and never counts a point itself.
 */
'use strict';

const rollcall = require('../sdk/javascript/rollcall');

const PIG_ENOUGH = 15;
const BOLO7_DICE_FEW = 3;       /* as few as this are not worth the risk */

/* Where the last legal move that ends with `then` stands, or -1. */
function last(legal, then) {
  return legal.map(move => move.then).lastIndexOf(then);
}

/* Keeps are listed by size: the last one is all that scores. */
function bolo7({ view, legal }) {
  const everything = legal[legal.length - 1];
  const left = view.roll.length - everything.keep.length;
  const bank = last(legal, 'bank');

  if (bank >= 0 && left > 0 && left <= BOLO7_DICE_FEW)
    return bank;
  return last(legal, 'roll');
}

function pig({ view, legal }) {
  return last(legal, view.total >= PIG_ENOUGH ? 'bank' : 'roll');
}

const players = { bolo7, pig };

rollcall.run(turn => {
  const play = players[turn.hello.game];

  return play ? play(turn) : 0;
}, { events: false });

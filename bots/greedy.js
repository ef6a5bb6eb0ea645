#!/usr/bin/env node
/*
 * greedy.js - keeps everything that scores and banks early.
 *
 * It plays Bolo with seven dice and Pig by the order of the legal moves, which
 * the rules define, and never counts points itself.
 */
'use strict';

const rollcall = require('../sdk/javascript/rollcall');

const PIG_ENOUGH = 15;
const BOLO7_DICE_FEW = 3;       /* so few are not worth the risk */

/* The place of the last legal move with this `then`, or -1. */
function last(legal, then) {
  return legal.map(move => move.then).lastIndexOf(then);
}

/* Keeps are listed by size: the last one has all dice that score. */
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

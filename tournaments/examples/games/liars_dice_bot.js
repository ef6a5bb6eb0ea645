#!/usr/bin/env node
/* liars_dice_bot.js N - plays Liar's Dice: bids what it holds and expects of
   the others, and doubts a bid that is more than N tenths above that. */
'use strict';

const bold = Number(process.argv[2] ?? 5) / 10;
const lines = require('readline').createInterface({ input: process.stdin });

function decide({ hand, left, bid }, legal) {
  const others = left.reduce((sum, dice) => sum + dice) - hand.length;
  const expected = face =>
    hand.filter(own => own === face).length + others / 6;
  const bids = legal.filter(move => move.bid)
    .sort((one, two) => expected(two.bid[1]) - two.bid[0] -
      (expected(one.bid[1]) - one.bid[0]));

  if (bid && (bids.length === 0 || bid[0] > expected(bid[1]) + bold))
    return { doubt: true };
  return bids[0];
}

lines.on('line', text => {
  const line = JSON.parse(text);

  if (line.type === 'hello')
    process.stdout.write('{"type":"ready"}\n');
  else if (line.type === 'turn')
    process.stdout.write(
      JSON.stringify({ move: decide(line.view, line.legal) }) + '\n');
});

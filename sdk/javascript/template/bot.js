#!/usr/bin/env node
// bot.js - plays @GAME@: makes a random legal move.
'use strict';
const { run } = require('./rollcall');

// turn.view is the position, turn.legal the list of legal moves.
function choose(turn) {
  return turn.random.below(turn.legal.length);
}

module.exports = { choose };
if (require.main === module)
  run(choose);

#!/usr/bin/env node
// bot.js - plays @GAME@: any legal move, at random.
'use strict';
const { run } = require('./rollcall');

// turn.view is the position, turn.legal lists the legal moves.
function choose(turn) {
  return turn.random.below(turn.legal.length);
}

module.exports = { choose };
if (require.main === module)
  run(choose);

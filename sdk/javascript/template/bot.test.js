// bot.test.js - node --test
'use strict';
const assert = require('node:assert');
const test = require('node:test');
const { turnFrom } = require('./rollcall');
const { choose } = require('./bot');

test('a legal move', () => {
  const turn = turnFrom(
    @TURN@,
    @HELLO@);
  const move = choose(turn);

  assert.ok(move >= 0 && move < @MOVES@);
});

// bot.test.js - node --test
'use strict';
const assert = require('node:assert');
const test = require('node:test');
const { turnOf } = require('./rollcall');
const { choose } = require('./bot');

test('a legal move', () => {
  const turn = turnOf('@GAME@', {}, [{ then: 'roll' }, { then: 'bank' }]);

  assert.ok([0, 1].includes(choose(turn)));
});

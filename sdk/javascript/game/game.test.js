/* @GAME@.test.js - node --test */
'use strict';

const assert = require('node:assert');
const test = require('node:test');

const { MyGame } = require('./@GAME@');

test('one round', () => {
  const game = new MyGame().play(2, { rounds: 1 });
  const next = value => game.next(value).value;

  assert.strictEqual(next().roll.seat, 0);
  assert.strictEqual(next([2]).ask.view.die, 2);
  assert.strictEqual(next({ do: 'again' }).roll.seat, 0);
  assert.strictEqual(next([5]).event.points, 5);
  next();
  assert.strictEqual(next().roll.seat, 1);
  next([4]);
  next({ do: 'keep' });
  next();
  assert.deepStrictEqual(next(), [[5, 4], [1, 2]]);
});

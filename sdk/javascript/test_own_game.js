/* test_own_game.js - tests of own_game.js: node --test test_own_game.js */
'use strict';

const assert = require('node:assert');
const { spawnSync } = require('node:child_process');
const test = require('node:test');

const { Game, Out, Int, Bool, Word, Choice, roll, ask, askAll, illegal, event,
  text, picture, ranksBy, run } = require('./own_game');

/* The answers to `new` and these lines. */
function talk(play, lines, about = {}) {
  const said = [];

  class Small extends Game {
    about = { name: 'small', players: [2, 9], ...about };
  }
  Small.prototype.play = play;
  run(Small, {
    input: [{ type: 'new', seats: 3, rules: { rounds: 2 } }, ...lines]
      .map(line => JSON.stringify(line)),
    output: { write: line => said.push(JSON.parse(line)) } });
  return said;
}

const rolled = (...values) => ({ type: 'rolled', values });
const moved = (seat, move) => ({ type: 'move', seat, move });
const out = seat => ({ type: 'out', seat });

test('hello is answered with what the class says', () => {
  class Full extends Game {
    about = { name: 'full', players: [2, 4], result: 'ranking', stride: 4,
      hidden: true, sheet: ['a', 'b'], rules: [
        Int('n', 1, 0, 9, 'a number'), Bool('b', true, 'yes'),
        Word('w', 'x', ['x', 'y'], 'a word'),
        Choice('c', 5, [5, 7], 'one of two')] };
  }
  const said = [];

  run(Full, { input: ['{"type":"hello","protocol":1}'],
    output: { write: line => said.push(JSON.parse(line)) } });
  assert.deepStrictEqual(said, [{ type: 'game', name: 'full', title: 'Full',
    players: [2, 4], result: 'ranking', stride: 4, hidden: true,
    sheet: ['a', 'b'], rules: [
      { name: 'n', type: 'int', default: 1, min: 0, max: 9, help: 'a number' },
      { name: 'b', type: 'bool', default: true, help: 'yes' },
      { name: 'w', type: 'word', default: 'x', words: ['x', 'y'],
        help: 'a word' },
      { name: 'c', type: 'choice', default: 5, choices: [5, 7],
        help: 'one of two' }] }]);
});

test('a game from the first roll to the end', () => {
  function * play() {
    const [a, b] = yield roll(2, 6);

    yield event('pair', { sum: a + b });
    yield text('{1} thinks');
    yield picture('*');
    const move = yield ask(1, { pot: a + b }, [{ do: 'x' }, { do: 'y' }]);

    return [[0, move.do.length, 0], ranksBy([0, 1, 0])];
  }

  assert.deepStrictEqual(talk(play, [rolled(2, 3), moved(1, { do: 'y' })]), [
    { roll: { dice: 2, sides: 6 } },
    { ask: { seat: 1, view: { pot: 5 }, legal: [{ do: 'x' }, { do: 'y' }] },
      events: [{ e: 'pair', sum: 5 }], text: ['{1} thinks'], picture: '*' },
    { over: { scores: [0, 1, 0], ranks: [2, 1, 2], end: 'normal' } }]);
});

test('turns are counted', () => {
  function * play() {
    for (const seat of [0, 0, 1, 0])
      yield roll(1, 6, { seat });
    yield ask(0, {}, [{}]);
    yield roll(1, 6, { seat: 0, hidden: true });
    yield ask(1, {}, [{}]);
    yield roll(1, 6, { seat: 0 });
    yield roll(1, 6);
    yield roll(1, 6, { seat: 0 });
  }

  assert.deepStrictEqual(talk(play, [...Array(4).fill(rolled(1)), moved(0, {}),
    rolled(1), moved(1, {}), rolled(1), rolled(1)])
    .filter(answer => answer.roll).map(answer => answer.roll.turn),
  [1, 1, 1, 2, 2, 3, undefined, 3]);
});

test('a move that is not listed is refused', () => {
  function * play() {
    const move = yield ask(0, {}, [{ n: 1, not: undefined }]);

    return [[move.n, 0, 0], [1, 2, 2]];
  }
  const said = talk(play, [moved(0, { n: true }), moved(0, { n: 1, m: 2 }),
    moved(0, { n: 1 })]);

  assert.deepStrictEqual(said.map(answer => Object.keys(answer)),
    [['ask'], ['illegal'], ['illegal'], ['over']]);
});

test('a game can refuse moves itself', () => {
  function * play() {
    let move = yield ask(2, {});

    while (move.n < 5)
      move = yield illegal('too few');
    return [[0, 0, move.n], [2, 2, 1]];
  }
  const said = talk(play, [moved(2, { n: 1 }), moved(2, { n: 7 })]);

  assert.deepStrictEqual(said.slice(0, 2),
    [{ ask: { seat: 2, view: {} } }, { illegal: 'too few' }]);
  assert.deepStrictEqual(said[2].over.scores, [0, 0, 7]);
});

test('seats decide together', () => {
  function * play() {
    const moves = yield askAll([2, 0].map(seat =>
      ask(seat, {}, [{ n: 1 }, { n: 2 }])));

    return [[moves[0].n, 0, moves[2].n], [1, 1, 1]];
  }
  const both = (one, two) => ({ type: 'moves', moves: [
    { seat: 0, move: { n: one } }, { seat: 2, move: { n: two } }] });
  const said = talk(play, [both(1, 3), both(1, 2)]);

  assert.deepStrictEqual(said[0].ask.map(one => one.seat), [0, 2]);
  assert.strictEqual(said[1].seat, 2);
  assert.deepStrictEqual(said[2].over.scores, [1, 0, 2]);
});

test('one seat can decide together', () => {
  function * play() {
    const moves = yield askAll([ask(1, {}, [{ n: 4 }])]);

    return [[0, moves[1].n, 0], [2, 1, 2]];
  }

  assert.deepStrictEqual(talk(play, [moved(1, { n: 4 })])[1].over.scores,
    [0, 4, 0]);
});

test('a fault ends a game that does not catch it', () => {
  function * play() {
    yield roll(1, 6);
  }

  assert.deepStrictEqual(talk(play, [out(1)])[1],
    { over: { scores: [0, 0, 0], ranks: [1, 3, 1], end: 'fault' } });
});

test('who is out ranks last', () => {
  function * play() {
    try {
      yield ask(0, {}, [{}]);
    } catch (fault) {
      assert(fault instanceof Out && fault.seat === 2);
    }
    return [[1, 2, 3], [3, 2, 1]];
  }

  assert.deepStrictEqual(talk(play, [out(2)])[1],
    { over: { scores: [1, 2, 3], ranks: [2, 1, 3], end: 'fault' } });
  assert.deepStrictEqual(
    talk(play, [out(2)], { result: 'teams' })[1].over.ranks, [3, 2, 1]);
});

test('mistakes are named', () => {
  assert.throws(() => talk(function * () {
    yield roll(1, 6);
  }, [rolled(1)]), /return \[scores, ranks\]/);
  assert.throws(() => talk(function * () {
    yield 5;
  }, []), /not 5/);
});

test('lines come in pieces, and what a game prints is no answer', () => {
  const done = spawnSync(process.execPath, ['-e', `
    const { Game, roll, run } = require('./own_game');
    run(class extends Game {
      about = { name: 'prints' };
      * play() { console.log('hello'); yield roll(1, 6); }
    });`], { cwd: __dirname, encoding: 'utf8', input:
    '{"type":"hello","protocol":1}\n{"type":"new","seats":2,"rules":{}}\n' });

  assert.deepStrictEqual(done.stdout.split('\n').map(line => line &&
    Object.keys(JSON.parse(line))[0]), ['type', 'roll', '']);
  assert.strictEqual(done.stderr, 'hello\n');
});

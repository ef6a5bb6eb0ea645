/* test.js - tests of games.js, and of playLocal: node --test test.js */
'use strict';

const assert = require('node:assert');
const { spawnSync } = require('node:child_process');
const test = require('node:test');

const rollcall = require('../rollcall');
const { playLocal } = require('../local');
const games = require('.');

const { CHANCE, GamesError, Random, State, playouts } = games;

const hold = points => turn => turn.view.total >= points ? 1 : 0;

function assertEqualStates(one, other) {
  const all = state => [state.turn, state.view(0), state.legal(), state.rules,
    state.seats];

  assert.deepStrictEqual(all(one), all(other));
}

test('a view is the position in every game', () => {
  for (const game of games.names()) {
    const state = new State(game), dice = new Random(3);

    for (let steps = 0; !state.over;) {
      if (state.turn === CHANCE) {
        state.roll(dice);
        continue;
      }
      if (steps % 20 === 0)
        assertEqualStates(state,
          State.fromView(game, state.view(), state.rules));
      const moves = state.legal();
      assert.strictEqual(moves.length, state.legalCount());
      const place = dice.below(moves.length);
      state.apply(steps++ % 2 ? place : moves[place]);
    }
    assert.strictEqual(state.points()[0] + state.points()[1], 1);
    assert.deepStrictEqual([state.ending(), state.legal()], ['normal', []]);
  }
});

test('dice are due and land', () => {
  const state = new State('bolo7', 3);

  assert.deepStrictEqual([state.turn, state.due()],
    [CHANCE, { dice: 7, sides: 6, seat: 0 }]);
  for (const wrong of [[1, 1, 1, 1, 1, 1], Array(7).fill(7), [], 7, null,
    Array(7), Array(99).fill(1), [1, 2, 3, 4, 5, 6, 1.5]])
    assert.throws(() => state.land(wrong), { name: 'GamesError',
      message: /^the dice \[.*\] are not those that are due$/ });
  state.land([1, 1, 1, 2, 3, 5, 6]);
  assert.strictEqual(state.turn, 0);
  state.apply({ keep: [1, 1, 1], then: 'bank' });
  assert.deepStrictEqual([state.scores(), state.ranks(), state.turn],
    [[1000, 0, 0], [1, 2, 2], CHANCE]);
  assert.deepStrictEqual(new State('vollelotte').due(),
    { dice: 1, sides: 56, seat: -1 });
});

test('generators of every kind roll', () => {
  const rolled = [new Random(7), new rollcall.Random(7), () => 0.999].map(
    random => {
      const state = new State('bolo7');

      state.roll(random);
      return state.view();
    });
  assert.deepStrictEqual(rolled[0], rolled[1]);
  assert.notDeepStrictEqual(rolled[0], rolled[2]);
  /* The callback may use another state meanwhile. */
  const state = new State('bolo7'), other = new State('bolo7', 3);
  const dice = new Random(7);
  state.roll({ below: n => other.legalCount() + dice.below(n) });
  assert.deepStrictEqual(state.view(), rolled[0]);
});

test('states of a game live alone', () => {
  const state = new State('pig', 2, 'target=20'), other = new State('pig', 3);

  state.roll(new rollcall.Random(1));
  const before = state.view();
  for (const clone of [state.clone(), state.clone()]) {
    assertEqualStates(state, clone);
    clone.apply(1);
    assert.strictEqual(clone.turn, CHANCE);
    assert.deepStrictEqual([state.turn, other.turn], [0, CHANCE]);
    assert.deepStrictEqual(state.view(), before);
    clone.assign(state);
    assertEqualStates(state, clone);
    clone.assign(clone);
    assertEqualStates(state, clone);
  }
  assert.deepStrictEqual([other.seats, other.rules.target], [3, 100]);
  other.assign(state);
  assertEqualStates(state, other);
  assert.deepStrictEqual([other.seats, other.rules.target], [2, 20]);
  assert.throws(() => state.assign(new State('bolo7')),
    { message: 'a state of bolo7; expected pig' });
  assert.throws(() => state.assign({}), /expected a State, found/);
});

test('what is wrong is told', () => {
  const pig = new State('pig'), thrown = new State('pig');

  thrown.land([6]);
  for (const [call, told] of [
    [() => new State('chess'), /^there is no game "chess"; the games are /],
    [() => new State('pig\0'), /^a text with U\+0000: "pig\\u0000"$/],
    [() => new State('pig', 9), /^pig is a game for 2 to 8 players, not 9$/],
    [() => new State('pig', 2.5), /^seats: expected an integer, found 2.5$/],
    [() => new State('pig', 2 ** 32 + 2), /^seats: expected an integer/],
    [() => new State('pig', 2, { goal: 5 }), /unknown key "goal"/],
    [() => new State('pig', 2, 'target=1'), /^target: expected 10\.\.100000/],
    [() => State.fromView('pig', {}), /^expected a view of pig, with `turns`$/],
    [() => State.fromView('pig', null), /^expected a view of pig/],
    [() => State.fromView('pig', { turns: [1, 0] }),
      /^view: seat: expected an integer/],
    [() => pig.apply(0), /^place 0; 0 moves are legal$/],
    [() => pig.apply({ then: 'roll' }), /^no seat has to decide now$/],
    [() => thrown.apply('0'), /^place 0; 2 moves are legal$/],
    [() => thrown.apply(2 ** 32), /^place 4294967296; 2 moves are legal$/],
    [() => thrown.apply(null), /^place null; 2 moves are legal$/],
    [() => thrown.apply([0]), /./],
    [() => thrown.apply({ then: 'sleep' }), /roll or bank/],
    [() => thrown.due(), /^no dice are due$/],
    [() => pig.view(2), /^seat 2; expected 0 to 1$/],
    [() => pig.view('0'), /^seat 0; expected 0 to 1$/],
    [() => pig.roll(5), /^roll: expected a Random.* found 5$/],
    [() => playouts(pig, 0), /^playouts: n is 0; expected 1 to 2\*\*31 - 1$/],
    [() => playouts(pig, 2 ** 31), /^playouts: n is 2147483648;/],
    [() => playouts({}, 1), /^expected a State, found/],
    [() => playouts(pig, 1, 0.5), /^seed: expected an integer, found 0.5$/],
    [() => new Random('7'), /^seed: expected an integer, found 7$/],
    [() => new Random(1).below(0), /^below: n is 0; expected 1 to /]])
    assert.throws(call, error => error instanceof GamesError &&
      error instanceof Error && told.test(error.message) &&
      !error.message.includes('\n'), call);
  assert.deepStrictEqual([thrown.turn, pig.turn], [0, CHANCE]);
});

test('playouts follow from the seed', () => {
  const state = new State('pig', 3, { target: 20 });
  const means = playouts(state, 500, 1);

  assert.deepStrictEqual(playouts(state, 500, 1n), means);
  assert.notDeepStrictEqual(playouts(state, 500, 2), means);
  assert.ok(Math.abs(means[0] + means[1] + means[2] - 1) < 1e-9);
  assert.strictEqual(state.turn, CHANCE);
  state.land([6]);
  assert.ok(playouts(state, 500, 1)[0] > means[0]);
});

test('random numbers are those of every SDK', () => {
  for (const seed of [7, 2866022, -1n, 2 ** 53 - 1]) {
    const here = new Random(seed), there = new rollcall.Random(seed);

    for (const n of [2147483171, 6, 1, 2 ** 31 - 1, 56])
      assert.strictEqual(here.below(n), there.below(n));
  }
});

test('nothing has to be freed while a bot thinks', () => {
  const done = spawnSync(process.execPath, ['--max-old-space-size=64', '-e', `
    const { State } = require('./games.js');
    const state = new State('rolit');
    for (let i = 0; i < 300000; i++)
      state.clone().apply(0);
    console.log(process.memoryUsage().rss < 256e6);`],
    { cwd: __dirname, encoding: 'utf8' });

  assert.deepStrictEqual([done.stdout, done.stderr], ['true\n', '']);
});

test('engines without memory are told', () => {
  const done = spawnSync(process.execPath, ['--wasm-max-mem-pages=40', '-e', `
    const { State } = require('./games.js');
    for (const length of [60000, 3000000])
      try {
        State.fromView('pig', { turns: [1, 0], out: Array(length).fill(1) });
      } catch (error) {
        console.log(error.name, error.message);
      }
    console.log(new State('pig').turn);`],
    { cwd: __dirname, encoding: 'utf8' });

  assert.match(done.stdout, RegExp('^Error the engines ended with status 2\n' +
    'GamesError no memory for 600\\d{4} bytes\n-1\n$'));
  assert.strictEqual(done.stderr, 'out of memory\n');
});

test('engines that are missing are told', () => {
  const done = spawnSync(process.execPath, ['-e', 'require(".")'],
    { cwd: __dirname, encoding: 'utf8',
      env: { ...process.env, ROLLCALL_GAMES_WASM: '/nowhere/games.wasm' } });

  assert.strictEqual(done.status, 1);
  assert.match(done.stderr, /Error: cannot load \/nowhere\/games.wasm, the /);
});

test('the points of playLocal follow from the seed', async () => {
  const bots = [hold(10), hold(20)];
  const points = await playLocal('pig', bots, { games: 200, seed: 1 });

  assert.deepStrictEqual(await playLocal('pig',
    [hold(10), async turn => hold(20)(turn)], { games: 200, seed: 1 }), points);
  assert.notDeepStrictEqual(
    await playLocal('pig', bots, { games: 200, seed: 2 }), points);
  assert.strictEqual(points[0] + points[1], 200);
  assert.ok(points[1] > points[0]);
});

test('playLocal tells a bot what the referee tells', async () => {
  const seen = [];

  function curious(turn) {
    const { hello, game, view } = turn;

    seen.push(`${hello.seat} ${game.number}/${game.of}`);
    assert.deepStrictEqual(
      [hello.names[hello.seat], hello.rules.target, turn.events, turn.ms],
      ['curious-0', 30, [], 1000]);
    assert.strictEqual(view.seat, hello.seat);
    return turn.legal.at(-1);
  }
  const random = turn => turn.random.below(turn.legal.length);
  await playLocal('pig', [curious, random, hold(10)],
    { games: 3, rules: { target: 30 } });
  assert.deepStrictEqual([...new Set(seen)], ['0 1/3', '2 2/3', '1 3/3']);
});

test('what is no move is told by playLocal', async () => {
  for (const [answer, told] of [[2, /expected a place in legal, 0 to 1/],
    [undefined, /choose returned undefined/]])
    await assert.rejects(playLocal('pig', [() => answer, () => answer]),
      error => error instanceof TypeError && told.test(error.message));
  await assert.rejects(playLocal('pig', Array(2).fill(() => rollcall.Move.then(
    'sleep'))), /roll or bank/);
  await assert.rejects(playLocal('pig', [hold(1)]), /2 to 8 players, not 1/);
  await assert.rejects(playLocal('pig', [hold(1), hold(1)], { game: 5 }),
    /playLocal has no option "game"/);
  await assert.rejects(playLocal('pig', [hold(1), hold(1)], { games: '5' }),
    /games: expected an integer from 0, found 5/);
});

/* test.js - tests of rollcall.js: node --test test.js */
'use strict';

const assert = require('node:assert');
const { spawn, spawnSync } = require('node:child_process');
const { once } = require('node:events');
const { PassThrough, Readable } = require('node:stream');
const test = require('node:test');

const { run, turnFrom, turnOf, Move, Random } = require('./rollcall');

const HELLO = { type: 'hello', protocol: 1, game: 'pig', rules: { target: 100 },
  seats: 2, names: ['ann', 'bob'], seat: 1,
  limits: { start_ms: 10000, move_ms: 1000, game_ms: 0 },
  dice: { seal: '', salt: '', links: 128, stride: 8 } };
const GAME = { type: 'game', number: 2, of: 3, seed: 7, anchors: [] };
const VIEW = { seat: 1, scores: [3, 20], turns: [2, 2], total: 5, roll: [5] };
const LEGAL = [{ then: 'roll' }, { then: 'bank' }];
const TURN = { type: 'turn', ms: 990, events: [], view: VIEW, legal: LEGAL };
const AGAIN = { type: 'again', ms: 900, fault: 'illegal', why: 'no' };
const BYE = { type: 'bye', secret: '' };

const line = object => JSON.stringify(object) + '\n';

/* The bot's answers to these lines, objects or texts. */
async function answers(choose, sent, options) {
  const said = [];

  await run(choose, { ...options,
    input: sent.map(one => typeof one === 'string' ? one : line(one)),
    output: { write: text => said.push(JSON.parse(text)) } });
  return said;
}

/* Runs a script in a separate process, to capture its standard output. */
function bot(source, ...sent) {
  const done = spawnSync(process.execPath, ['-e',
    `const { run, Move } = require('./rollcall'); ${source}`],
    { cwd: __dirname, input: sent.map(line).join(''), encoding: 'utf8' });

  return { code: done.status, out: done.stdout.split('\n').slice(0, -1),
    err: done.stderr };
}

test('a match is played to bye, and no further', async () => {
  const seen = [];
  const said = await answers(turn => {
    seen.push(turn);
    turn.say = turn.hello.names[turn.hello.seat];
    return 1;
  }, [HELLO, GAME, TURN, BYE, TURN], { name: 'b 1' });

  assert.deepStrictEqual(said, [
    { type: 'ready', name: 'b 1', legal: true, events: true },
    { move: 1, say: 'bob' }]);
  assert.strictEqual(seen.length, 1);
  assert.strictEqual(seen[0].game.of, 3);
  assert.deepStrictEqual([seen[0].ms, seen[0].lost, seen[0].legal],
    [990, 0, LEGAL]);
});

test('lines come in any pieces, and the last without a line feed', async () => {
  const text = [HELLO, GAME, TURN].map(line).join('').replaceAll('\n', '\r\n') +
    `\n \n${JSON.stringify(TURN)}`;

  for (const size of [1, 7, 100000]) {
    const pieces = [];

    for (let at = 0; at < text.length; at += size)
      pieces.push(text.slice(at, at + size));
    assert.strictEqual((await answers(() => 0, pieces)).length, 3);
  }
  const output = new PassThrough();
  await run(async () => Move.then('bank'),
    { input: Readable.from([Buffer.from(text)]), output });
  assert.strictEqual(output.read().toString().split('\n')[1],
    '{"move":{"then":"bank"}}');
});

test('a refused move is followed by the first that was not tried', async () => {
  for (const [choice, next] of [[0, 1], [1, 0], [{ then: 'roll' }, 1]]) {
    const said = await answers(() => choice, [HELLO, GAME, TURN, AGAIN]);

    assert.deepStrictEqual(said[2], { move: next });
  }
  const said = await answers(() => ({ then: 'fly' }),
    [HELLO, GAME, TURN, AGAIN, AGAIN, AGAIN], { legal: false });
  assert.deepStrictEqual(said.slice(2).map(answer => answer.move), [0, 1, 2]);
});

test('what is no move is refused, and what is one is sent', async () => {
  for (const [choice, word] of [[undefined, 'undefined'], [null, 'null'],
    [2, '2'], [-1, '-1'], [0.5, '0.5'], [NaN, 'NaN'], ['1', "'1'"],
    [true, 'true'], [[0], '[ 0 ]']])
    for (const choose of [() => choice, async () => choice])
      await assert.rejects(answers(choose, [HELLO, GAME, TURN]),
        { message: `choose returned ${word}; expected a place in legal, ` +
          '0 to 1, or a move' });
  await assert.rejects(answers(() => -1, [HELLO, TURN], { legal: false }),
    { message: 'choose returned -1; expected a place, from 0, or a move' });
  assert.deepStrictEqual((await answers(() => 1n, [HELLO, TURN]))[1],
    { move: 1 });
});

test('no text for spectators is a fault', async () => {
  for (const [say, sent] of [[5, '5'], ['', ''], [null, undefined],
    ['\ud83d\ude00\ud83d'.repeat(99999),
      '\u{1f600}\ufffd'.repeat(71)],
    ['\ufeff' + 'x'.repeat(498), '\ufeff' + 'x'.repeat(497)],
    ['a\0b\ude00', 'a\ufffdb\ufffd']])
    assert.strictEqual((await answers(turn => {
      turn.say = say;
      return 0;
    }, [TURN]))[0].say, sent);
});

test('wishes and options that are none', async () => {
  const said = await answers(turn => turn.legal.length + turn.events.length,
    [HELLO, GAME, { type: 'turn', ms: 1, view: {} }],
    { legal: false, events: false });

  assert.deepStrictEqual(said, [
    { type: 'ready', legal: false, events: false }, { move: 0 }]);
  await assert.rejects(run(() => 0, { verify: true, events: false, input: [] }),
    /events/);
  await assert.rejects(run(() => 0, { checkDice: true, input: [] }),
    /no option "checkDice"/);
  await assert.rejects(run(0, { input: [] }), /expects a function, found 0/);
});

test('what the bot prints goes to standard error', () => {
  const { code, out, err } = bot(`run(turn => {
    console.log('one'); process.stdout.write('two\\n');
    return Move.then('roll'); });`, HELLO, GAME, TURN, BYE);

  assert.deepStrictEqual([code, out.slice(1), err],
    [0, ['{"move":{"then":"roll"}}'], 'one\ntwo\n']);
});

test('what was printed before run is told', () => {
  for (const print of ["console.log('table');",
    "process.stdout.write('table');"]) {
    const { code, out, err } = bot(`${print} run(() => 0);`, HELLO);

    assert.deepStrictEqual([code, out.join().includes('ready')], [1, false]);
    assert.match(err, /Error: .* printed before the call of run:/);
  }
});

test('an error is told with its place and the line', () => {
  const long = { ...TURN, view: 'x'.repeat(9000) };

  for (const async of ['', 'async']) {
    const { code, out, err } = bot(
      `run(${async} function unlucky() { throw new Error('bad luck'); });`,
      HELLO, GAME, long);
    const [trace, shown] = err.split('the line: ');

    assert.deepStrictEqual([code, out.length], [1, 1]);
    assert.match(trace, /Error: bad luck\n.*unlucky/);
    assert.strictEqual(shown, line(long).slice(0, 2000) + '\n');
  }
});

test('input that does not block is waited for', async () => {
  const child = spawn(process.execPath, ['-e', `
    new (require('net').Socket)({ fd: 0, readable: true }).pause();
    require('./rollcall').run(() => 0);`], { cwd: __dirname });

  let out = '';

  child.stdin.write(line(HELLO));
  child.stdout.once('data', () => child.stdin.end());
  child.stdout.on('data', chunk => { out += chunk; });
  const [code] = await once(child, 'close');
  assert.deepStrictEqual([code, out],
    [0, '{"type":"ready","legal":true,"events":true}\n']);
});

test('a promise that is never settled does not end the bot quietly', () => {
  const { code, err } = bot('run(() => new Promise(() => 0));', HELLO, TURN);

  assert.deepStrictEqual([code, err],
    [1, 'choose returned a promise that is never settled\n']);
});

test('a line that is no object in JSON is told', () => {
  for (const [text, more] of [['{"type":', ''], ['[1]', ''],
    ['x'.repeat(200), 'yz']]) {
    const done = spawnSync(process.execPath, ['-e',
      'require("./rollcall").run(() => 0)'],
      { cwd: __dirname, input: text + more, encoding: 'utf8' });

    assert.deepStrictEqual([done.status, done.stderr],
      [1, `the line from the referee is not JSON: ${text}\n`]);
  }
});

test('random numbers are those of every SDK', () => {
  const random = new Random(7);

  assert.deepStrictEqual([random.next(), random.next(), random.next()],
    [0x63cbe1e459320dd7n, 0x044c3cd7f43c661cn, 0xe6984080bab12a02n]);
  assert.strictEqual(new Random(2 ** 53 - 1).next(), 0x24b94facefb6559fn);
  assert.strictEqual(new Random(7).unit(), 0.3898297483912715);
  const seen = new Random(7);
  assert.deepStrictEqual(Array.from({ length: 8 }, () => seen.below(6)),
    [1, 4, 1, 3, 2, 1, 2, 5]);
  assert.deepStrictEqual(new Random(7).shuffle([0, 1, 2, 3, 4]),
    [3, 2, 1, 0, 4]);
  /* The first number is beyond the limit: another is drawn. */
  assert.strictEqual(new Random(2866022).below(2147483171), 137434804);
  assert.strictEqual(new Random(7).pick([3, 4]), 4);
  for (const wrong of [0, -1, 1.5, 2 ** 31 + 1, NaN, '6'])
    assert.throws(() => random.below(wrong), RangeError);
});

test('turns for tests', () => {
  const choose = turn => turn.view.total >= 20 ? Move.then('bank') : 0;

  assert.strictEqual(choose(turnOf('pig', VIEW, LEGAL)), 0);
  assert.deepStrictEqual(choose(turnOf('pig', { ...VIEW, total: 20 })),
    { then: 'bank' });
  const { hello, game } = turnOf('pig', VIEW);
  assert.deepStrictEqual([hello.game, hello.seat, hello.seats, game.number],
    ['pig', 1, 2, 1]);
  const { random, hello: { rules } } = turnOf('pig', VIEW, LEGAL,
    { rules: { target: 50 }, seed: 7 });
  assert.deepStrictEqual([random.below(6), rules.target], [1, 50]);

  for (const text of [turnFrom(TURN, HELLO, GAME),
    turnFrom(line(TURN), line(HELLO), line(GAME))]) {
    assert.deepStrictEqual([text.legal, text.hello, text.game],
      [LEGAL, HELLO, GAME]);
    assert.strictEqual(text.random.next(), 0x63cbe1e459320dd7n);
  }
  assert.throws(() => turnFrom('{'), /not JSON: {/);
});

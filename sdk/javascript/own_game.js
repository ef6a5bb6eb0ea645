/*
 * own_game.js - a game of your own is one generator.
 *
 *     const { Game, Int, roll, ranksBy, run } = require('./own_game');
 *
 *     class Highest extends Game {
 *       about = { name: 'highest', players: [2, 6], result: 'winner',
 *         rules: [Int('rounds', 3, 1, 9, 'rounds of a game')] };
 *
 *       * play(seats, rules) {
 *         const total = Array(seats).fill(0);
 *
 *         for (let round = 0; round < rules.rounds; round++)
 *           for (let seat = 0; seat < seats; seat++)
 *             total[seat] += (yield roll(1, 6, { seat }))[0];
 *         return [total, ranksBy(total)];
 *       }
 *     }
 *
 *     run(Highest);
 *
 * The referee rolls the dice and asks the bots; the generator only says what is
 * due.  It must do the same whenever it is given the same: no Math.random, no
 * Date.  docs/own-game.md is the contract, `referee check-game` looks for what
 * breaks it, and own_game.d.ts documents all exports.
 *
 * Needs Node 18 or newer and no other file.
 */
'use strict';

const fs = require('fs');
const { inspect, isDeepStrictEqual } = require('util');

/* ### what a game yields */

class Step {
  constructor(parts) {
    Object.assign(this, parts);
  }
}

function roll(dice, sides, { seat, hidden } = {}) {
  return new Step({ roll: { dice, sides, ...(seat !== undefined && { seat }),
    ...(hidden && { hidden }) } });
}

function ask(seat, view, legal) {
  return new Step({ ask: { seat, view, ...(legal && { legal }) } });
}

function askAll(asks) {
  return new Step({ ask: Array.from(asks, one => one.ask)
    .sort((one, two) => one.seat - two.seat) });
}

function illegal(why, seat) {
  return new Step({ illegal: why, ...(seat !== undefined && { seat }) });
}

function event(name, members) {
  return new Step({ event: { e: name, ...members } });
}

function text(sentence) {
  return new Step({ text: sentence });
}

function picture(drawn) {
  return new Step({ picture: drawn });
}

/* A fault has taken a seat out of the game; thrown where a generator waits. */
class Out extends Error {
  constructor(seat) {
    super(`seat ${seat} is out of the game`);
    this.seat = seat;
  }
}

function ranksBy(scores) {
  return scores.map(score => 1 + scores.filter(other => other > score).length);
}

/* ### the options of a game */

function Int(name, normal, least, most, help) {
  return { name, type: 'int', default: normal, min: least, max: most, help };
}

function Bool(name, normal, help) {
  return { name, type: 'bool', default: normal, help };
}

function Word(name, normal, words, help) {
  return { name, type: 'word', default: normal, words, help };
}

function Choice(name, normal, choices, help) {
  return { name, type: 'choice', default: normal, choices, help };
}

/* ### the game */

class Game {
  * play() {
    throw new Error('a game needs the generator play(seats, rules)');
  }
}

/* The answer to hello. */
function described({ name, title, players = [2, 2], result = 'winner',
  stride = 1, hidden = false, sheet = [], rules = [] }) {
  return { type: 'game', name,
    title: title ?? name[0].toUpperCase() + name.slice(1), players, result,
    stride, hidden, sheet, rules };
}

/* One game in progress. */
class Conversation {
  constructor(game, seats, rules) {
    this.result = game.about.result;
    this.out = Array(seats).fill(false);
    this.turns = Array(seats).fill(0);
    this.onTurn = undefined;    /* the seat whose turn it is */
    this.asked = [];
    this.generator = game.play(seats, rules);
  }

  /* Lets the generator go on to the next answer. */
  resume(value, fault) {
    const beside = {};
    let next;

    try {
      next = fault ? this.generator.throw(fault) : this.generator.next(value);
      for (; !next.done; next = this.generator.next()) {
        const step = next.value;

        if (!(step instanceof Step))
          throw new TypeError('play has to yield roll(..), ask(..) and so on,' +
            ` not ${inspect(step)}`);
        if (step.event)
          (beside.events ??= []).push(step.event);
        else if (step.text !== undefined)
          (beside.text ??= []).push(step.text);
        else if (step.picture !== undefined)
          beside.picture = step.picture;
        else
          return this.answer(step, beside);
      }
    } catch (error) {
      if (!(error instanceof Out))
        throw error;
      next = { value: [this.out.map(() => 0),
        ranksBy(this.out.map(out => out ? 0 : 1))] };
    }
    if (!Array.isArray(next.value))
      throw new TypeError('play has to return [scores, ranks]');
    return { over: this.over(...next.value), ...beside };
  }

  over(scores, ranks) {
    const last = ranks.length + 1;

    return { scores, ranks: this.result === 'teams' ? ranks :
      ranksBy(ranks.map((rank, seat) => this.out[seat] ? -last : -rank)),
      end: this.out.includes(true) ? 'fault' : 'normal' };
  }

  answer(step, beside) {
    if (step.illegal !== undefined)
      return { ...step };
    if (step.roll) {
      const { seat } = step.roll;

      if (seat === undefined)
        return { ...step, ...beside };
      this.turns[seat] += seat !== this.onTurn ? 1 : 0;
      this.onTurn = seat;
      return { roll: { ...step.roll, turn: this.turns[seat] }, ...beside };
    }
    this.together = Array.isArray(step.ask);
    this.asked = [step.ask].flat();
    if (this.asked.some(one => one.seat !== this.onTurn))
      this.onTurn = undefined;
    return { ...step, ...beside };
  }

  /* Answers a line of the referee. */
  take(line) {
    if (line.type === 'rolled')
      return this.resume(line.values);
    if (line.type === 'out') {
      this.out[line.seat] = true;
      return this.resume(undefined, new Out(line.seat));
    }
    /* A decision of askAll in which only one seat is left is a move, too. */
    const several = line.type === 'moves';
    const moves = Object.fromEntries((several ? line.moves : [line])
      .map(({ seat, move }) => [seat, move]));

    for (const { seat, legal } of this.asked)
      if (legal && !legal.some(one => isDeepStrictEqual(plain(one),
        moves[seat])))
        return { illegal: `${JSON.stringify(moves[seat])} is not a legal move`,
          ...(several && { seat }) };
    return this.resume(this.together ? moves : line.move);
  }
}

/* What is left of a value in JSON. */
function plain(value) {
  return JSON.parse(JSON.stringify(value));
}

/* Answers one line after another; returns the function that does it. */
function answerer(Class) {
  const game = new Class();
  let now;

  return text => {
    const line = JSON.parse(text);

    if (line.type === 'hello')
      return described(game.about);
    if (line.type !== 'new')
      return now.take(line);
    now = new Conversation(game, line.seats, line.rules);
    return now.resume();
  };
}

/*
 * Answers the referee until it closes the input.  An error in the game is not
 * caught: the stack trace goes to standard error, and the referee reports its
 * end.  What the game prints goes there, too.
 */
function run(Class, { input, output } = {}) {
  const answer = answerer(Class);

  if (input) {
    for (const line of input)
      output.write(JSON.stringify(answer(line)) + '\n');
    return;
  }
  console.log = console.info = console.debug = console.error;
  for (const line of readLines())
    writeNow(JSON.stringify(answer(line)) + '\n');
}

function * readLines() {
  const chunk = Buffer.allocUnsafe(65536);
  let rest = Buffer.alloc(0), size, end;

  while ((size = whenReady(() => fs.readSync(0, chunk))) > 0) {
    rest = Buffer.concat([rest, chunk.subarray(0, size)]);
    while ((end = rest.indexOf(10)) >= 0) {
      yield rest.toString('utf8', 0, end);
      rest = rest.subarray(end + 1);
    }
  }
}

function writeNow(text) {
  let data = Buffer.from(text);

  while (data.length > 0)
    data = data.subarray(whenReady(() => fs.writeSync(1, data)));
}

/* Retries: others may have made standard input and output non-blocking. */
function whenReady(transfer) {
  for (;;) {
    try {
      return transfer();
    } catch (error) {
      if (error.code !== 'EAGAIN')
        throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

module.exports = { Game, Out, Int, Bool, Word, Choice, roll, ask, askAll,
  illegal, event, text, picture, ranksBy, run };

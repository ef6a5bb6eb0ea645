#!/usr/bin/env node
// page_script.js - functions of the page without a browser: words and numbers,
// addresses, tables, charts, the steps of a replay, samples, verdicts.
//
// tier: quick
// needs: node
"use strict";
const assert = require("assert/strict");
const { execFileSync } = require("child_process");
const fs = require("fs");
const vm = require("vm");

const SRC = process.env.srcdir, BUILD = process.env.builddir;

// As much of an element as the page's functions use.
class Element {
  constructor(tag) {
    Object.assign(this, { tag, attributes: {}, children: [],
      style: { setProperty: (name, value) => this.set(name, value) },
      tabIndex: 0 });
  }

  set(name, value) {
    this.attributes[name] = String(value);
  }

  setAttribute(name, value) {
    this.set(name, value);
  }

  append(...children) {
    this.children.push(...children);
  }

  addEventListener() {}

  all(tag) {
    return this.children.flatMap((one) => one instanceof Element ?
      [...one.tag === tag ? [one] : [], ...one.all(tag)] : []);
  }

  // The rows of each body, and the cells of a row, as in a browser.
  get tBodies() {
    return this.all("tbody").map((body) => ({ rows: body.all("tr") }));
  }

  querySelectorAll(tag) {
    return this.all(tag);
  }

  get textContent() {
    return this.children.map((one) => one.textContent ?? String(one)).join("");
  }
}

const made = (tag) => new Element(tag);
const context = vm.createContext({ console, TextEncoder, TextDecoder, URL, Blob,
  Response, DecompressionStream, atob, structuredClone, setTimeout,
  ResizeObserver: class { observe() {} }, location: { hash: "" },
  addEventListener() {}, document: { createElement: made,
    createElementNS: (_, tag) => made(tag) } });
for (const name of ["app", "more", "series"])
  vm.runInContext(fs.readFileSync(`${BUILD}/site/${name}.js`, "utf8"), context);
// What `words` are in the page.
const page = (words) => vm.runInContext(words, context);

function asked(program, ...args) {
  const path = `${BUILD}/${program === "referee" ? "referee" :
    "tournaments"}/${program}`;
  return execFileSync(path, args, { encoding: "utf8" });
}

// Shows the tournament of a folder of tests/golden.
function opened(name) {
  const folder = `${SRC}/tests/golden/${name}`;
  const read = (what) => JSON.parse(asked("tournament", what, folder,
    "--json"));
  const manifest = JSON.parse(fs.readFileSync(`${folder}/manifest.json`));
  context.given = { manifest, ladder: read("ladder"), logs: [],
    course: { games: [], entrants: [] },
    standings: read("standings"), won: ["Won by ", "ann", ": <b>"],
    ties: [["buchholz", "Buchholz"]], crosstable: read("crosstable"),
    results: read("results") };
  page(`page.data = null; colours.clear(); rollcall.data("${name}", given)`);
  return context.given;
}

const same = (words, due) => assert.deepEqual(
  JSON.parse(JSON.stringify(page(words))), due, words);

const sentence = (told) => told.join(" ");

const CASES = {
  words() {
    same('counted(1, "match", "matches")', "1 match");
    same('counted(1234, "game")', "1,234 games");
    same("[signed(1.25), signed(-0.04), signed(-3, 0)]",
      ["+1.3", "+0.0", "\u22123"]);
    same("[1, 999, 12.3e5, 99e6].map(sizeWords)",
      ["1 kB", "1 kB", "1.2 MB", "99 MB"]);
    same('[0.5, 0.999, 0.001, 1].map(chanceWords)',
      ["50 %", "> 99 %", "< 1 %", "100 %"]);
    same("[0.5, 0.9999, 0.0001].map(percent)",
      ["50.0 %", "> 99.9 %", "< 0.1 %"]);
    same('listed(["a", "b", "c"])', "a, b and c");
    same('winnersOf(["a", "b", "c"], [1, 2, 1])', ["a", "c"]);
    same('winnersOf(["a", "b"], [1, 1])', []);
  },
  formats() {
    same('["sprt", "round_robin", "new_one"].map(formatName)',
      ["sequential test", "round robin", "new one"]);
    same("[null, 2.5, 1234].map(points)", ["", "2.5", "1,234"]);
    same('settings({ move_ms: 5000, memory_mb: 0, hot_dice: "may", ' +
      'swap: true, inner: {} })', "move: 5,000 ms, memory: no limit, " +
      "hot dice: may, swap: yes");
    same("ticks(-98, 102)", [-50, 0, 50, 100]);
    // The total of a round is that after it, and a bye has a line.
    same(`(() => {
      const totals = new Map([["a", 1]]);
      return roundRows([{ match: 3, entrants: ["b", "a"], counted: [0.5, 0.5] },
        { match: 0, entrants: ["c"], counted: [1] },
        { match: 4, entrants: ["d", "e"], counted: [] }], totals)
        .map(({ name, others, total }) => [name, others, total]);
    })()`, [["a", ["b"], 1.5], ["c", [], 1], ["b", ["a"], 0.5]]);
  },
  foreign_text() {
    same('clean("a\\u202eb\\n")', "a\ufffdb\ufffd");
    same('short("x".repeat(99), 10)', `${"x".repeat(9)}\u2026`);
    same('short("\\u{1f600}".repeat(3), 2)', "\u{1f600}\u2026");
  },
  addresses() {
    same('addressOf("entrant", "a/b %")', "#/entrant/a%2Fb%20%25");
    page('location.hash = "#/entrant/a%2Fb%20%25/%"');
    same("address()", ["entrant", "a/b %", ""]);
  },
  logs() {
    same("logPath({ sharded: false }, [17, 0, 5])", "match-000017.jsonl");
    same("logPath({ sharded: true }, [1017, 0, 5, 9])",
      "matches/0001/match-001017.pack");
    same("logPath({}, [17, 2, 5])", "match-000017.void2.jsonl");
    same("[[1, 0, 5], [1, 0, 5, 9]].map(logSize)", [5, 9]);
  },
  tables() {
    const { ladder, crosstable } = opened("robin");
    const [table] = page("ladderCard(page.data.ladder)").all("table");
    assert.deepEqual(table.tBodies[0].rows.map((row) =>
      [row.all("th")[0].textContent.slice(-3), row.all("td")[4].textContent]),
    ladder.pools[0].entrants.map((row) => [row.entrant.slice(-3),
      String(row.games)]));
    const text = page("tableView()").map((part) => part?.textContent ?? "");
    const [pair] = crosstable.crosstable;
    assert.ok(text.some((part) => part.includes(
      `${pair.wins} won, ${pair.draws} drawn, ${pair.losses} lost`)), text);
    const result = page("resultCard(page.data)");
    assert.equal(result.all("tbody")[0].all("tr").length,
      ladder.pools[0].entrants.length);
    assert.equal(result.all("h2")[0].textContent, "Won by ann: <b>");
    assert.deepEqual(result.all("th").slice(0, 4).map((one) =>
      one.textContent), ["place", "entrant", "points", "Buchholz"]);
    const columns = [["a", "who", ({ a }) => a], ["b", "", ({ b }) => b]];
    context.columns = columns;
    const list = page('listTable("T", columns, [{ a: 1, b: null }])');
    assert.deepEqual([...list.all("th"), ...list.all("td")].map((one) =>
      [one.attributes.scope, one.textContent]),
    [["col", "a"], ["col", "b"], ["row", "1"], [undefined, ""]]);
  },
  colours() {
    opened("robin");
    const own = page("page.data.manifest.entrants.map((one) => one.name)");
    context.names = [own[0], own[0], own[1]];
    same("colourOf(names[0])", "c0");
    same("colourOf(names[2], [names[2], names[0]])", "c1");
    same("letterOf(names[2], names)", "C");
    // Lines of one colour have different dashes.
    page(`page.data.manifest.entrants = [..."abcdefghijklmnopqrstuvwx"].map(
      (name) => ({ name })); colours.clear()`);
    same(`new Set(lineLooks(page.data.manifest.entrants.map(({ name }) =>
      name))).size`, 24);
  },
  replay() {
    context.out = asked("referee", "replay", "--json", "--views", "--game", "1",
      `${SRC}/tests/golden/games/bolo7-2.jsonl`);
    const { steps, game } = page("var told = readSteps(out); told");
    assert.equal(game.number, 1);
    const [begin, roll, move] = steps, last = steps.at(-1);
    assert.deepEqual([begin.text, roll.text, move.text.slice(0, 5)],
      ["The game begins.", "rolls 1 1 1 2 3 6 6", "keeps"]);
    assert.equal(roll.before, begin.view);
    assert.match(last.text, /^The game is over: bot-0 2,200, bot-1 350\. /);
    assert.ok(last.scores && steps.every(({ view }) => view));
    same('stepOf({ steps: [{}, { fault: true, seat: 0 }], match: ' +
      '{ entrants: ["a", "b"] }, game: { seats: [1, 0] } }, "fault", "b")', 1);
    same('stepOf(told, "7")', 7);
  },
  // Everything in play: what lies aside, the card until its turn is over, what
  // was drawn, and what is lost.
  dice_in_play() {
    context.out = asked("referee", "replay", "--json", "--views", "--game", "1",
      `${SRC}/tests/golden/games/vollelotte-2.jsonl`);
    const { steps } = page("var told = readSteps(out); told");
    const lost = steps.find(({ bust, dice }) => bust && dice.length > 0);
    assert.match(sentence(lost.told), /Nothing scores\. bot-\d loses \d+/);
    assert.equal(6, lost.dice.length + lost.aside.reduce((sum, { dice }) =>
      sum + dice.length, 0));
    assert.match(lost.aside[0].text, /^\d+$/);
    context.lost = lost;
    const drawn = page("diceBoard(lost)").filter((part) => part);
    assert.deepEqual([drawn[0].attributes.class, drawn.at(-1).textContent],
      ["playing-card bust", "Lost"]);
    assert.ok(drawn[1].all("svg").every((one) => one.attributes.class ===
      "die bust"));
    const turned = steps.find(({ card }) => card);
    assert.match(turned.text, /^bot-0 turns the card /);
    assert.equal(turned.told.length + turned.aside.length, 0);
  },
  mistakes() {
    context.costly = { steps: [{ turn: 2, chances: [0.5, 0.5], seat: 0 },
      { turn: 2, chances: [0.3, 0.7], seat: 0, move: {} },
      { turn: 3, chances: [0.25, 0.75], seat: 1, move: {} }] };
    page("findCosts(costly.steps)");
    same('stepOf(costly, "mistake", "2")', 1);
    assert.equal(page("costMark(costly.steps[1])").textContent,
      " ?? a blunder, \u221220.0 %");
    assert.equal(page("costMark(costly.steps[0])"), null);
    same("costly.steps.map(isMistake)", [false, true, false]);
  },
  boards() {
    context.board = "RG..";
    const [svg, table] = page(`rolitBoard({ view: { size: 2, board }, move: { cell: "b1" },
      before: { board: "R..." } })`);
    assert.deepEqual([...table.all("th"), ...table.all("td")].map((one) =>
      one.textContent), ["row", "a", "b", "1", "2", "red", "green, new", "empty",
      "empty"]);
    assert.equal(svg.attributes.viewBox, "0 0 128 128");
    assert.deepEqual(svg.all("circle").map((one) => one.attributes.class),
      ["hole red", "hole green", "new", "hole ", "hole "]);
  },
  sample() {
    page(`page.logs.clear(); for (let i = 1; i <= 50; i++)
      page.logs.set(\`\${i}/0\`, [i, 0, 9])`);
    const first = page('sampleOf("word", 10)');
    assert.equal(new Set(first).size, 10);
    assert.notDeepEqual(first, page('sampleOf("other", 10)'));
    same('[...sampleOf("word", 99)].sort((a, b) => a - b)',
      Array.from({ length: 50 }, (_, i) => i + 1));
    // A match has one number: others would be checked in place of many.
    page(`page.logs.clear(); rollcall.data("t", { logs: [[1, 0, 9], [1.1, 0, 9],
      ["2", 0, 9], [-3, 0, 9], [1e21, 0, 9], [4, 0.5, 9], [7, 0, 9]] })`);
    same('sampleOf("word", 99).sort()', [1, 7]);
  },
  // Only an answer that says so is a verdict.
  verdicts() {
    const given = (words) => page(`verdictOf(${words})`);
    same("verdictOf({ code: 1, out: '{\"verified\":false}' })",
      { verified: false });
    for (const out of ['{"verified":true}', "{}"])
      assert.throws(() => given(`{ code: 1, out: '${out}', err: "" }`),
        /it gave no verdict/);
    try {
      given('{ code: 2, out: "", err: "no memory\\n" }');
      assert.fail("a verdict");
    } catch (why) {
      context.why = why;
      assert.equal(page("noVerdict(why)").textContent,
        "? The checker could not look: no memory");
    }
  },
  what_differs() {
    same(`differing(partsOf({ v: 1, title: "a", results: { matches: [1] },
      logs: [1] }, "x", null), partsOf({ v: 1, title: "b",
      results: { matches: [2] } }, "x", null))`,
    ["description of the tournament", "list of matches"]);
  },
};

let failed = 0;
for (const [name, test] of Object.entries(CASES)) {
  if (process.argv.slice(2).some((word) => !name.includes(word)))
    continue;
  try {
    test();
  } catch (why) {
    failed++;
    console.log(`${name}: ${why.stack}`);
  }
}
process.exitCode = failed > 0 ? 1 : 0;

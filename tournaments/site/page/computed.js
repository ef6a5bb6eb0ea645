// computed.js - shows what the checker has computed from the folder in place of
// what came with the page.

// What readers call the members of data.js, if not by their own names.
const DESCRIPTION = "description of the tournament";
const PARTS = { __proto__: null, v: DESCRIPTION, id: DESCRIPTION,
  game: DESCRIPTION, title: DESCRIPTION, name: DESCRIPTION,
  league: DESCRIPTION,
  manifest: DESCRIPTION, results: DESCRIPTION, entrants: "list of entrants",
  closed: "state of the tournament",
  games: "number of games", matches: "list of matches",
  faults: "list of faults", counted: "list of matches", sprt: "sequential test", llr: "sequential test",
  luck: "ladder without luck", chances: "measure of luck",
  sheet: "rules of the game", won: "sentence about the winner", ties: "standings",
  rounds: "table after each round", bracket: "bracket",
  plain: "table for browsers without scripts" };

function sameJson(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}

// The members of data.js that are compared, each under a name of its own.  The
// others say where the logs are, and the place in a series.
function partsOf(all, id, plain) {
  const { logs, sharded, series, results, ...data } = all;
  const { matches, faults, ...rest } = results ?? {};
  return { ...data, ...results && { matches, faults, results: rest }, id,
    plain };
}

// The names of what differs between two objects, each once.
function differing(shown, due) {
  return [...new Set(Object.keys({ ...shown, ...due }).filter((key) =>
    !sameJson(shown[key], due[key])).map((key) => PARTS[key] ??
    (Object.hasOwn(due, key) ? key : "rest of data.js")))];
}

// Takes what the checker computes of a round in place of its data.js.  Was it
// the same?
function takeRound(one, due) {
  const shown = ({ manifest, results, sprt, crosstable }) =>
    ({ manifest, results, sprt, crosstable });
  const same = sameJson(shown(one.data), shown(due));
  one.data = { ...one.data, ...shown(due) };
  return same;
}

// Asks the checker what the page of a tournament or a series shows, from files
// below `at`.
async function computedFor(at, ...args) {
  const answer = await checkerAsk(at, "tournament", "page", ...args);
  if (answer.code !== 0)
    throw new Error(answer.err.trim());
  return JSON.parse(answer.out);
}

const ENTITIES = { "&lt;": "<", "&gt;": ">", "&amp;": "&",
  "&#177;": "\u00b1" };

// What plainText should be, from the same part of index.html.
function plainDue(html) {
  const text = html.replace(/<[^>]*>/g, "").replace(/&[^;]*;/g, (one) =>
    ENTITIES[one] ?? one).trim();
  return `${text.split("\n")[0]}\n${text}`;
}

// Shows it from now on, with a line that says where it comes from.  Returns the
// names of what was different on this page.
function showComputed({ courses, plain, ...due }, words) {
  const id = page.series === null ? due.manifest.id : due.rounds[0]?.id;
  const wrong = differing(partsOf(page.series ?? page.data, page.id,
    page.plain), partsOf(due, id, page.plain === null ? null :
    plainDue(plain)));
  if (page.series === null)
    page.data = { ...due, logs: page.data.logs, sharded: page.data.sharded,
      series: page.data.series };
  else
    rollcall.series(id, due);
  Object.assign(page, { id, courses, computed: words, live: null });
  page.plain = null;
  colours.clear();
  page.views.delete("live");
  frameAgain();
  return wrong;
}

// formats.js - the parts that only some formats have: a bracket, rounds, a
// test; and the standings by the rules of the format.

const FORMATS = { round_robin: "round robin", double_knockout:
  "double knockout", league_round: "round of a league", sprt:
  "sequential test" };

function formatName(type) {
  return FORMATS[type] ?? clean(type).replaceAll("_", " ");
}

// Points as text; null, for a format that counts none, is empty.
const points = (value) => value === null ? "" :
  Number(value.toFixed(2)).toLocaleString("en");

// ### a bracket

function bracketPair(pair) {
  const bye = pair.entrants.length === 1;
  const rows = pair.entrants.map((name, i) =>
    el("li", { class: name === pair.winner ? "won" : null },
      nameLink(name, 22, pair.entrants), " ", el("span", { class: bye ? "quiet" : "points" },
        bye ? "bye" : points(pair.points[i])), name === pair.winner &&
        el("span", { class: "unseen" }, " advances")));
  return el("li", { class: "pair" }, el("ul", null,
    rows.length > 0 ? rows : el("li", { class: "quiet" }, "not known yet")));
}

function bracketCard(bracket) {
  const rounds = new Map();
  for (const pair of bracket)
    rounds.set(pair.round, [...rounds.get(pair.round) ?? [], pair]);
  const last = Math.max(...rounds.keys());
  return card("Bracket", el("div", { class: "wide", tabindex: "0",
    role: "region", "aria-label": "Bracket" },
  el("ol", { class: "bracket" }, [...rounds].map(([round, pairs]) =>
    el("li", null, el("h3", null, round === last ? "Last round" :
      `Round ${round}`), el("ul", null, pairs.map(bracketPair)))))),
  note("The number is the points that the entrant made in this pairing."));
}

// ### a sequential test

const TEST = { height: 280, left: 52, right: 16, top: 22, bottom: 34 };

// The log-likelihood ratio after so many blocks, between its bounds.
function testChart(test, llr, width) {
  const points = [[0, 0], ...llr];
  const last = points.at(-1)[0];
  const values = points.map(([, value]) => value);
  // Values far beyond a bound are cut off: they would squeeze the rest.
  const room = test.upper - test.lower;
  const low = Math.max(test.lower - room, Math.min(test.lower, ...values));
  const high = Math.min(test.upper + room, Math.max(test.upper, ...values));
  const x = (blocks) => TEST.left + blocks / (last || 1) *
    (width - TEST.left - TEST.right);
  const y = (value) => TEST.top + (high - Math.max(low, Math.min(high,
    value))) / (high - low) *
    (TEST.height - TEST.top - TEST.bottom);
  const level = (value, name, words) => [
    draw("line", { class: name, x1: TEST.left, x2: width - TEST.right,
      y1: y(value), y2: y(value) }),
    draw("text", { x: TEST.left - 8, y: y(value) + 4, "text-anchor": "end" },
      value === 0 ? "0" : signed(value, 2)),
    words && draw("text", { x: TEST.left + 6, y: y(value) - 6 }, words)];
  return draw("svg", { class: "course", viewBox: `0 0 ${width} ${TEST.height}`,
    width, height: TEST.height, role: "img",
    "aria-label": `The log-likelihood ratio is ${signed(values.at(-1), 2)} ` +
      `after ${counted(last, "block")}; the test ends at ` +
      `${signed(test.lower, 2)} or ${signed(test.upper, 2)}.` },
  level(0, "grid"), level(test.upper, "bound", "H1 is accepted here"),
  level(test.lower, "bound", "H0 is accepted here"),
  draw("polyline", { class: "line llr", points: points.map(([blocks, value]) =>
    `${x(blocks).toFixed(1)},${y(value).toFixed(1)}`).join(" ") }),
  draw("circle", { class: "llr-end", r: 5, cx: x(last), cy: y(values.at(-1)) }),
  draw("text", { x: TEST.left, y: TEST.height - 10, "text-anchor": "middle" },
    "0"),
  draw("text", { x: width - TEST.right, y: TEST.height - 10,
    "text-anchor": "end" }, `${counted(last, "block")}, LLR ${
    signed(values.at(-1), 2)}`));
}

function testCard(test, llr) {
  return card("The test", el("p", { class: "lead" }, clean(test.sentence)),
    fitted((width) => testChart(test, llr, width)),
    note("The line is the log-likelihood ratio of the two hypotheses after " +
      "each match. The test ends where it reaches one of the two bounds. " +
      "What is far beyond them is drawn at the edge."));
}

// ### a table for each round

const againstWords = (names) => names.map((name) => short(name, 16)).join(", ");

const ROUND = [["entrant", "who", ({ name }) => nameLink(name, 16)],
  ["against", "", ({ match, others }) => others.length === 0 ? "bye" :
    logOf(match) ? el("a", { href: addressOf("match", match) },
      againstWords(others)) : againstWords(others)],
  ["points", "number", ({ gained }) => points(gained)],
  ["in all", "number", ({ total }) => points(total)]];

// The rows of a round's table; `totals` are the points so far, by entrant.
function roundRows(matches, totals) {
  return matches.flatMap(({ match, entrants, counted: gained }) =>
    gained.map((value, i) => {
      const name = entrants[i], total = (totals.get(name) ?? 0) + value;
      totals.set(name, total);
      return { name, match, gained: value, total,
        others: entrants.filter((_, k) => k !== i) };
    })).sort((a, b) => b.total - a.total);
}

function roundsCard({ results, counted: gained }) {
  if (!gained)
    return null;
  const matches = results.matches.map((match, i) =>
    ({ ...match, counted: gained[i] }));
  const rounds = [...new Set(matches.map(({ round }) => round))];
  const totals = new Map();
  return card("Round by round", rounds.map((round, i) => el("details", {
    open: i === rounds.length - 1 }, el("summary", null, `Round ${round}`),
  listTable(`Round ${round}`, ROUND, roundRows(matches.filter((match) =>
    match.round === round), totals), "round"))));
}

// ### standings

const STANDINGS = [["place", "number", (row) => row.place],
  ["entrant", "who", (row) => nameLink(row.entrant)],
  ["points", "number", (row) => points(row.points)],
  ["matches", "number more", (row) => row.matches],
  ["won", "number more", (row) => row.wins],
  ["drawn", "number more", (row) => row.draws],
  ["lost", "number more", (row) => row.losses]];

function standingsCard(data) {
  const rows = data.standings.standings;
  const counts = rows.some((row) => row.points !== null);
  const columns = STANDINGS.filter(([head]) => head !== "points" || counts);
  const title = counts ? "Points" : "Places";
  return card(title, listTable(title, columns, rows),
  note("The places by the rules of the format, which may differ from the " +
    "ladder: points count who was met, the ladder counts how good they are."));
}

function formatCards(data) {
  return [data.bracket && bracketCard(data.bracket),
    data.sprt && testCard(data.sprt, data.llr)];
}

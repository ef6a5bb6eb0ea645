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

// What a match counts in the standings: its game points, or a match point.
function matchPoints(match, place, kind) {
  const own = match.points[place];
  const others = match.points.filter((_, i) => i !== place);
  const best = Math.max(...others);
  return kind !== "match" ? own : own > best ? 1 : own === best ? 0.5 : 0;
}

// The points of an entrant in its matches.
function pointsMade(data, name, kind) {
  return data.results.matches.filter((match) => match.state === "ended")
    .flatMap((match) => match.entrants.flatMap((one, i) => one === name ?
      [matchPoints(match, i, kind)] : [])).reduce((a, b) => a + b, 0);
}

// Do the standings count game points or match points?  Derived from their
// points.
function pointsKind(data) {
  const rows = data.standings.standings.filter((row) => row.byes === 0);
  return rows.length > 0 && rows.every((row) => Math.abs(row.points -
    pointsMade(data, row.entrant, "game")) < 1e-3) ? "game" : "match";
}

// By entrant, the points for a bye: those that its matches do not explain,
// shared out among its byes.
function byePoints(data, kind) {
  return new Map(data.standings.standings.map((row) => [row.entrant, row.byes ?
    (row.points - pointsMade(data, row.entrant, kind)) / row.byes : 0]));
}

const againstWords = (names) => names.map((name) => short(name, 16)).join(", ");

function roundTable(round, matches, totals, byes, kind) {
  const rows = matches.filter(({ state }) => state === "ended" ||
    state === "bye").flatMap((match) => match.entrants.map((name, i) => {
    const gained = match.state === "bye" ? byes.get(name) :
      matchPoints(match, i, kind);
    totals.set(name, (totals.get(name) ?? 0) + gained);
    return { name, match, gained, others: match.entrants.filter((_, k) =>
      k !== i) };
  }));
  rows.sort((a, b) => totals.get(b.name) - totals.get(a.name));
  const head = ["entrant", "against", "points", "in all"];
  return el("table", { class: "list round" }, el("thead", null, el("tr", null,
    head.map((text, i) => el("th", { scope: "col", class: i > 1 ? "number" :
      "who" }, text)))), el("tbody", null, rows.map((row) => el("tr", null,
    el("th", { scope: "row", class: "who" }, nameLink(row.name, 16)),
    el("td", null, row.others.length === 0 ? "bye" :
      page.logs.has(`${row.match.match}/0`) ? el("a", {
        href: addressOf("match", row.match.match) }, againstWords(row.others)) :
        againstWords(row.others)),
    el("td", { class: "number" }, points(row.gained)),
    el("td", { class: "number" }, points(totals.get(row.name)))))));
}

function roundsCard(data) {
  const { matches } = data.results;
  const { type } = data.manifest.format;
  const rounds = [...new Set(matches.map((match) => match.round))];
  if (type !== "swiss" && type !== "league")
    return null;
  const kind = pointsKind(data);
  const totals = new Map(), byes = byePoints(data, kind);
  return card("Round by round", rounds.map((round, i) => el("details", {
    open: i === rounds.length - 1 }, el("summary", null, `Round ${round}`),
  el("div", { class: "wide", tabindex: "0", role: "region",
    "aria-label": `Round ${round}` }, roundTable(round, matches.filter(
    (match) => match.round === round), totals, byes, kind)))));
}

// ### standings

// The head of each column, its value, and whether phones leave it out.
const STANDINGS = [["place", (row) => row.place],
  ["entrant", (row) => nameLink(row.entrant)],
  ["points", (row) => points(row.points)],
  ["matches", (row) => row.matches, true], ["won", (row) => row.wins, true],
  ["drawn", (row) => row.draws, true], ["lost", (row) => row.losses, true]];

function standingsCard(data) {
  const rows = data.standings.standings;
  const counts = rows.some((row) => row.points !== null);
  const columns = STANDINGS.filter(([head]) => head !== "points" || counts);
  const title = counts ? "Points" : "Places";
  const named = (head) => head === "entrant";
  const look = (head, more) => `${named(head) ? "who" : "number"}${
    more ? " more" : ""}`;
  return card(title, el("div", { class: "wide", tabindex: "0", role: "region",
    "aria-label": title }, el("table", { class: "list" },
    el("thead", null, el("tr", null, columns.map(([head, , more]) =>
      el("th", { scope: "col", class: look(head, more) }, head)))),
    el("tbody", null, rows.map((row) => el("tr", null, columns.map(
      ([head, value, more]) => el(named(head) ? "th" : "td", {
        scope: named(head) && "row", class: look(head, more) },
      value(row)))))))),
  note("The places by the rules of the format, which may differ from the " +
    "ladder: points count who was met, the ladder counts how good they are."));
}

function formatCards(data) {
  return [data.bracket && bracketCard(data.bracket),
    data.sprt && testCard(data.sprt, data.llr)];
}

// formats.js - what only some formats have: a bracket, rounds, a test; and the
// standings by the rules of the format.

const FORMATS = { round_robin: "round robin", double_knockout:
  "double knockout", league_round: "round of a league", sprt:
  "sequential test" };

function formatName(type) {
  return FORMATS[type] ?? clean(type).replaceAll("_", " ");
}

// null: the format counts none.
const points = (value) => value === null ? "" :
  Number(value.toFixed(2)).toLocaleString("en");

// ### a bracket

function bracketPair(pair) {
  const bye = pair.entrants.length === 1;
  const rows = pair.entrants.map((name, i) =>
    el("li", { class: name === pair.winner ? "won" : null },
      nameLink(name, 22), " ", el("span", { class: bye ? "quiet" : "points" },
        bye ? "bye" : points(pair.points[i])), name === pair.winner &&
        el("span", { class: "unseen" }, " goes on")));
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

function testCard(test) {
  const low = test.lower ?? test.bounds?.[0];
  const high = test.upper ?? test.bounds?.[1];
  const parts = [el("p", { class: "lead" }, clean(test.sentence ??
    test.verdict ?? ""))];
  if (Number.isFinite(test.llr) && Number.isFinite(low)) {
    const at = (llr) => Math.min(100, Math.max(0, 100 * (llr - low) /
      (high - low)));
    parts.push(el("div", { class: "gauge", role: "img", "--from":
      `${Math.min(at(0), at(test.llr))}%`, "--to":
      `${Math.max(at(0), at(test.llr))}%`, "--zero": `${at(0)}%`,
    "aria-label": `log-likelihood ratio ${test.llr.toFixed(2)} between ` +
      `${low.toFixed(2)} and ${high.toFixed(2)}` },
    el("span", { class: "bar-zero" }), el("span", { class: "gauge-fill" })),
    el("p", { class: "ends" }, el("span", null, low.toFixed(2)),
      el("span", null, `LLR ${signed(test.llr, 2)}`),
      el("span", null, high.toFixed(2))));
  }
  return card("The test", ...parts);
}

// ### standings

// The head of each column, its value, and whether a phone leaves it out.
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
    data.sprt && testCard(data.sprt)];
}

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

function standingsCard(data) {
  const rows = data.standings.standings;
  const cell = (content, more) => el("td", {
    class: more ? "number more" : "number" }, content);
  const title = rows.every((row) => row.points === null) ? "Places" : "Points";
  return card(title, el("div", { class: "wide", tabindex: "0",
    role: "region", "aria-label": title }, el("table", { class: "list" },
    el("thead", null, el("tr", null, ["place", "entrant", "points", "matches",
      "won", "drawn", "lost"].map((text, i) => el("th", { scope: "col",
      class: i === 1 ? "who" : i > 2 ? "number more" : "number" }, text)))),
    el("tbody", null, rows.map((row) => el("tr", null, cell(row.place),
      el("th", { scope: "row", class: "who" }, nameLink(row.entrant)),
      cell(points(row.points)), cell(row.matches, true),
      cell(row.wins, true), cell(row.draws, true), cell(row.losses,
        true)))))),
  note("The places by the rules of the format, which may differ from the " +
    "ladder: points count who was met, the ladder counts how good they are."));
}

function formatCards(data) {
  return [data.bracket && bracketCard(data.bracket),
    data.sprt && testCard(data.sprt)];
}

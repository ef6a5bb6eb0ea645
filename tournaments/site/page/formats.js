// formats.js - the parts that only some formats have: a bracket, rounds; and
// the result by the rules of the format.

const FORMATS = { league_round: "round of a league", sprt: "sequential test" };

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
  return card("Bracket", wide("Bracket", el("ol", { class: "bracket" },
    [...rounds].map(([round, pairs]) => el("li", null, el("h3", null,
      round === last ? "Last round" : `Round ${round}`),
    el("ul", null, pairs.map(bracketPair)))))),
  note("The number is the points that the entrant made in this pairing."));
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

// ### the result

// Who won, or leads: a sentence of the checker's words and, at every other
// place, of names.
const wonParts = (won) => won.map((part, i) => i % 2 === 1 ?
  nameLink(part, 30) : clean(part));

const STANDINGS = [["place", "number", (row) => row.place],
  ["entrant", "who", (row) => nameLink(row.entrant)],
  ["points", "number", (row) => points(row.points)]];
const STANDINGS_MORE = [["matches", "number more", (row) => row.matches],
  ["won", "number more", (row) => row.wins],
  ["drawn", "number more", (row) => row.draws],
  ["lost", "number more", (row) => row.losses],
  ["byes", "number more", (row) => row.byes],
  ["ties won by seed", "number more", (row) => row.by_seed],
  ["faults", "number more", (row) => row.faults]];

// The places by the rules of the format, with what decided among equal points.
function resultCard({ won, ties, standings, ladder, results }) {
  const rows = standings.standings;
  const columns = [...STANDINGS.filter(([head]) => head !== "points" ||
    rows.some((row) => row.points !== null)), ...ties.map(([key, title]) =>
    [clean(title), "number", (row) => points(row[key])]),
  ...STANDINGS_MORE.filter(([head, , cell], i) => i < 4 || rows.some(cell))];
  return el("section", { class: "card" },
    el("h2", { class: "won" }, wonParts(won)),
    faultsNote(ladder, results.faults),
    folded("Places", listTable("Places", columns, rows, "places")),
    note("The places by the rules of the format, which may differ from the " +
      "ladder: points count who was met, the ladder counts how good they are."
    ));
}

function formatCards(data) {
  return [data.bracket && bracketCard(data.bracket),
    data.sprt && testCard(data.sprt, data.llr)];
}

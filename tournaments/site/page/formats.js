// formats.js - the parts that only some formats have: a bracket, rounds; and
// the result by the rules of the format.

const FORMATS = { league_round: "round of a league", sprt: "sequential test" };

function formatName(type) {
  return FORMATS[type] ?? clean(type).replaceAll("_", " ");
}

// ### a bracket

const PAIRS_AT_FIRST = 8;       // rounds of more pairs are folded

// A link to the matches of a pair.
function pairLink({ round, entrants }) {
  const made = page.data.results.matches.filter((match) =>
    match.round === round && match.entrants.length === entrants.length &&
    match.entrants.every((one) => entrants.includes(one)));
  return made.length === 1 && logOf(made[0].match) ?
    el("a", { href: addressOf("match", made[0].match) },
      `match ${made[0].match}`) :
    made.length > 0 && el("a", { href: addressOf("matches",
      ...entrants.slice(0, 2)) }, counted(made.length, "match", "matches"));
}

// `line` is the class of the line from it to the next round.
function bracketPair(pair, line) {
  const { entrants, winner, side } = pair;
  if (entrants.length < 2)
    return el("li", { class: `pair ${line} ${pair.due ? "" : "none"}` },
      pair.due && el("ul", null, entrants.length === 0 ? el("li", { class:
        "quiet" }, "not known yet") : el("li", null, nameTag(entrants[0], 18),
      quiet(side === "apart" ? "not needed" : "bye"))));
  return el("li", { class: `pair ${line}` }, el("ul", null, entrants.map(
    (name, i) => el("li", { class: name === winner ? "won" : null },
      nameLink(name, 18, entrants), " ", el("span", { class: "points" },
        points(pair.points[i])), name === winner &&
        el("span", { class: "unseen" }, " wins")))),
  el("p", null, pairLink(pair), pair.by_seed && " level: better seed"));
}

// The line from pair i of n to the next round, which has `next` pairs.
function pairLine(i, n, next) {
  const each = n / next;
  return !next ? "" : each === 1 ? "line" : i % each === 0 ? "line down" :
    i % each === each - 1 ? "line up" : "line down up";
}

function bracketSide(title, rounds) {
  const early = rounds.filter((pairs) => pairs.length > PAIRS_AT_FIRST).length;
  const list = el("ol", { class: "bracket" }, rounds.map((pairs, r) =>
    el("li", { hidden: r < early && !unfolded.has(title) }, el("h4", null,
      clean(pairs[0].title)), el("ul", { class: r > 0 ? "from" : null },
    pairs.map((pair, i) => bracketPair(pair, pairLine(i, pairs.length,
      rounds[r + 1]?.length)))))));
  const button = el("button", { type: "button", click: () => {
    unfolded.add(title);
    for (const round of list.children)
      round.hidden = false;
    button.remove();
  } }, `Show ${counted(early, "earlier round")}`);
  return [el("h3", null, title), wide(title, list),
    early > 0 && !unfolded.has(title) && button];
}

function bracketCard(bracket) {
  const sides = { apart: [], winners: [], losers: [] };
  for (const pair of bracket) {
    const rounds = sides[pair.side], same = rounds.at(-1)?.[0];
    if (same?.round === pair.round && pair.side !== "apart")
      rounds.at(-1).push(pair);
    else
      rounds.push([pair]);
  }
  const { apart, winners, losers } = sides, twice = losers.length > 0;
  return card("Bracket", twice && bracketSide("Final", apart),
    bracketSide(twice ? "Winners\u2019 side" : "Rounds", winners),
    twice ? bracketSide("Losers\u2019 side", losers) : apart.length > 0 &&
      bracketSide("Third place", apart),
    note("The numbers are the points of this pairing."));
}

// ### a table for each round

const againstWords = (names) => names.map((name) => short(name, 16)).join(", ");

const ROUND = [["entrant", "who", ({ name }) => nameLink(name, 16)],
  ["against", "", ({ match, state, others }) => others.length === 0 ? state :
    logOf(match) ? el("a", { href: addressOf("match", match) },
      againstWords(others)) : againstWords(others)],
  ["points", "number", ({ gained }) => points(gained)],
  ["in all", "number", ({ total }) => points(total)]];

// The rows of a round's table; `totals` are the points so far, by entrant.
function roundRows(matches, totals) {
  return matches.flatMap(({ match, state, entrants, counted: gained }) =>
    gained.map((value, i) => {
      const name = entrants[i], total = (totals.get(name) ?? 0) + value;
      totals.set(name, total);
      return { name, match, state, gained: value, total,
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

// Who entered and withdrew while it was played; of `name` alone, if given.
function changesNote({ changes = [] }, name = null) {
  const own = changes.filter((one) => name === null || one.entrant === name);
  return own.length > 0 && el("p", { class: "note" },
    own.flatMap(({ entrant, round, plays }, i) => [i > 0 && "; ",
      nameLink(entrant), plays ? ` entered in round ${round}` :
        ` withdrew before round ${round}`]), ".");
}

// Places by the rules of a format, with what decided among equal points.
function placesTable(title, rows, ties) {
  const columns = [...STANDINGS.filter(([head]) => head !== "points" ||
    rows.some((row) => row.points !== null)), ...ties.map(([key, head]) =>
    [clean(head), "number", (row) => points(row[key])]),
  ...STANDINGS_MORE.filter(([head, , cell], i) => i < 4 || rows.some(cell))];
  return folded(title, listTable(title, columns, rows, "places"));
}

function poolsCard({ pools }) {
  return pools && card("Stages", pools.map(({ stage, pool, format, standings,
    ties }) => {
    const title = `Stage ${stage}${pool ? `, pool ${pool}` : ""}: ${
      formatName(format)}`;
    return [el("h3", null, title), placesTable(title, standings, ties)];
  }));
}

function resultCard({ won, ties, standings, ladder, results }) {
  return el("section", { class: "card" },
    el("h2", { class: "verdict" }, wonParts(won)),
    faultsNote(ladder, results.faults),
    placesTable("Places", standings.standings, ties),
    changesNote(standings),
    note("The places by the rules of the format, which may differ from the " +
      "ladder: points count who was met, the ladder counts how good they are."
    ));
}

function formatCards(data) {
  return [data.bracket && bracketCard(data.bracket),
    poolsCard(data.standings),
    data.sprt && testCard(data.sprt, data.llr)];
}

// entrant.js - the page of an entrant: its rating over time, its results against
// each opponent, its best and worst games, its faults.

const GAMES_LISTED = 5;
const SURPRISE = 0.1;           // of a point, at least
const FAULT_WORDS = { start: "did not start", timeout: "was too late",
  gone: "ended during a game", flood: "wrote too much or without being asked",
  garbled: "sent no valid line", illegal: "made an illegal move",
  forfeit: "had too many faults, so the rest of the match was lost",
  limit: "went over a limit" };

// ### the data

// The tournaments that the entrant played in: {data, ends, name, own, at, has},
// in a series also `title`.  `ends` are the book's lines about the ends of
// matches, `name` maps a name there to the page's, `own` is the entrant's name
// there, `at` the address of its page, `has` whether a match's log is
// published.
async function tournamentsOf(name) {
  if (page.series !== null)
    return seriesOf(name);
  return [{ data: page.data, ends: await bookEnds(await loadFolder()),
    name: (one) => one, own: name, at: "", has: logOf }];
}

async function bookEnds(files) {
  return (await fileText(files, "book.jsonl")).split("\n")
    .filter((line) => line !== "").map((line) => JSON.parse(line))
    .filter((line) => line.t === "end")
    .sort((a, b) => a.match - b.match);
}

function ladderRows() {
  return new Map(page.data.ladder.pools.flatMap((pool) => pool.entrants)
    .map((row) => [row.entrant, row]));
}

// The share of the points that is expected from the ratings of two entrants;
// null if they cannot be compared.
function expected(rows, name, opponent) {
  const one = rows.get(name), other = rows.get(opponent);
  return one && other && one.elo !== null && other.elo !== null &&
    one.pool === other.pool ? 1 / (1 + 10 ** ((other.elo - one.elo) / 400)) :
    null;
}

// ### best and worst games

// Are two places of a game compared?  As in the crosstable.
function compared(result, ranks, a, b) {
  return result === "teams" ? a % 2 !== b % 2 : result !== "winner" ||
    ranks[a] === 1 || ranks[b] === 1;
}

// The entrant's result in a game and the expected one, as mean shares against
// its opponents, or null: {made, due, others}.
function gameShare(rows, result, names, ranks, place) {
  const others = names.flatMap((name, i) => name !== names[place] &&
    compared(result, ranks, place, i) &&
    expected(rows, names[place], name) !== null ? [i] : []);
  const mean = (value) => others.reduce((sum, i) => sum + value(i), 0) /
    others.length;
  return others.length === 0 ? null : { others: others.map((i) => names[i]),
    made: mean((i) => ranks[place] < ranks[i] ? 1 :
      ranks[place] === ranks[i] ? 0.5 : 0),
    due: mean((i) => expected(rows, names[place], names[i])) };
}

// How many games of the book count: a sequential test may stop before its last.
function countedGames(data) {
  return data.sprt ? data.crosstable.crosstable[0]?.games ?? 0 : Infinity;
}

// From each match the game furthest above and the one furthest below what was
// expected.
function surprises(rows, tournament, name) {
  const { data, ends } = tournament;
  const matches = new Map(data.results.matches.map((match) =>
    [match.match, match]));
  const faulty = new Set(data.results.faults.map(({ match, game }) =>
    `${match}/${game}`));
  const found = [];
  let left = countedGames(data);
  for (const { match, ranks } of ends) {
    const names = matches.get(match).entrants.map(tournament.name);
    const place = names.indexOf(name);
    const games = ranks.slice(0, Math.max(0, left)).flatMap((row, i) => {
      const share = place < 0 || faulty.has(`${match}/${i + 1}`) ? null :
        gameShare(rows, page.data.ladder.result, names, row, place);
      return share === null ? [] : [{ ...share, tournament, match, game: i + 1,
        more: share.made - share.due }];
    });
    left -= ranks.length;
    if (games.length > 0)
      found.push(games.reduce((a, b) => b.more > a.more ? b : a),
        games.reduce((a, b) => b.more < a.more ? b : a));
  }
  return found;
}

// The surprises of one direction, the greatest first, each game once.
function mostOf(found, sign) {
  const once = [...new Map(found.filter(({ more }) => sign * more >= SURPRISE)
    .map((one) => [`${one.tournament.at}/${one.match}/${one.game}`, one]))
    .values()];
  return once.sort((a, b) => sign * (b.more - a.more)).slice(0, GAMES_LISTED);
}

// A link to the replay if the log is published, else only the words.
function gameLink({ tournament, match, game }, ...step) {
  const words = `${tournament.title ? `${tournament.title}, ` : ""}match ${
    match}, game ${game}`;
  return tournament.has(match) ? el("a", { href: tournament.at +
    addressOf("match", match, "game", game, ...step) }, words) : words;
}

function gameList(games) {
  const made = (share) => share === 1 ? "won" : share === 0 ? "lost" :
    share === 0.5 ? "drawn" : `ahead of ${Math.round(100 * share)} %`;
  return el("ul", { class: "surprises" }, games.map((one) => el("li", null,
    el("b", null, made(one.made)), " against ", one.others.map((name, i) =>
      [i > 0 && ", ", nameTag(name, 24)]), el("span", { class: "quiet" },
    `, expected ${percent1(one.due)}`), el("br"), gameLink(one))));
}

function gamesCard(rows, tournaments, name) {
  const found = tournaments.flatMap((one) => surprises(rows, one, name));
  const best = mostOf(found, 1), worst = mostOf(found, -1);
  if (best.length + worst.length === 0)
    return null;
  return card("Best and worst games", el("div", { class: "halves" },
    el("div", null, el("h3", null, "Best"), best.length > 0 ? gameList(best) :
      note("None was much better than expected.")),
    el("div", null, el("h3", null, "Worst"), worst.length > 0 ?
      gameList(worst) : note("None was much worse than expected."))),
  note("The best games are those in which the result was furthest above what " +
    "the ratings lead to expect against these opponents, the worst those in " +
    "which it was furthest below: by a tenth of a point or more, at most one of " +
    "each kind from a match, the first if several are equal. Games with a fault " +
    "are left out."));
}

// ### faults

function faultsCard(tournaments) {
  const faults = tournaments.flatMap((tournament) =>
    tournament.data.results.faults.filter(({ entrant }) =>
      entrant === tournament.own).map((fault) => ({ ...fault, tournament })));
  if (faults.length === 0)
    return card("Faults", note("None."));
  const kinds = [...new Set(faults.map(({ fault }) => fault))];
  return card("Faults", kinds.map((kind) => {
    const list = faults.filter(({ fault }) => fault === kind);
    return [el("h3", null, `${clean(kind)}, ${counted(list.length, "game")}`),
      FAULT_WORDS[kind] && el("p", { class: "quiet" }, `It ${
        FAULT_WORDS[kind]}.`),
      el("ul", { class: "links" }, list.slice(0, 20).map((one) =>
        el("li", null, gameLink(one, "step", "fault", one.entrant),
          one.suspect ? " (suspect: the machine " +
          "was overloaded, from suspects.jsonl, not checked)" : ""))),
      list.length > 20 && note(`and ${counted(list.length - 20, "game")} more`)];
  }));
}

// ### results

function pairsCard(rows, name) {
  const list = page.series !== null ? page.data.crosstable :
    page.data.crosstable.crosstable;
  const own = list.filter(({ entrant }) => entrant === name);
  if (own.length === 0)
    return null;
  const due = (pair) => expected(rows, name, pair.opponent);
  const columns = [["opponent", "who", (pair) => nameLink(pair.opponent, 16)],
    ["points", "number more", ({ points: made, games }) =>
      `${made.toLocaleString("en")} of ${games.toLocaleString("en")}`],
    ["score", "number", (pair) => percent1(pair.points / pair.games)],
    ["expected", "number more", (pair) => due(pair) === null ? "" :
      percent1(due(pair))],
    ["won", "number", ({ wins }) => wins],
    ["drawn", "number", ({ draws }) => draws],
    ["lost", "number", ({ losses }) => losses]];
  return card("Against each", listTable("Against each", columns, own,
    "against"), el("p", { class: "note more" },
    "Expected is what the difference of the two ratings promises."));
}

// ### the page

function tiles(row) {
  const tile = (name, value, more) => el("div", { class: "tile" },
    el("dt", null, name), el("dd", null, value, more &&
      el("span", { class: "quiet" }, ` ${more}`)));
  return el("dl", { class: "tiles" },
    tile("rank", String(row.rank), row.rank_lo && row.rank_lo !== row.rank_hi &&
      `(${row.rank_lo}\u2013${row.rank_hi})`),
    tile("Elo", signed(row.elo), row.err95 !== null &&
      `\u00b1 ${row.err95.toFixed(1)}`),
    tile("score", row.score === null ? "" : percent1(row.score)),
    tile("games", row.games.toLocaleString("en")),
    tile("faults", row.faults.toLocaleString("en")));
}

async function fillEntrant(holder, rows, name) {
  const best = page.data.course.entrants.find((line) => line.entrant === name);
  const course = best ? page.data.course : page.courses ??
    await loadPart(`course.js${page.version}`, "course");
  const line = best ?? course.entrants.find((one) => one.entrant === name);
  const tournaments = await tournamentsOf(name);
  const chart = line && course.games.length > 1 && coursePoints(line).length > 1;
  holder.replaceChildren(...[chart && card("Rating over time",
    fitted((width) => courseChart({ games: course.games, entrants: [line] },
      width)), note("The rating as it would have stood after so many games of " +
      "all, with its 95 % band.")),
  pairsCard(rows, name), gamesCard(rows, tournaments, name),
  faultsCard(tournaments), page.series !== null &&
    seriesRoundsOf(tournaments)].filter((part) => part));
}

function entrantView([name = ""]) {
  if (!page.data.manifest.entrants.some((one) => one.name === name))
    return [card(short(name), note("There is no such entrant."))];
  const rows = ladderRows(), row = rows.get(name);
  const holder = el("div", { class: "entrant" });
  const words = row && row.elo !== null ? markWords(row.mark) : null;
  fillEntrant(holder, rows, name).catch((why) => holder.replaceChildren(
    card("Something is missing", note(clean(why.message)))));
  return [el("p", null, el("a", { href: "#/" }, "\u2190 the ladder")),
    card(null, el("h2", null, nameTag(name)),
      row && row.elo !== null ? tiles(row) : note("It has no rating yet."),
      words && note(`${words[0].toUpperCase()}${words.slice(1)}.`),
      page.series === null && el("p", { class: "buttons" }, el("a", {
        href: addressOf("matches", name) }, "All its matches"))), holder];
}

page.views.set("entrant", entrantView);

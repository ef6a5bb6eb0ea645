// entrant.js - the page of an entrant: its rating over time, its results against
// each opponent, its best and worst games, its faults.

const FAULT_WORDS = { start: "did not start", timeout: "was too late",
  gone: "ended during a game", flood: "wrote too much or without being asked",
  garbled: "sent no valid line", illegal: "made an illegal move",
  forfeit: "had too many faults, so the rest of the match was lost",
  limit: "went over a limit" };

// ### the data

// The tournaments that the entrant played in: {data, own, round, at, has}, in a
// series also `title`.  `own` is the entrant's name there, `round` its number,
// `at` the address of its page, `has` whether a match's log is published.
const tournamentsOf = async (name) => page.series !== null ? seriesOf(name) :
  [{ data: page.data, own: name, round: 1, at: "", has: logOf }];

// The share of the points that is expected from the ratings of two entrants;
// null if they cannot be compared.
function expected(rows, name, opponent) {
  const one = rows.get(name), other = rows.get(opponent);
  return one && other && one.elo !== null && other.elo !== null &&
    one.pool === other.pool ? 1 / (1 + 10 ** ((other.elo - one.elo) / 400)) :
    null;
}

// ### best and worst games

// A link to the replay if the log is published, else only the words.
function gameLink({ tournament, match, game }, ...step) {
  const words = `${tournament.title ? `${tournament.title}, ` : ""}match ${
    match}, game ${game}`;
  return tournament.has(match) ? el("a", { href: tournament.at +
    addressOf("match", match, "game", game, ...step) }, words) : words;
}

function gameList(kind, games, tournaments) {
  const made = (share) => share === 1 ? "won" : share === 0 ? "lost" :
    share === 0.5 ? "drawn" : `ahead of ${Math.round(100 * share)} %`;
  return el("div", null, el("h3", null, kind), games.length === 0 ? note(
    `None was much ${kind === "Best" ? "better" : "worse"} than expected.`) :
    el("ul", { class: "surprises" }, games.map((one) => el("li", null,
      el("b", null, made(one.made)), " against ", commas(one.against, (name) =>
        nameTag(name, 24)), quiet(`, expected ${percent1(one.due)}`), el("br"),
      gameLink({ ...one, tournament: tournaments.find(({ round }) =>
        round === one.round) })))));
}

function gamesCard({ best, worst }, tournaments) {
  if (best.length + worst.length === 0)
    return null;
  return card("Best and worst games", el("div", { class: "halves" },
    gameList("Best", best, tournaments), gameList("Worst", worst, tournaments)),
  note("The best games are those in which the result was furthest above what " +
    "the ratings lead to expect against these opponents, the worst those in " +
    "which it was furthest below: by a tenth of a point or more, at most one of " +
    "each kind from a match, the first if several are equal. Games with a fault " +
    "are left out."));
}

// ### mistakes

const MOVES_ASKED = 1000;       // of a match, whoever made them

// The costliest mistakes of an entrant in all matches whose logs are there, as
// long as the visitor looks at `holder`.
async function worstOf(name, matches, holder) {
  const folder = "mistakes/", found = [];
  const args = await chanceArgs(folder);
  for (const { match } of matches) {
    if (!holder.isConnected)
      break;
    const path = `${folder}${logPath(page.data, logOf(match))}`;
    await checkerTakeLog(path, loadLog(logOf(match)));
    found.push(...(await worstMoves(match, path, MOVES_ASKED, args)).filter(
      ({ words }) => words.startsWith(`${name}, `) &&
        /^\d/.test(words.slice(name.length + 2))));
    await checkerDrop(path);
  }
  found.sort((a, b) => Number(b.loss) - Number(a.loss));
  return [found.length > 0 ? worstList(found.slice(0, WORST)) : note("None."),
    note(chanceSource())];
}

function mistakesCard(name) {
  const matches = page.series !== null || page.data.chances?.f !== "table" ?
    [] : page.data.results.matches.filter(({ entrants, match }) =>
      entrants.includes(name) && logOf(match));
  const sum = (of) => matches.reduce((all, match) => all + of(match), 0);
  return matches.length > 0 && computedCard("The costliest mistakes",
    `The ${WORST} moves that cost ${short(name)} most of its chance to win.`,
    sum(({ match }) => logSize(logOf(match))), sum(({ games }) => games),
    (holder) => worstOf(name, matches, holder));
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
    ["points", "number", ({ opponent, points: made, games }) => {
      const words = `${made.toLocaleString("en")} of ${
        games.toLocaleString("en")}`;
      return page.series !== null ? words : el("a", { href:
        addressOf("matches", name, opponent) }, words);
    }],
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

const tiles = (row) => facts([
  ["rank", String(row.rank), row.rank_lo && row.rank_lo !== row.rank_hi &&
    quiet(` (${row.rank_lo}\u2013${row.rank_hi})`)],
  ["Elo", signed(row.elo), row.err95 !== null &&
    quiet(` \u00b1 ${row.err95.toFixed(1)}`)],
  ["score", row.score === null ? "" : percent1(row.score)],
  ["games", row.games.toLocaleString("en")],
  ["faults", row.faults.toLocaleString("en")]], "tiles");

async function fillEntrant(holder, rows, name) {
  const course = page.courses ??
    await loadPart(`course.js${page.version}`, "course");
  const line = course.entrants.find((one) => one.entrant === name);
  const tournaments = await tournamentsOf(name);
  const chart = line && course.games.length > 1 && coursePoints(line).length > 1;
  holder.replaceChildren(...[chart && card("Rating over time",
    courseChart({ games: course.games, entrants: [line] }), note("The rating as it would have stood after so many games of " +
      "all, with its 95 % band.")),
  pairsCard(rows, name), mistakesCard(name),
  line && gamesCard(line, tournaments),
  faultsCard(tournaments), page.series !== null &&
    seriesRoundsOf(tournaments)].filter((part) => part));
}

function entrantView([name = ""]) {
  if (!page.data.manifest.entrants.some((one) => one.name === name))
    return [card(short(name), note("There is no such entrant."))];
  const rows = new Map(ladderRows(page.data.ladder).map((one) =>
    [one.entrant, one])), row = rows.get(name);
  const holder = el("div", { class: "entrant" });
  const words = row && row.elo !== null ? markWords(row.mark) : null;
  fillEntrant(holder, rows, name).catch((why) => holder.replaceChildren(
    card("Something is missing", note(clean(why.message)))));
  return [el("p", null, el("a", { href: "#/" }, "\u2190 the ladder")),
    card(null, el("h2", null, nameTag(name)),
      row && row.elo !== null ? tiles(row) : note("It has no rating yet."),
      page.series === null && changesNote(page.data.standings, name),
      words && note(`${words[0].toUpperCase()}${words.slice(1)}.`),
      page.series === null && el("p", { class: "buttons" }, el("a", {
        href: addressOf("matches", name) }, "All its matches"))), holder];
}

page.views.set("entrant", entrantView);

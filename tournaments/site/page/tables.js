// tables.js - the ladders and the crosstable.

const LADDER_NOTE = "The dot is the estimate. The bar holds the true rating " +
  "in 19 of 20 tournaments like this one, unless there is a mark. Numbers in " +
  "brackets are the ranks that are possible at 95 %: entrants whose bars " +
  "overlap may belong in another order. 0 is the average.";
const MARKS = {
  ">": "never lost to anybody else: better, but the games cannot show by " +
    "how much",
  "<": "never won against anybody else: worse, but the games cannot show by " +
    "how much",
  "~": "wins and losses do not connect it to the rest; it may be better or " +
    "worse",
  p: "not determined by these games: rating and error come from the prior",
  m: "fewer than 8 blocks: the error takes all games for independent; it " +
    "is too small if they are not",
  f: "fewer than 8 matches against one that forfeits games: the error is too " +
    "small",
  b: "the prior moves this rating by more than a quarter of its error: it is " +
    "nearer to 0 than the games say",
  w: "hardly any blocks differ: the error is the least that is assumed, " +
    "which may be too large",
  t: "the blocks of a match go together, as when bots learn: the error is " +
    "too small",
  s: "who met whom depended on results: among near equals the error is too " +
    "small",
};

const FAULTY_LISTED = 10;       // entrants below the ladder

const ladderRows = (ladder) => ladder.pools.flatMap((pool) => pool.entrants);

// What the marks of a line of the ladder mean, or null.
function markWords(mark) {
  const words = [...mark].flatMap((letter) => MARKS[letter] ?? []);
  return words.length > 0 ? words.join("; ") : null;
}

function percent(share) {
  return share > 0.999 ? "> 99.9 %" : share < 0.001 ? "< 0.1 %" :
    `${(100 * share).toFixed(1)} %`;
}

// The lowest and the highest rating of a ladder, errors included.
function ratingRange(rows) {
  const ends = rows.flatMap((row) => [row.elo - (row.err95 ?? 0),
    row.elo + (row.err95 ?? 0)]);
  const low = Math.min(0, ...ends), high = Math.max(0, ...ends);
  const room = (high - low || 1) * 0.02;
  return [low - room, high + room];
}

function ratingBar(row, [low, high]) {
  const at = (elo) => `${(100 * (elo - low) / (high - low)).toFixed(2)}%`;
  const error = row.err95 ?? 0;
  return el("span", { class: `bar ${colourOf(row.entrant)}`,
    "aria-hidden": "true", "--zero": at(0), "--dot": at(row.elo),
    "--from": at(row.elo - error), "--to": at(row.elo + error) },
  el("span", { class: "bar-zero" }), el("span", { class: "bar-range" }),
  el("span", { class: "bar-dot" }));
}

const percent1 = (share) => `${(100 * share).toFixed(1)} %`;

// The columns of a ladder that every ladder has; `range` is that of its bars.
const ladderColumns = (range, mark = (row) => row.mark) => [
  ["rank", "rank", (row) => [String(row.rank), row.rank_lo &&
    row.rank_lo !== row.rank_hi &&
    quiet(` (${row.rank_lo}\u2013${row.rank_hi})`)]],
  ["entrant", "who", (row) => nameLink(row.entrant)],
  ["where the rating lies, 95\u00a0%", "range", (row) => ratingBar(row, range)],
  ["Elo", "number elo", (row) => [mark(row) && el("small", { class: "mark",
    title: markWords(row.mark) }, mark(row)), " ", signed(row.elo), " ",
  row.err95 !== null &&
    quiet(`\u00b1 ${row.err95.toFixed(1)}`)]]];
const LADDER_MORE = [["score", "number more", (row) => row.score === null ?
  "" : percent1(row.score)],
["games", "number more", (row) => row.games.toLocaleString("en")],
["better than the next", "number more", (row) => row.los_next === null ||
  row.los_next === undefined ? "" : percent(row.los_next)]];

const ROWS_AT_FIRST = 12;
const unfolded = new Set();     // the tables that the visitor wants whole

// A table, the rows after the first ones behind a button.
function folded(name, node) {
  const rest = [...node.querySelectorAll("tbody tr")].slice(ROWS_AT_FIRST);
  if (rest.length < 4 || unfolded.has(name))
    return node;
  const fold = (is) => rest.forEach((row) => {
    row.hidden = is;
  });
  const button = el("button", { type: "button", click: () => {
    unfolded.add(name);
    fold(false);
    button.remove();
  } }, `Show ${rest.length} more`);
  fold(true);
  return [node, button];
}

// The tables of a ladder, one per pool, each with its own axis.
function ladderPools(ladder) {
  const pools = ladder.pools.map((pool) => pool.entrants);
  const rated = pools.flat().filter((row) => row.elo !== null);
  if (rated.length === 0)
    return [note("No game has been played yet.")];
  const parts = pools.flatMap((rows, i) => [
    pools.length > 1 && el("h3", null, `Pool ${i + 1}`),
    folded(`Ladder ${i + 1}`, tableOf("ladder", [...ladderColumns(
      ratingRange(rows)), ...LADDER_MORE], rows.filter((row) =>
      row.elo !== null))),
  ]);
  return [...parts, pools.length > 1 &&
    note("These pools cannot be compared yet: no chain of games joins them.")];
}

// The letters of marks that `rows` have, each with what it means.
function markLegend(rows, mark = (row) => row.mark) {
  const marks = [...new Set(rows.flatMap((row) => [...mark(row)]))]
    .filter((letter) => MARKS[letter]);
  return marks.length > 0 && el("dl", { class: "note marks" }, marks.map(
    (letter) => el("div", null, el("dt", null, el("kbd", null, letter)),
      el("dd", null, MARKS[letter]))));
}

// Who had faults.
function faultsNote(ladder, faults = []) {
  const rows = ladderRows(ladder).filter((row) => row.faults > 0)
    .sort((a, b) => b.faults - a.faults);
  const suspect = faults.filter((one) => one.suspect).length;
  return rows.length > 0 && el("p", { class: "faults" },
    el("b", { class: "bad" }, "! "), "Games with a fault of ",
    commas(rows.slice(0, FAULTY_LISTED), (row) => [nameLink(row.entrant, 24),
      ` ${row.faults.toLocaleString("en")} of ${
        row.games.toLocaleString("en")}`]),
    rows.length > FAULTY_LISTED && `, and ${rows.length - FAULTY_LISTED} more`,
    ". A fault loses the game.", suspect > 0 && ` ${counted(suspect,
      "time fault is", "time faults are")} suspect: the machine was ` +
      "overloaded.");
}

function ladderCard(ladder) {
  const rows = ladderRows(ladder);
  return card("Ladder", ...ladderPools(ladder),
    rows.some((row) => row.elo !== null) && note(LADDER_NOTE),
    markLegend(rows));
}

// ### who beats whom

function pairWords({ entrant, opponent, points, games, wins, draws, losses }) {
  return `${short(entrant)} against ${short(opponent)}: ` +
    `${points.toLocaleString("en")} of ${counted(games, "game")}; ${wins} won, ` +
    `${draws} drawn, ${losses} lost`;
}

const pairShare = (share, words) => [el("span", { "aria-hidden": "true" },
  String(Math.round(100 * share))), el("span", { class: "unseen" }, words)];

function crossCell(pair, same, first) {
  const look = { tabindex: first ? "0" : "-1" };
  if (!pair)
    return el("td", { ...look, class: "none" }, same ? "\u00b7" :
      el("span", { class: "unseen" }, "no game"));
  const share = pair.points / pair.games;
  const words = pairWords(pair);
  return el("td", { ...look, class: share < 0.5 ? "cold" : "warm",
    "--strength": `${Math.round(Math.abs(share - 0.5) * 200)}%`, title: words },
  page.series !== null ? pairShare(share, words) : el("a", { tabindex: "-1",
    href: addressOf("matches", pair.entrant, pair.opponent) },
  pairShare(share, words)));
}

// The arrow keys lead to the cells, Enter to the matches of one; the title of
// the current one is also shown below the table, as `said`.
function crossKeys(table, size, said) {
  const tell = ({ target }) => {
    said.textContent = target.closest("td")?.title || "\u00a0";
  };
  table.addEventListener("pointerover", tell);
  table.addEventListener("focusin", tell);
  table.addEventListener("keydown", ({ key, target }) => {
    if (key === "Enter")
      target.querySelector("a")?.click();
  });
  roving(table, "td[tabindex]", (i) => ({ ArrowUp: i - size,
    ArrowDown: i + size, ArrowLeft: i % size ? i - 1 : i,
    ArrowRight: (i + 1) % size ? i + 1 : i }));
}

// The pairs of `list`, entrants in `order`; `many`: games have more than two
// seats.
function crosstableCard(order, list, many) {
  const pairs = new Map(list.map((pair) =>
    [JSON.stringify([pair.entrant, pair.opponent]), pair]));
  if (pairs.size === 0 || order.length > 60)
    return null;
  const table = el("table", { class: "cross" },
    el("thead", null, el("tr", null, el("td", null),
      order.map((name, i) => el("th", { scope: "col", title: clean(name) },
        String(i + 1))))),
    el("tbody", null, order.map((name, i) => el("tr", null,
      el("th", { scope: "row" }, `${i + 1} `, nameTag(name, 24)),
      order.map((opponent, k) => crossCell(pairs.get(JSON.stringify(
        [name, opponent])), name === opponent, i + k === 0))))));
  const said = el("p", { class: "quiet pair-words", "aria-hidden": "true" },
    "\u00a0");
  crossKeys(table, order.length, said);
  return card("Who beats whom", wide("Who beats whom", table), said,
    note("Per cent of the points, line against column; blue is more than " +
      "half, orange less.", page.series === null &&
      " A cell leads to the matches of the two.", many &&
      " In a game of many, two are compared by who of them is ahead."));
}

// ### the ladder without the luck of the dice, below the official one

const LUCK_MORE = [["luck a game", "number more", (row) => el("span", {
  title: "mean luck of a game, in points" }, signed(row.luck, 3))],
["fewer games for this error", "number more", (row) => row.fewer === null ||
  row.fewer === undefined ? "" : `${row.fewer.toFixed(1)}\u00d7`],
["games", "number more", (row) => row.games.toLocaleString("en")]];

const luckMark = (row) => row.mark.replace(/[^<>~p]/g, "");

function luckLadderCard({ luck, manifest }) {
  const rows = luck?.entrants.filter((row) => row.elo !== null) ?? [];
  if (rows.length === 0)
    return null;
  return card("Without the luck of the dice", el("p", { class: "quiet" },
    "Not official: the tournament is won by points. This table has the same " +
    "strengths with less noise, where luck was measured well."),
  tableOf("ladder", [...ladderColumns(ratingRange(rows), luckMark),
    ...LUCK_MORE], rows),
  luck.warning && el("p", { class: "bad" }, "The mean luck of some pair is no " +
    "accident: do not trust this table."),
  luck.noisy && el("p", { class: "bad" }, `Beta ${clean(luck.beta)} is too ` +
    "much for these games: scores vary less with the luck left in. The beta " +
    `that leaves least noise is ${luck.beta_best.toFixed(2)}.`),
  markLegend(rows, luckMark),
  luck.left_out > 0 && note(`${counted(luck.left_out, "game")} in blocks with ` +
    "a fault left out."),
  note(`Luck measured by ${luck.f === "table" ? "the exact table of the game" :
    "a formula of the scores"}, beta ${clean(luck.beta)}, ${luck.fixed ?
    "fixed before the first game" : "chosen after the games"}. `,
  page.computed === null ? ["This table came with the page; ",
    el("a", { href: addressOf("proof") }, "Proof"),
    " computes it again from luck.csv"] :
    "It was computed from luck.csv, which was not checked here",
  ", and the view of a match the luck of its games from the log.",
  manifest.entrants.length > rows.length &&
    " Entrants with too few blocks have no line."));
}

function tableView() {
  const { data } = page;
  return [resultCard(data), ...formatCards(data), ladderCard(data.ladder),
    luckLadderCard(data), crosstableCard(
    data.standings.standings.map((row) => row.entrant),
    data.crosstable.crosstable, data.results.matches.some((match) =>
      match.entrants.length > 2)), roundsCard(data),
  courseCard(data.course)];
}

// series.js - the page of a series: one ladder of all rounds, and links to the
// page of each round.

const roundFolder = (i) => String(i + 1).padStart(3, "0");

// The data and the files of each round's page, {data, files}, loaded once, one
// round after the other.
const seriesLoaded = new Map();
let seriesQueue = Promise.resolve();

function loadRound(i) {
  if (!seriesLoaded.has(i)) {
    seriesQueue = seriesQueue.catch(() => {}).then(async () => {
      const { id, data } = await loadPart(`${roundFolder(i)}/data.js`, "data");
      if (id !== page.series.rounds[i].id)
        throw new Error(`${roundFolder(i)}/data.js is of another round`);
      page.files = new Map();
      await loadPart(`${roundFolder(i)}/folder.js`, "folder");
      return { data, files: page.files };
    });
    seriesLoaded.set(i, seriesQueue);
    seriesQueue.catch(() => seriesLoaded.delete(i));
  }
  return seriesLoaded.get(i);
}

// Maps the name of each entrant of a round to its name in the series.
function seriesNames(i, data) {
  return new Map(data.manifest.entrants.map((one, k) =>
    [one.name, page.series.entrants[page.series.rounds[i].entrants[k]]]));
}

function roundName(i) {
  const { id } = page.series.rounds[i];
  return short(page.series.league ? `Round ${i + 1}` :
    id.replace(/-[0-9a-f]{12}$/, ""), 40);
}

// The rounds of an entrant, as tournamentsOf in entrant.js describes them.
async function seriesOf(name) {
  const number = page.series.entrants.indexOf(name);
  const list = [];
  for (const [i, round] of page.series.rounds.entries()) {
    if (!round.entrants.includes(number))
      continue;
    const { data, files } = await loadRound(i);
    const names = seriesNames(i, data);
    const logs = new Set(data.logs.filter(([, attempt]) => attempt === 0)
      .map(([match]) => match));
    list.push({ data, ends: await bookEnds(files), title: roundName(i),
      at: `${roundFolder(i)}/index.html`, has: (match) => logs.has(match),
      name: (one) => names.get(one),
      own: data.manifest.entrants[round.entrants.indexOf(number)].name });
  }
  return list;
}

function seriesRoundsOf(tournaments) {
  return card("Its rounds", el("ul", { class: "links" }, tournaments.map((one) =>
    el("li", null, el("a", { href: one.at + addressOf("entrant", one.own) },
      one.title)))));
}

// ### the rounds

function roundRow(round, i) {
  return el("tr", null, el("th", { scope: "row", class: "who" }, el("a", {
    href: `${roundFolder(i)}/index.html` }, el("bdi", null, roundName(i)))),
  el("td", null, formatName(round.format === "league" ? "league_round" :
    round.format)),
  el("td", { class: "number more" }, String(round.entrants.length)),
  el("td", { class: "number more" }, round.matches.toLocaleString("en")),
  el("td", { class: "number" }, round.games.toLocaleString("en")),
  el("td", null, round.closed ? "over" : "being played"));
}

function roundsTable() {
  const head = [["round", "who"], ["format"], ["entrants", "number more"],
    ["matches", "number more"], ["games", "number"], ["state"]];
  return card("The rounds", el("div", { class: "wide", tabindex: "0",
    role: "region", "aria-label": "The rounds" },
  el("table", { class: "list" }, el("thead", null, el("tr", null,
    head.map(([text, look]) => el("th", { scope: "col", class: look }, text)))),
  el("tbody", null, page.series.rounds.map(roundRow)))),
  note("Each round has a page of its own, with its matches, replays and proof."));
}

// The rank and the rating of every entrant after each round.
function afterTable() {
  const { rounds, entrants, ladder } = page.series;
  const order = ladder.pools.flatMap((pool) => pool.entrants)
    .map((row) => row.entrant);
  if (rounds.length < 2)
    return null;
  return card("After each round", el("div", { class: "wide", tabindex: "0",
    role: "region", "aria-label": "After each round" },
  el("table", { class: "list after" }, el("thead", null, el("tr", null,
    el("th", { scope: "col" }, "entrant"), rounds.map((_, i) =>
      el("th", { scope: "col", class: "number", title: roundName(i) },
        String(i + 1))))), el("tbody", null, order.map((name) =>
    el("tr", null, el("th", { scope: "row", class: "who" }, nameLink(name, 16)),
      rounds.map(({ after }) => {
        const found = after[entrants.indexOf(name)];
        return el("td", { class: "number" }, found ? [`${found[1]}. `,
          el("span", { class: "quiet" }, signed(found[2], 0))] : "");
      })))))),
  note("Rank and rating in the ladder of all games up to the end of the round; " +
    "the ladder of the next round may change both, also for those who did not " +
    "play in it."));
}

function seriesView() {
  const { series } = page;
  const order = series.ladder.pools.flatMap((pool) => pool.entrants)
    .map((row) => row.entrant);
  const seats = series.crosstable.length > 0 && series.ladder.seats?.some(
    ({ players }) => players > 2);
  return [ladderCard(series.ladder), roundsTable(), afterTable(),
    crosstableCard(order, series.crosstable, seats), courseCard(series.course)];
}

function seriesAbout() {
  const { series } = page;
  return [card("The series", el("dl", null, el("dt", null, "game"),
    el("dd", null, short(series.title)), el("dt", null, "rounds"),
    el("dd", null, String(series.rounds.length)), el("dt", null, "entrants"),
    el("dd", null, String(series.entrants.length))),
  note("Entrants of several rounds with the same files and the same command are " +
    "one entrant, under the name that they had first. Where two have the same " +
    "name, a part of the hash of their files is added to it."))];
}

page.views.set("", seriesView).set("about", seriesAbout);
page.views.delete("matches");
LATER.delete("match");

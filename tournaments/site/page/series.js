// series.js - the page of a series: one ladder of all rounds, and links to the
// page of each round.

const roundFolder = (i) => String(i + 1).padStart(3, "0");

// The data and the files of each round's page, {data, files}, loaded one round
// after the other.
/** @type {Promise<any>} */
let seriesQueue = Promise.resolve();

const loadRound = (i) => once(loading, i, () => {
  seriesQueue = seriesQueue.catch(() => {}).then(async () => {
    const { id, data } = await loadPart(`${roundFolder(i)}/data.js`, "data");
    if (id !== page.series.rounds[i].id)
      throw new Error(`${roundFolder(i)}/data.js is of another round`);
    page.files = new Map();
    await loadPart(`${roundFolder(i)}/folder.js`, "folder");
    return { data, files: page.files };
  });
  return seriesQueue;
});

function roundName(i) {
  return short(page.series.league ? `Round ${i + 1}` :
    page.series.rounds[i].name, 40);
}

// The rounds of an entrant, as tournamentsOf in entrant.js describes them.
async function seriesOf(name) {
  const number = page.series.entrants.indexOf(name);
  const list = [];
  for (const [i, round] of page.series.rounds.entries()) {
    if (!round.entrants.includes(number))
      continue;
    const { data } = await loadRound(i);
    const logs = new Set(data.logs.filter(([, attempt]) => attempt === 0)
      .map(([match]) => match));
    list.push({ data, round: i + 1, title: roundName(i),
      at: `${roundFolder(i)}/index.html`, has: (match) => logs.has(match),
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

const ROUNDS = [["round", "who", ({ i }) => el("a", { href: `${roundFolder(i)
  }/index.html` }, el("bdi", null, roundName(i)))],
["format", "", ({ format }) => formatName(format === "league" ?
  "league_round" : format)],
["entrants", "number more", ({ entrants }) => String(entrants.length)],
["matches", "number more", ({ matches }) => matches.toLocaleString("en")],
["games", "number", ({ games }) => games.toLocaleString("en")],
["state", "", ({ closed }) => closed ? "over" : "being played"]];

function roundsTable() {
  return card("The rounds", listTable("The rounds", ROUNDS,
    page.series.rounds.map((round, i) => ({ ...round, i }))),
  note("Each round has a page of its own, with its matches, replays and proof."));
}

// The rank and the rating of every entrant after each round.
function afterTable(order) {
  const { rounds, entrants } = page.series;
  if (rounds.length < 2)
    return null;
  return card("After each round", listTable("After each round",
    [["entrant", "who", (name) => nameLink(name, 16)],
      ...rounds.map(({ after }, i) => [el("span", { title: roundName(i) },
        String(i + 1)), "number", (name) => {
        const found = after[entrants.indexOf(name)];
        return found && [`${found[1]}. `, quiet(signed(found[2], 0))];
      }])], order, "after"),
  note("Rank and rating in the ladder of all games up to the end of the round; " +
    "the ladder of the next round may change both, also for those who did not " +
    "play in it."));
}

function seriesView() {
  const { series } = page;
  const order = ladderRows(series.ladder).map((row) => row.entrant);
  const seats = series.crosstable.length > 0 && series.ladder.seats?.some(
    ({ players }) => players > 2);
  return [faultsNote(series.ladder), ladderCard(series.ladder), roundsTable(), afterTable(order),
    crosstableCard(order, series.crosstable, seats), courseCard(series.course)];
}

function seriesAbout() {
  const { series } = page;
  return [card("The series", facts([["game", short(series.title)],
    ["rounds", String(series.rounds.length)],
    ["entrants", String(series.entrants.length)]]),
  note("Entrants of several rounds with the same files and the same command are " +
    "one entrant, under the name that they had first. Where two have the same " +
    "name, a part of the hash of their files is added to it."))];
}

page.views.set("", seriesView).set("about", seriesAbout);
LATER.delete("match");
LATER.delete("matches");

// verify_games.js - the games of a log in verify.html, shown as on the page of a
// tournament.

/** @type {(id: string) => any} */
const at = (id) => document.getElementById(id);

// What is in the page itself: the checker, and what `referee show` puts there.
const partOf = (name) => ({ packed: base64Bytes(at(name).textContent),
  size: Number(at(name).getAttribute("data-size")) });
const loadParts = async (_, ...names) => names.map(partOf);
const loadOnce = async (..._) => null;
// A log alone has no folder.
const loadFolder = async () => new Map();

// The log that `referee show` has put here; and how its luck is measured.
const given = ["match.jsonl", "match.pack"].find(at);
for (const name of ["luck.json", "table"])
  if (at(name))
    page.chances.set(name, partOf(name));

// The games that the lines of `referee replay --json` tell of, as in a verdict:
// {match, ranks, faults}.  The ranks of a game without an end are null.
function gamesTold(out) {
  const told = { match: null, ranks: [], faults: [] };
  let seats = [];
  for (const line of out.split("\n").filter((one) => one !== "")) {
    const event = JSON.parse(line);
    if (event.event === "match")
      told.match = event;
    if (event.event === "game") {
      ({ seats } = event);
      told.ranks[event.number - 1] = null;
    }
    if (event.event === "fault")
      told.faults.push({ game: told.ranks.length, entrant: seats[event.seat],
        fault: event.fault });
    if (event.event === "over")
      told.ranks[told.ranks.length - 1] = seats.map((_, entrant) =>
        event.ranks[seats.indexOf(entrant)]);
  }
  return told;
}

// How luck can be measured here, as in data.js, or null.
async function chancesOf(path) {
  page.data.chances = {};
  const answer = await checkerAsk("one/", "referee", "analyse", "--json",
    "--game", "1", ...await chanceArgs(), path);
  return answer.code === 0 ? { f: readLuck(answer.out).f } : null;
}

// Shows in `holder` the games of a log; of one that is not verified, as far as it
// can be replayed.  `number` stands for the log in addresses.
async function showLog({ path, file }, verdict, number, holder) {
  const log = { path: `one/${path}`, size: file.size,
    load: async () => ({ file }) };
  await checkerKeep(log.path, { file });
  const told = gamesTold((await checkerAsk("one/", "referee", "replay",
    "--json", ...verdict.verified ? ["--game", "1", "--board-only"] : [],
    log.path)).out);
  if (told.match === null)
    return;
  const { ranks, faults } = verdict.verified ? verdict : told;
  const { entrants, boards, rotations, title } = told.match;
  const match = { match: number, entrants, games: boards * rotations,
    points: [] };
  page.data = { manifest: { rotations, entrants: entrants.map((name) =>
    ({ name })) }, chances: null };
  colours.clear();
  if (given)
    document.title = at("title").textContent = `${short(title)}: ${
      entrants.map((name) => short(name)).join(" against ")}`;
  if (verdict.verified)
    page.data.chances = await chancesOf(log.path);
  const view = makeView(match, log, async () => null);
  shown.player?.stop();
  shown = view;
  drawMatch(view, match, ranks, faults.map((one) =>
    ({ ...one, entrant: entrants[one.entrant] })));
  holder.replaceChildren(...[card(null, el("h2", null, `${short(title)}: the ` +
    `games${verdict.verified ? "" : ", as far as the log can be replayed"} `,
  badge(verdict.verified ? "good" : "bad", verdict)), view.players, view.tiles),
  view.holder, luckCard(match, view)].filter((part) => part));
  const [, named, , game, , ...step] = address();
  await (named === String(number) ? showGame(match, gameNumber(game), ...step) :
    showGame(match, Math.max(0, ranks.indexOf(null)) + 1));
}

let putAway = () => {};         // puts the shown games away

// Shows the games of a log below what was found so far, at once or when the
// visitor wants to see them.
async function offerGames(log, verdict, atOnce, number) {
  const holder = el("div");
  const show = async () => {
    putAway();
    putAway = () => holder.replaceChildren(button);
    await showLog(log, verdict, number, holder).catch((why) =>
      holder.replaceChildren(card("The games", note(clean(why.message)))));
  };
  const button = el("button", { type: "button", click: show },
    "Show the games");
  holder.append(button);
  at("found")[given ? "prepend" : "append"](holder);
  if (atOnce)
    await show();
}

page.key = matchKey;
page.moved = matchMoved;
addEventListener("keydown", heedKey);
addEventListener("hashchange", () => {
  const [name, ...rest] = address();
  page.moved(name, rest);
});

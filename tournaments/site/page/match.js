// match.js - one match: its games, one of them replayed, and its check.

const CHECK_AT_ONCE = 5e6;      // bytes of a log: smaller ones are checked
                                // without a click

// The match that is shown: its number, game and player, its elements, and what
// is kept of it.  While it is shown the log is loaded once: whoever hosts the
// page could answer each request with another one, and the badge is about the
// games and the luck beside it.
/** @type {any} */
let shown = { number: 0 };

const ofMatch = (list, number) => list.filter(({ match }) => match === number);
const matchOf = (number) => ofMatch(page.data.results.matches, number)[0];
const shownPath = (number) => `one/${logPath(page.data, logOf(number))}`;
const logShown = (number) => once(number === shown.number ? shown.kept :
  new Map(), "log", () => loadLog(logOf(number)));
const takeShown = (number) => checkerTakeLog(shownPath(number), logShown(number));

// The line of the book about the end of a match, or null.
async function bookEnd(number) {
  const text = await fileText(await loadFolder(), "book.jsonl");
  for (const line of text.split("\n")) {
    if (!line.includes(`"match":${number},`) || !line.includes('"t":"end"'))
      continue;
    const entry = JSON.parse(line);
    if (entry.t === "end" && entry.match === number)
      return entry;
  }
  return null;
}

// ### the games

// The names of the winners of a game: of all that share the first rank, which
// are a team; none if it is level.
function winnersOf(names, ranks) {
  const first = names.filter((_, i) => ranks[i] === 1);
  return first.length === names.length ? [] : first;
}

const listed = (names) => names.length < 2 ? names.join("") :
  `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

// By game, what is said of its faults.
function faultWords(faults) {
  const words = new Map();
  for (const { game, entrant, fault } of faults)
    words.set(game, [...words.get(game) ?? [], `fault of ${short(entrant)}: ${
      clean(fault)}`]);
  return words;
}

function gameTiles(match, ranks, faults) {
  const each = page.data.manifest.rotations, words = faultWords(faults);
  return roving(el("ol", { class: "games" }, ranks.map((row, i) => {
    const winners = winnersOf(match.entrants, row);
    const said = [winners.length === 0 ? "level" : `won by ${
      listed(winners.map((name) => short(name)))}`, ...words.get(i + 1) ?? []]
      .join(", ");
    return el("li", { class: i % each === 0 ? "new-board" : null },
      el("a", { href: addressOf("match", match.match, "game", i + 1),
        class: `game ${winners.length === 0 ? "level" :
          colourOf(winners[0], match.entrants)}`,
        tabindex: i === 0 ? "0" : "-1",
        title: `Game ${i + 1}: ${said}` },
      el("span", { class: "unseen" }, "Game "), String(i + 1),
      el("small", { "aria-hidden": "true" }, winners.length === 0 ? "=" :
        winners.map((name) => letterOf(name, match.entrants)).join(""),
      words.has(i + 1) && "!"),
      el("span", { class: "unseen" }, `, ${said}`)));
  })), "a", inList);
}

function gameTitle(told, games) {
  const { number, board, rotation } = told.game;
  const first = (board - 1) * told.match.rotations + 1;
  const last = board * told.match.rotations;
  return el("h2", null, `Game ${number} of ${games} `, el("span", {
    class: "quiet" }, `board ${board}, rotation ${rotation}`,
  last > first && `: the same dice as games ${first}\u2013${last}`));
}

// ### what is wrong

// Why a match is not true; the log itself is the subject if no file is named.
function whyWords({ file, line, why }) {
  const words = clean(why).replaceAll("one/", "");
  const other = file !== null && !/match-\d+\.(jsonl|pack)$/.test(file);
  return other ? `${clean(file).replace("one/", "")}${line === null ? "" :
    `, line ${line}`}: ${words}` : line === null ?
    `${file === null ? "" : "The log "}${words}` : `Line ${line}: ${words}`;
}

// ### the check

// Has the checker judge whether the log of a match is that of this match of
// this tournament.  Resolves to its verdict; throws if there is none.
async function judgeMatch(number) {
  for (const [name, file] of await loadFolder())
    await checkerKeep(`one/${name}`, file);
  await takeShown(number);
  // Without them it is a verdict that says nothing about luck.
  const luck = await luckFileArgs("one/").catch(() => []);
  const began = performance.now();
  const answer = await checkerAsk("one/", "tournament", "match", "one",
    "--match", String(number), ...luck);
  return { ...verdictOf(answer), seconds: (performance.now() - began) / 1000 };
}

// The same for the match that is shown, once.
const judgedMatch = (view) =>
  once(view.kept, "verdict", () => judgeMatch(view.number));

// The names of what this page says of a match and its verdict does not.
function falseOfMatch(number, { results }) {
  const shows = (list, due) => sameJson(ofMatch(list, number), due);
  return [...shows(page.data.results.matches, results.matches) ? [] :
    ["result"], ...shows(page.data.results.faults, results.faults) ? [] :
    ["list of faults"]];
}

const notOver = () => finding("open", "The dice of this tournament", "It is " +
  "not over, so its secret is not out, and nobody has signed its book: " +
  "whether these dice follow from the one and this log counts in the other " +
  "cannot be known yet.");

function tickList({ log, closed, results }, wrong) {
  // The manifest names the referee's key, and the dice belong to it.
  const open = log.not_proved.filter(({ code }) => code !== "tournament" &&
    code !== "referee_key");
  const [{ voids }] = results.matches;
  if (voids > 0)
    open.unshift({ code: "matches_void", told: true, text: `before this log, ${
      counted(voids, "attempt")} at this match ${voids === 1 ? "was" : "were"
    } made void and played again on the same dice; the proof of the whole ` +
      "tournament says how much of it was finished" });
  return findings(
    wrong.length > 0 && finding("bad", `The ${wrong.join(" and the ")} on ` +
      "this page did not come from this log",
    "What follows from it is shown now."),
    finding("good", "It is this match of this tournament", "Its number, its " +
      "players and the referee's key are those of the signed manifest",
    closed && ", its dice follow from the tournament's secret, and the book " +
      "that the operator signed names it", "."),
    ...provedOfLog(log), !closed && notOver(),
    notProved([{ code: "operator_key" }, ...open]));
}

// Marks the tile of the game that is shown.
function markGame() {
  /** @type {NodeListOf<HTMLElement>} */
  const tiles = document.querySelectorAll(".games a");
  const { game } = shown;
  for (const [i, link] of tiles.entries()) {
    link.tabIndex = i === (game <= tiles.length ? game - 1 : 0) ? 0 : -1;
    markCurrent(link, i === game - 1 && "true");
  }
}

// Shows players, results, winners and faults; what is shown already stays, as
// it may have the focus.
function drawMatch(view, ...what) {
  const text = JSON.stringify(what);
  if (text === view.drawn)
    return;
  view.drawn = text;
  view.players.replaceChildren(...matchPlayers(what[0]));
  view.tiles.replaceChildren(gameTiles(...what));
  markGame();
}

const BADGES = { good: "verified here", bad: "not true",
  open: "the tournament is not over", rules: "verified here but for the rules" };

// Shows the verdict on a match in its view, which may have been left since.
// Resolves to what is said about it.
async function verdictParts(view, verdict) {
  const wrong = verdict.verified ? falseOfMatch(view.number, verdict) : [];
  const kind = !verdict.verified || wrong.length > 0 ? "bad" :
    verdict.closed ? "good" : "open";
  const words = kind === "good" && rulesOpen(verdict.log.not_proved) ?
    "rules" : kind;
  view.badge.replaceChildren(el("span", { class: `badge ${kind}` },
    `${SIGNS[kind]} ${BADGES[words]}`));
  if (verdict.verified) {
    drawMatch(view, verdict.results.matches[0], verdict.log.ranks,
      verdict.results.faults);
    view.source.replaceChildren("These players, results, winners, faults and " +
      "games are those of the log, checked here.", page.computed === null &&
      " The lines at the top of this page are as published." || "");
    return [banner(kind, kind === "bad" ?
      "The log is true, but this page is not." : `${kind === "good" ?
      "Verified" : "Checked"} here in ${verdict.seconds.toFixed(2)} s: ${
        counted(verdict.log.decisions, "decision")}, ${
        counted(verdict.log.games, "game")}.`), tickList(verdict, wrong)];
  }
  const { file, line } = verdict.why, path = shownPath(view.number);
  return [banner("bad", "This is not the match that was played and signed."),
    wrongLog(whyWords(verdict.why)), line === null || file !== path ? "" :
      path.endsWith(".pack") ? note("The log is packed, so its lines are not " +
        "shown here.") : await linesAround(
        await unpack(await logShown(view.number)), line)];
}

function checkMatch(view) {
  view.badge.replaceChildren(el("span", { class: "badge" }, "checking\u2026"));
  working(view.check, "Checking\u2026", () => judgedMatch(view).then((verdict) =>
    verdictParts(view, verdict)).catch((why) => {
    view.badge.replaceChildren();
    throw why;
  }));
}

function checkCard(view) {
  const { number } = view, size = logSize(logOf(number));
  const path = shownPath(number);
  const node = card("Is it true?", el("p", null, "Your browser can compute " +
    "it again: every die from the opened secret, every rule of a game that " +
    "Rollcall has, every line, the signature. It does not ask this server " +
    "anything."),
  el("div", { class: "buttons" },
    el("button", { type: "button", class: "main", click: () => {
      view.kept.delete("verdict");
      checkMatch(view);
    } }, `Check this match here (${sizeWords(size)})`),
    el("button", { type: "button", click: async () => saveFile(
      path.split("/").at(-1), await unpack(await logShown(number))) },
    path.endsWith(".pack") ? "Save the packed log" : "Save the log")),
  view.check, ownCopy());
  if (size <= CHECK_AT_ONCE)
    checkMatch(view);
  return node;
}

// ### a game

// The error of `referee replay`, without the path that the log has here.
function failWords(text) {
  return clean(text.trim().replace(/^.*\.(?:jsonl|pack):(\d+): /,
    "line $1: ").replace(/^not verified: one\/[^:]*: /, ""));
}

// The number of a step in an address; "fault" is the first of this entrant.
function stepOf(told, step, name) {
  return step !== "fault" ? Number(step) || 0 : Math.max(0,
    told.steps.findIndex(({ fault, seat }) => fault &&
      told.match.entrants[told.game.seats[seat]] === name));
}

function showSteps(match, told, answer, step, ...more) {
  const number = shown.game;
  const player = makePlayer(told, stepOf(told, ...step), (at) =>
    history.replaceState(null, "", addressOf("match", match.match, "game",
      number, "step", at)));
  shown.player = player;
  const text = BOARDS.has(told.match.game) ? null : el("pre", {
    class: "told", tabindex: "0" });
  if (text !== null)
    checkerAsk("one/", "referee", "replay", "--game", String(number),
      "--board-only", shownPath(match.match)).then(({ out }) => {
      text.textContent = out;
    });
  shown.holder.replaceChildren(el("div", { class: "two" },
    el("section", { class: "card" }, gameTitle(told, match.games), player.node,
      text, answer.code !== 0 && banner("bad", "The replay ends here: ",
        failWords(answer.err)), ...more),
    card("What happened", player.list)));
  player.scroll();
}

async function showGame(match, game, ...step) {
  const view = shown, path = shownPath(match.match);
  view.player?.stop();
  view.game = game;
  markGame();
  await checkerKeep(path, await logShown(match.match));
  const replay = (...more) => checkerAsk("one/", "referee", "replay", "--json",
    "--views", "--game", String(game), "--board-only", path, ...more);
  let measured = [], without = null;
  try {
    measured = await chanceArgs();
  } catch (why) {
    without = note(`There are no chances to win here: ${clean(why.message)}.`);
  }
  let answer = await replay(...measured.length > 0 ? ["--analyse",
    ...measured] : []);
  // A game whose chances cannot be computed is shown without them.
  if (answer.code === 2 && measured.length > 0)
    answer = await replay();
  if (shown !== view || view.game !== game)
    return;
  const told = readSteps(answer.out);
  if (told.match === null || told.game === null || !told.steps[0].view)
    view.holder.replaceChildren(card(`Game ${game}`, banner("bad",
      failWords(answer.err) || "This game is not in the log.")));
  else
    showSteps(match, told, answer, step, without);
}

const gameNumber = (text) => Math.max(1, Number(text) || 1);

function matchView([text, , game, , ...step]) {
  const number = Number(text), match = matchOf(number);
  const back = el("p", null, el("a", { href: addressOf("matches") },
    "\u2190 all matches"));
  if (!match || match.state !== "ended" || !logOf(number))
    return [back, card(`Match ${clean(text)}`, note(match ?
      "The log of this match is not published." : "There is no such match."))];
  const view = { number, game: 0, player: null, kept: new Map(), drawn: "",
    badge: el("span"), tiles: el("div"), holder: el("div"),
    players: el("p", { class: "players" }, matchPlayers(match)),
    source: el("p", { class: "source quiet" }, page.computed ?
      `${page.computed} The games below are as published.` : PUBLISHED),
    check: el("div", { "aria-live": "polite" }) };
  shown = view;
  bookEnd(number).then((end) => end && view.drawn === "" && drawMatch(view,
    match, end.ranks, ofMatch(page.data.results.faults, number))).then(() => showGame(match, gameNumber(game), ...step))
    .catch((why) => view.holder.replaceChildren(card("The games",
      banner("open", clean(why.message)))));
  return [back, card(null, el("h2", null, `Match ${number} `, view.badge),
    view.players, view.tiles, view.source), view.holder, luckCard(match, view),
  checkCard(view)];
}

// If only the game or the step of the same match has changed, redraws only
// that.
function matchMoved(name, [text, , game, , ...step]) {
  if (name !== "match" || shown.number !== Number(text) ||
      !shown.holder.isConnected)
    return false;
  if (gameNumber(game) === shown.game && shown.player !== null)
    shown.player.show(stepOf(shown.player.told, ...step));
  else
    showGame(matchOf(shown.number), gameNumber(game), ...step).catch(() => {});
  return true;
}

// Handles the keys of the player; false if it is another key.
function matchKey(key) {
  const { player } = shown;
  if (!player?.node.isConnected)
    return false;
  const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
  const game = shown.game + ({ ArrowUp: -1, ArrowDown: 1 }[key] ?? 0);
  if (key in steps)
    player.step(steps[key]);
  else if (key === " ")
    player.toggle();
  else if (game === shown.game)
    return false;
  else if (game >= 1 && game <= matchOf(shown.number).games)
    location.hash = addressOf("match", shown.number, "game", game);
  return true;
}

page.views.set("match", matchView);
page.moved = matchMoved;
page.key = matchKey;
page.leave = () => shown.player?.stop();

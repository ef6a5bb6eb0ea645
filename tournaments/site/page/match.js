// match.js - the games of a match, one of them replayed.

// The match that is shown: its number, game and player, its elements, and what
// is kept of it.  While it is shown the log is loaded once: whoever hosts the
// page could answer each request with another one, and the badge is about the
// games and the luck beside it.
/** @type {any} */
let shown = { number: 0 };

// Makes such a view.  `log` is {path, size, load}: its path for the checker, its
// size once unpacked; `load` resolves to the file, `judged` to the verdict.
function makeView(match, log, judged) {
  return { match, number: match.match, log, judged, game: 0, player: null,
    kept: new Map(), drawn: "", players: el("p", { class: "players" },
      matchPlayers(match)), tiles: el("div"), holder: el("div") };
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
  const tiles = roving(el("ol", { class: "games" }, ranks.map((row, i) => {
    const winners = winnersOf(match.entrants, row ?? []);
    const result = row === null ? "without an end" : winners.length === 0 ?
      "level" : `won by ${listed(winners.map((name) => short(name)))}`;
    const said = [result, ...words.get(i + 1) ?? []].join(", ");
    return el("li", { class: i % each === 0 ? "new-board" : null },
      el("a", { href: addressOf("match", match.match, "game", i + 1,
        ...words.has(i + 1) ? ["step", "fault", faults.find(({ game }) =>
          game === i + 1).entrant] : []),
      class: `game ${winners.length === 0 ? "level" :
          colourOf(winners[0], match.entrants)}`,
        tabindex: i === 0 ? "0" : "-1",
        title: `Game ${i + 1}: ${said}` },
      el("span", { class: "unseen" }, "Game "), String(i + 1),
      el("small", { "aria-hidden": "true" }, row === null ? "?" :
        winners.length === 0 ? "=" :
        winners.map((name) => letterOf(name, match.entrants)).join(""),
      words.has(i + 1) && "!"),
      el("span", { class: "unseen" }, `, ${said}`)));
  })), "a", inList);
  return [tiles, note("A letter is the winner's, = is level, ! is a fault" +
    `${ranks.includes(null) ? ", ? has no end" : ""}.`)];
}

function gameTitle(told, games) {
  const { number, board, rotation } = told.game;
  const first = (board - 1) * told.match.rotations + 1;
  const last = board * told.match.rotations;
  return el("h2", null, `Game ${number} of ${games} `, el("span", {
    class: "quiet" }, `board ${board}, rotation ${rotation}`,
  last > first && `: the same dice as games ${first}\u2013${last}`));
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
  view.tiles.replaceChildren(...gameTiles(...what));
  markGame();
}

// ### a game

// The error of `referee replay`, without the path that the log has here.
function failWords(text) {
  return clean(text.trim().replace(/^.*\.(?:jsonl|pack):(\d+): /,
    "line $1: ").replace(/^not verified: one\/[^:]*: /, ""));
}

// The number of a step in an address; "fault" is the first of this entrant,
// "mistake" the costliest of this turn.
function stepOf(told, step, name) {
  if (step === "mistake") {
    const costs = told.steps.map(({ turn, cost = 0 }) =>
      turn === Number(name) ? cost : 0);
    return costs.indexOf(Math.max(...costs));
  }
  return step !== "fault" ? Number(step) || 0 : Math.max(0,
    told.steps.findIndex(({ fault, seat }) => fault &&
      told.match.entrants[told.game.seats[seat]] === name));
}

// To the next game of a match, or to the next match.
function nextLink({ match, games }, number) {
  const next = page.data.results?.matches.find((one) => one.match > match &&
    one.state === "ended" && logOf(one.match));
  const link = (words, ...place) => el("p", null, el("a", { class: "next",
    href: addressOf("match", ...place) }, words));
  return number < games ? link(`Next: game ${number + 1} \u2192`, match, "game",
    number + 1) : next ? link(`Next: match ${next.match} \u2192`, next.match) :
    null;
}

// The rules of the game, as the game itself explains them.
function rulesOf({ sheet }, open = false) {
  return sheet && el("details", { open }, el("summary", null, "How the game goes"),
    el("pre", { class: "told", tabindex: "0" }, sheet.split("\n")
      .map(clean).join("\n")));
}

function showSteps(match, told, answer, pictured, step, ...more) {
  const number = shown.game;
  const player = makePlayer(told, stepOf(told, ...step), (at) =>
    history.replaceState(null, "", addressOf("match", match.match, "game",
      number, "step", at)), nextLink(match, number));
  shown.player = player;
  const text = BOARDS.has(told.match.game) || pictured ? null : el("pre", {
    class: "told", tabindex: "0" });
  if (text !== null)
    checkerAsk("one/", "referee", "replay", "--game", String(number),
      "--board-only", shown.log.path).then(({ out }) => {
      text.textContent = out;
    });
  shown.holder.replaceChildren(el("div", { class: "two" },
    el("section", { class: "card" }, gameTitle(told, match.games), player.node,
      rulesOf(page.data), text, answer.code !== 0 && banner("bad",
        "The replay ends here: ", failWords(answer.err)),
      pictured && note(TOLD_NOTE), ...more),
    card("What happened", player.list)));
  player.scroll();
}

async function showGame(match, game, ...step) {
  const view = shown, { path } = view.log;
  view.player?.stop();
  view.game = game;
  markGame();
  await checkerKeep(path, await view.log.load());
  const replay = (...more) => checkerAsk("one/", "referee", "replay", "--json",
    "--views", "--game", String(game), "--board-only", path, ...more);
  let measured = [], without = null;
  try {
    measured = page.data.chances ? ["--analyse", ...await chanceArgs()] : [];
  } catch (why) {
    without = note(`There are no chances to win here: ${clean(why.message)}.`);
  }
  let answer = await replay(...measured);
  // A game whose chances cannot be computed is shown without them.
  if (answer.code === 2 && measured.length > 0)
    answer = await replay();
  const told = readSteps(answer.out);
  const pictured = told.game !== null &&
    await addTold(told, await view.log.load());
  if (shown !== view || view.game !== game)
    return;
  if (told.match === null || told.game === null || !told.steps[0].view)
    view.holder.replaceChildren(card(`Game ${game}`, banner("bad",
      failWords(answer.err) || "This game is not in the log.")));
  else
    showSteps(match, told, answer, pictured, step, without);
}

const gameNumber = (text) => Math.max(1, Number(text) || 1);

// If only the game or the step of the same match has changed, redraws only
// that.
function matchMoved(name, [text, , game, , ...step]) {
  if (name !== "match" || shown.number !== Number(text) ||
      !shown.holder.isConnected)
    return false;
  if (gameNumber(game) === shown.game && shown.player !== null)
    shown.player.show(stepOf(shown.player.told, ...step));
  else
    showGame(shown.match, gameNumber(game), ...step).catch(() => {});
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
  else if (key === "e" || key === "m")
    player.find(key === "e" ? isEvent : isMistake);
  else if (game === shown.game)
    return false;
  else if (game >= 1 && game <= shown.match.games)
    location.hash = addressOf("match", shown.number, "game", game);
  return true;
}


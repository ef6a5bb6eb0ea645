// match.js - one match: its games, one of them replayed, and its check.

const CHECK_AT_ONCE = 5e6;      // bytes of a log: smaller ones are checked
                                // without a click
const LINES_AROUND = 4;

const shown = { match: 0, game: 0, player: null, holder: null, badge: null };

function matchOf(number) {
  return page.data.results.matches.find((match) => match.match === number);
}

const logPath = (number) => `one/${logName(number)}`;

// The line of the book about the end of a match, or null.
async function bookEnd(number) {
  await loadFolder();
  const text = await fileText(page.files, "book.jsonl");
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

function gameTiles(match, ranks) {
  const each = page.data.manifest.rotations;
  return roving(el("ol", { class: "games" }, ranks.map((row, i) => {
    const first = row.flatMap((rank, place) => rank === 1 ? [place] : []);
    const winner = first.length === 1 ? match.entrants[first[0]] : null;
    return el("li", { class: i % each === 0 ? "new-board" : null },
      el("a", { href: addressOf("match", match.match, "game", i + 1),
        class: `game ${winner === null ? "level" :
          colourOf(winner, match.entrants)}`, tabindex: i === 0 ? "0" : "-1",
        title: `Game ${i + 1}: ${winner === null ? "level" :
          clean(winner)}` }, el("span", { class: "unseen" }, "Game "),
      String(i + 1), el("small", { "aria-hidden": "true" }, winner === null ?
        "=" : letterOf(winner, match.entrants)),
      el("span", { class: "unseen" }, winner === null ?
        ", level" : `, won by ${clean(winner)}`)));
  })));
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

async function linesAround(number, line) {
  if (page.packed.has(`${number}/0`))
    return note("The log is packed, so its lines are not shown here.");
  const text = await (await unpack(await loadLog(number))).text();
  const lines = text.split("\n");
  const from = Math.max(1, line - LINES_AROUND);
  const to = Math.min(lines.length, line + LINES_AROUND - 1);
  return el("pre", { class: "lines", tabindex: "0" },
    lines.slice(from - 1, to).map((one, i) => el("span", {
      class: from + i === line ? "wrong" : null },
    `${from + i}  ${short(one, 400)}\n`)));
}

function whyWords({ line, why }) {
  return line === null ? clean(why) : `Line ${line}: ${clean(why)}`;
}

// ### the check

function tickList(match, verdict, same) {
  const rolls = verdict.rolls;
  return el("ul", { class: "findings" },
    finding("good", "No byte has changed since the referee signed",
      "The log's hash is ", el("code", null, verdict.log),
      ", signed with the key ", el("code", null, verdict.key), "."),
    finding("good", "The dice were fixed before the first move",
      "The secret at the end fits the seal at the beginning, ",
      el("code", null, verdict.seal), "."),
    finding("good", rolls === 0 ? "No dice were rolled" :
      `All ${counted(rolls, "roll")} follow from that secret`),
    finding("good", `All ${counted(verdict.decisions, "decision")} are legal, ` +
      "and the results follow from them"),
    same ? finding("good", "The tournament's book names this log") :
      finding("bad", "The tournament's book names another log for this match",
        "The log may be good, but it is not the one that the result is from."),
    notProved(verdict.not_proved.filter(({ code }) => code !== "tournament")));
}

async function showVerdict(holder, match, answer, seconds) {
  const verdict = verdictOf(answer);
  const end = await bookEnd(match.match);
  if (verdict === null) {
    shown.badge.replaceChildren();
    holder.replaceChildren(banner("open", "The checker could not look: " +
      clean(answer.err || "it gave no verdict")));
    return;
  }
  const same = verdict.verified && end !== null && end.log === verdict.log;
  const kind = verdict.verified && same ? "good" : "bad";
  shown.badge.replaceChildren(el("span", { class: `badge ${kind}` },
    `${SIGNS[kind]} ${kind === "good" ? "verified here" : "not true"}`));
  if (verdict.verified) {
    holder.replaceChildren(banner(kind, kind === "good" ?
      `Verified here in ${seconds.toFixed(2)} s: ${counted(verdict.decisions,
        "decision")}, ${counted(verdict.games, "game")}.` :
      "This log is not the one that the tournament's book names."),
    tickList(match, verdict, same));
    return;
  }
  holder.replaceChildren(banner("bad",
    "This log is not what was played and signed."),
  el("ul", { class: "findings" }, finding("bad", whyWords(verdict.why)),
    finding("open", "All that stands behind it",
      "Nothing behind a wrong line counts.")));
  if (verdict.why.line !== null)
    holder.append(await linesAround(match.match, verdict.why.line));
}

async function checkMatch(match, holder) {
  holder.replaceChildren(el("div", { class: "working" },
    banner("open", "Checking\u2026"), stopButton()));
  shown.badge.replaceChildren(el("span", { class: "badge" },
    "checking\u2026"));
  try {
    await checkerTakeLog(logPath(match.match), match.match);
    const began = performance.now();
    const answer = await checkerAsk("one/", "referee", "verify", "--json",
      logPath(match.match));
    await showVerdict(holder, match, answer,
      (performance.now() - began) / 1000);
  } catch (why) {
    shown.badge.replaceChildren();
    holder.replaceChildren(banner("open", `The checker could not look: ${
      clean(why.message)}`));
  }
}

async function saveLog(match) {
  saveFile(logName(match.match), await unpack(await loadLog(match.match)));
}

function checkCard(match) {
  const size = page.logs.get(`${match.match}/0`);
  const holder = el("div", { "aria-live": "polite" });
  const node = card("Is it true?", el("p", null, "Your browser can compute " +
    "all of it again: every die from the opened secret, every rule, every " +
    "line, the signature. It does not ask this server anything."),
  el("div", { class: "buttons" },
    el("button", { type: "button", class: "main",
      click: () => checkMatch(match, holder) },
    `Check this match here (${sizeWords(size)})`),
    el("button", { type: "button", click: () => saveLog(match) },
      page.packed.has(`${match.match}/0`) ? "Save the packed log" :
        "Save the log")), holder, ownCopy());
  if (size <= CHECK_AT_ONCE)
    checkMatch(match, holder);
  return node;
}

// ### a game

// The error of `referee replay`, without the path that the log has here.
function failWords(text) {
  return clean(text.trim().replace(/^.*\.(?:jsonl|pack):(\d+): /,
    "line $1: ").replace(/^not verified: one\/[^:]*: /, ""));
}

function showSteps(match, told, answer, step, ...more) {
  const number = shown.game;
  const player = makePlayer(told, step, (at) => history.replaceState(null, "",
    addressOf("match", match.match, "game", number, "step", at)));
  shown.player = player;
  const text = BOARDS.has(told.match.game) ? null : el("pre", {
    class: "told", tabindex: "0" });
  if (text !== null)
    checkerAsk("one/", "referee", "replay", "--game", String(number),
      "--board-only", logPath(match.match)).then(({ out }) => {
      text.textContent = out;
    });
  shown.holder.replaceChildren(el("div", { class: "two" },
    el("section", { class: "card" }, gameTitle(told, match.games), player.node,
      text, answer.code !== 0 && banner("bad", "The replay ends here: ",
        failWords(answer.err)), ...more),
    card("What happened", player.list)));
  player.scroll();
}

async function showGame(match, game, step) {
  shown.player?.stop();
  shown.game = game;
  const tiles = [...document.querySelectorAll(".games a")];
  for (const [i, link] of tiles.entries()) {
    link.tabIndex = i === (game <= tiles.length ? game - 1 : 0) ? 0 : -1;
    if (i === game - 1)
      link.setAttribute("aria-current", "true");
    else
      link.removeAttribute("aria-current");
  }
  await checkerKeep(logPath(match.match), await loadLog(match.match));
  const words = ["referee", "replay", "--json", "--views", "--game",
    String(game), "--board-only", logPath(match.match)];
  let measured = [], without = null;
  try {
    measured = await chanceArgs();
  } catch (why) {
    without = note(`There are no chances to win here: ${clean(why.message)}.`);
  }
  let answer = await checkerAsk("one/", ...words,
    ...measured.length > 0 ? ["--analyse", ...measured] : []);
  // A game whose chances cannot be computed is shown without them.
  if (answer.code === 2 && measured.length > 0)
    answer = await checkerAsk("one/", ...words);
  if (shown.match !== match.match || shown.game !== game)
    return;
  const told = readSteps(answer.out);
  if (told.match === null || told.game === null || !told.steps[0].view)
    shown.holder.replaceChildren(card(`Game ${game}`, banner("bad",
      failWords(answer.err) || "This game is not in the log.")));
  else
    showSteps(match, told, answer, step, without);
}

function matchView([text, , game, , step]) {
  const number = Number(text);
  const match = matchOf(number);
  const back = el("p", null, el("a", { href: addressOf("matches") },
    "\u2190 all matches"));
  if (!match || match.state !== "ended" || !page.logs.has(`${number}/0`))
    return [back, card(`Match ${clean(text)}`, note(match ?
      "The log of this match is not published." : "There is no such match."))];
  const tiles = el("div");
  Object.assign(shown, { match: number, player: null, holder: el("div"),
    badge: el("span") });
  const fail = (why) => shown.holder.replaceChildren(card("The games",
    banner("open", clean(why.message))));
  bookEnd(number).then((end) => end &&
    tiles.replaceChildren(gameTiles(match, end.ranks))).then(() =>
    showGame(match, Math.max(1, Number(game) || 1), Number(step) || 0))
    .catch(fail);
  return [back, card(null, el("h2", null, `Match ${number} `, shown.badge),
    el("p", { class: "players" }, matchPlayers(match)), tiles), shown.holder,
  luckCard(match), checkCard(match)];
}

// If only the game or the step of the same match has changed, redraws only
// that.
function matchMoved(name, [text, , game, , step]) {
  if (name !== "match" || shown.match !== Number(text) || !shown.holder?.isConnected)
    return false;
  const match = matchOf(Number(text));
  const number = Math.max(1, Number(game) || 1);
  if (number === shown.game && shown.player !== null)
    shown.player.show(Number(step) || 0);
  else
    showGame(match, number, Number(step) || 0).catch(() => {});
  return true;
}

// Handles the keys of the player; false if it is another key.
function matchKey(key) {
  const { player } = shown;
  if (!player?.node.isConnected)
    return false;
  const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
  const games = { ArrowUp: -1, ArrowDown: 1 };
  if (key in steps) {
    player.step(steps[key]);
  } else if (key === " ") {
    player.toggle();
  } else if (key in games) {
    const to = shown.game + games[key];
    if (to >= 1 && to <= matchOf(shown.match).games)
      location.hash = addressOf("match", shown.match, "game", to);
  } else {
    return false;
  }
  return true;
}

page.views.set("match", matchView);
page.moved = matchMoved;
page.key = matchKey;
page.leave = () => shown.player?.stop();

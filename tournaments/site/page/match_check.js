// match_check.js - a match of a tournament, and its check.

const CHECK_AT_ONCE = 5e6;      // bytes of a log: smaller ones are checked
                                // without a click

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

// Shows the verdict on a match in its view, which may have been left since.
// Resolves to what is said about it.
async function verdictParts(view, verdict) {
  const wrong = verdict.verified ? falseOfMatch(view.number, verdict) : [];
  const kind = !verdict.verified || wrong.length > 0 ? "bad" :
    verdict.closed ? "good" : "open";
  view.badge.replaceChildren(badge(kind, verdict.log));
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
  const { path, size, load } = view.log;
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
      path.split("/").at(-1), await unpack(await load())) },
    path.endsWith(".pack") ? "Save the packed log" : "Save the log")),
  view.check, ownCopy());
  if (size <= CHECK_AT_ONCE)
    checkMatch(view);
  return node;
}

function matchView([text, , game, , ...step]) {
  const number = Number(text), match = matchOf(number);
  const back = el("p", null, el("a", { href: addressOf("matches") },
    "\u2190 all matches"));
  if (!match || match.state !== "ended" || !logOf(number))
    return [back, card(`Match ${clean(text)}`, note(match ?
      "The log of this match is not published." : "There is no such match."))];
  const log = { path: shownPath(number), size: logSize(logOf(number)),
    load: () => logShown(number) };
  const view = { ...makeView(match, log, () => judgedMatch(view)),
    badge: el("span"), source: el("p", { class: "source quiet" },
      page.computed ? `${page.computed} The games below are as published.` :
        PUBLISHED),
    check: el("div", { "aria-live": "polite" }) };
  shown = view;
  view.holder.append(note("Loading the game\u2026"));
  bookEnd(number).then((end) => end && view.drawn === "" && drawMatch(view,
    match, end.ranks, ofMatch(page.data.results.faults, number))).then(() => showGame(match, gameNumber(game), ...step))
    .catch((why) => view.holder.replaceChildren(card("The games",
      banner("open", clean(why.message)))));
  return [back, card(null, el("h2", null, `Match ${number} `, view.badge),
    view.players, view.tiles, view.source), view.holder, luckCard(match, view),
  checkCard(view)];
}

page.views.set("match", matchView);
page.moved = matchMoved;
page.key = matchKey;
page.leave = () => shown.player?.stop();

// live.js - a tournament that is being played: polls for news and shows it
// without losing the visitor's place on the page.

const LIVE = { ask: 2000, rest: 10000, silent: 40000 };
const FOCUSABLE = "a[href], button, input, select, textarea, summary, " +
  "[tabindex]";
// The views that are drawn again when there is news.
const RENEWED = new Set(["", "matches", "live"]);

// When live.js changed last.
let liveChanged = 0;
let liveWaits = false;          // the view that is shown is out of date

rollcall.live = (state) => {
  if (page.computed !== null)
    return;                     // a late answer is not what was checked
  const first = page.live === null;
  if (first || JSON.stringify(state) !== JSON.stringify(page.live))
    liveChanged = Date.now();
  page.live = state;
  if (first)
    page.views.set("live", liveView);
};

const endedMatches = () => page.data.results.matches.filter((match) =>
  match.state === "ended").length;

// ### the view

// A bar that shows `part` of `whole`.
function meter(words, part, whole) {
  return el("div", { class: "meter", role: "progressbar", "aria-label": words,
    "aria-valuemin": "0", "aria-valuemax": String(whole),
    "aria-valuenow": String(part), "--share":
    `${whole > 0 ? 100 * part / whole : 0}%` }, el("span"));
}

function playingItem(match) {
  const number = Math.min(match.games + 1, match.games_of);
  const words = `game ${number.toLocaleString("en")} of ${
    match.games_of.toLocaleString("en")}`;
  return el("li", null, el("p", { class: "players" }, matchPlayers(
    match.games > 0 ? match : { ...match, points: [] })),
    meter(`Match ${match.match}`, match.games, match.games_of),
    el("p", { class: "quiet" }, `Match ${match.match}, ${words}`));
}

function resultItem(match) {
  const open = logOf(match.match);
  return el("li", { class: "result" }, el("p", { class: "players" },
    matchPlayers(match)), open && el("a", { href: addressOf("match", match.match) },
      `Match ${match.match}`));
}

const news = (list, item, none) => list.length === 0 ? note(none) :
  el("ul", { class: "news" }, list.map(item));

function liveWords(state) {
  const of = state.games_of.toLocaleString("en");
  const done = state.games.toLocaleString("en");
  return state.over ? counted(state.games, "game") : `${done} of ${of} games` +
    (state.left === null ? "" : `, ${state.left} left`) +
    (state.whole ? "" : ", more rounds follow");
}

function liveNote(state) {
  if (state.over)
    return null;
  if (!state.running)
    return note("Nobody plays at the moment: the tournament was interrupted " +
      "and can go on.");
  return Date.now() - liveChanged > LIVE.silent && note("Nothing new has come " +
    "for a while: the tournament was interrupted, or this page cannot be " +
    "reached.");
}

function liveView() {
  const { live: state, data } = page;
  return [el("section", { class: "course-of-play" },
    el("h2", null, state.over ? "Over " : state.running ? "Playing " :
      "Interrupted ", quiet(liveWords(state))),
    meter("Games finished", state.games, state.games_of), liveNote(state)),
  el("div", { class: "live" },
    card(state.over ? "Table" : "Table so far", ...ladderPools(data.ladder)),
    el("div", null, !state.over && card("On the boards now", news(state.playing,
      playingItem, "No match is being played.")),
    card("Last results", news(state.results, resultItem,
      "No match has ended yet.")))),
  ...formatCards(data)];
}

// ### news

// Is the visitor choosing or copying something that would disappear?
function isBusy(main) {
  const selection = getSelection();
  return document.activeElement?.matches("select, input") ||
    (!selection.isCollapsed && main.contains(selection.anchorNode));
}

// Moves the focus to the element with the same text and link that is nearest to
// its old place.
function focusAgain(main, old, at) {
  const now = [...main.querySelectorAll(FOCUSABLE)];
  const alike = now.filter((one) => one.textContent === old.textContent &&
    one.getAttribute("href") === old.getAttribute("href"));
  const place = (one) => Math.abs(now.indexOf(one) - at);
  alike.sort((a, b) => place(a) - place(b));
  (alike[0] ?? now[Math.min(at, now.length - 1)] ?? main)
    .focus({ preventScroll: true });
}

// Shows the same view with the new data.
function renewView(main) {
  const [first, ...rest] = address();
  const old = document.activeElement;
  const at = [...main.querySelectorAll(FOCUSABLE)].indexOf(old);
  const top = scrollY;
  const wide = [...main.querySelectorAll(".wide")].map((one) => one.scrollLeft);
  const rows = () => main.querySelectorAll(".matches .match").length;
  const shown = rows();
  main.style.minHeight = `${main.offsetHeight}px`;
  main.replaceChildren(...viewParts(first, rest));
  let more;
  while (rows() < shown &&
         (more = main.querySelector(".matches + button:not([hidden])")))
    more.click();
  main.querySelectorAll(".wide").forEach((one, i) => {
    one.scrollLeft = wide[i] ?? 0;
  });
  if (at >= 0)
    focusAgain(main, old, at);
  scrollTo(0, top);
  main.style.minHeight = "";
}

function showNews() {
  const main = document.getElementById("main");
  const [name] = address();
  document.querySelector("header .quiet").textContent =
    inShort().join(" \u00b7 ");
  document.querySelector(".live-line").replaceChildren(...liveLine());
  if (!RENEWED.has(name) || !page.views.has(name) || isBusy(main))
    return;
  liveWaits = false;
  renewView(main);
}

// The state in one line, with a link to its view.
function liveLine() {
  const { live: state } = page;
  return state.over ? [el("span", { class: "badge" }, "over")] :
    [el("a", { class: `badge ${state.running ? "on" : ""}`,
      href: addressOf("live") }, state.running ? "live" : "interrupted"),
    ` ${liveWords(state)}`];
}

// live.js is written after data.js, which is written less often.
async function askForNews() {
  if (page.computed !== null)
    return;
  const before = page.live, silent = liveNote(before) !== null;
  try {
    await runScript(`live.js?${Date.now()}`);
    const { live } = page;
    if (live.shown !== endedMatches() || live.over !== page.data.closed) {
      page.version = `?${live.shown}${live.over ? "over" : ""}`;
      await loadPart(`data.js${page.version}`, "data");
      liveWaits = true;
    }
  } catch {
    // It is polled again; the view says so if nothing has come for long.
  }
  const { live } = page;
  if (page.computed !== null)
    return;
  if (liveWaits || JSON.stringify({ ...live, beat: 0 }) !==
      JSON.stringify({ ...before, beat: 0 }) ||
      (liveNote(live) !== null) !== silent) {
    liveWaits = true;
    showNews();
  }
  if (live.over && !before.over)
    document.querySelector(".live-said").textContent =
      "The tournament is over.";
  if (!live.over || !page.data.closed || liveWaits)
    setTimeout(askForNews, live.running ? LIVE.ask : LIVE.rest);
}

// Begins polling; the frame must have been made.
function beginLive() {
  if (page.live === null)
    return;
  document.querySelector("header nav").before(
    el("p", { class: "live-line" }, ...liveLine()),
    el("p", { class: "unseen live-said", role: "status" }));
  setTimeout(askForNews, LIVE.ask);
}

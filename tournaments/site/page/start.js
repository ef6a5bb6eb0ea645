// start.js - the frame around the views, and the choice of the view.

page.views.set("", tableView);
// The views of more.js, which is loaded when one of them is wanted.
const LATER = new Set(["match", "matches", "proof", "entrant", "about"]);
const TABS = [["live", "Live"], ["", "Table"], ["matches", "Matches"],
  ["proof", "Proof"],
  ["about", "About"]];
const OF_TAB = { match: "matches", entrant: "" };

function markTab(name) {
  const tab = OF_TAB[name] ?? name;
  for (const link of document.querySelectorAll("nav a"))
    markCurrent(link, link.getAttribute("data-tab") === tab && "page");
}

const PUBLISHED = "As published by the operator; not checked here.";

// Where the data of a view come from.
function sourceLine() {
  return el("p", { class: "source quiet" }, page.computed ?? PUBLISHED, " ",
    page.computed === null ? el("a", { href: addressOf("proof") },
      "Check it") : page.data.series && "The line above the title is as " +
      "published.");
}

// A match has its own line.
function viewParts(name, rest) {
  return [name !== "match" && sourceLine(),
    ...page.views.get(name)(rest)].filter((part) => part);
}

// The title of the window for a view.
function titleOf(name, rest) {
  const [first = "", , game] = rest;
  const words = name === "match" ? `Match ${Number(first)}${game ?
    `, game ${Number(game)}` : ""}` : name === "entrant" ? short(first) :
    TABS.find(([tab]) => tab === name)?.[1] ?? "";
  return `${words} \u2013 ${short(page.data.name)}`;
}

// Has the browser fetch at the same time what a view will ask for one after the
// other.
function fetchSoon(name, rest) {
  const log = name === "match" && logOf(Number(rest[0]));
  for (const file of ["more.js", ...log ? [`folder.js${page.version}`,
    logName(log), "checker.js", ...page.data.chances ? ["chances.js"] : []] :
    []])
    document.head.append(el("link", { rel: "preload", as: "script",
      href: file }));
}

async function showView() {
  const wanted = location.hash;
  const main = document.getElementById("main");
  const [first, ...rest] = address();
  const name = page.views.has(first) || LATER.has(first) ? first : "";
  let parts;
  try {
    if (!page.views.has(name)) {
      fetchSoon(name, rest);
      main.replaceChildren(note("Loading the program\u2026"));
      await loadScript("more.js", () => page.views.has(name));
    }
    document.title = titleOf(name, rest);
    if (location.hash !== wanted || page.moved?.(name, rest))
      return;
    page.leave?.();
    parts = viewParts(name, rest);
  } catch (why) {
    console.error(why);
    parts = [card("Something is missing", note(clean(why.message)))];
  }
  const moved = main.childElementCount > 0;
  document.documentElement.classList.toggle("projector", name === "live");
  markTab(name);
  main.replaceChildren(...parts);
  if (moved) {
    main.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
}

// The line under the title.
function inShort() {
  const { data, series } = page;
  const game = clean(data.title).toLowerCase() === data.game ? data.game :
    clean(data.title);
  if (series !== null)
    return [game, series.league ? "league" : "series",
      counted(series.rounds.length, "round"),
      counted(series.entrants.length, "entrant"),
      counted(series.rounds.reduce((sum, one) => sum + one.games, 0), "game")];
  return [game, formatName(data.manifest.format.type),
    counted(data.manifest.entrants.length, "entrant"),
    counted(data.results.matches.filter((match) => match.state === "ended")
      .length, "match", "matches"), counted(data.games, "game")];
}

// Links from a round to its series and to the rounds next to it.
function seriesLinks({ name, round, rounds }) {
  const link = (number, text) => number >= 1 && number <= rounds &&
    [" \u00b7 ", el("a", { href: `../${String(number).padStart(3, "0")}` +
      "/index.html" }, text)];
  return el("p", { class: "series" }, el("a", { href: "../index.html" },
    el("bdi", null, short(name))), `, round ${round} of ${rounds}`,
  link(round - 1, "\u2190 the one before"), link(round + 1,
    "the next one \u2192"));
}

function headerParts() {
  const tabs = TABS.filter(([name]) => page.views.has(name) ||
    LATER.has(name)).map(([name, text]) => el("a", { "data-tab": name,
    href: name === "" ? "#/" : addressOf(name) }, text));
  return [page.data.series && seriesLinks(page.data.series),
    el("h1", null, el("bdi", null, short(page.data.name))),
    el("p", { class: "quiet" }, inShort().join(" \u00b7 ")),
    el("nav", { "aria-label": "Views" }, tabs)].filter((part) => part);
}

// Writes what is around the view again, after the data have changed.
function frameAgain() {
  document.querySelector("header").replaceChildren(...headerParts());
  document.querySelector(".source")?.replaceWith(sourceLine());
  const [name, ...rest] = address();
  markTab(name);
  document.title = titleOf(name, rest);
}

function frame() {
  document.body.replaceChildren(
    el("a", { href: "#main", class: "skip", click: (event) => {
      event.preventDefault();
      document.getElementById("main").focus();
    } }, "Skip to the content"),
    el("header", null, headerParts()),
    el("main", { id: "main", tabindex: "-1" }),
    el("footer", null, "Made by Rollcall. This page loads nothing from other " +
      "servers, sets no cookies, and works from a USB stick."));
}

// What index.html names itself is tried again, too; without the data there is
// only the table that is in it.
async function fetchMissing() {
  if (document.styleSheets.length === 0)
    document.head.append(el("link", { rel: "stylesheet", href: "style.css" }));
  if (page.data === null)
    await loadPart("data.js", "data");
  if (page.series !== null && LATER.has("matches"))
    await loadScript("series.js", () => !LATER.has("matches"));
  if (page.live === null && document.querySelector("script[src='live.js']"))
    await runScript("live.js").catch(() => {});
}

addEventListener("DOMContentLoaded", async () => {
  try {
    await fetchMissing();
  } catch (why) {
    document.getElementById("plain").append(
      el("p", { class: "banner open", role: "status" }, `${why.message}.`));
    return;
  }
  page.plain = `${document.title}\n${
    document.getElementById("plain")?.textContent.trim()}`;
  frame();
  beginLive();
  showView();
  addEventListener("hashchange", showView);
  addEventListener("keydown", heedKey);
});

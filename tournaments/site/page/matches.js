// matches.js - the list of all matches, and what the tournament is about.

const MATCHES_AT_ONCE = 200;

function matchBar(match) {
  const sum = match.points.reduce((all, value) => all + value, 0);
  return sum > 0 && el("span", { class: "shares", "aria-hidden": "true" },
    match.entrants.map((name, i) => match.points[i] > 0 && el("span", {
      class: colourOf(name, match.entrants),
      "--share": `${100 * match.points[i] / sum}%` })));
}

function matchRow(match) {
  const open = match.state === "ended" && logOf(match.match);
  const bye = match.entrants.length === 1;
  const number = { class: `match-number ${bye ? "quiet" : ""}` };
  const bad = (words) => el("span", { class: "bad" }, words);
  return el("li", { class: "match" }, open ?
    el("a", { ...number, href: addressOf("match", match.match) },
      `Match ${match.match}`) :
    el("span", number, bye ? match.state[0].toUpperCase() +
      match.state.slice(1) : `Match ${match.match}`),
  el("span", { class: "players" }, matchPlayers(match)), !bye && [
    matchBar(match), el("span", { class: "state" }, match.state !== "ended" ?
      match.state : `${counted(match.games, "game")}${open ? "" :
        ", log not published"}`),
    match.faults > 0 && bad(counted(match.faults, "fault")),
    match.voids > 0 && bad(`played again ${counted(match.voids, "time")}`)]);
}

// How the list can be sorted: by what is the higher the earlier.
const MATCH_ORDERS = {
  "by number": () => 0,
  "clearest first": ({ points: made }) => made.length === 0 ? -1 :
    Math.max(...made) - Math.min(...made),
  "closest first": ({ points: made }) => made.length === 0 ? -Infinity :
    Math.min(...made) - Math.max(...made),
  "faults first": ({ faults }) => faults };
// What the visitor has typed and chosen in the list at this address.
let matchList = { at: "", words: "", order: "by number" };

// The matches of one entrant or of two; all without a name.
function matchesView(names) {
  const { data } = page, [name = "", other = ""] = names;
  if (matchList.at !== location.hash)
    matchList = { at: location.hash, words: "", order: "by number" };
  const state = matchList;
  const own = data.results.matches.filter(({ entrants }) => names.every(
    (one) => one === "" || entrants.includes(one)));
  const count = el("span", { class: "quiet", role: "status" });
  let shown = [];
  const fill = () => {
    const words = state.words.toLowerCase(), first = MATCH_ORDERS[state.order];
    const found = own.filter(({ entrants }) => entrants.some((one) =>
      one.toLowerCase().includes(words))).sort((a, b) => first(b) - first(a));
    const rounds = state.order === "by number" && found.length > 0 &&
      found[0].round !== found.at(-1).round;
    const list = el("ul", { class: "matches" });
    const more = growing(found, MATCHES_AT_ONCE, (some, from) => {
      for (const [i, match] of some.entries())
        list.append(...rounds && match.round !== found[from + i - 1]?.round ?
          [el("li", { class: "round" }, el("h3", null, `Round ${match.round}`))
          ] : [], matchRow(match));
    }, "match", "matches");
    count.textContent = counted(found.filter((match) => match.state !== "bye")
      .length, "match", "matches");
    for (const old of shown)
      old.remove();
    node.append(...shown = [list, more]);
  };
  const choice = el("select", { id: "entrant", change: ({ target }) => {
    location.hash = target.value === "" ? addressOf("matches") :
      addressOf("matches", target.value);
  } }, el("option", { value: "" }, "everybody"),
  data.manifest.entrants.map((one) => el("option", { value: one.name,
    selected: one.name === name }, short(one.name))));
  const field = (words, input) => el("label", null, words, " ", input);
  const node = card("Matches", el("p", { class: "filter" },
    el("label", { for: "entrant" }, "Matches of "), choice,
    other !== "" && ["against ", nameTag(other, 30)],
    field("with", el("input", { type: "search", value: state.words, size: 12,
      placeholder: "part of a name", input: ({ target }) => {
        state.words = target.value;
        fill();
      } })),
    field("sorted", el("select", { change: ({ target }) => {
      state.order = target.value;
      fill();
    } }, Object.keys(MATCH_ORDERS).map((one) => el("option", { selected:
      one === state.order }, one)))),
    field("go to match", el("input", { type: "number", min: 1, size: 6,
      change: ({ target }) => {
        location.hash = addressOf("match", Number(target.value));
      } })), count));
  fill();
  return [node];
}

// ### the tournament

const UNITS = { ms: "ms", s: "s", mb: "MB" };

// A setting in words: "move: 5,000 ms".
function setting([key, value]) {
  const words = key.split("_");
  const unit = words.length > 1 ? UNITS[words.at(-1)] : undefined;
  const name = (unit ? words.slice(0, -1) : words).join(" ");
  const shown = value === true ? "yes" : value === false ? "no" :
    value === 0 && unit ? "no limit" : typeof value === "number" ?
      value.toLocaleString("en") : clean(value).replaceAll("_", " ");
  return `${clean(name)}: ${shown}${unit && value !== 0 ? ` ${unit}` : ""}`;
}

function settings(object) {
  return Object.entries(object).filter(([, value]) =>
    typeof value !== "object").map(setting).join(", ");
}

function aboutView() {
  const { manifest, title } = page.data;
  const { type, ...format } = manifest.format;
  const authors = manifest.entrants.some((one) => one.author !== null);
  return [card("The tournament", facts([["game", clean(title)],
    ["rules", settings(manifest.rules)],
    ["format", `${formatName(type)}, ${settings(format)}`],
    ["boards of a match", `${manifest.boards}, each played ${counted(
      manifest.rotations, "time")} with other seats`],
    ["limits", settings(manifest.limits)]]), rulesOf(page.data, true)),
  card("The entrants", listTable("The entrants", [
    ["name", "who", (one) => nameLink(one.name)],
    ["author", "", ({ author }) => author === null ? "" : short(author)],
    ["hash of its files", "", ({ bot }) => el("code", null,
      `${(bot ?? "").slice(0, 12)}\u2026`)]].filter(([head]) => authors ||
        head !== "author"), manifest.entrants)),
  card("This page", el("p", null, "It loads nothing from other servers, sets " +
    "no cookies, stores nothing, and works from a USB stick. Colours never " +
    "say anything alone: where there is one, there is a word, a letter, a " +
    "number or a shape, too."), el("p", null, "Keys, where a game is shown: left and " +
    "right for steps, up and down for games, Home and End, space to play, e for " +
    "the next event, m for the next mistake. " +
    "Where a table or a list has the focus, they scroll it or choose in it."))];
}

// The page of a series has its own.
if (page.series === null)
  page.views.set("matches", matchesView).set("about", aboutView);

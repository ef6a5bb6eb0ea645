// matches.js - the list of all matches.

const MATCHES_AT_ONCE = 200;

function matchPlayers(match) {
  return match.entrants.map((name, i) => el("span", { class: "player" },
    nameTag(name, 30, match.entrants), " ", match.points.length > 0 &&
    el("b", null, points(match.points[i]))));
}

function matchBar(match) {
  const sum = match.points.reduce((all, value) => all + value, 0);
  return sum > 0 && el("span", { class: "shares", "aria-hidden": "true" },
    match.entrants.map((name, i) => match.points[i] > 0 && el("span", {
      class: colourOf(name, match.entrants),
      "--share": `${100 * match.points[i] / sum}%` })));
}

function matchRow(match) {
  const open = match.state === "ended" && logOf(match.match);
  const bye = match.state === "bye";
  const number = { class: `match-number ${bye ? "quiet" : ""}` };
  const bad = (words) => el("span", { class: "bad" }, words);
  return el("li", { class: "match" }, open ?
    el("a", { ...number, href: addressOf("match", match.match) },
      `Match ${match.match}`) :
    el("span", number, bye ? "Bye" : `Match ${match.match}`),
  el("span", { class: "players" }, matchPlayers(match)), !bye && [
    matchBar(match), el("span", { class: "state" }, match.state !== "ended" ?
      match.state : `${counted(match.games, "game")}${open ? "" :
        ", log not published"}`),
    match.faults > 0 && bad(counted(match.faults, "fault")),
    match.voids > 0 && bad(`played again ${counted(match.voids, "time")}`)]);
}

function matchesView([name = ""]) {
  const { data } = page;
  const found = data.results.matches.filter((match) => name === "" ||
    match.entrants.includes(name));
  const list = el("ul", { class: "matches" });
  const many = found.length > 0 && found[0].round !== found.at(-1).round;
  const more = growing(found, MATCHES_AT_ONCE, (some, from) => {
    for (const [i, match] of some.entries())
      list.append(...many && match.round !== found[from + i - 1]?.round ?
        [el("li", { class: "round" }, el("h3", null, `Round ${match.round}`))] :
        [], matchRow(match));
  }, "match", "matches");
  const choice = el("select", { id: "entrant", change: ({ target }) => {
    location.hash = target.value === "" ? addressOf("matches") :
      addressOf("matches", target.value);
  } }, el("option", { value: "" }, "everybody"),
  data.manifest.entrants.map((one) => el("option", { value: one.name,
    selected: one.name === name }, short(one.name))));
  return [card("Matches", el("p", { class: "filter" },
    el("label", { for: "entrant" }, "Matches of "), choice, " ",
    quiet(counted(found.filter((match) => match.state !== "bye").length,
      "match", "matches"))), list, more)];
}

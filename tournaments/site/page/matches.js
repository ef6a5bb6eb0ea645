// matches.js - the list of all matches.

const MATCHES_AT_ONCE = 200;

function isOf(match, name) {
  return name === "" || match.entrants.includes(name);
}

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
  if (match.state === "bye")
    return el("li", { class: "match" },
      el("span", { class: "match-number quiet" }, "Bye"),
      el("span", { class: "players" }, matchPlayers(match)));
  return el("li", { class: "match" },
    open ? el("a", { href: addressOf("match", match.match),
      class: "match-number" }, `Match ${match.match}`) :
      el("span", { class: "match-number" }, `Match ${match.match}`),
    el("span", { class: "players" }, matchPlayers(match)),
    matchBar(match),
    el("span", { class: "state" }, match.state !== "ended" ? match.state :
      open ? counted(match.games, "game") :
        `${counted(match.games, "game")}, log not published`),
    match.faults > 0 && el("span", { class: "bad" },
      counted(match.faults, "fault")),
    match.voids > 0 && el("span", { class: "bad" },
      `played again ${counted(match.voids, "time")}`));
}

function matchesView([name = ""]) {
  const { data } = page;
  const found = data.results.matches.filter((match) => isOf(match, name));
  const list = el("ul", { class: "matches" });
  const more = el("button", { type: "button", click: () => show() });
  let shown = 0;
  const show = () => {
    const from = found.slice(shown, shown + MATCHES_AT_ONCE);
    let round = shown > 0 ? found[shown - 1].round : 0;
    for (const match of from) {
      if (match.round !== round && found[0].round !== found.at(-1).round)
        list.append(el("li", { class: "round" },
          el("h3", null, `Round ${match.round}`)));
      round = match.round;
      list.append(matchRow(match));
    }
    shown += from.length;
    more.hidden = shown >= found.length;
    more.textContent = `Show more: ${counted(found.length - shown,
      "match", "matches")} to come`;
  };
  show();
  const choice = el("select", { id: "entrant", change: ({ target }) => {
    location.hash = target.value === "" ? addressOf("matches") :
      addressOf("matches", target.value);
  } }, el("option", { value: "" }, "everybody"),
  data.manifest.entrants.map((one) => el("option", { value: one.name,
    selected: one.name === name }, short(one.name))));
  return [card("Matches", el("p", { class: "filter" },
    el("label", { for: "entrant" }, "Matches of "), choice, " ",
    el("span", { class: "quiet" }, counted(found.filter((match) =>
      match.state !== "bye").length, "match", "matches"))), list, more)];
}

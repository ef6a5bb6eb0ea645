// luck_ladder.js - the ladder without the luck of the dice, below the official
// one.

function luckLadderRow(row, range) {
  const cell = (name, ...content) =>
    el("td", { class: name, role: "cell" }, ...content);
  return el("tr", { role: "row" },
    cell("rank", String(row.rank)),
    el("th", { scope: "row", role: "rowheader", class: "who" },
      nameLink(row.entrant)),
    cell("range", ratingBar(row, range)),
    cell("number elo", el("span", { title: markWords(row.mark) },
      row.mark.replace(/[^<>~p]/g, ""), " ", signed(row.elo)), " ",
    row.err95 !== null &&
      el("span", { class: "quiet" }, `\u00b1 ${row.err95.toFixed(1)}`)),
    cell("number more", el("span", { title: "mean luck of a game, in points" },
      signed(row.luck, 3))),
    cell("number more", row.fewer === null || row.fewer === undefined ? "" :
      `${row.fewer.toFixed(1)}\u00d7`),
    cell("number more", row.games.toLocaleString("en")));
}

function luckLadderCard({ luck, manifest }) {
  const rows = luck?.entrants.filter((row) => row.elo !== null) ?? [];
  if (rows.length === 0)
    return null;
  const range = ratingRange(rows);
  const head = (name, text) =>
    el("th", { scope: "col", role: "columnheader", class: name }, text);
  return card("Without the luck of the dice", el("p", { class: "quiet" },
    "Not official: the tournament is won by points. This table has the same " +
    "strengths with less noise, where luck was measured well."),
  el("table", { class: "ladder", role: "table" },
    el("thead", { role: "rowgroup" }, el("tr", { role: "row" },
      head("rank", "rank"), head("who", "entrant"),
      head("range", "where the rating lies, 95 %"), head("number elo", "Elo"),
      head("number more", "luck a game"),
      head("number more", "fewer games for this error"),
      head("number more", "games"))),
    el("tbody", { role: "rowgroup" },
      rows.map((row) => luckLadderRow(row, range)))),
  luck.warning && el("p", { class: "bad" }, "The mean luck of some pair is no " +
    "accident: do not trust this table."),
  luck.noisy && el("p", { class: "bad" }, `Beta ${clean(luck.beta)} is too ` +
    "much for these games: scores vary less with the luck left in. The beta " +
    `that leaves least noise is ${luck.beta_best.toFixed(2)}.`),
  rows.some((row) => row.mark.includes("p")) && note(`p: ${MARKS.p}.`),
  luck.left_out > 0 && note(`${counted(luck.left_out, "game")} in blocks with ` +
    "a fault left out."),
  note(`Luck measured by ${luck.f === "table" ? "the exact table of the game" :
    "a formula of the scores"}, beta ${clean(luck.beta)}, ${luck.fixed ?
    "fixed before the first game" : "chosen after the games"}. `,
  page.computed === null ? ["This table came with the page; ",
    el("a", { href: addressOf("proof") }, "Proof"),
    " computes it again from luck.csv"] :
    "It was computed from luck.csv, which was not checked here",
  ", and the view of a match the luck of its games from the log.",
  manifest.entrants.length > rows.length &&
    " Entrants with too few blocks have no line."));
}

// luck_ladder.js - the ladder without the luck of the dice, below the official
// one.

const LUCK_MORE = [["luck a game", "number more", (row) => el("span", {
  title: "mean luck of a game, in points" }, signed(row.luck, 3))],
["fewer games for this error", "number more", (row) => row.fewer === null ||
  row.fewer === undefined ? "" : `${row.fewer.toFixed(1)}\u00d7`],
["games", "number more", (row) => row.games.toLocaleString("en")]];

function luckLadderCard({ luck, manifest }) {
  const rows = luck?.entrants.filter((row) => row.elo !== null) ?? [];
  if (rows.length === 0)
    return null;
  return card("Without the luck of the dice", el("p", { class: "quiet" },
    "Not official: the tournament is won by points. This table has the same " +
    "strengths with less noise, where luck was measured well."),
  tableOf("ladder", [...ladderColumns(ratingRange(rows), (row) =>
    row.mark.replace(/[^<>~p]/g, "")), ...LUCK_MORE], rows),
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

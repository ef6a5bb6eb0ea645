// luck.js - the luck in every game of a match and the cost of mistakes,
// computed by `referee analyse` in the browser.

const LUCK_AT_ONCE = 3e5;       // bytes of a log: smaller ones are analysed
                                // without a click
const LUCK_ROWS = 200;

const millionths = (text) => Math.round(1e6 * Number(text));

// Reads the lines of `analyse --json`: {f, games}.  A game is {number, fault,
// of: [{points, luck, loss}], luck}; `of` is by entrant, `luck` is text to
// compare with luck.csv.
function readLuck(out) {
  const [head, ...lines] = out.trim().split("\n").map((line) =>
    JSON.parse(line));
  return { f: head.f, games: lines.map((line) => {
    const of = [];
    line.seats.forEach((entrant, seat) => {
      of[entrant] = { points: Number(line.points[seat]),
        luck: Number(line.luck_total?.[seat] ?? 0),
        loss: line.loss ? Number(line.loss[seat]) : null };
    });
    return { number: line.game, fault: line.fault, of,
      luck: line.fault ? "" : line.luck_total.map(millionths).join("|") };
  }) };
}

// The numbers of the games of a match whose luck differs from that in luck.csv,
// which this page publishes.
async function luckDiffers(number, games) {
  const text = await fileText(await loadFolder(), "luck.csv");
  const said = new Map(text.split("\n").map((line) => line.split(","))
    .filter(([match]) => match === String(number))
    .map(([, game, luck]) => [Number(game), luck === "" ? "" :
      luck.split("|").map(millionths).join("|")]));
  return games.filter((game) => said.get(game.number) !== game.luck)
    .map((game) => game.number);
}

const luckNumber = (value) => Math.abs(value) < 0.0005 ? "0" :
  signed(value, 3);

// Luck as a bar from the middle, to the right for good luck.
function luckCell(luck) {
  const share = Math.min(1, Math.abs(luck)) * 50;
  return el("td", { class: "number" }, el("span", { class: "luck-scale",
    "aria-hidden": "true" }, el("span", { class: luck < 0 ? "cold" : "warm",
    "--from": `${luck < 0 ? 50 - share : 50}%`, "--share": `${share}%` })),
  luckNumber(luck));
}

function luckTable(match, luck, judged) {
  const kinds = ["points", "luck", ...judged ? ["mistakes"] : []];
  const cells = (one) => [el("td", { class: "number" }, points(one.points)),
    luckCell(one.luck), judged && el("td", { class: "number" },
      luckNumber(-one.loss))];
  const row = (game) => el("tr", null,
    el("th", { scope: "row" }, el("a", { href: addressOf("match", match.match,
      "game", game.number) }, `Game ${game.number}`)),
    game.fault ? el("td", { class: "quiet", colspan: kinds.length *
      match.entrants.length }, "a fault: left out") : game.of.flatMap(cells));
  const body = el("tbody");
  const more = growing(luck.games, LUCK_ROWS, (games) =>
    body.append(...games.map(row)), "game");
  const node = wide("Luck and mistakes of each game",
    el("table", { class: "luck-table" }, el("thead", null,
      el("tr", null, el("td"), match.entrants.map((name) => el("th",
        { scope: "colgroup", colspan: kinds.length },
        nameTag(name, 24, match.entrants)))),
      el("tr", null, el("td"), match.entrants.flatMap(() => kinds.map((text) =>
        el("th", { scope: "col", class: "number" }, text))))), body), more);
  node.classList.add("luck-games");
  return node;
}

// Means over the games without a fault, one tile per entrant.
function luckTiles(match, games, judged) {
  const fair = games.filter((game) => !game.fault);
  if (fair.length === 0)
    return note("Every game had a fault, so no luck was measured.");
  const mean = (entrant, key) => fair.reduce((sum, { of }) =>
    sum + of[entrant][key], 0) / fair.length;
  return el("ul", { class: "seats" }, match.entrants.map((name, i) => {
    const got = mean(i, "points"), luck = mean(i, "luck");
    return el("li", { class: `seat ${colourOf(name, match.entrants)}` },
      nameTag(name, 24, match.entrants),
      facts([["points a game", got.toFixed(3)], ["of it luck",
        luckNumber(luck)], ["without luck", (got - luck).toFixed(3)],
      ...judged ? [["lost by mistakes", mean(i, "loss").toFixed(3)]] : []],
      "luck-sum"));
  }));
}

// ### mistakes

const WORST = 5;                // that are listed

// Asks for the costliest moves of a match, at most `most`, as `referee analyse`
// prints them: [{match, loss, game, turn, words}].
async function worstMoves(match, path, most, args) {
  const { code, out, err } = await checkerAsk(path.split("/")[0], "referee",
    "analyse", "--worst", String(most), ...args, path);
  if (code !== 0)
    throw new Error(failWords(err));
  const lines = out.split("\n"), from = lines.indexOf("The worst moves:");
  return from < 0 ? [] : lines.slice(from + 1).flatMap((line) => {
    const [, loss, game, turn, words] =
      /^ +(\d\.\d+) +game (\d+), turn (\d+), (.*)$/.exec(line) ?? [];
    return words === undefined ? [] : [{ match, loss, game, turn, words }];
  });
}

const worstList = (moves) => el("ul", { class: "surprises" }, moves.map(
  ({ match, loss, game, turn, words }) => el("li", null,
    el("b", { class: "cost" }, `\u2212${(100 * Number(loss)).toFixed(1)} % `),
    el("a", { href: addressOf("match", match, "game", game, "step", "mistake",
      turn) }, `match ${match}, game ${game}, turn ${turn}`), el("br"),
    clean(words))));

// Shows what `make` computes from logs of `size` bytes, if they are large only
// when the visitor wants it.
function computedCard(title, words, size, games, make) {
  const holder = el("div", { "aria-live": "polite" });
  const show = () => working(holder, "Computing\u2026", () => make(holder));
  if (size <= LUCK_AT_ONCE)
    show();
  return card(title, el("p", null, words), size > LUCK_AT_ONCE && el("div",
    { class: "buttons" }, el("button", { type: "button", click: show },
      `Compute it here (${counted(games, "game")})`)), holder);
}

async function luckParts(match, view) {
  const words = await orStopped(chanceArgs());
  await checkerTakeLog(view.log.path, view.log.load());
  const answer = await checkerAsk("one/", "referee", "analyse", "--json",
    ...words, view.log.path);
  if (answer.code !== 0)
    throw new Error(failWords(answer.err));
  const luck = readLuck(answer.out), judged = luck.f === "table";
  const worst = judged ? await worstMoves(match.match, view.log.path, WORST,
    words) : [];
  const verdict = await view.judged().catch(() => null);
  const wrong = page.data.luck ?
    await luckDiffers(match.match, luck.games) : [];
  return [luckTiles(match, luck.games, judged),
    page.data.luck && (wrong.length > 0 ? banner("bad", "luck.csv of this " +
      "tournament has other numbers for game " +
      `${wrong.slice(0, 10).join(", ")}.`) :
      banner("good", "luck.csv of this tournament has the same numbers.")),
    verdict?.chances_why && banner("bad",
      clean(verdict.chances_why).replaceAll("one/", "")),
    worst.length > 0 && el("div", null, el("h3", null,
      "The costliest mistakes"), worstList(worst)),
    luckTable(match, luck, judged),
    note(chanceSource(verdict?.chances), " Luck is nothing on the average, " +
      "whoever plays.", !judged && " A formula cannot judge moves, so there " +
      "are no mistakes here.")];
}

function luckCard(match, view) {
  return page.data.chances && computedCard(page.data.chances.f === "table" ?
    "Luck and mistakes" : "Luck", "What the dice gave and took, and what the " +
    "rest is, game by game.", view.log.size, match.games, () =>
    luckParts(match, view));
}

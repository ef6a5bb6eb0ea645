// boards.js - draws positions: boards and dice.  Games that are not in BOARDS
// are shown as text.

// ### dice

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8],
  5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

function die(value, state) {
  const spots = PIPS[value] ?? [];
  return draw("svg", { class: `die ${state}`, viewBox: "0 0 48 48" },
    draw("rect", { x: 2, y: 2, width: 44, height: 44, rx: 8 }),
    spots.length > 0 ? spots.map((at) => draw("circle", {
      cx: 12 + 12 * (at % 3), cy: 12 + 12 * Math.floor(at / 3), r: 4.5 })) :
      draw("text", { x: 24, y: 31, "text-anchor": "middle" }, String(value)));
}

// The dice of a step; those that its move kept are marked.
function diceOf(step) {
  const values = [...step.dice].sort((a, b) => a - b);
  const keep = [...step.move?.keep ?? []];
  const kept = values.map((value) => {
    const at = keep.indexOf(value);
    if (at >= 0)
      keep.splice(at, 1);
    return at >= 0;
  });
  const label = values.length === 0 ? "no dice yet" : `dice ${values.map(
    (value, i) => kept[i] ? `${value} kept` : String(value)).join(", ")}`;
  return el("div", { class: "dice", role: "img", "aria-label": label },
    values.map((value, i) => die(value, step.bust || step.barren ? "bust" :
      kept[i] ? "kept" : "")));
}

const CARDS = { bonus: "Bonus", volle: "Volle", stop: "Stop" };

function cardWords(card) {
  const [, word, number] = /^([a-z_]+?)_?(\d*)$/.exec(card) ?? [];
  return word === undefined ? clean(card) :
    `${CARDS[word] ?? word.replaceAll("_", " ")} ${number}`.trim();
}

// What was set aside earlier in this turn.
function asideOf({ aside }) {
  return aside.length > 0 && el("div", { class: "aside" }, quiet("aside: "),
    aside.map(({ dice, text }) => el("span", { role: "img", "aria-label":
      `${dice.join(" ")} aside${text ? ` for ${text}` : ""}` },
    dice.map((value) => die(value, "kept")), text && quiet(clean(text)))));
}

function diceBoard(step) {
  const { view, bust } = step, card = step.card ?? view.card;
  return [typeof card === "string" && card !== "" && el("p", { class:
    `playing-card ${bust ? "bust" : ""}` }, cardWords(card), view.faces?.length
    > 0 && quiet(` has ${view.faces.join(" ")}`)),
  diceOf(step), asideOf(step),
  el("p", { class: "stake" }, bust ? el("b", { class: "bad" }, "Lost") :
    ["At stake: ", el("b", null, (view.total ?? 0).toLocaleString("en"))])];
}

// ### boards of squares

// Draws a board, and makes a table of it for those who do not see it: `cell`
// adds what is on a square to the parts, and returns it in words.
function squares({ size, from, step, rim }, parts, cell) {
  const rows = [], box = step * (size - 1) + 2 * from - 16;
  const columns = [..."abcdefghijk"].slice(0, size);
  for (let row = 0; row < size; row++)
    rows.push(columns.map((letter, column) => cell({ at: row * size + column,
      x: from + step * column, y: from + step * row,
      name: `${letter}${row + 1}` })));
  for (const [i, letter] of columns.entries())
    parts.push(draw("text", { class: "rim", x: from + step * i, y: rim,
      "text-anchor": "middle" }, letter),
    draw("text", { class: "rim", x: 12, y: from + 5 + step * i,
      "text-anchor": "middle" }, String(i + 1)));
  return [draw("svg", { class: "board", "aria-hidden": "true",
    viewBox: `0 0 ${box} ${box}` }, parts),
  el("div", { class: "unseen", role: "group", "aria-label": "The board" },
    tableOf("", ["row", ...columns].map((head, i) => [head,
      i === 0 ? "who" : "", (row) => row[i]]), rows.map((row, i) =>
      [String(i + 1), ...row])))];
}

const BALLS = { R: "red", Y: "yellow", G: "green", B: "blue" };

function rolitBoard({ view, move, before }) {
  const { size } = view;
  const parts = [draw("rect", { class: "felt", x: 24, y: 24,
    width: 44 * size + 8, height: 44 * size + 8, rx: 12 })];
  return squares({ size, from: 50, step: 44, rim: 17 }, parts,
    ({ at, x, y, name }) => {
      const ball = view.board[at];
      parts.push(draw("circle", { class: `hole ${BALLS[ball] ?? ""}`, cx: x,
        cy: y, r: 18 }));
      if (ball !== ".")
        parts.push(draw("ellipse", { class: "gloss", cx: x - 6, cy: y - 8,
          rx: 6, ry: 4.5 }), draw("text", { class: `letter ${BALLS[ball]}`, x,
          y: y + 5, "text-anchor": "middle" }, ball));
      if (ball === "." || !before || before.board[at] === ball)
        return BALLS[ball] ?? "empty";
      const kind = move?.cell === name ? "new" : "taken";
      parts.push(draw("circle", { class: kind, cx: x, cy: y, r: 20 }));
      return `${BALLS[ball]}, ${kind}`;
    });
}

function blackpotLines(view, at, x, y) {
  const used = parseInt(view.used[at], 16) || 0;
  return [[1, 14, 0], [2, 0, 14], [4, 10, 10], [8, 10, -10]].flatMap(
    ([bit, dx, dy]) => used & bit ? draw("line", { class: "used", x1: x - dx,
      y1: y - dy, x2: x + dx, y2: y + dy }) : []);
}

function blackpotBoard(step, name) {
  const { view, move, rows = [] } = step, parts = [];
  return [squares({ size: 11, from: 40, step: 36, rim: 14 }, parts,
    ({ at, x, y, name: square }) => {
      const own = view.own[at];
      if (own === "#")
        return "";
      parts.push(draw("rect", { class: "cell", x: x - 17, y: y - 17, width: 34,
        height: 34, rx: 5 }));
      if (own !== ".")
        parts.push(own === "0" ? draw("circle", { class: "pawn side0", cx: x,
          cy: y, r: 15 }) : draw("rect", { class: `pawn side${own}`, x: x - 14,
          y: y - 14, width: 28, height: 28, rx: 3 }),
        ...blackpotLines(view, at, x, y));
      parts.push(draw("text", { class: own === "." ? "value" :
        `value on side${own}`, x, y: y + 4, "text-anchor": "middle" },
      String(view.numbers[at])));
      const made = rows.flat().includes(square);
      const fresh = made || move?.cells?.includes(square);
      if (fresh)
        parts.push(draw("circle", { class: made ? "new made" : "new", cx: x,
          cy: y, r: 16 }));
      return `${view.numbers[at]}${own === "." ? "" : `, pawn of ${
        short(name(Number(own)), 30)}`}${made ? ", in the row" :
        fresh ? ", new" : ""}`;
    }), diceOf(step)];
}

const BOARDS = new Map([["rolit", rolitBoard], ["blackpot", blackpotBoard],
  ["bolo5", diceBoard], ["bolo7", diceBoard], ["pig", diceBoard],
  ["vollelotte", diceBoard]]);

// The score of a seat in a game's view; undefined if the view has none.
function scoreOf(game, view, seat) {
  return game === "rolit" ? view.balls[seat] :
    game === "blackpot" ? view.points[seat % view.points.length] :
      view.scores?.[seat];
}

// What else there is to say of a seat: its colour, pawns left, who plays with
// it.
function moreOf(game, view, seat, name) {
  if (game !== "blackpot")
    return game === "rolit" ? pieceOf(game, view, seat) : "";
  const sides = view.points.length, side = seat % sides;
  const others = view.turns.flatMap((_, other) => other !== seat &&
    other % sides === side ? [short(name(other), 18)] : []);
  return `${counted(view.pawns[side], "pawn")} left${others.length > 0 ?
    `, with ${listed(others)}` : ""}`;
}

// The class for the colour of a seat's pieces; null: use the entrant's colour.
function pieceOf(game, view, seat) {
  return game === "rolit" ? BALLS[view.colours[seat]] :
    game === "blackpot" ? `side${seat % view.points.length}` : null;
}

// The letter of a seat's pieces; null: they have none.
const pieceLetter = (game, view, seat) =>
  game === "rolit" && view ? view.colours[seat] : null;

// replay.js - the steps of a game, from the output of `referee replay --json
// --views`, and the player that shows them.

const ENDS = { max_turns: ", as all turns were used up", stalled: ", as " +
  "nothing could change any more", fault: ", by a fault" };

// How a game ended: the scores and the winners that its last line has.
function overWords({ match, game }, { scores, ranks, end }) {
  const names = game.seats.map((entrant) => short(match.entrants[entrant], 30));
  const winners = winnersOf(names, ranks);
  return `The game is over: ${names.map((name, seat) => `${name} ${
    scores[seat].toLocaleString("en")}`).join(", ")}. ${winners.length > 0 ?
    `${listed(winners)} won` : "Nobody won"}${ENDS[end] ?? ""}.`;
}

// The texts as sentences.
function sentences(texts) {
  return clean(texts.filter((text) => text !== "").map((text) =>
    /[.!?]$/.test(text) ? text : `${text}.`).join(" "));
}

const diceWords = (values) => [...values].sort((a, b) => a - b).join(" ");

// What a roll keeps by itself.
const KEPT = /^(?:keeps|collects) ((?:\d )*\d)\b/;

// What the steps of readSteps are made of: by event, what begins a step.
const STEPS = {
  roll: ({ seat, text, values, sides, turn }, { match }) => ({ text:
    seat !== null ? `rolls ${diceWords(values)}` : text ?? (sides === 6 ||
      !BOARDS.has(match.game) ? `Rolled for all: ${values.join(" ")}` :
      `Number ${values.join(", ")} of ${sides} is drawn`), turn,
  drawn: seat === null && !text && BOARDS.has(match.game),
  barren: seat !== null && text && !KEPT.test(text),
  told: text && seat !== null ? [text] : [], values,
  dice: sides === 6 ? values : [] }),
  move: ({ text, move, said }) => ({ text, move, said }),
  fault: ({ fault, detail }) => ({ fault: true, told: [short(detail ?? "")],
    text: `loses by a fault: ${fault.replaceAll("_", " ")}` }),
  over: (event, told) => ({ seat: null, text: overWords(told, event),
    scores: event.scores }),
};
// What others add to the step before them.
const TOLD = {
  again: () => "An illegal answer was taken back.",
  abandoned: () => "The match was interrupted; the game starts again.",
};

// Notes in `step` what a game tells: the card in play, the rows just made, that
// a turn is lost.  What was drawn by lot is said in its words.
function takeTold(step, { e, text = "" }) {
  if (step.drawn)
    Object.assign(step, { text: text.replace(/\.$/, ""), drawn: false });
  else
    step.told.push(text);
  step.bust ||= e?.lost !== undefined;
  if (typeof e?.card === "string" && e.e === "card")
    step.card = e.card;
  if (Array.isArray(e?.cells))
    step.rows = [...step.rows ?? [], e.cells];
}

// Adds to the steps of a game of dice what lies aside in this turn: `aside`, a
// list of {dice, text}.  All dice are rolled as often as at the beginning.
function layAside(steps) {
  const all = steps.find(({ turn, dice }) => turn > 0 && dice.length > 0)
    ?.dice.length;
  let aside = [];
  for (const step of steps) {
    if (step.dice.length === 0 || (step.turn > 0 && step.dice.length === all &&
        !step.move))
      aside = [];
    step.aside = aside;
    // A firework, or a suite, keeps dice by itself.
    const kept = step.move?.keep ?? (step.turn > 0 && step.told.length > 0 ?
      KEPT.exec(step.told[0])?.[1].split(" ")
        .map(Number) : undefined);
    if (kept)
      aside = [...aside, { dice: kept, text: /\((.*?)\)/.exec(step.move ?
        step.text : step.told[0])?.[1] ?? "" }];
  }
}

// What each move has cost its player, in chances to win, if an exact table was
// asked: after a roll it has the chance of who plays the rest without mistakes.
function findCosts(steps) {
  for (const [i, step] of steps.entries())
    if (step.move && step.chances && steps[i - 1].chances)
      step.cost = steps[i - 1].chances[step.seat] - step.chances[step.seat];
}

// Reads the lines of a game: {match, game, steps}.  A step is {text, told,
// seat, view, before, dice, values, aside, card, rows, line, turn, fault, move, said,
// bust, chances, cost, scores}, as far as it has them; the last of a game that
// ended has `scores`.
function readSteps(out) {
  const told = { match: null, game: null, steps: [] };
  /** @type {any} */
  let step = { text: "The game begins.", told: [], seat: null, dice: [] };
  let before = null;
  for (const line of out.split("\n").filter((one) => one !== "")) {
    const event = JSON.parse(line), kind = event.event;
    if (kind === "match" || kind === "game")
      told[kind] = event;
    if (Object.hasOwn(STEPS, kind))
      step = { told: [], seat: event.seat, dice: step.dice, card: step.card,
        turn: step.turn, line: event.line, ...STEPS[kind](event, told) };
    if (Object.hasOwn(STEPS, kind) || kind === "game")
      told.steps.push(step);
    if (Object.hasOwn(TOLD, kind))
      step.told.push(TOLD[kind](event));
    if (kind === "told")
      takeTold(step, event);
    if (kind === "chances")
      step.chances = event.seats;
    if (kind === "view") {
      Object.assign(step, { view: event.view, before });
      before = event.view;
    }
  }
  for (let i = 1; i < told.steps.length; i++)
    told.steps[i].view ??= told.steps[i - 1].view;
  if (BOARDS.has(told.match?.game))
    layAside(told.steps);
  if (page.data?.chances?.f === "table")
    findCosts(told.steps);
  return told;
}

const KEYS = [{ keys: ["\u2190", "\u2192"], does: "step" },
  { keys: ["\u2191", "\u2193"], does: "game" },
  { keys: ["space"], does: "play" }, { keys: ["e"], does: "next event" },
  { keys: ["m"], does: "next mistake" }];

const ICONS = {
  first: "M5 4v16M19 4 8 12l11 8z", back: "M17 4 6 12l11 8z",
  on: "M7 4l11 8-11 8z", last: "M19 4v16M5 4l11 8-11 8z",
  play: "M7 4l11 8-11 8z", pause: "M6 4h4v16H6zM14 4h4v16h-4z",
};

function icon(name) {
  return draw("svg", { class: "icon", viewBox: "0 0 24 24",
    "aria-hidden": "true" }, draw("path", { d: ICONS[name] }));
}

function stepWords(player, step) {
  const who = step.seat === null || step.seat === undefined ? null :
    player.name(step.seat);
  return [who !== null && el("b", null, el("bdi", null, short(who, 30))),
    who !== null && " ", sentences([step.text])];
}

// ### mistakes

/** @type {[number, string, string][]} */
const COSTS = [[0.15, "??", "a blunder"], [0.07, "?", "a mistake"],
  [0.02, "?!", "not the best"]];

// The mark of a mistake and what it has cost; null if it is hardly one.
function costMark({ cost = 0 }) {
  const kind = COSTS.find(([least]) => cost >= least);
  return kind ? el("span", { class: "cost", title: kind[2] }, ` ${kind[1]} `,
    el("span", { class: "unseen" }, `${kind[2]}, `),
    `\u2212${(100 * cost).toFixed(1)} %`) : null;
}

const isMistake = ({ cost = 0 }) => cost >= COSTS.at(-1)[0];
const isEvent = ({ told, fault, scores }) =>
  told.length > 0 || fault || scores !== undefined;


// The class for the colour of a seat: that of its pieces, or of the entrant.
function seatColour(player, step, seat) {
  return (step.view && pieceOf(player.told.match.game, step.view, seat)) ??
    colourOf(player.name(seat), player.told.match.entrants);
}

// With the letter of its pieces, or of the entrant.
function seatDot(player, step, seat) {
  const { game, entrants } = player.told.match;
  return el("span", { class: `dot initial ${seatColour(player, step, seat)}`,
    "aria-hidden": "true" }, pieceLetter(game, step.view, seat) ??
    letterOf(player.name(seat), entrants));
}

function stepDot(player, step) {
  return typeof step.seat === "number" && seatDot(player, step, step.seat);
}

function seatTiles(player, step) {
  const { game } = player.told.match;
  return el("ul", { class: "seats" }, player.told.game.seats.map((_, seat) => {
    const score = step.scores?.[seat] ?? scoreOf(game, step.view, seat);
    const out = step.view.out?.includes(seat);
    const colour = seatColour(player, step, seat);
    const turn = !step.scores && (step.seat ?? step.view.seat) === seat;
    return el("li", { class: `seat ${turn ? "turn" : ""} ${colour}` },
    el("span", { class: "name", title: clean(player.name(seat)) },
      seatDot(player, step, seat),
      el("bdi", null, short(player.name(seat), 18))),
    el("b", { class: "score" }, score === undefined ? "" :
      score.toLocaleString("en")),
    step.chances && el("span", { class: "chance" }, "wins ",
      chanceWords(step.chances[seat])),
    turn && el("span", { class: "quiet" }, " to move"),
    el("span", { class: "quiet more-of" }, moreOf(game, step.view, seat,
      player.name)),
    out && el("span", { class: "bad" }, "out"));
  }));
}

const STEP_MS = 700;
const SPEEDS = [0.5, 1, 2, 4, 8];
let speed = 1;                  // that the visitor has chosen

// Makes a player for a game of readSteps.  `changed` is called with the number
// of each step shown; `next` is shown at the end of the game.
function makePlayer(told, start, changed, next = null) {
  const player = { told, at: -1, timer: null,
    name: (seat) => told.match.entrants[told.game.seats[seat]] };
  const last = told.steps.length - 1;
  const seats = el("div"), board = el("div", { class: "position" });
  const words = el("div", { class: "words", "aria-live": "polite" });
  const strip = chanceStrip(player, (at) => player.step(at - player.at));
  const counter = el("span", { class: "counter" });
  const slider = el("input", { type: "range", min: 0, max: last, value: 0,
    "aria-label": "Step", input: () => player.show(Number(slider.value)) });
  const button = (name, text, to) => el("button", { type: "button",
    "aria-label": text, title: text, click: to }, icon(name));
  const play = el("button", { type: "button", class: "main",
    click: () => player.toggle() });
  const list = roving(el("ol", { class: "steps" }, told.steps.map((step, i) =>
    el("li", null, el("button", { type: "button", tabindex: "-1",
      click: () => player.show(i) }, el("span", null, stepDot(player, step),
      stepWords(player, step), costMark(step)),
    step.told.length > 0 && el("small", null,
      sentences(step.told)))))), "button", inList);

  player.show = (at) => {
    at = Math.max(0, Math.min(last, at));
    if (at === player.at)
      return;
    const item = (i) => list.children[i].firstChild;
    if (player.at >= 0) {
      markCurrent(item(player.at), null);
      item(player.at).tabIndex = -1;
    }
    player.at = at;
    const step = told.steps[at];
    const drawn = (BOARDS.get(told.match.game) ?? programBoard)(step, player.name);
    seats.replaceChildren(seatTiles(player, step));
    strip?.show(at);
    board.replaceChildren(...[drawn].flat().filter((part) => part));
    words.replaceChildren(el("p", null, stepWords(player, step),
      costMark(step)), el("p", { class: "quiet" }, sentences([...step.told,
      ...step.said ? [`It says: ${short(step.said, 200)}`] : []])),
    ...step.scores && next ? [next] : []);
    counter.textContent = `${at} / ${last}`;
    slider.value = String(at);
    markCurrent(item(at), "step");
    item(at).tabIndex = 0;
    player.scroll();
    if (at === last)
      player.stop();
    changed(at);
  };
  player.scroll = () => {
    const item = list.children[player.at];
    list.scrollTop = item.offsetTop - list.clientHeight / 2 +
      item.clientHeight / 2;
  };
  player.stop = () => {
    clearInterval(player.timer);
    player.timer = null;
    play.replaceChildren(icon("play"), "Play");
  };
  player.toggle = () => {
    if (player.timer !== null) {
      player.stop();
      return;
    }
    if (player.at === last)
      player.show(0);
    player.timer = setInterval(() => player.show(player.at + 1),
      STEP_MS / speed);
    play.replaceChildren(icon("pause"), "Pause");
  };
  player.step = (by) => {
    player.stop();
    player.show(player.at + by);
  };
  // To the next step that `is` wanted; nowhere if there is none.
  player.find = (is) => {
    const at = told.steps.findIndex((step, i) => i > player.at && is(step));
    if (at >= 0)
      player.step(at - player.at);
  };
  const speeds = el("select", { "aria-label": "Speed", title: "Speed",
    change: ({ target }) => {
      speed = Number(target.value);
      if (player.timer !== null)
        [1, 2].forEach(player.toggle);
    } }, SPEEDS.map((one) => el("option", { value: one, selected:
      one === speed }, `${one}\u00d7`)));
  const finder = (text, is) => told.steps.some(is) && el("button", { type:
    "button", click: () => player.find(is) }, text);
  player.node = el("div", { class: "player-body" }, seats,
    strip?.node, board, words,
    el("div", { class: "buttons" },
      button("first", "First step", () => player.step(-Infinity)),
      button("back", "Step back", () => player.step(-1)), play,
      button("on", "Step on", () => player.step(1)),
      button("last", "Last step", () => player.step(Infinity)), speeds,
      counter), slider, el("div", { class: "buttons finders" },
      finder("Next event", isEvent), finder("Next mistake", isMistake)),
    el("p", { class: "keys quiet" }, KEYS.map(({ keys, does }) => [keys.map(
      (key) => [el("kbd", null, key), " "]), `${does} `])));
  player.list = list;
  player.stop();
  player.show(start);
  return player;
}

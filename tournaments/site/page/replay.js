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

// What the steps of readSteps are made of: by event, what begins a step.
const STEPS = {
  roll: ({ seat, text, values, sides }, { match }) => ({ text: seat !== null ?
    `rolls ${[...values].sort((a, b) => a - b).join(" ")}` :
    text ?? (BOARDS.has(match.game) ? "Drawn by lot" :
      `Rolled for all: ${values.join(" ")}`),
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
  told: ({ text }) => text,
  abandoned: () => "The match was interrupted; the game starts again.",
};

// Reads the lines of a game: {match, game, steps}.  A step is {text, told,
// seat, view, before, dice, values, line, fault, move, said, bust, chances, scores}, as
// far as it has them; the last of a game that ended has `scores`.
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
      step = { told: [], seat: event.seat, dice: step.dice, line: event.line,
        ...STEPS[kind](event, told) };
    if (Object.hasOwn(STEPS, kind) || kind === "game")
      told.steps.push(step);
    if (Object.hasOwn(TOLD, kind))
      step.told.push(TOLD[kind](event));
    if (kind === "told")
      step.bust ||= event.e.e === "bust";
    if (kind === "chances")
      step.chances = event.seats;
    if (kind === "view") {
      Object.assign(step, { view: event.view, before });
      before = event.view;
    }
  }
  for (let i = 1; i < told.steps.length; i++)
    told.steps[i].view ??= told.steps[i - 1].view;
  return told;
}

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
    who !== null && " ", clean(step.text), who !== null && "."];
}

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
    out && el("span", { class: "bad" }, "out"));
  }));
}

// Makes a player for a game of readSteps.  `changed` is called with the number
// of each step shown.
function makePlayer(told, start, changed) {
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
      stepWords(player, step)),
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
    const drawn = (BOARDS.get(told.match.game) ?? programBoard)(step);
    seats.replaceChildren(seatTiles(player, step));
    strip?.show(at);
    board.replaceChildren(...[drawn].flat().filter((part) => part));
    words.replaceChildren(el("p", null, stepWords(player, step)),
      el("p", { class: "quiet" }, sentences([...step.told,
        ...step.said ? [`It says: ${short(step.said, 200)}`] : []])));
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
    player.timer = setInterval(() => player.show(player.at + 1), 700);
    play.replaceChildren(icon("pause"), "Pause");
  };
  player.step = (by) => {
    player.stop();
    player.show(player.at + by);
  };
  player.node = el("div", { class: "player-body" }, seats,
    strip?.node, strip?.words, board, words,
    el("div", { class: "buttons" },
      button("first", "First step", () => player.step(-Infinity)),
      button("back", "Step back", () => player.step(-1)), play,
      button("on", "Step on", () => player.step(1)),
      button("last", "Last step", () => player.step(Infinity)), counter),
    slider, el("p", { class: "keys quiet" }, el("kbd", null, "\u2190"), " ",
      el("kbd", null, "\u2192"), " step ", el("kbd", null, "\u2191"), " ",
      el("kbd", null, "\u2193"), " game ", el("kbd", null, "space"), " play"));
  player.list = list;
  player.stop();
  player.show(start);
  return player;
}

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

// Reads the lines of a game: {match, game, steps}.  A step is {text, told,
// seat, view, before, dice, line, fault, move, said, bust, chances, scores}, as
// far as it has them; the last of a game that ended has `scores`.
function readSteps(out) {
  const told = { match: null, game: null, steps: [] };
  let step = { text: "The game begins.", told: [], seat: null, dice: [] };
  let before = null;
  const begin = (event, text) => {
    step = { text, told: [], seat: event.seat, dice: step.dice,
      line: event.line, fault: event.event === "fault" };
    told.steps.push(step);
  };
  for (const line of out.split("\n")) {
    if (line === "")
      continue;
    const event = JSON.parse(line);
    if (event.event === "match") {
      told.match = event;
    } else if (event.event === "game") {
      told.game = event;
      told.steps.push(step);
    } else if (event.event === "roll") {
      begin(event, event.seat === null ? event.text ?? "Drawn by lot" :
        `rolls ${[...event.values].sort((a, b) => a - b).join(" ")}`);
      step.dice = event.sides === 6 ? event.values : [];
      if (event.text && event.seat !== null)
        step.told.push(event.text);
    } else if (event.event === "move") {
      begin(event, event.text);
      step.move = event.move;
      step.said = event.said;
    } else if (event.event === "fault") {
      begin(event, `loses by a fault: ${event.fault.replaceAll("_", " ")}`);
      step.told.push(short(event.detail ?? ""));
    } else if (event.event === "again") {
      step.told.push("An illegal answer was taken back.");
    } else if (event.event === "told") {
      step.told.push(event.text);
      step.bust ||= event.e.e === "bust";
    } else if (event.event === "abandoned") {
      step.told.push("The match was interrupted; the game starts again.");
    } else if (event.event === "chances") {
      step.chances = event.seats;
    } else if (event.event === "view") {
      step.view = event.view;
      step.before = before;
      before = event.view;
    } else if (event.event === "over") {
      begin({ ...event, seat: null }, overWords(told, event));
      step.scores = event.scores;
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

// One item of a list can be reached with the tab key, the chosen one; from there
// the arrow keys choose another.
function roving(list) {
  list.addEventListener("keydown", (event) => {
    const items = [...list.querySelectorAll("a, button")];
    const at = items.indexOf(event.target);
    const to = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1,
      ArrowDown: at + 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey)
      return;
    event.preventDefault();
    items[to]?.focus();
    items[to]?.click();
  });
  return list;
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
      sentences(step.told)))))));

  player.show = (at) => {
    at = Math.max(0, Math.min(last, at));
    if (at === player.at)
      return;
    const old = list.children[player.at]?.firstChild;
    old?.removeAttribute("aria-current");
    old?.setAttribute("tabindex", "-1");
    player.at = at;
    const step = told.steps[at];
    const drawn = BOARDS.get(told.match.game)?.(step);
    seats.replaceChildren(seatTiles(player, step));
    strip?.show(at);
    board.replaceChildren(...[drawn].flat().filter((part) => part));
    words.replaceChildren(el("p", null, stepWords(player, step)),
      el("p", { class: "quiet" }, sentences([...step.told,
        ...step.said ? [`It says: ${short(step.said, 200)}`] : []])));
    counter.textContent = `${at} / ${last}`;
    slider.value = String(at);
    list.children[at].firstChild.setAttribute("aria-current", "step");
    list.children[at].firstChild.setAttribute("tabindex", "0");
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

// names.js - entrants' names and colours.

const COLOURS = 10;             // no match has more seats
const colours = new Map();      // by name: the number of an entrant's own colour

// The class that gives an entrant its colour among those that are shown
// together, of whom no two have the same: its own, or the next free one.
function colourOf(name, among = [name]) {
  if (colours.size === 0)
    page.data.manifest.entrants.forEach((one, i) => colours.set(one.name, i));
  const taken = new Set();
  let own = 0;
  for (const one of among) {
    own = (colours.get(one) ?? 0) % COLOURS;
    while (taken.has(own) && taken.size < COLOURS)
      own = (own + 1) % COLOURS;
    taken.add(own);
    if (one === name)
      break;
  }
  return `c${own}`;
}

// The letter that says the same as the colour.
const letterOf = (name, among) =>
  String.fromCharCode(65 + Math.max(0, among.indexOf(name)));

// Among others, with its letter.
function dot(name, among = []) {
  return among.length < 2 ?
    el("span", { class: `dot ${colourOf(name)}`, "aria-hidden": "true" }) :
    el("span", { class: `dot initial ${colourOf(name, among)}`,
      "aria-hidden": "true" }, letterOf(name, among));
}

function nameTag(name, most, among) {
  return el("span", { class: "name", title: clean(name) }, dot(name, among),
    el("bdi", null, short(name, most)));
}

function nameLink(name, most, among) {
  return el("a", { class: "name", title: clean(name),
    href: addressOf("entrant", name) }, dot(name, among),
  el("bdi", null, short(name, most)));
}

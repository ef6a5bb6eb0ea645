// names.js - entrants' names, colours and points.

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

// With a dot of its colour, which among others has its letter.
function nameTag(name, most, among = [], tag = "span", more = {}) {
  const many = among.length > 1;
  return el(tag, { class: "name", title: clean(name), ...more },
    el("span", { class: `dot ${many ? "initial" : ""} ${colourOf(name,
      many ? among : [name])}`, "aria-hidden": "true" },
    many && letterOf(name, among)), el("bdi", null, short(name, most)));
}

const nameLink = (name, most, among) => nameTag(name, most, among, "a",
  { href: addressOf("entrant", name) });

// Points as text; null, for a format that counts none, is empty.
const points = (value) => value === null ? "" :
  Number(value.toFixed(2)).toLocaleString("en");

function matchPlayers(match) {
  return match.entrants.map((name, i) => el("span", { class: "player" },
    nameTag(name, 30, match.entrants), " ", match.points.length > 0 &&
    el("b", null, points(match.points[i]))));
}

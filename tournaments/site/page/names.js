// names.js - entrants' names and colours.

// The tournament's name: its id without the digits of the seal at the end.
function pageName() {
  if (page.series !== null)
    return page.series.name;
  const seal = page.data.manifest.seal ?? "";
  const end = `-${seal.slice(0, 12)}`;
  return page.id.endsWith(end) ? page.id.slice(0, -end.length) : page.id;
}

const COLOURS = 10;
const colours = new Map();

// The class that gives an entrant its colour.
function colourOf(name) {
  if (colours.size === 0)
    page.data.manifest.entrants.forEach((one, i) =>
      colours.set(one.name, `c${i % COLOURS}`));
  return colours.get(name) ?? "c0";
}

function dot(name) {
  return el("span", { class: `dot ${colourOf(name)}`, "aria-hidden": "true" });
}

function nameTag(name, most) {
  return el("span", { class: "name", title: clean(name) }, dot(name),
    el("bdi", null, short(name, most)));
}

function nameLink(name, most) {
  return el("a", { class: "name", title: clean(name),
    href: addressOf("entrant", name) }, dot(name),
  el("bdi", null, short(name, most)));
}

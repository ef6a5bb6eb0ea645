// elements.js - elements, numbers in words and text from elsewhere, for the page
// of a tournament and for verify.html.
//
// Text from bots, files and people is put into the page as the text of a node
// or as an attribute, never as HTML.
"use strict";

const SVG = "http://www.w3.org/2000/svg";

// Fills an element: properties that are functions become event listeners, those
// with -- CSS variables, others attributes; null and false are left out.
function make(node, properties, children) {
  for (const [key, value] of Object.entries(properties ?? {}))
    if (typeof value === "function")
      node.addEventListener(key, value);
    else if (key.startsWith("--"))
      node.style.setProperty(key, value);
    else if (value !== null && value !== undefined && value !== false)
      node.setAttribute(key, value === true ? "" : value);
  for (const child of children.flat(Infinity))
    if (child !== null && child !== undefined && child !== false)
      node.append(child);
  return node;
}

function el(tag, properties, ...children) {
  return make(document.createElement(tag), properties, children);
}

function draw(tag, properties, ...children) {
  return make(document.createElementNS(SVG, tag), properties, children);
}

function card(title, ...children) {
  return el("section", { class: "card" }, title && el("h2", null, title),
    ...children);
}

// A table.  Each column is [head, class, cell(row)]; those of class "who" name
// the row.  The roles stay where the style makes a grid of it.
function tableOf(look, columns, rows) {
  return el("table", { class: look, role: "table" },
    el("thead", { role: "rowgroup" }, el("tr", { role: "row" },
      columns.map(([head, kind]) => el("th", { scope: "col",
        role: "columnheader", class: kind }, head)))),
    el("tbody", { role: "rowgroup" }, rows.map((row) => el("tr",
      { role: "row" }, columns.map(([, kind, cell]) => kind === "who" ?
        el("th", { scope: "row", role: "rowheader", class: kind }, cell(row)) :
        el("td", { role: "cell", class: kind }, cell(row)))))));
}

// What is scrolled sideways where it is too wide.
function wide(label, ...children) {
  return el("div", { class: "wide", tabindex: "0", role: "region",
    "aria-label": label }, ...children);
}

const listTable = (label, columns, rows, look = "") =>
  wide(label, tableOf(`list ${look}`, columns, rows));

// Names and values.
const facts = (rows, look) => el("dl", { class: look }, rows.map(
  ([name, ...value]) => el("div", null, el("dt", null, name),
    el("dd", null, ...value))));

// Shows items of a list by `add`, so many at once; returns the button for more.
function growing(items, atOnce, add, ...words) {
  const button = el("button", { type: "button", click: () => show() });
  let shown = 0;
  const show = () => {
    add(items.slice(shown, shown + atOnce), shown);
    shown += atOnce;
    button.hidden = shown >= items.length;
    button.textContent = `Show more: ${counted(items.length - shown,
      ...words)} to come`;
  };
  show();
  return button;
}

// Keys lead from an item of `node` to another, which is the one that the tab key
// reaches; `to` has, for item i of n, the next by key.
function roving(node, items, to) {
  node.addEventListener("keydown", (event) => {
    const all = [...node.querySelectorAll(items)];
    const next = to(all.indexOf(event.target), all.length)[event.key];
    if (next === undefined || event.ctrlKey || event.altKey || event.metaKey)
      return;
    event.preventDefault();
    if (!all[next])
      return;
    event.target.tabIndex = -1;
    all[next].tabIndex = 0;
    all[next].focus();
    all[next].click();
  });
  return node;
}

const inList = (i, n) => ({ ArrowLeft: i - 1, ArrowUp: i - 1,
  ArrowRight: i + 1, ArrowDown: i + 1, Home: 0, End: n - 1 });

function markCurrent(node, kind) {
  if (kind)
    node.setAttribute("aria-current", kind);
  else
    node.removeAttribute("aria-current");
}

const note = (...words) => el("p", { class: "note" }, ...words);
const quiet = (...words) => el("span", { class: "quiet" }, ...words);
const commas = (list, draw) => list.map((one, i) => [i > 0 && ", ", draw(one)]);

const counted = (number, word, words = `${word}s`) =>
  `${number.toLocaleString("en")} ${number === 1 ? word : words}`;
const signed = (value, places = 1) => {
  const text = Math.abs(value).toFixed(places);
  return `${value < 0 && Number(text) !== 0 ? "\u2212" : "+"}${text}`;
};
const sizeWords = (bytes) => bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` :
  `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;

// ### text from elsewhere

const FOREIGN_MOST = 60;
// The characters of referee/base/printable.c.
const FOREIGN_HARMFUL = new RegExp(`[${UNSEEN}]`, "gu");

// Marks beyond the fourth of a character: they are drawn over the lines above.
const FOREIGN_STACKED = /(?<=[\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}]+/gu;

// Any text, made safe to show.
function clean(text) {
  return String(text).replace(FOREIGN_HARMFUL, "\ufffd")
    .replace(FOREIGN_STACKED, "\ufffd");
}

// Foreign text within a line, like FOREIGN of referee/base/printable.h.
function short(text, most = FOREIGN_MOST) {
  const letters = [...clean(text).replace(/ +/g, " ")];
  return letters.length <= most ? letters.join("") :
    `${letters.slice(0, most - 1).join("")}\u2026`;
}

// foreign.js - text from elsewhere, as it is shown, for pages and verify.html.

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

// told.js - what the program of a game says of the positions: sentences and
// pictures.  They come with the log, as no program runs here, and nothing checks
// them.

// By line of the log, its {texts, picture}; a position without a picture has "".
function toldByLine(lines) {
  const told = new Map();
  for (const text of lines.split("\n").filter((one) => one !== "")) {
    const { event, line, ...more } = JSON.parse(text);
    const one = told.get(line) ?? { texts: [] };
    if (event === "view")
      one.picture = String(more.view.picture ?? "");
    else
      one.texts.push(String(more.text));
    told.set(line, one);
  }
  return told;
}

// Adds what came with a log to the steps of one of its games.  Resolves to
// whether there was something, and it was not damaged.
async function addTold({ game, steps }, { told }) {
  const lines = told && await unpack(told).then((file) => file.text())
    .then(toldByLine).catch(() => null);
  let picture = "";
  for (const step of lines ? steps : []) {
    const one = lines.get(step.line ?? game.line);
    picture = one?.picture ?? picture;
    step.picture = picture;
    step.told.push(...one?.texts ?? []);
  }
  return Boolean(lines);
}

// A picture is lines of text, or an SVG: as an image it runs no script, and
// loads nothing.
function pictureOf(picture) {
  return picture.startsWith("<svg") ? el("img", { class: "picture",
    alt: "The position, as the game's program draws it",
    src: `data:image/svg+xml,${encodeURIComponent(picture.replace(/\p{Cs}/gu,
      ""))}` }) : el("pre", { class: "picture", tabindex: "0" },
    picture.split("\n").map((line) => `${clean(line)}\n`));
}

// The picture of a step, and the dice if it is a roll.
const programBoard = ({ picture, values }) => [picture && pictureOf(picture),
  values && diceOf({ dice: values })];

const TOLD_NOTE = "Pictures and sentences are as the game's program made them " +
  "when this page was written; they are not checked here.";

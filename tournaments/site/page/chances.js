// chances.js - the chance of each seat to win, step by step, as numbers and as
// a picture.  They are computed by `referee replay --analyse`.

const STRIP = { width: 600, height: 72 };

// The arguments that make the checker measure luck as this page does; none if
// the game has no luck that can be measured.
async function chanceArgs(folder = "one/") {
  if (!page.data.chances)
    return [];
  await loadOnce("chances.js", "chances");
  const args = [];
  for (const [name, file] of page.chances) {
    // Again each time: a checker that was stopped has lost the file.
    const path = `${folder}chances/${name}`;
    await checkerKeep(path, file);
    args.push(name === "table" ? "--table" : "--luck-file", path);
  }
  return args;
}

// Those of them that name the luck file.
async function luckFileArgs(folder) {
  const args = await chanceArgs(folder), at = args.indexOf("--luck-file");
  return at < 0 ? [] : args.slice(at, at + 2);
}

function chanceWords(chance) {
  return chance > 0.995 && chance < 1 ? "> 99 %" :
    chance < 0.005 && chance > 0 ? "< 1 %" : `${Math.round(100 * chance)} %`;
}

// Where the chances come from, for readers who want to know how far to trust
// them.  `measure` is the checker's word, undefined if it gave none.
function chanceSource(measure) {
  const how = page.data.chances.f !== "table" ?
    "Your browser has computed the chances by a formula of the scores" :
    "Your browser has looked up the chances in the exact table of perfect " +
    `play, ${measure?.named ? "which is the one that the luck file names" :
      "which came with this page and was not checked (bolito --solve makes " +
      "the same)"}`;
  return `${how}. ${!measure ?
    "Whether this measure was fixed before the first game was not checked" :
    measure.fixed ?
      "This measure was fixed by the manifest before the first game" :
      "This measure was chosen after the games"}.`;
}

// The steps that have chances, which are always consecutive.
const chancesTold = (told) => told.steps.flatMap((step, at) =>
  step.chances ? [at] : []);

// The chances of a game as stacked bands, with a mark at the current step.
// Returns {node, words, show(step)}, or null.
function chanceStrip(player, go) {
  const { steps } = player.told, at = chancesTold(player.told);
  if (at.length < 2)
    return null;
  const { width, height } = STRIP;
  const x = (step) => step / (steps.length - 1) * width;
  const y = (step, seats) => height * (1 - steps[step].chances
    .slice(0, seats).reduce((sum, chance) => sum + chance, 0));
  const edge = (seats) => at.map((step) =>
    `${x(step).toFixed(1)},${y(step, seats).toFixed(1)}`);
  const mark = draw("line", { class: "strip-mark", y1: 0, y2: height });
  const node = draw("svg", { class: "strip", viewBox: `0 0 ${width} ${height}`,
    preserveAspectRatio: "none", role: "img", "aria-label":
    "The chances to win over the course of the game; the tiles above have the " +
    "numbers of this step.", click: (event) => {
      const box = node.getBoundingClientRect();
      go(Math.round((event.clientX - box.left) / box.width *
        (steps.length - 1)));
    } },
  steps[at[0]].chances.map((_, seat) => draw("polygon", {
    class: colourOf(player.name(seat), player.told.match.entrants),
    points: [...edge(seat), ...edge(seat + 1).reverse()].join(" ") })),
  draw("line", { class: "strip-half", x1: 0, x2: width, y1: height / 2,
    y2: height / 2 }), mark);
  const { entrants } = player.told.match;
  const words = el("p", { class: "quiet strip-words" }, "From the bottom up: ",
    commas(player.told.game.seats, (entrant) =>
      nameTag(entrants[entrant], 18, entrants)));
  return { node, words, show(step) {
    mark.setAttribute("x1", x(step));
    mark.setAttribute("x2", x(step));
  } };
}

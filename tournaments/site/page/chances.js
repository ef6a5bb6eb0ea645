// chances.js - the chance of each seat to win, step by step, as numbers and as
// a picture.  They are computed by `referee replay --analyse`.

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

// The chances of a game as bands on top of each other; `go` is called with the
// step that was chosen.  Returns {node, show(step)}, or null.
function chanceStrip(player, go) {
  const { steps } = player.told;
  const at = steps.flatMap((step, i) => step.chances ? [i] : []);
  if (at.length < 2)
    return null;
  const below = (i, seats) => steps[i].chances.slice(0, seats)
    .reduce((sum, chance) => sum + chance, 0);
  return lineChart({ label: "The chances to win over the course of the game",
    look: "strip", at, place: (step) => `step ${step}`,
    units: ["steps", "wins"], range: [0, 1], height: 160, go,
    levels: [[0, "0 %"], [0.5, "50 %"], [1, "100 %"]],
    lines: steps[at[0]].chances.map((_, seat) => ({ name: player.name(seat),
      values: at.map((i) => below(i, seat + 1)),
      band: at.map((i) => [below(i, seat), below(i, seat + 1)]),
      words: at.map((i) => chanceWords(steps[i].chances[seat])) })) });
}

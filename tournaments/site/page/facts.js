// facts.js - checks that what the page shows besides its tables follows from
// the folder.

const COURSE_ROUNDED = 0.06;    // the page has one decimal, the checker six

// The signed plan, which has the rules, entrants, key and seal.
async function ownManifest() {
  return JSON.parse(await fileText(page.files, "manifest.json"));
}

function isNear(shown, due) {
  return shown === due || (Number.isFinite(shown) && Number.isFinite(due) &&
    Math.abs(shown - due) < COURSE_ROUNDED);
}

// Does the page's course, which has only the best entrants, follow from
// `points`?
function isCourse({ games, entrants }, points) {
  if (!sameJson(games, points.map((point) => point.games)))
    return false;
  const rows = points.map((point) => new Map(point.entrants.map((row) =>
    [row.entrant, row])));
  return entrants.every((one) => rows.every((found, i) => {
    const row = found.get(one.entrant);
    const rated = row && row.elo !== null;
    return isNear(one.elo[i], rated ? row.elo : null) &&
      isNear(one.err95[i], rated ? row.err95 : null) &&
      one.pool[i] === (rated ? row.pool : 0);
  }));
}

// The names of data that only some formats have and that do not follow.
async function wrongOfFormat() {
  const { data } = page;
  const answer = await checkerAsk(WHOLE, "tournament", "format", "all");
  if (answer.code !== 0)
    throw new Error(answer.err);
  const due = JSON.parse(answer.out);
  const same = (key) => sameJson(data[key] ?? null, due[key] ?? null);
  return [...same("bracket") ? [] : ["bracket"],
    ...same("sprt") && same("llr") ? [] : ["sequential test"]];
}

// Resolves to the names of the facts that do not follow.
async function wrongFacts() {
  const { data } = page, wrong = [];
  if (!sameJson(await ownManifest(), data.manifest) || page.id !== data.manifest.id ||
      data.game !== data.manifest.game)
    wrong.push("description of the tournament");
  if (data.games !== data.results.matches.reduce((sum, match) =>
    sum + (match.state === "ended" ? match.games : 0), 0))
    wrong.push("number of games");
  const answer = await checkerAsk(WHOLE, "tournament", "ladder", "--history",
    "--json", "all");
  if (answer.code !== 0)
    throw new Error(answer.err);
  if (!isCourse(data.course, JSON.parse(answer.out).points))
    wrong.push("course");
  return [...wrong, ...await wrongOfFormat()];
}

// series_proof.js - checks all rounds of a series, and its ladder, in the
// visitor's browser.

// The path of a round for the checker; in a league, round-001/ and so on.
const seriesPath = (i) => `${WHOLE}${page.series.league ? "round-" : ""}${
  roundFolder(i)}`;

const seriesLog = (i, sharded, [match, attempt, , unpacked]) => `${seriesPath(i)}/${
  logFolder(sharded, match)}${logName(match, attempt, unpacked !== undefined)}`;

// Passes the files of a round to the checker; `told` is called after each log.
// The page itself does not keep the logs.
async function keepRound(i, told) {
  const round = await loadRound(i), { data, files } = round;
  for (const [name, file] of files)
    await checkerKeep(`${seriesPath(i)}/${name}`, file);
  for (const one of data.logs) {
    const [match, attempt, size] = one;
    const name = `${String(match).padStart(6, "0")}`;
    const log = await loadPart(`${roundFolder(i)}/logs/${name}${attempt ?
      `v${attempt}` : ""}.js`, `${match}/${attempt}`);
    if (log.size !== size)
      throw new Error(`log ${name} of ${roundFolder(i)} is another one than ` +
        "data.js says");
    await checkerKeep(seriesLog(i, data.sharded, one), log);
    told(match);
  }
  return round;
}

async function dropRound(i, { data, files }, only) {
  for (const name of only ?? files.keys())
    await checkerDrop(`${seriesPath(i)}/${name}`);
  for (const one of data.logs)
    await checkerDrop(seriesLog(i, data.sharded, one));
}

// The checker's verdict on `folder`; throws if there is none.
async function seriesVerdict(folder) {
  const answer = await checkerAsk(WHOLE, "tournament", "verify", "--json",
    folder);
  const verdict = verdictOf(answer);
  if (verdict === null)
    throw new Error(answer.err || "it gave no verdict");
  return verdict;
}

// Takes what the checker computes of a round in place of its data.js.  Returns
// what a reader calls it if it is different.
async function takeRound(i, one) {
  const due = await computedFor(WHOLE, seriesPath(i));
  const shown = ({ manifest, results, sprt, crosstable }) =>
    ({ manifest, results, sprt, crosstable });
  const same = sameJson(shown(one.data), shown(due));
  one.data = { ...one.data, ...shown(due) };
  return same ? [] : [`data of ${roundName(i)}`];
}

// Shows the series as the checker computes it.  Returns the names of what was
// different.
async function takeSeries(loaded) {
  const { league } = page.series, wrong = [];
  for (const [i, one] of loaded.entries())
    wrong.push(...await takeRound(i, one));
  const due = await computedFor(WHOLE, "--series",
    ...league ? ["--league"] : [], ...loaded.map((_, i) => seriesPath(i)));
  return [...showComputed(due, "Computed here, in your browser, from the " +
    "logs of all rounds, which were all verified."), ...wrong];
}

// A league is verified as a whole, because its pairings follow from its ladder;
// other rounds are verified one by one, with the logs of one at a time.
async function verifySeries(say) {
  const { rounds, league } = page.series;
  const loaded = [], verdicts = [];
  for (const [i] of rounds.entries()) {
    loaded.push(await keepRound(i, (match) => say(`${roundName(i)}: match ${
      match}`, i / rounds.length)));
    if (league)
      continue;
    say(`Checking ${roundName(i)}`, (i + 0.5) / rounds.length);
    const verdict = await seriesVerdict(seriesPath(i));
    if (!verdict.verified)
      return { wrong: verdict, round: i };
    verdicts.push(...verdict.tournaments);
    await dropRound(i, loaded[i], []);
  }
  if (!league)
    return { loaded, verdicts, notProved: verdicts.flatMap((one) =>
      one.not_proved) };
  say("Checking the league", 0.9);
  await checkerKeep(`${WHOLE}league.json`, { packed: new Uint8Array([3, 0]),
    size: 0 });
  const verdict = await seriesVerdict(WHOLE.replace(/\/$/, ""));
  return verdict.verified ? { loaded, verdicts: verdict.tournaments,
    notProved: [...verdict.not_proved, ...verdict.tournaments.flatMap((one) =>
      one.not_proved)] } : { wrong: verdict, round: null };
}

function seriesFindings({ verdicts, notProved: open }, wrong, seconds) {
  const sum = (key) => verdicts.reduce((all, one) => all + one[key], 0);
  const once = [...new Map(open.map((one) => [one.code, one])).values()];
  const good = wrong.length === 0;
  return [banner(good ? "good" : "bad", good ? `Verified here in ${
    seconds.toFixed(1)} s: ${counted(verdicts.length, "round")}, ${counted(
    sum("matches"), "match", "matches")}, ${counted(sum("games"), "game")}, ${
    counted(sum("decisions"), "decision")}.` :
    "The logs are true, but this page is not."),
  el("ul", { class: "findings" },
    finding("good", "Every round was played as its signed plan says",
      "Manifest, seal, book, pairings and every log of each of them."),
    page.series.league && finding("good", "The pairings of every round follow " +
      "from the ladder of the rounds before it"),
    pageFinding(wrong, "The ladder on this page is the one that the games of " +
      "all rounds give", "Everything that the page shows was computed again " +
      "from all books."), notProved(once))];
}

function seriesWrong({ wrong, round }) {
  const { file, line, why } = wrong.why;
  const path = clean(file ?? "").replace(/^all\//, "");
  const number = /match-(\d+)\.(?:jsonl|pack)$/.exec(path);
  const found = /(\d{3})\//.exec(path);
  const at = round ?? (found ? Number(found[1]) - 1 : null);
  const place = file === null ? "" : `${path}${line === null ? "" :
    `, line ${line}`}: `;
  return [banner("bad", at === null ?
    "This series is not what was played and signed." :
    `${roundName(at)} is not what was played and signed.`),
  el("ul", { class: "findings" }, finding("bad", place + clean(why),
    at !== null && number && el("a", { href: `${roundFolder(at)}/index.html${
      addressOf("match", Number(number[1]))}` }, `Look at match ${
      Number(number[1])}`)),
  finding("open", "All that was not looked at",
    "The check ends at the first thing that is wrong."))];
}

async function checkSeries(holder, say) {
  const began = performance.now();
  let found = {};
  try {
    found = await verifySeries(say);
    if (found.wrong) {
      holder.replaceChildren(...seriesWrong(found));
    } else {
      say("Computing the ladder", 0.95);
      const wrong = await takeSeries(found.loaded);
      holder.replaceChildren(...seriesFindings(found, wrong,
        (performance.now() - began) / 1000));
    }
  } catch (why) {
    holder.replaceChildren(banner("open", "The checker could not look: ",
      clean(why.message)));
  } finally {
    for (const [i] of page.series.rounds.entries())
      if (seriesLoaded.has(i))
        await loadRound(i).then((one) => dropRound(i, one)).catch(() => {});
  }
}

function seriesProofView() {
  const { rounds, league } = page.series;
  const open = rounds.findIndex(({ closed }) => !closed);
  const holder = el("div", { "aria-live": "polite" });
  const bar = el("progress", { max: 1, value: 0, "aria-label": "Progress" });
  const words = el("span", { class: "quiet" });
  const working = el("div", { class: "working", hidden: true }, bar, words,
    el("button", { type: "button", click: checkerStop }, "Stop"));
  const start = el("button", { type: "button", class: "main",
    click: async () => {
      if (!working.hidden)
        return;
      working.hidden = false;
      holder.replaceChildren();
      await checkSeries(holder, (text, share) => {
        words.textContent = text;
        bar.value = share;
      });
      working.hidden = true;
    } }, `Check all ${counted(rounds.length, "round")} here`);
  return [card("Is it true?", el("p", null, "Don't take our word for it: " +
    "check it here. Your own browser verifies every round as ",
  el("code", null, "tournament verify"), " does, then computes the ladder of " +
    "all of them anew", league && ", and the pairings of each round", "."),
  open < 0 ? el("div", { class: "buttons" }, start) : note(`${
    roundName(open)} is not over: its secret is not out yet, so the series ` +
    "cannot be checked as a whole. Each round that is over can, on its own ",
  "page."), working, holder, ownCopy())];
}

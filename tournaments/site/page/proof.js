// proof.js - checks the whole tournament, or all rounds of a series and its
// ladder, in the visitor's browser.

const WHOLE = "all";            // the folder for the checker

// What is said of a page whose logs are good, if nothing on it is wrong, or that
// something, `wrong`, came from elsewhere.
function pageReport(wrong, words, proved, title, rest) {
  const good = wrong.length === 0;
  return [banner(good ? "good" : "bad", good ? words :
    "The logs are true, but this page is not."),
  findings(proved, good ? finding("good", title, "Everything that the page " +
    "shows was computed again, to the last digit.") : finding("bad", `The ${
    wrong.join(" and the ")} on this page did not come from these games`,
  "Computed again, something else results; the page shows that now."), rest)];
}

function wholeFindings(verdicts, open, wrong, seconds) {
  const { series } = page;
  const sum = (key) => verdicts.reduce((all, one) => all + one[key], 0);
  const once = [...new Map(open.map((one) => [one.code, one])).values()];
  return pageReport(wrong, `Verified here in ${seconds.toFixed(1)} s: ${
    series === null ? "" : `${counted(verdicts.length, "round")}, `}${counted(
    sum("matches"), "match", "matches")}, ${counted(sum("games"), "game")}, ${
    counted(sum("decisions"), "decision")}.`,
  [provedOfAll(series !== null, once), series?.league && finding("good",
    "The pairings of every round follow from the ladder of the rounds before " +
    "it")],
  `The ladder on this page is the one that ${series === null ? "these games" :
    "the games of all rounds"} give`, notProved(once));
}

// What is wrong with the tournament or with a round; `i` is null if the file
// says which.
function wholeWrong({ why: { file, line, why } }, i) {
  const path = clean(file ?? "").replace(/^all\//, "");
  const match = /match-(\d+)\.(?:jsonl|pack)$/.exec(path);
  const found = page.series && /(\d{3})\//.exec(path);
  const round = i ?? (found ? Number(found[1]) - 1 : null);
  const place = path === "" ? "" : `${path}${line === null ? "" :
    `, line ${line}`}: `;
  return [banner("bad", `${page.series === null ? "This tournament" :
    round === null ? "This series" : roundName(round)} is not what was played ` +
    "and signed."),
  findings(finding("bad", place + clean(why),
    match && (page.series === null || round !== null) && el("a", { href: `${
      page.series === null ? "" : `${roundFolder(round)}/index.html`}${
      addressOf("match", Number(match[1]))}` },
    `Look at match ${Number(match[1])}`)),
  finding("open", "All that was not looked at",
    "The check ends at the first thing that is wrong."))];
}

// Passes the files of a round, or of the tournament, to the checker.  Resolves to
// the number of its logs.
async function takeWhole({ i, at, path }, say) {
  const { data, files } = page.series !== null ? await loadRound(i) :
    { data: page.data, files: await loadFolder() };
  const total = sizeOf(data.logs);
  let done = 0;
  for (const [name, file] of files)
    await checkerKeep(`${path}/${name}`, file);
  for (const log of data.logs) {
    await checkerTakeLog(`${path}/${logPath(data, log)}`, loadLog(log, at));
    done += logSize(log);
    say(`Loading the logs: ${sizeWords(done)} of ${sizeWords(total)}`,
      done / total);
  }
  return data.logs.length;
}

const sizeOf = (logs) => logs.reduce((sum, log) => sum + logSize(log), 0);

async function verifyWhole(path, logs, say) {
  const looked = new Set();             // each is opened several times
  checker.opened = (name) => {
    if (/match-\d+(\.void\d+)?\.(jsonl|pack)$/.test(name) && !looked.has(name))
      say(`Checking log ${looked.add(name).size} of ${logs}`,
        0.5 + looked.size / logs / 2);
  };
  return verdictOf(await checkerAsk(`${WHOLE}/`, "tournament", "verify",
    "--json", path));
}

// Shows everything as the checker computes it of what it has verified.  Resolves
// to the names of what was different.
async function showWhole(rounds) {
  const { series } = page, at = `${WHOLE}/`, wrong = [];
  if (series === null)
    return showComputed(await computedFor(at, WHOLE, ...await luckFileArgs(at)),
      "Computed here, in your browser, from the logs, which were all verified.");
  for (const { i, path } of rounds)
    if (!takeRound(await loadRound(i), await computedFor(at, path)))
      wrong.push(`data of ${roundName(i)}`);
  return [...showComputed(await computedFor(at, "--series",
    ...series.league ? ["--league"] : [], ...rounds.map(({ path }) => path)),
  "Computed here, in your browser, from the logs of all rounds, which were all " +
  "verified."), ...wrong];
}

// A league is verified as a whole, because its pairings follow from its ladder;
// other rounds are verified one by one, with the logs of one at a time.
async function checkAll(say) {
  const began = performance.now(), { series } = page, verdicts = [];
  const rounds = series === null ? [{ i: null, at: "", path: WHOLE }] :
    series.rounds.map((_, i) => ({ i, at: `${roundFolder(i)}/`, path:
      `${WHOLE}/${series.league ? "round-" : ""}${roundFolder(i)}` }));
  const parts = series?.league ? [{ i: null, path: WHOLE, rounds }] :
    rounds.map((one) => ({ ...one, rounds: [one] }));
  try {
    for (const [n, { i, path, rounds: taken }] of parts.entries()) {
      const told = (words, share) => say(i === null ? words :
        `${roundName(i)}: ${words}`, (n + share) / parts.length);
      let logs = 0;
      for (const [k, one] of taken.entries())
        logs += await takeWhole(one, (words, share) => told(words,
          (k + share) / taken.length / 2));
      if (series?.league)
        await checkerKeep(`${WHOLE}/league.json`,
          { packed: new Uint8Array([3, 0]), size: 0 });
      verdicts.push(await verifyWhole(path, logs, told));
      if (!verdicts[n].verified)
        return wholeWrong(verdicts[n], i);
      await checkerDrop(`${path}/match`);
    }
    say("Computing the tables", 1);
    const each = verdicts.flatMap((one) => one.tournaments);
    return wholeFindings(each, [...verdicts, ...each].flatMap((one) =>
      one.not_proved ?? []), await showWhole(rounds),
    (performance.now() - began) / 1000);
  } finally {
    checker.opened = null;
    await checkerDrop(`${WHOLE}/`);
  }
}

function madeFrom() {
  const { manifest } = page.data;
  const code = (name, value) => [name, el("code", null, value)];
  const node = card("What this page was made from", facts([
    code("id", clean(page.id)),
    code("seal, published before the first roll", clean(manifest.seal)),
    code("operator", `${short(manifest.operator.name)}, key ${
      clean(manifest.operator.key)}`),
    code("sandbox", clean(manifest.sandbox))]));
  node.id = "made-from";
  return node;
}

// May the whole be checked?  If not, why.
function wholeOpen() {
  const { series, data } = page;
  const open = series?.rounds.findIndex(({ closed }) => !closed) ?? -1;
  if (open >= 0)
    return `${roundName(open)} is not over: its secret is not out yet, so the ` +
      "series cannot be checked as a whole. Each round that is over can, on " +
      "its own page.";
  if (series !== null)
    return null;
  return !data.closed ?
    "The tournament is not over: its secret is not out yet." :
    data.results.matches.every(({ state, match }) => state !== "ended" ||
      logOf(match)) ? null : "Not all logs of this tournament are published " +
      "here, so it cannot be checked as a whole; each match that has its log " +
      "can.";
}

function proofView() {
  const { series } = page, open = wholeOpen();
  const total = sizeOf([...page.logs.values()]);
  const holder = el("div", { "aria-live": "polite" });
  const bar = el("progress", { max: 1, value: 0, "aria-label": "Progress" });
  const words = el("span", { class: "quiet" });
  const working = el("div", { class: "working", hidden: true }, bar, words,
    stopButton());
  // Each picture that the browser draws costs memory, too.
  const say = (text, share) => {
    if (share > bar.value && share < bar.value + 0.005)
      return;
    words.textContent = text;
    bar.value = share;
  };
  // Shows what `check` finds out.
  const work = async (check) => {
    if (!working.hidden)
      return;
    working.hidden = false;
    holder.replaceChildren();
    say("", 0);
    holder.replaceChildren(...await check(say).catch((why) =>
      [noVerdict(why)]) ?? []);
    working.hidden = true;
    document.getElementById("made-from")?.replaceWith(madeFrom());
  };
  const start = el("button", { type: "button", class: "main",
    click: () => work(checkAll) }, series === null ?
    `Check all of it here (${sizeWords(total)})` :
    `Check all ${counted(series.rounds.length, "round")} here`);
  return [card("Is it true?", el("p", null, "Don't take our word for it: " +
    "check it here. Your own browser does what ",
  el("code", null, "tournament verify"), " does: it checks the signatures of " +
    "the manifest and of the book, the salt, who had to meet whom, and every " +
    "log of every match, and computes the table anew."),
  open === null ? el("div", { class: "buttons" }, start, series === null &&
    saveButton(work)) : note(open),
  page.logs.size > 1 && sampleForm(total, (word, count) =>
    work((told) => checkSample(word, count, told))),
  working, holder, ownCopy()), series === null && madeFrom()];
}

page.views.set("proof", proofView);

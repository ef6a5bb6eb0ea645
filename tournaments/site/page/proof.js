// proof.js - checks the whole tournament in the visitor's browser.

const WHOLE = "all/";

// The path of a log for the checker, for a check of the whole tournament.
const wholePath = (match, attempt) => `${WHOLE}${logFolder(page.data.sharded,
  match)}${logName(match, attempt)}`;

// What is said of a page whose logs are good: nothing is wrong, or something on
// it came from elsewhere.
function pageFinding(wrong, title, ...more) {
  return wrong.length === 0 ? finding("good", title, ...more) :
    finding("bad", `The ${wrong.join(" and the ")} on this page did not come ` +
      "from these games", "Computed again, something else results; the page " +
      "shows that now.");
}

function proofFindings(verdict, wrong, seconds) {
  const [one] = verdict.tournaments;
  const good = wrong.length === 0;
  const byLuck = one.not_proved.some(({ code }) => code === "test_end");
  return [banner(good ? "good" : "bad", good ?
    `Verified here in ${seconds.toFixed(1)} s: ${counted(one.matches, "match",
      "matches")}, ${counted(one.games, "game")}, ${counted(one.decisions,
      "decision")}.` : "The logs are true, but this page is not."),
  el("ul", { class: "findings" },
    finding("good", "The plan was signed and did not change",
      "The manifest fits its note, and the seal fits the secret in the book."),
    !byLuck && finding("good", "The pairings follow the format",
      "All matches that were due were played, and no others."),
    finding("good", "Every log is that of its match", "Dice from the " +
      "tournament's secret, rules, results and signatures of all of them."),
    pageFinding(wrong, "The ladder on this page is the one that these games " +
      "give", "Everything that the page shows of the tournament was computed " +
      "again, to the last digit."), notProved(one.not_proved))];
}

function proofWrong(verdict) {
  const { file, line, why } = verdict.why;
  const place = file === null ? "" : `${clean(file).replace(/^all\//, "")}${
    line === null ? "" : `, line ${line}`}: `;
  const match = /match-(\d+)\.(?:jsonl|pack)$/.exec(file ?? "");
  return [banner("bad", "This tournament is not what was played and signed."),
    el("ul", { class: "findings" }, finding("bad", place + clean(why),
      match && el("a", { href: addressOf("match", Number(match[1])) },
        `Look at match ${Number(match[1])}`)),
    finding("open", "All that was not looked at",
      "The check ends at the first thing that is wrong."))];
}

async function loadAll(progress) {
  await loadFolder();
  for (const [name, file] of page.files)
    await checkerKeep(WHOLE + name, file);
  let done = 0;
  for (const [key, size] of page.logs) {
    const [match, attempt] = key.split("/").map(Number);
    await checkerTakeLog(wholePath(match, attempt), loadLog(match, attempt));
    done += size;
    progress(done);
  }
}

const logsSize = () =>
  [...page.logs.values()].reduce((sum, size) => sum + size, 0);

async function checkAll(holder, say) {
  const began = performance.now();
  const total = logsSize();
  try {
    await loadAll((done) => say(`Loading the logs: ${sizeWords(done)} of ${
      sizeWords(total)}`, done / total / 2));
    const looked = new Set();           // each is opened several times
    checker.opened = (path) => {
      if (/match-\d+(\.void\d+)?\.(jsonl|pack)$/.test(path) &&
        !looked.has(path))
        say(`Checking log ${looked.add(path).size} of ${page.logs.size}`,
          0.5 + looked.size / page.logs.size / 2);
    };
    const answer = await checkerAsk(WHOLE, "tournament", "verify", "--json",
      "all");
    const verdict = verdictOf(answer);
    if (verdict === null)
      holder.replaceChildren(banner("open", "The checker could not look: ",
        clean(answer.err || "it gave no verdict")));
    else if (verdict.verified)
      holder.replaceChildren(...proofFindings(verdict, showComputed(
        await computedFor(WHOLE, "all", ...await luckFileArgs(WHOLE)),
        "Computed here, in your browser, from the logs, which were all " +
        "verified."),
      (performance.now() - began) / 1000));
    else
      holder.replaceChildren(...proofWrong(verdict));
  } catch (why) {
    holder.replaceChildren(banner("open", "The checker could not look: ",
      clean(why.message)));
  } finally {
    checker.opened = null;
    for (const key of page.files.keys())
      checkerDrop(WHOLE + key);
    for (const key of page.logs.keys()) {
      const [match, attempt] = key.split("/").map(Number);
      checkerDrop(wholePath(match, attempt));
    }
  }
}

function madeFrom() {
  const { manifest } = page.data;
  const row = (name, value) => [el("dt", null, name),
    el("dd", null, el("code", null, value))];
  const node = card("What this page was made from", el("dl", null,
    row("id", clean(page.id)),
    row("seal, published before the first roll", clean(manifest.seal)),
    row("operator", `${short(manifest.operator.name)}, key ${
      clean(manifest.operator.key)}`),
    row("sandbox", clean(manifest.sandbox))));
  node.id = "made-from";
  return node;
}

function proofView() {
  const total = logsSize();
  const ended = page.data.results.matches.filter((match) =>
    match.state === "ended");
  const whole = page.data.closed && ended.every((match) =>
    page.logs.has(`${match.match}/0`));
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
  const work = async (check) => {
    if (!working.hidden)
      return;
    working.hidden = false;
    holder.replaceChildren();
    say("", 0);
    await check();
    working.hidden = true;
    document.getElementById("made-from")?.replaceWith(madeFrom());
  };
  const start = el("button", { type: "button", class: "main",
    click: () => work(() => checkAll(holder, say)) },
  `Check all of it here (${sizeWords(total)})`);
  return [card("Is it true?", el("p", null, "Don't take our word for it: " +
    "check it here. Your own browser does what ",
  el("code", null, "tournament verify"), " does: it checks the signatures of " +
    "the manifest and of the book, the salt, who had to meet whom, and every " +
    "log of every match, and computes the table anew."),
  whole ? el("div", { class: "buttons" }, start, saveButton(work, holder, say)) :
    note(page.data.closed ?
    "Not all logs of this tournament are published here, so it cannot be " +
    "checked as a whole; each match that has its log can." :
    "The tournament is not over: its secret is not out yet."),
  page.logs.size > 1 && sampleForm(total, (word, count) =>
    work(() => checkSample(word, count, holder, say))),
  working, holder, ownCopy()), madeFrom()];
}

page.views.set("proof", () => page.series === null ? proofView() :
  seriesProofView());

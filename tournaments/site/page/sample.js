// sample.js - checks a random sample of the matches, for tournaments that are
// too large to be checked as a whole.

const SAMPLE_ABOVE = 200e6;     // bytes of logs: the form is open at first

// A number that nobody can know before the visitor gives the word: FNV-1a, with
// the final mixing of MurmurHash3, as only the last characters differ.
function sampleKey(word, number) {
  let key = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(`${word}/${number}`))
    key = Math.imul(key ^ byte, 0x01000193);
  key = Math.imul(key ^ (key >>> 16), 0x85ebca6b);
  key = Math.imul(key ^ (key >>> 13), 0xc2b2ae35);
  return (key ^ (key >>> 16)) >>> 0;
}

// The numbers of `count` matches, in the order in which they are checked.
function sampleOf(word, count) {
  return [...page.logs.keys()].filter((key) => key.endsWith("/0"))
    .map((key) => parseInt(key, 10))
    .sort((a, b) => sampleKey(word, a) - sampleKey(word, b) || a - b)
    .slice(0, count);
}

// All of the sample are good.  What the page shows besides is computed again
// from the book; the one of a tournament that is not over nobody has signed.
async function sampleFindings(word, numbers, closed) {
  const said = `${counted(numbers.length, "match", "matches")} of ${
    endedMatches()}`;
  const list = `${numbers.slice(0, 20).join(", ")}${
    numbers.length > 20 ? ", \u2026" : ""}`;
  const missing = endedMatches() - sampleOf(word, Infinity).length;
  const rest = finding("open", "The other matches", missing > 0 ?
    `The logs of ${missing.toLocaleString("en")} are not published, so no ` +
    "word can choose them." : "They were not looked at. Whoever changes one " +
    "match in twenty is found out by a sample of sixty in nineteen of twenty " +
    "cases.");
  if (!closed)
    return [banner("open", `${said} checked here: ${list}.`),
      findings(finding("good", "Each of these logs is that of its match"),
        notOver(), finding("open", "The ladder"), rest)];
  const wrong = showComputed(await computedFor("one/", "one",
    ...await luckFileArgs("one/")), "Computed here, in your browser, from " +
    `the book that the operator signed; the logs of ${said} were verified.`);
  return pageReport(wrong, `${said} verified here: ${list}.`,
    finding("good", "Each of these logs is that of its match", "The page " +
      "shows the result and the faults that follow from it."),
    "The ladder on this page is the one that the operator's book gives",
    [(page.data.luck || page.data.manifest.luck !== null) && finding("open",
      "The luck in the tables", "That luck.csv, which can also end a " +
      "sequential test, follows from the logs: run tournament verify."),
    rest]);
}

async function checkSample(word, count, say) {
  if (word.trim() === "")
    return [banner("open", "Type a word first: it decides which matches are " +
      "checked, and nobody should be able to guess it.")];
  const numbers = sampleOf(word, count);
  let closed = false;
  for (const [i, number] of numbers.entries()) {
    say(`Checking match ${number}, ${i + 1} of ${numbers.length}`,
      i / numbers.length);
    const verdict = await judgeMatch(number);
    await checkerDrop(shownPath(number));
    const wrong = verdict.verified ? falseOfMatch(number, verdict) : [];
    if (!verdict.verified || wrong.length > 0)
      return [banner("bad", `Match ${number} is not true.`),
        findings(finding("bad", verdict.verified ?
          `This page does not show the ${wrong.join(" and the ")} of the log` :
          whyWords(verdict.why), el("a", { href: addressOf("match", number) },
          `Look at match ${number}`)))];
    ({ closed } = verdict);
  }
  return sampleFindings(word, numbers, closed);
}

function sampleForm(total, run) {
  const word = el("input", { id: "sample-word", value: "", maxlength: 100,
    autocomplete: "off" });
  const count = el("input", { id: "sample-count", type: "number", min: 1,
    max: page.logs.size, value: Math.min(20, page.logs.size) });
  return el("details", { open: total > SAMPLE_ABOVE },
    el("summary", null, "Check a random sample of matches"),
    el("p", null, "Your word decides which matches, so nobody could know " +
      "before."),
    el("p", { class: "fields" }, el("label", { for: "sample-word" },
      "Your word"), word, el("label", { for: "sample-count" }, "Matches"),
    count, el("button", { type: "button", class: "sample", click: () =>
      run(word.value, Math.max(1, Number(count.value) || 1)) },
    "Check the sample")));
}

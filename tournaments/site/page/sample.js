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

// Checks that the log of a match is good and the one that the book names.
// Resolves to null, or to what is wrong; throws if there is no verdict.
async function sampleWrong(number) {
  const path = logPath(number);
  await checkerTakeLog(path, number);
  const answer = await checkerAsk("one/", "referee", "verify", "--json", path);
  await checkerDrop(path);
  const verdict = verdictOf(answer);
  if (verdict === null)
    throw new Error(answer.err || "it gave no verdict");
  if (!verdict.verified)
    return whyWords(verdict.why);
  const end = await bookEnd(number);
  return end?.log === verdict.log ? null :
    "The tournament's book names another log for this match";
}

async function checkSample(word, count, holder, say) {
  const numbers = sampleOf(word, count);
  try {
    for (const [i, number] of numbers.entries()) {
      say(`Checking match ${number}, ${i + 1} of ${numbers.length}`,
        i / numbers.length);
      const wrong = await sampleWrong(number);
      if (wrong !== null) {
        holder.replaceChildren(banner("bad", `Match ${number} is not true.`),
          el("ul", { class: "findings" }, finding("bad", wrong, el("a", {
            href: addressOf("match", number) }, `Look at match ${number}`))));
        return;
      }
    }
    const ended = page.data.results.matches.filter((match) =>
      match.state === "ended").length;
    holder.replaceChildren(banner("good", `${counted(numbers.length, "match",
      "matches")} of ${ended} verified here: ${numbers.slice(0, 20)
      .join(", ")}${numbers.length > 20 ? ", \u2026" : ""}.`),
    el("ul", { class: "findings" },
      finding("good", "Each of these logs is that of its match"),
      finding("open", "The other matches, and the ladder",
        "They were not looked at. Whoever changes one match in twenty is " +
        "found out by a sample of sixty in nineteen of twenty cases.")));
  } catch (why) {
    holder.replaceChildren(banner("open", "The checker could not look: ",
      clean(why.message)));
  }
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

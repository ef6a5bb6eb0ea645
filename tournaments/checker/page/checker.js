// checker.js - calls the checker, which is the project's own code and runs in a
// worker, and draws its verdicts; for the page of a tournament and verify.html.

const checker = {
  worker: null,                 // a promise of the worker
  number: 0,                    // of the last command
  stops: 0,                     // how often the visitor pressed Stop
  waiting: new Map(),           // by number: {resolve, reject}
  opened: null,                 // called with path and size of what it opens
};

function checkerFailed(why) {
  for (const { reject } of checker.waiting.values())
    reject(new Error(why));
  checker.waiting.clear();
  checker.worker = null;
}

async function checkerMake() {
  const [program, wasm] = await loadParts("checker.js", "worker", "checker");
  const url = URL.createObjectURL(new Blob([await unpack(program)],
    { type: "text/javascript" }));
  const worker = new Worker(url);
  worker.onmessage = ({ data }) => {
    if (data.opened !== undefined) {
      checker.opened?.(data.opened, data.size);
      return;
    }
    if (data.failed !== undefined) {
      worker.terminate();
      checkerFailed(`the checker failed: ${data.failed}`);
      return;
    }
    checker.waiting.get(data.number)?.resolve(data);
    checker.waiting.delete(data.number);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    worker.terminate();
    checkerFailed(`the checker failed: ${event.message}`);
  };
  worker.postMessage({ order: "checker", ...wasm });
  return worker;
}

function checkerStart() {
  checker.worker ??= checkerMake().catch((why) => {
    checker.worker = null;
    throw why;
  });
  return checker.worker;
}

// Passes it a file: {packed, size} as the page has it, or {file}, a Blob.
async function checkerKeep(path, what) {
  (await checkerStart()).postMessage({ ...what, order: "keep", path });
}

// Drops the files whose paths begin with `path`.
async function checkerDrop(path) {
  if (checker.worker)
    (await checkerStart()).postMessage({ order: "drop", path });
}

// Runs a command on the files whose paths begin with `folder`.  Resolves to
// {code, out, err}; a code other than 0 and 1 proves nothing.
async function checkerAsk(folder, ...args) {
  const worker = await checkerStart();
  const number = ++checker.number;
  return new Promise((resolve, reject) => {
    checker.waiting.set(number, { resolve, reject });
    worker.postMessage({ order: "run", number, folder, args });
  });
}

// Ends a running check; the next one starts a new worker.
async function checkerStop() {
  checker.stops++;
  const worker = checker.worker;
  checkerFailed("stopped");
  (await worker?.catch(() => null))?.terminate();
}

// Lets the visitor stop the loading before a check, too.
async function orStopped(promise) {
  const before = checker.stops;
  const value = await promise;
  if (checker.stops !== before)
    throw new Error("stopped");
  return value;
}

async function checkerTakeLog(path, promise) {
  await orStopped(promise.then((log) => checkerKeep(path, log)));
}

function stopButton() {
  return el("button", { type: "button", click: checkerStop }, "Stop");
}

// The verdict that `verify --json` has printed; throws if there is none.
function verdictOf({ code, out, err }) {
  if (code === 0 || code === 1) {
    const verdict = JSON.parse(out);
    if (verdict.verified === (code === 0))
      return verdict;
  }
  throw new Error(err.trim() || "it gave no verdict");
}

// ### the look of a verdict

const SIGNS = { good: "\u2713", bad: "\u2717", open: "?",
  reported: "i" };
const SAID = { good: "Proved:", bad: "Wrong:", open: "Not proved:",
  reported: "Told:" };

function finding(kind, title, ...more) {
  return el("li", { class: `finding ${kind}` },
    el("span", { class: "sign", "aria-hidden": "true" }, SIGNS[kind]),
    el("div", null, el("b", null, el("span", { class: "unseen" },
      `${SAID[kind]} `), title),
    more.length > 0 && el("p", null, ...more)));
}

function banner(kind, ...words) {
  return el("p", { class: `banner ${kind}`, role: "status" },
    el("span", { "aria-hidden": "true" }, `${SIGNS[kind]} `), ...words);
}

const findings = (...items) => el("ul", { class: "findings" }, ...items);

const noVerdict = (why) => banner("open", "The checker could not look: ",
  clean(why.message));

// Shows in `holder` that there is work, then the parts that `make` resolves to.
async function working(holder, words, make) {
  holder.replaceChildren(el("div", { class: "working" }, banner("open", words),
    stopButton()));
  const parts = await make().catch((why) => [noVerdict(why)]);
  holder.replaceChildren(...parts.filter((part) => part));
}

// ### what is proved

// Is it left open whether the rules of the game were obeyed, because a program
// has them, which no browser runs?
const rulesOpen = (notProvedOnes) => notProvedOnes.some(({ code, told }) =>
  code === "rules" && !told);

const BADGES = { good: "verified here", bad: "not true",
  open: "the tournament is not over", rules: "verified here but for the rules" };

// `log` as in provedOfLog, or undefined of one that is not verified.
function badge(kind, log) {
  const words = kind === "good" && rulesOpen(log.not_proved) ? "rules" : kind;
  return el("span", { class: `badge ${kind}` },
    `${SIGNS[kind]} ${BADGES[words]}`);
}

// Of a log; `log` is what `referee verify --json` says.
function provedOfLog(log) {
  return [finding("good", "No byte has changed since the referee signed",
    "The log's hash is ", el("code", null, log.log), ", signed with the key ",
    el("code", null, log.key), "."),
  finding("good", "The dice were fixed before the first move",
    "The secret at the end fits the seal at the beginning, ",
    el("code", null, log.seal), "."),
  finding("good", log.rolls === 0 ? "No dice were rolled" :
    `All ${counted(log.rolls, "roll")} follow from that secret`),
  !rulesOpen(log.not_proved) && finding("good", `All ${
    counted(log.decisions, "decision")} are legal, ` +
    "and the results follow from them")];
}

// Of tournaments about which `open` is not proved.
function provedOfAll(many, open) {
  return [finding("good", `${many ? "Every" : "The"} plan was signed and did ` +
    "not change", "The manifest fits its note, and the seal fits the secret " +
    "in the book."),
  !open.some(({ code }) => code === "test_end" ||
    code === "round_pairings") && finding("good",
    "The pairings follow the format",
    "All matches that were due were played, and no others."),
  finding("good", "Every log is that of its match", "Dice from the " +
    "tournament's secret, ", rulesOpen(open) ? "and signatures of all of them. " +
    "Whether moves and results obey the rules was not checked: they are as the " +
    "logs have them." : "rules, results and signatures of all of them.")];
}

const LINES_AROUND = 4;

async function linesAround(file, line) {
  const lines = (await file.text()).split("\n");
  const from = Math.max(1, line - LINES_AROUND);
  return el("pre", { class: "lines", tabindex: "0" }, lines.slice(from - 1,
    line + LINES_AROUND).map((one, i) => el("span", { class:
      from + i === line ? "wrong" : null }, `${from + i}  ${
      short(one, 400)}\n`)));
}

function wrongLog(...words) {
  return findings(finding("bad", ...words), finding("open",
    "Everything after this line", "Nothing after a bad line counts."));
}

const ELSEWHERE = "Compare it yourself with one that you have from elsewhere.";
const NOT_PROVED = new Map([
  ["operator_key", "That the operator's key is theirs"],
  ["referee_key", "That this key is the referee's"],
  ["author_key", "That the keys of the authors are theirs"],
  ["number_told", "That authors kept their numbers to themselves"],
  ["no_outside_salt", "No outside salt"],
  ["sandbox", "That bots could not peek"],
  ["operator", "What no log can prove"],
  ["tournament", "That the log belongs to this tournament"],
  ["beacon_time", "When the beacon's round was"],
  ["games_abandoned", "Games were played again"],
  ["resumed", "Matches were interrupted"],
  ["matches_void", "Matches were played again"],
  ["person", "A person played"],
  ["luck", "The luck in the tables"],
  ["test_end", "That all matches were due"],
  ["round_pairings", "Who met whom"],
  ["rules", "The rules of the game"],
  ["later_round", "That no round is missing"],
]);

// Makes a sentence of the checker's words after a colon.
function asSentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function notProved(list, elsewhere = ELSEWHERE) {
  return list.map(({ code, told, text }) => {
    const title = NOT_PROVED.get(code) ?? (told ? "Told" : "Not proved");
    return finding(told ? "reported" : "open", title, code.endsWith("_key") ?
      elsewhere : asSentence(clean(text.replace(
        /^(no outside salt|sandbox [a-z]+|what no log can prove): /, ""))));
  });
}

function saveFile(name, blob) {
  const url = URL.createObjectURL(blob);
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}

// What a reader can do who doubts the page itself.
function ownCopy() {
  return note("This page came from the same place as the logs. If you doubt " +
    "the page, too, open your own copy of verify.html, which every release " +
    "of Rollcall has, and drop the logs into it, or run ",
  el("code", null, "referee verify"), ".");
}

// load.js - the data of a page, which arrive as scripts.

const CHANCES_FILES = new Set(["luck.json", "table"]);
const FOLDER_FILES = new Set(["manifest.json", "manifest.note", "book.jsonl",
  "book.note", "suspects.jsonl", "luck.json", "luck.csv", "ladder-luck.csv"]);

function arrived(key, value) {
  page.waiting.get(key)?.(value);
  page.waiting.delete(key);
}

const packedFile = (size, text) => ({ size, packed: base64Bytes(text) });

// In these scripts data are copied, as what a key "__proto__" adds is shown
// and not compared.
const rollcall = {
  data(id, shared) {
    const data = structuredClone(shared);
    arrived("data", { id, data });
    if (page.series !== null)
      return;
    if (page.data !== null)
      page.plain = null;        // it is older than these data
    page.id = id;
    page.data = data;
    page.computed = null;
    // One name for each log: "1.5" or 1e21 would pass for another match.
    for (const log of data.logs)
      if (log.slice(0, 2).every((number) => Number.isInteger(number) &&
          number >= 0 && number <= 1e7))
        page.logs.set(`${log[0]}/${log[1]}`, log);
  },
  series(id, shared) {
    const data = structuredClone(shared);
    arrived("data", { id, data });
    page.id = id;
    page.computed = null;
    page.series = data;
    page.data = { ...data, manifest: { entrants: data.entrants.map((name) =>
      ({ name })) } };
  },
  course: (course) => arrived("course", structuredClone(course)),
  // Only these: others could pass for a league, whose rounds are verified.
  file(name, ...file) {
    if (FOLDER_FILES.has(name))
      page.files.set(name, packedFile(...file));
  },
  chances(name, ...file) {
    if (CHANCES_FILES.has(name))
      page.chances.set(name, packedFile(...file));
  },
  // The last call of a script that has several.
  whole: (key) => arrived(key, true),
  log: (match, attempt, ...file) => arrived(`${match}/${attempt}`,
    packedFile(...file)),
  // In the script of the match's log, after it.
  told: (match, ...file) => page.told.set(match, packedFile(...file)),
  worker: (...file) => arrived("worker", packedFile(...file)),
  checker: (...file) => arrived("checker", packedFile(...file)),
};

const LOAD_AGAIN = 500;         // ms after a failure

// Runs a script next to the page: the only way to load data that works for
// pages opened as files.
function runScript(name) {
  return new Promise((resolve, reject) => {
    const script = el("script", { src: name });
    script.onload = () => {
      script.remove();
      resolve(null);
    };
    script.onerror = () => {
      script.remove();
      reject(new Error(`${name} could not be loaded`));
    };
    document.head.append(script);
  });
}

// Runs a script, a second time if that fails.  Of a script that was cut off the
// browser runs nothing, so it is not whole.
async function loadScript(name, isWhole) {
  const load = async () => {
    await runScript(name);
    if (!isWhole())
      throw new Error(`${name} is cut off or damaged`);
  };
  await load().catch(() => new Promise((resolve) =>
    setTimeout(resolve, LOAD_AGAIN)).then(load));
}

// Resolves to what the script `name` passes as each of `keys`.
async function loadParts(name, ...keys) {
  const parts = keys.map((key) =>
    new Promise((resolve) => page.waiting.set(key, resolve)));
  await loadScript(name, () => !keys.some((key) => page.waiting.has(key)));
  return Promise.all(parts);
}

const loadPart = async (name, key) => (await loadParts(name, key))[0];

const loadOnce = (name, key) => once(loading, name, () => loadPart(name, key));

// Loads the files of the tournament's folder, without its logs.
const loadFolder = () => loadOnce(`folder.js${page.version}`, "folder")
  .then(() => page.files);

const logName = ([match, attempt]) => `logs/${String(match).padStart(6, "0")}${
  attempt ? `v${attempt}` : ""}.js`;

// Resolves to {size, packed, told} of a log of data.js, whose size it must have;
// `told`, if there is one, is what the program of its game says.  `at` is the
// folder of the page.  Calls for the same log at the same time share one load.
function loadLog([match, attempt, size], at = "") {
  const name = `${at}${logName([match, attempt])}`;
  return once(loading, name, async () => {
    const log = await loadPart(name, `${match}/${attempt}`).finally(() =>
      loading.delete(name));
    if (log.size !== size)
      throw new Error(`${name} holds another log than data.js says`);
    log.told = page.told.get(match);
    page.told.delete(match);
    return log;
  });
}


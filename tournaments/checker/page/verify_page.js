// verify_page.js - finds the files of a tournament, and reads them from a page
// that `tournament site` has written.

const folderOf = (path) => path.slice(0, path.lastIndexOf("/") + 1);

// The folders that hold a file with one of these names, without those inside
// another one.
function rootsOf(files, ...names) {
  const found = [...new Set(files.map(({ path }) => path).filter((path) =>
    names.includes(path.slice(folderOf(path).length))).map(folderOf))];
  return found.filter((one) => !found.some((other) => other !== one &&
    one.startsWith(other)));
}

// The calls in a script of a page, each [name, ...arguments].
function callsOf(text) {
  return [...text.matchAll(/^rollcall\.([a-z]+)\((.*)\);$/gm)].map(
    ([, name, words]) => [name, ...JSON.parse(`[${words}]`)]);
}

// Has the page all logs of a tournament that is over?
function isWhole({ closed, results, logs }) {
  const there = new Set(logs.filter(([, attempt]) => attempt === 0)
    .map(([match]) => match));
  return closed && results.matches.every(({ state, match }) =>
    state !== "ended" || there.has(match));
}

const pagesOf = (files) => rootsOf(files, "data.js").filter((root) =>
  files.some(({ path }) => path === `${root}app.js`));

// The calls in the script `path`.
async function readCalls(files, path) {
  const found = files.get(path);
  const calls = found ? callsOf(await found.text()) : [];
  if (calls.length === 0)
    throw new Error(`${path} is ${found ? "cut off or damaged" : "missing"}`);
  return calls;
}

// The files of a tournament whose page is in the folder `from`, for the folder
// `to`.  Of a page without all logs only these, each to be checked alone.
async function filesOfRound(files, data, from, to) {
  const found = [];
  const add = async (path, size, text) => found.push({ path: to + path,
    file: await unpack({ packed: base64Bytes(text), size }) });
  if (isWhole(data))
    for (const [name, ...file] of await readCalls(files, `${from}folder.js`))
      if (name === "file")
        await add(...file);
  for (const log of data.logs) {
    const [match, attempt] = log;
    const [[, , , ...file]] = await readCalls(files, `${from}logs/${
      String(match).padStart(6, "0")}${attempt ? `v${attempt}` : ""}.js`);
    await add(logPath(data, log), ...file);
  }
  return found;
}

// The files of the tournament or the series whose page is in the folder `root`.
async function filesOfPage(list, root) {
  const files = new Map(list.map(({ path, file }) => [path, file]));
  const [[kind, , data]] = await readCalls(files, `${root}data.js`);
  if (kind !== "series")
    return filesOfRound(files, data, root, root);
  const found = data.league ?
    [{ path: `${root}league.json`, file: new Blob() }] : [];
  for (const i of data.rounds.keys()) {
    const round = `${String(i + 1).padStart(3, "0")}/`;
    const [[, , one]] = await readCalls(files, `${root}${round}data.js`);
    found.push(...await filesOfRound(files, one, root + round,
      `${root}${data.league ? "round-" : ""}${round}`));
  }
  return found;
}

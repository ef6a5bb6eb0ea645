// verify.js - verify.html: takes logs or a folder, has the checker look at them,
// and shows the verdicts.

const FILE_MOST = 1 << 27;      // bytes of a file whose lines are shown
const KEY_FIELD = "Compare it in the field above with one that you have from " +
  "elsewhere.";
let taken = 0;                  // how often files were chosen or dropped

function say(words, running = false) {
  at("stop").hidden = !running;
  at("state").textContent = clean(words);
}

const article = (kind, title, ...parts) => el("article", { class:
  `card ${kind}` }, el("h2", null, title), ...parts);

// ### verdicts

// Who played, and who was first in how many games.
function playersOf({ tournament, match, game, games, ranks, faults,
  entrants }) {
  const names = entrants.map((name) => short(name));
  const first = (i) => ranks.filter((row) => row[i] === 1).length;
  return note(`${tournament === null ? "A match" : `Match ${match} of ${
    short(tournament)}, as it says,`} of ${short(game)}: ${
    names.join(" against ")}. Of ${counted(games, "game")} ${names.map(
    (name, i) => `${name} is first in ${first(i)}`).join(", ")}${
    faults.length > 0 ? `; faults: ${faults.length}` : ""}.`);
}

const openOf = (verdict) => notProved(verdict.not_proved,
  given ? undefined : KEY_FIELD);

async function wrongParts({ why: { file, line, why }, sentence }, files) {
  const found = files.find(({ path }) => path === file)?.file;
  return [wrongLog(line ? `Line ${line}${file ? ` of ${clean(file)}` : ""}: ${
    clean(why)}` : clean(sentence)),
  // The file of a packed log does not have its lines.
  found && line && !file.endsWith(".pack") && found.size <= FILE_MOST &&
    await linesAround(found, line)];
}

// The articles about a verdict on `what`.
async function articlesOf(verdict, what, seconds, files) {
  const title = (name) => `${clean(name)}: verified here in ${
    seconds.toFixed(2)} s`;
  if (!verdict.verified)
    return [article("bad", `${clean(what)}: this is not what was played and ` +
      "signed", ...await wrongParts(verdict, files))];
  if (!verdict.tournaments)
    return [article("good", title(verdict.file), playersOf(verdict),
      findings(provedOfLog(verdict), openOf(verdict)))];
  return [...verdict.tournaments.map((one) => article("good", title(one.id),
    note(`${counted(one.matches, "match", "matches")}, ${counted(one.games,
      "game")}, ${counted(one.decisions, "decision")}.`),
    findings(provedOfAll(false, one.not_proved), openOf(one)))),
  ...verdict.not_proved ? [article("good", "The league",
    findings(openOf(verdict)))] : []];
}

// The articles about one command.  They are green only for a verdict that says
// so; `checked` is the one before.
async function check(args, checked, files) {
  const began = performance.now();
  const answer = await checkerAsk("", ...args);
  if (args[1] === "ladder")
    return { articles: checked?.verified && answer.code === 0 ?
      [article("good", "The ladder that these games give", el("pre",
        { class: "told", tabindex: "0" }, (answer.err + answer.out).split("\n")
          .map(clean).join("\n")))] : [] };
  try {
    const verdict = verdictOf(answer);
    return { verdict, articles: await articlesOf(verdict, args[2],
      (performance.now() - began) / 1000, files) };
  } catch (why) {
    return { articles: [article("open", `${clean(args[2])}: this could not ` +
      "be checked", note(clean(why.message)))] };
  }
}

async function checkAll(files, commands, number) {
  let opened = 0, bytes = 0, logs = 0, checked;
  const count = (_, size) => {
    bytes += size;
    say(`Checking .. ${counted(++opened, "file")}, ${sizeWords(bytes)}`, true);
  };
  const alone = commands.filter(([, what]) => what === "verify").length === 1;
  say("Checking ..", true);
  for (const { path, file } of files)
    await checkerKeep(path, { file });
  for (const args of commands) {
    checker.opened = count;
    const { articles, verdict } = await check(args, checked, files);
    checker.opened = null;
    if (number !== taken)
      return;
    checked = verdict;
    at("found").append(...articles);
    const path = verdict?.file ?? verdict?.why?.file;
    const log = files.find((one) => one.path === path);
    if (log && isLog(path))
      await offerGames(log, verdict, alone, ++logs);
  }
  say("Done.");
}

// ### files

function keys() {
  return at("key").value.split(/\s+/).filter((word) => word !== "")
    .map((word) => `--key=${word}`);
}

const isLog = (path) => /\.(jsonl|pack)$/.test(path) &&
  !/(^|[/.])(trace|book|suspects)\.jsonl$/.test(path);

// Files and folders of one name get different paths, as "m (2).jsonl".  Each
// group is one file, or the files of one folder.
function apart(groups) {
  const tops = new Set();
  return groups.filter((files) => files.length > 0).flatMap((files) => {
    const [top] = files[0].path.split("/");
    const [, stem, ending = ""] = /^(.*?)(\.[^.]*)?$/s.exec(top);
    let name = top;
    for (let n = 2; tops.has(name); n++)
      name = `${stem} (${n})${ending}`;
    tops.add(name);
    return files.map(({ path, file }) =>
      ({ path: name + path.slice(top.length), file }));
  });
}

// Reads what was chosen, and the pages in it, and has it checked.
async function take(groups) {
  const number = ++taken;
  if (number > 1)               // the address is of a log that was shown
    history.replaceState(null, "", "#");
  shown.player?.stop();
  await checkerStop();
  say("Reading ..", true);
  at("found").replaceChildren();
  let files = apart(groups);
  // The files of a folder, without its name.
  if ([...rootsOf(files, "manifest.json"), ...pagesOf(files)].includes(""))
    files = files.map(({ path, file }) =>
      ({ path: `tournament/${path}`, file }));
  try {
    for (const root of pagesOf(files))
      files.push(...await filesOfPage(files, root));
  } catch (why) {
    at("found").append(article("open", "This page could not be read",
      note(clean(why.message))));
  }
  if (number !== taken)
    return;
  const folders = rootsOf(files, "manifest.json", "league.json")
    .map((root) => root.slice(0, -1));
  // The ladder of a league has its round in play, too, which nobody can verify.
  const commands = folders.flatMap((folder) => [
    ["tournament", "verify", folder, "--json", ...keys()],
    ...files.some(({ path }) => path === `${folder}/league.json`) ? [] :
      [["tournament", "ladder", folder]]]);
  for (const { path } of files)
    if (isLog(path) && !folders.some((one) => path.startsWith(`${one}/`)))
      commands.push(["referee", "verify", path, "--json", ...keys()]);
  if (commands.length === 0) {
    say("There is neither a match log nor the folder of a tournament.");
    return;
  }
  for (const { path } of files)
    if (!path.includes("/") && !isLog(path))
      at("found").append(article("open", `${clean(path)} was not looked at`,
        note("The name of a log ends in .jsonl or .pack.")));
  await checkAll(files, commands, number).catch((why) => number === taken &&
    say(`It ended: ${why.message}`));
}

async function takeHandle(handle, before, files) {
  const path = before + handle.name;
  if (handle.kind === "file")
    files.push({ path, file: await handle.getFile() });
  else
    for await (const one of handle.values())
      await takeHandle(one, `${path}/`, files);
}

async function takeEntry(entry, before, files) {
  const path = before + entry.name;
  if (entry.isFile) {
    const file = await new Promise((done, not) => entry.file(done, not));
    files.push({ path, file });
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    const some = await new Promise((done, not) => reader.readEntries(done, not));
    if (some.length === 0)
      return;
    for (const one of some)
      await takeEntry(one, `${path}/`, files);
  }
}

// Browsers differ in which of the two works for a page opened as a file.
async function takeItem(item) {
  const files = [];
  const handle = item.getAsFileSystemHandle?.();
  const entry = item.webkitGetAsEntry?.();
  const file = item.getAsFile();
  if (file && entry?.isFile !== false) {
    await handle?.catch(() => {});
    return [{ path: file.name, file }];
  }
  try {
    await takeHandle(await handle, "", files);
  } catch {
    files.length = 0;
    await takeEntry(entry, "", files);
  }
  return files;
}

for (const kind of ["dragover", "dragleave", "drop"])
  at("drop").addEventListener(kind, (event) => {
    event.preventDefault();
    at("drop").classList.toggle("over", kind === "dragover");
  });
at("drop").addEventListener("drop", async (event) => {
  try {
    const items = [...event.dataTransfer.items]
      .filter((item) => item.kind === "file");
    take(await Promise.all(items.map(takeItem)));
  } catch (why) {
    say(`The folder cannot be read here (${why.message}): choose it with the ` +
      "button.");
  }
});
for (const id of ["logs", "folder"])
  at(id).addEventListener("change", () => {
    const files = [...at(id).files].map((file) =>
      ({ path: file.webkitRelativePath || file.name, file }));
    take(id === "folder" ? [files] : files.map((one) => [one]));
    at(id).value = "";
  });
at("stop").addEventListener("click", () => {
  taken++;
  checkerStop();
  say("Stopped: nothing was found out.");
});

// Shows the log of `referee show`, as the whole page.
async function showGiven() {
  const file = await unpack(partOf(given));
  await take([[{ path: given, file }]]);
  at("found").append(el("div", { class: "buttons" }, el("button",
    { type: "button", click: () => saveFile(given, file) }, "Save the log")),
  ownCopy());
}

at("drop").hidden = Boolean(given);
if (given)
  showGiven().catch((why) => say(`The log cannot be shown: ${why.message}`));

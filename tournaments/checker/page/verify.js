// verify.js - verify.html: takes logs or a folder, checks them in a worker, and
// shows the verdicts.  Contents of files are shown as text, never as markup.
"use strict";

const at = (id) => document.getElementById(id);
const AROUND = 4;               // lines shown before and after a wrong one
const LINE_MOST = 400;          // characters shown of a line
const FILE_MOST = 1 << 27;      // bytes of a file whose lines are shown
let running;
let taken = 0;                  // how often files were chosen or dropped

// Text of several lines, safe to show.
function shown(text) {
  return String(text).split("\n").map(clean).join("\n");
}

function element(name, text, ...children) {
  const made = document.createElement(name);
  made.textContent = text;
  made.append(...children);
  return made;
}

function list(sentences) {
  return element("ul", "", ...sentences.map((one) => element("li", one)));
}

function card(kind, title, ...parts) {
  const made = element("article", "", element("h2", title), ...parts);
  made.className = kind;
  at("found").append(made);
  return made;
}

function state(text) {
  at("state").textContent = text;
}

// ### verdicts

function unproved(things) {
  return [["Not proved:", false], ["Told:", true]].flatMap(([title, kind]) => {
    const some = things.filter(({ told }) => told === kind);
    // The sentences name an option of the command; the page has a field for it.
    return some.length === 0 ? [] : [element("p", title),
      list(some.map(({ text }) => shown(text.replace(
        / with --key( .*=HEX)?$/, (_, key) => ` in the field above${
          key ? ` as${key}` : ""}`))))];
  });
}

// Who played, and who was first in how many games.
function playersOf({ tournament, match, game, games, ranks, faults,
  ...verdict }) {
  const names = verdict.entrants.map((name) => short(name));
  const first = (i) => ranks.filter((row) => row[i] === 1).length;
  return [`${tournament === null ? "A match" : `Match ${match} of ${
    short(tournament)}, as it says,`} of ${short(game)}: ${
    names.join(" against ")}.`,
  `Of ${games} games ${names.map((name, i) => `${name} is first in ${first(i)}`)
    .join(", ")}${faults.length > 0 ? `; faults: ${faults.length}` : ""}.`];
}

function showLog(verdict, seconds) {
  card("good", `${shown(verdict.file)}: verified here in ${seconds} s`,
    list([
      ...playersOf(verdict),
      "No byte has changed since the referee signed it.",
      verdict.rolls === 0 ? "No dice were rolled." :
        `All ${verdict.rolls} rolls follow from the secret that was sealed ` +
        "before the first move.",
      `All ${verdict.decisions} decisions are legal, and the results of ` +
        `${verdict.games} games of ${shown(verdict.game)} follow from them.`,
      `Signed with the key ${verdict.key}; SHA-256 of the log: ${verdict.log}`,
    ]), ...unproved(verdict.not_proved));
}

function showTournament(verdict, seconds) {
  for (const one of verdict.tournaments)
    card("good", `${shown(one.id)}: verified here in ${seconds} s`, list([
      `The plan is the one that was signed${one.not_proved.some(({ code }) =>
        code === "test_end") ? "" :
        ", and the pairings follow the format"}.`,
      `Each of ${one.matches} logs is complete and that of its match, with ` +
        "dice from the sealed secret.",
      `All ${one.decisions} decisions of ${one.games} games are legal, and the ` +
        "book has their results.",
    ]), ...unproved(one.not_proved));
  if (verdict.not_proved)
    card("good", "The league", ...unproved(verdict.not_proved));
}

async function linesAround(work, why) {
  const found = work.files.find(({ path }) => path === why.file)?.file;
  // The file of a packed log does not have its lines.
  if (!found || why.file.endsWith(".pack") || !why.line || found.size > FILE_MOST)
    return [];
  const lines = (await found.text()).split("\n");
  const first = Math.max(0, why.line - 1 - AROUND);
  const text = element("pre", "");
  text.className = "lines";
  text.tabIndex = 0;
  for (const [i, line] of lines.slice(first, why.line + AROUND).entries()) {
    const number = first + i + 1;
    const cut = line.length > LINE_MOST ? `${line.slice(0, LINE_MOST)} ..` : line;
    text.append(element(number === why.line ? "mark" : "span",
      `${number === why.line ? "\u2717" : " "} ${number}: ${shown(cut)}\n`));
  }
  return [text];
}

async function showWrong(work, verdict, what) {
  const { file, line } = verdict.why;
  const place = line ? `Line ${line}${file ? ` of ${shown(file)}` : ""}: ` : "";
  card("bad", `${shown(what)}: this is not what was played and signed`,
    element("p", place + shown(place ? verdict.why.why : verdict.sentence)),
    ...await linesAround(work, verdict.why),
    element("p", "Nothing after a bad line counts."));
}

// Shows green only for a verdict that says so; an answer that cannot be parsed
// is not a verdict.
async function showAnswer(work, number, answer) {
  const args = work.commands[number];
  const seconds = (answer.ms / 1000).toFixed(2);
  const what = args[2];
  if (args[1] === "ladder") {
    const table = element("pre", shown(answer.out));
    table.tabIndex = 0;
    if (answer.code === 0 && work.good)
      card("good", "The ladder that these games give", table);
    return;
  }
  let verdict;
  try {
    verdict = JSON.parse(answer.out);
  } catch {
    verdict = {};
  }
  work.good = answer.code === 0 && verdict.verified === true;
  if (work.good && verdict.tournaments)
    showTournament(verdict, seconds);
  else if (work.good && verdict.log)
    showLog(verdict, seconds);
  else if (answer.code === 1 && verdict.verified === false)
    await showWrong(work, verdict, what);
  else
    card("open", `${shown(what)}: this could not be checked`,
      element("p", shown(answer.err)));
}

// ### the worker

function end(words) {
  running?.worker.terminate();
  running = undefined;
  at("stop").hidden = true;
  state(words);
}

function start(files, commands) {
  if (commands.length === 0) {
    end("There is neither a match log nor the folder of a tournament.");
    return;
  }
  const source = new Blob([at("worker").textContent], { type: "text/javascript" });
  const url = URL.createObjectURL(source);
  const work = { files, commands, opened: 0, bytes: 0,
    good: false, worker: new Worker(url), shown: Promise.resolve() };
  URL.revokeObjectURL(url);
  running = work;
  at("stop").hidden = false;
  state("Checking ..");
  work.worker.onerror = (why) => end(`The checker failed: ${why.message}`);
  work.worker.onmessage = ({ data }) => {
    if (work !== running)
      return;
    if (data.opened !== undefined) {
      work.opened++;
      work.bytes += data.size;
      state(`Checking .. ${work.opened} files, ` +
        `${(work.bytes / 1e6).toFixed(1)} MB`);
    } else if (data.failed !== undefined) {
      end(`The checker failed: ${shown(data.failed)}`);
    } else if (data.over) {
      work.shown.then(() => work === running && end("Done."));
    } else {
      work.shown = work.shown.then(() => showAnswer(work, data.number, data));
    }
  };
  work.worker.postMessage({ checker: at("checker").textContent, files, commands });
}

// ### files

function keys() {
  return at("key").value.split(/\s+/).filter((word) => word !== "")
    .map((word) => `--key=${word}`);
}

const isLog = (path) => /\.(jsonl|pack)$/.test(path) &&
  !/(trace|book|suspects)\.jsonl$/.test(path);

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
  end("Reading ..");
  at("stop").hidden = false;
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
    card("open", "This page could not be read",
      element("p", clean(why.message)));
  }
  if (number !== taken)
    return;
  const folders = rootsOf(files, "manifest.json", "league.json")
    .map((root) => root.slice(0, -1));
  const commands = folders.flatMap((folder) => [
    ["tournament", "verify", folder, "--json", ...keys()],
    ["tournament", "ladder", folder]]);
  for (const { path } of files)
    if (isLog(path) && !folders.some((one) => path.startsWith(`${one}/`)))
      commands.push(["referee", "verify", path, "--json", ...keys()]);
  start(files, commands);
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

at("drop").addEventListener("dragover", (event) => {
  event.preventDefault();
  at("drop").classList.add("over");
});
at("drop").addEventListener("dragleave", () =>
  at("drop").classList.remove("over"));
at("drop").addEventListener("drop", async (event) => {
  event.preventDefault();
  at("drop").classList.remove("over");
  try {
    const items = [...event.dataTransfer.items]
      .filter((item) => item.kind === "file");
    take(await Promise.all(items.map(takeItem)));
  } catch (why) {
    end(`The folder cannot be read here (${shown(why)}): choose it with the ` +
      "button.");
  }
});
at("logs").addEventListener("change", ({ target }) => {
  take([...target.files].map((file) => [{ path: file.name, file }]));
  target.value = "";
});
at("folder").addEventListener("change", ({ target }) => {
  take([[...target.files].map((file) =>
    ({ path: file.webkitRelativePath, file }))]);
  target.value = "";
});
at("stop").addEventListener("click", () => {
  taken++;
  end("Stopped: nothing was found out.");
});

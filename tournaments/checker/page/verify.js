// verify.js - verify.html: takes logs or a folder, checks them in a worker, and
// shows the verdicts.  Contents of files are shown as text, never as markup.
"use strict";

const at = (id) => document.getElementById(id);
const AROUND = 4;               // lines shown before and after a wrong one
const LINE_MOST = 400;          // characters shown of a line
const FILE_MOST = 1 << 27;      // bytes of a file whose lines are shown
let running;

// Replaces control characters and others that could hide or reorder text.
function shown(text) {
  return String(text).replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu,
    "\ufffd");
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
  return [element("p", "Not proved:"),
    // The sentences name an option of the command; the page has a field for it.
    list(things.map(({ text }) => shown(text.replace(
      / with --key( .*=HEX)?$/, (_, key) => ` in the field above${
        key ? ` as${key}` : ""}`))))];
}

function showLog(verdict, seconds) {
  card("good", `${shown(verdict.file)}: verified here in ${seconds} s`,
    list([
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
      "The plan is the one that was signed, and everybody met whom the format " +
        "says.",
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
  if (!found || found.name.endsWith(".pack") || !why.line || found.size > FILE_MOST)
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
    element("p", "Nothing behind a wrong line counts."));
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
  end("");
  at("found").replaceChildren();
  if (commands.length === 0) {
    state("There is neither a match log nor the folder of a tournament.");
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

function take(files) {
  const tops = new Set(files.map(({ path }) => path.split("/")[0]));
  const has = (name) => files.some(({ path }) => path === name);
  if (has("manifest.json")) {
    // These are the files of a folder, without its name.
    take(files.map(({ path, file }) => ({ path: `tournament/${path}`, file })));
    return;
  }
  const folders = [...tops].filter((top) => has(`${top}/manifest.json`) ||
    has(`${top}/league.json`));
  const commands = folders.flatMap((folder) => [
    ["tournament", "verify", folder, "--json", ...keys()],
    ["tournament", "ladder", folder]]);
  for (const { path } of files)
    if (!folders.includes(path.split("/")[0]) &&
        /\.(jsonl|pack)$/.test(path) && !/(trace|book|suspects)\.jsonl$/.test(path))
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
async function takeItem(item, files) {
  const handle = item.getAsFileSystemHandle?.();
  const entry = item.webkitGetAsEntry?.();
  const file = item.getAsFile();
  if (file && entry?.isFile !== false) {
    await handle?.catch(() => {});
    files.push({ path: file.name, file });
    return;
  }
  try {
    await takeHandle(await handle, "", files);
  } catch {
    await takeEntry(entry, "", files);
  }
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
  const files = [];
  try {
    const items = [...event.dataTransfer.items]
      .filter((item) => item.kind === "file");
    await Promise.all(items.map((item) => takeItem(item, files)));
    take(files);
  } catch (why) {
    end(`The folder cannot be read here (${shown(why)}): choose it with the ` +
      "button.");
  }
});
for (const id of ["logs", "folder"])
  at(id).addEventListener("change", (event) => {
    take([...event.target.files].map((file) =>
      ({ path: file.webkitRelativePath || file.name, file })));
    event.target.value = "";
  });
at("stop").addEventListener("click", () => end("Stopped: nothing was found out."));

// save.js - saves files: a log, or the folder of the tournament as an archive.

const TAR_BLOCK = 512;

// The head of a file in a tar archive (POSIX.1-2008, ustar).
function tarHead(folder, name, size) {
  const head = new Uint8Array(TAR_BLOCK);
  const put = (at, text) => head.set(new TextEncoder().encode(text), at);
  const octal = (value, digits) => value.toString(8).padStart(digits, "0");
  put(0, name);
  put(100, "0000644\0" + "0000000\0".repeat(2) + `${octal(size, 11)}\0` +
    `${octal(0, 11)}\0${" ".repeat(8)}0`);
  put(257, "ustar\x0000");
  put(345, folder);
  put(148, `${octal(head.reduce((sum, byte) => sum + byte, 0), 6)}\0`);
  return head;
}

// Resolves to the folder as `tournament verify` and verify.html read it.
// `told` is called with the number of files so far.
async function folderArchive(folder, told) {
  const parts = [];
  const add = async (name, file) => {
    const blob = await unpack(file);
    parts.push(tarHead(folder, name, blob.size), blob,
      new Uint8Array(-blob.size & (TAR_BLOCK - 1)));
    told(parts.length / 3);
  };
  for (const [name, file] of await loadFolder())
    await add(name, file);
  for (const log of page.logs.values())
    await add(logPath(page.data, log), await orStopped(loadLog(log)));
  return new Blob([...parts, new Uint8Array(2 * TAR_BLOCK)]);
}

// A button that saves the folder; `work` as in proofView.
function saveButton(work) {
  const folder = /^[\w.-]{1,100}$/.test(page.id) ? page.id : "tournament";
  const save = (say) => folderArchive(folder, (done) => say(
    `Loading file ${done}`, done / (page.logs.size + page.files.size)))
    .then((blob) => saveFile(`${folder}.tar`, blob))
    .catch((why) => [banner("open",
      `The folder could not be saved: ${clean(why.message)}`)]);
  return el("button", { id: "save-folder", type: "button",
    click: () => work(save) }, "Save the whole folder (tar)");
}

// wasi.js - runs the checker on files in memory, with the few WASI calls that
// it needs.  For a page, a worker or Node; uses nothing outside its arguments.
"use strict";

// The checker's files, all read-only.  `files` is a Map from paths without a
// leading slash to {size, load()}: load returns the bytes as a Uint8Array when
// the file is opened; they are dropped when it is closed.
function wasiFiles(files) {
  /** @type {Map<string, any>} */
  const nodes = new Map([["", { names: new Map(), ino: 1n }]]);
  const put = (path, node) => {
    if (nodes.has(path))
      return;
    const cut = path.lastIndexOf("/");
    const folder = path.slice(0, Math.max(0, cut));
    put(folder, { names: new Map() });
    node.ino = BigInt(nodes.size + 1);
    nodes.set(path, node);
    nodes.get(folder).names?.set(path.slice(cut + 1), node);
  };
  for (const [path, file] of files)
    put(path, { file });
  return nodes;
}

// "a/./b/../c" as "a/c".
function wasiPath(base, path) {
  const parts = [];
  for (const part of `${base}/${path}`.split("/"))
    if (part === "..")
      parts.pop();
    else if (part !== "" && part !== ".")
      parts.push(part);
  return parts.join("/");
}

// Runs `args`, a program's name and its arguments, in the compiled `module`.
// Returns {code, out, err}: the exit status and the two outputs as Uint8Arrays.
// A code other than 0 and 1 means that there is no verdict; 3 means that the
// checker itself failed.  More output than `most` bytes counts as a failure.
function wasiRun(module, args, files, most = 1 << 26) {
  const OK = 0, BADF = 8, INVAL = 28, ISDIR = 31, NOENT = 44, NOTDIR = 54;
  const READ_ONLY = 69, FOLDER = 3, REGULAR = 4, TOP = 3;
  const nodes = wasiFiles(files);
  const written = [[], []];
  const encoder = new TextEncoder(), decoder = new TextDecoder();
  const words = args.map((word) => encoder.encode(`${word}\0`));
  /** @type {Map<number, any>} */
  const open = new Map([[0, { bytes: new Uint8Array(), at: 0 }],
    [TOP, { node: nodes.get(""), path: "" }]]);
  let memory, size = 0;

  const view = () => new DataView(memory.buffer);
  const bytes = (at, length) => new Uint8Array(memory.buffer, at, length);
  const put = (at, value) => view().setUint32(at, value, true);

  // Calls `use` with each buffer of a list until it returns fewer bytes than
  // the buffer holds.
  function each(list, count, total, use) {
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const at = view().getUint32(list + 8 * i, true);
      const length = view().getUint32(list + 8 * i + 4, true);
      const done = use(bytes(at, length), sum);
      sum += done;
      if (done < length)
        break;
    }
    put(total, sum);
    return OK;
  }

  function read(fd, list, count, from, total) {
    const file = open.get(fd);
    if (file?.bytes === undefined)
      return file === undefined ? BADF : ISDIR;
    const start = from ?? file.at;
    const result = each(list, count, total, (room, sum) => {
      const part = file.bytes.subarray(start + sum, start + sum + room.length);
      room.set(part);
      return part.length;
    });
    if (from === undefined)
      file.at += view().getUint32(total, true);
    return result;
  }

  function status(node, at) {
    bytes(at, 64).fill(0);
    view().setBigUint64(at + 8, node.ino ?? 0n, true);
    view().setUint8(at + 16, node.names ? FOLDER : REGULAR);
    view().setBigUint64(at + 24, 1n, true);
    view().setBigUint64(at + 32, BigInt(node.file?.size ?? 0), true);
    return OK;
  }

  // The path given by an argument, below an open folder.
  function named(fd, at, length) {
    const folder = open.get(fd);
    return folder?.path === undefined ? undefined :
      wasiPath(folder.path, decoder.decode(bytes(at, length).slice()));
  }

  // The error for a path that does not exist: NOTDIR if part of it is a file.
  const missing = (path) => path.split("/").some((_, i, parts) =>
    nodes.get(parts.slice(0, i).join("/"))?.file) ? NOTDIR : NOENT;

  const refuse = () => READ_ONLY;
  const nothing = () => OK;
  const calls = {
    args_sizes_get(count, total) {
      put(count, words.length);
      put(total, words.reduce((sum, word) => sum + word.length, 0));
      return OK;
    },
    args_get(list, at) {
      for (const [i, word] of words.entries()) {
        put(list + 4 * i, at);
        bytes(at, word.length).set(word);
        at += word.length;
      }
      return OK;
    },
    environ_sizes_get(count, total) {
      put(count, 0);
      put(total, 0);
      return OK;
    },
    environ_get: nothing,
    clock_time_get(id, precision, at) {
      view().setBigUint64(at, 0n, true);
      return OK;
    },
    fd_close(fd) {
      return open.delete(fd) ? OK : BADF;
    },
    fd_fdstat_get(fd, at) {
      if (!open.has(fd) && fd !== 1 && fd !== 2)
        return BADF;
      bytes(at, 24).fill(0);
      view().setUint8(at, open.get(fd)?.path !== undefined ? FOLDER : REGULAR);
      view().setBigUint64(at + 8, 0x1fffffffn, true);
      view().setBigUint64(at + 16, 0x1fffffffn, true);
      return OK;
    },
    fd_fdstat_set_flags: nothing,
    fd_filestat_get(fd, at) {
      const file = open.get(fd);
      return file || fd === 1 || fd === 2 ? status(file?.node ?? {}, at) : BADF;
    },
    fd_prestat_get(fd, at) {
      if (fd !== TOP)
        return BADF;
      put(at, 0);
      put(at + 4, 1);
      return OK;
    },
    fd_prestat_dir_name(fd, at) {
      bytes(at, 1)[0] = 0x2f;
      return OK;
    },
    fd_read: (fd, list, count, total) => read(fd, list, count, undefined, total),
    fd_pread: (fd, list, count, from, total) =>
      read(fd, list, count, Number(from), total),
    fd_seek(fd, by, whence, at) {
      const file = open.get(fd);
      if (file?.bytes === undefined)
        return BADF;
      const to = Number(by) + [0, file.at, file.bytes.length][whence];
      if (!(to >= 0))
        return INVAL;
      file.at = to;
      view().setBigUint64(at, BigInt(to), true);
      return OK;
    },
    fd_write(fd, list, count, total) {
      if (fd !== 1 && fd !== 2)
        return BADF;
      return each(list, count, total, (part) => {
        size += part.length;
        if (size > most)
          throw new RangeError(`more than ${most} bytes of output`);
        written[fd - 1].push(part.slice());
        return part.length;
      });
    },
    fd_readdir(fd, at, room, cookie, used) {
      const folder = open.get(fd);
      if (folder?.node?.names === undefined)
        return BADF;
      folder.list ??= [...folder.node.names];
      let done = 0;
      for (let i = Number(cookie); i < folder.list.length && done < room; i++) {
        const [name, node] = folder.list[i];
        const text = encoder.encode(name);
        const entry = new Uint8Array(24 + text.length);
        const head = new DataView(entry.buffer);
        head.setBigUint64(0, BigInt(i + 1), true);
        head.setBigUint64(8, node.ino, true);
        head.setUint32(16, text.length, true);
        head.setUint8(20, node.names ? FOLDER : REGULAR);
        entry.set(text, 24);
        const part = entry.subarray(0, room - done);
        bytes(at + done, part.length).set(part);
        done += part.length;
      }
      put(used, done);
      return OK;
    },
    fd_sync: nothing,
    path_filestat_get(fd, flags, at, length, to) {
      const path = named(fd, at, length);
      if (path === undefined)
        return BADF;
      const node = nodes.get(path);
      return node ? status(node, to) : missing(path);
    },
    path_open(fd, lookup, at, length, how, rights, inherited, flags, to) {
      const CREATE = 1, DIRECTORY = 2, NEW = 4, EMPTY = 8, WRITE = 64n;
      const path = named(fd, at, length);
      if (path === undefined)
        return BADF;
      const node = nodes.get(path);
      if (how & (CREATE | NEW | EMPTY) || (node?.file && rights & WRITE))
        return READ_ONLY;
      if (!node)
        return missing(path);
      if (node.file && how & DIRECTORY)
        return NOTDIR;
      let free = TOP + 1;
      while (open.has(free))
        free++;
      open.set(free, node.names ? { node, path } :
        { node, bytes: node.file.load(), at: 0 });
      put(to, free);
      return OK;
    },
    path_remove_directory: refuse,
    path_rename: refuse,
    path_unlink_file: refuse,
    proc_exit(code) {
      throw { exit: code };
    },
  };

  const joined = (parts) => {
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    parts.reduce((at, part) => {
      all.set(part, at);
      return at + part.length;
    }, 0);
    return all;
  };

  let code = 0;
  try {
    const { exports } = new WebAssembly.Instance(module,
      { wasi_snapshot_preview1: calls });
    memory = exports.memory;
    /** @type {Function} */ (exports._start)();
  } catch (why) {
    code = why.exit ?? 3;
    if (why.exit === undefined)
      written[1].push(encoder.encode(`the checker failed: ${why}\n`));
  }
  return { code, out: joined(written[0]), err: joined(written[1]) };
}

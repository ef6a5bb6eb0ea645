// verify_worker.js - the worker of verify.html: runs the checker on the
// visitor's files, each of which is in memory only while the checker has it
// open.  wasi.js is put before it.

async function compiled(base64) {
  const packed = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
  const stream = new Blob([packed]).stream()
    .pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

self.onmessage = async ({ data }) => {
  try {
    const module = await compiled(data.checker);
    const files = new Map(data.files.map(({ path, file }) => [path, {
      size: file.size,
      load() {
        self.postMessage({ opened: path, size: file.size });
        return new Uint8Array(new FileReaderSync().readAsArrayBuffer(file));
      },
    }]));
    const decoder = new TextDecoder();
    for (const [number, args] of data.commands.entries()) {
      const began = performance.now();
      const { code, out, err } = wasiRun(module, args, files);
      self.postMessage({ number, code, out: decoder.decode(out),
        err: decoder.decode(err), ms: performance.now() - began });
    }
    self.postMessage({ over: true });
  } catch (why) {
    self.postMessage({ failed: String(why) });
  }
};

// bowerEngine(bytes) → the engine: JSON text in, JSON text out. bytes: {wasm, pack} as ArrayBuffers.
(() => {
  const ENGINE = "companion.pocket.phone.engine";
  const TOKENS = /"(?:[^"\\]|\\.)*"|\{\s*\}|[{}:]/g;
  const STRINGS = /"(?:[^"\\]|\\.)*"/g;
  const FLOAT = /[0-9][.e]|inf|nan/;
  const BEYOND = /[\x7f-\uffff]/g;
  const PLAIN = { "{": "[{},", "}": "]", ":": "," };

  // Objects become lists after an empty object, so that MicroPython's reader keeps their order; null: no JSON.
  const flat = (text) => {
    if (text.includes("\ufffd")) return null;
    try {
      JSON.parse(text);
    } catch {
      return null;
    }
    return text.replace(TOKENS, (token) => {
      if (token[0] === '"') return token.includes("\\") ? JSON.stringify(JSON.parse(token)) : token;
      return PLAIN[token] ?? "[{}]";
    });
  };

  const escaped = (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`;

  // What MicroPython wrote as JSON as CPython would; null: it holds what the two write otherwise.
  const dumped = (text, asciiOnly) => {
    if (text.includes("\ufffd") || text.includes("\\u00")) return null;
    if (FLOAT.test(text.replace(STRINGS, ""))) return null;
    try {
      JSON.parse(text);
    } catch {
      return null;
    }
    return asciiOnly ? text.replace(BEYOND, escaped) : text;
  };

  // A long text as a JSON string; null: it may hold half a surrogate pair.
  const quoted = (text, asciiOnly) => {
    if (text.includes("\ufffd")) return null;
    const written = JSON.stringify(text);
    return asciiOnly ? written.replace(BEYOND, escaped) : written;
  };

  const write = (files, { FS }) => {
    const made = new Set();
    for (const [path, source] of Object.entries(files)) {
      const folders = path.split("/").slice(0, -1);
      folders.forEach((_, at) => {
        const folder = `/${folders.slice(0, at + 1).join("/")}`;
        if (!made.has(folder)) FS.mkdir(folder);
        made.add(folder);
      });
      FS.writeFile(`/${path}`, source);
    }
  };

  // A Python with the files of a pack, from which modules can be imported.
  self.bowerPython = async ({ wasm, pack }, print = () => {}) => {
    const python = await self.loadMicroPython({
      wasmBinary: new Uint8Array(wasm),
      url: "micropython.wasm",
      heapsize: 4 * 1024 * 1024,
      pystack: 16 * 1024,
      stdout: print,
      stderr: print,
    });
    python.registerJsModule("phone", { flat, dumped, quoted, text: String, normalize: (form, text) => text.normalize(form) });
    write(JSON.parse(new TextDecoder().decode(pack)), python);
    return python;
  };

  self.bowerEngine = async (bytes) => {
    const python = await self.bowerPython(bytes);
    python.runPython(`import ${ENGINE} as engine`);
    const engine = python.globals.get("engine");
    const named = (name) => (text) => engine[name](text);
    return { boot: named("boot"), answer: named("answer"), take: named("take"), taken: named("taken") };
  };
})();

// bowerEngine(bytes, memory) → the engine: JSON text in, JSON text out. bytes: {wasm, pack} as ArrayBuffers, and rest, maybe a promise of one.
// memory: what memory() of an engine of the same bytes gave; the new one goes on from there.
(() => {
  const ENGINE = "companion.pocket.phone.engine";
  const GARBAGE = 1024 * 1024; // bytes: with more than that it is collected before an answer is given
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

  const encoder = new TextEncoder();
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

  // What a pattern finds in a text, as JSON: of each match its place, counted in characters, and its groups.
  const patterns = {};
  const matches = (pattern, flags, text, most) => {
    const found = [];
    let place = 0, before = 0;
    for (const match of text.matchAll(patterns[flags + pattern] ??= new RegExp(pattern, flags))) {
      place += [...text.slice(before, match.index)].length;
      before = match.index;
      found.push([place, ...match]);
      if (found.length === most) break;
    }
    return JSON.stringify(found);
  };

  // Seconds east of UTC at so many seconds since 1970; null: an older browser than the zone, or no zone.
  const clocks = {};
  const offset = (zone, seconds) => {
    const numeric = Object.fromEntries(["year", "month", "day", "hour", "minute", "second"].map((part) => [part, "numeric"]));
    try {
      clocks[zone] ??= new Intl.DateTimeFormat("en-US", { timeZone: zone, hourCycle: "h23", ...numeric });
    } catch {
      return null;
    }
    const parts = Object.fromEntries(clocks[zone].formatToParts(seconds * 1000).map(({ type, value }) => [type, Number(value)]));
    return Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second) / 1000 - seconds;
  };

  // What MicroPython asks of a system: the files of a pack, to be imported, and somebody who reads what it prints.
  const SYSCALLS = ["chdir", "fstat64", "getcwd", "getdents64", "lstat64", "mkdirat", "newfstatat", "poll"];
  SYSCALLS.push("renameat", "rmdir", "statfs64", "unlinkat");
  const ABSENT = -44, FOLDER = 0o40000, FILE = 0o100000, FIRST = 3, WORD = 4, STAT = 96;
  const system = (files, folders, print) => (module) => {
    const open = [], decoder = new TextDecoder();
    const bytes = (at, length) => new Uint8Array(module.memory.buffer, at, length);
    const put = (at, number) => new DataView(module.memory.buffer).setUint32(at, number, true);
    const path = (at) => module.UTF8ToString(at).replace(/^\//, "");
    let said = "", heap;
    return {
      ...Object.fromEntries(SYSCALLS.map((name) => [`__syscall_${name}`, () => ABSENT])),
      __syscall_stat64: (at, found) => {
        const name = path(at);
        if (!(name in files || folders.has(name))) return ABSENT;
        bytes(found, STAT).fill(0);
        put(found + WORD, name in files ? FILE : FOLDER);
        return 0;
      },
      __syscall_openat: (_, at) => (path(at) in files ? FIRST + open.push({ bytes: encoder.encode(files[path(at)]), at: 0 }) - 1 : ABSENT),
      // A source is read in some twenty bytes at a time: no view is made for them.
      fd_read: (number, at, count, read) => {
        if (heap?.buffer !== module.memory.buffer) heap = new Uint8Array(module.memory.buffer);
        const file = open[number - FIRST], parts = new Uint32Array(heap.buffer, at, 2 * count), begun = file.at;
        for (let place = 0; place < 2 * count; place += 2) {
          const end = Math.min(file.at + parts[place + 1], file.bytes.length);
          for (let to = parts[place]; file.at < end; to += 1, file.at += 1) heap[to] = file.bytes[file.at];
        }
        put(read, file.at - begun);
        return 0;
      },
      fd_close: (number) => {
        delete open[number - FIRST];
        return 0;
      },
      fd_seek: () => -ABSENT,
      fd_sync: () => 0,
      fd_write: (_, at, count, written) => {
        const parts = new Uint32Array(module.memory.buffer, at, 2 * count);
        let total = 0;
        for (let place = 0; place < 2 * count; place += 2) {
          said += decoder.decode(bytes(parts[place], parts[place + 1]), { stream: true });
          total += parts[place + 1];
        }
        put(written, total);
        const lines = said.split("\n");
        said = lines.pop();
        lines.forEach((line) => print(line));
        return 0;
      },
    };
  };

  // A memory without its empty pages: its length, how many pages follow, where each lies, and the pages; an ArrayBuffer.
  const PAGE = 4096;
  const packed = ({ buffer }) => {
    const words = new Uint32Array(buffer), step = PAGE / WORD, used = [];
    for (let at = 0; at < words.length; at += step) {
      let word = at;
      while (word < at + step && !words[word]) word += 1;
      if (word < at + step) used.push(at * WORD);
    }
    const head = Uint32Array.of(buffer.byteLength, used.length, ...used);
    const found = new Uint8Array(head.byteLength + used.length * PAGE);
    found.set(new Uint8Array(head.buffer));
    used.forEach((at, place) => found.set(new Uint8Array(buffer, at, PAGE), head.byteLength + place * PAGE));
    return found.buffer;
  };

  // Nothing of a module lies outside its memory while no Python runs but the module "phone" and the globals, which each has at the same
  // place, and numbers of objects that JavaScript holds: those of the memory are held by nobody here.
  const unpack = (found, { _module: module, globals: { __dict__: globals } }) => {
    const [length, count] = new Uint32Array(found, 0, 2);
    const used = new Uint32Array(found, 2 * WORD, count), start = (2 + count) * WORD;
    const lacks = length - module.memory.buffer.byteLength;
    if (lacks > 0) module._malloc(lacks);
    const memory = new Uint8Array(module.memory.buffer);
    memory.fill(0);
    used.forEach((at, place) => memory.set(new Uint8Array(found, start + place * PAGE, PAGE), at));
    self.proxy_js_map = new Map([[globals._ref, new WeakRef(globals)]]);
  };

  // A Python with the files of a pack, from which modules can be imported.
  self.bowerPython = async ({ wasm, pack }, print = () => {}) => {
    const files = {}, folders = new Set();
    const add = (bytes) => {
      for (const [path, source] of Object.entries(JSON.parse(new TextDecoder().decode(bytes)))) {
        files[path] = source;
        path.split("/").forEach((_, at, parts) => folders.add(parts.slice(0, at).join("/")));
      }
    };
    add(pack);
    const python = await self.loadMicroPython({
      wasmBinary: new Uint8Array(wasm),
      heapsize: 4 * 1024 * 1024,
      pystack: 16 * 1024,
      system: system(files, folders, print),
    });
    const normalize = (form, text) => text.normalize(form);
    python.registerJsModule("phone", { flat, dumped, quoted, matches, text: String, normalize, offset });
    return Object.assign(python, { add });
  };

  self.bowerEngine = async (bytes, memory) => {
    const python = await self.bowerPython(bytes);
    if (memory) unpack(memory, python);
    else python.runPython(`import gc\ngc.threshold(${GARBAGE})\nimport ${ENGINE} as engine`); // which is all that the pack has: the rest may come meanwhile
    if (bytes.rest) python.add(await bytes.rest);
    const engine = python.globals.get("engine");
    const named = (name) => (text) => engine[name](text);
    const collect = () => python.runPython("gc.collect()");
    return {
      boot: named("boot"), answer: named("answer"), load: named("load"), take: named("take"), taken: named("taken"), replayed: () => engine.replayed(),
      restore: (text) => {
        python.runPython("import companion.pocket.phone.copies as copies");
        return python.globals.get("copies").restore(text);
      },
      collect,
      memory: () => {
        collect();
        return packed(python._module.memory);
      },
    };
  };
})();

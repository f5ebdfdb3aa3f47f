// A game's record as the text of a link, and back: docs/alone.md, "A game is a link". 1: its JSON, deflated. 2: its rows, deflated.
const LARGEST = 2_000_000; // characters of a record; as many as a request may have

async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  for (let size = 0, part; !(part = await reader.read()).done; parts.push(part.value)) {
    size += part.value.length;
    if (size > LARGEST) {
      reader.cancel();
      throw new RangeError("too long");
    }
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function deflated(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const letters = btoa(bytes.reduce((all, one) => all + String.fromCharCode(one), ""));
  return letters.replace(/[+/=]/g, (one) => ({ "+": "-", "/": "_", "=": "" })[one]);
}

const isNames = (one, names) => one && typeof one === "object" && !Array.isArray(one) && Object.keys(one).every((key) => names.includes(key));

// Rows: the head, further names, shapes and what fills them. A shape is an object as JSON with its numbers, names and lists taken
// out, and stands for it as a letter. A name is the number of seats between it and the name before, a letter too. A space stands where two numbers meet.
function rowsOf(record) {
  const { entries, ...head } = record;
  const more = [...new Set(entries.map((one) => one.player))].filter((one) => typeof one === "string" && !head.players.includes(one));
  const names = [...head.players, ...more];
  const shapes = new Map();
  const out = [];
  let last = -1;
  const isText = (one) => typeof one === "boolean" || (typeof one === "string" && !names.includes(one));
  function name(one) {
    const at = names.indexOf(one);
    out.push(String.fromCharCode(97 + (at - last - 1 + names.length) % names.length));
    last = at;
  }
  function hole(one) {
    if (isText(one)) return one;
    return Array.isArray(one) ? [] : isNames(one, names) ? {} : 0;
  }
  function put(one) {
    if (names.includes(one)) name(one);
    else if (typeof one === "number") out.push(`${one} `);
    else if (Array.isArray(one)) {
      one.forEach(put);
      out.push(".");
    } else if (isNames(one, names)) {
      for (const [key, value] of Object.entries(one)) {
        name(key);
        put(value);
      }
      out.push(".");
    } else shaped(one);
  }
  function shaped(one) {
    const parts = one && typeof one === "object" ? Object.entries(one) : [];
    const shape = JSON.stringify(parts.length ? Object.fromEntries(parts.map(([key, value]) => [key, hole(value)])) : one);
    if (!shapes.has(shape)) shapes.set(shape, shapes.size);
    const at = shapes.get(shape);
    out.push(at < 26 ? String.fromCharCode(65 + at) : `!${at} `);
    for (const [, value] of parts) if (!isText(value)) put(value);
  }
  entries.forEach(shaped);
  return [JSON.stringify(head), JSON.stringify(more), `[${[...shapes.keys()].join()}]`, out.join("").replace(/(\d) (?!\d)/g, "$1")].join("\n");
}

function recordOf(rows) {
  const [head, more, shapes] = rows.split("\n", 3).map((line) => JSON.parse(line));
  const text = rows.split("\n").slice(3).join("\n");
  const names = [...head.players, ...more];
  const weights = shapes.map((one) => JSON.stringify(one).length);
  let at = 0, last = -1, size = 0;
  function match(pattern) {
    pattern.lastIndex = at;
    const [all, found = all] = pattern.exec(text) ?? [];
    if (all === undefined) throw new SyntaxError("not rows");
    at += all.length;
    return found;
  }
  function counted(one, characters) {
    size += characters;
    if (!(size <= LARGEST)) throw new RangeError("too long");
    return one;
  }
  function name() {
    last = (last + 1 + match(/[a-z]/y).charCodeAt() - 97) % names.length;
    return counted(names[last], names[last].length);
  }
  function list(one) {
    const all = [];
    while (at < text.length && text[at] !== ".") all.push(one());
    match(/\./y);
    return all;
  }
  function filled(hole) {
    if (Array.isArray(hole)) return list(take);
    return hole && typeof hole === "object" ? Object.fromEntries(list(() => [name(), take()])) : hole === 0 ? take() : hole;
  }
  function take() {
    if (/[a-z]/.test(text[at])) return name();
    if (/[-\d]/.test(text[at])) return Number(match(/(-?\d+) ?/y));
    const letter = match(/[A-Z]|!\d+ ?/y);
    const number = letter[0] === "!" ? Number(letter.slice(1)) : letter.charCodeAt() - 65;
    const shape = counted(shapes[number], weights[number]);
    if (!shape || typeof shape !== "object") return shape;
    return Object.fromEntries(Object.entries(shape).map(([key, hole]) => [key, filled(hole)]));
  }
  const entries = [];
  while (at < text.length) entries.push(take());
  return { ...head, entries };
}

// The shorter of both; the rows only where the same comes of them.
export async function pack(spaced) {
  const text = spaced.replace(/("(?:[^"\\]|\\.)*")|\s+/g, "$1");
  const plain = `1.${await deflated(text)}`;
  try {
    const rows = rowsOf(JSON.parse(text));
    if (JSON.stringify(recordOf(rows)) !== text) return plain;
    const short = `2.${await deflated(rows)}`;
    return short.length < plain.length ? short : plain;
  } catch {
    return plain;
  }
}

export async function unpack(packed) {
  const [, version, letters] = /^([12])\.([\w-]+)$/.exec(packed);
  const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  const text = new TextDecoder("utf-8", { fatal: true }).decode(await through(bytes, new DecompressionStream("deflate-raw")));
  return version === "1" ? text : JSON.stringify(recordOf(text));
}

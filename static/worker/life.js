// Installing, taking over, and what pages ask for. A kit is kept as a whole or not at all; the old one goes after the new one has come.
const HERE = new URL(".", location).pathname;
const KITS = HERE === "/" ? "kit " : `kit ${HERE} `; // another Bower may be at the same host
const isOurs = (name) => name.startsWith(KITS) && (HERE !== "/" || !name.startsWith("kit /"));
const CACHE = KITS + KIT.name;

// Bower's Python for this browser: WebKit loses what was raised where WebAssembly itself catches it.
if (/AppleWebKit\/(?!.*Chrome\/)/.test(navigator.userAgent)) KIT.files.wasm = KIT.files.webkit;
delete KIT.files.webkit;

addEventListener("install", (event) => event.waitUntil(fetchKit()));

const coming = new Map(); // parts that are being fetched

async function fetchKit() {
  const cache = await caches.open(CACHE);
  const keepPart = async (address) => {
    if (await cache.match(address)) return;
    const found = await caches.match(address);
    if (found && (await isPart(address, await found.clone().arrayBuffer()))) await cache.put(address, found);
    else await fetchPart(cache, address);
  };
  const { wasm, pack, ...others } = KIT.files;
  const keepParts = (addresses, after) => Promise.all(addresses.map((address) => {
    coming.set(address, Promise.resolve(after).then(() => keepPart(address)));
    return coming.get(address);
  }));
  const script = fetch(KIT.script).then((found) => found.arrayBuffer()); // it waits, and nothing else meanwhile
  const isFirst = KIT.noServer && !registration.active; // nobody answers before the engine does: its parts come first
  const engine = keepParts([wasm, pack]);
  const all = Promise.all([engine, keepParts([...Object.values(others), ...(others.statics ? [] : KIT.statics)], isFirst && engine)]);
  await Promise.race([all, Promise.all([script, coming.get(wasm)])]);
  importScripts(KIT.script); // from now on it is kept with the worker
  if (isFirst) await warm();
  await all;
  coming.clear();
}

// Whether this is what the kit has at an address, and not what somebody else answers there.
async function isPart(address, bytes) {
  if (!crypto.subtle) return true; // over plain HTTP nobody can tell
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return btoa(String.fromCharCode(...hash)) === KIT.hashes[address];
}

async function fetchPart(cache, address) {
  const found = await fetch(address);
  if (!found.ok || !(await isPart(address, await found.clone().arrayBuffer()))) throw new Error(`${address}: not the kit's`);
  await cache.put(address, found.clone());
  return found;
}

addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => isOurs(name) && name !== CACHE).map((name) => caches.delete(name)));
  await clients.claim();
}

// What is still to be sent makes the browser try again.
addEventListener("sync", (event) => event.waitUntil(flush().then(async () => {
  if ((await sendable()).length) throw new Error("later");
})));

addEventListener("message", (event) => {
  const { wants, table, tag } = event.data, page = event.source ?? self;
  const work = (promise) => (event.waitUntil ? event.waitUntil(promise) : promise.catch((error) => console.info(error)));
  if (wants === "take-over") self.skipWaiting();
  if (wants === "claim") work(clients.claim());
  if (wants === "flush") work(flush());
  if (wants === "rows") work(Promise.resolve(KIT.noServer || noticed(table, new Response("", { headers: { ETag: tag } }))).then(warm).then(() => IN_PAGE && fetchStatics()));
  if (wants === "hear") {
    const heard = hear(event.data).catch((error) => console.info(error));
    work(heard.then(() => event.ports[0]?.postMessage({})).then(() => made || !event.data.version || warm()));
  }
  if (wants === "state" || wants === "flush") work(state().then((kept) => page.postMessage({ kept })));
  if (wants === "told") work(commit([{ store: "worker", key: "before", value: null }]));
  if (wants === "shared") work(giveShared(page));
});

async function giveShared(page) {
  const shared = held.shared ?? (await one("worker", "shared"));
  if (shared === undefined) return;
  page.postMessage({ shared });
}

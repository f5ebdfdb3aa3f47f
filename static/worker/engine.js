// Bower's own rules, forms and pages, run by MicroPython. One request at a time; it holds nothing that is not stored.
class NotKept extends Error {}

let made; // the engine, once it was loaded
let booted; // the revision that it holds

async function load() {
  if (!self.bowerEngine) importScripts(KIT.script); // kept since the install event
  const cache = await caches.open(CACHE);
  const part = async (address) => {
    await coming.get(address);
    const found = (await cache.match(address)) ?? (await fetchPart(cache, address)); // wiped: fetched again
    const bytes = await found.arrayBuffer();
    if (await isPart(address, bytes)) return bytes;
    await cache.delete(address);
    throw new Error(`${address} isn't of this kit`);
  };
  const rest = KIT.files.rest && part(KIT.files.rest); // without a server
  rest?.catch(() => {}); // said by the engine, which waits for it
  const bytes = { wasm: await part(KIT.files.wasm), pack: await part(KIT.files.pack), rest };
  const kept = await cache.match(MEMORY);
  if (!kept) return self.bowerEngine(bytes);
  try {
    const engine = await self.bowerEngine(bytes, await kept.arrayBuffer());
    remembered = Number(kept.headers.get("Rows"));
    if (kept.headers.get("State") === (await stateNow())) booted = await one("worker", "revision");
    return engine;
  } catch (error) {
    console.error(error);
    await startAfresh();
    return self.bowerEngine(bytes);
  }
}

async function startAfresh() {
  made = undefined;
  await forgetMemory();
}

async function forgetMemory() {
  remembered = undefined;
  await (await caches.open(CACHE)).delete(MEMORY);
}

// A boot goes on from the memory of an earlier one, kept with its kit, instead of replaying every hand.
const MEMORY = `${HERE}memory`;
const WORTH = 20; // rows more than the one that is kept has replayed
let remembered, remembering;

// Which storage it is, and its revision.
const stateNow = async () => `${await since()}.${(await one("worker", "revision")) ?? 0}`;

// While nobody waits for an answer: what the engine needs no longer goes, and its memory is kept.
function remember() {
  remembering ??= pause(IDLE).then(() => alone(tidy)).catch((error) => console.info(error)).finally(() => { remembering = undefined; });
  return remembering;
}

async function tidy() {
  made?.collect();
  if (!IN_PAGE) await keepMemory();
}

async function keepMemory() {
  if (!made || booted === undefined || booted !== ((await one("worker", "revision")) ?? 0)) return;
  const rows = made.replayed();
  if (rows - (remembered ?? -WORTH) < WORTH) return;
  const headers = { State: await stateNow(), Rows: String(rows) };
  await (await caches.open(CACHE)).put(MEMORY, new Response(made.memory(), { headers }));
  remembered = rows;
}

// What *use* returns; nothing else of this worker reads and writes what is stored meanwhile. What another one writes, commit tells.
const alone = (use) => inTurn("engine", {}, use);

// Use the engine with what is stored now, which may have been *seen* already (see glance).
function withEngine(use, seen) {
  return alone(async () => {
    for (;;) {
      try {
        await ready(seen);
        seen = undefined;
        return await use();
      } catch (error) {
        booted = undefined;
        if (error === STALE) continue;
        if (!(error instanceof NotKept)) await startAfresh();
        throw error;
      }
    }
  });
}

// While a page of a table is open, the next one need not wait for the engine.
const warm = () => withEngine(() => {}).catch((error) => console.info(error));

async function ready(seen) {
  if (!made) {
    booted = undefined;
    made = await load();
  }
  const { revision: now, rows: fetched } = seen?.at === commits ? seen : await glance();
  if (booted === undefined || booted !== now) {
    const { state, revision } = await everything();
    keep(made.boot(JSON.stringify(state)));
    booted = revision;
  }
  // The newest rows of the server, fetched while the engine was not needed.
  for (const document of fetched) {
    const { writes } = run("take", document);
    await keepAll([...writes, { store: "worker-rows", key: document.id, value: null, was: document }]);
  }
}

const keep = (text) => (text ? JSON.parse(text) : {});

// Call the engine. Its writes are not stored yet.
function run(what, argument) {
  const answer = keep(made[what](JSON.stringify(argument)));
  answer.writes ??= [];
  return answer;
}

// The same; what the engine wants to know for it is loaded.
async function loading(what, argument) {
  for (;;) {
    const found = run(what, argument);
    if (!found.wants && !found.facts) return found;
    run("load", found.facts ? await every("facts") : await one("tables", found.wants));
  }
}

async function keepAll(writes) {
  if (!writes.length) return;
  try {
    booted = await commit(writes, booted);
  } catch (error) {
    if (error === STALE) throw error;
    throw new NotKept(error.name === "QuotaExceededError" ? "full" : "failed");
  }
}

const LANGUAGES = navigator.languages.map((name, place) => (place ? `${name};q=${1 - Math.min(place, 9) / 10}` : name)).join(",");
const HANDED_ON = ["accept", "content-type", "hx-request", "hx-target", "hx-trigger", "hx-current-url", "hx-boosted", "if-none-match"];

// The engine's response, and what it stored before.
async function fromPhone(request, body = "", more = {}, seen = undefined) {
  const url = new URL(request.url);
  const headers = Object.fromEntries(HANDED_ON.map((name) => [name, request.headers.get(name)]).filter(([, value]) => value));
  const asking = (method, { pathname, search, host }, headers, body) => ({
    method,
    path: pathname + search,
    headers: { ...headers, host },
    body,
    now: new Date().toISOString(),
    random: Array.from({ length: 32 }, uuid),
    languages: LANGUAGES,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  const asked = asking(request.method, url, { ...headers, ...more }, body);
  const answer = await withEngine(async () => {
    const found = await loading("answer", asked);
    await keepAll(found.writes);
    const target = found.headers["HX-Redirect"] ?? (request.headers.has("From-Worker") ? found.headers.Location : undefined);
    if (target) await draw(found, asking("GET", new URL(target, url), { accept: "text/html" }, ""), asked.path).catch((error) => console.error(error)); // it is saved
    return found;
  }, seen);
  return { answer: response(answer, url, request), writes: answer.writes };
}

// Where a save leads to another room of its table, that one comes with the answer: the page need not ask for it.
async function draw(found, asked, from) {
  const [of, other] = [asked.path, from].map((path) => OF_TABLE.exec(path.slice(HERE.length))?.[1]);
  if (of !== other || !ROOM.test(asked.path.slice(HERE.length).split("?")[0])) return;
  const { status, headers, body, writes } = run("answer", asked);
  await keepAll(writes);
  if (status === 200) Object.assign(found, { body, headers: { ...found.headers, Room: headers["Content-Type"] } });
}

function response({ status, headers, body }, url, request) {
  const given = new Headers({ ...KIT.headers, ...headers, "From-Phone": "1" });
  const target = given.get("Location");
  if (target) given.set("Location", new URL(target, url).href);
  if (target && request.headers.has("From-Worker")) {
    given.set("Go-To", given.get("Location"));
    given.delete("Location");
    return new Response(body, { headers: given });
  }
  const empty = status === 204 || status === 304;
  return new Response(empty ? null : body, { status, headers: given });
}

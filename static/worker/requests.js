// Which requests the network answers, and which the phone itself.
const PATIENCE = 3000; // milliseconds that the network has to answer
const SHORT = 150; // the same while it is down: one that is back answers at once

const NOT_OURS = /^(api\/|static\/|healthz$|readyz$|metrics$|worker\.js$|manifest\.webmanifest$|.*\/live$)/;
const OF_TABLE = /^games\/([^/]+)\//;
const NO_TABLE = new Set(["new", "imports"]);
const HERE_ONLY = /^games\/[^/]+\/waiting\//;
const FORM = "application/x-www-form-urlencoded";

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin || !url.pathname.startsWith(HERE)) return;
  const path = url.pathname.slice(HERE.length);
  if (KIT.statics.includes(url.pathname)) return event.respondWith(fixed(request));
  if (path === "shared/" && request.method === "POST") return event.respondWith(shared(request));
  if (NOT_OURS.test(path)) return;
  if (request.method === "GET") return event.respondWith(answered(event, path));
  if (request.method !== "POST" || !request.headers.get("content-type")?.startsWith(FORM)) return;
  event.respondWith(request.clone().text().then((body) => answered(event, path, body)));
});

async function fixed(request) {
  return (await caches.match(request.url)) ?? fetch(request);
}

// The table that a request is about; a rule and a new game may name one too.
function tableOf(path, query) {
  const [, table] = OF_TABLE.exec(path) ?? [];
  return (NO_TABLE.has(table) ? undefined : table) ?? query.get("table") ?? query.get("again") ?? undefined;
}

// The answer to a request, from the network or the phone. Without either: what the browser says to that.
async function answered(event, path, body) {
  const table = tableOf(path, new URL(event.request.url).searchParams);
  const items = await waiting();
  const queued = items.some((item) => item.table === table || path === "" && item.what === "game");
  if (items.length) event.waitUntil(flushAtTimes());
  if (HERE_ONLY.test(path)) return byPhone(event, body);
  if (queued || isDown() && body !== undefined) {
    const found = await byPhone(event, body).catch(() => undefined);
    if (found && found.status !== 503) {
      event.waitUntil(queued && !isDown() ? follow(table) : ask(`${HERE}healthz`, { cache: "no-store" }).catch(() => {}));
      return found;
    }
  }
  const network = ask(event.request.clone());
  network.then((answer) => event.waitUntil(after(table, path, body, answer))).catch(() => {});
  const slow = (await isKnown(table)) ? pause(isDown() ? SHORT : PATIENCE).then(() => undefined) : new Promise(() => {});
  const first = await Promise.race([network.catch(() => undefined), slow]);
  if (first) return first;
  failed();
  const found = await byPhone(event, body).catch(() => undefined);
  if (found && found.status !== 503) return found;
  return network.catch(() => found ?? Response.error());
}

// A page that the phone can't make need not be waited for less long.
async function isKnown(table) {
  if (!table) return true;
  return !!((await one("tables", table).catch(() => null)) ?? (await one("worker-rows", table).catch(() => null)));
}

// The phone's own answer. A form that could not be stored stays as it is: the page says so.
async function byPhone(event, body) {
  const { request } = event;
  try {
    return await fromPhone(request, body);
  } catch (error) {
    if (!(error instanceof NotKept)) {
      console.error(error);
      throw error;
    }
    for (const page of await clients.matchAll()) page.postMessage({ notKept: error.message });
    return new Response(null, { status: request.mode === "navigate" ? 204 : 507, headers: { "Not-Kept": error.message } });
  }
}

// After an answer of the network.
async function after(table, path, body, answer) {
  if (path === "look/" && body !== undefined) {
    const look = new URLSearchParams(body).get("look") ?? "";
    await commit([{ store: "settings", key: "look", value: look }]);
  }
  const saved = body !== undefined && (answer.type === "opaqueredirect" || answer.headers.has("HX-Redirect"));
  if (table && saved && table !== sending) await freshen(table); // the network may be gone before the next page
  else if (table) await noticed(table, answer);
  else if (body === undefined && answer.ok && (path === "" || path.startsWith("groups/"))) {
    if (path === "") await freshenRecent();
    await freshenGroups();
  }
}

// The queue of a table waits for an answer of its owner; its rows go on meanwhile.
async function follow(table) {
  if (table && table !== sending && (await freshen(table).catch(() => false))) await tell(table);
}

// A game file that another app shared: Home's import form gets it.
async function shared(request) {
  const form = await request.formData();
  const file = form.get("file");
  const text = file instanceof File ? await file.text() : form.get("text") ?? "";
  await commit([{ store: "worker", key: "shared", value: text }]);
  return Response.redirect(`${HERE}?shared`, 303);
}

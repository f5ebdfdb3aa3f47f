// Which requests the network answers, and which the phone itself.
const PATIENCE = 3000; // milliseconds that the network has to answer
const SHORT = 150; // the same while it is down: one that is back answers at once

const NOT_OURS = /^(api\/|static\/|healthz$|readyz$|metrics$|worker\.js$|manifest\.webmanifest$|.*\/live$)/;
const OF_TABLE = /^games\/([^/]+)\//;
const ROOM = /^games\/[^/]+\/(.*\/)?$/; // not its files: those are of the server
const NO_TABLE = new Set(["all", "new", "imports"]);
const HERE_ONLY = /^games\/[^/]+\/waiting\//;
const FORM = "application/x-www-form-urlencoded";
const THEIRS = "theirs", ALONE = "alone"; // in an address: show what the network answers; go on without it

addEventListener("fetch", answers);

function answers(event) {
  const { request } = event;
  const url = new URL(request.url);
  if (url.searchParams.has(THEIRS)) return; // the page of whoever answers here instead of Bower
  if (url.origin !== location.origin || !url.pathname.startsWith(HERE)) return;
  const path = url.pathname.slice(HERE.length);
  if (KIT.statics.includes(url.pathname)) return event.respondWith(fixed(request));
  if (path === "shared/" && request.method === "POST") return event.respondWith(shared(request));
  if (NOT_OURS.test(path)) return;
  if (KIT.noServer) return event.respondWith(withoutServer(event, path));
  const table = tableOf(path, url.searchParams), seeing = glance(table).catch(() => undefined);
  if (request.method === "GET") return event.respondWith(answered(event, path, table, seeing));
  if (request.method !== "POST") return;
  const isForm = request.headers.get("content-type")?.startsWith(FORM); // a file is the server's business alone
  event.respondWith(Promise.resolve(isForm ? saidIn(event) : "").then((body) => answered(event, path, table, seeing, body)));
}

// The text of a form; it comes with the message of a page that asks the worker itself (see page.js).
const saidIn = ({ request, said }) => said ?? request.clone().text();

// Without a server the phone answers everything, and what it saved is saved.
const COPY = "bower.copy/1", COPY_FILE = /^copy\/[^/]+\.json$/;
async function withoutServer(event, path) {
  const { request } = event;
  if (COPY_FILE.test(path)) return copyFile(request, new URL(request.url).searchParams);
  if (request.method !== "POST") return byPhone(event);
  const body = await fields(event);
  const text = path === "games/imports/" || path === "copy/" ? new URLSearchParams(body).get("text") ?? "" : "";
  const isCopy = path === "copy/" || text.trim().startsWith(`{"format":"${COPY}"`);
  return isCopy ? bringBack(text).catch((error) => unkept(error, request)) : byPhone(event, body);
}

// Everything that this phone has, in one file; or one *game*. All counts as a copy once it was saved or sent; a full phone gives it as well.
async function copyFile({ mode }, asked) {
  const only = asked.get("game"), isCopy = !only && (mode === "navigate" || asked.has("sent"));
  const games = (await every("tables")).filter(({ id, group }) => (only ? id === only : group !== "sample")), at = new Date();
  if (isCopy) await commit([{ store: "settings", key: "copied", value: at.toLocaleDateString("sv") }]).catch((error) => console.info(error));
  const headers = { "Content-Type": "application/json", "Content-Disposition": "attachment" };
  return new Response(JSON.stringify({ format: COPY, at: at.toISOString(), games }), { headers });
}

// The games of such a file: each is kept as it comes, and those that are here already change nothing.
async function bringBack(text) {
  const counts = { added: 0, known: 0, wrong: 0 };
  for (const game of gamesOf(text)) {
    const became = await withEngine(async () => {
      const found = await loading("restore", game);
      await keepAll(found.writes);
      return found.became;
    });
    counts[became] += 1;
  }
  return Response.redirect(`${HERE}copy/?${new URLSearchParams(counts)}`, 303);
}

function gamesOf(text) {
  try {
    const { format, games } = JSON.parse(text);
    return format === COPY && Array.isArray(games) ? games : [null];
  } catch {
    return [null]; // counted as one that can't be read
  }
}

// The fields of a form. Of one with a file, the text of the file stands for a text beside it.
async function fields(event) {
  if (event.request.headers.get("content-type")?.startsWith(FORM)) return saidIn(event);
  const found = new URLSearchParams();
  for (const [name, value] of await event.request.clone().formData()) {
    if (!(value instanceof File)) found.append(name, found.get(name) ?? value);
    else if (value.size) found.append("text", await value.text());
  }
  return String(found);
}

// A file that pages link to. Without a server all of them are one part of the kit.
const KINDS = { css: "text/css", js: "text/javascript", svg: "image/svg+xml" };
let statics;
async function fixed(request) {
  const { href, pathname } = new URL(request.url), bundle = KIT.files.statics;
  if (bundle) statics ??= await (await caches.match(bundle))?.json();
  const text = statics?.[pathname];
  if (text === undefined) return (await caches.match(href)) ?? fetch(request);
  return new Response(text, { headers: { "Content-Type": `${KINDS[pathname.split(".").at(-1)]}; charset=utf-8` } });
}

// The table that a request is about; a rule and a new game may name one too.
function tableOf(path, query) {
  const [, table] = OF_TABLE.exec(path) ?? [];
  return (NO_TABLE.has(table) ? undefined : table) ?? query.get("table") ?? query.get("again") ?? undefined;
}

// The request as it is sent. Bower names the target of a redirect in a header, so that a redirect is somebody else's.
const sent = (request) => (request.redirect === "manual"
  ? new Request(request, { headers: [...request.headers, ["From-Worker", "1"]] })
  : request);

// What the page gets of an answer of Bower. One that goes from room to room in place asks for the target itself.
function given(answer, request) {
  const target = answer.headers.get("Go-To");
  return target && !request.headers.has("From-Worker") ? Response.redirect(new URL(target, location).href, 303) : answer;
}

// Whoever uses the phone was told that somebody else answers, and goes on without a network.
const isAlone = async () => (ALONE in held ? held[ALONE] : (held[ALONE] = await one("worker", ALONE).catch(() => null)));
const setAlone = (value) => hold(ALONE, value);

async function lookForBower() {
  const answer = await ask(`${HERE}healthz`, { cache: "no-store", redirect: "error" }).catch(() => undefined);
  if (answer && isBowers(answer) && (await isAlone())) await setAlone(null);
}

// The answer to a request, from the network or the phone. Without either: what the browser says to that.
async function answered(event, path, table, seeing, body) {
  const url = new URL(event.request.url);
  if (url.searchParams.has(ALONE)) {
    await setAlone(true);
    url.searchParams.delete(ALONE);
    return Response.redirect(url.href, 303);
  }
  const [alone, items, seen] = await Promise.all([isAlone(), waiting(), seeing]);
  const isNewest = ROOM.test(path) && (isCurrent(table, seen?.mark) || isTap(event.request, path, table, seen, body));
  const queued = items.some((item) => item.table === table || path === "" && item.what === "game");
  if (items.length) event.waitUntil(flushAtTimes());
  if (HERE_ONLY.test(path)) return byPhone(event, body);
  if (queued || alone || isNewest || isDown() && body !== undefined) {
    // What this phone can't keep goes to the server, unless something that waits comes before it.
    const found = await (isNewest && !queued ? answerOfPhone : byPhone)(event, body, {}, seen).catch(() => undefined);
    if (found && found.status !== 503) {
      if (queued && !isDown()) event.waitUntil(isNewest || follow(table));
      else if (!isNewest) event.waitUntil(lookForBower());
      return found;
    }
    if (queued && body !== undefined && !found) return new Response(null, { status: 503 }); // the page keeps it and sends it again
  }
  if (event.isDirect) return undefined; // the page sends it as a request (see direct.js)
  if (body !== undefined) mayHaveChanged(table);
  const before = changing.get(table);
  if (table && SAVES.test(body)) await keepPosted(table, event.request, body);
  const network = ask(sent(event.request.clone()));
  network.then((answer) => {
    if (body !== undefined) mayHaveChanged(table);
    if (isBowers(answer)) event.waitUntil(after(table, path, body, answer, body === undefined ? before : changing.get(table)));
  }).catch(() => {});
  const slow = (await isKnown(table)) ? pause(isDown() ? SHORT : PATIENCE).then(() => undefined) : new Promise(() => {});
  const first = await Promise.race([network.catch(() => undefined), slow]);
  if (first && isBowers(first) && first.headers.has("New-Phone") && body === undefined && (await proves())) {
    return given(await ask(sent(event.request.clone())), event.request);
  }
  if (first && isBowers(first)) {
    // Bower has more to do than it can: the phone takes what is saved, and whoever opens a page of a table gets its own.
    const isMeant = body !== undefined || event.request.mode === "navigate";
    const own = first.status === 503 && table && isMeant && (await byPhone(event, body).catch(() => undefined));
    if (own && own.status !== 503) return own;
    const isLost = first.status === 404 && body === undefined && event.request.mode === "navigate" && (await asksAbout(table));
    return isLost ? Response.redirect(`${HERE}games/${table}/waiting/`, 303) : given(first, event.request);
  }
  if (first) {
    failed(true);
    const asks = body === undefined && event.request.mode === "navigate";
    const own = await byPhone(event, body, asks ? { strange: "1" } : {}).catch(() => undefined);
    return own && own.status !== 503 ? own : first;
  }
  failed();
  const found = await byPhone(event, body).catch(() => undefined);
  if (found && found.status !== 503) return found;
  return network.then((answer) => given(answer, event.request)).catch(() => found ?? Response.error());
}

// Whether this is a tap on a hand form of which the phone knows nothing newer. The phone answers it even before the stream is open again,
// as after minutes in a pocket. If something newer comes, the page asks about it with the header Asks (see live.js): that is no tap.
const HAND = /^games\/[^/]+\/hands\/$/, SAVE = /(?:^|&)save=/;
function isTap({ headers }, path, table, seen, body) {
  if (!HAND.test(path) || !body || SAVE.test(body) || !headers.has("hx-request") || headers.has("asks")) return false;
  return !!seen?.mark && !changing.has(table) && !isOutdated(table, seen.mark) && !isDown();
}

// The browser has lost the cookie: whether the phone has proved who it is by what it has stored.
async function proves() {
  if (!(await one("worker", "proof").catch(() => null))) return false;
  return askDoor("outbox/").then(() => true, () => false);
}

// Whether the server has lost a table, and this phone asks about it.
async function asksAbout(table) {
  if (!table || !(await one("worker-mark", table).catch(() => null))) return false;
  await freshen(table).catch(() => {});
  return (await one("lost", table).catch(() => null))?.gone === "asks";
}

// A page that the phone can't make need not be waited for less long.
async function isKnown(table) {
  if (!table) return true;
  return !!((await one("tables", table).catch(() => null)) ?? (await one("worker-rows", table).catch(() => null)));
}

// What the phone answers; what it recorded is sent. Throws if it can't be stored.
async function answerOfPhone(event, body, more, seen) {
  const { answer, writes } = await fromPhone(event.request, body, more, seen);
  const recorded = writes.filter(({ store, value }) => store === "outbox" && value);
  if (recorded.length) event.waitUntil(sendSoon(recorded.every(({ value }) => value.what === "progress")));
  const saved = KIT.noServer && writes.find(({ store }) => store === "tables");
  if (saved) event.waitUntil(tell(saved.key)); // another page of the same table
  event.waitUntil(remember());
  return answer;
}

// A save that went to the server: until the phone has the rows after it, its own pages would lack it, and a lost answer leaves open whether
// the server has it. So the phone's next answer records it too, with its key, which makes it one.
const SAVES = /(?:^|&)key=([^&]+)(?!.*&press=)/;
const postedAt = async (table) => (await glance(table).catch(() => ({ posted: [] }))).posted;
const forgetPosted = async (posted) => posted.length && commit(posted.map(({ key }) => ({ store: POSTED, key, value: null })));

async function keepPosted(table, { url, headers, method }, body) {
  const [, key] = SAVES.exec(body), number = 1 + Math.max(0, ...(await postedAt(table)).map((one) => one.number));
  const said = HANDED_ON.map((name) => [name, headers.get(name)]).filter(([, value]) => value);
  const value = { table, key, number, url, method, headers: said, body };
  await commit([{ store: POSTED, key, value }]).catch((error) => console.info(error));
}

// The phone's own answer.
async function byPhone(event, body, more, seen) {
  const { request } = event, url = new URL(request.url), table = tableOf(url.pathname.slice(HERE.length), url.searchParams);
  try {
    const posted = seen?.at === commits ? seen.posted : await postedAt(table);
    for (const one of posted) {
      if (one.body !== body) await answerOfPhone({ request: new Request(one.url, one), waitUntil: (work) => event.waitUntil(work) }, one.body);
    }
    const answer = await answerOfPhone(event, body, more, seen);
    if (answer.status !== 503) await forgetPosted(posted); // 503: the phone doesn't know the table yet
    return answer;
  } catch (error) {
    return unkept(error, request);
  }
}

// A form that could not be stored stays as it is: the page says so.
async function unkept(error, request) {
  if (!(error instanceof NotKept)) {
    console.error(error);
    throw error;
  }
  for (const page of await clients.matchAll()) page.postMessage({ notKept: error.message });
  return new Response(null, { status: request.mode === "navigate" ? 204 : 507, headers: { "Not-Kept": error.message } });
}

// After an answer of the network, which has the changes of this phone up to *change*.
async function after(table, path, body, answer, change) {
  if (path === "look/" && body !== undefined) {
    const look = new URLSearchParams(body).get("look") ?? "";
    await commit([{ store: "settings", key: "look", value: look }]);
  }
  const saved = body !== undefined && (answer.redirected || answer.headers.has("Go-To") || answer.headers.has("HX-Redirect"));
  if (table && body !== undefined && !saved && answer.status < 500) await forgetPosted((await postedAt(table)).filter((one) => one.body === body));
  if (path === "games/imports/" && saved) await hold("shared", null);
  if (table && saved && table !== sending) await freshen(table); // the network may be gone before the next page
  else if (table) await noticed(table, answer, change);
  else if (body === undefined && answer.ok && (path === "" || path.startsWith("groups/"))) {
    if (path === "") await freshenRecent();
    await freshenGroups();
  }
}

// The queue of a table waits for an answer of its owner; its rows go on meanwhile.
async function follow(table) {
  if (table && table !== sending && (await freshen(table).catch(() => false))) await tell(table);
}

// A game file that another app shared: Home's import form gets it, again until a game was made of it or another one comes.
async function shared(request) {
  const form = await request.formData();
  const file = form.get("file");
  const text = file instanceof File ? await file.text() : form.get("text") ?? "";
  await hold("shared", text);
  return Response.redirect(`${HERE}?shared`, 303);
}

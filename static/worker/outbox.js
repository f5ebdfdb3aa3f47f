// Send what waits: in order, a table's next item only after the one before was accepted, each as often as it takes; its key makes it one.
const AT_ONCE = 20; // items of a table, before what became of them is stored
let down = 0; // when the network last failed
let sending; // the table of which something is on its way
let fails = 0, notBefore = 0; // how often in a row nothing could be sent; when to try again at a request

const DOWN = 20_000;
const isDown = () => Date.now() - down < DOWN;

function failed() {
  if (!isDown()) setTimeout(tell);
  down = Date.now();
}

function reached() {
  if (!down) return;
  down = fails = notBefore = 0;
  setTimeout(tell);
}

// Everything of the network goes through here. What a gateway says for a server that is gone is no answer.
async function ask(request, given) {
  try {
    const answer = await fetch(request, given);
    if (answer.status === 502 || answer.status === 504) throw new TypeError("gateway");
    reached();
    return answer;
  } catch (error) {
    failed();
    throw error;
  }
}

// One flusher; one that is called for while it works looks again at the end.
let again = false;
function flush() {
  again = true;
  return navigator.locks.request("bower-flush", { ifAvailable: true }, async (lock) => {
    while (lock && again) {
      again = false;
      await sendAll();
    }
  });
}

// What waits is tried at requests too, but not again and again while it fails.
const flushAtTimes = () => (Date.now() < notBefore ? undefined : flush());

async function sendAll() {
  const tried = new Set();
  for (;;) {
    const item = (await sendable()).find(({ table }) => !tried.has(table));
    if (!item) return;
    tried.add(item.table);
    sending = item.table;
    await tell();
    const before = await one("worker", "revision");
    try {
      while (await sendSome(item.table));
      fails = notBefore = 0;
    } catch (error) {
      console.info("Later:", error);
      fails = before === (await one("worker", "revision")) ? fails + 1 : 1;
      notBefore = Date.now() + Math.min(2 ** fails, 60) * 1000 * (0.5 + Math.random());
    }
    sending = undefined;
    await tell(before === (await one("worker", "revision")) ? undefined : item.table);
  }
}

// What may be sent: of each table what comes before the first item that was refused.
async function sendable() {
  const stopped = new Set();
  return (await waiting()).filter((item) => {
    if (item.stopped) stopped.add(item.table);
    return !stopped.has(item.table);
  });
}

// Send the next items of a table, and store what became of them; whether to go on. Throws if none was sent.
async function sendSome(table) {
  const items = (await sendable()).filter((item) => item.table === table).slice(0, AT_ONCE);
  const answers = [];
  for (const item of items) {
    const answer = await post(item).catch(() => undefined);
    if (!answer || answer.status >= 500 || answer.status === 429) {
      if (!answers.length) throw new Error(`not sent: ${answer?.status ?? "no network"}`);
      break;
    }
    answers.push({ id: item.id, status: answer.status, body: await answer.json().catch(() => null) });
    if (!answer.ok) break;
  }
  await withEngine(async () => keepAll(answers.flatMap((answer) => run("taken", answer).writes)));
  await freshen(answers[0].body?.table ?? table);
  const left = await sendable();
  return left.some((item) => item.table === table) && !left.some(({ id }) => id === answers[0].id);
}

async function post(item) {
  const address = item.what === "game" ? "outbox/" : `games/${item.table}/outbox/`;
  const body = JSON.stringify({ ...item, sent_at: new Date().toISOString() });
  const send = async () => ask(HERE + address, {
    method: "POST",
    headers: { Accept: "application/json", "Content-Type": "application/json", "X-CSRFToken": await token() },
    body,
  });
  const answer = await send();
  const refused = answer.status === 403 && (await answer.clone().json().catch(() => ({}))).code === "csrf";
  if (!refused) return answer;
  await commit([{ store: "worker", key: "csrf", value: null }]);
  return send();
}

async function token() {
  const kept = await one("worker", "csrf");
  if (kept) return kept;
  const answer = await ask(`${HERE}outbox/`, { headers: { Accept: "application/json" }, cache: "no-store" });
  const { csrf } = await answer.json();
  await commit([{ store: "worker", key: "csrf", value: csrf }]);
  return csrf;
}

function recorded() {
  self.registration.sync?.register("outbox").catch(() => {});
  flush();
  tell();
}

// What every open page shows: how much waits at which table; and *changed*, the table that the server has more of now.
async function tell(changed) {
  const pages = await clients.matchAll();
  if (pages.length === 0) return;
  const kept = await state();
  for (const page of pages) page.postMessage({ kept, changed });
}

const TAPS = new Set(["progress", "aside", "ticks"]); // sent like the rest, but nothing that somebody would count

async function state() {
  const tables = {};
  for (const { table, stopped, what, entry } of await waiting()) {
    const found = (tables[table] ??= { items: 0, entries: 0, hands: 0, stopped: false });
    found.items += 1;
    found.entries += TAPS.has(what) ? 0 : 1;
    found.hands += typeof entry === "string" && JSON.parse(entry).kind === "hand" ? 1 : 0;
    found.stopped ||= !!stopped;
  }
  return { tables, offline: isDown(), sending: !!sending, fails, since: await since() };
}

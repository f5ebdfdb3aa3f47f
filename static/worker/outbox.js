// Send what waits: in order, a table's next item only after the one before was accepted, each as often as it takes; its key makes it one.
const AT_ONCE = 50, MOST_TEXT = 500_000; // items and characters of a request
const HANGS = 20_000, SLOWEST = 4; // milliseconds until an answer is given up; how often that doubles, after a failure each
let down = 0; // when the network last failed
let strange = false; // whether something else than Bower answered then
let sending; // the table of which something is on its way
let fails = 0, notBefore = 0; // how often in a row nothing could be sent; when to try again at a request

const DOWN = 20_000;
const isDown = () => Date.now() - down < DOWN;

function failed(isStrange = false) {
  if (!isDown() || strange !== isStrange) setTimeout(tell);
  down = Date.now();
  strange = isStrange;
}

function reached() {
  if (!down) return;
  down = fails = notBefore = 0;
  strange = false;
  setTimeout(tell);
}

// Bower says so on each of its answers. A sign-in page of the network, a proxy or a tunnel doesn't.
const isBowers = (answer) => answer.headers.has("Bower");

// Everything of the network goes through here. What a gateway says for a server that is gone is no answer.
async function ask(request, given) {
  let answer;
  try {
    answer = await fetch(request, given);
    if (answer.status === 502 || answer.status === 504) throw new TypeError("gateway");
  } catch (error) {
    failed();
    throw error;
  }
  if (isBowers(answer)) reached();
  else if (answer.type !== "opaqueredirect") failed(true); // where a redirect leads can't be seen
  return answer;
}

// What a door of Bower says: the answer, and its JSON if it has any. Throws for whatever somebody else said.
// With each request the phone proves who it is, in case the browser has lost its cookie, and says which storage it has.
async function askDoor(path, given = {}) {
  const proof = await one("worker", "proof");
  const own = { Accept: "application/json", Storage: `${await since()}.${await counted()}`, ...(proof && { Proof: proof }) };
  const signal = AbortSignal.timeout?.(HANGS * 2 ** Math.min(fails, SLOWEST)); // a browser would wait for minutes
  const answer = await ask(HERE + path, { cache: "no-store", redirect: "error", signal, ...given, headers: { ...own, ...given.headers } });
  if (!isBowers(answer)) throw new Error(`not Bower: ${answer.status}`);
  const newProof = answer.headers.get("Proof"), before = answer.headers.get("Storage-Before");
  const told = [...(newProof && newProof !== proof ? [["proof", newProof]] : []), ...(before ? [["before", before]] : [])];
  for (const [key, value] of told) await hold(key, value);
  if (before) tell();
  if (answer.status === 304) return { answer };
  if (answer.status >= 500 || answer.status === 429) throw new Error(`later: ${answer.status}`);
  const body = await answer.json();
  if (!answer.ok && !body.code) throw new Error(`unclear: ${answer.status}`);
  return { answer, body };
}

// One flusher; one that is called for while it works looks again at the end.
let again = false;
function flush() {
  again = true;
  return locks.request(`${OWN}-flush`, { ifAvailable: true }, async (lock) => {
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
    const sent = [];
    try {
      do sent.push(await sendSome(item.table)); while (sent.at(-1).goesOn);
      fails = notBefore = 0;
    } catch (error) {
      console.info("Later:", error);
      sent.push({}); // it may have changed something before
      fails = before === (await one("worker", "revision")) ? fails + 1 : 1;
      notBefore = Date.now() + Math.min(2 ** fails, 60) * 1000 * (0.5 + Math.random());
    }
    sending = undefined;
    const isNew = before !== (await one("worker", "revision")), [{ same } = {}, ...more] = sent;
    await tell(isNew && (more.length || !same) ? item.table : undefined, more.length ? undefined : same);
  }
}

// What may be sent: of each table what comes before the first item that was refused.
async function sendable() {
  const stopped = new Set();
  return (await waiting()).filter((item) => {
    if (isStopped(item)) stopped.add(item.table);
    return !stopped.has(item.table);
  });
}

// Only Bower stops an item, with a code, or the phone itself. Earlier versions stopped at anybody's refusal.
const isStopped = ({ stopped }) => !!stopped && !!(stopped.code || stopped.asked || stopped.here);

// Send the next items of a table, and store what became of them; whether it *goesOn*, and *same* if they changed nothing here.
// Throws if none was sent.
async function sendSome(table) {
  const items = (await sendable()).filter((item) => item.table === table);
  const begun = (await one("worker-mark", table)) ?? { after: 0 };
  const { answers, at = table, ...said } = items[0].what === "game" ? await sendGame(items[0]) : await sendItems(table, items, begun);
  let rows;
  const was = await withEngine(async () => {
    rows = said.rows && !isRewritten(said.rows, begun) && !(await isLate(at, said.rows, begun)) ? said.rows : undefined;
    const marks = rows ? await markOf(at, rows) : [];
    const taken = run("taken", { table, answers, rows });
    await keepAll([...taken.writes, ...marks]);
    return taken.was;
  });
  if (!rows && (await freshen(at, true))) await withEngine(() => {}); // a whole game waits until its rows are here
  const left = await sendable();
  const goesOn = left.some((item) => item.table === table) && !left.some(({ id }) => id === items[0].id);
  return { goesOn, same: was && { table, was, now: versionOf(rows) } };
}

async function sendGame(item) {
  const { answer, body } = await post("outbox/", item);
  const isOurs = answer.ok ? body.key === item.key : true;
  if (!isOurs) throw new Error("another game was answered");
  return { answers: [{ ...body, key: item.key, status: answer.status }], at: body.table ?? item.table };
}

// The answer has what became of each item up to the first that was refused, and the rows since *after*.
async function sendItems(table, items, { after, last = "" }) {
  const sent = [];
  let length = 0;
  for (const item of items.slice(0, AT_ONCE)) {
    length += JSON.stringify(item).length;
    if (item.what === "game" || (sent.length && length > MOST_TEXT)) break;
    sent.push(item);
  }
  const { answer, body } = await post(`games/${table}/outbox/`, { items: sent, after, last });
  if (!answer.ok) return { answers: [{ ...body, rows: undefined, key: sent[0].key, status: answer.status }], rows: body.rows };
  if (!Array.isArray(body.answers) || !body.rows) throw new Error("no answers");
  return body;
}

async function post(path, said) {
  const body = JSON.stringify({ ...said, sent_at: new Date().toISOString() });
  const send = async () => askDoor(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": await token() },
    body,
  });
  const found = await send();
  if (found.answer.status !== 403 || found.body.code !== "csrf") return found;
  await commit([{ store: "worker", key: "csrf", value: null }]);
  return send();
}

async function token() {
  const kept = await one("worker", "csrf");
  if (kept) return kept;
  const { body } = await askDoor("outbox/");
  await hold("csrf", body.csrf);
  return body.csrf;
}

// Send what was just recorded. Taps that follow one another go together: the last says all.
const TOGETHER = 300; // milliseconds
let soon;
function sendSoon(isTaps) {
  registration.sync?.register("outbox").catch(() => {});
  if (isTaps) soon ??= pause(TOGETHER).then(() => { soon = undefined; return flush(); });
  return isTaps ? soon : Promise.all([flush(), tell()]);
}

// What every open page shows: how much waits at which table; and *changed*, the table that the server has more of now. Of one that is
// as it was on this phone, *same* has what its version *was* here and what it is *now*.
async function tell(changed, same) {
  const [pages, kept] = await Promise.all([clients.matchAll(), state()]);
  for (const page of pages) page.postMessage({ kept, changed, same });
}

const TAPS = new Set(["progress", "aside", "ticks"]); // sent like the rest, but nothing that somebody would count

async function state() {
  const tables = {};
  const of = (table) => (tables[table] ??= { items: 0, hands: 0, others: 0, games: 0, lost: 0, gone: false, stopped: false });
  const [items, all, own, before] = await Promise.all([waiting(), every("lost"), since(), one("worker", "before")]);
  for (const item of items) {
    const { table, what, target, entry } = item, found = of(table);
    const isHand = what === "entry" && target === null && JSON.parse(entry).kind === "hand";
    found.items += 1;
    if (!TAPS.has(what)) found[isHand ? "hands" : what === "game" ? "games" : "others"] += 1;
    found.stopped ||= isStopped(item);
  }
  for (const { table, rows, gone } of all) Object.assign(of(table), { lost: rows.length, gone: gone === "asks" });
  for (const found of Object.values(tables)) {
    found.words = inWords(found);
    found.entries = found.hands + found.others + (found.hands ? 0 : found.games);
  }
  return { tables, offline: isDown(), strange: isDown() && strange, sending: !!sending, fails, since: own, before };
}

// How much waits at all tables.
const counted = async () => Object.values((await state()).tables).reduce((sum, { entries }) => sum + entries, 0);

// What somebody would count, as the page of what waits counts it: "2 hands", "1 hand and 3 other things".
function inWords({ hands, others, games }) {
  const number = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
  const rest = others + (hands ? 0 : games);
  const parts = [...(hands ? [number(hands, "hand")] : []), ...(rest ? [number(rest, hands ? "other thing" : "thing")] : [])];
  return parts.join(" and ");
}

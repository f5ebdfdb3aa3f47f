// The rows of this phone's recent tables, kept fresh while there is a network, so that it may vanish at any time.
const MOST_TABLES = 20;
const MOST_LATELY = 3;
const LATELY = 24 * 3600 * 1000;
const IDLE = 1000;
const due = new Map(); // tables whose rows are soon fetched, with the newest version that a page had

const VERSION = /^W\/"(\d+\.\d+)-/;
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// A page of a table came from the network: its rows are fetched too, soon; at once where the phone has none.
async function noticed(table, answer) {
  const [, version] = VERSION.exec(answer.headers.get("ETag") ?? answer.headers.get("Page-Tag") ?? "") ?? [];
  if (!answer.ok) return;
  const isDue = due.has(table);
  due.set(table, version);
  if (isDue) return;
  if (await one("worker-mark", table)) await pause(IDLE);
  const newest = due.get(table);
  due.delete(table);
  const mark = await one("worker-mark", table);
  if (table === sending) return; // what is being sent is counted first
  if (!mark || !newest || mark.version !== newest) await freshen(table);
  else if (Date.now() - mark.used > 60_000) await commit([{ store: "worker-mark", key: table, value: { ...mark, used: Date.now() } }]);
}

// Fetch the newest rows of a table and store them; whether there were any. Throws without them.
async function freshen(table) {
  const mark = (await one("worker-mark", table)) ?? { after: 0 };
  let answer = await fetchRows(table, mark);
  if (answer.status === 409) answer = await fetchRows(table, { after: 0 }); // the server went back to a backup
  if (answer.status === 403 || answer.status === 404) return forget(table);
  if (answer.status === 304) return false;
  if (!answer.ok) throw new Error(`rows: ${answer.status}`);
  const document = await answer.json();
  return alone(() => add(table, document, answer.headers.get("ETag")));
}

async function add(table, document, etag) {
  const earlier = await one("worker-rows", table);
  if (earlier && document.after) document.rows = [...earlier.rows.filter(([seq]) => seq <= document.after), ...document.rows];
  const after = document.rows.at(-1)?.[0] ?? document.after ?? 0;
  const version = `${document.version}.${document.revision}`;
  await commit([
    { store: "worker-rows", key: table, value: document },
    { store: "worker-mark", key: table, value: { after, version, etag, used: Date.now() } },
    { store: "worker", key: "csrf", value: document.csrf },
  ]);
  await forgetOldest();
  return true;
}

function fetchRows(table, { after, etag }) {
  const headers = { Accept: "application/json", ...(etag ? { "If-None-Match": etag } : {}) };
  return ask(`${HERE}games/${table}/rows/?after=${after}`, { headers, cache: "no-store" });
}

// Tables that this phone has shown, the latest first: [when, table].
async function shown() {
  const [keys, marks] = await Promise.all([names("worker-mark"), every("worker-mark")]);
  return keys.map(([, table], place) => [marks[place].used, table]).sort(([one], [other]) => other - one);
}

// Home came from the network: what was played lately is fetched too.
async function freshenRecent() {
  const lately = (await shown()).filter(([used]) => Date.now() - used < LATELY).slice(0, MOST_LATELY);
  for (const [, table] of lately) await freshen(table);
}

// The people of this phone's groups, for a new game without a network.
async function freshenGroups() {
  const answer = await ask(`${HERE}groups/kept/`, { headers: { Accept: "application/json" }, cache: "no-store" });
  if (!answer.ok) return;
  const { groups } = await answer.json();
  const known = (await one("settings", "groups")) ?? [];
  if (JSON.stringify(known) !== JSON.stringify(groups)) await commit([{ store: "settings", key: "groups", value: groups }]);
}

async function forgetOldest() {
  for (const [, table] of (await shown()).slice(MOST_TABLES)) await forget(table);
}

// Entries that wait keep their table.
async function forget(table) {
  if ((await every("outbox")).some((item) => item.table === table)) return false;
  const stores = ["worker-rows", "worker-mark", ...((await one("tables", table)) ? ["tables"] : [])];
  await commit(stores.map((store) => ({ store, key: table, value: null })));
  return true;
}

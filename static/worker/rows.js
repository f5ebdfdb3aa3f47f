// The rows of this phone's recent tables, kept fresh while there is a network, so that it may vanish at any time.
const MOST_TABLES = 20;
const MOST_LATELY = 3;
const LATELY = 24 * 3600 * 1000;
const IDLE = 1000;
const due = new Map(); // tables whose rows are soon fetched, with the version and the change that the newest page had

const VERSION = /^W\/"(\d+\.\d+)-/;
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// A page of a table came from the network: its rows are fetched too, soon; at once where the phone has none. *change*: the
// last one of this phone that the page has for sure.
async function noticed(table, answer, change) {
  const [, version] = VERSION.exec(answer.headers.get("ETag") ?? answer.headers.get("Page-Tag") ?? "") ?? [];
  if (!answer.ok) return;
  const newest = told.get(table);
  if (version && newest) newest.version = newer(version, newest.version);
  const isDue = due.has(table);
  due.set(table, { version, change });
  if (isDue) return;
  if (await one("worker-mark", table)) await pause(IDLE);
  const { version: seen, change: has } = due.get(table);
  due.delete(table);
  const mark = await one("worker-mark", table);
  if (table === sending) return; // what is being sent is counted first
  // The stream may have told more since the page was made. Without it such a page is of a server that went back to a backup.
  if (mark && seen && isBefore(seen, mark.version) && told.get(table)?.version === mark.version && !changing.has(table)) return;
  if (!mark || !seen || mark.version !== seen) await freshen(table);
  else isKnownSince(table, has);
  if (mark?.version !== seen) return;
  if (Date.now() - mark.used > 60_000) await commit([{ store: "worker-mark", key: table, value: { ...mark, used: Date.now() } }]);
}

// Fetch the newest rows of a table and store them; whether there were any. Throws without them. Not those of a game that waits to be sent,
// until the server has answered it: without that answer this phone may be there as one of its group, who may do less.
async function freshen(table, isAnswered) {
  if (!isAnswered && (await sendable()).some((item) => item.table === table && item.what === "game")) return false;
  const mark = (await one("worker-mark", table)) ?? { after: 0 }, change = changing.get(table);
  let { answer, body } = await fetchRows(table, mark);
  const isBack = answer.status === 409; // the server went back to a backup
  if (isBack || (answer.ok && isRewritten(body, mark))) ({ answer, body } = await fetchRows(table, { after: 0 }));
  if (answer.status === 404 && body.code === "table-unknown" && (await isHosts(table))) return isGone(table);
  if (answer.status === 403 || answer.status === 404) return forget(table);
  if (answer.ok || answer.status === 304) isKnownSince(table, change);
  if (answer.status === 304) {
    if (!changing.has(table)) await forgetPosted(await postedAt(table));
    return false;
  }
  if (!answer.ok || body.id !== table) throw new Error(`rows: ${answer.status}`);
  await alone(async () => (await isLate(table, body, mark)) || add(table, body, answer.headers.get("ETag")));
  if (!changing.has(table)) await forgetPosted(await postedAt(table));
  if (isBack) await withEngine(() => {}); // it sees what the server has lost
  return true;
}

// Whether the server has rewritten the rows that this phone knows by *mark*, without a name that it was to forget.
const isRewritten = ({ after, header }, { beside }) => after > 0 && header !== beside?.header;

// Whether this phone was a host of a table, and may put it back if the server has lost it.
async function isHosts(table) {
  const { put_back: proof } = (await one("worker-rows", table)) ?? (await one("tables", table)) ?? {};
  return !!proof && proof.until > new Date().toISOString();
}

async function isGone(table) {
  if ((await one("lost", table))?.gone) return false;
  await withEngine(async () => keepAll(run("taken", { table, answers: [], gone: true }).writes));
  await tell();
  return false;
}

const versionOf = ({ version, revision }) => `${version}.${revision}`;

// Whether rows of the server are older than those that another answer has brought meanwhile. *begun*: the mark of the rows when they were
// asked for. While that is still stored, older rows are taken: the server has gone back to a backup.
async function isLate(table, document, begun) {
  const known = await one("worker-mark", table);
  return !!known && known.version !== begun.version && isBefore(versionOf(document), known.version);
}

async function add(table, document, etag) {
  const earlier = await one("worker-rows", table);
  if (earlier && document.after) document.rows = [...earlier.rows.filter(([seq]) => seq <= document.after), ...document.rows];
  await commit([{ store: "worker-rows", key: table, value: document }, ...(await markOf(table, document, etag))]);
  await forgetOldest();
}

// What changes while people play comes with the stream.
const OF_NEWS = new Set(["version", "revision", "after", "last", "rows", "chip_set", "ticks", "disputes", "progress", "hand_started"]);

// What is known of the server's rows: how many, the key of the last one, what they are called, and what is *beside* them.
async function markOf(table, document, etag) {
  const before = await one("worker-mark", table);
  const [after, last] = document.rows.length
    ? [document.rows.at(-1)[0], document.rows.at(-1)[7]]
    : [document.after, document.after ? before?.last : ""];
  const version = versionOf(document);
  const beside = Object.fromEntries(Object.entries(document).filter(([name]) => !OF_NEWS.has(name)));
  return [
    { store: "worker-mark", key: table, value: { after, last, version, etag, beside, used: Date.now() } },
    { store: "worker", key: "csrf", value: document.csrf },
  ];
}

// What the stream of a page has told: the newest version of a table, and until when that may be taken for the newest.
const told = new Map();

// A page's stream tells *version*, with the *news* since the version *since* where they are few. It *lasts* so many
// milliseconds that nothing newer is known; none once the stream is cut.
async function hear({ table, version, since, news, lasts }) {
  const until = Date.now() + lasts, before = told.get(table);
  if (!lasts) told.delete(table);
  else if (version) told.set(table, { version: newer(version, before?.version), until });
  else if (before) before.until = Math.min(before.until, until);
  if (!news || table === sending) return; // what is being sent is counted first
  await alone(async () => {
    const known = await one("worker-mark", table);
    if (known?.beside && known.version === since && (!news.after || known.last === news.last)) await add(table, { ...known.beside, ...news });
  });
}

// Tables at which this phone has changed something itself and doesn't know the rows after it yet.
const changing = new Map();
let changes = 0;
const mayHaveChanged = (table) => changing.set(table, (changes += 1));
const isKnownSince = (table, change) => changing.get(table) === change && changing.delete(table);

// A poke may come after a page of the network that is from after it.
const newer = (version, other) => (other && isBefore(version, other) ? other : version);

const isBefore = (version, other) => {
  const [[rows, revision], [rows2, revision2]] = [version, other].map((one) => one.split(".").map(Number));
  return rows < rows2 || rows === rows2 && revision < revision2;
};

// Whether the engine is awake and has all that the server has of a table; *known*: the mark of its rows.
function isCurrent(table, known) {
  const newest = told.get(table);
  if (!made || changing.has(table) || !newest?.version || Date.now() > newest.until || isDown()) return false;
  return !!known && !isOutdated(table, known);
}

// Whether a stream has told of something newer.
function isOutdated(table, known) {
  const newest = told.get(table);
  return !!newest?.version && isBefore(known.version, newest.version);
}

const fetchRows = (table, { after, last, etag }) =>
  askDoor(`games/${table}/rows/?after=${after}${last ? `&last=${last}` : ""}`, { headers: etag ? { "If-None-Match": etag } : {} });

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
  const { answer, body } = await askDoor("groups/kept/");
  if (!answer.ok) return;
  for (const key of ["groups", "currency"]) {
    const value = body[key];
    if (JSON.stringify(await one("settings", key)) !== JSON.stringify(value)) await commit([{ store: "settings", key, value }]);
  }
}

async function forgetOldest() {
  for (const [, table] of (await shown()).slice(MOST_TABLES)) {
    const lost = await one("lost", table);
    if (!lost?.rows.length && lost?.gone !== "asks") await forget(table);
  }
}

// Entries that wait keep their table.
async function forget(table) {
  if ((await every("outbox")).some((item) => item.table === table)) return false;
  const there = await Promise.all(["tables", "lost"].map(async (store) => ((await one(store, table)) ? [store] : [])));
  const stores = ["worker-rows", "worker-mark", ...there.flat()];
  await forgetPosted(await postedAt(table));
  await commit(stores.map((store) => ({ store, key: table, value: null })));
  return true;
}

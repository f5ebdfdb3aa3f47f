// What Bower keeps on this phone: one IndexedDB store whose keys are [store, key]. A write is there before anybody is told that it is.
const KEPT = "kept";
const OWN = `bower${HERE.slice(0, -1)}`; // another Bower may be at the same host
let opened;

function database() {
  opened ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open(OWN, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(KEPT);
    asked.onerror = () => reject(asked.error);
    asked.onsuccess = () => {
      const found = asked.result;
      found.onclose = () => { opened = queue = storage = undefined; };
      found.onversionchange = () => { found.close(); opened = storage = undefined; };
      resolve(found);
    };
  });
  opened.catch(() => { opened = undefined; });
  return opened;
}

async function transaction(mode, durability, use) {
  const base = await database();
  return new Promise((resolve, reject) => {
    const open = base.transaction(KEPT, mode, { durability });
    const asked = use(open.objectStore(KEPT));
    open.oncomplete = () => resolve(asked?.result);
    open.onabort = () => reject(open.error ?? new DOMException("not kept", "AbortError"));
  });
}

const read = (use) => transaction("readonly", "default", use);
const one = (store, key) => read((kept) => kept.get([store, key]));
const every = (store) => read((kept) => ofStore(kept, store));
const names = (store) => read((kept) => kept.getAllKeys(IDBKeyRange.bound([store], [store, []])));

const ofStore = (kept, store) => kept.getAll(IDBKeyRange.bound([store], [store, []]));

// What an answer about a table begins with, as it is stored at one moment: the revision, what came of the server and the engine hasn't
// taken yet, the mark of the table's rows, and what was posted. While *at* is the count of commits, this worker has stored nothing since.
const POSTED = "worker-posted";
async function glance(table) {
  const found = { at: commits };
  await read((kept) => {
    const put = (name, asked) => { asked.onsuccess = () => { found[name] = asked.result; }; };
    put("revision", kept.get(["worker", "revision"]));
    put("rows", ofStore(kept, "worker-rows"));
    put("posted", ofStore(kept, POSTED));
    if (table) put("mark", kept.get(["worker-mark", table]));
  });
  found.revision ??= 0;
  found.posted = found.posted.filter((one) => one.table === table).sort((one, other) => one.number - other.number);
  return found;
}

// Everything but the worker's own, as the engine boots from it; and the revision that it has. Without a server there are too many
// tables, and facts of games: the summaries, "games", must do.
async function everything() {
  const keys = { result: [] }, values = { result: [] };
  const ranges = KIT.noServer ? [IDBKeyRange.upperBound(["facts"]), IDBKeyRange.bound(["facts", []], ["tables"]), IDBKeyRange.lowerBound(["tables", []])] : [null];
  await read((kept) => ranges.forEach((range) => {
    const found = [kept.getAllKeys(range), kept.getAll(range)];
    found[1].onsuccess = () => [keys, values].forEach((one, at) => one.result.push(...found[at].result));
  }));
  const state = { tables: {}, outbox: [], home: [], settings: {} };
  let revision = 0;
  keys.result.forEach(([store, key], place) => {
    const value = values.result[place];
    if (store === "worker" && key === "revision") revision = value;
    if (store.startsWith("worker")) return;
    if (Array.isArray(state[store])) state[store].push(value);
    else (state[store] ??= {})[key] = value;
  });
  return { state, revision };
}

let commits = 0; // how often this worker has stored something: what it read before the last time may be old

const STALE = new Error("another page has stored something meanwhile");

// All writes or none; none if something else was stored than the revision that is *known*, where one is given. Returns the new
// revision; the worker's own records don't change it. What *was* read is removed if it is still what is there. The rows of a game up to
// *after* are there already. Taps are written to the disk a little later, everything else before anybody is told that it is. On a
// full phone there is no room to write the next revision: a commit that only removes something then removes the revision too, so that it
// begins again at 0, and the memory of the engine, which belongs to an earlier one.
async function commit(writes, known) {
  commits += 1;
  const seen = writes.some(({ store }) => !store.startsWith("worker"));
  const counts = writes.some(({ store, value }) => !store.startsWith("worker") && store !== "settings" && value?.what !== "progress");
  let revision, failure;
  const write = (kept) => {
    if (revision) kept.put(revision, ["worker", "revision"]);
    else kept.delete(["worker", "revision"]);
    for (const { store, key, value, was, after } of writes)
      if (after) kept.get([store, key]).onsuccess = ({ target }) => kept.put({ ...value, rows: [...target.result.rows.slice(0, after), ...value.rows] }, [store, key]);
      else if (value !== null) kept.put(value, [store, key]);
      else if (!was) kept.delete([store, key]);
      else kept.get([store, key]).onsuccess = ({ target }) => isSame(target.result, was) && kept.delete([store, key]);
  };
  const done = (isFull) => transaction("readwrite", counts ? "strict" : "relaxed", (kept) => {
    const asked = kept.get(["worker", "revision"]);
    asked.onsuccess = () => {
      revision = isFull ? 0 : (asked.result ?? 0) + (seen ? 1 : 0);
      try {
        if (known !== undefined && known !== (asked.result ?? 0)) throw STALE;
        write(kept);
      } catch (error) {
        failure = error;
        kept.transaction.abort();
      }
    };
  });
  await done().catch(async (error) => {
    const why = failure ?? error;
    if (why.name !== "QuotaExceededError" || writes.some(({ value }) => value !== null)) throw why;
    await forgetMemory();
    failure = undefined;
    await done(true).catch((again) => { throw failure ?? again; });
  });
  return revision;
}

const isSame = (one, other) => one?.version === other.version && one.revision === other.revision;

// The worker's own that is needed soon, and known for as long as it runs if there is no room to store it.
const held = {};
async function hold(key, value) {
  held[key] = value;
  await commit([{ store: "worker", key, value }]).catch((error) => console.info(error));
}

// Which storage this is: another one after the browser has deleted it.
let storage;
const since = async () => (storage ??= await locks.request(`${OWN}-since`, async () => {
  const found = await one("worker", "since");
  if (found) return found;
  const made = uuid();
  await commit([{ store: "worker", key: "since", value: made }]);
  return made;
}));

// What waits to be sent; what was set aside does not. It is read again only when something else was stored: a long evening has hundreds.
let queue; // {revision, items}

async function waiting() {
  const known = queue, found = { revision: 0 };
  await read((kept) => {
    kept.get(["worker", "revision"]).onsuccess = ({ target }) => {
      found.revision = target.result ?? 0;
      if (found.revision !== known?.revision) ofStore(kept, "outbox").onsuccess = (done) => { found.values = done.target.result; };
    };
  }).catch(() => { found.values = []; });
  if (found.values) queue = { revision: found.revision, items: found.values.filter((item) => !item.aside) };
  return queue.items;
}

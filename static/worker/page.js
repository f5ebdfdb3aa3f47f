// Over plain HTTP browsers have no service workers: a worker of an open page does the same (see static/direct.js), with these for what is
// missing there. Two pages may each have one: what is stored tells (see commit).
const IN_PAGE = !self.registration;
const NOTHING = { match: async () => undefined, put: async () => {}, delete: async () => false };
const caches = self.caches ?? { ...NOTHING, open: async () => NOTHING, keys: async () => [] }; // the browser's own cache has the kit
const clients = self.clients ?? { matchAll: async () => [self], claim: async () => {} };
const registration = self.registration ?? {};
const locks = navigator.locks ?? { request: inTurn };
const uuid = () => crypto.randomUUID?.() ?? "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (digit) =>
  (digit ^ crypto.getRandomValues(new Uint8Array(1))[0] & 15 >> digit / 4).toString(16));

// What rooms link to, so that the browser has it when there is no network.
async function fetchStatics() {
  for (const address of KIT.statics) await fetch(address).catch((error) => console.info(error));
}

// As navigator.locks does within one worker.
const turns = new Map();
async function inTurn(name, given, use = given) {
  if (given.ifAvailable && turns.has(name)) return use(null);
  const turn = (turns.get(name) ?? Promise.resolve()).then(() => use({}));
  const over = turn.catch(() => {});
  turns.set(name, over);
  over.then(() => turns.get(name) === over && turns.delete(name));
  return turn;
}

// The page asks instead of the browser (see static/direct.js). Without an answer it sends the request.
addEventListener("message", (event) => {
  const { ask } = event.data, [port] = event.ports;
  if (!ask) return;
  const { address, ...given } = ask, waitUntil = (work) => (event.waitUntil ? event.waitUntil(work) : work?.catch?.((error) => console.info(error)));
  let answer;
  answers({ request: new Request(address, given), isDirect: !IN_PAGE, said: given.body, respondWith: (promised) => { answer = promised; }, waitUntil });
  waitUntil(Promise.resolve(answer).then(readable).then((found) => port.postMessage(found, found.body ? [found.body] : []), (error) => {
    console.info(error);
    port.postMessage({ failed: true });
  }));
});

const readable = async (answer) => answer ? ({
  status: answer.status, headers: [...answer.headers], url: answer.url, redirected: answer.redirected, body: await answer.arrayBuffer(),
}) : {};

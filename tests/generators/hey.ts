// The client that hey-api generates plays each game, corrects, removes and restores its last entry, and prints what Bower has then.
import { games } from "./games";
import { client } from "./hey/client.gen";
import { addEntry, correctEntry, createTable, readRecord, removeEntry, restoreEntry } from "./hey/sdk.gen";

const [, , address] = process.argv;
const key = () => ({ "Idempotency-Key": crypto.randomUUID() });
const once = { throwOnError: true } as const;
const told: unknown[] = [];
for (const { record, entries, corrected } of games) {
  client.setConfig({ baseUrl: address, auth: undefined });
  const { data: table } = await createTable({ ...once, body: record, headers: key() });
  client.setConfig({ baseUrl: address, auth: table.token });
  const path = { table_id: table.id };
  for (const body of entries) await addEntry({ ...once, path, body, headers: key() });
  const { data: added } = await readRecord({ ...once, path });
  const last = { ...path, number: entries.length };
  await correctEntry({ ...once, path: last, body: corrected, headers: { "If-Match": "*" } });
  await removeEntry({ ...once, path: last, headers: { "If-Match": "*" } });
  const { data: removed } = await readRecord({ ...once, path });
  await restoreEntry({ ...once, path: last, headers: { "If-Match": "*", ...key() } });
  const { data: restored } = await readRecord({ ...once, path });
  told.push([added, removed, restored].map((one) => ("entries" in one ? one.entries : one)));
}
console.log(JSON.stringify(told));

// openapi-fetch with the types of openapi-typescript does what hey.ts does.
import createClient from "openapi-fetch";
import { games } from "./games";
import type { paths } from "./types";

const [, , address] = process.argv;
const key = () => ({ "Idempotency-Key": crypto.randomUUID() });
const here = { "If-Match": "*" };
const told: unknown[] = [];
for (const { record, entries, corrected } of games) {
  const made = await createClient<paths>({ baseUrl: address }).POST("/api/v1/tables/", { body: record, params: { header: key() } });
  if (!made.data) throw new Error(JSON.stringify(made.error));
  const ask = createClient<paths>({ baseUrl: address, headers: { Authorization: `Bearer ${made.data.token}` } });
  const path = { table_id: made.data.id }, last = { ...path, number: entries.length };
  const entriesNow = async () => {
    const { data } = await ask.GET("/api/v1/tables/{table_id}/record/", { params: { path } });
    return data && ("entries" in data ? data.entries : data);
  };
  for (const body of entries) await ask.POST("/api/v1/tables/{table_id}/entries/", { params: { path, header: key() }, body });
  const added = await entriesNow();
  await ask.PUT("/api/v1/tables/{table_id}/entries/{number}/", { params: { path: last, header: here }, body: corrected });
  await ask.DELETE("/api/v1/tables/{table_id}/entries/{number}/", { params: { path: last, header: here } });
  const removed = await entriesNow();
  const restored = { params: { path: last, header: { ...here, ...key() } } };
  await ask.POST("/api/v1/tables/{table_id}/entries/{number}/restore/", restored);
  told.push([added, removed, await entriesNow()]);
}
console.log(JSON.stringify(told));

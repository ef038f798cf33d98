import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { startOnDemand } from "../../../server/embedded/stack/onDemand.ts";
import { acquireLock } from "../../../server/embedded/lock/lock.ts";
import { serversOf } from "../../../server/embedded/postgres/processes.ts";
import { connectEmbedded } from "../../../server/embedded/stack/connect.ts";
import { useStackFolder } from "./stackFolder.ts";

const folder = useStackFolder();

const running: { stop(): Promise<void> }[] = [];
afterEach(() => Promise.all(running.splice(0).map(({ stop }) => stop())));

async function start() {
  const stack = await startOnDemand(folder);
  running.push(stack);
  return {
    stack,
    query: (sql: string) => withClient(stack.databaseUrl, async (client) => (await client.query(sql)).rows),
    people: () => fetch(`${stack.boundUrl}/rest/v1/waitlist?select=id`, { headers: { apikey: stack.keys.secretKey } }),
  };
}

const connections = "select from pg_stat_activity where application_name in ('keelbook', 'keelbook store')";

it("migrates a database at once, and starts the services of a migrated one at the first request", async () => {
  const first = await start();
  expect(await first.query("select from waitlist")).toEqual([]);
  await first.stack.stop();
  const { query, people } = await start();
  expect(await query(connections)).toEqual([]);
  const answers = await Promise.all([people(), people()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await query(connections)).not.toEqual([]);
});

it.each([
  ["alter table waitlist disable row level security; grant select on waitlist to anon", "Refusing to serve."],
  // A failure that nobody has foreseen.
  ["alter database postgres set default_transaction_read_only = on", "in a read-only transaction"],
])("answers with the reason why the services do not start: %s", async (fault, reason) => {
  await folder.prepare();
  const first = await start();
  await first.query(fault);
  await first.stack.stop();
  const answer = await (await start()).people();
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({ message: expect.stringContaining(reason) });
});

it("stops starting when interrupted, and leaves neither a server nor a lock", async () => {
  await folder.prepare();
  const interrupt = new AbortController();
  const starting = connectEmbedded(folder.dataFolder, { create: false, signal: interrupt.signal });
  interrupt.abort();
  await expect(starting).rejects.toMatchObject({ name: "AbortError" });
  expect(await serversOf(join(folder.dataFolder, "postgres"))).toEqual([]);
  await (await acquireLock(folder.dataFolder)).release();
});

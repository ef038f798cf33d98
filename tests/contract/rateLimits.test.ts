import { Client } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startBackend } from "../support/backend.ts";

let backend: Awaited<ReturnType<typeof startBackend>>;
const clients: Client[] = [];
beforeAll(async () => {
  backend = await startBackend();
  for (let n = 0; n < 2; n++) {
    const client = new Client({ connectionString: backend.databaseUrl });
    await client.connect();
    clients.push(client);
  }
});
afterAll(async () => {
  for (const client of clients) await client.end();
  await backend.stop();
});

it("lets a whole burst in, whatever the order in which concurrent transactions begin", async () => {
  const [early, late] = clients;
  const bucket = `captcha:${"a".repeat(64)}`;
  const take = async (client: Client | undefined) => {
    const answer = await client?.query<{ answer: { wait: number; taken: number } }>(
      "select public.take_challenge($1, 4, 60, 600) as answer",
      [bucket],
    );
    return answer?.rows[0]?.answer;
  };
  await early?.query("begin");
  await early?.query("select now(), pg_sleep(0.01)");
  for (const taken of [1, 2, 3]) expect(await take(late)).toMatchObject({ wait: 0, taken });
  expect(await take(early)).toMatchObject({ wait: 0, taken: 4 });
  await early?.query("commit");
  expect(await take(late)).toMatchObject({ wait: 60, taken: 4 });
});

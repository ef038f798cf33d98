import { Client } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAuthLimits } from "../../server/guard/limits.ts";
import { createRateLimiter, defaultRateLimit } from "../../server/lib/rateLimit.ts";
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
    const answer = await client?.query<{ wait: number }>("select public.take_rate_limit($1, 4, 60) as wait", [bucket]);
    return answer?.rows[0]?.wait;
  };
  await early?.query("begin");
  await early?.query("select now(), pg_sleep(0.01)");
  for (let n = 1; n <= 3; n++) expect(await take(late)).toBe(0);
  expect(await take(early)).toBe(0);
  await early?.query("commit");
  expect(await take(late)).toBe(60);
  // No more after a day's rest.
  await late?.query("update public.rate_limits set tat = now() - interval '1 day' where key = $1", [bucket]);
  for (let n = 1; n <= 4; n++) expect(await take(late)).toBe(0);
  expect(await take(late)).toBe(60);
});

it("limits the mails to one mailbox, for a network and for everybody, and a refusal takes nothing", async () => {
  const secret = "a-secret-of-at-least-thirty-two-letters";
  const { store } = backend;
  const limits = createAuthLimits(store, secret, createRateLimiter(store, secret, defaultRateLimit));
  const wait = (email: string, client = "192.0.2.1") =>
    limits.mailTo(email, client).then(
      () => 0,
      (error: unknown) => Object(error).retryAfter,
    );
  const pass = (seconds: number) =>
    clients[0]?.query("update public.rate_limits set tat = tat - make_interval(secs => $1)", [seconds]);
  const between = (least: number, most: number) => expect.toSatisfy((seconds) => seconds > least && seconds <= most);
  for (let minute = 0; minute < 5; minute++) {
    expect([await wait("ada@example.com"), await wait("a.da+tag@example.com")]).toEqual([0, 0]);
    expect(await wait("ada+tag@example.com")).toBeGreaterThan(55);
    await pass(60);
  }
  // Five at once, and one in twelve minutes.
  expect(await wait("ada@example.com")).toEqual(between(410, 420));
  await pass(420);
  expect(await wait("ada@example.com")).toBe(0);
  // A network has a third of what is for everybody.
  await pass(10_000);
  const people = Array.from({ length: 40 }, (_, n) => `person${n}@example.com`);
  const waits = [];
  for (const person of people) waits.push(await wait(person));
  expect(waits.filter((seconds) => seconds === 0)).toHaveLength(34);
  expect(await wait("person40@example.com", "198.51.100.1")).toBe(0);
});

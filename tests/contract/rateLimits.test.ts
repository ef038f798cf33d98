import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
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

describe("the limits of mails", () => {
  const limit = { secondsBetween: 60, perHour: 2, overall: { burst: 4, secondsPerRequest: 600 } };
  const hash = (letter: string) => letter.repeat(64);
  const networkOf = (letter: string) => ({ key: `mailnetwork:${hash(letter)}`, burst: 2, secondsPerRequest: 300 });
  const take = (recipient: string, network = recipient) =>
    backend.store.takeMail(hash(recipient), networkOf(network), limit);
  const sql = async (text: string, values: unknown[] = []) => (await clients[0]?.query(text, values))?.rows;
  /** Lets time pass for some buckets. */
  const pass = (seconds: number, keys = "%") =>
    sql("update public.rate_limits set tat = tat - make_interval(secs => $1) where key like $2", [seconds, keys]);
  const between = (least: number, most: number) => expect.toSatisfy((wait: number) => wait > least && wait <= most);
  beforeEach(() => sql("delete from public.rate_limits"));

  it("let a recipient have one in a while and some in an hour, and say when the first of these is over", async () => {
    expect([await take("a"), await take("a")]).toEqual([0, between(55, 60)]);
    await pass(60);
    expect(await take("a")).toBe(0);
    await pass(60, "mailpause:%");
    expect(await take("a")).toEqual(between(3535, 3540));
    await pass(3540);
    expect([await take("a"), await take("a")]).toEqual([0, between(55, 60)]);
  });

  it("never answer a wait of less than a second as none", async () => {
    const key = `mailpause:${hash("a")}`;
    // In one transaction, in which no time passes.
    await sql("begin");
    await sql("insert into public.rate_limits values ($1, now() + interval '0.4 s')", [key]);
    const answer = await sql("select public.take_mail_limit($1, 60, 2, $2, 2, 300, 4, 600) as wait", [
      hash("a"),
      networkOf("a").key,
    ]);
    await sql("rollback");
    expect(answer).toEqual([{ wait: 1 }]);
  });

  it("hold for a network and for everybody, and a refusal takes nothing", async () => {
    expect([await take("a"), await take("b", "a"), await take("c", "a")]).toEqual([0, 0, between(295, 300)]);
    for (let n = 0; n < 3; n++) expect(await take("b")).toEqual(between(55, 60));
    expect([await take("c"), await take("d"), await take("e")]).toEqual([0, 0, between(595, 600)]);
    await pass(600);
    expect([await take("e"), await take("f")]).toEqual([0, between(595, 600)]);
    // Unused time is not saved up beyond a burst.
    await pass(100_000);
    const waits = [];
    for (const recipient of ["a", "b", "c", "d", "e"]) waits.push(await take(recipient));
    expect(waits).toEqual([0, 0, 0, 0, between(595, 600)]);
    await pass(100_000);
    expect([await take("a"), await take("b", "a"), await take("c", "a")]).toEqual([0, 0, between(295, 300)]);
  });

  it.each([
    [`mailpause:${hash("a")}`, 60],
    [`mailnetwork:${hash("a")}`, 600],
    [`mailall:${hash("0")}`, 2400],
  ])("ignore a time of %s that is further ahead than %d s and a minute", async (key, most) => {
    const set = (ahead: number) =>
      sql(
        "insert into public.rate_limits values ($1, now() + make_interval(secs => $2)) on conflict (key) do update set tat = excluded.tat",
        [key, ahead],
      );
    await set(most + 50);
    expect(await take("a")).toBeGreaterThan(0);
    await set(most + 70);
    expect(await take("a")).toBe(0);
  });

  it("ignore a time of a mail within the hour that is further ahead, and nothing that others wrote", async () => {
    for (const place of ["maila", "mailb"])
      await sql("insert into public.rate_limits values ($1, now() + interval '3650 s')", [`${place}:${hash("a")}`]);
    await sql("insert into public.rate_limits values ($1, now() + interval '1 year')", [`mailpause:${hash("b")}`]);
    expect(await take("a")).toEqual(between(3640, 3650));
    await pass(-20, "mail_:%");
    expect(await take("a")).toBe(0);
    expect(await sql("select from public.rate_limits where key = $1", [`mailpause:${hash("b")}`])).toHaveLength(1);
  });
});

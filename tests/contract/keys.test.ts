import { beforeAll, describe, expect, it } from "vitest";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { startBackend } from "../support/backend.ts";

describe("the key of a table that only grows", () => {
  let databaseUrl: string;
  beforeAll(async () => {
    const backend = await startBackend();
    ({ databaseUrl } = backend);
    return backend.stop;
  });
  const values = (sql: string) =>
    withClient(databaseUrl, async (client) => (await client.query<{ v: string }>(sql)).rows.map(({ v }) => v));
  const change = (sql: string) => withClient(databaseUrl, async (client) => void (await client.query(sql)));

  it("begins with the time, and otherwise is random", async () => {
    const before = Date.now();
    const ids = await values("select new_id()::text as v from generate_series(1, 20000)");
    const times = ids.map((id) => Number.parseInt(id.replace("-", "").slice(0, 12), 16));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[0-9a-f-]{13}-7[0-9a-f]{3}-[89ab][0-9a-f-]{16}$/u.test(id))).toEqual([]);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    // A time is rounded, not cut, to whole milliseconds.
    expect([(times[0] ?? 0) >= before, (times.at(-1) ?? Infinity) <= Date.now() + 1]).toEqual([true, true]);
    // Each of the 74 bits varies.
    const variable = ids.map((id) => BigInt(`0x${id.replaceAll("-", "").slice(13)}`));
    const ever = variable.reduce((a, b) => a | b);
    const always = variable.reduce((a, b) => a & b);
    expect((ever ^ always).toString(2).replaceAll("0", "")).toHaveLength(74);
  });

  it("is made so by whatever writes a row; people, applications and drafts keep random ones", async () => {
    const random = `select a.attrelid::regclass::text as v from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
      join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and pg_get_expr(d.adbin, d.adrelid) = 'gen_random_uuid()' order by 1`;
    expect(await values(random)).toEqual(["beta_applications", "mail_drafts", "waitlist"]);
    await change(`insert into beta_applications (name, email, role, reason) values ('A', 'a@x.org', 'other', 'x');
      update beta_applications set status = 'accepted';
      insert into email_outbox (kind, email, sent_at, provider_id) values ('application-received', 'b@x.org', now(), 'p');
      select fail_email('p', '[]', 'x');
      select import_applications('[{"id": "00000000-0000-4000-8000-000000000001", "name": "C", "email": "c@x.org", "role": "other", "reason": "x",
        "status": "accepted", "reviewed_at": "2026-05-04"}]')`);
    const written =
      "select substr(id::text, 15, 1) as v from beta_application_events union all select substr(id::text, 15, 1) from email_outbox";
    expect(await values(written)).toEqual(["7", "7", "7", "7"]);
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { applyForBeta } from "../../server/forms/beta.ts";
import { joinWaitlist } from "../../server/forms/waitlist.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import type { Supabase } from "../../server/supabase/client.ts";
import type { Backend } from "../support/backend.ts";
import { cli, hosted } from "../cli/terminal.ts";
import { eventually } from "../support/eventually.ts";
import { application } from "./context.ts";

/** A backend whose database can also be reached directly. */
interface RealBackend extends Backend {
  origin: string;
  databaseUrl: string;
  supabase: Supabase;
}

const pair = ["a@example.com", "b@example.com"];
const hashOf = (n: number) => n.toString(16).padStart(64, "0");

/** What the store guarantees by its transactions (docs/decisions/0095). */
export function describeTransactions(stack: string, start: () => Promise<RealBackend>) {
  describe(`a submission on ${stack}`, () => {
    let backend: RealBackend;
    beforeAll(async () => {
      backend = await start();
      return () => backend.stop();
    });
    const sql = (text: string) => withClient(backend.databaseUrl, async (client) => (await client.query(text)).rows);
    const ada = { ...application, role: "other" as const };

    it.each([
      ["join", "waitlist", () => backend.store.submit(joinWaitlist, { email: "ada@example.com" }, admission)],
      [
        "apply",
        "beta_applications",
        () => backend.store.submit(applyForBeta, { ...ada, submissionId: crypto.randomUUID() }, admission),
      ],
    ])("spends nothing when it fails: %s", async (form, table, send) => {
      admission.bucket.key = `${form}:${hashOf(1)}`;
      await sql(`revoke insert on public.${table} from service_role`);
      await expect(send()).rejects.toMatchObject({ code: "store_unavailable" });
      expect(await sql("select from public.spent_captchas union all select from public.rate_limits")).toEqual([]);
      await sql(`grant insert on public.${table} to service_role`);
      expect((await send()).outcome).toMatch(/^(?:joined|submitted)$/u);
      await sql("delete from public.spent_captchas");
      await sql("delete from public.rate_limits");
    });
    const admission = {
      bucket: { key: "", burst: 1, secondsPerRequest: 60 },
      solution: { hash: hashOf(1), expiresAt: new Date(Date.now() + 60_000) },
      trapped: false,
    };

    it("does not wait while others delete expired rows", async () => {
      await sql(`insert into public.rate_limits (key, tat)
        select 'many:' || lpad(to_hex(n), 64, '0'), now() - interval '1 hour' from generate_series(1, 2000) n`);
      const joins = Array.from({ length: 100 }, (_, n) =>
        backend.store.submit(
          joinWaitlist,
          { email: `returning-${n}@example.com` },
          {
            bucket: { key: `many:${hashOf(1 + ((n * 977) % 2000))}`, burst: 1, secondsPerRequest: 60 },
            solution: { hash: hashOf(5000 + n), expiresAt: new Date(Date.now() + 60_000) },
            trapped: false,
          },
        ),
      );
      const sweeps = Array.from({ length: 10 }, () => sql("select public.sweep_expired()"));
      expect(new Set((await Promise.all(joins)).map(({ outcome }) => outcome))).toEqual(new Set(["joined"]));
      await Promise.all(sweeps);
      expect(await sql("select count(*)::int as left from public.rate_limits where tat < now()")).toEqual([
        { left: 0 },
      ]);
    });

    it("deletes expired rows now and then", async () => {
      await sql(`insert into public.spent_captchas (hash, expires_at)
        select lpad(to_hex(n), 64, '0'), now() - interval '1 hour' from generate_series(900001, 901000) n`);
      // The seed makes the random choice the same each time.
      await sql(
        `select setseed(0.5); select public.take_rate_limit('many:${hashOf(1)}', 1000, 1) from generate_series(1, 500)`,
      );
      expect(await sql("select count(*)::int as left from public.spent_captchas where expires_at < now()")).toEqual([
        { left: 0 },
      ]);
    });

    it("counts an operator's older applications among the open ones, and lets any number of them be imported", async () => {
      const old = [1, 2, 3, 4, 5, 6].map((day) => Object.assign({ created_at: `2026-01-0${day}T00:00:00Z` }, ada));
      await backend.supabase.from("beta_applications").insert(old).throwOnError();
      const fresh = { bucket: { ...admission.bucket, key: `beta:${hashOf(9)}` }, trapped: false };
      expect(await backend.store.submit(applyForBeta, { ...ada, submissionId: crypto.randomUUID() }, fresh)).toEqual({
        outcome: "too_many_applications",
      });
    });

    it("imports while a person of the file joins, and reports an id that is taken", async () => {
      const people = [
        { email: "imported@example.com" },
        { email: "meanwhile@example.com", unsubscribed_at: "2026-05-01" },
      ];
      const call = async (rows: readonly object[]) =>
        backend.supabase.rpc("import_waitlist", { people: JSON.stringify(rows) });
      await withClient(backend.databaseUrl, async (joining) => {
        await joining.query("begin");
        await joining.query("insert into public.waitlist (email) values ('meanwhile@example.com')");
        const importing = call(people);
        const waiting =
          "select from pg_stat_activity where wait_event = 'transactionid' and datname = current_database()";
        await eventually("the import waits", async () => (await sql(waiting)).length === 1);
        await joining.query("commit");
        expect((await importing).data).toEqual({ added: 1, unsubscribed: 1, suppressed: {} });
      });
      const [{ id } = { id: "" }] = await sql("select id from public.waitlist where email = 'imported@example.com'");
      expect((await call([{ id, email: "other@example.com" }])).error).toMatchObject({ code: "23505" });
    });

    it.each([
      ["the store", () => backend.store.recordMailEvent({ event: "complained", emails: pair })],
      ["the command line", () => cli(["unsubscribe", ...pair], { env: hosted(backend) })],
    ])("is repeated by %s after a deadlock has ended it", async (_who, ask) => {
      await sql("truncate public.waitlist cascade");
      await sql(`insert into public.waitlist (email) values ('${pair.join("'), ('")}')`);
      await withClient(backend.databaseUrl, async (other) => {
        await other.query("set deadlock_timeout = '1min'; begin");
        await other.query("select from public.waitlist where email = 'b@example.com' for update");
        const asked = ask();
        const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
        await eventually("the call waits", async () => (await sql(waiting)).length === 1);
        await other.query("update public.waitlist set source = 'friend' where email = 'a@example.com'");
        await other.query("commit");
        await asked;
      });
      expect(await sql("select from public.waitlist where unsubscribed_at is null")).toEqual([]);
    });
  });
}

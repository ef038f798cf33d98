import { beforeAll, describe, expect, it } from "vitest";
import * as v from "valibot";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { waitlistFields } from "../../server/contract/waitlist.ts";
import { applyForBeta } from "../../server/forms/beta.ts";
import { joinWaitlist } from "../../server/forms/waitlist.ts";
import type { Supabase } from "../../server/supabase/client.ts";
import { cli, hosted } from "../cli/terminal.ts";
import type { Backend } from "../support/backend.ts";
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
const blocked = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";

/** Tests what the store guarantees by its transactions (docs/decisions/0095). */
export function describeTransactions(stack: string, start: () => Promise<RealBackend>) {
  describe(`a submission on ${stack}`, () => {
    let backend: RealBackend;
    beforeAll(async () => {
      backend = await start();
      return () => backend.stop();
    });
    const sql = (text: string) => withClient(backend.databaseUrl, async (client) => (await client.query(text)).rows);
    const admission = (n: number, form = "waitlist") => ({
      bucket: { key: `${form}:${hashOf(n)}`, burst: 1, secondsPerRequest: 60 },
      solution: { hash: hashOf(n), expiresAt: new Date(Date.now() + 60_000) },
    });
    const ada = application;

    it.each([
      [
        "waitlist",
        () =>
          backend.store.submit(
            joinWaitlist,
            { ...v.getDefaults(waitlistFields), email: "ada@example.com" },
            admission(1),
          ),
      ],
      [
        "beta_applications",
        () => backend.store.submit(applyForBeta, { ...ada, submissionId: crypto.randomUUID() }, admission(2, "beta")),
      ],
    ])("spends nothing when it fails: %s", async (table, send) => {
      const spent = "select from public.spent_captchas union all select from public.rate_limits";
      await sql("delete from public.spent_captchas; delete from public.rate_limits");
      await sql(`revoke insert on public.${table} from service_role`);
      await expect(send()).rejects.toMatchObject({ code: "store_unavailable" });
      expect(await sql(spent)).toEqual([]);
      await sql(`grant insert on public.${table} to service_role`);
      expect((await send()).outcome).toMatch(/^(?:joined|submitted)$/u);
    });

    it("counts an operator's older applications among the open ones, and lets any number of them be imported", async () => {
      const old = [1, 2, 3, 4, 5, 6].map((day) => Object.assign({ created_at: `2026-01-0${day}T00:00:00Z` }, ada));
      await backend.supabase.from("beta_applications").insert(old).throwOnError();
      const sent = { ...ada, submissionId: crypto.randomUUID() };
      expect(await backend.store.submit(applyForBeta, sent, admission(9, "beta"))).toEqual({
        outcome: "too_many_applications",
      });
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
        await eventually("the call waits", async () => (await sql(blocked)).length === 1);
        await other.query("update public.waitlist set source = 'friend' where email = 'a@example.com'");
        await other.query("commit");
        await asked;
      });
      expect(await sql("select from public.waitlist where unsubscribed_at is null")).toEqual([]);
    });
  });
}

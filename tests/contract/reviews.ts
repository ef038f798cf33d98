import { randomUUID } from "node:crypto";
import type { Client } from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApplicationStatus, applicationStatuses } from "../../server/contract/limits.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import type { Supabase } from "../../server/supabase/client.ts";
import { eventually } from "../support/eventually.ts";

/** A backend whose database can also be reached directly. */
interface ReviewedBackend {
  databaseUrl: string;
  supabase: Supabase;
  stop(): Promise<void>;
}

const pairs = applicationStatuses.flatMap((from) => applicationStatuses.map((to) => ({ from, to })));
const isLegal = ({ from, to }: (typeof pairs)[number]) => from !== to && [from, to].includes("pending");
const legal = pairs.filter(isLegal);
const illegal = pairs.filter((pair) => !isLegal(pair));

/** What the database guarantees to people who decide on applications (docs/decisions/0153). */
export function describeReviews(stack: string, start: () => Promise<ReviewedBackend>) {
  describe(`deciding on applications on ${stack}`, () => {
    let backend: ReviewedBackend;
    beforeAll(async () => {
      backend = await start();
      return () => backend.stop();
    });
    const sql = (text: string, values: unknown[] = []) =>
      withClient(backend.databaseUrl, async (client) => (await client.query(text, values)).rows);
    const apply = async (status: ApplicationStatus = "pending"): Promise<string> => {
      const id = randomUUID();
      await sql(
        "insert into beta_applications (id, name, email, role, reason, status) values ($1, 'A', $2, 'other', 'x', $3)",
        [id, `${id}@example.com`, status],
      );
      return id;
    };
    const review = (application: string, decision: ApplicationStatus | undefined, actor = "ada", more: object = {}) =>
      backend.supabase
        .rpc("review_application", {
          application,
          event: randomUUID(),
          actor,
          ...(decision === undefined ? {} : { decision }),
          ...more,
        })
        .retry(false);
    const standing = async (id: string) =>
      (await sql("select status, reviewed_at from beta_applications where id = $1", [id]))[0];
    const history = (id: string) =>
      sql(
        "select actor, from_status, to_status, note from beta_application_events where application_id = $1 order by created_at, id",
        [id],
      );
    const mails = async (id: string) =>
      (await sql("select kind from email_outbox where application_id = $1 order by created_at, id", [id])).map(
        ({ kind }) => kind,
      );
    const deliver = () =>
      sql("update email_outbox set sent_at = clock_timestamp() where sent_at is null and dead_at is null");

    const update = (id: string, status: ApplicationStatus) =>
      backend.supabase.from("beta_applications").update({ status }).eq("id", id);

    it.each(legal)("lets a row go from $from to $to, and writes it down", async ({ from, to }) => {
      const id = await apply(from);
      await update(id, to).throwOnError();
      expect(await history(id)).toEqual([
        { actor: "database role service_role", from_status: from, to_status: to, note: null },
      ]);
      const decided = to !== "pending";
      const { reviewed_at, ...rest } = await standing(id);
      expect({ ...rest, reviewed: reviewed_at !== null }).toEqual({ status: to, reviewed: decided });
      expect(await mails(id)).toEqual(decided ? [`application-${to}`] : []);
    });

    it.each(illegal.filter(({ from, to }) => from !== to))("lets no row go from $from to $to", async ({ from, to }) => {
      const id = await apply(from);
      const { error, status } = await update(id, to);
      expect({ code: error?.code, status }).toEqual({ code: "PT409", status: 409 });
      expect(await standing(id)).toEqual({ status: from, reviewed_at: null });
      expect([await history(id), await mails(id)]).toEqual([[], []]);
    });

    it.each(legal)("moves $from to $to by its function", async ({ from, to }) => {
      const id = await apply(from);
      await review(id, to, "ada", { note: "Why." }).throwOnError();
      expect(await history(id)).toEqual([{ actor: "ada", from_status: from, to_status: to, note: "Why." }]);
    });

    it.each(illegal)("does not move $from to $to by its function", async ({ from, to }) => {
      const id = await apply(from);
      const { error, status } = await review(id, to);
      expect({ code: error?.code, status }).toEqual({ code: "PT409", status: 409 });
      expect(await standing(id)).toEqual({ status: from, reviewed_at: null });
      expect([await history(id), await mails(id)]).toEqual([[], []]);
    });

    it("refuses a direct change by the table's owner, too", async () => {
      const id = await apply("accepted");
      await expect(sql("update beta_applications set status = 'declined' where id = $1", [id])).rejects.toMatchObject({
        code: "PT409",
      });
    });

    it("refuses an unknown application and an unknown status", async () => {
      expect((await review(randomUUID(), "accepted")).error).toMatchObject({ code: "PT404" });
      for (const change of [
        "update beta_applications set status = 'lost' where id = $1",
        "select review_application($1, gen_random_uuid(), 'ada', 'lost')",
      ])
        await expect(sql(change, [await apply()])).rejects.toMatchObject({
          code: "23514",
          constraint: "beta_applications_status_known",
        });
    });

    it("says who decided, and when", async () => {
      const id = await apply();
      await review(id, "accepted", "grace");
      const { error } = await review(id, "declined", "ada");
      expect(error?.message).toMatch(
        /It was accepted by grace on \d{4}-\d\d-\d\d \d\d:\d\d UTC\. Reopen it first to decide otherwise\./u,
      );
      expect((await review(id, "accepted", "ada")).error?.message).toMatch(/It was accepted by grace on .* UTC\./u);
    });

    it.each(["update", "function"])("lets only one of two operators who decide at once succeed: by %s", async (way) => {
      const id = await apply();
      const decide = (client: Client, decision: string, actor: string) =>
        way === "update"
          ? client.query("update beta_applications set status = $2 where id = $1", [id, decision])
          : client.query("select review_application($1, gen_random_uuid(), $3, $2)", [id, decision, actor]);
      await withClient(backend.databaseUrl, (first) =>
        withClient(backend.databaseUrl, async (second) => {
          await first.query("begin");
          await decide(first, "accepted", "grace");
          const late = decide(second, "declined", "ada").catch((error: unknown) => error);
          await eventually("the second operator waits for the first", async () => {
            const waiting =
              "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
            return (await sql(waiting)).length === 1;
          });
          await first.query("commit");
          const refusal = await late;
          expect(refusal).toMatchObject({ code: "PT409" });
          expect(String(refusal)).toMatch(/It was accepted by (?:grace|database role \w+) on /u);
        }),
      );
      expect(await standing(id)).toMatchObject({ status: "accepted" });
      expect(await history(id)).toHaveLength(1);
      expect(await mails(id)).toEqual(["application-accepted"]);
    });

    it("lets only one of many operators who decide at once succeed", async () => {
      const id = await apply();
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, n) => review(id, n % 2 === 0 ? "accepted" : "declined", `operator ${n}`)),
      );
      expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
      expect(new Set(answers.flatMap(({ error }) => error?.code ?? []))).toEqual(new Set(["PT409"]));
      expect(await history(id)).toHaveLength(1);
      expect(await mails(id)).toHaveLength(1);
    });

    it("decides once when a call is repeated because its answer was lost", async () => {
      const id = await apply();
      const call = { application: id, event: randomUUID(), actor: "ada", decision: "accepted" as const };
      for (const _ of [1, 2]) {
        const { data } = await backend.supabase.rpc("review_application", call).throwOnError();
        expect(data).toEqual({ status: "accepted", told: null, mail_waits: true, unreachable: null });
      }
      expect(await history(id)).toHaveLength(1);
    });

    it("rolls a dry run back", async () => {
      const id = await apply();
      const { data } = await review(id, "accepted", "ada", { dry_run: true });
      expect(data).toMatchObject({ status: "accepted", mail_waits: true });
      expect(await standing(id)).toEqual({ status: "pending", reviewed_at: null });
      expect([await history(id), await mails(id)]).toEqual([[], []]);
    });

    it("keeps a note with a decision, and without one", async () => {
      const id = await apply();
      await review(id, undefined, "ada", { note: "Asked for a reference." });
      await review(id, "declined", "grace", { note: "No answer." });
      expect(await history(id)).toEqual([
        { actor: "ada", from_status: "pending", to_status: "pending", note: "Asked for a reference." },
        { actor: "grace", from_status: "pending", to_status: "declined", note: "No answer." },
      ]);
    });

    it("does not repeat what an applicant was told last, and tells one who was told otherwise", async () => {
      const id = await apply();
      await review(id, "accepted");
      await deliver();
      await review(id, "pending");
      expect((await review(id, "accepted")).data).toEqual({
        status: "accepted",
        told: "accepted",
        mail_waits: false,
        unreachable: null,
      });
      expect(await mails(id)).toEqual(["application-accepted"]);
      await review(id, "pending");
      await review(id, "declined");
      await deliver();
      await review(id, "pending");
      await review(id, "accepted");
      expect(await mails(id)).toEqual(["application-accepted", "application-declined", "application-accepted"]);
    });

    it("does not send the mail of a decision that is taken back in time, but sends the new one's", async () => {
      const id = await apply();
      await review(id, "declined", "ada", { mail_after_seconds: 60 });
      const due =
        "select not_before > now() + interval '50 seconds' as later from email_outbox where application_id = $1";
      expect(await sql(due, [id])).toEqual([{ later: true }]);
      await review(id, "pending");
      await sql("update email_outbox set not_before = now()");
      const { data } = await backend.supabase.rpc("claim_emails", { batch: 100, lease_seconds: 60 }).throwOnError();
      expect(JSON.stringify(data)).not.toContain(id);
      await review(id, "declined");
      expect(
        await sql(
          "select dead_at is null as waits, last_error from email_outbox where application_id = $1 order by 1",
          [id],
        ),
      ).toEqual([
        { waits: false, last_error: "not_needed" },
        { waits: true, last_error: null },
      ]);
    });

    it("lets the mail of a decision wait its whole time, also if the same one was taken back before", async () => {
      const id = await apply();
      await review(id, "accepted", "ada", { mail_after_seconds: 60 });
      await review(id, "pending");
      await sql("update email_outbox set not_before = now() + interval '5 seconds' where application_id = $1", [id]);
      expect((await review(id, "accepted", "ada", { mail_after_seconds: 60 })).data).toMatchObject({
        mail_waits: true,
      });
      expect(
        await sql(
          "select not_before > now() + interval '50 seconds' as later from email_outbox where application_id = $1 and dead_at is null",
          [id],
        ),
      ).toEqual([{ later: true }]);
      await review(id, "pending");
      await review(id, "accepted");
      expect(
        await sql("select not_before <= now() as due from email_outbox where application_id = $1 and dead_at is null", [
          id,
        ]),
      ).toEqual([{ due: true }]);
    });

    it("counts a mail that is being sent as told", async () => {
      const id = await apply();
      await review(id, "accepted");
      await backend.supabase.rpc("claim_emails", { batch: 100, lease_seconds: 60 }).throwOnError();
      expect((await review(id, "pending")).data).toEqual({
        status: "pending",
        told: "accepted",
        mail_waits: false,
        unreachable: null,
      });
    });

    it("imports applications with their status: no mail, and a history that says so", async () => {
      const row = { name: "I", email: "imported@example.com", role: "other", reason: "x" };
      const [accepted, open] = [randomUUID(), randomUUID()];
      const applications = JSON.stringify([
        { ...row, id: accepted, status: "accepted", reviewed_at: "2026-05-04T00:00:00Z" },
        { ...row, id: open },
      ]);
      for (const _ of [1, 2]) await backend.supabase.rpc("import_applications", { applications }).throwOnError();
      expect(await history(accepted)).toEqual([
        { actor: "import", from_status: null, to_status: "accepted", note: null },
      ]);
      expect([await history(open), await mails(accepted)]).toEqual([[], []]);
      expect((await review(accepted, "declined")).error?.message).toContain(
        "accepted by import on 2026-05-04 00:00 UTC",
      );
    });

    it("loses the history only together with its application", async () => {
      const id = await apply();
      await review(id, "accepted");
      await sql("delete from beta_applications where id = $1", [id]);
      expect(await history(id)).toEqual([]);
    });
  });
}

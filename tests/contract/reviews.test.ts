import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApplicationStatus, applicationStatuses } from "../../server/contract/limits.ts";
import { startBackend } from "../support/backend.ts";

const pairs = applicationStatuses.flatMap((from) => applicationStatuses.map((to) => ({ from, to })));

/** Tests what the database guarantees to people who decide on applications (docs/decisions/0153). */
describe("deciding on applications", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  let client: Client;
  beforeAll(async () => {
    backend = await startBackend();
    client = new Client({ connectionString: backend.databaseUrl });
    await client.connect();
    return async () => {
      await client.end();
      await backend.stop();
    };
  });
  const sql = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows;
  const apply = async (status: ApplicationStatus = "pending"): Promise<string> => {
    const id = randomUUID();
    await sql(
      "insert into beta_applications (id, name, email, role, reason, status) values ($1, 'A', $2, 'other', 'x', $3)",
      [id, `${id}@example.com`, status],
    );
    return id;
  };
  const review = (application: string, decision?: ApplicationStatus, actor = "ada", more: object = {}) =>
    backend.supabase.rpc("review_application", {
      application,
      event: randomUUID(),
      actor,
      ...(decision === undefined ? {} : { decision }),
      ...more,
    });
  const update = (id: string, status: ApplicationStatus) =>
    backend.supabase.from("beta_applications").update({ status }).eq("id", id);
  const statusOf = async (id: string) => (await sql("select status from beta_applications where id = $1", [id]))[0];
  const history = (id: string) =>
    sql(
      "select actor, from_status, to_status, note from beta_application_events where application_id = $1 order by created_at, id",
      [id],
    );
  const mails = async (id: string) =>
    (await sql("select kind from email_outbox where application_id = $1", [id])).map(({ kind }) => kind);

  it.each(pairs)("from $from to $to is possible only from or to pending, in either way", async ({ from, to }) => {
    const legal = from !== to && [from, to].includes("pending");
    for (const [actor, decide] of [
      ["database role service_role", update],
      ["ada", review],
    ] as const) {
      // An update to the same status changes nothing.
      if (from === to && decide === update) continue;
      const id = await apply(from);
      const { error, status } = await decide(id, to);
      expect({ code: error?.code, status: status < 300 ? 200 : status }).toEqual(
        legal ? { code: undefined, status: 200 } : { code: "PT409", status: 409 },
      );
      expect(await statusOf(id)).toEqual({ status: legal ? to : from });
      expect(await history(id)).toEqual(legal ? [{ actor, from_status: from, to_status: to, note: null }] : []);
      expect(await mails(id)).toEqual(legal && to !== "pending" ? [`application-${to}`] : []);
    }
  });

  it("refuses unknown applications and statuses, and an illegal change by the table's owner", async () => {
    expect((await review(randomUUID(), "accepted")).error).toMatchObject({ code: "PT404" });
    const lost = "select review_application($1, gen_random_uuid(), 'ada', 'lost')";
    await expect(sql(lost, [await apply()])).rejects.toMatchObject({ constraint: "beta_applications_status_known" });
    const decline = "update beta_applications set status = 'declined' where id = $1";
    await expect(sql(decline, [await apply("accepted")])).rejects.toMatchObject({ code: "PT409" });
  });

  it("succeeds for one of many operators at once, and tells the others who decided, and when", async () => {
    const id = await apply();
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, n) => review(id, n % 2 === 0 ? "accepted" : "declined", `operator ${n}`)),
    );
    const refusals = answers.flatMap(({ error }) => error ?? []);
    expect(refusals).toHaveLength(3);
    const message = expect.stringMatching(/It was \w+ by operator \d+ on \d{4}-\d\d-\d\d \d\d:\d\d UTC\./u);
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: "PT409", message });
    expect([(await history(id)).length, (await mails(id)).length]).toEqual([1, 1]);
  });

  it("happens once when a call is repeated because its answer was lost, and not in a dry run", async () => {
    const id = await apply();
    expect((await review(id, "accepted", "ada", { dry_run: true })).data).toMatchObject({ status: "accepted" });
    expect([await statusOf(id), await history(id), await mails(id)]).toEqual([{ status: "pending" }, [], []]);
    const call = { application: id, event: randomUUID(), actor: "ada", decision: "accepted" as const };
    for (const _ of [1, 2]) {
      const { data } = await backend.supabase.rpc("review_application", call).throwOnError();
      expect(data).toEqual({ status: "accepted", last_mailed: null, mail_queued: true, unreachable: null });
    }
    expect(await history(id)).toHaveLength(1);
  });

  it("keeps a note with a decision and without one, in a history that goes only with its application", async () => {
    const id = await apply();
    await review(id, undefined, "ada", { note: "Asked for a reference." });
    await review(id, "declined", "grace", { note: "No answer." });
    expect(await history(id)).toEqual([
      { actor: "ada", from_status: "pending", to_status: "pending", note: "Asked for a reference." },
      { actor: "grace", from_status: "pending", to_status: "declined", note: "No answer." },
    ]);
    await sql("delete from beta_applications where id = $1", [id]);
    expect(await history(id)).toEqual([]);
  });
});

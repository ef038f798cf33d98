import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startBackend } from "../support/backend.ts";
import { fakeBackend } from "./fakeBackend.ts";
import { cli, hosted, type TerminalOptions } from "./terminal.ts";

const now = new Date("2026-05-06T12:00:00Z");
const idOf = (n: number) => `${String(n).repeat(8)}-0000-4000-8000-000000000000`;

describe("beta review", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  beforeAll(async () => {
    backend = await startBackend();
    return () => backend.stop();
  });
  beforeEach(async () => {
    await backend.supabase.from("beta_applications").delete().neq("email", "").throwOnError();
    await backend.supabase.from("email_outbox").delete().neq("email", "").throwOnError();
    await backend.supabase
      .from("beta_applications")
      .insert(
        ["Ada", "Bo", "Cy\u001B[2J"].map((name, n) => ({
          id: idOf(n + 1),
          name,
          email: `p${n}@example.com`,
          role: "other" as const,
          reason: `Because of ${name}.`,
          created_at: new Date(now.getTime() - (60 - n) * 3_600_000).toISOString(),
        })),
      )
      .throwOnError();
  });
  /** Reviews with these answers; when they have all been given, the person gives up. */
  const review = (answers: string[], options: TerminalOptions = {}) =>
    cli(["beta", "review", "--as", "grace"], { env: hosted(backend), clock: () => now, answers, ...options });
  const statuses = async () =>
    (await backend.supabase.from("beta_applications").select("status").order("id").throwOnError()).data.map(
      ({ status }) => status,
    );
  const events = async (n: number) => {
    const query = backend.supabase.from("beta_application_events").select("actor, from_status, to_status, note");
    return (await query.eq("application_id", idOf(n)).order("created_at").throwOnError()).data;
  };

  it("takes a key for each application, longest waiting first", async () => {
    const { code, out, err } = await review(["a", "d", "q"]);
    expect({ code, out }).toEqual({ code: 0, out: "" });
    expect(err).toBe(
      `3 applications wait. You decide as grace.

11111111-0000-4000-8000-000000000000
Ada <p0@example.com>
other, applied 2026-05-04 00:00 UTC, pending, 12 h late

  Because of Ada.

11111111  accepted; the applicant will be mailed in 60 s

22222222-0000-4000-8000-000000000000
Bo <p1@example.com>
other, applied 2026-05-04 01:00 UTC, pending, 11 h late

  Because of Bo.

22222222  declined; the applicant will be mailed in 60 s

33333333-0000-4000-8000-000000000000
Cy\uFFFD[2J <p2@example.com>
other, applied 2026-05-04 02:00 UTC, pending, 10 h late

  Because of Cy\uFFFD[2J.

1 accepted, 1 declined.
The deployed function sends them, if Resend is set up. If not, or to send them sooner: npx prelaunch mail send
`,
    );
    expect(await statuses()).toEqual(["accepted", "declined", "pending"]);
    const { data } = await backend.supabase.from("email_outbox").select("not_before, created_at").throwOnError();
    expect(data.map((mail) => Math.round((Date.parse(mail.not_before) - Date.parse(mail.created_at)) / 1000))).toEqual([
      60, 60,
    ]);
  });

  it("undoes decisions, also the very last one, and sends no mail about them", async () => {
    const { err } = await review(["u", "a", "d", "s", "u", "u", "u", "d"]);
    expect(err).toContain("There is nothing to undo.");
    expect(err).toContain("11111111  reopened; no mail had been sent");
    expect(err).toContain("\n0 accepted, 1 declined.\n");
    expect(await statuses()).toEqual(["declined", "pending", "pending"]);
    expect((await events(1)).map(({ to_status }) => to_status)).toEqual(["accepted", "pending", "declined"]);
    await backend.supabase.from("email_outbox").update({ not_before: now.toISOString() }).neq("email", "");
    const claimed = await backend.supabase.rpc("claim_emails", { batch: 10, lease_seconds: 60 }).throwOnError();
    const { data } = await backend.supabase.from("email_outbox").select("kind").is("dead_at", null).throwOnError();
    expect(data).toEqual([{ kind: "application-declined" }]);
    expect(JSON.stringify(claimed.data)).not.toContain("accepted");
  });

  it("saves notes", async () => {
    const long = "x".repeat(2001);
    const { err } = await review(["n", "Met at the fair.", "a", "n", "Asked for more.", "s", "n", long, "q"]);
    expect(err).toContain("A note has at most 2000 characters");
    expect(await events(1)).toMatchObject([{ note: "Met at the fair." }, { to_status: "accepted", note: null }]);
    expect(await events(2)).toEqual([
      { actor: "grace", from_status: "pending", to_status: "pending", note: "Asked for more." },
    ]);
    expect(await events(3)).toEqual([]);
  });

  it("says who decided first, and goes on", async () => {
    let decided = false;
    const fake = await fakeBackend(backend.origin, async (request) => {
      if (decided || !request.url?.includes("review_application")) return false;
      decided = true;
      const hers = { application: idOf(1), event: crypto.randomUUID(), actor: "heidi", decision: "declined" as const };
      await backend.supabase.rpc("review_application", hers).throwOnError();
      return false;
    });
    const env = hosted({ ...backend, origin: fake.origin });
    const { err } = await review(["a", "a", "q"], { env }).finally(fake.stop);
    expect(err).toMatch(/11111111: It was declined by heidi on .* UTC\. Reopen it first to decide otherwise\./u);
    expect(err).toContain("\n1 accepted, 0 declined.\n");
    expect(await statuses()).toEqual(["declined", "accepted", "pending"]);
    expect(await events(1)).toMatchObject([{ actor: "heidi", to_status: "declined" }]);
  });

  it("names the other commands if there is no terminal", async () => {
    expect(await cli(["beta", "review"], { env: hosted(backend) })).toMatchObject({
      code: 2,
      err: expect.stringContaining("npx prelaunch beta list, beta show ID, beta accept ID"),
    });
  });
});

import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { interruptedError } from "../../scripts/cli/errors.ts";
import { endOfInput } from "../../scripts/cli/io.ts";
import { startBackend } from "../support/backend.ts";
import { start } from "./processes.ts";
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
    await backend.supabase
      .from("beta_applications")
      .insert(
        ["Ada", "Bo", "Cy"].map((name, n) => ({
          id: idOf(n + 1),
          name,
          email: `${name.toLowerCase()}@example.com`,
          role: "other" as const,
          reason: `Because of ${name}.`,
          created_at: new Date(now.getTime() - (60 - n) * 3_600_000).toISOString(),
        })),
      )
      .throwOnError();
  });
  const review = (key: () => Promise<string>, options: TerminalOptions = {}) =>
    cli(["beta", "review", "--as", "grace"], { env: hosted(backend), clock: () => now, key, ...options });
  const press = (keys: string, options: TerminalOptions = {}) => {
    const queue = [...keys];
    return review(async () => queue.shift() ?? endOfInput, options);
  };
  const statuses = async () =>
    (await backend.supabase.from("beta_applications").select("status").order("id").throwOnError()).data.map(
      ({ status }) => status,
    );
  const events = async (n: number) => {
    const query = backend.supabase.from("beta_application_events").select("actor, from_status, to_status, note");
    return (await query.eq("application_id", idOf(n)).order("created_at").throwOnError()).data;
  };

  it("says what was decided, and who sends the mails, when it is interrupted, too", async () => {
    const keys = ["a", "d"];
    const { code, err } = await review(async () => {
      const key = keys.shift();
      if (key === undefined) throw interruptedError();
      return key;
    });
    expect(code).toBe(130);
    expect(err).toMatch(/\n1 accepted, 1 declined\.\n[^]*npx prelaunch mail send\nerror: Interrupted\.\n$/u);
  });

  it("takes a key for each application, longest waiting first", async () => {
    const { code, out, err } = await press("adq");
    expect({ code, out }).toEqual({ code: 0, out: "" });
    expect(err).toBe(
      `3 pending, 3 of them overdue. You are grace.

────────────────────────────────────────
11111111-0000-4000-8000-000000000000
Ada <ada@example.com>
other, applied 2026-05-04 00:00 UTC, pending, 12 h late

  Because of Ada.

a accept  d decline  s skip  u undo  n note  q quit
11111111  accepted; the applicant will be mailed in 60 s

────────────────────────────────────────
22222222-0000-4000-8000-000000000000
Bo <bo@example.com>
other, applied 2026-05-04 01:00 UTC, pending, 11 h late

  Because of Bo.

a accept  d decline  s skip  u undo  n note  q quit
22222222  declined; the applicant will be mailed in 60 s

────────────────────────────────────────
33333333-0000-4000-8000-000000000000
Cy <cy@example.com>
other, applied 2026-05-04 02:00 UTC, pending, 10 h late

  Because of Cy.

a accept  d decline  s skip  u undo  n note  q quit
1 accepted, 1 declined.
The deployed function sends them, if Resend is set up. If not, or to send them
sooner: npx prelaunch mail send
`,
    );
    expect(await statuses()).toEqual(["accepted", "declined", "pending"]);
    const { data } = await backend.supabase.from("email_outbox").select("not_before, created_at").throwOnError();
    expect(data).toHaveLength(2);
    for (const { not_before, created_at } of data)
      expect(Date.parse(not_before) - Date.parse(created_at)).toBeCloseTo(60_000, -3);
  });

  it("undoes decisions one after the other, and sends no mail about them", async () => {
    const { err } = await press("aduusd");
    expect(err).toContain("22222222  reopened; no mail had been sent");
    expect(err).toContain("11111111  reopened; no mail had been sent");
    expect(await statuses()).toEqual(["pending", "declined", "pending"]);
    expect((await events(1)).map(({ to_status }) => to_status)).toEqual(["accepted", "pending"]);
    const { data } = await backend.supabase.from("email_outbox").select("id").is("dead_at", null).throwOnError();
    await backend.supabase.from("email_outbox").update({ not_before: "2026-01-01T00:00:00Z" }).neq("email", "");
    const claimed = await backend.supabase.rpc("claim_emails", { batch: 10, lease_seconds: 60 }).throwOnError();
    expect(data).toHaveLength(2);
    expect(JSON.stringify(claimed.data)).toContain("bo@example.com");
    expect(JSON.stringify(claimed.data)).not.toContain("ada@example.com");
  });

  it("can undo the very last one, and has nothing to undo before the first", async () => {
    const { err } = await press("uaaauq");
    expect(err).toContain("There is nothing to undo.");
    expect(err).toContain("That was the last one. u undo  q quit");
    expect(err).toContain("2 accepted, 0 declined.");
    expect(await statuses()).toEqual(["accepted", "accepted", "pending"]);
  });

  it("keeps a note with a decision or without one", async () => {
    const { err } = await press("nansnq", { answers: ["Met at the fair.", "Asked for more.", " "] });
    expect(err).toContain("It is saved with your decision, or when you go on.");
    expect(err).toContain("No note.");
    expect(await events(1)).toMatchObject([{ to_status: "accepted", note: "Met at the fair." }]);
    expect(await events(2)).toEqual([
      { actor: "grace", from_status: "pending", to_status: "pending", note: "Asked for more." },
    ]);
    expect(await events(3)).toEqual([]);
    await press("nq", { answers: ["Later."] });
    expect(await events(2)).toMatchObject([{ note: "Asked for more." }, { note: "Later." }]);
    expect((await press("nq", { answers: ["x".repeat(2001)] })).err).toContain("A note has at most 2000 characters");
  });

  /** Presses keys while Heidi, before the first of them, declines Ada's application. */
  const pressAfterHeidi = async (keys: string, options: TerminalOptions = {}) => {
    const queue = [...keys];
    return review(async () => {
      if (queue.length === keys.length)
        await backend.supabase
          .rpc("review_application", {
            application: idOf(1),
            event: crypto.randomUUID(),
            actor: "heidi",
            decision: "declined",
          })
          .throwOnError();
      return queue.shift() ?? endOfInput;
    }, options);
  };

  it("says that it undoes nothing where the decision was refused", async () => {
    const { err } = await pressAfterHeidi("auq");
    expect(err).toMatch(
      /11111111: It was declined by heidi[^]+\n11111111 {2}nothing undone; your decision was refused\n/u,
    );
    expect(err).toMatch(/refused\n\n─+\n11111111[^]+, declined[^]+0 accepted, 0 declined\.\n$/u);
    expect(await statuses()).toEqual(["declined", "pending", "pending"]);
    expect((await press("suq")).err).not.toContain("nothing undone");
  });

  it("says who decided first, keeps the note, and goes on", async () => {
    const { err } = await pressAfterHeidi("naaq", { answers: ["I would accept."] });
    expect(err.replaceAll("\n", " ")).toMatch(
      /11111111: It was declined by heidi on .* UTC\. Reopen it first to decide otherwise\..+Because of Bo/u,
    );
    expect(await statuses()).toEqual(["declined", "accepted", "pending"]);
    expect(await events(1)).toMatchObject([
      { actor: "heidi", to_status: "declined" },
      { actor: "grace", from_status: "declined", to_status: "declined", note: "I would accept." },
    ]);
  });

  it("explains its keys when another is pressed", async () => {
    const { err } = await press("x\u001B1q");
    expect(err.match(/^a accept {2}d decline/gmu)).toHaveLength(4);
    expect(await statuses()).toEqual(["pending", "pending", "pending"]);
  });

  it("ends with its input, or if there is nobody to review", async () => {
    expect(await press("")).toMatchObject({ code: 0, err: expect.stringContaining("0 accepted, 0 declined.") });
    await backend.supabase.from("beta_applications").delete().neq("email", "").throwOnError();
    expect((await press("adsnuq")).err).toContain(
      "0 pending, 0 of them overdue. You are grace.\nThere are none. q quit\n",
    );
  });

  it.each([24, 50, 120])("fits a terminal of %i columns, and can use only ASCII", async (columns) => {
    const { err } = await press("sxadq", { columns, unicode: false });
    const ids = /^[0-9-]{36}$/u;
    const widths = err.split("\n").map((line) => (ids.test(line) ? 0 : line.length));
    expect(Math.max(...widths)).toBeLessThanOrEqual(columns);
    // oxlint-disable-next-line no-control-regex -- all of ASCII
    expect(err).toMatch(/^[\u0000-\u007F]+$/u);
  });

  it("names the other commands if there is no terminal", async () => {
    expect(await cli(["beta", "review"], { env: hosted(backend) })).toEqual({
      code: 2,
      out: "",
      err: `error: There is no terminal to review at.
Without one: npx prelaunch beta list, beta show ID, beta accept ID, beta decline ID, beta reopen ID
`,
    });
    const { code, err } = await start(["beta", "review"], hosted(backend), "/").done;
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining("There is no terminal") });
  });
});

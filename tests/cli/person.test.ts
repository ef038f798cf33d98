import { createHash, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { startBackend } from "../support/backend.ts";
import { signUpConfirmed } from "../support/users.ts";
import { cli, hosted } from "./terminal.ts";

const email = "ada@example.com";

describe("show and erase", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  beforeEach(async () => {
    backend = await startBackend();
    await backend.supabase
      .from("waitlist")
      .insert([{ email, source: "friend" }, { email: "other@example.com" }])
      .throwOnError();
    await backend.supabase
      .from("beta_applications")
      .insert(
        [email, email, "other@example.com"].map((address) => ({
          email: address,
          name: "A",
          role: "other" as const,
          reason: "x",
        })),
      )
      .throwOnError();
    await backend.supabase.from("beta_applications").update({ status: "accepted" }).neq("email", "").throwOnError();
    await backend.supabase.from("email_outbox").delete().neq("email", "").throwOnError();
    await signUpConfirmed(backend, email);
    await signUpConfirmed(backend, "other@example.com");
    return () => backend.stop();
  });
  const run = (argv: string[], answers?: string[]) =>
    cli(argv, { env: hosted(backend), ...(answers ? { answers } : {}) });
  const held = async (address: string) => {
    const { out } = await run(["show", address]);
    const { held: tables }: { held: Record<string, unknown[]> } = JSON.parse(out);
    const { consent_events, email_outbox, email_tokens, email_update_recipients, ...others } = tables;
    expect([consent_events, email_outbox, email_tokens, email_update_recipients]).toEqual([[], [], [], []]);
    return Object.fromEntries(Object.entries(others).map(([name, rows]) => [name, rows.length]));
  };

  const erasures = () =>
    withClient(backend.databaseUrl, async (client) => (await client.query("select * from erasures")).rows);

  it("sends a terminal no control characters, and a program unchanged JSON", async () => {
    const name = "A\u009B31m\u202E";
    await backend.supabase.from("beta_applications").update({ name }).eq("email", email).throwOnError();
    const { out } = await run(["show", email]);
    expect(out).not.toMatch(/[\u0080-\u009F]|\p{Cf}/u);
    expect(JSON.parse(out)).toMatchObject({ held: { beta_applications: [{ name }, { name }] } });
  });

  it("shows all data, and no secret of the account", async () => {
    const { code, out, err } = await run(["show", " ADA@example.com "]);
    expect(JSON.parse(out)).toMatchObject({
      email,
      held: {
        waitlist: [{ email, source: "friend" }],
        beta_applications: [{ name: "A" }, { name: "A" }],
        beta_application_events: [{ to_status: "accepted" }, { to_status: "accepted" }],
        accounts: [{ email, metadata: expect.stringContaining("Test"), sessions: [{}] }],
      },
    });
    // That a password was chosen is a fact about the person (docs/decisions/0160) and is shown; the password itself is not.
    expect(out).not.toMatch(/(?<!chose_)password|(?<!email_)token/u);
    expect({ code, err }).toEqual({ code: 0, err: "" });
  });

  it("erases the person everywhere after a preview and a confirmation, and nobody else", async () => {
    const { code, err } = await run(["erase", email], [email]);
    expect(err).toMatch(
      /accounts +1\n +beta_application_events +2\n +beta_applications +2\n +waitlist +1\n[^]*\nErased\. The table erasures/u,
    );
    expect(code).toBe(0);
    expect(await held(email)).toEqual({ waitlist: 0, beta_applications: 0, beta_application_events: 0, accounts: 0 });
    expect(await held("other@example.com")).toEqual({
      waitlist: 1,
      beta_applications: 1,
      beta_application_events: 1,
      accounts: 1,
    });
  });

  it("leaves the address and the account nowhere in the database, and a record that names nobody", async () => {
    const traces = await withClient(backend.databaseUrl, async (client) => {
      // A sign-in that has begun, which the auth service keeps without a reference to the account.
      const begun = await client.query<{ user_id: string }>(
        `insert into auth.flow_state (id, user_id, authentication_method, provider_type)
         select gen_random_uuid(), id, 'magiclink', 'email' from auth.users where email = $1 returning user_id`,
        [email],
      );
      await run(["erase", email, "--yes"]);
      const { rows } = await client.query<{ name: string }>(
        "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'auth')",
      );
      const found = [];
      for (const { name } of rows)
        if (
          (await client.query(`select from ${name} t where t::text ~ $1`, [`${email}|${begun.rows[0]?.user_id}`]))
            .rowCount
        )
          found.push(name);
      return found;
    });
    expect(traces).toEqual([]);
    expect(await erasures()).toEqual([
      {
        id: expect.any(String),
        erased_at: expect.any(Date),
        applications_until: null,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/u),
        removed: expect.objectContaining({
          waitlist: 1,
          beta_applications: 2,
          beta_application_events: 2,
          accounts: 1,
        }),
      },
    ]);
  });

  it("keeps the erased on the suppression list, by a keyed hash, and says so when asked", async () => {
    await run(["erase", email, "--yes"]);
    const { out, err } = await run(["show", email]);
    expect(JSON.parse(out)).toMatchObject({ suppressed: [{ reason: "erased", created_at: expect.any(String) }] });
    expect(err).toBe("");
    const listed = await withClient(
      backend.databaseUrl,
      async (client) => (await client.query("select * from email_suppressions")).rows,
    );
    expect(listed).toEqual([
      { hash: expect.stringMatching(/^[0-9a-f]{64}$/u), reason: "erased", erased: true, created_at: expect.any(Date) },
    ]);
    // The plain hash of an address can be guessed.
    expect(listed).not.toMatchObject([{ hash: createHash("sha256").update(email).digest("hex") }]);
    expect(JSON.parse((await run(["show", "other@example.com"])).out)).toMatchObject({ suppressed: [] });
  });

  it("lets erased people join or apply again by themselves", async () => {
    const suppressed = async (): Promise<unknown[]> => JSON.parse((await run(["show", email])).out).suppressed;
    const submit = async (route: string, fields: object) =>
      backend.request(route, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...fields, email: "Ada@Example.com", captcha: await backend.solveCaptcha() }),
      });
    for (const [route, fields] of [
      ["/waitlist", {}],
      ["/beta", { name: "Ada", role: "other", reason: "x", submissionId: randomUUID() }],
    ] as const) {
      await run(["erase", email, "--yes"]);
      expect(await suppressed()).toHaveLength(1);
      expect((await submit(route, fields)).status).toBe(201);
      expect(await suppressed()).toEqual([]);
    }
  });

  it("keeps erased people's applications out of imports, whatever else is known about the address", async () => {
    const id = randomUUID();
    const old = [{ id, email, name: "A", role: "other", reason: "x" }];
    for (const why of ["unsubscribed", "bounced", "complained"] as const) {
      await backend.supabase.rpc("suppress_email", { person: email, why }).throwOnError();
      await backend.supabase.from("beta_applications").insert({ email, name: "A", role: "other", reason: "x" });
      await run(["erase", email, "--yes"]);
      await backend.supabase.rpc("suppress_email", { person: email, why }).throwOnError();
      const imported = await backend.supabase.rpc("import_applications", { applications: JSON.stringify(old) });
      expect(imported.data).toMatchObject({ added: 0, suppressed: { erased: 1 } });
    }
    await backend.supabase.rpc("lift_suppression", { person: email, reasons: ["erased"] }).throwOnError();
    const imported = await backend.supabase.rpc("import_applications", { applications: JSON.stringify(old) });
    expect(imported.data).toMatchObject({ added: 1 });
  });

  it("erases nothing without a yes", async () => {
    expect(await run(["erase", email, "--dry-run"])).toMatchObject({
      code: 0,
      err: expect.stringContaining("Nothing was erased (--dry-run)."),
    });
    expect(await run(["erase", email])).toMatchObject({
      code: 2,
      err: expect.stringContaining("There is no terminal to ask on."),
    });
    expect(await run(["erase", email], ["other@example.com"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("Nothing was erased"),
    });
    expect(await held(email)).toEqual({ waitlist: 1, beta_applications: 2, beta_application_events: 2, accounts: 1 });
  });

  it("says so if nothing is stored, or if it is not an address", async () => {
    expect(await run(["erase", "nobody@example.com", "--yes"])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^error: Nothing is held about this address/u),
    });
    expect(await run(["show", "nobody"])).toEqual({
      code: 2,
      out: "",
      err: "error: Enter a valid e-mail address, such as ada@example.com.\n",
    });
    expect((await run(["show", `Ada <${email}>`])).out).toContain(`"email": "${email}"`);
    expect(await run(["show", `nobody@example.com <${email}>`])).toMatchObject({ code: 2, out: "" });
    expect(await run(["show", "nobody@example.com"])).toMatchObject({
      code: 0,
      err: "Nothing is held about this person.\n",
    });
  });
});

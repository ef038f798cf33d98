import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { embeddedPublishableKey } from "../../server/contract/embedded.ts";
import { startStack } from "../../server/embedded/stack/stack.ts";
import { fakeBackend } from "../cli/fakeBackend.ts";
import { cli, hosted, scratchFolder } from "../cli/terminal.ts";
import { skipReason, startHostedBackend } from "./support/hostedBackend.ts";

describe.skipIf(skipReason)("move from the embedded stack to a hosted project, with genuine PostgREST", () => {
  let project: Awaited<ReturnType<typeof startHostedBackend>>;
  let folder: string;
  let stack: Awaited<ReturnType<typeof startStack>>;
  beforeAll(async () => {
    project = await startHostedBackend();
    const scratch = await scratchFolder();
    folder = scratch.folder;
    stack = await startStack({ dataFolder: join(folder, ".data"), port: 0 });
    return async () => {
      await stack.stop();
      await project.stop();
      await scratch.remove();
    };
  });
  // Without the public key, which the first move has, the check after a move tries no policies, most of its work.
  const env = () => ({
    ...hosted(project),
    FORMS_SECRET: "a".repeat(32),
    SITE_URL: "https://site.example",
  });
  const move = (settings: Record<string, string> = {}, signal?: AbortSignal) =>
    cli(["move", "--to", "hosted"], { folder, env: { ...env(), ...settings }, ...(signal && { signal }) });
  const everything = (url: string) =>
    withClient(url, async (client) => {
      const rows: unknown[] = [];
      for (const table of [
        "waitlist",
        "beta_applications",
        "beta_application_events",
        "email_suppressions",
        "erasures",
        "email_tokens",
        "consent_events",
        "email_updates",
        "email_update_recipients",
      ])
        rows.push((await client.query(`select to_jsonb(t) as row from ${table} t order by t::text`)).rows);
      return rows;
    });

  it("keeps every record with its times and statuses, and the suppression list", async () => {
    await withClient(stack.databaseUrl, async (client) => {
      await client.query(
        "insert into waitlist (email, source, created_at) select 'p' || i || '@x.org', 'friend', '2026-05-04T01:02:03.456789Z' from generate_series(1, 1200) i",
      );
      await client.query(
        "insert into beta_applications (email, name, role, reason, created_at) select 'p' || i || '@x.org', 'P', 'other', 'x', '2026-05-04T01:02:03.456789Z' from generate_series(1, 40) i",
      );
      await client.query(
        "select review_application(id, gen_random_uuid(), 'ada', 'accepted', 'A \"note\".') from beta_applications where email like '%1@x.org'",
      );
      await client.query("update beta_applications set status = 'pending' where email = 'p11@x.org'");
      await client.query(
        "insert into waitlist (email, unsubscribed_at) values ('gone@x.org', null), ('back@x.org', '2026-05-04T01:02:03.456789Z')",
      );
      await client.query("insert into consent_events (email, event) values ('p1@x.org', 'asked')");
      await client.query(`insert into email_updates (hash, parameters) values (repeat('a', 64), '{"subject": "May"}')`);
      await client.query(
        "insert into email_update_recipients (name, email, hash) values ('may', 'p1@x.org', repeat('a', 64))",
      );
      await client.query("select register_email_tokens($1)", [
        JSON.stringify([{ hash: "a".repeat(64), purpose: "unsubscribe", email: "p1@x.org" }]),
      ]);
      await client.query("select suppress_email('back@x.org', 'bounced')");
    });
    await cli(["erase", "gone@x.org", "--yes"], { folder });
    const { code, err, out } = await move({ SUPABASE_PUBLISHABLE_KEY: embeddedPublishableKey });
    expect(err).toMatch(
      /waitlist +1,201 +1,201\n +beta_applications +40 +40\n +suppression_keys +1 +2 +had other rows\n/u,
    );
    expect(err).toContain("email_suppressions");
    expect(err).toMatch(/\n4 mails wait here, .+, except those to sign in, .+: SUPABASE_URL= .+ mail send\n/u);
    expect(await everything(project.databaseUrl)).toEqual(await everything(stack.databaseUrl));
    expect(out).toContain("An anonymous visitor was refused");
    expect({ code, err }).toMatchObject({ code: 0 });

    // Moving again duplicates nothing; erased people stay away there too, because the key of their hashes was moved.
    expect(await move()).toMatchObject({ code: 0 });
    expect(await everything(project.databaseUrl)).toEqual(await everything(stack.databaseUrl));
    expect(
      await cli(["import", "waitlist", "-"], { folder, env: env(), input: "email\ngone@x.org\nnew@x.org\n" }),
    ).toMatchObject({ code: 0, err: expect.stringContaining("1 added, 1 suppressed (1 erased)") });

    // What follows needs no second page of people.
    for (const { databaseUrl } of [stack, project])
      await withClient(databaseUrl, (client) => client.query("delete from waitlist where email ~ '^p[0-9]{3,}@'"));
  });

  it("counts who is kept out there, and fails where rows are missing", async () => {
    await withClient(stack.databaseUrl, (client) =>
      client.query("insert into waitlist (email) values ('kept@x.org'), ('late@x.org')"),
    );
    await withClient(project.databaseUrl, (client) =>
      client.query("select suppress_email('kept@x.org', 'complained')"),
    );
    expect(await move()).toMatchObject({
      code: 0,
      err: expect.stringMatching(/waitlist +102 +102 +1 kept out by the suppression list there\n/u),
    });
    const fake = await fakeBackend(project.origin, async ({ method, url }) => {
      if (method === "HEAD" && url?.includes("/waitlist?"))
        await withClient(project.databaseUrl, (client) =>
          client.query("delete from waitlist where email in ('late@x.org', 'new@x.org')"),
        );
      return false;
    });
    expect(await move({ SUPABASE_URL: fake.origin }).finally(fake.stop)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^error: Rows are missing there\.\nSomebody joined meanwhile, or rows were removed/mu),
    });
  });

  it("notices who joins here meanwhile, however many rows are only there", async () => {
    await withClient(project.databaseUrl, (client) =>
      client.query("insert into waitlist (email) values ('there1@x.org'), ('there2@x.org'), ('there3@x.org')"),
    );
    // Before everybody who is asked for next, as the first row was read already.
    const joined =
      "insert into waitlist (id, email) values ('00000000-0000-4000-8000-000000000000', 'meanwhile@x.org')";
    let first = true;
    const fake = await fakeBackend(project.origin, async ({ url }) => {
      if (first && url?.includes("/rpc/import_waitlist"))
        await withClient(stack.databaseUrl, (client) => client.query(joined));
      first &&= !url?.includes("/rpc/import_waitlist");
      return false;
    });
    expect(await move({ SUPABASE_URL: fake.origin }).finally(fake.stop)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^error: Rows are missing there\.\nSomebody joined meanwhile, or rows were removed/mu),
    });
    expect(await move()).toMatchObject({ code: 0 });
  });

  it("names who confirmed or came back, and what was decided or noted, here since an earlier move, and tells there who was told here", async () => {
    const [person, application, again, wavers, stays] = ["c", "d", "d1", "ba", "57"].map(
      (end) => `00000000-0000-4000-8000-${end.padStart(12, "0")}`,
    );
    const here = (sql: string) => withClient(stack.databaseUrl, (client) => client.query(sql));
    const there = (sql: string) => withClient(project.databaseUrl, (client) => client.query(sql));
    const review = (id: unknown, decision: string) =>
      `select review_application('${id}', gen_random_uuid(), 'ada', '${decision}', null)`;
    await here(`insert into waitlist (id, email) values ('${person}', 'c@x.org'), (gen_random_uuid(), 'waits@x.org');
        insert into waitlist (id, email, confirmed_at) values ('${wavers}', 'wavers@x.org', now()), ('${stays}', 'stays@x.org', now());
        insert into beta_applications (id, email, name, role, reason)
          values ('${application}', 'c@x.org', 'C', 'other', 'x'), ('${again}', 'd@x.org', 'D', 'other', 'x'); ${review(again, "accepted")}`);
    expect(await move()).toMatchObject({ code: 0 });
    await here(`update waitlist set confirmed_at = now() where email = 'c@x.org';
        update waitlist set notified = true where email in ('p1@x.org', 'p2@x.org');
        update waitlist set unsubscribed_at = now() where email in ('wavers@x.org', 'stays@x.org');
        ${["wavers", "stays"].map((name) => `select join_waitlist('${name}@x.org', 'waitlist:' || repeat('0', 64), 9, 1, false)`).join(";")};
        ${[review(application, "accepted"), review(again, "pending"), review(again, "declined")].join(";")}`);
    // Who has confirmed there since is newer there.
    await there("update waitlist set confirmed_at = now() where email = 'stays@x.org'");
    const outcome = await move();
    expect(outcome).toMatchObject({ code: 1, err: expect.stringContaining("error: 4 rows there are out of date.\n") });
    expect(outcome.err).toMatch(
      new RegExp(
        `\n  waitlist ${person}\n  waitlist ${wavers}\n  beta_applications ${application}\n  beta_applications ${again}\n$`,
        "u",
      ),
    );

    // As it advises.
    await there(
      `delete from waitlist where id in ('${person}', '${wavers}'); delete from beta_applications where id in ('${application}', '${again}')`,
    );
    expect(await move()).toMatchObject({ code: 0 });
    const states = (url: string) =>
      withClient(url, async (client) => {
        const { rows } = await client.query(
          "select w.confirmed_at, w.notified, b.status, b.reviewed_at from waitlist w full join beta_applications b using (email) where email in ('c@x.org', 'd@x.org', 'p1@x.org', 'p2@x.org') order by email",
        );
        return rows;
      });
    expect(await states(project.databaseUrl)).toEqual(await states(stack.databaseUrl));

    const reopen = `select review_application('${application}', gen_random_uuid(), 'ada', 'pending', null)`;
    await here(reopen);
    expect((await move()).err).toMatch(
      new RegExp(`error: 1 row there is out of date\\.\n.+\n  beta_applications ${application}\n$`, "u"),
    );
    await there(reopen);

    const note = `select review_application('${again}', gen_random_uuid(), 'ada', null, 'Ask again in spring.')`;
    await here(note);
    expect((await move()).err).toMatch(
      new RegExp(`error: 1 row there is out of date\\.\n.+\n  beta_applications ${again}\n$`, "u"),
    );
    await there(`delete from beta_applications where id = '${again}'`);
    expect(await move()).toMatchObject({ code: 0 });
  });

  it("notices who leaves, and who is erased, here meanwhile or since an earlier move", async () => {
    const people = ["e", "f", "b"].map((name) => `('00000000-0000-4000-8000-00000000000${name}', '${name}@x.org')`);
    await withClient(stack.databaseUrl, (client) =>
      client.query(`insert into waitlist (id, email) values ${people.join()}`),
    );
    /** Moves, and does something here once the people are copied. */
    const moveWhile = async (sql: string) => {
      let done = false;
      const fake = await fakeBackend(project.origin, async ({ url }) => {
        if (!done && url?.includes("/suppression_keys?"))
          await withClient(stack.databaseUrl, (client) => client.query(sql));
        done ||= Boolean(url?.includes("/suppression_keys?"));
        return false;
      });
      return move({ SUPABASE_URL: fake.origin }).finally(fake.stop);
    };
    const erase = (email: string) => cli(["erase", email, "--yes"], { folder, env: env() });
    const leaves = "update waitlist set unsubscribed_at = now() where email = 'e@x.org'";
    expect(await moveWhile(leaves)).toMatchObject({
      code: 1,
      err: expect.stringContaining("error: 1 row has changed here meanwhile.\n"),
    });
    expect((await moveWhile("select erase_person('f@x.org')")).err).toMatch(
      /^error: 1 row there is about people erased here\.\n.+\n {2}waitlist 0{8}-0{4}-4000-8000-0{11}f\n$/mu,
    );
    expect(await erase("f@x.org")).toMatchObject({ code: 0 });
    // Who left is unsubscribed there now, too.
    expect(await move()).toMatchObject({ code: 0 });
    await withClient(stack.databaseUrl, (client) => client.query("select erase_person('b@x.org')"));
    expect((await move()).err).toMatch(/about people erased here.+\n {2}waitlist \S+0b\n$/su);
    expect(await erase("b@x.org")).toMatchObject({ code: 0 });
    const left = await withClient(project.databaseUrl, (client) =>
      client.query("select unsubscribed_at from waitlist where email = 'e@x.org' and unsubscribed_at is not null"),
    );
    expect(left.rowCount).toBe(1);
  });

  it("names who was erased here since an earlier move, and not who came back", async () => {
    const [person, application, old] = ["1e", "1f", "1a"].map((end) => `00000000-0000-4000-8000-0000000000${end}`);
    await withClient(stack.databaseUrl, (client) =>
      client.query(`insert into waitlist (id, email) values ('${person}', 'left@x.org'), (gen_random_uuid(), 'again@x.org');
        insert into beta_applications (id, email, name, role, reason, created_at)
          values ('${application}', 'left@x.org', 'L', 'other', 'x', now()), ('${old}', 'o@x.org', 'O', 'other', 'x', '2020-01-01')`),
    );
    expect(await move()).toMatchObject({ code: 0 });
    for (const email of ["left@x.org", "again@x.org"]) await cli(["erase", email, "--yes"], { folder });
    await withClient(stack.databaseUrl, (client) =>
      client.query(`select erase_applications('2021-01-01', null);
        insert into beta_applications (email, name, role, reason, created_at) values ('imported@x.org', 'I', 'other', 'x', '2020-06-01')`),
    );
    await withClient(project.databaseUrl, (client) =>
      client.query("select erase_person('again@x.org'); insert into waitlist (email) values ('again@x.org')"),
    );
    const outcome = await move();
    expect(outcome).toMatchObject({
      code: 1,
      err: expect.stringContaining("error: 3 rows there are about people erased here.\n"),
    });
    expect(outcome.err).toMatch(
      new RegExp(`\n  waitlist ${person}\n  beta_applications ${old}\n  beta_applications ${application}\n$`, "u"),
    );

    // As it advises.
    await cli(["erase", "left@x.org", "--yes"], { folder, env: env() });
    await withClient(project.databaseUrl, (client) =>
      client.query(`delete from beta_applications where id = '${old}'`),
    );
    expect(await move()).toMatchObject({ code: 0 });
  });

  it("names who was erased here since an earlier move and came back here", async () => {
    const former = "00000000-0000-4000-8000-00000000002e";
    await withClient(stack.databaseUrl, (client) =>
      client.query(`insert into waitlist (id, email) values ('${former}', 'returned@x.org')`),
    );
    expect(await move()).toMatchObject({ code: 0 });
    await cli(["erase", "returned@x.org", "--yes"], { folder });
    await withClient(stack.databaseUrl, (client) =>
      client.query("insert into waitlist (email) values ('returned@x.org')"),
    );
    const outcome = await move();
    expect(outcome).toMatchObject({
      code: 1,
      err: expect.stringContaining("error: 1 row there is about people erased here.\n"),
    });
    expect(outcome.err).toMatch(new RegExp(`\n  waitlist ${former} \\(came back here\\)\n$`, "u"));

    // As it advises.
    await withClient(project.databaseUrl, (client) => client.query(`delete from waitlist where id = '${former}'`));
    expect(await move()).toMatchObject({ code: 0 });
    const [here, there] = await Promise.all(
      [stack, project].map(({ databaseUrl }) =>
        withClient(databaseUrl, (client) => client.query("select id from waitlist where email = 'returned@x.org'")),
      ),
    );
    expect(there?.rows).toEqual(here?.rows);
  });

  it("says how to go on when Ctrl-C comes while it waits for an answer", async () => {
    const stopping = new AbortController();
    const fake = await fakeBackend(project.origin, ({ url }) => {
      if (!url?.includes("/rpc/import_waitlist")) return false;
      stopping.abort();
      return true;
    });
    const outcome = await move({ SUPABASE_URL: fake.origin }, stopping.signal);
    await fake.stop();
    expect(outcome).toMatchObject({
      code: 130,
      err: expect.stringContaining("error: Interrupted.\nMove again; nothing is duplicated.\n"),
    });
  });

  it("says so when no project is named", async () => {
    expect(await cli(["move", "--to", "hosted"], { folder })).toMatchObject({
      code: 3,
      err: expect.stringContaining("No hosted project is named."),
    });
  });
});

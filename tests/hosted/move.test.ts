import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { embeddedPublishableKey } from "../../server/contract/brand.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { startStack } from "../../server/embedded/stack/stack.ts";
import { readMailSettings } from "../../server/settings/hosts.ts";
import { cli, hosted, scratchFolder } from "../cli/terminal.ts";
import { copyFolder, makePreparedFolder } from "../support/dataFolders.ts";
import { endHostedBackends, skipReason, startHostedBackend } from "./support/hostedBackend.ts";

const moved = [
  "suppression_key",
  "waitlist",
  "beta_applications",
  "beta_application_events",
  "email_suppressions",
  "erasures",
  "email_tokens",
  "consent_events",
  "email_updates",
  "email_update_recipients",
  "mail_drafts",
];

const hash = "a".repeat(64);
const records = `
  insert into waitlist (email, source, created_at)
    select 'p' || i || '@x.org', 'friend', '2026-05-04T01:02:03.456789Z' from generate_series(1, 1200) i;
  insert into waitlist (email, confirmed_at, notified, invite_code, invited_at, redeemed_at)
    values ('told@x.org', now(), true, '0123456789ABCDEF', now(), now());
  insert into waitlist (email, unsubscribed_at) values ('gone@x.org', null), ('bounced@x.org', '2026-05-04T01:02:03Z'), ('left@x.org', '2026-05-04T01:02:03Z');
  insert into beta_applications (email, name, role, reason, created_at)
    select 'p' || i || '@x.org', 'P', 'other', 'x', '2026-05-04T01:02:03.456789Z' from generate_series(1, 40) i;
  select review_application(id, gen_random_uuid(), 'ada', 'accepted', 'A "note".') from beta_applications where email like '%1@x.org';
  update beta_applications set status = 'pending' where email = 'p11@x.org';
  insert into consent_events (person, event) select id, 'asked' from waitlist where email = 'p1@x.org';
  insert into email_updates (hash, parameters) values ('${hash}', '{"subject": "May"}');
  insert into email_update_recipients (name, person, hash) select 'may', id, '${hash}' from waitlist where email = 'p1@x.org';
  insert into mail_drafts (kind, subject, markdown) values ('update', 'May', '# May');
  insert into email_tokens (hash, purpose, person, expires_at)
    select '${hash}', 'unsubscribe', id, '2040-01-01' from waitlist where email = 'p1@x.org';
  select suppress_email('bounced@x.org', 'bounced');
  select erase_person('gone@x.org');
  delete from email_outbox`;

afterAll(endHostedBackends);

describe.skipIf(skipReason)("move from the embedded stack to a hosted project, with genuine PostgREST", () => {
  let project: Awaited<ReturnType<typeof startHostedBackend>>;
  let folder: string;
  let stack: Awaited<ReturnType<typeof startStack>>;
  const sql = (side: { databaseUrl: string }, text: string) =>
    withClient(side.databaseUrl, async (client) => (await client.query(text)).rows);
  beforeAll(async () => {
    project = await startHostedBackend();
    const scratch = await scratchFolder();
    folder = scratch.folder;
    const { prepared } = await makePreparedFolder(folder);
    await copyFolder(prepared, join(folder, ".data"));
    stack = await startStack({ dataFolder: join(folder, ".data"), port: 0 });
    await sql(stack, records);
    return async () => {
      await stack.stop();
      await project.stop();
      await scratch.remove();
    };
  });
  const env = () => ({
    ...hosted(project),
    SUPABASE_PUBLISHABLE_KEY: embeddedPublishableKey,
    FORMS_SECRET: "a".repeat(32),
    SITE_URL: "https://site.example",
  });
  const move = () => cli(["move", "--to", "hosted"], { folder, env: env() });
  const everything = async (side: { databaseUrl: string }) =>
    Promise.all(moved.map((table) => sql(side, `select to_jsonb(t) as row from ${table} t order by t::text`)));

  it("copies nothing while mails are queued here", async () => {
    await sql(stack, "insert into email_outbox (kind, email) values ('waitlist-confirmation', 'p1@x.org')");
    expect(await move()).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^error: 1 mail is queued here\.\n.+ mail send\. .+ three days\.\n$/u),
    });
    expect(await sql(project, "select from waitlist")).toEqual([]);
    await sql(stack, "delete from email_outbox");
  });

  it("keeps every record with its times and statuses, and sends no mail", async () => {
    expect(await move()).toMatchObject({
      code: 0,
      err: expect.stringMatching(
        /^suppression_key: 1\nwaitlist: 1,203\nbeta_applications: 40\n[^]*npx prelaunch check\n$/u,
      ),
    });
    expect(await everything(project)).toEqual(await everything(stack));
    expect(await sql(project, "select from email_outbox")).toEqual([]);
  });

  it("keeps out people who were erased, and mails nobody who left, bounced or was notified", async () => {
    const input = "email\ngone@x.org\nbounced@x.org\nnew@x.org\n";
    const imported = await cli(["import", "waitlist", "-"], { folder, env: env(), input });
    expect(imported).toMatchObject({ code: 0, err: expect.stringContaining("1 suppressed (1 erased)") });
    await sql(project, "update waitlist set confirmed_at = now()");
    await sql(project, `select announce_page('{"scan": 5000, "most": 5000}')`);
    const unwanted =
      "select from email_outbox where email in ('told@x.org', 'left@x.org', 'bounced@x.org', 'gone@x.org')";
    expect(await sql(project, unwanted)).toEqual([]);
    expect(await sql(project, "select from email_outbox where email = 'p1@x.org'")).toHaveLength(1);
  });

  it("refuses a project with records, and a stack that may change meanwhile", async () => {
    expect(await move()).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^error: The project has records already: waitlist\b.*cascade;\n$/su),
    });
    await sql(
      project,
      "truncate waitlist, beta_applications, email_suppressions, erasures, email_updates, mail_drafts cascade",
    );
    await stack.stop();
    const running = await startStack({ dataFolder: join(folder, ".data"), port: 0, mail: readMailSettings({}) });
    const refused = await move().finally(running.stop);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("The embedded stack is running.") });
  });
});

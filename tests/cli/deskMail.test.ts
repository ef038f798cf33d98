import { expect, it } from "vitest";
import { useDesk } from "./desk.ts";
import { hosted } from "./terminal.ts";
import { useCommands } from "./workplace.ts";

const { backend, query } = useCommands();
const open = () => useDesk({ env: { ...hosted(backend()), OPERATOR_EMAIL: "me@example.com" } });

it("the desk shows which mails are queued and which failed, and tries those again", async () => {
  await query(`insert into email_outbox (kind, email, failed_at, last_error, sent_at) values
    ('waitlist-confirmation', 'dead@example.com', now(), 'smtp_550', null),
    ('waitlist-confirmation', 'left@example.com', now(), 'unsubscribed', null),
    ('waitlist-confirmation', 'held@example.com', now(), 'restored', null),
    ('waitlist-confirmation', 'sent@example.com', null, null, now()),
    ('waitlist-confirmation', 'next@example.com', null, null, null)`);
  const { get, post } = await open();
  expect(await get("mails")).toMatchObject({
    queued: 1,
    failed: 1,
    month: { sent: 1, bouncedShare: "0.00 %", tooManyBounces: false },
    list: { queued: 0, kind: null, sent: 0, reason: null },
    operator: "me@example.com",
    queuedMails: [{ email: "next@example.com", last_error: null }],
  });
  expect(await get("mails/trouble?of=failed")).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ email: "dead@example.com", cause: "other", code: "smtp_550" })]),
  );
  expect((await post("mails/retry")).body).toContain("1 mail is due again.");
  expect(await get("mails")).toMatchObject({ queued: 2, failed: 0 });
  expect(await get("mails/trouble")).toMatchObject([{ email: "held@example.com", cause: "restored" }]);
});

it("the desk says whose mails bounced, failed or were complained about, why, and from which source they are", async () => {
  const hash = "a".repeat(64);
  await query(`insert into waitlist (email, source, confirmed_at) select 'p' || n || '@example.com', 'bought', now() from generate_series(1, 120) n;
    insert into email_updates (hash, parameters) values ('${hash}', '{}');
    insert into email_outbox (kind, email, to_list, update_hash, sent_at) select 'update', email, true, '${hash}', now() - interval '1 minute' from waitlist;
    update email_outbox set sent_at = null, failed_at = now(), bounced_at = now(), last_error = 'smtp_550_5.1.1'
      where email ~ '^p[1-9]@' or email = 'p10@example.com';
    update email_outbox set bounced_at = now() - interval '1 second' where email = 'p11@example.com';
    update email_outbox set complained_at = now() - interval '2 seconds', bounced_at = now() where email = 'p12@example.com';
    update email_outbox set bounced_at = now() - interval '31 days' where email = 'p13@example.com';
    insert into email_outbox (kind, email, to_list, update_hash, failed_at, last_error) select 'update', code || '@example.org', true, '${hash}', now() - interval '1 hour', code
      from unnest(array['restored', 'smtp_550_5.7.1', 'smtp_535_5.7.8', 'smtp_econnection', 'resend_bounced_mailboxfull', 'not_rendered_typeerror']) code;
    insert into email_outbox (kind, email, to_list, update_hash) values ('waitlist-confirmation', 'asked@example.com', false, null), ('update', 'p14@example.com', true, '${hash}');
    select pause_list('bounces')`);
  const { get } = await open();
  // The order is that of sending: a mail that somebody asked for goes before those to the list, however long
  // these have waited.
  await query("update email_outbox set not_before = now() - interval '1 hour' where email = 'p14@example.com'");
  expect((await get("mails")).queuedMails.map(({ kind }: { kind: string }) => kind)).toEqual([
    "waitlist-confirmation",
    "update",
  ]);
  expect(await get("mails")).toMatchObject({
    failed: 5,
    list: { queued: 1, kind: "update", sent: 120, bounced: 13, tooManyBounces: true, complained: 1, reason: "bounces" },
    month: { bounced: 12, bouncedShare: "10.00 %", tooManyBounces: true, complained: 1, tooManyComplaints: false },
  });
  const troubles = await get("mails/trouble");
  expect(troubles).toHaveLength(18);
  expect(troubles[0]).toMatchObject({ trouble: "bounced", cause: "mailbox", source: "bought", kind: "update" });
  expect(troubles[0].person).toMatch(/^[0-9a-f-]{36}$/u);
  expect(troubles.slice(10, 12)).toMatchObject([
    { email: "p11@example.com", trouble: "bounced", cause: "reported", code: null },
    { email: "p12@example.com", trouble: "complained", cause: "complaint" },
  ]);
  const failed: { cause: string; person: null }[] = await get("mails/trouble?of=failed");
  expect(failed.map(({ cause }) => cause).sort()).toEqual([
    "connection",
    "connection",
    "full",
    "program",
    "restored",
    "sender",
  ]);
  expect(failed[0]).toMatchObject({ trouble: "failed", person: null });
  expect(await get("mails/trouble?of=complained")).toHaveLength(1);
});

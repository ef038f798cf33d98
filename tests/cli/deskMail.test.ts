import { expect, it } from "vitest";
import { useDesk } from "./desk.ts";
import { hosted } from "./terminal.ts";
import { useCommands } from "./workplace.ts";

const { backend, query } = useCommands();
const open = () => useDesk({ env: hosted(backend()) });

it("the desk shows which mails are queued and which failed, and tries those again", async () => {
  await query(`insert into email_outbox (kind, email, failed_at, last_error, sent_at) values
    ('waitlist-confirmation', 'dead@example.com', now(), 'smtp_550', null),
    ('waitlist-confirmation', 'left@example.com', now(), 'unsubscribed', null),
    ('waitlist-confirmation', 'sent@example.com', null, null, now()),
    ('waitlist-confirmation', 'next@example.com', null, null, null)`);
  const { get, post } = await open();
  expect(await get("mails")).toMatchObject({
    queued: 1,
    failed: 1,
    sent: 1,
    bouncedShare: "0.00 %",
    queuedMails: [{ email: "next@example.com", last_error: null }],
    failedMails: [{ email: "dead@example.com", last_error: "smtp_550" }],
  });
  expect((await post("mails/retry")).body).toContain("1 mail is due again.");
  expect(await get("mails")).toMatchObject({ queued: 2, failed: 0, failedMails: [] });
});

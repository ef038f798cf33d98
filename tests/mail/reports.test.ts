import { expect, it } from "vitest";
import { Webhook } from "standardwebhooks";
import { webhookSecret } from "../support/backend.ts";
import { usePostedMails } from "./support/postedMails.ts";

const { bench, arrived, drain, json, join, joined, person, consents, suppressed } = usePostedMails();

/**
 * Sends a report of the mail provider, signed as by Resend unless the test says otherwise, and returns the HTTP
 * status.
 */
async function report(type: string, data: object, { secret = webhookSecret, at = new Date(), prefix = "svix" } = {}) {
  const body = JSON.stringify({ type, data });
  const headers = {
    [`${prefix}-id`]: "msg_1",
    [`${prefix}-timestamp`]: String(Math.floor(at.getTime() / 1000)),
    [`${prefix}-signature`]: new Webhook(secret).sign("msg_1", at, body),
  };
  return (await bench().request("/mail/events", { method: "POST", headers, body })).status;
}
const to = ["Ada@example.com"];
const bounce = {
  to,
  bounce: { type: "Permanent", subType: "General", diagnosticCode: ["smtp; 550-5.1.1 Nobody <ada@example.com>"] },
};
const events = async (name: string) => (await consents(`${name}@example.com`)).map(({ event }) => event);

it("of a bounce or complaint keeps an address from being mailed, however often it is repeated", async () => {
  await joined();
  expect([await report("email.bounced", bounce), await report("email.bounced", bounce, { prefix: "webhook" })]).toEqual(
    [204, 204],
  );
  expect(await suppressed()).toEqual(["bounced"]);
  expect(await person()).toMatchObject({ unsubscribed: true });
  expect(await report("email.complained", { to: "ada@example.com" })).toBe(204);
  expect(await suppressed()).toEqual(["complained"]);
});

it("of a mail that the provider did not send, as the address is on its own list, keeps it from being mailed", async () => {
  await joined();
  expect(await report("email.suppressed", { to, suppressed: { type: "OnAccountSuppressionList" } })).toBe(204);
  expect([await suppressed(), await person()]).toMatchObject([["bounced"], { unsubscribed: true }]);
  await joined("bo@example.com");
  const listed = { type: "Permanent", subType: "Suppressed", diagnosticCode: ["smtp; 550 5.7.1 listed"] };
  expect(await report("email.bounced", { to: ["bo@example.com"], bounce: listed })).toBe(204);
  expect(await suppressed()).toEqual(["bounced", "bounced"]);
});

it.each([
  ["email.failed", { failed: { reason: "reached_daily_quota" } }, "resend_failed_reached_daily_quota"],
  ["email.failed", { failed: { reason: "No <ada@example.com> here" } }, "resend_failed"],
  ["email.bounced", { bounce: { type: "Transient", subType: "MailboxFull" } }, "resend_bounced_mailboxfull"],
  ["email.bounced", { bounce: { type: "Permanent", subType: "MessageRejected" } }, "resend_bounced_messagerejected"],
  [
    "email.bounced",
    { bounce: { type: "Permanent", subType: "General", diagnosticCode: ["smtp; 550 5.1.90 daily limit"] } },
    "resend_bounced_5.1.90",
  ],
])(
  "of a mail that was accepted and not delivered lists it as unsent, to be tried again: %s %j",
  async (type, why, code) => {
    await joined();
    await bench().sql("update public.email_outbox set provider_id = 'first'");
    for (let n = 0; n < 2; n++) expect(await report(type, { to, email_id: "first", ...why })).toBe(204);
    expect(await bench().sql("select last_error from public.failed_emails")).toEqual([{ last_error: code }]);
    expect(await suppressed()).toEqual([]);
    await bench().sql("select public.retry_emails(100)");
    await drain();
    expect(arrived()).toHaveLength(2);
    // The id is a new one, because the provider would take the same one for a repeated send.
    expect(new Set(arrived().map(({ mail }) => mail.messageId)).size).toBe(2);
  },
);

it("is noted with the mail that it names, else with the last one sent", async () => {
  await joined();
  await bench().sql(
    `update public.email_outbox set provider_id = 'first';
     insert into public.email_outbox (kind, email, to_list, sent_at, provider_id) values
       ('launch-announcement', 'ada@example.com', true, now(), 'second'), ('launch-announcement', 'ada@example.com', true, now() + interval '1 s', null),
       ('launch-announcement', 'ada@example.com', true, null, null)`,
  );
  await report("email.bounced", { ...bounce, email_id: "first" });
  await report("email.complained", { to, email_id: "of-an-smtp-server" });
  const noted = await bench().sql<{ noted: string }>(
    `select concat_ws(' ', provider_id, case when bounced_at is not null then 'bounced' end, case when complained_at is not null then 'complained' end) as noted
     from public.email_outbox order by sent_at`,
  );
  expect(noted.map((row) => row.noted)).toEqual(["first bounced", "second", "complained", ""]);
});

it.each([
  ["is on the list", "waitlist (email) values ('ada@example.com')"],
  ["applied", "beta_applications (name, email, role, reason) values ('A', 'ada@example.com', 'other', 'x')"],
])("counts for somebody who %s, though no mail to them is remembered and its id is none", async (_who, row) => {
  await bench().sql(`insert into public.${row}`);
  await report("email.complained", { to: "ada@example.com", email_id: "a\u0000b" });
  expect(await suppressed()).toEqual(["complained"]);
});

it("withdraws consent once if somebody complained, and not if a mail bounced", async () => {
  for (const name of ["ada", "cy"]) await joined(`${name}@example.com`);
  await report("email.bounced", { to: ["cy@example.com"] });
  for (let n = 0; n < 2; n++) await report("email.complained", { to });
  await report("email.bounced", bounce);
  expect([await events("ada"), await events("cy")]).toEqual([["asked", "unsubscribed"], ["asked"]]);
  expect(await join("cy@example.com")).toBe(201);
  expect(await events("cy")).toEqual(["asked", "asked"]);
});

it("of a bounce leaves one new attempt to a person who joins again, and says so where no more is made", async () => {
  for (let attempt = 1; attempt <= 3; attempt++) {
    expect([attempt, await join("ada@example.com")]).toEqual([attempt, 201]);
    await drain();
    expect(arrived()).toHaveLength(attempt);
    await report("email.bounced", bounce);
  }
  // A mailbox gets three mails a week at most.
  const answer = await json("/waitlist", { email: "ada@example.com", captcha: await bench().solveCaptcha() });
  expect([answer.status, await answer.json()]).toEqual([409, expect.objectContaining({ code: "mail_returned" })]);
  expect([await person(), await suppressed()]).toMatchObject([{ unsubscribed: true }, ["bounced"]]);
});

it("of a bounce also leaves one new attempt to a person who applies, a complaint none", async () => {
  const apply = async () => {
    const submissionId = crypto.randomUUID();
    const application = { name: "Ada", email: "ada@example.com", role: "other", reason: "x", submissionId };
    await json("/beta", { ...application, captcha: await bench().solveCaptcha() });
    await drain();
    return arrived().length;
  };
  await joined();
  await report("email.bounced", bounce);
  expect(await apply()).toBe(2);
  // They did not leave the waitlist, whose mails get one attempt as well.
  expect(await person()).toMatchObject({ unsubscribed: false });
  await report("email.complained", { to });
  await bench().sql("update public.email_outbox set created_at = created_at - interval '1 hour'");
  expect(await apply()).toBe(2);
});

it("that is lifted puts nobody on the list again who had unsubscribed before, also elsewhere, as an import said", async () => {
  const lift = () => bench().sql("select public.lift_bounce(id) as lifted from public.waitlist");
  await bench().sql("select public.import_waitlist($1)", [
    JSON.stringify([{ email: "ada@example.com", confirmed_at: "2026-01-01", unsubscribed_at: "2026-02-01" }]),
  ]);
  await report("email.bounced", bounce);
  expect([await lift(), await suppressed(), await person()]).toMatchObject([
    [{ lifted: true }],
    [],
    { unsubscribed: true },
  ]);
});

it("has no effect if it is unsigned, signed by another, late, transient, or about a stranger", async () => {
  await joined();
  expect((await bench().request("/mail/events", { method: "POST", body: "{}" })).status).toBe(401);
  const other = `whsec_${Buffer.from("another-secret-of-thirty-two-byt").toString("base64")}`;
  expect(await report("email.bounced", bounce, { secret: other })).toBe(401);
  expect(await report("email.bounced", bounce, { at: new Date(Date.now() - 6 * 60_000) })).toBe(401);
  expect(await report("email.bounced", { to, bounce: { type: "Transient" } })).toBe(204);
  expect(await report("email.bounced", { to: ["stranger@example.com"] })).toBe(204);
  expect(await report("email.opened", bounce)).toBe(204);
  expect(await suppressed()).toEqual([]);
});

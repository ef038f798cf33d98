import { describe, expect, it } from "vitest";
import { brand } from "../../server/contract/brand.ts";
import { consentText } from "../../server/contract/waitlist.ts";
import type { TokenEntry } from "../../server/mail/outbox/outbox.ts";
import { reportTo } from "./support/reportTo.ts";
import { usePostedMails } from "./support/postedMails.ts";

const { bench, arrived, drain, json, join, joined, person, consents, suppressed } = usePostedMails();
const status = async (answer: Promise<Response>) => (await answer).status;

const application = { name: "<b>Eve</b>\r\nBcc: eve@example.com", role: "other", reason: "{{site}}" };

describe("somebody who joins", () => {
  it("is asked to confirm, and is confirmed by the link in the mail, however often it is used", async () => {
    const { confirm } = await joined();
    expect(await person()).toEqual({ confirmed: false, unsubscribed: false });
    expect(await status(json("/confirm", { token: confirm }))).toBe(204);
    expect(await person()).toEqual({ confirmed: true, unsubscribed: false });
    expect(await status(json("/confirm", { token: confirm }))).toBe(204);
  });

  it("is confirmed by nothing else", async () => {
    const { confirm, unsubscribe } = await joined();
    for (const token of ["", "x", unsubscribe, confirm.toUpperCase(), `${confirm}0`])
      expect(await (await json("/confirm", { token })).json()).toMatchObject({
        code: expect.stringMatching(/^(?:token_spent_or_unknown|invalid)$/u),
      });
    for (const method of ["GET", "HEAD"])
      expect(await status(bench().request(`/confirm?token=${confirm}`, { method }))).toBe(405);
    expect(await person()).toEqual({ confirmed: false, unsubscribed: false });
  });

  it("cannot be confirmed with a link that has expired, or after leaving", async () => {
    const { confirm, unsubscribe } = await joined();
    await bench().sql("update public.email_tokens set expires_at = now() where purpose = 'confirm'");
    expect(await status(json("/confirm", { token: confirm }))).toBe(410);
    await bench().sql("update public.email_tokens set expires_at = now() + interval '1 day'");
    expect(await status(json("/confirm", { token: confirm }))).toBe(204);
    expect(await status(json("/unsubscribe", { token: unsubscribe }))).toBe(204);
    expect(await status(json("/confirm", { token: confirm }))).toBe(410);
    expect(await person()).toEqual({ confirmed: true, unsubscribed: true });
  });

  it("cannot be confirmed after leaving with a link that was never used", async () => {
    const { confirm, unsubscribe } = await joined();
    expect(await status(json("/unsubscribe", { token: unsubscribe }))).toBe(204);
    expect(await status(json("/confirm", { token: confirm }))).toBe(410);
    expect(await person()).toEqual({ confirmed: false, unsubscribed: true });
  });

  it("again without having confirmed gets the same answer, and another mail after ten minutes", async () => {
    await joined();
    expect(await join("ada@example.com")).toBe(409);
    expect(await bench().rows()).toHaveLength(1);
    await bench().sql("update public.email_outbox set created_at = created_at - interval '10 minutes'");
    expect(await join("ada@example.com")).toBe(409);
    expect(await bench().rows()).toHaveLength(2);
    await bench().sql("update public.waitlist set confirmed_at = now()");
    await bench().sql("update public.email_outbox set created_at = created_at - interval '8 days'");
    expect(await join("ada@example.com")).toBe(409);
    expect(await bench().rows()).toHaveLength(2);
  });

  it("leaves a proof of consent, and of its end, that names no network address", async () => {
    const { confirm, unsubscribe } = await joined();
    await json("/confirm", { token: confirm });
    await json("/unsubscribe", { token: unsubscribe });
    const client_hash = expect.stringMatching(/^[0-9a-f]{64}$/u);
    expect(await consents()).toEqual([
      { event: "asked", text_version: consentText, client_hash },
      { event: "confirmed", text_version: null, client_hash },
      { event: "unsubscribed", text_version: null, client_hash },
    ]);
  });

  it("gets tokens that the database does not contain", async () => {
    const { confirm, unsubscribe } = await joined();
    const tables = ["waitlist", "email_outbox", "email_tokens", "consent_events"];
    for (const table of tables) {
      const text = JSON.stringify(await bench().sql(`select * from public.${table}`));
      expect(text).not.toContain(confirm);
      expect(text).not.toContain(unsubscribe);
    }
  });
});

describe("somebody who unsubscribes", () => {
  const oneClick = (token: string, body: BodyInit = new URLSearchParams({ "List-Unsubscribe": "One-Click" })) =>
    status(bench().request(`/unsubscribe?token=${token}`, { method: "POST", body }));

  it("does so with one click in their mail program, and again after joining again", async () => {
    const { unsubscribe } = await joined();
    expect(await oneClick(unsubscribe)).toBe(204);
    expect(await oneClick(unsubscribe)).toBe(204);
    expect(await person()).toMatchObject({ unsubscribed: true });
    expect(await consents()).toMatchObject([{ event: "asked" }, { event: "unsubscribed" }]);
    expect(await join("ada@example.com")).toBe(201);
    expect(await person()).toMatchObject({ unsubscribed: false });
    const form = new FormData();
    form.set("List-Unsubscribe", "One-Click");
    expect(await oneClick(unsubscribe, form)).toBe(204);
    expect(await person()).toMatchObject({ unsubscribed: true });
  });

  it.each([
    ["a line break after the field", "List-Unsubscribe=One-Click\r\n", "application/x-www-form-urlencoded"],
    ["no type", "List-Unsubscribe=One-Click", undefined],
    ["another type", "List-Unsubscribe=One-Click", "text/plain;charset=UTF-8"],
    [
      "the other encoding of forms",
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
      "multipart/form-data; boundary=b",
    ],
  ])("does so also by a mail program that sends %s", async (_what, text, type) => {
    const { unsubscribe } = await joined();
    const body = new Blob([text], type === undefined ? {} : { type });
    expect(await oneClick(unsubscribe, body)).toBe(204);
    expect(await person()).toMatchObject({ unsubscribed: true });
  });

  it("and joins again at once gets a new link if the first one was used, and otherwise can use the first", async () => {
    const { confirm, unsubscribe } = await joined();
    const again = async () => {
      expect(await oneClick(unsubscribe)).toBe(204);
      expect(await join("ada@example.com")).toBe(201);
    };
    await again();
    expect(await bench().rows()).toHaveLength(1);
    expect(await status(json("/confirm", { token: confirm }))).toBe(204);
    await again();
    expect(await bench().rows()).toHaveLength(2);
    expect(await status(json("/confirm", { token: confirm }))).toBe(410);
    await again();
    expect(await bench().rows()).toHaveLength(2);
    await drain();
    const [, second] = /\/#confirm=(\w+)/u.exec(arrived().at(-1)?.mail.text ?? "") ?? [];
    expect(await status(json("/confirm", { token: second }))).toBe(204);
  });

  it("can do so for three years after the last mail, and confirm for 90 days after the first", async () => {
    await joined();
    const lasting = (confirm: string, unsubscribe: string) =>
      bench().sql(
        `select from public.email_tokens cross join lateral (
           select now() + case purpose when 'confirm' then $1::interval else $2::interval end as due) as promised
         where expires_at between due - interval '1 hour' and due`,
        [confirm, unsubscribe],
      );
    expect(await lasting("90 days", "3 years")).toHaveLength(2);
    await bench().sql("update public.email_tokens set expires_at = expires_at - interval '50 days'");
    // As before a repeated send, or two more mails to them at a time.
    const links = await bench().sql<TokenEntry>("select hash, purpose, email from public.email_tokens");
    await bench().outbox.register([...links, ...links]);
    expect(await lasting("40 days", "3 years")).toHaveLength(2);
  });

  it("is not unsubscribed by programs that follow links", async () => {
    const { confirm, unsubscribe } = await joined();
    const address = `/unsubscribe?token=${unsubscribe}`;
    for (const method of ["GET", "HEAD"])
      expect(await status(bench().request(address, { method, redirect: "manual" }))).toBe(303);
    expect(await oneClick(unsubscribe, new URLSearchParams({ a: "b" }))).toBe(400);
    expect(await oneClick(unsubscribe, "")).toBe(400);
    expect(await oneClick(confirm)).toBe(410);
    expect(await person()).toMatchObject({ unsubscribed: false });
  });
});

describe("somebody who applies", () => {
  it("is told that the application arrived and how it was decided, in our words only", async () => {
    const submissionId = "00000000-0000-4000-8000-00000000000c";
    const apply = async () =>
      status(
        json("/beta", {
          ...application,
          email: "ada@example.com",
          submissionId,
          captcha: await bench().solveCaptcha(),
        }),
      );
    expect([await apply(), await apply()]).toEqual([201, 201]);
    await drain();
    await bench().sql("update public.beta_applications set status = 'declined'");
    await drain();
    expect(arrived().map(({ mail }) => mail.subject)).toEqual([
      `We have your application for ${brand}’s beta`,
      `Your application for ${brand}’s beta`,
    ]);
    for (const { raw, to } of arrived()) {
      expect(raw).not.toMatch(/\bEve\b|Bcc|List-Unsubscribe/u);
      expect(to).toEqual(["ada@example.com"]);
    }
  });
});

describe("a report of the mail provider", () => {
  const report = reportTo(bench);
  const bounce = { to: ["Ada@example.com"], bounce: { type: "Permanent" } };

  it("keeps an address from being mailed, however often it is repeated", async () => {
    await joined();
    expect([
      await report("email.bounced", bounce),
      await report("email.bounced", bounce, { prefix: "webhook" }),
    ]).toEqual([204, 204]);
    expect(await suppressed()).toEqual(["bounced"]);
    expect(await person()).toMatchObject({ unsubscribed: true });
    expect(await report("email.complained", { to: "ada@example.com" })).toBe(204);
    expect(await suppressed()).toEqual(["complained"]);
  });

  it("that it has accepted a mail and not sent it, as the address is on its own list, keeps it from being mailed", async () => {
    await joined();
    const data = { to: ["ada@example.com"], suppressed: { message: "On a list", type: "OnAccountSuppressionList" } };
    expect(await report("email.suppressed", data)).toBe(204);
    expect(await suppressed()).toEqual(["bounced"]);
    expect(await person()).toMatchObject({ unsubscribed: true });
  });

  it("is noted with the last mail that went to the provider's SMTP server if it names none of ours", async () => {
    await joined();
    await report("email.bounced", { ...bounce, email_id: "of-an-smtp-server" });
    const noted = "select bounced_at is not null as bounced from public.email_outbox";
    expect(await bench().sql(noted)).toEqual([{ bounced: true }]);
  });

  it("is noted with the mail that it names, else with the last one sent", async () => {
    await joined();
    await bench().sql(
      `update public.email_outbox set provider_id = 'first';
       insert into public.email_outbox (kind, email, sent_at, provider_id) values
         ('update', 'ada@example.com', now(), 'second'), ('update', 'ada@example.com', now() + interval '1 s', null),
         ('update', 'ada@example.com', null, null)`,
    );
    await report("email.bounced", { ...bounce, email_id: "first" });
    await report("email.complained", { to: "ada@example.com" });
    expect(
      await bench().sql(
        "select provider_id, bounced_at is not null as bounced, complained_at is not null as complained from public.email_outbox order by sent_at",
      ),
    ).toEqual([
      { provider_id: "first", bounced: true, complained: false },
      { provider_id: "second", bounced: false, complained: false },
      { provider_id: null, bounced: false, complained: true },
      { provider_id: null, bounced: false, complained: false },
    ]);
  });

  it.each([
    ["is on the list", "waitlist (email) values ('ada@example.com')"],
    ["applied", "beta_applications (name, email, role, reason) values ('A', 'ada@example.com', 'other', 'x')"],
  ])("counts for somebody who %s, though no mail to them is remembered", async (_who, row) => {
    await bench().sql(`insert into public.${row}`);
    await report("email.complained", { to: "ada@example.com" });
    expect(await suppressed()).toEqual(["complained"]);
  });

  it.each([["x".repeat(201)], ["a\u0000b"], [7]])("counts though its id of the mail is none: %j", async (email_id) => {
    await joined();
    expect(await report("email.bounced", { ...bounce, email_id })).toBe(204);
    expect(await suppressed()).toEqual(["bounced"]);
  });

  it("withdraws consent once if somebody complained, and not if a mail bounced", async () => {
    for (const name of ["ada", "cy"]) await joined(`${name}@example.com`);
    await report("email.bounced", { to: ["cy@example.com"] });
    await report("email.complained", { to: ["ada@example.com"] });
    await report("email.complained", { to: ["ada@example.com"] });
    await report("email.bounced", { to: "ada@example.com" });
    const events = async (name: string) => (await consents(`${name}@example.com`)).map(({ event }) => event);
    expect(await events("ada")).toEqual(["asked", "unsubscribed"]);
    expect(await events("cy")).toEqual(["asked"]);
    for (const name of ["ada", "cy"]) expect(await person(`${name}@example.com`)).toMatchObject({ unsubscribed: true });
    expect(await join("cy@example.com")).toBe(201);
    expect(await events("cy")).toEqual(["asked", "asked"]);
  });

  it("of a bounce leaves one new attempt to who joins again, and says so where none is made any more", async () => {
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect([attempt, await join("ada@example.com")]).toEqual([attempt, 201]);
      await drain();
      expect(arrived()).toHaveLength(attempt);
      await report("email.bounced", bounce);
    }
    // Three a week are enough for any mailbox.
    const captcha = await bench().solveCaptcha();
    const answer = await json("/waitlist", { email: "ada@example.com", captcha });
    expect([answer.status, await answer.json()]).toEqual([409, expect.objectContaining({ code: "mail_returned" })]);
    expect([await person(), await suppressed()]).toMatchObject([{ unsubscribed: true }, ["bounced"]]);
  });

  it("of a bounce also leaves one new attempt to who applies, and none of a complaint", async () => {
    const apply = async () => {
      await json("/beta", {
        ...application,
        email: "ada@example.com",
        submissionId: crypto.randomUUID(),
        captcha: await bench().solveCaptcha(),
      });
      await drain();
      return arrived().length;
    };
    await joined();
    await report("email.bounced", bounce);
    expect(await apply()).toBe(2);
    await report("email.complained", { to: "ada@example.com" });
    await bench().sql("update public.email_outbox set created_at = created_at - interval '1 hour'");
    expect(await apply()).toBe(2);
  });

  it("of a bounce does not keep a later withdrawal from being recorded, once", async () => {
    const { unsubscribe } = await joined();
    await report("email.bounced", bounce);
    for (let n = 0; n < 2; n++) expect(await status(json("/unsubscribe", { token: unsubscribe }))).toBe(204);
    expect(await consents()).toMatchObject([{ event: "asked" }, { event: "unsubscribed" }]);
  });

  it("has no effect if it is unsigned, signed by another, late, transient, or about a stranger", async () => {
    await joined();
    expect(await status(bench().request("/mail/events", { method: "POST", body: "{}" }))).toBe(401);
    const other = `whsec_${Buffer.from("another-secret-of-thirty-two-byt").toString("base64")}`;
    expect(await report("email.bounced", bounce, { secret: other })).toBe(401);
    expect(await report("email.bounced", bounce, { at: new Date(Date.now() - 6 * 60_000) })).toBe(401);
    expect(await report("email.bounced", { ...bounce, bounce: { type: "Transient" } })).toBe(204);
    expect(await report("email.bounced", { to: ["stranger@example.com"] })).toBe(204);
    expect(await report("email.opened", bounce)).toBe(204);
    expect(await suppressed()).toEqual([]);
  });
});

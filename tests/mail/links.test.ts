import { describe, expect, it } from "vitest";
import { consentText } from "../../server/contract/waitlist.ts";
import type { TokenEntry } from "../../server/mail/outbox/outbox.ts";
import { usePostedMails } from "./support/postedMails.ts";

const { bench, arrived, drain, json, join, joined, person, consents } = usePostedMails();
const status = async (answer: Promise<Response>) => (await answer).status;
const confirms = (token: string | undefined) => status(json("/confirm", { token }));
const leaves = (token: string) => status(json("/unsubscribe", { token }));

describe("somebody who joins", () => {
  it("cannot be confirmed with a link that has expired, or after leaving", async () => {
    const { confirm, unsubscribe } = await joined();
    await bench().sql("update public.email_tokens set expires_at = now() where purpose = 'confirm'");
    expect(await confirms(confirm)).toBe(410);
    await bench().sql("update public.email_tokens set expires_at = now() + interval '1 day'");
    expect(await leaves(unsubscribe)).toBe(204);
    expect(await confirms(confirm)).toBe(410);
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

  it("leaves a proof of consent, and of its end, that names no network address; tokens are stored hashed", async () => {
    const { confirm, unsubscribe } = await joined();
    await confirms(confirm);
    await leaves(unsubscribe);
    const client_hash = expect.stringMatching(/^[0-9a-f]{64}$/u);
    expect(await consents()).toEqual([
      { event: "asked", text_version: consentText, client_hash },
      { event: "confirmed", text_version: null, client_hash },
      { event: "unsubscribed", text_version: null, client_hash },
    ]);
    for (const table of ["waitlist", "email_outbox", "email_tokens", "consent_events"]) {
      const text = JSON.stringify(await bench().sql(`select * from public.${table}`));
      expect([text.includes(confirm), text.includes(unsubscribe)]).toEqual([false, false]);
    }
  });
});

describe("somebody who unsubscribes", () => {
  const oneClick = (token: string) => status(bench().request(`/unsubscribe?token=${token}`, { method: "POST" }));

  it("does so with one click in their mail program, and again after joining again", async () => {
    const { unsubscribe } = await joined();
    for (let n = 0; n < 2; n++) {
      expect([await oneClick(unsubscribe), await oneClick(unsubscribe)]).toEqual([204, 204]);
      expect(await person()).toMatchObject({ unsubscribed: true });
      expect(await join("ada@example.com")).toBe(201);
      expect(await person()).toMatchObject({ unsubscribed: false });
    }
    expect((await consents()).map(({ event }) => event)).toEqual([
      ...Array.from({ length: 2 }, () => ["asked", "unsubscribed"]).flat(),
      "asked",
    ]);
  });

  it("and joins again at once gets a new link if the first one was used, and otherwise can use the first", async () => {
    const { confirm, unsubscribe } = await joined();
    const again = async () => {
      expect(await oneClick(unsubscribe)).toBe(204);
      expect(await join("ada@example.com")).toBe(201);
      return (await bench().rows()).length;
    };
    expect([await again(), await confirms(confirm)]).toEqual([1, 200]);
    expect([await again(), await confirms(confirm), await again()]).toEqual([2, 410, 2]);
    await drain();
    const [, second] = /\/#confirm=(\w+)/u.exec(arrived().at(-1)?.mail.text ?? "") ?? [];
    expect(await confirms(second)).toBe(200);
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
    expect(await lasting("90 days", "3 years")).toHaveLength(3);
    await bench().sql("update public.email_tokens set expires_at = expires_at - interval '50 days'");
    // A repeated send registers the same links again, and so do two more mails to these people at a time.
    const links = await bench().sql<TokenEntry>(
      "select hash, purpose, email from public.email_tokens t join public.waitlist w on w.id = t.person",
    );
    await bench().outbox.register([...links, ...links]);
    expect(await lasting("40 days", "3 years")).toHaveLength(3);
  });
});

/** The text that every attempted injection contains, to search mails for. */
const mark = "injected";

it.each([
  `${mark}\r\nBcc: ${mark}@example.com`,
  `<a href="https://${mark}.example">${mark}</a>`,
  `{{site}}{{token}}${mark}{{imprint}}`,
])("nothing typed into a form reaches a mail, or anybody else: %j", async (attempt) => {
  const application = { name: attempt, company: attempt, role: "other", reason: attempt };
  const apply = async (more: object) =>
    status(
      json("/beta", {
        ...application,
        email: "ada@example.com",
        submissionId: "00000000-0000-4000-8000-00000000000c",
        captcha: await bench().solveCaptcha(),
        ...more,
      }),
    );
  for (const field of ["email", "role", "submissionId"]) expect(await apply({ [field]: attempt })).toBe(422);
  // The same submission twice is one application.
  expect([await apply({}), await apply({})]).toEqual([201, 201]);
  await drain();
  await bench().sql("update public.beta_applications set status = 'declined'");
  await drain();
  expect(arrived()).toHaveLength(2);
  for (const { raw, to, from } of arrived()) {
    expect(raw.toLowerCase()).not.toContain(mark);
    expect(raw).not.toMatch(/^(?:Bcc|Cc|Reply-To|List-Unsubscribe):/imu);
    expect({ to, from }).toEqual({ to: ["ada@example.com"], from: "hello@keelbook.example" });
  }
});

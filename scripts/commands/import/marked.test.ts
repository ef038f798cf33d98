import { describe, expect, it } from "vitest";
import { now, reading } from "../../../tests/support/readingWaitlist.ts";
import { type Mark, marks } from "../../files/marks.ts";

// In each file, ada is the person who must be marked.
it.each<[Mark, string, string, string, string]>([
  ["unsubscribed", "Status", "Unsubscribed", "Active", "status"],
  ["unsubscribed", "unsubscribed_at", "2025-06-01", "0001-01-01", "unsubscribed"],
  ["unsubscribed", "unsubscribed_at", "2025-06-01", "", "unsubscribed"],
  ["unsubscribed", "Subscribed", "no", "yes", "consent"],
  ["unsubscribed", "Uitgeschreven", "ja", "", "unsubscribed"],
  ["notified", "result", "sent", "failed", "status"],
  ["notified", "Sent at", "2025-06-01", "", "notified"],
  ["notified", "Notified", "true", "false", "notified"],
  ["complained", "event", "complained", "delivered", "status"],
  ["complained", "complained_at", "2025-06-01", "1970-01-01", "complained"],
])(
  "--%s asks about a column that may say that not everybody is meant: %s",
  async (mark, column, meant, other, kind) => {
    const text = `Email Address,${column},Last changed\nada@x.org,${meant},x\nbea@x.org,${other},x\n`;
    const asked = `column "${column}" may say that not everybody`;
    await expect(reading(text, { [mark]: true })).rejects.toMatchObject({
      code: "usage",
      message: expect.stringContaining(asked),
      hint: expect.stringMatching(new RegExp(`--map ${kind}="${column}" .*--map ignored="${column}"`, "u")),
    });
    const one = mark === "notified" ? "s-" : `${mark[0]}-`;
    expect((await reading(text, { [mark]: true, map: [`${kind}=${column}`] })).said).toBe(one);
    expect((await reading(text, { [mark]: true }, kind)).said).toBe(one);
    expect((await reading(text, { [mark]: true, map: [`ignored=${column}`] })).said).toBe(
      one.replace("-", one[0] ?? ""),
    );
    expect((await reading(text, { [mark]: true }, "ignored")).said).toBe(one.replace("-", one[0] ?? ""));
  },
);

it.each(marks)("--%s takes everybody in a list without such a column", async (mark) => {
  const { rows, said } = await reading("a@x.org\nLi, Ed <b@x.org>\n", { [mark]: true });
  const letter = mark === "notified" ? "s" : mark[0];
  expect([rows.map(({ email }) => email), said]).toEqual([["a@x.org", "b@x.org"], `${letter}${letter}`]);
});

it("asks about no column that agrees, or says something else, and keeps since when people unsubscribed", async () => {
  const header = "Email Address,First Name,REGION,OPTIN_TIME,UNSUB_TIME,UNSUB_REASON,Status";
  const lines = ["ada", "bea"].map(
    (name, n) => `${name}@x.org,N${n},R${n},2024-01-0${n + 1},2025-01-0${n + 1},${n || ""},unsubscribed\n`,
  );
  const { rows } = await reading(`${header}\n${lines.join("")}`, { unsubscribed: true });
  expect(rows.map((row) => row.unsubscribed_at)).toEqual(["2025-01-01T00:00:00+00:00", "2025-01-02T00:00:00+00:00"]);
});

it("takes nothing but the address of people who bounced, complained or were notified", async () => {
  const text = "email,created_at,tags\na@x.org,yesterday,客户\n";
  expect((await reading(text, { bounced: true })).rows).toEqual([{ email: "a@x.org", suppress: "bounced" }]);
  expect((await reading(text, { complained: true })).rows).toEqual([
    { email: "a@x.org", suppress: "complained", unsubscribed_at: now.toISOString() },
  ]);
});

it("asks what a value means", async () => {
  const text = "email,result\na@x.org,sent\nb@x.org,failed\nb@x.org,sent\nc@x.org,gone\n";
  const notified = (...meaning: string[]) => reading(text, { notified: true, map: ["status=result"], meaning });
  await expect(notified()).rejects.toMatchObject({ hint: expect.stringContaining('--meaning "gone=notified"') });
  await expect(notified("gone=lost")).rejects.toMatchObject({ message: expect.stringContaining("not-notified") });
  expect((await notified("gone=not-notified")).said).toBe("s-s-");
});

it.each([
  [
    "Amazon SES",
    "EmailAddress,Reason,LastUpdateTime\na@x.org,BOUNCE,2025-05-04T10:00:00Z\nb@x.org,COMPLAINT,\n",
    "b-",
    "-c",
  ],
  [
    "Postmark",
    "SuppressedEmail,SuppressionReason,Origin,CreatedAt\na@x.org,HardBounce,Recipient,2025-05-04\nb@x.org,SpamComplaint,Recipient,2025-05-04\nc@x.org,ManualSuppression,Customer,2025-05-04\n",
    "b--",
    "-c-",
    "--u",
  ],
  ["Mailgun", "address,code,error,created_at\na@x.org,550,550 5.1.1 no,2025-05-04\nb@x.org,451,4.2.2 full,\n", "b-"],
  ["Mailgun", "address,created_at\na@x.org,2025-05-04\n", "b", "c", "u"],
  [
    "Mailchimp",
    "Email Address,First Name,CLEAN_CAMPAIGN_TITLE,CLEAN_CAMPAIGN_ID\na@x.org,A,May,abc1\nb@x.org,B,,abc2\nc@x.org,C,,abc2\nd@x.org,D,,abc2\n",
    "bbbb",
  ],
])(
  "a suppression list of %s is refused without what its people did, which are kept apart",
  async (service, text, ...said) => {
    await expect(reading(text)).rejects.toMatchObject({
      code: "usage",
      message: expect.stringContaining(`that ${service} no longer mails`),
      hint: expect.stringContaining("--bounced, --complained or --unsubscribed"),
    });
    for (const [n, letters] of said.entries()) {
      const mark = (["bounced", "complained", "unsubscribed"] as const)[n] ?? "bounced";
      expect([mark, (await reading(text, { [mark]: true })).said]).toEqual([mark, letters]);
    }
  },
);

describe("bounces", () => {
  const bounced = async (text: string, options: { map?: string[]; meaning?: string[] } = {}, answer?: string) =>
    (await reading(text, { bounced: true, ...options }, answer)).said;

  it.each([
    ["recipient,bounceType,bounceSubType\nada@x.org,Permanent,General\nbea@x.org,Transient,General\n", "b-"],
    ["email,phone,bounce_type\nada@x.org,412-555-0199,hard\nbea@x.org,212-555-0199,hard\n", "bb"],
    ["email,street,telephone,id,kind\nada@x.org,450 Main Street,421 555,412,hard\nbea@x.org,4 Side,1,550,soft\n", "b-"],
    ["email,last_name,bounceType\nada@x.org,Hard,Undetermined\nbea@x.org,Soft,Permanent\n", "-b"],
    ["email,code\nada@x.org,550 5.1.90\nbea@x.org,550 5.1.1\n", "-b"],
    ["email,type,diagnosticCode\nada@x.org,hard,smtp; 550 5.1.90 limit\nbea@x.org,hard,smtp; 550 no\n", "-b"],
    ["email,bounced_at\nada@x.org,0001-01-01\nbea@x.org,2025-06-01\n", "-b"],
  ])(
    "are read from the columns that are known as kinds and codes, the permanent ones alone: %j",
    async (text, said) => {
      expect(await bounced(text)).toBe(said);
    },
  );

  it("may be told by another column, which is asked about", async () => {
    const text = "email,Sorte\nada@x.org,hard\nbea@x.org,soft\n";
    await expect(bounced(text)).rejects.toMatchObject({ hint: expect.stringContaining('--map status="Sorte"') });
    const limit = "email,Remote said\nada@x.org,550 5.1.90 limit\n";
    await expect(bounced(limit)).rejects.toMatchObject({ hint: expect.stringContaining('--map status="Remote said"') });
    expect(await bounced(text, { map: ["status=Sorte"] })).toBe("b-");
    expect(await bounced(text, {}, "ignored")).toBe("bb");
  });

  it("with a 5xx without an enhanced code are asked about once", async () => {
    const text =
      "email,reason\nada@x.org,550 no such user\nbea@x.org,550 JunkMail rejected\ncy@x.org,550 5.1.90 limit\n";
    await expect(bounced(text)).rejects.toMatchObject({ hint: expect.stringContaining('--meaning "550=') });
    expect(await bounced(text, { meaning: ["550=bounced"] })).toBe("bb-");
    expect(await bounced(text, {}, "bounced")).toBe("bb-");
  });

  it("of kinds that are not known are asked about, and never taken in silence", async () => {
    const text = "email,Art\nada@x.org,hard\nbea@x.org,dauerhaft\n";
    await expect(bounced(text)).rejects.toMatchObject({
      message: expect.stringMatching(/not understood, in line 3: "dauerhaft"\./u),
      hint: expect.stringContaining('--meaning "dauerhaft=bounced" (or subscribed)'),
    });
    expect(await bounced(text, {}, "subscribed")).toBe("b-");
    expect(await bounced(text, { meaning: ["dauerhaft=bounced"] })).toBe("bb");
    const many = Array.from({ length: 60 }, (_, n) => `p${n}@x.org,${n === 50 ? "it is full" : `5.1.1 user p${n}`}\n`);
    const { said, refused } = await reading(`email,reason\n${many.join("")}`, { bounced: true });
    expect([said, refused]).toEqual(["b".repeat(59), ["reason has a value that is not understood."]]);
  });

  it("of a file of mail failed are those that the operator left in it, or whose addresses do not exist", async () => {
    const failed = (...codes: string[]) =>
      `id,kind,email,error,attempts,created_at,failed_at\n${codes.map((code, n) => `${n},update,p${n}@x.org,${code},9,2025-01-01,2025-01-04\n`).join("")}`;
    expect(await bounced(failed("smtp_450_4.1.2", "smtp_450_4.1.2"))).toBe("bb");
    const mixed = failed("smtp_450_4.1.2", "smtp_550_5.1.90");
    await expect(bounced(mixed)).rejects.toMatchObject({ hint: expect.stringContaining('--map status="error"') });
    expect(await bounced(mixed, { map: ["status=error"] })).toBe("b-");
  });
});

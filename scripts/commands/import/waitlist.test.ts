import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { now, people, reading } from "../../../tests/support/readingWaitlist.ts";
import type { PlanOptions } from "./rows.ts";

// The statuses that are expected, by their first letters: subscribed, unsubscribed, bounced, complained.
const tools: [tool: string, text: string, said: string][] = [
  [
    "Mailchimp",
    "Email Address,First Name,Email Marketing Status,OPTIN_TIME,LEID\na@x.org,A,Subscribed,2025-01-02 03:04:05,1\nb@x.org,B,Unsubscribed,,2\nc@x.org,C,Cleaned,,3\nd@x.org,D,Non-Subscribed,,4\n",
    "subu",
  ],
  [
    "Mailchimp's unsubscribed and cleaned files",
    "Email Address,UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_REASON,CLEAN_TIME\na@x.org,2025-01-02 03:04:05,May,spam,\nb@x.org,,,,2025-01-02 03:04:05\n",
    "ub",
  ],
  [
    "Substack",
    "email,active_subscription,expiry,email_disabled,created_at\na@x.org,false,,false,2025-01-02\nb@x.org,false,,true,2025-01-02\n",
    "su",
  ],
  [
    "Ghost",
    "id,email,name,subscribed_to_emails,complimentary_plan,created_at,deleted_at,labels\n1,a@x.org,A,true,false,2025-01-02,,\n2,b@x.org,B,false,false,2025-01-02,,\n",
    "su",
  ],
  [
    "beehiiv",
    "email,status,subscription_tier\na@x.org,active,free\nb@x.org,inactive,free\nc@x.org,validating,free\n",
    "sus",
  ],
  [
    "MailerLite",
    "Email,Subscribed,Unsubscribed,Status\na@x.org,2025-01-02 03:04:05,0000-00-00 00:00:00,Active\nb@x.org,2025-01-02 03:04:05,2025-02-03 04:05:06,Unsubscribed\nc@x.org,2025-01-02 03:04:05,,Junk\n",
    "suc",
  ],
  ["Kit", people("Status", "active", "inactive", "cancelled", "bounced"), "ssub"],
  ["Brevo", "EMAIL;DOUBLE_OPT-IN;EMAIL_BLACKLISTED\na@x.org;Yes;No\nb@x.org;Yes;Yes\n", "su"],
  [
    "HubSpot",
    "Email,Unsubscribed from all email,Email hard bounce reason,Opted out of email: One to One\na@x.org,false,,\nb@x.org,true,,\nc@x.org,,Unknown user,\nd@x.org,,,Yes\n",
    "subu",
  ],
  [
    "Buttondown",
    "email,subscriber_type,unsubscription_date,unsubscription_reason\na@x.org,regular,,\nb@x.org,unsubscribed,2025-02-03,too many\nc@x.org,undeliverable,,\n",
    "sub",
  ],
  [
    "Klaviyo",
    "Email,Email Marketing Consent,Email Suppressions\na@x.org,SUBSCRIBED,\nb@x.org,UNSUBSCRIBED,\nc@x.org,SUBSCRIBED,\"['HARD_BOUNCE']\"\nd@x.org,NEVER_SUBSCRIBED,\n",
    "subu",
  ],
  ["CleverReach", "E-Mail;Aktiv;Abgemeldet\na@x.org;1;\nb@x.org;0;\nc@x.org;1;03.02.2025\n", "suu"],
  ["a column by its values alone", people("Zustand", "angemeldet", "abgemeldet", "unzustellbar"), "sub"],
];

it.each(tools)("people who may not be mailed stay away when they come from %s", async (_tool, text, expected) => {
  expect((await reading(text)).said).toBe(expected);
});

it.each(tools)(
  "a list of people who unsubscribed is read by the same columns and words: %s",
  async (_tool, text, said) => {
    const { described } = await reading(text);
    const statuses = /^ {2}(status|consent|unsubscribed|bounced|complained) ← (.+?)(?: \(.*\))?$/gmu;
    const map = [...described.matchAll(statuses)].map(([, kind, column]) => `${kind}=${column}`);
    const expected = said.replaceAll(/[bc]/gu, "u").replaceAll("s", "-");
    expect((await reading(text, { unsubscribed: true, map })).said).toBe(expected);
    // Where nobody can be asked, one of these columns is named.
    const named = map.map((pair) => pair.replace(/=(.*)/u, '="$1"'));
    await expect(reading(text, { unsubscribed: true })).rejects.toMatchObject({
      code: "usage",
      hint: expect.stringMatching(named.join("|").replaceAll("*", "")),
    });
  },
);

// Databases, languages, spreadsheets and people write these for "no date". Excel shows a 0 as 1/0/1900, and PHP the
// 0000-00-00 of a database as the year -1.
const zeros =
  "0001-01-01 0001-01-01T00:00:00Z 1970-01-01T01:00:00+01:00 1899-12-30 1899-12-30T00:00:00.000Z 1904-01-01T00:00:00.000Z 1900-01-01 9999-12-31 0000000000";
it.each([
  ...zeros.split(" "),
  "1/0/1900",
  "00.01.1900",
  "1/0/00",
  "00/00/0000",
  "0000-00-00 00:00:00.000000",
  "-0001-11-30T00:00:00+00:00",
  "0001-01-01 00:00:00 +0000 UTC",
  "31.12.9999 23:59:59",
  '"Jan 1, 1970 12:00 AM"',
])("%s is no date: nobody unsubscribed, bounced, complained or confirmed then", async (zero) => {
  const header = "email,created_at,confirmed_at,unsubscribed_at,bounced_at,complained_at";
  const { rows, refused } = await reading(
    `${header}\na@x.org${`,${zero}`.repeat(5)}\nb@x.org,,,2025-06-01T08:00:00Z,${zero},${zero}\n`,
  );
  expect([refused, rows]).toEqual([
    [],
    [{ email: "a@x.org" }, { email: "b@x.org", unsubscribed_at: "2025-06-01T08:00:00+00:00" }],
  ]);
});

it("an unsubscription counts whatever its date", async () => {
  const { rows } = await reading(people("unsubscribed_at", "2027-01-01", "1999-01-01", ""));
  expect(rows.map((row) => row.unsubscribed_at)).toEqual([now.toISOString(), now.toISOString(), undefined]);
});

it.each(["bounced_at", "complained_at"])("a date of %s that lies ahead is asked about", async (column) => {
  const text = people(column, "2027-01-01", "");
  await expect(reading(text)).rejects.toMatchObject({
    hint: expect.stringContaining('--meaning "2027-01-01=unsubscribed"'),
  });
  expect((await reading(text, {}, "subscribed")).said).toBe("ss");
});

it("the time of an unsubscription is the file's, or now; of a bounce there is none", async () => {
  const { rows } = await reading(
    "email,status,unsubscribed_at\na@x.org,,2025-02-03T04:05:06Z\nb@x.org,unsubscribed,\nc@x.org,bounced,\nd@x.org,complained,\n",
  );
  expect(rows).toEqual([
    { email: "a@x.org", unsubscribed_at: "2025-02-03T04:05:06+00:00" },
    { email: "b@x.org", unsubscribed_at: now.toISOString() },
    { email: "c@x.org", suppress: "bounced" },
    { email: "d@x.org", unsubscribed_at: now.toISOString(), suppress: "complained" },
  ]);
});

it("reads Mailchimp's cleaned file by its times, and asks about none of its campaigns", async () => {
  const header = "Email Address,CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,CLEAN_CAMPAIGN_ID";
  const text = `${header}\na@x.org,2025-01-02 03:04:05,May,f00\nb@x.org,2025-01-02 03:04:05,June,ba7\n`;
  expect((await reading(text)).said).toBe("bb");
});

it("--unsubscribed takes everybody in the file for one who unsubscribed", async () => {
  expect((await reading("email\na@x.org\nb@x.org\n", { unsubscribed: true })).said).toBe("uu");
});

it("says that listmonk's export does not hold who unsubscribed from a list", async () => {
  const { described } = await reading("uuid,email,status\n,a@x.org,enabled\n");
  expect(described).toContain("npx prelaunch import waitlist unsubscribed.csv --unsubscribed --map ignored=status");
});

describe("a column that may say who unsubscribed", () => {
  const many = (value: (n: number) => string) => Array.from({ length: 60 }, (_, n) => value(n));
  const consent = "May we e-mail you about the launch?";

  it.each([
    ["dates", people("Uitgeschreven op", "", "2025-03-01"), "Uitgeschreven op", "line 3", "unsubscribed", "su"],
    ["yes and no", people(consent, "Yes", "No"), consent, "line 2", "consent", "su"],
    ["one mark", people("Baja", ...many((n) => (n === 50 ? "✝" : ""))), "Baja", "line 52", "ignored", "s".repeat(60)],
    ["few status words", people("State", "active", "cancelled"), "State", "line 2", "status", "su"],
  ])("is never ignored in silence: %s", async (_what, text, name, line, kind, said) => {
    await expect(reading(text)).rejects.toMatchObject({
      code: "usage",
      message: expect.stringMatching(
        `The column "${name.replace("?", "\\?")}" is not understood, and may say who unsubscribed.*${line}`,
      ),
      hint: expect.stringContaining(`--map ${kind}="${name}"`),
    });
    expect((await reading(text, {}, kind)).said).toBe(said);
    expect((await reading(text, { map: [`${kind}=${name}`] })).said).toBe(said);
  });

  it("is not asked about where it cannot: names, ids, ratings, figures, free text, or nothing at all", async () => {
    const header = "First Name,Country,MEMBER_RATING,LAST_CHANGED,Points,Text,Nothing,Accepts SMS Marketing";
    const values = many((n) =>
      ["Ada", n % 2 ? "DE" : "FR", n % 5, "2025-01-02", n * 7, `text of ${n}`, "", "no"].join(),
    );
    expect((await reading(people(header, ...values))).said).toBe("s".repeat(60));
  });

  it.each(["Não", "?"])("with a value that is not understood is asked about: %s", async (word) => {
    const text = people("unsubscribed", word, "yes");
    await expect(reading(text)).rejects.toMatchObject({
      message: expect.stringContaining(`a value that is not understood, in line 2: "${word}".`),
      hint: expect.stringContaining(`--meaning "${word}=unsubscribed"`),
    });
    expect((await reading(text, {}, "subscribed")).said).toBe("su");
    expect((await reading(text, { meaning: [`${word}=unsubscribed`] })).said).toBe("uu");
  });

  it("of consent with a yes and blanks may mean either", async () => {
    const text = people("Newsletter", "x", "");
    await expect(reading(text)).rejects.toMatchObject({ hint: expect.stringContaining('"=unsubscribed"') });
    expect((await reading(text, { meaning: ["=unsubscribed"] })).said).toBe("su");
    expect((await reading(text, {}, "subscribed")).said).toBe("ss");
  });
});

it("recognizes columns by their names and values, normalises, and says what it ignores", async () => {
  const { rows, described } = await reading(
    'Name,Email Address,OPTIN_TIME,Source\nAda,ADA@Example.com ,2026-05-01 10:00:00,"Facebook Ads"\nBo,bo@example.com,,Ada <ada@x.org>\n',
  );
  expect(rows).toEqual([
    { email: "ada@example.com", name: "Ada", created_at: "2026-05-01T10:00:00+00:00", source: "facebook-ads" },
    { email: "bo@example.com", name: "Bo", source: null },
  ]);
  expect(described).toBe("  email ← Email Address\n  created_at ← OPTIN_TIME\n  source ← Source\n  name ← Name");
});

it.each(["Referred By", "Invite Code", "Share Code"])(
  "takes codes of other tools for none of ours: %s",
  async (header) => {
    const { rows, refused, described } = await reading(people(header, "Bob", "bob@x.org", ""));
    expect([rows.map((row) => Object.keys(row)), refused]).toEqual([[["email"], ["email"], ["email"]], []]);
    expect(described).toContain(`ignored: ${header}`);
  },
);

it("takes addresses as mail programs write them, with or without a header", async () => {
  const emails = async (text: string) => (await reading(text)).rows.map(({ email }) => email).join(" ");
  const bare = 'Ada <a@x.org>\n<b@x.org>\nmailto:c@x.org?subject=Hi\n"""Li, Ed"" <d@x.org>"\nLi, Ed <e|f@x.org>\n';
  expect(await emails(bare)).toBe("a@x.org b@x.org c@x.org d@x.org e|f@x.org");
  expect(await emails("Nr,Empfänger\n1,f@x.org\n2,not one\n3,g@x.org\n")).toBe("f@x.org g@x.org");
});

it.each([
  ["Kontakt,Quelle\nAda,x\n", [], "No column looks like email addresses. The file has: Kontakt, Quelle"],
  ["My people\nEmail,Joined\na@x.org,2025-05-04\n", [], "has 1 field, and no other line has as many."],
  ["Kontakt\na@x.org\n", ["mail=Kontakt"], 'there is no column "mail". There are: email, '],
  ["Invited by,Guest\na@x.org,b@x.org\n", [], "Several columns hold addresses: Invited by, Guest."],
])("refuses a file whose columns are unclear: %j", async (text, map, message) => {
  await expect(reading(text, { map })).rejects.toMatchObject({
    code: "usage",
    message: expect.stringContaining(message),
  });
});

it("maps columns as told", async () => {
  const { rows } = await reading("Invited by,Guest,Source\na@x.org,b@x.org,x\n", { map: ["email=Guest", "source="] });
  expect(rows).toEqual([{ email: "b@x.org" }]);
});

it.each([
  ["Email,Name,First Name\na@x.org, Ada  King ,Ada\n", "Ada King"],
  ["First Name,Last Name,Email\nAda,King,a@x.org\n", "Ada King"],
  ["Vorname;E-Mail-Adresse\nAda;a@x.org\n", "Ada"],
  [`Name,Email\n${"x".repeat(101)},a@x.org\n`, undefined],
])("reads names: %s", async (text, name) => {
  expect((await reading(text)).rows).toEqual([{ email: "a@x.org", ...(name && { name }) }]);
});

it("knows beehiiv's Subscriber ID and Typeform's Submit Date (UTC)", async () => {
  const ids = Array.from({ length: 60 }, (_, n) => `p${n}@x.org,sub_${n % 40}\n`);
  expect((await reading(`Email,Subscriber ID\n${ids.join("")}`)).described).toContain("ignored: Subscriber ID");
  const { rows } = await reading(people("Submit Date (UTC)", "2025-05-04 10:00:00"));
  expect(rows).toEqual([{ email: "p0@x.org", created_at: "2025-05-04T10:00:00+00:00" }]);
});

describe("dates", () => {
  const dated = async (text: string, options: PlanOptions = {}, answer?: string) =>
    (await reading(text, options, answer)).rows.map(({ created_at }) =>
      new Date(String(created_at)).toJSON().slice(0, 16),
    );

  it.each([
    ["Created time,Email\n4/25/2025 5:06pm,a@x.org\n3/4/2025,b@x.org\n", "2025-04-25T17:06 2025-03-04T00:00"],
    ["Optin Time,Email\n45781.5,a@x.org\n1746360000,b@x.org\n", "2025-05-04T12:00 2025-05-04T12:00"],
    ['Submitted At,Email\n"April 3, 2025 5:06 PM",a@x.org\n3-Apr-25,b@x.org\n', "2025-04-03T17:06 2025-04-03T00:00"],
    [
      "Signed up,Email\n2025-05-04 14:00 GMT+2,a@x.org\n2025-05-04T12:00:00.5Z,b@x.org\n",
      "2025-05-04T12:00 2025-05-04T12:00",
    ],
  ])("are read as the whole column shows: %s", async (text, expected) => {
    expect((await dated(text)).join(" ")).toBe(expected);
  });

  it("that are not understood are refused with how to leave them out", async () => {
    const { refused } = await reading("email,created_at\na@x.org,2025-05-01\nb@x.org,5 4 2025\n");
    expect(refused).toEqual([expect.stringContaining("--map created_at= leaves the column out.")]);
  });

  it("that can be read two ways are asked about", async () => {
    const text = "Date,Email\n3/4/2025,a@x.org\n";
    await expect(dated(text)).rejects.toMatchObject({
      message: 'The dates in "Date" can be read two ways, as in line 2.',
      hint: expect.stringContaining("--date-format dmy"),
    });
    expect(await dated(text, {}, "dmy")).toEqual(["2025-04-03T00:00"]);
    expect(await dated(text, { dateFormat: "mdy" })).toEqual(["2025-03-04T00:00"]);
  });

  it("are the same day in every form in which one can be written", async () => {
    const day = fc.date({ min: new Date("2000-01-01"), max: now, noInvalidDate: true });
    const english = (date: Date, month: "long" | "short") =>
      date.toLocaleDateString("en", { day: "numeric", month, year: "numeric", timeZone: "UTC" }).replace(",", "");
    await fc.assert(
      fc.asyncProperty(day, async (date) => {
        const [y, m, d] = date.toJSON().slice(0, 10).split("-");
        const all = [`${y}-${m}-${d}`, `${y}/${m}/${d}`, `${d}.${m}.${y}`, `${d}/${m}/${y}`, `${d}-${m}-${y}`];
        const forms = [...all, english(date, "long"), english(date, "short")];
        const text = `email,date\n${forms.map((form, n) => `p${n}@x.org,${form}\n`).join("")}`;
        expect(new Set(await dated(text, { dateFormat: "dmy" }))).toEqual(new Set([`${y}-${m}-${d}T00:00`]));
      }),
      { numRuns: 50 },
    );
  });
});

it.each([
  ["no address,", "Enter a valid email address, such as ada@example.com."],
  ["x@x.org,30.02.2026", "created_at is not a day of the calendar."],
  ["x@x.org,yesterday", expect.stringContaining("created_at is not a date in a known form")],
  ["x@x.org,2026-05-07", "created_at is after tomorrow."],
  ["Ada (bo@x.org) <ada@x.org>,", "Give one email address, not several."],
])("refuses the line %j", async (line, reason) => {
  expect((await reading(`email,created_at\ngood@x.org,2026-05-01\n${line}\n`)).refused).toEqual([reason]);
});

it("keeps columns as answers of their own where --keep says so, and names the others", async () => {
  const text = "email,How did you hear of us?,Shoe size\na@x.org, A friend ,44\nb@x.org,,45\n";
  const { rows, described } = await reading(text, { keep: ["How did you hear of us?"] });
  expect(rows.map(({ answers }) => answers)).toEqual([{ howdidyouhearofus: "A friend" }, {}]);
  expect(described).toContain("answer_howdidyouhearofus ← How did you hear of us?\n");
  expect(described).toMatch(/ignored: .*Shoe size/u);
  const long = await reading(text.replace("A friend", "x".repeat(201)), { keep: ["How did you hear of us?"] });
  expect(long.refused).toEqual(["How did you hear of us?: At most 200 characters, please."]);
  await expect(reading(text.replace("Shoe size", "Time"), { keep: ["Time"] })).rejects.toThrow(
    "has the name of a question: call it answer_time.",
  );
  await expect(reading(text, { keep: ["Nope"] })).rejects.toThrow('the file has no column "Nope"');
});

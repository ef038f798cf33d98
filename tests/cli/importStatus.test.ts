import { writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { useImports } from "./importing.ts";
import { sheets } from "./workbooks.ts";

const { run, query, importing, people, suppressed, file: path } = useImports();

describe("people who may not be mailed", () => {
  it.each([
    [
      "Mailchimp",
      "Email Address,First Name,Email Marketing Status,OPTIN_TIME,LEID\na@x.org,A,Subscribed,2025-01-02 03:04:05,1\nb@x.org,B,Unsubscribed,,2\nc@x.org,C,Cleaned,,3\nd@x.org,D,Non-Subscribed,,4\n",
      ["a", "-b", "-d"],
      ["bounced"],
    ],
    [
      "Mailchimp's unsubscribed and cleaned files",
      "Email Address,UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_REASON,CLEAN_TIME\na@x.org,2025-01-02 03:04:05,May,spam,\nb@x.org,,,,2025-01-02 03:04:05\n",
      ["-a"],
      ["bounced"],
    ],
    [
      "Kit",
      "first_name,email,status,created_at\nA,a@x.org,active,2025-01-02\nB,b@x.org,cancelled,2025-01-02\nC,c@x.org,bounced,2025-01-02\nD,d@x.org,complained,2025-01-02\n",
      ["a", "-b"],
      ["bounced", "complained"],
    ],
    [
      "Substack",
      "email,active_subscription,expiry,email_disabled,created_at\na@x.org,false,,false,2025-01-02T03:04:05.678Z\nb@x.org,false,,true,2025-01-02T03:04:05.678Z\n",
      ["a", "-b"],
      [],
    ],
    [
      "Ghost",
      "id,email,name,subscribed_to_emails,complimentary_plan,created_at,deleted_at,labels\n1,a@x.org,A,true,false,2025-01-02T03:04:05.000Z,,\n2,b@x.org,B,false,false,2025-01-02T03:04:05.000Z,,\n",
      ["a", "-b"],
      [],
    ],
    [
      "beehiiv",
      "email,status,subscription_tier,created_at\na@x.org,active,free,2025-01-02\nb@x.org,inactive,free,2025-01-02\nc@x.org,validating,free,2025-01-02\n",
      ["a", "-b", "c"],
      [],
    ],
    [
      "MailerLite",
      "Email,Name,Subscribed,Unsubscribed,Status\na@x.org,A,2025-01-02 03:04:05,0000-00-00 00:00:00,Active\nb@x.org,B,2025-01-02 03:04:05,2025-02-03 04:05:06,Unsubscribed\nc@x.org,C,2025-01-02 03:04:05,,Junk\n",
      ["a", "-b"],
      ["complained"],
    ],
    [
      "Brevo",
      "EMAIL;DOUBLE_OPT-IN;EMAIL_BLACKLISTED;ADDED_TIME\na@x.org;Yes;No;02-01-2025 03:04:05\nb@x.org;Yes;Yes;25-01-2025 03:04:05\n",
      ["a", "-b"],
      [],
    ],
    [
      "Shopify",
      "Customer ID,First Name,Email,Accepts Email Marketing,Phone,Accepts SMS Marketing\n'1,A,a@x.org,yes,'+4912,no\n'2,B,b@x.org,no,'+4912,yes\n",
      ["a", "-b"],
      [],
    ],
    [
      "HubSpot",
      "Email,Unsubscribed from all email,Email hard bounce reason,Opted out of email: One to One,Create Date\na@x.org,false,,,2025-01-02 03:04\nb@x.org,true,,,2025-01-02 03:04\nc@x.org,,Unknown user,,2025-01-02 03:04\nd@x.org,,,Yes,2025-01-02 03:04\n",
      ["a", "-b", "-d"],
      ["bounced"],
    ],
    [
      "listmonk",
      "uuid,email,name,status,created_at\n,a@x.org,A,enabled,2025-01-02T03:04:05Z\n,b@x.org,B,blocklisted,2025-01-02T03:04:05Z\n",
      ["a", "-b"],
      [],
    ],
    [
      "Buttondown",
      "email,subscriber_type,creation_date,unsubscription_date,unsubscription_reason\na@x.org,regular,2025-01-02,,\nb@x.org,unsubscribed,2025-01-02,2025-02-03,too many\nc@x.org,undeliverable,2025-01-02,,\n",
      ["a", "-b"],
      ["bounced"],
    ],
    [
      "Klaviyo",
      "Email,Email Marketing Consent,Email Marketing Consent Timestamp,Email Suppressions,SMS Marketing Consent\na@x.org,SUBSCRIBED,2025-01-02,,NEVER_SUBSCRIBED\nb@x.org,UNSUBSCRIBED,2025-01-02,,\nc@x.org,SUBSCRIBED,2025-01-02,\"['HARD_BOUNCE']\",\nd@x.org,NEVER_SUBSCRIBED,,,\n",
      ["a", "-b", "-d"],
      ["bounced"],
    ],
    [
      "CleverReach",
      "E-Mail;Anmeldedatum;Aktiv;Abgemeldet\na@x.org;02.01.2025;1;\nb@x.org;02.01.2025;0;\nc@x.org;02.01.2025;1;03.02.2025\n",
      ["a", "-b", "-c"],
      [],
    ],
    ["a German list", "E-Mail;Abgemeldet\na@x.org;nein\nb@x.org;ja\nc@x.org;x\n", ["a", "-b", "-c"], []],
    [
      "a column by its values alone",
      "email,Zustand\na@x.org,angemeldet\nb@x.org,abgemeldet\nc@x.org,unzustellbar\n",
      ["a", "-b"],
      ["bounced"],
    ],
  ])("stay away when they come from %s", async (_tool, file, expected, reasons) => {
    const { code, err } = await importing(file);
    expect(err).toMatch(/According to the file: \d/u);
    expect(code).toBe(0);
    expect(await people()).toEqual(expected);
    expect(await suppressed()).toEqual(reasons);
  });

  it("win over every other line about the same address, in any order and at any distance", async () => {
    const crowd = Array.from({ length: 2100 }, (_, index) => `p${index}@x.org,subscribed\n`).join("");
    const { err, code } = await importing(
      `email,status\na@x.org,unsubscribed\nb@x.org,subscribed\nc@x.org,subscribed\nd@x.org,subscribed\n${crowd}A@x.org,subscribed\nb@x.org,unsubscribed\nc@x.org,bounced\nd@x.org,subscribed\nd@x.org,complained\n`,
    );
    expect(err).toContain("2,109 lines: 2,104 added, 5 duplicates, 0 rejected.");
    expect(code).toBe(0);
    expect((await people()).slice(0, 4)).toEqual(["-a", "-b", "-c", "-d"]);
    expect(await suppressed()).toEqual(["bounced", "complained"]);
  });

  it("win over an earlier line that waits to be sent, with the first time of leaving in the file", async () => {
    await importing("email\na@x.org\nb@x.org\n");
    const { err } = await importing(
      "email,status,unsubscribed_at\na@x.org,unsubscribed,2025-02-03T04:05:06Z\nb@x.org,active,\nc@x.org,active,\na@x.org,bounced,\nb@x.org,unsubscribed,2025-02-04T04:05:06Z\nc@x.org,complained,\n",
    );
    expect(err).toContain(
      "6 lines: 0 added, 2 listed already and unsubscribed, 1 suppressed (1 complained), 3 duplicates, 0 rejected.",
    );
    expect(await query("select unsubscribed_at from waitlist order by email")).toEqual([
      { unsubscribed_at: new Date("2025-02-03T04:05:06Z") },
      { unsubscribed_at: new Date("2025-02-04T04:05:06Z") },
    ]);
    expect(await suppressed()).toEqual(["bounced", "complained"]);
  });

  it("unsubscribe people on the list, who are never listed again by a later file", async () => {
    await importing("email\na@x.org\nb@x.org\nc@x.org\n");
    const { err } = await importing(
      "email,status\na@x.org,unsubscribed\nb@x.org,bounced\nd@x.org,complained\nc@x.org,active\n",
    );
    expect(err).toContain(
      "4 lines: 0 added, 2 listed already and unsubscribed, 1 suppressed (1 complained), 1 duplicate, 0 rejected.",
    );
    expect(await people()).toEqual(["-a", "-b", "c"]);
    expect((await importing("email\na@x.org\nb@x.org\nd@x.org\n")).err).toContain(
      "3 lines: 0 added, 1 suppressed (1 complained), 2 duplicates, 0 rejected.",
    );
    expect(await people()).toEqual(["-a", "-b", "c"]);
  });

  it("withdraw the consent they gave here, at the time in the file; but not by a bounce, nor in a dry run", async () => {
    await importing("email\na@x.org\nb@x.org\nc@x.org\nd@x.org\n");
    const file =
      "email,status,unsubscribed_at\na@x.org,,2025-02-03T04:05:06Z\nb@x.org,bounced,\nc@x.org,active,\nd@x.org,complained,\ne@x.org,unsubscribed,\n";
    const events = () =>
      query("select email, event, happened_at < '2026-01-01' as of_file from consent_events order by email");
    await importing(file, ["--dry-run"]);
    expect(await events()).toEqual([]);
    await importing(file);
    await importing(file);
    expect(await events()).toEqual([
      { email: "a@x.org", event: "unsubscribed", of_file: true },
      { email: "d@x.org", event: "unsubscribed", of_file: false },
    ]);
  });

  it("withdraw it once when mail to them bounced, too, wherever the file says so, and however often it is imported", async () => {
    const names = ["a", "b", "c", "d", "f"];
    await importing(`email\n${names.map((name) => `${name}@x.org\n`).join("")}`);
    const crowd = Array.from({ length: 2100 }, (_, index) => `p${index}@x.org,,,\n`).join("");
    const at = "2025-02-03T04:05:06Z";
    const once = `email,status,unsubscribed_at,bounced\na@x.org,,${at},yes\nb@x.org,bounced,,\nb@x.org,,${at},\nc@x.org,,${at},\nc@x.org,bounced,,\nd@x.org,,${at},\nf@x.org,"[unsubscribed, hard_bounce]",,\n${crowd}d@x.org,bounced,,\n`;
    const times = "happened_at = unsubscribed_at and happened_at < '2026-01-01' as of_file from consent_events";
    const events = () => query(`select email, event, ${times} join waitlist using (email) order by 1`);
    for (const file of [once, once]) {
      await importing(file);
      expect(await events()).toEqual(
        names.map((name) => ({ email: `${name}@x.org`, event: "unsubscribed", of_file: name !== "f" })),
      );
    }
    expect(await suppressed()).toEqual(names.map(() => "bounced"));
  });
});

describe("a column that may say who left", () => {
  const dutch = "email;Uitgeschreven op\na@x.org;\nb@x.org;2025-03-01\n";
  const consent = "May we e-mail you about the launch?";
  const form = `Timestamp,Email Address,${consent}\n2025-05-04,a@x.org,Yes\n2025-05-04,b@x.org,No\n2025-05-04,c@x.org,Yes\n`;
  const long = (column: string, value: (index: number) => string) =>
    `email,${column}\n${Array.from({ length: 60 }, (_, index) => `p${index}@x.org,${value(index)}\n`).join("")}`;

  it.each([
    ["dates", dutch, "Uitgeschreven op", "line 3", "left"],
    [
      "dates in words",
      "email;Fecha de baja\na@x.org;\nb@x.org;1 de marzo de 2025\n",
      "Fecha de baja",
      "line 3",
      "left",
    ],
    ["yes and no", form, consent, "line 2", "consent"],
    [
      "words of any language",
      long("Feliratkozva", (index) => (index % 9 ? "igen" : "nem")),
      "Feliratkozva",
      "line 2",
      "ignored",
    ],
    ["one mark", long("Baja", (index) => (index === 50 ? "✝" : "")), "Baja", "line 52", "ignored"],
    ["few status words", "email,State\na@x.org,active\nb@x.org,cancelled\n", "State", "line 2", "status"],
  ])("is never ignored in silence: %s", async (_what, text, name, line, kind) => {
    const refused = await importing(text);
    expect(refused).toMatchObject({
      code: 2,
      err: expect.stringContaining(`The column "${name}" is not understood, and may say who left`),
    });
    expect(refused.err).toContain(line);
    expect(refused.err).toContain(`--map ${kind}="${name}"`);
    expect(refused.err).not.toMatch(/2025|igen|✝/u);
    expect(await importing(text, [], { answers: [] })).toMatchObject({ code: 2 });
    expect(await people()).toEqual([]);
    expect(await importing(text, [], { answers: [kind] })).toMatchObject({ code: 0 });
    const asked = await people();
    await query("truncate waitlist cascade");
    expect(await importing(text, ["--map", `${kind}=${name}`])).toMatchObject({ code: 0 });
    expect(await people()).toEqual(asked);
    expect(kind === "ignored" || asked.slice(0, 2).join()).toBe(kind === "ignored" || "a,-b");
  });

  it("is not asked about where it cannot: names, ids, ratings, figures, free text, or nothing at all", async () => {
    const text = long(
      "First Name,Country,MEMBER_RATING,LAST_CHANGED,Points,Text,Nothing,Accepts SMS Marketing",
      (index) =>
        ["Ada", index % 2 ? "DE" : "FR", index % 5, "2025-01-02", index * 7, `text of ${index}`, "", "no"].join(),
    );
    expect(await importing(text)).toMatchObject({ code: 0, err: expect.stringContaining("60 lines: 60 added") });
  });

  it.each(["Nee", "Não", "NaN", "?"])("with a value that is not understood is asked about: %s", async (word) => {
    const text = `email,unsubscribed\na@x.org,${word}\nb@x.org,yes\n`;
    expect(await importing(text)).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        `The column "unsubscribed" (left) has a value that is not understood, in line 2: "${word}".\nSay what it means: --meaning "${word}=unsubscribed"`,
      ),
    });
    await importing(text, [], { answers: ["listed"] });
    expect(await people()).toEqual(["a", "-b"]);
    await importing(text.replaceAll("@", "2@"), ["--meaning", `${word}=unsubscribed`]);
    expect(await people()).toEqual(["-a2", "a", "-b2", "-b"]);
  });

  it("of consent with a yes and blanks may mean either", async () => {
    const marked = "email,Newsletter\na@x.org,x\nb@x.org,\n";
    expect(await importing(marked)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--meaning "=unsubscribed"'),
    });
    await importing(marked, ["--meaning", "=unsubscribed"]);
    await importing(marked.replaceAll("@", "2@"), [], { answers: ["listed"] });
    expect(await people()).toEqual(["a2", "a", "b2", "-b"]);
  });

  it("takes meanings only of standings there are", async () => {
    expect(await importing(dutch, ["--meaning", "Lost=gone"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("--meaning Lost=gone: "),
    });
  });
});

describe("people in another file or sheet", () => {
  it("of listmonk who left a list are missing from its export, which is said", async () => {
    const { code, err } = await importing("uuid,email,name,status\n,a@x.org,A,enabled\n,b@x.org,B,enabled\n");
    expect(code).toBe(0);
    expect(err).toContain("does not contain who left a list");
    expect(err).toContain("npx prelaunch import waitlist unsubscribed.csv --left");
    await importing("email\nb@x.org\nc@x.org\n", ["--left"]);
    expect(await people()).toEqual(["a", "-b", "-c"]);
  });

  it("of a workbook are asked about, or have to be named", async () => {
    await writeFile(
      path("people.xlsx"),
      sheets({ Active: ["email", "a@x.org", "b@x.org"], Notes: ["nobody"], Unsubscribed: ["email", "b@x.org"] }),
    );
    const argv = ["import", "waitlist", "people.xlsx"];
    expect(await run(argv)).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /has people in the sheets "Active", "Unsubscribed"; one may hold those who left\.\nSay which one to read: --sheet "Active"\. .*--left/u,
      ),
    });
    expect(await run([...argv, "--sheet", "Gone"])).toMatchObject({ code: 2 });
    expect(await people()).toEqual([]);
    await run([...argv, "--sheet", "Unsubscribed", "--left"]);
    expect(await run(argv, { answers: ["Active"] })).toMatchObject({ code: 0 });
    expect(await people()).toEqual(["a", "-b"]);
  });
});

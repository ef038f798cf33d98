import { describe, expect, it } from "vitest";
import { useImports } from "./importing.ts";

const { run, query, importing, people, suppressed, supabase } = useImports();

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

  it("get the time of their unsubscription, or that of the import", async () => {
    const clock = () => new Date("2026-05-04T12:00:00Z");
    await importing("email,unsubscribed\na@x.org,2025-02-03 04:05:06\nb@x.org,yes\n", [], { clock });
    expect(await query("select unsubscribed_at from waitlist order by email")).toEqual([
      { unsubscribed_at: new Date("2025-02-03T04:05:06Z") },
      { unsubscribed_at: clock() },
    ]);
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
    const names = ["a", "b", "c", "d", "e", "f"];
    await importing(`email\n${names.map((name) => `${name}@x.org\n`).join("")}`);
    const crowd = Array.from({ length: 2100 }, (_, index) => `p${index}@x.org,,,\n`).join("");
    const at = "2025-02-03T04:05:06Z";
    const once = `email,status,unsubscribed_at,bounced\na@x.org,,${at},yes\nb@x.org,bounced,,\nb@x.org,,${at},\nc@x.org,,${at},\nc@x.org,bounced,,\nd@x.org,,${at},\ne@x.org,bounced,,\nf@x.org,"[unsubscribed, hard_bounce]",,\n${crowd}d@x.org,bounced,,\ne@x.org,,${at},\n`;
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

describe("the suppression list", () => {
  it("keeps out erased people when an old file is imported again, unless that is overridden", async () => {
    const file = "email,created_at\na@x.org,2025-01-02\nb@x.org,2025-01-02\n";
    await importing(file);
    await run(["erase", "a@x.org", "--yes"]);
    const again = await importing(file);
    expect(again).toMatchObject({
      code: 0,
      err: expect.stringContaining("2 lines: 0 added, 1 suppressed (1 erased), 1 duplicate, 0 rejected."),
    });
    expect(await people()).toEqual(["b"]);

    expect(await importing(file, ["--override-suppression"])).toMatchObject({ code: 2 });
    expect(await importing(file, ["--override-suppression"], { answers: ["no"] })).toMatchObject({ code: 1 });
    expect(await people()).toEqual(["b"]);
    expect(await importing(file, ["--override-suppression"], { answers: ["yes"] })).toMatchObject({
      code: 0,
      err: expect.stringContaining("2 lines: 1 added, 1 duplicate"),
    });
    expect(await people()).toEqual(["a", "b"]);
    expect(await suppressed()).toEqual([]);
  });

  it("is not overridden by a file that itself says that mail bounced", async () => {
    await supabase().rpc("suppress_email", { person: "a@x.org", why: "erased" }).throwOnError();
    await supabase().rpc("suppress_email", { person: "b@x.org", why: "complained" }).throwOnError();
    const crowd = Array.from({ length: 2100 }, (_, index) => `p${index}@x.org,,yes\n`).join("");
    const file = `email,bounced,unsubscribed\na@x.org,yes,\nb@x.org,yes,\n${crowd}a@x.org,,yes\n`;
    await importing(file, ["--override-suppression", "--yes"]);
    expect((await people()).slice(0, 1)).toEqual(["-p0"]);
    // Nor is what was known before forgotten.
    expect(await suppressed()).toEqual(["bounced", "complained"]);
  });
});

describe("a dry run", () => {
  it("prints the same numbers as the real run, and writes nothing", async () => {
    await importing("email\na@x.org\nb@x.org\n");
    await supabase().rpc("suppress_email", { person: "e@x.org", why: "erased" }).throwOnError();
    const crowd = Array.from({ length: 2100 }, (_, index) => `p${index}@x.org,,active,\n`).join("");
    const file = `email,date,status,id\na@x.org,,unsubscribed,\nb@x.org,,active,\nc@x.org,2025-02-30,active,\nd@x.org,,bounced,\ne@x.org,,active,\ni@x.org,,active,0b0e7a52-6f0c-4f5b-9d5e-0d8f4a1c2b3d\n${crowd}p1@x.org,,unsubscribed,\np2@x.org,,complained,\nj@x.org,,active,0b0e7a52-6f0c-4f5b-9d5e-0d8f4a1c2b3d\n`;
    const rows = () =>
      query(
        "select (select count(*) from waitlist) as people, (select count(*) from email_suppressions) as suppressed",
      );
    const before = await rows();
    const dry = await importing(file, ["--dry-run"]);
    expect(await rows()).toEqual(before);
    const real = await importing(file);
    const counts = ({ err }: { err: string }) =>
      err.replaceAll(/ to (?:add|unsubscribe)/gu, "").replaceAll(/ (?:added|unsubscribed(?=,))/gu, "");
    const summary = (outcome: { err: string }) => /^[\d,]+ lines: .*\nBy the file's.*$/mu.exec(counts(outcome))?.[0];
    expect(summary(dry)).toBe(summary(real));
    expect(real.err).toContain(
      "2,109 lines: 2,101 added, 1 listed already and unsubscribed, 2 suppressed (1 erased, 1 bounced), 3 duplicates, 2 rejected.",
    );
  });
});

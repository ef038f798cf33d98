import { beforeEach, describe, expect, it } from "vitest";
import { useCommands } from "./workplace.ts";

const { run, query, list, write, backend } = useCommands();

beforeEach(() =>
  query("insert into waitlist (email) values ('ada@example.com'), ('bea@example.com'), ('=c@example.com')"),
);
const marked = (condition: string) => list(`select email from waitlist where ${condition} order by email`);

describe("unsubscribe and notified", () => {
  it.each([
    ["unsubscribe", "unsubscribed", "unsubscribed_at is not null"],
    ["notified", "notified", "notified"],
  ])("%s marks who is named, once", async (verb, event, condition) => {
    expect(await run([verb, " ADA@example.com ", "Bea <bea@example.com>", "ada@example.com"])).toEqual({
      code: 0,
      out: "",
      err: `2 marked as ${event}, 0 already were.\n`,
    });
    const first = await query("select * from waitlist order by email");
    expect((await run([verb, "ada@example.com", "bea@example.com"])).err).toBe(
      `0 marked as ${event}, 2 already were.\n`,
    );
    expect(await query("select * from waitlist order by email")).toEqual(first);
    expect(await marked(condition)).toEqual(["ada@example.com", "bea@example.com"]);
  });

  it("records each unsubscription once, beside the consent, not of whom a bounce had taken off the list", async () => {
    const bounced = { event: "bounced", people: '["bea@example.com"]' } as const;
    await backend().supabase.rpc("record_email_event", bounced).throwOnError();
    for (let times = 0; times < 2; times++) await run(["unsubscribe", "ada@example.com", "bea@example.com"]);
    expect(await query("select email, event from consent_events")).toEqual([
      { email: "ada@example.com", event: "unsubscribed" },
    ]);
  });

  it("takes the file that an export wrote", async () => {
    for (const name of ["may.csv", "may.xlsx"]) {
      await query("update waitlist set notified = false");
      await run(["export", "waitlist", "--not-notified", "--out", name]);
      expect((await run(["notified", "--file", name])).err).toMatch(/^3 marked/mu);
      expect(await marked("not notified")).toEqual([]);
    }
  });

  it("names lines and places, not addresses, marks the rest, and ends with 1", async () => {
    const refused = (verb: string, place: string) =>
      `1 marked as unsubscribed, 0 already were.\n${place} ${verb}: not on the waitlist\n`;
    expect(await run(["unsubscribe", "nobody@example.com", "ada@example.com"])).toEqual({
      code: 1,
      out: "",
      err: `${refused("1", "address")}error: 1 of 2 could not be marked.\n`,
    });
    await query("update waitlist set unsubscribed_at = null");
    for (const [text, unknown, malformed] of [
      ["ada@example.com\n\nnobody@example.com\nno address\n", "3", "4"],
      ['Name;E-Mail\n"Ada\nL";ada@example.com\nN;nobody@example.com\nX;\n', "4", "5"],
    ] as const) {
      expect(await run(["unsubscribe", "--file", "-"], { input: text })).toMatchObject({
        code: 1,
        err: `${refused(unknown, "line")}line ${malformed}: not an email address\nerror: 2 of 3 could not be marked.\n`,
      });
      await query("update waitlist set unsubscribed_at = null");
    }
  });

  it("refuses what names nobody", async () => {
    await write("columns.csv", "a,b\nada@example.com,x\n");
    for (const [argv, code, message] of [
      [[], 2, "Give email addresses, or --file with a list of them."],
      [["ada@example.com", "--file", "x"], 2, "Give addresses or --file, not both."],
      [["ada@example.com", "ada@@example"], 2, "Not an email address: address 2."],
      [["--file", "columns.csv"], 2, "columns.csv has several columns, and none is called email."],
      [["--file", "none.csv"], 1, "none.csv cannot be read: there is no such file."],
    ] as const)
      expect(await run(["unsubscribe", ...argv])).toMatchObject({ code, err: expect.stringContaining(message) });
    expect(await marked("unsubscribed_at is not null")).toEqual([]);
  });
});

describe("mail bounces", () => {
  const bounce = async (text: string, argv: string[] = [], answers?: string[]) => {
    await write("bounces.csv", text);
    await query("truncate email_suppressions");
    const outcome = await run(["mail", "bounces", "bounces.csv", ...argv], answers ? { answers } : {});
    return { ...outcome, suppressed: (await list("select reason from email_suppressions")).length };
  };

  it("takes all of a list, and permanent bounces of a table with kinds", async () => {
    const kinds =
      "recipient,bounceType,bounceSubType\nada@example.com,Permanent,General\nbea@example.com,Transient,General\n";
    expect(await bounce("ada@example.com\nbea@example.com\n")).toMatchObject({ code: 0, suppressed: 2 });
    expect(await bounce(kinds)).toMatchObject({ code: 0, suppressed: 1 });
  });

  it("asks about kinds that it does not know, or has to be told", async () => {
    const text = "email,Art\nada@example.com,hard\nbea@example.com,dauerhaft\n";
    expect(await bounce(text)).toMatchObject({
      code: 2,
      suppressed: 0,
      err: expect.stringMatching(/not understood, in line 3: "dauerhaft"\.\n.*--meaning "dauerhaft=permanent"/u),
    });
    expect(await bounce(text, [], ["temporary"])).toMatchObject({ code: 0, suppressed: 1 });
    expect(await bounce(text, ["--meaning", "dauerhaft=permanent"])).toMatchObject({ code: 0, suppressed: 2 });
  });
});

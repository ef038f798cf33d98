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

  it("records each unsubscription once, beside the consent, also of whom a bounce had taken off the list", async () => {
    const bounced = { event: "bounced", people: '["bea@example.com"]' } as const;
    await backend().supabase.rpc("record_email_event", bounced).throwOnError();
    for (let times = 0; times < 2; times++) await run(["unsubscribe", "ada@example.com", "bea@example.com"]);
    expect(await query("select email, event from consent_events order by email")).toEqual([
      { email: "ada@example.com", event: "unsubscribed" },
      { email: "bea@example.com", event: "unsubscribed" },
    ]);
    await query("select lift_bounce(id) from waitlist where email = 'bea@example.com'");
    expect(await marked("unsubscribed_at is not null")).toEqual(["ada@example.com", "bea@example.com"]);
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

  // Of each, ada is the one who is meant.
  it.each([
    ["unsubscribe", "Status", "Unsubscribed", "Active", "status"],
    ["unsubscribe", "unsubscribed_at", "2025-06-01", "0001-01-01", "unsubscribed"],
    ["unsubscribe", "unsubscribed_at", "2025-06-01", "", "unsubscribed"],
    ["unsubscribe", "Subscribed", "no", "yes", "consent"],
    ["unsubscribe", "Uitgeschreven", "ja", "", "unsubscribed"],
    ["notified", "result", "sent", "failed", "status"],
    ["notified", "Sent at", "2025-06-01", "", "notified"],
    ["notified", "Notified", "true", "false", "notified"],
    ["mail bounces --complaints", "event", "complained", "delivered", "status"],
    ["mail bounces --complaints", "complained_at", "2025-06-01", "1970-01-01", "complained"],
  ])(
    "%s asks about a column that may say that not everybody is meant: %s",
    async (verb, column, meant, other, kind) => {
      await write(
        "people.csv",
        `Email Address,${column},Last changed\nada@example.com,${meant},x\nbea@example.com,${other},x\n`,
      );
      const command = verb.split(" ");
      const take = async (argv: string[] = [], answers?: string[]) => {
        await query("truncate email_suppressions; update waitlist set unsubscribed_at = null, notified = false");
        const file = command.length > 1 ? ["people.csv"] : ["--file", "people.csv"];
        const outcome = await run([...command, ...file, ...argv], answers ? { answers } : {});
        return { ...outcome, marked: await marked("unsubscribed_at is not null or notified") };
      };
      const alone = {
        code: 0,
        marked: ["ada@example.com"],
        err: expect.stringContaining("; 1 line was left out by its columns."),
      };
      expect(await take()).toMatchObject({
        code: 2,
        marked: [],
        err: expect.stringMatching(
          new RegExp(`column "${column}" may say [^]*--map ${kind}="${column}" [^]*--map ignored="${column}"`, "u"),
        ),
      });
      expect(await take(["--map", `${kind}=${column}`])).toMatchObject(alone);
      expect(await take([], [kind])).toMatchObject(alone);
      const both = { code: 0, marked: ["ada@example.com", "bea@example.com"] };
      expect(await take(["--map", `ignored=${column}`])).toMatchObject(both);
      expect(await take([], ["ignored"])).toMatchObject(both);
    },
  );

  it("ask about no column that agrees, or says something else", async () => {
    const header = "Email Address,First Name,REGION,OPTIN_TIME,UNSUB_TIME,UNSUB_REASON,Status";
    const lines = ["ada", "bea"].map(
      (name, n) => `${name}@example.com,N${n},R${n},2024-01-0${n + 1},2025-01-0${n + 1},${n || ""},unsubscribed\n`,
    );
    expect(await run(["unsubscribe", "--file", "-"], { input: `${header}\n${lines.join("")}` })).toMatchObject({
      code: 0,
    });
    expect(await marked("unsubscribed_at is not null")).toHaveLength(2);
  });

  it("ask what a value means, and take a person whom one of several lines means", async () => {
    const input =
      "email,result\nada@example.com,sent\nbea@example.com,failed\nbea@example.com,sent\n=c@example.com,gone\n";
    const notified = (...meaning: string[]) =>
      run(["notified", "--file", "-", "--map", "status=result", ...meaning.flatMap((one) => ["--meaning", one])], {
        input,
      });
    expect(await notified()).toMatchObject({ code: 2, err: expect.stringContaining('--meaning "gone=notified"') });
    expect(await notified("gone=lost")).toMatchObject({ code: 2, err: expect.stringContaining("Word=not-notified") });
    expect(await notified("gone=not-notified")).toMatchObject({ code: 0 });
    expect(await marked("notified")).toEqual(["ada@example.com", "bea@example.com"]);
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

  it.each([
    ["email,phone,bounce_type\nada@example.com,412-555-0199,hard\nbea@example.com,212-555-0199,hard\n", 2],
    [
      "email,street,telephone,id,kind\nada@example.com,450 Main Street,421 555,412,hard\nbea@example.com,4 Side,1,550,soft\n",
      1,
    ],
    ["email,last_name,bounceType\nada@example.com,Hard,Undetermined\nbea@example.com,Soft,Permanent\n", 1],
    ["email,code\nada@example.com,550 5.1.90\nbea@example.com,550 5.1.1\n", 1],
    ["email,type,diagnosticCode\nada@example.com,hard,smtp; 550 5.1.90 limit\nbea@example.com,hard,smtp; 550 no\n", 1],
    ["email,bounced_at\nada@example.com,0001-01-01\nbea@example.com,2025-06-01\n", 1],
  ])("reads kinds and codes from the columns that are known as these: %j", async (text, suppressed) => {
    expect(await bounce(text)).toMatchObject({ code: 0, suppressed });
  });

  it("asks whether another column tells kinds", async () => {
    const text = "email,Sorte\nada@example.com,hard\nbea@example.com,soft\n";
    expect(await bounce(text)).toMatchObject({
      code: 2,
      suppressed: 0,
      err: expect.stringContaining('--map kind="Sorte"'),
    });
    const limit = "email,Remote said\nada@example.com,550 5.1.90 limit\n";
    expect(await bounce(limit)).toMatchObject({
      code: 2,
      suppressed: 0,
      err: expect.stringContaining('--map code="Remote said"'),
    });
    expect(await bounce(text, ["--map", "kind=Sorte"])).toMatchObject({ code: 0, suppressed: 1 });
    expect(await bounce(text, [], ["ignored"])).toMatchObject({ code: 0, suppressed: 2 });
  });

  it("asks about a 5xx without an enhanced code once", async () => {
    const text =
      "email,reason\nada@example.com,550 no such user\nbea@example.com,550 JunkMail rejected\n=c@example.com,550 5.1.90 limit\n";
    expect(await bounce(text)).toMatchObject({ code: 2, err: expect.stringContaining('--meaning "550=permanent"') });
    expect(await bounce(text, ["--meaning", "550=permanent"])).toMatchObject({ code: 0, suppressed: 2 });
  });

  it("of a file of mail failed takes those whom the operator left, or whose addresses do not exist", async () => {
    const failed = (...codes: string[]) =>
      `id,kind,email,error,attempts,created_at,failed_at\n${codes.map((code, n) => `${n},update,${["ada", "bea"][n]}@example.com,${code},9,2025-01-01,2025-01-04\n`).join("")}`;
    expect(await bounce(failed("smtp_450_4.1.2", "smtp_450_4.1.2"))).toMatchObject({ code: 0, suppressed: 2 });
    const mixed = failed("smtp_450_4.1.2", "smtp_550_5.1.90");
    expect(await bounce(mixed)).toMatchObject({
      code: 2,
      suppressed: 0,
      err: expect.stringContaining('--map code="error"'),
    });
    expect(await bounce(mixed, ["--map", "code=error"])).toMatchObject({ code: 0, suppressed: 1 });
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

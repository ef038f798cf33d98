import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { cli, hosted } from "./terminal.ts";
import { workbook } from "./workbooks.ts";
import { useWorkplace, type Workplace } from "./workplace.ts";

describe("unsubscribe and notified", () => {
  let backend: Workplace["backend"];
  let folder: string;
  useWorkplace((place) => ({ backend, folder } = place));
  beforeEach(async () => {
    await backend.supabase.from("waitlist").delete().neq("email", "");
    await backend.supabase.from("email_suppressions").delete().neq("hash", "");
    await backend.supabase
      .from("waitlist")
      .insert(["ada@example.com", "bea@example.com", "=c@example.com"].map((email) => ({ email })))
      .throwOnError();
  });
  const run = (...argv: string[]) => cli(argv, { env: hosted(backend), folder });
  const marked = async (column: "notified" | "unsubscribed_at") => {
    const { data } = await backend.supabase.from("waitlist").select("*").order("email").throwOnError();
    return data.filter((row) => row[column]).map(({ email }) => email);
  };

  it.each([
    ["unsubscribe", "unsubscribed", "unsubscribed_at"],
    ["notified", "notified", "notified"],
  ] as const)("%s marks who is named, once", async (verb, event, column) => {
    expect(await run(verb, " ADA@example.com ", "Bea <bea@example.com>", "ada@example.com")).toEqual({
      code: 0,
      out: "",
      err: `2 marked as ${event}, 0 already were.\n`,
    });
    const first = await backend.supabase.from("waitlist").select("*").order("email").throwOnError();
    expect(await run(verb, "ada@example.com", "bea@example.com")).toMatchObject({
      code: 0,
      err: `0 marked as ${event}, 2 already were.\n`,
    });
    expect((await backend.supabase.from("waitlist").select("*").order("email").throwOnError()).data).toEqual(
      first.data,
    );
    expect(await marked(column)).toEqual(["ada@example.com", "bea@example.com"]);
  });

  it("shows at a terminal how far it is", async () => {
    const { err } = await cli(["notified", "--file", "-"], {
      env: hosted(backend),
      input: "ada@example.com\nbea@example.com\n",
      interactive: true,
    });
    expect(err).toMatch(/Addresses[^]*2 marked as notified, 0 already were\.\n$/u);
  });

  it("unsubscribe records each unsubscription once, beside the consent, not of whom a bounce had taken off the list", async () => {
    const bounced = { event: "bounced", people: '["bea@example.com"]' } as const;
    await backend.supabase.rpc("record_email_event", bounced).throwOnError();
    await run("unsubscribe", "ada@example.com", "bea@example.com", "nobody@example.com");
    await run("unsubscribe", "ada@example.com", "bea@example.com");
    const { data } = await backend.supabase.from("consent_events").select("email, event").order("email").throwOnError();
    expect(data).toEqual([{ email: "ada@example.com", event: "unsubscribed" }]);
  });

  it("names addresses that are not on the waitlist by their place, marks the rest, and ends with 1", async () => {
    const outcome = await run("notified", "nobody@example.com", "ada@example.com", "else@example.com");
    expect(outcome).toEqual({
      code: 1,
      out: "",
      err: `1 marked as notified, 0 already were.
address 1: not on the waitlist
address 3: not on the waitlist
error: 2 of 3 could not be marked.
`,
    });
    expect(await marked("notified")).toEqual(["ada@example.com"]);
  });

  it("accepts the file that an export wrote", async () => {
    await run("export", "waitlist", "--not-notified", "--out", "may.csv", "--excel");
    expect(await run("notified", "--file", "may.csv")).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^3 marked/u),
    });
    expect(await marked("notified")).toEqual(["=c@example.com", "ada@example.com", "bea@example.com"]);
    expect(await run("export", "waitlist", "--not-notified", "--columns", "email", "--out", "-")).toMatchObject({
      out: "email\n",
    });
  });

  it("accepts a list from stdin", async () => {
    const options = { env: hosted(backend), folder, input: "ada@example.com\r\nbea@example.com\r\n" };
    expect(await cli(["unsubscribe", "--file", "-"], options)).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^2 marked/u),
    });
    expect(await marked("unsubscribed_at")).toEqual(["ada@example.com", "bea@example.com"]);
  });

  it.each([
    ["a list", "ada@example.com\n\nnobody@example.com\nno address\n", "3", "4"],
    ["a table", 'Name;E-Mail\n"Ada\nL";ada@example.com\nN;nobody@example.com\nX;\n', "4", "5"],
  ])("names lines of %s", async (_, text, unknown, malformed) => {
    await writeFile(join(folder, "list.txt"), text);
    const { code, err } = await run("unsubscribe", "--file", "list.txt");
    expect(err).toBe(
      `1 marked as unsubscribed, 0 already were.\nline ${unknown}: not on the waitlist\nline ${malformed}: not an e-mail address\nerror: 2 of 3 could not be marked.\n`,
    );
    expect(code).toBe(1);
    expect(await marked("unsubscribed_at")).toEqual(["ada@example.com"]);
  });

  it("handles many in batches, and does not flood the terminal", async () => {
    const many = Array.from({ length: 4500 }, (_, index) => `p${index}@example.com`);
    await backend.supabase
      .from("waitlist")
      .insert(many.slice(0, 4400).map((email) => ({ email })))
      .throwOnError();
    await writeFile(join(folder, "many.csv"), `email\n${many.join("\n")}\n`);
    const { err } = await run("notified", "--file", "many.csv");
    expect(err).toMatch(
      /^4,400 marked[^]+line 4402: not on the waitlist[^]+and 80 more\nerror: 100 of 4,500 could not be marked\.\n$/u,
    );
    expect(err.split("\n")).toHaveLength(24);
  });

  it.each([
    [[], "Give e-mail addresses, or --file with a list of them."],
    [["ada@example.com", "--file", "x"], "Give addresses or --file, not both."],
    [["ada@example.com", "ada@@example"], "Not an e-mail address: address 2."],
    [["--file", "columns.csv"], "columns.csv has several columns, and none is called email."],
    [["--file", "title.xlsx"], "title.xlsx has several columns, and none is called email."],
  ])("refuses %j", async (argv, message) => {
    await writeFile(join(folder, "columns.csv"), "a,b\nada@example.com,x\n");
    const row = (...texts: string[]) => `<row>${texts.map((text) => `<c t="str"><v>${text}</v></c>`).join("")}</row>`;
    const rows = row("People of May") + row("email", "name") + row("ada@example.com", "Ada");
    await writeFile(join(folder, "title.xlsx"), workbook(`<worksheet><sheetData>${rows}</sheetData></worksheet>`));
    expect(await run("unsubscribe", ...argv)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`error: ${message}`),
    });
    expect(await marked("unsubscribed_at")).toEqual([]);
  });

  it("says that a file cannot be read", async () => {
    expect(await run("notified", "--file", "none.csv")).toMatchObject({
      code: 1,
      err: expect.stringMatching(/none\.csv cannot be read: there is no such file\.\n$/u),
    });
  });

  it("reads a workbook, as an import does", async () => {
    await run("export", "waitlist", "--out", "all.xlsx");
    expect(await run("unsubscribe", "--file", "all.xlsx")).toMatchObject({
      code: 0,
      err: 'Reading a workbook, sheet "Waitlist"\n3 marked as unsubscribed, 0 already were.\n',
    });
  });

  const bounce = async (text: string, argv: string[] = [], answers?: string[]) => {
    await writeFile(join(folder, "bounces.csv"), text);
    const options = { env: hosted(backend), folder, ...(answers ? { answers } : {}) };
    const outcome = await cli(["mail", "bounces", "bounces.csv", ...argv], options);
    const { data } = await backend.supabase.from("email_suppressions").select("hash").throwOnError();
    return { ...outcome, suppressed: data.length };
  };

  it.each([
    ["a list", "ada@example.com\nbea@example.com\n", 2],
    ["a table without kinds", "email,name\nada@example.com,Ada\nbea@example.com,Bea\n", 2],
    ["words", "email,type\nada@example.com,Permanent\nbea@example.com,Transient\n=c@example.com,SoftBounce\n", 1],
    [
      "two columns of words",
      "recipient,bounceType,bounceSubType\nada@example.com,Permanent,General\nbea@example.com,Transient,General\n",
      1,
    ],
    ["status codes", "email,code\nada@example.com,5.1.1\nbea@example.com,4.2.2\n=c@example.com,421\n", 1],
    ["a mailbox that is disabled", "email,status\nada@example.com,5.2.1\n", 1],
    [
      "answers of a server",
      "email,error\nada@example.com,550 5.1.1 unknown user\nbea@example.com,451 4.3.0 later\n",
      1,
    ],
  ])("mail bounces takes permanent bounces only, from %s", async (_what, text, suppressed) => {
    expect(await bounce(text)).toMatchObject({ code: 0, suppressed });
  });

  it.each([
    ["a word", "email,type\nada@example.com,Permanent\nbea@example.com,Undetermined\n", "Undetermined"],
    ["a code", "email,code\nada@example.com,5.1.1\nbea@example.com,550\n", "550"],
    ["a refusal of policy", "email,code\nada@example.com,5.1.1\nbea@example.com,5.7.1\n", "5.7.1"],
    ["a word in a column of another name", "email,Art\nada@example.com,hard\nbea@example.com,dauerhaft\n", "dauerhaft"],
  ])("mail bounces asks about kinds that it does not know: %s", async (_what, text, value) => {
    expect(await bounce(text)).toMatchObject({
      code: 2,
      suppressed: 0,
      err: expect.stringContaining(
        `has a value that is not understood, in line 3: "${value}".\nOnly addresses that do not exist must be given up. Say what it means: --meaning "${value}=permanent"`,
      ),
    });
    expect(await bounce(text, [], ["temporary"])).toMatchObject({ code: 0, suppressed: 1 });
    expect(await bounce(text, ["--meaning", `${value}=permanent`])).toMatchObject({ code: 0, suppressed: 2 });
  });
});

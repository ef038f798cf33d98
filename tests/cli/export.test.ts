import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { startBackend } from "../support/backend.ts";
import { fakeBackend } from "./fakeBackend.ts";
import { cli, hosted } from "./terminal.ts";
import { useWorkplace, type Workplace } from "./workplace.ts";

describe("export", () => {
  let backend: Workplace["backend"];
  let folder: string;
  useWorkplace((place) => ({ backend, folder } = place));
  beforeAll(async () => {
    await backend.supabase
      .from("waitlist")
      .insert([
        {
          email: "second@example.com",
          created_at: "2026-05-02T10:00:00.000002Z",
          notified: true,
          source: "newsletter",
        },
        { email: "first@example.com", created_at: "2026-05-02T10:00:00.000001Z" },
        { email: "=cmd@example.com", created_at: "2026-05-03T00:00:00Z" },
      ])
      .throwOnError();
    await backend.supabase
      .from("beta_applications")
      .insert([
        {
          name: 'Ada "the" Lovelace',
          email: "ada@example.com",
          company: "Engines, Ltd",
          role: "consultant",
          reason: "Line one\nline two",
          created_at: "2026-05-01T00:00:00Z",
        },
        {
          name: "＝1+1",
          email: "b@example.com",
          role: "other",
          reason: "@SUM(A1)",
          status: "accepted",
          created_at: "2026-05-02T00:00:00Z",
        },
      ])
      .throwOnError();
  });
  const run = (...argv: string[]) => cli(["export", ...argv], { env: hosted(backend), folder });
  const exported = async (...argv: string[]) => {
    const { code, out, err } = await run(...argv, "--out", "-");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    return out;
  };

  it("writes the waitlist as CSV with a header row, oldest first", async () => {
    const rows: Record<string, string>[] = parse(await exported("waitlist"), { columns: true });
    expect(Object.keys(rows[0] ?? {}).join()).toBe("id,email,notified,created_at,confirmed_at,unsubscribed_at,source");
    expect(rows.map((row) => [row.email, row.notified, row.created_at, row.source])).toEqual([
      ["first@example.com", "false", "2026-05-02T10:00:00.000001+00:00", ""],
      ["second@example.com", "true", "2026-05-02T10:00:00.000002+00:00", "newsletter"],
      ["'=cmd@example.com", "false", "2026-05-03T00:00:00+00:00", ""],
    ]);
  });

  it("writes fields with quotes, commas and line breaks as RFC 4180 says, and no formulas", async () => {
    expect(await exported("beta", "--columns", "name,company,reason")).toBe(
      'name,company,reason\n"Ada ""the"" Lovelace","Engines, Ltd","Line one\nline two"\n\'＝1+1,,\'@SUM(A1)\n',
    );
    expect(await exported("history")).toBe("id,application_id,created_at,actor,from_status,to_status,note\n");
  });

  it("writes a file that only its owner can read, named by the day if it is given no name", async () => {
    const { err } = await cli(["export", "waitlist"], {
      env: hosted(backend),
      folder,
      clock: () => new Date("2026-05-04T10:00:00Z"),
    });
    const out = join(folder, "waitlist-2026-05-04.csv");
    expect(err).toContain(`3 rows in ${out}`);
    expect(await readFile(out, "utf8")).toBe(await exported("waitlist"));
    expect((await stat(out)).mode & 0o777).toBe(0o600);
  });

  it.each([
    [["waitlist", "--since", "2026-05-03"], ["'=cmd@example.com"]],
    [
      ["waitlist", "--until", "2026-05-03"],
      ["first@example.com", "second@example.com"],
    ],
    [["beta", "--status", "accepted"], ["b@example.com"]],
    [["beta", "--role", "consultant"], ["ada@example.com"]],
  ])("filters: %s", async (argv, emails) => {
    expect(await exported(...argv, "--columns", "email")).toBe(["email", ...emails, ""].join("\n"));
  });

  it("filters by whether people may be mailed; --not-notified leaves out unsubscribed people unless told otherwise", async () => {
    const other = await startBackend();
    const [confirmed_at, unsubscribed_at] = ["2026-05-04T00:00:00Z", "2026-05-05T00:00:00Z"];
    await other.supabase
      .from("waitlist")
      .insert([
        { email: "plain@example.com", created_at: "2026-05-01T00:00:00Z" },
        { email: "sure@example.com", created_at: "2026-05-02T00:00:00Z", confirmed_at },
        { email: "gone@example.com", created_at: "2026-05-03T00:00:00Z", confirmed_at, unsubscribed_at },
        { email: "told@example.com", created_at: "2026-05-04T00:00:00Z", notified: true },
        { email: "left@example.com", created_at: "2026-05-05T00:00:00Z", notified: true, unsubscribed_at },
      ])
      .throwOnError();
    const names = async (...argv: string[]) => {
      const { out, err } = await cli(["export", "waitlist", "--columns", "email", "--out", "-", ...argv], {
        env: hosted(other),
      });
      const toMail = argv[0] === "--mailable" || argv.join(" ") === "--not-notified";
      expect(err.includes("Before you mail them, add --confirmed.")).toBe(toMail);
      return out.replaceAll("@example.com", "").trim().split("\n").slice(1).join(" ");
    };
    expect(await names("--mailable")).toBe("plain sure told");
    expect(await names("--confirmed")).toBe("sure gone");
    expect(await names("--confirmed", "--mailable")).toBe("sure");
    expect(await names("--unsubscribed")).toBe("gone left");
    expect(await names("--not-notified")).toBe("plain sure");
    expect(await names("--not-notified", "--unsubscribed")).toBe("gone");
    expect(await names("--notified")).toBe("told left");
    expect(await names("--mailable", "--notified")).toBe("told");
    await other.supabase.rpc("suppress_email", { person: "sure@example.com", why: "bounced" }).throwOnError();
    expect(await names("--mailable")).toBe("plain told");
    expect(await names("--not-notified")).toBe("plain");
    expect(await names("--confirmed")).toBe("sure gone");
    // An import took them off the list, and they joined again.
    await other.supabase.rpc("suppress_email", { person: "told@example.com", why: "unsubscribed" }).throwOnError();
    expect(await names("--mailable")).toBe("plain told");
    await other.stop();
  });

  it.each([
    ["a.NDJSON", ""],
    ["a.csv", "email\n"],
    ["a.txt", "email\n"],
  ])("takes the format from the name %s, also of a file without rows", async (name, content) => {
    const outcome = await run("waitlist", "--since", "2090-01-01", "--columns", "email", "--out", name);
    expect(outcome).toMatchObject({ code: 0, err: expect.stringContaining("0 rows in") });
    expect(await readFile(join(folder, name), "utf8")).toBe(content);
  });

  it("makes a workbook with real dates and booleans, and texts that are no formulas", async () => {
    await run("waitlist", "--columns", "email,notified,created_at", "--out", "a.xlsx");
    const parts = unzipSync(await readFile(join(folder, "a.xlsx")));
    const part = (name: string) => new TextDecoder().decode(parts[name]);
    const sheet = part("xl/worksheets/sheet1.xml");
    expect(sheet).toMatch(/<c r="A4"[^>]* t="s">.*<c r="B4" t="b"><v>0<\/v><\/c><c r="C4" s="\d"><v>46145<\/v>/u);
    expect(sheet).toMatch(/<pane ySplit="1".* state="frozen"/u);
    expect(sheet).not.toContain("<f>");
    expect(part("xl/sharedStrings.xml")).toContain(">=cmd@example.com<");
    expect(part("xl/styles.xml")).toContain('formatCode="@"');
    expect(part("xl/workbook.xml")).toContain('name="Waitlist"');
  });

  it("shows progress with rate and time left only on a terminal", async () => {
    const argv = ["export", "waitlist", "--out", join(folder, "bar.csv")];
    const { err } = await cli(argv, { env: hosted(backend), interactive: true });
    expect(err).toMatch(/█{28} 100 % {2}3 of 3 {2}[\d,]+\/s/u);
  });

  it("gives Excel a byte order mark and CRLF, leaves formulas with --raw, and values as they are in NDJSON", async () => {
    expect(await exported("waitlist", "--excel", "--columns", "email", "--notified")).toBe(
      "\uFEFFemail\r\nsecond@example.com\r\n",
    );
    const { out, err } = await run("waitlist", "--raw", "--columns", "email", "--since", "2026-05-03", "--out", "-");
    expect(out).toBe("email\n=cmd@example.com\n");
    expect(err).toMatch(/^Warning: --raw leaves formulas/u);
    expect(await exported("beta", "--format", "ndjson", "--columns", "name,company", "--status", "accepted")).toBe(
      '{"name":"＝1+1","company":null}\n',
    );
  });

  it.each([
    [["waitlist", "--status", "pending"], "--status and --role are for `export beta`"],
    [["beta", "--mailable"], "--mailable are for `export waitlist`"],
    [["waitlist", "--notified", "--not-notified"], "--notified and --not-notified contradict each other."],
    [["waitlist", "--unsubscribed", "--mailable"], "--unsubscribed and --mailable contradict each other."],
    [["waitlist", "--format", "csv", "--out", "a.xlsx"], "--format csv and --out a.xlsx contradict each other."],
    [["waitlist", "--out", "people.json"], "There is no format json. Give --format csv, ndjson, xlsx"],
    [["waitlist", "--format", "xlsx", "--out", "-"], "xlsx is written to a file, not to -."],
    [["waitlist", "--excel", "--out", "people.XLSX"], "--excel is for csv."],
    [["waitlist", "--raw", "--out", "people.ndjson"], "--raw is for csv."],
    [["waitlist", "--columns", ","], "--columns names none."],
    [["waitlist", "--columns", "email,password"], 'There is no column "password"'],
    [["waitlist", "--since", "2026-02-30"], "There is no day 2026-02-30."],
    [["waitlist", "--since", "0000-01-01"], "Give a day such as 2026-05-04"],
    [["waitlist", "--since", "2026-05-03", "--until", "2026-05-02"], "--since must be before --until"],
    [["everything"], "Allowed choices are waitlist, beta"],
  ])("refuses %s", async (argv, message) => {
    expect(await run(...argv)).toEqual({ code: 2, out: "", err: expect.stringContaining(message) });
  });
});

describe("the pages of an export", () => {
  let backend: Workplace["backend"];
  let folder: string;
  useWorkplace((place) => ({ backend, folder } = place));

  it("hold every row once, though many joined at the same moment and others join and leave meanwhile", async () => {
    const change = (statement: string) => withClient(backend.databaseUrl, (client) => client.query(statement));
    await change(
      `insert into waitlist (email, created_at) select 'p' || i || '@example.com', '2026-05-01'::timestamptz + (i / 700) * interval '1.000001 hours' from generate_series(1, 3500) i`,
    );
    const fake = await fakeBackend(backend.origin, async (_request, _response, nth) => {
      await change(
        `insert into waitlist (email) values ('late${nth}@example.com'); delete from waitlist where email = 'p${nth}@example.com'`,
      );
      return false;
    });
    const env = hosted({ origin: fake.origin, secretKey: backend.secretKey });
    const { code, out } = await cli(["export", "waitlist", "--columns", "email", "--out", "-"], { env, folder });
    await fake.stop();
    expect(code).toBe(0);
    const emails = out.trim().split("\n").slice(1);
    expect(new Set(emails).size).toBe(emails.length);
    const stayed = Array.from({ length: 3400 }, (_, n) => `p${n + 101}@example.com`);
    expect(stayed.filter((email) => !emails.includes(email))).toEqual([]);
    expect(fake.seen.length).toBeGreaterThanOrEqual(5);
  });
});

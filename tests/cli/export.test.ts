import { mkdir, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { startBackend } from "../support/backend.ts";
import { flushesOf } from "../support/flushes.ts";
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
  const exported = async (...argv: string[]) => {
    const { code, out, err } = await cli(["export", ...argv, "--out", "-"], { env: hosted(backend) });
    expect(err).toBe("");
    expect(code).toBe(0);
    return out;
  };

  it("writes the waitlist as CSV with a header row, oldest first", async () => {
    const rows: Record<string, string>[] = parse(await exported("waitlist"), { columns: true });
    expect(Object.keys(rows[0] ?? {})).toEqual([
      "id",
      "email",
      "notified",
      "created_at",
      "confirmed_at",
      "unsubscribed_at",
      "source",
    ]);
    expect(rows.map((row) => [row.email, row.notified, row.source])).toEqual([
      ["first@example.com", "false", ""],
      ["second@example.com", "true", "newsletter"],
      ["'=cmd@example.com", "false", ""],
    ]);
  });

  it("writes fields with quotes, commas and line breaks as RFC 4180 says, and no formulas", async () => {
    expect(await exported("beta", "--columns", "name,company,reason")).toBe(
      'name,company,reason\n"Ada ""the"" Lovelace","Engines, Ltd","Line one\nline two"\n\'＝1+1,,\'@SUM(A1)\n',
    );
  });

  it("writes a file that only its owner can read, and nothing else", async () => {
    const out = join(folder, "waitlist.csv");
    const flushes = await flushesOf(folder);
    const { code, err } = await cli(["export", "waitlist", "--out", out], { env: hosted(backend) });
    expect(err).toContain(`3 rows in ${out}`);
    expect(flushes.at(-1)).toContain("waitlist.csv");
    expect(code).toBe(0);
    expect(await readFile(out, "utf8")).toBe(await exported("waitlist"));
    expect((await stat(out)).mode & 0o777).toBe(0o600);
    await expect(stat(`${out}.partial`)).rejects.toThrow("ENOENT");
    await expect(stat(`${out}.partial.json`)).rejects.toThrow("ENOENT");
  });

  it("leaves alone a folder that has the name of a workbook in the making", async () => {
    const other = join(folder, "beside.csv.partial.xlsx");
    await mkdir(other);
    const argv = ["export", "waitlist", "--out", "beside.csv"];
    expect(await cli(argv, { env: hosted(backend), folder })).toMatchObject({ code: 0 });
    expect((await readdir(folder)).filter((name) => name.startsWith("beside.csv"))).toEqual([
      "beside.csv",
      "beside.csv.partial.xlsx",
    ]);
  });

  it.each([
    [["waitlist", "--since", "2026-05-03"], ["'=cmd@example.com"]],
    [["waitlist", "--until", "2026-05-02T10:00:00.000Z"], []],
    [
      ["waitlist", "--until", "2026-05-03"],
      ["first@example.com", "second@example.com"],
    ],
    [["waitlist", "--notified"], ["second@example.com"]],
    [
      ["waitlist", "--not-notified", "--quiet"],
      ["first@example.com", "'=cmd@example.com"],
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
    ["a.xlsx", "PK"],
    ["a.NDJSON", "{"],
    ["a.jsonl", "{"],
    ["a.csv", "email"],
    ["a.txt", "email"],
  ])("takes the format from the name %s", async (name, begins) => {
    const out = join(folder, name);
    await cli(["export", "waitlist", "--columns", "email", "--out", out], { env: hosted(backend) });
    expect((await readFile(out, "latin1")).slice(0, begins.length)).toBe(begins);
  });

  it.each(["csv", "ndjson", "xlsx"])("writes an empty %s file when nothing matches", async (format) => {
    const out = join(folder, `empty.${format}`);
    expect(
      await cli(
        ["export", "waitlist", "--since", "2090-01-01", "--format", format, "--columns", "email", "--out", out],
        { env: hosted(backend) },
      ),
    ).toMatchObject({ code: 0, err: expect.stringContaining("0 rows in") });
    const bytes = await readFile(out);
    const content = { csv: "email\n", ndjson: "", xlsx: "PK" }[format];
    expect(bytes.toString("latin1").slice(0, format === "xlsx" ? 2 : undefined)).toBe(content);
  });

  it("shows progress with rate and time left only on a terminal", async () => {
    const { err, code } = await cli(["export", "waitlist", "--out", join(folder, "bar.csv")], {
      env: hosted(backend),
      interactive: true,
    });
    expect(err).toMatch(/█{28} 100 % {2}3 of 3 {2}[\d,]+\/s/u);
    expect(code).toBe(0);
    const workbook = await cli(["export", "waitlist", "--out", join(folder, "bar.xlsx")], {
      env: hosted(backend),
      interactive: true,
    });
    expect(workbook.err).toMatch(/ 3 of 3 [^]*█{28} 100 % {2}0\.0 MB of 0\.0 MB/u);
  });

  it("gives Excel a byte order mark and CRLF", async () => {
    expect(await exported("waitlist", "--excel", "--columns", "email", "--notified")).toBe(
      "\uFEFFemail\r\nsecond@example.com\r\n",
    );
  });

  it("leaves formulas alone with --raw, and warns", async () => {
    const { out, err } = await cli(
      ["export", "waitlist", "--raw", "--columns", "email", "--since", "2026-05-03", "--out", "-"],
      { env: hosted(backend) },
    );
    expect(out).toBe("email\n=cmd@example.com\n");
    expect(err).toMatch(/^Warning: --raw leaves formulas/u);
  });

  it("writes NDJSON with the values as they are", async () => {
    expect(await exported("beta", "--format", "ndjson", "--columns", "name,company", "--status", "accepted")).toBe(
      '{"name":"＝1+1","company":null}\n',
    );
  });

  it("names the file by the day if it is given no name", async () => {
    const { err } = await cli(["export", "beta"], {
      env: hosted(backend),
      folder,
      clock: () => new Date("2026-05-04T10:00:00Z"),
    });
    expect(err).toContain(`2 rows in ${join(folder, "beta-2026-05-04.csv")}`);
  });

  it.each([
    [["waitlist", "--status", "pending"], "--status and --role are for `export beta`"],
    [["beta", "--notified"], "--mailable are for `export waitlist`"],
    [["beta", "--mailable"], "--mailable are for `export waitlist`"],
    [["waitlist", "--notified", "--not-notified"], "--notified and --not-notified contradict each other."],
    [["waitlist", "--unsubscribed", "--mailable"], "--unsubscribed and --mailable contradict each other."],
    [
      ["waitlist", "--format", "csv", "--out", "people.xlsx"],
      "--format csv and --out people.xlsx contradict each other.",
    ],
    [["waitlist", "--out", "people.json"], "There is no format json. Give --format csv, ndjson, xlsx"],
    [["waitlist", "--excel", "--out", "people.XLSX"], "--excel is for csv."],
    [["waitlist", "--raw", "--out", "people.ndjson"], "--raw has no meaning for ndjson"],
    [["waitlist", "--columns", ","], "--columns names none."],
    [["waitlist", "--since", "2026-02-30"], "There is no day 2026-02-30."],
    [["waitlist", "--since", "0000-01-01"], "Give a day such as 2026-05-04"],
    [["waitlist", "--until", "9999-12-31T23:59:59-01:00"], "Give a day such as 2026-05-04"],
    [["waitlist", "--until", "2025-02-29T12:00:00Z"], "There is no day 2025-02-29."],
    [["waitlist", "--columns", "email,password"], 'There is no column "password"'],
    [["waitlist", "--since", "2026-05-03", "--until", "2026-05-02"], "--since must be before --until"],
    [["waitlist", "--since", "yesterday"], "Give a day such as 2026-05-04"],
    [["waitlist", "--out", "-", "--resume"], "--resume continues a file"],
    [["everything"], "Allowed choices are waitlist, beta"],
  ])("refuses %s", async (argv, message) => {
    const { code, err, out } = await cli(["export", ...argv], { env: hosted(backend) });
    expect(err).toContain(message);
    expect({ code, out }).toEqual({ code: 2, out: "" });
  });
});

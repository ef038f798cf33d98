import { readFile, stat } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { unzipSync } from "fflate";
import { beforeEach, describe, expect, it } from "vitest";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { fakeBackend } from "./fakeBackend.ts";
import { hosted } from "./terminal.ts";
import { useCommands } from "./workplace.ts";
import { roles } from "../../server/contract/limits.ts";

const { run, printed, query, file, supabase, backend } = useCommands();

describe("export", () => {
  beforeEach(async () => {
    const newsletter = { email: "second@example.com", notified: true, source: "newsletter" };
    const people = [
      { ...newsletter, created_at: "2026-05-02T10:00:00.000002Z" },
      { email: "first@example.com", created_at: "2026-05-02T10:00:00.000001Z" },
      { email: "=cmd@example.com", created_at: "2026-05-03T00:00:00Z" },
    ];
    await supabase().from("waitlist").insert(people).throwOnError();
    const ada = {
      name: 'Ada "the" Lovelace',
      email: "ada@example.com",
      company: "Engines, Ltd",
      role: roles[0],
    } as const;
    const other = {
      name: "＝1+1",
      email: "b@example.com",
      role: "other",
      reason: "@SUM(A1)",
      status: "accepted",
    } as const;
    const applications = [
      { ...ada, reason: "Line one\nline two", created_at: "2026-05-01T00:00:00Z" },
      { ...other, created_at: "2026-05-02T00:00:00Z" },
    ];
    await supabase().from("beta_applications").insert(applications).throwOnError();
  });

  it("writes CSV with a header row, oldest first, that runs no formulas", async () => {
    const rows: Record<string, string>[] = parse(await printed("export", "waitlist"), { columns: true });
    expect(Object.keys(rows[0] ?? {}).join()).toMatch(
      /^id,email,notified,created_at,confirmed_at,unsubscribed_at,source,name,tags,note,share_code,referred_by,sender_credit,friends,invite_code,invited_at,redeemed_at,answer_/u,
    );
    expect(rows.map((row) => [row.email, row.notified, row.created_at, row.source])).toEqual([
      ["first@example.com", "false", "2026-05-02T10:00:00.000001+00:00", ""],
      ["second@example.com", "true", "2026-05-02T10:00:00.000002+00:00", "newsletter"],
      ["'=cmd@example.com", "false", "2026-05-03T00:00:00+00:00", ""],
    ]);
    expect(await printed("export", "beta", "--columns", "name,company,reason")).toBe(
      'name,company,reason\n"Ada ""the"" Lovelace","Engines, Ltd","Line one\nline two"\n\'＝1+1,,\'@SUM(A1)\n',
    );
    expect(await printed("export", "history")).toBe("id,application_id,created_at,actor,from_status,to_status,note\n");
  });

  it("writes for Excel with a mark and CRLF, formulas with --raw, and NDJSON", async () => {
    const excel = await printed("export", "waitlist", "--excel", "--columns", "email", "--notified");
    expect(excel).toBe("\uFEFFemail\r\nsecond@example.com\r\n");
    const raw = await run(["export", "waitlist", "--raw", "--columns", "email", "--since", "2026-05-03", "--out", "-"]);
    expect(raw).toMatchObject({
      out: "email\n=cmd@example.com\n",
      err: expect.stringMatching(/^Warning: --raw leaves/u),
    });
    const argv = ["--format", "ndjson", "--columns", "name,company", "--status", "accepted"];
    expect(await printed("export", "beta", ...argv)).toBe('{"name":"＝1+1","company":null}\n');
  });

  it("writes a file that only its owner can read, named by the day if it is given no name", async () => {
    const { err } = await run(["export", "waitlist"], { clock: () => new Date("2026-05-04T10:00:00Z") });
    const out = file("waitlist-2026-05-04.csv");
    expect(err).toContain(`3 rows in ${out}`);
    expect(err).toMatch(/\nTo open it in Excel or LibreOffice, add --excel: .*\n$/u);
    expect(await readFile(out, "utf8")).toBe(await printed("export", "waitlist"));
    expect((await stat(out)).mode & 0o777).toBe(0o600);
  });

  it("makes a workbook with real dates and booleans, and texts that are no formulas", async () => {
    await run(["export", "waitlist", "--columns", "email,notified,created_at", "--out", "a.xlsx"]);
    const parts = unzipSync(await readFile(file("a.xlsx")));
    const part = (name: string) => new TextDecoder().decode(parts[name]);
    const sheet = part("xl/worksheets/sheet1.xml");
    expect(sheet).toMatch(/<c r="A4"[^>]* t="s">.*<c r="B4" t="b"><v>0<\/v><\/c><c r="C4" s="\d"><v>46145<\/v>/u);
    expect(sheet).not.toContain("<f>");
    expect(part("xl/sharedStrings.xml")).toContain(">=cmd@example.com<");
  });

  it("filters by time, status and role", async () => {
    for (const [argv, emails] of [
      [["waitlist", "--since", "2026-05-03"], "'=cmd@example.com"],
      [["waitlist", "--until", "2026-05-03"], "first@example.com\nsecond@example.com"],
      [["beta", "--status", "accepted"], "b@example.com"],
      [["beta", "--role", roles[0]], "ada@example.com"],
    ] as const)
      expect(await printed("export", ...argv, "--columns", "email")).toBe(`email\n${emails}\n`);
  });

  it("filters by whether people may be mailed; --not-notified leaves out unsubscribed people unless told otherwise", async () => {
    await query(`truncate waitlist cascade;
      insert into waitlist (created_at, email, notified, confirmed_at, unsubscribed_at) values
        ('2026-05-01', 'plain@x.org', false, null, null), ('2026-05-02', 'sure@x.org', false, '2026-05-04', null),
        ('2026-05-03', 'gone@x.org', false, '2026-05-04', '2026-05-05'), ('2026-05-04', 'told@x.org', true, null, null),
        ('2026-05-05', 'left@x.org', true, null, '2026-05-05')`);
    const names = async (argv: string) => {
      const all = ["export", "waitlist", "--columns", "email", "--out", "-", ...argv.split(" ")];
      const { out, err } = await run(all);
      expect(err.includes("Before you mail the list, add --confirmed.")).toBe(
        /^(?:--mailable.*|--not-notified)$/u.test(argv) && !argv.includes("--confirmed"),
      );
      return out.replaceAll("@x.org", "").trim().split("\n").slice(1).join(" ");
    };
    expect(await names("--mailable")).toBe("plain sure told");
    expect(await names("--confirmed")).toBe("sure gone");
    expect(await names("--mailable --confirmed")).toBe("sure");
    expect(await names("--unsubscribed")).toBe("gone left");
    expect(await names("--not-notified")).toBe("plain sure");
    expect(await names("--not-notified --unsubscribed")).toBe("gone");
    expect(await names("--mailable --notified")).toBe("told");
    await supabase().rpc("suppress_email", { person: "sure@x.org", why: "bounced" }).throwOnError();
    expect(await names("--mailable")).toBe("plain told");
    expect(await names("--confirmed")).toBe("sure gone");
  });

  it("leaves out people who must not be mailed by the hash in their row, whatever their address was before, and computes none", () =>
    withClient(backend().databaseUrl, async (client) => {
      await client.query(`insert into waitlist (email, confirmed_at) select 'p' || i || '@x.org', now() from generate_series(1, 1000) i;
        select suppress_email('p' || i || '@x.org', 'bounced') from generate_series(1, 200) i;
        update waitlist set email = 'new@x.org' where email = 'p1@x.org';
        update waitlist set email_hash = '' where email = 'p2@x.org'`);
      await client.query("begin; set local track_functions = 'all'");
      const { rows } = await client.query("select count(*)::integer as n from mailable where email like '%@x.org'");
      const wave = await client.query(
        `select announce_page('{"scan": 5000, "most": 5000, "dry_run": true}') ->> 'queued' as queued`,
      );
      const hashed = await client.query(
        "select calls from pg_stat_xact_user_functions where funcname like 'suppression_%'",
      );
      expect([rows, wave.rows, hashed.rows]).toEqual([[{ n: 801 }], [{ queued: "801" }], []]);
      await client.query("rollback");
    }));

  it("holds every row once, though many joined at the same moment and others join and leave meanwhile", async () => {
    await query(`insert into waitlist (email, created_at)
      select 'p' || i || '@x.org', '2026-05-01'::timestamptz + (i / 700) * interval '1.000001 hours' from generate_series(1, 2500) i`);
    const changing = await fakeBackend(backend().origin, async (_request, _response, nth) => {
      await query(`insert into waitlist (email) values ('late${nth}@x.org');
        delete from waitlist where email = 'p${nth}@x.org'`);
      return false;
    });
    const env = hosted({ origin: changing.origin, secretKey: backend().secretKey });
    const { code, out } = await run(["export", "waitlist", "--columns", "email", "--out", "-"], { env });
    await changing.stop();
    expect(code).toBe(0);
    const emails = new Set(out.trim().split("\n"));
    expect(emails.size).toBe(out.trim().split("\n").length);
    const stayed = Array.from({ length: 2400 }, (_, n) => `p${n + 101}@x.org`);
    expect(stayed.filter((email) => !emails.has(email))).toEqual([]);
  });
});

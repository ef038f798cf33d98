import { readFile, stat, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { useImports } from "./importing.ts";

const { run, query, file: path, supabase, importing, people, suppressed } = useImports();

const rejected = () => readFile(path("people.csv.rejects.csv"), "utf8");

describe("import waitlist", () => {
  it("accepts another tool's export: recognizes its columns, normalises, counts duplicates", async () => {
    const { code, err } = await importing(
      'Name,Email Address,OPTIN_TIME,Source\nAda,ADA@Example.com ,2026-05-01 10:00:00,"Facebook Ads"\nBo,bo@example.com,,Ada <ada@x.org>\nAda again,ada@example.com,2026-05-02,x\n',
    );
    expect(err).toBe(
      "Reading utf-8, fields separated by ,\n  email ← Email Address\n  created_at ← OPTIN_TIME\n  source ← Source\n  ignored: Name\n3 lines: 2 added, 1 duplicate, 0 rejected.\n",
    );
    expect(code).toBe(0);
    expect(await query("select email, source from waitlist order by email")).toEqual([
      { email: "ada@example.com", source: "facebook-ads" },
      { email: "bo@example.com", source: null },
    ]);
    expect(await query("select created_at from waitlist order by email limit 1")).toEqual([
      { created_at: new Date("2026-05-01T10:00:00Z") },
    ]);
  });

  it("maps columns as told, and lists the columns if it cannot", async () => {
    for (const [text, argv, message] of [
      [
        "Kontakt,Quelle\nAda,x\n",
        [],
        "No column looks like e-mail addresses. The file has: Kontakt, Quelle\nName it: --map email=HEADER.",
      ],
      [
        "My people\nEmail,Joined\na@x.org,2025-05-04\n",
        [],
        "has 1 field, and no other line has as many.\nIf a title is above",
      ],
      ["Kontakt\na@x.org\n", ["--map", "email=Mail"], 'no column "Mail"'],
      ["Kontakt\na@x.org\n", ["--map", "mail=Kontakt"], 'there is no column "mail". There are: email, '],
      ["Invited by,Guest\na@x.org,b@x.org\n", [], "Several columns hold addresses: Invited by, Guest."],
    ] as const)
      expect(await importing(text, [...argv])).toMatchObject({ code: 2, err: expect.stringContaining(message) });
    await importing("Kontakt,Source\na@x.org,x\n", ["--map", "email=Kontakt", "--map", "source="]);
    await importing("Invited by,Guest\na@x.org,b@x.org\n", ["--map", "email=Guest"]);
    expect(await people()).toEqual(["a", "b"]);
  });

  it("changes nobody on the list, and adds nobody twice", async () => {
    await supabase().from("waitlist").insert({ email: "a@x.org", notified: true, source: "old" }).throwOnError();
    const file = "email,source\na@x.org,new\nb@x.org,new\n";
    expect((await importing(file)).err).toContain("2 lines: 1 added, 1 duplicate");
    expect((await importing(file)).err).toContain("2 lines: 0 added, 2 duplicates");
    expect(await query("select source, notified from waitlist order by email")).toEqual([
      { source: "old", notified: true },
      { source: "new", notified: false },
    ]);
  });

  it.each([
    ["Date,Email\n25/04/2025,a@x.org\n3/4/2025,b@x.org\n", ["2025-04-25T00:00", "2025-04-03T00:00"]],
    [
      "Created time,Email\n4/25/2025 5:06pm,a@x.org\n3/4/2025 5:06pm,b@x.org\n",
      ["2025-04-25T17:06", "2025-03-04T17:06"],
    ],
    ["Datum;E-Mail\n04.03.2025;a@x.org\n05.03.2025 17:06;b@x.org\n", ["2025-03-04T00:00", "2025-03-05T17:06"]],
    ["Optin Time,Email\n45781.5,a@x.org\n1746360000,b@x.org\n", ["2025-05-04T12:00", "2025-05-04T12:00"]],
    [
      'Submission Date,Email\n"April 3, 2025 5:06 PM",a@x.org\n3-Apr-25,b@x.org\n',
      ["2025-04-03T17:06", "2025-04-03T00:00"],
    ],
    [
      "Signed up,Email\n2025-05-04 14:00 GMT+2,a@x.org\n2025-05-04T12:00:00.5Z,b@x.org\n",
      ["2025-05-04T12:00", "2025-05-04T12:00"],
    ],
  ])("reads dates as the whole column shows: %s", async (text, expected) => {
    expect(await importing(text)).toMatchObject({ code: 0 });
    const rows = await query(
      "select to_char(created_at at time zone 'utc', 'YYYY-MM-DD\"T\"HH24:MI') as at from waitlist order by email",
    );
    expect(rows.map(({ at }) => at)).toEqual(expected);
  });

  it("asks which number of a date is the month, or has to be told", async () => {
    const text = "Date,Email\n3/4/2025,a@x.org\n";
    expect(await importing(text)).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        'The dates in "Date" can be read two ways, as in line 2.\nSay which number comes first: --date-format dmy',
      ),
    });
    await importing(text, [], { answers: ["dmy"] });
    await importing(text.replace("a@", "b@"), ["--date-format", "mdy"]);
    expect(
      await query("select extract(month from created_at at time zone 'utc')::int as m from waitlist order by email"),
    ).toEqual([{ m: 4 }, { m: 3 }]);
  });

  it("writes nothing with --dry-run, and prints the numbers of the real run", async () => {
    await importing("email\na@x.org\nb@x.org\n");
    await supabase().rpc("suppress_email", { person: "e@x.org", why: "erased" }).throwOnError();
    const crowd = Array.from({ length: 2100 }, (_, index) => `p${index}@x.org,,active\n`).join("");
    const file = `email,date,status\na@x.org,,unsubscribed\nb@x.org,,active\nc@x.org,2025-02-30,active\nd@x.org,,bounced\ne@x.org,,active\n${crowd}p1@x.org,,unsubscribed\np2@x.org,,complained\n`;
    const counts = "select (select count(*) from waitlist) + (select count(*) from email_suppressions) as n";
    const before = await query(counts);
    const dry = await importing(file, ["--dry-run"]);
    expect(await query(counts)).toEqual(before);
    const real = await importing(file);
    const numbers = ({ err }: { err: string }) => /^2,107 lines: .*$/mu.exec(err)?.[0].replaceAll(/[a-z ]+/gu, " ");
    expect(numbers(dry)).toBe(numbers(real));
    expect(dry).toMatchObject({ code: 1, err: expect.stringContaining("Nothing was written (--dry-run).") });
    expect(real.err).toContain(
      "2,107 lines: 2,100 added, 1 listed already and unsubscribed, 2 suppressed (1 erased, 1 bounced), 3 duplicates, 1 rejected.",
    );
  });

  it("can be interrupted from the first line on", async () => {
    await writeFile(path("people.csv"), "email\na@x.org\n");
    for (const name of ["people.csv", "-"])
      expect(
        await run(["import", "waitlist", name], { input: "email\nx@x.org\n", signal: AbortSignal.abort() }),
      ).toMatchObject({ code: 130 });
    expect(await people()).toEqual([]);
  });

  it("sends a terminal no control characters", async () => {
    const command = "\u001B]0x\u0007";
    for (const text of [
      `email,${command}note\na@x.org,y\n`,
      `email,Status${command}\na@x.org,${command}odd\n`,
      `${command}\n1\n`,
    ]) {
      const { err } = await importing(text, ["--dry-run"]);
      expect(err).toContain("\uFFFD]0x\uFFFD");
      expect(err).not.toMatch(/(?!\n)\p{Cc}/u);
    }
  });
});

describe("rejected lines", () => {
  it("are listed with their number and reason, in the form of the file, to be corrected and imported", async () => {
    const clock = () => new Date("2026-05-04T12:00:00Z");
    const { code, err } = await importing(
      '\uFEFFemail;created_at\r\ngood@x.org;2026-05-01\r\nno address;\n\n"two\r\nlines@x.org";\nx@x.org;30.02.2026\r\ntoo;many;fields\n\'=last@x.org;1999-12-31\nz@x.org;2026-05-07\r\n"Ada <ada@x.org>, Bo <bo@x.org>";\nAda (bo@x.org) <ada@x.org>;\n"q@x.org;2026-05-01"\n',
      [],
      { clock },
    );
    expect(err).toContain("10 lines: 1 added, 0 duplicates, 9 rejected.");
    expect(code).toBe(1);
    const address = "Enter a valid e-mail address, such as ada@example.com.";
    expect((await rejected()).replaceAll("\r\n", "\n")).toBe(
      [
        "\uFEFFrejected line;rejection reason;email;created_at",
        `3;${address};no address;`,
        `5;${address};"two\nlines@x.org";`,
        "7;created_at is not a day of the calendar.;x@x.org;30.02.2026",
        "8;The line has 3 fields instead of 2.;too;many;fields",
        "9;created_at is before the year 2000.;'=last@x.org;1999-12-31",
        "10;created_at is after tomorrow.;z@x.org;2026-05-07",
        "11;Give one e-mail address, not several.;Ada <ada@x.org>, Bo <bo@x.org>;",
        "12;Give one e-mail address, not several.;Ada (bo@x.org) <ada@x.org>;",
        '13;The line has 1 field instead of 2. Quotes around the whole line make it one.;"q@x.org;2026-05-01"',
        "",
      ].join("\n"),
    );
    expect((await stat(path("people.csv.rejects.csv"))).mode & 0o777).toBe(0o600);
    await importing((await rejected()).replace("30.02", "20.02").replace("1999", "2020"), [], { clock });
    expect(await people()).toEqual(["=last", "good", "x"]);
  });

  it("of rows that the database refuses are found, and the rest of their batch is imported", async () => {
    const id = "0b0e7a52-6f0c-4f5b-9d5e-0d8f4a1c2b3d";
    await supabase().from("waitlist").insert({ id, email: "first@x.org" }).throwOnError();
    expect((await importing(`id,email\n${id},second@x.org\n,third@x.org\n,fourth@x.org\n`)).err).toContain(
      "3 lines: 2 added, 0 duplicates, 1 rejected.",
    );
    expect(await rejected()).toContain("2,The database refuses it (23505).");
  });

  it("go where they are wanted, but never replace another file", async () => {
    const bad = "email\nnobody\na@x.org\n";
    await writeFile(path("mine.csv"), "my own work\n");
    for (const [name, code, message] of [
      ["-", 2, "--rejects takes a file, not stdout."],
      ["mine.csv", 2, "mine.csv exists already, and holds something other than rejected lines."],
      ["people.csv", 2, "people.csv exists already, and holds something other than rejected lines."],
      [".", 1, "it is a folder"],
    ] as const)
      expect(await importing(bad, ["--rejects", name])).toMatchObject({ code, err: expect.stringContaining(message) });
    expect(await people()).toEqual([]);
    await importing(bad, ["--rejects", "refused.csv"]);
    expect(await readFile(path("refused.csv"), "utf8")).toContain("2,");
    await importing("email\na@x.org\n", ["--rejects", "refused.csv"]);
    await expect(stat(path("refused.csv"))).rejects.toThrow("ENOENT");
    await expect(stat(path("people.csv.rejects.csv"))).rejects.toThrow("ENOENT");
  });

  it("are told where there is no file: of stdin, and of a dry run that names none", async () => {
    const { err } = await run(["import", "waitlist", "-"], { input: "email\na@x.org\nnobody\n" });
    expect(err).toContain("  line 3: Enter a valid e-mail address, such as ada@example.com.\n2 lines: 1 added");
    const dry = await importing(`email\n${"nobody\n".repeat(30)}`, ["--dry-run"]);
    expect(dry.err.match(/ {2}line \d+: /gu)).toHaveLength(20);
    expect(dry.err).toContain("  … (--rejects FILE has them all)\n");
  });
});

describe("the suppression list", () => {
  it("keeps out erased people when an old file is imported again, unless that is overridden", async () => {
    const file = "email,created_at\na@x.org,2025-01-02\nb@x.org,2025-01-02\n";
    await importing(file);
    await run(["erase", "a@x.org", "--yes"]);
    expect((await importing(file)).err).toContain(
      "2 lines: 0 added, 1 suppressed (1 erased), 1 duplicate, 0 rejected.",
    );
    expect(await importing(file, ["--override-suppression"])).toMatchObject({ code: 2 });
    expect(await importing(file, ["--override-suppression"], { answers: ["no"] })).toMatchObject({ code: 1 });
    expect(await people()).toEqual(["b"]);
    expect((await importing(file, ["--override-suppression"], { answers: ["yes"] })).err).toContain(
      "2 lines: 1 added, 1 duplicate",
    );
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
    expect(await suppressed()).toEqual(["bounced", "complained"]);
  });
});

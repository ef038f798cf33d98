import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { useImports } from "./importing.ts";

const { run, query, importing, people, file } = useImports();

const created = async () =>
  (await query("select created_at from waitlist order by email")).map(({ created_at: at }) =>
    at instanceof Date ? at.toISOString().slice(0, 16) : at,
  );

describe("dates", () => {
  it.each([
    [
      "Date,Email\n25/04/2025,a@x.org\n3/4/2025,b@x.org\n",
      ["2025-04-25T00:00", "2025-04-03T00:00"],
      "(day/month/year)",
    ],
    [
      "Created time,Email\n4/25/2025 5:06pm,a@x.org\n3/4/2025 5:06pm,b@x.org\n",
      ["2025-04-25T17:06", "2025-03-04T17:06"],
      "(month/day/year)",
    ],
    [
      "Datum;E-Mail\n04.03.2025;a@x.org\n05.03.2025 17:06;b@x.org\n",
      ["2025-03-04T00:00", "2025-03-05T17:06"],
      "created_at ← Datum",
    ],
    [
      "Optin Time,Email\n45781.5,a@x.org\n45782,b@x.org\n",
      ["2025-05-04T12:00", "2025-05-05T00:00"],
      "created_at ← Optin Time",
    ],
    // The form tools of Microsoft and Jotform, and a list that somebody kept.
    ["Id,Start time,Completion time,Email\n1,45781,45781.5,a@x.org\n", ["2025-05-04T12:00"], "← Completion time"],
    ['Submission Date,Email\n"May 4, 2025",a@x.org\n', ["2025-05-04T00:00"], "← Submission Date"],
    ["Signed up,Email\n2025-05-04,a@x.org\n", ["2025-05-04T00:00"], "← Signed up"],
    [
      'Created time,Email\n"April 3, 2025 5:06 PM",a@x.org\n"April 4, 2025",b@x.org\n',
      ["2025-04-03T17:06", "2025-04-04T00:00"],
      "created_at",
    ],
  ])("are read as the whole column shows: %s", async (text, expected, described) => {
    const { code, err } = await importing(text);
    expect(err).toContain(described);
    expect(code).toBe(0);
    expect(await created()).toEqual(expected);
  });

  it("that can be read in two ways are asked about, or have to be given", async () => {
    const text = "Date,Email\n3/4/2025,a@x.org\n";
    expect(await importing(text)).toMatchObject({
      code: 2,
      err: 'Reading utf-8, fields separated by ,\nerror: The dates in "Date" can be read two ways, such as 3/4/2025.\nSay which number comes first: --date-format dmy (day) or --date-format mdy (month).\n',
    });
    expect(await importing(text, [], { answers: ["dmy"] })).toMatchObject({ code: 0 });
    expect(await created()).toEqual(["2025-04-03T00:00"]);
    expect(await importing(text.replace("a@", "b@"), ["--date-format", "mdy"])).toMatchObject({ code: 0 });
    expect(await created()).toEqual(["2025-04-03T00:00", "2025-03-04T00:00"]);
  });

  it("are asked about again after an invalid answer, until nothing is typed", async () => {
    const text = "Date,Email\n3/4/2025,a@x.org\n";
    expect(await importing(text, [], { answers: ["x", ""] })).toMatchObject({
      code: 2,
      err: expect.stringContaining('"x" is not one of: day, dmy, month, mdy. Press Enter alone to give up.\n'),
    });
    expect(await importing(text, [], { answers: ["d", "Day"] })).toMatchObject({ code: 0 });
    expect(await created()).toEqual(["2025-04-03T00:00"]);
  });

  it("before 2000 or after tomorrow are refused, each with its reason", async () => {
    const clock = () => new Date("2026-05-04T12:00:00Z");
    const { code } = await importing(
      "email,created_at\na@x.org,0025-04-25\nb@x.org,1999-12-31\nc@x.org,2026-05-07\nd@x.org,2026-05-05\ne@x.org,2025-02-30\n",
      [],
      { clock },
    );
    expect(code).toBe(1);
    expect((await readFile(file("people.csv.rejects.csv"), "utf8")).split("\n").slice(1)).toEqual([
      "2,created_at is before the year 2000.,a@x.org,0025-04-25",
      "3,created_at is before the year 2000.,b@x.org,1999-12-31",
      "4,created_at is after tomorrow.,c@x.org,2026-05-07",
      "6,created_at is not a day of the calendar.,e@x.org,2025-02-30",
      "",
    ]);
    expect(await people()).toEqual(["d"]);
  });
});

describe("columns", () => {
  it.each([
    ["E-Mail-Adresse;Name\na@x.org;Ada\n"],
    ["Adresse e-mail;Nom\na@x.org;Ada\n"],
    ["Kontakt,Email me\na@x.org,yes\n"],
    ["Nr,Empfänger\n1,a@x.org\n2,not one\n3,a@x.org\n"],
  ])("of addresses are known by what is in them: %s", async (text) => {
    await importing(text);
    expect(await people()).toEqual(["a"]);
  });

  it("of addresses are asked for when there are several", async () => {
    expect(await importing("Invited by,Guest\na@x.org,b@x.org\n")).toMatchObject({
      code: 2,
      err: expect.stringContaining("Several columns hold addresses: Invited by, Guest."),
    });
    await importing("Invited by,Guest\na@x.org,b@x.org\n", ["--map", "email=Guest"]);
    expect(await people()).toEqual(["b"]);
  });

  it("called Subscribed are read as a date or as yes and no, by their values", async () => {
    await importing("Email,Subscribed\na@x.org,2025-05-04\n");
    expect(await created()).toEqual(["2025-05-04T00:00"]);
    await importing("Email,Subscribed\nb@x.org,no\n");
    expect(await people()).toEqual(["a", "-b"]);
  });

  it("with addresses as mail programs write them are unwrapped", async () => {
    await importing(
      'email\nAda <ada@x.org>\n<bo@x.org>\nmailto:cy@x.org\nmailto:di@x.org?subject=Hi\n"""Li, Ed"" <ed@x.org>"\n',
    );
    expect(await people()).toEqual(["ada", "bo", "cy", "di", "ed"]);
  });

  it("of sources that may hold an address, such as that of somebody who recommended the list, are left empty", async () => {
    const { err } = await importing("email,referrer\na@x.org,Ada <ada@x.org>\nb@x.org,friend\n");
    expect(err).toContain('1 source was changed to a valid form, 0 of them cut: "…@…" → none.');
    expect(await query("select source from waitlist order by email")).toEqual([{ source: null }, { source: "friend" }]);
  });

  it("of sources that had to be changed or cut are counted", async () => {
    const { err } = await importing(`email,source\na@x.org,Facebook Ads\nb@x.org,friend\nc@x.org,${"x".repeat(70)}\n`);
    expect(err).toContain('2 sources were changed to a valid form, 1 of them cut: "Facebook Ads" → facebook-ads, …');
  });
});

describe("other files", () => {
  it("begin with the delimiter, for Excel", async () => {
    const { err } = await importing("sep=;\r\nemail;source\r\na@x.org;x,y\r\nbroken\r\n");
    expect(err).toContain("fields separated by ;");
    expect(await people()).toEqual(["a"]);
    expect(await readFile(file("people.csv.rejects.csv"), "utf8")).toContain(
      "4;The line has 1 field instead of 2.;broken",
    );
  });

  it("may have rows of blank cells, as spreadsheets write them", async () => {
    expect(await importing(";;\nEmail;Name;\na@x.org;A;\n;;\n ;;;;\nb@x.org;B;\n;;\n")).toMatchObject({
      code: 0,
      err: expect.stringContaining("2 lines: 2 added, 0 duplicates, 0 rejected."),
    });
    expect(await people()).toEqual(["a", "b"]);
  });

  it("may be named pipes, such as a shell's", async () => {
    await promisify(execFile)("mkfifo", [file("pipe")]);
    const writing = writeFile(file("pipe"), "email\na@x.org\nnobody\n");
    const { code, err } = await run(["import", "waitlist", "pipe"]);
    await writing;
    expect(err).toContain("2 lines: 1 added");
    expect(err).toContain("line 3: ");
    expect(code).toBe(1);
    expect(await readdir(file("."))).toEqual(["pipe"]);
  });

  it("in UTF-8 with a few broken bytes are read as UTF-8, without the lines that have these", async () => {
    const text =
      "email,unsubscribed,Gr\u00F6?e,source\na@x.org,,\u00E9t\u00E9,Zo\u00EB\nb@x.org,yes,,\nc@x.org,,L?,\nd@x.org,yes,?,\n";
    const bytes = Buffer.from(text).map((byte) => (byte === 63 ? 0xe9 : byte));
    const rejects = "people.csv.rejects.csv";
    // The last line is cut off within a character, as in half a download.
    const { code, err } = await importing(Buffer.concat([bytes, Buffer.from("e@x.org,,,ok\u00F6").subarray(0, -1)]));
    expect(err).toContain(
      "Reading utf-8, fields separated by ,\nSome of its bytes are not UTF-8. The lines that have them are rejected.\n",
    );
    expect(err).toContain("5 lines: 2 added, 0 duplicates, 3 rejected.");
    expect(code).toBe(1);
    expect(await people()).toEqual(["a", "-b"]);
    expect(await readFile(file(rejects), "utf8")).toContain(
      "\n4,The line has bytes that are not UTF-8.,c@x.org,,L\uFFFD,\n",
    );
    await run(["import", "waitlist", rejects]);
    expect(await people()).toEqual(["a", "-b", "c", "-d", "e"]);
    expect(await query("select source from waitlist order by email limit 1")).toEqual([{ source: "zoe" }]);
  });

  it("in UTF-8 with a mark stay UTF-8, however many bytes are broken", async () => {
    const { err } = await importing(
      Buffer.concat([Buffer.from("\uFEFFemail,name\na@x.org,"), Buffer.from([0xe9, 0x0a])]),
    );
    expect(err).toContain("Some of its bytes are not UTF-8.");
    expect(await people()).toEqual([]);
  });

  it("in another encoding show its characters, from which a wrong guess can be seen", async () => {
    // "Łukasz Żółw, Łódź" in Windows-1250.
    const bytes = Buffer.from(
      "email,name\na@x.org,\u00A3ukasz \u00AF\u00F3\u00B3w\nb@x.org,\u00A3\u00F3d\u009F\n",
      "latin1",
    );
    expect((await importing(bytes)).err).toContain(
      "Reading windows-1252, fields separated by ,\nIt is not UTF-8, and this is a guess: it would have the characters £ ¯ ó ³ Ÿ. If these are wrong, save it as UTF-8.\n",
    );
    const many = Buffer.from(Array.from({ length: 30 }, (_, n) => 0xdf + n));
    expect((await importing(Buffer.concat([Buffer.from("email\n"), many]))).err).toContain("ß à á â ã ä å æ ç è é ê …");
  });

  it("whose first line has a quote that is never closed are refused, as the names of the columns are unknown", async () => {
    expect(await importing('"email,unsubscribed\na@x.org,yes\n')).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /error: The first line of .+ cannot be read\. A quote is opened here and never closed\.\n/u,
      ),
    });
    expect(await people()).toEqual([]);
  });

  it("send a terminal no control characters", async () => {
    const command = "\u001B]0x\u0007";
    const asked: string[] = [];
    const texts = [
      `email,${command}note\na@x.org,y\n`,
      `email,Status${command}\na@x.org,${command}odd\n`,
      `${command}\n1\n`,
    ];
    for (const text of texts) {
      const { err } = await importing(text, ["--dry-run"]);
      expect(err).toContain("\uFFFD]0x\uFFFD");
      asked.push(err);
    }
    expect(asked.join("")).not.toMatch(/(?!\n)\p{Cc}/u);
  });

  it("may be standard input, and leave nothing behind", async () => {
    const left = async () => (await readdir(tmpdir())).filter((name) => name.startsWith("prelaunch-import-"));
    const before = await left();
    const { code, err } = await run(["import", "waitlist", "-"], { input: "email\na@x.org\nnobody\n" });
    expect(err).toContain("  line 3: Enter a valid e-mail address, such as ada@example.com.\n2 lines: 1 added");
    expect(code).toBe(1);
    expect(await people()).toEqual(["a"]);
    expect(await run(["import", "waitlist", "-"])).toMatchObject({
      code: 1,
      err: "Reading an empty file\nerror: stdin has no lines.\n",
    });
    expect(await left()).toEqual(before);
  });

  it("can be interrupted from the first line on, and leave nothing behind", async () => {
    await writeFile(file("people.csv"), "email\na@x.org\n");
    const before = (await readdir(tmpdir())).filter((name) => name.startsWith("prelaunch-import-"));
    for (const name of ["people.csv", "-"])
      expect(await run(["import", "waitlist", name], { input: "email\n", signal: AbortSignal.abort() })).toMatchObject({
        code: 130,
        err: expect.stringContaining("error: Interrupted."),
      });
    expect((await readdir(tmpdir())).filter((name) => name.startsWith("prelaunch-import-"))).toEqual(before);
    expect(await people()).toEqual([]);
  });
});

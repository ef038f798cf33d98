import { readFile, stat } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { useImports } from "./importing.ts";

const { run, file: path, supabase, importing: importFile, people } = useImports();

describe("import waitlist", () => {
  const importing = (content: string | Uint8Array, ...argv: string[]) => importFile(content, argv);
  const waitlist = async (columns = "email") => {
    const { data } = await supabase()
      .from("waitlist")
      .select<string, Record<string, unknown>>(columns)
      .order("email")
      .throwOnError();
    return data.map((row) => Object.values(row).join(" "));
  };

  it("accepts another tool's export: recognizes its columns, normalises, counts duplicates", async () => {
    const { code, err } = await importing(
      'Name,Email Address,OPTIN_TIME,Source\nAda,ADA@Example.com ,2026-05-01 10:00:00,"Facebook Ads"\nBo,bo@example.com,,\nAda again,ada@example.com,2026-05-02,x\n',
    );
    expect(err).toContain(
      "Reading utf-8, fields separated by ,\n  email ← Email Address\n  created_at ← OPTIN_TIME\n  source ← Source\n  ignored: Name\n",
    );
    expect(err).toContain("3 lines: 2 added, 1 duplicate, 0 rejected.");
    expect(code).toBe(0);
    expect(await waitlist("email,source")).toEqual(["ada@example.com facebook-ads", "bo@example.com "]);
    const { data } = await supabase()
      .from("waitlist")
      .select("created_at")
      .eq("email", "ada@example.com")
      .single()
      .throwOnError();
    expect(data.created_at).toBe("2026-05-01T10:00:00+00:00");
  });

  it("reports every bad line with its number and reason, and ends with 1", async () => {
    const { code, err } = await importing(
      'email,date\ngood@example.com,2026-05-01\nnot an address,\n\n"two\nlines@example.com",\nx@example.com,30.02.2026\ntoo,many,fields\n=last@example.com,\n',
    );
    expect(err).toContain("6 lines: 2 added, 0 duplicates, 4 rejected.");
    expect(code).toBe(1);
    const file = path("people.csv.rejects.csv");
    expect(await readFile(file, "utf8")).toBe(
      [
        "rejected line,rejection reason,email,date",
        '3,"Enter a valid e-mail address, such as ada@example.com.",not an address,',
        '5,"Enter a valid e-mail address, such as ada@example.com.","two\nlines@example.com",',
        "7,created_at is not a day of the calendar.,x@example.com,30.02.2026",
        "8,The line has 3 fields instead of 2.,too,many,fields",
        "",
      ].join("\n"),
    );
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await waitlist()).toEqual(["=last@example.com", "good@example.com"]);
  });

  it.each([
    [
      "UTF-8 with a mark and semicolons",
      Buffer.from("\uFEFFE-Mail;Source\na@example.com;caf\u00E9\n"),
      "utf-8, fields separated by ;",
    ],
    [
      "UTF-16 and tabs, as Excel writes it",
      Buffer.from("\uFEFFemail\tsource\r\na@example.com\tcaf\u00E9\r\n", "utf16le"),
      "utf-16le, fields separated by tabs",
    ],
    [
      "Windows-1252",
      Buffer.from("email,source\na@example.com,caf\u00E9\n", "latin1"),
      "windows-1252, fields separated by ,",
    ],
  ])("reads %s", async (_name, bytes, described) => {
    const { code, err } = await importing(bytes);
    expect(err).toContain(described);
    expect(code).toBe(0);
    expect(await waitlist("email,source")).toEqual(["a@example.com cafe"]);
  });

  it("takes a bare list of addresses", async () => {
    expect((await importing("a@example.com\nb@example.com\n")).err).toContain("2 lines: 2 added");
    expect(await waitlist()).toEqual(["a@example.com", "b@example.com"]);
  });

  it("maps columns as told, and lists the columns if it cannot", async () => {
    expect(await importing("Kontakt,Quelle\nAda,x\n")).toMatchObject({
      code: 2,
      err: expect.stringContaining("No column looks like e-mail addresses. The file has: Kontakt, Quelle"),
    });
    expect((await importing("My people,,\nEmail,Joined,Source\na@example.com,,\n")).err).toContain(
      "The file has: My people\nName it: --map email=HEADER. If a title is above the names of the columns, delete it.\n",
    );
    expect(await importing("My people\nEmail,Joined\na@example.com,2025-05-04\n")).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /The first line of \S+ has 1 field, and no other line has as many\.\nIf a title is above the names of the columns, delete it\.\n$/u,
      ),
    });
    expect(await importing("Kontakt\na@example.com\n", "--map", "email=Mail")).toMatchObject({
      code: 2,
      err: expect.stringContaining('no column "Mail"'),
    });
    expect(await importing("Kontakt\na@example.com\n", "--map", "mail=Kontakt")).toMatchObject({
      code: 2,
      err: expect.stringContaining('--map mail=Kontakt: there is no column "mail". There are: email, '),
    });
    expect(
      (await importing("Kontakt,Source\na@example.com,x\n", "--map", "email=Kontakt", "--map", "source=")).code,
    ).toBe(0);
    expect(await waitlist("email,source")).toEqual(["a@example.com "]);
  });

  it("writes nothing with --dry-run", async () => {
    const { code, err } = await importing("email\na@example.com\nA@example.com\nnobody\n", "--dry-run");
    expect(err).toContain("3 lines: 1 to add, 1 duplicate, 1 rejected.\nNothing was written (--dry-run).");
    expect(code).toBe(1);
    expect(await waitlist()).toEqual([]);
  });

  it("changes nobody on the list, and adds nobody twice", async () => {
    await supabase().from("waitlist").insert({ email: "a@example.com", notified: true, source: "old" }).throwOnError();
    const file = "email,source\na@example.com,new\nb@example.com,new\n";
    expect((await importing(file)).err).toContain("2 lines: 1 added, 1 duplicate");
    expect((await importing(file)).err).toContain("2 lines: 0 added, 2 duplicates");
    expect(await waitlist("email,notified,source")).toEqual(["a@example.com true old", "b@example.com false new"]);
  });

  // A workbook has times to the millisecond.
  it.each(["csv", "xlsx"])(
    "withdraws no consent by a %s export of this list, where mail has bounced",
    async (format) => {
      await importing("email\na@example.com\n");
      const bounced = { event: "bounced", people: '["a@example.com"]' } as const;
      await supabase().rpc("record_email_event", bounced).throwOnError();
      await run(["export", "waitlist", "--format", format, "--out", `list.${format}`]);
      expect(await run(["import", "waitlist", `list.${format}`])).toMatchObject({ code: 0 });
      expect((await supabase().from("consent_events").select("event").throwOnError()).data).toEqual([]);
    },
  );

  it("withdraws no consent by an older export, of a time before it was given again", async () => {
    const events = async () =>
      (await supabase().from("consent_events").select("event").order("happened_at").throwOnError()).data;
    const all = async () => (await run(["export", "waitlist", "--out", "-"])).out;
    await importing("email\na@example.com\n");
    await supabase().rpc("mark_waitlist", { addresses: '["a@example.com"]', event: "unsubscribed" }).throwOnError();
    const older = await all();
    await supabase().from("waitlist").update({ unsubscribed_at: null }).eq("email", "a@example.com").throwOnError();
    await supabase().from("consent_events").insert({ email: "a@example.com", event: "asked" }).throwOnError();
    const bounced = { event: "bounced", people: '["a@example.com"]' } as const;
    await supabase().rpc("record_email_event", bounced).throwOnError();
    const newer = await all();
    expect(await importing(older)).toMatchObject({ code: 0 });
    expect(await events()).toEqual([{ event: "unsubscribed" }, { event: "asked" }]);
    expect(await all()).toBe(newer);
  });

  it("rejects the one row that the database refuses, and imports the rest of its batch", async () => {
    const id = "0b0e7a52-6f0c-4f5b-9d5e-0d8f4a1c2b3d";
    await supabase().from("waitlist").insert({ id, email: "first@example.com" }).throwOnError();
    const { code, err } = await importing(
      `id,email\n${id},second@example.com\n,third@example.com\n,fourth@example.com\n`,
    );
    expect(err).toContain("3 lines: 2 added, 0 duplicates, 1 rejected.");
    expect(await readFile(path("people.csv.rejects.csv"), "utf8")).toContain("2,The database refuses it (23505).");
    expect(code).toBe(1);
  });

  it("rejects a line with an unclosed quote, and goes on after it", async () => {
    const many = Array.from({ length: 3000 }, (_, index) => `p${index}@example.com`).join("\r\n");
    const { code, err } = await importing(`email\r\n${many}\r\n\r\n"open@example.com\r\nlast@example.com\r\n`);
    expect(err).toContain("3,002 lines: 3,001 added, 0 duplicates, 1 rejected.");
    expect(await readFile(path("people.csv.rejects.csv"), "utf8")).toBe(
      'rejected line,rejection reason,email\n3003,A quote is opened here and never closed.,"""open@example.com"\n',
    );
    expect(code).toBe(1);
  });

  it("says so when there is no such file", async () => {
    const { code, err } = await run(["import", "waitlist", "missing.csv"]);
    expect(err).toContain("missing.csv cannot be read: there is no such file.\n");
    expect(code).toBe(1);
  });
});

describe("a column that looks like a status", () => {
  const unknown = "email,Lead Status\na@x.org,New\nb@x.org,Lost\n";

  it("stops an import if nobody can be asked, with nothing written", async () => {
    expect(await importFile(unknown)).toMatchObject({
      code: 2,
      err: 'Reading utf-8, fields separated by ,\nerror: The column "Lead Status" looks like a status, but its values are unknown (New, Lost).\nSay what it is: --map status="Lead Status" (or subscribed, unsubscribed_at, bounced, complained), or --map ignored="Lead Status".\n',
    });
    expect(await people()).toEqual([]);
  });

  it("is asked about on a terminal", async () => {
    expect(await importFile(unknown, [], { answers: ["status", " listed ", "unsubscribed"] })).toMatchObject({
      code: 0,
    });
    expect(await people()).toEqual(["a", "-b"]);
    expect(await importFile(unknown, [], { answers: [""] })).toMatchObject({ code: 2 });
  });

  it("is asked about again after an invalid answer, and earlier answers are kept", async () => {
    const answers = ["Statis", "Status", "listed", "unsub", "unsubscribed"];
    expect(await importFile(unknown, [], { answers })).toMatchObject({
      code: 0,
      err: expect.stringContaining('"unsub" is not one of: listed, unsubscribed, bounced, complained.'),
    });
    expect(await people()).toEqual(["a", "-b"]);
  });

  it("is what the operator says it is", async () => {
    expect(await importFile(unknown, ["--map", "ignored=Lead Status"])).toMatchObject({ code: 0 });
    expect(await people()).toEqual(["a", "b"]);
    expect(
      await importFile(unknown, [
        "--map",
        "status=Lead Status",
        "--meaning",
        "new=listed",
        "--meaning",
        "Lost=unsubscribed",
      ]),
    ).toMatchObject({ code: 0 });
    expect(await people()).toEqual(["a", "-b"]);
    expect(await importFile(unknown, ["--map", "status=Lead Status", "--meaning", "Lost=gone"])).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        "--meaning Lost=gone: give a word and what it means: Paused=listed, unsubscribed, bounced or complained.",
      ),
    });
  });

  it("with an unknown word stops it, too", async () => {
    expect(await importFile("email,status\na@x.org,active\nb@x.org,paused\n")).toMatchObject({
      code: 2,
      err: expect.stringContaining('The column "status" has unknown values: paused.'),
    });
  });

  it("with one value and blanks may mean either, so it is asked about", async () => {
    const marked = "email,Newsletter\na@x.org,x\nb@x.org,\n";
    expect(await importFile(marked)).toMatchObject({
      code: 2,
      err: expect.stringContaining('The column "Newsletter" has only x and blanks.'),
    });
    expect(await importFile(marked, ["--meaning", "=unsubscribed"])).toMatchObject({ code: 0 });
    expect(await people()).toEqual(["a", "-b"]);
    const more = marked.replaceAll("@x.org", "2@x.org");
    expect(await importFile(more, [], { answers: ["subscribed", "listed"] })).toMatchObject({ code: 0 });
    expect(await importFile(more.replaceAll("2@", "3@"), [], { answers: ["ignored"] })).toMatchObject({ code: 0 });
    expect(await people()).toEqual(["a2", "a3", "a", "b2", "b3", "-b"]);
  });
});

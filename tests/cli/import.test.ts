import { readFile, stat } from "node:fs/promises";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { applications as seeded } from "../../scripts/commands/seed/people.ts";
import { betaFields } from "../../server/contract/beta.ts";
import type { TerminalOptions } from "./terminal.ts";
import { useCommands } from "./workplace.ts";
import { betaWords } from "../../components/copy/beta.ts";
import { roles } from "../../server/contract/limits.ts";

// Tests of reading files are beside the code: scripts/files/file.test.ts,
// scripts/commands/import/waitlist.test.ts.

const { run, printed, query, list, file, write, supabase } = useCommands();

const importing = async (content: string, argv: string[] = [], options: TerminalOptions = {}) => {
  await write("people.csv", content);
  return run(["import", "waitlist", "people.csv", ...argv], options);
};
/** Local parts of the addresses on the waitlist, with `-` before those of people who have unsubscribed. */
const people = () =>
  list(
    "select case when unsubscribed_at is null then '' else '-' end || split_part(email, '@', 1) from waitlist order by email",
  );
const consents = "consent_events c join waitlist w on w.id = c.person";
const suppressed = () => list("select reason from email_suppressions order by reason");
const rejects = () => readFile(file("people.csv.rejects.csv"), "utf8");

it.each(["csv", "xlsx"])("what is exported and imported is exported again as it was: %s", async (format) => {
  const oddNames = ["=cmd", "+1", "'=x", "o'brien", "'o"];
  const odd = oddNames.map((name, ms) => ({
    email: `${name}@x.org`,
    created_at: new Date(Date.UTC(2026, 4, 4) + ms).toISOString(),
  }));
  const codes = {
    share_code: "ADA00000",
    referred_by: "BEB00000",
    sender_credit: "counted",
    friends: 2,
  } as const;
  const invited = {
    invite_code: "0123456789ABCDEF",
    invited_at: "2025-05-05T00:00:00Z",
    redeemed_at: "2025-05-05T01:02:03.456Z",
  };
  const answered = {
    ...codes,
    ...invited,
    answers: { invoices: "21+", time: "taxes" },
    tags: ["vip", "beta-2"],
    note: "Met in May",
  };
  const left = { email: "left@x.org", notified: true, source: "friend", unsubscribed_at: "2025-05-06T00:00:00Z" };
  await supabase().from("waitlist").insert(odd).throwOnError();
  await supabase()
    .from("waitlist")
    .insert({ ...left, ...answered, created_at: "2025-05-04T12:34:56.789Z" })
    .throwOnError();
  const text = { name: "=Ada", company: "Łódź & Co", role: "other", reason: 'one\ntwo; "three"' } as const;
  const decided = { status: "accepted", reviewed_at: "2025-05-06T07:08:09.123Z" } as const;
  const more = [...seeded(1, 20, { from: new Date("2025-05-07"), until: new Date("2025-05-08") })];
  // The test covers everything that the form asks for, so that none of it is lost.
  const filled = Object.fromEntries(v.keyof(betaFields).options.map((field) => [field, `Some ${field}`]));
  const own = { id: crypto.randomUUID(), email: "a@x.org", created_at: "2025-05-05T00:00:00Z" };
  const one = { ...filled, ...own, ...text, ...decided };
  await supabase().from("beta_applications").insert([one]).throwOnError();
  await supabase().from("beta_applications").insert(more).throwOnError();
  for (const [table, lines] of [
    ["waitlist", 6],
    ["beta", 21],
  ] as const) {
    const all = () => printed("export", table, "--format", "ndjson");
    const before = await all();
    const name = `${table}.${format}`;
    await run(["export", table, "--out", name]);
    await query("truncate waitlist, beta_applications cascade");
    const dry = await run(["import", table, name, "--dry-run"]);
    expect(dry.err).toContain(`${lines} lines: ${lines} to add, 0 duplicates, 0 rejected.\n`);
    expect(await all()).toBe("");
    expect(await run(["import", table, name])).toMatchObject({ code: 0 });
    expect(await all()).toBe(before);
    expect((await run(["import", table, name])).err).toContain(`0 added, ${lines} duplicates`);
    await query("truncate waitlist, beta_applications cascade");
    // The other table is filled again for its turn.
    await supabase()
      .from("beta_applications")
      .insert([one, ...more])
      .throwOnError();
  }
});

describe("import waitlist", () => {
  it("changes nobody on the list, and adds nobody twice", async () => {
    await supabase().from("waitlist").insert({ email: "a@x.org", notified: true, source: "old" }).throwOnError();
    const text = "email,source\na@x.org,new\nB@x.org,new\nb@x.org,again\n";
    expect((await importing(text)).err).toContain("3 lines: 1 added, 2 duplicates, 0 rejected.");
    expect((await importing(text)).err).toContain("3 lines: 0 added, 3 duplicates");
    expect(await query("select source, notified from waitlist order by email")).toEqual([
      { source: "old", notified: true },
      { source: "new", notified: false },
    ]);
  });

  it("unsubscribes who left, with the time in the file and their consent withdrawn once, and never lists them again", async () => {
    await importing("email\na@x.org\nb@x.org\nc@x.org\nd@x.org\n");
    const text =
      "email,status,unsubscribed_at\na@x.org,,2025-02-03T04:05:06Z\nb@x.org,bounced,\nc@x.org,active,\nd@x.org,complained,\ne@x.org,unsubscribed,\nf@x.org,bounced,\n";
    expect((await importing(text)).err).toContain(
      "6 lines: 1 added, 3 listed already and unsubscribed, 1 suppressed (1 bounced), 1 duplicate, 0 rejected.",
    );
    await importing(text);
    expect(await importing("email\na@x.org\nb@x.org\nd@x.org\ne@x.org\nf@x.org\n")).toMatchObject({ code: 0 });
    expect(await people()).toEqual(["-a", "-b", "c", "-d", "-e"]);
    expect(await suppressed()).toEqual(["bounced", "bounced", "complained"]);
    const noted = `select concat_ws(' ', email, event, happened_at < '2026-01-01') from ${consents} order by email`;
    expect(await list(noted)).toEqual(["a@x.org unsubscribed t", "d@x.org unsubscribed f"]);
  });

  it("writes nothing with --dry-run, and prints the numbers of the real run", async () => {
    await importing("email\na@x.org\nb@x.org\n");
    await supabase().rpc("suppress_email", { person: "e@x.org", why: "erased" }).throwOnError();
    const crowd = Array.from({ length: 2100 }, (_, index) => `p${index}@x.org,,active\n`).join("");
    const text = `email,date,status\na@x.org,,unsubscribed\nb@x.org,,active\nc@x.org,2025-02-30,active\nd@x.org,,bounced\ne@x.org,,active\n${crowd}p1@x.org,,unsubscribed\np2@x.org,,complained\n`;
    const dry = await importing(text, ["--dry-run"]);
    expect([await people(), await suppressed(), await query("select from consent_events")]).toEqual([
      ["a", "b"],
      ["erased"],
      [],
    ]);
    const real = await importing(text);
    const numbers = ({ err }: { err: string }) => /^2,107 lines: .*$/mu.exec(err)?.[0].replaceAll(/[a-z ]+/gu, " ");
    expect(numbers(dry)).toBe(numbers(real));
    expect(dry).toMatchObject({ code: 1, err: expect.stringContaining("Nothing was written (--dry-run).") });
    expect(real.err).toContain(
      "2,107 lines: 2,100 added, 1 listed already and unsubscribed, 2 suppressed (1 erased, 1 bounced), 3 duplicates, 1 rejected.",
    );
    // The unsubscribed line of p1 is in another batch than the line that adds this person.
    expect((await people()).filter((name) => String(name).startsWith("-"))).toEqual(["-a", "-p1", "-p2"]);
    expect(await suppressed()).toEqual(["bounced", "complained", "erased"]);
  });

  it("ends with how many may be mailed, and keeps by what the others confirmed elsewhere, also of those added before", async () => {
    await write("kit.csv", "email,status\na@x.org,active\nb@x.org,active\nc@x.org,pending\nd@x.org,unsubscribed\n");
    const kit = async (...argv: string[]) => (await run(["import", "waitlist", "kit.csv", ...argv])).err;
    const by = ["--confirmed-by", " Kit, double opt-in\t"];
    expect(await kit("--dry-run")).toContain(
      "\n4 to add: 0 may be mailed, 3 have not confirmed here, 1 unsubscribed.\n",
    );
    expect(await kit(...by, "--dry-run")).toContain(
      "\n4 to add: 2 may be mailed, 1 has not confirmed here, 1 unsubscribed.\n",
    );
    const added = await kit();
    expect(added).toMatch(
      /\n4 added: 0 may be mailed, 3 have not confirmed here, 1 unsubscribed\.\n[^]*notify confirm\n[^]*--confirmed-by/u,
    );
    // The lines fit even if the output goes to a file.
    expect(added.split("\n").filter((line) => line.length > 100)).toEqual([]);
    // People who ever unsubscribed are not confirmed by an earlier confirmation.
    await query(
      "insert into consent_events (person, event) select id, 'unsubscribed' from waitlist where email = 'b@x.org'",
    );
    expect(await kit(...by)).toContain("4 lines: 0 added, 1 listed already and confirmed, 3 duplicates, 0 rejected.");
    await write("kit.csv", "email\ne@x.org\n");
    expect(await kit(...by)).toContain("\n1 added: 1 may be mailed, 0 have not confirmed here.\n");
    expect(await list("select email from waitlist where confirmed_at is not null order by 1")).toEqual([
      "a@x.org",
      "e@x.org",
    ]);
    expect(await query(`select email, proof from ${consents} where event = 'confirmed' order by 1`)).toEqual([
      { email: "a@x.org", proof: "Kit, double opt-in" },
      { email: "e@x.org", proof: "Kit, double opt-in" },
    ]);
    expect(JSON.parse((await run(["show", "a@x.org"])).out)).toMatchObject({
      rows: { consent_events: [{ event: "confirmed", proof: "Kit, double opt-in" }] },
    });
    for (const proof of [" ", "yes"])
      expect(await run(["import", "waitlist", "kit.csv", "--confirmed-by", proof])).toMatchObject({ code: 2 });
  });

  it("asks all its questions together where nobody can be asked, and the answers are all it needs", async () => {
    const text =
      "email,date,Uitgeschreven op,Zustand,Bounced\na@x.org,3/4/2025,5/4/2025,active,no\nb@x.org,3/4/2025,,gone,Never?\n";
    const asked = await importing(text, ["--override-suppression"]);
    expect(asked).toMatchObject({
      code: 2,
      err: expect.stringContaining("6 things are unclear; give the options for all of them."),
    });
    const options = [
      "--yes",
      '--map unsubscribed="Uitgeschreven op"',
      '--map status="Zustand"',
      '--meaning "gone=unsubscribed"',
      '--meaning "Never?=unsubscribed"',
      "--date-format dmy",
    ];
    for (const option of options) expect(asked.err).toContain(option);
    const answers = [
      "--map",
      "unsubscribed=Uitgeschreven op",
      "--map",
      "status=Zustand",
      "--meaning",
      "gone=bounced",
      "--meaning",
      "Never?=subscribed",
      "--date-format",
      "dmy",
    ];
    expect(await importing(text, ["--override-suppression", "--yes", ...answers])).toMatchObject({ code: 0 });
  });

  it("names the tags that cannot be kept, but none that may be an address, and keeps the people", async () => {
    const { code, err } = await importing("email,tags\na@x.org,客户\nb@x.org,vip;b@y.org\n");
    expect([code, await list("select tags from waitlist order by email")]).toEqual([0, [[], ["vip"]]]);
    expect(err).toContain("letters a to z and digits were left out: 客户 (1 line), an address (1 line).");
  });

  it("can be interrupted from the first line on", async () => {
    await write("people.csv", "email\na@x.org\n");
    for (const name of ["people.csv", "-"]) {
      const outcome = run(["import", "waitlist", name], { input: "email\nx@x.org\n", signal: AbortSignal.abort() });
      expect(await outcome).toMatchObject({ code: 130 });
    }
    expect(await people()).toEqual([]);
  });
});

describe("rejected lines", () => {
  it("are listed with their number and reason, in the form of the file, to be corrected and imported", async () => {
    const clock = () => new Date("2026-05-04T12:00:00Z");
    const { code, err } = await importing(
      '\uFEFFemail;created_at\r\ngood@x.org;2026-05-01\r\nno address;\n\n"two\r\nlines@x.org";\nx@x.org;30.02.2026\r\ntoo;many;fields\n\'=last@x.org;1999-12-31\n"q@x.org;2026-05-01"\n',
      [],
      { clock },
    );
    expect(err).toContain("7 lines: 1 added, 0 duplicates, 6 rejected.");
    expect(code).toBe(1);
    const address = "Enter a valid email address, such as ada@example.com.";
    expect((await rejects()).replaceAll("\r\n", "\n")).toBe(
      [
        "\uFEFFrejected line;rejection reason;email;created_at",
        `3;${address};no address;`,
        `5;${address};"two\nlines@x.org";`,
        "7;created_at is not a day of the calendar.;x@x.org;30.02.2026",
        "8;The line has 3 fields instead of 2.;too;many;fields",
        "9;created_at is before the year 2000.;'=last@x.org;1999-12-31",
        '10;The line has 1 field instead of 2. The quotes around the whole line make it a single field.;"q@x.org;2026-05-01"',
        "",
      ].join("\n"),
    );
    expect((await stat(file("people.csv.rejects.csv"))).mode & 0o777).toBe(0o600);
    await importing((await rejects()).replace("30.02", "20.02").replace("1999", "2020"), [], { clock });
    expect(await people()).toEqual(["=last", "good", "x"]);
  });

  it("of rows that the database refuses are found, and the rest of their batch is imported", async () => {
    const id = crypto.randomUUID();
    await supabase().from("waitlist").insert({ id, email: "first@x.org" }).throwOnError();
    const { err } = await importing(`id,email\n${id},second@x.org\n,third@x.org\n,fourth@x.org\n`);
    expect(err).toContain("3 lines: 2 added, 0 duplicates, 1 rejected.");
    expect(await rejects()).toContain("2,The database refuses it (23505).");
  });

  it("go where they are wanted, but never replace another file", async () => {
    const bad = "email\nnobody\na@x.org\n";
    await write("mine.csv", "my own work\n");
    for (const [name, code] of [
      ["-", 2],
      ["mine.csv", 2],
      ["people.csv", 2],
      [".", 1],
    ] as const)
      expect(await importing(bad, ["--rejects", name])).toMatchObject({ code });
    expect(await people()).toEqual([]);
    await importing(bad, ["--rejects", "refused.csv"]);
    expect(await readFile(file("refused.csv"), "utf8")).toContain("2,");
    await importing("email\na@x.org\n", ["--rejects", "refused.csv"]);
    await expect(stat(file("refused.csv"))).rejects.toThrow("ENOENT");
  });
});

describe("import beta", () => {
  const importingBeta = (content: string, ...argv: string[]) =>
    write("people.csv", content).then(() => run(["import", "beta", "people.csv", ...argv]));
  const applications = () => query("select * from beta_applications order by created_at, id");

  it("adds a form tool's applications once, without a limit per address", async () => {
    const role = betaWords.roles[roles[1]];
    const lines = Array.from({ length: 7 }, (_, n) => `2025-05-04 10:00,Ada,a@x.org,,${role},Because ${n}\n`);
    const text = `Submitted At,Full name,Email,Company,Role,Why\n${lines.join("")}`;
    expect((await importingBeta(text)).err).toContain("7 lines: 7 added");
    expect((await importingBeta(text)).err).toContain("0 added, 7 duplicates");
    expect((await applications())[0]).toMatchObject({ email: "a@x.org", company: null, role: roles[1] });
  });

  it("says of each line what is wrong with it; the applicants' reasons survive the correction", async () => {
    const { code } = await importingBeta(
      "name,email,role,reason,status,created_at,reviewed_at\nA,a@x.org,boss,x,,,\n,b@x.org,other,x,,,\nC,c@x.org,other,I want in,hired,,\nD,d@,other,x,,,\nE,e@x.org,other,x,,2025-02-30,\nG,g@x.org,other,x,,,2025-02-03\nF,f@x.org,other,x,Accepted,0001-01-01,\n",
    );
    expect(code).toBe(1);
    expect((await rejects()).split("\n").slice(1, -1)).toEqual([
      expect.stringContaining(`${roles.join(", ")}, or say what it means: --meaning`),
      expect.stringContaining("name: Enter a name."),
      expect.stringContaining("status: Give one of pending, accepted, declined"),
      expect.stringContaining("email: Enter a valid email address"),
      expect.stringContaining("created_at is not a day of the calendar."),
      expect.stringContaining("Only a decided application has reviewed_at"),
    ]);
    expect(await applications()).toMatchObject([{ email: "f@x.org", status: "accepted" }]);
    const again = await importingBeta((await rejects()).replace("hired", "pending"), "--meaning", "Boss=freelancer");
    expect(again.err).toContain("6 lines: 2 added");
    const added = await list("select role || ': ' || reason from beta_applications where name < 'D' order by name");
    expect(added).toEqual(["freelancer: x", "other: I want in"]);
  });

  it("keeps out people who were erased, and accepts those who cannot be mailed", async () => {
    const text = "name,email,role,reason\nA,a@x.org,other,x\nB,b@x.org,other,x\n";
    await importingBeta(text);
    await run(["erase", "a@x.org", "--yes"]);
    await query("select suppress_email('b@x.org', 'bounced'); truncate beta_applications cascade");
    expect((await importingBeta(text)).err).toContain("2 lines: 1 added, 1 suppressed (1 erased), 0 duplicates");
    expect((await importingBeta(text, "--override-suppression", "--yes")).err).toContain("1 added, 1 duplicate");
    expect(await suppressed()).toEqual(["bounced"]);
  });
});

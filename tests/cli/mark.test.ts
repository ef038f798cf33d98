import { beforeEach, describe, expect, it } from "vitest";
import { useCommands } from "./workplace.ts";

// Tests of reading files are beside the code: scripts/commands/import/marked.test.ts.

const { run, query, list, write, backend } = useCommands();

beforeEach(() =>
  query("insert into waitlist (email) values ('ada@example.com'), ('bea@example.com'), ('=c@example.com')"),
);
const marked = (condition: string) => list(`select email from waitlist where ${condition} order by email`);
const importing = async (text: string, ...argv: string[]) => {
  await write("people.csv", text);
  return run(["import", "waitlist", "people.csv", ...argv]);
};

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

  it("keep when somebody was notified, as long as they are not to be notified again", async () => {
    const times = () => list("select notified_at > now() - interval '1 minute' from waitlist order by email");
    await run(["notified", "ada@example.com"]);
    expect(await times()).toEqual([null, true, null]);
    await query("update waitlist set notified = false, confirmed_at = case when email like 'ada@%' then now() end");
    expect(await times()).toEqual([null, null, null]);
    await query(`select announce_page('{"scan": 9, "most": 9}')`);
    expect(await times()).toEqual([null, true, null]);
  });

  it("record each unsubscription once, beside the consent, also for people whom a bounce had taken off the list", async () => {
    const bounced = { event: "bounced", people: '["bea@example.com"]' } as const;
    await backend().supabase.rpc("record_email_event", bounced).throwOnError();
    for (let times = 0; times < 2; times++) await run(["unsubscribe", "ada@example.com", "bea@example.com"]);
    expect(
      await query("select email, event from consent_events c join waitlist w on w.id = c.person order by email"),
    ).toEqual([
      { email: "ada@example.com", event: "unsubscribed" },
      { email: "bea@example.com", event: "unsubscribed" },
    ]);
    await query("select lift_bounce(id) from waitlist where email = 'bea@example.com'");
    expect(await marked("unsubscribed_at is not null")).toEqual(["ada@example.com", "bea@example.com"]);
  });

  it("name places, not addresses, mark the rest, and end with 1", async () => {
    expect(await run(["unsubscribe", "nobody@example.com", "ada@example.com"])).toEqual({
      code: 1,
      out: "",
      err: "1 marked as unsubscribed, 0 already were.\naddress 1: not on the waitlist\nerror: 1 of 2 could not be marked.\n",
    });
  });

  it("refuse what names nobody, and mark nobody then", async () => {
    expect(await run(["unsubscribe"])).toMatchObject({ code: 2 });
    expect(await run(["unsubscribe", "ada@example.com", "ada@@example"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("Not an email address: address 2."),
    });
    expect(await marked("unsubscribed_at is not null")).toEqual([]);
  });
});

describe("import of a list of people who left or were notified", () => {
  it("marks as notified the people of a file that an export wrote", async () => {
    for (const name of ["may.csv", "may.xlsx"]) {
      await query("update waitlist set notified = false");
      await run(["export", "waitlist", "--not-notified", "--out", name]);
      const notified = (...argv: string[]) => run(["import", "waitlist", name, "--notified", ...argv]);
      expect((await notified("--dry-run")).err).toContain("3 lines: 3 to mark as notified, 0 duplicates, 0 rejected.");
      expect(await marked("notified")).toEqual([]);
      expect((await notified()).err).toContain("3 lines: 3 marked as notified, 0 duplicates, 0 rejected.");
      expect(await marked("not notified")).toEqual([]);
      expect((await notified()).err).toContain("3 lines: 0 marked as notified, 3 duplicates");
    }
  });

  it("names the lines of people who cannot be notified as they are not on the list, and marks the rest", async () => {
    const outcome = await importing(
      "ada@example.com\n\nnobody@example.com\nno address\n",
      "--notified",
      "--rejects",
      "x",
    );
    expect(outcome).toMatchObject({
      code: 1,
      err: expect.stringContaining("3 lines: 1 marked as notified, 0 duplicates, 2 rejected."),
    });
    expect(await marked("true")).toHaveLength(3);
    expect((await importing("nobody@example.com\n", "--notified", "--dry-run")).err).toContain(
      "line 1: This address is not on the waitlist.",
    );
  });

  it("takes people off the list who unsubscribed, bounced or complained elsewhere, keeps them off it, and names those who were not on it", async () => {
    const text = "email\nada@example.com\nnobody@example.com\nada@example.com\n";
    for (const [flag, says, suppressed] of [
      ["--unsubscribed", "3 lines: 1 added, 1 listed already and unsubscribed, 1 duplicate, 0 rejected.", []],
      [
        "--bounced",
        "3 lines: 0 added, 1 listed already and unsubscribed, 1 suppressed (1 bounced), 1 duplicate, 0 rejected.",
        ["bounced", "bounced"],
      ],
      [
        "--complained",
        "3 lines: 0 added, 1 listed already and unsubscribed, 1 suppressed (1 complained), 1 duplicate, 0 rejected.",
        ["complained", "complained"],
      ],
    ] as const) {
      const before = await query("select * from waitlist order by email");
      const dry = await importing(text, flag, "--dry-run");
      expect(dry.err).toContain("1 person was not on the waitlist (line 3). No import lists them from now on.");
      expect(await query("select * from waitlist order by email")).toEqual(before);
      const { code, err } = await importing(text, flag);
      expect(err).toContain(says);
      expect({ code, named: err.includes("(line 3)") }).toEqual({ code: 0, named: true });
      expect(await list("select reason from email_suppressions")).toEqual(suppressed);
      expect((await importing(text, flag)).err).toContain("3 lines: 0 added, ");
      await importing("email\nnobody@example.com\n");
      expect(await marked("unsubscribed_at is null")).toEqual(["=c@example.com", "bea@example.com"]);
      await query(
        "delete from waitlist where email = 'nobody@example.com'; truncate email_suppressions, consent_events; update waitlist set unsubscribed_at = null",
      );
    }
  });

  it("counts reported bounces and complaints for the wave, and leaves out people whom a column excludes", async () => {
    await query(
      `insert into email_outbox (kind, email, to_list, sent_at) select 'launch-announcement', email, true, now() from waitlist`,
    );
    const { err } = await importing(
      "recipient,bounceType\nada@example.com,Permanent\nbea@example.com,Transient\nada@example.com,Transient\n",
      "--bounced",
    );
    expect(err).toContain(
      "3 lines: 0 added, 1 listed already and unsubscribed, 2 left out by the file's columns, 0 duplicates",
    );
    await importing("=c@example.com\n", "--complained");
    expect(
      await query(
        "select email, bounced_at is not null as bounced, complained_at is not null as complained from email_outbox order by email",
      ),
    ).toEqual([
      { email: "=c@example.com", bounced: false, complained: true },
      { email: "ada@example.com", bounced: true, complained: false },
      { email: "bea@example.com", bounced: false, complained: false },
    ]);
  });

  it("goes without what says otherwise", async () => {
    for (const argv of [
      ["--bounced", "--complained"],
      ["--unsubscribed", "--confirmed-by", "Kit"],
      ["--notified", "--override-suppression"],
    ])
      expect(await importing("ada@example.com\n", ...argv)).toMatchObject({
        code: 2,
        err: expect.stringContaining("cannot be used with"),
      });
    expect(await run(["import", "beta", "people.csv", "--bounced"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("--bounced is for"),
    });
  });
});

describe("the suppression list", () => {
  beforeEach(() => query("delete from waitlist"));
  const people = () => list("select split_part(email, '@', 1) from waitlist order by email");
  const suppressed = () => list("select reason from email_suppressions order by reason");

  it("keeps out people on the suppression list, unless that is overridden and the file does not say the same", async () => {
    const text = "email,bounced\na@x.org,\nb@x.org,\nc@x.org,yes\n";
    await importing("email\na@x.org\nb@x.org\n");
    await run(["erase", "a@x.org", "--yes"]);
    await backend().supabase.rpc("suppress_email", { person: "c@x.org", why: "complained" }).throwOnError();
    expect((await importing(text)).err).toContain(
      "3 lines: 0 added, 2 suppressed (1 erased, 1 complained), 1 duplicate",
    );
    const overriding = async (answers?: string[]) => {
      await write("people.csv", text);
      return run(["import", "waitlist", "people.csv", "--override-suppression"], answers ? { answers } : {});
    };
    expect(await overriding()).toMatchObject({ code: 2 });
    expect(await overriding(["no"])).toMatchObject({ code: 1 });
    expect(await people()).toEqual(["b"]);
    expect((await overriding(["yes"])).err).toContain("3 lines: 1 added");
    expect(await people()).toEqual(["a", "b"]);
    expect(await suppressed()).toEqual(["complained"]);
  });

  it("puts people back on the list whose mails bounced, if that is overridden, and nobody who unsubscribed", async () => {
    await query(`insert into waitlist (email, confirmed_at) select n || '@x.org', now() from unnest('{a,b,c,d}'::text[]) n;
      select withdraw_consent('b@x.org');
      select record_email_event('bounced', '["a@x.org", "b@x.org", "c@x.org", "d@x.org"]')`);
    await query(
      `insert into email_outbox (kind, email, to_list, failed_at, last_error) values ('launch-announcement', 'a@x.org', true, now(), 'smtp_550_5.1.1')`,
    );
    const text = "email,status\na@x.org,active\nb@x.org,active\nc@x.org,unsubscribed\n";
    const says = "2 listed already and VERB off the suppression list, 1 duplicate, 0 rejected.";
    const override = (...argv: string[]) => importing(text, "--override-suppression", "--yes", ...argv);
    expect((await override("--confirmed-by", "Kit", "--dry-run")).err).toContain(says.replace("VERB", "to take"));
    expect((await override()).err).toContain(says.replace("VERB", "taken"));
    // Released people have no unsubscription in their history.
    expect(await list("select last_error from email_outbox")).toEqual(["suppressed"]);
    const unsubscribed =
      "select email from consent_events c join waitlist w on w.id = c.person where event = 'unsubscribed'";
    expect(await list(`${unsubscribed} and email <> 'b@x.org'`)).toEqual([]);
    expect(await list("select email from waitlist where unsubscribed_at is null")).toEqual(["a@x.org"]);
    expect(await list("select count(*)::int from email_suppressions")).toEqual([1]);
  });
});

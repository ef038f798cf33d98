import { beforeEach, describe, expect, it } from "vitest";
import type { TerminalOptions } from "./terminal.ts";
import { hosted } from "./terminal.ts";
import { useCommands } from "./workplace.ts";
import { roles } from "../../server/contract/limits.ts";

const now = new Date("2026-05-06T12:00:00Z");
/** Ids with different beginnings, and two with the same. */
const [ada, bo, cy, cleo] = [
  "aaaa1111-0000-4000-8000-000000000001",
  "bbbb1111-0000-4000-8000-000000000002",
  "cccc1111-0000-4000-8000-000000000003",
  "cccc2222-0000-4000-8000-000000000004",
];

const { run: command, query, list: values, backend } = useCommands();
const run = (argv: string[], options: TerminalOptions = {}) =>
  command(["beta", ...argv], { env: { ...hosted(backend()), OPERATOR: "grace" }, clock: () => now, ...options });
const insert = (rows: string) =>
  query(`insert into beta_applications (id, name, email, role, company, reason, created_at) values ${rows}`);
beforeEach(() =>
  insert(`('${bo}', 'Bo', 'bo@example.com', '${roles[0]}', 'Engines Ltd', 'x', '2026-05-04T12:30:00Z'),
    ('${ada}', 'Ada', 'ada@example.com', 'other', null, 'x', '2026-05-04T00:00:00Z'),
    ('${cy}', 'Cy', 'cy@example.com', 'other', null, 'x', '2026-05-06T11:00:00Z')`),
);
const insertCleo = (fields = "'Cleo', 'cleo@example.com', 'other', null, 'x'") =>
  insert(`('${cleo}', ${fields}, '2026-05-06T02:00:00Z')`);
const statuses = () => values("select status from beta_applications order by id");
const events = (id: string) =>
  query(`select actor, from_status, to_status, note from beta_application_events
    where application_id = '${id}' order by created_at`);
const mails = () => query("select email, kind from email_outbox order by email");

describe("beta list", () => {
  it("shows pending applicants, longest waiting first, with the time left", async () => {
    expect(await run(["list"])).toEqual({
      code: 0,
      err: "",
      out: `aaaa1111  12 h late    other       Ada <ada@example.com>
bbbb1111  30 min left  ${roles[0]}  Bo <bo@example.com>, Engines Ltd
cccc1111  47 h left    other       Cy <cy@example.com>
`,
    });
    expect((await run(["list", "--limit", "2"])).err).toBe("There are more than 2; --limit shows more.\n");
    expect(await run(["list", "--status", "declined"])).toEqual({ code: 0, out: "", err: "There are none.\n" });
    expect((await run(["list"], { columns: 50, outIsTerminal: true })).out).toContain("Bo <bo@example…");
  });

  it("chooses by role, age and lateness", async () => {
    for (const [argv, expected] of [
      [["--status", "all", "--role", roles[0]], [bo]],
      [["--overdue"], [ada]],
      [
        ["--older-than", "36h"],
        [ada, bo],
      ],
    ] as const) {
      const { out } = await run(["list", "--json", ...argv]);
      expect(JSON.parse(out).map(({ id }: { id: string }) => id)).toEqual(expected);
    }
  });

  it("goes on past the pages of a hosted project", async () => {
    // Several applications have the same time.
    await query(`insert into beta_applications (name, email, role, reason, created_at, status)
      select 'P', 'p' || n || '@example.com', 'other', 'x', '2026-05-01'::timestamptz - n / 7 * interval '1 hour',
        case when n < 1100 then 'declined' else 'pending' end from generate_series(0, 1199) n`);
    const { out } = await run(["list", "--json", "--limit", "5000", "--status", "all"]);
    const listed: { id: string; status: string; created_at: string }[] = JSON.parse(out);
    expect(new Set(listed.map(({ id }) => id)).size).toBe(1203);
    const ages = (of: string) => listed.flatMap((one) => (one.status === of ? Date.parse(one.created_at) : []));
    expect(ages("pending")).toEqual(ages("pending").toSorted((a, b) => a - b));
    expect(ages("declined")).toEqual(ages("declined").toSorted((a, b) => b - a));
  });
});

describe("beta show", () => {
  it("shows all of it, and its history, in lines that fit, harmless whatever a stranger typed", async () => {
    const hostile = "\u001B]0;owned\u0007\u009B31m\u202Egro\u2066";
    await insertCleo(`'Cleo', 'cleo@example.com', 'other', '${hostile}', '${"Late payers. ".repeat(12)}\nAnd VAT.'`);
    await run(["accept", cleo, "--note", "Met at the fair."]);
    const { code, out } = await run(["show", "cccc2"], { columns: 40 });
    expect(code).toBe(0);
    expect(out).toContain(`${cleo}\nCleo <cleo@example.com>`);
    expect(out.replaceAll(/\n {2}/gu, " ")).toMatch(/ UTC {2}grace {2}pending → accepted: Met at the fair\./u);
    expect(out).toContain("\n  And VAT.\n");
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(40);
    const json = await run(["show", cleo, "--json"]);
    for (const shown of [out, json.out, (await run(["list", "--status", "all"])).out]) {
      expect(shown).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
      expect(shown).toContain("gro");
    }
    // JSON output loses nothing.
    expect(JSON.parse(json.out)).toMatchObject([{ company: hostile, events: [{ to_status: "accepted" }] }]);
  });

  it("takes the beginning of an id if it is unambiguous", async () => {
    await insertCleo();
    expect((await run(["show", " AAAA "])).out).toContain("Ada <ada@example.com>");
    expect((await run(["show", "cccc"])).err).toBe(
      `error: Several applications begin with cccc, such as ${cy} and ${cleo}.\n`,
    );
    expect(await run(["show", "dddd"])).toMatchObject({ code: 1, err: "error: There is no application dddd.\n" });
    for (const id of ["aaa", "no-id", `${ada}0`, ""]) expect(await run(["show", id])).toMatchObject({ code: 2 });
  });
});

describe("beta accept, decline and reopen", () => {
  it("decide, mail, and record who decided; nothing with --dry-run", async () => {
    expect((await run(["accept", "aaaa", "--dry-run"])).err).toBe(
      "aaaa1111  accepted; the applicant will be mailed in 60 s (--dry-run)\n",
    );
    expect([await events(ada), await mails()]).toEqual([[], []]);
    const { code, err, out } = await run(["accept", "aaaa", "--note", " Met at the fair. "]);
    expect({ code, out }).toEqual({ code: 0, out: "" });
    expect(err).toMatch(
      /^aaaa1111 {2}accepted; the applicant will be mailed in 60 s\nUntil then it can be taken back, [^\n]+\nThe deployed function sends them/u,
    );
    expect(await values("select status from beta_applications where reviewed_at is not null")).toEqual(["accepted"]);
    const event = { actor: "grace", from_status: "pending", to_status: "accepted", note: "Met at the fair." };
    expect(await events(ada)).toEqual([event]);
    expect(await mails()).toEqual([{ email: "ada@example.com", kind: "application-accepted" }]);
    expect(await values("select substr(id::text, 15, 1) from beta_application_events")).toEqual(["7"]);
    await run(["decline", bo], { env: hosted(backend()) });
    expect(await events(bo)).toMatchObject([{ actor: expect.stringMatching(/^[\w.-]+$/u), note: null }]);
  });

  it("ask before several are mailed, report each by itself, and end with 1", async () => {
    expect(await run(["accept", ada, bo])).toMatchObject({ code: 2 });
    expect(await run(["accept", ada, "dddd", "--yes"])).toMatchObject({ code: 1 });
    expect(await run(["accept", ada, bo], { answers: ["n"] })).toEqual({
      code: 1,
      out: "",
      err: "aaaa1111  Ada <ada@example.com>\nbbbb1111  Bo <bo@example.com>, Engines Ltd\nerror: Nothing was decided.\n",
    });
    expect(await statuses()).toEqual(["pending", "pending", "pending"]);
    await run(["decline", bo, "--as", "ada"]);
    await backend()
      .supabase.rpc("record_email_event", { event: "bounced", people: '["cy@example.com"]' })
      .throwOnError();
    const { code, err, out } = await run(["accept", ada, bo, ada, cy, "--yes", "--json"]);
    expect(JSON.parse(out)).toMatchObject([
      { id: ada, status: "accepted", last_mailed: null, mail_queued: true, unreachable: null },
      { id: bo, error: expect.stringMatching(/^bbbb1111: It was declined by ada on .* UTC\./u) },
      { id: cy, status: "accepted", unreachable: "bounced" },
    ]);
    expect(err).toMatch(/bbbb1111: It was declined by ada [^]+ 1 of 3 could not be accepted\.\n$/u);
    expect(code).toBe(1);
    expect(await statuses()).toEqual(["accepted", "declined", "accepted"]);
  });

  it("reopen, and say whether a mail had been sent", async () => {
    await run(["accept", ada]);
    expect((await run(["reopen", ada])).err).toBe("aaaa1111  reopened; no mail had been sent\n");
    await run(["accept", ada]);
    // The reopening took back the mail of the first acceptance, so only the second is sent.
    await query("update email_outbox set sent_at = now() where failed_at is null");
    expect((await run(["reopen", ada])).err).toBe("aaaa1111  reopened; a mail had said accepted\n");
    expect((await run(["accept", ada])).err).toBe("aaaa1111  accepted; no mail, as the last one said the same\n");
    expect(await mails()).toHaveLength(2);
    expect(await run(["reopen", bo])).toMatchObject({ code: 1, err: "error: bbbb1111: It is pending.\n" });
  });
});

describe("beta review", () => {
  /** Reviews with these answers; the person gives up when all of them have been given. */
  const review = (answers: string[], options: TerminalOptions = {}) => run(["review"], { answers, ...options });

  it("takes a key for each application, longest waiting first, and mails after a minute", async () => {
    const { code, err } = await review(["a", "d", "q"]);
    expect(code).toBe(0);
    expect(err).toContain(`3 applications wait. You decide as grace.

${ada}
Ada <ada@example.com>
other, applied 2026-05-04 00:00 UTC, pending, 12 h late

  x

aaaa1111  accepted; the applicant will be mailed in 60 s

${bo}
Bo <bo@example.com>`);
    expect(err).toContain("\n1 accepted, 1 declined.\n");
    expect(await statuses()).toEqual(["accepted", "declined", "pending"]);
    const waits = "select extract(epoch from not_before - created_at)::int from email_outbox";
    expect(await values(waits)).toEqual([60, 60]);
  });

  it("undoes decisions, also the very last one, and sends no mail about them", async () => {
    const { err } = await review(["u", "a", "d", "s", "u", "u", "u", "d"]);
    expect(err).toContain("There is nothing to undo.");
    expect(err).toContain("aaaa1111  reopened; no mail had been sent");
    expect(err).toContain("\n0 accepted, 1 declined.\n");
    expect(await statuses()).toEqual(["declined", "pending", "pending"]);
    await query("update email_outbox set not_before = now()");
    const claimed = await backend().supabase.rpc("claim_emails", { batch: 10, lease_seconds: 60 }).throwOnError();
    expect(await values("select kind from email_outbox where failed_at is null")).toEqual(["application-declined"]);
    expect(JSON.stringify(claimed.data)).not.toContain("accepted");
  });
});

describe("beta erase", () => {
  it("erases every application with its history and mails, after a yes, and nothing else", async () => {
    await query(`insert into waitlist (email) values ('ada@example.com');
      insert into email_outbox (kind, email) values ('waitlist-confirmation', 'ada@example.com');
      insert into email_outbox (kind, email, application_id) select 'application-received', email, id from beta_applications;
      update beta_applications set status = 'accepted' where name = 'Ada'`);
    for (const [argv, answers, code] of [
      [["erase", "--dry-run"], undefined, 0],
      [["erase"], ["2"], 1],
      [["erase"], undefined, 2],
    ] as const)
      expect(await run([...argv], answers ? { answers: [...answers] } : {})).toMatchObject({ code });
    expect(await statuses()).toHaveLength(3);
    const { code, err } = await run(["erase"], { answers: ["3"] });
    expect(code).toBe(0);
    expect(err).toContain(", of which 2 pending.\n");
    expect(err).toContain("Erased 3 applications, their history and the record of 4 mails.\n");
    expect(await query("select from beta_applications union all select from beta_application_events")).toEqual([]);
    expect([await values("select email from waitlist"), await mails()]).toEqual([
      ["ada@example.com"],
      [{ email: "ada@example.com", kind: "waitlist-confirmation" }],
    ]);
    expect(await query("select removed from erasures")).toEqual([
      { removed: { beta_applications: 3, beta_application_events: 1, email_outbox: 4 } },
    ]);
    expect(await run(["erase"])).toMatchObject({ code: 0, err: "There are no applications.\n" });
  });
});

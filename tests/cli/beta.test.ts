import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "../../server/supabase/schema.ts";
import { startBackend } from "../support/backend.ts";
import { answerLost, fakeBackend } from "./fakeBackend.ts";
import { cli, hosted, type TerminalOptions } from "./terminal.ts";

type Fields = Partial<Database["public"]["Tables"]["beta_applications"]["Insert"]>;

const now = new Date("2026-05-06T12:00:00Z");
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();

/** Ids with different beginnings, and two with the same. */
const [ada, bo, cy, cleo] = [
  "aaaa1111-0000-4000-8000-000000000001",
  "bbbb1111-0000-4000-8000-000000000002",
  "cccc1111-0000-4000-8000-000000000003",
  "cccc2222-0000-4000-8000-000000000004",
];

describe("beta", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  beforeAll(async () => {
    backend = await startBackend();
    return () => backend.stop();
  });
  const apply = (id: string, name: string, fields: Fields = {}) =>
    backend.supabase
      .from("beta_applications")
      .insert({ id, name, email: `${name.toLowerCase()}@example.com`, role: "other", reason: "x", ...fields })
      .throwOnError();
  beforeEach(async () => {
    await backend.supabase.from("beta_applications").delete().neq("email", "").throwOnError();
    await apply(bo, "Bo", { created_at: hoursAgo(47.5), role: "freelancer", company: "Engines Ltd" });
    await apply(ada, "Ada", { created_at: hoursAgo(60) });
    await apply(cy, "Cy", { created_at: hoursAgo(1) });
  });
  const run = (argv: string[], options: TerminalOptions = {}) =>
    cli(["beta", ...argv], { env: { ...hosted(backend), OPERATOR: "grace" }, clock: () => now, ...options });
  const rows = async () => {
    const { data } = await backend.supabase.from("beta_applications").select("*").order("name").throwOnError();
    return data;
  };
  const statuses = async () => (await rows()).map(({ status }) => status);
  const events = async (id: string) => {
    const query = backend.supabase.from("beta_application_events").select("actor, from_status, to_status, note");
    return (await query.eq("application_id", id).order("created_at").throwOnError()).data;
  };
  const mails = async () =>
    (await backend.supabase.from("email_outbox").select("email, kind").order("email").throwOnError()).data;

  describe("list", () => {
    it("shows pending applicants, longest waiting first, with the time left", async () => {
      expect(await run(["list"])).toEqual({
        code: 0,
        err: "",
        out: `aaaa1111  12 h late    other       Ada <ada@example.com>
bbbb1111  30 min left  freelancer  Bo <bo@example.com>, Engines Ltd
cccc1111  47 h left    other       Cy <cy@example.com>
`,
      });
    });

    it.each<[string, string[], string[]]>([
      ["role", ["--status", "all", "--role", "freelancer"], [bo]],
      ["being overdue", ["--overdue"], [ada]],
      ["age", ["--status", "all", "--older-than", "36h"], [ada, bo]],
      ["status", ["--status", "accepted"], [cleo]],
      ["every status, the pending first", ["--status", "all"], [ada, bo, cy, cleo]],
      ["number, across statuses", ["--status", "all", "--limit", "4"], [ada, bo, cy, cleo]],
      ["number, which the pending alone exceed", ["--limit", "2"], [ada, bo]],
    ])("chooses by %s", async (_what, argv, expected) => {
      await apply(cleo, "Cleo", { status: "accepted", created_at: hoursAgo(10), reviewed_at: hoursAgo(9) });
      const { out } = await run(["list", "--json", ...argv]);
      expect(JSON.parse(out).map(({ id }: { id: string }) => id)).toEqual(expected);
    });

    it("says what it leaves out, and when there is none", async () => {
      expect((await run(["list", "--limit", "2"])).err).toBe("There are more than 2; --limit shows more.\n");
      expect(await run(["list", "--status", "declined"])).toEqual({ code: 0, out: "", err: "There are none.\n" });
    });

    it("goes on past the pages of a hosted project", async () => {
      const many = Array.from({ length: 1200 }, (_, n) => ({
        name: `P${n}`,
        email: `p${n}@example.com`,
        role: "other" as const,
        reason: "x",
        status: n < 1100 ? ("declined" as const) : ("pending" as const),
        // Several with the same time.
        created_at: hoursAgo(100 + Math.floor(n / 7)),
      }));
      await backend.supabase.from("beta_applications").insert(many).throwOnError();
      const { out } = await run(["list", "--json", "--limit", "5000", "--status", "all"]);
      const listed: { id: string; status: string; created_at: string }[] = JSON.parse(out);
      expect(new Set(listed.map(({ id }) => id)).size).toBe(1203);
      const ages = (of: string) =>
        listed.flatMap((one) => (one.status === of ? now.getTime() - Date.parse(one.created_at) : []));
      expect(ages("pending")).toEqual(ages("pending").toSorted((a, b) => b - a));
      expect(ages("declined")).toEqual(ages("declined").toSorted((a, b) => a - b));
    });

    it("fits a terminal, and cuts nothing off in a pipe", async () => {
      await apply(cleo, "Cleo".repeat(20), { company: "漢字".repeat(30), created_at: hoursAgo(3) });
      const { out } = await run(["list"], { columns: 72, outIsTerminal: true });
      const widths = out.split("\n").map((line) => [...line.replaceAll(/\p{Script=Han}/gu, "..")].length);
      expect(Math.max(...widths)).toBeLessThanOrEqual(72);
      expect((await run(["list"], { columns: 72 })).out).toContain("漢字".repeat(30));
    });

    it("refuses contradictory options", async () => {
      for (const argv of [
        ["--older-than", "yesterday"],
        ["--limit", "0"],
      ])
        expect(await run(["list", ...argv])).toMatchObject({ code: 2, out: "" });
      expect(await run(["list", "--overdue", "--status", "accepted"])).toEqual({
        code: 2,
        out: "",
        err: "error: --overdue is for pending applications, and --status accepted asks for others.\n",
      });
    });
  });

  describe("show", () => {
    it("shows all of it, and its history, in lines that fit", async () => {
      await apply(cleo, "Cleo", { reason: `${"Late payers. ".repeat(12)}\nAnd VAT.`, created_at: hoursAgo(60) });
      await run(["accept", cleo, "--note", "Met at the fair."]);
      const { code, out } = await run(["show", "cccc2"], { columns: 40 });
      expect(code).toBe(0);
      expect(out).toContain(`${cleo}\nCleo <cleo@example.com>\nother, applied 2026-05-04 00:00 UTC,\naccepted\n`);
      expect(out.replaceAll(/\n {2}/gu, " ")).toMatch(
        /\d{4}-\d\d-\d\d \d\d:\d\d UTC  grace  pending → accepted: Met at the fair\./u,
      );
      expect(out).toContain("\n  And VAT.\n");
      expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(40);
    });

    it("is harmless in a terminal, whatever a stranger typed", async () => {
      const hostile = "\u001B]0;owned\u0007\u001B[2J\u009B31m\u202Egro\u2066\u{E0041}\u0008";
      await apply(cleo, `Z${hostile}`, { email: "z@example.com", company: hostile, reason: hostile });
      for (const argv of [["show", cleo], ["list"], ["show", cleo, "--json"], ["list", "--json"]])
        for (const unicode of [true, false]) {
          const { out } = await run(argv, { unicode });
          // oxlint-disable-next-line no-control-regex -- what must not be there
          expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\p{Cf}/u);
          expect(out).toContain("gro");
        }
      // JSON output loses nothing.
      expect(JSON.parse((await run(["show", cleo, "--json"])).out)).toMatchObject([{ reason: hostile }]);
      expect((await run(["show", hostile, hostile])).err).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    });

    it("accepts the beginning of an id if it is unambiguous", async () => {
      await apply(cleo, "Cleo");
      expect((await run(["show", " AAAA "])).out).toContain("Ada <ada@example.com>");
      expect(await run(["show", "cccc"])).toMatchObject({
        code: 1,
        err: `error: Several applications begin with cccc, such as ${cy} and ${cleo}.\n`,
      });
      expect(await run(["show", "dddd"])).toMatchObject({ code: 1, err: "error: There is no application dddd.\n" });
      for (const id of ["aaa", "no-id", `${ada}0`, "", "aaaa1111-0000-4000-8000-00000000000%"])
        expect(await run(["show", id])).toMatchObject({ code: 2 });
    });

    it("shows several", async () => {
      const { out } = await run(["show", "aaaa", "bbbb", "--json"]);
      expect(JSON.parse(out)).toMatchObject([{ name: "Ada", events: [] }, { name: "Bo" }]);
    });
  });

  describe("accept, decline and reopen", () => {
    it("decides, mails, and records who decided", async () => {
      const { code, err, out } = await run(["accept", "aaaa", "--note", " Met at the fair. "]);
      expect({ code, out }).toEqual({ code: 0, out: "" });
      expect(err).toMatch(/^aaaa1111 {2}accepted; the applicant will be mailed\nThe deployed function sends them/u);
      expect(await statuses()).toEqual(["accepted", "pending", "pending"]);
      expect((await rows())[0]?.reviewed_at).not.toBeNull();
      expect(await events(ada)).toEqual([
        { actor: "grace", from_status: "pending", to_status: "accepted", note: "Met at the fair." },
      ]);
      expect(await mails()).toEqual([{ email: "ada@example.com", kind: "application-accepted" }]);
    });

    it("says that nobody is mailed whose address bounced", async () => {
      await backend.supabase
        .rpc("record_email_event", { event: "bounced", people: '["ada@example.com"]' })
        .throwOnError();
      const { err } = await run(["accept", "aaaa"]);
      await backend.supabase.from("email_suppressions").delete().neq("hash", "").throwOnError();
      expect(err).toBe("aaaa1111  accepted; no mail: their address bounced. Answer them in another way\n");
    });

    it("names who decides by --as, the setting, or the user of the machine", async () => {
      await run(["decline", ada, "--as", "ada\u001B[2J lovelace"]);
      await run(["decline", bo], { env: hosted(backend) });
      const [first] = await events(ada);
      const [second] = await events(bo);
      expect(first?.actor).toBe("ada[2J lovelace");
      expect(second?.actor).toMatch(/^[\w.-]+$/u);
      for (const name of ["", " ", "a".repeat(101)])
        expect(await run(["accept", cy, "--as", name])).toMatchObject({ code: 2 });
    });

    it("asks before it mails several, and accepts no", async () => {
      expect(await run(["accept", ada, bo])).toMatchObject({
        code: 2,
        err: expect.stringContaining("There is no terminal to ask on."),
      });
      const { code, err } = await run(["accept", ada, bo], { answers: ["n"] });
      expect(err).toBe(`aaaa1111  Ada <ada@example.com>
bbbb1111  Bo <bo@example.com>, Engines Ltd
error: Nothing was decided.
`);
      expect(code).toBe(1);
      expect(await statuses()).toEqual(["pending", "pending", "pending"]);
      expect(await run(["accept", ada, bo], { answers: ["y"] })).toMatchObject({ code: 0 });
      expect(await run(["decline", cy])).toMatchObject({ code: 0 });
      expect(await statuses()).toEqual(["accepted", "accepted", "declined"]);
    });

    it("says what it would do, and does nothing, with --dry-run", async () => {
      expect(await run(["accept", ada, bo, "--dry-run"])).toMatchObject({
        code: 0,
        err: "aaaa1111  accepted; the applicant will be mailed (--dry-run)\nbbbb1111  accepted; the applicant will be mailed (--dry-run)\n",
      });
      expect(await statuses()).toEqual(["pending", "pending", "pending"]);
      expect([await events(ada), await mails()]).toEqual([[], []]);
    });

    it("reports each of several separately, and ends with 1", async () => {
      await run(["decline", bo, "--as", "ada"]);
      const { code, err, out } = await run(["accept", ada, bo, ada, cy, "--yes", "--json"]);
      expect(JSON.parse(out)).toEqual([
        { id: ada, status: "accepted", told: null, mail_waits: true, unreachable: null },
        { id: bo, error: expect.stringMatching(/^bbbb1111: It was declined by ada on .* UTC\./u) },
        { id: cy, status: "accepted", told: null, mail_waits: true, unreachable: null },
      ]);
      expect(err).toMatch(/bbbb1111: It was declined by ada [^]+ 1 of 3 could not be accepted\.\n$/u);
      expect(code).toBe(1);
      expect(await statuses()).toEqual(["accepted", "declined", "accepted"]);
    });

    it("decides nothing if one of several does not exist", async () => {
      const error = "error: There is no application dddd.\n";
      expect(await run(["accept", ada, "dddd", "--yes"])).toMatchObject({ code: 1, err: error });
      expect(await events(ada)).toEqual([]);
    });

    it("may be repeated by the operator who decided, and by nobody else", async () => {
      await run(["accept", ada]);
      expect(await run(["accept", ada])).toMatchObject({ code: 0, err: "aaaa1111  accepted by you already\n" });
      expect(await run(["accept", ada, "--as", "ada"])).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^error: aaaa1111: It was accepted by grace on .* UTC\.\n$/u),
      });
      expect(await events(ada)).toHaveLength(1);
    });

    it("reopens, and says whether a mail had been sent", async () => {
      await run(["accept", ada]);
      expect(await run(["reopen", ada])).toMatchObject({ code: 0, err: "aaaa1111  reopened; no mail had been sent\n" });
      await run(["accept", ada]);
      // The mail of the first acceptance has ended.
      const waits = backend.supabase.from("email_outbox").update({ sent_at: now.toISOString() }).is("dead_at", null);
      await waits.eq("application_id", ada).throwOnError();
      expect((await run(["reopen", ada])).err).toBe("aaaa1111  reopened; a mail had said accepted\n");
      expect((await run(["accept", ada])).err).toBe("aaaa1111  accepted; no mail, as the last one said the same\n");
      expect(await mails()).toHaveLength(2);
      expect(await run(["reopen", bo])).toMatchObject({ code: 1, err: "error: bbbb1111: It is pending.\n" });
    });

    it("decides once if a lost answer makes it ask twice", async () => {
      const fake = await fakeBackend(backend.origin, answerLost(backend.origin, /review_application/u));
      const env = hosted({ ...backend, origin: fake.origin });
      const outcome = await cli(["beta", "accept", ada], { env }).finally(fake.stop);
      expect(outcome).toMatchObject({
        code: 0,
        err: expect.stringContaining("accepted; the applicant will be mailed"),
      });
      expect(await events(ada)).toHaveLength(1);
    });

    it("refuses a note that is too long, and treats an empty one as none", async () => {
      expect(await run(["accept", ada, "--note", "x".repeat(2001)])).toMatchObject({ code: 2 });
      expect(await run(["accept", ada, "--note", "  "])).toMatchObject({ code: 0 });
      expect(await events(ada)).toMatchObject([{ note: null }]);
    });
  });
});

import { describe, expect, it } from "vitest";
import { useDesk } from "./desk.ts";
import { hosted } from "./terminal.ts";
import { useCommands } from "./workplace.ts";

const { run, printed, query, list, backend, file } = useCommands();

/** Places that a column has to reach on its way through the product. */
const places = ["exported", "imported", "webhook", "show", "desk"] as const;

const computed = "The database computes it from the address, and shows it nobody.";
const ofReferrals = "The product has the share code and the figures of its own; these are ours.";
const ofOperator = "The operator's, and not the receiver's.";

/** Columns that are missing at a place, and why. Every other column has to be at each place. */
const exceptions: Record<string, Partial<Record<(typeof places)[number], string>>> = {
  "waitlist.email_hash": { exported: computed, webhook: computed, desk: computed },
  "waitlist.joined_at": {
    exported: "What a file brings was not joined by the form here, also if it was elsewhere.",
    imported: "As it is not exported.",
    webhook: "It is when the event happened.",
    desk: "The consent says so.",
  },
  "waitlist.answers": {
    exported: "Each answer has a column, answer_<question>.",
    webhook: "Answers come after the event.",
  },
  "waitlist.notified": { webhook: "waitlist.invited says so." },
  "waitlist.notified_at": {
    exported: "A file says whether, as those of other tools do.",
    imported: "As it is not exported.",
    webhook: "waitlist.invited says so.",
    desk: "The line of the mail says so.",
  },
  "waitlist.tags": { webhook: ofOperator },
  "waitlist.note": { webhook: ofOperator },
  "waitlist.share_code": { webhook: ofReferrals, desk: "It is in share_link." },
  "waitlist.referred_by": { webhook: ofReferrals, desk: "It is the referrer." },
  "waitlist.sender_credit": { webhook: ofReferrals },
  "waitlist.friends": { webhook: ofReferrals },
};

/** Values of columns that take no text, or only certain words; any other column gets "Some" and its name. */
const samples: Record<string, unknown> = {
  id: "11111111-2222-4333-8444-555555555555",
  email: "ada@example.com",
  email_hash: "",
  notified: true,
  notified_at: "2026-05-06T12:34:56.789Z",
  created_at: "2026-05-04T12:34:56.789Z",
  joined_at: "2026-05-04T12:34:56.789Z",
  confirmed_at: "2026-05-05T12:34:56.789Z",
  unsubscribed_at: "2026-05-08T12:34:56.789Z",
  invited_at: "2026-05-06T12:34:56.789Z",
  redeemed_at: "2026-05-07T12:34:56.789Z",
  reviewed_at: "2026-05-06T12:34:56.789Z",
  source: "newsletter",
  answers: { invoices: "21+", time: "taxes" },
  tags: ["vip", "berlin"],
  share_code: "ADA00000",
  referred_by: "BEB00000",
  sender_credit: "counted",
  friends: 2,
  invite_code: "0123456789ABCDEF",
  role: "other",
  status: "accepted",
};

/** Adds a row with a value in each column. */
async function addFullRow(table: string): Promise<Record<string, unknown>> {
  const names = (await list(`select unnest(public.columns_of('${table}'))`)).map(String);
  const row = Object.fromEntries(names.map((name) => [name, samples[name] ?? `Some ${name}`]));
  const json = JSON.stringify(row).replaceAll("'", "''");
  await query(`insert into ${table} select * from jsonb_populate_record(null::${table}, '${json}')`);
  return row;
}

const keysOf = (row: unknown): Set<string> =>
  new Set(Object.entries(Object(row)).flatMap(([name, value]) => (value === null || value === "" ? [] : [name])));

describe.each([
  ["waitlist", "waitlist", "waitlist.joined"],
  ["beta_applications", "beta", "beta.submitted"],
])("each column of %s", (table, subject, event) => {
  it("is exported, imported, sent to the webhook, shown and at the desk, or there is a reason", async () => {
    const row = await addFullRow(table);
    const columns = Object.keys(row);
    const parse = (line: string): unknown => JSON.parse(line || "{}");
    const exported = await printed("export", subject, "--format", "ndjson");
    const shown = parse((await run(["show", String(row["email"])])).out);
    await query(`insert into webhook_events (type, subject) values ('${event}', '${String(row["id"])}')`);
    const [claimed] = await list("select public.claim_webhook_event(60)");
    const desk = await useDesk({ env: hosted(backend()), folder: file("") });
    const atDesk: unknown =
      subject === "waitlist"
        ? await desk.get(`people/${String(row["id"])}`)
        : Object(parse((await desk.post("applications", { status: row["status"] })).body)).applications[0];
    await run(["export", subject, "--out", "all.csv"]);
    await query(`truncate ${table} cascade`);
    expect(await run(["import", subject, "all.csv"])).toMatchObject({ code: 0 });
    expect(await printed("export", subject, "--format", "ndjson")).toBe(exported);
    const [stored] = await query(`select * from ${table}`);
    const found: Record<(typeof places)[number], Set<string>> = {
      exported: keysOf(parse(exported)),
      imported: keysOf(stored),
      webhook: keysOf(Object(claimed).data),
      show: keysOf(Object(shown).rows[table][0]),
      desk: keysOf(atDesk),
    };
    for (const place of places)
      expect({ place, lacks: columns.filter((name) => !found[place].has(name)) }).toEqual({
        place,
        lacks: columns.filter((name) => exceptions[`${table}.${name}`]?.[place]),
      });
  });
});

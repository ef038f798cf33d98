import { createHash, randomUUID } from "node:crypto";
import { amounts, person } from "./million.ts";

type Arguments = Record<string, unknown>;

/** Addresses of one request of `import`, `notified` and `unsubscribed`, and rows of a page of `export`. */
const [batch, page] = [2000, 5000];

const hash = (text: string) => createHash("sha256").update(text).digest("hex");
/** People all over the table, one in 50. */
const listed = (n: number, offset = 0) => Array.from({ length: n }, (_, i) => person(i * 50 + 1 + offset));
const suppressed = (n: number) => Array.from({ length: n }, (_, i) => `gone${i + 1}@example.com`);
let strangers = 0;
const strange = (n: number) => Array.from({ length: n }, () => person(amounts.waitlist + ++strangers));
const rows = (addresses: string[], more: Arguments = {}) =>
  JSON.stringify(addresses.map((email) => ({ email, ...more })));
const applications = () =>
  JSON.stringify(
    strange(batch).map((email) => {
      const application = { email, name: "Person", role: "other", reason: "Because." };
      return Object.assign(application, { id: randomUUID(), created_at: "2026-02-01T00:00:00Z" });
    }),
  );
const solution = () => ({
  solution_hash: hash(randomUUID()),
  solution_expires_at: new Date(Date.now() + 60_000).toISOString(),
});
const bucket = () => ({ bucket: `waitlist:${hash(randomUUID())}`, burst: 5, seconds_per_request: 60 });

const exported = (more: Arguments) => ({
  request: JSON.stringify({
    subject: "waitlist",
    format: "csv",
    columns: ["id", "email", "notified", "created_at", "confirmed_at", "unsubscribed_at", "source"],
    raw: false,
    line_end: "\n",
    through: { created_at: "2100-01-01T00:00:00Z", id: randomUUID() },
    most: page,
    ...more,
  }),
});

/** Every function of the database, with the most that its callers give it. */
export const operatorCalls: Record<string, Record<string, Arguments>> = {
  admit_submission: { "": { ...bucket(), ...solution() } },
  apply_for_beta: {
    "": Object.assign(bucket(), solution(), {
      id: randomUUID(),
      name: "Person",
      email: person(1),
      role: "other",
      reason: "Because.",
      trapped: false,
    }),
  },
  check_store: { "": {} },
  count_trapped: { "": { sent_form: "waitlist" } },
  data_report: { waitlist: { subject: "waitlist" }, applications: { subject: "beta_applications" } },
  erase_person: { "of everything": { person: person(7) }, "of nobody": { person: "nobody@example.com" } },
  export_cell: { "": { format: "csv", col: "email", kind: "text", raw: false } },
  export_page: {
    csv: exported({}),
    ndjson: exported({ format: "ndjson" }),
    "of whom to mail": exported({ mailable: true }),
  },
  import_applications: { new: { applications: applications() } },
  import_waitlist: {
    new: { people: rows(strange(batch)) },
    listed: { people: rows(listed(batch), { unsubscribed_at: "2026-02-01T00:00:00Z" }) },
    "kept out": { people: rows(suppressed(batch)) },
    "in spite of suppression": { people: rows(suppressed(batch)), override_suppression: true },
    bounced: { people: rows(strange(batch), { suppress: "bounced" }) },
    rehearsed: { people: rows(strange(batch)), rehearsal: true },
  },
  has_applied: { somebody: { email: person(1) }, nobody: { email: "nobody@example.com" } },
  join_waitlist: {
    "of a stranger": { ...bucket(), ...solution(), email: "stranger@example.com", trapped: false },
    "of somebody listed": { ...bucket(), ...solution(), email: person(1), trapped: false },
  },
  keeps_constraints: { "": { relation: "public.waitlist", names: ["waitlist_email_length"] } },
  mark_waitlist: {
    notified: { event: "notified", addresses: JSON.stringify(listed(batch, 1)) },
    unsubscribed: { event: "unsubscribed", addresses: JSON.stringify(listed(batch, 2)) },
    unknown: { event: "notified", addresses: JSON.stringify(strange(batch)) },
  },
  normal_email: { "": { email: person(1) } },
  person_data: { "of everything": { person: person(1007) }, "of nobody": { person: "nobody@example.com" } },
  schema_report: { "": {} },
  spend_captcha: {
    "": solution(),
  },
  stats_report: {
    "by day": { bucket: "day" },
    "by week": { bucket: "week" },
    "of a month": { bucket: "day", since: "2026-02-01T00:00:00Z", until: "2026-03-01T00:00:00Z" },
  },
  suppress_email: { "": { person: person(1), why: "bounced" } },
  suppression_hashes: { "": { person: person(1) } },
  suppressions_of: { "": { person: "gone1@example.com" } },
  tables_of_persons: { "": {} },
  take_challenge: { "": { ...bucket(), most: 10_000 } },
  take_mail_limit: {
    "": { recipient: hash("a"), seconds_between: 60, per_hour: 5, overall_burst: 100, overall_seconds: 10 },
  },
  take_rate_limit: { "": bucket() },
  trapped_report: { "": {} },
};

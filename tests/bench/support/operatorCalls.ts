import { createHash, randomUUID } from "node:crypto";
import { amounts, application, person } from "./million.ts";

type Arguments = Record<string, unknown>;

/** Addresses in one request of `import`, `notified` and `unsubscribed`, and rows of a page of `export` and of `move`. */
const [batch, page, moved] = [2000, 10_000, 1000];
/** Rows that a clean-up looks at in one call. */
const scanned = 5000;
/** Joins in one call. */
const together = 50;

const hash = (text: string) => createHash("sha256").update(text).digest("hex");
/** People from the whole table, one in 50. */
const listed = (n: number, offset = 0) => Array.from({ length: n }, (_, i) => person(i * 50 + 1 + offset));
const suppressed = (n: number) => Array.from({ length: n }, (_, i) => `gone${i + 1}@example.com`);
let strangers = 0;
const strange = (n: number) => Array.from({ length: n }, () => person(amounts.waitlist + ++strangers));
const rows = (addresses: string[], more: Arguments = {}) =>
  JSON.stringify(addresses.map((email) => ({ email, ...more })));
const strangersApplications = () =>
  JSON.stringify(
    strange(batch).map((email) => {
      const fields = { email, name: "Person", role: "other", reason: "Because." };
      return Object.assign(fields, { id: randomUUID(), created_at: "2026-02-01T00:00:00Z" });
    }),
  );
const solution = () => ({
  solution_hash: hash(randomUUID()),
  solution_expires_at: new Date(Date.now() + 60_000).toISOString(),
});
const solutions = (n: number) => ({
  solution_hashes: Array.from({ length: n }, () => hash(randomUUID())),
  solutions_expire_at: Array.from({ length: n }, () => new Date(Date.now() + 60_000).toISOString()),
});
const limit = { burst: 5, seconds_per_request: 60 };
const buckets = (n: number) => ({
  buckets: Array.from({ length: n }, () => `waitlist:${hash(randomUUID())}`),
  ...limit,
});
const bucket = () => ({ bucket: `waitlist:${hash(randomUUID())}`, ...limit });
const joins = (n: number) =>
  JSON.stringify(
    strange(n).map((email) => Object.assign(solution(), { email, trapped: false, bucket: bucket().bucket })),
  );

const exported = (more: Arguments) => ({
  request: JSON.stringify({
    subject: "waitlist",
    columns: ["id", "email", "notified", "created_at", "confirmed_at", "unsubscribed_at", "source"],
    through: { created_at: "2100-01-01T00:00:00Z", id: randomUUID() },
    most: page,
    ...more,
  }),
});

const pruned = (part: string, more: Arguments = {}) => ({
  request: JSON.stringify({ part, scan: scanned, unconfirmed_days: 10, ended_days: 10, ...more }),
});
const announced = (more: Arguments) => ({ request: JSON.stringify({ scan: 2000, most: 2000, ...more }) });
const tokens = (purpose: string, addresses: string[]) =>
  JSON.stringify(addresses.map((email) => ({ hash: hash(randomUUID()), purpose, email })));
const mails = (n: number, more: Arguments) =>
  JSON.stringify(Array.from({ length: n }, () => ({ id: randomUUID(), attempt: 1, doubtful: false, ...more })));

/** Every function of the database, with the largest arguments that its callers use. */
export const operatorCalls: Record<string, Record<string, Arguments>> = {
  admit_submission: { "": { ...bucket(), ...solution() } },
  admit_submissions: { "": { ...buckets(together), ...solutions(together) } },
  announce_page: {
    counting: announced({ scan: 10_000, most: 10_000, rehearsal: true }),
    "counting a role": announced({ scan: 10_000, most: 10_000, rehearsal: true, role: "other" }),
    "of the launch": announced({}),
    "of an update": announced({ name: "june", hash: hash("update1") }),
    "of an update, for the rest": announced({ name: "may", hash: hash("update1") }),
  },
  application_page: {
    pending: { request: JSON.stringify({ status: "pending", most: 500 }) },
    "of an age": {
      request: JSON.stringify({ status: "pending", most: 500, before: "2026-02-01T00:00:00Z", role: "other" }),
    },
    "far down": {
      request: JSON.stringify({
        status: "pending",
        most: 500,
        after: { created_at: "2026-02-20T00:00:00Z", id: randomUUID() },
      }),
    },
    decided: { request: JSON.stringify({ status: "accepted", most: 500 }) },
  },
  application_standing: { "": { application: application(1) } },
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
  claim_emails: {
    "for SMTP": { batch: 20, lease_seconds: 600 },
    "for Resend": { batch: 16, lease_seconds: 600, doubt_hours: 23 },
  },
  confirm_email: { "": { token_hash: hash("link3") }, "of an unknown link": { token_hash: hash(randomUUID()) } },
  count_trapped: { "": { sent_form: "waitlist" } },
  data_report: { waitlist: { subject: "waitlist" }, applications: { subject: "beta_applications" } },
  email_mailbox: { "": { email: person(1) } },
  email_report: { "": {} },
  enqueue_asked_email: { "": { asked_kind: "waitlist-confirmation", person: person(5) } },
  enqueue_asked_emails: { "": { asked_kind: "waitlist-confirmation", people: listed(together, 5) } },
  erase_person: { "of everything": { person: person(7) }, "of nobody": { person: "nobody@example.com" } },
  export_ends: {
    "of the waitlist": exported({ pages: 8 }),
    "of who left": exported({ pages: 8, unsubscribed: true }),
  },
  export_rows: {
    "of the waitlist": exported({}),
    "of the history": exported({
      subject: "history",
      columns: ["id", "application_id", "created_at", "actor", "from_status", "to_status", "note"],
    }),
    "of whom to mail": exported({ mailable: true }),
  },
  export_table: { "": { subject: "beta" } },
  export_source: { "": exported({}) },
  hold_emails: { "": { most: batch } },
  fail_email: { "": { provider: hash("mail4"), people: JSON.stringify([person(4)]), reason: "resend_failed" } },
  failed_emails: {
    "": { most: batch },
    "far down": { most: batch, after_time: new Date(Date.now() - 8 * 3_600_000).toISOString() },
  },
  hold_mailboxes: { "": { people: listed(together, 5) } },
  import_email_records: {
    "": {
      tokens: JSON.stringify(
        listed(moved).map((email) => ({
          hash: hash(randomUUID()),
          purpose: "unsubscribe",
          email,
          created_at: "2026-02-01T00:00:00Z",
          expires_at: "2029-02-01T00:00:00Z",
        })),
      ),
      consents: JSON.stringify(
        listed(moved).map((email) => ({
          id: randomUUID(),
          email,
          event: "confirmed",
          happened_at: "2026-02-01T00:00:00Z",
        })),
      ),
    },
  },
  import_update_recipients: {
    "": {
      recipients: JSON.stringify(
        listed(moved).map((email) => ({
          id: randomUUID(),
          email,
          name: "july",
          hash: hash("update1"),
          told_at: "2026-02-01T00:00:00Z",
        })),
      ),
    },
  },
  import_applications: { new: { applications: strangersApplications() } },
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
  join_waitlist_batch: { "": { joins: joins(together), ...limit } },
  join_waitlists: {
    "": {
      ...buckets(together),
      ...solutions(together),
      emails: strange(together),
      sources: Array.from({ length: together }, () => "page"),
      traps: Array.from({ length: together }, () => false),
      consent_text: "2026-11-20",
    },
  },
  keeps_constraints: { "": { relation: "public.waitlist", names: ["waitlist_email_length"] } },
  mark_waitlist: {
    notified: { event: "notified", addresses: JSON.stringify(listed(batch, 1)) },
    unsubscribed: { event: "unsubscribed", addresses: JSON.stringify(listed(batch, 2)) },
    unknown: { event: "notified", addresses: JSON.stringify(strange(batch)) },
  },
  normal_email: { "": { email: person(1) } },
  person_data: { "of everything": { person: person(1007) }, "of nobody": { person: "nobody@example.com" } },
  prune_accounts: {
    "": { after_id: "00000000-0000-0000-0000-000000000000", scan: 5_000, untouched_since: "2000-01-01" },
  },
  prune_page: {
    people: pruned("people"),
    "people, rehearsed": pruned("people", { rehearsal: true }),
    accounts: pruned("accounts"),
    links: pruned("links"),
    "links, rehearsed": pruned("links", { rehearsal: true }),
    mails: pruned("mails"),
  },
  record_email_event: {
    "of one": { event: "bounced", people: JSON.stringify([person(3)]), provider: hash("mail3") },
    "of a file": { event: "complained", people: JSON.stringify(listed(500, 5)) },
  },
  register_email_tokens: { "": { tokens: tokens("confirm", listed(20)) } },
  retry_emails: { "": { most: batch } },
  review_application: {
    accept: { application: application(1), event: randomUUID(), actor: "ada", decision: "accepted" },
    note: { application: application(2), event: randomUUID(), actor: "ada", note: "A note." },
  },
  review_report: {
    "of all": { reply_hours: 48 },
    "of a month": { reply_hours: 48, since: "2026-02-01T00:00:00Z", until: "2026-03-01T00:00:00Z" },
  },
  schema_report: { "": {} },
  settle_emails: { sent: { results: mails(20, { outcome: "sent" }) } },
  spend_captchas: { "": solutions(together) },
  stats_report: {
    "by day": { bucket: "day" },
    "by week": { bucket: "week" },
    "of a month": { bucket: "day", since: "2026-02-01T00:00:00Z", until: "2026-03-01T00:00:00Z" },
  },
  suppress_email: { "": { person: person(1), why: "bounced" } },
  suppression_hashes: { "": { person: person(1) } },
  suppressions_of: { "": { person: "gone1@example.com" } },
  sweep_expired: { "": {} },
  tables_hanging_on_persons: { "": {} },
  tables_of_persons: { "": {} },
  take_all_rate_limits: {
    "": { buckets: buckets(3).buckets, bursts: [20, 20, 20], seconds_per_request: [30, 30, 30] },
  },
  take_challenge: { "": { ...bucket(), most: 10_000 } },
  take_mail_limit: {
    "": {
      recipient: hash("a"),
      seconds_between: 60,
      per_hour: 5,
      network_bucket: `mailnetwork:${hash("a")}`,
      network_burst: 34,
      network_seconds: 30,
      overall_burst: 100,
      overall_seconds: 10,
    },
  },
  take_rate_limit: { "": bucket() },
  take_rate_limits: { "": buckets(together) },
  trapped_report: { "": {} },
  unsubscribe_email: {
    "": { token_hash: hash("link2") },
    "of an unknown link": { token_hash: hash(randomUUID()) },
  },
  withdraw_consent: { "": { person: person(6) }, "after a bounce": { person: person(3) } },
  // Last, because it erases applications that other calls name.
  erase_applications: { "": { made_until: "2100-01-01T00:00:00Z", most: 2000 } },
};

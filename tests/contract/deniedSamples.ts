const [soon, later] = ["2030-01-01T00:00:00Z", "2031-01-01T00:00:00Z"];
const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const person = "nobody@example.com";
const token = "b".repeat(64);
/** The id of the person on the waitlist to whom samples refer. */
export const listed = id(9);

interface Sample {
  row: Record<string, unknown>;
  change: Record<string, unknown>;
  key: string;
  appendOnly?: true;
  /** The table has this single row from the start. It can only be changed. */
  isThere?: true;
}

/** One row of each table. The service role can insert, update and delete it, except in tables that say otherwise. */
export const samples: Record<string, Sample> = {
  waitlist: { row: { email: "row@example.com", share_code: "0123ABCD" }, change: { notified: true }, key: "email" },
  beta_applications: {
    row: { name: "R", email: "row@example.com", role: "other", reason: "x" },
    change: { status: "accepted" },
    key: "email",
  },
  beta_application_events: {
    row: { id: id(5), application_id: "00000000-0000-4000-8000-00000000000a", actor: "ada", to_status: "declined" },
    change: { actor: "bo" },
    key: "id",
    appendOnly: true,
  },
  spent_captchas: { row: { hash: "a".repeat(64), expires_at: soon }, change: { expires_at: later }, key: "hash" },
  erasures: { row: { id: id(1), removed: { waitlist: 1 } }, change: { removed: { waitlist: 2 } }, key: "id" },
  email_suppressions: {
    row: { hash: "a".repeat(64), reason: "bounced" },
    change: { reason: "complained" },
    key: "hash",
  },
  suppression_key: {
    row: { id: true, inner_key: "a".repeat(128), outer_key: "b".repeat(128) },
    change: { inner_key: "c".repeat(128) },
    key: "id",
    isThere: true,
  },
  email_outbox: {
    row: { id: id(2), kind: "application-received", email: "row@example.com" },
    change: { last_error: "smtp_451" },
    key: "email",
  },
  email_tokens: {
    row: { hash: "a".repeat(64), purpose: "confirm", person: listed, expires_at: soon },
    change: { expires_at: later },
    key: "hash",
  },
  consent_events: {
    row: { id: id(3), person: listed, event: "asked" },
    change: { text_version: "1" },
    key: "id",
  },
  email_updates: { row: { hash: "c".repeat(64), parameters: {} }, change: { created_at: soon }, key: "hash" },
  email_update_recipients: {
    row: { id: id(4), name: "may", person: listed, hash: "d".repeat(64) },
    change: { queued_at: soon },
    key: "id",
  },
  visits: { row: { quarter: soon, source: "x" }, change: { visits: 2 }, key: "source" },
  webhook_events: {
    row: { id: id(6), type: "waitlist.joined", subject: id(1) },
    change: { last_error: "http_500" },
    key: "id",
  },
  mail_drafts: { row: { id: id(7), kind: "update", markdown: "# May" }, change: { subject: "May" }, key: "id" },
  system_times: { row: { name: "list_paused" }, change: { at: soon }, key: "name" },
  place_marks: { row: { friends: 0, hour: soon, ahead: 0 }, change: { ahead: 1 }, key: "friends" },
  rate_limits: { row: { key: `waitlist:${"a".repeat(64)}`, tat: soon }, change: { tat: later }, key: "key" },
};

const admission = { bucket: `waitlist:${"c".repeat(64)}`, burst: 1, seconds_per_request: 1 };

/** A call of each function that is no trigger, which the service role can make. */
export const calls: Record<string, Record<string, unknown>> = {
  applied_migrations: {},
  platform_report: {},
  current_review: {},
  is_off_by_bounce: { person },
  lift_bounce: { person: id(3) },
  lift_bounces: { people: "[]" },
  lift_suppression: { person, reasons: ["erased"] },
  list_counts: {},
  lock_mailbox: { person },
  suppression_reason: { person },
  admit_submission: { ...admission, solution_hash: null, solution_expires_at: null },
  next_wave: {},
  send_again: { person },
  cancel_wave_page: { number: 1 },
  announce_page: { request: JSON.stringify({ scan: 1, most: 1, dry_run: true }) },
  describe_application_status: { application: "00000000-0000-4000-8000-00000000000a" },
  apply_for_beta: {
    ...admission,
    application: JSON.stringify({ id: id(3), name: "C", email: "call@example.com", role: "other", reason: "x" }),
  },
  known_json: { given: "[{}]", keys: [] },
  columns_of: { name: "waitlist" },
  check_store: {},
  claim_emails: { batch: 1, lease_seconds: 1 },
  claim_webhook_event: { lease_seconds: 1 },
  settle_webhook_event: { event: id(6), attempt: 1 },
  confirm_email: { token_hash: token },
  count_visit: { ...admission, bucket: `visits:${"c".repeat(64)}`, source: "x" },
  correct_email: { person, corrected: "other@example.com" },
  credit_referrer: { person: id(8) },
  new_id: {},
  new_share_code: {},
  free_share_code: {},
  new_subscriber: { given: "{}" },
  mark_places: {},
  are_places_shown: { shown_from: 1 },
  place_of: { person: id(3) },
  show_place: { token_hash: token },
  erase_by_link: { token_hash: token },
  save_answers: { person: id(3), given: "{}" },
  email_mailbox_v1: { email: "a@example.com" },
  email_report: {},
  sender_report: {},
  note_rest: { seconds: 60, why: "smtp_550" },
  launch_report: { reply_hours: 48 },
  digest_queued: { day: "2026-11-28" },
  queue_webhook_event: { type: "beta.decided", subject: id(8) },
  queue_operator_mails: { email: person, mails: "[]" },
  enqueue_asked_email: { asked_kind: "application-received", person },
  erase_applications: { made_until: "2000-01-01", most: 1 },
  fail_email: { provider: "none", people: "[]", reason: "resend_failed" },
  prune_accounts: { after_id: "00000000-0000-0000-0000-000000000000", scan: 1, untouched_since: "2000-01-01" },
  prune_page: { request: JSON.stringify({ part: "mails", scan: 1, unconfirmed_days: 30, kept_days: 90 }) },
  pause_list: {},
  watch_list: {},
  record_email_event: { event: "bounced", people: "[]" },
  register_email_tokens: { tokens: "[]" },
  retry_emails: { most: 1 },
  settle_emails: { results: "[]" },
  unsubscribe_email: { token_hash: token },
  withdraw_consent: { person },
  tag_people: { people: "[]", tag: "vip" },
  people_groups: { most: 1 },
  people_where: { conditions: "[]" },
  chosen_people: { ids: [], conditions: "[]" },
  write_note: { person: id(3), written: "x", before: "y" },
  mark_waitlist: { addresses: "[]", event: "notified" },
  has_applied: { email: person },
  join_waitlist: { ...admission, subscriber: JSON.stringify({ email: "call@example.com" }) },
  erase_person: { person },
  import_applications: { applications: "[]" },
  import_waitlist: { people: "[]" },
  imported_rows: { people: "[]" },
  release_imported: { people: "[]" },
  add_imported: { people: "[]" },
  unsubscribe_imported: { people: "[]", added: [] },
  confirm_imported: { people: "[]", added: [], proof: "x" },
  person_data: { person },
  review_application: {
    application: "00000000-0000-4000-8000-00000000000a",
    event: "00000000-0000-4000-8000-00000000000b",
    actor: "ada",
    note: "A note.",
  },
  growth_report: {},
  movement_report: {},
  wave_report: {},
  review_report: { reply_hours: 48 },
  stats_report: { bucket: "day" },
  suppress_email: { person, why: "erased" },
  suppression_hash: { person },
  sweep_expired: {},
  forget_later_clock: {},
  take_all_rate_limits: { buckets: [admission.bucket], bursts: [1], seconds_per_request: [1] },
  tables_of_persons: {},
  take_rate_limit: { bucket: `waitlist:${"b".repeat(64)}`, burst: 1, seconds_per_request: 1 },
};

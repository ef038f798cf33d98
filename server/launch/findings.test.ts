import { describe, expect, it } from "vitest";
import { launchFindings, troubles } from "./findings.ts";
import type { HostReport, LaunchReport } from "./launchReport.ts";
import type { MailReport } from "./mailReport.ts";

const now = new Date("2026-11-28T14:00:00Z");
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const calm: LaunchReport = {
  sender: {
    rests_seconds: null,
    rests_why: null,
    limited_at: null,
    limited_why: null,
    overdue_asked_seconds: 60,
    overdue_list_seconds: 7200,
  },
  mails: {
    queued: 3,
    queued_kinds: { update: 3 },
    queued_to_list: 3,
    scheduled: [],
    paused: false,
    pause_reason: null,
    waits_until: null,
    list: { sent: 900, bounced: 0, complained: 0 },
    pace: null,
    due: 3,
    leased: 0,
    oldest_due_seconds: 900_000,
    errors: {},
    failed: { unsubscribed: 5, suppressed: 2, not_needed: 1 },
    sent: { update: 900, "waitlist-confirmation": 100 },
    bounced: 39,
    complained: 2,
    refused: 0,
    unknown_addresses: 0,
  },
  paused_at: null,
  applications: { overdue: 0, soon: 0, day: 1, later: 2, oldest_at: ago(30).toISOString(), urgent_at: null },
  events: { failed: 0, failed_at: null, waiting_at: null, waiting_error: null },
};
const found = (report: Partial<LaunchReport>, host?: HostReport) => launchFindings({ ...calm, ...report }, host, now);
/** The findings about mails; or those of another check, if one is given. */
const said = (report: Partial<LaunchReport>, of = "mail") =>
  found(report).flatMap(({ check, level, message }) => (check === of ? [`${level}: ${message}`] : []));

describe("what the figures of the outbox say", () => {
  it.each<[what: string, report: Partial<MailReport>, levels: string[]]>([
    [
      "is well",
      {},
      ["ok: 3 mails are queued, none for long; of 1,000 sent in 30 days 3.90 % bounced, 0.20 % complained."],
    ],
    [
      "is a sender that is refused, though each mail is tried again later",
      { errors: { "smtp_550_5.1.90": 8, "smtp_550_5.7.1": 2, smtp_550: 40 } },
      ["wrong: 10 mails are retried as the sender is refused (smtp_550_5.1.90, smtp_550_5.7.1)."],
    ],
    [
      "is a log-in that is refused, whatever code is beside it",
      { errors: { smtp_535: 7, "smtp_535_5.7.8": 3, smtp_etimedout: 40 } },
      ["wrong: 10 mails are retried as the sender is refused (smtp_535, smtp_535_5.7.8)."],
    ],
    ["are mails that failed", { failed: { smtp_550: 2, unsubscribed: 9 } }, ["wrong: 2 mails failed."]],
    [
      "is well with mails to addresses that do not exist",
      { failed: { "smtp_550_5.1.1": 2 }, unknown_addresses: 2, refused: 2 },
      [expect.stringMatching(/^ok/u)],
    ],
    [
      "are mails of a restored backup",
      { failed: { restored: 4 } },
      ["warning: 4 mails have been held back since a restore."],
    ],
    [
      "are mails of a batch that nobody answered",
      { failed: { unanswered: 99 } },
      ["warning: 99 mails have been held back, as the provider did not answer and somebody left, or a day passed."],
    ],
    [
      "is well while a wave waits",
      { waits_until: "2026-11-28T14:10:00+00:00" },
      ["ok: The first 1,000 mails of this wave are sent; the others wait for bounces and complaints until 14:10 UTC."],
    ],
    [
      "is a wave that stopped by itself",
      { paused: true, pause_reason: "bounces", list: { sent: 100, bounced: 6, complained: 0 } },
      ["wrong: Mails to the list are paused, as 6 of 100 bounced (6.00 %)."],
    ],
    [
      "is a list that the operator paused",
      { paused: true, pause_reason: "operator" },
      ["warning: Mails to the list are paused by the operator."],
    ],
    ["are complaints", { complained: 3 }, ["wrong: 0.30 % complaints in 30 days; providers tolerate 0.3 %."]],
    ["are bounces", { bounced: 40 }, ["wrong: 4.00 % bounces in 30 days; providers tolerate 4 %."]],
  ])("%s", (_what, report, expected) => expect(said({ mails: { ...calm.mails, ...report } })).toEqual(expected));
});

describe("whether mails leave", () => {
  it.each<[what: string, sender: Partial<LaunchReport["sender"]>, line: string]>([
    [
      "not while the sender rests, whatever else waits",
      { rests_seconds: 300, rests_why: "smtp_535_5.7.8", overdue_asked_seconds: 3600 },
      "wrong: The mail server does not accept our mails (smtp_535_5.7.8); the next try is at 14:05 UTC.",
    ],
    [
      "not while a mail that somebody asked for has waited for more than ten minutes",
      { overdue_asked_seconds: 601 },
      "wrong: A mail that somebody asked for should have been sent 10 min ago.",
    ],
    [
      "not while one to the list has waited for more than a day",
      { overdue_list_seconds: 90_000 },
      "wrong: A mail to the list should have been sent 25 h ago.",
    ],
    [
      "only in part, as they are too many a second",
      { limited_at: ago(0.25).toISOString(), limited_why: "resend_429_rate_limit_exceeded" },
      "warning: The mail provider took no more mails (resend_429_rate_limit_exceeded), so all senders rested until 13:45 UTC.",
    ],
  ])("%s", (_what, sender, line) => expect(said({ sender: { ...calm.sender, ...sender } })).toEqual([line]));

  it("says what to look at where a log-in is refused, and counts its refusals once", () => {
    const sender = { ...calm.sender, rests_seconds: 60, rests_why: "smtp_535" };
    const [finding] = troubles(found({ sender, mails: { ...calm.mails, errors: { "smtp_550_5.7.1": 20 } } }));
    expect(finding?.remedy).toMatch(/^The server refuses the log-in: check user and password in SMTP_URL/u);
    expect(finding?.alert).toEqual({ about: "sender", at: now.toISOString() });
    const [retried] = troubles(found({ mails: { ...calm.mails, errors: { "smtp_535_5.7.8": 10 } } }));
    expect(retried?.remedy).toBe(finding?.remedy);
  });
});

it("tells of a wave that stopped itself each time, by when it did, and of one that the operator paused never", () => {
  const paused = (pause_reason: MailReport["pause_reason"]) =>
    found({ mails: { ...calm.mails, paused: true, pause_reason }, paused_at: ago(1).toISOString() })[0]?.alert;
  expect(paused("bounces")).toEqual({ about: "wave", at: ago(1).toISOString() });
  expect(paused("operator")).toBeUndefined();
});

it("warns of applications with eight hours left, and of overdue ones", () => {
  expect(said({}, "reviews")).toEqual(["ok: 3 applications wait, none for longer than 48 hours."]);
  const urgent = { ...calm.applications, soon: 1, urgent_at: ago(1).toISOString() };
  expect(said({ applications: urgent }, "reviews")).toEqual([
    "warning: 4 applications wait, 1 with less than 8 hours left.",
  ]);
  const overdue = { ...urgent, overdue: 2, oldest_at: ago(58).toISOString() };
  expect(said({ applications: overdue }, "reviews")).toEqual([
    "warning: 6 applications wait, 2 for longer than 48 hours, the oldest for 58 h.",
  ]);
});

it("finds events that wait or were given up", () => {
  const events = (changed: Partial<LaunchReport["events"]>) =>
    said({ events: { ...calm.events, ...changed } }, "webhook");
  expect(events({ waiting_at: ago(0.2).toISOString() })).toEqual([]);
  expect(events({ waiting_at: ago(1).toISOString() })).toEqual([
    "wrong: An event has waited for 1 h (no backend with WEBHOOK_URL runs).",
  ]);
  expect(events({ failed: 2, failed_at: ago(1).toISOString() })).toEqual([
    "wrong: The webhook’s receiver did not take 2 events.",
  ]);
});

it("finds a backup that failed or is older than two days, a disk that is nearly full, and a site that does not run", () => {
  const host = { lastBackup: ago(47), failedBackup: undefined, freeBytes: 300e6 };
  const levels = (changed: Partial<HostReport>) =>
    found({}, { ...host, ...changed }).flatMap(({ check, level, alert }) =>
      ["site", "disk", "backup"].includes(check) ? [`${level} ${check} ${alert?.about ?? "-"}`] : [],
    );
  expect(levels({})).toEqual(["ok backup -"]);
  expect(levels({ lastBackup: ago(49) })).toEqual(["warning backup backup"]);
  expect(levels({ lastBackup: undefined })).toEqual(["unknown backup -"]);
  expect(levels({ failedBackup: ago(1), freeBytes: 200e6, runs: false })).toEqual([
    "warning site -",
    "wrong disk disk",
    "wrong backup backup",
  ]);
});

import { expect, it, onTestFinished, vi } from "vitest";
import { useCommands } from "./workplace.ts";

// Tests of how the figures look are beside the code: scripts/commands/stats/text.test.ts.

const { run, query } = useCommands();

it("stats counts by day and week in UTC, empty ones too, within a span, as text, JSON and a page", async () => {
  await query(`insert into waitlist (email, created_at, joined_at, notified, source) select email, at, at, notified, source from (values
      ('a@x.org', timestamptz '2026-05-01T23:59:59Z', true, 'a-b'), ('b@x.org', '2026-05-02T00:00:00Z', false, 'a-b'),
      ('c@x.org', '2026-05-02T12:00:00Z', false, null), ('d@x.org', '2026-05-05T08:00:00Z', false, null)) p(email, at, notified, source);
    insert into beta_applications (email, name, role, reason, created_at, status, reviewed_at) values
      ('a@x.org', 'A', 'other', 'x', '2026-05-02', 'pending', null),
      ('a@x.org', 'A', 'other', 'x', '2026-05-02', 'accepted', '2026-05-04'),
      ('a@x.org', 'A', 'other', 'x', '2026-05-02', 'declined', '2026-05-04T04:00:00Z')`);
  const stats = (...argv: string[]) => run(["stats", ...argv], { clock: () => new Date("2026-05-06T12:00:00Z") });
  expect(JSON.parse((await stats("--json")).out)).toEqual({
    period: { since: null, until: "2026-05-06T12:00:00.000Z" },
    waitlist: {
      total: 4,
      notified: 1,
      confirmed: 0,
      mailable: 0,
      unsubscribed: 0,
      bounced: 0,
      complained: 0,
      invited: 0,
      redeemed: 0,
    },
    signups: [
      { start: "2026-05-01", count: 1 },
      { start: "2026-05-02", count: 2 },
      { start: "2026-05-03", count: 0 },
      { start: "2026-05-04", count: 0 },
      { start: "2026-05-05", count: 1 },
    ],
    sources: [
      { source: "a-b", count: 2 },
      { source: null, count: 2 },
    ],
    rarer_sources: { sources: 0, count: 0 },
    applications: [
      { role: "other", status: "accepted", count: 1 },
      { role: "other", status: "declined", count: 1 },
      { role: "other", status: "pending", count: 1 },
    ],
    reviews: {
      pending: 1,
      overdue: 1,
      oldest_pending_at: "2026-05-02T00:00:00+00:00",
      to_be_answered: 3,
      in_time: 1,
      // These were answered after 48 and after 52 hours.
      median_seconds: 50 * 3600,
    },
    answered: {},
    answers: [],
    friends: { joined: 0, credits: {} },
    referrers: [],
    movement: [],
    waves: [],
  });
  expect(JSON.parse((await stats("--json", "--by", "week")).out)).toMatchObject({
    signups: [
      { start: "2026-04-27", count: 3 },
      { start: "2026-05-04", count: 1 },
    ],
  });
  expect(JSON.parse((await stats("--json", "--since", "2026-05-02", "--until", "2026-05-03")).out)).toMatchObject({
    waitlist: { total: 2, notified: 0 },
  });
  expect((await stats("--full")).out).toContain("\nSign-ups per day\n2026-05-01  ███");
  expect((await stats("--by", "week")).out).toContain("\nSign-ups per week\n2026-04-27  ███");
  expect((await stats()).out).not.toContain("███");
  expect(await stats("--since", "2026-05-06T14:30:00+02:00")).toMatchObject({
    code: 2,
    err: "error: --since is in the future: it is 2026-05-06 12:00 UTC.\n",
  });
});

it("stats counts in UTC where Node knows no time zone, as with TZ=Factory", async () => {
  const options = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: "Etc/Unknown" };
  const spy = vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue(options);
  onTestFinished(() => spy.mockRestore());
  expect(await run(["stats"])).toMatchObject({ code: 0, err: "" });
});

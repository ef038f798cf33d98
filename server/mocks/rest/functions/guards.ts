import { timestamp } from "../timestamp.ts";
import type { MockFunction } from "./function.ts";

const takeRateLimit: MockFunction = {
  takes: { bucket: "text", burst: "numeric", seconds_per_request: "numeric" },
  // GCRA, in ms: `tat` is the theoretical arrival time of the next conforming request.
  call({ bucket: key, burst, seconds_per_request }, database) {
    const now = Date.now();
    const emission = Number(seconds_per_request) * 1000;
    const tolerance = emission * (Number(burst) - 1);
    const row = database.rows("rate_limits").find((candidate) => candidate["key"] === key);
    const tat = row ? Date.parse(String(row["tat"])) : now;
    if (tat > now + tolerance) return Math.max(1, Math.ceil((tat - tolerance - now) / 1000));
    const next = { tat: timestamp(new Date(Math.max(tat, now) + emission)) };
    if (row) database.update("rate_limits", [row], next);
    else database.insert("rate_limits", [{ key, ...next }]);
    return 0;
  },
};

/** What supabase/migrations/…_abuse_guards.sql does. */
export const guards = {
  // The mocked store takes every join, unless the scenario says that it is down.
  check_store: { takes: {}, call: () => true },

  // Nobody asks the mocked backend for its figures.
  count_trapped: { takes: { sent_form: "text" }, call: () => 1 },

  spend_captcha: {
    takes: { solution_hash: "text", solution_expires_at: "timestamptz" },
    call: ({ solution_hash: hash, solution_expires_at: expires_at }, database) =>
      database.insert("spent_captchas", [{ hash, expires_at }], "hash").length > 0,
  },

  take_rate_limit: takeRateLimit,

  take_challenge: {
    takes: { ...takeRateLimit.takes, most: "numeric" },
    // No launch is mocked: the work is never raised for what others send.
    call: (args, database, state) => ({ wait: takeRateLimit.call(args, database, state), taken: 1, spent: 0 }),
  },

  take_mail_limit: {
    takes: {
      recipient: "text",
      seconds_between: "numeric",
      per_hour: "numeric",
      overall_burst: "numeric",
      overall_seconds: "numeric",
    },
    // One recipient's pause is enough for one visitor; the bounds of an hour and over all are the database's.
    call: ({ recipient, seconds_between: seconds_per_request }, database, state) =>
      takeRateLimit.call({ bucket: `mailpause:${recipient}`, burst: 1, seconds_per_request }, database, state),
  },
} satisfies Record<string, MockFunction>;

import type { Database } from "../../supabase/schema.ts";
import type { MockDatabase } from "./database.ts";
import { type Row, timestamp } from "./row.ts";

/** The functions that the form routes call; the service role alone may. The operator's reports run on a real database only. */
type Name = Extract<keyof Database["public"]["Functions"], "spend_captcha" | "take_rate_limit">;

/** What supabase/migrations/…_abuse_guards.sql does. */
export const functions: Record<Name, (database: MockDatabase, args: Row) => unknown> = {
  spend_captcha(database, { solution_hash: hash, solution_expires_at: expires_at }) {
    if (database.rows("spent_captchas").some((row) => row["hash"] === hash)) return false;
    database.insert("spent_captchas", [{ hash, expires_at }]);
    return true;
  },

  // GCRA, in ms: `tat` is the theoretical arrival time of the next conforming request.
  take_rate_limit(database, { bucket: key, burst, seconds_per_request }) {
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

/** Whether the mock knows a function of this name. */
export const isFunctionName = (name: string): name is Name => Object.hasOwn(functions, name);

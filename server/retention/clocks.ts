import * as v from "valibot";

/** Largest difference between clocks at which ages are trusted, in ms: ages are days, and an answer may take a while. */
const mostSkew = 5 * 60_000;

/** How far the database's clock is ahead of this machine's, in ms; `asked` and `answered` are the start and end of the call. */
export const clockSkew = (database: string, asked: Date, answered: Date): number =>
  Date.parse(database) - (asked.getTime() + answered.getTime()) / 2;

function amount(minutes: number): string {
  if (minutes < 120) return `${Math.round(minutes)} min`;
  return minutes < 2880 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} days`;
}

/** The clocks differ, so ages cannot be trusted. */
export class ClocksDifferError extends Error {
  override readonly name = "ClocksDifferError";
}

const answer = v.object({ clock: v.string() });

/**
 * Must be called before anything is erased because of its age, which the database judges by its own clock.
 * @param report calls `schema_report` of supabase/migrations
 * @throws ClocksDifferError, and whatever `report` throws.
 */
export async function requireOneTime(report: () => Promise<unknown>, now: () => Date): Promise<void> {
  const asked = now();
  const { clock } = v.parse(answer, await report());
  const skew = clockSkew(clock, asked, now());
  if (Math.abs(skew) <= mostSkew) return;
  throw new ClocksDifferError(
    `The database's clock is ${amount(Math.abs(skew) / 60_000)} ${skew > 0 ? "ahead of" : "behind"} this machine's, so nobody can tell what is old. Nothing was erased.`,
  );
}

import * as v from "valibot";

/** Most that clocks may differ where ages are judged, in ms: ages are days, and an answer may take its time. */
const mostSkew = 5 * 60_000;

/** How far a database's clock is ahead of this machine's, in ms; `asked` and `answered` are the ends of the call that told it. */
export const clockSkew = (database: string, asked: Date, answered: Date): number =>
  Date.parse(database) - (asked.getTime() + answered.getTime()) / 2;

function amount(minutes: number): string {
  if (minutes < 120) return `${Math.round(minutes)} min`;
  return minutes < 2880 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} days`;
}

/** One of two clocks is wrong, and nobody can tell how old anything is. */
export class ClocksDifferError extends Error {
  override readonly name = "ClocksDifferError";
}

const answer = v.object({ clock: v.string() });

/**
 * Has to be called before anything is erased for its age, which the database tells by its clock.
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

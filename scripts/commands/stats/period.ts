/** The time that figures cover: from `since` (null: from the first row on) to just before `until`; ISO 8601 in UTC. */
export interface Period {
  since: string | null;
  until: string;
}

/** The period that options ask for; it never ends later than now. */
export function periodOf(since: Date | undefined, until: Date | undefined, now: Date): Period {
  const end = until && until < now ? until : now;
  return { since: since?.toISOString() ?? null, until: end.toISOString() };
}

/** A time for people, to the minute; only the day where it is midnight. */
const minuteOrDay = (iso: string): string => iso.slice(0, 16).replace("T", " ").replace(" 00:00", "");

/** The period in words: `2026-05-01 until 2026-05-04 12:00 UTC`. */
export const describePeriod = ({ since, until }: Period): string =>
  `${since === null ? "All" : minuteOrDay(since)} until ${minuteOrDay(until)} UTC`;

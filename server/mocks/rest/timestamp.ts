const form = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.(\d{1,6}))?)?)(?:Z|([+-]\d\d)(?::?(\d\d))?)?)?$/u;

const write = (second: Date, fraction: string): string =>
  `${second.toISOString().slice(0, 19)}${`.${fraction}`.replace(/\.?0*$/u, "")}+00:00`;

/** A moment as PostgREST writes a `timestamptz`. */
export const timestamp = (moment: Date): string => write(moment, moment.toISOString().slice(20, 23));

/** A `timestamptz` of text in ISO 8601, in UTC where it names no zone; undefined for everything else that PostgreSQL reads, or refuses. */
export function readTimestamp(text: string): string | undefined {
  const [, day = "", time = "00:00", fraction = "", hours = "+00", minutes = "00"] = form.exec(text) ?? [];
  const moment = new Date(`${day}T${time}${hours}:${minutes}`);
  // Date takes 30 February for 2 March.
  const real = new Date(`${day}T00:00Z`).getUTCDate() === Number(day.slice(-2));
  return real && !Number.isNaN(moment.getTime()) ? write(moment, fraction) : undefined;
}

/** A `timestamptz` as text that sorts like it: fractions have as many digits as they need. */
export const sortableTimestamp = (text: string): string =>
  text.replace(/(?:\.(\d+))?\+00:00$/u, (_, fraction: string | undefined) => `.${(fraction ?? "").padEnd(6, "0")}`);

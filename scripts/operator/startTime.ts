import { readBy } from "../../server/contract/peopleFilter.ts";

/** The last day on which a wave may start, in days from now. Its figures are shown for as long (wave_report). */
const mostDays = 30;

const how = `Give a day and a time of this machine's zone, at most ${mostDays} days ahead, such as "2026-12-01 09:00".`;

/** Reads a minute of this machine's time zone. For anything else it returns what is wrong. */
function minuteOf(text: string, now: Date): Date | string {
  const [, ...parts] = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)$/u.exec(text) ?? [];
  const [year = NaN, month = NaN, day = NaN, hours = NaN, minutes = NaN] = parts.map(Number);
  const time = new Date(year, month - 1, day, hours, minutes);
  if (Number.isNaN(time.getTime())) return how;
  // Date makes 2 March of 30 February, and a later hour of one that the clock leaves out in spring.
  if (!localTime(time).startsWith(text.replace("T", " "))) return `There is no ${text} here. ${how}`;
  if (time <= now) return `${localTime(time)} is past.`;
  return time.getTime() - now.getTime() > mostDays * 86_400_000 ? `${localTime(time)} is too far ahead. ${how}` : time;
}

/** A time for a person, in this machine's zone, with its offset from UTC: `2026-12-01 09:00 +01:00`. */
export function localTime(time: Date): string {
  const two = (n: number) => String(n).padStart(2, "0");
  const ahead = -time.getTimezoneOffset();
  const offset = `${ahead < 0 ? "-" : "+"}${two(Math.floor(Math.abs(ahead) / 60))}:${two(Math.abs(ahead) % 60)}`;
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())} ${offset}`;
}

/** The time at which a wave starts, as `2026-12-01 09:00` or `2026-12-01T09:00` in this machine's zone. */
export const startField = (now: Date) => readBy((text) => minuteOf(text, now));

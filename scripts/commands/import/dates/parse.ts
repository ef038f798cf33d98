import { monthLanguages } from "./months.ts";
import { type DateShape, dateShape, hasUnknownMonth } from "./shape.ts";

/** Which of two numbers comes first in `3/4/2025`. */
export type DateOrder = "dmy" | "mdy";

/** A time in ISO 8601, or why a cell holds none. */
export type ParsedDate = { when: string } | { problem: string };

/** The name of an order for a person. */
export const orderName: Record<DateOrder, string> = { dmy: "day/month/year", mdy: "month/day/year" };

const unknownForm = "not a date in a known form, such as 2026-05-04 12:00:00 or 04.05.2026";
const unknownMonth = `not a date with a known month: write it as a number (2026-05-04), or in ${monthLanguages}`;

/** No waitlist is older: an earlier year is a default or a mistake of the other tool. */
const firstYear = 2000;
const msPerDay = 86_400_000;

const pad = (value: number, length: number): string => String(value).padStart(length, "0");

function iso(shape: DateShape, order: DateOrder): string | undefined {
  if (shape.kind === "timestamp") return new Date(shape.ms).toISOString();
  const { year, month, day } =
    shape.kind === "day"
      ? shape.day
      : order === "dmy"
        ? { year: shape.year, month: shape.second, day: shape.first }
        : { year: shape.year, month: shape.first, day: shape.second };
  const exists = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day && month >= 1 && month <= 12;
  return exists ? `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}T${shape.time}` : undefined;
}

/** The latest time that a date may have, in ms since 1970: the end of tomorrow in every time zone. */
const endOfTomorrow = (now: Date): number => (Math.floor(now.getTime() / msPerDay) + 2) * msPerDay + msPerDay / 2;

/** Reads a date in the notations of other tools. Years before 2000 and days after tomorrow are refused. */
export function parseDate(text: string, order: DateOrder | undefined, now: Date): ParsedDate {
  const shape = dateShape(text);
  if (!shape) return { problem: hasUnknownMonth(text) ? unknownMonth : unknownForm };
  if (shape.kind === "ambiguous" && order === undefined)
    return { problem: "either day/month or month/day: say which with --date-format" };
  const read = shape.kind === "ambiguous" && order ? `, read as ${orderName[order]} (--date-format)` : "";
  const when = iso(shape, order ?? "dmy");
  if (when === undefined) return { problem: `not a day of the calendar${read}` };
  const ms = Date.parse(when);
  if (Number(when.slice(0, 4)) < firstYear || ms < Date.UTC(firstYear, 0))
    return { problem: `before the year ${firstYear}${read}` };
  return ms > endOfTomorrow(now) ? { problem: `after tomorrow${read}` } : { when };
}

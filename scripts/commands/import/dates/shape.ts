import { serialToMs } from "../../../records/source/xlsx/serial.ts";
import { isoTime } from "./clockTime.ts";
import { monthNumber } from "./months.ts";

/** A calendar day that may turn out not to exist. */
interface Day {
  year: number;
  month: number;
  day: number;
}

/**
 * The kind of date that a cell looks like: a day and a time, two numbers of which either may be the month, or a timestamp
 * counted from a fixed day.
 */
export type DateShape =
  | { kind: "day"; day: Day; time: string }
  | { kind: "ambiguous"; first: number; second: number; year: number; time: string }
  | { kind: "timestamp"; ms: number };

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:(?:[T,]\s*|\s+)(.+))?$/u;
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d\d)(?:(?:[T,]\s*|\s+)(.+))?$/u;
const dayNamed =
  /^(?:\p{L}[\p{L}-]+\.?,?\s+)?(\d{1,2})(?:st|nd|rd|th|er|\.)?[\s-]+(?:de\s+)?(\p{L}{3,})\.?,?[\s-]+(?:del?\s+)?(\d{4}|\d\d)(?:,?\s+(?:(?:at|um|à|às|a las|alle ore|om|kl\.)\s+)?(.+))?$/iu;
const monthNamed =
  /^(?:\p{L}{2,}\.?,?\s+)?(\p{L}{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?:,?\s+(?:at\s+)?(.+))?$/iu;
const number = /^\d{5}(?:[.,]\d+)?$|^\d{10}$|^\d{13}$/u;

/**
 * Longest cell that is examined: a longer one is not a date, and matching it would waste time. JavaScript writes up to 70
 * characters, with the zone in words.
 */
const longest = 80;

/** Five digits are days in Excel's count, ten are seconds since 1970, thirteen are milliseconds. */
function counted(text: string): DateShape {
  const value = Number(text.replace(",", "."));
  if (/^\d{5}(?!\d)/u.test(text)) return { kind: "timestamp", ms: serialToMs(value) };
  return { kind: "timestamp", ms: text.length === 10 ? value * 1000 : value };
}

/** The year of two digits, which is in this century: nothing older is imported. */
const wholeYear = (digits: string): string => (digits.length === 2 ? `20${digits}` : digits);

/** The parts of a date whose month is a word, known or not. */
function named(text: string): { day: string; month: string; year: string; rest: string } | undefined {
  const dayFirst = dayNamed.exec(text);
  if (dayFirst) {
    const [, day = "", month = "", year = "", rest = ""] = dayFirst;
    return { day, month, year: wholeYear(year), rest };
  }
  const monthFirst = monthNamed.exec(text);
  if (!monthFirst) return undefined;
  const [, month = "", day = "", year = "", rest = ""] = monthFirst;
  return { day, month, year, rest };
}

/** Whether a cell would be a date if it did not name a month in a language that is not known here. */
export function hasUnknownMonth(text: string): boolean {
  const parts = text.length > longest ? undefined : named(text);
  return parts !== undefined && monthNumber(parts.month) === undefined;
}

function written(year: string, month: number | undefined, day: string, rest: string): DateShape | undefined {
  const time = isoTime(rest.trim());
  if (time === undefined || month === undefined) return undefined;
  return { kind: "day", day: { year: Number(year), month, day: Number(day) }, time };
}

/** The kind of date that a cell looks like, or undefined; whether the day exists is checked elsewhere. */
export function dateShape(text: string): DateShape | undefined {
  if (text.length > longest || !/\d/u.test(text)) return undefined;
  if (number.test(text)) return counted(text);
  const iso = yearFirst.exec(text);
  if (iso) return written(iso[1] ?? "", Number(iso[2]), iso[3] ?? "", iso[4] ?? "");
  const short = yearLast.exec(text);
  if (short) {
    const [, first = "", separator, second = "", digits = "", rest = ""] = short;
    const year = wholeYear(digits);
    if (separator === ".") return written(year, Number(second), first, rest);
    const time = isoTime(rest.trim());
    if (time === undefined) return undefined;
    return { kind: "ambiguous", first: Number(first), second: Number(second), year: Number(year), time };
  }
  const parts = named(text);
  return parts && written(parts.year, monthNumber(parts.month), parts.day, parts.rest);
}

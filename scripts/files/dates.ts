import { normalName, serialToMs } from "./addresses.ts";

/** An error with the reason why a line cannot be imported. */
export class Refused extends Error {}

/** Ends the reading of a line. @throws Refused */
export const refuse = (reason: string): never => {
  throw new Refused(reason);
};

/** Splits a text into words, which are given in normal form. */
export const list = (words: string): string[] => words.trim().split(/\s+/u);

/** Which of two numbers comes first in `3/4/2025`. */
export type DateOrder = "dmy" | "mdy";

/**
 * The date in a cell. With `either`, day and month may be the other way round. Whether the day exists is not known
 * yet.
 */
type DateShape = { year: number; month: number; day: number; either: boolean; time: string } | { ms: number };

/** Names of months, long and short, as ICU has them for the languages of yes and no, by their normal form; from 1. */
function monthNames(): Map<string, number> {
  const names = new Map<string, number>();
  for (const language of ["en", "de", "fr", "es", "it"])
    for (const month of ["long", "short"] as const) {
      const format = new Intl.DateTimeFormat(language, { month, timeZone: "UTC" });
      for (let n = 0; n < 12; n++) names.set(normalName(format.format(Date.UTC(2025, n))), n + 1);
    }
  return names;
}
// The names are made only when a file needs them, because every command loads this module.
let months: Map<string, number> | undefined;

function monthOf(name: string): number | undefined {
  months ??= monthNames();
  const word = normalName(name);
  // Abbreviations of four letters, such as "Sept", begin with the usual three.
  return months.get(word) ?? (word.length === 4 ? months.get(word.slice(0, 3)) : undefined);
}

/** The zones that RFC 5322 section 4.3 knows by name, and Europe's, in hours from UTC. */
const zones = new Map(
  Object.entries({
    EST: -5,
    EDT: -4,
    CST: -6,
    CDT: -5,
    MST: -7,
    MDT: -6,
    PST: -8,
    PDT: -7,
    WET: 0,
    WEST: 1,
    BST: 1,
    CET: 1,
    CEST: 2,
    MEZ: 1,
    MESZ: 2,
    EET: 2,
    EEST: 3,
  }),
);
const offsetOf = (zone: string): string => {
  const hours = zones.get(zone.toUpperCase());
  return hours === undefined ? zone : `${hours < 0 ? "-" : "+"}${String(Math.abs(hours)).padStart(2, "0")}00`;
};

/**
 * A date as JavaScript, Go, Java, Unix, mail programs and forms write it, in the order and without the words of
 * {@link forms}.
 */
const tidied = (text: string): string =>
  text
    // These remove the name of a zone after its offset or in brackets, and the brackets around an offset.
    .replace(/\s*\(((?:GMT|UTC)?[+-]\d[\d:]*)\)$/iu, " $1")
    .replace(/(?:\s*\([^()]*\)|\[[^[\]]*\])$/u, "")
    .replace(/([+-]\d\d:?\d\d)\s+[a-z]{3,5}$/iu, "$1")
    .replace(/\s([a-z]{3,4})(?=$|\s+\d{4}$)/iu, (all, zone: string) =>
      offsetOf(zone) === zone ? all : ` ${offsetOf(zone)}`,
    )
    .replace(/(\d)(?:st|nd|rd|th)\b/iu, "$1")
    .replace(/^\p{L}{2,10}\.?,?\s+(?=\p{L}|\d\d?\.?[\s-]+\p{L})/u, "")
    .replace(/^(\d\d?)\.\s*(?=\p{L})/u, "$1 ")
    .replace(/,?\s+(?:at|um)\s+/iu, " ")
    .replace(/\b([ap])\.\s?m\./iu, "$1m")
    .replace(/\b(?:(vorm)|nachm)\./iu, (_all, morning?: string) => (morning === undefined ? "pm" : "am"))
    .replace(/^(\p{L}+\s+\d\d?)\s+(\d\d?:\S+)\s+(?:(\S+)\s+)?(\d{4})$/u, "$1 $4 $2 $3")
    .replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/u, "$1-$2-$3T$4:$5:$6")
    .trim();

const time = String.raw`(?:(?:[T,]\s*|\s+)(?<time>.+))?$`;
const forms = [
  String.raw`^(?<year>\d{4})[-/.](?<month>\d\d?)[-/.](?<day>\d\d?)`,
  String.raw`^(?<day>\d\d?)\.(?<month>\d\d?)\.(?<year>\d{4}|\d\d)`,
  String.raw`^(?<day>\d\d?)(?<either>[-/])(?<month>\d\d?)[-/](?<year>\d{4}|\d\d)`,
  String.raw`^(?:[a-z]+,?\s+)?(?<day>\d\d?)[\s-]+(?<name>\p{L}{3,10})\.?[\s-]+(?<year>\d{4}|\d\d)`,
  String.raw`^(?:[a-z]+,?\s+)?(?<name>\p{L}{3,10})\.?\s+(?<day>\d\d?),?\s+(?<year>\d{4})`,
].map((form) => new RegExp(form + time, "iu"));
const clock =
  /^(?<hour>\d\d?)[:.](?<minute>[0-5]\d)(?:[:.](?<second>[0-5]\d)(?:[.,](?<fraction>\d{1,9}))?)?\s*(?<half>[ap]m)?\s*(?:z|utc|gmt)?(?:(?<sign>[+-])(?<shift>0?\d|1[0-4])(?::?(?<shifted>[0-5]\d))?)?$/iu;

/** The end of tomorrow in every time zone, in ms from now. */
const tomorrow = 36 * 3_600_000;

const two = (value: number | string): string => String(value).padStart(2, "0");

/**
 * Turns `5:06pm`, `17.06.33`, `17:06:00.5 GMT+2` and the like into ISO 8601; nothing into midnight, and no zone
 * into UTC.
 */
function isoTime(text: string): string | undefined {
  const read = clock.exec(text || "0:00")?.groups;
  if (!read) return undefined;
  const { hour, minute, second = "00", fraction, half, sign = "+", shift = "0", shifted = "00" } = read;
  const hours = half ? (Number(hour) % 12) + (/p/iu.test(half) ? 12 : 0) : Number(hour);
  const isEndOfDay = hours === 24 && Number(minute) === 0 && Number(second) === 0;
  if ((hours > 23 && !isEndOfDay) || (half && Number(hour) > 12)) return undefined;
  const part = fraction === undefined ? "" : `.${fraction.slice(0, 6)}`;
  return `${two(hours)}:${minute}:${second}${part}${sign}${two(shift)}:${shifted}`;
}

type Parts = Partial<Record<string, string>>;
const partsOf = (text: string): Parts | undefined =>
  /\d/u.test(text) ? forms.map((form) => form.exec(text)?.groups).find(Boolean) : undefined;

/** A year of two digits is in this century: nothing older is imported. */
const yearOf = ({ year = "" }: Parts): number => Number(year.length === 2 ? `20${year}` : year);

/** Ten digits of a Unix time are seconds, thirteen milliseconds. */
const unixToMs = (text: string): number => Number(text) * (text.length === 10 ? 1000 : 1);

/**
 * Reads a date from a cell; undefined if there is none. Five digits are a spreadsheet's days, ten or thirteen a
 * Unix time.
 */
export function dateShape(text: string): DateShape | undefined {
  if (text.length > 80) return undefined;
  if (/^[34]\d{4}(?:[.,]\d+)?$/u.test(text)) return { ms: serialToMs(Number(text.replace(",", "."))) };
  if (/^\d{10}$|^\d{13}$/u.test(text)) return { ms: unixToMs(text) };
  return partsShape(text) ?? (/(?:19|20)\d\d/u.test(text) ? partsShape(tidied(text)) : undefined);
}

function partsShape(text: string): DateShape | undefined {
  const read = partsOf(text);
  const at = read && isoTime((read.time ?? "").trim());
  if (!read || at === undefined) return undefined;
  const month = read.name ? monthOf(read.name) : Number(read.month);
  const day = Number(read.day);
  if (!month || day === 0) return undefined;
  return { year: yearOf(read), month, day, either: read.either !== undefined, time: at };
}

/**
 * The years of plausible dates. Programs write other years for "no date": 0001, 1899 (a spreadsheet's 0), 1900,
 * 1970, 9999.
 */
const [firstYear, lastYear] = [1990, 2099];
const canBeMeant = (year: number): boolean => year >= firstYear && year <= lastYear;

/**
 * Whether a cell holds what programs write for "no date": one with a day or month 0, or in a year that no date can
 * be in.
 */
export function isNoDate(text: string): boolean {
  if (text.length > 80) return false;
  if (/^\d{10}$|^\d{13}$/u.test(text)) return !canBeMeant(new Date(unixToMs(text)).getUTCFullYear());
  // PHP writes the database's 0000-00-00 as a day of the year -1.
  if (/^-\d{4}-\d\d-\d\d/u.test(text)) return true;
  const read = partsOf(text);
  return read !== undefined && (Number(read.day) === 0 || Number(read.month ?? 1) === 0 || !canBeMeant(yearOf(read)));
}

/** Whether a cell is a date after tomorrow in every time zone, whichever of its numbers is the day. */
export function isAhead(text: string, now: Date): boolean {
  const shape = dateShape(text);
  if (!shape) return false;
  const times = "ms" in shape ? [shape.ms] : [Date.UTC(shape.year, shape.month - 1, shape.day)];
  if ("either" in shape && shape.either) times.push(Date.UTC(shape.year, shape.day - 1, shape.month));
  return Math.min(...times) > now.getTime() + tomorrow;
}

/** Whether a cell may be a date in any language: it is short, and has a year or the three numbers of a date. */
export const mayBeDate = (text: string): boolean =>
  dateShape(text) !== undefined ||
  (text.length <= 40 && /(?:^|\D)(?:199\d|20\d\d)(?:\D|$)/u.test(text) && !text.includes("@"));

/**
 * Reads a date as ISO 8601.
 * @throws Refused for no date, one before 2000, and one after tomorrow in every time zone.
 */
export function readDate(name: string, text: string, order: DateOrder | undefined, now: Date): string {
  const shape =
    dateShape(text) ??
    refuse(
      `${name} is not a date in a known form, such as 2026-05-04 12:00:00 or 04.05.2026, or with a month's name. --map ${name}= leaves the column out.`,
    );
  let when: string;
  if ("ms" in shape) when = new Date(shape.ms).toISOString();
  else {
    if (shape.either && !order) refuse(`${name} is either day/month or month/day: say which with --date-format.`);
    const [day, month] = shape.either && order === "mdy" ? [shape.month, shape.day] : [shape.day, shape.month];
    if (month < 1 || month > 12 || day < 1 || new Date(Date.UTC(shape.year, month - 1, day)).getUTCDate() !== day)
      refuse(`${name} is not a day of the calendar.`);
    when = `${String(shape.year).padStart(4, "0")}-${two(month)}-${two(day)}T${shape.time}`;
  }
  if (Date.parse(when) < Date.UTC(2000, 0)) refuse(`${name} is before the year 2000.`);
  return Date.parse(when) > now.getTime() + tomorrow ? refuse(`${name} is after tomorrow.`) : when;
}

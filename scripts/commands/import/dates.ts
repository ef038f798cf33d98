import { serialToMs } from "../../records/workbook.ts";

/** Which of two numbers comes first in `3/4/2025`. */
export type DateOrder = "dmy" | "mdy";

/** The name of an order for a person. */
export const orderName: Record<DateOrder, string> = { dmy: "day/month/year", mdy: "month/day/year" };

/** The kind of date that a cell looks like: two numbers may both be the month. Whether the day exists is not known yet. */
export type DateShape =
  | { kind: "day"; year: number; month: number; day: number; time: string }
  | { kind: "either"; first: number; second: number; year: number; time: string }
  | { kind: "timestamp"; ms: number };

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const rest = String.raw`(?:(?:[T,]\s*|\s+)(?:at\s+)?(.+))?$`;
const yearFirst = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${rest}`, "u");
const yearLast = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d\d)${rest}`, "u");
const dayNamed = new RegExp(
  String.raw`^(?:[a-z]+\.?,?\s+)?(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4}|\d\d)${rest}`,
  "iu",
);
const monthNamed = new RegExp(
  String.raw`^(?:[a-z]+\.?,?\s+)?([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})${rest}`,
  "iu",
);
const clock =
  /^(\d{1,2})([:.])(\d\d)(?:\2(\d\d)(?:[.,](\d{1,9}))?)?\s*([ap])?(?:\.?m\.?)?\s*(?:(?:utc|gmt)?([+-]\d{1,2})(?::?(\d\d))?|([a-z]{1,4}))?(?:\s*\([^)]*\))?$/iu;

/** Hours by which zones differ from UTC, by the names that RFC 5322 section 4.3 gives and Europe's. `IST` is in use for three. */
const zones = new Map(
  "z:0 utc:0 gmt:0 wet:0 cet:1 mez:1 west:1 bst:1 cest:2 mesz:2 eet:2 eest:3 edt:-4 est:-5 cdt:-5 cst:-6 mdt:-6 mst:-7 pdt:-7 pst:-8"
    .split(" ")
    .map((zone): [string, number] => [zone.split(":")[0] ?? "", Number(zone.split(":")[1])]),
);

const two = (value: number | string): string => String(value).padStart(2, "0");

/** Turns `5:06pm`, `17.06.33`, `17:06:00.5 GMT+2` and the like into ISO 8601; nothing into midnight, and no zone into UTC. */
function isoTime(text: string): string | undefined {
  if (text === "") return "00:00:00Z";
  const [whole, hours = "", , minutes = "", seconds = "00", fraction, half, offset, offsetMinutes = "00", zone = "z"] =
    clock.exec(text) ?? [];
  if (whole === undefined || minutes > "59" || seconds > "59") return undefined;
  const given = Number(hours);
  if (half === undefined ? given > 23 : given < 1 || given > 12) return undefined;
  const hour = half === undefined ? given : (given % 12) + (/p/iu.test(half) ? 12 : 0);
  const shift = offset === undefined ? zones.get(zone.toLowerCase()) : Number(offset);
  if (shift === undefined || Math.abs(shift) > 14 || offsetMinutes > "59") return undefined;
  const sign = (offset ?? String(shift)).startsWith("-") ? "-" : "+";
  return `${two(hour)}:${minutes}:${seconds}${fraction === undefined ? "" : `.${fraction.slice(0, 6)}`}${sign}${two(Math.abs(shift))}:${offsetMinutes}`;
}

/** The year of two digits is in this century: nothing older is imported. */
const wholeYear = (digits: string): number => Number(digits.length === 2 ? `20${digits}` : digits);

function written(year: number, month: number, day: string, time = ""): DateShape | undefined {
  const at = isoTime(time.trim());
  return at === undefined || month === 0 ? undefined : { kind: "day", year, month, day: Number(day), time: at };
}

const monthOf = (name: string): number => months.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/** The kind of date that a cell looks like, or undefined. Five digits are a spreadsheet's days, ten or thirteen a Unix time. */
export function dateShape(text: string): DateShape | undefined {
  if (text.length > 80 || !/\d/u.test(text)) return undefined;
  if (/^[34]\d{4}(?:[.,]\d+)?$/u.test(text))
    return { kind: "timestamp", ms: serialToMs(Number(text.replace(",", "."))) };
  if (/^\d{10}$|^\d{13}$/u.test(text)) return { kind: "timestamp", ms: Number(text) * (text.length === 10 ? 1000 : 1) };
  const iso = yearFirst.exec(text);
  if (iso) return written(Number(iso[1]), Number(iso[2]), iso[3] ?? "", iso[4]);
  const short = yearLast.exec(text);
  if (short) {
    const [, first = "", separator, second = "", digits = "", time = ""] = short;
    if (separator === ".") return written(wholeYear(digits), Number(second), first, time);
    const at = isoTime(time.trim());
    return at === undefined
      ? undefined
      : { kind: "either", first: Number(first), second: Number(second), year: wholeYear(digits), time: at };
  }
  const named = dayNamed.exec(text);
  if (named) return written(wholeYear(named[3] ?? ""), monthOf(named[2] ?? ""), named[1] ?? "", named[4]);
  const american = monthNamed.exec(text);
  return american
    ? written(Number(american[3]), monthOf(american[1] ?? ""), american[2] ?? "", american[4])
    : undefined;
}

/** Whether a cell may be a date, be it in any language: it is short, and has a year or three numbers of one. */
export const mayBeDate = (text: string): boolean =>
  dateShape(text) !== undefined ||
  (text.length <= 40 && /(?:^|\D)(?:19|20)\d\d(?:\D|$)/u.test(text) && !/@/u.test(text));

/** Reads a date; years before 2000 and days after tomorrow, in every time zone, are refused. */
export function parseDate(
  text: string,
  order: DateOrder | undefined,
  now: Date,
): { when: string } | { problem: string } {
  const shape = dateShape(text);
  if (!shape)
    return {
      problem:
        "not a date in a known form, such as 2026-05-04 12:00:00 or 04.05.2026; months are numbers, or in English",
    };
  if (shape.kind === "either" && order === undefined)
    return { problem: "either day/month or month/day: say which with --date-format" };
  const read = shape.kind === "either" && order ? `, read as ${orderName[order]} (--date-format)` : "";
  const when = isoOf(shape, order);
  if (when === undefined) return { problem: `not a day of the calendar${read}` };
  const ms = Date.parse(when);
  if (ms < Date.UTC(2000, 0)) return { problem: `before the year 2000${read}` };
  return ms > now.getTime() + 36 * 3_600_000 ? { problem: `after tomorrow${read}` } : { when };
}

function isoOf(shape: DateShape, order: DateOrder | undefined): string | undefined {
  if (shape.kind === "timestamp") return new Date(shape.ms).toISOString();
  const { year, time } = shape;
  const [month, day] =
    shape.kind === "day"
      ? [shape.month, shape.day]
      : order === "mdy"
        ? [shape.first, shape.second]
        : [shape.second, shape.first];
  const exists = month >= 1 && month <= 12 && day >= 1 && new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
  return exists ? `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}T${time}` : undefined;
}

import { replyWithinHours } from "../contract/limits.ts";

let formatter: Intl.NumberFormat | undefined;

/** A time span for a person: `8 s`, `2 min 05 s`. */
export function span(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
}

/** A long time span for a person: `40 min`, `12 h`, `5 d`. */
export function longSpan(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours <= 2 * replyWithinHours ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

/** A number for a person: `1,000`. */
export function count(n: number): string {
  // It is created on first use: that takes 7 ms, a twelfth of `--help`.
  formatter ??= new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
  return formatter.format(n);
}

/** A size for a person: `1.2 MB`, of a million bytes each. */
export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** A number with its noun, `one` being the singular: `1 line`, `1,000 lines`. */
export const counted = (n: number, one: string, many = `${one}s`): string => `${count(n)} ${n === 1 ? one : many}`;

/** A time for a person, to the minute: `2026-05-04 12:00 UTC`. */
export const minute = (iso: string): string => `${new Date(iso).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** How many of the people who were invited came: `6, of whom 1 came (16.67 %) and 5 did not`. */
export const cameOf = ({ invited, redeemed }: { invited: number; redeemed: number }): string =>
  `${count(invited)}, of whom ${count(redeemed)} came (${share(redeemed, invited)}) and ${count(invited - redeemed)} did not`;

/** A share as a percentage for a person, such as `0.25 %`. */
export const share = (part: number, whole: number): string =>
  whole === 0 ? "0 %" : `${((100 * part) / whole).toFixed(2)} %`;

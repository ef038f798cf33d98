import { mailCopy } from "../words/mail.ts";

const whole = new Intl.NumberFormat("en-US");

/** Formats a number: `1,000`. */
export const count = (n: number): string => whole.format(n);

/**
 * A part of a whole in percent; `–` if there is no whole, or if the part is larger than it, as imported people
 * joined without a visit.
 */
export const percent = (part: number, all: number): string =>
  all === 0 || part > all ? "–" : `${((100 * part) / all).toFixed(1)} %`;

/** Formats a span of ms: `3 hours`, in days from two days on, in minutes below an hour. */
export function daysOrHours(span: number): string {
  const hours = Math.floor(span / 3_600_000);
  if (hours < 1) return `${Math.max(1, Math.floor(span / 60_000))} min`;
  if (hours >= 48) return `${count(Math.floor(hours / 24))} days`;
  return hours === 1 ? "1 hour" : `${hours} hours`;
}

const minutes = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short" });

/** The name of a kind of mail, or another code in words: `application-received` becomes "Application received". */
export const nameOf = (code: string): string => {
  const text = code.replaceAll("-", " ");
  return mailCopy.waves[code] ?? text.slice(0, 1).toUpperCase() + text.slice(1);
};

/** Formats a time in the operator's time zone: `2026-05-04 14:00`. */
export const minute = (iso: string): string => minutes.format(new Date(iso));

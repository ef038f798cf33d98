const whole = new Intl.NumberFormat("en-US");

/** A number for a person: `1,000`. */
export const count = (n: number): string => whole.format(n);

/** A part of a whole in percent, `–` where there is none. */
export const percent = (part: number, all: number): string =>
  all === 0 ? "–" : `${((100 * part) / all).toFixed(1)} %`;

const minutes = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short" });

/** A code for a person: `waitlist-confirmation` as "Waitlist confirmation". */
export const wordsOf = (code: string): string => {
  const text = code.replaceAll("-", " ");
  return text.slice(0, 1).toUpperCase() + text.slice(1);
};

/** A time in the operator's time zone: `2026-05-04 14:00`. */
export const minute = (iso: string): string => minutes.format(new Date(iso));

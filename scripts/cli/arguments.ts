import { InvalidArgumentError } from "commander";

/**
 * A day (`2026-05-04`, from its start in UTC) or a time (`2026-05-04T12:00:00Z`).
 * @throws InvalidArgumentError for anything else.
 */
export function parseTime(text: string): Date {
  // From the year 1000: PostgreSQL has no year 0, into which the 60 days before a time may lead.
  const [, day] = /^([1-9]\d{3}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/u.exec(text) ?? [];
  const time = new Date(text);
  if (day === undefined || !(time.getUTCFullYear() < 10_000))
    throw new InvalidArgumentError("Give a day such as 2026-05-04, or a time such as 2026-05-04T12:00:00Z.");
  // Date accepts 30 February and makes it 2 March.
  if (new Date(day).toISOString().slice(0, 10) !== day) throw new InvalidArgumentError(`There is no day ${day}.`);
  return time;
}

/** A whole number from `least` to `most`. @throws InvalidArgumentError for anything else. */
export const parseCount =
  (least: number, most = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const number = Number(text);
    if (!/^\d+$/u.test(text) || number < least || number > most)
      throw new InvalidArgumentError(
        `Give a whole number ${most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`}.`,
      );
    return number;
  };

/** Names separated by commas. */
export const parseList = (text: string): string[] =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

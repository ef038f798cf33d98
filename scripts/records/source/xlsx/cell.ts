import { CliError } from "../../../cli/errors.ts";
import { neutralise } from "../../../csv/neutralise.ts";
import type { OpenFile } from "../openFile.ts";
import type { WorkbookParts } from "./parts.ts";
import { serialToMs } from "./serial.ts";
import { readString } from "./text.ts";

/** Days between the 1900 and the 1904 date system. */
const offset1904 = 1462;

/** Where a cell is, and what its element says about its value. */
export interface Cell {
  column: number;
  type: string;
  style: number;
  /** Whether its value is the result of a formula. */
  formula: boolean;
}

/** Number of a column from a reference such as `AB12`, the first being 0. */
export function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/u.exec(reference)?.[0] ?? "") column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/**
 * A cell's text as a CSV file would have it; days and times in ISO 8601. Of the errors, #N/A means that there is no value.
 * @throws CliError `failed` for a string that the workbook does not have.
 */
export function cellText({ name }: OpenFile, parts: WorkbookParts, { type, style }: Cell, value: string): string {
  if (value === "") return "";
  const { date = false, literal = false } = parts.formats[style] ?? {};
  // The import takes an apostrophe before a formula for our own protection, and removes it. This one is text: it gets another.
  const text = (whole: string) => (literal && whole.startsWith("'") ? neutralise(whole) : whole);
  if (type === "s") {
    const shared = parts.strings[Number(value)];
    if (shared === undefined)
      throw new CliError("failed", `${name} is a damaged workbook: there is no string ${value}.`);
    return text(shared);
  }
  if (type === "b") return value === "1" ? "true" : "false";
  if (type === "e") return value === "#N/A" ? "" : value;
  if (type === "inlineStr" || type === "str") return text(readString(value));
  if (type !== "n" || !date) return value;
  const time = new Date(serialToMs(Number(value) + (parts.from1904 ? offset1904 : 0)));
  return Number.isNaN(time.getTime()) ? value : time.toISOString();
}

import { UUID_REGEX } from "valibot";
import { counted } from "../../cli/amounts.ts";
import { CliError } from "../../cli/errors.ts";
import { cellText, isAddress } from "../../records/addresses.ts";
import type { FileRecord, PeopleFile } from "../../records/file.ts";
import { type DateOrder, dateShape, mayBeDate } from "./dates.ts";
import { keyOf } from "./words.ts";

/** What a column holds, over the whole file. */
export interface Column {
  index: number;
  name: string;
  /** The number of cells that are not blank, and how many of them are addresses, UUIDs, or may be dates. */
  filled: number;
  addresses: number;
  uuids: number;
  dates: number;
  /** Orders of day and month that only one cell shows, and the line of the first that can be read both ways. */
  orders: Set<DateOrder>;
  either: number | undefined;
  /** The line of the first blank cell. */
  blank: number | undefined;
  /** Different values, each as it first occurred and with that line; no more than `mostValues`. */
  values: Map<string, { text: string; line: number }>;
  manyValues: boolean;
}

/** What a file holds. */
export interface Survey {
  columns: Column[];
  /** Lines without the header. */
  rows: number;
  /** Whether the file has no header: its first line is a person already. */
  headless: boolean;
}

/** Different values that are kept per column: more than any tool has statuses. */
const mostValues = 40;
const longestValue = 120;

/** Whether a cell is a UUID. */
export const isUuid = (text: string): boolean => text.length === 36 && UUID_REGEX.test(text);

const column = (name: string, index: number): Column => ({
  index,
  name,
  filled: 0,
  addresses: 0,
  uuids: 0,
  dates: 0,
  orders: new Set(),
  either: undefined,
  blank: undefined,
  values: new Map(),
  manyValues: false,
});

function look(into: Column, text: string, line: number): void {
  if (text === "") into.blank ??= line;
  if (text === "") return;
  into.filled += 1;
  if (isAddress(text)) into.addresses += 1;
  else if (isUuid(text)) into.uuids += 1;
  else if (mayBeDate(text)) {
    into.dates += 1;
    const shape = dateShape(text);
    if (shape?.kind === "either" && shape.first > 12) into.orders.add("dmy");
    else if (shape?.kind === "either" && shape.second > 12) into.orders.add("mdy");
    else if (shape?.kind === "either" && shape.first !== shape.second) into.either ??= line;
  }
  if (into.manyValues) return;
  const key = keyOf(text);
  if (into.values.has(key)) return;
  if (into.values.size >= mostValues || text.length > longestValue) into.manyValues = true;
  else into.values.set(key, { text, line });
}

/** The columns of a first line; a line with an address in it is not a header. */
function columnsOf({ cells }: FileRecord): Survey {
  const headless = cells.some(isAddress);
  const names = cells.map((cell, index) =>
    headless ? (isAddress(cell) ? "email" : `column ${index + 1}`) : cell.trim(),
  );
  return { headless, rows: 0, columns: names.map(column) };
}

/**
 * Reads a file once, in little memory, to find out what its columns hold; `at` is told of each line.
 * @throws CliError `failed` when it has no lines, `usage` when none of them is as long as its header.
 */
export async function surveyFile(file: PeopleFile, at: (lines: number) => void): Promise<Survey> {
  let survey: Survey | undefined;
  let even = false;
  for await (const record of file.records()) {
    if (!survey) {
      survey = columnsOf(record);
      if (!survey.headless) continue;
    }
    survey.rows += 1;
    at(survey.rows);
    even ||= record.cells.length === survey.columns.length;
    for (const into of survey.columns) look(into, cellText(record.cells[into.index] ?? ""), record.line);
  }
  if (!survey) throw new CliError("failed", `${file.name} has no lines.`);
  if (survey.rows > 0 && !even)
    throw new CliError(
      "usage",
      `The first line of ${file.name} has ${counted(survey.columns.length, "field")}, and no other line has as many.`,
      { hint: "If a title is above the names of the columns, delete it." },
    );
  return survey;
}

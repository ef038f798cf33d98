import { counted } from "../../../cli/amounts.ts";
import { CliError } from "../../../cli/errors.ts";
import type { SourceRecord } from "../../../csv/sourceRecord.ts";
import { isAddress } from "../../../records/readAddress.ts";
import { isUuid } from "../cells/uuid.ts";
import { noEvidence, type OrderEvidence, weigh } from "../dates/order.ts";
import { renameEarlier } from "../rejects/header.ts";
import type { Source } from "../../../records/source/source.ts";
import { normalName } from "./normalName.ts";

/** What a column holds, over the whole file. */
export interface Column {
  index: number;
  name: string;
  /** The number of cells that are not blank, and how many of them are addresses, dates and UUIDs. */
  filled: number;
  addresses: number;
  dates: number;
  uuids: number;
  order: OrderEvidence;
  /** Different values by their normal form, each as it first occurred; no more than `mostValues`. */
  values: Map<string, string>;
  /** Whether there are more than those. */
  manyValues: boolean;
}

/** Result of reading the whole file once. */
export interface Survey {
  columns: Column[];
  /** Lines without the header. */
  rows: number;
  /** How many of them a spreadsheet hides. */
  hidden: number;
  /** Whether the file has no header: its first line is a person already. */
  headless: boolean;
}

/** Different values that are kept per column: more than any tool has statuses. */
const mostValues = 40;
const longestValue = 80;

const column = (name: string, index: number): Column => ({
  index,
  name,
  filled: 0,
  addresses: 0,
  dates: 0,
  uuids: 0,
  order: noEvidence(),
  values: new Map(),
  manyValues: false,
});

function look(into: Column, text: string): void {
  if (text === "") return;
  into.filled += 1;
  // A cell that is one of these is none of the others.
  if (isAddress(text)) into.addresses += 1;
  else if (isUuid(text)) into.uuids += 1;
  else if (weigh(into.order, text)) into.dates += 1;
  if (into.manyValues) return;
  const value = normalName(text) || text;
  if (into.values.has(value)) return;
  if (into.values.size >= mostValues || text.length > longestValue) into.manyValues = true;
  else into.values.set(value, text);
}

/** The columns of a first line; a line with an address in it is not a header. */
function columnsOf(first: SourceRecord): Survey {
  const headless = first.cells.some(isAddress);
  const names = headless
    ? first.cells.map((cell, index) => (isAddress(cell) ? "email" : `column ${index + 1}`))
    : renameEarlier(first.cells.map((cell) => cell.trim()));
  return { headless, rows: 0, hidden: 0, columns: names.map(column) };
}

/**
 * Reads a file once, in constant memory, to find out what its columns hold.
 * @throws CliError `failed` when it has no lines, `usage` when none of them is as long as its header.
 */
export async function surveyColumns(source: Source, onBytes?: (bytes: number) => void): Promise<Survey> {
  let survey: Survey | undefined;
  let even = false;
  for await (const records of source.records(onBytes))
    for (const record of records) {
      const first = survey === undefined;
      // Without the names of the columns, those that say who unsubscribed would be overlooked.
      if (first && record.broken !== undefined)
        throw new CliError("failed", `The first line of ${source.name} cannot be read. ${record.broken}`);
      if (record.broken !== undefined) continue;
      survey ??= columnsOf(record);
      if (first && !survey.headless) continue;
      survey.rows += 1;
      if (record.hidden) survey.hidden += 1;
      even ||= record.cells.length === survey.columns.length;
      for (const into of survey.columns) look(into, (record.cells[into.index] ?? "").trim());
    }
  if (!survey) throw new CliError("failed", `${source.name} has no lines.`);
  if (survey.rows > 0 && !even)
    throw new CliError(
      "usage",
      `The first line of ${source.name} has ${counted(survey.columns.length, "field")}, and no other line has as many.`,
      { hint: "If a title is above the names of the columns, delete it." },
    );
  return survey;
}

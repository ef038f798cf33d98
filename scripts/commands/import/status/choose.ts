import type { Mapped } from "../columns/map.ts";
import type { Column } from "../columns/survey.ts";
import { isBesides, isHarmless, kindByName, looksLikeStatus } from "./names.ts";
import { cellStandings, type Meanings, type StatusColumn, type StatusKind, statusKinds } from "./read.ts";
import { isNo, isUnmistakable } from "./words.ts";

/** The columns that say who may be mailed, and those that may say it in a way that is not understood. */
export interface StatusChoice {
  columns: StatusColumn[];
  unclear: Column[];
}

/** Whether a column has one mark and blanks: the blanks may be people who did not agree, or people for whom it was never set. */
export const isMarked = (column: Column, rows: number): boolean =>
  column.filled < rows && column.values.size === 1 && column.dates === 0 && ![...column.values.values()].every(isNo);

/** Values of a column, as they are in the file, that are not understood for this kind. */
export const unknownValues = (column: Column, kind: StatusKind, meanings: Meanings): string[] =>
  [...column.values.values()].filter((text) => cellStandings(kind, text, meanings) === undefined);

/** Judges a column by its values: status words in a column of few values, whatever its name. */
const kindByValues = (column: Column, meanings: Meanings): "status" | "unclear" | undefined => {
  const words = [...column.values.values()].flatMap((text) => text.split(/[,;|]/u));
  if (!words.some(isUnmistakable)) return undefined;
  return column.manyValues || unknownValues(column, "status", meanings).length > 0 ? "unclear" : "status";
};

/** Whether all values of a column are status words, of which one speaks against mailing: `active` and `cancelled`, say, in "State". */
const hasStatusWords = (column: Column, meanings: Meanings): boolean => {
  const said = [...column.values.values()].map((text) => cellStandings("status", text, meanings));
  return !column.manyValues && said.every(Boolean) && said.flat().some((standing) => standing !== "listed");
};

function judge(column: Column, rows: number, meanings: Meanings): StatusKind | "unclear" | undefined {
  const kind = kindByName(column.name);
  if (kind === "subscribed" && isMarked(column, rows) && !meanings.has("")) return "unclear";
  if (kind) return kind;
  if (isBesides(column.name)) return undefined;
  const isUnclear = looksLikeStatus(column.name) || (!isHarmless(column.name) && hasStatusWords(column, meanings));
  return kindByValues(column, meanings) ?? (isUnclear ? "unclear" : undefined);
}

/**
 * Finds the columns that say who may be mailed, by their names and values.
 * @param free columns that are not used for anything else
 * @param rows number of lines of the file
 */
export function chooseStatus(
  free: readonly Column[],
  { columns: mapped, left }: Mapped,
  rows: number,
  meanings: Meanings,
): StatusChoice {
  const choice: StatusChoice = {
    columns: statusKinds.flatMap((kind) => (mapped.get(kind) ?? []).map(({ index }) => ({ index, kind }))),
    unclear: [],
  };
  for (const column of free) {
    if (column.filled === 0 || choice.columns.some(({ index }) => index === column.index)) continue;
    const kind = judge(column, rows, meanings);
    if (kind === undefined || left.has(kind)) continue;
    if (kind === "unclear") choice.unclear.push(column);
    else choice.columns.push({ index: column.index, kind });
  }
  return choice;
}

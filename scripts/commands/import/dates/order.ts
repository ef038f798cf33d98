import type { DateOrder } from "./parse.ts";
import { dateShape } from "./shape.ts";

/** What a column of dates tells about the order of day and month. */
export interface OrderEvidence {
  /** Number of cells that only this order can read. */
  dmy: number;
  mdy: number;
  /** The first cell that both orders can read, as different days. */
  either: string | undefined;
}

/** The evidence of a column before its first cell. */
export const noEvidence = (): OrderEvidence => ({ dmy: 0, mdy: 0, either: undefined });

/** Adds the evidence of one cell; true when the cell looks like a date at all. */
export function weigh(evidence: OrderEvidence, text: string): boolean {
  const shape = dateShape(text);
  if (shape?.kind === "ambiguous") {
    const { first, second } = shape;
    if (first > 12 && second <= 12) evidence.dmy += 1;
    else if (second > 12 && first <= 12) evidence.mdy += 1;
    else if (first !== second && first <= 12) evidence.either ??= text;
  }
  return shape !== undefined;
}

/**
 * The order of a file's dates, from the evidence of all columns. Undefined where no order is needed; `unclear` where one is
 * needed and either none or both are proven.
 */
export function orderOf(columns: readonly OrderEvidence[]): DateOrder | "unclear" | undefined {
  const dmy = columns.some((column) => column.dmy > 0);
  const mdy = columns.some((column) => column.mdy > 0);
  if (dmy !== mdy) return dmy ? "dmy" : "mdy";
  return dmy || columns.some(({ either }) => either !== undefined) ? "unclear" : undefined;
}

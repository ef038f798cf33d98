import type { DateOrder } from "./parse.ts";
import { dateShape } from "./shape.ts";

/** What a column of dates says about the order of day and month. */
export interface OrderEvidence {
  /** Cells that only one order can read. */
  dmy: number;
  mdy: number;
  /** A cell that both can read, differently. */
  either: string | undefined;
}

/** What is known of a column before its first cell. */
export const noEvidence = (): OrderEvidence => ({ dmy: 0, mdy: 0, either: undefined });

/** Adds one cell; true when it looks like a date at all. */
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
 * The order that a file's dates are in: what all evidence says. Undefined where none is needed, `unclear` where there are
 * cells that need one and none or both are proven.
 */
export function orderOf(columns: readonly OrderEvidence[]): DateOrder | "unclear" | undefined {
  const dmy = columns.some((column) => column.dmy > 0);
  const mdy = columns.some((column) => column.mdy > 0);
  if (dmy !== mdy) return dmy ? "dmy" : "mdy";
  return dmy || columns.some(({ either }) => either !== undefined) ? "unclear" : undefined;
}

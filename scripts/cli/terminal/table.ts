import { cells as cellsOf } from "./terminalText.ts";

/** Cells between two columns. */
export const gap = 2;

/** Widths of the columns of some rows, in cells; each is at least `least`. */
export function widthsOf(rows: readonly (readonly string[])[], least: readonly number[] = []): number[] {
  const widths = [...least];
  for (const row of rows)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cellsOf(cell));
  return widths;
}

/** Aligns the figures of rows to the right, after the name in the first column. Figures must not be coloured. */
export function withFigures(rows: readonly (readonly string[])[], columns: readonly number[] = [1, 2]): string[][] {
  const widths = widthsOf(rows);
  return rows.map((row) =>
    row.map((cell, index) => (columns.includes(index) ? cell.padStart(widths[index] ?? 0) : cell)),
  );
}

/** Rows in aligned columns, two spaces apart. Cells may be coloured. */
export function table(rows: readonly (readonly string[])[], widths: readonly number[] = widthsOf(rows)): string {
  const pad = (cell: string, index: number, last: boolean) =>
    last ? cell : cell + " ".repeat((widths[index] ?? 0) - cellsOf(cell));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, index) => pad(cell, index, index === row.length - 1))
          .join(" ".repeat(gap))
          .trimEnd()}\n`,
    )
    .join("");
}

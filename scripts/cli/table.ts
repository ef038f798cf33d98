import { cells as cellsOf } from "./terminalText.ts";

/** Rows in aligned columns, two spaces apart. Cells may be coloured. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cellsOf(cell));
  const pad = (cell: string, index: number, last: boolean) =>
    last ? cell : cell + " ".repeat((widths[index] ?? 0) - cellsOf(cell));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, index) => pad(cell, index, index === row.length - 1))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}

import { CliError } from "../data/errors.ts";

/**
 * The largest numbers of columns and of cells, including blank ones, of a file of people. They are bounded because
 * each column is read in each line.
 */
export const mostColumns = 500;
const mostCells = 50_000_000;

/**
 * Returns a function that has to be called before cells are added to a record. It takes the line in which the record
 * begins, the record's last column once they are added, and how many are added.
 * @param of the file, or the sheet and its file, as messages name it
 * @throws CliError `failed`, from the returned function, for more columns or cells than are read.
 */
export function createBounds(of: string): (line: number, column: number, added: number) => void {
  let cells = 0;
  return (line, column, added) => {
    if (column > mostColumns)
      throw new CliError(
        "failed",
        `${of} has a cell in line ${line} beyond column ${mostColumns}, the last that is read.`,
        {
          hint: "Delete what is beside the table.",
        },
      );
    cells += added;
    if (cells > mostCells)
      throw new CliError("failed", `${of} has more than the ${mostCells} cells that are read.`, {
        hint: "Delete the columns that are not needed, or divide it into several files.",
      });
  };
}

import { counted } from "../cli/amounts.ts";
import { say, type Speaker } from "../cli/io.ts";

/** Says that rows are read although a spreadsheet does not show them: who filters a sheet may expect that they are left out. */
export function sayHidden(io: Speaker, rows: number): void {
  const hidden = counted(rows, "row of the sheet is", "rows of the sheet are");
  if (rows > 0) say(io, `${hidden} hidden, perhaps by a filter, and read all the same.`);
}

/**
 * One record of a file, and the line or row that it starts on, counted from 1. `broken` says why it cannot be used, `hidden`
 * that a spreadsheet does not show it.
 */
export interface SourceRecord {
  line: number;
  cells: string[];
  broken?: string;
  hidden?: true;
}

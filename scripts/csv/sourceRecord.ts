/** One record of a file, and the line or row it starts on, the first being 1. `broken` says why it is none. */
export interface SourceRecord {
  line: number;
  cells: string[];
  broken?: string;
}

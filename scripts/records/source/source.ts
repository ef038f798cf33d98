import type { SourceRecord } from "../../csv/sourceRecord.ts";

/** A file to import; it can be read as often as needed. */
export interface Source {
  /** Its name in messages. */
  name: string;
  /** Its path; undefined for stdin or a pipe. */
  file: string | undefined;
  /** Its format, for the operator: `utf-8, fields separated by ;`. */
  description: string;
  /** What may be wrong with that, for the operator; undefined where nothing is. */
  doubt?: string;
  /** Whether it is a workbook, of which one sheet is read. */
  workbook: boolean;
  /** Size, in bytes. */
  bytes: number;
  /** Delimiter for a file of the same kind. */
  delimiter: string;
  /** Whether a file of the same kind begins with a byte order mark. */
  mark: boolean;
  /** Its records, some at a time in constant memory, without blank ones; `onBytes` is told how many bytes have been read. */
  records(onBytes?: (bytes: number) => void): AsyncGenerator<SourceRecord[]>;
  /** Closes the file; a temporary copy of stdin is gone with it. */
  close(): Promise<void>;
}

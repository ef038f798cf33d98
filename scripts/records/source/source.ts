import type { SourceRecord } from "../../csv/sourceRecord.ts";

/** A file to import, that can be read as often as is needed. */
export interface Source {
  /** What a person calls it. */
  name: string;
  /** Its path; undefined for what came by stdin. */
  file: string | undefined;
  /** How it is written, for the operator: `utf-8, fields separated by ;`. */
  description: string;
  /** Size, in bytes. */
  bytes: number;
  /** What lines of the same kind are written with. */
  delimiter: string;
  /** Whether files of the same kind begin with a byte order mark. */
  mark: boolean;
  /** Its records in constant memory, some at a time, blank ones left out; `onBytes` hears how far it has been read. */
  records(onBytes?: (bytes: number) => void): AsyncGenerator<SourceRecord[]>;
  /** Closes the file; what stdin was kept in is gone with it. */
  close(): Promise<void>;
}

import type { Entry } from "../../records/entry.ts";
import type { DateOrder } from "./dates/parse.ts";

/** The operator's options on how a file is read. */
export interface PlanOptions {
  map?: string[];
  meaning?: string[];
  dateFormat?: DateOrder;
}

/** How each line is read, with a description for the operator. */
export interface Plan {
  /** Reads a line; a string says why it cannot be taken. */
  read(line: number, cells: string[]): Entry | string;
  /** `email ← E-Mail` and the like. */
  described: string[];
}

import type { Entry } from "../../records/entry.ts";
import type { DateOrder } from "./dates/parse.ts";

/** How a file is read, as its columns and the operator say. */
export interface PlanOptions {
  map: string[];
  meaning: string[];
  dateFormat?: DateOrder;
}

/** What is done with each line, and how that is told to the operator. */
export interface Plan {
  /** Reads a line; a string says why it cannot be taken. */
  read(line: number, cells: string[]): Entry | string;
  /** `email ← E-Mail` and the like. */
  described: string[];
}

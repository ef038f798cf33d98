import type { DateOrder } from "./dates.ts";
import type { Standing } from "./words.ts";

/** The tables that can be imported into. */
export const importTables = ["waitlist", "beta"] as const;
/** One of the {@link importTables}. */
export type ImportTable = (typeof importTables)[number];

/** The operator's options on how a file is read. */
export interface PlanOptions {
  map?: string[];
  meaning?: string[];
  dateFormat?: DateOrder;
  left?: true;
}

/** One line of a file, ready for the database. */
export interface Entry {
  /** Lines with the same key are duplicates: the address, or an application's id. */
  key: string;
  standing: Standing;
  /** Whether the person unsubscribed, be it beside a bounce. */
  withdrawn: boolean;
  row: Record<string, unknown>;
}

/** How each line is read, with a description for the operator. */
export interface Plan {
  /** Reads a line; a string says why it cannot be taken. */
  read(cells: readonly string[]): Entry | string;
  /** `email ← E-Mail` and the like. */
  described: string[];
}

class Refusal extends Error {}

/** Ends the reading of a line. */
export const refuse = (reason: string): never => {
  throw new Refusal(reason);
};

/** A {@link Plan}'s `read` that may {@link refuse} a line. */
export const readingWith =
  (read: (cells: readonly string[]) => Entry): Plan["read"] =>
  (cells) => {
    try {
      return read(cells);
    } catch (error) {
      if (error instanceof Refusal) return error.message;
      throw error;
    }
  };

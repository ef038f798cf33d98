import type { Standing } from "./standing.ts";

/** One line of an imported file, ready for the database. */
export interface Entry {
  line: number;
  cells: string[];
  /** Lines with the same key are duplicates: the address, or an application's id. */
  key: string;
  /** The id that the line asks for; a line with another key must not have it. */
  id?: string;
  standing: Standing;
  /** Whether the line also says of somebody whose mail bounced that they unsubscribed. */
  withdrawn?: true;
  row: Record<string, unknown>;
}

/** Result of importing a batch. */
export interface Outcome {
  added: number;
  /** People who were listed already and are unsubscribed now. */
  unsubscribed: number;
  /** People kept out by the suppression list, by reason. */
  suppressed: Partial<Record<string, number>>;
}

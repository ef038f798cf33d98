import type { Standing } from "./standing.ts";

/** One line of the file as it goes to the database. */
export interface Entry {
  line: number;
  cells: string[];
  /** What makes it the same as another line: the address, or an application's id. */
  key: string;
  /** The id it asks for; another key must not have it. */
  id?: string;
  standing: Standing;
  row: Record<string, unknown>;
}

/** What became of a batch. */
export interface Outcome {
  added: number;
  /** Who was listed already and is unsubscribed now. */
  unsubscribed: number;
  /** Who was kept out by the suppression list, by reason. */
  suppressed: Partial<Record<string, number>>;
}

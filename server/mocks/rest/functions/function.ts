import type { MockState } from "../../state.ts";
import type { MockDatabase } from "../database.ts";
import type { Row } from "../row.ts";
import type { ValueType } from "../values.ts";

/** A function of the database. */
export interface MockFunction {
  /** Types of its arguments, by name. */
  takes: Record<string, ValueType>;
  /** Those that have a default. */
  optional?: readonly string[];
  /** @throws RestError for a constraint it would break, Unmocked for what the mock does not know. */
  call(args: Row, database: MockDatabase, state: MockState): unknown;
}

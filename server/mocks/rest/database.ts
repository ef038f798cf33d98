import type { MockState } from "../state.ts";
import { RestError } from "./restError.ts";
import type { Row } from "./row.ts";
import { type Table, type TableName, tables } from "./tables.ts";

/** The rows of a state, held to the constraints that PostgreSQL holds them to. */
export class MockDatabase {
  readonly #state: MockState;

  constructor(state: MockState) {
    this.#state = state;
  }

  rows(table: TableName): Row[] {
    return this.#state.tables[table];
  }

  /** Adds all rows or none; `ignoring` is a unique column whose duplicates are left out. @throws RestError for a constraint that a row breaks. */
  insert(table: TableName, rows: readonly Row[], ignoring?: string): Row[] {
    const before = [...this.rows(table)];
    try {
      return rows.flatMap((values) => {
        const row = complete(tables[table], values);
        // An import brings its times along; what is handed in now does not.
        if (!("created_at" in values)) this.#checkTrigger(table, row);
        this.#check(table, row);
        if (ignoring !== undefined && this.#has(table, ignoring, row)) return [];
        this.#checkUnique(table, row);
        this.rows(table).push(row);
        return [row];
      });
    } catch (error) {
      this.#state.tables[table] = before;
      throw error;
    }
  }

  /** Changes the rows given. @throws RestError for a constraint that one of them would break. */
  update(table: TableName, rows: readonly Row[], change: Row): Row[] {
    return rows.map((row) => {
      const changed = { ...row, ...change };
      this.#check(table, changed);
      this.#checkUnique(table, changed, row);
      return Object.assign(row, changed);
    });
  }

  delete(table: TableName, rows: readonly Row[]): void {
    this.#state.tables[table] = this.rows(table).filter((row) => !rows.includes(row));
  }

  #checkTrigger(table: TableName, row: Row): void {
    const { refuses }: Table = tables[table];
    const refusal = refuses?.(row, this.rows(table));
    if (refusal) throw refusal;
  }

  // In PostgreSQL's order: not null, then checks by name, then unique indexes.
  #check(table: TableName, row: Row): void {
    const { columns, checks }: Table = tables[table];
    for (const [column, { notNull }] of Object.entries(columns)) {
      if (notNull && row[column] === null) throw RestError.notNull(table, column, row);
    }
    for (const [name, holds] of Object.entries(checks).sort(([a], [b]) => a.localeCompare(b))) {
      if (!holds(row)) throw RestError.check(table, name);
    }
  }

  #checkUnique(table: TableName, row: Row, except?: Row): void {
    const { unique }: Table = tables[table];
    for (const [name, column] of Object.entries(unique)) {
      if (this.#has(table, column, row, except)) throw RestError.unique(name, column, String(row[column]));
    }
  }

  #has(table: TableName, column: string, row: Row, except?: Row): boolean {
    return this.rows(table).some((other) => other !== except && other[column] === row[column]);
  }
}

const complete = ({ columns }: Table, values: Row): Row =>
  Object.fromEntries(
    Object.entries(columns).map(([column, { initial }]) => [
      column,
      column in values ? values[column] : (initial?.() ?? null),
    ]),
  );

import type { MockState } from "../state.ts";
import { RestError } from "./restError.ts";
import { type Row, timestamp } from "./row.ts";
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

  /** Adds all rows or none. @throws RestError for a constraint that one of them breaks. */
  insert(table: TableName, rows: readonly Row[]): Row[] {
    const before = [...this.rows(table)];
    try {
      return rows.map((values) => {
        const row = complete(tables[table], values);
        this.#check(table, row);
        this.rows(table).push(row);
        return row;
      });
    } catch (error) {
      this.#state.tables[table] = before;
      throw error;
    }
  }

  /** Changes the rows given. @throws RestError for a constraint that one of them would break. */
  update(table: TableName, rows: readonly Row[], change: Row): Row[] {
    return rows.map((row) => {
      const changed = withIsoTimes(tables[table], { ...row, ...change });
      this.#check(table, changed, row);
      return Object.assign(row, changed);
    });
  }

  delete(table: TableName, rows: readonly Row[]): void {
    this.#state.tables[table] = this.rows(table).filter((row) => !rows.includes(row));
  }

  // In PostgreSQL's order: not null, then checks by name, then unique indexes.
  #check(table: TableName, row: Row, except?: Row): void {
    const { columns, checks, unique }: Table = tables[table];
    for (const [column, { notNull }] of Object.entries(columns)) {
      if (notNull && row[column] === null) throw RestError.notNull(table, column, row);
    }
    for (const [name, holds] of Object.entries(checks).sort(([a], [b]) => a.localeCompare(b))) {
      if (!holds(row)) throw RestError.check(table, name);
    }
    for (const [name, column] of Object.entries(unique)) {
      const taken = this.rows(table).some((other) => other !== except && other[column] === row[column]);
      if (taken) throw RestError.unique(name, column, String(row[column]));
    }
  }
}

function complete(table: Table, values: Row): Row {
  const row = Object.fromEntries(
    Object.entries(table.columns).map(([column, { initial }]) => [column, column in values ? values[column] : (initial?.() ?? null)]),
  );
  return withIsoTimes(table, row);
}

function withIsoTimes({ columns }: Table, row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, columns[column]?.time && typeof value === "string" && !value.endsWith("+00:00") ? timestamp(new Date(value)) : value]),
  );
}

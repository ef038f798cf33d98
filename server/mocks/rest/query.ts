import { readFilter, typeOf } from "./filters.ts";
import type { Row } from "./row.ts";
import { type Table, type TableName, tables } from "./tables.ts";
import { Unmocked } from "./unmocked.ts";
import { compareValues } from "./values.ts";

/** What the address of a table call asks for. */
export interface Query {
  /** Picks columns, in the order asked for. */
  pick(row: Row): Row;
  /** Filters and sorts. */
  choose(rows: readonly Row[]): Row[];
  /** The part of the chosen rows between `offset` and `limit`. */
  cut(rows: readonly Row[]): Row[];
  offset: number;
  /** Columns that the rows of a body are read for; every one that they have without it. */
  columns: string[] | undefined;
  /** Column whose rows an insert may leave as they are. */
  conflict: string | undefined;
}

const settings = ["select", "order", "limit", "offset", "columns", "on_conflict"] as const;

/**
 * Reads the part of PostgREST's language that the product speaks.
 * @throws RestError for a column that is not there, Unmocked for the rest of the language.
 */
export function parseQuery(request: Request, table: TableName): Query {
  const { searchParams } = new URL(request.url);
  const only = (name: (typeof settings)[number] | "or" | "and"): string | undefined => {
    const [value, second] = searchParams.getAll(name);
    // Not even the real ones agree: @supabase/lite 0.10.0 joins two `or` by or, PostgREST by and.
    if (second !== undefined) throw new Unmocked(`two of ${name}`);
    return value;
  };
  const number = (name: "limit" | "offset"): number | undefined => {
    const value = only(name);
    if (value !== undefined && !/^\d+$/u.test(value)) throw new Unmocked(`${name}=${value}`);
    return value === undefined ? undefined : Number(value);
  };
  const { columns }: Table = tables[table];
  const select = only("select") ?? "*";
  const picked = select === "*" ? Object.keys(columns) : select.split(",");
  for (const column of picked) requireColumn(table, column);
  // All of them hold, as with PostgREST. @supabase/lite 0.10.0 forgets the first of two `gte` on one column; the product's second is the narrower one.
  const filters = [...searchParams].flatMap(([name, text]) =>
    settings.some((setting) => setting === name) ? [] : [readFilter(table, name, text)],
  );
  for (const name of ["or", "and"] as const) only(name);
  const sorts = (only("order") ?? "")
    .split(",")
    .filter(Boolean)
    .map((term) => readSort(table, term));
  const [offset, limit] = [number("offset") ?? 0, number("limit")];
  return {
    pick: (row) => Object.fromEntries(picked.map((column) => [column, row[column]])),
    choose: (rows) =>
      rows
        .filter((row) => filters.every((filter) => filter(row)))
        .sort((a, b) => sorts.map((sort) => sort(a, b)).find((order) => order !== 0) ?? 0),
    cut: (rows) => rows.slice(offset, limit === undefined ? undefined : offset + limit),
    offset,
    columns: only("columns")
      ?.split(",")
      .map((name) => name.replaceAll('"', "")),
    conflict: only("on_conflict"),
  };
}

function requireColumn(table: TableName, name: string): void {
  if (!/^\w+$/u.test(name)) throw new Unmocked(`the column ${name}`);
  typeOf(table, name);
}

function readSort(table: TableName, term: string): (a: Row, b: Row) => number {
  const [, column, direction] = /^(\w+)(?:\.(asc|desc))?$/u.exec(term) ?? [];
  if (column === undefined) throw new Unmocked(`the order ${term}`);
  const type = typeOf(table, column);
  const sign = direction === "desc" ? -1 : 1;
  return (a, b) => sign * compareValues(type, a[column], b[column]);
}

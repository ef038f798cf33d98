import { UnhandledRequest } from "../unhandled.ts";
import { RestError } from "./restError.ts";
import type { Row } from "./row.ts";
import { type Table, type TableName, tables } from "./tables.ts";

/** What the address of a table call asks for. */
export interface Query {
  /** Picks columns, in the order asked for. */
  pick(row: Row): Row;
  /** Filters, sorts and cuts. */
  choose(rows: readonly Row[]): Row[];
}

type Test = (value: unknown, operand: string) => boolean;

const text = (value: unknown) => (value === null ? "null" : String(value));
const compare = (a: unknown, b: unknown) => (text(a) < text(b) ? -1 : Number(text(a) > text(b)));
const notNull = (test: Test): Test => (value, operand) => value !== null && test(value, operand);

// Everything is compared as text, which is right for what the tables hold: text, booleans, UUIDs and UTC timestamps.
const operators: Record<string, Test> = {
  eq: notNull((value, operand) => text(value) === operand),
  neq: notNull((value, operand) => text(value) !== operand),
  gt: notNull((value, operand) => text(value) > operand),
  gte: notNull((value, operand) => text(value) >= operand),
  lt: notNull((value, operand) => text(value) < operand),
  lte: notNull((value, operand) => text(value) <= operand),
  is: (value, operand) => text(value) === operand,
};

/**
 * Reads the part of PostgREST's language that the product speaks.
 * @throws RestError for a column that is not there, UnhandledRequest for the rest of the language.
 */
export function parseQuery(request: Request, table: TableName): Query {
  const definition: Table = tables[table];
  const has = (column: string) => {
    if (!Object.hasOwn(definition.columns, column)) throw RestError.unknownColumn(table, column);
    return column;
  };
  const { select = "*", order = "", limit, offset = "0", columns: _, ...filters } = Object.fromEntries(new URL(request.url).searchParams);
  const picked = select === "*" ? Object.keys(definition.columns) : select.split(",").map(has);
  const tests = Object.entries(filters).map(([column, filter]) => {
    const [, operator = "", operand = ""] = /^(\w+)\.(.*)$/su.exec(filter) ?? [];
    const test = operators[operator];
    if (!test) throw new UnhandledRequest(request, `the filter ${column}=${operator}`);
    return (row: Row) => test(row[column], operand);
  });
  for (const column of Object.keys(filters)) has(column);
  const sorts = order.split(",").filter(Boolean).map((term) => {
    const [column = "", direction] = term.split(".");
    return { column: has(column), sign: direction === "desc" ? -1 : 1 };
  });
  const end = limit === undefined ? undefined : Number(offset) + Number(limit);
  return {
    pick: (row) => Object.fromEntries(picked.map((column) => [column, row[column]])),
    choose: (rows) =>
      rows
        .filter((row) => tests.every((test) => test(row)))
        .sort((a, b) => sorts.map(({ column, sign }) => sign * compare(a[column], b[column])).find((sign) => sign !== 0) ?? 0)
        .slice(Number(offset), end),
  };
}

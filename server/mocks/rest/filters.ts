import { RestError } from "./restError.ts";
import type { Row } from "./row.ts";
import { type Table, type TableName, tables } from "./tables.ts";
import { Unmocked } from "./unmocked.ts";
import { compareValues, readOperand, type ValueType } from "./values.ts";

/** Whether a row passes. */
export type Filter = (row: Row) => boolean;

/** What an operator says of how a value compares with its operand. */
const comparisons: Record<string, (order: number) => boolean> = {
  eq: (order) => order === 0,
  neq: (order) => order !== 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

/** The type of a column. @throws RestError for one that is not there. */
export function typeOf(table: TableName, column: string): ValueType {
  const { columns }: Table = tables[table];
  const type = Object.hasOwn(columns, column) ? columns[column]?.type : undefined;
  if (type === undefined) throw RestError.unknownColumn(table, column);
  return type;
}

function condition(table: TableName, column: string, operator: string, operand: string): Filter {
  const type = typeOf(table, column);
  if (operator === "is" && (operand === "null" || (type === "bool" && /^(?:true|false)$/u.test(operand))))
    return (row) => String(row[column]) === operand;
  if (operator === "not" && operand === "is.null") return (row) => row[column] !== null;
  const holds = comparisons[operator];
  if (!holds) throw new Unmocked(`the filter ${column}=${operator}.${operand}`);
  const read = readOperand(type, operand);
  return (row) => row[column] !== null && holds(compareValues(type, row[column], read));
}

const joined =
  (kind: string | undefined, filters: readonly Filter[]): Filter =>
  (row) =>
    kind === "or" ? filters.some((filter) => filter(row)) : filters.every((filter) => filter(row));

/** Reads conditions up to the parenthesis that closes them, and gives what comes after it. */
function conditions(table: TableName, text: string): { filters: Filter[]; after: string } {
  const filters: Filter[] = [];
  for (let rest = text; ; rest = rest.slice(1)) {
    const group = /^(and|or)\(/u.exec(rest);
    if (group) {
      const { filters: inner, after } = conditions(table, rest.slice(group[0].length));
      filters.push(joined(group[1], inner));
      rest = after;
    } else {
      const [whole = "", column, operator, quoted, plain = ""] =
        /^(\w+)\.(\w+)\.(?:"((?:[^"\\]|\\.)*)"|([^"(),]*))/su.exec(rest) ?? [];
      if (column === undefined || operator === undefined) throw new Unmocked(`the conditions ${text}`);
      filters.push(condition(table, column, operator, quoted?.replaceAll(/\\(.)/gsu, "$1") ?? plain));
      rest = rest.slice(whole.length);
    }
    if (rest.startsWith(")")) return { filters, after: rest.slice(1) };
    if (!rest.startsWith(",")) throw new Unmocked(`the conditions ${text}`);
  }
}

/**
 * Reads one filter of an address: `column=operator.value`, `or=(…)` or `and=(…)`, which hold further ones.
 * @throws RestError for a column that is not there, Unmocked for the rest of the language.
 */
export function readFilter(table: TableName, name: string, text: string): Filter {
  if ((name === "or" || name === "and") && text.startsWith("(")) {
    const { filters, after } = conditions(table, text.slice(1));
    if (after === "") return joined(name, filters);
  }
  const [, operator, operand] = /^(\w+)\.(?!")(.*)$/su.exec(text) ?? [];
  if (operator === undefined || operand === undefined) throw new Unmocked(`the filter ${name}=${text}`);
  return condition(table, name, operator, operand);
}

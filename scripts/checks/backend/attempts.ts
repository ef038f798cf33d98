import type { SchemaReport } from "./schemaReport.ts";

/** An attempt at something that must be refused. */
export interface Attempt {
  what: string;
  method: string;
  path: string;
  body?: unknown;
  /** What to do where it is let through and the schema's findings cannot say it. */
  remedy?: string;
}

/** A value of a type, as text: one that it cannot read would be refused before the privilege is looked at. */
function anyOf(type: string): string {
  if (type.endsWith("[]")) return "{}";
  if (type === "uuid") return "00000000-0000-0000-0000-000000000000";
  return /^(?:date|timestamp)/u.test(type) ? "epoch" : "0";
}

/** The type of each argument of a function, in their order. */
function typesOf(name: string, facts: readonly string[]): string[] {
  const begin = `function ${name}(`;
  const fact = facts.find((line) => line.startsWith(begin)) ?? begin;
  const [args = ""] = fact.slice(begin.length).split("): ");
  return args.split(", ").map((argument) => argument.replace(/^\S+ /u, ""));
}

/**
 * Every verb on every table, and every function. None of these can leave anything behind, even where it is let through: rows
 * are written with a null primary key, which no table accepts, and updated or deleted where it is null, which matches no row.
 * PostgreSQL checks privileges and policies before that. Functions are called by GET, in a transaction that cannot write
 * (https://docs.postgrest.org/en/v12/references/transactions.html#access-mode): an operator's own may do anything.
 */
export function attempts({ tables, functions, facts }: SchemaReport): Attempt[] {
  const onTables = Object.entries(tables).flatMap(([table, key]) => [
    { what: `read ${table}`, method: "GET", path: `${table}?select=${key}&limit=1` },
    { what: `insert into ${table}`, method: "POST", path: table, body: { [key]: null } },
    { what: `update ${table}`, method: "PATCH", path: `${table}?${key}=is.null`, body: { [key]: null } },
    { what: `delete from ${table}`, method: "DELETE", path: `${table}?${key}=is.null` },
  ]);
  const onFunctions = Object.entries(functions).map(([name, names]) => {
    const types = typesOf(name, facts);
    const query = new URLSearchParams(names.map((argument, n) => [argument, anyOf(types[n] ?? "")]));
    return { what: `call ${name}`, method: "GET", path: `rpc/${name}?${query}` };
  });
  return [...onTables, ...onFunctions];
}

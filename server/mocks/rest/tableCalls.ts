import { common, contentRange, json, jsonType } from "./answers.ts";
import { readJson, readRows } from "./body.ts";
import type { Caller } from "./caller.ts";
import type { MockDatabase } from "./database.ts";
import { type Preferences, readPreferences } from "./preferences.ts";
import { parseQuery, type Query } from "./query.ts";
import { RestError } from "./restError.ts";
import type { Row } from "./row.ts";
import { type Table, type TableName, tables } from "./tables.ts";
import { Unmocked } from "./unmocked.ts";

const verbs = { GET: "select", HEAD: "select", POST: "insert", PATCH: "update", DELETE: "delete" } as const;

/** A method that tables have. */
export type Method = keyof typeof verbs;
/** Whether tables have it. */
export const isMethod = (method: string): method is Method => Object.hasOwn(verbs, method);

/** Answers a call to a table. @throws RestError for a refusal, Unmocked for what the product never asks. */
export async function answerTable(
  request: Request,
  method: Method,
  name: TableName,
  caller: Caller,
  database: MockDatabase,
): Promise<Response> {
  const query = parseQuery(request, name);
  const preferences = readPreferences(request);
  const body = method === "POST" || method === "PATCH" ? readRows(name, await readJson(request), query.columns) : [];
  const ignoring = preferences.ignoreDuplicates ? conflictTarget(name, query) : undefined;
  const table: Table = tables[name];
  const allowed =
    caller.role === "service_role" || (caller.role === "authenticated" && table.authenticated.includes(verbs[method]));
  if (!allowed) throw RestError.denied(caller.role, "table", name);

  if (method === "POST") return written(preferences, database.insert(name, body, ignoring).map(query.pick), 201, "*/*");
  const seen =
    caller.role === "authenticated"
      ? database.rows(name).filter((row) => table.visible?.(row, caller.email))
      : database.rows(name);
  const chosen = query.choose(seen);
  if (method === "GET" || method === "HEAD") return read(query, preferences, chosen, method === "HEAD");
  const rows = query.cut(chosen);
  if (method === "PATCH")
    return written(preferences, database.update(name, rows, body[0] ?? {}).map(query.pick), 200, contentRange(rows));
  database.delete(name, rows);
  return written(preferences, rows.map(query.pick), 200, "*/*");
}

/** The column whose duplicates an insert leaves out; the primary key unless the address names another. */
function conflictTarget(name: TableName, { conflict }: Query): string {
  const { columns, unique }: Table = tables[name];
  const column = conflict ?? unique[`${name}_pkey`] ?? "";
  if (!/^\w+$/u.test(column)) throw new Unmocked(`on_conflict=${column}`);
  if (!Object.hasOwn(columns, column)) throw RestError.unknownConflictColumn(column);
  if (!Object.values(unique).includes(column)) throw RestError.noConflictConstraint();
  return column;
}

function read(query: Query, { count, headers }: Preferences, chosen: readonly Row[], head: boolean): Response {
  const rows = query.cut(chosen);
  const { offset } = query;
  if (count && rows.length === 0 && offset > 0) throw new Unmocked("a count from beyond the last row");
  const range = contentRange(rows, offset, count ? chosen.length : "*");
  const status = count && rows.length < chosen.length ? 206 : 200;
  return json(rows.map(query.pick), { status, head, headers: { "content-range": range, ...headers } });
}

/** The answer to a change: the rows when `Prefer` asks for them, otherwise nothing. */
function written(
  { rows: preference, headers: applied }: Preferences,
  rows: Row[],
  status: 200 | 201,
  range: string,
): Response {
  const headers = { "content-range": range, ...applied };
  if (preference === "representation") return json(rows, { headers, status });
  const type = preference ? {} : { "content-type": jsonType };
  return new Response(null, { status: status === 200 ? 204 : 201, headers: { ...common, ...type, ...headers } });
}

import { bearerToken, type MockKeys, readApiKey } from "../apiKey.ts";
import { verifyJwt } from "../jwt.ts";
import type { MockState } from "../state.ts";
import { UnhandledRequest } from "../unhandled.ts";
import { MockDatabase } from "./database.ts";
import { functions, isFunctionName } from "./functions.ts";
import { parseQuery } from "./query.ts";
import { RestError } from "./restError.ts";
import { isRecord, type Row } from "./row.ts";
import { isTableName, type Table, type TableName, tables } from "./tables.ts";

type Caller = { role: "anon" | "service_role" } | { role: "authenticated"; email: string };

const verbs = { GET: "select", POST: "insert", PATCH: "update", DELETE: "delete" } as const;
const isMethod = (method: string): method is keyof typeof verbs => Object.hasOwn(verbs, method);

/** Answers `/rest/v1/*` as PostgREST does: the calls that the product makes, and no others. */
export async function answerRest(request: Request, state: MockState, keys: MockKeys): Promise<Response> {
  try {
    const caller = await identify(request, keys);
    if (caller instanceof Response) return caller;
    const [, name = "", called = ""] = /^\/rest\/v1\/([^/]+)(?:\/(.+))?$/u.exec(new URL(request.url).pathname) ?? [];
    const database = new MockDatabase(state);
    if (name === "rpc" && isFunctionName(called)) {
      if (caller.role !== "service_role") throw RestError.denied(caller.role, "function", called);
      return json(functions[called](database, Object(await readJson(request))), { "content-range": "0-0/*" });
    }
    if (called !== "" || !isTableName(name) || !isMethod(request.method)) throw new UnhandledRequest(request);
    return await answerTable(request, request.method, name, caller, database);
  } catch (error) {
    if (error instanceof RestError) return json(error.body, {}, error.status);
    throw error;
  }
}

async function identify(request: Request, keys: MockKeys): Promise<Caller | Response> {
  const key = readApiKey(request, keys);
  if (key instanceof Response) return key;
  const token = bearerToken(request);
  if (token === undefined) return { role: key === "secret" ? "service_role" : "anon" };
  const verdict = await verifyJwt(token, keys.jwtSecret);
  if (verdict.kind === "expired") throw new RestError(401, "PGRST303", "JWT expired");
  if (verdict.kind === "forged") throw new RestError(401, "PGRST301", "No suitable key or wrong key type", "None of the keys was able to decode the JWT");
  return { role: "authenticated", email: String(verdict.claims["email"]) };
}

async function answerTable(request: Request, method: keyof typeof verbs, name: TableName, caller: Caller, database: MockDatabase): Promise<Response> {
  const query = parseQuery(request, name);
  const body = method === "POST" || method === "PATCH" ? readRows(name, await readJson(request)) : [];
  const table: Table = tables[name];
  const allowed = caller.role === "service_role" || (caller.role === "authenticated" && table.authenticated.includes(verbs[method]));
  if (!allowed) throw RestError.denied(caller.role, "table", name);

  if (method === "POST") return written(request, database.insert(name, body).map(query.pick), 201, "*/*");
  const seen = caller.role === "authenticated" ? database.rows(name).filter((row) => table.visible?.(row, caller.email)) : database.rows(name);
  const rows = query.choose(seen);
  if (method === "GET") return json(rows.map(query.pick), { "content-range": range(rows) });
  if (method === "PATCH") return written(request, database.update(name, rows, body[0] ?? {}).map(query.pick), 200, range(rows));
  database.delete(name, rows);
  return written(request, rows.map(query.pick), 200, "*/*");
}

async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    throw RestError.malformed();
  }
}

function readRows(table: TableName, body: unknown): Row[] {
  const rows = (Array.isArray(body) ? body : [body]).filter(isRecord);
  const { columns }: Table = tables[table];
  const unknown = rows.flatMap((row) => Object.keys(row)).find((column) => !Object.hasOwn(columns, column));
  if (unknown !== undefined) throw RestError.unknownColumnInBody(table, unknown);
  return rows;
}

const range = (rows: readonly Row[]) => (rows.length > 0 ? `0-${rows.length - 1}/*` : "*/*");

/** The answer to a change: the rows when `Prefer` asks for them, otherwise nothing. */
function written(request: Request, rows: Row[], status: 200 | 201, contentRange: string): Response {
  const preference = /return=(?:representation|minimal)/u.exec(request.headers.get("prefer") ?? "")?.[0];
  const headers = { "content-range": contentRange, ...(preference ? { "preference-applied": preference } : {}) };
  if (preference === "return=representation") return json(rows, headers, status);
  const type = preference ? {} : { "content-type": jsonType };
  return new Response(null, { status: status === 200 ? 204 : 201, headers: { ...common, ...type, ...headers } });
}

const jsonType = "application/json; charset=utf-8";
const common = { "access-control-allow-origin": "*", "access-control-expose-headers": "Content-Range, Content-Location, Preference-Applied" };

function json(body: unknown, headers: Record<string, string> = {}, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { ...common, "content-type": jsonType, ...headers } });
}

import type { MemoryState } from "../../store/memory.ts";
import type { BetaApplicationRow } from "../../supabase/schema.ts";
import { type MockKeys, readSessionToken, refuseKey } from "./apiKey.ts";
import { UnhandledRequest } from "./unhandled.ts";

const headers = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "Content-Range, Content-Location, Preference-Applied",
  "content-type": "application/json; charset=utf-8",
};

const columns: Record<keyof BetaApplicationRow, true> = {
  id: true,
  name: true,
  email: true,
  company: true,
  role: true,
  reason: true,
  status: true,
  created_at: true,
  reviewed_at: true,
};

/** A refusal in PostgREST's words, as @supabase/lite 0.10.0 gives it. */
const refuse = (status: number, code: string, message: string, details: string | null = null) =>
  Response.json({ code, details, hint: null, message }, { status, headers });

type Row = Record<string, unknown>;

/** Which of two values comes first: below 0 the first; null comes last. */
function compare(a: unknown, b: unknown): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return String(a) < String(b) ? -1 : Number(a !== b);
}

function sort(rows: Row[], order: string): Row[] {
  const keys = order.split(",").map((part) => part.split("."));
  return rows.toSorted((a, b) => {
    for (const [column = "", direction] of keys) {
      const first = compare(a[column], b[column]) * (direction === "desc" ? -1 : 1);
      if (first !== 0) return first;
    }
    return 0;
  });
}

/**
 * Answers the one REST call that a browser makes: a signed-in user's own applications, by the parameters that the guard
 * lets through (server/guards/rest.ts). @throws UnhandledRequest for every other call.
 */
export async function answerApplications(request: Request, state: MemoryState, keys: MockKeys): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname !== "/rest/v1/beta_applications" || request.method !== "GET") throw new UnhandledRequest(request);
  const wrongKey = refuseKey(request, keys);
  if (wrongKey) return wrongKey;
  const claims = await readSessionToken(request, keys);
  if (claims === "absent") return refuse(401, "42501", "permission denied for table beta_applications");
  if (claims === "expired") return refuse(401, "PGRST303", "JWT expired");
  if (claims === "forged")
    return refuse(401, "PGRST301", "No suitable key or wrong key type", "None of the keys was able to decode the JWT");

  const { select = "*", order = "", limit = "Infinity", ...equal } = Object.fromEntries(searchParams);
  const named = [...(select === "*" ? [] : select.split(",")), ...order.replaceAll(/\.\w+/gu, "").split(",")];
  const unknown = named.find((name) => name !== "" && !Object.hasOwn(columns, name));
  if (unknown !== undefined) return refuse(400, "42703", `column beta_applications.${unknown} does not exist`);
  let rows: Row[] = state.applications.filter(({ email }) => email === String(claims["email"]).toLowerCase());
  for (const [column, value] of Object.entries(equal)) rows = rows.filter((row) => `eq.${row[column]}` === value);
  if (order !== "") rows = sort(rows, order);
  rows = rows.slice(0, Number(limit));
  if (select !== "*") rows = rows.map((row) => Object.fromEntries(select.split(",").map((name) => [name, row[name]])));
  const range = rows.length > 0 ? `0-${rows.length - 1}/*` : "*/*";
  return new Response(JSON.stringify(rows), {
    headers: { ...headers, "content-range": range },
  });
}

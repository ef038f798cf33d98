import type { MemoryState } from "../../store/memoryState.ts";
import { readAccessToken } from "./accounts.ts";

/** By what is wrong with an access token: code, message and details, as of @supabase/lite 0.10.0. */
const tokenErrors = {
  absent: ["42501", "permission denied for table beta_applications", null],
  expired: ["PGRST303", "JWT expired", null],
  forged: ["PGRST301", "No suitable key or wrong key type", "None of the keys was able to decode the JWT"],
} as const;

const columns = ["email", "status", "created_at"] as const;

/**
 * Answers the one REST call that a browser makes: columns of a signed-in user's own applications, newest first. Undefined for
 * all other calls, even those that the guard allows.
 */
export async function answerApplications(request: Request, state: MemoryState): Promise<Response | undefined> {
  const { searchParams } = new URL(request.url);
  const { select = "", order, limit, ...more } = Object.fromEntries(searchParams);
  const wanted = columns.filter((column) => select.split(",").includes(column));
  if (wanted.join() !== select || order !== "created_at.desc" || Object.keys(more).length > 0) return undefined;

  const headers = { "content-type": "application/json; charset=utf-8" };
  const claims = await readAccessToken(request);
  if (typeof claims === "string") {
    const [code, message, details] = tokenErrors[claims];
    return Response.json({ code, message, details, hint: null }, { status: 401, headers });
  }
  const rows = state.applications
    .filter(({ email }) => email === claims["email"])
    .toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
    .slice(0, Number(limit ?? Infinity))
    .map((row) => Object.fromEntries(wanted.map((column) => [column, row[column]])));
  const range = rows.length > 0 ? `0-${rows.length - 1}/*` : "*/*";
  return Response.json(rows, { headers: { ...headers, "content-range": range } });
}

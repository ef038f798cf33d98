import * as v from "valibot";
import { insufficientPrivilege } from "../../../server/store/sqlState.ts";

/** The database's own refusal, as PostgREST passes it on. */
const refusal = v.pipe(v.string(), v.parseJson(), v.object({ code: v.literal(insufficientPrivilege) }));

/**
 * What an answer tells about the database. Only the database's own refusal counts, or an empty list where a policy hides all
 * rows. Any other 401 or 403 comes from something in front of it that did not accept the key or session, and proves nothing.
 */
export function judge(status: number, body: string, mayRead: boolean): "refused" | "let through" | "not tried" {
  if (mayRead && status === 200) return body === "[]" ? "refused" : "let through";
  if (isRefusal(body)) return "refused";
  return status === 401 || status === 403 ? "not tried" : "let through";
}

/** Whether the database itself refuses what an answer is about. */
export const isRefusal = (body: string): boolean => v.is(refusal, body);

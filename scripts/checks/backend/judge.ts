import { insufficientPrivilege } from "../../../server/store/sqlState.ts";

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
export const isRefusal = (body: string): boolean => codeOf(body) === insufficientPrivilege;

function codeOf(body: string): unknown {
  try {
    return Reflect.get(Object(JSON.parse(body)), "code");
  } catch {
    return undefined;
  }
}

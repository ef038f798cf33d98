import type { Row } from "./row.ts";

/** Type of every answer that has a body. */
export const jsonType = "application/json; charset=utf-8";
/** Headers of every answer. */
export const common = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "Content-Range, Content-Location, Preference-Applied",
};

/** An answer with a body; `head` leaves it out. */
export function json(
  body: unknown,
  {
    headers = {},
    status = 200,
    head = false,
  }: { headers?: Record<string, string>; status?: number; head?: boolean } = {},
): Response {
  return new Response(head ? null : JSON.stringify(body), {
    status,
    headers: { ...common, "content-type": jsonType, ...headers },
  });
}

/** Which rows an answer has, and of how many (RFC 9110 section 14.4). */
export function contentRange(rows: readonly Row[], offset = 0, total: number | "*" = "*"): string {
  return `${rows.length > 0 ? `${offset}-${offset + rows.length - 1}` : "*"}/${total}`;
}

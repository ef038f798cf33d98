import { limits } from "../../../server/contract/limits.ts";

/**
 * The visitor's campaign, from `?utm_source=` or `?ref=`, converted to the contract's form (a-z, 0-9, dot, dash, underscore).
 * Undefined if there is none, and for anything with an @, as a link must not carry an address.
 */
export function sourceOf(search: string): string | undefined {
  const query = new URLSearchParams(search);
  const named = query.get("utm_source") || query.get("ref") || "";
  if (named.includes("@")) return undefined;
  const source = named
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/gu, "-")
    .replaceAll(/^[^a-z0-9]+|-+$/gu, "")
    .slice(0, limits.source);
  return source || undefined;
}

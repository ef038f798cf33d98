import { limits } from "../../../server/contract/limits.ts";

/**
 * The campaign that brought the visitor, from `?utm_source=` or `?ref=`, brought to the contract's form (a-z, 0-9, dot,
 * dash, underscore). Undefined when there is none, and for anything with an @: a link must not smuggle in an address.
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

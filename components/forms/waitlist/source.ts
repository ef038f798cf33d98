import { slugOf, sourceOfSlug } from "../../../server/contract/characters.ts";

/**
 * The visitor's campaign, from `?utm_source=` or `?ref=`, converted to the contract's form (a-z, 0-9, dot, dash, underscore).
 * Undefined if there is none, and for anything with an @, as a link must not carry an address.
 */
export function sourceOf(search: string): string | undefined {
  const query = new URLSearchParams(search);
  return sourceOfSlug(slugOf(query.get("utm_source") || query.get("ref") || ""));
}

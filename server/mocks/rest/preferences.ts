import { Unmocked } from "./unmocked.ts";

/** What the header `Prefer` asks for. */
export interface Preferences {
  /** Whether a change answers with its rows or explicitly not; without either it only says that it has none. */
  rows: "representation" | "minimal" | undefined;
  ignoreDuplicates: boolean;
  count: boolean;
  /** How the answer says so. */
  headers: Record<string, string>;
}

// In the order in which an answer names them.
const known = ["resolution=ignore-duplicates", "return=representation", "return=minimal", "count=exact"];

/** @throws Unmocked for a preference that no call of the product has, or has with this method. */
export function readPreferences({ headers, method }: Request): Preferences {
  const given = (headers.get("prefer") ?? "")
    .split(",")
    .map((preference) => preference.trim())
    .filter(Boolean);
  const has = (preference: string) => given.includes(preference);
  const ignoreDuplicates = has("resolution=ignore-duplicates");
  const count = has("count=exact");
  const misplaced = (ignoreDuplicates && method !== "POST") || (count && method !== "GET" && method !== "HEAD");
  if (misplaced || given.some((preference) => !known.includes(preference)))
    throw new Unmocked(`Prefer: ${given.join(",")}`);
  return {
    rows: has("return=representation") ? "representation" : has("return=minimal") ? "minimal" : undefined,
    ignoreDuplicates,
    count,
    headers: given.length > 0 ? { "preference-applied": known.filter(has).join(", ") } : {},
  };
}

import { linkPattern } from "./session.ts";

/** Whether an address carries what a sign-in link brings back. */
export function isLink({ search, hash }: Pick<URL, "search" | "hash">): boolean {
  return linkPattern.test(search + hash);
}

/** The address without it; a campaign in the query stays. */
export function withoutLink(href: string): string {
  const url = new URL(href);
  if (linkPattern.test(url.hash)) url.hash = "";
  for (const name of ["code", "error", "error_code", "error_description"]) url.searchParams.delete(name);
  return url.href;
}
